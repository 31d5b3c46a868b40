//! A table of PostgreSQL, read through `COPY (select …) TO STDOUT (FORMAT csv)`.
//!
//! One transaction, read-only and of isolation level *repeatable read*, holds from the first look to the last: every pass sees the
//! same rows. Types come from the server's description of the query. Columns that are not asked for are not sent.
//!
//! What types become: integers, `numeric`, floats (by their shortest digits) and `money` numbers; `date` dates; `timestamp` dates
//! when all are midnights, else text, and `timestamptz` the same in UTC; `boolean` the texts true and false; texts, enums, `uuid`,
//! times, intervals and network addresses text. Others (arrays, JSON, bytes, ranges, …) are refused when they are asked for, and so are
//! `NaN`, infinities, and days before the year 0 or after 9999.
//!
//! # Cost
//!
//! A `COPY` per pass. Rows are parsed on all cores while the server makes the next; beside the columns one block per core is held.

use std::sync::{Mutex, PoisonError};

use aloof_postgres::{Fault, Field, Password, Place, Session, literal, quoted};
use aloof_table::{Date, DecimalError};

use super::Empties;
use super::address::{Address, Asked};
use super::moments::moment;
use crate::assembly::{Assembly, Names};
use crate::csv::{Block, Blocks, Fields};
use crate::draft::Draft;
use crate::in_order::in_order;
use crate::input::Setting;
use crate::kind::{Nature, Reading, reading};
use crate::{Ask, CellFault, ReadError};

const BLOCK_BYTES: usize = 1 << 20;

/// What every session of ours writes values by.
const SETTINGS: [(&str, &str); 6] = [
    ("standard_conforming_strings", "on"),
    ("datestyle", "ISO, YMD"),
    ("intervalstyle", "iso_8601"),
    ("timezone", "UTC"),
    ("extra_float_digits", "3"),
    ("synchronize_seqscans", "off"),
];

/// A column, as the server declares it.
struct Declared {
    name: String,
    /// What it is; the name of its type when it is nothing that is read.
    nature: Result<Nature, String>,
    /// What stands in the statement for it.
    expression: String,
    /// Whether its points in time are told in UTC.
    utc: bool,
}

/// A table, or an answer, and the transaction in which it is read.
pub(crate) struct PostgresTable {
    name: String,
    columns: Vec<Declared>,
    from: String,
    session: Mutex<Session>,
    pub(crate) empty: Empties,
}

/// A session in which values are written as we read them, inside a transaction that begins so.
pub(super) fn begun(place: &Place, begin: &str) -> Result<Session, Fault> {
    let password = Password::of(place, |name| std::env::var(name).ok())?;
    let mut session = Session::open(place, password.as_ref())?;
    session.ask(begin, &[])?;
    let settings = SETTINGS.map(|(name, value)| format!("set_config({}, {}, true)", literal(name), literal(value)));
    session.ask(&format!("select {}", settings.join(", ")), &[])?;
    Ok(session)
}

impl PostgresTable {
    pub(crate) fn open(address: &Address) -> Result<Self, ReadError> {
        let (name, asked) = (address.to_string(), address.asked()?);
        let place = address.place.as_ref().expect("its parser put it there");
        let session = begun(place, "begin transaction isolation level repeatable read read only");
        let session = session.map_err(|fault| ReadError::Server { file: name.clone(), fault })?;
        Self::within(name, asked, session)
    }

    /// In a transaction that has begun.
    pub(super) fn within(name: String, asked: &Asked, mut session: Session) -> Result<Self, ReadError> {
        let server = |fault| ReadError::Server { file: name.clone(), fault };
        let fields = session.describe(&asked.statement()).map_err(server)?;
        let fields = fields.filter(|fields| !fields.is_empty());
        let fields = fields.ok_or_else(|| ReadError::NoColumns { file: name.clone() })?;
        let columns = declared(&fields, &mut session).map_err(server)?;
        let empty = Empties::new(columns.len());
        Ok(Self { name, columns, from: asked.from(), session: Mutex::new(session), empty })
    }

    /// The session, when it is no longer read from.
    pub(super) fn into_session(self) -> Session {
        self.session.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.columns.iter().map(|column| column.name.clone()).collect()
    }

