//! Whether rows stand in the order of the original sorted by one of its columns.
//!
//! # Definition
//! Whoever has a list of the same people sorts it as they like: by birthday, by name, by a column that was dropped. A released row gets
//! the mean rank, in such a column, of those who may stand behind it. That number follows from what the row shows and from the
//! original, so that whatever it says of whose row it is, the test of `pairs.rs` is sound: if the order of rows follows from what is
//! published and from chance, two rows that look alike stand either way with the same probability. Where one person alone can stand behind each row, no
//! power is lost; where many can, some is.
//!
//! Of any table, rows are compared that look alike. Rows of a release of ours, which stand in an order drawn by chance, are
//! compared whatever they show, unless it is sorted by what they show: each with the next, each with the one half a table away, and those
//! of a part of the table with each other.
//! The columns that are asked about are all of the original but those that are published as they are, whose order tells what stands
//! there: numbers and dates by size, others as text.
//!
//! # Chance
//! Twenty tests for each column, which have one part of nine of 10⁻⁹ among them.
//!
//! # Cost
//! One more pass over the original for every 16 columns, which are held at once; of each the ranks of those who may stand behind at
//! most 40,000 rows, sorted.

use std::rc::Rc;

use aloof_io::{Ask, Input, ReadError};
use aloof_table::{Column, Date, NO_GROUP, Table};

use super::places::Behind;
use super::{AuditRequest, Grouping, LN_DOUBT, Look};
use crate::Error;
use crate::data::{Original, Released, read_options};
use crate::policy::ColumnRule;

/// So many columns are held at once.
const AT_ONCE: usize = 16;
/// Each of three groupings is tested in six ways, and two in parts of the table.
const TESTS: usize = 20;

/// Rows in pairs that only their places make: each with the next, with the one half of the rows away, and with the next of its part.
pub(super) fn by_place(rows: usize, behind: &Rc<[Behind]>) -> [Grouping; 3] {
    let half = behind.len().div_ceil(2).max(1);
    let numbered = |number: &dyn Fn(usize) -> usize, look: Look| {
        let mut group_of = vec![NO_GROUP; rows];
        behind.iter().enumerate().for_each(|(at, one)| group_of[one.row as usize] = number(at) as u32);
        Grouping::new("rows", group_of, Rc::clone(behind), look)
    };
    [numbered(&|at| at / 2, Look::Whole), numbered(&|at| at % half, Look::Whole), numbered(&|_| 0, Look::Parts)]
}

/// What is said of the first column whose order shows.
pub(super) fn told(
    request: &AuditRequest<'_>,
    original: &Original,
    released: &Released,
    published: &[String],
    groupings: &[Grouping],
) -> Result<Option<String>, Error> {
    let is_published = |name: &str| {
        published.iter().any(|other| other == name) || request.policy.column(name).is_some_and(ColumnRule::is_kept)
    };
    let Some(source) = &request.original else { return Ok(None) };
    let input = Input::open(source.clone(), read_options(request.policy))?;
    let names: Vec<&String> = input.names().iter().filter(|name| !is_published(name)).collect();
    let ln_doubt = LN_DOUBT - ((TESTS * names.len().max(1)) as f64).ln();
    let seen: Vec<Seen> = groupings.iter().map(|grouping| Seen::of(original, &grouping.behind)).collect();
    for some in names.chunks(AT_ONCE) {
        let table = readable(&input, some)?;
        // What is read twice may have changed meanwhile, as tables of databases do.
        if original.came.iter().any(|&row| row as usize >= table.rows()) {
            return Ok(None);
        }
        for (name, column) in some.iter().filter_map(|name| Some((name, table.column(name)?))) {
            for (grouping, seen) in groupings.iter().zip(&seen) {
                let places = seen.places(column, released, &grouping.behind);
                if let Some(found) = grouping.found(&places, ln_doubt, request, released)? {
                    return Ok(Some(found.told(grouping.rows, &format!("the original sorted by `{name}`"))));
                }
            }
        }
    }
    Ok(None)
}

