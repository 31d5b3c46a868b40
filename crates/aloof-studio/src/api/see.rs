//! See: one person, before and after.

use aloof::audit::{AuditRequest, CheckReport, audit};
use aloof::io::Source;
use aloof::table::{Column, Table};
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use super::hold::shown;
use super::rows::{cells, desk, is_hidden};
use crate::failure::Failure;
use crate::release::Held;
use crate::studio::{Opened, Studio};

/// Rules that a group keeps or breaks by itself. Others compare it with the whole table: of its rows alone they would say something else.
const OF_A_GROUP: [&str; 5] = ["epsilon-m", "delta-l", "k-anonymity", "l-diversity", "alpha-k"];

#[derive(Deserialize)]
pub(super) struct Story {
    run: u32,
    row: usize,
    /// Sensitive values, too.
    #[serde(default)]
    show: bool,
}

/// What others could tell of a person by the original, and what they can by the release: the rows that look like theirs.
pub(super) fn story(studio: &Studio, opened: &Opened, asked: &Story) -> Result<Value, Failure> {
    let original = desk(opened)?;
    if asked.row >= original.table.rows() {
        return Err(Failure::wrong(format!("the table has {} rows", original.table.rows())));
    }
    let shown = shown(opened, asked.run)?;
    let held = &shown.held;
    let policy = studio.policy_of(opened, &opened.run(asked.run)?)?;
    let quasi: Vec<&str> = policy.named(aloof::policy::Role::Quasi).collect();
    let hidden =
        |names: &[String]| -> Vec<bool> { names.iter().map(|name| !asked.show && is_hidden(opened, name)).collect() };
    let before = json!({
        "columns": original.table.names(),
        "cells": cells(&original.table, asked.row, &hidden(original.table.names())),
        "alike": alike_before(&original.table, asked.row, &quasi),
    });
    let Some(place) = held.place_of.get(asked.row).copied().flatten().map(|place| place as usize) else {
        return Ok(json!({ "before": before, "after": null }));
    };
    let places = held.alike(place, &quasi);
    let shown: Vec<Value> = places
        .iter()
        .take(30)
        .map(|&at| json!({ "own": at == place, "cells": cells(&held.table, at, &hidden(held.table.names())) }))
        .collect();
    Ok(json!({
        "before": before,
        "after": {
            "columns": held.table.names(),
            "alike": places.len(),
            "rows": shown,
            "conclusions": conclusions(held, &places, &policy),
        },
    }))
}

/// How many rows of the original equal this one in what others may know.
fn alike_before(table: &Table, row: usize, quasi: &[&str]) -> usize {
    let columns: Vec<&Column> = quasi.iter().filter_map(|name| table.column(name)).collect();
    (0..table.rows()).into_par_iter().filter(|&other| columns.iter().all(|column| is_same(column, row, other))).count()
}

fn is_same(column: &Column, one: usize, other: usize) -> bool {
    match column {
        Column::Label(labels) => labels.codes()[one] == labels.codes()[other],
        Column::Number(numbers) => numbers.scaled(one) == numbers.scaled(other),
        Column::Date(_) => column.text(one) == column.text(other),
    }
}

/// What the judge says of these rows alone: the sentences of the audit about the group.
fn conclusions(held: &Held, places: &[usize], policy: &aloof::policy::Policy) -> Vec<String> {
    let bytes = csv(held, places);
    let found = audit(&AuditRequest {
        data: Source::Memory { name: "group.csv".to_owned(), bytes: bytes.into() },
        original: None,
        policy,
        population: None,
        epsilons: Vec::new(),
        show_values: false,
        list_violations: false,
        progress: &|_, _| {},
    });
    let Ok(found) = found else { return Vec::new() };
    let of_group = |check: &&CheckReport| check.required && OF_A_GROUP.contains(&check.principle);
    let groups = found.checks.iter().filter(of_group).filter_map(|check| check.worst_groups.first());
    groups.map(|group| group.conclusion.clone()).collect()
}

fn csv(held: &Held, places: &[usize]) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let line = |cells: Vec<String>| cells.join(",") + "\n";
    let mut out = line(held.table.names().iter().map(|name| quoted(name)).collect());
    for &place in places {
        out += &line(
            held.table
                .columns()
                .iter()
                .map(|column| column.text(place).map_or(String::new(), |text| quoted(&text)))
                .collect(),
        );
    }
    out
}
