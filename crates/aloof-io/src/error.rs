//! Why a table, a hierarchy or a matrix cannot be read.
//!
//! Every message says which file, where in it, what was found and what would do. None quotes a cell: what stands in
//! a table about people is not for a log. Names of columns and labels of hierarchies are no cells.

use std::io;

use aloof_table::notation::{Ambiguity, Notation};
use aloof_table::{DecimalError, HierarchyError, Means, TableError, TooWide};

use crate::Format;

/// A word that programs write where a value is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingWord(u8);

impl MissingWord {
    const ALL: [&str; 16] = [
        "NA", "N/A", "n/a", "na", "#N/A", "NaN", "nan", "NULL", "null", "None", "none", "missing", "Missing", ".", "-",
        "?",
    ];

    /// The text, if it is one.
    pub fn of(text: &str) -> Option<Self> {
        Self::ALL.iter().position(|word| *word == text).map(|at| Self(at as u8))
    }

    fn text(self) -> &'static str {
        Self::ALL[self.0 as usize]
    }
}

impl std::fmt::Display for MissingWord {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(self.text())
    }
}

/// Why one cell is not what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CellFault {
    /// No number, or none that can be held exactly.
    #[error(transparent)]
    Number(#[from] DecimalError),
    /// A word that programs write where a value is missing, and that nobody said means it here. It is nobody's value.
    #[error(
        "`{0}` is not a number; if it means that the value is missing, say missing = [\"{0}\"] for the column (or {means})",
        means = Means::MissingText(.0.text())
    )]
    MeansMissing(MissingWord),
    /// A comparison with a number, where a number was asked for.
    #[error(
        "not a number, but a limit, as <1 is one. With missing = {{ codes = [\"<1\"], then = \"publish\" }} of the column, and the limits \
         that stand there, people with one are published without a value; to count them, write numbers for them"
    )]
    Limit,
    /// No date.
    #[error("not a date (a date is written 2020-01-31)")]
    Date,
    /// A date where a number was asked for.
    #[error("a date, not a number; read the column as dates or as text")]
    IsDate,
    /// A time of day where a date was asked for.
    #[error("a point in time, not a date; read the column as text")]
    TimeOfDay,
    /// Not in the notation that was declared.
    #[error("none of the {0}, as was declared")]
    Written(Notation),
    /// Not in the notation that most of its column has.
    #[error("none of the {0}, which most of the column is; correct it, or declare the text as missing")]
    Stranger(Notation),
    /// A code without the value it stands for.
    #[error("refers to a dictionary entry that is not there")]
    Dangling,
    /// Values of another type than their column declares.
    #[error("is of another type than its column declares")]
    OtherType,
    /// Bytes that are no text.
    #[error("is no text in the encoding that the file says")]
    Encoding,
    /// A text too long to be one.
    #[error("stands in a row of more than 256 MiB; is this a table?")]
    TooLong,
    /// Bytes that are neither number nor text.
    #[error(
        "holds bytes (BLOB), which are neither a number nor a text; leave the column out, with a query that names the others"
    )]
    Bytes,
    /// A formula without a value.
    #[error("a formula that was never computed; open the file in a spreadsheet program and save it there")]
    Uncomputed,
    /// A number that does not fit beside the others of its column.
    #[error(transparent)]
    TooWide(#[from] TooWide),
}

