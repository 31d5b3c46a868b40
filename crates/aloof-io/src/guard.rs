//! Damaged files end in an error, not in a panic.
//!
//! The Arrow and Parquet crates check most of what they read, but some contradictions in damaged metadata end in an
//! `unwrap` of theirs: an Arrow footer without a schema is one. Others end in an array that is not what it says, which shows
//! when it is looked at: texts that are bytes are one. Their calls, and the first touch of what they
//! return, run in here. What such a call leaves behind is dropped, so nothing half done is seen again.

use std::convert::Infallible;
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
        // The words of a panic are for those who wrote it.
        Err(_) => "its parts contradict each other".to_owned(),
    };
    Err(ReadError::Corrupt { file: file.to_owned(), format: format.what(), cause })
}

/// Runs a reader of ours over such a crate: its errors are in our words already, a panic is a damaged file.
pub(crate) fn caught<T>(
    file: &str,
    format: Format,
    call: impl FnOnce() -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result,
        Err(_) => guard(file, format, || Err::<T, _>("its parts contradict each other")),
    }
}

/// Looks at what such a call returned.
pub(crate) fn touch<T>(file: &str, format: Format, look: impl FnOnce() -> T) -> Result<T, ReadError> {
    guard(file, format, || Ok::<T, Infallible>(look()))
}
