//! OpenDocument spreadsheets (`.ods`), as LibreOffice writes them: one part in XML inside a zip archive.
//!
//! # Source
//!
//! OASIS OpenDocument 1.3, part 3. A cell says its type and its value; its text is only what is shown of it.
//!
//! # Cost
//!
//! Rows and cells that repeat are written once, with a count. Those that hold nothing cost nothing, the others what they cost
//! if written out; more than a sheet has are refused, and so are more than [`MOST_REPEATED`] in all.

use std::collections::HashSet;
use std::io::Read;
use std::ops::ControlFlow;

use aloof_table::Date;

use super::area::Area;
use super::serial::clock;
use super::xml::{Node, Tag, Xml};
use super::zip::{Archive, Member};
use super::{Beside, Book, Cell, Each, MOST_COLUMNS, MOST_ROWS, Place, Placed};
use crate::moment::Moment;
use crate::{ReadError, Source};

const CONTENT: &str = "content.xml";

/// So many cells may come of counts: a few letters would otherwise fill a million rows of thousands of columns.
const MOST_REPEATED: u64 = 1 << 26;

/// An opened document.
#[derive(Debug)]
pub(crate) struct Document {
    archive: Archive,
    place: Place,
    sheets: Vec<Sheet>,
}

#[derive(Debug)]
struct Sheet {
    name: String,
    hidden: bool,
}

impl Document {
    pub(crate) fn open(source: Source, place: Place) -> Result<Self, ReadError> {
        let archive = Archive::open(source)?.map_err(|cause| place.broken(cause))?;
        let mut document = Self { archive, place, sheets: Vec::new() };
        document.refuse_encrypted()?;
        document.sheets = document.read_sheets()?;
        Ok(document)
    }

    fn content(&self) -> Result<Xml<Member>, ReadError> {
        let member = self.archive.member(CONTENT)?;
        member.map(Xml::new).ok_or_else(|| self.place.broken("it has no content"))
    }

    /// The manifest says what is encrypted.
    fn refuse_encrypted(&self) -> Result<(), ReadError> {
        let Some(member) = self.archive.member("META-INF/manifest.xml")? else { return Ok(()) };
        let mut xml = Xml::new(member);
        loop {
            match xml.next() {
                Ok(Node::Open(tag)) if tag.name() == "encryption-data" => {
                    return Err(ReadError::Encrypted { file: self.place.file.clone() });
                }
                // What is wrong with the manifest is no matter for who reads the content.
                Ok(Node::End) | Err(_) => return Ok(()),
                Ok(_) => {}
            }
        }
    }

    /// The sheets; tables inside of cells are none. Styles, which say what is hidden, stand before them.
    fn read_sheets(&self) -> Result<Vec<Sheet>, ReadError> {
        let (mut xml, mut sheets, mut depth) = (self.content()?, Vec::new(), 0);
        let (mut style, mut hiding) = (String::new(), HashSet::new());
        loop {
            match xml.next().map_err(|cause| self.place.broken(cause))? {
                Node::Open(tag) if tag.name() == "style" => {
                    style = tag.attribute("name").unwrap_or_default().into_owned();
                }
                Node::Open(tag) if tag.name() == "table-properties" && tag.says("display", "false") => {
                    hiding.insert(style.clone());
                }
                Node::Open(tag) if tag.name() == "table" => {
                    if depth == 0 {
                        let name = tag.attribute("name").unwrap_or_default().into_owned();
                        let hidden = tag.attribute("style-name").is_some_and(|style| hiding.contains(&*style));
                        sheets.push(Sheet { name, hidden });
                    }
                    depth += 1;
                }
                Node::Close(name) if name == "table" => depth -= 1,
                Node::End => return Ok(sheets),
                _ => {}
            }
        }
    }

