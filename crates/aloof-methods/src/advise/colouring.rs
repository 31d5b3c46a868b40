//! How far δ can go for (ε, δ)^k-dissimilarity: what is guaranteed, and what is certainly too much.
//!
//! # Definition
//! Let n rows have at most Θ similar others each, and let c rows be all similar to each other.
//!
//! - *Guaranteed*: with m = ⌊n/k⌋ classes and t = ⌊(1 − δ)(k − 1)⌋, exchanges end in groups when 2Θ ≤ m(t + 1). So the
//!   largest δ guaranteed is 1 − T/(k − 1), where T = ⌈2Θ/m⌉ − 1 is the least t that will do.
//! - *Too much*: in a group of s at most (1 − δ)(s − 1) + 1 of the c rows can stand; over the at most j = min(c, ⌊n/k⌋) groups
//!   that hold any, c ≤ (1 − δ)n + δj. So δ is at most (n − c)/(n − j). Pairs are the smallest groups, also for k = 1.
//!
//! Between the two it is worth trying: the first bound is far from tight.
//!
//! # Source
//! Wang and Liu, *`XColor`: protecting general proximity privacy*, ICDE 2010, Lemma 2, with t rounded down: their
//! Inequality 4 leaves that out and promises too much (k = 10, δ = 0.85).
//!
//! # Cost
//! That of counting similar rows ([`stars`](crate::xcolor::stars)) and of growing a few crowds.

use aloof_principles::Similar;
use aloof_table::Ratio;

use crate::xcolor::{crowd, largest_degree};

/// How rows of a table are similar to each other, in two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colouring {
    /// Rows.
    pub rows: u64,
    /// Θ: the most others similar to a row.
    pub theta: u64,
    /// Rows that are all similar to each other; there may be more.
    pub crowd: u64,
}

impl Colouring {
    /// Of rows that hold each code as often as `totals` say.
    pub fn new(similar: &dyn Similar, totals: &[u32]) -> Self {
        let rows = totals.iter().map(|&total| u64::from(total)).sum();
        Self { rows, theta: largest_degree(similar, totals), crowd: crowd(similar, totals) }
    }

    /// The largest δ for which groups of at least `k` are guaranteed; `None`: for none.
    pub fn guaranteed_delta(&self, k: u32) -> Option<Ratio> {
        // A group of one has risk 1, so for k = 1 pairs are looked at; alone, everyone keeps δ = 0.
        let k = u64::from(k.max(2));
        let classes = self.rows / k;
        if classes == 0 {
            return None;
        }
        let least = (2 * self.theta).div_ceil(classes).saturating_sub(1);
        let others = k - 1;
        match least {
            0 => Some(Ratio::one()),
            _ if least > others => None,
            _ => Some(Ratio::of(others - least, others)),
        }
    }

    /// Beyond this δ there are no groups of at least `k`.
    pub fn most_delta(&self, k: u32) -> Ratio {
        // As above: alone, nobody keeps a δ above 0.
        let groups = self.crowd.min(self.rows / u64::from(k.max(2)));
        let (others, room) = (self.rows - self.crowd, self.rows - groups);
        if room == 0 { Ratio::one() } else { Ratio::of(others.min(room), room) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_has_its_floor() {
        // k = 10, δ = 0.85: t = 1, so Θ ≤ m; without the floor Θ up to 1.175 m would pass.
        let at = |theta: u64| Colouring { rows: 1000, theta, crowd: 1 };
        assert!(at(100).guaranteed_delta(10).unwrap() >= Ratio::of(85, 100));
        assert!(at(101).guaranteed_delta(10).unwrap() < Ratio::of(85, 100));
        assert_eq!(at(100).guaranteed_delta(10), Some(Ratio::of(8, 9)));
        assert_eq!(at(10).guaranteed_delta(10), Some(Ratio::one()));
        assert_eq!(at(999).guaranteed_delta(10), None);
        assert_eq!(at(3).guaranteed_delta(1001), None);
    }

    #[test]
    fn a_crowd_bounds_delta() {
        let table = Colouring { rows: 100, theta: 39, crowd: 40 };
        assert_eq!(table.most_delta(10), Ratio::of(60, 90));
        assert_eq!(Colouring { rows: 100, theta: 0, crowd: 1 }.most_delta(10), Ratio::one());
        assert_eq!(Colouring { rows: 5, theta: 4, crowd: 5 }.most_delta(5), Ratio::zero());
        assert_eq!(Colouring { rows: 11, theta: 10, crowd: 11 }.most_delta(1), Ratio::zero());
    }
}
