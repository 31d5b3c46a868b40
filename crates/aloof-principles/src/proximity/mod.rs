//! Proximity: nobody may learn that a value is *about* so and so.

mod cliques;
mod delta_l;
mod dissimilarity;
mod epsilon_m;
mod form;
mod largest;
mod neighbourhood;
mod neighbours;
mod register;
mod shape;
mod staircase;
#[cfg(test)]
pub(crate) mod testing;
mod windows;
mod wording;

pub use delta_l::{DeltaL, Reading};
pub use dissimilarity::Dissimilarity;
pub use epsilon_m::EpsilonM;
pub use form::{Apart, Form, Join, Pair, Window};
pub use neighbourhood::{Neighbourhood, refuse_not_positive};
pub use register::Register;
pub use shape::Shape;
pub use staircase::Staircase;
