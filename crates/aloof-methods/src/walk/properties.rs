//! Properties of interest as rows of a polytope.
//!
//! # Definition
//! A property is a linear inequality between values of a segment that is true of the original.
//!
//! | property | rows |
//! |---|---|
//! | locality | `x_i − 2x_j + x_k ≤ 0` or `≥ 0`, and the order that taking `|·|` away takes for granted |
//! | order | `x_i ≤ x_j` for neighbours in the order of the original |
//! | sum, mean | `Σ w·x` within a tolerance of what it was |
//! | ratio | `x_i / x_j` within a tolerance of what it was, multiplied out |
//! | linear | any row of integer coefficients |
//!
//! # Source
//! RW, Definitions 1 and 2.

use super::localities::{Locality, Longer};
use super::polytope::Inequality;

/// The rows of a locality. Of the two orders `x_i ≤ x_j ≤ x_k`, the longer side follows from the shorter one.
pub fn of_locality(locality: &Locality) -> [Inequality; 2] {
    let Locality { i, j, k, .. } = *locality;
    match locality.longer {
        Longer::Left => [Inequality::new(vec![(i, 1), (j, -2), (k, 1)], 0), below(j, k)],
        Longer::Right => [Inequality::new(vec![(i, -1), (j, 2), (k, -1)], 0), below(i, j)],
    }
}

/// `x_low ≤ x_high`.
pub fn below(low: u32, high: u32) -> Inequality {
    Inequality::new(vec![(low, 1), (high, -1)], 0)
}
