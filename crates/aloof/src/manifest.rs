//! `manifest.json`: what a release says of itself. One set of types for whoever writes it and whoever reads it.
//!
//! To an audit all of this is a claim. It holds no raw value, no seed, no order of rows.

#[doc(inline)]
pub use aloof_audit::manifest::{
    AuditSummary, Beside, Checked, Column, ColumnRole, ColumnType, File, HowMade, InputWords, Manifest, Method,
    NoiseWidth, Output, Perturbation, Program, ProtectedBy, PublishedAs, StatedLadder, TwoTables, Withheld, Words,
};

pub(crate) use aloof_audit::manifest::{Counts, Told, kinds, published_columns};
