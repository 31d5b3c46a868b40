//! Perplexity, `exp(H)`: how many equally frequent values would leave someone as uncertain as these counts do.
//!
//! For counts `c` of sum `n` it is `n / g` with `g = (Π c^c)^(1/n)`, so every question about it is one about the sign of
//! a sum of logarithms of whole numbers. A floating-point filter with an error bound answers nearly all of them; what it
//! leaves open is decided exactly by [`LogSum`].

use std::cmp::Ordering;

use aloof_table::Ratio;
use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::ToPrimitive;

use crate::arithmetic::{FLOAT_ERROR, LogSum};

/// The places behind the point to which an irrational perplexity is given.
const BILLION: u64 = 1_000_000_000;

/// The counts of a group's values, as a distribution: in ascending order, divided by what they have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Perplexity {
    /// Each distinct count with how many values have it.
    counts: Vec<(u32, u32)>,
    total: u64,
}

impl Perplexity {
    /// Of counts in any order, each positive.
    pub(crate) fn of(mut counts: Vec<u32>) -> Self {
        counts.sort_unstable();
        let divisor = counts.iter().fold(0, |divisor: u32, count| divisor.gcd(count)).max(1);
        let total = counts.iter().map(|&count| u64::from(count / divisor)).sum();
        let counts = counts.chunk_by(|a, b| a == b).map(|run| (run[0] / divisor, run.len() as u32)).collect();
        Self { counts, total }
    }

    /// Whether it is at least `p / q`.
    pub(crate) fn at_least(&self, p: &BigUint, q: &BigUint) -> bool {
        self.compare_to(p, q) != Ordering::Less
    }

    /// Against `p / q`: the sign of `n ln n + n ln q − n ln p − Σ c ln c`.
    fn compare_to(&self, p: &BigUint, q: &BigUint) -> Ordering {
        let n = self.total;
        let level = to_float(p).ln() - to_float(q).ln();
        let room = self.entropy() - level;
        // Both quotients and their logarithms may be large while their difference is small.
        let error = self.entropy_error() + (to_float(p).ln().abs() + to_float(q).ln().abs() + 1.0) * 4.0 * FLOAT_ERROR;
        if room > error {
            return Ordering::Greater;
        }
        if room < -error {
            return Ordering::Less;
        }
        self.add_to(LogSum::new(0), &BigInt::from(1)).plus(n, q.clone()).plus(-BigInt::from(n), p.clone()).sign()
    }

    /// Against another distribution's.
    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        if self == other {
            return Ordering::Equal;
        }
        let difference = self.entropy() - other.entropy();
        let error = self.entropy_error() + other.entropy_error();
        if difference > error {
            return Ordering::Greater;
        }
        if difference < -error {
            return Ordering::Less;
        }
        let sum = self.add_to(LogSum::new(0), &BigInt::from(other.total));
        other.add_to(sum, &-BigInt::from(self.total)).sign()
    }

    /// Adds `factor · n · H = factor · (n ln n − Σ c ln c)`.
    fn add_to(&self, sum: LogSum, factor: &BigInt) -> LogSum {
        let sum = sum.plus(factor * self.total, self.total);
        self.counts
            .iter()
            .fold(sum, |sum, &(count, values)| sum.plus(-(factor * (u64::from(count) * u64::from(values))), count))
    }

    /// The entropy H in natural units, to within [`Perplexity::entropy_error`].
    pub(crate) fn entropy(&self) -> f64 {
        let n = self.total as f64;
        let weighted = |&(count, values): &(u32, u32)| f64::from(values) * f64::from(count) * f64::from(count).ln();
        n.ln() - self.counts.iter().map(weighted).sum::<f64>() / n
    }

    /// A number that the entropy does not exceed.
    pub(crate) fn entropy_at_most(&self) -> f64 {
        self.entropy() + self.entropy_error()
    }

    /// All terms are positive and add up to at most `ln n`, so their errors do not add up to more than this.
    fn entropy_error(&self) -> f64 {
        (self.counts.len() as f64 + 8.0) * ((self.total as f64).ln() + 1.0) * FLOAT_ERROR
    }

    /// The perplexity when it is a rational number, which then is `n / g` with a whole `g`.
    fn rational(&self) -> Option<(u64, u64)> {
        if let [(count, values)] = self.counts[..] {
            debug_assert_eq!(count, 1, "equal counts have themselves in common");
            return Some((u64::from(values), 1));
        }
        let g = self.total as f64 * (-self.entropy()).exp();
        let error = g * 2.0 * (self.entropy_error() + FLOAT_ERROR) + FLOAT_ERROR;
        if (g - g.round()).abs() > error {
            return None;
        }
        let total = BigUint::from(self.total);
        let g = smallest(g.round() as u64, |g| self.at_least(&total, &BigUint::from(g)));
        let exact = self.compare_to(&total, &BigUint::from(g)) == Ordering::Equal;
        exact.then_some((self.total, g))
    }

    /// `exp(−H)`: exact when rational, else rounded up to nine places.
    pub(crate) fn inverse_rounded_up(&self) -> Ratio {
        if let Some((n, g)) = self.rational() {
            return Ratio::of(g, n);
        }
        let billion = BigUint::from(BILLION);
        let guess = ((-self.entropy()).exp() * BILLION as f64).ceil() as u64;
        let parts = smallest(guess, |parts| self.at_least(&billion, &BigUint::from(parts)));
        Ratio::of(parts, BILLION)
    }

    /// `exp(H)`: exact when rational, else rounded down to nine places.
    pub(crate) fn rounded_down(&self) -> Ratio {
        if let Some((n, g)) = self.rational() {
            return Ratio::of(n, g);
        }
        let billion = BigUint::from(BILLION);
        let guess = (self.entropy().exp() * BILLION as f64).floor() as u64;
        let above = smallest(guess + 1, |parts| !self.at_least(&BigUint::from(parts), &billion));
        Ratio::of(above - 1, BILLION)
    }
}

