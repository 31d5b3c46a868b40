//! What others do, for comparison.

mod mondrian;
mod noise;
mod perturb;

pub use mondrian::mondrian;
pub use noise::{Noisy, uniform_noise};
pub use perturb::{Positions, WHOLE, perturb, retention};
