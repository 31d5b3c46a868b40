//! `--report FILE` and other files that a command writes: each is staged before the work begins, so that a place that
//! cannot be written is told at once, and put in place whole. What is read is never written over.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use aloof::io::Source;
use aloof::io::publish::{Existing, FilePlacement};
pub(crate) use aloof_report::{files, manifest, policy_file, sha256, today};

use crate::{Failure, signals};

/// `--replace` in words of the library.
pub(crate) fn existing(replace: bool) -> Existing {
    if replace { Existing::Replace } else { Existing::Refuse }
}

/// Stages a file, if one is asked for. `inputs` are files and directories that are read.
pub(crate) fn open(path: Option<&Path>, replace: bool, inputs: &[PathBuf]) -> Result<Option<FilePlacement>, Failure> {
    let Some(path) = path else { return Ok(None) };
    signals::leave_nothing_behind()?;
    Ok(Some(FilePlacement::new(path, existing(replace), inputs).map_err(aloof::Error::from)?))
}

/// Writes it and puts it in place.
pub(crate) fn write(file: FilePlacement, text: &str) -> Result<(), Failure> {
    let placed = file.file().write(|out| out.write_all(text.as_bytes())).and_then(|_| file.place());
    Ok(placed.map_err(aloof::Error::from)?)
}

/// The file that was typed, of which a sheet may be meant.
pub(crate) fn file(typed: &str) -> Option<PathBuf> {
    Source::at(typed).path().map(PathBuf::from)
}

/// What is read: tables and directories as they were typed, and all that the policy names.
pub(crate) fn inputs<'a>(typed: impl IntoIterator<Item = &'a String>, policy: &aloof::policy::Policy) -> Vec<PathBuf> {
    let typed = typed.into_iter().filter(|data| *data != "-").filter_map(|data| file(data));
    typed.chain(policy.files()).collect()
}
