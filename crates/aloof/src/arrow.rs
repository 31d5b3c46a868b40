//! Columns as Arrow has them, for those who hand tables over in memory: the Python package, and whoever builds the same
//! version of Arrow.
//!
//! **Not covered by semantic versioning.** These are types of the `arrow` crates, whose major version changes several times a
//! year; it may change here with any release. All else in this library is named by types of its own.

pub use aloof_io::{RecordBatch, SchemaRef, to_batch};
