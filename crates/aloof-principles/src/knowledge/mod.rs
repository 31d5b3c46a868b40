//! What someone can conclude who knows something besides the release: facts about people that are not in it.
//!
//! These rules are about a whole release: what is known of somebody in one group says something of people in others. So a group
//! is judged *among* all groups ([`crate::Principle::bind_among`]); makers, who have no other groups yet, ask each group to be
//! safe beside any others that are as safe as a yardstick ([`crate::Principle::bind`]).

mod c_k_safety;
mod kin;
mod ruled_out;
mod skyline;

pub use c_k_safety::CKSafety;
pub use skyline::{Point, Skyline};

use aloof_table::{Attribute, Decimal};
use num_rational::BigRational;
use num_traits::One;

use crate::ParamError;

/// So much knowledge of a kind can be asked about.
pub const MOST_KNOWN: u32 = 50;

/// A confidence: more than 0 and at most 1.
fn confidence(c: Decimal) -> Result<Decimal, ParamError> {
    if c <= Decimal::ZERO || c > Decimal::ONE {
        return Err(ParamError::new("c", "must be more than 0 and at most 1, such as \"0.5\""));
    }
    Ok(c)
}

/// An amount of knowledge.
fn amount(parameter: &'static str, known: u32) -> Result<u32, ParamError> {
    if known > MOST_KNOWN {
        return Err(ParamError::new(parameter, format!("must be from 0 to {MOST_KNOWN}")));
    }
    Ok(known)
}

/// The sorted codes of all rows that have a value.
fn everyone(attribute: &Attribute) -> Vec<u32> {
    let counts = attribute.totals().iter().enumerate();
    counts.flat_map(|(code, &count)| std::iter::repeat_n(code as u32, count as usize)).collect()
}

/// How likely something is that is so many times as likely not to be: `1 / (1 + against)`.
fn belief(against: &BigRational) -> BigRational {
    (BigRational::one() + against).recip()
}
