//! Files by path, inside the folder that the studio was started in and nowhere else: no `..`, no absolute names, no links that lead out.

use std::path::{Component, Path, PathBuf};

use aloof::audit::is_of_release;
use serde::Serialize;

use crate::failure::Failure;

/// So many entries of a folder are listed.
const MOST: usize = 2_000;

/// The folder that the studio was started in.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    /// Where it is, without links.
    root: PathBuf,
}

/// What a picker shows.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Entry {
    pub name: String,
    /// `folder`, `release`, `table`, `database`, `project` or `other`.
    pub kind: &'static str,
    pub bytes: u64,
}

impl Folder {
    /// At a directory that is there.
    pub fn new(root: &Path) -> std::io::Result<Self> {
        Ok(Self { root: root.canonicalize()? })
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// A path inside of the folder as the page named it, cleaned: `a/./b` is `a/b`. Fails for what leads out by its name.
    pub fn named(path: &str) -> Result<PathBuf, Failure> {
        let mut clean = PathBuf::new();
        for part in Path::new(path).components() {
            match part {
                Component::Normal(name) => clean.push(name),
                Component::CurDir => {}
                _ => return Err(outside()),
            }
        }
        let drives = cfg!(windows) && path.contains(':');
        if path.contains('\0') || path.contains('\\') || drives { Err(outside()) } else { Ok(clean) }
    }

    /// The same, for what is there: it must lie in the folder after all links are followed.
    pub fn existing(&self, path: &str) -> Result<PathBuf, Failure> {
        let clean = Self::named(path)?;
        let real = self.root.join(&clean).canonicalize();
        let real = real.map_err(|_| Failure::wrong(format!("{path}: there is no such file in this folder")))?;
        if real.starts_with(&self.root) { Ok(clean) } else { Err(outside()) }
    }

    /// A file that another file names, such as a hierarchy in a policy: as it lies after links and `..` are followed.
    pub fn holds(&self, path: &Path) -> bool {
        let real = self.root.join(path).canonicalize();
        // What is not there cannot be read either; what it would be is judged by its name.
        real.map_or_else(|_| self.would_hold(path), |real| real.starts_with(&self.root))
    }

    fn would_hold(&self, path: &Path) -> bool {
        let mut depth = 0i32;
        let inside = path.strip_prefix(&self.root).unwrap_or(path);
        inside.components().all(|part| {
            depth += match part {
                Component::Normal(_) => 1,
                Component::CurDir => 0,
                Component::ParentDir => -1,
                _ => i32::MIN / 2,
            };
            depth >= 0
        })
    }

    /// What lies in a folder below: folders first, then by name. Links that lead out and hidden files are not shown.
    pub fn list(&self, path: &str) -> Result<Vec<Entry>, Failure> {
        let clean = self.existing(if path.is_empty() { "." } else { path })?;
        let read = std::fs::read_dir(self.root.join(&clean));
        let read = read.map_err(|error| Failure::wrong(format!("this folder cannot be read: {error}")))?;
        let mut all: Vec<Entry> = read.filter_map(|one| self.entry(&clean, &one.ok()?.file_name())).collect();
        let rank = |kind: &str| {
            ["folder", "project", "table", "database", "release"].iter().position(|one| *one == kind).unwrap_or(9)
        };
        all.sort_by(|a, b| (rank(a.kind), &a.name).cmp(&(rank(b.kind), &b.name)));
        all.truncate(MOST);
        Ok(all)
    }

    fn entry(&self, folder: &Path, name: &std::ffi::OsStr) -> Option<Entry> {
        let name = name.to_str().filter(|name| !name.starts_with('.'))?;
        let real = self.root.join(folder).join(name).canonicalize().ok()?;
        let inside = real.starts_with(&self.root);
        let about = real.metadata().ok().filter(|_| inside)?;
        Some(Entry { name: name.to_owned(), kind: kind(&real, name, about.is_dir()), bytes: about.len() })
    }
}

fn outside() -> Failure {
    Failure::wrong("only files in the folder that the studio was started in can be opened; start it in another one")
}

fn kind(path: &Path, name: &str, folder: bool) -> &'static str {
    const TABLES: &[&str] = &[
        "csv", "tsv", "txt", "gz", "zst", "parquet", "arrow", "feather", "ipc", "xlsx", "xls", "ods", "dta", "sav",
        "sas7bdat",
    ];
    const DATABASES: &[&str] = &["db", "db3", "sqlite", "sqlite3", "duckdb"];
    let ending = name.rsplit('.').next().unwrap_or_default().to_lowercase();
    match folder {
        true if path.join("manifest.json").is_file() => "release",
        true => "folder",
        false if name.ends_with(crate::project::ENDING) => "project",
        false if is_of_release(path) => "release",
        false if DATABASES.contains(&ending.as_str()) => "database",
        false if TABLES.contains(&ending.as_str()) => "table",
        false => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_leads_out_by_its_name() {
        for path in ["..", "../x", "a/../../x", "/etc/passwd", "a\0b", "..\\x", "a/../b"] {
            assert!(Folder::named(path).is_err(), "{path:?}");
        }
        assert_eq!(Folder::named("a/./b.csv").unwrap(), Path::new("a/b.csv"));
    }

    #[test]
    #[cfg(unix)]
    fn nothing_leads_out_by_links() {
        let (room, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        std::fs::write(other.path().join("secret.csv"), "a\n1\n").unwrap();
        std::fs::write(room.path().join("own.csv"), "a\n1\n").unwrap();
        std::os::unix::fs::symlink(other.path(), room.path().join("away")).unwrap();
        std::os::unix::fs::symlink(other.path().join("secret.csv"), room.path().join("file.csv")).unwrap();
        std::os::unix::fs::symlink(room.path().join("own.csv"), room.path().join("near.csv")).unwrap();
        let folder = Folder::new(room.path()).unwrap();
        for path in ["away", "away/secret.csv", "file.csv", "not-there.csv"] {
            assert!(folder.existing(path).is_err(), "{path}");
        }
        assert!(folder.existing("near.csv").is_ok());
        let names: Vec<String> = folder.list("").unwrap().into_iter().map(|entry| entry.name).collect();
        assert_eq!(names, ["near.csv", "own.csv"]);
        assert!(!folder.holds(Path::new("away/secret.csv")) && !folder.holds(Path::new("../x")));
        assert!(!folder.holds(Path::new("/etc/passwd")) && !folder.holds(Path::new("sub/../../x")));
        assert!(folder.holds(Path::new("sub/../own.csv")) && folder.holds(Path::new("not-there.csv")));
    }
}
