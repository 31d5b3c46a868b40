//! How many people run which risk: measures from 0 to 1 in twenty classes, for pictures, and how many of them are beyond what is
//! allowed. That is decided exactly, and not by the classes.
//!
//! # Cost
//! As the views themselves, with one look per member of a group where members differ.

use aloof_principles::{Check, Finding};
use aloof_table::{NO_CODE, Ratio};
use rayon::prelude::*;

use super::candidates::{Candidates, Values};
use super::groups::{Grouped, pieces_of};

/// How many classes there are. Each holds its upper end, the first holds 0, too.
pub const CLASSES: usize = 20;

/// People by the risk they run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Risks {
    /// People in each class.
    pub classes: [usize; CLASSES],
    /// People whose own measure is beyond the bound.
    pub beyond: usize,
}

impl Risks {
    fn add(&mut self, finding: &Finding, people: usize) {
        self.classes[class(&finding.measure)] += people;
        self.beyond += if finding.holds { 0 } else { people };
    }

    fn sum(pieces: Vec<Self>) -> Self {
        pieces.into_iter().fold(Self::default(), |mut all, piece| {
            all.classes.iter_mut().zip(piece.classes).for_each(|(all, one)| *all += one);
            all.beyond += piece.beyond;
            all
        })
    }
}

fn class(measure: &Ratio) -> usize {
    // Fractions such as 7/20 may come out a little above in binary.
    let up_to = (measure.approximate() * CLASSES as f64 - 1e-9).ceil().max(0.0) as usize;
    up_to.clamp(1, CLASSES) - 1
}

impl Grouped {
    /// Everybody among their group.
    pub fn risks(&self, check: &dyn Check) -> Risks {
        let count = |piece: std::ops::Range<usize>| {
            let mut risks = Risks::default();
            for group in piece {
                let codes = self.group(group);
                for same in codes.chunk_by(|a, b| a == b) {
                    risks.add(&check.judge_member(same[0], codes), same.len());
                }
            }
            risks
        };
        Risks::sum(pieces_of(self.len()).into_par_iter().map(count).collect())
    }
}

impl Candidates {
    /// Everybody among their candidates, those who could be everywhere left out.
    pub fn risks(&self, check: &dyn Check, values: Values<'_>) -> Risks {
        Risks::sum(self.visit(values, |risks: &mut Risks, seen| {
            for &row in seen.rows {
                let code = values.original[row as usize];
                if let (true, Some(union)) = (code != NO_CODE, seen.unions.first()) {
                    risks.add(&check.judge_counted(code, *union), 1);
                }
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_holds_its_upper_end() {
        for twentieths in 1..=20 {
            assert_eq!(class(&Ratio::of(twentieths, 20)) + 1, twentieths as usize);
        }
        assert_eq!((class(&Ratio::zero()), class(&Ratio::of(1, 3)), class(&Ratio::one())), (0, 6, 19));
    }

    /// 1/3 and 34/100 share a class of the picture; only the second is beyond 1/3.
    #[test]
    fn who_is_just_at_the_bound_is_not_beyond_it_and_who_is_a_little_above_is() {
        let mut risks = Risks::default();
        let finding = |measure: Ratio| Finding { holds: measure <= Ratio::of(1, 3), measure, violating: 0 };
        risks.add(&finding(Ratio::of(1, 3)), 5);
        risks.add(&finding(Ratio::of(34, 100)), 2);
        assert_eq!((risks.classes[6], risks.beyond), (7, 2));
    }
}
