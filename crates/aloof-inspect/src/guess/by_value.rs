//! What the values themselves tell: nothing, a form, sentences, a subject.

use aloof_table::Kind;

use super::{ENOUGH_ROWS, Signs, phrase, say};
use crate::header::Hint;
use crate::tally::Tally;
use crate::vocabulary::Vocabulary;
use crate::{Confidence, Guess, Pattern, Role};

/// The column without a name that R and pandas write before all others.
pub(super) fn row_names(signs: &Signs<'_>) -> Option<Guess> {
    if !signs.unnamed {
        return None;
    }
    let ends = signs.measured.tally.as_ref().and_then(Tally::ends);
    let counts = ends.is_some_and(|(lowest, highest)| {
        (0..=1).contains(&lowest) && highest - lowest + 1 == signs.present() as i128 && signs.measured.monotone
    });
    Some(if counts {
        say(Role::Drop, Confidence::High, "it has no name in the file and counts the rows, as R and pandas write it")
    } else {
        say(Role::Identifier, Confidence::Medium, "it has no name in the file: R and pandas write names of rows so")
    })
}

/// A column that says the same of everyone is not worth its place.
pub(super) fn empty(signs: &Signs<'_>) -> Option<Guess> {
    let drop = |reason: &str| Some(say(Role::Drop, Confidence::High, reason));
    match (signs.present(), signs.measured.missing, signs.distinct()) {
        (0, 0, _) => Some(say(Role::Keep, Confidence::Low, "the table has no rows")),
        (0, ..) => drop("it has no values"),
        // In a table of one row every column is constant; that is no reason to drop them all.
        // A weight that is the same for all says how many people a row stands for.
        (2.., 0, 1) if signs.header.hint() == Some(Hint::Weight) && signs.kind == Kind::Number => None,
        (2.., 0, 1) => drop("it has the same value in every row"),
        _ => None,
    }
}

/// Values with a form that only identifiers have.
pub(super) fn pattern(signs: &Signs<'_>) -> Option<Guess> {
    let pattern = signs.measured.pattern?;
    let confidence = match pattern {
        // Two capitalized words are as well a place or a trade: only values that hardly repeat are names of people.
        Pattern::PersonName if !is_name_like(signs) => return None,
        Pattern::PersonName if signs.header.hint().is_some_and(|hint| hint >= Hint::Quasi && hint != Hint::Direct) => {
            return None;
        }
        Pattern::PersonName => Confidence::Medium,
        Pattern::Url | Pattern::IpAddress if !signs.hardly_repeats() => Confidence::Medium,
        _ => Confidence::High,
    };
    let reason = phrase::with_share(signs, &format!("look like {}", pattern.plural()));
    Some(say(Role::Identifier, confidence, reason))
}

fn is_name_like(signs: &Signs<'_>) -> bool {
    let named = matches!(signs.header.hint(), Some(Hint::Name | Hint::Direct));
    signs.hardly_repeats() && (named || signs.present() >= ENOUGH_ROWS)
}

/// Sentences that differ from row to row.
pub(super) fn prose(signs: &Signs<'_>) -> Option<Guess> {
    let varied = signs.distinct() > 10 && signs.distinct() * 10 >= signs.present();
    let long = signs.measured.prose && varied;
    let named = signs.header.hint() == Some(Hint::Prose) && signs.kind == Kind::Label && varied;
    let confidence = if long { Confidence::High } else { Confidence::Medium };
    (long || named).then(|| say(Role::Drop, confidence, "free text can say anything"))
}

/// Labels whose words give their subject away.
pub(super) fn vocabulary(signs: &Signs<'_>) -> Option<Guess> {
    let (role, reason) = match signs.measured.vocabulary? {
        Vocabulary::Sexes => (Role::Quasi, "its labels are those of sex or gender"),
        Vocabulary::Diagnoses => (Role::Sensitive, "its labels read like diagnoses"),
        Vocabulary::Beliefs => (Role::Sensitive, "its labels read like religions"),
    };
    Some(say(role, Confidence::Medium, reason))
}
