//! Improve: exchange rows between the groups of a pool while that lowers loss.
//!
//! # Idea
//! For every row, look at all others at once: what would it cost to exchange the two? Boxes without one row are kept for
//! every row, so an exchange is judged by a few comparisons per axis, and all of them in one sweep over plain arrays.
//! The best exchange that keeps near rows apart is made. Rows of groups larger than m may also simply move.
//!
//! # Cost
//! `O(n²)` per pass over a pool of n rows: pools are small.

use super::Search;
use super::candidates::Guard;
use super::measure::without_each;
use super::pair::Pairing;
use super::pool::Pool;

/// Below this an exchange is not worth it (and rounding could make it circle for ever).
pub(super) const WORTH: f32 = 1e-5;

/// Improves until nothing does, at most `passes` times over all rows.
pub(super) fn improve(search: &Search<'_>, pool: &mut Pool, passes: usize) {
    crate::stop::check();
    if pool.groups < 2 || passes == 0 {
        return;
    }
    State::new(search, pool, None).improve(passes);
}

/// So many exchanges of a row that lower loss are looked at where there is a guard.
const SHOWN: usize = 20;

/// The pool with everything that makes judging an exchange cheap.
pub(super) struct State<'a> {
    pub search: &'a Search<'a>,
    pub pool: &'a mut Pool,
    pub members: Vec<Vec<u32>>,
    /// Per axis and row: the box of its group without it.
    pub lows: Vec<Vec<f32>>,
    pub highs: Vec<Vec<f32>>,
    /// Per row: loss and size of its group.
    pub loss: Vec<f32>,
    pub size: Vec<f32>,
    /// Per axis and group: its box. Then its loss.
    pub group_lows: Vec<Vec<f32>>,
    pub group_highs: Vec<Vec<f32>>,
    pub group_loss: Vec<f32>,
    /// Room for one row's costs.
    pub here: Vec<f32>,
    pub there: Vec<f32>,
    pub found: Vec<(f32, u32)>,
    pub pairing: Pairing,
    /// Asked before every change, if there is one.
    pub guard: Option<Guard<'a>>,
}

impl<'a> State<'a> {
    pub fn new(search: &'a Search<'a>, pool: &'a mut Pool, guard: Option<Guard<'a>>) -> Self {
        let (axes, rows, groups) = (pool.columns.len(), pool.len(), pool.groups);
        let members = pool.members();
        let mut state = Self {
            search,
            pool,
            members,
            lows: vec![vec![0.0; rows]; axes],
            highs: vec![vec![0.0; rows]; axes],
            loss: vec![0.0; rows],
            size: vec![0.0; rows],
            group_lows: vec![vec![0.0; groups]; axes],
            group_highs: vec![vec![0.0; groups]; axes],
            group_loss: vec![0.0; groups],
            here: vec![0.0; rows],
            there: vec![0.0; rows],
            found: Vec::new(),
            pairing: Pairing::default(),
            guard,
        };
        (0..groups).for_each(|group| state.refresh(group));
        state
    }

    /// Improves until nothing does, at most `passes` times over all rows.
    pub fn improve(&mut self, passes: usize) {
        for pass in 0..passes {
            let mut changed = false;
            for row in 0..self.pool.len() {
                crate::stop::check();
                changed |= self.may_look() && self.better(row);
            }
            if self.search.tuning.bands {
                changed |= self.rematch_bands(pass);
            }
            if self.search.tuning.pairs {
                changed |= self.remake_pairs();
            }
            if !changed {
                break;
            }
        }
    }

    /// Whether the guard, if there is one, will look at more.
    pub fn may_look(&self) -> bool {
        self.guard.as_ref().is_none_or(Guard::may_look)
    }

    /// Rows times loss of all groups.
    pub fn total_loss(&self) -> f32 {
        self.members.iter().zip(&self.group_loss).map(|(members, loss)| members.len() as f32 * loss).sum()
    }

