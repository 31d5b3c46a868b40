//! Which trials are made: of how many rows, and how often.
//!
//! # Idea
//! A release of a sample loses more than one of the table, by some power of the rows: so several sizes are tried, each half the next,
//! and what they lose is carried on to all rows (see `aloof_evaluate::law`). The largest sample is cut into two halves and four quarters, which together hold just its rows: that the
//! smaller ones are worse is then due to their size alone, and that they differ to chance.
//!
//! What is asked is tried with all rows where that is quick, else with a sample as large as there is time for. Others are told by how they
//! compare with it, on samples that all promises are tried with; there nobody seeks so hard, so that samples are larger.
//!
//! # Cost
//! A fixed amount of work, counted in looks of rows at others, whatever the table: no clock decides what is tried, so that the same is tried on
//! every machine.

use aloof_evaluate::law::MANY;

/// Looks that trials of what is asked may take, and those of all promises together.
const FOR_ASKED: usize = 7_000_000;
const FOR_ALL: usize = 4_000_000;

/// What else is done for each row of a trial, in looks.
const BESIDE: usize = 2;

/// Fewer rows tell nothing, more than these nothing new.
const FEWEST: usize = 64;
const MOST: usize = 1 << 15;

/// So often are all rows released, where there is time for it and no secret says which release is meant.
const DRAWS: usize = 3;

/// What is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// How often all rows are released as they are asked for; 0: never.
    pub whole_as_asked: usize,
    /// The same around it.
    pub whole_around: usize,
    /// Rows of the largest sample of what is asked: a multiple of 4; 0: none is tried.
    pub as_asked: usize,
    /// Rows of the largest sample that all promises are tried with, likewise.
    pub around: usize,
}

impl Plan {
    /// For a table of so many rows, and so many cells. `looks`: of each row, in a release and where promises are compared. `one`: a secret
    /// says which release is meant.
    pub fn new(rows: usize, looks: [usize; 2], cells: usize, one: bool) -> Self {
        let [work, compared] = looks.map(|looks| looks + BESIDE);
        let (per_table, cells) = (rows.saturating_mul(work).max(1), cells.max(1));
        let times = |most: usize| (FOR_ASKED / per_table).min(if one { 1 } else { most });
        let whole_around = (FOR_ALL / cells.saturating_mul(per_table)).min(if one { 1 } else { DRAWS });
        if whole_around > 0 {
            return Self { whole_as_asked: times(MANY).max(1), whole_around, as_asked: 0, around: 0 };
        }
        let most = MOST.min(rows);
        // Halves and quarters hold the same rows again.
        let sample = |looks: usize| (looks / 3).clamp(FEWEST.min(most), most) / 4 * 4;
        let whole_as_asked = times(DRAWS);
        let as_asked = if whole_as_asked == 0 { sample(FOR_ASKED / work) } else { 0 };
        Self { whole_as_asked, whole_around, as_asked, around: sample(FOR_ALL / (cells * compared)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tables_are_released_whole() {
        let whole = |whole_as_asked, whole_around| Plan { whole_as_asked, whole_around, as_asked: 0, around: 0 };
        assert_eq!(Plan::new(120, [200, 22], 27, false), whole(MANY, 3));
        assert_eq!(Plan::new(120, [200, 22], 27, true), whole(1, 1));
        assert_eq!(Plan::new(600, [200, 22], 27, false), whole(MANY, 1));
        assert_eq!(Plan::new(8, [200, 22], 27, false).whole_as_asked, MANY);
    }

    #[test]
    fn what_is_asked_is_released_whole_where_that_is_quick() {
        for (rows, looks) in [(5_000, 200), (20_000, 200), (33_000, 200), (500_000, 8), (1_000_000, 4)] {
            let plan = Plan::new(rows, [looks, looks.min(22)], 27, false);
            assert!(plan.whole_as_asked > 0 && plan.as_asked == 0, "{rows} {plan:?}");
            assert!(plan.whole_around == 0 && plan.around >= 1000, "{rows} {plan:?}");
        }
        let plan = Plan::new(100_000_000, [3, 3], 27, false);
        assert!(plan.whole_as_asked == 0 && plan.as_asked == MOST && plan.around > 1000, "{plan:?}");
    }

    #[test]
    fn work_is_bounded() {
        for (rows, looks) in [(1_000, 200), (5_000, 200), (22_241, 200), (50_000, 120), (500_000, 8), (100_000_000, 3)]
        {
            let hurried = looks.min(22);
            let plan = Plan::new(rows, [looks, hurried], 27, false);
            let around = 27 * (3 * plan.around * (hurried + BESIDE) + plan.whole_around * rows * (looks + BESIDE));
            let asked = (looks + BESIDE) * (3 * plan.as_asked + plan.whole_as_asked * rows);
            assert!(around <= FOR_ALL && asked <= FOR_ASKED, "{rows} {plan:?}");
            assert!(plan.around.is_multiple_of(4) && plan.as_asked.is_multiple_of(4));
            assert!(plan.as_asked <= rows && plan.around <= rows);
        }
    }
}
