//! All rows as points of the quasi space, to find those inside a box.
//!
//! # Idea
//! A k-d tree that never changes: boxes move, people do not. Nodes lie in an array like a heap, leaves hold some points
//! whose places stand together in memory.
//!
//! # Cost
//! `O(n log n)` to build, `4 · (axes + 1)` bytes per row. A small box visits a few leaves.

use rayon::prelude::*;

/// Leaves hold at most so many points.
const LEAF: usize = 8;

/// Ranges larger than this are halved on two threads.
const PARALLEL: usize = 8192;

/// The points, in the order of the tree.
pub(super) struct Points {
    axes: usize,
    levels: u32,
    /// Of each inner node the axis and the highest place on its left.
    cuts: Vec<(u32, u32)>,
    rows: Vec<u32>,
    /// Row after row, in the order of `rows`.
    places: Vec<u32>,
}

impl Points {
    /// `places` by axis and row.
    pub fn new(places: &[Vec<u32>], rows: usize) -> Self {
        let mut levels = 0;
        while (rows >> levels) > LEAF && !places.is_empty() {
            levels += 1;
        }
        let mut order: Vec<u32> = (0..rows as u32).collect();
        let mut cuts = vec![(0, 0); (1 << levels) - 1];
        part(places, &mut order, &mut cuts, levels);
        let laid: Vec<u32> =
            order.par_iter().flat_map_iter(|&row| places.iter().map(move |p| p[row as usize])).collect();
        Self { axes: places.len(), levels, cuts, rows: order, places: laid }
    }

    /// Calls `found` with every row inside: on each axis from `low` to `high`, both included.
    pub fn inside(&self, low: &[u32], high: &[u32], mut found: impl FnMut(u32)) {
        let mut open = [(0u32, 0u32, 0usize, 0usize); 64];
        let mut depth = 1;
        open[0] = (0, self.levels, 0, self.rows.len());
        while depth > 0 {
            depth -= 1;
            let (node, levels, from, to) = open[depth];
            if levels == 0 {
                self.leaf(low, high, from..to, &mut found);
                continue;
            }
            let (axis, at) = self.cuts[node as usize];
            let middle = usize::midpoint(from, to);
            // Of equal places some lie left and some right.
            if high[axis as usize] >= at {
                open[depth] = (2 * node + 2, levels - 1, middle, to);
                depth += 1;
            }
            if low[axis as usize] <= at {
                open[depth] = (2 * node + 1, levels - 1, from, middle);
                depth += 1;
            }
        }
    }

    fn leaf(&self, low: &[u32], high: &[u32], range: std::ops::Range<usize>, found: &mut impl FnMut(u32)) {
        for at in range {
            let point = &self.places[at * self.axes..(at + 1) * self.axes];
            if point.iter().zip(low.iter().zip(high)).all(|(p, (low, high))| low <= p && p <= high) {
                found(self.rows[at]);
            }
        }
    }
}

/// Orders `rows` so that every node's left half lies before its right half; `cuts` are those of one subtree, level by
/// level.
fn part(places: &[Vec<u32>], rows: &mut [u32], cuts: &mut [(u32, u32)], levels: u32) {
    let mut ranges: Vec<&mut [u32]> = vec![rows];
    let mut rest = cuts;
    for _ in 0..levels {
        let (here, below) = std::mem::take(&mut rest).split_at_mut(ranges.len());
        rest = below;
        let halve = |(range, cut): (&'_ mut [u32], &mut (u32, u32))| {
            *cut = halve(places, range);
        };
        if ranges.iter().map(|range| range.len()).sum::<usize>() > PARALLEL {
            ranges.par_iter_mut().zip(here).for_each(|(range, cut)| halve((range, cut)));
        } else {
            ranges.iter_mut().zip(here).for_each(|(range, cut)| halve((range, cut)));
        }
        ranges = ranges
            .into_iter()
            .flat_map(|range| {
                let middle = range.len() / 2;
                let (left, right) = range.split_at_mut(middle);
                [left, right]
            })
            .collect();
    }
}

/// Parts a range at the median of the axis on which it is widest, measured in places.
fn halve(places: &[Vec<u32>], range: &mut [u32]) -> (u32, u32) {
    let width = |places: &Vec<u32>| {
        let bounds = range.iter().map(|&row| places[row as usize]);
        bounds.clone().max().unwrap_or(0) - bounds.min().unwrap_or(0)
    };
    let axis = (0..places.len()).max_by_key(|&axis| (width(&places[axis]), usize::MAX - axis)).unwrap_or(0);
    let column = &places[axis];
    let middle = range.len() / 2;
    range.select_nth_unstable_by_key(middle, |&row| (column[row as usize], row));
    let at = range[..middle].iter().map(|&row| column[row as usize]).max().unwrap_or(0);
    (axis as u32, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn finds_what_is_inside(
            rows in prop::collection::vec((0u32..9, 0u32..40), 0..200), low in (0u32..9, 0u32..40), size in (0u32..6, 0u32..20)
        ) {
            let places = [rows.iter().map(|row| row.0).collect(), rows.iter().map(|row| row.1).collect()];
            let high = (low.0 + size.0, low.1 + size.1);
            let mut found = Vec::new();
            Points::new(&places, rows.len()).inside(&[low.0, low.1], &[high.0, high.1], |row| found.push(row));
            found.sort_unstable();
            let inside = |row: &u32| {
                let (x, y) = rows[*row as usize];
                (low.0..=high.0).contains(&x) && (low.1..=high.1).contains(&y)
            };
            prop_assert_eq!(found, (0..rows.len() as u32).filter(inside).collect::<Vec<_>>());
        }
    }
}
