//! Rounds: neighbouring groups, wherever they came from, exchange rows.
//!
//! Buckets end at cuts; the best partner for a row may stand just behind one. So all groups are ordered afresh by where
//! they lie, in pools, and every pool is improved by itself, on one thread. The next round draws its borders elsewhere.
//!
//! # Cost
//! `O(G log G)` for G groups, beside what is done in each pool.

use rayon::prelude::*;

use super::Search;
use super::measure::Measure;
use super::pool::Pool;

/// The rows in sensitive order as they were, and the groups made of them.
#[derive(Clone)]
pub(super) struct Groups<'a> {
    /// Coordinates by position, axis by axis.
    pub columns: &'a [Vec<f32>],
    /// Codes by position.
    pub codes: &'a [u32],
    /// Row numbers by position.
    pub rows: &'a [u32],
    /// How many rows each group has.
    pub sizes: Vec<u32>,
    /// Positions, group after group.
    pub members: Vec<u32>,
}

/// Rounds beyond the plan: in cycles, each with larger pools than the one before until they are wide, as long as that gains
/// something.
pub(crate) struct GoingOn {
    pool: usize,
    wide: bool,
    loss: f64,
    gained: bool,
}

impl GoingOn {
    /// So many rounds draw all borders that they draw.
    pub const CYCLE: usize = 6;

    /// Pools become so large, in rows, if they are smaller.
    const WIDE: usize = 400;

    /// A cycle that lowers loss by less than this share of it gained nothing.
    const GAIN: f64 = 1e-3;

    /// After rounds in pools of so many rows, which ended at this loss.
    pub fn new(pool: usize, loss: f64) -> Self {
        Self { pool, wide: false, loss, gained: true }
    }

    /// The pool of the next cycle, if there is to be one.
    pub fn widen(&mut self) -> Option<usize> {
        if !self.gained && self.wide {
            return None;
        }
        self.wide = self.pool >= Self::WIDE;
        self.pool = (2 * self.pool).min(Self::WIDE).max(self.pool);
        Some(self.pool)
    }

    /// What is lost after a cycle.
    pub fn tell(&mut self, loss: f64) {
        self.gained = self.loss - loss > Self::GAIN * self.loss;
        self.loss = loss;
    }
}

impl Groups<'_> {
    /// Rows times loss, of all groups.
    pub fn loss(&self, search: &Search<'_>) -> f64 {
        let mut start = 0;
        let mut of = |&size: &u32| {
            let members = &self.members[start..start + size as usize];
            start += size as usize;
            let axis = |(column, measure): (&Vec<f32>, &Measure<'_>)| {
                f64::from(measure.span(measure.around(members.iter().map(|&at| column[at as usize]))))
            };
            f64::from(size) * self.columns.iter().zip(&search.measures).map(axis).sum::<f64>()
        };
        self.sizes.iter().map(&mut of).sum()
    }

    /// Lays the groups out pool after pool, at most so many in each; how many groups each pool has.
    pub fn pools(&mut self, search: &Search<'_>, most: usize, turn: usize) -> Vec<usize> {
        let mut order: Vec<u32> = (0..self.sizes.len() as u32).collect();
        let pools = order_by_place(&self.corners(search, turn), &mut order, most.max(2), turn);
        self.lay_out(&order);
        pools
    }

    /// The members and sizes of each pool.
    pub fn share_out(&mut self, pools: Vec<usize>) -> Vec<(&mut [u32], &mut [u32])> {
        let (mut members, mut sizes) = (self.members.as_mut_slice(), self.sizes.as_mut_slice());
        let mut work = Vec::with_capacity(pools.len());
        for groups in pools {
            let (some, rest) = std::mem::take(&mut sizes).split_at_mut(groups);
            sizes = rest;
            let rows = some.iter().map(|&size| size as usize).sum();
            let (theirs, rest) = std::mem::take(&mut members).split_at_mut(rows);
            members = rest;
            work.push((theirs, some));
        }
        work
    }

    /// Where each group lies, axis by axis: the middle of its box, its low or its high corner, in turns.
    fn corners(&self, search: &Search<'_>, turn: usize) -> Vec<Vec<f32>> {
        let centre = |(column, measure): (&Vec<f32>, &Measure<'_>)| {
            let (mut start, step) = (0, measure.step());
            let centres = self.sizes.iter().map(|&size| {
                let end = start + size as usize;
                let values = self.members[start..end].iter().map(|&at| column[at as usize]);
                start = end;
                let bounds = values.fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
                step * match turn % 3 {
                    0 => f32::midpoint(bounds.0, bounds.1),
                    1 => bounds.0,
                    _ => bounds.1,
                }
            });
            centres.collect()
        };
        self.columns.par_iter().zip(&search.measures).map(centre).collect()
    }

    /// Lays the groups out in this order.
    fn lay_out(&mut self, order: &[u32]) {
        let mut starts = Vec::with_capacity(self.sizes.len());
        let mut start = 0;
        for &size in &self.sizes {
            starts.push(start);
            start += size as usize;
        }
        let mut members = Vec::with_capacity(self.members.len());
        for &group in order {
            let start = starts[group as usize];
            members.extend_from_slice(&self.members[start..start + self.sizes[group as usize] as usize]);
        }
        self.sizes = order.iter().map(|&group| self.sizes[group as usize]).collect();
        self.members = members;
    }
}

