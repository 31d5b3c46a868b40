//! An exact decimal: an integer and a power of ten.
//!
//! `0.8 − 0.7 ≤ 0.1` is false in binary floating point and true here. Everything a person types as a number, in a
//! table or a policy, becomes a `Decimal` and stays exact.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use crate::Ratio;

/// The most digits behind the point. Enough for every shortest form of a 64-bit float that a table about people holds;
/// a smaller number is refused rather than rounded.
pub const MAX_SCALE: u8 = 37;

/// `mantissa · 10^(−scale)`, held without trailing zeros behind the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Decimal {
    mantissa: i128,
    scale: u8,
}

/// Why a text is not a decimal this program can hold exactly. Never carries the text itself: it may be sensitive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// The text is no number.
    #[error("not a number")]
    NotANumber,
    /// NaN or an infinity.
    #[error("NaN and infinities are not values")]
    NotFinite,
    /// More digits than 128 bits hold, or more than [`MAX_SCALE`] behind the point.
    #[error("more digits than can be held exactly (38 in all, {MAX_SCALE} behind the point)")]
    TooLong,
}

impl Decimal {
    /// Zero.
    pub const ZERO: Self = Self { mantissa: 0, scale: 0 };
    /// One.
    pub const ONE: Self = Self { mantissa: 1, scale: 0 };

    /// `mantissa · 10^(−scale)`, reduced. `scale` is at most [`MAX_SCALE`].
    pub fn new(mantissa: i128, scale: u8) -> Self {
        debug_assert!(scale <= MAX_SCALE);
        let (mut mantissa, mut scale) = (mantissa, scale);
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        Self { mantissa, scale }
    }

    /// The integer part of the representation.
    pub fn mantissa(self) -> i128 {
        self.mantissa
    }

    /// Digits behind the point.
    pub fn scale(self) -> u8 {
        self.scale
    }

    /// The integer `self · 10^scale`, when that is an integer and fits.
    pub fn at_scale(self, scale: u8) -> Option<i128> {
        let up = scale.checked_sub(self.scale)?;
        self.mantissa.checked_mul(power_of_ten(up)?)
    }

    /// Less than zero.
    pub fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    /// The same number as a fraction.
    pub fn to_ratio(self) -> Ratio {
        Ratio::from_scaled(self.mantissa, self.scale)
    }

    /// The shortest decimal that reads back as this float: what a float column *means*.
    pub fn from_f64(value: f64) -> Result<Self, DecimalError> {
        if !value.is_finite() {
            return Err(DecimalError::NotFinite);
        }
        // Whole numbers below 2^53 are their own shortest form; this is most of what occurs.
        if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 {
            return Ok(Self { mantissa: value as i128, scale: 0 });
        }
        Self::parse(format!("{value:e}").as_bytes())
    }

    /// As [`Decimal::from_f64`], for 32-bit floats, whose shortest form is shorter.
    pub fn from_f32(value: f32) -> Result<Self, DecimalError> {
        if !value.is_finite() {
            return Err(DecimalError::NotFinite);
        }
        Self::parse(format!("{value:e}").as_bytes())
    }

    /// Reads `-12`, `+3.50`, `.5`, `1e-3`. Surrounding blanks are ignored.
    pub fn parse(text: &[u8]) -> Result<Self, DecimalError> {
        let text = text.trim_ascii();
        if let Some(small) = parse_small(text) {
            return Ok(small);
        }
        parse_any(text)
    }
}

