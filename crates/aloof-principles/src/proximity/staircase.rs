//! The ε–m staircase of a table that is already grouped: for each m, how far ε may go.
//!
//! (ε, m)-anonymity with absolute neighbourhoods fails in a group of `n` tuples as soon as some tuple has
//! `c = ⌊n/m⌋ + 1` tuples (itself included) within ε. The smallest such ε is, over all runs of `c` neighbouring
//! values, the least distance from one of them to the farther end of the run.
//!
//! # Cost
//! `O(n)` per group and m: along the sorted values the best tuple of a run only moves up.

/// For each m, the least ε, in units of the column, at which some group fails; a list by m − 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staircase {
    fails_at: Vec<Option<u128>>,
}

impl Staircase {
    /// For m = 1 up to `largest`.
    pub fn new(largest: u32) -> Self {
        Self { fails_at: vec![None; largest as usize] }
    }

    /// Takes in a group: its values in ascending order.
    pub fn add(&mut self, values: &[i128]) {
        for (index, fails_at) in self.fails_at.iter_mut().enumerate() {
            if let Some(epsilon) = fails_from(values, index + 1) {
                *fails_at = Some(fails_at.map_or(epsilon, |before| before.min(epsilon)));
            }
        }
    }

    /// Takes in another's groups.
    pub fn merge(mut self, other: &Self) -> Self {
        for (mine, theirs) in self.fails_at.iter_mut().zip(&other.fails_at) {
            *mine = [*mine, *theirs].into_iter().flatten().min();
        }
        self
    }

    /// The least ε at which m fails in some group: it holds for every ε below, and not from there on. `None`: it holds
    /// for every ε.
    pub fn fails_at(&self, m: u32) -> Option<u128> {
        self.fails_at[m as usize - 1]
    }
}

/// The least ε at which (ε, m) fails in one group.
fn fails_from(values: &[i128], m: usize) -> Option<u128> {
    let crowd = values.len() / m + 1;
    if crowd > values.len() {
        return None;
    }
    let mut centre = 0;
    let reach = |run: &[i128], at: usize| run[at].abs_diff(run[0]).max(run[crowd - 1].abs_diff(run[at]));
    let runs = values.windows(crowd).enumerate();
    runs.map(|(start, run)| {
        centre = centre.max(start);
        while centre + 1 < start + crowd && reach(run, centre + 1 - start) <= reach(run, centre - start) {
            centre += 1;
        }
        reach(run, centre - start)
    })
    .min()
}
