//! The directory while it is made.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::hashed::{Digest, Hashed};
use super::{registry, stale, sync};

/// What may stand under the target's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Nothing.
    Refuse,
    /// A directory, which gives way in the moment in which the new one is complete.
    Replace,
}

/// Who may read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Secrecy {
    /// Whoever the user's mask lets.
    Public,
    /// The user alone: 0700 for the directory, 0600 for its files.
    Private,
}

/// Why a directory cannot be put in place. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are the words of the message above them")]
pub enum PublishError {
    /// Something stands there already.
    #[error("{} exists already and was left as it is; choose another name, or say --replace", .0.display())]
    Exists(PathBuf),
    /// Something stands there that is no directory.
    #[error("{} is not a directory and was left as it is; choose another name", .0.display())]
    NotDirectory(PathBuf),
    /// No name to put it under.
    #[error("`{}` cannot name a directory that is to be made", .0.display())]
    NoName(PathBuf),
    /// The system failed.
    #[error("{} cannot be {what}: {cause}", path.display())]
    Io { path: PathBuf, what: &'static str, cause: io::Error },
}

fn failed(path: &Path, what: &'static str) -> impl FnOnce(io::Error) -> PublishError {
    let path = path.to_owned();
    move |cause| PublishError::Io { path, what, cause }
}

/// A directory that is being made beside its target. Dropped, it is gone.
#[derive(Debug)]
pub struct Stage {
    target: PathBuf,
    parent: PathBuf,
    path: PathBuf,
    existing: Existing,
    secrecy: Secrecy,
    /// Locked as long as this program lives.
    _lock: Option<File>,
    placed: bool,
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
    /// Opens a stage for `target`, whose parent must exist. Stages that killed programs left for it are removed.
    pub fn new(target: &Path, existing: Existing, secrecy: Secrecy) -> Result<Self, PublishError> {
        let name = target.file_name().ok_or_else(|| PublishError::NoName(target.to_owned()))?;
        let parent = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        check_target(target, existing)?;
        stale::sweep(&parent, name);
        let prefix = stale::prefix(name);
        let (path, lock) = make(&parent, &prefix, secrecy).map_err(failed(target, "made"))?;
        Ok(Self { target: target.to_owned(), parent, path, existing, secrecy, _lock: lock, placed: false })
    }

    /// Where files lie for now.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file and syncs it.
    pub fn write(
        &self,
        name: &str,
        content: impl FnOnce(&mut Hashed<File>) -> io::Result<()>,
    ) -> Result<StagedFile, PublishError> {
        let path = self.path.join(name);
        let write = || {
            let mut file = Hashed::new(create(&path, self.secrecy)?);
            content(&mut file)?;
            let (file, digest) = file.finish();
            file.sync_all()?;
            Ok(digest)
        };
        let digest = write().map_err(failed(&self.target.join(name), "written"))?;
        Ok(StagedFile { name: name.to_owned(), path, digest })
    }

    /// Puts the directory in place.
    pub fn place(mut self) -> Result<(), PublishError> {
        sync::directory(&self.path).map_err(failed(&self.target, "written"))?;
        registry::leave(&self.path, || {
            check_target(&self.target, self.existing)?;
            let replaced =
                rename(&self.path, &self.target, self.existing).map_err(failed(&self.target, "put in place"))?;
            // What was replaced stands where the stage stood.
            if replaced {
                let _ = fs::remove_dir_all(&self.path);
            }
            Ok(())
        })?;
        self.placed = true;
        sync::directory(&self.parent).map_err(failed(&self.target, "put in place for certain"))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        if !self.placed {
            let _ = registry::leave(&self.path, || fs::remove_dir_all(&self.path));
        }
    }
}

fn check_target(target: &Path, existing: Existing) -> Result<(), PublishError> {
    match (fs::symlink_metadata(target), existing) {
        (Err(error), _) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        (Err(error), _) => Err(failed(target, "made")(error)),
        (Ok(found), Existing::Replace) if found.is_dir() => Ok(()),
        (Ok(_), Existing::Replace) => Err(PublishError::NotDirectory(target.to_owned())),
        (Ok(_), Existing::Refuse) => Err(PublishError::Exists(target.to_owned())),
    }
}

/// Makes a locked directory of a new name. One that somebody swept away before it was locked is made again.
fn make(parent: &Path, prefix: &str, secrecy: Secrecy) -> io::Result<(PathBuf, Option<File>)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    loop {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = parent.join(format!("{prefix}{}-{number}", std::process::id()));
        let made = registry::enter(&path, || {
            make_directory(&path, secrecy)?;
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

#[cfg(unix)]
fn make_directory(path: &Path, secrecy: Secrecy) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    let mode = if secrecy == Secrecy::Private { 0o700 } else { 0o777 };
    fs::DirBuilder::new().mode(mode).create(path)
}

#[cfg(not(unix))]
fn make_directory(path: &Path, _: Secrecy) -> io::Result<()> {
    fs::create_dir(path)
}

fn create(path: &Path, secrecy: Secrecy) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, if secrecy == Secrecy::Private { 0o600 } else { 0o666 });
    options.open(path)
}

/// In one step: to a free name, or in exchange with the directory that has it. Returns whether there was one.
#[cfg(target_os = "linux")]
fn rename(from: &Path, to: &Path, existing: Existing) -> io::Result<bool> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    let exchanged = match existing {
        Existing::Replace => renameat_with(CWD, from, CWD, to, RenameFlags::EXCHANGE),
        Existing::Refuse => Err(Errno::NOENT),
    };
    match exchanged {
        Ok(()) => return Ok(true),
        Err(Errno::NOENT) => {}
        Err(Errno::INVAL | Errno::NOSYS) => return rename_in_steps(from, to),
        Err(error) => return Err(error.into()),
    }
    match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // A file system that does not know the flag: a directory that is not empty is refused all the same.
        Err(Errno::INVAL | Errno::NOSYS) => fs::rename(from, to).map(|()| false),
        done => Ok(done.map(|()| false)?),
    }
}

