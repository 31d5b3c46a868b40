//! What others do, for comparison.

mod mondrian;
mod noise;

pub use mondrian::mondrian;
pub use noise::{Noisy, uniform_noise};
