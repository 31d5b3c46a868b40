//! What a killed program left: rooms that nobody holds a lock on.

use std::fs::{self, File};
use std::path::Path;

use super::exchange::aside;
use super::target::{self, Target};

/// Removes the rooms of this target whose programs are gone. What cannot be removed stays: it is no reason to refuse work.
/// A half-done switch must have been put right before: see `switch::recover`.
pub(super) fn sweep(target: &Target) {
    let prefix = target::beside(&target.name, "");
    let Ok(entries) = fs::read_dir(&target.parent) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let mark = name.as_encoded_bytes().strip_prefix(prefix.as_encoded_bytes());
        if mark.is_some_and(is_mark) && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_if_abandoned(&entry.path(), target);
        }
    }
}

/// `{pid}-{number}`, and nothing else.
fn is_mark(rest: &[u8]) -> bool {
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    rest.iter().position(|&byte| byte == b'-').is_some_and(|at| digits(&rest[..at]) && digits(&rest[at + 1..]))
}

/// A room holds what is made, and what it replaces, under the target's own name: anything else is somebody's, whatever the
/// directory is called.
fn is_room(path: &Path, target: &Target) -> bool {
    let names = |path: &Path| {
        let entries = fs::read_dir(path).ok()?;
        entries
            .map(|entry| entry.and_then(|entry| Ok((entry.file_name(), entry.file_type()?))))
            .collect::<Result<Vec<_>, _>>()
            .ok()
    };
    let Some(entries) = names(path) else { return false };
    let old = aside(Path::new(&target.name)).into_os_string();
    entries.iter().all(|(name, kind)| {
        let only_files = || names(&path.join(name)).is_some_and(|inside| inside.iter().all(|(_, kind)| kind.is_file()));
        (*name == target.name || *name == old) && (kind.is_file() || kind.is_dir() && only_files())
    })
}

/// A file system without locks tells nothing of the living: then the room stays.
fn remove_if_abandoned(path: &Path, target: &Target) {
    let Ok(directory) = File::open(path) else { return };
    if directory.try_lock().is_ok() && is_room(path, target) {
        let _ = fs::remove_dir_all(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_marks_are_ours() {
        assert!(is_mark(b"123-0"));
        for rest in ["", "-", "12", "12-", "-3", "12-x", "a-1", "1-2-3", "switch"] {
            assert!(!is_mark(rest.as_bytes()), "{rest}");
        }
    }
}
