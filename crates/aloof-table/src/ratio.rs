//! An exact fraction, in lowest terms when shown.
//!
//! Risks and bounds are fractions: `3/4` is not `0.75`. Most are counts over counts and fit 64 bits; the rare ones that
//! do not (earth mover's distances over wide columns) fall back to big integers, so no comparison ever overflows.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Sub};

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::decimal::power_of_ten;

/// `numerator / denominator`, the denominator positive.
#[derive(Clone, Debug)]
pub struct Ratio(Form);

#[derive(Clone, Debug)]
enum Form {
    Small(i64, i64),
    Big(Box<BigRational>),
}

impl Ratio {
    /// `numerator / denominator` of counts. A denominator of zero is a bug of the caller.
    pub fn of(numerator: u64, denominator: u64) -> Self {
        match (i64::try_from(numerator), i64::try_from(denominator)) {
            (Ok(n), Ok(d)) if d > 0 => Self(Form::Small(n, d)),
            _ => Self::big(BigInt::from(numerator), BigInt::from(denominator)),
        }
    }

    /// `numerator / denominator` of big integers. A denominator of zero is a bug of the caller.
    pub fn big(numerator: BigInt, denominator: BigInt) -> Self {
        Self::from(BigRational::new(numerator, denominator))
    }

    /// A whole number.
    pub fn whole(value: u64) -> Self {
        Self::of(value, 1)
    }

    /// More than any count over any other: what a measure is that divides by nothing.
    pub fn infinite() -> Self {
        Self::whole(u64::MAX)
    }

    /// Zero.
    pub fn zero() -> Self {
        Self::whole(0)
    }

    /// One.
    pub fn one() -> Self {
        Self::whole(1)
    }

    pub(crate) fn from_scaled(mantissa: i128, scale: u8) -> Self {
        let power = power_of_ten(scale).expect("a decimal's scale is at most 37");
        Self::big(BigInt::from(mantissa), BigInt::from(power))
    }

    /// The same value with big integers, for arithmetic beyond comparison.
    pub fn to_big(&self) -> BigRational {
        match &self.0 {
            Form::Small(n, d) => BigRational::new(BigInt::from(*n), BigInt::from(*d)),
            Form::Big(big) => (**big).clone(),
        }
    }

    /// For plots and sentences only: nothing is decided on it.
    pub fn approximate(&self) -> f64 {
        match &self.0 {
            Form::Small(n, d) => *n as f64 / *d as f64,
            Form::Big(big) => big.to_f64().unwrap_or(f64::NAN),
        }
    }

    /// `1 / self`; the value must not be zero.
    pub fn inverse(&self) -> Self {
        Self::from(self.to_big().recip())
    }
}

impl From<BigRational> for Ratio {
    fn from(value: BigRational) -> Self {
        match (value.numer().to_i64(), value.denom().to_i64()) {
            (Some(n), Some(d)) => Self(Form::Small(n, d)),
            _ => Self(Form::Big(Box::new(value))),
        }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Form::Small(a, b), Form::Small(c, d)) => {
                (i128::from(*a) * i128::from(*d)).cmp(&(i128::from(*c) * i128::from(*b)))
            }
            _ => self.to_big().cmp(&other.to_big()),
        }
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ratio {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Ratio {}

impl Add for &Ratio {
    type Output = Ratio;
    fn add(self, other: &Ratio) -> Ratio {
        Ratio::from(self.to_big() + other.to_big())
    }
}

impl Sub for &Ratio {
    type Output = Ratio;
    fn sub(self, other: &Ratio) -> Ratio {
        Ratio::from(self.to_big() - other.to_big())
    }
}

impl Mul for &Ratio {
    type Output = Ratio;
    fn mul(self, other: &Ratio) -> Ratio {
        Ratio::from(self.to_big() * other.to_big())
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Form::Small(n, d) => {
                let divisor = n.gcd(d).max(1);
                let (n, d) = (n / divisor, d / divisor);
                if d == 1 { write!(f, "{n}") } else { write!(f, "{n}/{d}") }
            }
            // Counts are of 32 bits, so nothing that is counted comes near.
            Form::Big(big) if big.denom().is_one() && *big.numer() == BigInt::from(u64::MAX) => f.write_str("infinite"),
            Form::Big(big) if big.denom().is_one() => write!(f, "{}", big.numer()),
            Form::Big(big) => write!(f, "{}/{}", big.numer(), big.denom()),
        }
    }
}

impl Ratio {
    /// The largest decimal with `digits` places that is not above the value.
    pub fn floor_decimal(&self, digits: u8) -> String {
        let power = BigRational::from(BigInt::from(10).pow(u32::from(digits)));
        show_scaled(&(self.to_big() * power).floor().to_integer(), digits)
    }

