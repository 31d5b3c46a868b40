//! Education, given age and region of birth.
//!
//! Later cohorts stayed at school longer, and the young have not finished: a
//! degree takes years, so its weight is zero before it can be held. Where a
//! person was born tilts the tiers a little.

use crate::alias::Alias;
use crate::hierarchies::{REGION_COUNT, TIER_COUNT, TIER_OF};
use crate::labels::EDUCATION;
use crate::life::COHORT_COUNT;

/// People with each education in a thousand or so of each cohort.
#[rustfmt::skip]
const BY_COHORT: [[u32; EDUCATION.len()]; COHORT_COUNT] = [
    [ 2,  1,  2, 10, 30, 120, 250, 90, 350, 120,  0,  0,   0,  0,  0,  0],
    [ 3,  2,  5, 12, 18,  30,  45, 40, 330, 420, 25, 20,   4,  0,  0,  0],
    [ 4,  3,  7, 12, 16,  25,  32, 25, 280, 280, 50, 45, 210, 12,  1,  0],
    [ 6,  5, 12, 15, 18,  25,  30, 22, 270, 180, 55, 50, 240, 75, 14,  8],
    [ 7,  6, 14, 16, 19,  26,  30, 22, 285, 170, 58, 50, 205, 78, 17, 12],
    [ 8,  8, 17, 20, 22,  30,  34, 22, 310, 170, 55, 45, 180, 70, 17, 12],
    [ 9, 10, 20, 26, 25,  34,  36, 22, 320, 175, 48, 38, 165, 75, 18, 15],
    [12, 16, 28, 45, 35,  42,  38, 22, 340, 160, 34, 26, 125, 65, 18, 15],
    [20, 35, 50, 95, 48,  48,  38, 24, 350, 120, 20, 15,  85, 40, 14, 10],
];

/// How the region of birth tilts the tiers of schooling, in percent.
#[rustfmt::skip]
const TILT: [[u32; TIER_COUNT]; REGION_COUNT] = [
    [ 60,  90, 115, 105,  95,  85],
    [ 60,  80,  90, 100, 125, 135],
    [ 90, 130, 110,  95,  85,  80],
    [ 70,  95,  95, 115, 105, 100],
    [120,  80,  95,  80, 115, 150],
    [100,  65,  65,  75, 160, 210],
    [600, 220, 100,  60,  45,  40],
    [110,  80,  80, 100, 130, 150],
    [ 90, 110, 130, 100,  65,  50],
];

/// The distribution of educations of each region within each cohort.
pub(crate) fn educations() -> Vec<[Alias; REGION_COUNT]> {
    BY_COHORT.iter().map(|cohort| TILT.map(|tilt| tilted(cohort, tilt))).collect()
}

/// The educations of a cohort, tilted as in one region.
fn tilted(cohort: &[u32; EDUCATION.len()], tilt: [u32; TIER_COUNT]) -> Alias {
    let weights: Vec<u32> = cohort.iter().zip(TIER_OF).map(|(weight, tier)| weight * tilt[usize::from(tier)]).collect();
    Alias::new(&weights)
}
