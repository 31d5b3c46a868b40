//! Everything that is counted in one column before anyone asks what it means.

use aloof_table::{Column, Date, DateColumn, Decimal, Kind, LabelColumn};

use crate::pattern;
use crate::sample;
use crate::tally::{Frequencies, Tally};
use crate::vocabulary::{self, Vocabulary};
use crate::{Options, Pattern, Quartiles, Range};

/// A column in figures.
pub(crate) struct Measured {
    kind: Kind,
    /// Rows with a value.
    pub present: usize,
    /// Rows without.
    pub missing: usize,
    /// How values repeat.
    pub frequencies: Frequencies,
    /// Digits behind the point.
    pub scale: u8,
    /// Of numbers and dates.
    pub tally: Option<Tally>,
    /// Every value is above (or every one below) the one before it.
    pub monotone: bool,
    /// What the values look like.
    pub pattern: Option<Pattern>,
    /// The labels are sentences.
    pub prose: bool,
    /// What the labels are about.
    pub vocabulary: Option<Vocabulary>,
}

/// Counts `column` and holds a sample of its distinct values against the patterns.
pub(crate) fn measure(column: &Column, options: &Options) -> Measured {
    match column {
        Column::Label(labels) => measure_labels(labels, options),
        _ => measure_ordered(column, options),
    }
}

fn measure_labels(column: &LabelColumn, options: &Options) -> Measured {
    let counts = column.counts();
    let occurring: Vec<u32> = (0..counts.len() as u32).filter(|&code| counts[code as usize] > 0).collect();
    let picked = sample::positions(occurring.len(), options.pattern_values);
    let texts: Vec<&str> = picked.into_iter().map(|at| column.labels().get(occurring[at]).trim()).collect();
    let missing = column.count_missing();
    Measured {
        kind: Kind::Label,
        present: column.len() - missing,
        missing,
        frequencies: Frequencies::of(&counts),
        scale: 0,
        tally: None,
        monotone: false,
        pattern: pattern::recognize(&texts),
        prose: pattern::is_prose(&texts),
        vocabulary: vocabulary::recognize(&texts),
    }
}

fn measure_ordered(column: &Column, options: &Options) -> Measured {
    let tally = Tally::of(column).unwrap_or_default();
    let missing = column.count_missing();
    let scale = if let Column::Number(numbers) = column { numbers.scale() } else { 0 };
    Measured {
        kind: column.kind(),
        present: column.len() - missing,
        missing,
        frequencies: Frequencies::of(&tally.counts),
        scale,
        monotone: is_monotone(column),
        pattern: if column.kind() == Kind::Number && scale == 0 { card_numbers(&tally, options) } else { None },
        prose: false,
        vocabulary: None,
        tally: Some(tally),
    }
}

/// Of all patterns only a payment card is still itself when it is read as a number: its check digit tells.
fn card_numbers(tally: &Tally, options: &Options) -> Option<Pattern> {
    let (lowest, highest) = tally.ends()?;
    if lowest < 0 || highest < 1_000_000_000_000 {
        return None;
    }
    let picked = sample::positions(tally.values.len(), options.pattern_values);
    let texts: Vec<String> = picked.into_iter().map(|at| tally.values[at].to_string()).collect();
    pattern::recognize_card(&texts)
}

/// Stops at the first row that breaks the order, which in most columns comes soon.
fn is_monotone(column: &Column) -> bool {
    let value = |row: usize| match column {
        Column::Number(numbers) => numbers.scaled(row),
        Column::Date(dates) => Some(dates.days()[row]).filter(|&day| day != DateColumn::MISSING).map(i128::from),
        Column::Label(_) => None,
    };
    let present = || (0..column.len()).filter_map(value);
    present().is_sorted_by(|a, b| a < b) || present().is_sorted_by(|a, b| a > b)
}

impl Measured {
    /// A column of numbers.
    pub fn is_number(&self) -> bool {
        self.kind == Kind::Number
    }

    /// From where to where.
    pub fn range(&self) -> Option<Range> {
        let (lowest, highest) = self.tally.as_ref()?.ends()?;
        Some(match self.kind {
            Kind::Date => Range::Dates { lowest: date(lowest), highest: date(highest) },
            _ => Range::Numbers { lowest: self.decimal(lowest), highest: self.decimal(highest) },
        })
    }

    /// Of numbers only: a quarter of a date means little.
    pub fn quartiles(&self) -> Option<Quartiles> {
        let tally = self.tally.as_ref().filter(|_| self.is_number())?;
        let [lower, median, upper] = tally.quartiles()?.map(|value| self.decimal(value));
        Some(Quartiles { lower, median, upper })
    }

    fn decimal(&self, scaled: i128) -> Decimal {
        Decimal::new(scaled, self.scale)
    }
}

fn date(days: i128) -> Date {
    Date::from_days(days as i32)
}
