//! One file per way of making a release.

mod anatomy;
mod coded;
pub(super) mod groups;
pub(super) mod mondrian;
mod noise;
mod perturb;
pub(super) mod split;
mod walk;
pub(super) mod xcolor;

pub(super) use anatomy::Anatomy;
pub(super) use groups::Groups;
pub(super) use noise::Noise;
pub use noise::{NoiseColumn, NoiseReport};
pub(super) use perturb::Perturb;
pub(super) use walk::Walk;
pub use walk::{ColumnReport, Disclosure, Measured, WalkReport};
pub(super) use xcolor::Constraint;
