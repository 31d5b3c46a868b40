//! Rows as a screen shows them: so many, from there. Cells that say who it is or what is to be protected are sent only when asked for.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use aloof::table::{Column, Table};
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use super::hold::shown;
use crate::failure::Failure;
use crate::jobs::lock;
use crate::studio::{Counts, Desk, Opened};

/// A screen shows no more.
const MOST: usize = 200;
/// So many different values of a column are listed.
const MOST_VALUES: usize = 500;
/// Columns with no more different values are counted when the table is read.
const COUNTED_AT_ONCE: u64 = 100_000;

#[derive(Deserialize)]
pub(super) struct Rows {
    /// A run, or the original.
    run: Option<u32>,
    from: usize,
    count: usize,
    /// Sensitive values and identifiers, too.
    #[serde(default)]
    show: bool,
    /// Of a release: only those that look as these cells do.
    #[serde(default)]
    like: BTreeMap<String, String>,
}

/// A table that was read, and is still what lies there.
pub(super) fn desk(opened: &Opened) -> Result<Arc<Desk>, Failure> {
    let desk = opened.desk().ok_or_else(|| Failure::wrong("this table is still being read"))?;
    if opened.is_other_than(&desk) {
        return Err(Failure::changed("this table was changed since it was read; it is read again"));
    }
    Ok(desk)
}

/// Whether cells of a column are kept back until they are asked for, by the policy as it stands.
pub(super) fn is_hidden(opened: &Opened, column: &str) -> bool {
    crate::studio::is_hidden(&lock(&opened.project).words, column)
}

pub(super) fn rows(opened: &Opened, asked: &Rows) -> Result<Value, Failure> {
    let original = desk(opened)?;
    let shown = asked.run.map(|run| shown(opened, run)).transpose()?;
    let table = shown.as_ref().map_or(&original.table, |shown| &shown.held.table);
    let chosen = matching(table, &asked.like);
    let total = chosen.as_ref().map_or(table.rows(), Vec::len);
    let end = asked.from.saturating_add(asked.count.min(MOST)).min(total);
    let places = (asked.from.min(end)..end).map(|at| chosen.as_ref().map_or(at, |chosen| chosen[at]));
    let hidden: Vec<bool> = table.names().iter().map(|name| !asked.show && is_hidden(opened, name)).collect();
    let rows: Vec<Value> = places.map(|row| json!({ "row": row, "cells": cells(table, row, &hidden) })).collect();
    Ok(json!({ "total": total, "from": asked.from, "columns": table.names(), "hidden": hidden, "rows": rows }))
}

/// Rows whose cells are these; none where nothing is asked.
fn matching(table: &Table, like: &BTreeMap<String, String>) -> Option<Vec<usize>> {
    if like.is_empty() {
        return None;
    }
    let wanted: Vec<(&Column, &String)> =
        like.iter().filter_map(|(name, cell)| Some((table.column(name)?, cell))).collect();
    let codes: Vec<Option<(&[u32], u32)>> = wanted
        .iter()
        .map(|(column, cell)| match column {
            Column::Label(labels) => labels.labels().code(cell).map(|code| (labels.codes(), code)),
            _ => None,
        })
        .collect();
    let is_like = |row: &usize| codes.iter().all(|code| code.is_some_and(|(codes, code)| codes[*row] == code));
    Some((0..table.rows()).filter(is_like).collect())
}

/// The cells of a row; those that are hidden are null, those that are missing empty.
pub(super) fn cells(table: &Table, row: usize, hidden: &[bool]) -> Vec<Option<String>> {
    let cell = |(column, hidden): (&Arc<Column>, &bool)| (!hidden).then(|| column.text(row).unwrap_or_default());
    table.columns().iter().zip(hidden).map(cell).collect()
}

#[derive(Deserialize)]
pub(super) struct Values {
    column: String,
}

/// The values of a quasi column, the most common first.
pub(super) fn values(opened: &Opened, asked: &Values) -> Result<Value, Failure> {
    if is_hidden(opened, &asked.column) {
        return Err(Failure::wrong("values of this column are shown only row by row, when they are asked for"));
    }
    let desk = desk(opened)?;
    let found = counted(&desk, &asked.column)?;
    let many = found.len();
    let shown: Vec<Value> = found.iter().take(MOST_VALUES).map(|(value, rows)| json!([value, rows])).collect();
    Ok(json!({ "distinct": many, "values": shown }))
}

/// Counts the values of all columns but those with very many, so that they need not be counted while somebody waits.
pub(super) fn count_columns(desk: &Desk) {
    let few = |column: &&Value| column["distinct"].as_u64().is_some_and(|many| many <= COUNTED_AT_ONCE);
    let names = desk.look["columns"].as_array().into_iter().flatten().filter(few);
    let names: Vec<&str> = names.filter_map(|column| column["name"].as_str()).collect();
    names.into_par_iter().for_each(|name| drop(counted(desk, name)));
}

/// Values and how many rows have them, the most common first; counted once.
pub(super) fn counted(desk: &Desk, name: &str) -> Result<Arc<Counts>, Failure> {
    if let Some(found) = lock(&desk.counts).get(name) {
        return Ok(Arc::clone(found));
    }
    let column = desk.table.column(name).ok_or_else(|| Failure::wrong("there is no such column"))?;
    let mut found = match column {
        Column::Label(labels) => {
            let counts = labels.counts();
            labels.labels().iter().zip(counts).map(|(label, rows)| (label.to_owned(), rows as usize)).collect()
        }
        Column::Number(numbers) => by_first(column, |row| numbers.scaled(row)),
        Column::Date(_) => by_first(column, |row| column.text(row)),
    };
    found.retain(|(_, rows)| *rows > 0);
    found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let found = Arc::new(found);
    lock(&desk.counts).insert(name.to_owned(), Arc::clone(&found));
    Ok(found)
}

/// Counts by a key, and takes the text of the first row that has it.
fn by_first<K: std::hash::Hash + Eq>(column: &Column, key: impl Fn(usize) -> Option<K>) -> Counts {
    let mut counts: HashMap<K, (usize, usize)> = HashMap::new();
    for row in 0..column.len() {
        if let Some(key) = key(row) {
            counts.entry(key).or_insert((row, 0)).1 += 1;
        }
    }
    counts.into_values().map(|(row, rows)| (column.text(row).unwrap_or_default(), rows)).collect()
}
