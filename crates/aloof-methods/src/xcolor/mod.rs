//! `XColor`: groups in which few values are similar, for any distance and for several constraints at once.
//!
//! # Definition
//! Rows are dealt into groups of at least k, such that of no row of a group more others of the group are similar to it
//! than its size leaves room for ([`Star`], [`Room`]). (ε, δ)^k-dissimilarity is one such constraint, (ε, m)-anonymity
//! another; all that are given hold together.
//!
//! # Source
//! Wang and Liu, *`XColor`: protecting general proximity privacy*, ICDE 2010. The paper colours a graph of similar rows
//! and looks at quasi values only while it mends; here it is the other way round.
//!
//! # Idea
//!
//! | step | file | what happens |
//! |---|---|---|
//! | cut | `ranks`, `near`, `sizes`, `cut`, `crowds`, `hoods` | quasi space down to single groups; each cut leaves both sides what they can take of large crowds |
//! | trade | `groups`, `trade`, `pool`, `alike` | rows of neighbouring groups change places, for less loss and to mend groups |
//! | mend | `mend` | rows still in the way look ever farther, may wander, and may move so that groups grow |
//! | far | `far` | the last ones look for a partner anywhere, or exchange over three groups |
//! | all ways | `exact` | a few rows: every grouping is tried |
//! | as printed | `printed` | the paper's own method, guaranteed within its bound |
//! | other shapes | `clique` | where sets of mutually similar rows are counted and not stars |
//! | give up | `withhold`, `crowded` | which rows would have to be withheld; whether it is certainly impossible |
//!
//! The engine knows of the sensitive side only codes and whether two are similar, exactly. It never makes the graph of
//! all rows: similarity is asked within pools of some hundreds.
//!
//! # Cost
//! `O(n log n)` for the cuts, `O(n · pool)` for a round. The result does not depend on the number of threads.

mod alike;
mod clique;
mod common;
mod crowded;
mod crowds;
mod cut;
mod degrees;
mod exact;
mod far;
mod groups;
mod hoods;
mod mend;
mod near;
mod pool;
mod printed;
mod ranks;
mod sizes;
mod star;
mod trade;
mod tuning;
mod withhold;

pub use common::Common;
pub use crowded::{crowd, most_of_a_crowd};
pub use degrees::{largest_degree, stars};
pub use printed::printed;
pub use star::{Room, Star};
pub use tuning::Tuning;

use aloof_principles::Shape;
use aloof_table::Partition;

use crate::Axis;
use crate::pace::{Pace, Steps, Turn};
use crate::split::measure::Measure;
use crate::split::{Infeasible, MayStand};
use crowds::Crowds;
use groups::Groups;
use hoods::Wanted;
use near::Near;
use star::Rooms;

/// What is to be grouped.
pub struct Problem<'a> {
    /// The quasi columns.
    pub axes: &'a [Axis],
    /// Number of rows.
    pub rows: usize,
    /// What may not come together.
    pub stars: &'a [Star<'a>],
    /// The least size of a group.
    pub least: u32,
    /// Whether rows may stand as a group, by all further principles; these must be monotone.
    pub may_stand: Option<MayStand<'a>>,
}

/// No groups of all rows exist, or none were found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stuck {
    /// Fewer rows than one group needs.
    #[error("there are {rows} rows, and a group needs {least}")]
    TooFew {
        /// All rows.
        rows: usize,
        /// What a group needs.
        least: usize,
    },
    /// Impossible: too many rows are similar to each other.
    #[error("{crowd} of {rows} rows are similar to each other, and groups of all rows can take at most {room} such")]
    Crowded {
        /// Which constraint.
        star: usize,
        /// Rows that are all similar to each other.
        crowd: u64,
        /// All rows.
        rows: usize,
        /// How many such rows any groups can take.
        room: u64,
    },
    /// None were found.
    #[error("no groups of all rows were found{}", would_do(withheld.len()))]
    NotFound {
        /// Rows without which the others can be grouped, ascending; empty with `rest` empty: not looked for, or nobody would be
        /// left.
        withheld: Vec<u32>,
        /// Groups of the others.
        rest: Option<Partition>,
    },
}

