//! The cells of a sheet.

use super::super::area::Area;
use super::super::{Beside, Cell, Placed};
use super::records::{Record, Records};
use super::texts::{self, Texts};
use super::{BOF, END, Globals};

const BLANK_OR_ERROR: u16 = 0x0205;
const FORMULA: u16 = 0x0006;
const MERGED: u16 = 0x00e5;
const NUMBER: u16 = 0x0203;
const PACKED: u16 = 0x027e;
const ROW: u16 = 0x0208;
const SEVERAL_PACKED: u16 = 0x00bd;
const SHARED_TEXT: u16 = 0x00fd;
const TEXT: u16 = 0x0204;
const RICH_TEXT: u16 = 0x00d6;

/// A row, counted from 0, and a cell of it.
type At<'a> = (u32, Placed<'a>);

/// Reads cells.
pub(super) struct Cells<'a> {
    globals: &'a Globals,
    placed: Vec<At<'a>>,
    beside: Beside,
}

const NO_PLACE: &str = "a cell of it has no place";

impl<'a> Cells<'a> {
    /// All cells with something in them, in order, and what else there is.
    pub(super) fn read(
        stream: &[u8],
        start: usize,
        globals: &'a Globals,
    ) -> Result<(Vec<At<'a>>, Beside), &'static str> {
        let mut records = Records::new(stream, start);
        let mut cells = Self { globals, placed: Vec::new(), beside: Beside::default() };
        let mut depth = 0;
        while let Some(record) = records.next()? {
            match record.id {
                BOF => depth += 1,
                END if depth <= 1 => break,
                END => depth -= 1,
                // What is nested is a chart.
                _ if depth == 1 => cells.take(&record, &mut records)?,
                _ => {}
            }
        }
        cells.placed.sort_by_key(|(row, placed)| (*row, placed.column));
        // Of two cells in one place the last is the one that a program shows.
        cells.placed.reverse();
        cells.placed.dedup_by_key(|(row, placed)| (*row, placed.column));
        cells.placed.reverse();
        Ok((cells.placed, cells.beside))
    }

    fn take(&mut self, record: &Record<'_>, records: &mut Records<'_>) -> Result<(), &'static str> {
        let style = record.half(4).unwrap_or(0);
        let cell = match record.id {
            NUMBER => self.globals.number(record.float(6).ok_or("a number of it breaks off")?, style),
            PACKED => self.globals.number(unpacked(record.word(6).ok_or("a number of it breaks off")?), style),
            SEVERAL_PACKED => return self.several(record),
            SHARED_TEXT => {
                let at = record.word(6).ok_or("a text of it breaks off")? as usize;
                let text = self.globals.texts.get(at).ok_or("a cell shares a text that is not there")?;
                Cell::Text(text.as_str().into())
            }
            TEXT | RICH_TEXT => Cell::Text(Texts::new(vec![record.rest(6)]).long()?.into()),
            BLANK_OR_ERROR => truth_or_error(record.byte(6), record.byte(7)),
            FORMULA => self.result(record, records, style)?,
            ROW => {
                self.beside.hidden.extend(hidden(record));
                return Ok(());
            }
            MERGED => {
                self.beside.merged.extend(record.rest(2).chunks_exact(8).filter_map(merged));
                return Ok(());
            }
            _ => return Ok(()),
        };
        self.put(record, cell)
    }

    fn put(&mut self, record: &Record<'_>, cell: Cell<'a>) -> Result<(), &'static str> {
        let (Some(row), Some(column)) = (record.half(0), record.half(2)) else { return Err(NO_PLACE) };
        self.place(row, column, cell)
    }

    fn place(&mut self, row: u16, column: u16, cell: Cell<'a>) -> Result<(), &'static str> {
        if column > 255 {
            return Err(NO_PLACE);
        }
        if cell != Cell::Empty {
            self.placed.push((row.into(), Placed { column: column.into(), cell }));
        }
        Ok(())
    }

    /// Packed numbers side by side.
    fn several(&mut self, record: &Record<'_>) -> Result<(), &'static str> {
        let (Some(row), Some(first)) = (record.half(0), record.half(2)) else { return Err(NO_PLACE) };
        let all = record.rest(4);
        let all = all.get(..all.len().saturating_sub(2)).unwrap_or_default();
        for (at, bytes) in all.chunks_exact(6).enumerate() {
            let one = Record { id: record.id, bytes };
            let (style, packed) = (one.half(0).unwrap_or(0), one.word(2).unwrap_or(0));
            let column = u16::try_from(usize::from(first) + at).map_err(|_| NO_PLACE)?;
            self.place(row, column, self.globals.number(unpacked(packed), style))?;
        }
        Ok(())
    }

    /// What a formula gave when the file was last computed.
    fn result(
        &self,
        record: &Record<'_>,
        records: &mut Records<'_>,
        style: u16,
    ) -> Result<Cell<'static>, &'static str> {
        let value = record.float(6).ok_or("a formula of it breaks off")?;
        if record.half(12) != Some(0xffff) {
            return Ok(self.globals.number(value, style));
        }
        Ok(match record.byte(6) {
            Some(0) => texts::of_formula(records)?.map_or(Cell::Uncomputed, |text| Cell::Text(text.into())),
            Some(1) => truth_or_error(record.byte(8), Some(0)),
            Some(2) => truth_or_error(record.byte(8), Some(1)),
            _ => Cell::Text("".into()),
        })
    }
}

/// The number of a row that is not shown, counted from 1.
fn hidden(record: &Record<'_>) -> Option<u32> {
    record.byte(12).filter(|flags| flags & 0x20 != 0)?;
    record.half(0).map(|row| u32::from(row) + 1)
}

/// First and last row, first and last column.
fn merged(bytes: &[u8]) -> Option<Area> {
    let ends = Record { id: MERGED, bytes };
    let row = |at| ends.half(at).map(|row| u32::from(row) + 1);
    let column = |at| ends.half(at).map(u32::from);
    Some(Area::of((row(0)?, row(2)?), (column(4)?, column(6)?)))
}

fn truth_or_error(value: Option<u8>, is_error: Option<u8>) -> Cell<'static> {
    if is_error == Some(0) {
        return Cell::truth(value == Some(1));
    }
    let name = match value {
        Some(0x00) => "#NULL!",
        Some(0x07) => "#DIV/0!",
        Some(0x0f) => "#VALUE!",
        Some(0x17) => "#REF!",
        Some(0x1d) => "#NAME?",
        Some(0x24) => "#NUM!",
        _ => "#N/A",
    };
    Cell::Text(name.into())
}

/// A number in 30 bits: a whole one or the upper bits of a float, perhaps times a hundred.
fn unpacked(packed: u32) -> f64 {
    let value = if packed & 2 == 0 {
        f64::from_bits(u64::from(packed & !3) << 32)
    } else {
        f64::from(packed.cast_signed() >> 2)
    };
    if packed & 1 == 0 { value } else { value / 100.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_numbers() {
        let close = |packed, value: f64| assert!((unpacked(packed) - value).abs() < 1e-12, "{packed:x}");
        close(0x3ff0_0000, 1.0);
        close(0x3ff0_0001, 0.01);
        close(0x004b_5646, 1_234_321.0);
        close(0x004b_5647, 12_343.21);
        close((-7i32 << 2).cast_unsigned() | 2, -7.0);
    }
}
