//! Columns of text that are numbers or dates in another writing than ours.
//!
//! A column is read as this program writes numbers and dates; what does not fit is read as text, and all of its texts together
//! tell the notation ([`aloof_table::notation`]). What was told of the column (`decimal`, `date`, a kind) comes first. Where two
//! notations give two meanings, a person must say which: reading notes it, and a table that is to be relied on is refused.
//!
//! # Cost
//!
//! One more pass over the file for the columns concerned, and each distinct text of theirs is held while they are read.

use std::fmt;

use aloof_table::notation::{
    Ambiguity, DatePattern, Dates, DecimalSign, Guide, Missing, Notation, Numbers, PERCENT, Time, Verdict, find,
    nearest,
};
use aloof_table::{Column, Date, Decimal, LabelColumn, TooWide};

use crate::nulls::Nulls;
use crate::{Ask, CellFault};

/// How numbers and dates are written, as far as somebody says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Writing {
    /// The decimal sign of numbers.
    pub decimal: Option<DecimalSign>,
    /// The order of day, month and year.
    pub date: Option<DatePattern>,
}

/// What was found out about a column while it was read, for people to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The column's name.
    pub column: String,
    /// What was found.
    pub seen: Seen,
}

/// What was found out about a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Numbers in another writing than ours.
    Numbers(Numbers),
    /// Numbers with three digits behind each point, which were taken for decimals.
    Decimals,
    /// Dates in another writing than ours, and how many rows lost a time of day.
    Dates(Dates, usize),
    /// Points in time, which stay text.
    Moments(Dates),
    /// Values of two meanings; the column was read by the first.
    Ambiguous(Ambiguity),
    /// Empty texts in a database, which are not NULL; they were read as missing.
    Empty,
    /// Texts in a database without dates, all of them days, which were read as such.
    TextDates,
}