    /// The sheets that are shown, with their places among all; all, where all are hidden.
    fn shown(&self) -> Vec<(usize, &Sheet)> {
        let all = || self.sheets.iter().enumerate();
        let shown: Vec<(usize, &Sheet)> = all().filter(|(_, sheet)| !sheet.hidden).collect();
        if shown.is_empty() { all().collect() } else { shown }
    }

    /// The next row of a sheet; `None` at its end.
    fn next_row(&self, xml: &mut Xml<Member>, first: u32) -> Result<Option<Row>, ReadError> {
        let broken = |cause: String| self.place.broken(cause);
        let (repeated, is_hidden) = loop {
            match xml.next().map_err(broken)? {
                Node::Open(tag) if tag.name() == "table-row" => {
                    let is_hidden = tag.says("visibility", "collapse") || tag.says("visibility", "filter");
                    break (repeats(&tag, "number-rows-repeated").map_err(broken)?, is_hidden);
                }
                Node::Close(name) if name == "table" => return Ok(None),
                Node::End => return Err(self.place.broken("a sheet in it has no end")),
                _ => {}
            }
        };
        let row = Row { first, end: first.saturating_add(repeated), is_hidden, ..row(xml, first).map_err(broken)? };
        if !row.cells.is_empty() && row.end - 1 > MOST_ROWS {
            return Err(self.place.broken("it has more rows than a sheet"));
        }
        Ok(Some(row))
    }
}

impl Book for Document {
    fn sheets(&self) -> Vec<&str> {
        self.shown().into_iter().map(|(_, sheet)| sheet.name.as_str()).collect()
    }

    fn hidden(&self) -> Vec<&str> {
        self.sheets.iter().filter(|sheet| sheet.hidden).map(|sheet| sheet.name.as_str()).collect()
    }

    fn rows(&self, sheet: usize, each: Each<'_>) -> Result<Beside, ReadError> {
        let mut xml = self.content()?;
        find_sheet(&mut xml, self.shown()[sheet].0).map_err(|cause| self.place.broken(cause))?;
        let (mut first, mut repeats_left, mut beside) = (1u32, MOST_REPEATED, Beside::default());
        while let Some(row) = self.next_row(&mut xml, first)? {
            let copies = u64::from(row.end - first).saturating_mul(row.cells.len() as u64) - row.written;
            let left = repeats_left.checked_sub(copies);
            repeats_left = left.ok_or_else(|| self.place.broken("it repeats more cells than a table has"))?;
            first = row.end;
            beside.merged.extend(&row.merged);
            for number in row.numbers() {
                beside.hidden.extend(row.is_hidden.then_some(number));
                if each(number, &row.cells)? == ControlFlow::Break(()) {
                    return Ok(beside);
                }
            }
        }
        Ok(beside)
    }
}

/// A row, and how often it stands there.
#[derive(Default)]
struct Row {
    first: u32,
    /// The number behind the last.
    end: u32,
    is_hidden: bool,
    cells: Vec<Placed<'static>>,
    /// How many of the cells are written there.
    written: u64,
    merged: Vec<Area>,
}

impl Row {
    /// The numbers under which it stands there, if it holds anything.
    fn numbers(&self) -> std::ops::Range<u32> {
        if self.cells.is_empty() { 0..0 } else { self.first..self.end }
    }
}

/// Reads to the start of a sheet.
fn find_sheet(xml: &mut Xml<Member>, sheet: usize) -> Result<(), String> {
    let (mut seen, mut depth) = (0, 0);
    loop {
        match xml.next()? {
            Node::Open(tag) if tag.name() == "table" => {
                if depth == 0 && seen == sheet {
                    return Ok(());
                }
                seen += usize::from(depth == 0);
                depth += 1;
            }
            Node::Close(name) if name == "table" => depth -= 1,
            Node::End => return Err("a sheet of it is not there".to_owned()),
            _ => {}
        }
    }
}

fn repeats(tag: &Tag<'_>, attribute: &str) -> Result<u32, String> {
    match tag.attribute(attribute) {
        None => Ok(1),
        Some(text) => text.parse().ok().filter(|&count| count > 0).ok_or_else(|| "a count of it is none".to_owned()),
    }
}

