//! Improve: exchange rows between the groups of a pool while that lowers loss.
//!
//! # Idea
//! For every row, look at all others at once ([`crate::exchange`]): what would it cost to exchange the two? The best exchange that keeps near rows apart is made. Rows of groups larger than m may also simply move.
//!
//! # Cost
//! `O(n²)` per pass over a pool of n rows: pools are small.

use super::Search;
use super::candidates::Guard;
use super::pair::Pairing;
use super::pool::Pool;
use crate::exchange::{Boxes, NOBODY, Offer, Sheet, WORTH};

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
    pub boxes: Boxes,
    /// Room for one row's exchanges.
    pub offers: Vec<Offer>,
    pub pairing: Pairing,
    /// Asked before every change, if there is one.
    pub guard: Option<Guard<'a>>,
}

impl<'a> State<'a> {
    pub fn new(search: &'a Search<'a>, pool: &'a mut Pool, guard: Option<Guard<'a>>) -> Self {
        let members = pool.members();
        let boxes = Boxes::new(Sheet { measures: &search.measures, columns: &pool.columns }, pool.len(), &members);
        Self { search, pool, members, boxes, offers: Vec::new(), pairing: Pairing::default(), guard }
    }

    /// Improves until nothing does, at most `passes` times over all rows.
    pub fn improve(&mut self, passes: usize) {
        for _ in 0..passes {
            let mut changed = false;
            for row in 0..self.pool.len() {
                crate::stop::check();
                changed |= self.may_look() && self.better(row);
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

    /// Recomputes all that depends on the members of `group`.
    pub fn refresh(&mut self, group: usize) {
        self.pool.sort(&mut self.members[group]);
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        self.boxes.measure(sheet, group, &self.members[group]);
    }

    /// Makes the best exchange or move of `row`, if there is one.
    fn better(&mut self, row: usize) -> bool {
        let group = self.pool.group[row] as usize;
        if self.boxes.loss(group) <= 0.0 {
            return false;
        }
        let mut offers = self.exchanges(row, -WORTH);
        let moved = if self.members[group].len() > self.search.least { self.best_move(row) } else { None };
        let shown = if self.guard.is_some() { SHOWN } else { usize::MAX };
        let other = offers.iter().take(shown).find(|offer| self.may_exchange(row, offer.other as usize)).copied();
        offers.clear();
        self.offers = offers;
        let better = match (other, moved) {
            (Some(other), Some(moved)) => Some(if other.gain <= moved.gain { other } else { moved }),
            (other, moved) => other.or(moved),
        };
        match better {
            Some(Offer { to, other: NOBODY, .. }) => self.place(row, to as usize),
            Some(offer) => self.exchange(row, offer.other as usize),
            None => return false,
        }
        true
    }

    /// The exchanges that cost less than `most`, the least first; their room is to be given back.
    pub fn exchanges(&mut self, row: usize, most: f32) -> Vec<Offer> {
        let mut offers = std::mem::take(&mut self.offers);
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        self.boxes.exchanges(sheet, &self.pool.group, row, most, &mut offers);
        offers.sort_unstable_by(Offer::order);
        offers
    }

    /// The best group to move to, and what that gains.
    fn best_move(&mut self, row: usize) -> Option<Offer> {
        self.moves(row, -WORTH).into_iter().find(|offer| self.may_join(row, offer.to as usize))
    }

    /// The groups to move to at less than this cost, the least first.
    pub fn moves(&mut self, row: usize, most: f32) -> Vec<Offer> {
        let mut offers = Vec::new();
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        self.boxes.moves(sheet, self.pool.group[row] as usize, row, most, &mut offers);
        offers.sort_unstable_by(Offer::order);
        offers
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
        let apart = self.guard.is_some() || self.fits(row, to, None) && self.leaves_room(row);
        apart && self.stand_after(row, None, to)
    }

    /// Whether both groups would keep near rows apart, and may stand.
    pub fn could_exchange(&self, row: usize, other: usize) -> bool {
        let (group, to) = (self.pool.group[row] as usize, self.pool.group[other] as usize);
        let apart = self.guard.is_some() || self.fits(row, to, Some(other)) && self.fits(other, group, Some(row));
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

    /// Whether `group` has room for `row` beside those that are near it, `except` having left.
    pub fn fits(&self, row: usize, group: usize, except: Option<usize>) -> bool {
        let members = &self.members[group];
        let stay = || members.iter().map(|&at| at as usize).filter(|&at| Some(at) != except);
        let room = self.search.room(members.len() + usize::from(except.is_none()));
        if room <= 1 {
            return stay().all(|at| !self.pool.near(at, row));
        }
        let mut all: Vec<u32> = stay().map(|at| at as u32).collect();
        all.push(row as u32);
        self.pool.sort(&mut all);
        self.pool.has_room(&all, room)
    }

    /// Whether the group of `row` has room for its other members without it: a smaller group may have less.
    fn leaves_room(&self, row: usize) -> bool {
        let members = &self.members[self.pool.group[row] as usize];
        let room = self.search.room(members.len() - 1);
        room == self.search.room(members.len()) || {
            let stay: Vec<u32> = members.iter().copied().filter(|&at| at as usize != row).collect();
            self.pool.has_room(&stay, room)
        }
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
