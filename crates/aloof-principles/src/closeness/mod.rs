//! Closeness: a group may tell little that the whole table does not tell already.

mod beta_likeness;
mod earth_mover;
mod t_closeness;

pub use beta_likeness::BetaLikeness;
pub use t_closeness::{Ground, TCloseness};

pub(crate) use beta_likeness::Gains;
pub(crate) use earth_mover::{Equal, Ladder, Line, Stretch};
