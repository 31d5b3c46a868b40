//! Excel from 97 to 2003 (`.xls`): records in a stream of a compound file.
//!
//! # Source
//!
//! Microsoft, [MS-XLS], of which the records that hold cells and what they need: formats, shared texts, the list of sheets.
//! Files of Excel 5 and 95 are other records, and are named in the error.
//!
//! # Cost
//!
//! File and cells of the sheet are in memory: at most 65,536 rows of 256 cells.

mod cells;
mod records;
mod texts;

use std::collections::HashMap;
use std::ops::ControlFlow;

use self::cells::Cells;
use self::records::{Record, Records};
use self::texts::Texts;
use super::serial::{Epoch, Shown, built_in, by_code};
use super::{Beside, Book, Cell, Compound, Each, Place, Placed};
use crate::{ReadError, Source};

const BOUND_SHEET: u16 = 0x0085;
const BOF: u16 = 0x0809;
const CONTINUE: u16 = 0x003c;
const DATE_MODE: u16 = 0x0022;
const END: u16 = 0x000a;
const FILE_PASS: u16 = 0x002f;
const FORMAT: u16 = 0x041e;
const SHARED_TEXTS: u16 = 0x00fc;
const STYLE: u16 = 0x00e0;

/// Such files count their bytes in 31 bits.
const LARGEST: u64 = 1 << 31;

/// An opened workbook.
pub(crate) struct Biff {
    place: Place,
    stream: Vec<u8>,
    sheets: Vec<Sheet>,
    globals: Globals,
}

/// A sheet and where its records start.
struct Sheet {
    name: String,
    at: usize,
    hidden: bool,
}

/// What all sheets share.
#[derive(Default)]
struct Globals {
    epoch: Epoch,
    styles: Vec<Shown>,
    texts: Vec<String>,
}

/// Sizes only: cells are people's.
impl std::fmt::Debug for Biff {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Biff({}, {} bytes, {} sheets)", self.place.file, self.stream.len(), self.sheets.len())
    }
}

impl Biff {
    pub(crate) fn open(source: &Source, place: Place) -> Result<Self, ReadError> {
        if source.len().is_some_and(|len| len > LARGEST) {
            return Err(place.broken("it is larger than a workbook can be"));
        }
        let file = Compound::open(source.bytes()?).map_err(|cause| place.broken(cause))?;
        if file.has("EncryptedPackage") {
            return Err(ReadError::Encrypted { file: place.file });
        }
        let Some(stream) = file.stream("Workbook").map_err(|cause| place.broken(cause))? else {
            let (what, remedy) = if file.has("Book") {
                ("a workbook of Excel 5 or 95", "open it in a spreadsheet program and save it as .xlsx")
            } else {
                ("a compound file without a workbook, such as a document of Word", "give a table")
            };
            return Err(ReadError::Known { file: place.file, what, remedy });
        };
        let mut book = Self { place, stream, sheets: Vec::new(), globals: Globals::default() };
        book.read_globals()?;
        Ok(book)
    }

    /// The records before those of the first sheet.
    fn read_globals(&mut self) -> Result<(), ReadError> {
        let broken = |cause: &str| self.place.broken(cause);
        let (mut codes, mut styles, mut sheets) = (HashMap::new(), Vec::new(), Vec::new());
        let mut globals = Globals::default();
        let mut records = Records::new(&self.stream, 0);
        while let Some(record) = records.next().map_err(broken)? {
            match record.id {
                BOF if record.half(0) != Some(0x0600) => return Err(broken("it is of a version that is not known")),
                FILE_PASS => return Err(ReadError::Encrypted { file: self.place.file.clone() }),
                DATE_MODE if record.half(0) == Some(1) => globals.epoch = Epoch::From1904,
                FORMAT => {
                    let code = Texts::new(vec![record.rest(2)]).long().map_err(broken)?;
                    codes.insert(record.half(0).unwrap_or(0), by_code(&code));
                }
                STYLE => styles.push(record.half(2).unwrap_or(0)),
                BOUND_SHEET => sheets.extend(sheet(&record).map_err(broken)?),
                SHARED_TEXTS => globals.texts = texts::shared(&record, &mut records).map_err(broken)?,
                END => break,
                _ => {}
            }
        }
        let shown = |id: &u16| codes.get(id).copied().unwrap_or_else(|| built_in(u32::from(*id)));
        globals.styles = styles.iter().map(shown).collect();
        (self.globals, self.sheets) = (globals, sheets);
        Ok(())
    }

    /// The sheets that are shown; all, where all are hidden.
    fn shown(&self) -> Vec<&Sheet> {
        let shown: Vec<&Sheet> = self.sheets.iter().filter(|sheet| !sheet.hidden).collect();
        if shown.is_empty() { self.sheets.iter().collect() } else { shown }
    }
}

/// What a record says of a sheet; those of charts and macros hold no cells.
fn sheet(record: &Record<'_>) -> Result<Option<Sheet>, &'static str> {
    let (Some(at), Some(state), Some(kind)) = (record.word(0), record.byte(4), record.byte(5)) else {
        return Err("a sheet of it has no place");
    };
    let name = Texts::new(vec![record.rest(6)]).short()?;
    Ok((kind == 0).then_some(Sheet { name, at: at as usize, hidden: state & 3 != 0 }))
}

impl Book for Biff {
    fn sheets(&self) -> Vec<&str> {
        self.shown().into_iter().map(|sheet| sheet.name.as_str()).collect()
    }

    fn hidden(&self) -> Vec<&str> {
        self.sheets.iter().filter(|sheet| sheet.hidden).map(|sheet| sheet.name.as_str()).collect()
    }

    fn rows(&self, sheet: usize, each: Each<'_>) -> Result<Beside, ReadError> {
        let start = self.shown()[sheet].at;
        let read = Cells::read(&self.stream, start, &self.globals);
        let (cells, mut beside) = read.map_err(|cause| self.place.broken(cause))?;
        beside.hidden.retain(|row| cells.binary_search_by_key(row, |(at, _)| at + 1).is_ok());
        for row in cells.chunk_by(|one, other| one.0 == other.0) {
            let placed: Vec<Placed<'_>> = row.iter().map(|(_, placed)| placed.clone()).collect();
            if each(row[0].0 + 1, &placed)? == ControlFlow::Break(()) {
                break;
            }
        }
        Ok(beside)
    }
}

impl Globals {
    /// A number in a cell of this style.
    fn number(&self, value: f64, style: u16) -> Cell<'static> {
        let shown = self.styles.get(usize::from(style)).copied().unwrap_or_default();
        Cell::shown(value, shown, self.epoch)
    }
}