/// These columns, but for those whose values cannot be read, such as lists: a policy drops them, and nobody sorts by them here.
pub(in crate::audit) fn readable(input: &Input, some: &[&String]) -> Result<Table, Error> {
    let mut unread: Vec<String> = Vec::new();
    loop {
        let asked = |name: &String| some.contains(&name) && !unread.contains(name);
        let ask = |name: &String| if asked(name) { Ask::Auto } else { Ask::Skip };
        match input.read_noted(&input.names().iter().map(ask).collect::<Vec<_>>(), &|_, _| {}) {
            Ok(reading) => return Ok(reading.table),
            Err(
                ReadError::Type { column, .. }
                | ReadError::Declared { column, .. }
                | ReadError::Zone { column, .. }
                | ReadError::EmptyText { column, .. }
                | ReadError::Value { column, .. },
            ) if asked(&column) => unread.push(column),
            Err(error) => return Err(error.into()),
        }
    }
}

/// The rows of the original that are asked about, found once for all of its columns.
struct Seen {
    /// Ascending.
    rows: Vec<usize>,
    /// Where each of those stands among them who may be behind the first row, the second, and so on.
    at: Vec<u32>,
}

impl Seen {
    fn of(original: &Original, behind: &[Behind]) -> Self {
        let came = |person: &u32| original.came[*person as usize] as usize;
        let all = || behind.iter().flat_map(|one| one.people.iter().map(came));
        let last = all().max().map_or(0, |row| row + 1);
        let mut at = vec![None; last];
        all().for_each(|row| at[row] = Some(0));
        let rows: Vec<usize> = (0..last).filter(|&row| at[row].is_some()).collect();
        (0..).zip(&rows).for_each(|(place, &row)| at[row] = Some(place));
        Self { at: all().filter_map(|row| at[row]).collect(), rows }
    }

    /// The mean rank of those who may stand behind each row, in sixteenths; none where one of them has no value.
    fn places(&self, column: &Column, released: &Released, behind: &[Behind]) -> Vec<Option<u32>> {
        let ranks = ranks(column, &self.rows);
        let mut places = vec![None; released.rows];
        let mut at = self.at.iter();
        for Behind { row, people, .. } in behind {
            let some: Vec<Option<u32>> = at.by_ref().take(people.len()).map(|&at| ranks[at as usize]).collect();
            let sum: Option<u64> = some.into_iter().map(|rank| rank.map(u64::from)).sum();
            places[*row as usize] = sum.map(|sum| (16 * sum / people.len() as u64) as u32);
        }
        places
    }
}

/// The places of these rows among each other, equal ones where values are.
fn ranks(column: &Column, rows: &[usize]) -> Vec<Option<u32>> {
    match column {
        Column::Number(numbers) => ranked(rows, |row| numbers.get(row)),
        Column::Date(dates) => ranked(rows, |row| dates.get(row).map(Date::days)),
        Column::Label(labels) => ranked(rows, |row| labels.get(row)),
    }
}

fn ranked<T: Ord>(rows: &[usize], value: impl Fn(usize) -> Option<T>) -> Vec<Option<u32>> {
    let known = |(at, &row): (usize, &usize)| Some((value(row)?, at));
    let mut sorted: Vec<(T, usize)> = rows.iter().enumerate().filter_map(known).collect();
    sorted.sort_unstable();
    let mut ranks = vec![None; rows.len()];
    for (rank, same) in (0..).zip(sorted.chunk_by(|one, other| one.0 == other.0)) {
        same.iter().for_each(|&(_, at)| ranks[at] = Some(rank));
    }
    ranks
}

#[cfg(test)]
mod tests {
    use aloof_table::LabelColumn;

    use super::*;

    #[test]
    fn equal_values_have_equal_ranks() {
        let column = Column::Label(LabelColumn::from_texts([Some("b"), None, Some("a"), Some("b"), Some("c")]));
        assert_eq!(ranks(&column, &[0, 1, 2, 3, 4]), [Some(1), None, Some(0), Some(1), Some(2)]);
        assert_eq!(ranks(&column, &[2, 4]), [Some(0), Some(1)]);
    }
}
