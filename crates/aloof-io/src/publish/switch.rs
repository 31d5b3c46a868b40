//! Several things put in place as one, also if the program is killed between two renames.
//!
//! ```text
//! check     what stands under each name may give way
//! journal   `.{release}.aloof-switch` says what will be renamed; beside every other target a pointer to it; all synced
//! rename    one after the other, nothing in between; the release last
//! settle    what is done elsewhere in the same moment, such as the commit of a database; if it fails, all renames are undone
//! sync      the directories
//! end       the journal goes, then the pointers
//! ```
//!
//! The release decides. If one of the renames before it fails, those already done are undone. Whoever finds the journal of
//! a dead program ([`recover`]) does the same: while the new release still lies in its room, everything is put back; once
//! it does not, everything else is put in place, too (a power cut may have kept a later rename and lost an earlier one).
//! Files are told by their numbers in the file system, never by their names, and nothing is moved that was changed since.
//!
//! A journal is believed only if it is complete, a regular file, and of this user. A living program holds a lock on it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::error::{PublishError, failed};
use super::exchange::{Identity, aside, identity, rename};
use super::stage::{Stage, create};
use super::standing::{self, Existing};
use super::target::Target;
use super::{stale, sync};

/// The ending of journals and pointers.
const MARK: &str = "switch";

/// Told of every step; what it answers with is a failure of that step. For tests: all else says yes.
pub(super) type Reached<'a> = &'a dyn Fn(&'static str) -> io::Result<()>;

/// One rename.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    staged: PathBuf,
    target: PathBuf,
    new: Identity,
    /// What it replaces.
    old: Option<Identity>,
}

/// Puts what is staged in place, all or nothing. The release is the last; a file may stand alone.
pub(super) fn place(stages: &[&Stage], existing: Existing, reached: Reached<'_>) -> Result<(), PublishError> {
    let Some((last, others)) = stages.split_last() else { return Ok(()) };
    let journal = if others.is_empty() { None } else { Some(Journal::create(last, others)?) };
    let done = stages.iter().map(|stage| Item::new(stage, existing)).collect::<Result<Vec<_>, _>>().and_then(|items| {
        if let Some(journal) = &journal {
            journal.fill(&items, last).map_err(failed(&last.target().given, "put in place"))?;
        }
        stages.iter().for_each(|stage| stage.keep(true));
        let _ = reached("journal");
        switch(&items, stages, reached)
    });
    // A switch that could not be undone is left, with its journal, to whoever comes next.
    if !matches!(done, Err(PublishError::HalfDone { .. })) {
        stages.iter().for_each(|stage| stage.keep(false));
        if let Some(journal) = journal {
            journal.end(reached);
        }
    }
    done
}

/// The renames, and back again if one fails.
fn switch(items: &[Item], stages: &[&Stage], reached: Reached<'_>) -> Result<(), PublishError> {
    let step = |item: &Item| reached("rename").and_then(|()| rename(&item.staged, &item.target, item.old.is_some()));
    for (at, item) in items.iter().enumerate() {
        if let Err(cause) = step(item) {
            let (target, undone) = (&stages[at].target().given, undo(&items[..=at]));
            return Err(if undone { failed(target, "put in place")(cause) } else { half_done(target, stages) });
        }
    }
    // What others do in the same moment may still fail, and then nothing was done.
    if let Err(cause) = reached("settle") {
        let (target, undone) = (&stages[stages.len() - 1].target().given, undo(items));
        return Err(if undone { failed(target, "put in place")(cause) } else { half_done(target, stages) });
    }
    // The new release stands: nothing fails any more. What the system could not sync it will still write.
    let _ = reached("renamed");
    parents(items).iter().for_each(|parent| drop(sync::directory(parent)));
    let _ = reached("synced");
    Ok(())
}

/// Takes renames back, the last first; whether all is as it was.
fn undo(items: &[Item]) -> bool {
    items.iter().rev().all(|item| item.back().is_ok_and(|settled| settled))
}

