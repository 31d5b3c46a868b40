//! Which boxes hold a point: a bounding-volume tree.
//!
//! Built once over the boxes of a release by median splits, widest direction first; a query walks down only where some box
//! below may cover the point. Where a column has few places, a node knows which of them its boxes cover, bit by bit:
//! sets of labels have no order in which hulls would be tight. Elsewhere it knows the hull. Exact: leaves ask the cells.
//!
//! # Cost
//! `O(B log B)` to build over `B` boxes; a query visits about `O(log B + answers)` nodes when boxes overlap little.

use std::ops::Range;

use super::cover::{Cover, QuasiPair};

/// A box: the cover of each quasi column.
pub(super) struct BoxTree<'a> {
    columns: &'a [QuasiPair<'a>],
    /// One released row of each box.
    rows: Vec<u32>,
    /// The hull of each box, column after column: `ends[b · columns + c]`.
    ends: Vec<Range<u32>>,
    order: Vec<u32>,
    nodes: Vec<Node>,
    hulls: Vec<Range<u32>>,
    /// For each column of few places, what each distinct cell covers; and what each node does, column after column.
    bits: Vec<Option<Vec<Bits>>>,
    node_bits: Vec<Bits>,
}

/// Places that are covered, of columns with at most 256.
type Bits = [u64; 4];

fn has(bits: &Bits, place: u32) -> bool {
    bits[place as usize / 64] >> (place % 64) & 1 == 1
}

/// `None` if the column has too many places.
fn bits_of(column: &QuasiPair<'_>) -> Option<Vec<Bits>> {
    let one = |cover: &Cover| {
        let mut bits = [0; 4];
        (0..column.count as u32).filter(|&place| cover.contains(place)).for_each(|place| {
            bits[place as usize / 64] |= 1 << (place % 64);
        });
        bits
    };
    (column.count <= 256).then(|| column.covers.iter().map(one).collect())
}

/// A run of `order` and, unless a leaf, the places of its two children.
struct Node {
    boxes: Range<u32>,
    children: Option<(u32, u32)>,
}

/// Room for queries, used again and again.
#[derive(Default)]
pub(super) struct Query {
    open: Vec<u32>,
    found: Vec<u32>,
}

const LEAF: usize = 8;

