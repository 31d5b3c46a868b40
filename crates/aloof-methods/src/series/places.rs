//! Who is new takes a place that is free: of a thread in which nobody stands at that very value.
//!
//! Of all who may take a place, and all places that they may take, those meet first of whom cells grow least. Matchings at the least cost,
//! or of the most people, were tried in place of this and leave 1 in 100 counterfeits less or more: newcomers of one value are few.
//!
//! # Cost
//! Every newcomer looks at up to [`LOOKS`] places of its value, those whose cells lie nearest in one column, and looks again whenever
//! somebody else took the best of them.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

use super::boxes::Boxes;
use super::people::People;
use super::threads::{NOBODY, Threads};

/// A place is taken by somebody new only if the cells grow by no more than they were wide on average in the first release, and by no more
/// than this: shares of the domains, over all columns together; unless the policy says `widen`.
const MOST_GROWTH: f64 = 0.1;

/// How far cells may grow, where the policy does not say it; `width`: how wide they were, in millionths of the domains. In a large table
/// they are small, and a tenth would be many times as much.
pub fn most_growth(width: Option<u32>) -> f64 {
    width.map_or(MOST_GROWTH, |width| f64::from(width) / 1e6).min(MOST_GROWTH)
}

/// So many places are looked at.
pub(super) const LOOKS: usize = 200;

/// A free place: its thread, and where in that it is.
type Place = (u32, u32);

/// Who is new takes a free place of the same value; returns those who found none.
pub fn take_free_places(
    threads: &mut Threads,
    boxes: &mut Boxes,
    people: &People,
    newcomers: Vec<u32>,
    most_growth: f64,
) -> Vec<u32> {
    if newcomers.is_empty() {
        return newcomers;
    }
    let mut free: BTreeMap<u32, Vec<Place>> = BTreeMap::new();
    for thread in threads.active() {
        for place in threads.free(thread) {
            free.entry(threads.all[thread].values[place]).or_default().push((thread as u32, place as u32));
        }
    }
    if free.is_empty() {
        return newcomers;
    }
    let mut waiting: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for &at in &newcomers {
        waiting.entry(people.value[at as usize]).or_default().push(at);
    }
    for (value, waiting) in waiting {
        let Some(mut places) = free.remove(&value) else { continue };
        places.sort_by(|a, b| boxes.thread_at(a.0 as usize).total_cmp(&boxes.thread_at(b.0 as usize)).then(a.cmp(b)));
        Meeting { threads, boxes, people, places, most_growth }.of(&waiting);
    }
    let mut stands = vec![false; people.rows.len()];
    threads.stands.iter().flatten().filter(|&&at| at != NOBODY).for_each(|&at| stands[at as usize] = true);
    newcomers.into_iter().filter(|&at| !stands[at as usize]).collect()
}

/// Newcomers of one value, and the places of that value.
struct Meeting<'a> {
    threads: &'a mut Threads,
    boxes: &'a mut Boxes,
    people: &'a People,
    /// By where their cells lie.
    places: Vec<Place>,
    most_growth: f64,
}

/// Somebody who could take a place, the one of whom cells grow least first.
struct Offer {
    growth: f64,
    at: u32,
    place: Place,
}

impl Meeting<'_> {
    fn of(self, waiting: &[u32]) {
        let mut offers: BinaryHeap<Offer> = waiting.iter().filter_map(|&at| self.best(at)).collect();
        while let Some(Offer { growth, at, place: (thread, place) }) = offers.pop() {
            let is_free = self.threads.stands[thread as usize][place as usize] == NOBODY;
            if is_free && self.growth(at, thread) <= growth {
                self.threads.stands[thread as usize][place as usize] = at;
                self.boxes.grow(thread as usize, self.row(at));
            } else {
                offers.extend(self.best(at));
            }
        }
    }

    fn row(&self, at: u32) -> usize {
        self.people.rows[at as usize] as usize
    }

    fn growth(&self, at: u32, thread: u32) -> f64 {
        self.boxes.growth(thread as usize, self.row(at))
    }

    /// The place of whose cells somebody would grow least, of those near in one column.
    fn best(&self, at: u32) -> Option<Offer> {
        let x = self.boxes.row_at(self.row(at));
        let here = self.places.partition_point(|place| self.boxes.thread_at(place.0 as usize) < x);
        let first = here.saturating_sub(LOOKS / 2).min(self.places.len().saturating_sub(LOOKS));
        let looked = &self.places[first..self.places.len().min(first + LOOKS)];
        let is_free = |place: &&Place| self.threads.stands[place.0 as usize][place.1 as usize] == NOBODY;
        let offer = |&place: &Place| Offer { growth: self.growth(at, place.0), at, place };
        looked.iter().filter(is_free).map(offer).max().filter(|best| best.growth <= self.most_growth)
    }
}

impl Ord for Offer {
    fn cmp(&self, other: &Self) -> Ordering {
        other.growth.total_cmp(&self.growth).then_with(|| (other.at, other.place).cmp(&(self.at, self.place)))
    }
}

impl PartialOrd for Offer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Offer {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Offer {}
