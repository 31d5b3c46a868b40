//! Split and deal: groups in which no value is near another.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Section 5 (split-and-partition).
//!
//! # Idea
//! A set of rows is *generalizable* when no window of near values holds more than one in m of them. Split the quasi space
//! while both halves stay generalizable; then deal each bucket's rows, sorted by sensitive value, into groups so that
//! rows of one group are never near each other. Every group then has at least m rows and every value of it stands alone.
//! Groups of 2m rows or more are never needed: such a group could be dealt into two.
//!
//! | step | file | beyond the printed algorithm |
//! |---|---|---|
//! | cut | `cut`, `bucket` | nine percentiles of every axis, by loss, instead of the median |
//! | give way | `soft` | where no straight cut is allowed, one that lets a few rows stand on the wrong side |
//! | deal | `deal`, `assign` | every bucket, into as many groups as it can make, runs matched to groups |
//! | exchange | `rounds`, `improve` | rows change places between neighbouring groups while that lowers loss |
//! | make anew | `remake`, `pair`, `rematch` | two groups in the best of all ways; one band of rows among many groups |
//!
//! With the window 2ε in place of ε, no neighbourhood holds two rows of any group, so that any mixture of groups
//! keeps 1 in m: the candidates view. With `near: None` and only `may_stand` this is Mondrian with better cuts.
//!
//! # Cost
//! `O(n log n)` for the cuts, `O(n)` for the rest, with constants that [`Tuning`] sets. The rows are sorted once, by
//! counting. 12 bytes per row and 4 per axis beside the axes. The result does not depend on the number of threads.

mod assign;
mod bucket;
mod cut;
mod deal;
mod improve;
pub(crate) mod measure;
mod near;
mod pair;
mod pool;
mod printed;
mod remake;
mod rematch;
pub(crate) mod rounds;
mod soft;
mod tuning;

pub use near::Near;
pub use printed::printed;
pub use tuning::{Cuts, Dealing, Tuning};

use aloof_table::Partition;
use rayon::prelude::*;

use crate::Axis;
use bucket::Bucket;
use measure::Measure;
use near::Reach;
use pool::Pool;
use rounds::Groups;

/// Whether rows may stand as a group.
pub type MayStand<'a> = &'a (dyn Fn(&[u32]) -> bool + Sync);

/// What is to be split: rows `0..codes.len()`.
pub struct Problem<'a> {
    /// The quasi columns.
    pub axes: &'a [Axis],
    /// The sensitive code of every row; code order is value order.
    pub codes: &'a [u32],
    /// What is near; `None` when nothing is, not even equal values.
    pub near: Option<&'a Near>,
    /// Every group needs at least this many rows, no two of them near each other.
    pub m: u32,
    /// Whether rows may stand as a group, by all further principles; these must be monotone.
    pub may_stand: Option<MayStand<'a>>,
}

/// No partition exists, or none was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Infeasible {
    /// Too many rows have values near one another.
    #[error("{window} of {rows} rows have values near one another, so at most 1 in {largest_m} can be promised")]
    Crowded {
        /// Rows in the fullest window.
        window: usize,
        /// All rows.
        rows: usize,
        /// The largest m for which a partition exists.
        largest_m: usize,
    },
    /// Groups without near values were found, but none that may stand by the further principles.
    #[error("no groups were found that keep near values apart and also hold the other principles")]
    CannotStand,
}

/// What the whole search shares.
struct Search<'a> {
    measures: Vec<Measure<'a>>,
    reach: Reach<'a>,
    m: usize,
    may_stand: Option<MayStand<'a>>,
    tuning: &'a Tuning,
}

/// Deals the rows into groups.
pub fn split(problem: &Problem<'_>) -> Result<Partition, Infeasible> {
    split_with(problem, &Tuning::for_rows(problem.codes.len()))
}

/// As [`split`], looking as hard as `tuning` says.
pub fn split_with(problem: &Problem<'_>, tuning: &Tuning) -> Result<Partition, Infeasible> {
    start(problem, tuning, solve, |search, groups| {
        (0..tuning.rounds).for_each(|turn| groups.round(search, turn));
    })
}

