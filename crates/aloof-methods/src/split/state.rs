//! A pool with everything that makes judging a change cheap, and what may be changed.
//!
//! # Cost
//! `O(s)` per axis to measure a group of s rows that has changed; `O(s)` to see whether a row fits into it.

use super::Search;
use super::candidates::{Guard, Pairing};
use super::chain::Turned;
use super::pool::Pool;
use crate::exchange::{Boxes, Offer, Sheet};

/// The pool with everything that makes judging an exchange cheap.
pub(super) struct State<'a> {
    pub search: &'a Search<'a>,
    pub pool: &'a mut Pool,
    pub members: Vec<Vec<u32>>,
    pub boxes: Boxes,
    /// What it costs that two rows are one multiple closer.
    pub price: f32,
    /// How often each row was looked at in vain since its group changed last.
    pub vain: Vec<u8>,
    /// Who asked each group last, and who asks now: a group is asked once, however many of its rows are around.
    pub asked: Vec<u32>,
    pub asking: u32,
    /// Room for one row's exchanges.
    pub offers: Vec<Offer>,
    pub pairing: Pairing,
    /// Room for two groups with their chains turned.
    pub turned: Turned,
    /// Asked before every change, if there is one.
    pub guard: Option<Guard<'a>>,
}

impl<'a> State<'a> {
    pub fn new(search: &'a Search<'a>, pool: &'a mut Pool, guard: Option<Guard<'a>>) -> Self {
        let members = pool.members();
        let boxes = Boxes::new(Sheet { measures: &search.measures, columns: &pool.columns }, pool.len(), &members);
        let (offers, pairing, turned) = (Vec::new(), Pairing::default(), Turned::default());
        let (vain, asked) = (vec![0; pool.len()], vec![0; members.len()]);
        Self { search, pool, members, boxes, price: 0.0, vain, asked, asking: 0, offers, pairing, turned, guard }
    }

    /// Recomputes all that depends on the members of `group`.
    pub fn refresh(&mut self, group: usize) {
        self.pool.sort(&mut self.members[group]);
        self.members[group].iter().for_each(|&at| self.vain[at as usize] = 0);
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        self.boxes.measure(sheet, group, &self.members[group]);
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

    /// Whether the groups with these numbers may have these members instead.
    pub fn may_become(&mut self, made: &[(usize, Vec<u32>)]) -> bool {
        self.worse_after_all(made).is_some_and(|worse| worse <= 0)
    }

    /// What the guard says to it; `None` if the groups may not stand.
    pub fn worse_after_all(&mut self, made: &[(usize, Vec<u32>)]) -> Option<i64> {
        // Where there is room for one only, whoever made them kept near rows apart.
        let has_room = |members: &Vec<u32>| self.pool.has_room(members, self.search.room(members.len()));
        if self.search.monotone && !made.iter().all(|(_, members)| members.is_empty() || has_room(members)) {
            return None;
        }
        if let Some(may_stand) = self.search.may_stand {
            let rows = |group: &Vec<u32>| group.iter().map(|&at| self.pool.rows[at as usize]).collect::<Vec<u32>>();
            if !made.iter().all(|(_, members)| members.is_empty() || may_stand(&rows(members))) {
                return None;
            }
        }
        let Some(guard) = &mut self.guard else { return Some(0) };
        guard.clear();
        made.iter().for_each(|(group, members)| guard.propose_members(*group, members));
        guard.judge()
    }

    pub fn become_so(&mut self, made: Vec<(usize, Vec<u32>)>) -> bool {
        let groups: Vec<usize> = made.iter().map(|(group, _)| *group).collect();
        for (group, members) in made {
            members.iter().for_each(|&at| self.pool.group[at as usize] = group as u32);
            self.members[group] = members;
            self.refresh(group);
        }
        self.tell(&groups);
        true
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
