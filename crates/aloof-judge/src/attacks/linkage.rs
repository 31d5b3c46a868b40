//! Record linkage by distance: is the published record nearest to a person's true values that person's own?
//!
//! # Definition
//! For a person whose true values are known in all walked columns, the nearest published record is taken, by the sum over
//! columns of the difference as a share of the domain. The rate is how often that record is the person's; where several
//! are equally near, each counts for its part. Chance alone has a rate of one over the number of records.
//!
//! # Source
//! Domingo-Ferrer and Torra 2001, distance-based record linkage.
//!
//! # Cost
//! `O(people asked · records · columns)`; up to a thousand people, spread evenly over the table.

use rayon::prelude::*;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Linkage {
    /// People that were looked for.
    pub asked: usize,
    /// How often the nearest record is the right one.
    pub rate: f64,
    /// How often it would be by chance.
    pub chance: f64,
}

/// People that are looked for.
const MOST_ASKED: usize = 1000;

/// Links each person asked about; per column the original, the published values and the length of the domain. Column by
/// column, row by row, the same people in the same order.
pub fn linkage(columns: &[(&[i64], &[i64], u64)]) -> Linkage {
    let rows = columns.first().map_or(0, |column| column.0.len());
    let asked: Vec<usize> = (0..rows.min(MOST_ASKED)).map(|at| at * rows / rows.min(MOST_ASKED)).collect();
    // Added up in order: a sum in the order of threads would differ in its last digit from run to run.
    let parts: Vec<f64> = asked.par_iter().map(|&person| own_part(columns, person, rows)).collect();
    let right: f64 = parts.iter().sum();
    Linkage { asked: asked.len(), rate: right / asked.len().max(1) as f64, chance: 1.0 / rows.max(1) as f64 }
}

/// One over the number of nearest records if the own one is among them, else nothing.
fn own_part(columns: &[(&[i64], &[i64], u64)], person: usize, rows: usize) -> f64 {
    let distance = |record: usize| -> f64 {
        let part = |(original, published, length): &(&[i64], &[i64], u64)| {
            original[person].abs_diff(published[record]) as f64 / (*length).max(1) as f64
        };
        columns.iter().map(part).sum()
    };
    let own = distance(person);
    let mut equal = 0usize;
    for record in 0..rows {
        let other = distance(record);
        if other < own {
            return 0.0;
        }
        equal += usize::from(other <= own);
    }
    1.0 / equal as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unchanged_records_are_found_and_equal_ones_shared() {
        let values: Vec<i64> = (0..50).collect();
        let found = linkage(&[(&values, &values, 49)]);
        assert!((found.rate - 1.0).abs() < 1e-9 && (found.chance - 0.02).abs() < 1e-9);
        let same = vec![3; 50];
        assert!((linkage(&[(&values, &same, 49)]).rate - 0.02).abs() < 1e-9);
        let turned: Vec<i64> = values.iter().map(|x| 49 - x).collect();
        assert!(linkage(&[(&values, &turned, 49)]).rate < 0.01);
        assert_eq!(linkage(&[]).asked, 0);
    }
}
