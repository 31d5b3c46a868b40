//! The manifest beside a table, and the digests it states.

use std::io;
use std::path::{Path, PathBuf};

use aloof_io::Source;
use aloof_io::publish::{Digest, Hashed};
use serde_json::Value;

use super::{Column, ColumnRole, Manifest};
use crate::Error;

/// What stands beside a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Beside {
    /// No manifest.
    Nothing,
    /// A `manifest.json` that is none of a release of this program.
    Foreign(PathBuf),
    /// The manifest of a release.
    Ours(Box<Manifest>),
}

/// A manifest is a few kilobytes; more is none.
const LONGEST: u64 = 16 << 20;

impl Manifest {
    /// Whether it names this file.
    pub(crate) fn speaks_of(&self, source: &Source) -> bool {
        let Source::File(data) = source else { return false };
        data.file_name().and_then(|name| name.to_str()).is_some_and(|name| self.files.contains_key(name))
    }

    /// What stands beside a released file. A manifest of this program that cannot be understood is an error that names the
    /// place.
    pub fn beside(source: &Source) -> Result<Beside, Error> {
        let Source::File(data) = source else { return Ok(Beside::Nothing) };
        let path = data.parent().unwrap_or(Path::new("")).join("manifest.json");
        let wrong = |what: &dyn std::fmt::Display| Error::Data(format!("{}: {what}", path.display()));
        let unreadable = |cause: io::Error| Error::File { what: format!("{} cannot be read", path.display()), cause };
        let found = match std::fs::metadata(&path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(Beside::Nothing),
            found => found.map_err(unreadable)?,
        };
        if !found.is_file() {
            return Err(wrong(&"is no file, and so no manifest of a release"));
        }
        let length = found.len();
        if length > LONGEST {
            return Err(wrong(&format!("{length} bytes are no manifest of a release")));
        }
        let text = std::fs::read_to_string(&path).map_err(unreadable)?;
        let said: Value = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        if said.pointer("/program/name").and_then(Value::as_str) != Some("aloof") {
            return Ok(Beside::Foreign(path));
        }
        let manifest: Manifest = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
        // In two tables numbers of groups and counts may be called as a column of the other is.
        let drawn = |column: &&Column| matches!(column.role, ColumnRole::Group | ColumnRole::Count);
        let columns = manifest.columns.iter().filter(|column| !drawn(column));
        let mut names: Vec<&str> = columns.map(|column| column.name.as_str()).collect();
        names.sort_unstable();
        match names.windows(2).find(|two| two[0] == two[1]) {
            Some(two) => {
                Err(wrong(&format!("it names the column `{}` twice, so that it says two things of it", two[0])))
            }
            None => Ok(Beside::Ours(Box::new(manifest))),
        }
    }
}

/// How long a file is, and its SHA-256.
pub(crate) fn digest_of(path: &Path) -> io::Result<Digest> {
    let mut hashed = Hashed::new(io::sink());
    io::copy(&mut std::fs::File::open(path)?, &mut hashed)?;
    Ok(hashed.finish().1)
}
