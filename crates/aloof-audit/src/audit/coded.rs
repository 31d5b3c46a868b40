//! Columns that a policy codes, in a table as it stands: whether quasi cells show whole classes, values are coded, and how many cells
//! are left out.
//!
//! Everything is judged as it is published, so these are questions of form: what is not coded is told, and judged as it is.

use std::sync::Arc;

use aloof_table::{Column, Generalized, Kind, LabelColumn, Ratio};

use crate::data::Released;
use crate::policy::{Policy, Role, coding};
use crate::words;

/// What is said of every coded column. Of kept ones the original says whether they are.
pub(super) fn told(policy: &Policy, released: &Released) -> Vec<String> {
    let kept = policy.columns().iter().filter(|rule| rule.role() == Role::Keep).filter_map(coding::told_of);
    let sensitive = released.sensitive.iter().filter_map(|(name, column)| values(policy, name, column));
    let quasi = released.quasi.iter().filter_map(|(name, cells)| groups(policy, name, cells));
    sensitive.chain(kept).chain(quasi).chain(left_out(policy, released)).collect()
}

/// What is said of every column whose cells may be left out: how many are, of how many that may. Asked before rows are folded.
pub fn left_out(policy: &Policy, released: &Released) -> Vec<String> {
    let one = |(name, cells): &(String, LabelColumn)| {
        let share = policy.column(name)?.suppress_cells()?;
        let stars = cells.counts().into_iter().zip(cells.labels().iter()).filter(|(_, cell)| is_star(cell));
        let stars = stars.map(|(count, _)| count as usize).sum::<usize>();
        let more = Ratio::of(stars as u64, cells.len().max(1) as u64) > share.to_ratio();
        let than = if more { ", which is more" } else { "" };
        let of = words::part(stars, cells.len(), "cell", "cells");
        let are = if stars == 1 { "is" } else { "are" };
        Some(format!("In `{name}` {of} {are} left out (`*`); a share of {share} may be by the policy{than}."))
    };
    released.quasi.iter().filter_map(one).collect()
}

fn is_star(cell: &str) -> bool {
    matches!(Generalized::parse(cell, Kind::Label, None), Ok(Generalized::Any))
}

fn values(policy: &Policy, name: &str, column: &Arc<Column>) -> Option<String> {
    let rule = policy.column(name)?;
    let said = coding::told_of(rule)?;
    let other = rule.coding()?.uncoded(column);
    if other == 0 {
        return Some(said);
    }
    let values = words::part(other, column.len(), "value", "values");
    let are = if other == 1 {
        "is not so coded, and is judged as it stands"
    } else {
        "are not so coded, and are judged as they stand"
    };
    Some(format!("By the policy {said} Here {values} {are}."))
}

fn groups(policy: &Policy, name: &str, cells: &LabelColumn) -> Option<String> {
    let coding = policy.column(name)?.coding()?;
    let other = cells.labels().iter().filter(|cell| !coding.shows_classes(cell, coding.kind())).count();
    (other > 0).then(|| {
        let cells = words::part(other, cells.labels().len(), "different cell", "different cells");
        format!("In `{name}` {cells} {} no whole classes of the policy.", if other == 1 { "shows" } else { "show" })
    })
}
