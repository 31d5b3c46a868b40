//! A fraction that is compared often and shown once.
//!
//! Products of counts fit 128 bits nearly always, and so do the cross products of a comparison; what does not falls
//! back to big integers, so the order is exact whatever the numbers.

use std::cmp::Ordering;

use aloof_table::Ratio;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;

/// `numerator / denominator`, not negative, not reduced.
#[derive(Clone, Debug)]
pub(crate) enum Fraction {
    /// In 128 bits; the denominator is positive.
    Small(u128, u128),
    /// Anything else.
    Big(BigRational),
}

impl Fraction {
    /// Of big integers, the denominator positive.
    pub(crate) fn of_big(numerator: BigInt, denominator: BigInt) -> Self {
        Self::Big(BigRational::new(numerator, denominator))
    }

    /// The same number, which is not negative, to be compared with.
    pub(crate) fn of_ratio(ratio: &Ratio) -> Self {
        let big = ratio.to_big();
        match (big.numer().to_u128(), big.denom().to_u128()) {
            (Some(numerator), Some(denominator)) => Self::Small(numerator, denominator),
            _ => Self::Big(big),
        }
    }

    /// The same number, for further arithmetic.
    pub(crate) fn to_big(&self) -> BigRational {
        match self {
            Self::Small(numerator, denominator) => {
                BigRational::new(BigInt::from(*numerator), BigInt::from(*denominator))
            }
            Self::Big(big) => big.clone(),
        }
    }

    /// The same number, for showing.
    pub(crate) fn to_ratio(&self) -> Ratio {
        Ratio::from(self.to_big())
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        if let (Self::Small(a, b), Self::Small(c, d)) = (self, other)
            && let (Some(left), Some(right)) = (a.checked_mul(*d), c.checked_mul(*b))
        {
            return left.cmp(&right);
        }
        self.to_big().cmp(&other.to_big())
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn order_is_exact(a in any::<u128>(), b in 1u128.., c in any::<u128>(), d in 1u128..) {
            let literal = (BigInt::from(a) * d).cmp(&(BigInt::from(c) * b));
            prop_assert_eq!(Fraction::Small(a, b).cmp(&Fraction::Small(c, d)), literal);
        }
    }
}
