//! Released tables written into a database: all of them in one transaction, each read back and compared before it ends.
//!
//! ```text
//! begin     what stands under the name may give way: only a table that this program made, and only if that was said
//! put       made, filled, marked as ours, and read again; every cell must be the one that was judged
//! commit    when everything else is in place
//! ```
//!
//! | file | what it does |
//! |---|---|
//! | `postgres` | numbers as `numeric`, dates as `date`, all else as `text`, through `COPY`; a comment on the table is the mark |
//! | `sqlite` | numbers as `INTEGER` or `REAL` where those hold them exactly, else as `TEXT`; the mark stands in the table's definition |
//! | `duckdb` | numbers as `decimal`; the program holds the transaction, and is told what to do on its standard input |
//!
//! Whatever happens before the commit leaves nothing: no table, and no file that was not there.

mod duckdb;
mod postgres;
mod sqlite;

use std::path::{Path, PathBuf};

use aloof_table::{Column, Table};
use rayon::prelude::*;

use self::duckdb::DuckDbMaking;
use self::postgres::PostgresMaking;
use self::sqlite::SqliteMaking;
use super::address::{Address, Asked, Engine};
use crate::assembly::{Assembly, Names, in_two_passes};
use crate::input::Setting;
use crate::nulls::ColumnNulls;
use crate::publish::Existing;
use crate::{Ask, ReadError, Source};

/// How the mark of a table begins that this program made.
const MARK: &str = "Released by Aloof ";

/// The whole mark.
fn mark() -> String {
    format!("{MARK}{}", env!("CARGO_PKG_VERSION"))
}

/// A table of a database that is to be made.
#[derive(Clone, Debug)]
pub struct TableTarget {
    address: Address,
    names: Vec<String>,
    existing: Existing,
}

/// A transaction that makes tables. Dropped, it made none.
pub struct TableStore {
    target: TableTarget,
    making: Box<dyn Making>,
}

/// A transaction of one kind of database. Dropped, it made nothing.
trait Making {
    /// What stands under a name.
    fn standing(&mut self, name: &str) -> Result<Standing, ReadError>;
    /// Makes a table and fills it; what stands there is dropped if `replace` says so.
    fn make(&mut self, name: &str, replace: bool, table: &Table) -> Result<(), ReadError>;
    /// The table that was made, its columns read as `ask` says.
    fn read_back(&mut self, name: &str, ask: &[Ask]) -> Result<Table, ReadError>;
    /// Ends the transaction: the tables stand.
    fn commit(self: Box<Self>) -> Result<(), ReadError>;
}

/// What stands under a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Nothing,
    /// A table that this program made.
    Ours,
    /// Anything else.
    Theirs,
}

impl TableTarget {
    /// The table that a word addresses.
    pub fn new(word: &str, existing: Existing) -> Result<Self, ReadError> {
        const WAYS: &str = "write postgres://host/db?table=NAME, sqlite:FILE?table=NAME or duckdb:FILE?table=NAME";
        let problem = |problem: &str| ReadError::Address { problem: format!("{problem}; {WAYS}") };
        let engine = Engine::of(word).ok_or_else(|| problem("names no table to write"))?;
        let address = Address::parse(word, engine)?;
        match address.asked()?.clone() {
            Asked::Table(names) if engine == Engine::Sqlite && names.len() > 1 && !is_main(&names[0]) => {
                Err(problem("names a schema, and a file of SQLite has none but `main`"))
            }
            // Gone with the connection, and to some a name that means memory.
            Asked::Table(_) if address.path().is_some_and(|path| path.as_os_str() == ":memory:") => {
                Err(problem("names a database in memory, which nobody could read afterwards"))
            }
            Asked::Table(names) => Ok(Self { address, names, existing }),
            Asked::Query(_) => Err(problem("asks a query, and a table is to be written")),
        }
    }

    /// Whether it could be made, as things are now: told before the work begins.
    pub fn check(&self) -> Result<(), ReadError> {
        let mut store = self.begin()?;
        store.gives_way(&self.table_name(None))?;
        Ok(())
    }

    /// Begins the transaction.
    pub fn begin(&self) -> Result<TableStore, ReadError> {
        let making: Box<dyn Making> = match self.address.engine {
            Engine::Postgres => Box::new(PostgresMaking::begin(self)?),
            Engine::Sqlite => Box::new(SqliteMaking::begin(self)?),
            Engine::DuckDb => Box::new(DuckDbMaking::begin(self)?),
        };
        Ok(TableStore { target: self.clone(), making })
    }

