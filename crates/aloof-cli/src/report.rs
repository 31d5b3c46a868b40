//! `--report FILE` and other files that a command writes: each is staged before the work begins, so that a place that
//! cannot be written is told at once, and put in place whole. What is read is never written over.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use aloof::io::Source;
use aloof::io::publish::{Existing, FilePlacement, Hashed};
use aloof::manifest::Manifest;
use aloof::table::Date;

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

/// What the release at `directory` says of itself; nothing where no manifest of ours lies there.
pub(crate) fn manifest(directory: &Path) -> Option<Manifest> {
    serde_json::from_slice(&std::fs::read(directory.join("manifest.json")).ok()?).ok()
}

/// Names and hashes of the files of a release, by its manifest, and of the manifest itself.
pub(crate) fn files(release: &Path) -> Vec<(String, String)> {
    let stated = manifest(release).map(|manifest| manifest.files).unwrap_or_default();
    let stated = stated.into_iter().map(|(name, file)| (name, file.sha256));
    let own = sha256(&release.join("manifest.json")).map(|hash| ("manifest.json".to_owned(), hash));
    stated.chain(own).collect()
}

/// The SHA-256 of a file, in hexadecimal.
pub(crate) fn sha256(path: &Path) -> Option<String> {
    let mut hashed = Hashed::new(std::io::sink());
    std::io::copy(&mut std::fs::File::open(path).ok()?, &mut hashed).ok()?;
    Some(hashed.finish().1.sha256)
}

/// The policy's file, as it was typed, with its hash; nothing where flags are the policy.
pub(crate) fn policy_file(path: Option<&Path>) -> Option<(String, String)> {
    let path = path?;
    Some((path.display().to_string(), sha256(path)?))
}

/// Today's date in UTC, as `2026-11-18`; `SOURCE_DATE_EPOCH` stands in for the clock where pages are to be made again byte by byte.
pub(crate) fn today() -> Option<String> {
    let told = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse::<u64>().ok());
    let seconds = match told {
        Some(seconds) => seconds,
        None => std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).ok()?.as_secs(),
    };
    Some(Date::from_days(i32::try_from(seconds / 86_400).ok()?).to_string())
}
