//! Which boxes cover each point, where very many do: without writing it down.
//!
//! # Idea
//! Points are arranged so that halves of halves lie close together. Going down from all points to single ones, a box that
//! covers all points below is counted once for all of them, a box that covers none is let go, and only those whose faces run
//! between the points are carried further. Arrived at a point, what has been counted is what covers it. Going up again,
//! what was counted is taken back.
//!
//! # Cost
//! A face of a box runs through about `P^(1 − 1/d)` of the runs of P points in d columns: `O(B · P^(1 − 1/d))` steps for B
//! boxes, however many of them cover a point; `O(B log P)` in one column. At worst, where every box covers every other point,
//! `O(B · P)`. 8 bytes per box and thread, and what the tally takes.

use std::ops::Range;

use rayon::prelude::*;

use super::boxes::{Boxes, Relation};
use super::groups::Grouped;
use super::points::{Points, halves};
use super::tally::Tally;

/// Points are shared out to all cores in 2 to this many runs.
const DEPTH: usize = 4;

/// Boxes, and points in an arranged order.
pub(super) struct Descent<'a> {
    pub boxes: &'a Boxes,
    pub points: &'a Points,
    pub order: &'a [u32],
}

impl Descent<'_> {
    /// Tells `each` of every point and of all members of the boxes that cover it. What is told comes in a fixed number of
    /// parts, whatever the number of threads.
    pub fn visit<T: Default + Send>(
        &self,
        released: &Grouped,
        each: impl Fn(&mut T, usize, &Tally<'_>) + Sync,
    ) -> Vec<T> {
        let mut runs = Vec::new();
        pieces(0..self.order.len(), DEPTH, &mut runs);
        let one = |run: Range<usize>| {
            let mut told = T::default();
            let mut walk = Walk {
                descent: self,
                open: (0..self.boxes.len() as u32).collect(),
                inside: Vec::new(),
                tally: Tally::new(released),
                each: |point, tally: &Tally<'_>| each(&mut told, point, tally),
            };
            walk.down(run, 0);
            told
        };
        runs.into_par_iter().map(one).collect()
    }
}

fn pieces(run: Range<usize>, depth: usize, found: &mut Vec<Range<usize>>) {
    match halves(run.clone()) {
        Some((left, right)) if depth > 0 => {
            pieces(left, depth - 1, found);
            pieces(right, depth - 1, found);
        }
        _ if run.is_empty() => {}
        _ => found.push(run),
    }
}

struct Walk<'a, E> {
    descent: &'a Descent<'a>,
    /// Boxes that cover some points of a run but not all, run below run.
    open: Vec<u32>,
    /// Boxes that have been counted, run below run.
    inside: Vec<u32>,
    tally: Tally<'a>,
    each: E,
}

impl<E: FnMut(usize, &Tally<'_>)> Walk<'_, E> {
    /// `open[from..]` are the boxes of which it is not yet known how they lie to the run.
    fn down(&mut self, run: Range<usize>, from: usize) {
        let Descent { boxes, points, order } = *self.descent;
        let hull = points.hull(&order[run.clone()]);
        let (known, counted) = (self.open.len(), self.inside.len());
        for at in from..known {
            let boxed = self.open[at];
            match boxes.relation(boxed, &hull) {
                Relation::Inside => {
                    self.inside.push(boxed);
                    self.tally.add(boxed);
                }
                Relation::Partly => self.open.push(boxed),
                Relation::Apart => {}
            }
        }
        match halves(run.clone()) {
            Some((left, right)) => {
                self.down(left, known);
                self.down(right, known);
            }
            None => (self.each)(order[run.start] as usize, &self.tally),
        }
        self.open.truncate(known);
        for boxed in self.inside.drain(counted..) {
            self.tally.remove(boxed);
        }
    }
}
