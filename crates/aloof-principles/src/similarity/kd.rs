//! A tree of boxes around distinct values, each with the number of rows in it: how many rows lie within ε of a value?
//!
//! # Idea
//! A box that lies altogether within reach counts as a whole, one altogether beyond it not at all; only boxes on the rim are
//! opened. Values are halved at the median of the column in which they spread most.
//!
//! All is integers, as in [`super::flat`]: the least and the greatest distance to a box are exact, so nothing is rounded and
//! the counts are those of asking about every value.
//!
//! # Source
//! Bentley, *Multidimensional binary search trees used for associative searching*, Communications of the ACM 1975.
//!
//! # Cost
//! `O(D log D)` to make for D values. A count opens the boxes that the rim of a neighbourhood cuts: few in few columns, most
//! of them in ten.

use super::flat::{Norm, measure};

/// Values in a box that is not halved.
const LEAF: usize = 16;

/// Values and their numbers of rows, box in box.
pub(super) struct Tree<const D: usize> {
    /// The values, box after box.
    values: Vec<[i64; D]>,
    /// Rows of all values before each, and of all at the end.
    before: Vec<u64>,
    boxes: Vec<Around<D>>,
    norm: Norm,
    weights: [i64; D],
    limit: i64,
}

/// A box, the values in it, and the first of its two halves; the other follows all boxes in that one.
struct Around<const D: usize> {
    low: [i64; D],
    high: [i64; D],
    start: usize,
    end: usize,
    /// `None` for a leaf.
    right: Option<usize>,
}

impl<const D: usize> Tree<D> {
    /// Of values that stand for so many rows each.
    pub fn new(values: &[[i64; D]], totals: &[u32], norm: Norm, weights: [i64; D], limit: i64) -> Self {
        let mut order: Vec<u32> = (0..values.len() as u32).collect();
        let mut boxes = Vec::with_capacity(2 * values.len().div_ceil(LEAF));
        halve(values, &mut order, 0, &mut boxes, norm, &weights);
        let mut before = Vec::with_capacity(order.len() + 1);
        before.push(0);
        for &code in &order {
            before.push(before[before.len() - 1] + u64::from(totals[code as usize]));
        }
        let values = order.into_iter().map(|code| values[code as usize]).collect();
        Self { values, before, boxes, norm, weights, limit }
    }

    /// Rows within reach of `value`.
    pub fn count(&self, value: &[i64; D]) -> u64 {
        if self.boxes.is_empty() { 0 } else { self.count_in(0, value) }
    }

    fn count_in(&self, at: usize, value: &[i64; D]) -> u64 {
        let around = &self.boxes[at];
        let outside = |at: usize| (around.low[at] - value[at]).max(value[at] - around.high[at]).max(0);
        let farthest = |at: usize| (value[at] - around.low[at]).max(around.high[at] - value[at]);
        if measure(self.norm, &self.weights, outside) > self.limit {
            return 0;
        }
        if measure(self.norm, &self.weights, farthest) <= self.limit {
            return self.before[around.end] - self.before[around.start];
        }
        match around.right {
            Some(right) => self.count_in(at + 1, value) + self.count_in(right, value),
            None => (around.start..around.end).map(|place| self.count_one(place, value)).sum(),
        }
    }

    fn count_one(&self, place: usize, value: &[i64; D]) -> u64 {
        let other = &self.values[place];
        let gap = |at: usize| (other[at] - value[at]).abs();
        let within = measure(self.norm, &self.weights, gap) <= self.limit;
        if within { self.before[place + 1] - self.before[place] } else { 0 }
    }
}

/// Puts boxes around `order` and its halves; `start` values stand before it.
fn halve<const D: usize>(
    values: &[[i64; D]],
    order: &mut [u32],
    start: usize,
    boxes: &mut Vec<Around<D>>,
    norm: Norm,
    weights: &[i64; D],
) {
    let Some(&first) = order.first() else { return };
    let (mut low, mut high) = (values[first as usize], values[first as usize]);
    for &code in order.iter() {
        for (at, &number) in values[code as usize].iter().enumerate() {
            low[at] = low[at].min(number);
            high[at] = high[at].max(number);
        }
    }
    let at = boxes.len();
    boxes.push(Around { low, high, start, end: start + order.len(), right: None });
    let spread = |column: usize| measure(norm, weights, |at| if at == column { high[at] - low[at] } else { 0 });
    let Some(widest) = (0..D).max_by_key(|&column| spread(column)).filter(|&column| spread(column) > 0) else { return };
    if order.len() <= LEAF {
        return;
    }
    let middle = order.len() / 2;
    order.select_nth_unstable_by_key(middle, |&code| (values[code as usize][widest], code));
    let (left, right) = order.split_at_mut(middle);
    halve(values, left, start, boxes, norm, weights);
    boxes[at].right = Some(boxes.len());
    halve(values, right, start + middle, boxes, norm, weights);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// The tree counts what asking about every value counts, at the very rim too.
        #[test]
        fn counts_are_those_of_a_scan(
            values in proptest::collection::vec(proptest::array::uniform3(-30i64..30), 0..200),
            weights in proptest::array::uniform3(1i64..4),
            limit in 0i64..60,
        ) {
            let totals: Vec<u32> = (0..values.len() as u32).map(|code| code % 5).collect();
            for norm in [Norm::Sum, Norm::Squares, Norm::Max] {
                let tree = Tree::new(&values, &totals, norm, weights, limit);
                for value in &values {
                    let near = |other: &[i64; 3]| measure(norm, &weights, |at| (other[at] - value[at]).abs()) <= limit;
                    let scan = values.iter().zip(&totals).filter(|(other, _)| near(other));
                    prop_assert_eq!(tree.count(value), scan.map(|(_, &total)| u64::from(total)).sum::<u64>());
                }
            }
        }
    }
}
