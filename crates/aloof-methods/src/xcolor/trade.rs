//! Trade: rows of a pool change places while that lowers loss, or what its groups lack to stand.
//!
//! # Idea
//! For every row all exchanges within the pool are measured at once, as in split: boxes without one row are kept for
//! every row, so an exchange costs a few comparisons per axis, in one sweep over plain arrays. Then the exchanges are
//! looked at by growing loss. In groups that stand, the first is made that leaves both standing. Of a row in the way,
//! the exchange is made for which loss and excess together fall most.
//!
//! # Cost
//! `O(n²)` per pass over a pool of n rows: pools are small.

use std::collections::BTreeSet;

use super::pool::Pool;
use crate::split::measure::without_each;

/// Below this a trade is not worth it (and rounding could make it circle for ever).
const WORTH: f32 = 1e-5;

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

/// A row goes to `to`, and `other` comes in its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Offer {
    pub gain: f32,
    pub to: u32,
    /// `u32::MAX` for none.
    pub other: u32,
}

impl Offer {
    /// By loss; of equal ones always the same first.
    pub fn order(&self, other: &Self) -> std::cmp::Ordering {
        self.gain.total_cmp(&other.gain).then(self.other.cmp(&other.other)).then(self.to.cmp(&other.to))
    }
}

/// A pool with everything that makes judging a trade cheap.
pub(super) struct Trade<'a> {
    pub pool: Pool<'a>,
    /// Coordinates per axis and row.
    columns: Vec<Vec<f32>>,
    /// Per axis and row: the box of its group without it.
    lows: Vec<Vec<f32>>,
    highs: Vec<Vec<f32>>,
    /// Per row: loss and size of its group.
    loss: Vec<f32>,
    size: Vec<f32>,
    /// Per axis and group: its box. Then its loss.
    group_lows: Vec<Vec<f32>>,
    group_highs: Vec<Vec<f32>>,
    group_loss: Vec<f32>,
    /// Room for one row's costs.
    here: Vec<f32>,
    there: Vec<f32>,
    offers: Vec<Offer>,
    /// How often each row went to a place that was no better.
    wandered: Vec<u8>,
}

