//! Deal and mend: groups cut, traded and, where some do not stand, mended in ever larger pools.
//!
//! # Idea
//! All rows trade in small pools first: that lowers loss and mends most groups. What is left trades in larger pools, rows of
//! groups that do not stand alone looking for partners; a row for which nothing is better may wander. The last ones look
//! for partners anywhere ([`far`]); where that does not do, pools grow on. When all stand, small pools trade once more,
//! since mending cost loss.
//!
//! # Cost
//! `O(n · pool)` for a round of all rows; a mending round costs only where there is something to mend.

use super::groups::{Groups, Round};
use super::sizes::Sizes;
use super::trade::Look;
use super::{Search, cut, far, printed};
use crate::pace::Steps;
use crate::split::rounds::GoingOn;

/// Rows up to which the printed method is tried when all else failed: it takes `O(n)` for every exchange.
const MOST_PRINTED: usize = 20_000;

/// Deals all rows into groups, and tells how many rows were in the way after all had traded: none where it was easy. Not all
/// groups may stand. From every `start` other neighbours trade first. `None` where there are to be no more steps.
pub(super) fn deal(search: &Search<'_>, start: usize, steps: &Steps<'_>) -> Option<(Groups, u64)> {
    let mut groups = steps.take(|| {
        let mut rows: Vec<u32> = (0..search.rows as u32).collect();
        let sizes = cut::cut(search, &mut rows, Sizes::of(search, start));
        Groups { sizes, rows }
    })?;
    let in_the_way = improve(search, &mut groups, start, steps);
    Some((groups, in_the_way))
}

fn improve(search: &Search<'_>, groups: &mut Groups, mut turn: usize, steps: &Steps<'_>) -> u64 {
    let tuning = search.tuning;
    let everyone = Round { pool: tuning.pool, passes: tuning.passes, look: Look::Everyone };
    let mut excess = 0;
    for _ in 0..tuning.rounds {
        let Some(left) = steps.change(groups, |groups| groups.round(search, everyone, turn)) else { break };
        excess = left;
        turn += 1;
    }
    if excess == 0 {
        return 0;
    }
    // So much is left only where there is hardly any hope: a short try, and no more.
    let hopeless = excess * 10 > search.rows as u64;
    let mut pools = Pools { size: tuning.pool, turn, excess };
    pools.mend(search, groups, tuning.mending.min(tuning.before_far), steps);
    if !hopeless && pools.excess > 0 && tuning.far {
        steps.change(groups, |groups| far::mend_far(search, groups));
        pools.excess = u64::from(!groups.stand(search));
    }
    if !hopeless && pools.excess > 0 {
        pools.excess = u64::MAX / 16;
        pools.mend(search, groups, tuning.mending.saturating_sub(tuning.before_far), steps);
        if tuning.far {
            steps.change(groups, |groups| far::mend_far(search, groups));
        }
    }
    for _ in 0..tuning.last {
        steps.change(groups, |groups| groups.round(search, everyone, pools.turn));
        pools.turn += 1;
    }
    excess
}

/// Rounds beyond the plan of groups that stand, where there may be any, as long as they gain something.
pub(super) fn go_on(search: &Search<'_>, groups: &mut Groups, steps: &Steps<'_>) {
    if !steps.may_go_on() {
        return;
    }
    let mut turn = search.tuning.rounds + search.tuning.last;
    let mut pools = GoingOn::new(search.tuning.pool, groups.loss(search));
    while let Some(pool) = pools.widen() {
        let round = Round { pool, passes: search.tuning.passes, look: Look::Everyone };
        for _ in 0..GoingOn::CYCLE {
            if steps.change(groups, |groups| groups.round(search, round, turn)).is_none() {
                return;
            }
            turn += 1;
        }
        pools.tell(groups.loss(search));
    }
}

/// Pools that grow from round to round.
struct Pools {
    size: usize,
    turn: usize,
    /// What the last round left in the way.
    excess: u64,
}

impl Pools {
    /// Up to so many rounds in which only rows in the way trade, as long as that helps.
    fn mend(&mut self, search: &Search<'_>, groups: &mut Groups, rounds: usize, steps: &Steps<'_>) {
        for _ in 0..rounds {
            self.size = (2 * self.size).min(search.tuning.widest);
            let round = Round { pool: self.size, passes: search.tuning.mending_passes, look: Look::Trouble };
            let Some(left) = steps.change(groups, |groups| groups.round(search, round, self.turn)) else { break };
            self.turn += 1;
            let slow = self.size >= 10 * search.tuning.pool && left * 10 > self.excess * 9;
            self.excess = left;
            if left == 0 || slow {
                break;
            }
        }
    }
}

/// The paper's method, then trades; `None` when that fails too, or is not for this problem.
pub(super) fn from_printed(search: &Search<'_>, steps: &Steps<'_>) -> Option<Groups> {
    if search.stars.len() != 1 || search.may_stand.is_some() || search.rows > MOST_PRINTED {
        return None;
    }
    let mut groups = steps.take(|| printed::deal(search))?.ok()?;
    improve(search, &mut groups, 0, steps);
    groups.stand(search).then_some(groups)
}