/// Why something cannot be read. Lines and rows count from 1; lines are those of the file, its header included.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are the words of the message above them")]
pub enum ReadError {
    /// Nothing under this name.
    #[error("{file}: no such file")]
    NotFound { file: String },
    /// The file is closed to this user.
    #[error("{file}: permission denied")]
    Denied { file: String },
    /// A directory.
    #[error("{file}: is a directory; give a file")]
    Directory { file: String },
    /// A disk, a terminal, a socket.
    #[error("{file}: is a device, and no file; give a file, or - for standard input")]
    Device { file: String },
    /// The system failed while reading.
    #[error("{file}: {cause}")]
    Io { file: String, cause: io::Error },
    /// An address with a password in it, which is not repeated.
    #[error(
        "the address of a database must not hold a password, since others can read command lines; set PGPASSWORD, or write it into \
         a password file (~/.pgpass, or what PGPASSFILE names), and leave it out of the address"
    )]
    PasswordInAddress,
    /// An address of a database that cannot be used.
    #[error("the address of the database {problem}")]
    Address { problem: String },
    /// A query where there is nothing to ask.
    #[error("{file}: a query is asked of a database (postgres://, sqlite:, duckdb:), and this is none")]
    NotAsked { file: String },
    /// What a database server said, or why it said nothing.
    #[error("{file}: {fault}")]
    Server { file: String, fault: aloof_postgres::Fault },
    /// What a database said.
    #[error("{file}: {problem}")]
    Database { file: String, problem: String },
    /// A query that gives no table.
    #[error("{file}: gives no columns; a table or a SELECT is needed")]
    NoColumns { file: String },
    /// Empty texts that nobody spoke of.
    #[error(
        "{file}, column `{column}`: holds empty texts, which are not NULL, and a published table cannot tell them apart; if they \
         mean that the value is missing, say missing = [\"\"] for the column (or {}), else name them in a query (coalesce, nullif, case)",
        Means::MissingText("")
    )]
    EmptyText { file: String, column: String },
    /// Columns in memory where bytes are needed.
    #[error("{file}: is a table in memory or in a database; a file is needed here")]
    NoBytes { file: String },
    /// Points in time whose days are not those of UTC.
    #[error(
        "{file}, column `{column}`: holds points in time of the zone {zone}, where days begin at another moment than in \
         UTC; convert them to UTC, or to dates, first"
    )]
    Zone { file: String, column: String, zone: String },
    /// Packed bytes that do not unpack.
    #[error("{file}: damaged {what}: {cause}")]
    Damaged { file: String, what: &'static str, cause: String },
    /// Packed bytes inside packed bytes.
    #[error("{file}: compressed twice; unpack it once")]
    CompressedTwice { file: String },
    /// Packed bytes that would fill the memory.
    #[error(
        "{file}: unpacks to more than {megabytes} MiB, which is far more than its size lets expect and would all be held in \
         memory; unpack it yourself if it is what it should be, and give the unpacked file"
    )]
    Unpacked { file: String, megabytes: u64 },
    /// Not a single record.
    #[error("{file}: is empty; a table needs at least a header line")]
    Empty { file: String },
    /// Bytes that mean nothing in their encoding.
    #[error(
        "{file}: is not valid {encoding} near byte {byte}; name its encoding with {}, or save the file as UTF-8",
        Means::Encoding
    )]
    Encoding { file: String, encoding: &'static str, byte: u64 },
    /// Values of two meanings.
    #[error("{file}, column `{column}`: {ambiguity}")]
    Ambiguous { file: String, column: String, ambiguity: Ambiguity },
    /// A zero byte, which no text has.
    #[error(
        "{file}, line {line}: holds a zero byte, which no text does; save the file as UTF-8, or name its encoding with {}",
        Means::Encoding
    )]
    Nul { file: String, line: u64 },
    /// A byte that is not UTF-8.
    #[error(
        "{file}, line {line}, column {position}{}: not UTF-8; save the file as UTF-8, or name its encoding with {}",
        quoted(name.as_deref()),
        Means::Encoding
    )]
    NotUtf8 { file: String, line: u64, position: usize, name: Option<String> },
    /// A quote without its other half.
    #[error("{file}, line {line}: a quote is opened here and never closed")]
    UnclosedQuote { file: String, line: u64 },
    /// A record too large to be one.
    #[error("{file}, line {line}: no end of the record within {megabytes} MiB; is this a table?")]
    LongRecord { file: String, line: u64, megabytes: usize },
    /// A record with another number of fields than the header.
    #[error("{file}, line {line}: expected {}, found {found}{}", fields(*expected), ragged_hint(*expected, *found, *delimiter))]
    Ragged { file: String, line: u64, expected: usize, found: usize, delimiter: Option<char> },
    /// A delimiter that cannot be one.
    #[error("the delimiter must be one ASCII character other than a quote, a line end or a zero byte")]
    Delimiter,
    /// A column without a name.
    #[error("{file}: column {position} has no name in the header")]
    NoName { file: String, position: usize },
    /// Two columns of one name.
    #[error("{file}: columns {first} and {second} are both named `{name}`; rename one")]
    SameName { file: String, name: String, first: usize, second: usize },
    /// A cell of a text file.
    #[error("{file}, line {line}, column `{column}`: {fault}")]
    Cell { file: String, line: u64, column: String, fault: CellFault },
    /// A value of a Parquet or Arrow file, which has rows and no lines.
    #[error("{file}, row {row}, column `{column}`: {fault}")]
    Value { file: String, row: u64, column: String, fault: CellFault },
    /// A cell of a sheet.
    #[error("{file}, sheet `{sheet}`, cell {cell}, column `{column}`: {fault}")]
    SheetCell { file: String, sheet: String, cell: String, column: String, fault: CellFault },
    /// A cell below no name.
    #[error(
        "{file}, sheet `{sheet}`, cell {cell}: holds a value, and row {header}, which was taken for the names of the columns, names \
         none there; name it, delete what is no part of the table, or say which part of the sheet the table is: \
         `#{sheet}!A4:F200` behind the file, its first row the one with the names"
    )]
    StrayCell { file: String, sheet: String, cell: String, header: u32 },
    /// Nothing on the sheet.
    #[error("{file}: the sheet `{sheet}` is empty; a table needs at least a row of names")]
    EmptySheet { file: String, sheet: String },
    /// No sheet of this name.
    #[error("{file}: has no sheet `{sheet}`; it has {sheets}")]
    NoSheet { file: String, sheet: String, sheets: String },
    /// No part of a sheet.
    #[error("{file}: `{area}` is no part of a sheet; write it as A4:F200, or A4:F to go on to the last row")]
    NoArea { file: String, area: String },
    /// A sheet asked of what has none.
    #[error("{file}: is {format}, which has no sheets; leave `#` and what follows it out")]
    NotSheets { file: String, format: Format },
    /// A file that opens only with a password.
    #[error("{file}: is encrypted; open it with its password and save it without one")]
    Encrypted { file: String },
    /// A format that is known, and not read.
    #[error("{file}: is {what}, which is not read; {remedy}")]
    Known { file: String, what: &'static str, remedy: &'static str },
    /// A column whose numbers cannot share a scale.
    #[error("{file}, column `{column}`: {cause}")]
    TooWide { file: String, column: String, cause: TooWide },
    /// A type that is neither number, date nor text.
    #[error("{file}, column `{column}`: values of type {found} cannot be read; leave the column out")]
    Type { file: String, column: String, found: String },
    /// A type of a database that is neither number, date nor text.
    #[error(
        "{file}, column `{column}`: values of type {found} cannot be read; leave the column out, with a query that names the others"
    )]
    Declared { file: String, column: String, found: String },
    /// Numbers asked of dates and the like.
    #[error("{file}, column `{column}`: holds {found}, {asked} were asked for; it can be read as text")]
    Kind { file: String, column: String, found: &'static str, asked: &'static str },
    /// A Parquet or Arrow file that is damaged, or packed in a way not known here.
    #[error("{file}: cannot be read as {format}: {cause}")]
    Corrupt { file: String, format: &'static str, cause: String },
    /// Columns in memory that are not what their type says.
    #[error("{file}, column `{column}`: not valid Arrow data: {problem}")]
    Invalid { file: String, column: String, problem: &'static str },
    /// As many kinds as columns must be asked for.
    #[error("{file}: has {columns} columns, kinds were given for {given}")]
    AskCount { file: String, columns: usize, given: usize },
    /// Columns that make no table.
    #[error("{file}: {cause}")]
    Table { file: String, cause: TableError },
    /// Lines that make no hierarchy.
    #[error("{file}: {cause}")]
    Hierarchy { file: String, cause: HierarchyError },
    /// Names of levels above the labels of a hierarchy.
    #[error(
        "{file}, line {line}: begins with the name of the column, where a label of it is expected, and the column holds no such label: a \
         hierarchy file has no line of names; delete it"
    )]
    HierarchyHeader { file: String, line: u64 },
    /// Cells that make no distance matrix.
    #[error("{file}, line {line}{}: {problem}", position.map(|at| format!(", column {at}")).unwrap_or_default())]
    Matrix { file: String, line: u64, position: Option<usize>, problem: String },
}

