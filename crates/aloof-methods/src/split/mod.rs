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
//! | lay out | `cells` | large tables in cells of some thousand rows, in one pass |
//! | cut | `cut`, `bucket` | nine percentiles of every axis, by loss, instead of the median |
//! | give way | `soft` | where no straight cut is allowed, one that lets a few rows stand on the wrong side |
//! | deal | `deal`, `assign` | every bucket, into as many groups as it can make, runs matched to groups |
//! | gather | `gather` | where rows need only be together: those that are alike, then each of the others with what is nearest |
//! | join | `join` | groups that further principles do not let stand, with the nearest |
//! | anneal | `rounds`, `leaves`, `anneal`, `cooling` | rows change places with rows near their group, by chance, ever less of it |
//! | turn | `chain` | where near values are in the way, whole chains of them change sides |
//! | regroup | `regroup` | rows go to other groups, groups are given up, new ones are made |
//! | keep apart | `apart` | of changes that cost about the same, those that leave values farther apart |
//! | temper | `temper` | at one heat at last, so that the groups tell less of why they are as they are |
//!
//! With the window 2ε in place of ε, no neighbourhood holds two rows of any group, so that any mixture of groups
//! keeps 1 in m: the register view. That rule is monotone. So where groups must be larger than m, a group of s rows has room
//! for ⌊s / m⌋ near ones; groups that further principles do not let stand are joined; and whatever the table as one group
//! keeps is found. With `near: None` and only `may_stand` this is Mondrian with better cuts, and rows gathered in the end.
//!
//! # Cost
//! `O(n log n)` for the cuts, `O(n)` for the rest, with constants that [`Tuning`] sets. 16 bytes per row and 4 per axis
//! beside the axes. The result does not depend on the number of threads.

mod anneal;
mod apart;
mod assign;
mod bucket;
mod candidates;
mod cells;
mod chain;
mod cooling;
mod cut;
mod deal;
mod gather;
mod join;
mod leaves;
pub(crate) mod measure;
mod near;
mod pool;
mod printed;
mod regroup;
pub(crate) mod rounds;
mod soft;
mod state;
mod temper;
#[cfg(test)]
mod tests;
mod tuning;

pub use candidates::{candidates, candidates_paced, candidates_with};
pub use near::Near;
pub use printed::printed;
pub use temper::Temper;
pub use tuning::{Cuts, Dealing, Effort, Tuning};

use aloof_table::{NO_CODE, Partition};
use rayon::prelude::*;

use crate::pace::{Pace, Steps, Turn};
use crate::{Axis, unanswered};
use bucket::Bucket;
use measure::Measure;
use near::Reach;
use pool::MULTIPLES;
use rounds::Groups;

/// Whether rows may stand as a group.
pub type MayStand<'a> = &'a (dyn Fn(&[u32]) -> bool + Sync);

/// What is to be split: rows `0..codes.len()`.
pub struct Problem<'a> {
    /// The quasi columns.
    pub axes: &'a [Axis],
    /// The sensitive code of every row; code order is value order. A row of [`NO_CODE`] has no value: it is near nothing, and does
    /// not count where near rows are counted in a group.
    pub codes: &'a [u32],
    /// What is near; `None` when nothing is, not even equal values.
    pub near: Option<&'a Near>,
    /// At most one in m rows of a group may be near each other.
    pub m: u32,
    /// Every group needs at least this many rows, and at least m.
    pub least: u32,
    /// Whether the rule is monotone: no window of near values holds more than one in m rows of a group. Then a group of s rows
    /// has room for ⌊s / m⌋ near ones, and groups may be joined. Else no two rows of a group may be near each other.
    pub monotone: bool,
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
    /// Time was up before any were found.
    #[error("time was up before groups were found")]
    Unfinished,
    /// Groups that keep the principle each by itself were found, but none that keep it in every mixture.
    #[error("{unsafe_rows} rows could not be made safe against someone who knows only quasi values")]
    NotFound {
        /// Rows that are not safe in the best groups found.
        unsafe_rows: usize,
    },
}

/// What the whole search shares.
struct Search<'a> {
    measures: Vec<Measure<'a>>,
    reach: Reach<'a>,
    /// What lies within multiples of what is near, if values should rather lie apart.
    beyond: Option<[Near; MULTIPLES.len()]>,
    m: usize,
    /// No group may have fewer rows.
    least: usize,
    monotone: bool,
    may_stand: Option<MayStand<'a>>,
    tuning: &'a Tuning,
}

