//! What an inspection says: plain data, for whoever renders it.

use std::fmt;

use aloof_table::{ColumnInfo, Date, Decimal, Kind, Ratio};

use crate::{Clock, Coarser, LastTotal, Pattern, RowsQuestion, Written, limits};

/// A whole table, looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inspection {
    /// Rows of the table.
    pub rows: usize,
    /// One entry per column, in the table's order.
    pub columns: Vec<ColumnFacts>,
    /// Quasi-identifier candidates, alone and together, the most identifying first.
    pub combinations: Vec<Combination>,
    /// How many rows the search for combinations looked at, when it did not look at all. The numbers of each reported
    /// combination are exact nevertheless: only the choice of what to report rests on the sample.
    pub searched_rows: Option<usize>,
    /// Quasi-identifier candidates that were not combined with others, because there are more than the search takes.
    /// They are the ones that distinguish rows least.
    pub left_out: Vec<String>,
    /// What people should know of how the table was read.
    pub notes: Vec<String>,
    /// What must be said of rows before anything can be promised.
    pub of_rows: Option<RowsQuestion>,
    /// A last row that seems to be a total: columns and combinations are described without it.
    pub total: Option<LastTotal>,
}

/// One column, counted exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColumnFacts {
    /// The column's name.
    pub name: String,
    /// What kind of values it holds.
    pub kind: Kind,
    /// Rows without a value.
    pub missing: usize,
    /// Distinct values; a missing one is none.
    pub distinct: usize,
    /// Values that occur in one row only, which is also the number of those rows.
    pub unique: usize,
    /// Rows that hold the most common value.
    pub most_common: usize,
    /// From where to where, for numbers and dates that occur.
    pub range: Option<Range>,
    /// A quarter, half and three quarters of the way through the sorted values, for numbers.
    pub quartiles: Option<Quartiles>,
    /// What at least four fifths of its distinct values look like.
    pub pattern: Option<Pattern>,
    /// The role it should probably have.
    pub guess: Guess,
    /// A first (ε, m) for a sensitive column of numbers, if its values allow one.
    pub proximity: Option<Proximity>,
    /// Values that seem to mean that there is none; they count as missing above.
    pub codes: Vec<MissingCode>,
    /// Why its whole numbers should be read as labels, if they should.
    pub coded: Option<&'static str>,
    /// How its codes become coarser, if it holds codes and others may know it.
    pub coarser: Option<Coarser>,
    /// What its labels tell of the time, if all do.
    pub clock: Option<Clock>,
    /// How it is written in the file, where that is not as this program writes.
    pub written: Written,
    /// What a person must say before it can be read with certainty.
    pub open: Option<String>,
    /// What else people should know of how it was read.
    pub notes: Vec<String>,
    /// What the file says of it.
    pub info: ColumnInfo,
}

impl ColumnFacts {
    /// A column that was not read.
    pub fn unread(name: &str, why: String) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Label,
            missing: 0,
            distinct: 0,
            unique: 0,
            most_common: 0,
            range: None,
            quartiles: None,
            pattern: None,
            guess: Guess { role: Role::Drop, confidence: Confidence::High, reason: why },
            proximity: None,
            codes: Vec::new(),
            coded: None,
            coarser: None,
            clock: None,
            written: Written::default(),
            open: None,
            notes: Vec::new(),
            info: ColumnInfo::default(),
        }
    }
}

/// A value that seems to mean that there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingCode {
    /// As it stands in the file. A word or a number that people use so, and nothing else.
    pub text: String,
    /// In how many rows.
    pub rows: usize,
    /// Why it seems so.
    pub why: &'static str,
}

impl MissingCode {
    /// Whether it is a limit, such as `<5`: it tells something, and no number.
    pub fn is_limit(&self) -> bool {
        limits::is_limit(&self.text)
    }

    /// What is said of it; `text` as it is to be shown.
    pub fn told(&self, text: &str) -> String {
        let rows = if self.rows == 1 { "1 row".to_owned() } else { format!("{} rows", self.rows) };
        if self.is_limit() {
            return format!(
                "{text} in {rows} is no number ({}). Read as missing, as a first policy does, people with it are published without a value, nothing \
                 hides that they have none, and the others keep what is asked of numbers. To count them, write a number for it into the \
                 table; without either, values are labels, of which any two are different",
                self.why
            );
        }
        format!("{text} in {rows} seems to mean a missing value: {}", self.why)
    }
}

/// The lowest and the highest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Range {
    /// Of numbers.
    Numbers {
        /// The lowest.
        lowest: Decimal,
        /// The highest.
        highest: Decimal,
    },
    /// Of dates.
    Dates {
        /// The earliest.
        lowest: Date,
        /// The latest.
        highest: Date,
    },
}

impl Range {
    /// The lowest value as text.
    pub fn lowest(&self) -> String {
        match self {
            Self::Numbers { lowest, .. } => lowest.to_string(),
            Self::Dates { lowest, .. } => lowest.to_string(),
        }
    }

    /// The highest value as text.
    pub fn highest(&self) -> String {
        match self {
            Self::Numbers { highest, .. } => highest.to_string(),
            Self::Dates { highest, .. } => highest.to_string(),
        }
    }
}