fn half_done(target: &Path, stages: &[&Stage]) -> PublishError {
    PublishError::HalfDone { target: target.to_owned(), journal: stages[stages.len() - 1].target().beside(MARK) }
}

impl Item {
    fn new(stage: &Stage, existing: Existing) -> Result<Self, PublishError> {
        let target = stage.target();
        let (staged, path) = (stage.staged(), target.path());
        let replaces = standing::check(target, stage.role(), existing)?;
        let look = |path: &Path| identity(path).map_err(failed(&target.given, "put in place"));
        let new =
            look(&staged)?.ok_or_else(|| failed(&target.given, "put in place")(io::ErrorKind::NotFound.into()))?;
        let old = if replaces { look(&path)? } else { None };
        Ok(Self { staged, target: path, new, old })
    }

    /// Undoes the rename if it was made. Whether all is as it was, or was never changed.
    fn back(&self) -> io::Result<bool> {
        let (target, staged) = (identity(&self.target)?, identity(&self.staged)?);
        let beside = aside(&self.staged);
        let stepped_aside = self.old.is_some() && identity(&beside)? == self.old;
        if target == Some(self.new) {
            match staged {
                None if self.old.is_none() => rename(&self.target, &self.staged, false)?,
                None if stepped_aside => {
                    rename(&self.target, &self.staged, false)?;
                    rename(&beside, &self.target, false)?;
                }
                Some(_) if self.old.is_some() && staged == self.old => rename(&self.staged, &self.target, true)?,
                _ => return Ok(false),
            }
        } else if target.is_none() && stepped_aside {
            rename(&beside, &self.target, false)?;
        }
        Ok(true)
    }

    /// Makes the rename if it was not made. Whether the new one stands.
    fn forward(&self) -> io::Result<bool> {
        let target = identity(&self.target)?;
        if target == Some(self.new) {
            return Ok(true);
        }
        if identity(&self.staged)? != Some(self.new) || (target.is_some() && target != self.old) {
            return Ok(false);
        }
        rename(&self.staged, &self.target, target.is_some())?;
        Ok(true)
    }
}

/// The directories of the targets, each once.
fn parents(items: &[Item]) -> Vec<PathBuf> {
    let mut parents: Vec<PathBuf> = items.iter().filter_map(|item| item.target.parent().map(Path::to_owned)).collect();
    parents.sort();
    parents.dedup();
    parents
}

/// The journal of a living program, with its pointers; locked while it is.
struct Journal {
    main: Marked,
    pointers: Vec<Marked>,
}

/// A file of ours beside a target.
struct Marked {
    path: PathBuf,
    file: File,
}

impl Journal {
    /// Waits for, or puts right, whoever else is at these targets. Pointers are taken in one order by all.
    fn create(release: &Stage, others: &[&Stage]) -> Result<Self, PublishError> {
        let main = Marked::create(release.target())?;
        let mut journal = Self { main, pointers: Vec::new() };
        let mut targets: Vec<&Target> = others.iter().map(|stage| stage.target()).collect();
        targets.sort_by_key(|target| target.path());
        for target in targets {
            match Marked::create(target) {
                Ok(pointer) => journal.pointers.push(pointer),
                Err(error) => {
                    journal.end(&|_| Ok(()));
                    return Err(error);
                }
            }
        }
        Ok(journal)
    }

    /// Until all of this is on disk nothing is renamed.
    fn fill(&self, items: &[Item], release: &Stage) -> io::Result<()> {
        let number = identity(&self.main.path)?.ok_or(io::ErrorKind::NotFound)?;
        self.main.write(&Note::Journal(items.to_vec()))?;
        let pointer = Note::Pointer { journal: release.target().beside(MARK), number };
        self.pointers.iter().try_for_each(|file| file.write(&pointer))?;
        parents(items).iter().try_for_each(|parent| sync::directory(parent))
    }

