//! Spread: the numbers of a group must lie apart on the whole.

mod k_e;
mod variance;

pub use k_e::KE;
pub use variance::Variance;

pub(crate) use k_e::span;
pub(crate) use variance::Moments;