impl ReadError {
    /// What was found wrong with an address, said again.
    pub(crate) fn again(&self) -> Self {
        match self {
            Self::PasswordInAddress => Self::PasswordInAddress,
            Self::Address { problem } => Self::Address { problem: problem.clone() },
            other => Self::Address { problem: other.to_string() },
        }
    }

    /// An error of the system, in words where there are words for it.
    pub(crate) fn io(file: &str, cause: io::Error) -> Self {
        let file = file.to_owned();
        match cause.kind() {
            io::ErrorKind::NotFound => Self::NotFound { file },
            io::ErrorKind::PermissionDenied => Self::Denied { file },
            io::ErrorKind::IsADirectory => Self::Directory { file },
            _ => Self::Io { file, cause },
        }
    }
}

fn quoted(name: Option<&str>) -> String {
    name.map(|name| format!(" `{name}`")).unwrap_or_default()
}

fn fields(expected: usize) -> String {
    if expected == 1 { "1 field as in the header".to_owned() } else { format!("{expected} fields as in the header") }
}

/// Given when the delimiter was found, not told: then it may be another one.
/// What may be wrong where records have another number of fields than the header.
fn ragged_hint(expected: usize, found: usize, delimiter: Option<char>) -> String {
    let titles = if expected == 1 && found > 2 {
        "; if titles stand above the line with the names of the columns, delete them"
    } else {
        ""
    };
    format!("{}{titles}", delimiter_hint(delimiter))
}

fn delimiter_hint(found: Option<char>) -> String {
    let name = match found {
        None => return String::new(),
        Some('\t') => "a tab".to_owned(),
        Some(other) => format!("`{other}`"),
    };
    format!("; if {name} is not the delimiter, give {}", Means::Delimiter)
}
