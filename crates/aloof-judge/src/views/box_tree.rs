//! Which boxes hold a point: a bounding-volume tree.
//!
//! Built once over the boxes of a release by median splits, widest direction first. Where some column has few places,
//! [`Marks`] are made of the boxes in the order of the tree, which answer at once; sets of labels have no order in which
//! hulls would be tight. Elsewhere a query walks down only where the point lies inside the hull. Exact: in the end the
//! cells themselves are asked.
//!
//! # Cost
//! `O(B log B)` to build over `B` boxes; a query visits about `O(log B + answers)` nodes when boxes overlap little.

use std::ops::Range;

use super::cover::{Cover, QuasiPair};
use super::marks::Marks;

/// A box: the cover of each quasi column.
pub(super) struct BoxTree<'a> {
    columns: &'a [QuasiPair<'a>],
    boxes: usize,
    /// One released row of each box, where that is not the row of the same number.
    rows: Option<Vec<u32>>,
    /// The hull of each box, column after column: `ends[b · columns + c]`. Empty where there are marks.
    ends: Vec<Range<u32>>,
    order: Vec<u32>,
    nodes: Vec<Node>,
    hulls: Vec<Range<u32>>,
    marks: Option<Marks>,
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
    /// How many boxes all queries together have looked at.
    pub looks: usize,
}

const LEAF: usize = 8;

impl<'a> BoxTree<'a> {
    /// `rows` holds one released row per box.
    pub fn new(columns: &'a [QuasiPair<'a>], rows: Vec<u32>) -> Self {
        let mut tree = Self::grown(columns, rows);
        tree.marks = Marks::new(columns, tree.boxes, |column, at| tree.cell(tree.order[at], column));
        if tree.marks.is_some() {
            // Marks answer by themselves, and hulls take much room.
            (tree.ends, tree.nodes, tree.hulls) = (Vec::new(), Vec::new(), Vec::new());
        }
        tree
    }

    /// Without marks.
    fn grown(columns: &'a [QuasiPair<'a>], rows: Vec<u32>) -> Self {
        let boxes = rows.len();
        let order: Vec<u32> = (0..boxes as u32).collect();
        let mut tree = Self {
            columns,
            ends: Vec::with_capacity(boxes * columns.len()),
            boxes,
            rows: (rows != order).then_some(rows),
            order,
            nodes: Vec::new(),
            hulls: Vec::new(),
            marks: None,
        };
        for boxed in 0..tree.boxes as u32 {
            for column in 0..columns.len() {
                tree.ends.push(tree.cover(boxed, column).hull());
            }
        }
        if tree.boxes > 0 {
            tree.grow(0..tree.boxes, &mut Vec::new());
        }
        tree
    }

    fn cell(&self, boxed: u32, column: usize) -> usize {
        let row = self.rows.as_ref().map_or(boxed, |rows| rows[boxed as usize]);
        self.columns[column].cell(row as usize) as usize
    }

    fn cover(&self, boxed: u32, column: usize) -> &'a Cover {
        &self.columns[column].covers[self.cell(boxed, column)]
    }

    /// `keys` is room for the middles of a run.
    fn grow(&mut self, run: Range<usize>, keys: &mut Vec<u64>) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { boxes: run.start as u32..run.end as u32, children: None });
        let widest = self.measure(run.clone());
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
        }
        node
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
        query.found.clear();
        match &self.marks {
            Some(marks) => marks.covering(point, |at| {
                query.looks += 1;
                let boxed = self.order[at];
                if (0..point.len()).all(|column| marks.knows(column) || self.covers(boxed, column, point[column])) {
                    query.found.push(boxed);
                }
            }),
            None => self.walk(point, query),
        }
        query.found.sort_unstable();
        &query.found
    }

    fn walk(&self, point: &[u32], query: &mut Query) {
        let Query { open, found, looks } = query;
        let width = self.columns.len();
        open.clear();
        if !self.nodes.is_empty() {
            open.push(0u32);
        }
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
            let boxes = &self.order[boxes.start as usize..boxes.end as usize];
            *looks += boxes.len();
            let covers = |boxed: u32| (0..width).all(|column| self.covers(boxed, column, point[column]));
            boxes.iter().filter(|&&boxed| covers(boxed)).for_each(|&boxed| found.push(boxed));
        }
    }

    fn covers(&self, boxed: u32, column: usize, place: u32) -> bool {
        let hull = self.ends.get(boxed as usize * self.columns.len() + column);
        hull.is_none_or(|hull| hull.contains(&place)) && self.cover(boxed, column).contains(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::{Column, LabelColumn, NumberColumn};
    use proptest::prelude::*;

    proptest! {
        /// With marks and without, the boxes are those whose cells cover the point.
        #[test]
        fn finds_what_covers(
            points in prop::collection::vec((0i64..40, 0i64..6), 1..20),
            boxes in prop::collection::vec((0i64..40, 0i64..20, prop::collection::vec(0i64..6, 1..4)), 1..60),
        ) {
            let integers = |f: fn(&(i64, i64)) -> i64| Column::Number(NumberColumn::from_integers(points.iter().map(f).collect()));
            let original = [integers(|point| point.0), integers(|point| point.1)];
            let set = |labels: &Vec<i64>| format!("{{{}}}", labels.iter().map(i64::to_string).collect::<Vec<_>>().join(", "));
            let texts: [Vec<String>; 2] = [
                boxes.iter().map(|(low, wide, _)| format!("{low}..{}", low + wide)).collect(),
                boxes.iter().map(|(_, _, labels)| set(labels)).collect(),
            ];
            let labels = texts.map(|texts| LabelColumn::from_texts(texts.iter().map(|text| Some(text.as_str()))));
            let columns = [0, 1].map(|at| QuasiPair::new(&original[at], &labels[at], None).unwrap());
            let all = || (0..boxes.len() as u32).collect();
            let (marked, tree) = (BoxTree::new(&columns, all()), BoxTree::grown(&columns, all()));
            prop_assert!(marked.marks.is_some() && tree.marks.is_none());
            let mut query = Query::default();
            for row in 0..points.len() {
                let point = [columns[0].places[row], columns[1].places[row]];
                let covers = |boxed: &u32| (0..2).all(|at| tree.cover(*boxed, at).contains(point[at]));
                let literal: Vec<u32> = (0..boxes.len() as u32).filter(covers).collect();
                prop_assert_eq!(marked.covering(&point, &mut query), &literal[..]);
                prop_assert_eq!(tree.covering(&point, &mut query), &literal[..]);
            }
        }
    }
}