/// Plain digits with at most one point and no more than 18 digits: nearly every cell of every table.
fn parse_small(text: &[u8]) -> Option<Decimal> {
    let (negative, digits) = match text.first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    if digits.is_empty() || digits.len() > 19 {
        return None;
    }
    // 19 digits fit 64 bits without a sign.
    let (mut mantissa, mut point, mut seen) = (0u64, None, 0u8);
    for &byte in digits {
        match byte {
            b'0'..=b'9' => {
                mantissa = mantissa * 10 + u64::from(byte - b'0');
                seen += 1;
            }
            b'.' if point.is_none() => point = Some(seen),
            _ => return None,
        }
    }
    if seen == 0 || seen > 18 {
        return None;
    }
    let scale = point.map_or(0, |before| seen - before);
    let mantissa = i128::from(mantissa);
    Some(Decimal::new(if negative { -mantissa } else { mantissa }, scale))
}

/// The general form: any length, an exponent, and the words for what is not a number.
fn parse_any(text: &[u8]) -> Result<Decimal, DecimalError> {
    let (negative, body) = match text.first() {
        Some(b'-') => (true, &text[1..]),
        Some(b'+') => (false, &text[1..]),
        _ => (false, text),
    };
    if [&b"nan"[..], b"inf", b"infinity"].iter().any(|word| body.eq_ignore_ascii_case(word)) {
        return Err(DecimalError::NotFinite);
    }
    let (digits, exponent) = match body.iter().position(|b| matches!(b, b'e' | b'E')) {
        Some(at) => (&body[..at], parse_exponent(&body[at + 1..])?),
        None => (body, 0),
    };
    let (mut mantissa, mut behind, mut any, mut point) = (0i128, 0i64, false, false);
    // Zeros at the end are kept back until a digit needs them, so 1000…000.0000 does not overflow.
    let mut zeros = 0u32;
    for &byte in digits {
        match byte {
            b'0'..=b'9' => {
                any = true;
                behind += i64::from(point);
                if byte == b'0' {
                    zeros += u32::from(mantissa != 0);
                } else {
                    mantissa = push_digit(mantissa, zeros, byte - b'0')?;
                    zeros = 0;
                }
            }
            b'.' if !point => point = true,
            _ => return Err(DecimalError::NotANumber),
        }
    }
    if !any {
        return Err(DecimalError::NotANumber);
    }
    if mantissa == 0 {
        return Ok(Decimal::ZERO);
    }
    let mantissa = if negative { -mantissa } else { mantissa };
    place(mantissa, behind - i64::from(zeros) - exponent)
}

/// `mantissa · 10^(zeros+1) + digit`.
fn push_digit(mantissa: i128, zeros: u32, digit: u8) -> Result<i128, DecimalError> {
    u8::try_from(zeros + 1)
        .ok()
        .and_then(power_of_ten)
        .and_then(|power| mantissa.checked_mul(power))
        .and_then(|m| m.checked_add(i128::from(digit)))
        .ok_or(DecimalError::TooLong)
}

fn parse_exponent(text: &[u8]) -> Result<i64, DecimalError> {
    let text = std::str::from_utf8(text).map_err(|_| DecimalError::NotANumber)?;
    if text.is_empty() || text.len() > 6 {
        return Err(DecimalError::NotANumber);
    }
    text.parse().map_err(|_| DecimalError::NotANumber)
}

/// `mantissa · 10^(−scale)` for any sign of `scale`, if it can be held.
fn place(mantissa: i128, scale: i64) -> Result<Decimal, DecimalError> {
    if scale <= 0 {
        let power = u8::try_from(-scale).ok().and_then(power_of_ten).ok_or(DecimalError::TooLong)?;
        return mantissa.checked_mul(power).map(|m| Decimal::new(m, 0)).ok_or(DecimalError::TooLong);
    }
    let (mut mantissa, mut scale) = (mantissa, scale);
    while scale > 0 && mantissa % 10 == 0 {
        mantissa /= 10;
        scale -= 1;
    }
    match u8::try_from(scale) {
        Ok(scale) if scale <= MAX_SCALE => Ok(Decimal::new(mantissa, scale)),
        _ => Err(DecimalError::TooLong),
    }
}

/// `10^power`, while it fits 128 bits.
pub(crate) fn power_of_ten(power: u8) -> Option<i128> {
    10i128.checked_pow(u32::from(power))
}

