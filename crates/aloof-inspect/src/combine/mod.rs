//! Which columns, alone or together, make people unique.
//!
//! All sets of up to three quasi-identifier candidates are counted, and all candidates together. On a long table they are ranked on a sample, and
//! only those reported are counted over all rows: a row that is unique in a sample need not be unique in the table, so
//! a share taken from the sample would exaggerate.
//!
//! # Cost
//!
//! With 12 candidates 298 sets, each one counting pass or one sort of the sample; then at most a few dozen passes over
//! the whole table. 4 bytes per row and column while counting.

mod choose;
mod codes;
mod count;

use aloof_table::{Column, Table};
use rayon::prelude::*;

use crate::{ColumnFacts, Combination, Options, Role, sample};
use choose::{Counts, Set};
use codes::Codes;
use count::Count;

/// What [`crate::Inspection`] says of combinations.
pub(crate) struct Found {
    pub combinations: Vec<Combination>,
    pub searched_rows: Option<usize>,
    pub left_out: Vec<String>,
}

/// Searches among the columns guessed to be quasi-identifiers.
pub(crate) fn search(table: &Table, facts: &[ColumnFacts], options: &Options) -> Found {
    let rows = sample::positions(table.rows(), options.search_rows.max(1));
    let sampled = rows.len() < table.rows();
    let candidates: Vec<usize> = (0..facts.len()).filter(|&at| facts[at].guess.role == Role::Quasi).collect();
    let codes: Vec<Codes> = candidates.par_iter().map(|&at| Codes::of_rows(&table.columns()[at], &rows)).collect();
    let (searched, left_out) = choose::most_telling(&codes, options.candidates);

    let sets = choose::sets(&searched, options.largest.clamp(1, 3));
    let mut counts = count_all(&codes, sets);
    let mut shown = choose::shown(&counts, options.shown);
    if sampled {
        let needed = choose::with_parts(&shown, &counts, options.singled_out_percent);
        let used: Vec<bool> = (0..candidates.len()).map(|at| needed.iter().any(|set| set.contains(&at))).collect();
        let whole = recode(table, &candidates, &used);
        counts = count_all(&whole, needed);
        choose::sort(&mut shown, &counts);
    }
    let name = |at: usize| table.names()[candidates[at]].clone();
    let mut combinations: Vec<Combination> = shown.iter().map(|set| combination(set, &counts, options, name)).collect();
    add_all(&mut combinations, table, &candidates, options);
    Found {
        combinations,
        searched_rows: (sampled && !candidates.is_empty()).then_some(rows.len()),
        left_out: left_out.into_iter().map(name).collect(),
    }
}

/// All candidates together, however many there are: nothing singles out more. The first of the combinations, unless one of them
/// is that already.
fn add_all(combinations: &mut Vec<Combination>, table: &Table, candidates: &[usize], options: &Options) {
    if let Some(whole) = combinations.iter_mut().find(|one| one.columns.len() == candidates.len()) {
        whole.all = true;
    } else if !candidates.is_empty() {
        let columns: Vec<&Column> = candidates.iter().map(|&at| &*table.columns()[at]).collect();
        let Count { groups, unique, rows } = count::count_all(&columns);
        let columns = candidates.iter().map(|&at| table.names()[at].clone()).collect();
        let reaches = Count { groups, unique, rows }.reaches(options.singled_out_percent);
        let smallest = reaches && !combinations.iter().any(|one| one.share_reaches(options.singled_out_percent));
        combinations.insert(0, Combination { columns, groups, unique, rows, all: true, smallest });
    }
}

/// Codes for all rows, of those candidates that are needed.
fn recode(table: &Table, candidates: &[usize], used: &[bool]) -> Vec<Codes> {
    let encode = |(&at, &used): (&usize, &bool)| if used { Codes::of_all(&table.columns()[at]) } else { Codes::none() };
    candidates.par_iter().zip(used).map(encode).collect()
}

fn count_all(codes: &[Codes], sets: Vec<Set>) -> Counts {
    let count = |set: Set| {
        let parts: Vec<&Codes> = set.iter().map(|&at| &codes[at]).collect();
        let count = count::count(&parts);
        (set, count)
    };
    sets.into_par_iter().map(count).collect()
}

fn combination(set: &Set, counts: &Counts, options: &Options, name: impl Fn(usize) -> String) -> Combination {
    let count = counts.get(set).copied().unwrap_or_default();
    let reaches = |count: &Count| count.reaches(options.singled_out_percent);
    Combination {
        columns: set.iter().map(|&at| name(at)).collect(),
        groups: count.groups,
        unique: count.unique,
        rows: count.rows,
        all: false,
        smallest: reaches(&count) && !choose::parts(set).iter().any(|part| counts.get(part).is_some_and(reaches)),
    }
}
