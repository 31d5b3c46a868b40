//! A table of SQLite that is made: created, filled row by row, and marked by a comment inside its definition, which SQLite keeps as
//! it was written.
//!
//! SQLite has whole numbers of 64 bits and floats. A column of numbers is `INTEGER` when all of it are such numbers, `REAL` when the
//! shortest digits of each float are the number that was judged, and `TEXT` otherwise: exact digits before a kind that would
//! lose some. Dates are texts in a column declared `DATE`.
//!
//! The file may be the one that the data was read from; that reading must have ended, since SQLite lets nobody commit while
//! another reads.

use std::path::Path;
use std::time::Duration;

use aloof_postgres::quoted;
use aloof_table::{Column, Decimal, NumberColumn, Table};
use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params_from_iter};

use super::{MARK, Making, NewFile, Standing, TableTarget, mark, whole};
use crate::database::address::Asked;
use crate::database::sqlite::{SqliteTable, said};
use crate::{Ask, ReadError};

/// A transaction, and the file.
pub(super) struct SqliteMaking {
    target: TableTarget,
    file: NewFile,
    connection: Option<Connection>,
}

impl SqliteMaking {
    pub(super) fn begin(target: &TableTarget) -> Result<Self, ReadError> {
        let path = target.path().unwrap_or(Path::new(""));
        if path.is_dir() {
            return Err(ReadError::Directory { file: path.display().to_string() });
        }
        let mut making = Self { target: target.clone(), file: NewFile::at(path), connection: None };
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags).map_err(|cause| failed(target, &cause))?;
        let begun = opened
            .busy_timeout(Duration::from_secs(10))
            .and_then(|()| opened.execute_batch("begin immediate"))
            .map_err(|cause| failed(target, &cause));
        making.connection = Some(opened);
        begun.map(|()| making)
    }

    fn connection(&self) -> &Connection {
        self.connection.as_ref().expect("it is put back whenever it is lent")
    }

    fn run(&self, sql: &str) -> Result<(), ReadError> {
        self.connection().execute_batch(sql).map_err(|cause| failed(&self.target, &cause))
    }

    fn fill(&self, name: &str, table: &Table, kinds: &[Stored]) -> rusqlite::Result<()> {
        let marks = vec!["?"; kinds.len()].join(", ");
        let mut insert = self.connection().prepare(&format!("insert into main.{} values ({marks})", quoted(name)))?;
        for row in 0..table.rows() {
            let cells = table.columns().iter().zip(kinds).map(|(column, kind)| kind.cell(column, row));
            insert.execute(params_from_iter(cells))?;
        }
        Ok(())
    }
}

impl Making for SqliteMaking {
    fn standing(&mut self, name: &str) -> Result<Standing, ReadError> {
        let sql = "select type, sql from main.sqlite_master where name = ? collate nocase and type <> 'trigger'";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, Option<String>>(1)?));
        let found = self.connection().query_row(sql, [name], row).optional();
        Ok(match found.map_err(|cause| failed(&self.target, &cause))? {
            None => Standing::Nothing,
            Some((kind, Some(sql))) if kind == "table" && is_marked(&sql) => Standing::Ours,
            Some(_) => Standing::Theirs,
        })
    }

    fn make(&mut self, name: &str, replace: bool, table: &Table) -> Result<(), ReadError> {
        let whole = format!("main.{}", quoted(name));
        if replace {
            self.run(&format!("drop table {whole}"))?;
        }
        let kinds: Vec<Stored> = table.columns().iter().map(|column| Stored::of(column)).collect();
        let columns = table.names().iter().zip(&kinds);
        let columns: Vec<String> = columns.map(|(name, kind)| format!("{} {}", quoted(name), kind.word())).collect();
        self.run(&format!("create table {whole} (/* {} */ {})", mark(), columns.join(", ")))?;
        self.fill(name, table, &kinds).map_err(|cause| failed(&self.target, &cause))
    }

    fn read_back(&mut self, name: &str, ask: &[Ask]) -> Result<Table, ReadError> {
        let connection = self.connection.take().expect("it is put back whenever it is lent");
        let file = self.target.address.to_string();
        let asked = Asked::Table(vec!["main".to_owned(), name.to_owned()]);
        let stored = SqliteTable::within(file.clone(), &asked, connection)?;
        let read = whole(&file, &stored.names(), ask, |ask, names, setting| stored.pass(ask, names, setting));
        self.connection = Some(stored.into_connection());
        read
    }

    fn commit(mut self: Box<Self>) -> Result<(), ReadError> {
        self.run("commit")?;
        self.file.keep();
        Ok(())
    }
}

