//! Whole numbers that are codes: 1 and 2 for sexes, 4110 for an occupation. A number between two codes means nothing.

use aloof_table::Date;

use crate::guess::Signs;
use crate::header::{Concept, Hint};

/// How a column of codes should be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Coded {
    /// Why it is one.
    pub why: &'static str,
    /// Whether codes that begin alike belong together.
    pub prefix: bool,
}

/// So many different whole numbers are few.
pub(crate) const FEW: usize = 12;

/// More codes than this without anything in common make sets that nobody can read.
const MANY: usize = 60;

/// Whether a column of whole numbers holds codes.
pub(crate) fn of_numbers(signs: &Signs<'_>) -> Option<Coded> {
    let tally = signs.measured.tally.as_ref().filter(|_| signs.is_whole())?;
    let (lowest, highest) = tally.ends().filter(|(lowest, _)| *lowest >= 0)?;
    let distinct = signs.distinct();
    if signs.header.counts() || distinct < 2 {
        return None;
    }
    let named = signs.header.concept.is_some_and(Concept::is_coded);
    let equal = lowest >= 100 && lowest.ilog10() == highest.ilog10();
    if named && (distinct <= MANY || equal) {
        let why = "its name suggests codes, and a number between two codes means nothing";
        return Some(Coded { why, prefix: equal && distinct > FEW });
    }
    let enough = signs.present() >= 5 * distinct;
    let close = lowest <= 1 && highest < 2 * distinct as i128 + 2;
    // Grades and amounts are few and are numbers all the same.
    let amount = matches!(signs.header.hint(), Some(Hint::Money | Hint::Sensitive));
    (distinct <= FEW && enough && close && !amount)
        .then_some(Coded { why: "a few whole numbers from 0 or 1, as codes are", prefix: false })
}

/// Whether whole numbers are days written `19690206`: the name speaks of dates, and every number is one.
pub(crate) fn are_days(signs: &Signs<'_>) -> bool {
    let Some(tally) = signs.measured.tally.as_ref().filter(|_| signs.is_whole() && signs.header.dates()) else {
        return false;
    };
    let day = |&value: &i128| {
        let (year, month, day) = (value / 10_000, value / 100 % 100, value % 100);
        (1800..2200).contains(&year) && Date::new(year as i32, month as u32, day as u32).is_some()
    };
    !tally.values.is_empty() && tally.values.iter().all(day)
}
