//! Cross-tabulations: how many people stand in each class of one column and each of another.
//!
//! # Definition
//! Both tables are tabulated by the same classes (`classes.rs`), as shares of their own rows. A released row counts in a cell of the
//! tabulation by the product of its shares in the two classes. *Misplaced* is half of the sum of all differences of shares: the share
//! of people who would have to stand in another cell (total variation). Cramér's V = √(χ² / (n · (min(rows, columns) − 1))) says how
//! much the two columns have to do with each other, from 0 to 1.
//!
//! # Source
//! Cramér 1946; the comparison of tabulations is that of Drechsler and Reiter for synthetic data.
//!
//! # Cost
//! `O(n)`, times the classes that a cell touches.

use super::classes::Classes;

/// What was found of two columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TabulationError {
    /// Cells of the tabulation.
    pub cells: usize,
    /// The share of people who stand in another cell.
    pub misplaced: f64,
    /// Cramér's V in the original and in the release.
    pub association: (f64, f64),
}

/// Of two columns; `None` when one of the tables has nobody with both values.
pub fn tabulation(one: &Classes, other: &Classes) -> Option<TabulationError> {
    let (rows, columns) = (one.many, other.many);
    let (mut before, mut after) = (vec![0.0; rows * columns], vec![0.0; rows * columns]);
    for (&a, &b) in one.before.iter().zip(&other.before) {
        if (a as usize) < rows && (b as usize) < columns {
            before[a as usize * columns + b as usize] += 1.0;
        }
    }
    for row in 0..one.released() {
        for &(a, share) in one.of_released(row) {
            other
                .of_released(row)
                .iter()
                .for_each(|&(b, part)| after[a as usize * columns + b as usize] += share * part);
        }
    }
    let (all, shown): (f64, f64) = (before.iter().sum(), after.iter().sum());
    if all < 1e-9 || shown < 1e-9 {
        return None;
    }
    let difference = |(a, b): (&f64, &f64)| (a / all - b / shown).abs();
    Some(TabulationError {
        cells: rows * columns,
        misplaced: before.iter().zip(&after).map(difference).sum::<f64>() / 2.0,
        association: (cramer(&before, columns), cramer(&after, columns)),
    })
}

/// Cramér's V; 0 where one of the columns has one class only.
fn cramer(table: &[f64], columns: usize) -> f64 {
    let all: f64 = table.iter().sum();
    let across: Vec<f64> = table.chunks(columns).map(|row| row.iter().sum()).collect();
    let down: Vec<f64> = (0..columns).map(|at| table.iter().skip(at).step_by(columns).sum()).collect();
    let filled = |sums: &[f64]| sums.iter().filter(|sum| **sum > 1e-9).count();
    let least = filled(&across).min(filled(&down));
    if least < 2 {
        return 0.0;
    }
    let term = |at: usize| {
        let expected = across[at / columns] * down[at % columns] / all;
        if expected > 1e-9 { (table[at] - expected).powi(2) / expected } else { 0.0 }
    };
    ((0..table.len()).map(term).sum::<f64>() / (all * (least - 1) as f64)).sqrt().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::super::spread::tests::{exact, numbers};
    use super::*;

    /// Who is 0 has 0, who is 1 has 1. In one group of all, half of the people stand in a cell that was empty.
    #[test]
    fn by_hand() {
        let pay = Classes::of(&exact(&[0, 0, 1, 1], &[0, 0, 1, 1]), 2);
        let same = tabulation(&Classes::of(&exact(&[0, 0, 1, 1], &[0, 0, 1, 1]), 2), &pay).unwrap();
        assert_eq!((same.cells, same.misplaced, same.association), (4, 0.0, (1.0, 1.0)));
        let grouped = tabulation(&Classes::of(&numbers(&[0, 0, 1, 1], &["0..1"; 4]), 2), &pay).unwrap();
        assert!((grouped.misplaced - 0.5).abs() < 1e-12 && grouped.association.1 < 1e-9, "{grouped:?}");
    }

    /// 3, 1 / 1, 3: χ² of 8 people is 2, so V is √(2/8).
    #[test]
    fn association_by_hand() {
        assert!((cramer(&[3.0, 1.0, 1.0, 3.0], 2) - 0.5).abs() < 1e-12);
        assert!(cramer(&[3.0, 1.0], 2).abs() < 1e-12);
    }
}
