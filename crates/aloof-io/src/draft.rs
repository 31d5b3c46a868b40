//! A column while it is read: what was asked for, and the values so far.
//!
//! When nothing was asked, the first value decides, and a value of another kind later makes the column
//! [`Values::Mixed`]: it is a text column whose earlier cells are no longer at hand, to be read again as text. That
//! rule does not depend on where one piece of a column ends and the next begins.

use aloof_table::{Column, Date, DateColumn, Decimal, DecimalError, NumberBuilder, TooWide};

use crate::doubt::Doubt;
use crate::error::MissingWord;
use crate::labels::Labels;
use crate::moment::Moment;
use crate::nulls::{Nulls, is_code};
use crate::{Ask, CellFault};

/// The values of a [`Draft`].
pub(crate) enum Values {
    /// Not asked for.
    Skip,
    /// Nothing but missing values so far, and no kind asked for.
    Blank(usize),
    Label(Labels),
    Number(NumberBuilder),
    Date(DateColumn),
    /// Values of two kinds: a text column, to be read again.
    Mixed,
}

/// A column, or a piece of one, while it is read.
pub(crate) struct Draft {
    /// Whether the kind was left to the content.
    auto: bool,
    values: Values,
    doubt: Doubt,
}

impl Draft {
    pub(crate) fn new(ask: Ask) -> Self {
        let values = match ask {
            Ask::Skip => Values::Skip,
            Ask::Auto => Values::Blank(0),
            Ask::Text => Values::Label(Labels::default()),
            Ask::Number => Values::Number(NumberBuilder::default()),
            Ask::Date => Values::Date(DateColumn::default()),
        };
        Self { auto: ask == Ask::Auto, values, doubt: Doubt::default() }
    }

    /// Of the kind `ask` but ready to become mixed, for files that declare kinds.
    pub(crate) fn declared(ask: Ask, auto: bool) -> Self {
        Self { auto, ..Self::new(ask) }
    }

    /// Whether its numbers could be meant otherwise.
    pub(crate) fn doubt(&self) -> Doubt {
        self.doubt
    }

    /// Whether the content has shown to be text.
    pub(crate) fn is_text(&self) -> bool {
        matches!(self.values, Values::Label(_) | Values::Mixed)
    }

    /// Whether its kind is left to the content, which has not shown to be text.
    pub(crate) fn is_open(&self) -> bool {
        self.auto && !self.is_text()
    }

    /// Whether nothing of the column is wanted.
    pub(crate) fn is_skipped(&self) -> bool {
        matches!(self.values, Values::Skip | Values::Mixed)
    }

    /// Its labels, when it is read as text.
    pub(crate) fn labels(&mut self) -> Option<&mut Labels> {
        match &mut self.values {
            Values::Label(labels) => Some(labels),
            _ => None,
        }
    }

    /// Adds a cell. Blanks around it count only in a label that was quoted.
    #[inline]
    pub(crate) fn push(&mut self, cell: &str, quoted: bool, nulls: &Nulls) -> Result<(), CellFault> {
        match &mut self.values {
            Values::Skip | Values::Mixed => Ok(()),
            Values::Label(labels) => {
                labels.push(if quoted { cell } else { cell.trim_ascii() }, nulls);
                Ok(())
            }
            _ => self.push_trimmed(cell, quoted, nulls),
        }
    }

    fn push_trimmed(&mut self, cell: &str, quoted: bool, nulls: &Nulls) -> Result<(), CellFault> {
        let text = cell.trim_ascii();
        // Other programs write `*` where they suppressed a value; among asked-for numbers it can mean nothing else.
        if nulls.contains(text) || (!self.auto && text == "*") {
            self.push_missing();
            return Ok(());
        }
        let auto = self.auto;
        match &mut self.values {
            Values::Number(_) if auto && is_code(text) => {
                self.values = Values::Mixed;
                Ok(())
            }
            Values::Number(numbers) => {
                self.doubt.see(text.as_bytes());
                let pushed = Decimal::parse(text.as_bytes()).map_err(|fault| no_number(text, fault));
                let pushed = pushed.and_then(|value| push_number(numbers, value, nulls));
                self.settle(pushed)
            }
            Values::Date(dates) => {
                let date = Date::parse(text.as_bytes()).ok_or(CellFault::Date);
                let pushed = date.map(|date| dates.push(Some(date).filter(|&date| !nulls.has_date(date))));
                self.settle(pushed)
            }
            _ => self.decide(cell, quoted, nulls),
        }
    }

