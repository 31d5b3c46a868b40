//! A table of SQLite, read by SQLite itself, which is part of this program.
//!
//! The file is opened read-only; one transaction holds from the first look to the last. SQLite stores a kind with every cell, and
//! that kind decides: INTEGER and REAL are numbers (a REAL by its shortest digits), TEXT is text, also where it looks like a number.
//! Dates are the exception, since SQLite has no such kind and keeps them as texts: texts that all are days (`2020-01-31`, perhaps with
//! a midnight behind) are dates, however their column is declared, and [`Seen::TextDates`](crate::Seen::TextDates) tells of columns that
//! were not declared so. Other points in time stay texts; in a column declared as a date or a timestamp all are written alike.
//! A column of numbers and texts is text. Bytes (BLOB) are refused when they are asked for.
//!
//! # Cost
//!
//! A query per pass, on one core.

use std::sync::{Mutex, PoisonError};

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags};

use aloof_postgres::quoted;
use aloof_table::Decimal;

use super::Empties;
use super::address::{Address, Asked};
use super::moments::moment;
use crate::assembly::{Assembly, Names};
use crate::draft::Draft;
use crate::input::Setting;
use crate::nulls::Nulls;
use crate::{Ask, CellFault, ReadError};

/// A column, and whether it was declared to hold days or times.
struct Declared {
    name: String,
    is_time: bool,
}

/// A table, or an answer, and the transaction in which it is read.
pub(crate) struct SqliteTable {
    name: String,
    columns: Vec<Declared>,
    from: String,
    connection: Mutex<Connection>,
    pub(crate) empty: Empties,
    /// In which columns that nobody declared so texts were read as days.
    pub(crate) dated: Empties,
}

/// So many rows go by before progress is told.
const STRIDE: usize = 1 << 14;

impl SqliteTable {
    pub(crate) fn open(address: &Address) -> Result<Self, ReadError> {
        let (name, asked) = (address.to_string(), address.asked()?);
        let failed = |cause: rusqlite::Error| ReadError::Database { file: name.clone(), problem: said(&cause) };
        let path = address.path().unwrap_or(std::path::Path::new(""));
        let found = std::fs::metadata(path).map_err(|cause| ReadError::io(&path.display().to_string(), cause))?;
        if found.is_dir() {
            return Err(ReadError::Directory { file: path.display().to_string() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(std::time::Duration::from_secs(10)).map_err(failed)?;
        connection.execute_batch("begin").map_err(failed)?;
        Self::within(name, asked, connection)
    }

    /// In a transaction that has begun.
    pub(super) fn within(name: String, asked: &Asked, connection: Connection) -> Result<Self, ReadError> {
        let failed = |cause: rusqlite::Error| ReadError::Database { file: name.clone(), problem: said(&cause) };
        // A query that is no single one is none inside parentheses.
        let statement = connection.prepare(&format!("select * from {}", asked.from())).map_err(failed)?;
        let described = statement.columns().map(|column| Declared {
            name: column.name().to_owned(),
            is_time: column.decl_type().is_some_and(is_time),
        });
        let columns: Vec<Declared> = described.collect();
        drop(statement);
        let (empty, dated) = (Empties::new(columns.len()), Empties::new(columns.len()));
        Ok(Self { name, columns, from: asked.from(), connection: Mutex::new(connection), empty, dated })
    }

    /// The connection, when it is no longer read from.
    pub(super) fn into_connection(self) -> Connection {
        self.connection.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the transaction: whoever writes to the file no longer waits for it.
    pub(super) fn end(&self) {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        // Nothing was written: an end that fails loses nothing, and whoever waits says so.
        let _ = connection.execute_batch("rollback");
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// Reads the columns asked for.
    pub(crate) fn pass(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        let failed = |cause: rusqlite::Error| ReadError::Database { file: self.name.clone(), problem: said(&cause) };
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let mut statement = connection.prepare(&self.statement(ask)).map_err(failed)?;
        let mut rows = statement.query([]).map_err(failed)?;
        let mut drafts: Vec<Draft> = ask.iter().map(|&ask| Draft::new(ask)).collect();
        let mut count = 0;
        while let Some(row) = rows.next().map_err(failed)? {
            for (at, draft) in drafts.iter_mut().enumerate().filter(|(_, draft)| !draft.is_skipped()) {
                let cell = row.get_ref(at).map_err(failed)?;
                self.push(at, cell, draft, setting.nulls.of(at))
                    .map_err(|fault| self.value_error(names, at, count, fault))?;
            }
            count += 1;
            if count % STRIDE == 0 {
                (setting.progress)(count as u64, None);
            }
        }
        let mut assembly = Assembly::new(drafts);
        assembly.rows = count;
        Ok(assembly)
    }

    fn statement(&self, ask: &[Ask]) -> String {
        let expression = |(column, &ask): (&Declared, &Ask)| match ask {
            Ask::Skip => "null".to_owned(),
            _ => quoted(&column.name),
        };
        let expressions: Vec<String> = self.columns.iter().zip(ask).map(expression).collect();
        format!("select {} from {}", expressions.join(", "), self.from)
    }

    fn push(&self, at: usize, cell: ValueRef<'_>, draft: &mut Draft, nulls: &Nulls) -> Result<(), CellFault> {
        match cell {
            ValueRef::Null => draft.push_missing(),
            ValueRef::Integer(value) => return draft.push_decimal(Decimal::from(value), nulls),
            ValueRef::Real(value) => return draft.push_decimal(Decimal::from_f64(value)?, nulls),
            ValueRef::Text([]) => {
                self.empty.see(at);
                draft.push_missing();
            }
            ValueRef::Text(bytes) => {
                let text = std::str::from_utf8(bytes).map_err(|_| CellFault::Encoding)?;
                return match moment(text) {
                    Some(moment) if self.columns[at].is_time => draft.push_moment(moment, text.ends_with('Z'), nulls),
                    // Among texts, and when text is asked for, it stays as it was written.
                    Some(moment) if moment.is_midnight() && draft.is_open() && !nulls.contains(text) => {
                        self.dated.see(at);
                        draft.push_date(moment.day, nulls)
                    }
                    _ => draft.push_text(text, nulls),
                };
            }
            ValueRef::Blob(_) => return Err(CellFault::Bytes),
        }
        Ok(())
    }

    fn value_error(&self, names: &Names<'_>, at: usize, row: usize, fault: CellFault) -> ReadError {
        let (file, column) = (names.file.to_owned(), self.columns[at].name.clone());
        ReadError::Value { file, row: row as u64 + 1, column, fault }
    }
}

/// As SQLite's users declare days and times.
fn is_time(declared: &str) -> bool {
    let declared = declared.to_ascii_uppercase();
    ["DATE", "TIMESTAMP"].iter().any(|word| declared.contains(word))
}

/// What SQLite says. It says it of names and of files, not of values.
pub(super) fn said(cause: &rusqlite::Error) -> String {
    match cause {
        rusqlite::Error::SqliteFailure(code, message) => {
            let message = message.clone().unwrap_or_else(|| code.to_string());
            match code.code {
                rusqlite::ErrorCode::NotADatabase => "is no database of SQLite, or is encrypted".to_owned(),
                rusqlite::ErrorCode::DatabaseBusy => {
                    "is locked by another program that writes to it; try again".to_owned()
                }
                _ => message,
            }
        }
        rusqlite::Error::SqlInputError { msg, .. } => msg.clone(),
        other => other.to_string(),
    }
}
