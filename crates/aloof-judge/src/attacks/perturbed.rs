//! The worst belief that a perturbed column allows: [`crate::verify::perturb`] for all that can be seen at once.
//!
//! # Idea
//! Seeing y moves belief towards y alone, so the belief in an interval is largest where y is one of its own values, and of the
//! intervals that hold y in the fullest. Of n tuples c have y, and w lie in that interval; values are drawn from N positions:
//! `(p·c·N + (1 − p)·w) / (p·c·N + (1 − p)·n)`.
//!
//! # Cost
//! `O(D log D)` for D distinct values, and one exact fraction for each.

use std::cmp::Reverse;

use aloof_principles::{Neighbourhood, Unfit};
use aloof_table::Ratio;
use num_bigint::BigInt;

/// A perturbed column: distinct original values in ascending order, in units of `10^(−scale)`, and how many tuples have each; from
/// how many positions values are drawn, and the probability with which they are kept.
pub struct Perturbed<'a> {
    /// In units.
    pub values: &'a [i128],
    /// Tuples with each value.
    pub counts: &'a [u32],
    /// Positions; the values are some of them.
    pub positions: u64,
    /// Digits behind the point.
    pub scale: u8,
    /// The probability that a value is kept.
    pub kept: &'a Ratio,
}

impl Perturbed<'_> {
    /// The largest belief about anyone, and about how many tuples it is above 1/m, where their value is published as it is. With
    /// `any_centre` guesses are centred anywhere, else on values that occur.
    pub fn worst(&self, near: Neighbourhood, any_centre: bool, m: u32) -> Result<(Ratio, usize), Unfit> {
        let tuples: u64 = self.counts.iter().map(|&count| u64::from(count)).sum();
        let p = self.kept.to_big();
        let drawn = p.denom() - p.numer();
        let (mut worst, mut beyond) = (Ratio::zero(), 0);
        for (&count, held) in self.counts.iter().zip(self.fullest(near, any_centre)?) {
            let shown = p.numer() * BigInt::from(count) * BigInt::from(self.positions);
            let belief = Ratio::big(&shown + &drawn * BigInt::from(held), &shown + &drawn * BigInt::from(tuples));
            beyond += if belief > Ratio::of(1, u64::from(m)) { count as usize } else { 0 };
            worst = worst.max(belief);
        }
        Ok((worst, beyond))
    }

    /// For each value the most tuples in an interval that holds it: the fullest intervals come first, and each value takes the
    /// first that holds it.
    fn fullest(&self, near: Neighbourhood, any_centre: bool) -> Result<Vec<u64>, Unfit> {
        let intervals: Vec<(usize, usize)> = if any_centre {
            let windows = near.windows(self.values, self.scale)?;
            windows.iter().enumerate().map(|(at, &(_, last))| (at, last as usize)).collect()
        } else {
            let reaches = near.reaches(self.values, self.scale)?;
            reaches.iter().map(|&(first, last)| (first as usize, last as usize)).collect()
        };
        let mut before = vec![0u64];
        self.counts.iter().for_each(|&count| before.push(before[before.len() - 1] + u64::from(count)));
        let held = |&(first, last): &(usize, usize)| before[last + 1] - before[first];
        let mut order = intervals;
        order.sort_unstable_by_key(|interval| (Reverse(held(interval)), *interval));
        let mut found = vec![0; self.values.len()];
        // The next value from each on that has none yet.
        let mut open: Vec<usize> = (0..=self.values.len()).collect();
        for interval in &order {
            let mut at = next(&mut open, interval.0);
            while at <= interval.1 {
                found[at] = held(interval);
                open[at] = at + 1;
                at = next(&mut open, at);
            }
        }
        Ok(found)
    }
}

/// Follows `open` from `at` to a place that is its own, and shortens the way.
fn next(open: &mut [usize], at: usize) -> usize {
    let mut end = at;
    while open[end] != end {
        end = open[end];
    }
    let mut at = at;
    while open[at] != end {
        at = std::mem::replace(&mut open[at], end);
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::perturb::Shown;
    use aloof_table::Decimal;
    use num_rational::BigRational;
    use proptest::prelude::*;

    fn number(value: i128) -> BigRational {
        BigRational::from_integer(BigInt::from(value))
    }

    proptest! {
        /// Every value that can be seen, every interval.
        #[test]
        fn agrees_with_the_definition(
            counts in prop::collection::btree_map(1i128..30, 1u32..4, 1..8),
            epsilon in 0i128..12,
            relative in any::<bool>(),
            any_centre in any::<bool>(),
            p in 0u64..=100,
            m in 1u32..6,
        ) {
            let near = if relative { Neighbourhood::relative(Decimal::new(epsilon, 1).min("0.9".parse().unwrap())) } else { Neighbourhood::absolute(Decimal::from(epsilon as i64)) };
            let near = near.unwrap();
            let values: Vec<i128> = counts.keys().copied().collect();
            let many: Vec<u32> = counts.values().copied().collect();
            let kept = Ratio::of(p, 100);
            let column = Perturbed { values: &values, counts: &many, positions: 40, scale: 0, kept: &kept };
            let (worst, beyond) = column.worst(near, any_centre, m).unwrap();
            let all: Vec<BigRational> = counts.iter().flat_map(|(&value, &count)| vec![number(value); count as usize]).collect();
            let positions: Vec<BigRational> = (1..=40).map(number).collect();
            let shown = Shown { all: &all, positions: &positions, p: &kept.to_big() };
            prop_assert_eq!(worst.to_big(), shown.worst(near, any_centre));
            prop_assert_eq!(beyond > 0, worst > Ratio::of(1, u64::from(m)));
        }
    }

    /// Two thousand people, a hundred of whom have one value: seen, it is theirs by far more than one in four.
    #[test]
    fn a_frequent_value_is_believed() {
        let (values, counts) = ((0..20).map(|at| at * 50).collect::<Vec<i128>>(), vec![100u32; 20]);
        let kept = Ratio::of(1, 10);
        let column = Perturbed { values: &values, counts: &counts, positions: 1001, scale: 0, kept: &kept };
        let near = Neighbourhood::absolute("20".parse().unwrap()).unwrap();
        let (worst, beyond) = column.worst(near, true, 4).unwrap();
        assert_eq!((worst.to_string().as_str(), beyond), ("1010/1181", 2000));
    }
}
