//! The fullest window, the largest m for an ε, and the bound on ε for an m.
//!
//! # Definition
//! `window(ε, T)` is the most tuples of `T` that a window holds, where a window is a run of values whose ends are near.
//! A grouping of `T` that keeps (ε, m)-anonymity exists exactly when `window(ε, T) · m ≤ |T|`. So the largest m is
//! `⌊|T| / window⌋`; and m fails from that ε on at which some window holds `c = ⌊|T| / m⌋ + 1` tuples: the least ε at which
//! the ends of the tightest run of `c` tuples are near. ε must stay below it.
//!
//! # Cost
//! One pass over the distinct values each, with two ends that only move up.

use aloof_principles::proximity::{Join, Pair};
use aloof_table::Ratio;

use super::Crowding;

impl Crowding<'_> {
    /// The most tuples in a window for this ε.
    pub fn window(&self, epsilon: &Ratio) -> u64 {
        self.window_of(&self.form.join(epsilon, self.scale))
    }

    /// The largest m for which a grouping exists; `None` without tuples: any.
    pub fn largest_m(&self, epsilon: &Ratio) -> Option<u64> {
        self.tuples().checked_div(self.window(epsilon))
    }

    /// Whether a grouping exists.
    pub fn is_feasible(&self, epsilon: &Ratio, m: u32) -> bool {
        self.largest_m(epsilon).is_none_or(|largest| largest >= u64::from(m))
    }

    /// What ε must stay below for this m: a grouping exists for every smaller ε and for no other. Zero: for none at all,
    /// because too many values are equal or tuples too few. `None`: for every ε.
    pub fn epsilon_below(&self, m: u64) -> Option<Ratio> {
        let crowd = self.tuples().checked_div(m)? + 1;
        self.tightest(crowd).map(|pair| self.form.least_epsilon(pair, self.scale))
    }

    pub(super) fn window_of(&self, join: &Join) -> u64 {
        let (mut end, mut held, mut most) = (0, 0, 0);
        for (start, &low) in self.values.iter().enumerate() {
            while end < self.values.len() && join.near(low, self.values[end]) {
                held += self.count(end);
                end += 1;
            }
            most = most.max(held);
            held -= self.count(start);
        }
        most
    }

    /// The ends of the tightest run of values that holds `crowd` tuples; `None` when there are not as many.
    pub(super) fn tightest(&self, crowd: u64) -> Option<Pair> {
        let (mut start, mut held) = (0, 0);
        let mut best: Option<Pair> = None;
        for (end, &high) in self.values.iter().enumerate() {
            held += self.count(end);
            while held - self.count(start) >= crowd {
                held -= self.count(start);
                start += 1;
            }
            let pair = (self.values[start], high);
            if held >= crowd && best.is_none_or(|best| self.form.is_tighter(pair, best)) {
                best = Some(pair);
            }
        }
        best
    }
}
