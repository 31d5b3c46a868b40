//! Whether a file is still the one that was read: its size and time, and where these differ, its digest.

use std::collections::BTreeMap;
use std::fs::File;
use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use aloof::io::publish::Hashed;
use serde::{Deserialize, Serialize};

/// What a file was like.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Stamp {
    #[serde(flatten)]
    outside: Outside,
    pub sha256: String,
}

/// What is seen of a file without reading it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(crate) struct Outside {
    bytes: u64,
    /// Nanoseconds since 1970.
    changed: u64,
}

impl Outside {
    pub fn of(path: &Path) -> io::Result<Self> {
        let about = path.metadata()?;
        let since = about.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Self { bytes: about.len(), changed: since.as_nanos() as u64 })
    }
}

impl Stamp {
    /// Reads the file to its end.
    pub fn of(path: &Path) -> io::Result<Self> {
        let outside = Outside::of(path)?;
        let mut hashed = Hashed::new(io::sink());
        io::copy(&mut File::open(path)?, &mut hashed)?;
        Ok(Self { outside, sha256: hashed.finish().1.sha256 })
    }

    /// Whether nothing tells that it was changed, at a glance.
    pub fn looks_same(&self, path: &Path) -> bool {
        Outside::of(path).is_ok_and(|now| now == self.outside)
    }

    /// Whether it holds the same bytes, whenever it was written.
    pub fn is_still(&self, path: &Path) -> bool {
        self.looks_same(path)
            || Outside::of(path).is_ok_and(|now| now.bytes == self.outside.bytes)
                && Self::of(path).is_ok_and(|now| now.sha256 == self.sha256)
    }
}

/// The files of a directory, by their names.
pub(crate) type Stamps = BTreeMap<String, Stamp>;

/// What is seen of the files of a directory without reading them.
pub(crate) type Glance = BTreeMap<String, Outside>;

/// All files of a directory.
pub(crate) fn of_files(directory: &Path) -> io::Result<Stamps> {
    glance(directory)?.into_keys().map(|name| Ok((name.clone(), Stamp::of(&directory.join(name))?))).collect()
}

/// The same, without reading them.
pub(crate) fn glance(directory: &Path) -> io::Result<Glance> {
    let mut all = Glance::new();
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        if let Ok(name) = entry.file_name().into_string() {
            all.insert(name, Outside::of(&entry.path())?);
        }
    }
    Ok(all)
}

/// Whether the files of a directory are those.
pub(crate) fn are_still(stamps: &Stamps, directory: &Path) -> bool {
    let now = glance(directory).unwrap_or_default();
    now.keys().eq(stamps.keys()) && stamps.iter().all(|(name, stamp)| stamp.is_still(&directory.join(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_decide_and_not_times() {
        let room = tempfile::tempdir().unwrap();
        let file = room.path().join("a.csv");
        std::fs::write(&file, "a\n1\n").unwrap();
        let (stamp, all) = (Stamp::of(&file).unwrap(), of_files(room.path()).unwrap());
        assert!(stamp.looks_same(&file));
        let later = std::time::SystemTime::now() + std::time::Duration::from_mins(1);
        File::options().write(true).open(&file).unwrap().set_modified(later).unwrap();
        assert!(!stamp.looks_same(&file) && stamp.is_still(&file) && are_still(&all, room.path()));
        std::fs::write(&file, "a\n2\n").unwrap();
        assert!(!stamp.is_still(&file) && !are_still(&all, room.path()));
        std::fs::write(&file, "a\n1\n").unwrap();
        assert!(are_still(&all, room.path()));
        std::fs::write(room.path().join("b.csv"), "").unwrap();
        assert!(!are_still(&all, room.path()));
        std::fs::remove_file(&file).unwrap();
        assert!(!stamp.is_still(&file));
    }
}
