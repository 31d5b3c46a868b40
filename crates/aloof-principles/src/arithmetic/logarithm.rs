//! The natural logarithm of a whole number, enclosed between two integers.
//!
//! `ln x = e · ln 2 + 2 artanh z` with `2^e ≤ x < 2^(e+1)` and `z = (x − 2^e) / (x + 2^e) ≤ 1/3`; `ln 2 = 2 artanh 1/3`.
//! The series `artanh z = z + z³/3 + z⁵/5 + …` is summed twice in fixed point: once with every step rounded down and
//! the tail dropped, once with every step rounded up and a bound on the tail added. No rounding is estimated.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Zero};

/// Integers `low ≤ ln(x) · 2^bits ≤ high`, for `x ≥ 1`.
pub(crate) fn enclose_ln(x: &BigUint, bits: u64) -> (BigInt, BigInt) {
    let exponent = x.bits() - 1;
    let power = BigUint::one() << exponent;
    let (two_low, two_high) = enclose_twice_artanh(&BigUint::one(), &BigUint::from(3u32), bits);
    let (rest_low, rest_high) = enclose_twice_artanh(&(x - &power), &(x + &power), bits);
    (BigInt::from(two_low * exponent + rest_low), BigInt::from(two_high * exponent + rest_high))
}

/// Bounds on `2 artanh(numerator / denominator) · 2^bits`, for a quotient of at most 1/3.
fn enclose_twice_artanh(numerator: &BigUint, denominator: &BigUint, bits: u64) -> (BigUint, BigUint) {
    let scaled = numerator << bits;
    let low = sum_down(scaled.div_floor(denominator), bits);
    let high = sum_up(scaled.div_ceil(denominator), bits);
    (low << 1u32, high << 1u32)
}

fn sum_down(z: BigUint, bits: u64) -> BigUint {
    let square = (&z * &z) >> bits;
    let (mut power, mut sum) = (z, BigUint::zero());
    let mut odd = 1u32;
    while !power.is_zero() {
        sum += &power / odd;
        power = (power * &square) >> bits;
        odd += 2;
    }
    sum
}

fn sum_up(z: BigUint, bits: u64) -> BigUint {
    let one = BigUint::one() << bits;
    let square = (&z * &z).div_ceil(&one);
    let (mut power, mut sum) = (z, BigUint::zero());
    let mut odd = 1u32;
    loop {
        sum += power.div_ceil(&BigUint::from(odd));
        if power <= BigUint::one() {
            // Each further power is at most a fifth of the one before, so all of them together stay below the last.
            return sum + power;
        }
        power = (power * &square).div_ceil(&one);
        odd += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;
    use proptest::prelude::*;

    #[test]
    fn ln_of_two_and_ten_to_thirty_digits() {
        let scale = BigInt::from(10).pow(30);
        for (x, digits) in [(2u32, "693147180559945309417232121458"), (10, "2302585092994045684017991454684")] {
            let (low, high) = enclose_ln(&BigUint::from(x), 160);
            assert_eq!(((&low * &scale) >> 160u32).to_string(), digits);
            assert_eq!(((&high * &scale) >> 160u32).to_string(), digits);
            assert!(&high - &low < BigInt::from(1000));
        }
        assert_eq!(enclose_ln(&BigUint::one(), 64), (BigInt::zero(), BigInt::zero()));
    }

    proptest! {
        /// The system's logarithm lies within the error that filters allow it.
        #[test]
        fn floats_are_within_their_bound(x in 2u64..) {
            let (low, high) = enclose_ln(&BigUint::from(x), 120);
            let float = (x as f64).ln();
            let unit = 2f64.powi(-120);
            let slack = float * super::super::FLOAT_ERROR + super::super::FLOAT_ERROR;
            prop_assert!(low.to_f64().unwrap() * unit <= float + slack);
            prop_assert!(high.to_f64().unwrap() * unit >= float - slack);
        }

        #[test]
        fn more_bits_lie_inside_fewer(x in 1u64..) {
            let (low, high) = enclose_ln(&BigUint::from(x), 40);
            let (fine_low, fine_high) = enclose_ln(&BigUint::from(x), 90);
            prop_assert!((low << 50u32) <= fine_low && fine_low <= fine_high && fine_high <= (high << 50u32));
        }
    }
}
