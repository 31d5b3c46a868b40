//! Who of the original is not published, seen by values.
//!
//! # Definition
//! Of some sensitive columns the values of those who are not shown are the original's less the published ones, whoever stands for
//! whom: one and the same multiset for every way to match rows. A row of nothing but stars that shows no value of these columns
//! stands for one of them, and nobody can say for whom: to whoever misses a person such rows and no row are the same, so all of
//! them are one group. Values of other columns that such a row hides are no matter.
//!
//! # Cost
//! One pass over both tables for every set of columns that is asked about.

use std::borrow::Cow;

use aloof_principles::{Needs, Reads};
use aloof_table::{Column, LabelColumn, NO_GROUP, Partition};
use hashbrown::HashMap;

use super::against::join;
use crate::data::{Original, Released, pick};
use crate::policy::{Policy, Protect};

/// Who is shown, and how many are in no row at all.
pub(super) struct Shown {
    /// People of the original for whom there is no released row.
    pub missed: usize,
    /// For each protection, rows of the original that have the values that released rows show of its columns; none where it is not
    /// about values.
    pub rows: Vec<Option<Vec<u32>>>,
}

/// `None` where a released row shows what nobody has: then nothing follows for those who are left.
pub(super) fn shown(policy: &Policy, original: &Original, released: &Released) -> Option<Shown> {
    let mut known: HashMap<&[String], Vec<u32>> = HashMap::new();
    let mut rows = Vec::new();
    for protect in policy.protect() {
        if !is_about_values(protect) {
            rows.push(None);
            continue;
        }
        let names = protect.sensitive();
        if !known.contains_key(names) {
            known.insert(names, with_their_values(original, released, names)?);
        }
        rows.push(known.get(names).cloned());
    }
    let people = (0..original.rows()).filter(|&row| original.is_published(row)).count();
    let is_there = |row: &usize| released.suppressed.get(*row) || !is_out(released, *row);
    let there = (0..released.rows).filter(is_there).count();
    Some(Shown { missed: people.saturating_sub(there), rows })
}

/// Whether a protection is about values, which the absent have as a group. Nobody picks out a row that is not there, so that
/// k-anonymity asks nothing of them; whether they are known not to be there is what presence is about.
pub(super) fn is_about_values(protect: &Protect) -> bool {
    protect.reads() != Reads::Nothing && protect.needs() != Needs::Population
}

/// Whether a row counts for nobody, by the policy's word.
fn is_out(released: &Released, row: usize) -> bool {
    released.left_out.get(row) || released.lacking.get(row)
}

/// Rows of the original that the released ones may stand for by these columns alone, missing values among them.
fn with_their_values(original: &Original, released: &Released, names: &[String]) -> Option<Vec<u32>> {
    let (after, before) = (pick(&released.sensitive, names), pick(&original.sensitive, names));
    let hides = |row: usize| after.iter().any(|(_, column)| column.is_missing(row));
    let joined: Vec<Column> = after.iter().zip(before).map(|((_, after), (_, before))| join(after, before)).collect();
    let labels: Vec<Cow<'_, LabelColumn>> = joined.iter().map(Column::to_labels).collect();
    let labels: Vec<&LabelColumn> = labels.iter().map(|labels| &**labels).collect();
    let rows = released.rows + original.rows();
    let is_nobody = |row: usize| match row.checked_sub(released.rows) {
        Some(row) => original.left_out.get(row),
        None if released.suppressed.get(row) => hides(row),
        None => is_out(released, row),
    };
    let codes = Partition::by_equal_labels(&labels, rows, is_nobody).group_of(rows);
    let (shown, people) = codes.split_at(released.rows);
    let mut free: HashMap<u32, Vec<u32>> = HashMap::new();
    let counts = |(_, code): &(u32, &u32)| **code != NO_GROUP;
    (0..).zip(people).filter(counts).for_each(|(row, &code)| free.entry(code).or_default().push(row));
    let shown = shown.iter().filter(|&&code| code != NO_GROUP);
    shown.map(|code| free.get_mut(code)?.pop()).collect()
}
