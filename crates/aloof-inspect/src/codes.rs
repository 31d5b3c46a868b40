//! Whole numbers that are codes: 1 and 2 for sexes, 4110 for an occupation. A number between two codes means nothing.

use aloof_table::Date;

use crate::Clock;
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
pub(crate) const MANY: usize = 60;

/// Whether a column of whole numbers holds codes.
pub(crate) fn of_numbers(signs: &Signs<'_>) -> Option<Coded> {
    let (lowest, highest) = ends(signs)?;
    let distinct = signs.distinct();
    let equal = lowest >= 100 && lowest.ilog10() == highest.ilog10();
    if is_named(signs) && (distinct <= MANY || equal) {
        let why = "its name suggests codes, and a number between two codes means nothing";
        return Some(Coded { why, prefix: equal && distinct > FEW });
    }
    let enough = signs.present() >= 5 * distinct;
    // Grades and amounts are few and are numbers all the same; no or yes is neither.
    let amount = matches!(signs.header.hint(), Some(Hint::Money | Hint::Sensitive)) && (lowest, highest) != (0, 1);
    if distinct > FEW || !enough || amount {
        return None;
    }
    let coded = |why: &'static str| Some(Coded { why, prefix: false });
    match (lowest <= 1 && highest < 2 * distinct as i128 + 2, highest <= 9) {
        (true, _) => coded("a few whole numbers from 0 or 1, as codes are"),
        (_, true) => coded("a few whole numbers of one digit, as codes are"),
        _ => None,
    }
}

/// What is to be said of values that may not be what they are read as.
pub(crate) fn notes(signs: &Signs<'_>) -> Option<String> {
    let times = || (signs.clock == Some(Clock::Times)).then(|| "times of day, and therefore labels".to_owned());
    too_many(signs).or_else(|| serials(signs)).or_else(times)
}

/// Days as Excel counts them, from 1927 to 2064, where the name speaks of dates.
fn serials(signs: &Signs<'_>) -> Option<String> {
    let tally = signs.measured.tally.as_ref().filter(|_| signs.is_whole() && signs.header.dates())?;
    let (lowest, highest) = tally.ends()?;
    (lowest >= 10_000 && highest < 60_000 && signs.distinct() > FEW).then(|| {
        "its name speaks of dates, and it holds whole numbers as Excel counts days; it is read as numbers: give its cells the \
         format of a date to have dates"
            .to_owned()
    })
}

/// What is to be said of codes that stay numbers: there are too many for sets, and nothing shows which belong together.
fn too_many(signs: &Signs<'_>) -> Option<String> {
    let many = ends(signs).is_some() && is_named(signs) && signs.distinct() > MANY && of_numbers(signs).is_none();
    many.then(|| {
        "its name suggests codes, too many for sets and of different lengths: read as numbers, they become intervals of codes \
         that need not belong together; a hierarchy file with type = \"label\" would say which do"
            .to_owned()
    })
}

/// The least and the largest of whole numbers that may be codes: none is below zero, and nothing is counted or measured.
fn ends(signs: &Signs<'_>) -> Option<(i128, i128)> {
    let tally = signs.measured.tally.as_ref().filter(|_| signs.is_whole())?;
    let may_be = !signs.header.counts() && signs.distinct() >= 2;
    tally.ends().filter(|(lowest, _)| *lowest >= 0 && may_be)
}

fn is_named(signs: &Signs<'_>) -> bool {
    signs.header.concept.is_some_and(Concept::is_coded) || signs.header.says_code()
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
