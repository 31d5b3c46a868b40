//! A row that is no person: a total, as people put one below a table.
//!
//! What a last row says of itself is asked where any table is looked at ([`LastTotal`]), of the columns that were read. A release stands in
//! another order than its table: there a column tells whose greatest number is the sum of all others.
//!
//! The row is taken for a person all the same: somebody of whom nothing is known is one, too, and only a person knows who is in a table.
//! So it is a condition of every promise, as a value is that looks like a code.

use std::sync::Arc;

use aloof_inspect::{LastTotal, holds_total};
use aloof_io::{Format, Input};
use aloof_table::{Bitmap, Column, Table};
use serde::Serialize;

use super::Quasi;
use crate::Error;
use crate::words::list;

/// A row that seems to be a total.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PerhapsTotal {
    /// Where it stands, as whoever opens the file finds it; of a release, whose order says nothing: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Why it seems so.
    pub why: String,
    /// What that means, in sentences.
    pub told: String,
    /// What must be so for what is promised.
    #[serde(skip)]
    condition: String,
}

impl PerhapsTotal {
    /// What must be so for what is promised: `line 62 of pay.csv is a person and no total`.
    pub fn condition(&self) -> String {
        self.condition.clone()
    }
}

/// What is to be said of the last row of a table of people, if a release is made of it.
pub fn perhaps_total(
    input: &Input,
    table: &Table,
    quasi: &[&str],
    sensitive: &[(String, Arc<Column>)],
    left_out: &Bitmap,
) -> Result<Option<PerhapsTotal>, Error> {
    let Some(last) = table.rows().checked_sub(1).filter(|&last| !left_out.get(last)) else { return Ok(None) };
    // Somebody of whom nothing is known may well come last, but where people put totals by hand.
    let typed_by_people = matches!(input.format(), Format::Csv | Format::Xlsx | Format::Xls | Format::Ods);
    let asked = if typed_by_people { quasi } else { &[] };
    let of_quasi = quasi.iter().filter_map(|&name| Some((name, table.column(name)?)));
    let others = sensitive.iter().filter(|(name, _)| !quasi.contains(&name.as_str()));
    let columns: Vec<(&str, &Column)> =
        of_quasi.chain(others.map(|(name, column)| (name.as_str(), &**column))).collect();
    let Some(total) = LastTotal::of(&columns, asked) else { return Ok(None) };
    let (file, place, why) = (input.name(), input.place_of(last)?, total.why());
    let part =
        input.part_before(last)?.map_or_else(String::new, |part| format!(", or read {part}, which leaves it out"));
    Ok(Some(PerhapsTotal {
        told: format!(
            "{file}: {place} seems to be a total and no person: {why}. It is taken for a person all the same; delete it in the table if it \
             is none{part}. If it is a person, let another row stand last."
        ),
        condition: format!("{place} of {file} is a person and no total"),
        place: Some(place),
        why,
    }))
}

/// The quasi columns that were read, by name.
pub(super) fn names(quasi: &[Quasi]) -> Vec<&str> {
    quasi.iter().map(|one| one.name.as_str()).collect()
}

/// The same of a release.
pub(super) fn released_total(file: &str, sensitive: &[(String, Arc<Column>)]) -> Option<PerhapsTotal> {
    let summed = sensitive.iter().filter(|(_, column)| holds_total(column));
    let names: Vec<&str> = summed.map(|(name, _)| name.as_str()).collect();
    if names.is_empty() {
        return None;
    }
    let why = format!("the greatest value of {} is the sum of all others", list(&names));
    Some(PerhapsTotal {
        told: format!("{file}: a row seems to be a total and no person: {why}. It is taken for a person all the same."),
        condition: format!("every row of {file} is a person and none a total"),
        place: None,
        why,
    })
}