impl<'a> BoxTree<'a> {
    /// `rows` holds one released row per box.
    pub fn new(columns: &'a [QuasiPair<'a>], rows: impl Iterator<Item = u32>) -> Self {
        let rows: Vec<u32> = rows.collect();
        let order = (0..rows.len() as u32).collect();
        let mut tree = Self {
            columns,
            ends: Vec::with_capacity(rows.len() * columns.len()),
            rows,
            order,
            nodes: Vec::new(),
            hulls: Vec::new(),
            bits: columns.iter().map(bits_of).collect(),
            node_bits: Vec::new(),
        };
        for boxed in 0..tree.rows.len() as u32 {
            for column in 0..columns.len() {
                tree.ends.push(tree.cover(boxed, column).hull());
            }
        }
        if !tree.rows.is_empty() {
            tree.grow(0..tree.rows.len(), &mut Vec::new());
        }
        tree
    }

    fn cell(&self, boxed: u32, column: usize) -> usize {
        self.columns[column].cell(self.rows[boxed as usize] as usize) as usize
    }

    fn cover(&self, boxed: u32, column: usize) -> &'a Cover {
        &self.columns[column].covers[self.cell(boxed, column)]
    }

    /// `keys` is room for the middles of a run.
    fn grow(&mut self, run: Range<usize>, keys: &mut Vec<u64>) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { boxes: run.start as u32..run.end as u32, children: None });
        let widest = self.measure(run.clone());
        let place = self.node_bits.len();
        self.node_bits.resize(place + self.columns.len(), [0; 4]);
        if run.len() > LEAF {
            let half = run.len() / 2;
            keys.clear();
            let key = |&boxed: &u32| u64::from(self.middle(boxed, widest)) << 32 | u64::from(boxed);
            keys.extend(self.order[run.clone()].iter().map(key));
            keys.select_nth_unstable(half);
            self.order[run.clone()].iter_mut().zip(&*keys).for_each(|(boxed, &key)| *boxed = key as u32);
            let left = self.grow(run.start..run.start + half, keys);
            let right = self.grow(run.start + half..run.end, keys);
            self.nodes[node as usize].children = Some((left, right));
            self.join_bits(node, left, right);
        } else {
            self.leaf_bits(node, run);
        }
        node
    }

    fn join_bits(&mut self, node: u32, left: u32, right: u32) {
        let width = self.columns.len();
        for column in 0..width {
            let bits = |node: u32| self.node_bits[node as usize * width + column];
            let (a, b) = (bits(left), bits(right));
            self.node_bits[node as usize * width + column] = std::array::from_fn(|word| a[word] | b[word]);
        }
    }

    fn leaf_bits(&mut self, node: u32, run: Range<usize>) {
        let width = self.columns.len();
        for column in 0..width {
            let mut all = [0; 4];
            if let Some(bits) = &self.bits[column] {
                for &boxed in &self.order[run.clone()] {
                    let some = bits[self.cell(boxed, column)];
                    all = std::array::from_fn(|word| all[word] | some[word]);
                }
            }
            self.node_bits[node as usize * width + column] = all;
        }
    }

    /// Twice the middle of a box, which is enough to order by.
    fn middle(&self, boxed: u32, column: usize) -> u32 {
        let hull = &self.ends[boxed as usize * self.columns.len() + column];
        hull.start + hull.end
    }

    /// Notes the hulls of a run; returns the column along which the middles are spread most, as a share of its places.
    fn measure(&mut self, run: Range<usize>) -> usize {
        let width = self.columns.len();
        let nowhere = Range { start: u32::MAX, end: 0 };
        let mut hulls = vec![nowhere; width];
        let mut middles = vec![(u32::MAX, 0u32); width];
        for &boxed in &self.order[run] {
            let ends = &self.ends[boxed as usize * width..(boxed as usize + 1) * width];
            for ((hull, middle), end) in hulls.iter_mut().zip(&mut middles).zip(ends) {
                // What covers nothing lies nowhere.
                if !end.is_empty() {
                    *hull = hull.start.min(end.start)..hull.end.max(end.end);
                }
                let at = end.start + end.end;
                *middle = (middle.0.min(at), middle.1.max(at));
            }
        }
        self.hulls.append(&mut hulls);
        let spread = |column: usize| {
            let (low, high) = middles[column];
            u64::from(high.saturating_sub(low)) * 1_000_000 / self.columns[column].count.max(1) as u64
        };
        (0..width).max_by_key(|&column| (spread(column), std::cmp::Reverse(column))).unwrap_or(0)
    }

    /// The boxes that cover `point` (a place per column), in ascending order.
    pub fn covering<'q>(&self, point: &[u32], query: &'q mut Query) -> &'q [u32] {
        let Query { open, found } = query;
        found.clear();
        open.clear();
        if !self.nodes.is_empty() {
            open.push(0u32);
        }
        while let Some(node) = open.pop() {
            if !self.may_cover(node as usize, point) {
                continue;
            }
            let Node { boxes, children } = &self.nodes[node as usize];
            if let Some((left, right)) = children {
                open.extend([*left, *right]);
                continue;
            }
            let boxes = &self.order[boxes.start as usize..boxes.end as usize];
            boxes.iter().filter(|&&boxed| self.covers(boxed, point)).for_each(|&boxed| found.push(boxed));
        }
        found.sort_unstable();
        found
    }

    fn may_cover(&self, node: usize, point: &[u32]) -> bool {
        let width = self.columns.len();
        point.iter().enumerate().all(|(column, &place)| match &self.bits[column] {
            Some(_) => has(&self.node_bits[node * width + column], place),
            None => self.hulls[node * width + column].contains(&place),
        })
    }

    fn covers(&self, boxed: u32, point: &[u32]) -> bool {
        point.iter().enumerate().all(|(column, &place)| match &self.bits[column] {
            Some(bits) => has(&bits[self.cell(boxed, column)], place),
            None => {
                let hull = &self.ends[boxed as usize * self.columns.len() + column];
                hull.contains(&place) && self.cover(boxed, column).contains(place)
            }
        })
    }
}
