//! Spreadsheets: a sheet is a table when its first row names its columns.
//!
//! | file | what it does |
//! |---|---|
//! | `cell`, `serial` | what a cell holds; days and times, which are numbers under a format |
//! | `zip`, `xml` | what `.xlsx` and `.ods` are written in |
//! | `compound` | what `.xls` is written in |
//! | `xlsx`, `ods`, `xls` | the sheets of a file, and the cells of a sheet, row by row |
//!
//! # Definition
//!
//! The header is the first row that holds anything; a column is there when the header names it. Rows below it that hold nothing
//! in these columns are no rows of the table, as empty lines of a text are none. A value under no name is an error, since
//! nobody could say what it is; only the column before the first name may go without, as pandas writes row numbers. A cell is what
//! it was when the file was last computed; a formula that never was is an error.
//!
//! # Cost
//!
//! The texts that cells share are held; cells are streamed, of `.xls` from the file in memory. One thread reads.

mod cell;
mod compound;
mod ods;
mod serial;
#[cfg(test)]
mod tests;
mod xls;
mod xlsx;
mod xml;
mod zip;

use std::ops::ControlFlow;

pub(crate) use self::cell::{Cell, Placed, address};
pub(crate) use self::compound::Compound;
use self::ods::Document;
pub(crate) use self::serial::clock;
use self::xls::Biff;
use self::xlsx::Workbook;
pub(crate) use self::zip::Archive;
use crate::assembly::{Assembly, Names};
use crate::csv::name_beside;
use crate::draft::Draft;
use crate::guard::caught;
use crate::input::Setting;
use crate::stream::Packed;
use crate::{Ask, CellFault, Format, ReadError, Source};

/// No spreadsheet has more rows or columns.
pub(crate) const MOST_ROWS: u32 = 1 << 20;
pub(crate) const MOST_COLUMNS: u32 = 1 << 14;

/// A file of sheets, for whoever reads one of them.
pub(crate) trait Book: Send + Sync + std::fmt::Debug {
    /// The sheets that are shown, in order.
    fn sheets(&self) -> Vec<&str>;

    /// Those that are not.
    fn hidden(&self) -> Vec<&str> {
        Vec::new()
    }

    /// Calls `each` with the number of every row that holds anything, counted from 1, and its cells, until it has enough.
    fn rows(&self, sheet: usize, each: Each<'_>) -> Result<(), ReadError>;
}

pub(crate) type Each<'e> = &'e mut dyn FnMut(u32, &[Placed<'_>]) -> Result<ControlFlow<()>, ReadError>;

/// Whose file it is, for messages.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    pub(crate) file: String,
    pub(crate) format: Format,
}

impl Place {
    /// The file is not what it should be.
    pub(crate) fn broken(&self, cause: impl Into<String>) -> ReadError {
        ReadError::Corrupt { file: self.file.clone(), format: self.format.what(), cause: cause.into() }
    }
}

/// A sheet of an opened file.
#[derive(Debug)]
pub(crate) struct SheetInput {
    book: Box<dyn Book>,
    place: Place,
    source: Source,
    sheet: usize,
    name: String,
    /// The row that names the columns.
    header: u32,
    /// The column of the sheet in which each column of the table is.
    columns: Vec<u32>,
    /// Whether the first of them has no name in the file.
    unnamed: bool,
}

impl SheetInput {
    /// Finds the sheet and its header.
    pub(crate) fn open(packed: &Packed) -> Result<(Self, Vec<String>), ReadError> {
        let place = Place { file: packed.source.name(), format: packed.format };
        let source = packed.unpacked()?;
        let (file, format, asked) = (place.file.clone(), place.format, packed.source.sheet());
        caught(&file, format, || {
            let book: Box<dyn Book> = match format {
                Format::Xlsx => Box::new(Workbook::open(source.clone(), place.clone())?),
                Format::Ods => Box::new(Document::open(source.clone(), place.clone())?),
                _ => Box::new(Biff::open(&source, place.clone())?),
            };
            let sheet = choose(&*book, asked, &place)?;
            let name = book.sheets()[sheet].to_owned();
            let mut input = Self { book, place, source, sheet, name, header: 0, columns: Vec::new(), unnamed: false };
            let names = input.read_header()?;
            Ok((input, names))
        })
    }

    /// The sheet that is read.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the first column has no name in the file.
    pub(crate) fn is_unnamed(&self) -> bool {
        self.unnamed
    }

    /// The sheets that are not read.
    pub(crate) fn others(&self) -> Vec<&str> {
        self.book.sheets().into_iter().filter(|name| *name != self.name).collect()
    }

    /// The sheets that are not read, and those that are not even shown.
    pub(crate) fn unread(&self) -> Vec<&str> {
        let all = self.others().into_iter().chain(self.book.hidden());
        all.filter(|name| *name != self.name).collect()
    }

    /// The names are in the first row that holds anything; the row below tells whether something stands before them.
    fn read_header(&mut self) -> Result<Vec<String>, ReadError> {
        let (mut header, mut columns, mut names, mut before) = (0, Vec::new(), Vec::new(), None);
        self.book.rows(self.sheet, &mut |row, cells| {
            let mut filled = cells.iter().filter(|placed| !placed.cell.is_empty()).peekable();
            if let Some(&first) = columns.first() {
                before = filled.peek().filter(|placed| is_row_number(placed, first)).map(|placed| placed.column);
                return Ok(if cells.is_empty() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) });
            }
            filled.for_each(|placed| {
                columns.push(placed.column);
                names.push(placed.cell.text().trim().to_owned());
            });
            header = row;
            Ok(ControlFlow::Continue(()))
        })?;
        if columns.is_empty() {
            return Err(ReadError::EmptySheet { file: self.place.file.clone(), sheet: self.name.clone() });
        }
        if let Some(column) = before {
            columns.insert(0, column);
            names.insert(0, name_beside(&names));
        }
        (self.header, self.columns, self.unnamed) = (header, columns, before.is_some());
        Ok(names)
    }

