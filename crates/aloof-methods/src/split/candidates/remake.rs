//! Larger changes to the groups of a pool than one exchange: two groups made anew.
//!
//! # Cost
//! `O(n · g)` per axis to find the pairs that promise something, then as [`super::pair`], all pairs of a pool together at most
//! `4 · n²` steps.

use super::super::state::State;
use crate::exchange::{Sheet, WORTH};

/// For every two rows of a pool, so many ways to make two groups anew are looked at in a pass. That is more than tables of few
/// columns need.
const STEPS: usize = 4;

/// In more columns than this nearly every pair of groups promises something and little comes of it; so fewer ways are looked
/// at, in all less for more columns.
const FEW_COLUMNS: usize = 8;

/// How many ways are looked at in a pass over so many rows.
fn steps(rows: usize, columns: usize) -> usize {
    let columns = columns.max(FEW_COLUMNS);
    STEPS * rows * rows * FEW_COLUMNS * FEW_COLUMNS / (columns * columns)
}

impl State<'_> {
    /// Makes two groups anew wherever that promises to lose less.
    pub fn remake_pairs(&mut self) -> bool {
        let mut changed = false;
        self.pairing.steps = steps(self.pool.len(), self.pool.columns.len());
        let mut others: Vec<u32> = Vec::new();
        let mut most: Vec<f32> = (0..self.pool.groups).map(|group| self.most_freed(group)).collect();
        for one in 0..self.pool.groups {
            crate::stop::check();
            self.promising(one, &most, &mut others);
            for &two in &others {
                if self.pairing.steps == 0 {
                    return changed;
                }
                if self.remake(one, two as usize) {
                    changed = true;
                    most[one] = self.most_freed(one);
                    most[two as usize] = self.most_freed(two as usize);
                }
            }
        }
        changed
    }

    /// Rows times loss that `row` costs its group.
    fn freed(&self, row: usize) -> f32 {
        self.boxes.freed(row)
    }

    fn most_freed(&self, group: usize) -> f32 {
        self.members[group].iter().map(|&at| self.freed(at as usize)).fold(0.0, f32::max)
    }

    /// The groups that could take a row of `group` for less than it frees, given back the best they have.
    fn promising(&mut self, group: usize, most: &[f32], others: &mut Vec<u32>) {
        others.clear();
        for member in 0..self.members[group].len() {
            let row = self.members[group][member] as usize;
            let freed = self.freed(row);
            let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
            let losses: Vec<f32> = self.boxes.joined(sheet, row).to_vec();
            for (two, loss) in losses.into_iter().enumerate() {
                let grown = (loss - self.boxes.loss(two)) * self.members[two].len() as f32;
                if two != group && grown <= freed + most[two] - WORTH {
                    others.push(two as u32);
                }
            }
        }
        others.sort_unstable();
        others.dedup();
    }

    fn remake(&mut self, one: usize, two: usize) -> bool {
        let members = [self.members[one].as_slice(), self.members[two].as_slice()];
        let total = self.boxes.weight(one) + self.boxes.weight(two);
        if total <= WORTH {
            return false;
        }
        let Some([first, second]) = self.pairing.remake(self.search, self.pool, members, total, WORTH) else {
            return false;
        };
        let made = vec![(one, first), (two, second)];
        self.may_become(&made) && self.become_so(made)
    }
}
