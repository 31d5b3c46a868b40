//! The whole trade-off between ε and m: as ε grows, the largest m goes down in steps.
//!
//! # Cost
//! Two passes over the distinct values per step. Of `n` tuples there are at most 2√n steps; those above a given m are
//! thinned out to one per halving of m, so that the number of passes does not grow with the table.

use aloof_table::Ratio;

use super::Crowding;

/// From this ε on, until the next step, the largest m is this.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where it begins.
    pub epsilon: Ratio,
    /// The largest m here.
    pub max_m: u64,
}

impl Crowding<'_> {
    /// Steps by growing ε, the first at ε = 0, the last with m = 1. Each is exact at its own ε. No step with an m of
    /// `complete_to` or less is left out; of higher ones some are.
    pub fn staircase(&self, complete_to: u64) -> Vec<Step> {
        let zero = Ratio::zero();
        let Some(top) = self.largest_m(&zero) else { return Vec::new() };
        let mut steps = vec![Step { epsilon: zero, max_m: top }];
        let mut m = top;
        while m > 1 {
            // The ε at which this m fails; every higher m fails there too.
            let failing = if m <= complete_to { m } else { (m / 2).max(complete_to + 1) };
            let Some(pair) = self.tightest(self.tuples() / failing + 1) else { break };
            m = self.tuples() / self.window_of(&self.form.join_at(pair));
            steps.push(Step { epsilon: self.form.least_epsilon(pair, self.scale), max_m: m });
        }
        steps
    }
}
