//! Trade: rows of a pool change places while that lowers loss, or what its groups lack to stand.
//!
//! # Idea
//! For every row all exchanges within the pool are measured at once ([`crate::exchange`]) and looked at by growing loss. In groups that stand, the first is made that leaves both standing. Of a row in the way,
//! the exchange is made for which loss and excess together fall most.
//!
//! # Cost
//! `O(n²)` per pass over a pool of n rows: pools are small.

use std::collections::BTreeSet;

use super::pool::Pool;
use crate::exchange::{Boxes, Offer, Sheet, WORTH};

/// How often a row may go to a place that is no better.
const WANDER: u8 = 3;

/// Which rows are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// All.
    Everyone,
    /// Only those of groups that do not stand.
    Trouble,
}

/// A pool with everything that makes judging a trade cheap.
pub(super) struct Trade<'a> {
    pub pool: Pool<'a>,
    /// Coordinates per axis and row.
    columns: Vec<Vec<f32>>,
    boxes: Boxes,
    offers: Vec<Offer>,
    /// How often each row went to a place that was no better.
    wandered: Vec<u8>,
}

impl<'a> Trade<'a> {
    pub fn new(pool: Pool<'a>) -> Self {
        let rows = pool.len();
        let pick = |column: &Vec<f32>| pool.rows.iter().map(|&row| column[row as usize]).collect();
        let columns: Vec<Vec<f32>> = pool.search.columns.iter().map(pick).collect();
        let boxes = Boxes::new(Sheet { measures: &pool.search.measures, columns: &columns }, rows, &pool.members);
        Self { columns, pool, boxes, offers: Vec::new(), wandered: vec![0; rows] }
    }