    /// What cannot be removed is found settled by the next run.
    fn end(self, reached: Reached<'_>) {
        for marked in std::iter::once(&self.main).chain(&self.pointers) {
            let _ = fs::remove_file(&marked.path);
            let _ = reached("journal removed");
        }
    }
}

impl Marked {
    fn create(target: &Target) -> Result<Self, PublishError> {
        let path = target.beside(MARK);
        let io = |cause| failed(&target.given, "put in place")(cause);
        for _ in 0..100 {
            match create(&path, true) {
                Ok(file) => {
                    let _ = file.try_lock();
                    // Somebody who saw it before it was locked took it for a dead one's.
                    if is_at(&file, &path).map_err(io)? {
                        return Ok(Self { path, file });
                    }
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => recover(target)?,
                Err(error) => return Err(io(error)),
            }
        }
        Err(io(io::ErrorKind::WouldBlock.into()))
    }

    /// An existing one, when nobody living holds it any more; `None` if it is gone by then.
    fn claim(path: &Path) -> io::Result<Option<Self>> {
        for _ in 0..1000 {
            match fs::symlink_metadata(path) {
                Ok(found) if is_ours(&found) => {}
                Ok(_) => return Ok(None),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                Err(error) => return Err(error),
            }
            let file = match OpenOptions::new().read(true).write(true).open(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
                file => file?,
            };
            match file.try_lock() {
                Ok(()) if is_at(&file, path)? => return Ok(Some(Self { path: path.to_owned(), file })),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(10)),
                Err(TryLockError::Error(error)) => return Err(error),
            }
        }
        Err(io::Error::new(io::ErrorKind::WouldBlock, "another run is putting something in place there"))
    }

    fn write(&self, note: &Note) -> io::Result<()> {
        (&self.file).write_all(&note.bytes())?;
        self.file.sync_all()
    }

    fn read(&self) -> io::Result<Option<Note>> {
        let mut bytes = Vec::new();
        (&self.file).take(1 << 20).read_to_end(&mut bytes)?;
        Ok(Note::parse(&bytes))
    }

    fn remove(self) -> io::Result<()> {
        match fs::remove_file(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            done => done,
        }
    }
}

/// Whether the open file is the one that has the name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let found = identity(path)?;
    Ok(found.is_some() && found == Some(Identity(super::exchange::number(&file.metadata()?)?)))
}

/// A regular file of this user: somebody else's must not make us rename anything.
#[cfg(unix)]
fn is_ours(found: &fs::Metadata) -> bool {
    found.is_file() && std::os::unix::fs::MetadataExt::uid(found) == rustix::process::geteuid().as_raw()
}

#[cfg(not(unix))]
fn is_ours(found: &fs::Metadata) -> bool {
    found.is_file()
}

/// What a marked file says.
#[derive(Debug, PartialEq, Eq)]
enum Note {
    Journal(Vec<Item>),
    Pointer { journal: PathBuf, number: Identity },
}

const JOURNAL: &[u8] = b"aloof: what is being put in place";
const POINTER: &[u8] = b"aloof: what is being put in place is said in";
const END: &[u8] = b"end\n";

/// Fields, each ended by a zero byte, which no path contains.
impl Note {
    fn bytes(&self) -> Vec<u8> {
        let path = |path: &Path| path.as_os_str().as_encoded_bytes().to_vec();
        let number =
            |identity: Option<Identity>| identity.map_or(String::new(), |Identity(n)| n.to_string()).into_bytes();
        let fields: Vec<Vec<u8>> = match self {
            Self::Journal(items) => std::iter::once(JOURNAL.to_vec())
                .chain(items.iter().flat_map(|item| {
                    [path(&item.staged), path(&item.target), number(Some(item.new)), number(item.old)]
                }))
                .collect(),
            Self::Pointer { journal, number: identity } => {
                vec![POINTER.to_vec(), path(journal), number(Some(*identity))]
            }
        };
        let mut bytes: Vec<u8> = fields.into_iter().flat_map(|field| field.into_iter().chain([0])).collect();
        bytes.extend(END);
        bytes
    }

