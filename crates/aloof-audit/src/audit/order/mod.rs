//! Whether the rows of a table stand in an order that follows the original's.
//!
//! # Definition
//! Whoever knows the order of the original, as of a list by names or by admission, must not learn from the order of the release
//! whose row is whose. An order that what is published tells anyway tells nothing more: rows may be sorted by published columns.
//! Two questions are asked, each of which has a stated chance of a false alarm; together they have less than 10⁻⁹, as all claims
//! about chance here.
//!
//! - `whole.rs`: are the published values those of the original in its order, or in one that is made of it by a rule (backwards, begun
//!   elsewhere, every k-th)?
//! - `pairs.rs`: of two rows that look alike, does the order tell more often than by chance which of them is whose: by which of them
//!   stands first, or by the rows around them?
//!
//! Values that were changed are passed over: columns count whose published values are all among the original's, the sensitive
//! ones if there are such, else the quasi columns.
//!
//! # Cost
//! The rows of both tables once for every order that is tried; of groups, at most 40,000 rows. Probabilities are floats, for tests of
//! chance.

mod pairs;
mod places;
mod sorted;
mod whole;

use aloof_io::Ask;
use aloof_table::{Column, LabelColumn, NO_GROUP, Partition};
use hashbrown::HashMap;

use super::AuditRequest;
use super::against::join;
use crate::Error;
use crate::data::{Original, Released, open_released};
use pairs::Likeness;

/// What is less likely than that is no accident: 10⁻⁹, of which each of eight tests gets its part.
const LN_DOUBT: f64 = -20.72 - 2.08;

/// What is said where the order of the original shows. Cells of quasi columns are still one per row.
pub(super) fn told(
    request: &AuditRequest<'_>,
    original: &Original,
    released: &Released,
) -> Result<Option<String>, Error> {
    // Rows of two tables do not say whose a value is, in whatever order.
    if released.in_two_tables || released.rows < 2 {
        return Ok(None);
    }
    let Some(keys) = keys(original, released) else { return Ok(None) };
    let (shown, people) = keys.split_at(released.rows);
    if let Some(words) = whole::told(shown, people, released) {
        return Ok(Some(words));
    }
    let places = places::of_rows(shown, people, original, released);
    let by_sight = released.told_apart().group_of(released.rows);
    if Likeness::new(&places, &by_sight).told().is_none() {
        return Ok(None);
    }
    // Rows that other published columns tell apart do not look alike, and where these are sorted the order tells nothing.
    let apart = sorted::told_apart(released, &others(request, released)?, by_sight);
    Ok(Likeness::new(&places, &apart).told())
}

/// Published columns that are neither quasi nor sensitive.
fn others(request: &AuditRequest<'_>, released: &Released) -> Result<Vec<LabelColumn>, Error> {
    if released.others.is_empty() {
        return Ok(Vec::new());
    }
    let input = open_released(&request.data, request.policy)?;
    let asked = |name: &String| if released.others.contains(name) { Ask::Text } else { Ask::Skip };
    let table = input.read(&input.names().iter().map(asked).collect::<Vec<_>>())?;
    let column = |name: &String| table.column(name).map(|column| column.to_labels().into_owned());
    Ok(released.others.iter().filter_map(column).filter(|column| column.len() == released.rows).collect())
}

/// A number for what every row of both tables shows in the columns that were not changed, those of nobody left out: sensitive
/// ones, else quasi ones.
fn keys(original: &Original, released: &Released) -> Option<Vec<u32>> {
    let sensitive = original.sensitive.iter().filter_map(|(name, before)| {
        let (_, after) = released.sensitive.iter().find(|(other, _)| other == name)?;
        Some(join(after, before))
    });
    let unchanged = |columns: Vec<Column>| -> Vec<LabelColumn> {
        let labels = columns.iter().map(|column| column.to_labels().into_owned());
        labels.filter(|labels| is_unchanged(&numbered(&[labels], original, released), released.rows)).collect()
    };
    let mut columns = unchanged(sensitive.collect());
    if columns.is_empty() {
        let quasi = released.quasi.iter().filter(|(name, _)| original.quasi.iter().any(|other| other.name == *name));
        columns = unchanged(quasi.map(|(name, after)| as_text(after, original.column(name))).collect());
    }
    (!columns.is_empty()).then(|| numbered(&columns.iter().collect::<Vec<_>>(), original, released))
}

/// Published cells and original values below each other, as text.
fn as_text(after: &LabelColumn, before: &Column) -> Column {
    let mut both = after.clone();
    both.append(&before.to_labels());
    Column::Label(both)
}

fn numbered(columns: &[&LabelColumn], original: &Original, released: &Released) -> Vec<u32> {
    let rows = released.rows + original.rows();
    let is_nobody = |row: usize| match row.checked_sub(released.rows) {
        Some(row) => original.left_out.get(row),
        None => released.stands_for_nobody(row),
    };
    Partition::by_equal_labels(columns, rows, is_nobody).group_of(rows)
}

/// Whether every value is published no more often than people have it.
fn is_unchanged(codes: &[u32], released: usize) -> bool {
    let mut left: HashMap<u32, i64> = HashMap::new();
    for (row, &code) in codes.iter().enumerate().filter(|(_, code)| **code != NO_GROUP) {
        *left.entry(code).or_default() += if row < released { -1 } else { 1 };
    }
    left.values().all(|&left| left >= 0)
}
