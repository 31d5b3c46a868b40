//! Where a table comes from: a file, bytes in memory, columns in memory, or a database.
//!
//! A source can be opened again and again, since a column may turn out to need a second look. What cannot, such as
//! standard input or a pipe, is read into memory first.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use bytes::Bytes;

use crate::ReadError;
use crate::database::Database;

/// Where a table, a hierarchy or a matrix is read from.
#[derive(Clone)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// A sheet of a file that has several.
    Sheet {
        /// The file.
        path: PathBuf,
        /// The sheet's name.
        sheet: String,
    },
    /// Bytes in memory.
    Memory {
        /// What messages call it.
        name: String,
        /// All of it.
        bytes: Bytes,
    },
    /// Columns in memory, as other programs hand them over. No bytes: hierarchies and matrices are not read from it. Its
    /// types are Arrow's, and change with them.
    #[doc(hidden)]
    Arrow {
        /// What messages call it.
        name: String,
        /// Names and types.
        schema: SchemaRef,
        /// All rows, in order; each batch has the columns of `schema`.
        batches: Arc<[RecordBatch]>,
    },
    /// A table in a database. No bytes either. Clones share one transaction, so that all see the same.
    Database(Database),
}

impl Source {
    /// What a person typed: `-` is standard input, read to its end now; anything else is as [`Source::at`] says.
    pub fn from_arg(path: &str) -> Result<Self, ReadError> {
        if path != "-" {
            return Ok(Self::at(path));
        }
        Self::drain("standard input", io::stdin().lock())
    }

    /// What a person typed, and a query of the database that it addresses.
    pub fn asked(path: &str, query: Option<&str>) -> Result<Self, ReadError> {
        match (Self::from_arg(path)?, query) {
            (source, None) => Ok(source),
            (Self::Database(database), Some(query)) => Ok(Self::Database(database.with_query(query)?)),
            (_, Some(_)) => Err(ReadError::NotAsked { file: path.to_owned() }),
        }
    }

    /// The table that an address names: `postgres://host/db?table=t`, `sqlite:file.db?table=t`, `duckdb:file.db?table=t`. Else the
    /// file under this name. Where there is none, and the name goes on behind `#` after that of a file, the sheet of that name in
    /// that file: `pay.xlsx#2026`.
    pub fn at(path: impl AsRef<Path>) -> Self {
        let path = path.as_ref();
        if let Some(database) = path.to_str().and_then(Database::addressed) {
            return Self::Database(database);
        }
        let sheet = (!path.exists()).then(|| path.to_str()).flatten().and_then(|text| {
            let cuts = text.match_indices('#').map(|(at, _)| (Path::new(&text[..at]), &text[at + 1..]));
            cuts.into_iter().find(|(file, _)| file.is_file())
        });
        match sheet {
            Some((file, sheet)) => Self::Sheet { path: file.to_owned(), sheet: sheet.to_owned() },
            None => Self::File(path.to_owned()),
        }
    }

