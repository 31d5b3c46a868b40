//! The stages that are open, so that a signal can remove them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static OPEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn open() -> MutexGuard<'static, Vec<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes `path` known while `make` makes it, so that a signal comes before or after, not in between.
pub(super) fn enter<T, E>(path: &Path, make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let mut open = open();
    let made = make()?;
    open.push(path.to_owned());
    Ok(made)
}

/// Does what takes `path` out of reach, and forgets it if that succeeds. A signal waits until it is done.
pub(super) fn leave<T, E>(path: &Path, act: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let mut open = open();
    let done = act()?;
    open.retain(|other| other != path);
    Ok(done)
}

/// Removes every open stage, and keeps new ones from being opened or placed: for a signal handler's thread, before it
/// ends the program. Waits for a rename under way.
pub fn abandon() {
    let open = open();
    for path in open.iter() {
        // A writer may still be adding files; it stops at the first that it cannot add.
        (0..50).take_while(|_| path.exists()).for_each(|_| drop(fs::remove_dir_all(path)));
    }
    // Whoever comes next waits for a program that ends.
    std::mem::forget(open);
}
