//! What someone does with a release of exact-looking values who has other data beside it.
//!
//! Measures, not promises: floating point, a sample where all would be too many, and always the same ones.

mod interval;
mod linkage;
mod noise_bounds;
mod perturbed;

pub use interval::within;
pub use linkage::{Linkage, linkage};
pub use noise_bounds::left_by_noise;
pub use perturbed::Perturbed;
