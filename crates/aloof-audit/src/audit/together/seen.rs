//! Which groups of a release cover whom, and in which of them everybody stands.

use aloof_judge::views::{Grouped, Histories, HistoryOutcome, QuasiPair, common};
use aloof_principles::{Check, Direction};
use aloof_table::{NO_CODE, NO_GROUP, Partition};
use rayon::prelude::*;

use super::Month;
use super::people::{Everybody, Place};
use crate::Error;

/// A release, with what of it covers whom.
pub(super) struct Seen<'a> {
    pub groups: Partition,
    /// Per quasi column which cells cover which rows of the original; nothing where there is none.
    columns: Vec<(QuasiPair<'a>, Vec<u32>)>,
}

/// So many questions are asked, whether a group covers a person, of all releases together.
const QUESTIONS: usize = 5_000_000_000;

impl<'a> Seen<'a> {
    pub fn of(month: &'a Month) -> Result<Self, Error> {
        let groups = month.released.told_apart().into_owned();
        let mut columns = Vec::new();
        let both = month.original.iter().flat_map(|original| {
            original.quasi.iter().zip(&month.released.quasi).map(move |(quasi, (_, labels))| (original, quasi, labels))
        });
        for (original, quasi, labels) in both {
            let wrong = |error| Error::Data(format!("{}, column `{}`: {error}", month.released.name, quasi.name));
            let pair = QuasiPair::new(original.column(&quasi.name), labels, quasi.ladder.tree()).map_err(wrong)?;
            let cells = groups.iter().map(|rows| pair.cell(rows[0] as usize)).collect();
            columns.push((pair, cells));
        }
        Ok(Self { groups, columns })
    }

    /// The groups that cover a row of the original.
    fn covering(&self, row: u32) -> Vec<u32> {
        let covers = |group: &u32| {
            self.columns
                .iter()
                .all(|(pair, cells)| pair.covers[cells[*group as usize] as usize].contains(pair.places[row as usize]))
        };
        (0..self.groups.len() as u32).filter(covers).collect()
    }
}

/// Per release and person the groups that cover the person.
pub(super) type Covering = Vec<Vec<Vec<u32>>>;

/// Who is covered by what; `None` where an original is missing, or tables are too large.
pub(super) fn covering(months: &[Month], seen: &[Seen<'_>], everybody: &Everybody) -> Option<Covering> {
    let asks: usize = months.iter().zip(seen).map(|(month, seen)| month.people.len() * seen.groups.len()).sum();
    if asks > QUESTIONS || months.iter().any(|month| month.original.is_none()) {
        return None;
    }
    let covered =
        |seen: &Seen<'_>, place: &Place| place.and_then(|(row, _)| row).map_or_else(Vec::new, |row| seen.covering(row));
    let of = |(seen, rows): (&Seen<'_>, &Vec<Place>)| rows.par_iter().map(|place| covered(seen, place)).collect();
    Some(seen.iter().zip(&everybody.rows).map(of).collect())
}

/// Per release the group of every person, and of how many it is not known: where nothing says it, a person stands in the one group that
/// covers it and shows its value; if several do, in an unknown one, and if none does, in none.
pub(super) fn stands(
    seen: &[Seen<'_>],
    everybody: &Everybody,
    grouped: &[Grouped],
    covering: Option<&[Vec<Vec<u32>>]>,
) -> (Vec<Vec<u32>>, usize) {
    let mut unknown = vec![false; everybody.own.len()];
    let mut all = Vec::new();
    for (at, (seen, rows)) in seen.iter().zip(&everybody.rows).enumerate() {
        let group_of =
            seen.groups.group_of(seen.groups.row_order().iter().map(|&row| row as usize + 1).max().unwrap_or(0));
        let one = |(person, row): (usize, &Place)| match (row, covering) {
            (None, _) => NO_GROUP,
            (Some((_, Some(place))), _) => group_of.get(*place as usize).copied().unwrap_or(NO_GROUP),
            (Some(_), None) => {
                unknown[person] = true;
                NO_GROUP
            }
            (Some(_), Some(covering)) => {
                let shows =
                    |group: &&u32| grouped[at].group(**group as usize).binary_search(&everybody.own[person]).is_ok();
                let mut may = covering[at][person].iter().filter(shows);
                match (may.next(), may.next()) {
                    (Some(&group), None) => group,
                    (None, _) => NO_GROUP,
                    _ => {
                        unknown[person] = true;
                        NO_GROUP
                    }
                }
            }
        };
        all.push(rows.iter().enumerate().map(one).collect());
    }
    (all, unknown.into_iter().filter(|unknown| *unknown).count())
}

/// Judges everybody by all groups that cover them, in all releases that they are in.
pub(super) fn candidates(
    histories: &Histories,
    covering: &[Vec<Vec<u32>>],
    check: &dyn Check,
    direction: Direction,
) -> HistoryOutcome {
    let union = |at: usize, person: usize| -> Vec<u32> {
        let groups = covering[at][person].iter();
        let mut all: Vec<u32> =
            groups.flat_map(|&group| histories.releases[at].group(group as usize)).copied().collect();
        all.sort_unstable();
        all
    };
    let one = |person: usize| {
        let own = histories.own[person];
        let each: Vec<Vec<u32>> =
            (0..covering.len()).map(|at| union(at, person)).filter(|all| all.binary_search(&own).is_ok()).collect();
        if own == NO_CODE || each.is_empty() {
            return None;
        }
        let left = common(&each.iter().map(Vec::as_slice).collect::<Vec<_>>());
        Some((each.len(), left.first() == left.last(), check.judge_member(own, &left)))
    };
    let found: Vec<_> = (0..histories.own.len()).into_par_iter().filter_map(one).collect();
    HistoryOutcome {
        people: found.len(),
        several: found.iter().filter(|(releases, ..)| *releases > 1).count(),
        above: found.iter().filter(|(.., finding)| !finding.holds).count(),
        one_value: found.iter().filter(|(_, one, _)| *one).count(),
        left_above: 0,
        came_above: 0,
        worst: found.into_iter().map(|(.., finding)| finding.measure).max_by(|a, b| direction.compare(a, b)),
        persistent: false,
    }
}
