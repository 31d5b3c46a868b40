//! Perturbation: every sensitive value is kept with probability p, else replaced by one drawn evenly from its domain.
//!
//! # Definition
//! For a tuple t, P is the share of tuples of the table in its neighbourhood I(t), and L the share of the domain in I(t).
//! Whoever sees the published value of t in I(t) believes with
//! `P · (p + (1 − p) · L) / (P · p + (1 − p) · L)` that the true one lies there. This is at most 1/m for every t up to
//! ```text
//! p = min over t of  L · (1 − m·P) / (m·P·(1 − L) − P + L)
//! ```
//! and for no p when `m · P > 1` for some t.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Section 3.2, Equation 3, with I(t) = [t − ε, t + ε] clipped to the domain. The domain is
//! a line of positions, in units of the column's last decimal, so L is a share of positions and all is exact.
//!
//! # Cost
//! Linear in the distinct values, two pointers; one draw or two per row.

use aloof_principles::Neighbourhood;
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

/// The largest p, rounded down to parts of [`WHOLE`], with which nobody is believed to be near their value with more than
/// 1/m; 0 when only drawing everything anew does, `None` when not even that. `values` ascend and lie in the domain; `counts` tells how many tuples have each.
pub fn retention(
    values: &[i128],
    counts: &[u32],
    neighbourhood: Neighbourhood,
    positions: Positions,
    m: u32,
) -> Option<u64> {
    let mut before = vec![0i128; values.len() + 1];
    for (at, &count) in counts.iter().enumerate() {
        before[at + 1] = before[at] + i128::from(count);
    }
    let (tuples, size, m) = (before[values.len()], positions.count(), i128::from(m));
    let best = |&value: &i128| {
        let (low, high) = neighbourhood.interval(value, positions.scale);
        let (low, high) = (low.max(positions.low), high.min(positions.high));
        let first = values.partition_point(|&other| other < low);
        let last = values.partition_point(|&other| other <= high);
        let (near, length) = (before[last] - before[first], high - low + 1);
        let above = length * (tuples - m * near);
        let below = m * near * (size - length) - near * size + length * tuples;
        match below {
            // Somebody's kind is too frequent, whatever is drawn.
            _ if above < 0 => None,
            // Everybody is of t's kind, and that is allowed: no p tells more than that.
            0 => Some(i128::from(WHOLE)),
            _ => Some((above * i128::from(WHOLE)).div_euclid(below)),
        }
    };
    let least = values.iter().map(best).collect::<Option<Vec<i128>>>()?.into_iter().min()?;
    Some(least.clamp(0, i128::from(WHOLE)) as u64)
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

    /// Evenly spread from 0 to 1.
    fn uniform(m: u32) -> Option<u64> {
        let values: Vec<i128> = (0..100_000).collect();
        let positions = Positions { low: 0, high: 99_999, scale: 5 };
        let near = Neighbourhood::absolute("0.1".parse().unwrap()).unwrap();
        retention(&values, &vec![1; values.len()], near, positions, m)
    }

    #[test]
    fn evenly_spread_values_keep_one_in_sixteen() {
        let p = uniform(4).unwrap() as f64 / WHOLE as f64;
        assert!((p - 0.0625).abs() < 1e-4, "{p}");
        assert_eq!(uniform(5), None);
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
