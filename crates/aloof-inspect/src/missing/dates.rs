//! Days that stand for a missing date: 9999-12-31 among births, 1900-01-01 among admissions.
//!
//! A day is taken for a code if it is one that people and programs use so, stands in several rows, and lies decades from every
//! other day of the column.
//!
//! # Cost
//!
//! One look at each distinct day.

use aloof_table::{Column, Date, DateColumn};

use super::code_of;
use crate::MissingCode;
use crate::tally::Tally;

/// Days that people use as codes, or that programs count from.
const DAYS: [(i32, u32, u32); 18] = [
    (1, 1, 1),
    (1111, 11, 11),
    (1582, 10, 14),
    (1753, 1, 1),
    (1800, 1, 1),
    (1899, 12, 30),
    (1899, 12, 31),
    (1900, 1, 1),
    (1901, 1, 1),
    (1960, 1, 1),
    (1970, 1, 1),
    (2099, 12, 31),
    (2222, 2, 2),
    (2999, 12, 31),
    (8888, 8, 8),
    (9999, 1, 1),
    (9999, 9, 9),
    (9999, 12, 31),
];

/// So many days lie between a code and any other day.
const FAR: i128 = 30 * 365;

/// A code of fewer rows may be somebody's date.
const OFTEN: u32 = 3;

/// The days of a column that stand for none, with the rows that have them.
pub(super) fn codes(column: &Column) -> Vec<(i32, MissingCode)> {
    let tally = Tally::of(column).unwrap_or_default();
    let known: Vec<i128> =
        DAYS.iter().filter_map(|&(y, m, d)| Date::new(y, m, d)).map(|day| day.days().into()).collect();
    let is_known = |at: &usize| known.contains(&tally.values[*at]) && tally.counts[*at] >= OFTEN;
    let below = (0..tally.values.len()).take_while(is_known).count();
    let above = (below..tally.values.len()).rev().take_while(is_known).count();
    let others = &tally.values[below..tally.values.len() - above];
    let (Some(&first), Some(&last)) = (others.first(), others.last()) else { return Vec::new() };
    let is_far = |&at: &usize| first - tally.values[at] >= FAR || tally.values[at] - last >= FAR;
    let at = (0..below).chain(tally.values.len() - above..tally.values.len()).filter(is_far);
    let why = "it lies decades from all other days and is repeated";
    let one = |at: usize| {
        let day = i32::try_from(tally.values[at]).ok()?;
        Some((day, code_of(Date::from_days(day).to_string(), tally.counts[at], why)))
    };
    at.filter_map(one).collect()
}

/// The column without them.
pub(super) fn without(dates: &DateColumn, codes: &[(i32, MissingCode)]) -> Column {
    let is_code = |day: i32| codes.iter().any(|(code, _)| *code == day);
    let keep = |&day: &i32| if is_code(day) { DateColumn::MISSING } else { day };
    Column::Date(DateColumn::new(dates.days().iter().map(keep).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn births(code: (i32, u32, u32), every: usize, from: i32) -> DateColumn {
        let day = |row: usize| match row % every {
            0 => Date::new(code.0, code.1, code.2),
            _ => Date::new(from + row as i32 % 50, 1 + row as u32 % 12, 1 + row as u32 % 28),
        };
        let mut column = DateColumn::new(Vec::new());
        (0..600).for_each(|row| column.push(day(row)));
        column
    }

    fn found(column: &DateColumn) -> Vec<String> {
        codes(&Column::Date(column.clone()))
            .into_iter()
            .map(|(_, code)| format!("{} {}", code.text, code.rows))
            .collect()
    }

    #[test]
    fn days_that_nobody_was_born_on() {
        let column = births((9999, 12, 31), 20, 1940);
        assert_eq!(found(&column), ["9999-12-31 30"]);
        let Column::Date(rest) = without(&column, &codes(&Column::Date(column.clone()))) else { panic!("no dates") };
        assert_eq!((rest.count_missing(), found(&rest).len()), (30, 0));
        assert_eq!(found(&births((1900, 1, 1), 30, 1940)), ["1900-01-01 20"]);
    }

    #[test]
    fn a_day_among_others_is_a_day() {
        assert!(found(&births((1970, 1, 1), 20, 1940)).is_empty());
        assert!(found(&births((1900, 1, 1), 20, 1905)).is_empty());
        assert!(found(&births((9999, 12, 31), 400, 1940)).is_empty());
        assert!(found(&births((2031, 7, 3), 20, 1900)).is_empty());
    }
}
