//! Damaged files end in an error, not in a panic.
//!
//! The Arrow and Parquet crates check most of what they read, but some contradictions in damaged metadata end in an
//! `unwrap` of theirs: an Arrow footer without a schema is one. Their calls, and nothing of ours, run in here. What
//! such a call leaves behind is dropped, so nothing half done is seen again.

use std::any::Any;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::{Format, ReadError};

/// Runs a call into one of those crates; an error or a panic of it is a damaged file.
pub(crate) fn guard<T, E: Display>(
    file: &str,
    format: Format,
    call: impl FnOnce() -> Result<T, E>,
) -> Result<T, ReadError> {
    let cause = match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => return Ok(value),
        Ok(Err(error)) => error.to_string(),
        Err(panic) => message(panic.as_ref()),
    };
    Err(ReadError::Corrupt { file: file.to_owned(), format: format.what(), cause })
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "contradicts itself".to_owned())
}
