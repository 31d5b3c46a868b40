//! How many values a cell covers: the mean over rows of the values covered / the values of the domain.
//!
//! # Definition
//! Values are the positions that count queries ask about (`query/`): multiples of the column's unit from the original's smallest to its
//! largest value, days, leaves of a hierarchy, labels. A cell that says one value covers one; `*` covers all, a missing cell none. Where
//! `loss.rs` takes the *length* of an interval, so that an exact value loses nothing, here it loses 1/|A|.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Section 6, to the letter: |t*.A| is the number of A-values covered by the generalized value.
//!
//! # Cost
//! Every distinct cell is read once.

use aloof_table::GeneralizedError;

use super::Generalization;
use super::loss::mean;
use super::query::Positions;

/// The mean over the rows of the release; 0 if there are none. Fails on a cell that is not understood.
pub fn counted_loss(column: &Generalization<'_>) -> Result<f64, GeneralizedError> {
    let positions = Positions::of(column);
    let size = positions.size().max(1) as f64;
    mean(column.released, None, |text| {
        let covered: u64 = positions.runs(text, column)?.iter().map(|(start, end)| end - start).sum();
        Ok(covered as f64 / size)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::{Column, Hierarchy, LabelColumn, NumberColumn};
    use proptest::prelude::*;

    fn of(original: &Column, cells: &[&str], hierarchy: Option<&Hierarchy>) -> f64 {
        let released = LabelColumn::from_texts(cells.iter().map(|cell| Some(*cell)));
        counted_loss(&Generalization { original, released: &released, hierarchy, order: None }).unwrap()
    }

    #[test]
    fn by_hand() {
        // Ages from 20 to 29: ten values. 20..24 covers five of them, 29 one, * all.
        let ages = Column::Number(NumberColumn::from_integers(vec![20, 25, 29]));
        assert!((of(&ages, &["20..24", "29", "*"], None) - (0.5 + 0.1 + 1.0) / 3.0).abs() < 1e-12);
        let tree = Hierarchy::from_paths([
            vec!["Rome", "Italy", "*"],
            vec!["Milan", "Italy", "*"],
            vec!["Lyon", "France", "*"],
        ]);
        let towns = Column::Label(LabelColumn::from_texts(["Rome", "Lyon"].map(Some)));
        assert!((of(&towns, &["Italy", "Lyon"], tree.as_ref().ok()) - 0.5).abs() < 1e-12);
    }

    proptest! {
        /// Every value of the domain is asked whether it lies in the cell.
        #[test]
        fn counts_values_one_by_one(values in prop::collection::vec(-20i64..20, 1..12), ends in prop::collection::vec((-20i64..20, 0i64..9), 1..8)) {
            let (low, high) = (*values.iter().min().unwrap(), *values.iter().max().unwrap());
            let column = Column::Number(NumberColumn::from_integers(values));
            let texts: Vec<String> = ends.iter().map(|(start, more)| format!("{start}..{}", start + more)).collect();
            let found = of(&column, &texts.iter().map(String::as_str).collect::<Vec<_>>(), None);
            let share = |(start, more): &(i64, i64)| {
                (low..=high).filter(|value| (*start..=start + more).contains(value)).count() as f64 / (high - low + 1) as f64
            };
            let expected = ends.iter().map(share).sum::<f64>() / ends.len() as f64;
            prop_assert!((found - expected).abs() < 1e-12);
        }
    }
}