fn to_float(number: &BigUint) -> f64 {
    number.to_f64().unwrap_or(f64::INFINITY)
}

/// The smallest positive number that passes, when all above it pass too; `guess` is near it.
fn smallest(guess: u64, passes: impl Fn(u64) -> bool) -> u64 {
    let guess = guess.max(1);
    // `fails` does not pass (zero stands for no number), `found` does; they close in on each other.
    let (mut fails, mut found) = (guess - 1, guess);
    let mut step = 1;
    while !passes(found) {
        (fails, found) = (found, found.saturating_add(step));
        step *= 2;
    }
    step = 1;
    while fails > 0 && passes(fails) {
        (fails, found) = (fails.saturating_sub(step), fails);
        step *= 2;
    }
    while found - fails > 1 {
        let middle = fails + (found - fails) / 2;
        if passes(middle) {
            found = middle;
        } else {
            fails = middle;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn finds_the_smallest_from_anywhere() {
        for target in [1u64, 2, 7, 100, 12345] {
            for guess in [0, 1, 6, 7, 8, 99, 12000, 99999] {
                assert_eq!(smallest(guess, |x| x >= target), target, "from {guess}");
            }
        }
    }

    #[test]
    fn rational_perplexities_are_exact() {
        assert_eq!(Perplexity::of(vec![1, 1, 1]).inverse_rounded_up(), Ratio::of(1, 3));
        assert_eq!(Perplexity::of(vec![7; 12]).rounded_down(), Ratio::whole(12));
        // 4^4 = 2^8, so g = 2 of 8: as uncertain as four equal values, though there are five.
        assert_eq!(Perplexity::of(vec![4, 1, 1, 1, 1]).rounded_down(), Ratio::whole(4));
        assert_eq!(Perplexity::of(vec![4, 1, 1, 1, 1]).compare(&Perplexity::of(vec![5; 4])), Ordering::Equal);
        // exp(H) of {a, a, b} is 3 / 4^(1/3) = 1.88988157484…
        assert_eq!(Perplexity::of(vec![2, 1]).rounded_down(), Ratio::of(1_889_881_574, BILLION));
        assert_eq!(Perplexity::of(vec![2, 1]).inverse_rounded_up(), Ratio::of(529_133_684, BILLION));
    }

    #[test]
    fn large_groups_tie_exactly() {
        let halves = Perplexity::of(vec![2_000_000_011, 2_000_000_011]);
        assert!(halves.at_least(&BigUint::from(2u32), &BigUint::from(1u32)));
        let nearly = Perplexity::of(vec![2_000_000_011, 2_000_000_010]);
        assert!(!nearly.at_least(&BigUint::from(2u32), &BigUint::from(1u32)));
        assert_eq!(nearly.compare(&halves), Ordering::Less);
    }

    /// `(n^n / Π c^c)^other`, the definition of the order by powers.
    fn power(counts: &[u32], other: u32) -> num_rational::BigRational {
        let n: u32 = counts.iter().sum();
        let product: BigUint = counts.iter().map(|&count| BigUint::from(count).pow(count)).product();
        let quotient = num_rational::BigRational::new(BigUint::from(n).pow(n).into(), product.into());
        num_traits::pow(quotient, other as usize)
    }

    proptest! {
        #[test]
        fn order_is_exact(a in prop::collection::vec(1u32..6, 1..6), b in prop::collection::vec(1u32..6, 1..6)) {
            let literal = power(&a, b.iter().sum()).cmp(&power(&b, a.iter().sum()));
            prop_assert_eq!(Perplexity::of(a).compare(&Perplexity::of(b)), literal);
        }

        #[test]
        fn floor_and_ceiling_are_near(counts in prop::collection::vec(1u32..50, 1..12)) {
            let perplexity = Perplexity::of(counts);
            let h = perplexity.entropy();
            prop_assert!((perplexity.rounded_down().approximate() - h.exp()).abs() < 1.1e-9);
            prop_assert!((perplexity.inverse_rounded_up().approximate() - (-h).exp()).abs() < 1.1e-9);
        }
    }
}