/// More than this are ordered on two threads.
const PARALLEL: usize = 8192;

/// Orders groups, or rows, so that neighbours are near; how many make a pool, at most `most`.
pub(crate) fn order_by_place(centres: &[Vec<f32>], order: &mut [u32], most: usize, turn: usize) -> Vec<usize> {
    if order.len() <= most {
        return if order.is_empty() { Vec::new() } else { vec![order.len()] };
    }
    let middle = if turn == 0 { order.len() / 2 } else { order.len() * (1 + turn % 2) / 3 };
    part_at(widest(centres, order), order, middle);
    let (left, right) = order.split_at_mut(middle);
    let parallel = left.len() + right.len() > PARALLEL;
    let (mut left, mut right) = (|| order_by_place(centres, left, most, 0), || order_by_place(centres, right, most, 0));
    let (mut pools, more) = if parallel { rayon::join(left, right) } else { (left(), right()) };
    pools.extend(more);
    pools
}

/// The axis along which these lie farthest apart.
fn widest<'a>(centres: &'a [Vec<f32>], order: &[u32]) -> Option<&'a Vec<f32>> {
    let width = |centre: &Vec<f32>| {
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for &at in order {
            let value = centre[at as usize];
            low = if value < low { value } else { low };
            high = if value > high { value } else { high };
        }
        high - low
    };
    centres.iter().map(|centre| (width(centre), centre)).max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, centre)| centre)
}

/// Brings the first `middle` along the axis to the front; of equal ones those with the smaller number.
fn part_at(centre: Option<&Vec<f32>>, order: &mut [u32], middle: usize) {
    // As whole numbers in the same order, side by side with what they belong to: much faster than to look each up.
    let rank = |value: f32| if value.is_sign_negative() { !value.to_bits() } else { value.to_bits() | 1 << 31 };
    let key = |at: u32| u64::from(centre.map_or(0, |centre| rank(centre[at as usize]))) << 32 | u64::from(at);
    let mut keys: Vec<u64> = order.iter().map(|&at| key(at)).collect();
    keys.select_nth_unstable(middle);
    order.iter_mut().zip(keys).for_each(|(at, key)| *at = key as u32);
}

/// The pool of some groups, and the position of each of its rows.
pub(super) fn gather(
    search: &Search<'_>,
    columns: &[Vec<f32>],
    codes: &[u32],
    rows: &[u32],
    members: &[u32],
    sizes: &[u32],
) -> (Vec<u32>, Pool) {
    let groups = sizes.iter().enumerate().flat_map(|(group, &size)| std::iter::repeat_n(group as u32, size as usize));
    let mut keys: Vec<(u64, u32)> = members
        .iter()
        .zip(groups)
        .map(|(&at, group)| (u64::from(codes[at as usize]) << 32 | u64::from(at), group))
        .collect();
    keys.sort_unstable();
    let order: Vec<u32> = keys.iter().map(|key| key.0 as u32).collect();
    let pick = |column: &Vec<f32>| order.iter().map(|&at| column[at as usize]).collect();
    let codes: Vec<u32> = keys.iter().map(|key| (key.0 >> 32) as u32).collect();
    let pool = Pool {
        columns: columns.iter().map(pick).collect(),
        last: codes.iter().map(|&code| search.reach.last(code)).collect(),
        codes,
        beyond: Vec::new(),
        rows: if search.may_stand.is_some() { order.iter().map(|&at| rows[at as usize]).collect() } else { Vec::new() },
        group: keys.iter().map(|key| key.1).collect(),
        groups: sizes.len(),
    };
    (order, pool)
}

/// Writes the pool's groups back.
pub(super) fn scatter(order: &[u32], pool: &Pool, members: &mut [u32], sizes: &mut [u32]) {
    let mut places = members.iter_mut();
    for (group, size) in pool.members().iter().zip(sizes) {
        *size = group.len() as u32;
        // The group first: a `zip` that ends with the places would swallow one.
        for (&at, place) in group.iter().zip(places.by_ref()) {
            *place = order[at as usize];
        }
    }
}