    /// `None` if it is not whole: then nothing was renamed yet.
    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut fields: Vec<&[u8]> = bytes.split(|&byte| byte == 0).collect();
        if fields.pop()? != END {
            return None;
        }
        let number = |field: &[u8]| Some(Identity(std::str::from_utf8(field).ok()?.parse().ok()?));
        let item = |fields: &[&[u8]]| {
            let old = if fields[3].is_empty() { None } else { Some(number(fields[3])?) };
            Some(Item { staged: to_path(fields[0])?, target: to_path(fields[1])?, new: number(fields[2])?, old })
        };
        match fields.split_first()? {
            (&JOURNAL, items) if !items.is_empty() && items.len() % 4 == 0 => {
                Some(Self::Journal(items.chunks(4).map(item).collect::<Option<_>>()?))
            }
            (&POINTER, [journal, identity]) => {
                Some(Self::Pointer { journal: to_path(journal)?, number: number(identity)? })
            }
            _ => None,
        }
    }
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere not all bytes are a path")]
fn to_path(bytes: &[u8]) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Some(PathBuf::from(std::ffi::OsStr::from_bytes(bytes)))
}

#[cfg(not(unix))]
fn to_path(bytes: &[u8]) -> Option<PathBuf> {
    Some(PathBuf::from(std::str::from_utf8(bytes).ok()?))
}

/// Puts right what a killed program left half-done at this target, and at those that belong to it. A living program is
/// waited for.
pub(super) fn recover(target: &Target) -> Result<(), PublishError> {
    let io = |cause| failed(&target.given, "put right")(cause);
    let Some(marked) = Marked::claim(&target.beside(MARK)).map_err(io)? else { return Ok(()) };
    let items = match marked.read().map_err(io)? {
        Some(Note::Journal(items)) => settle(items, &marked.path)?,
        Some(Note::Pointer { journal, number }) => recover_at(&journal, number, target)?,
        None => Vec::new(),
    };
    marked.remove().map_err(io)?;
    // The journal is gone, so what lies in the rooms is not needed any more.
    items.iter().filter_map(|item| Target::new(&item.target).ok()).for_each(|target| stale::sweep(&target));
    Ok(())
}

/// The journal that a pointer names, unless that switch is over.
fn recover_at(journal: &Path, number: Identity, target: &Target) -> Result<Vec<Item>, PublishError> {
    let io = |cause| failed(&target.given, "put right")(cause);
    if identity(journal).map_err(io)? != Some(number) {
        return Ok(Vec::new());
    }
    let Some(main) = Marked::claim(journal).map_err(io)? else { return Ok(Vec::new()) };
    let Some(Note::Journal(items)) = main.read().map_err(io)? else { return Ok(Vec::new()) };
    let items = settle(items, journal)?;
    main.remove().map_err(io)?;
    Ok(items)
}

/// The release, which is the last, decides: while it lies in its room, all is put back.
fn settle(items: Vec<Item>, journal: &Path) -> Result<Vec<Item>, PublishError> {
    let Some((release, others)) = items.split_last() else { return Ok(items) };
    let staged = identity(&release.staged).map_err(failed(&release.target, "put right"))?;
    let undo = staged == Some(release.new);
    let one = |item: &Item| {
        let settled = if undo { item.back() } else { item.forward() };
        if settled.map_err(failed(&item.target, "put right"))? {
            return Ok(());
        }
        Err(PublishError::HalfDone { target: item.target.clone(), journal: journal.to_owned() })
    };
    others.iter().try_for_each(one)?;
    if undo {
        one(release)?;
    }
    for parent in parents(&items) {
        sync::directory(&parent).map_err(failed(&parent, "put right"))?;
    }
    Ok(items)
}