#[cfg(not(target_os = "linux"))]
fn rename(from: &Path, to: &Path, _: Existing) -> io::Result<bool> {
    rename_in_steps(from, to)
}

/// Where two names cannot be exchanged: the old directory steps aside first, and back if the new one cannot step in. For a
/// moment nothing has the name.
fn rename_in_steps(from: &Path, to: &Path) -> io::Result<bool> {
    if !to.exists() {
        return fs::rename(from, to).map(|()| false);
    }
    let mut aside = from.as_os_str().to_owned();
    aside.push(".old");
    let aside = PathBuf::from(aside);
    fs::rename(to, &aside)?;
    if let Err(error) = fs::rename(from, to) {
        fs::rename(&aside, to)?;
        return Err(error);
    }
    fs::rename(&aside, from)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn names(directory: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    fn staged(target: &Path, existing: Existing, text: &str) -> Stage {
        let stage = Stage::new(target, existing, Secrecy::Public).unwrap();
        stage.write("data.csv", |file| file.write_all(text.as_bytes())).unwrap();
        stage
    }

    #[test]
    fn nothing_until_it_is_placed() {
        let room = tempfile::tempdir().unwrap();
        let target = room.path().join("release");
        let stage = staged(&target, Existing::Refuse, "new");
        assert!(!target.exists());
        stage.place().unwrap();
        assert_eq!(names(room.path()), ["release"]);
        assert_eq!(fs::read_to_string(target.join("data.csv")).unwrap(), "new");
    }

    #[test]
    fn dropped_it_is_gone() {
        let room = tempfile::tempdir().unwrap();
        drop(staged(&room.path().join("release"), Existing::Refuse, "new"));
        assert!(names(room.path()).is_empty());
        let target = room.path().join("other");
        let panicked = std::panic::catch_unwind(|| {
            let _stage = staged(&target, Existing::Refuse, "new");
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(panicked.is_err());
        assert!(names(room.path()).is_empty());
    }

    #[test]
    fn what_stands_there_stays_unless_it_is_to_be_replaced() {
        let room = tempfile::tempdir().unwrap();
        let target = room.path().join("release");
        staged(&target, Existing::Refuse, "old").place().unwrap();
        let refused = Stage::new(&target, Existing::Refuse, Secrecy::Public).unwrap_err();
        assert!(matches!(refused, PublishError::Exists(_)), "{refused}");
        drop(staged(&target, Existing::Replace, "dropped"));
        assert_eq!(fs::read_to_string(target.join("data.csv")).unwrap(), "old");
        staged(&target, Existing::Replace, "new").place().unwrap();
        assert_eq!(fs::read_to_string(target.join("data.csv")).unwrap(), "new");
        assert_eq!(names(room.path()), ["release"]);
        let file = target.join("data.csv");
        assert!(matches!(Stage::new(&file, Existing::Replace, Secrecy::Public), Err(PublishError::NotDirectory(_))));
    }

    #[test]
    fn a_target_that_appears_meanwhile_is_left_alone() {
        let room = tempfile::tempdir().unwrap();
        let target = room.path().join("release");
        let stage = staged(&target, Existing::Refuse, "new");
        fs::create_dir(&target).unwrap();
        assert!(matches!(stage.place(), Err(PublishError::Exists(_))));
        assert!(names(&target).is_empty());
        assert_eq!(names(room.path()), ["release"]);
    }

    #[test]
    fn what_a_killed_program_left_is_swept_and_what_a_living_one_holds_is_not() {
        let room = tempfile::tempdir().unwrap();
        let target = room.path().join("release");
        for name in [".release.aloof-99999999-0", ".release.aloof-mine", ".other.aloof-1-0"] {
            fs::create_dir(room.path().join(name)).unwrap();
        }
        let living = staged(&target, Existing::Refuse, "first");
        let second = staged(&target, Existing::Refuse, "second");
        assert!(living.path().exists() && second.path().exists());
        second.place().unwrap();
        assert!(matches!(living.place(), Err(PublishError::Exists(_))));
        assert_eq!(names(room.path()), [".other.aloof-1-0", ".release.aloof-mine", "release"]);
    }

    #[cfg(unix)]
    #[test]
    fn private_is_private() {
        use std::os::unix::fs::PermissionsExt;
        let room = tempfile::tempdir().unwrap();
        let target = room.path().join("private");
        let stage = Stage::new(&target, Existing::Refuse, Secrecy::Private).unwrap();
        stage.write("seed.txt", |file| file.write_all(b"7")).unwrap();
        stage.place().unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&target), mode(&target.join("seed.txt"))), (0o700, 0o600));
    }
}