    /// The first cell that is not missing, of a column whose kind was left open.
    fn decide(&mut self, cell: &str, quoted: bool, nulls: &Nulls) -> Result<(), CellFault> {
        let text = cell.trim_ascii().as_bytes();
        self.become_kind(if Date::parse(text).is_some() {
            Ask::Date
        } else if !is_code(cell.trim_ascii()) && Decimal::parse(text).is_ok() {
            Ask::Number
        } else {
            Ask::Text
        });
        self.push(cell, quoted, nulls)
    }

    /// A blank column becomes one of a kind, its missing values kept.
    fn become_kind(&mut self, kind: Ask) {
        if let Values::Blank(missing) = self.values {
            self.values = Self::new(kind).values;
            (0..missing).for_each(|_| self.push_missing());
        }
    }

    /// A value that does not fit is a fault when its kind was asked for, else it makes the column text.
    fn settle(&mut self, pushed: Result<(), CellFault>) -> Result<(), CellFault> {
        if pushed.is_err() && self.auto {
            self.values = Values::Mixed;
            return Ok(());
        }
        pushed
    }

    /// Adds a text of a source that tells texts from numbers: it is one, whatever it looks like, unless another kind was asked for.
    pub(crate) fn push_text(&mut self, text: &str, nulls: &Nulls) -> Result<(), CellFault> {
        if self.auto && nulls.contains(text) {
            self.push_missing();
            return Ok(());
        }
        self.become_kind(Ask::Text);
        match self.values {
            Values::Number(_) | Values::Date(_) if self.auto => self.values = Values::Mixed,
            _ => return self.push(text, true, nulls),
        }
        Ok(())
    }

    pub(crate) fn push_missing(&mut self) {
        match &mut self.values {
            Values::Skip | Values::Mixed => {}
            Values::Blank(missing) => *missing += 1,
            Values::Label(labels) => labels.push_missing(),
            Values::Number(numbers) => numbers.push_missing(),
            Values::Date(dates) => dates.push(None),
        }
    }

    /// Adds a number; to a text column, its text.
    pub(crate) fn push_decimal(&mut self, value: Decimal, nulls: &Nulls) -> Result<(), CellFault> {
        if nulls.has_number(value) {
            self.push_missing();
            return Ok(());
        }
        self.become_kind(Ask::Number);
        match &mut self.values {
            Values::Number(numbers) => {
                let pushed = numbers.push(value).map_err(CellFault::from);
                self.settle(pushed)
            }
            Values::Label(labels) => {
                labels.push_decimal(value);
                Ok(())
            }
            Values::Date(_) => self.settle(Err(CellFault::Date)),
            _ => Ok(()),
        }
    }

    /// Adds a date; to a text column, its text.
    pub(crate) fn push_date(&mut self, value: Date, nulls: &Nulls) -> Result<(), CellFault> {
        if nulls.has_date(value) {
            self.push_missing();
            return Ok(());
        }
        self.become_kind(Ask::Date);
        match &mut self.values {
            Values::Date(dates) => dates.push(Some(value)),
            Values::Label(labels) => labels.push(&value.to_string(), nulls),
            Values::Number(_) => return self.settle(Err(CellFault::IsDate)),
            _ => {}
        }
        Ok(())
    }

    /// Adds a point in time that is not the start of a day; only a text column can hold it.
    pub(crate) fn push_time(&mut self, text: &str, nulls: &Nulls) -> Result<(), CellFault> {
        self.become_kind(Ask::Text);
        match &mut self.values {
            Values::Label(labels) => {
                labels.push(text, nulls);
                Ok(())
            }
            Values::Date(_) => self.settle(Err(CellFault::TimeOfDay)),
            Values::Number(_) => self.settle(Err(CellFault::IsDate)),
            _ => Ok(()),
        }
    }

    /// Adds a point in time: a midnight is its day.
    pub(crate) fn push_moment(&mut self, moment: Moment, utc: bool, nulls: &Nulls) -> Result<(), CellFault> {
        if moment.is_midnight() { self.push_date(moment.day, nulls) } else { self.push_time(&moment.text(utc), nulls) }
    }

    /// Adds the next piece of the same column.
    pub(crate) fn append(&mut self, mut next: Self) -> Result<(), TooWide> {
        self.doubt.join(next.doubt);
        if let (Values::Blank(_), Some(kind)) = (&self.values, next.kind()) {
            self.become_kind(kind);
        }
        if let (Some(kind), Values::Blank(_)) = (self.kind(), &next.values) {
            next.become_kind(kind);
        }
        match (&mut self.values, next.values) {
            (Values::Blank(mine), Values::Blank(theirs)) => *mine += theirs,
            (Values::Label(mine), Values::Label(theirs)) => mine.append(&theirs),
            (Values::Date(mine), Values::Date(theirs)) => mine.append(&theirs),
            (Values::Number(mine), Values::Number(theirs)) => match mine.append(theirs) {
                Err(_) if self.auto => self.values = Values::Mixed,
                result => return result,
            },
            (Values::Skip, _) => {}
            _ => self.values = Values::Mixed,
        }
        Ok(())
    }

