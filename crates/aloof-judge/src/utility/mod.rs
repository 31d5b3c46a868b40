//! What a release still tells.

mod loss;

pub use loss::loss;
