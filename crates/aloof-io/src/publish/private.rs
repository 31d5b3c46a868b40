//! The directory that must never be published, as it stands: which files are ours, the key in it, whose release it is.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use super::hashed::sha256;

/// The secret of every draw: the next run with the directory finds it.
pub const KEY: &str = "key";

/// What was done within a time limit: the next run with the directory finds it, too.
pub const WORK: &str = "work.json";

/// To which release the directory belongs: a line `SHA-256  name` for each of its files, as `sha256sum --check` reads them.
pub const BELONGS: &str = "release.sha256";

/// People who were held out before the release was made.
pub const HELD_OUT: &str = "held-out.csv";

/// What the next release of a series must know of this one and all before it.
pub const LEDGER: &str = "ledger";

/// Who stands at which place of a release of a series, by names that only the key tells.
pub const PEOPLE: &str = "people.csv";

/// All that a private directory may hold: also `seed.txt`, which trials write.
pub(super) const NAMES: [&str; 9] =
    ["assignment.csv", "places.csv", PEOPLE, KEY, WORK, BELONGS, HELD_OUT, LEDGER, "seed.txt"];

/// Whether a file of one of these names is what this program writes under it: a name alone is anybody's.
pub(super) fn is_ours(directory: &Path, name: &str) -> bool {
    let mut start = Vec::new();
    let read = File::open(directory.join(name)).and_then(|file| file.take(4096).read_to_end(&mut start));
    let Ok(text) = read.map(|_| String::from_utf8_lossy(&start)) else { return false };
    let first = text.lines().next().unwrap_or_default();
    match name {
        "assignment.csv" => first == "row,group",
        "places.csv" => first == "row,place",
        PEOPLE => first == "place,person",
        LEDGER => first.starts_with("aloof ledger "),
        HELD_OUT => first == "held-out row" || first.starts_with("held-out row,"),
        "seed.txt" => text.trim().bytes().all(|byte| byte.is_ascii_digit()),
        BELONGS => text.is_empty() || first.split_once("  ").is_some_and(|(digest, _)| is_digest(digest)),
        WORK => first == "{" && text.contains("\"made_of\""),
        // Whoever uses a key looks at it.
        _ => true,
    }
}

/// 256 bits in hexadecimal, as digests and keys are.
fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Files of a private directory that others on this machine can read, by what the system lets them; none where there is no such
/// directory, or the system does not tell.
#[cfg(unix)]
pub fn open_to_others(directory: &Path) -> Vec<String> {
    use std::os::unix::fs::PermissionsExt as _;
    let mode = |path: &Path| fs::symlink_metadata(path).ok().map(|found| (found.is_file(), found.permissions().mode()));
    // Whoever may not enter it reads nothing in it.
    if mode(directory).is_none_or(|(_, mode)| mode & 0o011 == 0) {
        return Vec::new();
    }
    let names = fs::read_dir(directory).into_iter().flatten().flatten();
    let is_open = |path: &Path| mode(path).is_some_and(|(is_file, mode)| is_file && mode & 0o044 != 0);
    let open = names.filter(|entry| is_open(&entry.path()));
    let mut open: Vec<String> = open.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    open.sort_unstable();
    open
}

/// Files of a private directory that others on this machine can read: where the system does not tell, none.
#[cfg(not(unix))]
pub fn open_to_others(_directory: &Path) -> Vec<String> {
    Vec::new()
}

/// The key in a private directory, without blanks around it; `None` where there is no directory or no key.
pub fn existing_key(directory: &Path) -> io::Result<Option<String>> {
    existing(directory, KEY)
}

/// What a release was made with, as it is written: the key, or in trials the seed that stood in for it.
pub fn existing_secret(directory: &Path) -> io::Result<Option<String>> {
    Ok(existing_key(directory)?.or(existing(directory, "seed.txt")?))
}

/// The record of work in a private directory; `None` where there is no directory or no record.
pub fn existing_work(directory: &Path) -> io::Result<Option<String>> {
    existing(directory, WORK)
}

/// Keys and records are short; more is none of ours.
const LONGEST: u64 = 64 << 10;

fn existing(directory: &Path, name: &str) -> io::Result<Option<String>> {
    let path = directory.join(name);
    match fs::symlink_metadata(&path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return Err(io::Error::new(io::ErrorKind::InvalidData, "it is not a regular file")),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            return Ok(None);
        }
        Err(error) => return Err(error),
    }
    let mut text = String::new();
    File::open(&path)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(Some(text.trim().to_owned()))
}

/// Whether a private directory was made with this release; `None` where it does not say, as those of earlier versions.
pub fn belongs_to(directory: &Path, release: &Path) -> io::Result<Option<bool>> {
    let text = match fs::read_to_string(directory.join(BELONGS)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        text => text?,
    };
    for line in text.lines() {
        let Some((digest, name)) = line.split_once("  ") else { return Ok(Some(false)) };
        // Names of a release are plain; anything else is not ours.
        if Path::new(name).file_name() != Some(name.as_ref()) {
            return Ok(Some(false));
        }
        let found = match File::open(release.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Some(false)),
            file => sha256(file?)?,
        };
        if found != digest {
            return Ok(Some(false));
        }
    }
    Ok(Some(!text.is_empty()))
}