/// The cells of a row that is open, to its end.
fn row(xml: &mut Xml<impl Read>, number: u32) -> Result<Row, String> {
    let (mut row, mut column) = (Row::default(), 0u32);
    loop {
        let (count, head) = match xml.next()? {
            Node::Open(tag) if matches!(tag.name(), "table-cell" | "covered-table-cell") => {
                row.merged.extend(merged(&tag, number, column)?);
                (repeats(&tag, "number-columns-repeated")?, Head::of(&tag))
            }
            Node::Close(name) if name == "table-row" => return Ok(row),
            Node::End => return Err("a row in it has no end".to_owned()),
            _ => continue,
        };
        let cell = head.cell(&text(xml)?)?;
        let last = column.saturating_add(count);
        if cell != Cell::Empty {
            if last > MOST_COLUMNS {
                return Err("it has more columns than a sheet".to_owned());
            }
            row.written += 1;
            row.cells.extend((column..last).map(|column| Placed { column, cell: cell.clone() }));
        }
        column = last;
    }
}

/// What a cell covers that is merged with others.
fn merged(tag: &Tag<'_>, row: u32, column: u32) -> Result<Option<Area>, String> {
    let (rows, columns) = (repeats(tag, "number-rows-spanned")?, repeats(tag, "number-columns-spanned")?);
    let end = |first: u32, count: u32| first.saturating_add(count - 1);
    Ok((rows > 1 || columns > 1).then(|| Area::of((row, end(row, rows)), (column, end(column, columns)))))
}

/// What is said of a cell before its text.
struct Head {
    kind: Option<String>,
    value: Option<String>,
    computed: bool,
}

impl Head {
    fn of(tag: &Tag<'_>) -> Self {
        let kind = tag.attribute("value-type").map(std::borrow::Cow::into_owned);
        let value = match kind.as_deref() {
            Some("date") => tag.attribute("date-value"),
            Some("time") => tag.attribute("time-value"),
            Some("boolean") => tag.attribute("boolean-value"),
            Some("string") => tag.attribute("string-value"),
            _ => tag.attribute("value"),
        };
        let value = value.map(std::borrow::Cow::into_owned);
        let computed = tag.attribute("formula").is_some();
        Self { kind, value, computed }
    }

    fn cell(self, text: &str) -> Result<Cell<'static>, String> {
        let value = self.value.as_deref();
        let cell = match (self.kind.as_deref(), value) {
            (Some("float" | "percentage" | "currency"), Some(value)) => {
                value.trim().parse().ok().map(Cell::Number).ok_or("a number of it is none")?
            }
            (Some("date"), Some(value)) => dated(value),
            (Some("time"), Some(value)) => duration(value).map_or_else(|| owned(value), |millis| owned(&clock(millis))),
            (Some("boolean"), Some(value)) => Cell::truth(value == "true"),
            // LibreOffice writes the error of a formula as an empty text, and shows its name.
            (Some("string"), Some(value)) => owned(if value.is_empty() && self.computed { text } else { value }),
            (Some("string"), None) => owned(text),
            // An error of a formula is a text with no type.
            (None | Some("void"), _) if !text.is_empty() => owned(text),
            (None | Some("void"), _) if self.computed => Cell::Uncomputed,
            (None | Some("void"), _) => Cell::Empty,
            _ => return Err("a cell of it is of a type that is not known".to_owned()),
        };
        Ok(cell)
    }
}

fn owned(text: &str) -> Cell<'static> {
    Cell::Text(text.to_owned().into())
}

/// A day, with or without a time.
fn dated(value: &str) -> Cell<'static> {
    let (day, time) = value.split_once('T').unwrap_or((value, "00:00:00"));
    let moment = Date::parse(day.as_bytes()).zip(of_day(time)).map(|(day, nanos)| Moment::at(day, nanos));
    moment.map_or_else(|| owned(value), Cell::Moment)
}

