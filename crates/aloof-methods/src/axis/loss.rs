//! Loss: how much of the quasi columns a partition hides.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Section 6: per tuple, the sum over columns of covered length over domain length.

use aloof_table::Partition;

use super::Axis;

/// The mean over the rows of all groups of Σ weight · covered / domain. 0 for no rows.
///
/// Groups are added up in their order, so the same partition always gives the same number.
pub fn loss(axes: &[Axis], partition: &Partition) -> f64 {
    let of_group = |rows: &[u32]| rows.len() as f64 * axes.iter().map(|axis| axis.loss(rows)).sum::<f64>();
    partition.iter().map(of_group).sum::<f64>() / (partition.rows() as f64).max(1.0)
}
