//! Where a table is when the directory of a release is named.

use std::path::Path;

use aloof_io::Source;

use crate::Error;
use crate::policy::OutputFormat;

/// The table at a place that somebody named: a file, a sheet of one (`pay.xlsx#2026`), or the rows of the release in a directory.
/// Fails when a directory is no release.
pub fn table_at(path: impl AsRef<Path>) -> Result<Source, Error> {
    let path = path.as_ref();
    if !path.is_dir() {
        return Ok(Source::at(path));
    }
    let names = OutputFormat::ALL.map(|format| format!("data.{}", format.name()));
    let found = names.iter().map(|name| path.join(name)).find(|file| file.is_file());
    found.map(Source::File).ok_or_else(|| {
        let (last, others) = names.split_last().expect("there are formats");
        Error::Data(format!("{} is a directory without {} or {last}: not a release", path.display(), others.join(", ")))
    })
}
