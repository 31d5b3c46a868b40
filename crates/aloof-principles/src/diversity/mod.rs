//! Diversity: nobody may learn a value because a group holds too few different ones.

mod alpha_k;
mod distinct;
mod entropy;
mod frequency;
mod perplexity;
mod recursive;

pub use alpha_k::AlphaK;
pub use distinct::Distinct;
pub use entropy::Entropy;
pub use frequency::Frequency;
pub use recursive::Recursive;

pub(crate) use perplexity::Perplexity;
pub(crate) use recursive::top_and_tail;

use aloof_table::Decimal;

use crate::ParamError;

/// An `l` that may have places behind the point.
fn at_least_one(l: Decimal) -> Result<Decimal, ParamError> {
    if l < Decimal::ONE {
        return Err(ParamError::new("l", "must be at least 1; it may have a fraction, such as \"2.5\""));
    }
    Ok(l)
}

/// The least whole number that is not below `l`.
fn rounded_up(l: Decimal) -> u32 {
    let unit = 10i128.checked_pow(u32::from(l.scale())).unwrap_or(i128::MAX);
    let more = i128::from(l.mantissa().rem_euclid(unit) > 0);
    u32::try_from(l.mantissa().div_euclid(unit) + more).unwrap_or(u32::MAX)
}
