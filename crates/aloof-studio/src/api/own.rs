//! Use: questions of the reader's own, asked of the original and of the release.

use aloof::evaluate::OwnAnswer;
use aloof::table::{Column, Kind};
use rayon::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};

use super::hold::shown;
use super::make::command;
use super::rows::{counted, desk};
use crate::failure::Failure;
use crate::jobs::Job;
use crate::project::folder_of;
use crate::studio::{Desk, Opened, Studio};

/// So many classes of a column stand in a cross-table.
const CLASSES: usize = 8;

#[derive(Deserialize)]
pub(super) struct Count {
    run: u32,
    /// Columns, and what is asked of them, written as cells of a release are.
    conditions: Vec<(String, String)>,
}

/// How many people are so and so.
pub(super) fn count(opened: &Opened, asked: &Count) -> Result<Value, Failure> {
    if asked.conditions.is_empty() {
        return Err(Failure::wrong("nothing is asked: say what a column is, such as 30..39"));
    }
    let found = shown(opened, asked.run)?.questions.count(&asked.conditions)?;
    let run = opened.run(asked.run)?;
    let file = format!("{}/policy-{}.toml", folder_of(&opened.stem), run.id);
    let typed = asked.conditions.iter().map(|(name, cell)| format!("{name}={cell}")).collect::<Vec<_>>().join(";");
    let command =
        command(&["aloof", "evaluate", &run.release, "--original", &opened.data, "--policy", &file, "--count", &typed]);
    Ok(json!({ "original": found.original, "release": found.release, "command": command }))
}

#[derive(Deserialize)]
pub(super) struct Cross {
    data: String,
    run: u32,
    down: String,
    across: String,
}

/// Begins to count how many people are in each pair of classes of two columns.
pub(super) fn cross(studio: &Studio, asked: Cross) -> Result<Value, Failure> {
    if asked.down == asked.across {
        return Err(Failure::wrong("a cross-table needs two columns"));
    }
    let opened = studio.open(&asked.data)?;
    shown(&opened, asked.run)?;
    let about = opened.data.clone();
    let job = studio.jobs.start("cross", &about, move |job| cells(&opened, &asked, job))?;
    Ok(json!({ "job": job.progress().id }))
}

fn cells(opened: &Opened, asked: &Cross, job: &Job) -> Result<Value, Failure> {
    let (original, shown) = (desk(opened)?, shown(opened, asked.run)?);
    let (down, across) = (classes(&original, &asked.down)?, classes(&original, &asked.across)?);
    let cell = |one: &String, other: &String| -> Result<OwnAnswer, Failure> {
        Ok(shown.questions.count(&[(asked.down.clone(), one.clone()), (asked.across.clone(), other.clone())])?)
    };
    let row = |one: &String| -> Result<Vec<(f64, f64)>, Failure> {
        across.par_iter().map(|other| cell(one, other).map(|found| (found.original, found.release))).collect()
    };
    let mut cells = Vec::new();
    for (at, one) in down.iter().enumerate() {
        job.tell("counting", at as u64, Some(down.len() as u64));
        cells.push(row(one)?);
    }
    Ok(json!({ "down": down, "across": across, "cells": cells }))
}

/// The most common labels; of numbers, ranges between round figures; of dates, years.
fn classes(desk: &Desk, name: &str) -> Result<Vec<String>, Failure> {
    let column = desk.table.column(name).ok_or_else(|| Failure::wrong("there is no such column"))?;
    match (column.kind(), column) {
        (Kind::Number, Column::Number(numbers)) => {
            let mut values: Vec<f64> =
                (0..numbers.len()).filter_map(|row| Some(numbers.get(row)?.to_ratio().approximate())).collect();
            values.sort_by(f64::total_cmp);
            Ok(ranges(&values))
        }
        (Kind::Date, _) => {
            let mut years: Vec<String> =
                (0..column.len()).filter_map(|row| column.text(row)).map(|date| date[..4].to_owned()).collect();
            years.sort_unstable();
            years.dedup();
            let few = years.len().div_ceil(CLASSES).max(1);
            Ok(years.chunks(few).map(|some| format!("{}-01-01..{}-12-31", some[0], some[some.len() - 1])).collect())
        }
        _ => Ok(counted(desk, name)?.iter().take(CLASSES).map(|(label, _)| label.clone()).collect()),
    }
}

/// Ranges between round figures, so that no value of anybody is told by their ends. Open at both.
fn ranges(sorted: &[f64]) -> Vec<String> {
    let at = |share: f64| sorted.get((sorted.len() as f64 * share) as usize).or(sorted.last()).copied().unwrap_or(0.0);
    let (low, high) = (at(0.05), at(0.95));
    let step = round_step((high - low) / (CLASSES - 2) as f64);
    let first = (low / step).ceil();
    let ends: Vec<String> = (0..CLASSES - 1)
        .map(|number| (first + number as f64) * step)
        .take_while(|end| *end <= high)
        .map(figure)
        .collect();
    if ends.is_empty() {
        return vec!["*".to_owned()];
    }
    let between = ends.windows(2).map(|pair| format!("[{}, {}[", pair[0], pair[1]));
    std::iter::once(format!("<{}", ends[0])).chain(between).chain([format!(">={}", ends[ends.len() - 1])]).collect()
}

/// 1, 2 or 5 times a power of ten, not below.
fn round_step(least: f64) -> f64 {
    if least <= 0.0 {
        return 1.0;
    }
    let unit = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|times| times * unit)
        .find(|step| *step >= least * 0.999)
        .unwrap_or(unit * 10.0)
}

/// As few digits as it takes: ends are multiples of round steps.
fn figure(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_lie_between_round_figures_and_leave_nobody_out() {
        let incomes: Vec<f64> = (0..1000).map(|at| 1017.0 + 37.0 * f64::from(at)).collect();
        assert_eq!(ranges(&incomes), ["<10000", "[10000, 20000[", "[20000, 30000[", ">=30000"]);
        assert_eq!(ranges(&[]), ["<0", ">=0"]);
        assert_eq!(ranges(&[3.0, 3.0]), ["<3", ">=3"]);
        let shares: Vec<f64> = (0..100).map(|at| f64::from(at) / 100.0).collect();
        assert_eq!(ranges(&shares)[1], "[0.2, 0.4[");
    }
}