    /// Recomputes all that depends on the members of `group`.
    pub fn refresh(&mut self, group: usize) {
        self.members[group].sort_unstable();
        let members = &self.members[group];
        let mut loss = 0.0;
        for (axis, measure) in self.search.measures.iter().enumerate() {
            let column = &self.pool.columns[axis];
            let (low, high) = without_each(members, column, &mut self.lows[axis], &mut self.highs[axis]);
            self.group_lows[axis][group] = low;
            self.group_highs[axis][group] = high;
            loss += if low <= high { measure.span(low, high) } else { 0.0 };
        }
        self.group_loss[group] = loss;
        for &at in members {
            self.loss[at as usize] = loss;
            self.size[at as usize] = members.len() as f32;
        }
    }

    /// Makes the best exchange or move of `row`, if there is one.
    fn better(&mut self, row: usize) -> bool {
        let group = self.pool.group[row] as usize;
        if self.group_loss[group] <= 0.0 {
            return false;
        }
        self.exchanges(row, group, -WORTH);
        let moved = if self.members[group].len() > self.search.m { self.best_move(row, group) } else { None };
        let mut found = std::mem::take(&mut self.found);
        found.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let shown = if self.guard.is_some() { SHOWN } else { usize::MAX };
        let other = found.iter().take(shown).find(|&&(_, other)| self.may_exchange(row, other as usize)).copied();
        found.clear();
        self.found = found;
        match (other, moved) {
            (Some((gain, other)), moved) if moved.is_none_or(|(better, _)| gain <= better) => {
                self.exchange(row, other as usize);
                true
            }
            (_, Some((_, to))) => {
                self.place(row, to);
                true
            }
            _ => false,
        }
    }

    /// Lists the exchanges that cost less than `most`.
    pub fn exchanges(&mut self, row: usize, group: usize, most: f32) {
        self.here.fill(0.0);
        self.there.fill(0.0);
        for (axis, measure) in self.search.measures.iter().enumerate() {
            let column = &self.pool.columns[axis];
            let (low, high) = (self.lows[axis][row], self.highs[axis][row]);
            measure.add_each_value(low, high, column, &mut self.here);
            measure.add_each_box(&self.lows[axis], &self.highs[axis], column[row], &mut self.there);
        }
        let (loss, size) = (self.loss[row], self.size[row]);
        for other in 0..self.here.len() {
            let gain = size * (self.here[other] - loss) + self.size[other] * (self.there[other] - self.loss[other]);
            if gain < most && self.pool.group[other] as usize != group {
                self.found.push((gain, other as u32));
            }
        }
    }

    /// The best group to move to, and what that gains.
    fn best_move(&mut self, row: usize, group: usize) -> Option<(f32, usize)> {
        self.moves(row, group, -WORTH).into_iter().find(|&(_, to)| self.may_join(row, to))
    }

    /// The groups to move to at less than this cost, the least first.
    pub fn moves(&mut self, row: usize, group: usize, most: f32) -> Vec<(f32, usize)> {
        let groups = self.pool.groups;
        self.there[..groups].fill(0.0);
        let mut left = 0.0;
        for (axis, measure) in self.search.measures.iter().enumerate() {
            let value = self.pool.columns[axis][row];
            let (lows, highs) = (&self.group_lows[axis], &self.group_highs[axis]);
            measure.add_each_box(lows, highs, value, &mut self.there[..groups]);
            left += measure.span(self.lows[axis][row], self.highs[axis][row]);
        }
        let size = self.size[row];
        let leave = (size - 1.0) * left - size * self.loss[row];
        let gain = |to: usize| {
            let size = self.members[to].len() as f32;
            leave + (size + 1.0) * self.there[to] - size * self.group_loss[to]
        };
        let gains = (0..groups).filter(|&to| to != group).map(|to| (gain(to), to));
        let mut worth: Vec<(f32, usize)> = gains.filter(|&(gain, _)| gain < most).collect();
        worth.sort_by(|a, b| a.0.total_cmp(&b.0));
        worth
    }

