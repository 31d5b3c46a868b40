//! What someone claims of how a table was made, held against the table it was made from.
//!
//! A claim about chance can be refuted, never proved: it stands when what was found is not too unlikely under it. The
//! bounds below fail an honest claim with a probability of at most [`DOUBT`] each.

mod dealt;
mod follows;
mod glance;
mod near;

pub use dealt::Dealt;
pub use follows::{Differences, Known, Told, differences, tells};
pub use near::{DOUBT, Near, Pairing};
