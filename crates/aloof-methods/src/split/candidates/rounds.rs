//! Rounds with a guard: all pools are repaired and improved at once, then accepted one after the other.
//!
//! # Idea
//! Pools see each other as they were when the round began. Two of them may use up the same row's safety; so what each
//! has done is counted again in order, and undone where it no longer lowers loss and what is unsafe taken together. That
//! hardly ever happens. The order is that of the pools, so the number of threads changes nothing.
//!
//! | phase | pools | until |
//! |---|---|---|
//! | mend | all, repaired and improved | a number of rounds |
//! | insist | those with unsafe rows | all rows are safe, or too long nothing got better |
//! | polish | all, improved; nobody may become unsafe | a number of rounds, or while that gains something |
//!
//! # Cost
//! As [`super::repair`] and [`super::improve`]; accepting is linear in the rows whose safety has changed.

use rayon::prelude::*;

use super::super::Search;
use super::super::rounds::{GoingOn, Groups, gather, scatter};
use super::super::state::State;
use super::field::Field;
use super::guard::{Guard, Ledger, Round};
use crate::pace::Steps;

/// What one unit of excess costs at first, in rows times loss.
const PRICE: f32 = 0.02;

/// No row weighs more than this.
const MOST_WEIGHT: i64 = 10_000;

/// Rows in a pool, when it is insisted that they become safe.
const WIDE: usize = 300;

/// Insisting ends after so many rounds without fewer unsafe rows.
const PATIENCE: usize = 60;

/// For each row of a pool, so many rows may be looked at in a round: only where boxes are crowded is it not enough.
const LOOKS: usize = 3_000;

/// In all rounds together, at least so many rows may be looked at times what each row may cost.
const FEW: usize = 250_000;

/// The search.
pub(super) struct Rounds<'a, 'b> {
    search: &'a Search<'a>,
    field: &'a Field<'a>,
    now: Now<'b>,
}

/// How it stands.
#[derive(Clone)]
struct Now<'b> {
    groups: Groups<'b>,
    /// The summed excess of each row.
    standing: Vec<i64>,
    /// Which rows are not safe: among their candidates, or among groups that look alike.
    unsafe_rows: Vec<bool>,
    weights: Vec<i64>,
    turn: usize,
    /// How many rows may still be looked at.
    looks: usize,
}

/// What is done to a pool in a round.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Mend,
    Insist,
    Polish,
}

/// What a pool has done.
struct Done<'a> {
    members: &'a mut [u32],
    sizes: &'a mut [u32],
    /// Members and sizes as they were.
    before: (Vec<u32>, Vec<u32>),
    /// By how much loss has changed.
    loss: f32,
    /// By how much the excess of which row has changed.
    excess: Vec<(u32, i64)>,
    /// By how much what is unsafe among groups that look alike has changed.
    alike: i64,
    /// How many rows were looked at.
    looks: usize,
}

impl<'a, 'b> Rounds<'a, 'b> {
    pub fn new(search: &'a Search<'a>, field: &'a Field<'a>, groups: Groups<'b>) -> Self {
        let standing = field.standing(&groups.members, &groups.sizes);
        let weights = vec![1; standing.len()];
        let mut now = Now { groups, standing, unsafe_rows: Vec::new(), weights, turn: 0, looks: 0 };
        now.find_unsafe(field);
        Self { search, field, now }
    }

    /// Searches; returns the groups, and how many rows are still not safe.
    pub fn run(mut self, steps: &Steps<'_>) -> (Groups<'b>, usize) {
        let (pool, mending) = (self.search.tuning.pool, self.search.tuning.mending);
        self.now.looks = self.all_looks();
        let _ = (0..mending)
            .try_for_each(|_| if self.now.looks > 0 { self.step(steps, Phase::Mend, pool) } else { Some(()) });
        self.insist(steps);
        let mut safe = self.safe();
        for _ in 0..mending.div_ceil(4) {
            if self.count_unsafe() == 0 {
                let _ = self.step(steps, Phase::Polish, pool);
            }
        }
        // Groups of different pools may have come to look alike.
        self.insist(steps);
        safe = self.safe().or(safe);
        if let Some(groups) = safe.as_mut().filter(|_| steps.may_go_on()) {
            self.go_on(steps, groups);
        }
        debug_assert_eq!(self.now.standing, self.field.standing(&self.now.groups.members, &self.now.groups.sizes));
        let left = self.count_unsafe();
        safe.map_or((self.now.groups, left), |groups| (groups, 0))
    }

    /// Rounds of polishing in ever larger pools, as long as they gain something, and everybody stays safe.
    fn go_on(&mut self, steps: &Steps<'_>, safe: &mut Groups<'b>) {
        let mut pools = GoingOn::new(self.search.tuning.pool, safe.loss(self.search));
        while let Some(pool) = pools.widen() {
            let all = (0..GoingOn::CYCLE).try_for_each(|_| self.step(steps, Phase::Polish, pool));
            self.insist(steps);
            let Some(groups) = self.safe() else { return };
            *safe = groups;
            pools.tell(safe.loss(self.search));
            if all.is_none() {
                return;
            }
        }
    }

