//! Sines in fixed point, with a bound on their error: the same bits on every machine, and no float.
//!
//! A number stands as an integer count of 2⁻⁹⁶. The sine is its Taylor series to the 61st power; for |x| ≤ π what is cut
//! off is below π⁶³/63! < 10⁻⁵⁵, and each of the 30 terms adds less than 3 units of rounding (the largest factor between
//! terms is π²/6, the next π²/20). With the rounding of x itself everything stays below [`ERROR`] units.

use num_bigint::BigInt;
use num_rational::BigRational;

/// Binary places of a fixed-point number.
pub(super) const BITS: u32 = 96;

/// No sine is further than this many units of 2⁻⁹⁶ from the true one.
pub(super) const ERROR: u32 = 128;

/// π from below; the error is less than 10⁻⁵⁰.
pub(super) fn pi() -> BigRational {
    let digits: BigInt = "314159265358979323846264338327950288419716939937510".parse().expect("digits");
    BigRational::new(digits, BigInt::from(10).pow(50))
}

/// The sine of an angle in degrees.
pub(super) fn sine_of_degrees(degrees: &BigRational) -> BigInt {
    let turn = BigRational::from(BigInt::from(360));
    let reduced = degrees - (degrees / &turn).round() * &turn;
    sine(&(reduced * pi() / BigRational::from(BigInt::from(180))))
}

/// The sine of an angle in radians, at most π either way.
pub(super) fn sine(radians: &BigRational) -> BigInt {
    let x = (radians * BigRational::from(BigInt::from(1) << BITS)).floor().to_integer();
    let square = (&x * &x) >> BITS;
    let (mut term, mut sum) = (x.clone(), x);
    for power in (3u32..=61).step_by(2) {
        term = -((term * &square) >> BITS) / (power * (power - 1));
        sum += &term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_traits::ToPrimitive;
    use proptest::prelude::*;

    fn value(fixed: &BigInt) -> f64 {
        BigRational::new(fixed.clone(), BigInt::from(1) << BITS).to_f64().unwrap()
    }

    fn degrees(hundredths: i64) -> BigRational {
        BigRational::new(BigInt::from(hundredths), BigInt::from(100))
    }

    #[test]
    fn known_sines_are_within_the_error() {
        let one = BigInt::from(1) << BITS;
        let error = BigInt::from(ERROR);
        for (angle, expected) in
            [(0, BigInt::from(0)), (30, &one >> 1), (90, one.clone()), (180, BigInt::from(0)), (270, -&one)]
        {
            let found = sine_of_degrees(&BigRational::from(BigInt::from(angle)));
            assert!((&found - &expected).magnitude() <= error.magnitude(), "{angle}");
        }
        // sin² 45° = 1/2, which no rational sine meets exactly.
        let root = sine_of_degrees(&degrees(4500));
        let excess: BigInt = ((&root * &root) >> BITS) - (&one >> 1);
        assert!(excess.magnitude() <= (BigInt::from(2) * error).magnitude());
    }

    proptest! {
        #[test]
        fn agrees_with_floats(hundredths in -36000i64..36000) {
            let expected = (hundredths as f64 / 100.0).to_radians().sin();
            prop_assert!((value(&sine_of_degrees(&degrees(hundredths))) - expected).abs() < 1e-14);
        }

        /// sin² + cos² = 1 to nearly all of the 96 places, which floats could not tell.
        #[test]
        fn squares_add_up(hundredths in -36000i64..36000) {
            let angle = degrees(hundredths);
            let (s, c) = (sine_of_degrees(&angle), sine_of_degrees(&(degrees(9000) - angle)));
            let off: BigInt = ((&s * &s + &c * &c) >> BITS) - (BigInt::from(1) << BITS);
            prop_assert!(*off.magnitude() <= BigInt::from(4 * ERROR).magnitude().clone());
        }
    }
}