    fn sheet(&self) -> Sheet<'_> {
        Sheet { measures: &self.pool.search.measures, columns: &self.columns }
    }

    /// Trades until nothing helps, at most `passes` times over the rows.
    pub fn run(&mut self, passes: usize, look: Look) {
        if self.pool.members.len() < 2 {
            return;
        }
        for _ in 0..passes {
            let mut changed = false;
            for row in 0..self.pool.len() {
                crate::stop::check();
                let group = self.pool.group[row] as usize;
                if look == Look::Everyone || self.pool.excess[group] > 0 {
                    self.pool.know(group);
                    changed |= self.better(row, look);
                }
            }
            if !changed || (look == Look::Trouble && self.pool.total() == 0) {
                break;
            }
        }
    }

    /// Makes the best trade of `row`, if there is one.
    fn better(&mut self, row: usize, look: Look) -> bool {
        let group = self.pool.group[row] as usize;
        let in_the_way = self.pool.is_involved(row);
        if self.boxes.loss(group) <= 0.0 && !in_the_way {
            return false;
        }
        let mut offers = std::mem::take(&mut self.offers);
        offers.clear();
        let limit = if in_the_way { f32::INFINITY } else { -WORTH };
        let sheet = Sheet { measures: &self.pool.search.measures, columns: &self.columns };
        self.boxes.exchanges(sheet, &self.pool.group, row, limit, &mut offers);
        if self.pool.members[group].len() > self.pool.search.least {
            self.boxes.moves(sheet, group, row, limit, &mut offers);
        }
        let found = if in_the_way {
            self.mend(row, &offers, look)
        } else {
            offers.sort_unstable_by(Offer::order);
            self.first_that_stands(row, &offers)
        };
        self.offers = offers;
        let Some(offer) = found else { return false };
        self.make(row, offer);
        true
    }

    /// The first offer after which neither group is farther from standing.
    fn first_that_stands(&self, row: usize, offers: &[Offer]) -> Option<Offer> {
        let misfit = if offers.is_empty() { Vec::new() } else { self.pool.misfit(row) };
        let here = self.pool.excess[self.pool.group[row] as usize];
        // What is cheapest to know first: most offers are out before members are counted.
        let may = |offer: &Offer| misfit[offer.to as usize] <= here + self.pool.excess[offer.to as usize];
        offers.iter().find(|offer| may(offer) && self.change(row, **offer) <= 0).copied()
    }

    /// The offer by which loss and excess together fall most. When all else fails, and only trouble is looked at, a
    /// row may go to a place that is no better, so that others can be mended; but not often.
    fn mend(&mut self, row: usize, offers: &[Offer], look: Look) -> Option<Offer> {
        let price = self.pool.search.tuning.price;
        let (misfit, instead) = (self.pool.misfit(row), self.pool.misfit_instead(row));
        let alone = self.pool.excess_after(self.pool.group[row] as usize, Some(row), None);
        let here = self.pool.excess[self.pool.group[row] as usize];
        let sideways = look == Look::Trouble && self.wandered[row] < WANDER;
        let mut best: Option<(f32, i64, Offer)> = None;
        let helps = |change: i64, gain: f32| change < 0 || (change == 0 && (sideways || gain < -WORTH));
        for &offer in offers {
            let to = offer.to as usize;
            let limit = best.map_or(f32::INFINITY, |(total, ..)| total);
            let worth = |change: i64| helps(change, offer.gain) && offer.gain + price * (change as f32) < limit;
            let before = i64::from(here) + i64::from(self.pool.excess[to]);
            let left = instead.get(offer.other as usize).copied().unwrap_or(alone);
            // What is cheapest to know first: most offers are out before members are counted.
            if !worth(i64::from(misfit[to]) + i64::from(left) - before) {
                continue;
            }
            let change = self.change(row, offer);
            if worth(change) {
                best = Some((offer.gain + price * change as f32, change, offer));
            }
        }
        let (_, change, offer) = best?;
        self.wandered[row] += u8::from(change == 0);
        Some(offer)
    }

    /// By how much the loss of its group falls when `row` leaves it, as a negative number.
    pub fn loss_without(&self, row: usize) -> f32 {
        self.boxes.relief(row)
    }

    /// All exchanges of `row`.
    pub fn exchanges(&mut self, row: usize) -> &[Offer] {
        self.offers.clear();
        let sheet = Sheet { measures: &self.pool.search.measures, columns: &self.columns };
        self.boxes.exchanges(sheet, &self.pool.group, row, f32::INFINITY, &mut self.offers);
        &self.offers
    }

    /// The exchanges of `row` with rows of these groups.
    pub fn exchanges_with(&mut self, row: usize, groups: &BTreeSet<usize>) -> &[Offer] {
        let own = self.pool.group[row] as usize;
        let others = groups.iter().filter(|&&group| group != own).flat_map(|&group| &self.pool.members[group]);
        let one = |&other: &u32| self.boxes.exchange(self.sheet(), &self.pool.group, row, other as usize);
        self.offers = others.map(one).collect();
        &self.offers
    }

    /// By how much the excess of both groups grows.
    pub fn change(&self, row: usize, offer: Offer) -> i64 {
        let (from, to) = (self.pool.group[row] as usize, offer.to as usize);
        let other = offer.back();
        let before = i64::from(self.pool.excess[from]) + i64::from(self.pool.excess[to]);
        let joined = i64::from(self.pool.excess_after(to, other, Some(row)));
        if joined > before {
            return joined - before;
        }
        joined + self.left(row, offer) - before
    }

    /// The excess of the group that `row` leaves, afterwards.
    fn left(&self, row: usize, offer: Offer) -> i64 {
        self.pool.excess_after(self.pool.group[row] as usize, Some(row), offer.back()).into()
    }

    pub fn make(&mut self, row: usize, offer: Offer) {
        let (from, to) = (self.pool.group[row] as usize, offer.to as usize);
        self.pool.exchange(row, to, offer.back());
        let sheet = Sheet { measures: &self.pool.search.measures, columns: &self.columns };
        for group in [from, to] {
            self.boxes.measure(sheet, group, &self.pool.members[group]);
        }
    }
}
