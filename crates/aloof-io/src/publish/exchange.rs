//! Names in one step: to a free name, or two things that exchange theirs.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Which file or directory it is, whatever its name: it keeps this when it is renamed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Identity(pub u128);

/// What stands at `path`, through no link; `None` where nothing does.
pub(super) fn identity(path: &Path) -> io::Result<Option<Identity>> {
    match fs::symlink_metadata(path) {
        Ok(found) => Ok(Some(Identity(number(&found)?))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Its number in the file system. What is compared lies in one.
#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere it may not be known")]
pub(super) fn number(found: &fs::Metadata) -> io::Result<u128> {
    Ok(u128::from(std::os::unix::fs::MetadataExt::ino(found)))
}

/// When it was made.
#[cfg(not(unix))]
pub(super) fn number(found: &fs::Metadata) -> io::Result<u128> {
    Ok(found.created()?.duration_since(std::time::UNIX_EPOCH).unwrap_or_default().as_nanos())
}

/// Where the old one stands for a moment where two names cannot be exchanged.
pub(super) fn aside(staged: &Path) -> PathBuf {
    let mut name = staged.as_os_str().to_owned();
    name.push(".old");
    PathBuf::from(name)
}

/// Gives `to` to what stands at `from`. With `replace` what stood there gets the name `from`; without, nothing may stand
/// there.
#[cfg(target_os = "linux")]
pub(super) fn rename(from: &Path, to: &Path, replace: bool) -> io::Result<()> {
    use rustix::fs::{CWD, RenameFlags, renameat_with};
    use rustix::io::Errno;
    let flag = if replace { RenameFlags::EXCHANGE } else { RenameFlags::NOREPLACE };
    match renameat_with(CWD, from, CWD, to, flag) {
        // A file system that does not know the flag.
        Err(Errno::INVAL | Errno::NOSYS) => in_steps(from, to, replace),
        done => Ok(done?),
    }
}

#[cfg(not(target_os = "linux"))]
pub(super) fn rename(from: &Path, to: &Path, replace: bool) -> io::Result<()> {
    in_steps(from, to, replace)
}

/// Where two names cannot be exchanged: the old one steps aside first, and back if the new one cannot step in. For a moment
/// nothing has the name.
fn in_steps(from: &Path, to: &Path, replace: bool) -> io::Result<()> {
    if !replace {
        return match identity(to)? {
            Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
            None => fs::rename(from, to),
        };
    }
    let aside = aside(from);
    fs::rename(to, &aside)?;
    if let Err(error) = fs::rename(from, to) {
        fs::rename(&aside, to)?;
        return Err(error);
    }
    fs::rename(&aside, from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_do_the_same() {
        for rename in [rename, in_steps] {
            let room = tempfile::tempdir().unwrap();
            let (one, other) = (room.path().join("one"), room.path().join("other"));
            fs::write(&one, "1").unwrap();
            let first = identity(&one).unwrap();
            rename(&one, &other, false).unwrap();
            assert_eq!((identity(&one).unwrap(), identity(&other).unwrap()), (None, first));
            fs::create_dir(&one).unwrap();
            assert!(rename(&one, &other, false).is_err(), "a name that is taken");
            rename(&one, &other, true).unwrap();
            assert_eq!(identity(&one).unwrap(), first);
            assert!(other.is_dir());
        }
    }
}
