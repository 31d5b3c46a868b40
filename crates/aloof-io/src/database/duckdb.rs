//! A table of DuckDB, asked of the program `duckdb`, which answers with Parquet.
//!
//! The file is opened read-only, which DuckDB allows only while nobody writes to it; one statement is one transaction. A query
//! goes in as a text inside the statement, to DuckDB's function `query`, which takes one SELECT and nothing else. Parquet has no
//! integers of 128 bits: DuckDB would write them as floats, so they are made decimals first, and what has no counterpart
//! (enums, UUIDs, times, intervals) texts.
//!
//! # Why a program
//!
//! DuckDB's library takes minutes to build, and loading its driver (ADBC) means foreign code inside this process. The program is
//! one file, and everybody who has such a database has it or can have it (`pip install duckdb-cli`).
//!
//! # Cost
//!
//! Two starts of the program; the whole answer, packed, is held in memory.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Stdio};

use aloof_postgres::{literal, quoted};
use bytes::Bytes;

use super::address::{Address, Asked};
use crate::ReadError;

/// An answer.
#[derive(Clone)]
pub(crate) struct Answer {
    /// All of it, as Parquet.
    pub(crate) parquet: Bytes,
    /// Which columns hold empty texts.
    pub(crate) empty: Vec<bool>,
}

/// What is asked, answered.
pub(super) fn answer(address: &Address) -> Result<Answer, ReadError> {
    refuse_others(address)?;
    let from = match address.asked()? {
        Asked::Query(query) => format!("query({})", literal(query)),
        table @ Asked::Table(_) => table.from(),
    };
    let described =
        run(address, &["-csv", "-noheader"], &format!("select column_name, column_type from (describe from {from})"))?;
    let strange = || failed(address, "answers in a way not known here");
    let columns = cells(&described).ok_or_else(strange)?;
    let expressions: Vec<String> = columns.iter().map(|(name, kind)| expression(name, kind)).collect();
    let is_empty = columns.iter().map(|(name, kind)| is_empty(name, kind));
    // Both in one run, which holds the file.
    let sql = format!(
        "select {} from {from}; copy (select {} from {from}) to '/dev/stdout' (format parquet, compression zstd)",
        is_empty.collect::<Vec<_>>().join(", "),
        expressions.join(", ")
    );
    let bytes = run(address, &["-csv", "-noheader"], &sql)?;
    let (line, parquet) = apart(&bytes).ok_or_else(strange)?;
    let empty = bytes[line].trim_ascii().split(|&byte| byte == b',').map(|cell| cell == b"true").collect();
    Ok(Answer { empty, parquet: Bytes::from(bytes).slice(parquet) })
}

/// A line of truth values and a file of Parquet, which begins and ends with `PAR1`; either may be written first.
fn apart(bytes: &[u8]) -> Option<(Range<usize>, Range<usize>)> {
    const MARK: &[u8] = b"PAR1";
    let starts = |from: usize| bytes[from..].starts_with(MARK);
    if starts(0) {
        let end = (0..=bytes.len().checked_sub(MARK.len())?).rev().find(|&at| starts(at))? + MARK.len();
        return Some((end..bytes.len(), 0..end));
    }
    let end = bytes.iter().position(|&byte| byte == b'\n')? + 1;
    starts(end).then_some((0..end, end..bytes.len()))
}

/// Any other file DuckDB would try to open by an extension, which it may want to fetch from somewhere.
pub(super) fn refuse_others(address: &Address) -> Result<(), ReadError> {
    let path = address.path().unwrap_or(Path::new(""));
    let mut head = [0; 12];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut head));
    match read {
        Ok(()) if head[8..] == *b"DUCK" => Ok(()),
        Err(cause) if cause.kind() != io::ErrorKind::UnexpectedEof => {
            Err(ReadError::io(&path.display().to_string(), cause))
        }
        _ => Err(failed(address, "is no database of DuckDB")),
    }
}

/// What stands in the statement for a column.
fn expression(name: &str, kind: &str) -> String {
    let name = quoted(name);
    let cast = match kind {
        "HUGEINT" | "UHUGEINT" => "decimal(38, 0)",
        "UUID" | "TIME" | "TIME WITH TIME ZONE" | "INTERVAL" | "BIT" | "BIGNUM" | "VARINT" => "varchar",
        kind if kind.starts_with("ENUM") => "varchar",
        _ => return name,
    };
    format!("cast({name} as {cast}) as {name}")
}