    /// The groups, if everybody is safe in them.
    fn safe(&self) -> Option<Groups<'b>> {
        (self.count_unsafe() == 0).then(|| self.now.groups.clone())
    }

    fn all_looks(&self) -> usize {
        self.search.tuning.looks.saturating_mul(self.now.standing.len().max(FEW))
    }

    fn count_unsafe(&self) -> usize {
        self.now.unsafe_rows.iter().filter(|&&is_unsafe| is_unsafe).count()
    }

    fn insist(&mut self, steps: &Steps<'_>) {
        let (mut least, mut since) = (self.count_unsafe(), 0);
        while since < PATIENCE && (self.now.looks > 0 || steps.may_go_on()) && least > 0 {
            // Few pools are left, so they may be large; and larger the longer nothing helps.
            let pool = self.search.tuning.pool.max(WIDE) * (1 + since / 8);
            if self.step(steps, Phase::Insist, pool).is_none() {
                return;
            }
            let now = self.count_unsafe();
            since = if now < least { 0 } else { since + 1 };
            least = least.min(now);
        }
    }

    /// One round with pools of about so many rows, if there may be one.
    fn step(&mut self, steps: &Steps<'_>, phase: Phase, pool: usize) -> Option<()> {
        let (search, field) = (self.search, self.field);
        steps.change(&mut self.now, |now| now.round(search, field, phase, pool))
    }
}

impl Now<'_> {
    fn find_unsafe(&mut self, field: &Field<'_>) {
        self.unsafe_rows = self.standing.iter().map(|&excess| excess > 0).collect();
        for row in field.unsafe_among_alike(&self.groups.members, &self.groups.sizes) {
            self.unsafe_rows[row as usize] = true;
        }
    }

    fn round(&mut self, search: &Search<'_>, field: &Field<'_>, phase: Phase, pool: usize) {
        let pools = self.groups.pools(search, pool / search.least, self.turn);
        self.turn += 1;
        let weights = &self.weights;
        let round = Round { field, standing: &self.standing, weights };
        let rows = (self.groups.columns, self.groups.codes, self.groups.rows);
        let mut work = self.groups.share_out(pools);
        if phase == Phase::Insist {
            work.retain(|(members, _)| members.iter().any(|&row| self.unsafe_rows[row as usize]));
        }
        let one = |ledger: &mut Ledger, (members, sizes)| work_on(search, round, rows, phase, ledger, members, sizes);
        let mut done: Vec<Done<'_>> = work.into_par_iter().map_init(|| Ledger::new(weights.len()), one).collect();
        done.iter_mut().for_each(|done| accept(done, phase, &mut self.standing, weights));
        let looks = done.iter().map(|done| done.looks).sum();
        self.looks = self.looks.saturating_sub(looks);
        self.groups.sizes.retain(|&size| size > 0);
        self.find_unsafe(field);
        for (weight, &is_unsafe) in self.weights.iter_mut().zip(&self.unsafe_rows) {
            if is_unsafe {
                *weight = (*weight + if phase == Phase::Insist { 1 + *weight / 4 } else { 1 }).min(MOST_WEIGHT);
            }
        }
    }
}

/// Works on one pool and writes its new groups down.
fn work_on<'p>(
    search: &Search<'_>,
    round: Round<'_>,
    (columns, codes, rows): (&[Vec<f32>], &[u32], &[u32]),
    phase: Phase,
    ledger: &mut Ledger,
    members: &'p mut [u32],
    sizes: &'p mut [u32],
) -> Done<'p> {
    let (order, mut pool) = gather(search, columns, codes, rows, members, sizes);
    let share = LOOKS * order.len();
    let guard = Guard::new(round, &order, &pool.members(), ledger, share);
    let mut state = State::new(search, &mut pool, Some(guard));
    let loss = state.boxes.total();
    let alike = |state: &State<'_>| state.guard.as_ref().map_or(0, Guard::all_unsafe_among_alike);
    let alike_before = alike(&state);
    if phase != Phase::Polish {
        state.repair(PRICE);
    }
    if phase != Phase::Insist {
        state.improve(search.tuning.passes);
    }
    let loss = state.boxes.total() - loss;
    let alike = alike(&state) - alike_before;
    let looks = share - state.guard.as_ref().map_or(share, Guard::looks);
    let excess = state.guard.take().map(Guard::finish).unwrap_or_default();
    let before = (members.to_vec(), sizes.to_vec());
    scatter(&order, &pool, members, sizes);
    Done { members, sizes, before, loss, excess, alike, looks }
}

/// Keeps what a pool has done if it still serves, else undoes it.
fn accept(done: &mut Done<'_>, phase: Phase, standing: &mut [i64], weights: &[i64]) {
    let mut worse = done.alike;
    for &(row, change) in &done.excess {
        let before = standing[row as usize];
        worse += weights[row as usize] * ((before + change).max(0) - before.max(0));
    }
    let serves = if phase == Phase::Polish { worse <= 0 } else { done.loss + PRICE * (worse as f32) < 0.0 };
    if serves {
        done.excess.iter().for_each(|&(row, change)| standing[row as usize] += change);
    } else {
        done.members.copy_from_slice(&done.before.0);
        done.sizes.copy_from_slice(&done.before.1);
    }
}
