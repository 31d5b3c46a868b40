//! All groups, and rounds in which neighbouring ones trade.
//!
//! Groups are ordered by where they lie, in pools of some dozens, and every pool trades by itself. The next round draws
//! its borders elsewhere.
//!
//! # Cost
//! `O(G log G)` for G groups, then `O(n · pool)`.

use aloof_table::{NO_GROUP, Partition};
use rayon::prelude::*;

use super::Search;
use super::pool::Pool;
use super::trade::{Look, Trade};
use crate::split::measure::Measure;
use crate::split::rounds::order_by_place;

/// Groups of rows.
#[derive(Clone)]
pub(super) struct Groups {
    /// How many rows each group has.
    pub sizes: Vec<u32>,
    /// Row numbers, group after group.
    pub rows: Vec<u32>,
}

/// How a round goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Round {
    /// Rows in a pool.
    pub pool: usize,
    /// Passes over its rows.
    pub passes: usize,
    /// Which rows are looked at.
    pub look: Look,
}

impl Groups {
    /// One round; every `turn` draws other borders. Returns the excess that is left.
    pub fn round(&mut self, search: &Search<'_>, round: Round, turn: usize) -> u64 {
        let mut order: Vec<u32> = (0..self.sizes.len() as u32).collect();
        let most = (round.pool * self.sizes.len() / self.rows.len().max(1)).max(2);
        let chunks = order_by_place(&self.corners(search, turn), &mut order, most, turn);
        self.lay_out(&order);
        let work = self.pieces(&chunks);
        let one = |(rows, sizes): (&mut [u32], &mut [u32])| {
            if round.look == Look::Trouble && all_stand(search, rows, sizes) {
                return 0;
            }
            let pool = match round.look {
                Look::Everyone => Pool::new(search, rows, sizes),
                Look::Trouble => Pool::for_few(search, rows, sizes),
            };
            let mut trade = Trade::new(pool);
            trade.run(round.passes, round.look);
            trade.pool.write(rows, sizes);
            u64::from(trade.pool.total())
        };
        work.into_par_iter().map(one).sum()
    }

    /// The pools as slices.
    fn pieces(&mut self, chunks: &[usize]) -> Vec<(&mut [u32], &mut [u32])> {
        let (mut rows, mut sizes) = (self.rows.as_mut_slice(), self.sizes.as_mut_slice());
        let mut pieces = Vec::with_capacity(chunks.len());
        for &groups in chunks {
            let (some, rest) = std::mem::take(&mut sizes).split_at_mut(groups);
            sizes = rest;
            let count = some.iter().map(|&size| size as usize).sum();
            let (theirs, rest) = std::mem::take(&mut rows).split_at_mut(count);
            rows = rest;
            pieces.push((theirs, some));
        }
        pieces
    }

    /// The rows of each group.
    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let mut rest = self.rows.as_slice();
        self.sizes.iter().map(move |&size| {
            let (group, more) = rest.split_at(size as usize);
            rest = more;
            group
        })
    }

    /// What all lose together.
    pub fn loss(&self, search: &Search<'_>) -> f64 {
        self.iter().map(|rows| rows.len() as f64 * f64::from(search.loss(rows))).sum()
    }

    /// How many rows are in groups that do not stand.
    pub fn failing(&self, search: &Search<'_>) -> usize {
        let groups: Vec<&[u32]> = self.iter().collect();
        groups.par_iter().filter(|rows| !search.stands(rows)).map(|rows| rows.len()).sum()
    }

    /// Whether all stand.
    pub fn stand(&self, search: &Search<'_>) -> bool {
        self.iter().collect::<Vec<_>>().par_iter().all(|rows| search.stands(rows))
    }

    /// As a partition of `all` rows; rows in no group are left out.
    pub fn partition(&self, all: usize) -> Partition {
        let mut group_of = vec![NO_GROUP; all];
        for (group, rows) in self.iter().enumerate() {
            rows.iter().for_each(|&row| group_of[row as usize] = group as u32);
        }
        Partition::from_group_of(&group_of, self.sizes.len())
    }

    /// From lists of rows.
    pub fn of(groups: &[Vec<u32>]) -> Self {
        Self { sizes: groups.iter().map(|rows| rows.len() as u32).collect(), rows: groups.concat() }
    }

    /// Where each group lies, axis by axis: the middle of its box, its low or its high corner, in turns.
    fn corners(&self, search: &Search<'_>, turn: usize) -> Vec<Vec<f32>> {
        let corner = |(column, measure): (&Vec<f32>, &Measure<'_>)| {
            let corner = |rows: &[u32]| {
                let values = rows.iter().map(|&row| column[row as usize]);
                let (low, high) = values.fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
                measure.step()
                    * match turn % 3 {
                        0 => f32::midpoint(low, high),
                        1 => low,
                        _ => high,
                    }
            };
            self.iter().map(corner).collect()
        };
        search.columns.par_iter().zip(&search.measures).map(corner).collect()
    }

    /// Lays the groups out in this order.
    fn lay_out(&mut self, order: &[u32]) {
        let groups: Vec<&[u32]> = self.iter().collect();
        let rows = order.iter().flat_map(|&group| groups[group as usize].iter().copied()).collect();
        let sizes = order.iter().map(|&group| self.sizes[group as usize]).collect();
        self.rows = rows;
        self.sizes = sizes;
    }
}

/// Whether there is nothing to mend; cheaper than making a pool.
fn all_stand(search: &Search<'_>, rows: &[u32], sizes: &[u32]) -> bool {
    let mut rest = rows;
    sizes.iter().all(|&size| {
        let (group, more) = rest.split_at(size as usize);
        rest = more;
        search.stands(group)
    })
}
