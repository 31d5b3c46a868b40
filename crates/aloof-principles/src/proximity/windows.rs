//! Windows: the most tuples of a group that one interval holds, whatever its centre.
//!
//! # Measure
//! The most tuples in an interval, over the size of the group; it may be at most one in so many. A tuple violates when it
//! lies in an interval that holds too many.
//!
//! # Cost
//! A group `O(|G|)` after sorting, by a window whose ends only move up.

use aloof_table::Ratio;

use crate::finding::among;
use crate::{Check, Finding};

/// Counts the tuples in closed intervals. Those that start at a value of the group suffice: any other can be moved up until
/// it does without losing a tuple.
pub(super) struct Windows {
    /// For each code the first and the last code that can lie in one interval with it.
    reaches: Vec<(u32, u32)>,
    /// One in how many may lie in an interval.
    one_in: u32,
    /// For sentences: `can name one figure and`, and where the value then lies.
    named: String,
    lies: String,
}

impl Windows {
    /// Both ends of `reaches` never fall from code to code.
    pub fn new(reaches: Vec<(u32, u32)>, one_in: u32, named: String, lies: String) -> Self {
        Self { reaches, one_in, named, lies }
    }

    fn allows(&self, held: usize, size: usize) -> bool {
        held as u64 * u64::from(self.one_in) <= size as u64
    }

    /// For each distinct value of `group`: the place of the first tuple in the interval that starts there, and the place
    /// behind the last.
    fn windows<'g>(&'g self, group: &'g [u32]) -> impl Iterator<Item = (usize, usize)> + 'g {
        let mut past = 0;
        let starts = (0..group.len()).filter(|&at| at == 0 || group[at - 1] != group[at]);
        starts.map(move |start| {
            let (_, last) = self.reaches[group[start] as usize];
            while past < group.len() && group[past] <= last {
                past += 1;
            }
            (start, past)
        })
    }
}

impl Check for Windows {
    fn judge(&self, group: &[u32]) -> Finding {
        let (mut worst, mut violating) = (0, 0);
        // Intervals overlap: the tuples before this place are counted already.
        let mut counted = 0;
        for (start, past) in self.windows(group) {
            worst = worst.max(past - start);
            if !self.allows(past - start, group.len()) {
                violating += past - start.max(counted);
                counted = past;
            }
        }
        Finding {
            measure: Ratio::of(worst as u64, group.len() as u64),
            holds: self.allows(worst, group.len()),
            violating,
        }
    }

    fn holds(&self, group: &[u32]) -> bool {
        self.windows(group).all(|(start, past)| self.allows(past - start, group.len()))
    }

    fn judge_member(&self, code: u32, group: &[u32]) -> Finding {
        // The intervals that hold the member start at the first value that shares one with it at the earliest, and not above it.
        let (first, _) = self.reaches[code as usize];
        let near = &group[group.partition_point(|&other| other < first)..];
        let holding = self.windows(near).take_while(|&(start, _)| near[start] <= code);
        let worst = holding.map(|(start, past)| past - start).max().unwrap_or(0);
        let holds = self.allows(worst, group.len());
        Finding { measure: Ratio::of(worst as u64, group.len() as u64), holds, violating: usize::from(!holds) }
    }

    fn by_member(&self) -> bool {
        true
    }

    fn conclusion(&self, group: &[u32]) -> String {
        format!(
            "Whoever knows a person to be {} {} say with {} confidence that the value lies {}.",
            among(group.len()),
            self.named,
            self.judge(group).measure.percent(),
            self.lies
        )
    }
}
