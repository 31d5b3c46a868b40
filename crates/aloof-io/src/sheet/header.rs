//! Which row of a sheet names the columns.
//!
//! # Definition
//!
//! A row *covers* a sheet when every row below it (of the first [`LOOKED_AT`] that hold anything) has its cells in columns where it has
//! one too; the column just before its first may hold numbers, as pandas writes row numbers. It is *of words* when all of its cells are
//! texts with a letter, but for whole years.
//!
//! The header is the first row that holds anything, if it covers the sheet and no two of its cells are the same. Else it is the
//! first row of words that does; or two rows of words, one right below the other, that do together: then the lower one names a column,
//! the upper one where the lower is empty. Names that occur twice are put behind what stands above them, in that column or in the
//! nearest one before it that has something: merged cells have their text in the first.
//!
//! What stands above must be titles, one cell in a row, unless some column below holds nothing but numbers and dates: a row of texts
//! may as well be a person, below a header that lacks a name. Where no row is found so, it is the first, and what it does not cover
//! is an error.
//!
//! # Cost
//!
//! The cells of the first rows are held; each of the first [`MOST_ABOVE`] is held against all others.

use super::{Cell, Placed};

/// So many rows that hold anything are looked at.
pub(super) const LOOKED_AT: usize = 60;

/// A header stands among the first so many of them.
const MOST_ABOVE: usize = 20;

/// A row, as far as a header is told by it.
#[derive(Clone, Debug)]
pub(super) struct Line {
    row: u32,
    cells: Vec<Seen>,
}

#[derive(Clone, Debug)]
struct Seen {
    column: u32,
    text: String,
    what: What,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    /// A text with a letter.
    Word,
    /// A number that may be a year.
    Year,
    /// A number or a day, or a text without a letter.
    Value,
}

/// Where the names are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    /// The row that names the columns, the lower one of two.
    pub row: u32,
    /// The row above it that names some.
    pub upper: Option<u32>,
    /// The first row that holds anything.
    pub first: u32,
    /// The columns of the sheet that have a name.
    pub columns: Vec<u32>,
    /// Their names.
    pub names: Vec<String>,
    /// The column before the first name, if it holds row numbers.
    pub numbers: Option<u32>,
}

impl Line {
    /// A row with the cells that hold anything; nothing where none does.
    pub(super) fn of(row: u32, cells: &[Placed<'_>]) -> Option<Self> {
        let filled = cells.iter().filter(|placed| !placed.cell.is_empty());
        let cells: Vec<Seen> = filled.map(Seen::of).collect();
        (!cells.is_empty()).then_some(Self { row, cells })
    }

    fn has(&self, column: u32) -> bool {
        self.at(column).is_some()
    }

    fn at(&self, column: u32) -> Option<&Seen> {
        self.cells.iter().find(|seen| seen.column == column)
    }

    fn is_of_words(&self) -> bool {
        self.cells.iter().any(|seen| seen.what == What::Word) && self.cells.iter().all(|seen| seen.what != What::Value)
    }

    /// What stands in a column, or in the nearest before it that has something.
    fn above(&self, column: u32) -> Option<&Seen> {
        self.cells.iter().rev().find(|seen| seen.column <= column)
    }
}

impl Seen {
    fn of(placed: &Placed<'_>) -> Self {
        let text = placed.cell.text().trim().to_owned();
        let what = match &placed.cell {
            Cell::Number(value) if (1900.0..2100.0).contains(value) && value.fract() == 0.0 => What::Year,
            Cell::Text(text) if text.chars().any(char::is_alphabetic) => What::Word,
            _ => What::Value,
        };
        Self { column: placed.column, text, what }
    }
}

/// The header among these rows; `None` when there are none.
pub(super) fn find(lines: &[Line]) -> Option<Header> {
    let first = lines.first()?;
    let plain = Names::of(first, None);
    if plain.cover(&lines[1..]) && plain.are_different() {
        return Some(plain.header(first, &lines[1..]));
    }
    let below = (1..lines.len().min(MOST_ABOVE)).find_map(|at| found(lines, at));
    Some(below.unwrap_or_else(|| plain.header(first, &lines[1..])))
}

/// The header whose lower row is this one, if it is one.
fn found(lines: &[Line], at: usize) -> Option<Header> {
    let (line, rest) = (&lines[at], &lines[at + 1..]);
    let upper = Some(&lines[at - 1]).filter(|upper| upper.is_of_words() && upper.row + 1 == line.row);
    let names = Names::of(line, None);
    let (names, titles) = match upper {
        Some(upper) if !names.cover(rest) || !names.are_different() => (Names::of(line, Some(upper)), at - 1),
        _ => (names, at),
    };
    let told = || are_titles(&lines[..titles]) && titles == at || has_values(&names, rest);
    let holds = line.is_of_words() && !rest.is_empty() && names.cover(rest) && names.are_different() && told();
    holds.then(|| names.header(&lines[0], rest))
}

fn are_titles(lines: &[Line]) -> bool {
    lines.iter().all(|line| line.cells.len() == 1)
}

/// Whether some column holds nothing but numbers and days.
fn has_values(names: &Names<'_>, rest: &[Line]) -> bool {
    names.columns.iter().any(|&column| {
        let mut cells = rest.iter().filter_map(|line| line.at(column)).peekable();
        cells.peek().is_some() && cells.all(|seen| seen.what != What::Word)
    })
}

/// The names that one row gives, or two.
struct Names<'a> {
    line: &'a Line,
    upper: Option<&'a Line>,
    columns: Vec<u32>,
}

