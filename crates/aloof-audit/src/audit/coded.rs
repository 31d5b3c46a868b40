//! Columns that a policy codes, in a table as it stands: whether quasi cells show whole classes, values are coded, and how many cells
//! are left out.
//!
//! Everything is judged as it is published, so these are questions of form: what is not coded is told, and judged as it is. That a
//! column is coded a manifest says for everybody to rely on: where values contradict it, that is no word of a release of ours.
//!
//! # Cost
//! One look at every distinct cell; columns that are published as they are, or protected, are read once more.

use std::sync::Arc;

use aloof_io::Ask;
use aloof_table::{Coding, Column, Generalized, Kind, LabelColumn, Ratio};

use super::AuditRequest;
use crate::Error;
use crate::data::{Released, open_released};
use crate::manifest::{Column as Stated, Manifest, PublishedAs};
use crate::policy::{HierarchyFrom, Policy, Role, coding};
use crate::words;

/// What is said of every coded column. Of kept ones the original says whether they are.
pub(super) fn told(policy: &Policy, released: &Released) -> Vec<String> {
    let kept = policy.columns().iter().filter(|rule| rule.role() == Role::Keep).filter_map(coding::told_of);
    let sensitive = released.sensitive.iter().filter_map(|(name, column)| values(policy, name, column));
    let quasi = released.quasi.iter().filter_map(|(name, cells)| groups(policy, name, cells));
    sensitive.chain(kept).chain(quasi).chain(left_out(policy, released)).collect()
}

/// What is said of every column whose cells may be left out: how many are, of how many that may. A prefix that everybody has shows no more
/// than a star. Asked before rows are folded.
pub fn left_out(policy: &Policy, released: &Released) -> Vec<String> {
    let one = |(name, cells): &(String, LabelColumn)| {
        let share = policy.column(name)?.suppress_cells()?;
        let by_prefix = matches!(policy.column(name)?.hierarchy(), Some(from) if from.value == HierarchyFrom::Prefix);
        let shows_nothing = |cell: &str| is_star(cell) || by_prefix && is_prefix_of_all(cell, cells);
        let stars = cells.counts().into_iter().zip(cells.labels().iter()).filter(|(_, cell)| shows_nothing(cell));
        let stars = stars.map(|(count, _)| count as usize).sum::<usize>();
        let more = Ratio::of(stars as u64, cells.len().max(1) as u64) > share.to_ratio();
        let than = if more { ", which is more" } else { "" };
        let of = words::part(stars, cells.len(), "cell", "cells");
        let are = if stars == 1 { "is" } else { "are" };
        Some(format!("In `{name}` {of} {are} left out (`*`); a share of {share} may be by the policy{than}."))
    };
    released.quasi.iter().filter_map(one).collect()
}

/// Whether a cell is a prefix that all cells begin with: it shows what is so of everybody.
fn is_prefix_of_all(cell: &str, cells: &LabelColumn) -> bool {
    let prefix = cell.trim_end_matches('*');
    prefix.len() < cell.len() && cells.labels().iter().all(|other| is_star(other) || other.starts_with(prefix))
}

/// What is said of columns that are not coded as the manifest says.
pub(super) fn contradicted(
    manifest: &Manifest,
    request: &AuditRequest<'_>,
    released: &Released,
) -> Result<Vec<String>, Error> {
    let Ok(policy) = manifest.policy() else { return Ok(Vec::new()) };
    let coded: Vec<(&Stated, &Coding)> = manifest
        .columns
        .iter()
        .filter_map(|column| Some((column, policy.column(&column.name)?.coding()?)))
        .filter(|(_, coding)| !coding.is_none())
        .collect();
    let mut told = Vec::new();
    for (column, coding) in coded {
        let other = match column.published_as {
            PublishedAs::Generalized | PublishedAs::Bounds => cells_without_classes(released, column, coding),
            PublishedAs::Coded => uncoded(request, column, coding)?,
            _ => None,
        };
        told.extend(other.map(|other| {
            format!(
                "the manifest says that `{}` is coded, and {other}: it was judged as it stands, and what else is said of its coding counts \
                 for nothing",
                column.name
            )
        }));
    }
    Ok(told)
}

fn cells_without_classes(released: &Released, column: &Stated, coding: &Coding) -> Option<String> {
    let (_, cells) = released.quasi.iter().find(|(name, _)| *name == column.name)?;
    let other = cells.labels().iter().filter(|cell| !coding.shows_classes(cell, coding.kind())).count();
    (other > 0).then(|| {
        let cells = words::part(other, cells.labels().len(), "different cell", "different cells");
        format!("{cells} {} no whole classes", if other == 1 { "shows" } else { "show" })
    })
}

/// How many values of the file are not as the coding leaves them. What it leaves are numbers, or the texts of classes.
fn uncoded(request: &AuditRequest<'_>, column: &Stated, coding: &Coding) -> Result<Option<String>, Error> {
    let input = open_released(&request.data, request.policy)?;
    let ask = if coding.is_of_classes() { Ask::Text } else { Ask::Number };
    let asked = |name: &String| if *name == column.name { ask } else { Ask::Skip };
    if !input.names().contains(&column.name) {
        return Ok(None);
    }
    let Ok(table) = input.read(&input.names().iter().map(asked).collect::<Vec<_>>()) else {
        return Ok(Some("its values are no numbers".to_owned()));
    };
    let Some(values) = table.column(&column.name) else { return Ok(None) };
    let other = coding.uncoded(values);
    Ok((other > 0).then(|| {
        let values = words::part(other, values.len(), "value", "values");
        format!("{values} {} not", if other == 1 { "is" } else { "are" })
    }))
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