    fn may_join(&mut self, row: usize, to: usize) -> bool {
        self.could_join(row, to) && self.worse_after(row, None, to).is_some_and(|worse| worse <= 0)
    }

    fn may_exchange(&mut self, row: usize, other: usize) -> bool {
        let to = self.pool.group[other] as usize;
        self.could_exchange(row, other) && self.worse_after(row, Some(other), to).is_some_and(|worse| worse <= 0)
    }

    /// Whether the group would keep near rows apart, and may stand.
    pub fn could_join(&self, row: usize, to: usize) -> bool {
        (self.guard.is_some() || self.fits(row, to, usize::MAX)) && self.stand_after(row, None, to)
    }

    /// Whether both groups would keep near rows apart, and may stand.
    pub fn could_exchange(&self, row: usize, other: usize) -> bool {
        let (group, to) = (self.pool.group[row] as usize, self.pool.group[other] as usize);
        let apart = self.guard.is_some() || self.fits(row, to, other) && self.fits(other, group, row);
        apart && self.stand_after(row, Some(other), to)
    }

    /// What the guard says to it that `row` goes to group `to` and `other` comes back.
    pub fn worse_after(&mut self, row: usize, other: Option<usize>, to: usize) -> Option<i64> {
        let Some(guard) = &mut self.guard else { return Some(0) };
        guard.clear();
        guard.propose(self.pool.group[row] as usize, Some(row), other);
        guard.propose(to, other, Some(row));
        guard.judge()
    }

    /// Tells the guard the members of groups that have changed.
    pub fn tell(&mut self, groups: &[usize]) {
        let Some(guard) = &mut self.guard else { return };
        guard.clear();
        groups.iter().for_each(|&group| guard.propose_members(group, &self.members[group]));
        guard.accept();
    }

    /// Whether `row` is near nobody in `group`, `except` left aside.
    fn fits(&self, row: usize, group: usize, except: usize) -> bool {
        self.members[group].iter().map(|&at| at as usize).filter(|&at| at != except).all(|at| {
            let (before, after) = if at < row { (at, row) } else { (row, at) };
            !self.pool.near(before, after)
        })
    }

    /// Whether both groups may stand after `row` goes to group `to` and `other` comes back.
    fn stand_after(&self, row: usize, other: Option<usize>, to: usize) -> bool {
        let Some(may_stand) = self.search.may_stand else { return true };
        let rows = |group: usize, out: Option<usize>, into: Option<usize>| -> Vec<u32> {
            let stay = self.members[group].iter().map(|&at| at as usize).filter(|&at| Some(at) != out);
            stay.chain(into).map(|at| self.pool.rows[at]).collect()
        };
        let from = self.pool.group[row] as usize;
        may_stand(&rows(from, Some(row), other)) && may_stand(&rows(to, other, Some(row)))
    }

    pub fn exchange(&mut self, row: usize, other: usize) {
        let (group, to) = (self.pool.group[row] as usize, self.pool.group[other] as usize);
        replace(&mut self.members[group], row as u32, other as u32);
        replace(&mut self.members[to], other as u32, row as u32);
        self.pool.group.swap(row, other);
        self.refresh(group);
        self.refresh(to);
        self.tell(&[group, to]);
    }

    pub fn place(&mut self, row: usize, to: usize) {
        let group = self.pool.group[row] as usize;
        self.members[group].retain(|&at| at as usize != row);
        self.members[to].push(row as u32);
        self.pool.group[row] = to as u32;
        self.refresh(group);
        self.refresh(to);
        self.tell(&[group, to]);
    }
}

fn replace(members: &mut [u32], out: u32, into: u32) {
    if let Some(place) = members.iter_mut().find(|at| **at == out) {
        *place = into;
    }
}
