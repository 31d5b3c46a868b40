//! Which role a column should probably have, and why.
//!
//! Signs are asked in order of how rarely they mislead: a column without information, values of an unmistakable form,
//! sentences, the column's name, the subject of its labels, and last the statistics alone. The first that knows an
//! answer gives it. Reasons speak of counts, forms and the column's name, never of a value.

mod by_name;
mod by_statistics;
mod by_value;
mod phrase;

use aloof_table::Kind;

use crate::Clock;
use crate::header::{Header, Hint};
use crate::measure::Measured;
use crate::{Confidence, Guess, Role};

/// All that a guess rests on.
pub(crate) struct Signs<'a> {
    pub kind: Kind,
    pub measured: &'a Measured,
    pub header: &'a Header,
    pub context: &'a Context,
    /// It has no name in the file.
    pub unnamed: bool,
    /// What its labels tell of the time.
    pub clock: Option<Clock>,
    /// Its labels are dates, once a policy says how they are written.
    pub dates: bool,
}

/// What the other columns say about a column.
pub(crate) struct Context {
    /// Columns whose names speak of health.
    health_columns: usize,
}

impl Context {
    pub fn of(headers: &[Header]) -> Self {
        Self { health_columns: headers.iter().filter(|header| header.hint() == Some(Hint::Health)).count() }
    }

    /// A table of medical tests: what its nameless numbers are is hardly in doubt.
    fn is_medical(&self) -> bool {
        self.health_columns >= 3
    }
}

/// The role that the signs speak for.
pub(crate) fn guess(signs: &Signs<'_>) -> Guess {
    by_name::or_a_survey_weight(signs, by_signs(signs))
}

fn by_signs(signs: &Signs<'_>) -> Guess {
    by_form_or_name(signs).or_else(|| by_value::vocabulary(signs)).unwrap_or_else(|| by_statistics::statistics(signs))
}

fn by_form_or_name(signs: &Signs<'_>) -> Option<Guess> {
    by_value::row_names(signs)
        .or_else(|| by_value::empty(signs))
        .or_else(|| by_value::pattern(signs))
        .or_else(|| by_value::prose(signs))
        .or_else(|| by_name::name(signs))
}

/// Why it looks as if it named people, by its name or by the form of its values: numbers are not taken for keys for being different.
pub(crate) fn names_people(signs: &Signs<'_>) -> Option<String> {
    let guess = by_form_or_name(signs)?;
    let part_of_name = signs.header.concept.filter(|concept| concept.is_part_of_name());
    match (guess.role, part_of_name) {
        (Role::Identifier, _) => Some(guess.reason),
        (Role::Drop, Some(concept)) => Some(phrase::suggests(signs, concept.meaning)),
        _ => None,
    }
}

/// Where nearly every value occurs once, of enough of them: a key to whoever has the value from elsewhere.
pub(crate) fn occurs_once(signs: &Signs<'_>) -> Option<String> {
    let key = signs.present() >= ENOUGH_ROWS && signs.is_near_unique();
    key.then(|| phrase::occur_once(signs)).flatten()
}

fn say(role: Role, confidence: Confidence, reason: impl Into<String>) -> Guess {
    Guess { role, confidence, reason: reason.into() }
}

/// Fewer rows than this make any column look unique.
const ENOUGH_ROWS: usize = 20;

impl Signs<'_> {
    pub(crate) fn distinct(&self) -> usize {
        self.measured.frequencies.distinct
    }

    fn unique(&self) -> usize {
        self.measured.frequencies.unique
    }

    pub(crate) fn present(&self) -> usize {
        self.measured.present
    }

    /// At least 95 of 100 values occur once.
    fn is_near_unique(&self) -> bool {
        self.unique() * 20 >= self.present() * 19
    }

    /// A value stands in two rows on average, or in fewer.
    fn hardly_repeats(&self) -> bool {
        self.distinct() * 2 >= self.present()
    }

    /// Whole numbers.
    pub(crate) fn is_whole(&self) -> bool {
        self.kind == Kind::Number && self.measured.scale == 0
    }
}