impl Seen {
    /// What a person must say.
    pub fn ambiguity(self) -> Option<Ambiguity> {
        if let Self::Ambiguous(ambiguity) = self { Some(ambiguity) } else { None }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`: {}", self.column, self.seen)
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Numbers(numbers) => write_numbers(f, numbers),
            Self::Decimals => f.write_str(
                "every number has three digits behind its point, which was read as a decimal point: 1.234 is a little more than \
                 one. If it separates thousands, write decimal = \",\" for this column",
            ),
            Self::Dates(dates, dropped) => {
                write!(f, "dates written {}{}", dates.pattern, dates.pattern.explained())?;
                match (dates.time, dropped) {
                    (Time::Within, 1) => f.write_str("; the time of day was dropped in 1 row, as asked"),
                    (Time::Within, dropped) => write!(f, "; the time of day was dropped in {dropped} rows, as asked"),
                    (Time::Midnight, _) => f.write_str("; every time of day is midnight and was left out"),
                    (Time::None, _) => Ok(()),
                }
            }
            Self::Moments(dates) => write!(
                f,
                "points in time, their dates written {}, and therefore text; type = \"date\" drops the time of day",
                dates.pattern
            ),
            Self::Ambiguous(ambiguity) => write!(f, "{ambiguity}"),
            Self::TextDates => f.write_str(
                "texts that all are days, y-m-d, and therefore dates: the database has no kind of its own for them; type = \"label\" \
                 keeps them texts",
            ),
            Self::Empty => f.write_str(
                "empty texts, which are not NULL and were read as missing; if that is what they mean, write missing = [\"\"] for this \
                 column, else name them in a query",
            ),
        }
    }
}

fn write_numbers(f: &mut fmt::Formatter<'_>, numbers: &Numbers) -> fmt::Result {
    write!(f, "numbers with a decimal {}", numbers.decimal.word())?;
    match numbers.grouped {
        Some('.') => f.write_str(", points between thousands")?,
        Some(',') => f.write_str(", commas between thousands")?,
        Some('\'' | '’') => f.write_str(", apostrophes between thousands")?,
        Some(_) => f.write_str(", blanks between thousands")?,
        None => {}
    }
    if numbers.owed {
        f.write_str("; a minus behind a number, or brackets around it, was read as a minus in front")?;
    }
    match numbers.unit {
        Some(PERCENT) => f.write_str("; the sign % was dropped: 12.5 % is 12.5, not 0.125"),
        Some(unit) => write!(f, "; the sign {unit} was dropped"),
        None => Ok(()),
    }
}

/// One column: what was asked for it, and what was said of its writing.
#[derive(Clone, Copy)]
pub(crate) struct Sought {
    pub(crate) ask: Ask,
    /// Of this column: it must be so.
    pub(crate) law: Writing,
    /// Of all columns: it decides where two ways are possible.
    pub(crate) hint: Writing,
}

/// What became of a column of text.
pub(crate) enum Outcome {
    /// Numbers or dates.
    Column(Column, Option<Seen>),
    /// It stays text.
    Text(Option<Seen>),
    /// It is not what was asked for: the number of the first label that is not, if that can be told, and why.
    Misfit(Option<(u32, CellFault)>),
    /// Its numbers cannot share a scale.
    TooWide(TooWide),
}

impl Sought {
    /// What to read the column as at first. One that is declared to be written otherwise is read as text.
    pub(crate) fn first(&self) -> Ask {
        match (self.ask, self.law.decimal, self.law.date) {
            (Ask::Skip | Ask::Text, ..) => self.ask,
            (Ask::Auto | Ask::Number, Some(DecimalSign::Comma), _) => Ask::Text,
            (Ask::Auto | Ask::Date, _, Some(pattern)) if pattern != DatePattern::ISO => Ask::Text,
            (Ask::Auto, Some(DecimalSign::Point), _) => Ask::Number,
            (Ask::Auto, _, Some(_)) => Ask::Date,
            (ask, ..) => ask,
        }
    }

    /// What its texts are, all read.
    pub(crate) fn settle(&self, labels: &LabelColumn, nulls: &Nulls) -> Outcome {
        let missing = Absent { nulls, stars: self.wants().is_some() };
        let texts = || labels.labels().iter().filter(|text| !missing.has_text(text.trim()));
        let verdict = self.guide(|guide| find(&texts(), guide));
        match verdict {
            Verdict::Numbers(numbers) => {
                self.convert(labels, Notation::Number(numbers.decimal), Seen::Numbers(numbers), &missing)
            }
            Verdict::Dates(dates) => {
                let seen = Seen::Dates(dates, times(labels, dates.pattern));
                self.convert(labels, Notation::Date(dates.pattern), seen, &missing)
            }
            Verdict::Ambiguous(ambiguity) => {
                let notation = match ambiguity {
                    Ambiguity::Decimal => Notation::Number(DecimalSign::Point),
                    Ambiguity::Order(first, _) => Notation::Date(first),
                };
                self.convert(labels, notation, Seen::Ambiguous(ambiguity), &missing)
            }
            Verdict::Moments(dates) => Outcome::Text(Some(Seen::Moments(dates))),
            Verdict::Text => match self.wants() {
                None => Outcome::Text(None),
                Some(notation) if texts().next().is_none() => self.convert(labels, notation, None, &missing),
                Some(notation) => Outcome::Misfit(self.stranger(labels, notation, &missing)),
            },
        }
    }

    /// The first label that is not as was declared, or else not as most of the column is.
    fn stranger(&self, labels: &LabelColumn, wanted: Notation, missing: &Absent<'_>) -> Option<(u32, CellFault)> {
        if self.law != Writing::default() {
            return misfit(labels, wanted, missing).map(|code| (code, CellFault::Written(wanted)));
        }
        let most = nearest(labels.labels(), &labels.counts())?.notation;
        let same_kind = matches!(
            (wanted, most),
            (Notation::Number(_), Notation::Number(DecimalSign::Comma)) | (Notation::Date(_), Notation::Date(_))
        );
        let ours = most == Notation::Date(DatePattern::ISO);
        let first = misfit(labels, most, missing).filter(|_| same_kind && !ours)?;
        Some((first, CellFault::Stranger(most)))
    }

    fn convert(
        &self,
        labels: &LabelColumn,
        notation: Notation,
        seen: impl Into<Option<Seen>>,
        missing: &Absent<'_>,
    ) -> Outcome {
        match notation.column(labels, missing) {
            Ok(column) => Outcome::Column(column, seen.into()),
            Err(_) if self.wants().is_none() => Outcome::Text(None),
            Err(cause) => Outcome::TooWide(cause),
        }
    }

    /// What must come out, if anything must.
    fn wants(&self) -> Option<Notation> {
        let number = Notation::Number(self.law.decimal.unwrap_or(DecimalSign::Point));
        let date = Notation::Date(self.law.date.unwrap_or(DatePattern::ISO));
        match (self.ask, self.law.decimal, self.law.date) {
            (Ask::Number, ..) | (Ask::Auto, Some(_), _) => Some(number),
            (Ask::Date, ..) | (Ask::Auto, None, Some(_)) => Some(date),
            _ => None,
        }
    }

    fn guide<T>(&self, with: impl FnOnce(&Guide<'_>) -> T) -> T {
        let (decimal, pattern) = (self.hint.decimal, self.hint.date);
        let (decimals, patterns) = (self.law.decimal.map(|sign| [sign]), self.law.date.map(|pattern| [pattern]));
        let decimals = decimals.as_ref().map_or(&DecimalSign::ALL[..], |one| &one[..]);
        // A pattern that is read only when asked for may be asked for of all columns.
        let found: Vec<DatePattern> =
            DatePattern::FOUND.into_iter().chain(pattern.filter(|p| !DatePattern::FOUND.contains(p))).collect();
        let patterns = patterns.as_ref().map_or(&found[..], |one| &one[..]);
        match self.wants() {
            None => with(&Guide { patterns, decimal, pattern, ..Guide::OPEN }),
            Some(Notation::Number(_)) => with(&Guide { decimals, patterns: &[], decimal, pattern, open: false }),
            Some(Notation::Date(_)) => with(&Guide { decimals: &[], patterns, decimal, pattern, open: false }),
        }
    }
}

/// What means missing. Among asked-for numbers and dates a `*` can mean nothing else.
struct Absent<'a> {
    nulls: &'a Nulls,
    stars: bool,
}

impl Missing for Absent<'_> {
    fn has_text(&self, text: &str) -> bool {
        self.nulls.contains(text.trim()) || (self.stars && text.trim() == "*")
    }

    fn has_number(&self, value: Decimal) -> bool {
        self.nulls.has_number(value)
    }

    fn has_date(&self, value: Date) -> bool {
        self.nulls.has_date(value)
    }
}

/// In how many rows a time of day is dropped.
fn times(labels: &LabelColumn, pattern: DatePattern) -> usize {
    let within = |text: &str| pattern.read(text).is_some_and(|moment| moment.time == Time::Within);
    let dropped: Vec<bool> = labels.labels().iter().map(within).collect();
    labels.codes().iter().filter(|&&code| dropped.get(code as usize) == Some(&true)).count()
}

/// The first label that is not in the notation, or that stands beside another sign than the first.
fn misfit(labels: &LabelColumn, notation: Notation, missing: &Absent<'_>) -> Option<u32> {
    let mut unit = None;
    labels.labels().iter().zip(0..).filter(|(text, _)| !missing.has_text(text)).find_map(|(text, code)| {
        let same = match notation {
            Notation::Date(pattern) => pattern.read(text).is_some(),
            Notation::Number(sign) => aloof_table::notation::Amount::read(text, sign)
                .is_some_and(|amount| *unit.get_or_insert(amount.unit) == amount.unit),
        };
        (!same).then_some(code)
    })
}