    /// Reads the columns asked for.
    pub(crate) fn pass(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        let plan: Vec<Option<Reading>> = self
            .columns
            .iter()
            .zip(ask)
            .map(|(column, &ask)| column.reading(ask, names.file))
            .collect::<Result<_, _>>()?;
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let failed = |fault: Fault| ReadError::Server { file: self.name.clone(), fault };
        let mut blocks = Blocks::new(session.copy_out(&self.statement(&plan)).map_err(failed)?, b',', BLOCK_BYTES);
        let mut bytes = 0;
        let take = |block: &mut Block| {
            let any = blocks.fill(block).map_err(|cause| failed(cause.into()))?;
            bytes += block.bytes().len() as u64;
            (setting.progress)(bytes, None);
            Ok(any)
        };
        let work = |block: &mut Block| self.parse(block, &plan, setting);
        let mut assembly = Assembly::new(plan.iter().copied().map(draft).collect());
        let keep = |(pieces, rows, fault): Parsed| {
            if let Some((column, fault)) = fault {
                return Err(value_error(names, column, (assembly.rows + rows) as u64, fault));
            }
            assembly.rows += rows;
            let mut pieces = pieces.into_iter().enumerate();
            pieces.try_for_each(|(at, piece)| assembly.append(at, piece, names))
        };
        in_order(setting.threads, Block::default, take, work, keep)?;
        Ok(assembly)
    }

    /// What is not asked for is NULL; of a single column, which would leave an empty line for NULL, something follows.
    fn statement(&self, plan: &[Option<Reading>]) -> String {
        let expressions = self.columns.iter().zip(plan).map(|(column, reading)| match reading {
            Some(_) => column.expression.as_str(),
            None => "null",
        });
        let alone = (self.columns.len() == 1).then_some("0");
        let expressions = expressions.chain(alone).collect::<Vec<_>>().join(", ");
        format!("copy (select {expressions} from {}) to stdout (format csv)", self.from)
    }

    /// The pieces of columns in a block, or the first fault.
    fn parse(&self, block: &Block, plan: &[Option<Reading>], setting: &Setting<'_>) -> Parsed {
        let mut pieces: Vec<Draft> = plan.iter().copied().map(draft).collect();
        let (rows, fault) = match std::str::from_utf8(block.bytes()) {
            _ if block.endless => (0, Some((0, CellFault::TooLong))),
            Ok(text) => self.records(text, &mut pieces, setting),
            // A database without an encoding lets any bytes through.
            Err(error) => {
                let (rows, at) = broken_off(&String::from_utf8_lossy(&block.bytes()[..error.valid_up_to()]));
                (rows, Some((at.min(pieces.len() - 1), CellFault::Encoding)))
            }
        };
        (pieces, rows, fault)
    }

    /// How many records there are, or are before the first fault.
    fn records(&self, text: &str, pieces: &mut [Draft], setting: &Setting<'_>) -> (usize, Option<(usize, CellFault)>) {
        let (mut fields, mut rows) = (Fields::new(text, 0, b','), 0);
        while fields.next_record().is_some() {
            if let Err(fault) = self.record(&mut fields, pieces, setting) {
                return (rows, Some(fault));
            }
            rows += 1;
        }
        (rows, None)
    }

    fn record(
        &self,
        fields: &mut Fields<'_>,
        pieces: &mut [Draft],
        setting: &Setting<'_>,
    ) -> Result<(), (usize, CellFault)> {
        let mut at = 0;
        loop {
            let field = fields.next_field().map_err(|_| (at, CellFault::OtherType))?;
            let (cell, last) = (Cell { text: field.text, quoted: field.quoted }, field.last);
            if let Some(piece) = pieces.get_mut(at) {
                self.push(at, cell, piece, setting).map_err(|fault| (at, fault))?;
            }
            at += 1;
            if last {
                return Ok(());
            }
        }
    }

    fn push(&self, at: usize, cell: Cell<'_>, draft: &mut Draft, setting: &Setting<'_>) -> Result<(), CellFault> {
        if cell.text.is_empty() {
            if cell.quoted {
                self.empty.see(at);
            }
            draft.push_missing();
            return Ok(());
        }
        let (column, nulls) = (&self.columns[at], setting.nulls.of(at));
        match column.nature {
            Ok(Nature::Moment) => match moment(cell.text) {
                Some(moment) => draft.push_moment(moment, column.utc, nulls),
                None => draft.push_time(cell.text, nulls),
            },
            Ok(nature) if !draft.is_text() && !nulls.contains(cell.text) && has_none(nature, cell.text) => {
                Err(if nature == Nature::Date { CellFault::Date } else { DecimalError::NotFinite.into() })
            }
            // Blanks at the ends of a text are part of it.
            _ => draft.push(cell.text, true, nulls),
        }
    }
}

