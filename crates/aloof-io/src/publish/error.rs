//! Why something cannot be put in place. Nothing has changed then, unless the error says so.

use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What a target is to become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The directory that is published.
    Release,
    /// The directory that must never be.
    Private,
    /// A file: a report, a list, a table.
    File,
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Release => "the release",
            Self::Private => "the private directory",
            Self::File => "the report",
        })
    }
}

/// Why something cannot be put in place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are the words of the message above them")]
pub enum PublishError {
    /// Something stands there already.
    #[error("{} exists already and was left as it is; choose another name, or let it be replaced", .0.display())]
    Exists(PathBuf),
    /// Something stands there that is no directory, or a link to one.
    #[error("{} is not a directory and was left as it is; choose another name", .0.display())]
    NotDirectory(PathBuf),
    /// Something stands there that is no regular file, or a link to one.
    #[error("{} is not a regular file and was left as it is; choose another name", .0.display())]
    NotFile(PathBuf),
    /// A directory stands there that is not a release of ours.
    #[error("{} has no manifest.json of a release and was left as it is: only a release is replaced; choose another name", .0.display())]
    NoManifest(PathBuf),
    /// A directory stands there that holds something else, too.
    #[error("{} holds `{}`, which is no part of {role}, and was left as it is; choose another name, or move that away", path.display(), found.to_string_lossy())]
    Foreign { path: PathBuf, found: OsString, role: Role },
    /// What would be replaced contains what is read.
    #[error("{} contains {}, which is read here, and was left as it is; choose another name", target.display(), input.display())]
    HoldsInput { target: PathBuf, input: PathBuf },
    /// What would be written is read.
    #[error("{} is read here and was left as it is; choose another name", .0.display())]
    IsInput(PathBuf),
    /// It would lie in a directory that holds nothing but its own files.
    #[error("{} would lie in {role}, which contains nothing but its own files; choose another place", path.display())]
    Inside { path: PathBuf, role: Role },
    /// Two targets are the same, or one lies in the other.
    #[error("{inner} must lie outside of {outer}: {}", why_apart(*inner, *outer))]
    NotApart { inner: Role, outer: Role },
    /// No name to put it under.
    #[error("`{}` cannot name what is to be made", .0.display())]
    NoName(PathBuf),
    /// A run was ended half-way, and what it left was changed since.
    #[error(
        "a run was ended while it put {} in place, and this was changed since, so that the rest cannot be put right; look \
         at both, then remove {}", target.display(), journal.display()
    )]
    HalfDone { target: PathBuf, journal: PathBuf },
    /// The system failed.
    #[error("{} cannot be {what}: {}", path.display(), why(path, cause))]
    Io { path: PathBuf, what: &'static str, cause: io::Error },
}

fn why_apart(inner: Role, outer: Role) -> &'static str {
    match (inner, outer) {
        (Role::Private, Role::Release) | (Role::Release, Role::Private) => "it must never be published",
        (Role::Private, _) | (_, Role::Private) => "a private directory contains nothing but its own files",
        _ => "a release contains nothing but its own files",
    }
}

pub(super) fn failed(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> PublishError {
    let path = path.to_owned();
    move |cause| PublishError::Io { path, what, cause }
}

/// The system's words; where a directory is missing that it should lie in, which.
fn why(path: &Path, cause: &io::Error) -> String {
    let missing = path.ancestors().skip(1).filter(|above| !above.as_os_str().is_empty() && !above.exists()).last();
    match missing {
        Some(missing) if cause.kind() == io::ErrorKind::NotFound => {
            format!("there is no directory {}; make it, or name another place", missing.display())
        }
        _ => cause.to_string(),
    }
}