impl Drop for SqliteMaking {
    fn drop(&mut self) {
        // What was not committed is taken back when the connection closes; only then may the file go.
        drop(self.connection.take());
        self.file.remove();
    }
}

/// Whether a definition holds the mark where `make` puts it: first inside the first parenthesis behind the name.
fn is_marked(definition: &str) -> bool {
    let name_end = match definition.strip_prefix("CREATE TABLE \"") {
        Some(rest) => {
            let mut at = 0;
            // A quote inside a name is doubled.
            while let Some(quote) = rest[at..].find('"') {
                at += quote + 1;
                if !rest[at..].starts_with('"') {
                    break;
                }
                at += 1;
            }
            &rest[at..]
        }
        None => return false,
    };
    name_end.trim_start().strip_prefix("(/* ").is_some_and(|inside| inside.starts_with(MARK))
}

/// As what a column is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stored {
    Integer,
    Real,
    /// Numbers that neither would hold exactly.
    Digits,
    Date,
    Text,
}

impl Stored {
    fn of(column: &Column) -> Self {
        match column {
            Column::Date(_) => Self::Date,
            Column::Label(_) => Self::Text,
            Column::Number(numbers) if all(numbers, |value| integer(value).is_some()) => Self::Integer,
            Column::Number(numbers) if all(numbers, |value| real(value).is_some()) => Self::Real,
            Column::Number(_) => Self::Digits,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Integer => "INTEGER",
            Self::Real => "REAL",
            Self::Digits | Self::Text => "TEXT",
            Self::Date => "DATE",
        }
    }

    fn cell(self, column: &Column, row: usize) -> Value {
        let number = match column {
            Column::Number(numbers) => numbers.get(row),
            _ => None,
        };
        let cell = match self {
            Self::Integer => number.and_then(integer).map(Value::Integer),
            Self::Real => number.and_then(real).map(Value::Real),
            Self::Digits | Self::Date | Self::Text => column.text(row).map(Value::Text),
        };
        cell.unwrap_or(Value::Null)
    }
}

fn all(numbers: &NumberColumn, holds: impl Fn(Decimal) -> bool) -> bool {
    (0..numbers.len()).all(|row| numbers.get(row).is_none_or(&holds))
}

fn integer(value: Decimal) -> Option<i64> {
    value.at_scale(0).and_then(|whole| i64::try_from(whole).ok())
}

/// The float that means this number by its shortest digits.
fn real(value: Decimal) -> Option<f64> {
    let float: f64 = value.to_string().parse().ok()?;
    (Decimal::from_f64(float) == Ok(value)).then_some(float)
}

fn failed(target: &TableTarget, cause: &rusqlite::Error) -> ReadError {
    target.refused(&said(cause))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_mark_in_its_place_counts() {
        for (definition, marked) in [
            ("CREATE TABLE \"t\" (/* Released by Aloof 0.1.0 */ \"a\" TEXT)", true),
            ("CREATE TABLE \"a\"\"b (\" (/* Released by Aloof 9 */ \"a\" TEXT)", true),
            ("CREATE TABLE t (a TEXT)", false),
            ("CREATE TABLE \"(/* Released by Aloof 1 */\" (a TEXT)", false),
            ("CREATE TABLE \"t\" (a TEXT default '(/* Released by Aloof 1 */')", false),
            ("CREATE TABLE \"t", false),
        ] {
            assert_eq!(is_marked(definition), marked, "{definition}");
        }
    }

    #[test]
    fn a_number_is_stored_as_what_holds_it() {
        let stored = |texts: &[&str]| {
            let values = texts.iter().map(|text| Some(Decimal::parse(text.as_bytes()).unwrap()));
            Stored::of(&Column::Number(NumberColumn::from_decimals(values).unwrap()))
        };
        assert_eq!(stored(&["1", "-9223372036854775808"]), Stored::Integer);
        assert_eq!(stored(&["0.1", "3"]), Stored::Real);
        assert_eq!(stored(&["9223372036854775808"]), Stored::Real);
        assert_eq!(stored(&["0.1234567890123456789"]), Stored::Digits);
        assert_eq!(stored(&["9223372036854775809"]), Stored::Digits);
    }
}
