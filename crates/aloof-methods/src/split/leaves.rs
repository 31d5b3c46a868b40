//! Leaves: the rows of a pool, laid out so that rows with like coordinates stand side by side, a few dozen in a leaf.
//!
//! # Cost
//! `O(n log n)` for n rows.

use std::ops::Range;

use super::Search;
use super::pool::Pool;
use super::rounds::order_by_place;

/// Where each row's leaf begins and ends.
pub(super) struct Leaves(Vec<(u32, u32)>);

impl Leaves {
    /// The pool of some groups, leaf after leaf, with the position of each of its rows; every `turn` draws other borders.
    pub fn of(
        search: &Search<'_>,
        (columns, codes, rows): (&[Vec<f32>], &[u32], &[u32]),
        members: &[u32],
        sizes: &[u32],
        turn: usize,
    ) -> (Self, Vec<u32>, Pool) {
        let (places, leaves) = lay_out(search, columns, members, turn);
        let order: Vec<u32> = places.iter().map(|&place| members[place as usize]).collect();
        let group =
            sizes.iter().enumerate().flat_map(|(group, &size)| std::iter::repeat_n(group as u32, size as usize));
        let group: Vec<u32> = group.collect();
        let codes: Vec<u32> = order.iter().map(|&at| codes[at as usize]).collect();
        let pick = |column: &Vec<f32>| order.iter().map(|&at| column[at as usize]).collect();
        let pool = Pool {
            columns: columns.iter().map(pick).collect(),
            last: codes.iter().map(|&code| search.reach.last(code)).collect(),
            beyond: search.beyond.as_ref().map_or_else(Vec::new, |beyond| {
                codes.iter().map(|&code| beyond.each_ref().map(|near| near.last(code))).collect()
            }),
            codes,
            rows: order.iter().map(|&at| rows[at as usize]).collect(),
            group: places.iter().map(|&place| group[place as usize]).collect(),
            // Room for as many as there can be.
            groups: sizes.len().max(order.len() / search.least),
        };
        (leaves, order, pool)
    }

    /// The rows of the leaf of `row`.
    pub fn around(&self, row: usize) -> Range<usize> {
        let (start, end) = self.0[row];
        start as usize..end as usize
    }
}

/// The places of the members, leaf after leaf.
fn lay_out(search: &Search<'_>, columns: &[Vec<f32>], members: &[u32], turn: usize) -> (Vec<u32>, Leaves) {
    let scaled = columns.iter().zip(&search.measures).map(|(column, measure)| {
        let step = measure.step();
        members.iter().map(|&at| column[at as usize] * step).collect()
    });
    let scaled: Vec<Vec<f32>> = scaled.collect();
    let mut places: Vec<u32> = (0..members.len() as u32).collect();
    let sizes = order_by_place(&scaled, &mut places, search.tuning.leaf.max(2), turn);
    let mut leaves = Vec::with_capacity(members.len());
    for size in sizes {
        let start = leaves.len() as u32;
        leaves.extend(std::iter::repeat_n((start, start + size as u32), size));
    }
    (places, Leaves(leaves))
}
