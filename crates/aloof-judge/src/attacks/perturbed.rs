//! The worst belief that a perturbed column allows: [`crate::verify::perturb`] for all tuples at once.
//!
//! # Cost
//! Linear in the distinct values after one sort, with one exact fraction for each.

use aloof_principles::Neighbourhood;
use aloof_table::Ratio;
use num_bigint::BigInt;

/// A perturbed column: distinct original values in ascending order and how many tuples have each, the positions that values
/// are drawn from (`low..=high` in units of `10^(−scale)`), and the probability with which they are kept.
pub struct Perturbed<'a> {
    /// In units.
    pub values: &'a [i128],
    /// Tuples with each value.
    pub counts: &'a [u32],
    /// The first and the last position.
    pub positions: (i128, i128),
    /// Digits behind the point.
    pub scale: u8,
    /// The probability that a value is kept.
    pub kept: &'a Ratio,
}

impl Perturbed<'_> {
    /// The largest belief about anyone, and about how many tuples it is above 1/m.
    pub fn worst(&self, neighbourhood: Neighbourhood, m: u32) -> (Ratio, usize) {
        let mut ends = vec![0u64];
        ends.extend(self.counts.iter().scan(0, |sum, &count| {
            *sum += u64::from(count);
            Some(*sum)
        }));
        let tuples = BigInt::from(*ends.last().unwrap_or(&0));
        let (low, high) = self.positions;
        let size = BigInt::from(high - low + 1);
        let p = self.kept.to_big();
        let (p, whole) = (p.numer().clone(), p.denom().clone());
        let (mut worst, mut beyond) = (Ratio::zero(), 0);
        for (at, &value) in self.values.iter().enumerate() {
            let (from, to) = neighbourhood.interval(value, self.scale);
            let first = self.values.partition_point(|&other| other < from);
            let last = self.values.partition_point(|&other| other <= to);
            let near = BigInt::from(ends[last] - ends[first]);
            let length = BigInt::from(to.min(high) - from.max(low) + 1);
            // All shares times the whole, the tuples and the positions.
            let drawn = (&whole - &p) * &length;
            let above = &near * (&p * &size + &drawn);
            let below = &near * &p * &size + drawn * &tuples;
            let belief = Ratio::big(above, below);
            beyond += if belief > Ratio::of(1, u64::from(m)) { self.counts[at] as usize } else { 0 };
            worst = worst.max(belief);
        }
        (worst, beyond)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify::perturb::belief;
    use aloof_table::Decimal;
    use num_rational::BigRational;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_the_definition(
            counts in prop::collection::btree_map(1i128..30, 1u32..4, 1..8),
            epsilon in 0i128..12,
            relative in any::<bool>(),
            p in 1u64..100,
            m in 2u32..6,
        ) {
            let near = if relative { Neighbourhood::relative(Decimal::new(epsilon, 1).min("0.9".parse().unwrap())) } else { Neighbourhood::absolute(Decimal::from(epsilon as i64)) };
            let near = near.unwrap();
            let values: Vec<i128> = counts.keys().copied().collect();
            let many: Vec<u32> = counts.values().copied().collect();
            let kept = Ratio::of(p, 100);
            let found = Perturbed { values: &values, counts: &many, positions: (1, 40), scale: 0, kept: &kept }.worst(near, m);
            let number = |value: i128| BigRational::from_integer(BigInt::from(value));
            let all: Vec<BigRational> = counts.iter().flat_map(|(&value, &count)| vec![number(value); count as usize]).collect();
            let positions: Vec<BigRational> = (1..=40).map(number).collect();
            let beliefs: Vec<BigRational> = all.iter().map(|x| belief(near, x, &all, &positions, &kept.to_big())).collect();
            prop_assert_eq!(found.0.to_big(), beliefs.iter().max().unwrap().clone());
            let bound = BigRational::new(BigInt::from(1), BigInt::from(m));
            prop_assert_eq!(found.1, beliefs.iter().filter(|belief| **belief > bound).count());
        }
    }
}
