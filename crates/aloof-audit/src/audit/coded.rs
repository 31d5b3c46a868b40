//! Columns that a policy codes, in a table as it stands: whether quasi cells show whole classes, and values are coded.
//!
//! Everything is judged as it is published, so these are questions of form: what is not coded is told, and judged as it is.

use std::sync::Arc;

use aloof_table::{Column, LabelColumn};

use crate::data::Released;
use crate::policy::{Policy, Role, coding};
use crate::words;

/// What is said of every coded column. Of kept ones the original says whether they are.
pub(super) fn told(policy: &Policy, released: &Released) -> Vec<String> {
    let kept = policy.columns().iter().filter(|rule| rule.role() == Role::Keep).filter_map(coding::told_of);
    let sensitive = released.sensitive.iter().filter_map(|(name, column)| values(policy, name, column));
    let quasi = released.quasi.iter().filter_map(|(name, cells)| groups(policy, name, cells));
    sensitive.chain(kept).chain(quasi).collect()
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
