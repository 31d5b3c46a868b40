//! What a release still tells.

mod loss;
mod ordered;

pub use loss::loss;
pub use ordered::ordered_loss;
