//! Released tables written into PostgreSQL: all of them in one transaction, each read back and compared before it ends.
//!
//! ```text
//! begin     what stands under the name may give way: only a table that this program made, and only if that was said
//! put       create, COPY in, a comment that says who made it, COPY out again; every cell must be the one that was judged
//! commit    when everything else is in place
//! ```
//!
//! Numbers become `numeric`, dates `date`, all else `text`. Whatever happens before the commit leaves nothing.

use std::io::Write;

use aloof_postgres::{Fault, Session, literal, quoted};
use aloof_table::{Column, Table};
use rayon::prelude::*;

use super::address::{Address, Asked, Engine};
use super::postgres::{PostgresTable, begun};
use crate::assembly::{Names, in_two_passes};
use crate::input::Setting;
use crate::nulls::ColumnNulls;
use crate::publish::Existing;
use crate::write::write_csv;
use crate::{Ask, ReadError, Source};

/// How the comment of a table begins that this program made.
const MARK: &str = "Released by Aloof ";
/// Longer names the server would cut.
const LONGEST_NAME: usize = 63;

/// A table of PostgreSQL that is to be made.
#[derive(Clone, Debug)]
pub struct TableTarget {
    address: Address,
    names: Vec<String>,
    existing: Existing,
}

/// A transaction that makes tables. Dropped, it made none.
pub struct TableStore {
    target: TableTarget,
    schema: String,
    session: Option<Session>,
}

impl TableTarget {
    /// The table that a word addresses.
    pub fn new(word: &str, existing: Existing) -> Result<Self, ReadError> {
        let problem = |problem: &str| ReadError::Address { problem: problem.to_owned() };
        let engine = Engine::of(word).filter(|&engine| engine == Engine::Postgres);
        let engine = engine.ok_or_else(|| problem("names no table to write; write postgres://host/db?table=NAME"))?;
        let address = Address::parse(word, engine)?;
        match address.asked()?.clone() {
            Asked::Table(names) => Ok(Self { address, names, existing }),
            Asked::Query(_) => {
                Err(problem("asks a query, and a table is to be written; write postgres://host/db?table=NAME"))
            }
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
        let place = self.address.place.as_ref().expect("its parser put it there");
        let mut session = begun(place, "begin transaction read write").map_err(|fault| self.server(fault))?;
        // Whoever reads what is to give way, perhaps this very run, is waited for no longer.
        session.ask("set local lock_timeout = '10s'", &[]).map_err(|fault| self.server(fault))?;
        let schema = if let [schema, _] = self.names.as_slice() {
            schema.clone()
        } else {
            let found = session.ask("select current_schema()", &[]).map_err(|fault| self.server(fault))?;
            let found = found.into_iter().flatten().next().flatten();
            found.ok_or_else(|| self.refused("the server knows no schema to make it in; write table=SCHEMA.NAME"))?
        };
        Ok(TableStore { target: self.clone(), schema, session: Some(session) })
    }

    /// Whether that is what is read.
    pub fn is_read(&self, source: &Source) -> bool {
        matches!(source, Source::Database(database) if database.name() == self.address.to_string())
    }

    /// The name of the table, or of another that belongs to it.
    fn table_name(&self, beside: Option<&str>) -> String {
        let name = self.names.last().map_or("", String::as_str);
        beside.map_or_else(|| name.to_owned(), |beside| format!("{name}_{beside}"))
    }

    fn server(&self, fault: Fault) -> ReadError {
        ReadError::Server { file: self.address.to_string(), fault }
    }

    fn refused(&self, problem: &str) -> ReadError {
        ReadError::Database { file: self.address.to_string(), problem: problem.to_owned() }
    }
}

impl TableStore {
    /// Makes a table of what was judged, under the target's name, or under that and another, and compares it with that.
    pub fn put(&mut self, beside: Option<&str>, table: &Table) -> Result<(), ReadError> {
        let name = self.target.table_name(beside);
        self.refuse_names(&name, table)?;
        let whole = format!("{}.{}", quoted(&self.schema), quoted(&name));
        if self.gives_way(&name)? {
            self.ask(&format!("drop table {whole}"))?;
        }
        let columns = table.names().iter().zip(table.columns());
        let columns: Vec<String> = columns.map(|(name, column)| format!("{} {}", quoted(name), kind(column))).collect();
        self.ask(&format!("create table {whole} ({})", columns.join(", ")))?;
        let mark = format!("{MARK}{}", env!("CARGO_PKG_VERSION"));
        self.ask(&format!("comment on table {whole} is {}", literal(&mark)))?;
        let names = table.names().iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
        self.copy(
            &format!("copy {whole} ({names}) from stdin (format csv, header true, force_null ({names}))"),
            table,
        )?;
        self.compare(&name, table)
    }

