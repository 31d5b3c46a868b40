//! How many people run which risk: measures from 0 to 1 in twenty classes, for pictures. Nothing is decided on them.
//!
//! # Cost
//! As the views themselves, with one look per member of a group where members differ.

use aloof_principles::Check;
use aloof_table::{NO_CODE, Ratio};
use rayon::prelude::*;

use super::candidates::{Candidates, Values};
use super::groups::{Grouped, pieces_of};

/// How many classes there are. Each holds its upper end, so that whoever runs just the risk that is allowed is not counted beyond
/// it; the first holds 0, too.
pub const CLASSES: usize = 20;

/// People in each class.
pub type Risks = [usize; CLASSES];

/// How many classes, from the first, hold some measure of at most `bound`.
pub fn classes_within(bound: f64) -> usize {
    // Fractions such as 7/20 may come out a little above in binary.
    (bound * CLASSES as f64 - 1e-9).ceil().max(0.0) as usize
}

fn class(measure: &Ratio) -> usize {
    classes_within(measure.approximate()).clamp(1, CLASSES) - 1
}

fn sum(pieces: Vec<Risks>) -> Risks {
    pieces.into_iter().fold([0; CLASSES], |mut all, piece| {
        all.iter_mut().zip(piece).for_each(|(all, one)| *all += one);
        all
    })
}

impl Grouped {
    /// Everybody among their group.
    pub fn risks(&self, check: &dyn Check) -> Risks {
        let count = |piece: std::ops::Range<usize>| {
            let mut risks = [0; CLASSES];
            for group in piece {
                let codes = self.group(group);
                for same in codes.chunk_by(|a, b| a == b) {
                    risks[class(&check.judge_member(same[0], codes).measure)] += same.len();
                }
            }
            risks
        };
        sum(pieces_of(self.len()).into_par_iter().map(count).collect())
    }
}

impl Candidates {
    /// Everybody among their candidates, those who could be everywhere left out.
    pub fn risks(&self, check: &dyn Check, values: Values<'_>) -> Risks {
        sum(self.visit(values, |risks: &mut Risks, seen| {
            for &row in seen.rows {
                let code = values.original[row as usize];
                if let (true, Some(union)) = (code != NO_CODE, seen.unions.first()) {
                    risks[class(&check.judge_counted(code, *union).measure)] += 1;
                }
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_just_allowed_is_not_beyond_it() {
        for twentieths in 1..=20 {
            let bound = Ratio::of(twentieths, 20);
            assert_eq!(class(&bound) + 1, classes_within(bound.approximate()), "{bound}");
        }
        assert_eq!((class(&Ratio::zero()), class(&Ratio::of(1, 3)), class(&Ratio::one())), (0, 6, 19));
        assert_eq!(classes_within(1.0 / 3.0), 7);
    }
}
