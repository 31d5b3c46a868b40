//! Pattern-preserving anonymization: columns that keep chosen linear properties, and are otherwise drawn by chance.

mod body;
pub mod chance;
pub mod diagnostics;
pub mod interior;
mod linear;
pub mod localities;
mod moves;
mod polytope;
pub mod properties;
pub mod walks;

pub use body::Body;
pub use polytope::{Inequality, Polytope, TooWide};
