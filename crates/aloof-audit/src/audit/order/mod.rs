//! Whether the rows of a table stand in an order that follows the original's.
//!
//! # Definition
//! Whoever knows the order of the original, as of a list by names or by admission, must not learn from the order of the release
//! whose row is whose. An order that what is published tells anyway tells nothing more: rows may be sorted by published columns.
//! The same is true of every list of the same people that is sorted otherwise: by birthday, by name, by a column that was not published.
//! Four questions are asked, each of which has a stated chance of a false alarm; together they have less than 10⁻⁹, as all claims
//! about chance here.
//!
//! - `whole.rs`: are the published values those of the original in its order, or in one that is made of it by a rule (backwards, begun
//!   elsewhere, every k-th)?
//! - `pairs.rs`: of two rows that look alike, does the order tell more often than by chance which of them is whose: by which of them
//!   stands first, or by the rows around them?
//! - `parts.rs`: the same of every other row alone, every third, one half, and so on;
//! - `columns.rs`: all of it for the original sorted by any of its columns that is not published as it is.
//!
//! Values that were changed are passed over: columns count whose published values are all among the original's, the sensitive
//! ones if there are such, else the quasi columns.
//!
//! # Cost
//! The rows of both tables once for every order that is tried; of groups, at most 40,000 rows, and as many of each column. Probabilities are floats, for tests of
//! chance.

mod coins;
mod columns;
pub(super) mod pairs;
mod parts;
mod places;
mod sorted;
mod whole;

use std::cell::OnceCell;
use std::rc::Rc;

use aloof_io::Ask;
use aloof_table::{Column, LabelColumn, NO_GROUP, Partition};
use hashbrown::HashMap;

use super::AuditRequest;
use super::against::join;
use crate::Error;
use crate::data::{Original, Released, open_released};
pub(super) use columns::readable;
use pairs::{Found, Likeness};
pub(super) use places::Behind;

/// What is less likely than that is no accident: 10⁻⁹, of which each of nine tests gets its part: one of whole orders, six of pairs, those
/// of all parts together, and those of all columns together.
const LN_DOUBT: f64 = -20.72 - 2.2;

/// What is said where an order shows that is not published. Cells of quasi columns are still one per row. Rows of a release of ours stand
/// in an order that is `drawn` by chance.
pub(super) fn told(
    request: &AuditRequest<'_>,
    original: &Original,
    released: &Released,
    drawn: bool,
) -> Result<Option<String>, Error> {
    // Rows of two tables do not say whose a value is, in whatever order.
    if released.in_two_tables || released.rows < 2 {
        return Ok(None);
    }
    let Some(keys) = Keys::of(original, released) else { return Ok(None) };
    let (shown, people) = keys.numbers.split_at(released.rows);
    if let Some(words) = whole::told(shown, people, released) {
        return Ok(Some(words));
    }
    let behind = places::behind(&places::of_groups(released), shown, people, original, released);
    let mut places = vec![None; released.rows];
    behind.iter().for_each(|one| places[one.row as usize] = one.place());
    let group_of = released.told_apart().group_of(released.rows);
    let alike = Grouping::new("rows that look alike", group_of, behind.into(), Look::Everywhere);
    if let Some(found) = alike.found(&places, LN_DOUBT, request, released)? {
        return Ok(Some(found.told(alike.rows, "the original")));
    }
    let mut groupings = vec![alike];
    if drawn {
        let behind = places::behind(&places::in_blocks(released), shown, people, original, released);
        groupings.extend(columns::by_place(released.rows, &behind.into()));
    }
    columns::told(request, original, released, &keys.names, &groupings)
}

/// Who may stand behind rows that look alike; `None` where nothing shows whose a row is.
pub(super) fn behind_groups(original: &Original, released: &Released) -> Option<Vec<Behind>> {
    let keys = Keys::of(original, released).filter(|_| !released.in_two_tables)?;
    let (shown, people) = keys.numbers.split_at(released.rows);
    Some(places::behind(&places::of_groups(released), shown, people, original, released))
}

/// Where pairs are taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// In the table as a whole.
    Whole,
    /// In parts of it.
    Parts,
    /// In both.
    Everywhere,
}

impl Look {
    fn at(self, likeness: &Likeness, rows: usize, ln_doubt: f64) -> Option<Found> {
        let whole = if self == Self::Parts { None } else { likeness.found(ln_doubt) };
        whole.or_else(|| if self == Self::Whole { None } else { parts::found(likeness, rows, ln_doubt) })
    }
}

/// Rows that are compared with each other, and who may stand behind them.
struct Grouping {
    /// What they are called.
    rows: &'static str,
    group_of: Vec<u32>,
    behind: Rc<[Behind]>,
    look: Look,
    /// The same, of rows that nothing published tells apart; found when it is asked for.
    apart: OnceCell<Vec<u32>>,
}

impl Grouping {
    fn new(rows: &'static str, group_of: Vec<u32>, behind: Rc<[Behind]>, look: Look) -> Self {
        Self { rows, group_of, behind, look, apart: OnceCell::new() }
    }

    /// Whether rows follow these places. Rows that other published columns tell apart do not look alike, and where these are sorted the
    /// order tells nothing.
    fn found(
        &self,
        places: &[Option<u32>],
        ln_doubt: f64,
        request: &AuditRequest<'_>,
        released: &Released,
    ) -> Result<Option<Found>, Error> {
        let found = |group_of: &[u32]| self.look.at(&Likeness::new(places, group_of), released.rows, ln_doubt);
        if found(&self.group_of).is_none() {
            return Ok(None);
        }
        if self.apart.get().is_none() {
            let apart = sorted::told_apart(released, &others(request, released)?, self.group_of.clone());
            self.apart.get_or_init(|| apart);
        }
        Ok(self.apart.get().and_then(|apart| found(apart)))
    }
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

/// What every row of both tables shows in the columns that were not changed: sensitive ones, else quasi ones.
struct Keys {
    /// Their names.
    names: Vec<String>,
    /// A number for every row; those of nobody are left out.
    numbers: Vec<u32>,
}

impl Keys {
    fn of(original: &Original, released: &Released) -> Option<Self> {
        let sensitive = original.sensitive.iter().filter_map(|(name, before)| {
            let (_, after) = released.sensitive.iter().find(|(other, _)| other == name)?;
            Some((name.clone(), join(after, before)))
        });
        let unchanged = |columns: Vec<(String, Column)>| -> Vec<(String, LabelColumn)> {
            let labels = columns.into_iter().map(|(name, column)| (name, column.to_labels().into_owned()));
            labels.filter(|(_, labels)| is_unchanged(&numbered(&[labels], original, released), released.rows)).collect()
        };
        let mut columns = unchanged(sensitive.collect());
        if columns.is_empty() {
            let quasi =
                released.quasi.iter().filter(|(name, _)| original.quasi.iter().any(|other| other.name == *name));
            let both = |(name, after): &(String, LabelColumn)| (name.clone(), as_text(after, original.column(name)));
            columns = unchanged(quasi.map(both).collect());
        }
        let labels: Vec<&LabelColumn> = columns.iter().map(|(_, labels)| labels).collect();
        let numbers = (!columns.is_empty()).then(|| numbered(&labels, original, released))?;
        Some(Self { numbers, names: columns.into_iter().map(|(name, _)| name).collect() })
    }
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