impl FromStr for Decimal {
    type Err = DecimalError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text.as_bytes())
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        Self { mantissa: i128::from(value), scale: 0 }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let scale = self.scale.max(other.scale);
        match (self.at_scale(scale), other.at_scale(scale)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.to_ratio().cmp(&other.to_ratio()),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.scale == 0 {
            return write!(f, "{}", self.mantissa);
        }
        let digits = self.mantissa.unsigned_abs().to_string();
        let scale = usize::from(self.scale);
        let padded = format!("{digits:0>width$}", width = scale + 1);
        let (whole, behind) = padded.split_at(padded.len() - scale);
        write!(f, "{}{whole}.{behind}", if self.mantissa < 0 { "-" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn reads_what_people_write() {
        for (text, mantissa, scale) in [
            ("0.7", 7, 1),
            ("-12", -12, 0),
            ("+3.50", 35, 1),
            (".5", 5, 1),
            ("5.", 5, 0),
            ("1e-3", 1, 3),
            ("1.5E3", 1500, 0),
            ("1000000000000000.1", 10_000_000_000_000_001, 1),
            ("0.000", 0, 0),
            (" 7 ", 7, 0),
            ("10000000000000000000000000000", 10_000_000_000_000_000_000_000_000_000, 0),
            ("1.00000000000000000000000000000000000000000000", 1, 0),
            // Found by fuzzing: 19 nines overflow 64 bits with a sign.
            ("9999999999999999999", 9_999_999_999_999_999_999, 0),
        ] {
            assert_eq!((decimal(text).mantissa(), decimal(text).scale()), (mantissa, scale), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_number() {
        for text in ["", "-", ".", "1.2.3", "1,000", "0x10", "1e", "e5", "12a", "--1", "1e+-3"] {
            assert_eq!(Decimal::parse(text.as_bytes()), Err(DecimalError::NotANumber), "{text}");
        }
        for text in ["NaN", "inf", "-Infinity"] {
            assert_eq!(Decimal::parse(text.as_bytes()), Err(DecimalError::NotFinite), "{text}");
        }
        for text in ["1e99", "1e-99", "123456789012345678901234567890123456789.5"] {
            assert_eq!(Decimal::parse(text.as_bytes()), Err(DecimalError::TooLong), "{text}");
        }
    }

    #[test]
    fn floats_mean_their_shortest_form() {
        assert_eq!(Decimal::from_f64(0.1 + 0.2), Ok(decimal("0.30000000000000004")));
        assert_eq!(Decimal::from_f64(0.1), Ok(decimal("0.1")));
        assert_eq!(Decimal::from_f32(0.1), Ok(decimal("0.1")));
        assert_eq!(Decimal::from_f64(f64::NAN), Err(DecimalError::NotFinite));
    }

    proptest! {
        #[test]
        fn display_reads_back(mantissa in any::<i64>(), scale in 0u8..20) {
            let value = Decimal::new(i128::from(mantissa), scale);
            prop_assert_eq!(decimal(&value.to_string()), value);
        }

        #[test]
        fn order_is_that_of_fractions(a in any::<i64>(), b in any::<i64>(), s in 0u8..30, t in 0u8..30) {
            let (x, y) = (Decimal::new(i128::from(a), s), Decimal::new(i128::from(b), t));
            prop_assert_eq!(x.cmp(&y), x.to_ratio().cmp(&y.to_ratio()));
        }

        #[test]
        fn short_and_long_readers_agree(text in "[-+]?[0-9]{0,12}\\.?[0-9]{0,6}") {
            if let Some(small) = parse_small(text.as_bytes()) {
                prop_assert_eq!(parse_any(text.as_bytes()), Ok(small));
            }
        }

        #[test]
        fn never_panics(text in prop::collection::vec(any::<u8>(), 0..60)) {
            let _ = Decimal::parse(&text);
        }
    }
}
