//! Rematch: all groups of a pool give up their rows of one band of sensitive values, and get back whose fit best.
//!
//! # Idea
//! Take a band of consecutive rows. Every group falls into what it has inside the band and the rest. Any inside may join
//! any rest, unless that brings near rows together or leaves fewer than m: a table of costs, for which the best
//! assignment is found exactly. Bands as wide as a window make every inside a single row; bands that end with the last
//! row exchange whole tails.
//!
//! # Cost
//! `O(g²)` per axis for the costs and up to `O(g³)` for the assignment.

use super::Search;
use super::assign::assign;
use super::pool::Pool;

/// Costs more than anything allowed.
const NEVER: f32 = 1e6;

/// What a group has inside a band, or outside it.
struct Part {
    members: Vec<u32>,
    lows: Vec<f32>,
    highs: Vec<f32>,
}

/// New members of all groups when the rows `from..to` are dealt anew in the best way, if that gains more than `worth`.
pub(super) fn rematch(
    search: &Search<'_>,
    pool: &Pool,
    members: &[Vec<u32>],
    band: std::ops::Range<u32>,
    worth: f32,
) -> Option<Vec<Vec<u32>>> {
    let n = members.len();
    let (mut inside, mut outside) = (Vec::with_capacity(n), Vec::with_capacity(n));
    for group in members {
        let (within, rest): (Vec<u32>, Vec<u32>) = group.iter().partition(|at| band.contains(at));
        inside.push(Part::new(pool, within));
        outside.push(Part::new(pool, rest));
    }
    let mut costs = vec![0.0f32; n * n];
    for (row, rest) in outside.iter().enumerate() {
        for (column, within) in inside.iter().enumerate() {
            costs[row * n + column] =
                if allowed(search, pool, rest, within, &band) { rest.with(search, within) } else { NEVER };
        }
    }
    let now: f32 = (0..n).map(|at| costs[at * n + at]).sum();
    let columns = assign(&costs, n);
    let then: f32 = columns.iter().enumerate().map(|(row, &column)| costs[row * n + column]).sum();
    if then >= now - worth || columns.iter().enumerate().any(|(row, &column)| costs[row * n + column] >= NEVER) {
        return None;
    }
    let join = |(row, &column): (usize, &usize)| {
        let mut all = outside[row].members.clone();
        all.extend_from_slice(&inside[column].members);
        all.sort_unstable();
        all
    };
    Some(columns.iter().enumerate().map(join).collect())
}

/// Whether the two may make a group.
fn allowed(search: &Search<'_>, pool: &Pool, rest: &Part, within: &Part, band: &std::ops::Range<u32>) -> bool {
    if rest.members.len() + within.members.len() < search.least {
        return false;
    }
    let (Some(&first), Some(&last)) = (within.members.first(), within.members.last()) else { return true };
    let split = rest.members.partition_point(|&at| at < band.start);
    let before = split.checked_sub(1).map(|at| rest.members[at]);
    let after = rest.members.get(split).copied();
    before.is_none_or(|before| !pool.near(before as usize, first as usize))
        && after.is_none_or(|after| !pool.near(last as usize, after as usize))
}

impl Part {
    fn new(pool: &Pool, members: Vec<u32>) -> Self {
        let bound = |start: f32, best: fn(f32, f32) -> f32| -> Vec<f32> {
            let columns = pool.columns.iter();
            columns.map(|column| members.iter().map(|&at| column[at as usize]).fold(start, best)).collect()
        };
        let (lows, highs) = (bound(f32::INFINITY, f32::min), bound(f32::NEG_INFINITY, f32::max));
        Self { members, lows, highs }
    }

    /// Rows times loss of both together.
    fn with(&self, search: &Search<'_>, other: &Self) -> f32 {
        let rows = self.members.len() + other.members.len();
        if rows < 2 {
            return 0.0;
        }
        let mut loss = 0.0;
        for (axis, measure) in search.measures.iter().enumerate() {
            loss += measure.span(self.lows[axis].min(other.lows[axis]), self.highs[axis].max(other.highs[axis]));
        }
        rows as f32 * loss
    }
}
