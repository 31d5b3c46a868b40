//! Leaves: the rows of a pool, laid out so that rows with like coordinates stand side by side, a few dozen in a leaf.
//!
//! # Idea
//! Rows are parted along the axis on which they lie farthest apart, and their parts again, until a leaf is left (Bentley's k-d tree,
//! 1975). Axis and middle are those of a few of them: leaves need not be even, and every round lays them out anew.
//!
//! # Cost
//! One pass per level, so `O(n log n)` for n rows.

use std::ops::Range;

use super::Search;
use super::pool::Pool;

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
    let mut leaves = Vec::with_capacity(members.len());
    part(&scaled, &mut places, search.tuning.leaf.max(2), turn, &mut leaves);
    (places, Leaves(leaves))
}

/// So many rows are looked at to part all.
const LOOKED_AT: usize = 31;

/// Parts rows along the axis on which some of them lie farthest apart, about in the middle, until a leaf is left.
fn part(columns: &[Vec<f32>], places: &mut [u32], most: usize, turn: usize, leaves: &mut Vec<(u32, u32)>) {
    if places.len() <= most {
        let start = leaves.len() as u32;
        let end = start + places.len() as u32;
        return leaves.extend(places.iter().map(|_| (start, end)));
    }
    let third = if turn == 0 { 0 } else { 1 + turn % 2 };
    let at = match middle(columns, places, third) {
        Some((column, value)) => divide(column, places, value, third),
        None => places.len() / 2,
    };
    let (left, right) = places.split_at_mut(at);
    part(columns, left, most, 0, leaves);
    part(columns, right, most, 0, leaves);
}

/// The axis to part along, and a value about in the middle, or after so many thirds.
fn middle<'a>(columns: &'a [Vec<f32>], places: &[u32], thirds: usize) -> Option<(&'a [f32], f32)> {
    let mut widest: Option<(f32, &[f32], [f32; LOOKED_AT])> = None;
    for column in columns {
        let looked: [f32; LOOKED_AT] =
            std::array::from_fn(|at| column[places[at * (places.len() - 1) / (LOOKED_AT - 1)] as usize]);
        let (low, high) = looked.iter().fold((f32::INFINITY, f32::NEG_INFINITY), |(l, h), &v| (l.min(v), h.max(v)));
        if widest.as_ref().is_none_or(|(width, ..)| high - low > *width) {
            widest = Some((high - low, column, looked));
        }
    }
    let (_, column, mut looked) = widest?;
    looked.sort_unstable_by(f32::total_cmp);
    Some((column, looked[if thirds == 0 { LOOKED_AT / 2 } else { LOOKED_AT * thirds / 3 }]))
}

/// Brings the rows below the value to the front and those above it to the end; how many come before the cut, which goes through
/// equal ones where it must.
fn divide(column: &[f32], places: &mut [u32], value: f32, thirds: usize) -> usize {
    let below = sift(places, |place| column[place as usize] < value);
    let upto = below + sift(&mut places[below..], |place| column[place as usize] <= value);
    let middle = if thirds == 0 { places.len() / 2 } else { places.len() * thirds / 3 };
    middle.clamp(below, upto).clamp(1, places.len() - 1)
}

/// Brings what is wanted to the front; how many.
fn sift(places: &mut [u32], wanted: impl Fn(u32) -> bool) -> usize {
    let mut front = 0;
    for at in 0..places.len() {
        // Always swapped, and counted where it is right: which it is nobody can foresee, least of all the machine.
        let place = places[at];
        places.swap(at, front);
        front += usize::from(wanted(place));
    }
    front
}
