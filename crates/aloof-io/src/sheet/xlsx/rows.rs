//! The cells of a sheet, row by row.

use std::borrow::Cow;
use std::io::Read;
use std::ops::ControlFlow;

use super::super::area::Area;
use super::super::cell::place as place_of;
use super::super::xml::{Node, Tag, Xml};
use super::super::{Beside, Cell, Each, MOST_COLUMNS, MOST_ROWS, Placed};
use super::Workbook;
use super::shared::{rich_text, unescaped};
use crate::ReadError;
use crate::sheet::serial::Shown;
use aloof_table::Date;

/// What is said of a cell before its content.
struct Head {
    column: u32,
    kind: String,
    style: usize,
}

/// Calls `each` with every row that holds a cell with something in it. What is merged stands behind all rows.
pub(super) fn read<'b>(mut xml: Xml<impl Read>, book: &'b Workbook, each: Each<'_>) -> Result<Beside, ReadError> {
    let broken = |cause: String| book.place.broken(cause);
    let (mut row, mut next, mut cells) = (0, 0, Vec::<Placed<'b>>::new());
    let (mut beside, mut is_hidden) = (Beside::default(), false);
    loop {
        let head = match xml.next().map_err(broken)? {
            Node::Open(tag) if tag.name() == "row" => {
                row = next_row(&tag, row).map_err(broken)?;
                is_hidden = tag.is_true("hidden");
                next = 0;
                cells.clear();
                continue;
            }
            Node::Open(tag) if tag.name() == "mergeCell" => {
                beside.merged.extend(tag.attribute("ref").and_then(|area| Area::parse(&area)));
                continue;
            }
            Node::Open(tag) if tag.name() == "c" => head(&tag, row, next).map_err(broken)?,
            Node::Close(name) if name == "row" && !cells.is_empty() => {
                beside.hidden.extend(is_hidden.then_some(row));
                match each(row, &cells)? {
                    ControlFlow::Break(()) => return Ok(beside),
                    ControlFlow::Continue(()) => continue,
                }
            }
            Node::End => return Ok(beside),
            _ => continue,
        };
        let column = head.column;
        next = column + 1;
        let cell = content(&mut xml, &head, book).map_err(broken)?;
        if cell != Cell::Empty {
            cells.push(Placed { column, cell });
        }
    }
}

/// The number of a row: what it says, else that behind the last.
fn next_row(tag: &Tag<'_>, last: u32) -> Result<u32, String> {
    let row = tag.number("r").unwrap_or(last + 1);
    if row <= last || row > MOST_ROWS {
        return Err("its rows are not in order, or more than a sheet has".to_owned());
    }
    Ok(row)
}

/// Cells of a row stand in order; those that say no place stand behind the one before, at `next`.
fn head(tag: &Tag<'_>, row: u32, next: u32) -> Result<Head, String> {
    let column = match tag.attribute("r") {
        None => next,
        Some(name) => {
            let (column, in_row) = place_of(&name).ok_or("a cell of it has no place")?;
            if in_row != row {
                return Err("a cell of it stands in another row than it says".to_owned());
            }
            column
        }
    };
    if column < next || column >= MOST_COLUMNS {
        return Err("its cells are not in order, or more than a row has".to_owned());
    }
    let kind = tag.attribute("t").unwrap_or(Cow::Borrowed("n")).into_owned();
    Ok(Head { column, kind, style: tag.number("s").unwrap_or(0) })
}

/// The content of a cell that is open, to its end.
fn content<'b>(xml: &mut Xml<impl Read>, head: &Head, book: &'b Workbook) -> Result<Cell<'b>, String> {
    let (mut value, mut inside, mut computed, mut inline) = (None::<String>, false, false, None);
    loop {
        match xml.next()? {
            Node::Open(tag) => match tag.name() {
                "v" => {
                    inside = true;
                    value.get_or_insert_default();
                }
                "f" => computed = true,
                "is" => inline = Some(rich_text(xml, "is")?),
                _ => {}
            },
            Node::Text(text) if inside => value.get_or_insert_default().push_str(&text),
            Node::Close(name) if name == "v" => inside = false,
            Node::Close(name) if name == "c" => break,
            Node::End => return Err("a cell in it has no end".to_owned()),
            _ => {}
        }
    }
    match (inline, value) {
        (Some(text), _) => Ok(Cell::Text(text.into())),
        (None, Some(value)) if !value.is_empty() || head.kind == "str" => meaning(head, &value, book),
        _ if computed => Ok(Cell::Uncomputed),
        _ => Ok(Cell::Empty),
    }
}

/// What a value of this kind is.
fn meaning<'b>(head: &Head, value: &str, book: &'b Workbook) -> Result<Cell<'b>, String> {
    match head.kind.as_str() {
        "s" => {
            let text = value.trim().parse().ok().and_then(|at| book.strings.get(at));
            text.map(|text| Cell::Text(text.into())).ok_or_else(|| "a cell shares a text that is not there".to_owned())
        }
        "b" => Ok(Cell::truth(matches!(value.trim(), "1" | "true"))),
        "str" | "e" => Ok(Cell::Text(unescaped(value).into())),
        "d" => Ok(dated(value)),
        _ => {
            let number: f64 = value.trim().parse().map_err(|_| "a number of it is none".to_owned())?;
            let shown = book.styles.get(head.style).copied().unwrap_or(Shown::Number);
            Ok(Cell::shown(number, shown, book.epoch))
        }
    }
}

/// A day in the words of ISO 8601; with a time it is a text.
fn dated(value: &str) -> Cell<'static> {
    let text = value.strip_suffix("T00:00:00").unwrap_or(value);
    match Date::parse(text.as_bytes()) {
        Some(day) => Cell::Moment(crate::moment::Moment::at(day, 0)),
        None => Cell::Text(value.to_owned().into()),
    }
}
