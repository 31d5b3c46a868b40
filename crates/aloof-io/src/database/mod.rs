//! Tables in databases: PostgreSQL by its protocol, SQLite by its library, DuckDB by its program.
//!
//! | file | what it does |
//! |---|---|
//! | `address` | what a person typed: `postgres://host/db?table=t`, `sqlite:file.db?table=t`, `duckdb:file.db?table=t` |
//! | `postgres` | `COPY … TO STDOUT` inside one read-only transaction, into the columns its types declare |
//! | `moments` | points in time as PostgreSQL and SQLite write them |
//! | `sqlite` | cells as they are stored, inside one transaction |
//! | `duckdb` | one query, answered as Parquet |
//! | `store` | released tables written in one transaction, read back before it ends |
//!
//! A database is opened when it is first read. Whoever shares the source shares what was opened, and so the transaction: all of
//! them see one state of the table, however often it is read. The types that a database declares decide, not what texts look like:
//! `'007'` in a text column is a label, and so is `'7'`; only SQLite, which has no type for dates, has them as texts. NULL is missing; an empty text is not NULL, and somebody must say what it
//! means ([`Seen::Empty`](crate::Seen::Empty)).

mod address;
mod duckdb;
mod moments;
mod postgres;
mod sqlite;
mod store;

use std::fmt;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use self::address::{Address, Engine};
use self::duckdb::Answer;
use self::postgres::PostgresTable;
use self::sqlite::SqliteTable;
use crate::assembly::{Assembly, Names};
use crate::input::Setting;
use crate::{Ask, Format, ReadError};

pub use self::address::has_password;
pub use self::store::{TableStore, TableTarget};

/// A table, or the answer to a query, in a database. Clones share one transaction.
#[derive(Clone)]
pub struct Database {
    address: Arc<Result<Address, ReadError>>,
    opened: Arc<Mutex<Option<Opened>>>,
}

/// What was opened.
#[derive(Clone)]
pub(crate) enum Opened {
    Table(Arc<DatabaseTable>),
    /// The whole answer.
    Answer(Answer),
}

/// A table that is read where it is.
pub(crate) enum DatabaseTable {
    Postgres(Box<PostgresTable>),
    Sqlite(SqliteTable),
}

impl Database {
    /// The database that a word addresses; `None` when it addresses none. What is wrong with an address is said when it is opened.
    pub(crate) fn addressed(word: &str) -> Option<Self> {
        let engine = Engine::of(word)?;
        let address = Arc::new(Address::parse(word, engine));
        Some(Self { address, opened: Arc::default() })
    }

    /// The same database, asked this.
    pub(crate) fn with_query(&self, query: &str) -> Result<Self, ReadError> {
        let address = self.address()?.clone().with_query(query)?;
        Ok(Self { address: Arc::new(Ok(address)), opened: Arc::default() })
    }

    /// Whether the address says what to read.
    pub fn is_asked(&self) -> bool {
        self.address().is_ok_and(|address| address.asked().is_ok())
    }

    fn address(&self) -> Result<&Address, ReadError> {
        self.address.as_ref().as_ref().map_err(ReadError::again)
    }

    /// What messages call it: without who asks.
    pub(crate) fn name(&self) -> String {
        self.address().map_or_else(|_| "the database".to_owned(), ToString::to_string)
    }

    /// The file that holds it, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.address.as_ref().as_ref().ok()?.path()
    }

    /// Ends the transaction in which it is read. Only SQLite lets nobody write meanwhile.
    pub fn end(&self) {
        let opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Opened::Table(table)) = &*opened
            && let DatabaseTable::Sqlite(table) = table.as_ref()
        {
            table.end();
        }
    }

    /// Which database it is.
    pub(crate) fn format(&self) -> Result<Format, ReadError> {
        Ok(match self.address()?.engine {
            Engine::Postgres => Format::Postgres,
            Engine::Sqlite => Format::Sqlite,
            Engine::DuckDb => Format::DuckDb,
        })
    }

    /// Opens it, unless that was done.
    pub(crate) fn open(&self) -> Result<Opened, ReadError> {
        let mut opened = self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = &*opened {
            return Ok(opened.clone());
        }
        let address = self.address()?;
        let table = |table| Opened::Table(Arc::new(table));
        let new = match address.engine {
            Engine::Postgres => table(DatabaseTable::Postgres(Box::new(PostgresTable::open(address)?))),
            Engine::Sqlite => table(DatabaseTable::Sqlite(SqliteTable::open(address)?)),
            Engine::DuckDb => Opened::Answer(duckdb::answer(address)?),
        };
        *opened = Some(new.clone());
        Ok(new)
    }
}

impl DatabaseTable {
    /// The columns' names.
    pub(crate) fn names(&self) -> Vec<String> {
        match self {
            Self::Postgres(table) => table.names(),
            Self::Sqlite(table) => table.names(),
        }
    }

    /// Reads the columns asked for.
    pub(crate) fn pass(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        match self {
            Self::Postgres(table) => table.pass(ask, names, setting),
            Self::Sqlite(table) => table.pass(ask, names, setting),
        }
    }

    /// Whether texts were read as days in column `at`, though nothing declares them so.
    pub(crate) fn has_dated(&self, at: usize) -> bool {
        matches!(self, Self::Sqlite(table) if table.dated.has(at))
    }

    /// Whether an empty text was read in column `at`.
    pub(crate) fn has_empty(&self, at: usize) -> bool {
        match self {
            Self::Postgres(table) => table.empty.has(at),
            Self::Sqlite(table) => table.empty.has(at),
        }
    }
}

/// Its name only.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Database({})", self.name())
    }
}

impl fmt::Debug for DatabaseTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseTable({} columns)", self.names().len())
    }
}

/// In which columns something was seen.
pub(crate) struct Empties(Vec<std::sync::atomic::AtomicBool>);

impl Empties {
    fn new(columns: usize) -> Self {
        Self((0..columns).map(|_| false.into()).collect())
    }

    fn see(&self, at: usize) {
        self.0[at].store(true, std::sync::atomic::Ordering::Relaxed);
    }

    fn has(&self, at: usize) -> bool {
        self.0[at].load(std::sync::atomic::Ordering::Relaxed)
    }
}
