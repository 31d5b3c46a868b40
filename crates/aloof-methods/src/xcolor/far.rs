//! Far exchanges: the last rows in the way look for a partner anywhere, or for two.
//!
//! # Idea
//! Pools of neighbouring groups mend most of what can be mended, and what is left is little: for that, groups are gone
//! through one by one, the nearest first. A row r of a group G that does not stand may
//!
//! - be exchanged with a row y of H, where both groups are then nearer to standing;
//! - take part in a cycle over three groups: r goes to H in place of y, y to K in place of z, z to G. Where no single row
//!   suits both G and H, many suit one of them, and three conditions on three pairs are met more easily than two on one.
//!
//! # Source
//! Exchanges over more than two classes are what Wang and Liu, *`XColor`: protecting general proximity privacy*, ICDE 2010,
//! leave open.
//!
//! # Cost
//! `O(s²)` for a group looked at, of which there are at most [`REACH`] for a row, and [`PER_GROUP`] for each group of the
//! table altogether.

use rayon::prelude::*;

use super::Search;
use super::groups::Groups;
use super::pool::Pool;

/// Groups looked at for one row.
const REACH: usize = 4096;
/// Groups looked at in all, for each there is.
const PER_GROUP: usize = 24;
/// Groups looked at in all, beside that.
const AT_LEAST: usize = 40_000;
/// Times the groups that do not stand are gone through: what helps one may leave another that does not.
const PASSES: usize = 6;
/// Exchanges from which the best is taken.
const OFFERS: usize = 8;
/// Groups looked at side by side.
const TOGETHER: usize = 32;
/// Rows to go to, and rows to come, of which cycles are made.
const ENDS: usize = 40;

/// Mends groups that do not stand, as far as it goes. Groups should stand in the order of where they lie.
pub(super) fn mend_far(search: &Search<'_>, groups: &mut Groups) {
    let mut far = Far { search, groups: groups.iter().map(<[u32]>::to_vec).collect(), left: 0 };
    far.left = PER_GROUP * far.groups.len() + AT_LEAST;
    let mut changed = false;
    for _ in 0..PASSES {
        let mut helped = false;
        for group in far.failing() {
            while far.left > 0 && far.mend(group) {
                helped = true;
            }
        }
        changed |= helped;
        if !helped {
            break;
        }
    }
    if changed {
        *groups = Groups::of(&far.groups);
    }
}

struct Far<'a> {
    search: &'a Search<'a>,
    groups: Vec<Vec<u32>>,
    /// Groups that may still be looked at.
    left: usize,
}

/// A row in a group.
#[derive(Clone, Copy)]
struct End {
    cost: f32,
    group: usize,
    at: usize,
}

/// What other groups can do for a row.
#[derive(Default)]
struct Seen {
    /// Rows it can be exchanged with.
    exchanges: Vec<End>,
    /// Rows that make room for it.
    to: Vec<End>,
    /// Rows that can come instead of it.
    from: Vec<End>,
}

impl Seen {
    fn add(&mut self, more: Self) {
        self.exchanges.extend(more.exchanges);
        self.to.extend(more.to);
        self.from.extend(more.from);
    }
}

/// What to do with the row in question.
#[derive(Clone, Copy)]
enum Way {
    Exchange(End),
    Cycle(End, End),
}

