//! What uses the library to show something: the papers' experiments, run again, and the demonstration.
//!
//! Nothing that publishes or audits a table of a user's depends on this crate. It makes its people with `aloof-census`,
//! takes from the makers and judges what an experiment measures beside the library, and calls `aloof` for all the rest.

pub mod demo;
pub mod reproduce;
