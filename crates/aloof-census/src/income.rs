//! What a person earns in a year, before it is reported.
//!
//! The logarithm of the income is a sum: schooling, occupation, employer, sex,
//! a concave profile over age, hours worked, and normal noise, which gives the
//! lognormal body. A few, depending on the occupation, are lifted by a Pareto
//! factor, which gives the heavy upper tail. The parts are whole hundredths of
//! a log unit, so that their sum is exact.

use crate::alias::Alias;
use crate::draw::Draw;
use crate::heaping::Heaping;
use crate::hierarchies::{SECTOR_COUNT, SECTOR_OF};
use crate::labels::{EDUCATION, FEMALE, INCORPORATED, SEX, WORK_CLASS};
use crate::life::{self, STAGE_COUNT};
use crate::occupations::OCCUPATIONS;
use crate::people::Person;

/// The highest income in the table; a draw beyond it is reported as this much,
/// as census offices code the top.
pub const INCOME_MAX: u32 = 50_000_000;

/// The lowest income before reporting: less is not asked for.
const FLOOR: f64 = 120.0;

/// The logarithm of the income where all other parts are zero, in hundredths.
const BASE: i32 = 1077;

/// What each level of education adds.
const SCHOOLING: [i32; EDUCATION.len()] = [-46, -42, -38, -34, -30, -28, -26, -22, -10, 0, 4, 8, 26, 40, 52, 56];

/// What each work class adds.
const EMPLOYER: [i32; WORK_CLASS.len()] = [0, -8, -30, 12, 0, -3, 24, -24];

/// The spread of each sector: pay scales narrow it, own account widens it.
const SPREAD: [f64; SECTOR_COUNT] = [0.42, 0.32, 0.72];

/// The exponent of the Pareto tail.
const TAIL_EXPONENT: f64 = 1.7;

/// What working few hours, part time, full time and long hours adds.
const HOURS: [i32; 4] = [-130, -58, 0, 18];

/// People working such hours in a thousand, women then men, of each stage of
/// working life.
const HOURS_WORKED: [[[u32; HOURS.len()]; SEX.len()]; STAGE_COUNT] = [
    [[210, 300, 460, 30], [170, 240, 530, 60]],
    [[60, 180, 690, 70], [25, 65, 720, 190]],
    [[190, 290, 470, 50], [140, 220, 520, 120]],
];

/// Draws incomes.
pub(crate) struct Incomes {
    hours: Vec<[Alias; SEX.len()]>,
    heaping: Heaping,
}

impl Incomes {
    /// Builds all tables.
    pub(crate) fn new() -> Self {
        Self {
            hours: HOURS_WORKED.iter().map(|stage| stage.map(|weights| Alias::new(&weights))).collect(),
            heaping: Heaping::new(),
        }
    }

    /// Draws the income a person reports.
    #[inline]
    pub(crate) fn draw(&self, person: Person, draw: &mut Draw) -> u32 {
        let hours = draw.code(&self.hours[life::stage(person.age)][usize::from(person.sex)]);
        let expected = expected(person) + HOURS[usize::from(hours)];
        let sector = SECTOR_OF[usize::from(person.work_class)];
        let mut log = f64::from(expected) / 100.0 + SPREAD[usize::from(sector)] * draw.normal();
        if draw.per_mille(tail_per_mille(person)) {
            log += draw.exponential() / TAIL_EXPONENT;
        }
        let earned = libm::exp(log).clamp(FLOOR, f64::from(INCOME_MAX)) as u32;
        self.heaping.report(earned, draw).min(INCOME_MAX)
    }
}

/// The logarithm of the income a person can expect, in hundredths.
fn expected(person: Person) -> i32 {
    BASE + SCHOOLING[usize::from(person.education)]
        + OCCUPATIONS[usize::from(person.occupation)].pay
        + EMPLOYER[usize::from(person.work_class)]
        + profile(person.age)
        + gap(person)
}

/// What age takes away: nothing at fifty, most at either end.
fn profile(age: u8) -> i32 {
    let years = i32::from(age) - 50;
    -years * years / 11
}

/// What women earn less in the same work, as wage statistics find it.
fn gap(person: Person) -> i32 {
    match person.sex {
        FEMALE if person.age < 30 => -6,
        FEMALE => -15,
        _ => 0,
    }
}

/// How many in a thousand like this person earn from the upper tail; owners of
/// a company do so more often.
fn tail_per_mille(person: Person) -> u32 {
    let tail = OCCUPATIONS[usize::from(person.occupation)].tail;
    if person.work_class == INCORPORATED { 3 * tail + 20 } else { tail + 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_age_profile_is_concave_with_its_peak_at_fifty() {
        let profiles: Vec<i32> = (life::AGE_MIN..=life::AGE_MAX).map(profile).collect();
        let steps: Vec<i32> = profiles.windows(2).map(|pair| pair[1] - pair[0]).collect();
        // Whole hundredths let a step jitter by one.
        assert!(steps.windows(2).all(|pair| pair[1] <= pair[0] + 1));
        assert_eq!(profiles.iter().max(), Some(&profile(50)));
    }

    #[test]
    fn schooling_pays() {
        assert!(SCHOOLING.is_sorted());
    }
}