    /// Reads the columns asked for.
    pub(crate) fn pass(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        let mut drafts: Vec<Draft> = ask.iter().map(|&ask| Draft::new(ask)).collect();
        let mut rows = 0;
        let total = self.source.len();
        (setting.progress)(0, total);
        caught(&self.place.file, self.place.format, || {
            self.book.rows(self.sheet, &mut |row, cells| {
                if row > self.header && !cells.is_empty() {
                    self.push(row, cells, &mut drafts, names, setting)?;
                    rows += 1;
                }
                Ok(ControlFlow::Continue(()))
            })
        })?;
        (setting.progress)(total.unwrap_or(0), total);
        let mut assembly = Assembly::new(drafts);
        assembly.rows = rows;
        Ok(assembly)
    }

    /// A row into the columns, both in the order of the sheet.
    fn push(
        &self,
        row: u32,
        cells: &[Placed<'_>],
        drafts: &mut [Draft],
        names: &Names<'_>,
        setting: &Setting<'_>,
    ) -> Result<(), ReadError> {
        let mut rest = cells.iter().peekable();
        for (at, (&column, draft)) in self.columns.iter().zip(drafts).enumerate() {
            while let Some(stray) = rest.next_if(|placed| placed.column < column) {
                self.refuse_stray(row, stray)?;
            }
            let cell = rest.next_if(|placed| placed.column == column).map_or(&Cell::Empty, |placed| &placed.cell);
            cell.push_into(draft, setting.nulls.of(at))
                .map_err(|fault| self.fault(row, column, &names.columns[at], fault))?;
        }
        rest.try_for_each(|stray| self.refuse_stray(row, stray))
    }

    /// A value in a column that the header does not name.
    fn refuse_stray(&self, row: u32, stray: &Placed<'_>) -> Result<(), ReadError> {
        if stray.cell.is_empty() {
            return Ok(());
        }
        Err(ReadError::StrayCell {
            file: self.place.file.clone(),
            sheet: self.name.clone(),
            cell: address(row, stray.column),
            header: self.header,
        })
    }

    fn fault(&self, row: u32, column: u32, name: &str, fault: CellFault) -> ReadError {
        let (file, sheet, cell) = (self.place.file.clone(), self.name.clone(), address(row, column));
        ReadError::SheetCell { file, sheet, cell, column: name.to_owned(), fault }
    }
}

/// Whether a cell stands just before the first name, as pandas writes row numbers.
fn is_row_number(placed: &Placed<'_>, first: u32) -> bool {
    placed.column + 1 == first && matches!(placed.cell, Cell::Number(_))
}

/// The sheet that was asked for, else the first.
fn choose(book: &dyn Book, asked: Option<&str>, place: &Place) -> Result<usize, ReadError> {
    let sheets = book.sheets();
    let file = || place.file.clone();
    match asked {
        None if sheets.is_empty() => Err(place.broken("it shows no sheet with cells")),
        None => Ok(0),
        Some(name) => sheets.iter().position(|sheet| *sheet == name).ok_or_else(|| {
            let sheets = sheets.iter().map(|sheet| format!("`{sheet}`")).collect::<Vec<_>>().join(", ");
            ReadError::NoSheet { file: file(), sheet: name.to_owned(), sheets }
        }),
    }
}