impl Far<'_> {
    fn excess(&self, rows: &[u32]) -> i64 {
        Pool::new(self.search, rows, &[rows.len() as u32]).total().into()
    }

    fn failing(&self) -> Vec<usize> {
        (0..self.groups.len()).into_par_iter().filter(|&group| !self.search.stands(&self.groups[group])).collect()
    }

    /// Makes one change after which less is in the way; whether there was one.
    fn mend(&mut self, group: usize) -> bool {
        let rows = self.groups[group].clone();
        let pool = Pool::new(self.search, &rows, &[rows.len() as u32]);
        let mut order: Vec<usize> = (0..rows.len()).filter(|&at| pool.is_involved(at)).collect();
        order.sort_by_key(|&at| pool.excess_after(0, Some(at), None));
        for at in order {
            if let Some(way) = self.way(group, at) {
                self.go(group, at, way);
                return true;
            }
        }
        false
    }

    fn go(&mut self, group: usize, at: usize, way: Way) {
        let row = self.groups[group][at];
        match way {
            Way::Exchange(end) => self.groups[group][at] = std::mem::replace(&mut self.groups[end.group][end.at], row),
            Way::Cycle(to, from) => {
                let second = std::mem::replace(&mut self.groups[to.group][to.at], row);
                self.groups[group][at] = std::mem::replace(&mut self.groups[from.group][from.at], second);
            }
        }
    }

    /// The cheapest of the first exchanges that help; else of the first cycles.
    fn way(&mut self, group: usize, at: usize) -> Option<Way> {
        let nearest: Vec<usize> = self.nearest(group).collect();
        let mut seen = Seen::default();
        for some in nearest.chunks(TOGETHER) {
            crate::stop::check();
            if self.left < some.len() || seen.exchanges.len() >= OFFERS {
                break;
            }
            self.left -= some.len();
            // Groups that cannot take the row can still send one; of those that can be had there are soon enough.
            let only_open = seen.from.len() >= ENDS;
            let open = some.par_iter().filter(|&&other| !(only_open && self.is_full(self.groups[group][at], other)));
            let found: Vec<Seen> = open.map(|&other| self.look(group, at, other)).collect();
            found.into_iter().for_each(|found| seen.add(found));
        }
        if let Some(best) = seen.exchanges.into_iter().min_by(order) {
            return Some(Way::Exchange(best));
        }
        self.cycle(&few(seen.to), &few(seen.from)).map(|(to, from)| Way::Cycle(to, from))
    }

    /// All other groups, those next to `group` first.
    fn nearest(&self, group: usize) -> impl Iterator<Item = usize> + use<> {
        let groups = self.groups.len();
        let sides = (1..groups).flat_map(move |step| [group.checked_sub(step), Some(group + step)]);
        sides.flatten().filter(move |&other| other < groups).take(REACH)
    }

    /// Whether `row` cannot go to `group` whichever of its rows leaves.
    fn is_full(&self, row: u32, group: usize) -> bool {
        let rows = &self.groups[group];
        let full = |(at, star): (usize, &super::Star<'_>)| {
            let room = self.search.rooms.others(at, rows.len()).unwrap_or(0);
            star.shape == aloof_principles::Shape::Star && star.count(row, rows) > room + 1
        };
        self.search.stars.iter().enumerate().any(full)
    }

    /// What the rows of `other` can do for row `at` of `group`.
    fn look(&self, group: usize, at: usize, other: usize) -> Seen {
        let (mine, theirs) = (&self.groups[group], &self.groups[other]);
        let pool = Pool::new(self.search, &[&mine[..], theirs].concat(), &[mine.len() as u32, theirs.len() as u32]);
        let (before, before_there) = (i64::from(pool.excess[0]), i64::from(pool.excess[1]));
        let mut seen = Seen::default();
        for place in 0..theirs.len() {
            let partner = mine.len() + place;
            let here = i64::from(pool.excess_after(0, Some(at), Some(partner))) - before;
            let there = i64::from(pool.excess_after(1, Some(partner), Some(at))) - before_there;
            let end = |cost| End { cost, group: other, at: place };
            if here + there < 0 {
                let cost = self.growth(mine, at, theirs[place]) + self.growth(theirs, place, mine[at]);
                seen.exchanges.push(end(cost));
            }
            if there <= 0 {
                seen.to.push(end(self.growth(theirs, place, mine[at])));
            }
            if here < 0 {
                seen.from.push(end(self.growth(mine, at, theirs[place])));
            }
        }
        seen
    }

    /// By how much a group's loss grows when `row` comes in place of its row `at`.
    fn growth(&self, rows: &[u32], at: usize, row: u32) -> f32 {
        rows.len() as f32 * (self.search.loss(&with(rows, at, row)) - self.search.loss(rows))
    }

    /// The cheapest pair of ends such that the row that makes room at the first can take the place of the second.
    fn cycle(&self, to: &[End], from: &[End]) -> Option<(End, End)> {
        let pairs = to.iter().flat_map(|to| from.iter().map(move |from| (*to, *from)));
        let mut best: Option<(f32, End, End)> = None;
        for (to, from) in pairs.filter(|(to, from)| to.group != from.group) {
            let cheaper = |cost: f32| best.is_none_or(|(least, ..)| cost < least);
            if !cheaper(to.cost + from.cost) {
                continue;
            }
            let (row, rows) = (self.groups[to.group][to.at], &self.groups[from.group]);
            let cost = to.cost + from.cost + self.growth(rows, from.at, row);
            if cheaper(cost) && self.excess(&with(rows, from.at, row)) <= self.excess(rows) {
                best = Some((cost, to, from));
            }
        }
        best.map(|(_, to, from)| (to, from))
    }
}

fn order(a: &End, b: &End) -> std::cmp::Ordering {
    a.cost.total_cmp(&b.cost).then((a.group, a.at).cmp(&(b.group, b.at)))
}

/// The cheapest, and as many spread over the others: what is near is often full of the same.
fn few(mut ends: Vec<End>) -> Vec<End> {
    ends.sort_by(order);
    let rest = ends.split_off(ends.len().min(ENDS));
    let step = rest.len().div_ceil(ENDS).max(1);
    ends.extend(rest.into_iter().step_by(step));
    ends
}

/// `rows` with `row` in place `at`.
fn with(rows: &[u32], at: usize, row: u32) -> Vec<u32> {
    let mut rows = rows.to_vec();
    rows[at] = row;
    rows
}
