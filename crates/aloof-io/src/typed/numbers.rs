//! Binary numbers as the decimals they stand for.

use aloof_table::{Decimal, DecimalError, MAX_SCALE};
use arrow_array::types::{ArrowPrimitiveType, Float16Type};

type Half = <Float16Type as ArrowPrimitiveType>::Native;

/// `mantissa · 10^(−scale)` for any scale an Arrow decimal can have.
pub(crate) fn scaled(mantissa: i128, scale: i8) -> Result<Decimal, DecimalError> {
    let (mut mantissa, mut scale) = (mantissa, scale);
    while scale < 0 && mantissa != 0 {
        mantissa = mantissa.checked_mul(10).ok_or(DecimalError::TooLong)?;
        scale += 1;
    }
    while scale > MAX_SCALE.cast_signed() && mantissa % 10 == 0 && mantissa != 0 {
        mantissa /= 10;
        scale -= 1;
    }
    match u8::try_from(scale) {
        _ if mantissa == 0 => Ok(Decimal::ZERO),
        Ok(scale) if scale <= MAX_SCALE => Ok(Decimal::new(mantissa, scale)),
        _ => Err(DecimalError::TooLong),
    }
}

/// The shortest decimal that reads back as this 16-bit float, for which five digits suffice; a whole number is itself.
pub(crate) fn from_half(value: Half) -> Result<Decimal, DecimalError> {
    let wide = value.to_f32();
    if wide.fract() == 0.0 {
        return Decimal::from_f64(wide.into());
    }
    let texts = (0..4).map(|digits| format!("{wide:.digits$e}"));
    let mut same = texts.filter(|text| text.parse().is_ok_and(|near: f32| Half::from_f32(near) == value));
    match same.next() {
        Some(text) => Decimal::parse(text.as_bytes()),
        None => Decimal::from_f32(wide),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_beyond_ours() {
        assert_eq!(scaled(12, -3).unwrap().to_string(), "12000");
        assert_eq!(scaled(1200, 39).unwrap().to_string(), format!("0.{}12", "0".repeat(35)));
        assert_eq!(scaled(12, 39), Err(DecimalError::TooLong));
        assert_eq!(scaled(i128::MAX, -1), Err(DecimalError::TooLong));
        assert_eq!(scaled(0, -128), Ok(Decimal::ZERO));
        assert_eq!(scaled(0, 76), Ok(Decimal::ZERO));
    }

    #[test]
    fn halves_are_what_they_mean() {
        for text in ["0.1", "-2.5", "65504", "0", "0.333", "1000"] {
            let half = Half::from_f32(text.parse().unwrap());
            assert_eq!(from_half(half).unwrap().to_string(), text);
        }
        assert_eq!(from_half(Half::from_f32(f32::NAN)), Err(DecimalError::NotFinite));
        assert_eq!(from_half(Half::from_f32(f32::INFINITY)), Err(DecimalError::NotFinite));
    }
}
