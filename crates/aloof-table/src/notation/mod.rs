//! How the numbers and dates of a column are written.
//!
//! This program writes `1234.56` and `2020-01-31`. Others write `1.234,56`, `€ 1.200`, `06.02.1969` or `2/6/1969`, one way in one
//! column and another in the next. A [`Notation`] is one such way; [`find`] tells it from all cells of a column together, or
//! says that two ways fit and give different values, so that a person must say which is meant.
//!
//! # Cost
//!
//! A few reads per distinct text. Columns that are written as this program writes never come here.

mod date;
mod find;
mod months;
mod number;
mod units;

use std::fmt;

use crate::{Column, Date, DateColumn, Decimal, LabelColumn, NumberBuilder, TooWide};

pub use date::{DatePattern, Moment, Time};
pub use find::{Ambiguity, Dates, Guide, Nearest, Numbers, Verdict, find, nearest};
pub use number::{Amount, DecimalSign};
pub use units::PERCENT;

/// One way to write numbers or dates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Numbers with this decimal sign, whatever separates their thousands.
    Number(DecimalSign),
    /// Dates.
    Date(DatePattern),
}

impl Notation {
    /// Whether a text is written so.
    pub fn reads(self, text: &str) -> bool {
        match self {
            Self::Number(sign) => Amount::read(text, sign).is_some(),
            Self::Date(pattern) => pattern.read(text).is_some(),
        }
    }

    /// A column of texts as numbers or dates. `missing` says which texts, and which of their values, mean that there is none;
    /// a text that is not written so is missing too. Fails when the numbers cannot share a scale.
    pub fn column(self, labels: &LabelColumn, missing: &dyn Missing) -> Result<Column, TooWide> {
        let present = |text: &&str| !missing.has_text(trim(text));
        match self {
            Self::Number(sign) => {
                let value = |text: &str| Amount::read(text, sign).map(|amount| amount.value);
                let known =
                    |text| Some(text).filter(present).and_then(value).filter(|&value| !missing.has_number(value));
                let values: Vec<Option<Decimal>> = labels.labels().iter().map(known).collect();
                let mut numbers = NumberBuilder::default();
                for code in labels.codes() {
                    match values.get(*code as usize).copied().flatten() {
                        Some(value) => numbers.push(value)?,
                        None => numbers.push_missing(),
                    }
                }
                Ok(Column::Number(numbers.finish()))
            }
            Self::Date(pattern) => {
                let day = |text: &str| pattern.read(text).map(|moment| moment.day);
                let known = |text| Some(text).filter(present).and_then(day).filter(|&day| !missing.has_date(day));
                let days: Vec<Option<Date>> = labels.labels().iter().map(known).collect();
                let mut dates = DateColumn::default();
                labels.codes().iter().for_each(|&code| dates.push(days.get(code as usize).copied().flatten()));
                Ok(Column::Date(dates))
            }
        }
    }
}

/// For sentences: `numbers with a decimal comma`, `dates written d.m.y`.
impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(sign) => write!(f, "numbers with a decimal {}", sign.word()),
            Self::Date(pattern) => write!(f, "dates written {pattern}{}", pattern.explained()),
        }
    }
}

/// What means that there is no value.
pub trait Missing {
    /// This text, without the blanks around it.
    fn has_text(&self, text: &str) -> bool;
    /// This number, however it is written.
    fn has_number(&self, value: Decimal) -> bool;
    /// This day, however it is written.
    fn has_date(&self, value: Date) -> bool;
}

/// Blanks that stand between digits or around a cell: those of ASCII, and those that do not break a line.
pub(crate) fn is_blank(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}')
}

/// A text without the blanks around it.
pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}
