//! What a sheet has beside the values of its cells, which people see and a table does not have: cells that are merged, rows that are not
//! shown.
//!
//! Of merged cells the first has the value, and the others hold nothing; a row that somebody hid, or filtered out, is a row. Neither is
//! an error. Both are told, since who looks at the sheet sees something else.

use super::area::Area;

/// What only the whole of a sheet shows.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    /// Cells that are merged into one.
    pub(crate) merged: Vec<Area>,
    /// Rows that hold something and are not shown.
    pub(crate) hidden: Vec<u32>,
}

impl Beside {
    /// As far as it is about rows of the table, and columns of it.
    pub(super) fn within(mut self, rows: impl Fn(u32) -> bool, columns: &[u32]) -> Self {
        let ours = |area: &Area| {
            let wide = columns.iter().filter(|&&column| area.has_column(column)).count();
            let (first, last) = area.rows();
            wide > 0 && (wide > 1 || first < last) && (rows(first) || rows(last))
        };
        self.merged.retain(ours);
        self.hidden.retain(|&row| rows(row));
        self
    }

    /// In sentences about this sheet.
    pub(super) fn told(&self, sheet: &str) -> Vec<String> {
        let merged = self.merged.iter().min_by_key(|area| area.rows()).map(|first| {
            let (places, are) = if self.merged.len() == 1 { ("place", "") } else { ("places", "the first is ") };
            format!(
                "on the sheet `{sheet}` cells of the table are merged in {} {places} ({are}{first}): the first of merged cells has the value, \
                 and the others are read as empty; unmerge and fill them if all were meant",
                self.merged.len()
            )
        });
        let hidden = self.hidden.first().map(|first| {
            let (rows, are) = if self.hidden.len() == 1 { ("row", "is") } else { ("rows", "are") };
            format!(
                "on the sheet `{sheet}` {} {rows} of the table {are} not shown in the file (from row {first} on), and read like all others",
                self.hidden.len()
            )
        });
        merged.into_iter().chain(hidden).collect()
    }
}
