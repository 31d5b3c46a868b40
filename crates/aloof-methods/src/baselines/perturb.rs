//! Perturbation: every sensitive value is kept with probability p, else replaced by one drawn evenly from its domain.
//!
//! # Definition
//! Of n tuples c have the value y, and the domain has N positions. Whoever sees y published of somebody, and knows how often
//! each value occurs, believes with
//! ```text
//! (p·c·[y in I] + (1 − p)·w/N) / (p·c + (1 − p)·n/N)
//! ```
//! that the true value lies in an interval I that holds w tuples. For y outside of I, and for y that nobody has, that is at
//! most w/n; it is largest for the fullest I that holds y. So it is at most 1/m for every y and every I up to
//! ```text
//! p = min over y of  (n − m·w(y)) / (n − m·w(y) + c·(m − 1)·N),   w(y) = the most tuples in an interval that holds y
//! ```
//! and for no p when some interval holds more than n/m tuples.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Section 3.2. Their Equation 3 takes all values seen in I(t) together: it bounds the belief of
//! someone who learns no more than that the published value lies in I(t). Whoever sees the value itself, which is published,
//! knows more where values are heaped. For values spread evenly over the whole domain the two are the same.
//!
//! # Cost
//! Linear in the distinct values; one draw or two per row.

use std::collections::VecDeque;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::Rng;

/// Probabilities are counted in these.
pub const WHOLE: u64 = 1_000_000_000;

/// The positions a value may be replaced by: `low..=high`, in units of `10^(−scale)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Positions {
    /// The first.
    pub low: i128,
    /// The last.
    pub high: i128,
    /// Digits behind the point.
    pub scale: u8,
}

impl Positions {
    /// How many.
    pub fn count(&self) -> i128 {
        self.high - self.low + 1
    }
}

/// The largest p, rounded down to parts of [`WHOLE`], with which nobody's value is believed to lie in one of `intervals` with
/// more than 1/m; 0 when only drawing everything anew does, `None` when not even that. `counts` tells how many tuples have each
/// of the distinct values in their order, `intervals` the first and the last of them that lie in each; both ends ascend. The
/// values are some of `positions` positions.
pub fn retention(counts: &[u32], intervals: &[(u32, u32)], positions: i128, m: u32) -> Option<u64> {
    let tuples: i128 = counts.iter().map(|&count| i128::from(count)).sum();
    let m = i128::from(m);
    let best = |(&count, held): (&u32, i128)| {
        let above = tuples - m * held;
        let below = above + i128::from(count) * (m - 1) * positions;
        match below {
            // Some interval is too full, whatever is drawn.
            _ if above < 0 => None,
            // Everything is allowed.
            0 => Some(i128::from(WHOLE)),
            _ => Some((above * i128::from(WHOLE)).div_euclid(below)),
        }
    };
    let least = counts.iter().zip(fullest(counts, intervals)).map(best).collect::<Option<Vec<i128>>>()?;
    Some(least.into_iter().min()?.clamp(0, i128::from(WHOLE)) as u64)
}

/// For each value the most tuples in an interval that holds it.
fn fullest(counts: &[u32], intervals: &[(u32, u32)]) -> Vec<i128> {
    let mut before = vec![0i128; counts.len() + 1];
    for (at, &count) in counts.iter().enumerate() {
        before[at + 1] = before[at] + i128::from(count);
    }
    let held = |&(first, last): &(u32, u32)| before[last as usize + 1] - before[first as usize];
    // Intervals that hold a value stand in a row; of those still in reach, fuller ones that come later put the others out.
    let (mut next, mut reach) = (0, VecDeque::new());
    let one = |value: u32| {
        while let Some(interval) = intervals.get(next).filter(|interval| interval.0 <= value) {
            while reach.back().is_some_and(|last| held(last) <= held(interval)) {
                reach.pop_back();
            }
            reach.push_back(*interval);
            next += 1;
        }
        while reach.front().is_some_and(|front| front.1 < value) {
            reach.pop_front();
        }
        reach.front().map_or(0, held)
    };
    (0..counts.len() as u32).map(one).collect()
}

/// Keeps each value with probability `p` of [`WHOLE`], else draws another.
pub fn perturb(values: &mut [i128], p: u64, positions: Positions, chance: &mut ChaCha20Rng) {
    let size = u64::try_from(positions.count()).expect("a domain that was found to be countable");
    for value in values {
        if below(WHOLE, chance) >= p {
            *value = positions.low + i128::from(below(size, chance));
        }
    }
}

/// A number below `end`, each as likely as any other.
pub(super) fn below(end: u64, chance: &mut ChaCha20Rng) -> u64 {
    // Numbers of the last, incomplete round are drawn again.
    let most = u64::MAX - u64::MAX % end;
    loop {
        let drawn = chance.next_u64();
        if drawn < most {
            return drawn % end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::SeedableRng;

    /// Evenly spread from 0 to 1, every position as often.
    fn uniform(m: u32) -> Option<u64> {
        let intervals: Vec<(u32, u32)> = (0..=80_000).map(|first| (first, first + 19_999)).collect();
        retention(&vec![1; 100_000], &intervals, 100_000, m)
    }

    #[test]
    fn evenly_spread_values_keep_one_in_sixteen() {
        assert_eq!(uniform(4), Some(WHOLE / 16));
        assert_eq!((uniform(5), uniform(6)), (Some(0), None));
        assert_eq!(uniform(1), Some(WHOLE));
    }

    /// Half of the people have one value of a thousand: whoever sees it published knows that it is hardly ever drawn.
    #[test]
    fn what_is_frequent_is_seen_to_be_kept() {
        let counts = [1, 100, 1];
        let kept = |m: u32| retention(&counts, &[(0, 0), (1, 1), (2, 2)], 1000, m);
        // n = 102, w = 100: more than half.
        assert_eq!(kept(2), None);
        let counts = [100, 100, 100, 100];
        // (400 − 2·100) / (200 + 100·1·1000)
        assert_eq!(retention(&counts, &[(0, 0), (1, 1), (2, 2), (3, 3)], 1000, 2), Some(200 * WHOLE / 100_200));
    }

    #[test]
    fn the_fullest_interval_that_holds_a_value() {
        let counts = [5, 1, 1, 1, 9, 1];
        assert_eq!(fullest(&counts, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]), [6, 6, 2, 10, 10, 10]);
        assert_eq!(fullest(&counts, &[(0, 2), (0, 3), (3, 5)]), [8, 8, 8, 11, 11, 11]);
    }

    #[test]
    fn as_many_are_kept_as_should_be() {
        let positions = Positions { low: 0, high: 999_999, scale: 0 };
        let mut values = vec![-1i128; 20_000];
        perturb(&mut values, WHOLE / 4, positions, &mut ChaCha20Rng::from_seed([7; 32]));
        let kept = values.iter().filter(|&&value| value == -1).count();
        assert!((4_700..5_300).contains(&kept), "{kept}");
        assert!(values.iter().all(|&value| value == -1 || (0..=999_999).contains(&value)));
    }
}
