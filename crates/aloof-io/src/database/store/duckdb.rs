//! A table of DuckDB that is made by the program `duckdb`, which holds the transaction while everything else is put in place.
//!
//! The program is told on its standard input what to do, and answers on its standard output: what a statement copies there, and then a
//! word that was chosen for this run. A statement that fails ends the program, and with it the transaction. Rows go through a
//! file of Parquet that only its owner can read and that is gone afterwards; they come back as Parquet on the standard output.
//!
//! Numbers become `decimal` with as many digits as the column needs, dates `date`, all else `varchar`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use aloof_postgres::{literal, quoted};
use aloof_table::{Column, NumberColumn, Table};

use super::{MARK, Making, NewFile, Standing, TableTarget, mark};
use crate::database::duckdb::{program, refuse_others, said, started};
use crate::write::write_parquet;
use crate::{Ask, Input, ReadError, ReadOptions, Source};

/// As many digits as a decimal of DuckDB may have.
const MOST_DIGITS: usize = 38;

/// A transaction that a program holds.
pub(super) struct DuckDbMaking {
    target: TableTarget,
    file: NewFile,
    child: Child,
    /// What the program says when it has done what it was told.
    word: String,
    schema: String,
}

impl DuckDbMaking {
    pub(super) fn begin(target: &TableTarget) -> Result<Self, ReadError> {
        let path = target.path().unwrap_or(Path::new(""));
        let file = NewFile::at(path);
        if !file.is_new {
            refuse_others(&target.address)?;
        }
        let mut command = program(&["-csv", "-noheader"]);
        command.arg(path).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let child = started(&target.address, command.spawn())?;
        let word = format!("done {}", passage_name());
        let mut making = Self { target: target.clone(), file, child, word, schema: String::new() };
        making.tell("begin transaction")?;
        making.schema = match target.names.as_slice() {
            [schema, _] => schema.clone(),
            _ => making.ask("select current_schema()")?,
        };
        Ok(making)
    }

    /// Has a statement done, and returns what it copied to the standard output.
    fn tell(&mut self, sql: &str) -> Result<Vec<u8>, ReadError> {
        let done = format!("copy (select {}) to '/dev/stdout' (format csv, header false);\n", literal(&self.word));
        let end = format!("{}\n", self.word).into_bytes();
        let told = |child: &mut Child| -> io::Result<Option<Vec<u8>>> {
            let stdin = child.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
            stdin.write_all(format!("{sql};\n{done}").as_bytes()).and_then(|()| stdin.flush())?;
            let stdout = child.stdout.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
            let (mut answer, mut block) = (Vec::new(), vec![0; 1 << 16]);
            while !answer.ends_with(&end) {
                match stdout.read(&mut block)? {
                    0 => return Ok(None),
                    count => answer.extend_from_slice(&block[..count]),
                }
            }
            answer.truncate(answer.len() - end.len());
            Ok(Some(answer))
        };
        match told(&mut self.child) {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) | Err(_) => Err(self.ended()),
        }
    }

    /// Why the program ended.
    fn ended(&mut self) -> ReadError {
        drop(self.child.stdin.take());
        let mut errors = Vec::new();
        // What it could not say is not known.
        let _ = self.child.stderr.take().map(|mut stderr| stderr.read_to_end(&mut errors));
        let _ = self.child.wait();
        self.target.refused(&said(&String::from_utf8_lossy(&errors)))
    }

    /// The one text that a query answers with; empty when it answers with nothing.
    fn ask(&mut self, query: &str) -> Result<String, ReadError> {
        let answer = self.tell(&format!("copy ({query}) to '/dev/stdout' (format csv, header false, quote '')"))?;
        Ok(String::from_utf8_lossy(&answer).trim_end_matches(['\r', '\n']).to_owned())
    }

    fn whole(&self, name: &str) -> String {
        format!("{}.{}", quoted(&self.schema), quoted(name))
    }
}

impl Making for DuckDbMaking {
    fn standing(&mut self, name: &str) -> Result<Standing, ReadError> {
        let here = |name_column: &str| {
            format!(
                "database_name = current_database() and lower(schema_name) = lower({}) and lower({name_column}) = lower({})",
                literal(&self.schema),
                literal(name)
            )
        };
        let query = format!(
            "select case when coalesce(starts_with(comment, {}), false) then 'ours' else 'theirs' end \
             from duckdb_tables() where {} union all select 'theirs' from duckdb_views() where {}",
            literal(MARK),
            here("table_name"),
            here("view_name")
        );
        Ok(match self.ask(&query)?.as_str() {
            "" => Standing::Nothing,
            "ours" => Standing::Ours,
            _ => Standing::Theirs,
        })
    }

