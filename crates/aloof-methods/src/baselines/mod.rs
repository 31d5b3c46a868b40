//! What others do, for comparison.

mod anatomy;
mod mondrian;
mod noise;
mod perturb;

pub use anatomy::{anatomy, evenly};
pub use mondrian::{Median, mondrian};
pub use noise::{Noisy, uniform_noise, with_noise, with_normal_noise};
pub use perturb::{Positions, WHOLE, perturb, retention};
