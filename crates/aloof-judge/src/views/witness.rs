//! A release shown to be true: for every released row, the original row that it stands for.
//!
//! Who made a release knows this, and it is checked as it stands: every original row at most once, its quasi values covered
//! by the row's cells, its sensitive values the same. So nothing has to be sought ([`Truth::new`]), however many people
//! could stand for a row. A witness that is wrong anywhere proves nothing.
//!
//! # Cost
//! One pass over the rows and columns; one bit per row.

use aloof_table::{Bitmap, NO_CODE, Partition};
use rayon::prelude::*;

use super::Truth;
use super::cover::QuasiPair;

/// At least so many boxes are looked at on one thread.
const PIECE: usize = 1024;

/// The original row of every released row.
#[derive(Clone, Copy)]
pub struct Witness<'a>(pub &'a [u32]);

impl Witness<'_> {
    /// Whether every row of every box covers its original row. `cell` tells for each box which of the released cells show
    /// it; `rows` is the number of original rows.
    pub fn covers(
        self,
        columns: &[QuasiPair<'_>],
        released: &Partition,
        cell: impl Fn(usize) -> u32 + Sync,
        rows: usize,
    ) -> bool {
        if self.0.iter().any(|&row| row as usize >= rows) {
            return false;
        }
        (0..released.len()).into_par_iter().with_min_len(PIECE).all(|boxed| {
            let (members, cell) = (released.group(boxed), cell(boxed) as usize);
            columns.iter().all(|column| {
                let cover = &column.covers[column.cell(cell) as usize];
                members.iter().all(|&row| cover.contains(column.places[self.0[row as usize] as usize]))
            })
        })
    }

    /// How many rows match, if the witness is right in all of them; `codes` are as for [`Truth::new`], and the rows were
    /// found to be covered.
    pub fn truth(self, released: &Partition, rows: usize, codes: &[u32]) -> Option<Truth> {
        let (ours, theirs) = codes.split_at(rows);
        let mut taken = Bitmap::off(theirs.len());
        let mut matched = 0;
        for &row in released.row_order() {
            let (code, original) = (ours[row as usize], self.0[row as usize] as usize);
            if code == NO_CODE {
                continue;
            }
            if taken.get(original) || theirs[original] != code {
                return None;
            }
            taken.set(original);
            matched += 1;
        }
        let original = theirs.iter().filter(|&&code| code != NO_CODE).count();
        Some(Truth { released: matched, original, matched })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::Candidates;
    use aloof_table::{Attribute, Column, LabelColumn, NumberColumn};
    use proptest::prelude::*;

    fn integers(values: impl Iterator<Item = i64>) -> Column {
        Column::Number(NumberColumn::from_integers(values.collect()))
    }

    proptest! {
        /// A witness is believed exactly when every row stands for an original row of its own that it covers and whose
        /// value it shows; and then as many rows match as a search finds.
        #[test]
        fn is_believed_when_it_is_right(
            people in prop::collection::vec((0i64..5, 0i64..3), 1..8),
            pairs in prop::collection::vec((0usize..8, 0i64..3), 0..3),
        ) {
            let rows = people.len();
            // Released in reverse, in groups of two; then some rows of the witness are made to lie.
            let mut witness: Vec<u32> = (0..rows as u32).rev().collect();
            let cell = |some: &[u32]| {
                let ages = some.iter().map(|&row| people[row as usize].0);
                format!("{}..{}", ages.clone().min().unwrap(), ages.max().unwrap())
            };
            let texts: Vec<String> = witness.chunks(2).flat_map(|some| vec![cell(some); some.len()]).collect();
            let labels = LabelColumn::from_texts(texts.iter().map(|text| Some(text.as_str())));
            let released = Partition::by_equal_labels(&[&labels], rows, |_| false);
            let values = witness.iter().map(|&row| people[row as usize].1).chain(people.iter().map(|one| one.1));
            let attribute = Attribute::new(&[("", &integers(values))], |_| false);
            for (at, other) in pairs {
                witness[at % rows] = other as u32 % rows as u32;
            }
            let columns = [QuasiPair::new(&integers(people.iter().map(|one| one.0)), &labels, None).unwrap()];
            let cells = || released.iter().map(|rows| rows[0]);
            let codes = attribute.codes();
            let shown = Witness(&witness);
            let cell = |boxed: usize| released.group(boxed)[0];
            let truth = shown.covers(&columns, &released, cell, rows).then(|| shown.truth(&released, rows, codes)).flatten();
            let right = |row: usize| {
                let stands_for = witness[row] as usize;
                let cover = &columns[0].covers[columns[0].cell(row) as usize];
                cover.contains(columns[0].places[stands_for]) && codes[row] == codes[rows + stands_for]
            };
            let mut sorted = witness.clone();
            sorted.sort_unstable();
            sorted.dedup();
            let literal = sorted.len() == rows && (0..rows).all(right);
            prop_assert_eq!(truth.is_some(), literal);
            if let Some(truth) = truth {
                let candidates = Candidates::new(columns.into(), rows, cells());
                prop_assert_eq!(truth, Truth::new(&candidates, &released, &[], rows, codes.to_vec()));
            }
        }
    }
}