impl<'a> Trade<'a> {
    pub fn new(pool: Pool<'a>) -> Self {
        let (axes, rows, groups) = (pool.search.measures.len(), pool.len(), pool.members.len());
        let pick = |column: &Vec<f32>| pool.rows.iter().map(|&row| column[row as usize]).collect();
        let mut trade = Self {
            columns: pool.search.columns.iter().map(pick).collect(),
            pool,
            lows: vec![vec![0.0; rows]; axes],
            highs: vec![vec![0.0; rows]; axes],
            loss: vec![0.0; rows],
            size: vec![0.0; rows],
            group_lows: vec![vec![0.0; groups]; axes],
            group_highs: vec![vec![0.0; groups]; axes],
            group_loss: vec![0.0; groups],
            here: vec![0.0; rows],
            there: vec![0.0; rows.max(groups)],
            offers: Vec::new(),
            wandered: vec![0; rows],
        };
        (0..groups).for_each(|group| trade.measure(group));
        trade
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

    /// Recomputes the boxes that depend on the members of `group`.
    fn measure(&mut self, group: usize) {
        let members = &self.pool.members[group];
        let mut loss = 0.0;
        for (axis, measure) in self.pool.search.measures.iter().enumerate() {
            let column = &self.columns[axis];
            let (low, high) = without_each(members, column, &mut self.lows[axis], &mut self.highs[axis]);
            self.group_lows[axis][group] = low;
            self.group_highs[axis][group] = high;
            loss += measure.span(low, high);
        }
        self.group_loss[group] = loss;
        for &at in members {
            self.loss[at as usize] = loss;
            self.size[at as usize] = members.len() as f32;
        }
    }

    /// Makes the best trade of `row`, if there is one.
    fn better(&mut self, row: usize, look: Look) -> bool {
        let group = self.pool.group[row] as usize;
        let in_the_way = self.pool.is_involved(row);
        if self.group_loss[group] <= 0.0 && !in_the_way {
            return false;
        }
        self.offers.clear();
        let limit = if in_the_way { f32::INFINITY } else { -WORTH };
        self.offer_exchanges(row, group, limit);
        if self.pool.members[group].len() > self.pool.search.least {
            self.offer_moves(row, group, limit);
        }
        let mut offers = std::mem::take(&mut self.offers);
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
        let measures = self.pool.search.measures.iter().enumerate();
        measures.map(|(axis, measure)| measure.span(self.lows[axis][row], self.highs[axis][row])).sum::<f32>()
            - self.loss[row]
    }

    /// All exchanges of `row`.
    pub fn exchanges(&mut self, row: usize) -> &[Offer] {
        self.offers.clear();
        self.offer_exchanges(row, self.pool.group[row] as usize, f32::INFINITY);
        &self.offers
    }

    /// The exchanges of `row` with rows of these groups.
    pub fn exchanges_with(&mut self, row: usize, groups: &BTreeSet<usize>) -> &[Offer] {
        let own = self.pool.group[row] as usize;
        let others = groups.iter().filter(|&&group| group != own).flat_map(|&group| &self.pool.members[group]);
        self.offers = others.map(|&other| self.exchange(row, other as usize)).collect();
        &self.offers
    }

    /// By how much loss grows when the group of `row` loses `here` a row instead, and that of `other` loses `there`.
    fn gain(&self, row: usize, other: usize, here: f32, there: f32) -> f32 {
        self.size[row] * (here - self.loss[row]) + self.size[other] * (there - self.loss[other])
    }

    fn exchange(&self, row: usize, other: usize) -> Offer {
        let (mut here, mut there) = ([0.0], [0.0]);
        for (axis, measure) in self.pool.search.measures.iter().enumerate() {
            let (column, lows, highs) = (&self.columns[axis], &self.lows[axis], &self.highs[axis]);
            measure.add_each_value(lows[row], highs[row], &column[other..=other], &mut here);
            measure.add_each_box(&lows[other..=other], &highs[other..=other], column[row], &mut there);
        }
        let gain = self.gain(row, other, here[0], there[0]);
        Offer { gain, to: self.pool.group[other], other: other as u32 }
    }

    /// By how much the excess of both groups grows.
    pub fn change(&self, row: usize, offer: Offer) -> i64 {
        let (from, to) = (self.pool.group[row] as usize, offer.to as usize);
        let other = (offer.other != u32::MAX).then_some(offer.other as usize);
        let before = i64::from(self.pool.excess[from]) + i64::from(self.pool.excess[to]);
        let joined = i64::from(self.pool.excess_after(to, other, Some(row)));
        if joined > before {
            return joined - before;
        }
        joined + self.left(row, offer) - before
    }

    /// The excess of the group that `row` leaves, afterwards.
    fn left(&self, row: usize, offer: Offer) -> i64 {
        let other = (offer.other != u32::MAX).then_some(offer.other as usize);
        self.pool.excess_after(self.pool.group[row] as usize, Some(row), other).into()
    }

    pub fn make(&mut self, row: usize, offer: Offer) {
        let from = self.pool.group[row] as usize;
        self.pool.exchange(row, offer.to as usize, (offer.other != u32::MAX).then_some(offer.other as usize));
        self.measure(from);
        self.measure(offer.to as usize);
    }

    fn offer_exchanges(&mut self, row: usize, group: usize, limit: f32) {
        self.here.fill(0.0);
        let rows = self.pool.len();
        self.there[..rows].fill(0.0);
        for (axis, measure) in self.pool.search.measures.iter().enumerate() {
            let column = &self.columns[axis];
            measure.add_each_value(self.lows[axis][row], self.highs[axis][row], column, &mut self.here);
            measure.add_each_box(&self.lows[axis], &self.highs[axis], column[row], &mut self.there[..rows]);
        }
        for other in 0..rows {
            let gain = self.gain(row, other, self.here[other], self.there[other]);
            if gain < limit && self.pool.group[other] as usize != group {
                self.offers.push(Offer { gain, to: self.pool.group[other], other: other as u32 });
            }
        }
    }

    fn offer_moves(&mut self, row: usize, group: usize, limit: f32) {
        let groups = self.group_loss.len();
        self.there[..groups].fill(0.0);
        let mut left = 0.0;
        for (axis, measure) in self.pool.search.measures.iter().enumerate() {
            let (lows, highs) = (&self.group_lows[axis], &self.group_highs[axis]);
            measure.add_each_box(lows, highs, self.columns[axis][row], &mut self.there[..groups]);
            left += measure.span(self.lows[axis][row], self.highs[axis][row]);
        }
        let size = self.size[row];
        let leave = (size - 1.0) * left - size * self.loss[row];
        for to in (0..groups).filter(|&to| to != group) {
            let size = self.pool.members[to].len() as f32;
            let gain = leave + (size + 1.0) * self.there[to] - size * self.group_loss[to];
            if gain < limit {
                self.offers.push(Offer { gain, to: to as u32, other: u32::MAX });
            }
        }
    }
}