    fn make(&mut self, name: &str, replace: bool, table: &Table) -> Result<(), ReadError> {
        let whole = self.whole(name);
        if replace {
            self.tell(&format!("drop table {whole}"))?;
        }
        let columns = table.names().iter().zip(table.columns());
        let columns: Vec<String> = columns.map(|(name, column)| format!("{} {}", quoted(name), kind(column))).collect();
        self.tell(&format!("create table {whole} ({})", columns.join(", ")))?;
        self.tell(&format!("comment on table {whole} is {}", literal(&mark())))?;
        let passage = Passage::of(table).map_err(|cause| {
            self.target.refused(&format!("rows could not be handed to the program duckdb: {cause}"))
        })?;
        let path = passage.0.display().to_string();
        self.tell(&format!("insert into {whole} select * from read_parquet({})", literal(&path)))?;
        Ok(())
    }

    fn read_back(&mut self, name: &str, ask: &[Ask]) -> Result<Table, ReadError> {
        let whole = self.whole(name);
        let parquet = self.tell(&format!("copy (from {whole}) to '/dev/stdout' (format parquet)"))?;
        let source = Source::Memory { name: self.target.address.to_string(), bytes: parquet.into() };
        Input::open(source, ReadOptions::canonical())?.read(ask)
    }

    fn commit(mut self: Box<Self>) -> Result<(), ReadError> {
        self.tell("commit")?;
        self.file.keep();
        Ok(())
    }
}

impl Drop for DuckDbMaking {
    fn drop(&mut self) {
        // At the end of what it is told the program ends, and with it whatever was not committed.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
        self.file.remove();
    }
}

fn kind(column: &Column) -> String {
    match column {
        Column::Number(numbers) => decimal(numbers),
        Column::Date(_) => "date".to_owned(),
        Column::Label(_) => "varchar".to_owned(),
    }
}

/// The narrowest decimal that holds all of a column; text where none does.
fn decimal(numbers: &NumberColumn) -> String {
    let scale = usize::from(numbers.scale());
    let digits = (0..numbers.len()).filter_map(|row| numbers.scaled(row)).map(i128::unsigned_abs);
    let digits = digits.max().and_then(u128::checked_ilog10).map_or(1, |log| log as usize + 1).max(scale);
    match (digits, scale) {
        (..=18, 0) => "bigint".to_owned(),
        (..=MOST_DIGITS, _) => format!("decimal({digits}, {scale})"),
        _ => "varchar".to_owned(),
    }
}

/// Rows on their way to the program, in a file that is gone afterwards.
struct Passage(PathBuf);

impl Passage {
    fn of(table: &Table) -> io::Result<Self> {
        let passage = Self(std::env::temp_dir().join(format!("{}.parquet", passage_name())));
        write_parquet(table, private(&passage.0)?)?;
        Ok(passage)
    }
}

impl Drop for Passage {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// A new file that nobody else can read.
fn private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A name that no other run chooses.
fn passage_name() -> String {
    use std::hash::{BuildHasher, RandomState};
    format!("aloof-{}-{:016x}", std::process::id(), RandomState::new().hash_one(std::process::id()))
}

#[cfg(test)]
mod tests {
    use aloof_table::Decimal;

    use super::*;

    #[test]
    fn a_decimal_is_as_wide_as_its_column() {
        let kind = |texts: &[&str]| {
            let values = texts.iter().map(|text| Some(Decimal::parse(text.as_bytes()).unwrap()));
            decimal(&NumberColumn::from_decimals(values).unwrap())
        };
        assert_eq!(kind(&["1", "-20"]), "bigint");
        assert_eq!(kind(&["12.25", "0.001"]), "decimal(5, 3)");
        assert_eq!(kind(&["0.001"]), "decimal(3, 3)");
        assert_eq!(kind(&["1234567890123456789"]), "decimal(19, 0)");
        assert_eq!(kind(&["0"]), "bigint");
        assert_eq!(decimal(&NumberColumn::from_decimals([None]).unwrap()), "bigint");
    }
}
