//! Repair: rows that are not safe are made so by changing the groups around them.
//!
//! # Idea
//! A row is unsafe because some groups that cover it hold two or more values near it. Let one of their members go
//! elsewhere, so that the group holds fewer near values or no longer covers the row; let the row itself go; or join such
//! a group with another, so that it also brings values that are not near. Of all such steps the one is made that lowers
//! loss plus `price` times what is unsafe the most.
//!
//! # Cost
//! Per unsafe row: members of the groups at fault times the rows of the pool for the loss, then a look of the guard at
//! those steps that cost little enough.

use super::super::state::State;
use crate::exchange::{Sheet, WORTH};

/// So many steps of each kind and row, those that cost least, are shown to the guard; and more for rows that weigh more.
const SHOWN: usize = 20;

/// One change.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Two rows change places.
    Exchange(u32, u32),
    /// A row goes to a group.
    Move(u32, u32),
    /// The second group goes into the first.
    Join(u32, u32),
}

impl State<'_> {
    /// Repairs what can be repaired for less than `price` per unit of excess.
    pub fn repair(&mut self, price: f32) {
        for row in 0..self.pool.len() {
            crate::stop::check();
            // Each step lowers what is unsafe, and most rows need one.
            while self.unsafe_by(row) > 0 && self.may_look() && self.repair_row(row, price) {}
        }
    }

    fn unsafe_by(&self, row: usize) -> i64 {
        self.guard.as_ref().map_or(0, |guard| guard.excess(row, self.pool.group[row] as usize))
    }

    fn repair_row(&mut self, row: usize, price: f32) -> bool {
        let weight = self.guard.as_ref().map_or(0, |guard| guard.weight(row));
        let worth = price * (weight * self.unsafe_by(row) + 2 * self.search.m as i64) as f32;
        let mut steps = self.steps_for(row, worth, SHOWN + weight as usize);
        steps.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut best: Option<(f32, Step)> = None;
        for (cost, step) in steps {
            if best.is_some_and(|(least, _)| cost - worth >= least) {
                break;
            }
            let Some(worse) = self.try_step(step) else { continue };
            let total = cost + price * worse as f32;
            if worse < 0 && total < -WORTH && best.is_none_or(|(least, _)| total < least) {
                best = Some((total, step));
            }
        }
        best.is_some_and(|(_, step)| self.take_step(step))
    }

    /// All steps that may help `row` at less than this cost.
    fn steps_for(&mut self, row: usize, most: f32, shown: usize) -> Vec<(f32, Step)> {
        let Some(guard) = &self.guard else { return Vec::new() };
        let at_fault: Vec<usize> =
            guard.covering(row).filter(|&(_, excess)| excess > 0).map(|(group, _)| group).collect();
        let mut movers: Vec<u32> = at_fault.iter().flat_map(|&group| &self.members[group]).copied().collect();
        movers.push(row as u32);
        let mut steps = Vec::new();
        for mover in movers {
            self.add_exchanges(mover as usize, (most, shown), &mut steps);
            self.add_moves(mover as usize, (most, shown), &mut steps);
        }
        let joiners = at_fault.into_iter().chain([self.pool.group[row] as usize]);
        joiners.for_each(|group| self.add_joins(group, (most, shown), &mut steps));
        steps
    }

    fn add_exchanges(&mut self, row: usize, (most, shown): (f32, usize), steps: &mut Vec<(f32, Step)>) {
        let mut offers = self.exchanges(row, most);
        let fitting = offers.iter().filter(|offer| self.keep_after(row, offer.other as usize)).take(shown);
        steps.extend(fitting.map(|offer| (offer.gain, Step::Exchange(row as u32, offer.other))));
        offers.clear();
        self.offers = offers;
    }

    /// Whether both groups keep the principle by themselves once the two rows have changed places.
    fn keep_after(&self, row: usize, other: usize) -> bool {
        let (group, to) = (self.pool.group[row] as usize, self.pool.group[other] as usize);
        let Some(guard) = &self.guard else { return false };
        guard.keeps_with(group, row, other) && guard.keeps_with(to, other, row)
    }

    fn add_moves(&mut self, row: usize, (most, shown): (f32, usize), steps: &mut Vec<(f32, Step)>) {
        let group = self.pool.group[row] as usize;
        if self.members[group].len() > self.search.least {
            let moves = self.moves(row, most).into_iter().take(shown);
            steps.extend(moves.map(|offer| (offer.gain, Step::Move(row as u32, offer.to))));
        }
    }

    fn add_joins(&self, group: usize, (most, shown): (f32, usize), steps: &mut Vec<(f32, Step)>) {
        let mut joins: Vec<(f32, Step)> = (0..self.pool.groups)
            .filter(|&other| other != group && !self.members[other].is_empty())
            .map(|other| (self.cost_of_joining(group, other), Step::Join(group as u32, other as u32)))
            .filter(|(cost, _)| *cost < most)
            .collect();
        joins.sort_by(|a, b| a.0.total_cmp(&b.0));
        steps.extend(joins.into_iter().take(shown));
    }

    fn cost_of_joining(&self, one: usize, two: usize) -> f32 {
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        self.boxes.cost_of_joining(sheet, one, two)
    }

    fn joined(&self, one: u32, two: u32) -> Vec<(usize, Vec<u32>)> {
        let (one, two) = (one as usize, two as usize);
        vec![(one, [self.members[one].as_slice(), self.members[two].as_slice()].concat()), (two, Vec::new())]
    }

    /// By how much the step would change what is unsafe; `None` if it may not be made.
    fn try_step(&mut self, step: Step) -> Option<i64> {
        match step {
            Step::Exchange(row, other) => {
                let (row, other) = (row as usize, other as usize);
                let to = self.pool.group[other] as usize;
                if self.could_exchange(row, other) { self.worse_after(row, Some(other), to) } else { None }
            }
            Step::Move(row, to) => {
                let (row, to) = (row as usize, to as usize);
                if self.could_join(row, to) { self.worse_after(row, None, to) } else { None }
            }
            Step::Join(one, two) => self.worse_after_all(&self.joined(one, two)),
        }
    }

    fn take_step(&mut self, step: Step) -> bool {
        match step {
            Step::Exchange(row, other) => self.exchange(row as usize, other as usize),
            Step::Move(row, to) => self.place(row as usize, to as usize),
            Step::Join(one, two) => {
                let joined = self.joined(one, two);
                self.become_so(joined);
            }
        }
        true
    }
}
