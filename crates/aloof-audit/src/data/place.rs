//! Where a table is when the directory of a release is named.

use std::path::Path;

use aloof_io::Source;

use crate::Error;
use crate::manifest::{Beside, Manifest};
use crate::policy::OutputFormat;

/// The table at a place that somebody named: a file, a sheet of one (`pay.xlsx#2026`), or the rows of the release in a directory; of
/// several files there the one that its manifest speaks of. Fails when a directory is no release.
pub fn table_at(path: impl AsRef<Path>) -> Result<Source, Error> {
    let path = path.as_ref();
    if !path.is_dir() {
        return Ok(Source::at(path));
    }
    let names = OutputFormat::ALL.map(|format| format!("data.{}", format.name()));
    let files = names.iter().map(|name| path.join(name)).filter(|file| file.is_file());
    let mut found: Vec<Source> = files.map(Source::File).collect();
    let spoken_of = |source: &Source| {
        found.len() > 1 && matches!(Manifest::beside(source), Ok(Beside::Ours(it)) if it.speaks_of(source))
    };
    let at = found.iter().position(spoken_of).unwrap_or(0);
    if found.is_empty() {
        let (last, others) = names.split_last().expect("there are formats");
        let others = others.join(", ");
        return Err(Error::Data(format!(
            "{} is a directory without {others} or {last}: not a release",
            path.display()
        )));
    }
    Ok(found.swap_remove(at))
}