    /// The file that is read, if it is one.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Sheet { path, .. } => Some(path),
            Self::Database(database) => database.path(),
            Self::Memory { .. } | Self::Arrow { .. } => None,
        }
    }

    /// The sheet that was asked for.
    pub(crate) fn sheet(&self) -> Option<&str> {
        match self {
            Self::Sheet { sheet, .. } => Some(sheet),
            _ => None,
        }
    }

    /// What messages call it.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Sheet { path, sheet } => format!("{}#{sheet}", path.display()),
            Self::Memory { name, .. } | Self::Arrow { name, .. } => name.clone(),
            Self::Database(database) => database.name(),
        }
    }

    /// Itself, or its content when it can be read only once, as a pipe can.
    pub(crate) fn reopenable(self) -> Result<Self, ReadError> {
        if let Self::Database(_) = self {
            return Ok(self);
        }
        let Some(path) = self.path() else { return Ok(self) };
        let name = self.name();
        let kind = fs::metadata(path).map_err(|cause| ReadError::io(&name, cause))?;
        if kind.is_dir() {
            return Err(ReadError::Directory { file: name });
        }
        if kind.is_file() {
            return Ok(self);
        }
        if is_device(&kind) {
            return Err(ReadError::Device { file: name });
        }
        let file = File::open(path).map_err(|cause| ReadError::io(&name, cause))?;
        Self::drain(&name, file)
    }

    /// Itself, or its content where it is a pipe: for those who open it more than once.
    pub fn at_once(self) -> Result<Self, ReadError> {
        match self.path().map(fs::metadata) {
            Some(Ok(kind)) if !kind.is_file() && !kind.is_dir() => self.reopenable(),
            _ => Ok(self),
        }
    }

    /// Number of bytes, as they lie there.
    pub(crate) fn len(&self) -> Option<u64> {
        match self {
            Self::File(path) | Self::Sheet { path, .. } => fs::metadata(path).ok().map(|data| data.len()),
            Self::Memory { bytes, .. } => Some(bytes.len() as u64),
            Self::Arrow { .. } | Self::Database(_) => None,
        }
    }

    /// A reader at the first byte.
    pub(crate) fn reader(&self) -> Result<Reader, ReadError> {
        match self {
            Self::File(path) | Self::Sheet { path, .. } => {
                File::open(path).map(Reader::File).map_err(|cause| ReadError::io(&self.name(), cause))
            }
            Self::Memory { bytes, .. } => Ok(Reader::Memory(Cursor::new(bytes.clone()))),
            Self::Arrow { .. } | Self::Database(_) => Err(ReadError::NoBytes { file: self.name() }),
        }
    }

    /// All bytes, in memory.
    pub(crate) fn bytes(&self) -> Result<Bytes, ReadError> {
        if let Self::Memory { bytes, .. } = self {
            return Ok(bytes.clone());
        }
        let mut bytes = Vec::new();
        self.reader()?.read_to_end(&mut bytes).map_err(|cause| ReadError::io(&self.name(), cause))?;
        Ok(bytes.into())
    }

    fn drain(name: &str, mut from: impl Read) -> Result<Self, ReadError> {
        let mut bytes = Vec::new();
        from.read_to_end(&mut bytes).map_err(|cause| ReadError::io(name, cause))?;
        Ok(Self::Memory { name: name.to_owned(), bytes: bytes.into() })
    }
}

/// Whether it is a disk, a terminal or the like, which has no end or is no file of a table.
fn is_device(kind: &fs::Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kind = kind.file_type();
        kind.is_char_device() || kind.is_block_device() || kind.is_socket()
    }
    #[cfg(not(unix))]
    {
        let _ = kind;
        false
    }
}

/// Name and size only: the bytes are people's.
impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path) => write!(f, "File({})", path.display()),
            Self::Sheet { path, sheet } => write!(f, "Sheet({}, {sheet})", path.display()),
            Self::Memory { name, bytes } => write!(f, "Memory({name}, {} bytes)", bytes.len()),
            Self::Arrow { name, schema, .. } => write!(f, "Arrow({name}, {} columns)", schema.fields().len()),
            Self::Database(database) => database.fmt(f),
        }
    }
}

/// An opened source.
pub(crate) enum Reader {
    File(File),
    Memory(Cursor<Bytes>),
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Memory(bytes) => bytes.read(buffer),
        }
    }
}

impl Seek for Reader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(to),
            Self::Memory(bytes) => bytes.seek(to),
        }
    }
}

/// A reader that counts, where others can see it, how many bytes it gave.
pub(crate) struct Counted {
    reader: Reader,
    passed: Arc<AtomicU64>,
}

impl Counted {
    pub(crate) fn new(reader: Reader) -> Self {
        Self { reader, passed: Arc::default() }
    }

    /// The count, which goes on.
    pub(crate) fn passed(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.passed)
    }
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.passed.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.reader.seek(to)
    }
}
