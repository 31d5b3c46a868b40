//! The makers of Aloof: algorithms that deal rows into groups.
//!
//! A maker sees columns as [`Axis`] values, asks a closure whether a set of rows may stand as a group, and returns a
//! [`Partition`](aloof_table::Partition). It never writes and never judges its own work.

pub mod advise;
mod axis;
pub mod baselines;
pub mod chance;
pub mod every;
mod exchange;
mod mend;
pub mod pace;
pub mod parts;
pub mod series;
pub mod split;
pub mod staying;
pub mod stop;
mod unanswered;
pub mod walk;
pub mod xcolor;

pub use axis::{Axis, loss};
pub use mend::mend;
pub use unanswered::Unanswered;
