//! Age: its bounds, how many people there are of each, and the stages of life
//! that the other columns depend on.

/// The youngest age in the table.
pub const AGE_MIN: u8 = 17;
/// The oldest age in the table.
pub const AGE_MAX: u8 = 90;

/// Number of ages.
const AGES: usize = (AGE_MAX - AGE_MIN) as usize + 1;

/// Age and weight where the age pyramid of earners bends.
const PYRAMID: [(u8, u32); 9] =
    [(17, 180), (19, 420), (23, 800), (30, 1000), (54, 960), (61, 740), (66, 420), (75, 170), (90, 15)];

/// The weight of each age from [`AGE_MIN`] on: straight lines between the bends.
pub(crate) fn age_weights() -> [u32; AGES] {
    let mut weights = [0; AGES];
    for bend in PYRAMID.windows(2) {
        let ((from, low), (to, high)) = (bend[0], bend[1]);
        let span = u32::from(to - from);
        for age in from..=to {
            let step = u32::from(age - from);
            weights[usize::from(age - AGE_MIN)] = (low * (span - step) + high * step) / span;
        }
    }
    weights
}

/// Women in a thousand people of an age: they live longer.
pub(crate) fn women_per_mille(age: u8) -> u32 {
    match age {
        ..50 => 487,
        50..70 => 500,
        _ => 560,
    }
}

/// Number of cohorts.
pub(crate) const COHORT_COUNT: usize = 9;

/// The cohort of an age: narrow where schooling and marrying go fast.
pub(crate) fn cohort(age: u8) -> usize {
    match age {
        ..19 => 0,
        19..22 => 1,
        22..25 => 2,
        25..35 => 3,
        35..45 => 4,
        45..55 => 5,
        55..65 => 6,
        65..75 => 7,
        _ => 8,
    }
}

/// Number of stages of working life.
pub(crate) const STAGE_COUNT: usize = 3;

/// The stage of working life: beginning, middle, or around retirement.
pub(crate) fn stage(age: u8) -> usize {
    match age {
        ..25 => 0,
        25..62 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_age_has_people() {
        assert!(age_weights().iter().all(|&weight| weight > 0));
    }

    #[test]
    fn stages_and_cohorts_cover_all_ages_in_order() {
        let cohorts: Vec<_> = (AGE_MIN..=AGE_MAX).map(cohort).collect();
        let stages: Vec<_> = (AGE_MIN..=AGE_MAX).map(stage).collect();
        assert!(cohorts.is_sorted() && cohorts.last() == Some(&(COHORT_COUNT - 1)));
        assert!(stages.is_sorted() && stages.last() == Some(&(STAGE_COUNT - 1)));
    }
}
