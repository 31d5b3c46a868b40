//! Spreadsheets: a sheet is a table when a row of it names its columns.
//!
//! | file | what it does |
//! |---|---|
//! | `cell`, `serial` | what a cell holds; days and times, which are numbers under a format |
//! | `area`, `header` | a part of a sheet; which row of it names the columns |
//! | `remarks` | rows below a table that are none of it |
//! | `beside` | cells that are merged, rows that are not shown |
//! | `zip`, `xml` | what `.xlsx` and `.ods` are written in |
//! | `compound` | what `.xls` is written in |
//! | `xlsx`, `ods`, `xls` | the sheets of a file, and the cells of a sheet, row by row |
//!
//! # Definition
//!
//! Which row is the header `header` says, which rows below are remarks `remarks`; a column is there when the header names it. Rows that
//! hold nothing are no rows of the table, as empty lines of a text are none. A value under no name is an error, since
//! nobody could say what it is; only the column before the first name may go without, as pandas writes row numbers. A cell is what
//! it was when the file was last computed; a formula that never was is an error.
//!
//! # Cost
//!
//! The texts that cells share are held; cells are streamed, of `.xls` from the file in memory. One thread reads.

mod area;
mod beside;
mod cell;
mod compound;
mod header;
mod ods;
mod remarks;
mod serial;
#[cfg(test)]
mod tests;
mod xls;
mod xlsx;
mod xml;
mod zip;

use std::ops::ControlFlow;
use std::sync::OnceLock;

use self::area::Area;
pub(crate) use self::beside::Beside;
pub(crate) use self::cell::{Cell, Placed, address};
pub(crate) use self::compound::Compound;
use self::header::{Header, LOOKED_AT, Line};
use self::ods::Document;
use self::remarks::Remarks;
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

    /// Calls `each` with the number of every row that holds anything, counted from 1, and its cells, until it has enough; says what
    /// else was seen on the way.
    fn rows(&self, sheet: usize, each: Each<'_>) -> Result<Beside, ReadError>;
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
    /// The part of it that is read.
    area: Area,
    /// What names the columns.
    header: Header,
    /// The column of the sheet in which each column of the table is.
    columns: Vec<u32>,
    /// What was found beside the table, once the sheet was read.
    found: OnceLock<Found>,
}

/// What was found beside the rows of a table.
#[derive(Debug)]
struct Found {
    /// Rows that were taken for remarks.
    remarks: Vec<u32>,
    /// Where it stands, as it is written behind the file.
    part: String,
    beside: Beside,
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
            let (sheet, area) = choose(&*book, asked, &place)?;
            let name = book.sheets()[sheet].to_owned();
            let header = read_header(&*book, sheet, area)?;
            let Some(header) = header else { return Err(ReadError::EmptySheet { file: place.file, sheet: name }) };
            let (mut columns, mut names) = (header.columns.clone(), header.names.clone());
            if let Some(column) = header.numbers {
                columns.insert(0, column);
                names.insert(0, name_beside(&names));
            }
            let found = OnceLock::new();
            Ok((Self { book, place, source, sheet, name, area, header, columns, found }, names))
        })
    }

    /// The sheet that is read.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Whether the first column has no name in the file.
    pub(crate) fn is_unnamed(&self) -> bool {
        self.header.numbers.is_some()
    }

    /// What was found where, if that is not plain: sentences.
    pub(crate) fn layout(&self) -> Vec<String> {
        let Header { row, upper, first, .. } = self.header;
        let top = upper.unwrap_or(row);
        let above = (first < top).then(|| format!("what stands above, from row {first} on, was taken for titles"));
        let rows = upper.map_or(format!("row {row}"), |upper| format!("rows {upper} and {row}"));
        let named = (first < row).then(|| format!("its columns are named by {rows}"));
        let sheet = &self.name;
        let header = named.map(|named| {
            let rest = above.map(|above| format!("; {above}")).unwrap_or_default();
            format!("on the sheet `{sheet}` {named}{rest}")
        });
        let found = self.found.get().map(|found| found.told(sheet));
        header.into_iter().chain(found.into_iter().flatten()).collect()
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

    /// Reads the columns asked for.
    pub(crate) fn pass(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        let mut drafts: Vec<Draft> = ask.iter().map(|&ask| Draft::new(ask)).collect();
        let (mut rows, mut last) = (0, 0);
        let total = self.source.len();
        (setting.progress)(0, total);
        let mut remarks = Remarks::below(self.header.row, self.columns.len());
        let beside = caught(&self.place.file, self.place.format, || {
            rows_of(&*self.book, self.sheet, self.area, &mut |row, cells| {
                if row > self.header.row && !remarks.keep(row, cells) {
                    for (row, cells) in remarks.give_back() {
                        self.push(row, &cells, &mut drafts, names, setting)?;
                        rows += 1;
                    }
                    self.push(row, cells, &mut drafts, names, setting)?;
                    rows += 1;
                    last = row;
                }
                Ok(ControlFlow::Continue(()))
            })
        })?;
        let is_row = |row: u32| (self.header.row + 1..=last).contains(&row);
        let _ = self.found.set(Found {
            part: self.part_to(last),
            remarks: remarks.rows(),
            beside: beside.within(is_row, &self.columns),
        });
        (setting.progress)(total.unwrap_or(0), total);
        let mut assembly = Assembly::new(drafts);
        assembly.rows = rows;
        Ok(assembly)
    }

    /// Which row of the sheet row `row` of the table is, counted from 0, by its number there. One pass over the sheet.
    pub(crate) fn row_of(&self, row: usize) -> Result<Option<u32>, ReadError> {
        let (mut next, mut found) = (0, None);
        let mut remarks = Remarks::below(self.header.row, self.columns.len());
        caught(&self.place.file, self.place.format, || {
            rows_of(&*self.book, self.sheet, self.area, &mut |number, cells| {
                if number > self.header.row && !remarks.keep(number, cells) {
                    let held = remarks.give_back().into_iter().map(|(number, _)| number);
                    for number in held.chain([number]) {
                        found = found.or((next == row).then_some(number));
                        next += 1;
                    }
                }
                Ok(if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })
        })?;
        Ok(found)
    }

    /// The part of the sheet that ends before row `row` of the table, as it is written behind the file. One pass over the sheet.
    pub(crate) fn part_before(&self, row: usize) -> Result<Option<String>, ReadError> {
        let before = row.checked_sub(1).map(|before| self.row_of(before)).transpose()?.flatten();
        let file = self.place.file.split_once('#').map_or(self.place.file.as_str(), |(file, _)| file);
        Ok(before.map(|last| format!("{file}{}", self.part_to(last))))
    }

    /// The header and what stands below it, to this row of the sheet: `#2026!A4:H324`.
    fn part_to(&self, last: u32) -> String {
        let ends = (self.columns.iter().min(), self.columns.iter().max());
        let columns = (ends.0.copied().unwrap_or(0), ends.1.copied().unwrap_or(0));
        format!("#{}!{}", self.name, Area::of((self.header.upper.unwrap_or(self.header.row), last), columns))
    }

    /// A cell of the table that is not what it should be.
    pub(crate) fn fault_at(&self, row: u32, at: usize, name: &str, fault: CellFault) -> ReadError {
        self.fault(row, self.columns[at], name, fault)
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
            header: self.header.row,
        })
    }

    fn fault(&self, row: u32, column: u32, name: &str, fault: CellFault) -> ReadError {
        let (file, sheet, cell) = (self.place.file.clone(), self.name.clone(), address(row, column));
        ReadError::SheetCell { file, sheet, cell, column: name.to_owned(), fault }
    }
}