/// Values of the column itself, so that no rounding is involved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quartiles {
    /// A quarter of the rows lie at or below it.
    pub lower: Decimal,
    /// Half of the rows lie at or below it.
    pub median: Decimal,
    /// Three quarters of the rows lie at or below it.
    pub upper: Decimal,
}

/// What a column is for in a policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Says who it is; never published.
    Identifier,
    /// Known to others and telling in combination; generalized.
    Quasi,
    /// What must not be learnt about anyone; protected.
    Sensitive,
    /// Published as it is.
    Keep,
    /// Left out.
    Drop,
    /// How many people of the population a row stands for; not published.
    Weight,
    /// Which rows are one household; not published.
    Household,
    /// How the sample was drawn; not published.
    Stratum,
}

impl Role {
    /// The word for it in a policy.
    pub fn word(self) -> &'static str {
        match self {
            Self::Identifier => "identifier",
            Self::Quasi => "quasi",
            Self::Sensitive => "sensitive",
            Self::Keep => "keep",
            Self::Drop => "drop",
            Self::Weight => "weight",
            Self::Household => "household",
            Self::Stratum => "stratum",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How much a guess rests on. Ordered: a higher one is greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Confidence {
    /// On statistics that fit other roles too.
    Low,
    /// On one good sign.
    Medium,
    /// On a sign that rarely misleads.
    High,
}

impl Confidence {
    /// `low`, `medium` or `high`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }
}

impl fmt::Display for Confidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A proposed role and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The role.
    pub role: Role,
    /// How much it rests on.
    pub confidence: Confidence,
    /// In plain words, for the person who decides. Never quotes a cell.
    pub reason: String,
}

/// A starting point for (ε, m)-anonymity that the column's own values allow in the register view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proximity {
    /// ε: values this near count as the same.
    pub absolute: Decimal,
    /// m: nobody can tell a value to within ε with more than 1/m certainty.
    pub m: u32,
    /// What they follow from.
    pub why: Grounds,
}

impl Proximity {
    /// Why just these, in a sentence.
    pub fn reason(&self) -> String {
        let Grounds { near, spread, step, heap, heaped, lowered, used } = self.why;
        let from = match near {
            Nearness::Spread => {
                format!("near a twentieth of what the middle half of all values span, which is {spread}")
            }
            Nearness::Rounding => format!("near twice {step}, to which values are rounded"),
            Nearness::Heaping => format!(
                "near half of {heap}: {heaped}% of the values are multiples of that, and whoever says such a number means about that"
            ),
        };
        let begun = if lowered {
            format!("what is left of a round number {from}, made smaller because too many values lie close together")
        } else {
            format!("a round number {from}")
        };
        format!("{} is {begun}; with 1 in {} it uses {used}% of what the data allow.", self.absolute, self.m)
    }

    /// The same without a figure of the data, for a policy that others may see.
    pub fn grounds(&self) -> String {
        let from = match self.why.near {
            Nearness::Spread => "a twentieth of what the middle half of all values span",
            Nearness::Rounding => "twice the step to which values are rounded",
            Nearness::Heaping => "half of a round number that many values are multiples of",
        };
        let lowered = if self.why.lowered { ", made smaller because too many values lie close together" } else { "" };
        format!("a round number near {from}{lowered}")
    }
}

/// What a first ε and m follow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grounds {
    /// Which of these counted most.
    pub near: Nearness,
    /// What the middle half of all values span, or all of them where that is nothing.
    pub spread: Decimal,
    /// The step to which values are rounded.
    pub step: Decimal,
    /// The number at whose multiples values are heaped; 0: they are not.
    pub heap: Decimal,
    /// How many in a hundred are such multiples.
    pub heaped: u32,
    /// Whether ε was made smaller, because too many values lie close together.
    pub lowered: bool,
    /// How much of what the data allow is used, in a hundred.
    pub used: u32,
}

/// What an ε is chosen by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nearness {
    /// How far values spread.
    Spread,
    /// What they are rounded to.
    Rounding,
    /// What they are heaped at.
    Heaping,
}

/// How far some columns together tell people apart. A missing value counts as a value of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Combination {
    /// The columns, in the table's order.
    pub columns: Vec<String>,
    /// Different combinations of values that occur.
    pub groups: usize,
    /// Rows whose combination occurs once.
    pub unique: usize,
    /// Rows counted: all rows of the table.
    pub rows: usize,
    /// All quasi-identifier candidates together: what a person who knows everything knows.
    pub all: bool,
    /// It singles out at least [`Options::singled_out_percent`](crate::Options::singled_out_percent) of the rows, and
    /// none of its parts does.
    pub smallest: bool,
}

impl Combination {
    /// At least `percent` of the rows are unique.
    pub(crate) fn share_reaches(&self, percent: u8) -> bool {
        self.rows > 0 && self.unique as u64 * 100 >= self.rows as u64 * u64::from(percent)
    }

    /// The share of rows that are unique.
    pub fn share(&self) -> Ratio {
        Ratio::of(self.unique as u64, self.rows.max(1) as u64)
    }
}
