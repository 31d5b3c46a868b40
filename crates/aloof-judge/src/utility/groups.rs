//! What the sizes of groups alone say of utility.
//!
//! # Definition
//! *Discernibility*: every row pays the number of rows it cannot be told from, Σ |G|²; a row that was withheld pays the
//! size of the whole table. *Average size*: rows over groups.
//!
//! # Source
//! Bayardo and Agrawal, ICDE 2005; LeFevre, DeWitt and Ramakrishnan, ICDE 2006.
//!
//! # Cost
//! One look at each group.

use aloof_table::Partition;

/// The penalty of all rows, `withheld` of `original` rows not being in any group.
pub fn discernibility(groups: &Partition, withheld: usize, original: usize) -> u128 {
    let grouped: u128 = groups.iter().map(|rows| (rows.len() as u128).pow(2)).sum();
    grouped + withheld as u128 * original as u128
}

/// Rows over groups; 0 without groups.
pub fn average_size(groups: &Partition) -> f64 {
    groups.rows() as f64 / groups.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_pay_for_their_group() {
        let groups = Partition::from_group_of(&[0, 0, 1, 1, 1], 2);
        assert_eq!(discernibility(&groups, 0, 5), 4 + 9);
        assert_eq!(discernibility(&groups, 2, 7), 4 + 9 + 2 * 7);
        assert!((average_size(&groups) - 2.5).abs() < 1e-12);
    }
}
