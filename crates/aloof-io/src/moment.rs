//! Points in time: the day they fall on, and their text when they are more than a day.

use std::fmt::Write;

use aloof_table::{Date, DateColumn};
use arrow_schema::TimeUnit;

const SECONDS_PER_DAY: i64 = 86_400;

/// A point in time: a day, and nanoseconds since its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    pub(crate) day: Date,
    nanos: i64,
}

impl Moment {
    /// `value` units since 1970; `None` when the year is out of all bounds.
    pub(crate) fn new(value: i64, unit: TimeUnit) -> Option<Self> {
        let per_second = match unit {
            TimeUnit::Second => 1,
            TimeUnit::Millisecond => 1_000,
            TimeUnit::Microsecond => 1_000_000,
            TimeUnit::Nanosecond => 1_000_000_000,
        };
        let per_day = SECONDS_PER_DAY * per_second;
        let day = date(i32::try_from(value.div_euclid(per_day)).ok()?)?;
        Some(Self { day, nanos: value.rem_euclid(per_day) * (1_000_000_000 / per_second) })
    }

    /// So many nanoseconds after the start of a day; less than a day of them.
    pub(crate) fn at(day: Date, nanos: i64) -> Self {
        Self { day, nanos }
    }

    /// Whether it is the start of its day.
    pub(crate) fn is_midnight(self) -> bool {
        self.nanos == 0
    }

    /// `2020-01-31T08:30:00.5`, with `Z` behind it when the file says that times are UTC.
    pub(crate) fn text(self, utc: bool) -> String {
        let (seconds, nanos) = (self.nanos / 1_000_000_000, self.nanos % 1_000_000_000);
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        let mut text = format!("{}T{hours:02}:{minutes:02}:{seconds:02}", self.day);
        if nanos != 0 {
            let digits = format!("{nanos:09}");
            let _ = write!(text, ".{}", digits.trim_end_matches('0'));
        }
        text.push_str(if utc { "Z" } else { "" });
        text
    }
}

/// `08:30:00.5`, a time of day or a stretch of time, of which hours go on beyond 24.
pub(crate) fn stretch(value: i64, unit: TimeUnit) -> String {
    let (per_second, digits) = match unit {
        TimeUnit::Second => (1, 0),
        TimeUnit::Millisecond => (1_000, 3),
        TimeUnit::Microsecond => (1_000_000, 6),
        TimeUnit::Nanosecond => (1_000_000_000, 9),
    };
    let (sign, value) = (if value < 0 { "-" } else { "" }, value.unsigned_abs());
    let (seconds, part) = (value / per_second, value % per_second);
    let mut text = format!("{sign}{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if part != 0 {
        let part = format!("{part:0digits$}");
        let _ = write!(text, ".{}", part.trim_end_matches('0'));
    }
    text
}

/// The date with this day number, unless that is the one that means missing.
pub(crate) fn date(days: i32) -> Option<Date> {
    (days != DateColumn::MISSING).then(|| Date::from_days(days))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_moments() {
        let text = |value, unit| Moment::new(value, unit).unwrap().text(false);
        assert_eq!(text(0, TimeUnit::Second), "1970-01-01T00:00:00");
        assert_eq!(text(-1, TimeUnit::Millisecond), "1969-12-31T23:59:59.999");
        assert_eq!(text(1_580_459_400_500_000, TimeUnit::Microsecond), "2020-01-31T08:30:00.5");
        assert_eq!(Moment::new(86_400, TimeUnit::Second).unwrap().text(true), "1970-01-02T00:00:00Z");
        assert!(Moment::new(-86_400_000, TimeUnit::Millisecond).unwrap().is_midnight());
        assert_eq!(Moment::new(i64::MAX, TimeUnit::Second), None);
    }

    #[test]
    fn times_without_a_day() {
        assert_eq!(stretch(30_600, TimeUnit::Second), "08:30:00");
        assert_eq!(stretch(135_000_500, TimeUnit::Millisecond), "37:30:00.5");
        assert_eq!(stretch(-1, TimeUnit::Nanosecond), "-00:00:00.000000001");
        assert_eq!(stretch(i64::MIN, TimeUnit::Nanosecond), "-2562047:47:16.854775808");
    }
}
