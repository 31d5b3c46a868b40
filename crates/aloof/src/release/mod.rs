//! From a table and a policy to a release that may be published.
//!
//! [`publish`] makes a directory, [`anonymize`] a release in memory; both go the one way of `run.rs`. What differs between
//! methods stands in `makers/`, one file each.

mod beforehand;
pub(crate) mod chance;
mod clock;
mod codebook;
mod desk;
mod fits;
mod foresight;
mod formulas;
mod groups;
mod held;
mod hold_out;
mod impossible;
mod ledger;
mod maker;
mod makers;
mod manifest;
mod original;
mod private;
mod pseudonyms;
mod rehearsal;
mod report;
mod request;
mod run;
mod seek;
mod stuck;
mod trial;
mod unprotected;
mod work;

pub(crate) use beforehand::refuse_policy;
pub use chance::{NoKey, Secret};
pub use codebook::LabelReport;
pub use formulas::FormulaReport;
pub(crate) use groups::Every;
pub use held::Release;
pub use maker::Beside;
pub(crate) use makers::series::yet_to_write;
pub use makers::{ColumnReport, Disclosure, Measured, NoiseColumn, NoiseReport, WalkReport};
pub use report::{ReleaseReport, Seconds};
pub use request::{Page, Request, Staged, Step, Target};
pub use run::{UnjudgedPart, anonymize, part, publish};
pub(crate) use trial::{Part, Search, Stage, Trial, is_searched};
pub use work::{Ended, WorkReport};
