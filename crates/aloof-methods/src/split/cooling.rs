//! Cooling: how hot each round of annealing is, how long it goes on, and which groups are kept.
//!
//! # Definition
//! A *cycle* is a number of rounds in which τ falls by the same factor from round to round. The plan is one cycle, and its last
//! groups are what it was for. Where there may be more steps, cycles of twice as many rounds follow, hotter at first if
//! that is worth it, as long as the best groups get better by them. While it is hot groups get worse before they get better: so where a
//! search can be cut short, the groups that lost least after any of its steps are kept, and are what is left of it.
//!
//! # Cost
//! Where it can be cut short, one measurement of all groups per round, and a copy of the best.

use super::rounds::Groups;
use super::{Search, Temper, Tuning};
use crate::pace::Steps;

/// A cycle that lowers loss by less than this share of it gained nothing.
const GAIN: f64 = 1e-3;

/// A cycle beyond the plan has at least so many rounds: they draw all borders that are drawn.
const SHORTEST: usize = 6;

/// The groups that lost least, and what.
pub(super) struct Best<'a> {
    loss: f64,
    groups: Groups<'a>,
}

impl<'a> Best<'a> {
    fn of(search: &Search<'_>, groups: &Groups<'a>) -> Self {
        Self { loss: groups.loss(search), groups: groups.clone() }
    }

    /// Keeps these groups if they lose less.
    fn see(&mut self, search: &Search<'_>, groups: &Groups<'a>) {
        let loss = groups.loss(search);
        if loss < self.loss {
            (self.loss, self.groups) = (loss, groups.clone());
        }
    }
}

impl<'a> Groups<'a> {
    /// All rounds of the plan, and more where there may be more; then exchanges by chance. Without a round there are none: groups
    /// that were never improved do not tell what an improvement would.
    pub fn improve(&mut self, search: &Search<'_>, steps: &Steps<'_>) {
        let planned = search.tuning.rounds;
        let mut best = steps.may_be_short().then(|| Best::of(search, self));
        let temper = search.tuning.temper.as_ref();
        // The last round, where it is known to be the last, ends with a single round of exchanges by chance: to lay everything out once
        // more for these would take as long as they do.
        let shared = temper.filter(|temper| temper.rounds == 1 && planned > 0 && !steps.may_be_short());
        let mut turn = self.cycle(search, steps, 0, best.as_mut(), shared);
        if let Some(mut best) = best.filter(|_| turn < planned || steps.may_go_on()) {
            turn += if turn < planned { 0 } else { self.go_on(search, steps, &mut best) };
            *self = best.groups;
        }
        steps.end();
        if let Some(temper) = temper.filter(|_| turn > 0 && shared.is_none()) {
            self.temper(search, temper, turn);
        }
    }

    /// Cycles beyond the plan; how many rounds.
    fn go_on(&mut self, search: &Search<'_>, steps: &Steps<'_>, best: &mut Best<'a>) -> usize {
        let mut tuning = search.tuning.clone();
        let mut turn = tuning.rounds;
        tuning.rounds = tuning.rounds.max(SHORTEST / 2);
        loop {
            tuning = tuning.twice();
            let before = best.loss;
            let taken = self.cycle(&search.tuned(&tuning), steps, turn, Some(best), None);
            turn += taken;
            if taken < tuning.rounds || before - best.loss <= GAIN * before {
                return turn - search.tuning.rounds;
            }
        }
    }

    /// The rounds of this tuning, after so many before, the last with these exchanges by chance in the end; how many were taken.
    pub fn cycle(
        &mut self,
        search: &Search<'_>,
        steps: &Steps<'_>,
        before: usize,
        mut best: Option<&mut Best<'a>>,
        temper: Option<&Temper>,
    ) -> usize {
        let rounds = search.tuning.rounds;
        for round in 0..rounds {
            let heat = [round, round + 1].map(|passed| search.tuning.heat_after(passed));
            let temper = temper.filter(|_| round + 1 == rounds);
            if steps.change(self, |groups| groups.anneal(search, before + round, heat, temper)).is_none() {
                return round;
            }
            if let Some(best) = best.as_deref_mut() {
                best.see(search, self);
            }
        }
        rounds
    }
}

impl Tuning {
    /// τ after so many rounds.
    fn heat_after(&self, rounds: usize) -> f64 {
        let (hot, cool) = self.heat;
        hot * (cool / hot).powf(rounds as f64 / self.rounds.max(1) as f64)
    }
}
