//! Whether a label can mean what another one means: as a number or a day in any notation that this program reads, or as a text.
//!
//! `1000` and `1,000` can be one number, `2020-01-31`, `31.1.2020` and `20200131` one day. Where a notation leaves open what is meant,
//! any meaning counts; but two labels that one notation reads as two days are two, whatever another makes of one of them: `01/02/2020`
//! and `02/01/2020` stand in a column that is written in one way. Numbers with different units beside them are different.
//!
//! # Cost
//! Two reads of a label as a number and one for every pattern of dates; texts without a digit are only compared.

use aloof_table::notation::{Amount, DatePattern, DecimalSign, Time};
use aloof_table::{Date, Decimal};
use hashbrown::{HashMap, HashSet};

use super::spelled::look;
use crate::data::{Meaning, as_shown};

/// The meanings of labels so far.
#[derive(Default)]
pub(super) struct Readings {
    meanings: HashSet<Meaning>,
    looks: HashSet<String>,
    amounts: HashMap<Decimal, Vec<Option<&'static str>>>,
    days: HashMap<Date, Vec<Way>>,
}

/// A pattern that reads a day out of a text, and all that read the text.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way {
    pattern: u32,
    readers: u32,
}

impl Way {
    /// Whether nothing says that these are two days: no pattern of one reads the other otherwise.
    fn is_same(self, other: Self) -> bool {
        self.pattern == other.pattern || (self.readers & other.pattern == 0 && other.readers & self.pattern == 0)
    }
}

impl Readings {
    /// Adds a label; says whether it can mean what one before it means.
    pub fn has_or_adds(&mut self, text: &str) -> bool {
        let mut found = !self.meanings.insert(Meaning::of(text));
        found |= !self.looks.insert(look(text));
        let shown = as_shown(text);
        if shown.bytes().any(|byte| byte.is_ascii_digit()) {
            found |= self.adds_amounts(&shown);
            found |= self.adds_days(&shown);
        }
        found
    }

    fn adds_amounts(&mut self, text: &str) -> bool {
        let plain = text.trim().parse().ok().map(|value| (value, None));
        let read = DecimalSign::ALL.into_iter().filter_map(|sign| Amount::read(text, sign));
        let mut all: Vec<(Decimal, Option<&str>)> =
            read.map(|amount| (amount.value, amount.unit)).chain(plain).collect();
        all.sort_unstable();
        all.dedup();
        let seen = |(value, unit): &(Decimal, Option<&str>)| {
            let others = self.amounts.get(value);
            others.into_iter().flatten().any(|other| other.is_none() || unit.is_none() || other == unit)
        };
        let found = all.iter().any(seen);
        for (value, unit) in all {
            let units = self.amounts.entry(value).or_default();
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        found
    }

    fn adds_days(&mut self, text: &str) -> bool {
        let all = days(text);
        let readers = all.iter().fold(0, |readers, (_, pattern)| readers | pattern);
        let ways = all.into_iter().map(|(day, pattern)| (day, Way { pattern, readers }));
        let ways: Vec<(Date, Way)> = ways.collect();
        let seen = |(day, way): &(Date, Way)| self.days.get(day).into_iter().flatten().any(|other| way.is_same(*other));
        let found = ways.iter().any(seen);
        for (day, way) in ways {
            let others = self.days.entry(day).or_default();
            if !others.contains(&way) {
                others.push(way);
            }
        }
        found
    }
}

/// The days that a text can mean, each with the pattern that reads it, as a bit. Within a day there are many points in time; a month is
/// no day.
fn days(text: &str) -> Vec<(Date, u32)> {
    let patterns = DatePattern::FOUND.into_iter().chain(DatePattern::ASKED);
    let plain = patterns.enumerate().filter(|(_, pattern)| !pattern.is_mixed() && !pattern.is_of_months());
    let read = |(at, pattern): (usize, DatePattern)| {
        let moment = pattern.read(text).filter(|moment| moment.time != Time::Within)?;
        Some((moment.day, 1u32 << at))
    };
    plain.filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn are_one(one: &str, other: &str) -> bool {
        let mut readings = Readings::default();
        assert!(!readings.has_or_adds(one));
        readings.has_or_adds(other)
    }

    #[test]
    fn one_value_in_two_notations() {
        for (one, other) in [
            ("1000", "1,000"),
            ("1000", "1'000"),
            ("1000", "1 000"),
            ("1,5", "1.5"),
            ("\u{20ac}5", "5"),
            ("5%", "5"),
            ("-5", "\u{2212}5"),
            ("15", "\u{661}\u{665}"),
            ("2020-01-31", "31.01.2020"),
            ("31.1.2020", "31.01.2020"),
            ("2020-01-31", "01/31/2020"),
            ("2020-01-31", "31 Jan 2020"),
            ("2020-01-31", "20200131"),
            ("31.01.20", "2020-01-31"),
            ("2020-02-01", "01/02/2020"),
        ] {
            assert!(are_one(one, other) && are_one(other, one), "{one} {other}");
        }
    }

    #[test]
    fn what_one_notation_tells_apart_is_two() {
        for (one, other) in [
            ("01/02/2020", "02/01/2020"),
            ("5 kg", "5 g"),
            ("1 h", "1 min"),
            ("2020-01-31 08:30", "2020-01-31 09:45"),
            ("12", "21"),
            ("E11.9", "E119"),
            ("5-9", "9-5"),
        ] {
            assert!(!are_one(one, other), "{one} {other}");
        }
    }
}