impl<'a> Search<'a> {
    /// The same, looking as hard as `tuning` says.
    fn tuned<'t>(&self, tuning: &'t Tuning) -> Search<'t>
    where
        'a: 't,
    {
        Search { measures: self.measures.clone(), beyond: self.beyond.clone(), tuning, ..*self }
    }

    /// How many near rows a group of `size` rows may hold.
    fn room(&self, size: usize) -> usize {
        if self.monotone { size / self.m } else { 1 }
    }

    /// Whether rows are brought together rather than dealt apart.
    fn gathers(&self) -> bool {
        self.reach.0.is_none() || self.monotone && self.tuning.gather
    }

    /// Of what an average group loses, what counts where all rows of a group add up: as much as in groups of m.
    fn share_of_rows(&self) -> f64 {
        self.m as f64 / self.least as f64
    }

    /// The same where all pairs of its rows do.
    fn share_of_pairs(&self) -> f64 {
        let pairs = |rows: usize| (rows * (rows - 1)).max(1) as f64;
        pairs(self.m) / pairs(self.least)
    }

    /// Whether rows with these codes, ascending, could be dealt into groups.
    fn has_room(&self, codes: &[u32]) -> bool {
        codes.len() >= self.least && self.reach.has_room(codes, self.m)
    }
}

/// Deals the rows into groups.
pub fn split(problem: &Problem<'_>) -> Result<Partition, Infeasible> {
    split_with(problem, &Tuning::for_table(problem.codes.len(), problem.axes.len()))
}

/// As [`split`], looking as hard as `tuning` says.
pub fn split_with(problem: &Problem<'_>, tuning: &Tuning) -> Result<Partition, Infeasible> {
    split_paced(problem, tuning, Pace::tuned().last())
}

/// As [`split_with`], as many steps as `turn` lets: the first groups, then rounds. With none, the groups of [`Tuning::quick`].
pub fn split_paced(problem: &Problem<'_>, tuning: &Tuning, turn: Turn<'_>) -> Result<Partition, Infeasible> {
    if problem.near.is_some() && problem.codes.contains(&NO_CODE) {
        return unanswered::split(problem, tuning, turn);
    }
    let steps = turn.begin(1 + tuning.rounds);
    start(problem, tuning, &steps, |search, groups| {
        steps.plan_fewer(tuning.rounds - search.tuning.rounds);
        groups.improve(search, &steps);
    })
}

/// Lets `improve` have the first groups. Where there is no step left to make them, those of [`Tuning::quick`] are all there is, so
/// that whoever has no time has groups all the same.
fn start(
    problem: &Problem<'_>,
    tuning: &Tuning,
    steps: &Steps<'_>,
    improve: impl FnOnce(&Search<'_>, &mut Groups<'_>),
) -> Result<Partition, Infeasible> {
    let gathering = tuning.clone().gathering();
    let Some(first) = steps.take(|| First::best(problem, tuning, &gathering)) else {
        let quick = if problem.near.is_some() { Tuning::quick() } else { Tuning::quick().gathering() };
        return First::new(problem, &quick, solve).map(|first| first.partition());
    };
    let First { search, columns, codes, rows, sizes, members } = first?;
    let tuning = tuning.clone().for_groups_of(rows.len() / sizes.len().max(1));
    let search = search.tuned(&tuning);
    let mut groups = Groups { columns: &columns, codes: &codes, rows: &rows, sizes, members };
    improve(&search, &mut groups);
    Ok(number(&rows, &groups.sizes, &groups.members))
}

/// The rows in the order of cells, and the first groups made of them: as [`Groups`].
struct First<'a> {
    search: Search<'a>,
    columns: Vec<Vec<f32>>,
    codes: Vec<u32>,
    rows: Vec<u32>,
    sizes: Vec<u32>,
    members: Vec<u32>,
}

impl<'a> First<'a> {
    /// Sees whether a partition exists, lays the rows out in cells and finds groups in each.
    fn new(
        problem: &Problem<'a>,
        tuning: &'a Tuning,
        solve: impl Fn(&Search<'_>, Bucket<'_>) -> bool + Sync,
    ) -> Result<Self, Infeasible> {
        let n = problem.codes.len();
        let reach = Reach(problem.near);
        let m = problem.m.max(1) as usize;
        let least = m.max(problem.least as usize);
        let window = reach.window_of_all(problem.codes);
        if window * m > n {
            return Err(Infeasible::Crowded { window, rows: n, largest_m: n / window.max(1) });
        }
        let columns = problem.axes.par_iter().map(Measure::column);
        let (measures, mut columns): (Vec<_>, Vec<_>) = columns.collect::<Vec<_>>().into_iter().unzip();
        let mut rows: Vec<u32> = (0..n as u32).collect();
        let mut codes = if problem.near.is_some() { problem.codes.to_vec() } else { rows.clone() };
        let Problem { monotone, may_stand, .. } = *problem;
        let beyond = problem.near.filter(|_| tuning.apart > 0.0).map(|near| MULTIPLES.map(|times| near.steps(times)));
        let search = Search { measures, reach, beyond, m, least, monotone, may_stand, tuning };
        let mut groups = vec![0u32; n];
        let mut scratch = vec![0u32; n];
        let bucket = Bucket {
            offset: 0,
            columns: columns.iter_mut().map(Vec::as_mut_slice).collect(),
            codes: &mut codes,
            rows: &mut rows,
            groups: &mut groups,
            scratch: &mut scratch,
        };
        let sizes = in_cells(&search, bucket, &solve).ok_or(Infeasible::CannotStand)?;
        Ok(Self { search, columns, codes, rows, sizes, members: scratch })
    }

