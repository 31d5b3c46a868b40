//! Marital status, given age and sex.
//!
//! Nearly all start as never married; women marry earlier and are more often
//! left widowed, men more often still married in old age.

use crate::alias::Alias;
use crate::labels::{MARITAL_STATUS, SEX};
use crate::life::COHORT_COUNT;

/// People of each status in a thousand, women then men, of each cohort.
#[rustfmt::skip]
const BY_COHORT: [[[u32; MARITAL_STATUS.len()]; SEX.len()]; COHORT_COUNT] = [
    [[975,  12, 10,  2,  1,   0,   0], [988,   5,  5,  1,  1,   0,   0]],
    [[870,  75, 38,  6,  7,   4,   0], [930,  38, 24,  4,  3,   1,   0]],
    [[700, 200, 65, 10, 13,  12,   0], [800, 130, 52,  8,  6,   4,   0]],
    [[400, 450, 60, 14, 26,  48,   2], [480, 400, 62, 14, 16,  28,   0]],
    [[180, 590, 38, 14, 38, 132,   8], [220, 610, 40, 15, 25,  88,   2]],
    [[105, 610, 22, 13, 36, 190,  24], [125, 660, 24, 14, 26, 146,   5]],
    [[ 65, 610, 12, 12, 26, 195,  80], [ 75, 725, 14, 12, 22, 135,  17]],
    [[ 45, 535,  6, 10, 14, 140, 250], [ 48, 775,  7, 11, 14,  95,  50]],
    [[ 40, 310,  2,  9,  6,  73, 560], [ 40, 725,  3, 12,  9,  56, 155]],
];

/// The distribution of statuses of each sex within each cohort.
pub(crate) fn statuses() -> Vec<[Alias; SEX.len()]> {
    BY_COHORT.iter().map(|cohort| cohort.map(|weights| Alias::new(&weights))).collect()
}
