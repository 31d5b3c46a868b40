//! Tables as a policy reads them: the original, and what was released of it.
//!
//! Whoever makes, audits, evaluates or advises reads tables here, so that a column means the same to all of them. Nothing is
//! judged here.

mod cells;
mod coding;
mod known;
mod ladder;
mod missing;
mod original;
mod paths;
mod released;
mod two_tables;

use std::sync::Arc;

use aloof_io::{Input, ReadOptions, Source};
use aloof_table::Column;

pub use cells::{Reach, label_reaches, reach};
pub use paths::paths;

pub(crate) use ladder::Ladder;
pub(crate) use missing::{drop_lacking, drop_missing};
pub(crate) use original::{Original, Quasi, check_kinds};
pub(crate) use released::{Released, Stars, declared, labels_of, read_sensitive, sensitive_columns};

use crate::Error;
use crate::manifest::{Beside, Manifest};
use crate::policy::Policy;

/// How the policy wants files to be read.
pub(crate) fn read_options(policy: &Policy) -> ReadOptions {
    let (delimiter, nulls) = (policy.input().delimiter, policy.input().missing.clone());
    ReadOptions { delimiter, nulls, nulls_of: policy.missing_codes(), ..ReadOptions::default() }
}

/// Opens a released table. Whether its formulas are escaped says the manifest beside it, else the policy: that is how to read
/// what is there, and no question of belief.
pub(crate) fn open_released(source: &Source, policy: &Policy) -> Result<Input, Error> {
    let escaped = match Manifest::beside(source)? {
        Beside::Ours(manifest) if manifest.speaks_of(source) => manifest.output.is_escaped(),
        _ => policy.output().escapes(),
    };
    Ok(Input::open(source.clone(), ReadOptions { escaped, ..read_options(policy) })?)
}

/// The columns named, in that order.
pub(crate) fn pick<'a>(columns: &'a [(String, Arc<Column>)], names: &'a [String]) -> Vec<(&'a str, &'a Column)> {
    let column = |name: &str| columns.iter().find(|(other, _)| other == name).map(|(_, column)| &**column);
    names.iter().map(|name| (name.as_str(), column(name).expect("fitted to the policy"))).collect()
}
