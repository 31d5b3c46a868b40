//! What counts alone tell when neither name nor values do. Seldom certain, and said so.

use aloof_table::Kind;

use super::phrase::{different, occur_once};
use super::{ENOUGH_ROWS, Signs, say};
use crate::codes::FEW;
use crate::tally::Tally;
use crate::{Clock, Confidence, Guess, Role};

/// A role for any column.
pub(super) fn statistics(signs: &Signs<'_>) -> Guess {
    match signs.kind {
        Kind::Date => say(Role::Quasi, Confidence::Medium, "others may know dates in someone's life"),
        Kind::Label => labels(signs),
        Kind::Number => number_key(signs).unwrap_or_else(|| numbers(signs)),
    }
}

fn labels(signs: &Signs<'_>) -> Guess {
    if signs.clock == Some(Clock::Moments) {
        return say(Role::Quasi, Confidence::Medium, "others may know when something happened in someone's life");
    }
    if signs.dates {
        return say(
            Role::Quasi,
            Confidence::Medium,
            "its labels are dates, and others may know dates in someone's life",
        );
    }
    let share = || occur_once(signs).unwrap_or_default();
    let enough = signs.present() >= ENOUGH_ROWS;
    let distinct = signs.distinct();
    if enough && signs.is_near_unique() {
        return say(Role::Identifier, Confidence::Medium, format!("it is text and {}", share()));
    }
    if enough && signs.unique() * 2 >= signs.present() {
        return say(Role::Identifier, Confidence::Low, format!("it is text and {}", share()));
    }
    let labels = different(signs, "labels");
    if distinct <= 50 {
        return say(Role::Quasi, Confidence::Medium, format!("{labels}, of a kind that others may know"));
    }
    say(Role::Quasi, Confidence::Low, format!("{labels}, which others may know"))
}

/// A running number, or numbers that fill a range or a number of digits as given-out numbers do.
fn number_key(signs: &Signs<'_>) -> Option<Guess> {
    let tally = signs.measured.tally.as_ref()?;
    if !signs.is_whole() || !signs.is_near_unique() || signs.present() < ENOUGH_ROWS {
        return None;
    }
    let share = occur_once(signs)?;
    let (lowest, highest) = tally.ends()?;
    let dense = highest.abs_diff(lowest) < 2 * signs.present() as u128;
    let as_long = lowest > 99_999 && lowest.ilog10() == highest.ilog10();
    match (signs.measured.monotone, dense, as_long) {
        (true, true, _) => Some(say(Role::Identifier, Confidence::High, "it is a running number")),
        (true, ..) => {
            Some(say(Role::Identifier, Confidence::Medium, format!("{share} and they follow the order of the rows")))
        }
        (_, true, _) => {
            Some(say(Role::Identifier, Confidence::Medium, format!("{share} and they fill their range as keys do")))
        }
        (.., true) => {
            Some(say(Role::Identifier, Confidence::Low, format!("{share} and all have the same number of digits")))
        }
        _ => None,
    }
}

fn numbers(signs: &Signs<'_>) -> Guess {
    if signs.header.key && signs.is_whole() {
        return say(Role::Quasi, Confidence::Low, "its name suggests a key, of something that several rows share");
    }
    if signs.header.says_code() && signs.is_whole() {
        return say(Role::Quasi, Confidence::Low, "its name suggests codes, of a kind that others may know");
    }
    if signs.header.ends_as_key() && signs.is_whole() && signs.distinct() > FEW && !signs.hardly_repeats() {
        return say(
            Role::Quasi,
            Confidence::Low,
            "its name ends as that of a key, of something that several rows share",
        );
    }
    if signs.context.is_medical() {
        let reason = "its name says nothing, but other columns of the table are medical tests";
        return say(Role::Sensitive, Confidence::Low, reason);
    }
    let few = signs.distinct() <= 100 && signs.distinct() * 4 <= signs.present();
    if few && signs.is_whole() {
        let reason = format!("{}, which others may know", different(signs, "whole numbers"));
        return say(Role::Quasi, Confidence::Low, reason);
    }
    let numbers = different(signs, "numbers");
    if signs.measured.tally.as_ref().is_some_and(is_heavy_tailed) {
        let reason = format!("{numbers} with a long tail, as amounts of money have it");
        return say(Role::Sensitive, Confidence::Medium, reason);
    }
    say(Role::Sensitive, Confidence::Low, format!("{numbers}, which may be measurements or amounts"))
}

/// The highest value lies at least five interquartile ranges above the median.
fn is_heavy_tailed(tally: &Tally) -> bool {
    let (Some([lower, median, upper]), Some((_, highest))) = (tally.quartiles(), tally.ends()) else {
        return false;
    };
    let middle = upper.abs_diff(lower);
    middle > 0 && highest.abs_diff(median) / 5 >= middle
}
