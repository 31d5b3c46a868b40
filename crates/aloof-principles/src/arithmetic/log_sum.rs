//! The exact sign of `constant + Σ coefficient · ln(base)` with integers throughout.
//!
//! Without a constant the sum vanishes exactly when the product of the powers `base^coefficient` is 1, which is decided
//! by writing all bases over pairwise coprime numbers and adding up exponents. With a constant other than zero it never
//! vanishes: no rational power of e but 1 is rational (Lindemann). A sum that does not vanish shows its sign once it is
//! computed with enough digits. So the answer is never a guess, however close the call.

use std::cmp::Ordering;

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};

use super::logarithm::enclose_ln;

/// `constant + Σ coefficient · ln(base)`.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogSum {
    constant: BigInt,
    terms: Vec<(BigInt, BigUint)>,
}

impl LogSum {
    /// The sum that is only `constant`.
    pub(crate) fn new(constant: impl Into<BigInt>) -> Self {
        Self { constant: constant.into(), terms: Vec::new() }
    }

    /// With `coefficient · ln(base)` added; `base` is at least 1.
    pub(crate) fn plus(mut self, coefficient: impl Into<BigInt>, base: impl Into<BigUint>) -> Self {
        self.terms.push((coefficient.into(), base.into()));
        self
    }

    /// Whether it lies below, at or above zero.
    pub(crate) fn sign(&self) -> Ordering {
        if self.constant.is_zero() && self.cancels() {
            return Ordering::Equal;
        }
        let mut bits = 96;
        loop {
            let (low, high) = self.enclose(bits);
            if low.sign() == Sign::Plus {
                return Ordering::Greater;
            }
            if high.sign() == Sign::Minus {
                return Ordering::Less;
            }
            bits *= 2;
        }
    }

    /// Bounds on the sum, times `2^bits`.
    fn enclose(&self, bits: u64) -> (BigInt, BigInt) {
        let constant = &self.constant << bits;
        let (mut low, mut high) = (constant.clone(), constant);
        for (coefficient, base) in &self.terms {
            let (ln_low, ln_high) = enclose_ln(base, bits);
            let swapped = coefficient.sign() == Sign::Minus;
            let (down, up) = if swapped { (ln_high, ln_low) } else { (ln_low, ln_high) };
            low += coefficient * down;
            high += coefficient * up;
        }
        (low, high)
    }

    /// Whether the logarithms add up to nothing.
    fn cancels(&self) -> bool {
        let factors = coprime_factors(self.terms.iter().map(|(_, base)| base));
        factors.iter().all(|factor| {
            let exponents = self.terms.iter().map(|(coefficient, base)| coefficient * exponent(base, factor));
            exponents.sum::<BigInt>().is_zero()
        })
    }
}

/// How often `factor` divides `number`.
fn exponent(number: &BigUint, factor: &BigUint) -> u64 {
    let (mut number, mut count) = (number.clone(), 0);
    loop {
        let (quotient, remainder) = number.div_rem(factor);
        if !remainder.is_zero() {
            return count;
        }
        number = quotient;
        count += 1;
    }
}

/// Pairwise coprime numbers above 1 of which every one of `numbers` is a product of powers.
fn coprime_factors<'a>(numbers: impl Iterator<Item = &'a BigUint>) -> Vec<BigUint> {
    let mut factors: Vec<BigUint> = Vec::new();
    let mut open: Vec<BigUint> = numbers.cloned().collect();
    open.sort_unstable();
    open.dedup();
    while let Some(number) = open.pop() {
        if number.is_one() {
            continue;
        }
        match factors.iter().position(|factor| !factor.gcd(&number).is_one()) {
            None => factors.push(number),
            Some(at) => {
                let factor = factors.swap_remove(at);
                let common = factor.gcd(&number);
                open.extend([factor / &common, number / &common, common]);
            }
        }
    }
    factors
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn sign(constant: i64, terms: &[(i64, u64)]) -> Ordering {
        terms.iter().fold(LogSum::new(constant), |sum, &(c, b)| sum.plus(c, b)).sign()
    }

    #[test]
    fn ties_and_close_calls() {
        assert_eq!(sign(0, &[]), Ordering::Equal);
        assert_eq!(sign(0, &[(3, 4), (-2, 8)]), Ordering::Equal);
        assert_eq!(sign(0, &[(1, 6), (1, 10), (-1, 15), (-2, 2)]), Ordering::Equal);
        // ln(10^40 + 1) − ln(10^40) is 10^−40.
        let close = BigUint::from(10u32).pow(40);
        let sum = LogSum::new(0).plus(1, &close + 1u32).plus(-1, close);
        assert_eq!(sum.sign(), Ordering::Greater);
        // e^(355/113) is 23.14.
        assert_eq!(sign(-355, &[(113, 23)]), Ordering::Less);
        assert_eq!(sign(-355, &[(113, 24)]), Ordering::Greater);
        assert_eq!(sign(5, &[(2, 3), (-2, 3)]), Ordering::Greater);
    }

    proptest! {
        /// The definition: compare the products of powers.
        #[test]
        fn agrees_with_powers(terms in prop::collection::vec((-6i64..7, 1u64..40), 0..5)) {
            let product = |up: bool| -> BigUint {
                let side = terms.iter().filter(|(c, _)| (*c > 0) == up);
                side.map(|(c, b)| BigUint::from(*b).pow(c.unsigned_abs() as u32)).product()
            };
            prop_assert_eq!(sign(0, &terms), product(true).cmp(&product(false)));
        }

        #[test]
        fn factors_are_coprime_and_suffice(numbers in prop::collection::vec(1u64..5000, 0..6)) {
            let numbers: Vec<BigUint> = numbers.into_iter().map(BigUint::from).collect();
            let factors = coprime_factors(numbers.iter());
            for (i, a) in factors.iter().enumerate() {
                prop_assert!(factors[..i].iter().all(|b| a.gcd(b).is_one()));
            }
            for number in &numbers {
                let product: BigUint = factors.iter().map(|f| f.pow(exponent(number, f) as u32)).product();
                prop_assert_eq!(&product, number);
            }
        }
    }
}