impl<'a> Names<'a> {
    fn of(line: &'a Line, upper: Option<&'a Line>) -> Self {
        let both = line.cells.iter().chain(upper.iter().flat_map(|upper| &upper.cells));
        let mut columns: Vec<u32> = both.map(|seen| seen.column).collect();
        columns.sort_unstable();
        columns.dedup();
        Self { line, upper, columns }
    }

    /// Whether every cell below stands under a name.
    fn cover(&self, rest: &[Line]) -> bool {
        let before = self.columns[0].checked_sub(1);
        let is_number = |seen: &Seen| Some(seen.column) == before && seen.what != What::Word;
        let under = |seen: &Seen| self.columns.binary_search(&seen.column).is_ok() || is_number(seen);
        rest.iter().all(|line| line.cells.iter().all(under))
    }

    fn are_different(&self) -> bool {
        let mut names = self.texts();
        names.sort_unstable();
        names.windows(2).all(|two| two[0] != two[1])
    }

    fn texts(&self) -> Vec<String> {
        let own = |column: u32| self.line.at(column).or_else(|| self.upper?.at(column)).map_or("", |seen| &seen.text);
        let plain: Vec<&str> = self.columns.iter().map(|&column| own(column)).collect();
        let text = |(&column, &name): (&u32, &&str)| {
            let twice = plain.iter().filter(|other| **other == name).count() > 1;
            let heading = self.upper.filter(|_| twice && self.line.has(column)).and_then(|upper| upper.above(column));
            heading.map_or_else(|| name.to_owned(), |heading| format!("{} {name}", heading.text))
        };
        self.columns.iter().zip(&plain).map(text).collect()
    }

    fn header(&self, first: &Line, rest: &[Line]) -> Header {
        let before = self.columns[0].checked_sub(1);
        let numbers = before.filter(|&column| rest.first().is_some_and(|line| line.at(column).is_some_and(is_count)));
        Header {
            row: self.line.row,
            upper: self.upper.map(|upper| upper.row),
            first: first.row,
            columns: self.columns.clone(),
            names: self.texts(),
            numbers,
        }
    }
}

/// Whether it may count rows.
fn is_count(seen: &Seen) -> bool {
    seen.what != What::Word && seen.text.parse::<u64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows from 1 on; cells at bars, `-` is empty; numbers are numbers.
    fn header(rows: &[&str]) -> Header {
        let cell = |(column, text): (u32, &str)| {
            let cell = text.parse::<f64>().map_or_else(|_| Cell::Text(text.to_owned().into()), Cell::Number);
            (text != "-").then_some(Placed { column, cell })
        };
        let line = |(row, text): (u32, &&str)| {
            let cells: Vec<Placed<'_>> = (0..).zip(text.split('|')).filter_map(cell).collect();
            Line::of(row, &cells)
        };
        let lines: Vec<Line> = (1..).zip(rows).filter_map(line).collect();
        find(&lines).unwrap()
    }

    fn names(rows: &[&str]) -> (u32, String) {
        let found = header(rows);
        (found.row, found.names.join(","))
    }

    #[test]
    fn the_first_row_that_covers_all() {
        assert_eq!(names(&["name|age", "Ann|34", "Bob|50"]), (1, "name,age".to_owned()));
        assert_eq!(names(&["-", "-|name|age", "-|Ann|34"]), (2, "name,age".to_owned()));
        assert_eq!(header(&["-|name|age", "0|Ann|34"]).numbers, Some(0));
        // Years may be names.
        assert_eq!(names(&["Pay", "name|2019|2020", "Ann|34|35"]), (2, "name,2019,2020".to_owned()));
    }

    #[test]
    fn titles_above() {
        assert_eq!(names(&["Staff 2026", "-", "name|age|pay", "Ann|34|5"]), (3, "name,age,pay".to_owned()));
        assert_eq!(names(&["Staff", "as of May", "name|town", "Ann|Rome", "Bob|Lyon"]), (3, "name,town".to_owned()));
        assert_eq!(names(&["Staff|-|May", "name|age|town|pay", "Ann|34|Rome|9"]), (2, "name,age,town,pay".to_owned()));
    }

    #[test]
    fn names_in_two_rows() {
        // Headings above columns that all have names of their own.
        let rows = ["Person|-|Pay|-", "name|age|base|bonus", "Ann|34|5|6"];
        assert_eq!(names(&rows), (2, "name,age,base,bonus".to_owned()));
        // One that reaches over both rows.
        let rows = ["Staff", "name|Pay|-|town", "-|base|bonus|-", "Ann|5|6|Rome"];
        assert_eq!(names(&rows), (3, "name,base,bonus,town".to_owned()));
        // The same names below two headings, merged and written out.
        for upper in ["-|Rent|-|Pay|-", "-|Rent|Rent|Pay|Pay"] {
            let rows = [upper, "name|old|new|old|new", "Ann|1|2|3|4"];
            assert_eq!(names(&rows), (2, "name,Rent old,Rent new,Pay old,Pay new".to_owned()));
        }
    }

    /// A header that lacks a name is not taken for titles above a person.
    #[test]
    fn nobody_becomes_a_header() {
        assert_eq!(header(&["name|town", "Ann|Rome|ill", "Bob|Lyon|well"]).row, 1);
        assert_eq!(header(&["name|age", "Ann|34|ill", "Bob|50|well"]).row, 1);
        assert_eq!(header(&["name|name", "Ann|Rome", "Bob|Lyon"]).row, 1);
        assert_eq!(header(&["a|b", "1|2|3", "4|5|6"]).row, 1);
    }
}
