//! Where something is to be put: an existing directory, and a name in it.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::error::{PublishError, failed};

/// A name in a directory that exists. Two targets are the same place exactly if their whole paths are equal.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// As it was given: for messages.
    pub given: PathBuf,
    /// Canonical.
    pub parent: PathBuf,
    pub name: OsString,
}

impl Target {
    pub fn new(path: &Path) -> Result<Self, PublishError> {
        let name = path.file_name().ok_or_else(|| PublishError::NoName(path.to_owned()))?;
        let parent = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let parent = parent.canonicalize().map_err(failed(path, "written"))?;
        Ok(Self { given: path.to_owned(), parent, name: name.to_owned() })
    }

    /// The whole path, through no link.
    pub fn path(&self) -> PathBuf {
        self.parent.join(&self.name)
    }

    /// A name beside it that is ours: `.{name}.aloof-{mark}`.
    pub fn beside(&self, mark: &str) -> PathBuf {
        self.parent.join(beside(&self.name, mark))
    }
}

pub(super) fn beside(name: &OsStr, mark: &str) -> OsString {
    let mut text = OsString::from(".");
    text.push(name);
    text.push(".aloof-");
    text.push(mark);
    text
}
