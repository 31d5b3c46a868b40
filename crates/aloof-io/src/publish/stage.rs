//! A directory or a file while it is made.
//!
//! ```text
//! .release.aloof-{pid}-{number}/      a room beside the target, on the same file system: 0700, locked
//! └── release/                        what is made; as open as the user's mask lets, but nobody else comes into the room
//! ```
//!
//! After an exchange the room holds what stood there before. Either way it goes when the stage is dropped.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use super::error::{PublishError, Role, failed};
use super::hashed::{Digest, Hashed};
use super::target::Target;
use super::{registry, stale, sync};

/// What is being made beside its target. Dropped, it is gone.
#[derive(Debug)]
pub struct Stage {
    target: Target,
    role: Role,
    room: PathBuf,
    files: Mutex<Vec<StagedFile>>,
    /// Locked as long as this program lives.
    _lock: Option<File>,
    /// Left in the room for whoever puts a half-done switch right.
    keep: AtomicBool,
}

/// A file that was written and synced.
#[derive(Clone, Debug)]
pub struct StagedFile {
    /// Its name in the directory.
    pub name: String,
    /// Where it lies for now.
    pub path: PathBuf,
    /// What it holds.
    pub digest: Digest,
}

impl Stage {
    /// Opens a stage. Those that killed programs left for the same target are removed.
    pub(super) fn new(target: Target, role: Role) -> Result<Self, PublishError> {
        stale::sweep(&target);
        let (room, lock) = make_room(&target).map_err(failed(&target.given, "written"))?;
        let stage = Self { target, role, room, files: Mutex::default(), _lock: lock, keep: AtomicBool::new(false) };
        if role != Role::File {
            make_directory(&stage.staged(), role == Role::Private).map_err(failed(&stage.target.given, "written"))?;
        }
        Ok(stage)
    }

    /// Where files lie for now.
    pub fn path(&self) -> PathBuf {
        match self.role {
            Role::File => self.room.clone(),
            Role::Release | Role::Private => self.staged(),
        }
    }

    /// Where it will stand, as it was given.
    pub fn given(&self) -> &Path {
        &self.target.given
    }

    /// Writes a file and syncs it.
    pub fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut Hashed<File>) -> io::Result<()>,
    ) -> Result<StagedFile, PublishError> {
        let shown = self.target.given.join(name);
        self.write_at(name, self.path().join(name), &shown, content)
    }

    fn write_at(
        &self,
        name: &str,
        path: PathBuf,
        shown: &Path,
        content: impl FnOnce(&mut Hashed<File>) -> io::Result<()>,
    ) -> Result<StagedFile, PublishError> {
        let write = || {
            let mut file = Hashed::new(create(&path, self.role == Role::Private)?);
            content(&mut file)?;
            let (file, digest) = file.finish();
            file.sync_all()?;
            Ok(digest)
        };
        let digest = write().map_err(failed(shown, "written"))?;
        let file = StagedFile { name: name.to_owned(), path, digest };
        self.files.lock().unwrap_or_else(PoisonError::into_inner).push(file.clone());
        Ok(file)
    }

    /// What was written so far, by name.
    pub fn files(&self) -> Vec<StagedFile> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner).clone();
        files.sort_by(|one, other| one.name.cmp(&other.name));
        files
    }

    /// What will be renamed.
    pub(super) fn staged(&self) -> PathBuf {
        self.room.join(&self.target.name)
    }

    pub(super) fn target(&self) -> &Target {
        &self.target
    }

    pub(super) fn role(&self) -> Role {
        self.role
    }

    pub(super) fn sync(&self) -> Result<(), PublishError> {
        sync::directory(&self.path())
            .and_then(|()| sync::directory(&self.room))
            .map_err(failed(&self.target.given, "written"))
    }

    pub(super) fn room(&self) -> &Path {
        &self.room
    }

    /// Whether the room stays when this is dropped: as long as what is in it is not settled.
    pub(super) fn keep(&self, keep: bool) {
        self.keep.store(keep, Ordering::Relaxed);
    }
}

/// One file while it is made: a report, a list, a table.
#[derive(Debug)]
pub struct FileStage(pub(super) Stage);

impl FileStage {
    /// Writes it and syncs it; once.
    pub fn write(&self, content: impl FnOnce(&mut Hashed<File>) -> io::Result<()>) -> Result<StagedFile, PublishError> {
        let Stage { target, .. } = &self.0;
        self.0.write_at(&target.name.to_string_lossy(), self.0.staged(), &target.given, content)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if !*self.keep.get_mut() {
            let _ = registry::leave(&self.room, || fs::remove_dir_all(&self.room));
        }
    }
}

/// Makes a locked room of a new name. One that somebody swept away before it was locked is made again.
fn make_room(target: &Target) -> io::Result<(PathBuf, Option<File>)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = target.beside(&format!("{}-{number}", std::process::id()));
        let made = registry::enter(&path, || {
            make_directory(&path, true)?;
            lock(&path)
        });
        match made {
            Ok(Lock::Held(lock)) => return Ok((path, lock)),
            Ok(Lock::Swept) => drop(registry::leave(&path, || Ok::<(), ()>(()))),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

enum Lock {
    Held(Option<File>),
    Swept,
}

/// Without locks (some network file systems) it is used all the same; nobody will sweep it away.
fn lock(path: &Path) -> io::Result<Lock> {
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Lock::Swept),
        Err(_) if !cfg!(unix) => return Ok(Lock::Held(None)),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Err(TryLockError::Error(_)) => Ok(Lock::Held(None)),
        Ok(()) if path.exists() => Ok(Lock::Held(Some(file))),
        Ok(()) | Err(TryLockError::WouldBlock) => Ok(Lock::Swept),
    }
}

/// Exclusively: nothing may have the name, not even a link.
#[cfg(unix)]
fn make_directory(path: &Path, private: bool) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(if private { 0o700 } else { 0o777 }).create(path)
}

#[cfg(not(unix))]
fn make_directory(path: &Path, _: bool) -> io::Result<()> {
    fs::create_dir(path)
}

/// Exclusively: nothing may have the name, not even a link.
pub(super) fn create(path: &Path, private: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if private { 0o600 } else { 0o666 });
    options.open(path)
}