    /// Whether that is what is read.
    pub fn is_read(&self, source: &Source) -> bool {
        let Source::Database(database) = source else { return false };
        let Ok(read) = database.address() else { return false };
        match (self.path(), read.path()) {
            (Some(written), Some(read_from)) => {
                let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
                whole(written) == whole(read_from)
                    && matches!(read.asked(), Ok(Asked::Table(names)) if same_name(names.last(), self.names.last()))
            }
            _ => database.name() == self.address.to_string(),
        }
    }

    /// The file that is written, if the database is one.
    pub fn path(&self) -> Option<&Path> {
        self.address.path()
    }

    /// The name of the table, or of another that belongs to it.
    fn table_name(&self, beside: Option<&str>) -> String {
        let name = self.names.last().map_or("", String::as_str);
        beside.map_or_else(|| name.to_owned(), |beside| format!("{name}_{beside}"))
    }

    fn refused(&self, problem: &str) -> ReadError {
        ReadError::Database { file: self.address.to_string(), problem: problem.to_owned() }
    }
}

fn is_main(schema: &str) -> bool {
    schema.eq_ignore_ascii_case("main")
}

/// In files, names differ by more than capitals.
fn same_name(one: Option<&String>, other: Option<&String>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one.to_lowercase() == other.to_lowercase())
}

impl TableStore {
    /// Makes a table of what was judged, under the target's name, or under that and another, and compares it with that.
    pub fn put(&mut self, beside: Option<&str>, table: &Table) -> Result<(), ReadError> {
        let name = self.target.table_name(beside);
        let replace = self.gives_way(&name)?;
        self.making.make(&name, replace, table)?;
        let ask: Vec<Ask> = table.columns().iter().map(|column| asked_for(column)).collect();
        let stored = self.making.read_back(&name, &ask)?;
        if is_same(table, &stored) {
            return Ok(());
        }
        Err(self.target.refused("does not hold what was judged; nothing was kept of it"))
    }

    /// Ends the transaction: the tables stand.
    pub fn commit(self) -> Result<(), ReadError> {
        self.making.commit()
    }

    /// Whether something stands there, which may give way.
    fn gives_way(&mut self, name: &str) -> Result<bool, ReadError> {
        match (self.making.standing(name)?, self.target.existing) {
            (Standing::Nothing, _) => Ok(false),
            (_, Existing::Refuse) => {
                Err(self.target.refused("exists already and was left as it is; choose another name, or let it be replaced"))
            }
            (Standing::Ours, Existing::Replace) => Ok(true),
            (Standing::Theirs, Existing::Replace) => Err(self.target.refused(
                "is no table that this program made and was left as it is: only such a table is replaced; choose another name",
            )),
        }
    }
}

/// Whether two tables have the same columns and, row by row, the same cells.
fn is_same(ours: &Table, theirs: &Table) -> bool {
    let cells = |(ours, theirs): (&Column, &Column)| {
        (0..ours.len()).into_par_iter().all(|row| ours.text(row) == theirs.text(row))
    };
    ours.names() == theirs.names()
        && ours.rows() == theirs.rows()
        && ours.columns().iter().map(AsRef::as_ref).zip(theirs.columns().iter().map(AsRef::as_ref)).all(cells)
}

/// All rows of a table whose columns are asked for so.
fn whole(
    file: &str,
    columns: &[String],
    ask: &[Ask],
    pass: impl Fn(&[Ask], &Names<'_>, &Setting<'_>) -> Result<Assembly, ReadError>,
) -> Result<Table, ReadError> {
    let names = Names { file, columns };
    let setting = Setting {
        nulls: ColumnNulls::new(&[], &[], columns),
        threads: rayon::current_num_threads(),
        progress: &|_, _| {},
    };
    in_two_passes(ask, |ask| pass(ask, &names, &setting))?.table(&names)
}

fn asked_for(column: &Column) -> Ask {
    match column {
        Column::Number(_) => Ask::Number,
        Column::Date(_) => Ask::Date,
        Column::Label(_) => Ask::Text,
    }
}

/// A file that did not exist before it was written to: gone again unless it is kept.
struct NewFile {
    path: PathBuf,
    is_new: bool,
}

impl NewFile {
    fn at(path: &Path) -> Self {
        Self { path: path.to_path_buf(), is_new: !path.exists() }
    }

    fn keep(&mut self) {
        self.is_new = false;
    }

    /// Removes it, when nobody has it open any more.
    fn remove(&self) {
        if self.is_new {
            // What is not there need not go.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}