    /// Where groups must be larger than m, values need not all stand apart: so rows are gathered as well as dealt, and what loses less is
    /// taken.
    fn best(problem: &Problem<'a>, tuning: &'a Tuning, gathering: &'a Tuning) -> Result<Self, Infeasible> {
        let dealt = Self::new(problem, tuning, solve)?;
        if problem.near.is_none() || !problem.monotone || problem.least <= problem.m {
            return Ok(dealt);
        }
        let gathered = Self::new(problem, gathering, solve)?;
        Ok(if gathered.loss() < dealt.loss() { gathered } else { dealt })
    }

    /// Rows times loss, of all groups.
    fn loss(&self) -> f64 {
        let Self { columns, codes, rows, sizes, members, .. } = self;
        Groups { columns, codes, rows, sizes: sizes.clone(), members: members.clone() }.loss(&self.search)
    }

    /// These groups as they are.
    fn partition(&self) -> Partition {
        number(&self.rows, &self.sizes, &self.members)
    }
}

/// Groups cell by cell, or where some cell has none, of all rows at once: as [`each_cell`].
fn in_cells(
    search: &Search<'_>,
    mut bucket: Bucket<'_>,
    solve: &(impl Fn(&Search<'_>, Bucket<'_>) -> bool + Sync),
) -> Option<Vec<u32>> {
    let cells = cells::lay_out(search, bucket.lend())?;
    each_cell(search, bucket.lend(), &cells, solve).or_else(|| {
        bucket.sort();
        let all = bucket.len();
        each_cell(search, bucket, &[all], solve)
    })
}

/// Solves every cell: the sizes of all groups, their members, group after group, in `bucket.scratch`. `None` when some
/// cell cannot be solved.
fn each_cell(
    search: &Search<'_>,
    mut bucket: Bucket<'_>,
    cells: &[usize],
    solve: &(impl Fn(&Search<'_>, Bucket<'_>) -> bool + Sync),
) -> Option<Vec<u32>> {
    let mut parts = Vec::with_capacity(cells.len());
    for &rows in cells {
        let (cell, rest) = bucket.split_at(rows);
        parts.push(cell);
        bucket = rest;
    }
    let one = |mut cell: Bucket<'_>| solve(search, cell.lend()).then(|| cell.gather());
    let sizes: Option<Vec<Vec<u32>>> = parts.into_par_iter().map(one).collect();
    Some(sizes?.concat())
}

/// The partition of the rows themselves.
fn number(rows: &[u32], sizes: &[u32], members: &[u32]) -> Partition {
    Partition::from_sizes(sizes, members.par_iter().map(|&at| rows[at as usize]).collect())
}

/// Buckets larger than this are halved on two threads.
const PARALLEL: usize = 4096;

/// Splits the bucket as far as it goes and deals what is left; false when its groups may not stand.
fn solve(search: &Search<'_>, mut bucket: Bucket<'_>) -> bool {
    if search.gathers() && gather::gather_wide(search, &mut bucket) {
        bucket.number_from_offset();
        return true;
    }
    let whole = bucket.len() <= search.tuning.stop.max(2 * search.least - 1);
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
        bucket.sort();
        finish(search, &mut bucket)
    }
}

/// Deals a bucket that is not cut any further; false when no groups were found that may stand.
fn finish(search: &Search<'_>, bucket: &mut Bucket<'_>) -> bool {
    if search.gathers() && gather::gather(search, bucket) {
        bucket.number_from_offset();
        return true;
    }
    let window = search.reach.window(bucket.codes).max(1);
    let mut groups = most_groups(search, bucket.len(), window);
    loop {
        if groups * search.room(bucket.len() / groups.max(1)) < window {
            return false;
        }
        deal::deal(search, bucket, groups);
        if bucket.stands(search, groups) {
            break;
        }
        if search.monotone {
            join::join(search, bucket, groups);
            break;
        }
        if groups == window {
            return false;
        }
        groups = (groups * 3 / 4).max(window);
    }
    bucket.number_from_offset();
    true
}

/// The most groups that so many rows can be dealt into, when so many of them are near each other. As one group the rows
/// always have room where the rule is monotone.
fn most_groups(search: &Search<'_>, rows: usize, window: usize) -> usize {
    let most = (rows / search.least).max(1);
    if !search.monotone {
        return most;
    }
    (1..=most).rev().find(|&groups| groups * search.room(rows / groups) >= window).unwrap_or(1)
}