    /// The smallest decimal with `digits` places that is not below the value.
    pub fn ceil_decimal(&self, digits: u8) -> String {
        let power = BigRational::from(BigInt::from(10).pow(u32::from(digits)));
        show_scaled(&(self.to_big() * power).ceil().to_integer(), digits)
    }

    /// A share in words that are never false: `62.5%` where that says it exactly, `1/3` where the parts are small, else the
    /// nearest tenth of a percent, as `about 33.4%`.
    pub fn percent(&self) -> String {
        let hundred = self.to_big() * BigRational::from(BigInt::from(100));
        let hundredths = &hundred * BigRational::from(BigInt::from(100));
        if hundredths.is_integer() {
            let text = show_scaled(&hundredths.to_integer(), 2);
            return format!("{}%", text.trim_end_matches('0').trim_end_matches('.'));
        }
        if *self.to_big().denom() <= BigInt::from(LARGEST_PART) {
            return self.to_string();
        }
        about(&hundred)
    }
}

/// Up to here a share is told by its parts: who reads `5/13` sees how many of how many.
const LARGEST_PART: u32 = 20;

/// The nearest tenth of a percent. What is not nothing is not shown as nothing, nor what is not all as all.
fn about(percents: &BigRational) -> String {
    let tenths = (percents * BigRational::from(BigInt::from(10))).round().to_integer();
    if tenths.is_zero() {
        return "less than 0.1%".to_owned();
    }
    if tenths == BigInt::from(1000) && *percents < BigRational::from(BigInt::from(100)) {
        return "more than 99.9%".to_owned();
    }
    let text = show_scaled(&tenths, 1);
    format!("about {}%", text.strip_suffix(".0").unwrap_or(&text))
}

fn show_scaled(value: &BigInt, digits: u8) -> String {
    let width = usize::from(digits) + 1;
    let text = format!("{:0>width$}", value.abs().to_string());
    let (whole, behind) = text.split_at(text.len() - usize::from(digits));
    let sign = if value.is_negative() && !value.is_zero() { "-" } else { "" };
    if digits == 0 { format!("{sign}{whole}") } else { format!("{sign}{whole}.{behind}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shows_lowest_terms() {
        assert_eq!(Ratio::of(6, 8).to_string(), "3/4");
        assert_eq!(Ratio::of(8, 8).to_string(), "1");
        assert_eq!(Ratio::of(0, 5).to_string(), "0");
        assert_eq!(Ratio::of(u64::MAX, 3).to_string(), "6148914691236517205");
    }

    #[test]
    fn rounds_to_the_side_asked_for() {
        let third = Ratio::of(1, 3);
        assert_eq!(third.floor_decimal(3), "0.333");
        assert_eq!(third.ceil_decimal(3), "0.334");
    }

    #[test]
    fn a_share_in_words_is_never_false() {
        let said = |n, d| Ratio::of(n, d).percent();
        assert_eq!([said(3, 4), said(5, 8), said(13, 40), said(1, 400)], ["75%", "62.5%", "32.5%", "0.25%"]);
        assert_eq!([said(0, 5), said(1, 1), said(2, 20), said(30, 30)], ["0%", "100%", "10%", "100%"]);
        assert_eq!([said(1, 3), said(2, 6), said(5, 13), said(7, 3)], ["1/3", "1/3", "5/13", "7/3"]);
        assert_eq!(
            [said(10, 30), said(167, 500), said(100, 301), said(99, 297)],
            ["1/3", "33.4%", "about 33.2%", "1/3"]
        );
        assert_eq!(
            [said(1, 3001), said(3000, 3001), said(21, 23)],
            ["less than 0.1%", "more than 99.9%", "about 91.3%"]
        );
    }

    proptest! {
        /// Whatever is said exactly is exact, and what is said roughly is within half of what is shown.
        #[test]
        fn shares_are_told_as_they_are(n in 0u64..2000, d in 1u64..2000) {
            let share = Ratio::of(n, d + n);
            let said = share.percent();
            let exact = 100.0 * n as f64 / (d + n) as f64;
            let number = |text: &str| text.trim_end_matches('%').parse::<f64>().unwrap();
            match said.rsplit_once(' ') {
                Some(("about", shown)) => prop_assert!((number(shown) - exact).abs() < 0.0501, "{said} for {exact}"),
                Some(("less than", _)) => prop_assert!(exact > 0.0 && exact < 0.1),
                Some((_, _)) => prop_assert!(exact > 99.9 && exact < 100.0),
                None if said.ends_with('%') => prop_assert!((number(&said) - exact).abs() < 1e-9, "{said} for {exact}"),
                None => prop_assert_eq!(said, share.to_string()),
            }
        }

        #[test]
        fn order_is_exact(a in any::<u64>(), b in 1u64.., c in any::<u64>(), d in 1u64..) {
            let literal = (BigInt::from(a) * d).cmp(&(BigInt::from(c) * b));
            prop_assert_eq!(Ratio::of(a, b).cmp(&Ratio::of(c, d)), literal);
        }
    }
}