    fn kind(&self) -> Option<Ask> {
        match self.values {
            Values::Label(_) => Some(Ask::Text),
            Values::Number(_) => Some(Ask::Number),
            Values::Date(_) => Some(Ask::Date),
            Values::Skip | Values::Blank(_) | Values::Mixed => None,
        }
    }

    /// The column; `None` when it was skipped or has to be read again.
    pub(crate) fn finish(mut self) -> Option<Column> {
        self.become_kind(Ask::Text);
        match self.values {
            Values::Skip | Values::Blank(_) | Values::Mixed => None,
            Values::Label(labels) => Some(Column::Label(labels.finish())),
            Values::Number(numbers) => Some(Column::Number(numbers.finish())),
            Values::Date(dates) => Some(Column::Date(dates)),
        }
    }
}

/// Why a text is no number, and what would do where it is one of the words for a missing value.
fn no_number(text: &str, fault: DecimalError) -> CellFault {
    let other = || if is_limit(text) { CellFault::Limit } else { CellFault::Number(fault) };
    MissingWord::of(text).map_or_else(other, CellFault::MeansMissing)
}

/// Whether a text compares with a number: `<5`, `>= 0,1`.
fn is_limit(text: &str) -> bool {
    let rest = text.trim_start_matches(['<', '>', '=', '≤', '≥']);
    rest.len() < text.len() && rest.trim().replacen(',', ".", 1).parse::<Decimal>().is_ok()
}

fn push_number(numbers: &mut NumberBuilder, value: Decimal, nulls: &Nulls) -> Result<(), CellFault> {
    if nulls.has_number(value) {
        numbers.push_missing();
        return Ok(());
    }
    numbers.push(value).map_err(CellFault::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(ask: Ask, cells: &[&str]) -> Draft {
        let nulls = Nulls::new(&["?".to_owned()]);
        let mut draft = Draft::new(ask);
        cells.iter().for_each(|cell| draft.push(cell, false, &nulls).unwrap());
        draft
    }

    fn kind(draft: Draft) -> Option<aloof_table::Kind> {
        draft.finish().map(|column| column.kind())
    }

    #[test]
    fn content_decides_the_kind() {
        use aloof_table::Kind::{Date, Label, Number};
        for (cells, expected) in [
            (&["", "1", "?", "2.5"][..], Some(Number)),
            (&["0", "0.5", "-3", "00.5"], Some(Number)),
            (&["2020-01-31", ""], Some(Date)),
            (&["", "?"], Some(Label)),
            (&[], Some(Label)),
            (&["x", "1"], Some(Label)),
            (&["007", "1"], Some(Label)),
            (&["1", "007"], None),
            (&["1", "x"], None),
            (&["2020-01-31", "1"], None),
            (&["1", "99999999999999999999999999999999999999999"], None),
        ] {
            assert_eq!(kind(read(Ask::Auto, cells)), expected, "{cells:?}");
        }
    }

    /// The definition: a piece boundary anywhere changes nothing.
    #[test]
    fn pieces_agree_with_the_whole() {
        let columns: [&[&str]; 6] = [
            &["", "1", "?", "2.5"],
            &["", "", "2020-01-31"],
            &["a", "1", "b"],
            &["1", "", "x"],
            &["", ""],
            &["100000000000000000000000000000000000000", "", "0.5"],
        ];
        for cells in columns {
            let whole = read(Ask::Auto, cells).finish();
            for cut in 0..=cells.len() {
                let mut joined = read(Ask::Auto, &cells[..cut]);
                joined.append(read(Ask::Auto, &cells[cut..])).unwrap();
                let joined = joined.finish();
                // `a` then `1` is text in one piece and mixed in two: both end as text, the second after another look.
                match (&whole, &joined) {
                    (Some(whole), Some(joined)) => {
                        assert_eq!(whole.kind(), joined.kind(), "{cells:?} cut at {cut}");
                        (0..cells.len()).for_each(|row| assert_eq!(whole.text(row), joined.text(row)));
                    }
                    (Some(Column::Label(_)) | None, None) => {}
                    _ => panic!("{cells:?} cut at {cut}"),
                }
            }
        }
    }
}