/// A cell as the server wrote it: an empty one is NULL unless it is quoted.
#[derive(Clone, Copy)]
struct Cell<'a> {
    text: &'a str,
    quoted: bool,
}

/// Pieces of columns and their rows; a fault is in the row behind these.
type Parsed = (Vec<Draft>, usize, Option<(usize, CellFault)>);

/// Whether a value of the type is none of ours: not a number, an infinity, a day before the year 0 or after 9999.
fn has_none(nature: Nature, text: &str) -> bool {
    match nature {
        Nature::Number => text.starts_with(['N', 'I']) || text.starts_with("-I"),
        Nature::Date => Date::parse(text.as_bytes()).is_none(),
        _ => false,
    }
}

/// Behind how many records a text breaks off, and in which column.
fn broken_off(text: &str) -> (usize, usize) {
    let (mut fields, mut rows) = (Fields::new(text, 0, b','), 0);
    while fields.next_record().is_some() {
        let mut at = 0;
        while let Ok(field) = fields.next_field() {
            if field.last {
                break;
            }
            at += 1;
        }
        if fields.position() == text.len() && !text.ends_with('\n') {
            return (rows, at);
        }
        rows += 1;
    }
    (rows, 0)
}

fn draft(reading: Option<Reading>) -> Draft {
    reading.map_or_else(|| Draft::new(Ask::Skip), Reading::draft)
}

fn value_error(names: &Names<'_>, column: usize, row: u64, fault: CellFault) -> ReadError {
    let (file, column) = (names.file.to_owned(), names.columns[column].clone());
    match fault {
        CellFault::TooWide(cause) => ReadError::TooWide { file, column, cause },
        fault => ReadError::Value { file, row: row + 1, column, fault },
    }
}

impl Declared {
    fn reading(&self, ask: Ask, file: &str) -> Result<Option<Reading>, ReadError> {
        if ask == Ask::Skip {
            return Ok(None);
        }
        match &self.nature {
            Ok(nature) => reading(*nature, ask, &self.name, file).map(Some),
            Err(found) => {
                Err(ReadError::Declared { file: file.to_owned(), column: self.name.clone(), found: found.clone() })
            }
        }
    }
}

/// What a type is, by the number that it has in every database; `None` when that is not settled.
fn settled(kind: u32) -> Option<Nature> {
    Some(match kind {
        16 => Nature::Boolean,
        // bigint, smallint, integer, oid, real, double precision, money, numeric
        20 | 21 | 23 | 26 | 700 | 701 | 790 | 1700 => Nature::Number,
        1082 => Nature::Date,
        1114 | TIMESTAMPTZ => Nature::Moment,
        // "char", name, text, character, character varying, unknown, uuid; times, intervals; network addresses
        18 | 19 | 25 | 1042 | 1043 | 705 | 2950 | 1083 | 1266 | 1186 | 650 | 774 | 829 | 869 => Nature::Text,
        _ => return None,
    })
}

const TIMESTAMPTZ: u32 = 1184;
const MONEY: u32 = 790;

/// What the server declares.
fn declared(fields: &[Field], session: &mut Session) -> Result<Vec<Declared>, Fault> {
    let open: Vec<String> =
        fields.iter().filter(|field| settled(field.kind).is_none()).map(|field| field.kind.to_string()).collect();
    let mut others = Vec::new();
    if !open.is_empty() {
        let sql = "select oid::text, typtype = 'e' or typcategory = 'S', format_type(oid, null) from pg_catalog.pg_type \
                   where oid = any($1::oid[])";
        others = session.ask(sql, &[&format!("{{{}}}", open.join(","))])?;
    }
    let nature = |field: &Field| {
        let other = || others.iter().find(|row| row[0].as_deref() == Some(&field.kind.to_string()));
        match (settled(field.kind), other()) {
            (Some(nature), _) => Ok(nature),
            (None, Some(row)) if row[1].as_deref() == Some("t") => Ok(Nature::Text),
            (None, row) => Err(row.and_then(|row| row[2].clone()).unwrap_or_else(|| "unknown".to_owned())),
        }
    };
    Ok(fields.iter().map(|field| Declared::new(field, nature(field))).collect())
}

impl Declared {
    fn new(field: &Field, nature: Result<Nature, String>) -> Self {
        let cast = match &nature {
            _ if field.kind == MONEY => "::numeric",
            Ok(Nature::Boolean | Nature::Text) => "::text",
            _ => "",
        };
        let expression = format!("{}{cast}", quoted(&field.name));
        Self { name: field.name.clone(), nature, expression, utc: field.kind == TIMESTAMPTZ }
    }
}
