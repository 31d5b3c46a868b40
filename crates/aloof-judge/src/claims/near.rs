//! How many values of a randomized column are still near the true ones, and how many would be if the claim were true.
//!
//! # Definition
//! People who are alike in all other columns cannot be told apart, so inside such a *class* values before and after are
//! paired in the way that brings most of them near: `found` is the size of a largest matching between values and the
//! neighbourhoods they fall in. Whoever published the true values has all of them near.
//!
//! # Source
//! A largest matching loses at most one when a row goes, and no more rows than it has can cost it one: it is a
//! *self-bounding* function of independent draws, for which `P(Z ≥ s) ≤ exp(−(s ln(s/μ) − s + μ))` whenever `s ≥ μ ≥ E Z`
//! (Boucheron, Lugosi, Massart: A sharp concentration inequality with applications, 2000). For `μ` each row counts with
//! its probability of falling near anyone of its class. From below, Chernoff: `P(Z ≤ k) ≤ exp(−(λ − k)² / 2λ)` for
//! `k ≤ λ`, the expected number of people who are near their own value.
//!
//! # Cost
//! One sort of each class, then linear.

/// The probability with which an honest claim is refuted, at most, by each side of the test.
pub const DOUBT: f64 = 1e-9;

/// How a column was drawn anew: for a value, which values count as near it, and with which probability it comes to lie
/// there. Intervals must not run backwards: a larger value has no smaller ends.
pub trait Pairing {
    /// The first and the last value that are near `value`.
    fn near(&self, value: i128) -> (i128, i128);

    /// The probability that a person with `value` is published with one in these intervals, which ascend and are disjoint.
    fn lands(&self, value: i128, intervals: &[(i128, i128)]) -> f64;
}

/// What was found, and what may be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Near {
    /// Rows.
    pub rows: usize,
    /// The most of them that can be near their true value.
    pub found: usize,
    /// The mean of that under the claim is at most this.
    above: f64,
    /// The mean number of people near their own value under the claim.
    below: f64,
}

impl Near {
    /// Adds a class of people alike in all other columns: their values before and after, as many of each.
    pub fn add(&mut self, before: &mut [i128], after: &mut [i128], pairing: &impl Pairing) {
        before.sort_unstable();
        after.sort_unstable();
        self.rows += after.len();
        self.found += matched(before, after, pairing);
        let union = union(before, pairing);
        let anyone: f64 = before.iter().map(|&value| pairing.lands(value, &union)).sum();
        self.above += anyone.min(before.len() as f64);
        self.below += before.iter().map(|&value| pairing.lands(value, &[pairing.near(value)])).sum::<f64>();
    }

    /// More than these are too many to be chance.
    pub fn most(&self) -> usize {
        let (doubt, mean) = (-DOUBT.ln(), self.above.max(f64::MIN_POSITIVE));
        let unlikely = |count: usize| {
            let count = count as f64;
            count > mean && count * (count / mean).ln() - count + mean > doubt
        };
        (0..self.rows).find(|&count| unlikely(count + 1)).unwrap_or(self.rows)
    }

    /// Fewer than these are too few.
    pub fn least(&self) -> usize {
        let gap = (2.0 * self.below * -DOUBT.ln()).sqrt();
        (self.below - gap).max(0.0).ceil() as usize
    }

    /// Whether what was found may be chance.
    pub fn is_plausible(&self) -> bool {
        (self.least()..=self.most()).contains(&self.found)
    }

    /// Whether true values, published as they are, would be told from the claim.
    pub fn is_telling(&self) -> bool {
        self.most() < self.rows
    }
}

/// The size of a largest matching: intervals that do not run backwards are served in order.
fn matched(before: &[i128], after: &[i128], pairing: &impl Pairing) -> usize {
    let (mut next, mut count) = (0, 0);
    for &value in before {
        let (low, high) = pairing.near(value);
        while after.get(next).is_some_and(|&other| other < low) {
            next += 1;
        }
        if after.get(next).is_some_and(|&other| other <= high) {
            next += 1;
            count += 1;
        }
    }
    count
}

/// All that is near any of these, ascending and disjoint.
fn union(before: &[i128], pairing: &impl Pairing) -> Vec<(i128, i128)> {
    let mut all: Vec<(i128, i128)> = Vec::new();
    for &value in before {
        let (low, high) = pairing.near(value);
        match all.last_mut() {
            Some(last) if low <= last.1.saturating_add(1) => last.1 = last.1.max(high),
            _ => all.push((low, high)),
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Kept one time in four, else drawn from 0 to 99; near is within 2.
    struct Quarter;

    impl Pairing for Quarter {
        fn near(&self, value: i128) -> (i128, i128) {
            (value - 2, value + 2)
        }

        fn lands(&self, value: i128, intervals: &[(i128, i128)]) -> f64 {
            let length: i128 = intervals.iter().map(|&(low, high)| (high.min(99) - low.max(0) + 1).max(0)).sum();
            let own = intervals.iter().any(|&(low, high)| (low..=high).contains(&value));
            0.25 * f64::from(u8::from(own)) + 0.75 * length as f64 / 100.0
        }
    }

    /// Of all pairings, literally.
    fn literal(before: &[i128], after: &[i128]) -> usize {
        let Some((&first, rest)) = before.split_first() else { return 0 };
        let with = (0..after.len()).filter(|&at| (after[at] - first).abs() <= 2).map(|at| {
            let mut left = after.to_vec();
            left.remove(at);
            1 + literal(rest, &left)
        });
        with.max().unwrap_or(0).max(literal(rest, after))
    }

    proptest! {
        #[test]
        fn the_matching_is_a_largest_one(
            mut before in prop::collection::vec(0i128..30, 0..6),
            mut after in prop::collection::vec(0i128..30, 0..6),
        ) {
            before.sort_unstable();
            after.sort_unstable();
            prop_assert_eq!(matched(&before, &after, &Quarter), literal(&before, &after));
        }

        /// Honest draws stand; true values do not, nor do values moved a little, nor values that are never near.
        #[test]
        fn lies_are_told_from_chance(seed in any::<u64>(), class in 1usize..5) {
            let mut state = seed;
            let mut draw = move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                i128::from((state >> 33) % 100)
            };
            let mut found = [Near::default(); 4];
            for _ in 0..400 {
                let before: Vec<i128> = (0..class).map(|_| draw()).collect();
                let honest = before.iter().map(|&value| if draw() < 25 { value } else { draw() }).collect::<Vec<i128>>();
                let moved = before.iter().map(|value| (value + draw() % 3 - 1).clamp(0, 99)).collect::<Vec<i128>>();
                let far = before.iter().map(|value| if *value < 50 { value + 40 } else { value - 40 }).collect();
                for (found, mut after) in found.iter_mut().zip([honest, before.clone(), moved, far]) {
                    found.add(&mut before.clone(), &mut after, &Quarter);
                }
            }
            let stands = found.map(|one| one.is_plausible());
            prop_assert_eq!((stands[0], stands[1], stands[2]), (true, false, false), "{:?}", found);
            prop_assert!(found[0].is_telling());
            prop_assert!(class > 1 || !stands[3], "{:?}", found[3]);
        }
    }

    #[test]
    fn few_rows_tell_nothing() {
        let mut few = Near::default();
        (0..8).for_each(|at| few.add(&mut [at * 10], &mut [at * 10], &Quarter));
        assert!(few.is_plausible() && !few.is_telling(), "{few:?}");
    }
}
