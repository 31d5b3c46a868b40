//! Which boxes hold a point: a bounding-volume tree.
//!
//! Built once over the boxes of a release by median splits, widest direction first; a query walks down only where the
//! point lies inside the hull. Exact: leaves ask the cells themselves.
//!
//! # Cost
//! `O(B log B)` to build over `B` boxes; a query visits about `O(log B + answers)` nodes when boxes overlap little.

use std::ops::Range;

use super::cover::{Cover, QuasiPair};

/// A box: the cover of each quasi column.
pub(super) struct BoxTree<'a> {
    columns: &'a [QuasiPair],
    /// The cell codes of box `b`, column after column: `cells[b · columns + c]`.
    cells: Vec<u32>,
    order: Vec<u32>,
    nodes: Vec<Node>,
    hulls: Vec<Range<u32>>,
}

/// A run of `order` and, unless a leaf, the places of its two children.
struct Node {
    boxes: Range<u32>,
    children: Option<(u32, u32)>,
}

const LEAF: usize = 8;

impl<'a> BoxTree<'a> {
    /// `rows` holds one released row per box.
    pub fn new(columns: &'a [QuasiPair], rows: impl Iterator<Item = u32>) -> Self {
        let cells: Vec<u32> =
            rows.flat_map(|row| columns.iter().map(move |column| column.cells[row as usize])).collect();
        let boxes = if columns.is_empty() { 0 } else { cells.len() / columns.len() };
        let mut tree =
            Self { columns, cells, order: (0..boxes as u32).collect(), nodes: Vec::new(), hulls: Vec::new() };
        if boxes > 0 {
            tree.grow(0..boxes);
        }
        tree
    }

    fn cover(&self, boxed: u32, column: usize) -> &'a Cover {
        &self.columns[column].covers[self.cells[boxed as usize * self.columns.len() + column] as usize]
    }

    /// Twice the middle of a box, which is enough to order by.
    fn middle(&self, boxed: u32, column: usize) -> u32 {
        let hull = self.cover(boxed, column).hull();
        hull.start + hull.end
    }

    fn grow(&mut self, run: Range<usize>) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { boxes: run.start as u32..run.end as u32, children: None });
        for column in 0..self.columns.len() {
            let hull = self.hull(run.clone(), column);
            self.hulls.push(hull);
        }
        if run.len() > LEAF {
            let column = self.widest(run.clone());
            let half = run.start + run.len() / 2;
            let mut boxes = self.order[run.clone()].to_vec();
            boxes.select_nth_unstable_by_key(run.len() / 2, |&boxed| (self.middle(boxed, column), boxed));
            self.order[run.clone()].copy_from_slice(&boxes);
            let children = (self.grow(run.start..half), self.grow(half..run.end));
            self.nodes[node as usize].children = Some(children);
        }
        node
    }

    fn hull(&self, run: Range<usize>, column: usize) -> Range<u32> {
        let hulls = self.order[run].iter().map(|&boxed| self.cover(boxed, column).hull());
        hulls.filter(|hull| !hull.is_empty()).reduce(|a, b| a.start.min(b.start)..a.end.max(b.end)).unwrap_or(0..0)
    }

    /// The column along which the middles are spread most, as a share of its places.
    fn widest(&self, run: Range<usize>) -> usize {
        let spread = |column: usize| {
            let middles = self.order[run.clone()].iter().map(|&boxed| self.middle(boxed, column));
            let (low, high) = middles.fold((u32::MAX, 0), |(low, high), m| (low.min(m), high.max(m)));
            u64::from(high.saturating_sub(low)) * 1_000_000 / self.columns[column].count.max(1) as u64
        };
        (0..self.columns.len()).max_by_key(|&column| (spread(column), std::cmp::Reverse(column))).unwrap_or(0)
    }

    /// The boxes that cover `point` (a place per column), in ascending order.
    pub fn covering(&self, point: &[u32], found: &mut Vec<u32>) {
        found.clear();
        let mut open = Vec::new();
        if !self.nodes.is_empty() {
            open.push(0u32);
        }
        let width = self.columns.len();
        while let Some(node) = open.pop() {
            let hulls = &self.hulls[node as usize * width..(node as usize + 1) * width];
            if !hulls.iter().zip(point).all(|(hull, place)| hull.contains(place)) {
                continue;
            }
            let Node { boxes, children } = &self.nodes[node as usize];
            if let Some((left, right)) = children {
                open.extend([*left, *right]);
                continue;
            }
            let inside = |&&boxed: &&u32| {
                point.iter().enumerate().all(|(column, &place)| self.cover(boxed, column).contains(place))
            };
            found.extend(self.order[boxes.start as usize..boxes.end as usize].iter().filter(inside));
        }
        found.sort_unstable();
    }
}
