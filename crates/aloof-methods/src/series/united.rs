//! Two threads of the same values, of which each has people where the other has none, become one: counterfeits of both are not needed.
//!
//! People only ever stand among the same values, so that worlds are none the fewer for it (see `docs/months.md`). Who was together stays
//! together, and the cells reach what those of both ever reached. Labels are few, and threads of the same ones many; of numbers they are rare.
//!
//! # Cost
//! Every thread with a free place looks at up to [`LOOKS`] others of its values, those whose cells lie nearest in one column.

use std::collections::BTreeMap;

use super::boxes::Boxes;
use super::places::LOOKS;
use super::threads::{NOBODY, Threads};

/// Unites threads where cells grow by no more than this share of the domains.
pub fn unite(threads: &mut Threads, boxes: &mut Boxes, most_growth: f64) {
    let mut like: BTreeMap<Vec<u32>, Vec<u32>> = BTreeMap::new();
    for thread in threads.active().filter(|&thread| threads.free(thread).next().is_some()) {
        like.entry(threads.all[thread].values.clone()).or_default().push(thread as u32);
    }
    for mut some in like.into_values().filter(|some| some.len() > 1) {
        some.sort_by(|&a, &b| boxes.thread_at(a as usize).total_cmp(&boxes.thread_at(b as usize)).then(a.cmp(&b)));
        Like { threads, boxes, some: &some, most_growth }.unite();
    }
}

/// Threads of the same values, by where their cells lie.
struct Like<'a> {
    threads: &'a mut Threads,
    boxes: &'a mut Boxes,
    some: &'a [u32],
    most_growth: f64,
}

impl Like<'_> {
    /// Those with fewest people go to others first.
    fn unite(mut self) {
        let mut order: Vec<usize> = (0..self.some.len()).collect();
        order.sort_by_key(|&at| (self.threads.members(self.some[at] as usize).count(), at));
        for at in order {
            if let Some(into) = self.best(at) {
                self.put_together(self.some[at] as usize, into);
            }
        }
    }

    /// The thread that would grow least by that one, of those near in one column.
    fn best(&self, at: usize) -> Option<usize> {
        let from = self.some[at] as usize;
        self.threads.members(from).next()?;
        let first = at.saturating_sub(LOOKS / 2).min(self.some.len().saturating_sub(LOOKS));
        let looked = &self.some[first..self.some.len().min(first + LOOKS)];
        let grown = |&into: &u32| (self.boxes.growth_by(into as usize, from), into as usize);
        let fits = |into: &&u32| self.fits(from, **into as usize);
        let best = looked.iter().filter(fits).map(grown).min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        (best.0 <= self.most_growth).then_some(best.1)
    }

    /// Whether nobody of the one stands where somebody of the other does.
    fn fits(&self, from: usize, into: usize) -> bool {
        let (from_stands, into_stands) = (&self.threads.stands[from], &self.threads.stands[into]);
        from != into
            && self.threads.members(into).next().is_some()
            && from_stands.iter().zip(into_stands).all(|(&a, &b)| a == NOBODY || b == NOBODY)
    }

    fn put_together(&mut self, from: usize, into: usize) {
        let came = std::mem::replace(&mut self.threads.stands[from], vec![NOBODY; self.threads.all[from].values.len()]);
        let stands = &mut self.threads.stands[into];
        came.into_iter().enumerate().filter(|&(_, at)| at != NOBODY).for_each(|(place, at)| stands[place] = at);
        let reached = self.threads.all[from].cells.clone();
        for (cell, more) in self.threads.all[into].cells.iter_mut().zip(reached) {
            cell.extend(more);
        }
        self.boxes.absorb(into, from);
    }
}
