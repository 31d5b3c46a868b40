//! Points that are taken one after the other: a tree that finds a point of a box among those that are still there.
//!
//! # Cost
//! `O(P log P)` to build over P points and 8 bytes per point and column. To find a point: about `O(log P)` where many are
//! left, `O(P^(1 − 1/d))` where the box has none; to take one away: `O(log P)`.

use std::ops::Range;

use super::boxes::{Boxes, Relation};
use super::points::{Points, halves};

/// Runs of so few points are looked through.
const LEAF: usize = 4;

/// Points in an arranged order, and the runs into which it is halved, parents before children.
pub(super) struct PointTree<'a> {
    points: &'a Points,
    pub order: Vec<u32>,
    nodes: Vec<Node>,
    /// The hull of each node, column after column.
    hulls: Vec<Range<u32>>,
    width: usize,
    /// The leaf of each point.
    leaves: Vec<u32>,
}

struct Node {
    run: Range<usize>,
    parent: Option<u32>,
    /// The second child; the first follows at once.
    second: Option<u32>,
}

/// Which points are still there, by their place in the order.
pub(super) struct There {
    points: Vec<bool>,
    /// How many of each node's.
    counts: Vec<u32>,
}

impl<'a> PointTree<'a> {
    pub fn new(points: &'a Points, mut order: Vec<u32>) -> Self {
        points.arrange(&mut order);
        let leaves = vec![0; order.len()];
        let mut tree = Self { points, order, nodes: Vec::new(), hulls: Vec::new(), width: 0, leaves };
        if !tree.order.is_empty() {
            tree.grow(0..tree.order.len(), None);
        }
        tree
    }

    fn grow(&mut self, run: Range<usize>, parent: Option<u32>) -> u32 {
        let node = self.nodes.len() as u32;
        self.nodes.push(Node { run: run.clone(), parent, second: None });
        let mut hull = self.points.hull(&self.order[run.clone()]);
        self.width = hull.len();
        self.hulls.append(&mut hull);
        match halves(run.clone()) {
            Some((left, right)) if run.len() > LEAF => {
                self.grow(left, Some(node));
                let second = self.grow(right, Some(node));
                self.nodes[node as usize].second = Some(second);
            }
            _ => self.leaves[run].fill(node),
        }
        node
    }

    /// Those points that `is_there` names.
    pub fn there(&self, is_there: impl Fn(usize) -> bool) -> There {
        let points: Vec<bool> = (0..self.order.len()).map(is_there).collect();
        let count = |node: &Node| points[node.run.clone()].iter().filter(|&&there| there).count() as u32;
        There { counts: self.nodes.iter().map(count).collect(), points }
    }

    /// A point, by its place in the order, that is still there and that the box covers; the one that lies first in `column`.
    pub fn first(&self, boxes: &Boxes, boxed: u32, there: &There, column: usize) -> Option<usize> {
        self.search(boxes, boxed, there, Some(column))
    }

    /// Any point that is still there and that the box covers.
    pub fn any(&self, boxes: &Boxes, boxed: u32, there: &There) -> Option<usize> {
        self.search(boxes, boxed, there, None)
    }

    fn search(&self, boxes: &Boxes, boxed: u32, there: &There, column: Option<usize>) -> Option<usize> {
        let mut best: Option<(u32, usize)> = None;
        let start = |node: u32| column.and_then(|c| self.hull(node).get(c)).map_or(0, |run| run.start);
        let mut open: Vec<u32> = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        while let Some(at) = open.pop() {
            let beaten = best.is_some_and(|(place, _)| start(at) >= place);
            if beaten || there.counts[at as usize] == 0 || boxes.relation(boxed, self.hull(at)) == Relation::Apart {
                continue;
            }
            let node = &self.nodes[at as usize];
            if let Some(second) = node.second {
                // What lies first is looked at first.
                let children = if start(at + 1) <= start(second) { [second, at + 1] } else { [at + 1, second] };
                open.extend(children);
                continue;
            }
            for spot in node.run.clone().filter(|&spot| there.points[spot]) {
                let point = self.order[spot];
                let place = column.filter(|&c| c < self.width).map_or(0, |c| self.points.place(point, c));
                let closer = best.is_none_or(|(other, _)| place < other);
                if closer && boxes.covers(boxed, |column| self.points.place(point, column)) {
                    best = Some((place, spot));
                }
            }
            if column.is_none() && best.is_some() {
                break;
            }
        }
        best.map(|(_, spot)| spot)
    }

    fn hull(&self, node: u32) -> &[Range<u32>] {
        &self.hulls[node as usize * self.width..(node as usize + 1) * self.width]
    }

    /// Takes a point away.
    pub fn take(&self, there: &mut There, spot: usize) {
        if std::mem::replace(&mut there.points[spot], false) {
            self.each_above(spot, |node| there.counts[node] -= 1);
        }
    }

    fn each_above(&self, spot: usize, mut tell: impl FnMut(usize)) {
        let mut node = Some(self.leaves[spot]);
        while let Some(at) = node {
            tell(at as usize);
            node = self.nodes[at as usize].parent;
        }
    }
}
