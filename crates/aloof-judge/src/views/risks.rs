//! How many people run which risk: measures from 0 to 1 in twenty classes, for pictures. Nothing is decided on them.
//!
//! # Cost
//! As the views themselves, with one look per member of a group where members differ.

use aloof_principles::Check;
use aloof_table::{NO_CODE, Ratio};
use rayon::prelude::*;

use super::candidates::{Candidates, Values};
use super::groups::{Grouped, pieces_of};

/// How many classes there are; the last one holds 1 itself.
pub const CLASSES: usize = 20;

/// People in each class.
pub type Risks = [usize; CLASSES];

fn class(measure: &Ratio) -> usize {
    ((measure.approximate() * CLASSES as f64) as usize).min(CLASSES - 1)
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