/// Whether a column holds an empty text. An aggregate for every kind: with a literal among nothing else the answer would have a line
/// for each row.
fn is_empty(name: &str, kind: &str) -> String {
    let found = if kind == "VARCHAR" { format!("{} = ''", quoted(name)) } else { "false".to_owned() };
    format!("coalesce(bool_or({found}), false)")
}

/// Records of two cells, quoted where needed.
fn cells(csv: &[u8]) -> Option<Vec<(String, String)>> {
    let text = std::str::from_utf8(csv).ok()?;
    let mut fields = crate::csv::Fields::new(text, 0, b',');
    let mut pairs = Vec::new();
    while fields.next_record().is_some() {
        let name = fields.next_field().ok().filter(|field| !field.last)?.text.to_owned();
        let kind = fields.next_field().ok().filter(|field| field.last)?.text.to_owned();
        pairs.push((name, kind));
    }
    Some(pairs)
}

/// The program, told to stop at the first error and to read nobody's settings.
pub(super) fn program(options: &[&str]) -> Command {
    let mut command = Command::new("duckdb");
    command.args(["-bail", "-batch", "-init", "/dev/null"]).args(options);
    command
}

/// What was started, or why it could not be.
pub(super) fn started<T>(address: &Address, result: io::Result<T>) -> Result<T, ReadError> {
    result.map_err(|cause| match cause.kind() {
        io::ErrorKind::NotFound => failed(
            address,
            "needs the program duckdb, which is not installed; install it (pip install duckdb-cli, or from duckdb.org), or go by a \
             file of Parquet",
        ),
        _ => failed(address, &format!("the program duckdb cannot be run: {cause}")),
    })
}

fn run(address: &Address, options: &[&str], sql: &str) -> Result<Vec<u8>, ReadError> {
    let mut command = program(options);
    command.arg("-readonly").arg(address.path().unwrap_or(Path::new(""))).args(["-c", sql]).stdin(Stdio::null());
    let done = started(address, command.output())?;
    if done.status.success() && done.stderr.is_empty() {
        return Ok(done.stdout);
    }
    Err(failed(address, &said(&String::from_utf8_lossy(&done.stderr))))
}

fn failed(address: &Address, problem: &str) -> ReadError {
    ReadError::Database { file: address.to_string(), problem: problem.to_owned() }
}

/// The first line of what DuckDB says, where that names only what was asked for. What it says of values may quote them.
pub(super) fn said(errors: &str) -> String {
    const ABOUT_THE_CALL: [&str; 6] = ["Catalog", "Binder", "Parser", "IO", "Permission", "Connection"];
    let line = errors.lines().find(|line| line.contains("Error")).unwrap_or_default();
    let line = line.strip_prefix("Error: ").unwrap_or(line);
    match line.split_once(" Error") {
        Some((kind, _)) if ABOUT_THE_CALL.contains(&kind) => format!("duckdb says: {line}"),
        Some((kind, _)) if kind.len() < 32 => format!("duckdb could not answer: {kind} error"),
        _ => "duckdb could not answer".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_not_quoted() {
        assert_eq!(
            said("Conversion Error: Could not convert string '4711x'"),
            "duckdb could not answer: Conversion error"
        );
        assert!(said("Catalog Error: Table with name t does not exist!\nDid you mean").contains("name t does not"));
    }

    #[test]
    fn an_answer_is_taken_apart() {
        for bytes in [&b"true,false\r\nPAR1..\n..PAR1"[..], b"PAR1..PAR1..\n..PAR1true,false\n"] {
            let (line, parquet) = apart(bytes).unwrap();
            assert_eq!(bytes[line].trim_ascii(), b"true,false");
            assert!(bytes[parquet.clone()].starts_with(b"PAR1") && bytes[parquet].ends_with(b"PAR1"));
        }
        assert!(apart(b"").is_none() && apart(b"PAR").is_none() && apart(b"x\ny").is_none());
    }

    #[test]
    fn descriptions_are_read() {
        let pairs = cells(b"a,INTEGER\n\"b,c\",\"DECIMAL(4,1)\"\n").unwrap();
        assert_eq!(pairs[1], ("b,c".to_owned(), "DECIMAL(4,1)".to_owned()));
        assert_eq!(expression("n", "HUGEINT"), "cast(\"n\" as decimal(38, 0)) as \"n\"");
        assert_eq!(is_empty("n", "INTEGER"), "coalesce(bool_or(false), false)");
    }
}
