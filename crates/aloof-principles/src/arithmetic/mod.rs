//! Exact arithmetic that several principles share.

mod fraction;
mod log_sum;
mod logarithm;

pub(crate) use fraction::Fraction;
pub(crate) use log_sum::LogSum;

/// A generous bound on the relative error of one floating-point logarithm, product or sum as used in filters: four
/// units in the last place, where the system's own logarithm is good to one. Filters multiply it by the number of
/// operations; whatever they leave open is decided exactly.
pub(crate) const FLOAT_ERROR: f64 = 1.0 / (1u64 << 50) as f64;
