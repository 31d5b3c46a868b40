//! What the column's name tells, where the values do not contradict it.

use aloof_table::Kind;

use super::phrase::{occur_once, suggests};
use super::{ENOUGH_ROWS, Signs, say};
use crate::header::{Concept, Hint};
use crate::{Confidence, Guess, Role};

/// More people than this do not share a household, on average.
const LARGEST_HOUSEHOLD: usize = 20;

/// The role that the name speaks for; `None` when it says nothing, or the values contradict it.
pub(super) fn name(signs: &Signs<'_>) -> Option<Guess> {
    household(signs)
        .or_else(|| survey_weight(signs))
        .or_else(|| key(signs))
        .or_else(|| concept(signs, signs.header.concept?))
}

/// `household_id`: a key that several rows share.
fn household(signs: &Signs<'_>) -> Option<Guess> {
    let of_household = signs.header.concept.is_some_and(Concept::is_household);
    let shared = signs.distinct() < signs.present() && signs.distinct() > 1;
    (of_household && signs.header.key && shared && signs.kind != Kind::Date).then(|| {
        let reason = "its name suggests the number of a household, which several rows share: it is not published";
        say(Role::Household, Confidence::High, reason)
    })
}

/// A bare `weight` of positive fractions: what people weigh lies between 30 and 300 somewhere, or between 2 and 30 for children alone;
/// weights of surveys lie around 1, or are as large as what rows stand for.
fn survey_weight(signs: &Signs<'_>) -> Option<Guess> {
    if !signs.header.is_bare_weight() || signs.kind != Kind::Number || signs.measured.scale == 0 || signs.distinct() < 3
    {
        return None;
    }
    let unit = 10i128.checked_pow(signs.measured.scale.into())?;
    let (lowest, highest) = signs.measured.tally.as_ref()?.ends()?;
    let around_one = highest < 30 * unit && lowest < 2 * unit;
    (lowest > 0 && (around_one || highest > 300 * unit)).then(|| {
        let reason = "its name suggests a weight, and nobody weighs so much or so little: a weight of the survey, which tells strata apart, is not published";
        say(Role::Weight, Confidence::Medium, reason)
    })
}

/// A bare `weight` that is taken for something else may be one of a survey all the same: only a person knows.
pub(super) fn or_a_survey_weight(signs: &Signs<'_>, guess: Guess) -> Guess {
    let is_number = signs.kind == Kind::Number && signs.header.is_bare_weight();
    if !is_number || !matches!(guess.role, Role::Quasi | Role::Sensitive | Role::Keep) {
        return guess;
    }
    let reason = format!("{}; if it says how many people a row stands for, it is role = \"weight\"", guess.reason);
    Guess { reason, ..guess }
}

/// `AgencyID` is a key only when its values hardly repeat; else it is what the rest of its name says.
fn key(signs: &Signs<'_>) -> Option<Guess> {
    let whole = signs.kind == Kind::Label || signs.is_whole();
    // In a short table anything is unique: there the rest of the name is the better sign.
    let other_meaning = signs.header.hint().is_some_and(|hint| hint >= Hint::Quasi);
    let too_short = other_meaning && signs.present() < ENOUGH_ROWS;
    if !signs.header.key || !whole || too_short || signs.header.hint() == Some(Hint::Direct) {
        return None;
    }
    let confidence = match (signs.is_near_unique(), signs.hardly_repeats()) {
        (true, _) => Confidence::High,
        (_, true) => Confidence::Medium,
        _ => return None,
    };
    let share = occur_once(signs).map(|share| format!(" and {share}")).unwrap_or_default();
    Some(say(Role::Identifier, confidence, format!("its name suggests a key{share}")))
}

fn concept(signs: &Signs<'_>, concept: &Concept) -> Option<Guess> {
    let suggests = suggests(signs, concept.meaning);
    let confidence = if signs.header.exact { Confidence::High } else { Confidence::Medium };
    match concept.hint {
        Hint::Direct => Some(direct(signs, &suggests, confidence)),
        // What happened when is known to many; an interval says less than the day itself.
        hint if hint.is_sensitive() && signs.kind == Kind::Date => {
            Some(say(Role::Quasi, Confidence::Medium, format!("{suggests}, and others may know the date")))
        }
        hint if hint.is_sensitive() => Some(say(Role::Sensitive, confidence, suggests)),
        Hint::Quasi => Some(quasi(signs, suggests, confidence)),
        Hint::Weight if signs.kind == Kind::Number => {
            Some(say(Role::Weight, confidence, format!("{suggests}, which tells strata apart: it is not published")))
        }
        // Five numbers among hundreds of people are sizes of households, or kinds.
        Hint::Household if signs.distinct() * LARGEST_HOUSEHOLD < signs.present() => None,
        Hint::Household => Some(say(Role::Household, confidence, format!("{suggests}: it is not published"))),
        Hint::Stratum => Some(say(Role::Stratum, confidence, format!("{suggests}: it is not published"))),
        Hint::Administration if signs.distinct() <= 100 => {
            Some(say(Role::Keep, Confidence::Medium, format!("{suggests}, not who they are about")))
        }
        Hint::Name => person(signs, &suggests),
        _ => None,
    }
}

/// A direct identifier that takes only a few values is none: `phone` may hold makes of telephones.
fn direct(signs: &Signs<'_>, suggests: &str, confidence: Confidence) -> Guess {
    // A first name that two rows share tells nothing of whether they are one person's; an identifier that repeats would have to.
    let part_of_name = signs.header.concept.is_some_and(Concept::is_part_of_name);
    if part_of_name && signs.distinct() < signs.present() {
        return say(Role::Drop, confidence, format!("{suggests}, which several people share: it is not published"));
    }
    let few = signs.distinct() <= 10 && !signs.hardly_repeats();
    if few {
        let reason = format!("{suggests}, but it has only {} different values", signs.distinct());
        return say(Role::Quasi, Confidence::Low, reason);
    }
    match occur_once(signs) {
        Some(share) => say(Role::Identifier, confidence, format!("{suggests} and {share}")),
        None => say(Role::Identifier, confidence.min(Confidence::Medium), suggests),
    }
}

fn quasi(signs: &Signs<'_>, suggests: String, confidence: Confidence) -> Guess {
    let is_read_as_text = signs.kind == Kind::Label && signs.clock.is_none() && !signs.dates;
    if is_read_as_text && signs.is_near_unique() && signs.present() >= ENOUGH_ROWS {
        let reason = format!(
            "{suggests}, though nearly every value occurs once: without a hierarchy it cannot be generalized well"
        );
        return say(Role::Quasi, Confidence::Low, reason);
    }
    say(Role::Quasi, confidence, suggests)
}

/// A bare `name` is a person's when a tenth of its values or more are different; else it names kinds of things.
fn person(signs: &Signs<'_>, suggests: &str) -> Option<Guess> {
    if signs.kind != Kind::Label || signs.distinct() * 10 < signs.present() {
        return None;
    }
    let confidence = if signs.hardly_repeats() { Confidence::High } else { Confidence::Medium };
    let share = occur_once(signs).map(|share| format!(" and {share}")).unwrap_or_default();
    Some(say(Role::Identifier, confidence, format!("{suggests}{share}")))
}