/// Puts the rows into sensitive order, sees whether a partition exists and lets `solve` find one.
fn start(
    problem: &Problem<'_>,
    tuning: &Tuning,
    solve: impl FnOnce(&Search<'_>, Bucket<'_>) -> bool,
    improve: impl FnOnce(&Search<'_>, &mut Groups<'_>),
) -> Result<Partition, Infeasible> {
    let rows = problem.codes.len();
    let mut order = sensitive_order(problem.codes);
    let reach = Reach(problem.near);
    let mut codes: Vec<u32> = match problem.near {
        Some(_) => order.iter().map(|&row| problem.codes[row as usize]).collect(),
        None => (0..rows as u32).collect(),
    };
    let m = problem.m.max(1) as usize;
    let window = reach.window(&codes);
    if window * m > rows {
        return Err(Infeasible::Crowded { window, rows, largest_m: rows / window.max(1) });
    }
    let columns = problem.axes.par_iter().map(|axis| Measure::columns(axis, &order)).flatten_iter();
    let (measures, mut columns): (Vec<_>, Vec<_>) = columns.collect::<Vec<_>>().into_iter().unzip();
    let search = Search { measures, reach, m, may_stand: problem.may_stand, tuning };
    let mut groups = vec![0u32; rows];
    let mut scratch = vec![0u32; rows];
    let bucket = Bucket {
        offset: 0,
        columns: columns.iter_mut().map(Vec::as_mut_slice).collect(),
        codes: &mut codes,
        rows: &mut order,
        groups: &mut groups,
        scratch: &mut scratch,
    };
    if rows > 0 && !solve(&search, bucket) {
        return Err(Infeasible::CannotStand);
    }
    drop(scratch);
    let (sizes, members) = gather(&groups);
    drop(groups);
    let mut groups = Groups { columns: &columns, codes: &codes, rows: &order, sizes, members };
    improve(&search, &mut groups);
    Ok(number(&order, &groups.sizes, &groups.members))
}

/// Sizes of the groups, in the order in which they come, and their members, group after group.
fn gather(groups: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut number = vec![u32::MAX; groups.len()];
    let mut sizes: Vec<u32> = Vec::new();
    for &group in groups {
        let number = &mut number[group as usize];
        if *number == u32::MAX {
            *number = sizes.len() as u32;
            sizes.push(0);
        }
        sizes[*number as usize] += 1;
    }
    let mut next: Vec<u32> = Vec::with_capacity(sizes.len());
    let mut start = 0;
    for &size in &sizes {
        next.push(start);
        start += size;
    }
    let mut members = vec![0u32; groups.len()];
    for (at, &group) in groups.iter().enumerate() {
        let next = &mut next[number[group as usize] as usize];
        members[*next as usize] = at as u32;
        *next += 1;
    }
    (sizes, members)
}

/// Rows by their code, of equal codes the smaller first.
fn sensitive_order(codes: &[u32]) -> Vec<u32> {
    let distinct = codes.iter().max().map_or(0, |&code| code as usize + 1);
    let mut next = vec![0u32; distinct + 1];
    codes.iter().for_each(|&code| next[code as usize + 1] += 1);
    for code in 0..distinct {
        next[code + 1] += next[code];
    }
    let mut order = vec![0u32; codes.len()];
    for (row, &code) in codes.iter().enumerate() {
        order[next[code as usize] as usize] = row as u32;
        next[code as usize] += 1;
    }
    order
}

/// The partition of the rows themselves.
fn number(order: &[u32], sizes: &[u32], members: &[u32]) -> Partition {
    let mut group_of = vec![0u32; order.len()];
    let mut members = members.iter();
    for (group, &size) in sizes.iter().enumerate() {
        for &at in members.by_ref().take(size as usize) {
            group_of[order[at as usize] as usize] = group as u32;
        }
    }
    Partition::from_group_of(&group_of, sizes.len())
}

/// Buckets larger than this are halved on two threads.
const PARALLEL: usize = 4096;

/// Splits the bucket as far as it goes and deals what is left; false when its groups may not stand.
fn solve(search: &Search<'_>, mut bucket: Bucket<'_>) -> bool {
    let whole = bucket.len() <= search.tuning.stop.max(2 * search.m - 1);
    if whole || !cut::choose(search, &mut bucket) {
        return finish(search, &mut bucket);
    }
    let at = bucket.part();
    let (left, right) = bucket.lend().split_at(at);
    let both = if at + right.len() > PARALLEL {
        let (left, right) = rayon::join(|| solve(search, left), || solve(search, right));
        left && right
    } else {
        solve(search, left) && solve(search, right)
    };
    both || {
        bucket.restore();
        finish(search, &mut bucket)
    }
}

/// Deals a bucket that is not cut any further.
fn finish(search: &Search<'_>, bucket: &mut Bucket<'_>) -> bool {
    let window = search.reach.window(bucket.codes).max(1);
    let mut pool = Pool {
        columns: bucket.columns.iter().map(|column| column.to_vec()).collect(),
        codes: bucket.codes.to_vec(),
        last: bucket.codes.iter().map(|&code| search.reach.last(code)).collect(),
        rows: bucket.rows.to_vec(),
        group: vec![0; bucket.len()],
        groups: 1,
    };
    let mut groups = (bucket.len() / search.m).max(1);
    loop {
        deal::deal(search, &mut pool, groups);
        if pool.stands(search) {
            break;
        }
        if groups == window {
            return false;
        }
        groups = (groups * 3 / 4).max(window);
    }
    for (group, &local) in bucket.groups.iter_mut().zip(&pool.group) {
        *group = bucket.offset as u32 + local;
    }
    true
}
