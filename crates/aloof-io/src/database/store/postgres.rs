//! A table of PostgreSQL that is made: created, filled through `COPY`, and marked by a comment.

use std::io::Write;

use aloof_postgres::{Fault, Session, literal, quoted};
use aloof_table::{Column, Table};

use super::{MARK, Making, Standing, TableTarget, mark, whole};
use crate::database::address::Asked;
use crate::database::postgres::{PostgresTable, begun};
use crate::write::write_csv;
use crate::{Ask, ReadError};

/// Longer names the server would cut.
const LONGEST_NAME: usize = 63;

/// A transaction, and the schema in which it makes tables.
pub(super) struct PostgresMaking {
    target: TableTarget,
    schema: String,
    session: Option<Session>,
}

impl PostgresMaking {
    pub(super) fn begin(target: &TableTarget) -> Result<Self, ReadError> {
        let server = |fault| server(target, fault);
        let place = target.address.place.as_ref().expect("its parser put it there");
        let mut session = begun(place, "begin transaction read write").map_err(server)?;
        // Whoever reads what is to give way, perhaps this very run, is waited for no longer.
        session.ask("set local lock_timeout = '10s'", &[]).map_err(server)?;
        let schema = if let [schema, _] = target.names.as_slice() {
            schema.clone()
        } else {
            let found = session.ask("select current_schema()", &[]).map_err(server)?;
            let found = found.into_iter().flatten().next().flatten();
            found.ok_or_else(|| target.refused("the server knows no schema to make it in; write table=SCHEMA.NAME"))?
        };
        Ok(Self { target: target.clone(), schema, session: Some(session) })
    }

    fn session_mut(&mut self) -> &mut Session {
        self.session.as_mut().expect("it is put back whenever it is lent")
    }

    fn ask(&mut self, sql: &str) -> Result<(), ReadError> {
        let done = self.session_mut().ask(sql, &[]).map(drop);
        done.map_err(|fault| server(&self.target, fault))
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
        copied.map_err(|fault| server(&self.target, fault))
    }
}

impl Making for PostgresMaking {
    /// What stands there is locked.
    fn standing(&mut self, name: &str) -> Result<Standing, ReadError> {
        let sql = "select c.relkind = 'r' and coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), '') like $3 || '%' \
                   from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace \
                   where n.nspname = $1 and c.relname = $2";
        let schema = self.schema.clone();
        let found = self.session_mut().ask(sql, &[&schema, name, MARK]).map_err(|fault| server(&self.target, fault))?;
        Ok(match found.first().map(|row| row[0].as_deref()) {
            None => Standing::Nothing,
            Some(Some("t")) => Standing::Ours,
            Some(_) => Standing::Theirs,
        })
    }

    fn make(&mut self, name: &str, replace: bool, table: &Table) -> Result<(), ReadError> {
        self.refuse_names(name, table)?;
        let whole = format!("{}.{}", quoted(&self.schema), quoted(name));
        if replace {
            self.ask(&format!("drop table {whole}"))?;
        }
        let columns = table.names().iter().zip(table.columns());
        let columns: Vec<String> = columns.map(|(name, column)| format!("{} {}", quoted(name), kind(column))).collect();
        self.ask(&format!("create table {whole} ({})", columns.join(", ")))?;
        self.ask(&format!("comment on table {whole} is {}", literal(&mark())))?;
        let names = table.names().iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ");
        self.copy(&format!("copy {whole} ({names}) from stdin (format csv, header true, force_null ({names}))"), table)
    }

    fn read_back(&mut self, name: &str, ask: &[Ask]) -> Result<Table, ReadError> {
        let session = self.session.take().expect("it is put back whenever it is lent");
        let asked = Asked::Table(vec![self.schema.clone(), name.to_owned()]);
        let file = self.target.address.to_string();
        let stored = PostgresTable::within(file.clone(), &asked, session)?;
        let read = whole(&file, &stored.names(), ask, |ask, names, setting| stored.pass(ask, names, setting));
        self.session = Some(stored.into_session());
        read
    }

    fn commit(mut self: Box<Self>) -> Result<(), ReadError> {
        let ended = self.session_mut().ask("commit", &[]);
        ended.map(drop).map_err(|fault| match fault.code() {
            Some(_) => server(&self.target, fault),
            None => self.target.refused(&format!("{fault}; whether the table stands must be looked at")),
        })
    }
}

fn server(target: &TableTarget, fault: Fault) -> ReadError {
    ReadError::Server { file: target.address.to_string(), fault }
}

fn kind(column: &Column) -> &'static str {
    match column {
        Column::Number(_) => "numeric",
        Column::Date(_) => "date",
        Column::Label(_) => "text",
    }
}
