//! Proximity: nobody may learn that a value is *about* so and so.

mod epsilon_m;
mod neighbourhood;
mod staircase;

pub use epsilon_m::EpsilonM;
pub use neighbourhood::Neighbourhood;
pub use staircase::Staircase;
