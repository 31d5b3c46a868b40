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
