//! What a killed program left: stages that nobody holds a lock on.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::Path;

/// The beginning of the names of stages for a target of this name.
pub(super) fn prefix(name: &OsStr) -> String {
    format!(".{}.aloof-", name.to_string_lossy())
}

/// Removes the stages in `parent` for a target of this name whose programs are gone. What cannot be removed stays: it is
/// no reason to refuse work.
pub(super) fn sweep(parent: &Path, name: &OsStr) {
    let prefix = prefix(name);
    let Ok(entries) = fs::read_dir(parent) else { return };
    for entry in entries.flatten() {
        let is_ours = entry.file_name().to_str().and_then(|name| name.strip_prefix(&prefix)).is_some_and(is_mark);
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            remove_if_abandoned(&entry.path());
        }
    }
}

/// `{pid}-{number}`, and nothing else.
fn is_mark(rest: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    rest.split_once('-').is_some_and(|(pid, number)| digits(pid) && digits(number))
}

/// A file system without locks tells nothing of the living: then the stage stays.
fn remove_if_abandoned(path: &Path) {
    let Ok(directory) = File::open(path) else { return };
    if directory.try_lock().is_ok() {
        let _ = fs::remove_dir_all(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_marks_are_ours() {
        assert!(is_mark("123-0"));
        assert!(["", "-", "12", "12-", "-3", "12-x", "a-1", "1-2-3"].iter().all(|rest| !is_mark(rest)));
    }
}
