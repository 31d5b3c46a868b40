//! What stands under a target's name, and whether it may give way.
//!
//! A directory gives way only if everything in it is ours: of a release `manifest.json` and the files that it names, of
//! the private directory the names in [`private::NAMES`], with the content that belongs to them. The listing is believed, not the manifest alone: a file that
//! the manifest does not name, a directory, a link keeps it where it is. An empty directory has nothing to lose.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use super::error::{PublishError, Role, failed};
use super::private;
use super::target::Target;

/// What may stand under the target's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Nothing. (A private directory may hold a key and a record of work: the next run finds them there.)
    Refuse,
    /// One of ours, which gives way in the moment in which the new one is complete.
    Replace,
}

/// The file in which a release says what it is.
pub(super) const MANIFEST: &str = "manifest.json";

/// Whether `target` may be taken; says whether something stands there that gives way.
pub(super) fn check(target: &Target, role: Role, existing: Existing) -> Result<bool, PublishError> {
    let given = || target.given.clone();
    let found = match fs::symlink_metadata(target.path()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        found => found.map_err(failed(&target.given, "written"))?,
    };
    let refuse = existing == Existing::Refuse;
    match role {
        Role::File | Role::Release if refuse => Err(PublishError::Exists(given())),
        Role::File if !found.is_file() => Err(PublishError::NotFile(given())),
        Role::File => Ok(true),
        _ if !found.is_dir() => Err(PublishError::NotDirectory(given())),
        _ => check_directory(target, role, refuse).map(|()| true),
    }
}

fn check_directory(target: &Target, role: Role, refuse: bool) -> Result<(), PublishError> {
    let given = || target.given.clone();
    let path = target.path();
    let entries = list(&path).map_err(failed(&target.given, "looked at"))?;
    if entries.is_empty()
        || (role == Role::Private && holds_only(&entries, &[private::KEY.into(), private::WORK.into()]))
    {
        return Ok(());
    }
    if refuse {
        return Err(PublishError::Exists(given()));
    }
    let ours = match role {
        Role::Private => private::NAMES.map(OsString::from).to_vec(),
        _ => files_of_release(&path).ok_or_else(|| PublishError::NoManifest(given()))?,
    };
    // The names of a private directory are everyday ones: what is in the files tells whose they are.
    let foreign = |entry: &Entry| {
        !entry.is_one_of(&ours)
            || role == Role::Private && !entry.name.to_str().is_some_and(|name| private::is_ours(&path, name))
    };
    match entries.into_iter().find(foreign) {
        Some(Entry { name: found, .. }) => Err(PublishError::Foreign { path: given(), found, role }),
        None => Ok(()),
    }
}

/// Nothing must be put among the files of a release or into a private directory, nor anywhere below: what lies in a release is
/// published, and what lies in a private directory is not.
pub(super) fn check_surroundings(target: &Target) -> Result<(), PublishError> {
    match target.parent.ancestors().find_map(ours) {
        Some(role) => Err(PublishError::Inside { path: target.given.clone(), role }),
        None => Ok(()),
    }
}

/// What of ours a directory is, if it is.
fn ours(directory: &Path) -> Option<Role> {
    if files_of_release(directory).is_some() {
        return Some(Role::Release);
    }
    looks_private(directory).then_some(Role::Private)
}

/// An assignment and something else of ours beside it.
fn looks_private(directory: &Path) -> bool {
    let has = |name: &str| fs::symlink_metadata(directory.join(name)).is_ok();
    has("assignment.csv") && [private::KEY, private::BELONGS, "seed.txt"].into_iter().any(has)
}

struct Entry {
    name: OsString,
    is_file: bool,
}

impl Entry {
    fn is_one_of(&self, names: &[OsString]) -> bool {
        self.is_file && names.contains(&self.name)
    }
}

fn holds_only(entries: &[Entry], names: &[OsString]) -> bool {
    entries.iter().all(|entry| entry.is_one_of(names))
}

/// Everything in a directory, by name.
fn list(path: &Path) -> io::Result<Vec<Entry>> {
    let entry = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        Ok(Entry { name: entry.file_name(), is_file: entry.file_type()?.is_file() })
    };
    let mut entries = fs::read_dir(path)?.map(entry).collect::<io::Result<Vec<Entry>>>()?;
    entries.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(entries)
}

/// The files of the release that a directory holds, by its manifest: `None` if that is not a manifest of ours.
fn files_of_release(directory: &Path) -> Option<Vec<OsString>> {
    let path = directory.join(MANIFEST);
    if !fs::symlink_metadata(&path).is_ok_and(|found| found.is_file()) {
        return None;
    }
    let manifest: serde_json::Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    if manifest["program"]["name"] != "aloof" {
        return None;
    }
    let files = manifest["files"].as_object()?;
    Some(files.keys().map(OsString::from).chain([OsString::from(MANIFEST)]).collect())
}