    /// Ends the transaction: the tables stand.
    pub fn commit(mut self) -> Result<(), ReadError> {
        let ended = self.session_mut().ask("commit", &[]);
        ended.map(drop).map_err(|fault| match fault.code() {
            Some(_) => self.target.server(fault),
            None => self.target.refused(&format!("{fault}; whether the table stands must be looked at")),
        })
    }

    fn session_mut(&mut self) -> &mut Session {
        self.session.as_mut().expect("it is put back whenever it is lent")
    }

    fn ask(&mut self, sql: &str) -> Result<(), ReadError> {
        let done = self.session_mut().ask(sql, &[]).map(drop);
        done.map_err(|fault| self.target.server(fault))
    }

    /// Whether something stands there, which may give way and is locked.
    fn gives_way(&mut self, name: &str) -> Result<bool, ReadError> {
        let sql = "select c.relkind = 'r' and coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), '') like $3 || '%' \
                   from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace \
                   where n.nspname = $1 and c.relname = $2";
        let schema = self.schema.clone();
        let found = self.session_mut().ask(sql, &[&schema, name, MARK]).map_err(|fault| self.target.server(fault))?;
        match (found.first().map(|row| row[0].as_deref()), self.target.existing) {
            (None, _) => Ok(false),
            (Some(_), Existing::Refuse) => {
                Err(self.target.refused("exists already and was left as it is; choose another name, or let it be replaced"))
            }
            (Some(Some("t")), Existing::Replace) => Ok(true),
            (Some(_), Existing::Replace) => Err(self.target.refused(
                "is no table that this program made and was left as it is: only such a table is replaced; choose another name",
            )),
        }
    }

    fn refuse_names(&self, name: &str, table: &Table) -> Result<(), ReadError> {
        let long = std::iter::once(name).chain(table.names().iter().map(String::as_str));
        match long.into_iter().find(|name| name.len() > LONGEST_NAME) {
            Some(name) => Err(self.target.refused(&format!("`{name}` is longer than a name may be there; rename it"))),
            None => Ok(()),
        }
    }

    fn copy(&mut self, sql: &str, table: &Table) -> Result<(), ReadError> {
        let copied = (|| {
            let mut copy = self.session_mut().copy_in(sql)?;
            write_csv(table, &mut copy as &mut dyn Write)?;
            copy.finish()
        })();
        copied.map_err(|fault| self.target.server(fault))
    }

    /// What stands there must read as what was judged, row by row.
    fn compare(&mut self, name: &str, table: &Table) -> Result<(), ReadError> {
        let session = self.session.take().expect("it is put back whenever it is lent");
        let asked = Asked::Table(vec![self.schema.clone(), name.to_owned()]);
        let stored = PostgresTable::within(self.target.address.to_string(), &asked, session)?;
        let ask: Vec<Ask> = table.columns().iter().map(|column| asked_for(column)).collect();
        let (file, columns) = (self.target.address.to_string(), stored.names());
        let same_names = columns == table.names();
        let names = Names { file: &file, columns: &columns };
        let setting = Setting {
            nulls: ColumnNulls::new(&[], &[], &columns),
            threads: rayon::current_num_threads(),
            progress: &|_, _| {},
        };
        let read = in_two_passes(&ask, |ask| stored.pass(ask, &names, &setting))?.table(&names)?;
        self.session = Some(stored.into_session());
        let cells = |(ours, theirs): (&Column, &Column)| {
            (0..table.rows()).into_par_iter().all(|row| ours.text(row) == theirs.text(row))
        };
        let columns = table.columns().iter().map(AsRef::as_ref).zip(read.columns().iter().map(AsRef::as_ref));
        if same_names && read.rows() == table.rows() && columns.into_iter().all(cells) {
            return Ok(());
        }
        Err(self.target.refused("does not hold what was judged; nothing was kept of it"))
    }
}

fn kind(column: &Column) -> &'static str {
    match column {
        Column::Number(_) => "numeric",
        Column::Date(_) => "date",
        Column::Label(_) => "text",
    }
}

fn asked_for(column: &Column) -> Ask {
    match column {
        Column::Number(_) => Ask::Number,
        Column::Date(_) => Ask::Date,
        Column::Label(_) => Ask::Text,
    }
}