/// `08:30:00.5` in nanoseconds.
fn of_day(time: &str) -> Option<i64> {
    let mut parts = time.splitn(3, ':');
    let (hours, minutes): (i64, i64) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let seconds = parts.next().unwrap_or("0");
    let (seconds, part) = seconds.split_once('.').unwrap_or((seconds, ""));
    let seconds: i64 = seconds.parse().ok()?;
    let within = (0..24).contains(&hours) && (0..60).contains(&minutes) && (0..60).contains(&seconds);
    let digits = format!("{part:0<9.9}");
    let nanos = digits.parse::<i64>().ok().filter(|&nanos| nanos >= 0)?;
    within.then_some(((hours * 60 + minutes) * 60 + seconds) * 1_000_000_000 + nanos)
}

/// `PT37H30M00.5S` in milliseconds.
fn duration(value: &str) -> Option<i64> {
    let rest = value.strip_prefix("PT")?;
    let (hours, rest) = rest.split_once('H')?;
    let (minutes, rest) = rest.split_once('M')?;
    let seconds: f64 = rest.strip_suffix('S')?.parse().ok()?;
    let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
    let within = (0..1_000_000).contains(&hours) && (0..60).contains(&minutes) && (0.0..60.0).contains(&seconds);
    within.then(|| (hours * 60 + minutes) * 60_000 + (seconds * 1000.0).round() as i64)
}

/// What may stand in a paragraph and is none of its text.
const ASIDE: [&str; 6] = ["annotation", "custom-shape", "frame", "note", "ruby-text", "table"];

/// The text of a cell that is open, to its end: its own paragraphs, on lines of their own. Remarks, pictures and drawn figures have
/// paragraphs, too, which are none of it.
fn text(xml: &mut Xml<impl Read>) -> Result<String, String> {
    let (mut text, mut paragraphs, mut depth, mut reads) = (String::new(), 0, 0usize, false);
    let mut aside = None;
    loop {
        match xml.next()? {
            Node::Open(tag) => {
                let name = tag.name();
                if depth == 0 && name == "p" {
                    text.push_str(if paragraphs > 0 { "\n" } else { "" });
                    (paragraphs, reads) = (paragraphs + 1, true);
                } else if reads && ASIDE.contains(&name) {
                    (aside, reads) = (Some(depth), false);
                } else if reads {
                    blanks(&tag, &mut text);
                }
                depth += 1;
            }
            Node::Text(piece) if reads => text.push_str(&piece),
            Node::Close(_) if depth == 0 => return Ok(text),
            Node::Close(_) => {
                depth -= 1;
                if aside == Some(depth) {
                    (aside, reads) = (None, true);
                }
                reads &= depth > 0;
            }
            Node::End => return Err("a cell in it has no end".to_owned()),
            _ => {}
        }
    }
}

/// Blanks of a text that are elements.
fn blanks(tag: &Tag<'_>, text: &mut String) {
    match tag.name() {
        "s" => text.extend(std::iter::repeat_n(' ', tag.number("c").unwrap_or(1).min(1 << 16))),
        "tab" => text.push('\t'),
        "line-break" => text.push('\n'),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_times_and_stretches() {
        let shown = |value| dated(value).text().into_owned();
        assert_eq!(shown("2020-01-31"), "2020-01-31");
        assert_eq!(shown("2020-01-31T08:30:00"), "2020-01-31T08:30:00");
        assert_eq!(shown("2020-01-31T00:00:00"), "2020-01-31");
        assert_eq!(shown("2020-01-31T08:30:00.25"), "2020-01-31T08:30:00.25");
        assert_eq!(shown("2020-01-31T08:30"), "2020-01-31T08:30:00");
        assert_eq!(shown("-0044-03-15"), "-0044-03-15");
        assert_eq!(duration("PT37H30M00.5S").map(clock), Some("37:30:00.5".to_owned()));
        assert_eq!(duration("P1D"), None);
    }
}