impl From<Infeasible> for Stuck {
    fn from(_: Infeasible) -> Self {
        Self::NotFound { withheld: Vec::new(), rest: None }
    }
}

/// What would do instead; nothing where that was not looked for.
fn would_do(withheld: usize) -> String {
    if withheld == 0 { String::new() } else { format!("; withholding {withheld} of them would do") }
}

/// What the whole search shares.
struct Search<'a> {
    measures: Vec<Measure<'a>>,
    /// Coordinates per axis and row.
    columns: Vec<Vec<f32>>,
    /// Rank of every row along each axis.
    ranks: Vec<Vec<u32>>,
    rows: usize,
    stars: &'a [Star<'a>],
    rooms: Rooms,
    crowds: Crowds,
    /// The least size in which groups may stand.
    least: usize,
    /// The size that groups are cut to.
    size: usize,
    may_stand: Option<MayStand<'a>>,
    tuning: &'a Tuning,
}

impl<'a> Search<'a> {
    fn new(problem: &Problem<'a>, tuning: &'a Tuning) -> Result<Self, Stuck> {
        let rooms = Rooms::new(problem.stars.iter().map(|star| star.room));
        let least = rooms.least(problem.least as usize);
        if problem.rows < least {
            return Err(Stuck::TooFew { rows: problem.rows, least });
        }
        let columns = problem.axes.iter().map(Measure::column);
        let (measures, columns): (Vec<_>, Vec<_>) = columns.unzip();
        Ok(Self {
            measures,
            columns,
            ranks: Vec::new(),
            rows: problem.rows,
            stars: problem.stars,
            size: if tuning.size == 0 { roomiest(&rooms, least) } else { tuning.size.max(least) },
            rooms,
            crowds: Crowds::default(),
            least,
            may_stand: problem.may_stand,
            tuning,
        })
    }

    /// What a group of these rows loses.
    fn loss(&self, rows: &[u32]) -> f32 {
        let one = |(measure, column): (&Measure<'_>, &Vec<f32>)| {
            let values = rows.iter().map(|&row| column[row as usize]);
            measure.span(measure.around(values))
        };
        self.measures.iter().zip(&self.columns).map(one).sum()
    }

    /// Whether these rows may stand as a group: the definition, pair by pair.
    fn stands(&self, rows: &[u32]) -> bool {
        let few = |(at, star): (usize, &Star<'_>)| {
            let Some(room) = self.rooms.others(at, rows.len()) else { return false };
            rows.iter().all(|&row| star.count(row, rows) <= room)
                || (star.shape == Shape::Clique && !star.has_clique(rows, room + 2))
        };
        rows.len() >= self.least
            && self.stars.iter().enumerate().all(few)
            && self.may_stand.is_none_or(|may_stand| may_stand(rows))
    }
}

/// The size in which a crowd finds most room, of those up to half as large again as need be.
fn roomiest(rooms: &Rooms, least: usize) -> usize {
    let sizes = least..least + least / 2 + 2;
    let most = sizes.clone().map(|size| rooms.crowd(size)).fold(0.0, f64::max);
    sizes.into_iter().find(|&size| rooms.crowd(size) >= 0.95 * most).unwrap_or(least)
}

/// Deals the rows into groups.
pub fn xcolor(problem: &Problem<'_>) -> Result<Partition, Stuck> {
    xcolor_with(problem, &Tuning::for_rows(problem.rows))
}

/// As [`xcolor`], looking as hard as `tuning` says.
pub fn xcolor_with(problem: &Problem<'_>, tuning: &Tuning) -> Result<Partition, Stuck> {
    xcolor_paced(problem, tuning, Pace::tuned().last())
}

