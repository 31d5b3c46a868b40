//! Work class, given stage of life and schooling.
//!
//! The young work for others, the old more often for themselves; the state
//! hires the schooled.

use crate::alias::Alias;
use crate::hierarchies::TIER_COUNT;
use crate::labels::WORK_CLASS;
use crate::life::STAGE_COUNT;

/// Two neighbouring tiers of schooling share a row below.
const SCHOOLINGS: usize = TIER_COUNT / 2;

/// People of each class in a thousand, by schooling (no diploma, diploma,
/// degree), of each stage of life.
#[rustfmt::skip]
const BY_STAGE: [[[u32; WORK_CLASS.len()]; SCHOOLINGS]; STAGE_COUNT] = [
    [
        [860,  30, 20,  5, 25, 30,  5,  25],
        [800,  55, 10, 18, 50, 40,  7,  20],
        [720,  95,  5, 25, 65, 60, 10,  20],
    ],
    [
        [780,  30,  6, 10, 20, 40, 20,  94],
        [720,  50,  4, 28, 38, 62, 30,  68],
        [600,  95,  3, 38, 62, 95, 47,  60],
    ],
    [
        [660,  35, 12, 12, 25, 50, 35, 171],
        [590,  60, 10, 30, 40, 70, 50, 150],
        [480, 100,  6, 35, 65, 95, 79, 140],
    ],
];

/// The distribution of work classes of each tier of schooling within each stage.
pub(crate) fn work_classes() -> Vec<[Alias; TIER_COUNT]> {
    BY_STAGE.iter().map(|stage| std::array::from_fn(|tier| Alias::new(&stage[tier / 2]))).collect()
}
