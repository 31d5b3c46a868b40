//! Reading tables exactly: every number as it was written, every error with the place where it stands.
//!
//! | file | what it does |
//! |---|---|
//! | `source`, `sniff`, `stream` | where bytes come from, what they are (by content, never by name), unpacking them |
//! | `input` | the whole of it: open, know the header, read the columns asked for |
//! | `encoding` | which characters bytes mean |
//! | `draft`, `labels`, `assembly` | a column while it is read; pieces of columns joined in order |
//! | `written`, `doubt`, `mending` | columns in another writing than ours: `1.234,56`, `06.02.1969` |
//! | `in_order` | workers that take tasks one by one and hand results over in the order of the tasks |
//! | `csv/` | delimiter, blocks, fields, header, parsing, the line of a fault |
//! | `sheet/` | spreadsheets: `.xlsx`, `.xls`, `.ods` |
//! | `records/` | files of statistical programs: Stata, SPSS, SAS |
//! | `kind` | what a declared type means, and what else it can be read as |
//! | `known` | formats that are named and not read |
//! | `database/` | tables in PostgreSQL, SQLite and DuckDB; released tables written into PostgreSQL |
//! | `typed/` | Parquet, Arrow IPC, Arrow in memory: what a type means, arrays into columns |
//! | `hierarchy`, `matrix` | the two small files that come with a table |
//! | `write` | tables out again, as CSV, Parquet or Arrow batches |
//! | `publish/` | a directory put in place: all of it or nothing |
//!
//! # Promises
//!
//! The same bytes give the same table at any number of threads. Of several faults the first in the file is reported.
//! A message names file, line (or row) and column and never quotes a cell. Text is streamed: beside the columns
//! asked for, one block of a few MiB per thread is held, and of gzip and Zstandard what the format needs.
//!
//! ```
//! use aloof_io::{Ask, Input, ReadOptions, Source};
//!
//! let bytes = "age,salary\n30-39,100.50\n30-39,99\n".into();
//! let input = Input::open(Source::Memory { name: "pay.csv".to_owned(), bytes }, ReadOptions::default())?;
//! assert_eq!(input.names(), ["age", "salary"]);
//! let table = input.read(&[Ask::Text, Ask::Number])?;
//! assert_eq!(table.column("salary").unwrap().text(0).unwrap(), "100.5");
//! # Ok::<(), aloof_io::ReadError>(())
//! ```

mod assembly;
mod csv;
mod database;
mod doubt;
mod draft;
mod encoding;
mod error;
mod formulas;
mod guard;
mod hierarchy;
mod in_order;
mod input;
mod kind;
mod known;
mod labels;
mod matrix;
mod mending;
mod moment;
mod nulls;
pub mod publish;
mod records;
mod sheet;
mod sniff;
mod source;
mod stream;
mod typed;
mod write;
mod written;

pub use arrow_array::RecordBatch;
pub use arrow_schema::SchemaRef;
pub use bytes::Bytes;
pub use database::{Database, TableStore, TableTarget, has_password};
pub use encoding::Encoding;
pub use error::{CellFault, MissingWord, ReadError};
pub use formulas::is_formula;
pub use hierarchy::{read_hierarchy, read_hierarchy_below};
pub use input::{Ask, Input, Progress, ReadOptions, Reading};
pub use matrix::{Matrix, read_matrix};
pub use sniff::{Compression, Format};
pub use source::Source;
pub use write::{
    CELL_CHARACTERS, DTA_CODES, DTA_COLUMNS, DTA_LABEL, DtaColumn, DtaFault, SHEET_COLUMNS, SHEET_ROWS, fits_floats,
    is_stata_name, to_batch, write_csv, write_dta, write_escaped_csv, write_parquet, write_xlsx,
};
pub use written::{Note, Seen, Writing};
