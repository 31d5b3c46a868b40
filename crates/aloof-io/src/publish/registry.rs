//! The rooms that are open, so that a signal can remove them; and whether a release was placed, so that it cannot undo it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

static OPEN: Mutex<Open> = Mutex::new(Open { rooms: Vec::new(), placed: false });

struct Open {
    rooms: Vec<PathBuf>,
    placed: bool,
}

fn open() -> MutexGuard<'static, Open> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes `room` known while `make` makes it, so that a signal comes before or after, not in between.
pub(super) fn enter<T, E>(room: &Path, make: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let mut open = open();
    let made = make()?;
    open.rooms.push(room.to_owned());
    Ok(made)
}

/// Does what takes `room` out of reach, and forgets it if that succeeds. A signal waits until it is done.
pub(super) fn leave<T, E>(room: &Path, act: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let mut open = open();
    let done = act()?;
    open.rooms.retain(|other| other != room);
    Ok(done)
}

/// Puts in place what is in `rooms`. A signal waits until it is done, and finds nothing of it to remove.
pub(super) fn placing<E>(rooms: &[&Path], release: bool, act: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
    let mut open = open();
    open.rooms.retain(|room| !rooms.contains(&room.as_path()));
    act()?;
    open.placed |= release;
    Ok(())
}

/// What a program that is to end has done so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nothing that stays.
    Nothing,
    /// A release stands in its place.
    Placed,
}

/// Removes every open room, and keeps new ones from being opened or placed: for a signal handler's thread, before it ends
/// the program. Waits for a placing under way. If a release was placed nothing is kept from going on.
pub fn abandon() -> Ending {
    let open = open();
    if open.placed {
        return Ending::Placed;
    }
    for room in &open.rooms {
        // A writer may still be adding files; it stops at the first that it cannot add.
        (0..50).take_while(|_| room.exists()).for_each(|_| drop(fs::remove_dir_all(room)));
    }
    // Whoever comes next waits for a program that ends.
    std::mem::forget(open);
    Ending::Nothing
}