impl Found {
    /// In sentences about this sheet.
    fn told(&self, sheet: &str) -> Vec<String> {
        let remarks = (!self.remarks.is_empty()).then(|| {
            let which: Vec<String> = self.remarks.iter().take(5).map(u32::to_string).collect();
            let more = if self.remarks.len() > which.len() { " and others" } else { "" };
            format!(
                "on the sheet `{sheet}` what stands below the table was taken for remarks and not read: row {}{more}, with one text each; \
                 `{}` behind the file means what was read, and another part is written like it",
                which.join(", "),
                self.part
            )
        });
        remarks.into_iter().chain(self.beside.told(sheet)).collect()
    }
}

/// Calls `each` with the rows of a part of a sheet that hold anything.
fn rows_of(book: &dyn Book, sheet: usize, area: Area, each: Each<'_>) -> Result<Beside, ReadError> {
    book.rows(sheet, &mut |row, cells| {
        if area.ends_before(row) {
            return Ok(ControlFlow::Break(()));
        }
        let within = (!area.is_whole()).then(|| area.cells(cells));
        let cells = within.as_deref().unwrap_or(cells);
        if !area.has_row(row) || cells.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        each(row, cells)
    })
}

/// The row that names the columns; `None` when there is no row.
fn read_header(book: &dyn Book, sheet: usize, area: Area) -> Result<Option<Header>, ReadError> {
    let mut lines: Vec<Line> = Vec::new();
    rows_of(book, sheet, area, &mut |row, cells| {
        lines.extend(Line::of(row, cells));
        Ok(if lines.len() < LOOKED_AT { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(header::find(&lines))
}

/// The sheet that was asked for, else the first, and the part of it: `2026`, `2026!A4:F200`, `A4:F200`.
fn choose(book: &dyn Book, asked: Option<&str>, place: &Place) -> Result<(usize, Area), ReadError> {
    let sheets = book.sheets();
    let at = |name: &str| sheets.iter().position(|sheet| *sheet == name);
    let Some(asked) = asked else {
        return if sheets.is_empty() {
            Err(place.broken("it shows no sheet with cells"))
        } else {
            Ok((0, Area::default()))
        };
    };
    if let Some(sheet) = at(asked) {
        return Ok((sheet, Area::default()));
    }
    let (sheet, area) = asked.rsplit_once('!').map_or(("", asked), |(sheet, area)| (sheet, area));
    let quoted = sheet.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
    let sheet = quoted.map_or_else(|| sheet.to_owned(), |name| name.replace("''", "'"));
    let found = if sheet.is_empty() { (!sheets.is_empty()).then_some(0) } else { at(&sheet) };
    match (found, Area::parse(area)) {
        (Some(sheet), Some(area)) => Ok((sheet, area)),
        (Some(_), None) if asked.contains('!') => {
            Err(ReadError::NoArea { file: place.file.clone(), area: area.to_owned() })
        }
        (found, _) => {
            let missing = if found.is_none() { sheet } else { asked.to_owned() };
            let sheets = sheets.iter().map(|sheet| format!("`{sheet}`")).collect::<Vec<_>>().join(", ");
            Err(ReadError::NoSheet { file: place.file.clone(), sheet: missing, sheets })
        }
    }
}
