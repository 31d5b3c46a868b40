//! Dates as days since 1970-01-01, in the calendar everyone uses (proleptic Gregorian).

use std::fmt;
use std::str::FromStr;

/// A day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date(i32);

impl Date {
    /// Days since 1970-01-01.
    pub fn from_days(days: i32) -> Self {
        Self(days)
    }

    /// Days since 1970-01-01.
    pub fn days(self) -> i32 {
        self.0
    }

    /// Year, month 1 to 12, day 1 to 31.
    pub fn new(year: i32, month: u32, day: u32) -> Option<Self> {
        let valid = (1..=12).contains(&month) && day >= 1 && day <= days_in_month(year, month);
        (valid && (-9999..=9999).contains(&year)).then(|| Self(days_from_civil(year, month, day)))
    }

    /// Year, month 1 to 12, day 1 to 31.
    pub fn civil(self) -> (i32, u32, u32) {
        let (year, month, day) = civil_from_days(self.0);
        (year as i32, month, day)
    }

    /// The first day of a month 1 to 12, of any year that days can be counted to.
    pub(crate) fn first_of(year: i32, month: u32) -> Self {
        Self(days_from_civil(year, month, 1))
    }

    /// Reads `2020-01-31`, as this program writes dates; how others write them is for [`crate::notation`].
    pub fn parse(text: &[u8]) -> Option<Self> {
        let text = text.trim_ascii();
        if text.len() != 10 || text[4] != b'-' || text[7] != b'-' {
            return None;
        }
        let number = |range: std::ops::Range<usize>| {
            text[range].iter().try_fold(0u32, |n, b| b.is_ascii_digit().then(|| n * 10 + u32::from(b - b'0')))
        };
        Self::new(number(0..4)? as i32, number(5..7)?, number(8..10)?)
    }
}

impl FromStr for Date {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Self::parse(text.as_bytes()).ok_or(())
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = civil_from_days(self.0);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

fn is_leap(year: i32) -> bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
}

fn days_in_month(year: i32, month: u32) -> u32 {
    match month {
        2 => 28 + u32::from(is_leap(year)),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Counts years from March, so that the leap day comes last, and eras of 400 years, which are all 146,097 days long.
fn days_from_civil(year: i32, month: u32, day: u32) -> i32 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * ((month as i32 + 9) % 12) + 2) / 5 + day as i32 - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

/// The inverse of [`days_from_civil`].
fn civil_from_days(days: i32) -> (i64, u32, u32) {
    let shifted = i64::from(days) + 719_468;
    let era = shifted.div_euclid(146_097);
    let day_of_era = shifted.rem_euclid(146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = (day_of_year - (153 * month_from_march + 2) / 5 + 1) as u32;
    let month = ((month_from_march + 2) % 12 + 1) as u32;
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month, day)
}

/// A column of dates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DateColumn {
    days: Vec<i32>,
}

impl DateColumn {
    /// The day number of a missing value; no real date has it.
    pub const MISSING: i32 = i32::MIN;

    /// From day numbers, [`DateColumn::MISSING`] for missing.
    pub fn new(days: Vec<i32>) -> Self {
        Self { days }
    }

    /// Adds a row.
    pub fn push(&mut self, date: Option<Date>) {
        self.days.push(date.map_or(Self::MISSING, Date::days));
    }

    /// Adds all of `other` behind what is there.
    pub fn append(&mut self, other: &Self) {
        self.days.extend_from_slice(&other.days);
    }

    /// Day numbers, one per row.
    pub fn days(&self) -> &[i32] {
        &self.days
    }

    /// The date in `row`, `None` when missing.
    pub fn get(&self, row: usize) -> Option<Date> {
        let days = self.days[row];
        (days != Self::MISSING).then_some(Date(days))
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.days.len()
    }

    /// No rows.
    pub fn is_empty(&self) -> bool {
        self.days.is_empty()
    }

    /// How many rows are missing.
    pub fn count_missing(&self) -> usize {
        self.days.iter().filter(|&&d| d == Self::MISSING).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn known_days() {
        assert_eq!("1970-01-01".parse::<Date>().unwrap().days(), 0);
        assert_eq!("2000-03-01".parse::<Date>().unwrap().days(), 11_017);
        assert!("1900-02-29".parse::<Date>().is_err());
        assert!("2000-02-29".parse::<Date>().is_ok());
        for text in ["2020-13-01", "2020-1-1", "01/02/2020", "2020-04-31", "abcd-ef-gh", ""] {
            assert!(text.parse::<Date>().is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn display_reads_back(days in -700_000i32..2_900_000) {
            let date = Date::from_days(days);
            prop_assert_eq!(date.to_string().parse::<Date>(), Ok(date));
        }
    }
}
