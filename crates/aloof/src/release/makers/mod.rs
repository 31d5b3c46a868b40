//! One file per way of making a release.

mod anatomy;
mod coded;
pub(super) mod groups;
pub(super) mod mondrian;
mod noise;
pub(super) mod parts;
mod perturb;
pub(super) mod series;
pub(super) mod split;
mod walk;
pub(super) mod xcolor;

/// Does something with the maker that a policy's method names: one value of the policy, one maker. Makers promise different
/// things, so that no one type could stand for all of them.
macro_rules! with_maker {
    ($policy:expr, $maker:ident => $act:expr) => {{
        use crate::policy::Algorithm;
        use crate::release::makers::{Anatomy, Groups, Noise, Perturb, Walk};
        match $policy.method().algorithm() {
            Algorithm::Split | Algorithm::XColor | Algorithm::Mondrian(_) => {
                let $maker = &Groups;
                $act
            }
            Algorithm::Walk(rules) => {
                let $maker = &Walk(rules);
                $act
            }
            Algorithm::Perturb => {
                let $maker = &Perturb;
                $act
            }
            Algorithm::Noise(rule) => {
                let $maker = &Noise(*rule);
                $act
            }
            Algorithm::Anatomy => {
                let $maker = &Anatomy;
                $act
            }
        }
    }};
}

pub(super) use with_maker;

pub(super) use anatomy::Anatomy;
pub(super) use groups::Groups;
pub(super) use noise::Noise;
pub use noise::{NoiseColumn, NoiseReport};
pub(super) use perturb::Perturb;
pub(super) use walk::Walk;
pub use walk::{ColumnReport, Disclosure, Measured, WalkReport};
pub(super) use xcolor::Constraint;
