//! Which trials are made: of how many rows, and how often.
//!
//! # Idea
//! A release of a sample loses more than one of the table, by some power of the rows: so several sizes are tried, each half the next,
//! and what they lose is carried on to all rows (see `law.rs`). The largest sample is cut into two halves and four quarters, which together hold just its rows: that the
//! smaller ones are worse is then due to their size alone, and that they differ to chance.
//!
//! What is asked is tried with more rows than what lies around it; with all, where that is quick. Others are told by how they compare with it.
//!
//! # Cost
//! A fixed amount of work, counted in looks of rows at others, whatever the table: no clock decides what is tried, so that the same is tried on
//! every machine.

/// Looks that trials of what is asked may take, and those of all other cells together.
const FOR_ASKED: usize = 12_000_000;
const FOR_OTHERS: usize = 6_000_000;

/// What else is done for each row of a trial, in looks.
const BESIDE: usize = 12;

/// Fewer rows tell nothing, more than these nothing new; and a sample is at most this part of the rows.
const FEWEST: usize = 64;
const MOST: usize = 1 << 15;
const PART: usize = 4;

/// So often are all rows released, where there is time for it and no secret says which release is meant.
const DRAWS: usize = 3;

/// Of a table of few rows so often: one more release then lies between the least and the most of them nine times in ten, whatever the
/// law of chance is, for each of twenty is as likely to be the least as any other, and to be the most.
pub(super) const MANY: usize = 19;

/// What is tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// How often all rows are released as they are asked for; 0: never.
    pub whole_as_asked: usize,
    /// The same around it.
    pub whole_around: usize,
    /// Rows of the largest sample of what is asked: a power of two times `around`.
    pub as_asked: usize,
    /// Rows of the largest sample around it: a multiple of 4; 0: no samples are tried.
    pub around: usize,
}

impl Plan {
    /// For a table of so many rows, each of which is looked at so often, and so many cells. `one`: a secret says which release is meant.
    pub fn new(rows: usize, looks: usize, cells: usize, one: bool) -> Self {
        let work = looks + BESIDE;
        let (per_table, draws) = (rows.saturating_mul(work).max(1), if one { 1 } else { DRAWS });
        let all = cells.max(1).saturating_mul(per_table);
        if all <= FOR_ASKED + FOR_OTHERS {
            let times = match (FOR_ASKED + FOR_OTHERS) / all {
                MANY.. if !one => MANY,
                times => times.min(draws),
            };
            return Self { whole_as_asked: times, whole_around: times, as_asked: 0, around: 0 };
        }
        let most = MOST.min(rows / PART);
        // Halves and quarters hold the same rows again.
        let around = (FOR_OTHERS / (3 * cells.max(1) * work)).clamp(FEWEST.min(most), most) / 4 * 4;
        let whole_as_asked = (FOR_ASKED / per_table).min(draws);
        let mut as_asked = around;
        // With all rows at hand samples only tell how others compare; else as large a one as there is time for.
        while whole_as_asked == 0 && 2 * as_asked <= most && 4 * as_asked * work <= FOR_ASKED {
            as_asked *= 2;
        }
        Self { whole_as_asked, whole_around: 0, as_asked, around }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_tables_are_released_whole() {
        assert_eq!(Plan::new(600, 200, 27, false), Plan { whole_as_asked: 3, whole_around: 3, as_asked: 0, around: 0 });
        assert_eq!(Plan::new(600, 200, 27, true).whole_as_asked, 1);
        assert_eq!(Plan::new(8, 200, 27, false).whole_around, MANY);
        assert_eq!(Plan::new(8, 200, 27, true).whole_around, 1);
        let plan = Plan::new(20_000, 200, 27, false);
        assert!(plan.whole_as_asked == 2 && plan.whole_around == 0 && plan.around == plan.as_asked, "{plan:?}");
    }

    #[test]
    fn half_a_million_rows_are_released_as_asked() {
        let plan = Plan::new(500_000, 8, 27, false);
        assert!(plan.whole_as_asked == 1 && plan.whole_around == 0 && plan.around > 1000, "{plan:?}");
    }

    #[test]
    fn work_is_bounded() {
        for (rows, looks) in [(1_000, 200), (5_000, 200), (22_241, 200), (50_000, 120), (500_000, 8), (100_000_000, 3)]
        {
            let plan = Plan::new(rows, looks, 27, false);
            let work = looks + BESIDE;
            let around = 27 * work * (3 * plan.around + plan.whole_around * rows);
            let asked = work * (2 * (plan.as_asked - plan.around) + plan.whole_as_asked * rows);
            assert!(around + asked <= FOR_ASKED + FOR_OTHERS, "{rows} {plan:?}");
            assert!(plan.around.is_multiple_of(4) && (plan.around == 0 || plan.as_asked.is_multiple_of(plan.around)));
            assert!(plan.as_asked <= rows / PART);
        }
    }
}