/// As [`xcolor_with`], as many steps as `turn` lets: proofs, first groups, rounds of trades. With too few, none are found.
pub fn xcolor_paced(problem: &Problem<'_>, tuning: &Tuning, turn: Turn<'_>) -> Result<Partition, Stuck> {
    if problem.rows == 0 {
        return Ok(Partition::from_group_of(&[], 0));
    }
    let mut search = Search::new(problem, tuning)?;
    let steps = turn.begin(3 + tuning.rounds);
    if let Some(found) = steps.take(|| exact::exact(&search)).flatten() {
        return Ok(Groups::of(&found).partition(problem.rows));
    }
    search.ranks = ranks::ranks(&search.columns, search.rows);
    let near = Near::new(&mut search);
    let (stars, may_stand) = (near.stars(problem.stars), problem.may_stand.map(|may_stand| near.may_stand(may_stand)));
    let may_stand = may_stand.as_ref().map(|may_stand| may_stand as MayStand<'_>);
    let groups = look(&mut Search { stars: &stars, may_stand, ..search }, &steps);
    groups.map(|groups| near.partition(&groups)).map_err(|stuck| near.stuck(stuck))
}

/// Groups of all rows, by the numbers that the search gave them.
fn look(search: &mut Search<'_>, steps: &Steps<'_>) -> Result<Partition, Stuck> {
    if search.tuning.prove {
        steps.take(|| crowded::refuse_early(search)).unwrap_or(Ok(()))?;
    }
    let groups = match best_of_starts(search, steps) {
        Ok(groups) => return Ok(groups.partition(search.rows)),
        Err(groups) => groups,
    };
    if search.tuning.prove {
        steps.take(|| crowded::refuse(search)).unwrap_or(Ok(()))?;
    }
    if let Some(groups) = mend::from_printed(search, steps) {
        return Ok(groups.partition(search.rows));
    }
    match steps.take(|| withhold::withhold(search, &groups)) {
        Some((rest, withheld)) if withheld.len() < search.rows => {
            Err(Stuck::NotFound { withheld, rest: Some(rest.partition(search.rows)) })
        }
        // A release of nobody is none.
        _ => Err(Stuck::NotFound { withheld: Vec::new(), rest: None }),
    }
}

/// The groups that lose least of several searches, each with crowds from another sample; if none stand, those of which most
/// rows do. Where crowds fill nearly all that groups can take, it depends on luck how well a sample knows them. Where
/// trades alone did, one search is enough.
fn best_of_starts(search: &mut Search<'_>, steps: &Steps<'_>) -> Result<Groups, Groups> {
    let mut best: Option<(f64, Groups)> = None;
    let mut nearest: Option<(usize, Groups)> = None;
    for start in 0..search.tuning.starts.max(1) {
        crate::stop::check();
        let Some(crowds) = steps.take(|| search.find_crowds(start)) else { break };
        search.crowds = crowds;
        let Some((groups, in_the_way)) = mend::deal(search, start, steps) else { break };
        let failing = groups.failing(search);
        if failing > 0 {
            if nearest.as_ref().is_none_or(|(least, _)| failing < *least) {
                nearest = Some((failing, groups));
            }
            continue;
        }
        let loss = groups.loss(search);
        if best.as_ref().is_none_or(|(least, _)| loss < *least) {
            best = Some((loss, groups));
        }
        if in_the_way == 0 {
            break;
        }
    }
    match (best, nearest) {
        (Some((_, mut groups)), _) => {
            mend::go_on(search, &mut groups, steps);
            Ok(groups)
        }
        (None, nearest) => Err(nearest.map_or_else(|| Groups::of(&[]), |(_, groups)| groups)),
    }
}

impl Search<'_> {
    /// The crowds that cuts have to spread.
    fn find_crowds(&self, start: usize) -> Crowds {
        let room = |star: usize| self.rooms.others(star, self.size).unwrap_or(0) + 1;
        let wanted = Wanted { heavy: self.tuning.heavy, full: self.tuning.full, most: crowds::MOST, start };
        Crowds::find(self.stars, self.rows, room, self.size, wanted)
    }
}
