//! Improve: exchange rows between the groups of a pool while that lowers loss and nobody becomes less safe.
//!
//! # Idea
//! For every row, look at all others at once ([`crate::exchange`]): what would it cost to exchange the two? The best exchange
//! that the guard allows is made. Rows of groups larger than m may also simply move.
//!
//! # Cost
//! `O(n²)` per pass over a pool of n rows: pools are small.

use super::super::state::State;
use super::Guard;
use crate::exchange::{NOBODY, Offer, Sheet, WORTH};

/// So many exchanges of a row that lower loss are looked at.
const SHOWN: usize = 20;

impl State<'_> {
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
}
