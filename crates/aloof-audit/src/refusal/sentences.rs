//! What stands in the way, in sentences: what was asked, what was found, what would do.

use std::fmt;

use super::nearest::share_above;
use super::{Promise, Why};
use crate::words;

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Crowded { promise, window, rows, span, largest_m } => write!(
                f,
                "{promise}{} is impossible for these data: {} {} {span}, so {} can be promised",
                // A table may pass in that view alone in which single rows are plainly somebody's.
                if promise.view == "candidates" { ", with every group keeping it," } else { "" },
                words::part(*window, *rows, "row", "rows"),
                if *window == 1 { "lies" } else { "lie" },
                // 1 in 1 is certainty.
                if *largest_m > 1 { format!("at most 1 in {largest_m}") } else { "nothing".to_owned() }
            ),
            Self::WholeTable { promise, rows, measure, bound_is, bound, at_least } => {
                let side = if *at_least { "most" } else { "least" };
                write!(
                    f,
                    "{} is impossible for these data: not even all {rows} rows together keep it. Their measure is {measure}, \
                     which is the {side} that can be promised, and {bound_is} {bound} is asked",
                    promise.without_view()
                )
            }
            Self::TooFewRows { promises, least, rows } => write!(
                f,
                "{} is impossible for these data: a group needs {least} rows, and there are {rows}",
                list(promises)
            ),
            Self::Similar { promise, crowd, room, rows } => write!(
                f,
                "{promise} is impossible for these data: {crowd} of {rows} rows hold values similar to each other, and no groups \
                 can take more than {room} of such"
            ),
            Self::OwnKind { promise: Promise { sensitive, title, .. }, phrase, m } => write!(
                f,
                "{}: no perturbation keeps {title}: {phrase} of some figure lies more than 1 in {m} of all rows, whatever is drawn",
                sensitive.join(", ")
            ),
            Self::NothingKept { promise: Promise { sensitive, title, .. }, rows, most } => write!(
                f,
                "{}: no perturbation keeps {title} and anything of the column: a value could be kept with a probability of at most \
                 {most}, which is less than one of {rows}; a value that people have is so seldom drawn that whoever sees it believes it",
                sensitive.join(", ")
            ),
            Self::Tried { promises, ways, rows, allowed, numbers_help } => {
                f.write_str(&tried(promises, *ways, (*rows, *allowed), *numbers_help))
            }
            Self::RuledOut { promise, because } => {
                write!(f, "{promise} is impossible for these data: {because}")
            }
            Self::Noise { what } => f.write_str(what),
            Self::InMixture { promise: Promise { sensitive, title, view }, unsafe_rows, window, rows, span, m } => {
                write!(
                    f,
                    "{}: no groups were found that keep {title} in the {view} view; in the best ones {unsafe_rows} of {rows} \
                 rows are not safe. Whether others exist is not known: {window} rows lie {span}, which is more than 1 in {m}",
                    sensitive.join(", ")
                )
            }
            Self::NoGroups { promises, weaker_view, numbers_help } => {
                let together = if promises.len() > 1 { " together" } else { "" };
                let weaker = if *weaker_view { ", or view = \"group\"," } else { "" };
                write!(
                    f,
                    "{}: no groups were found that keep it{together}; whether there are any is not known. A \
                     smaller epsilon, delta or m{weaker} may do{}",
                    list(promises),
                    told_apart(*numbers_help)
                )
            }
            Self::Together { promise: Promise { sensitive, title, view }, numbers_help } => {
                let hint = told_apart(*numbers_help);
                write!(
                    f,
                    "{}: no groups were found that keep {title} in the {view} view together with all else that is asked; \
                     whether there are any is not known. A smaller ε or m, or weaker further rules, may do{hint}",
                    sensitive.join(", ")
                )
            }
            Self::Withholding { promises, rows, allowed } => write!(
                f,
                "{}: it cannot be had of all {rows} rows, and no {allowed} or fewer were found without which it can; whether \
                 there are any is not known",
                list(promises)
            ),
            Self::CellsLeftOut { column, needed, allowed, cells } => write!(
                f,
                "column `{column}`: no groups were found that show one value each and leave out at most {} (suppress_cells); \
                 those that were found leave out {needed}. Whether others exist is not known. suppress_cells = \"{}\" would do, and so \
                 may coarser classes or a hierarchy",
                words::part(*allowed, *cells, "cell", "cells"),
                share_above(*needed, *cells)
            ),
            Self::PartsTooAlike { parts, all, least } => f.write_str(&parts_too_alike(*parts, *all, *least)),
            Self::Alone { column, newcomers, m } => f.write_str(&nobody_elses(column, *newcomers, *m)),
            Self::Unchecked { open } => write!(
                f,
                "what is asked cannot be promised of walked columns, since nobody could check it: {}; view = \"group\" can be \
                 promised",
                open.join("; ")
            ),
            Self::Unmoved { column, what, hint } => {
                write!(f, "column `{column}` cannot be released by a walk: {what}; {hint}")
            }
        }
    }
}

fn parts_too_alike(parts: usize, all: usize, least: usize) -> String {
    format!(
        "rows were parted by what their cells show (suppress_cells), and what is asked does not hold of {} of at least {least} rows. \
         Which cells are left out follows from counts alone, so that a `*` tells nothing of values; no part grows because its values \
         lie near each other. Whether other parts would do is not known. A [[protect]] with principle = \"k-anonymity\" and k above \
         {least} makes all parts larger; coarser classes, a hierarchy, or no suppress_cells may do, too",
        words::part(parts, all, "part", "parts")
    )
}

/// Some who are new in a series have values that no counterfeit could have.
fn nobody_elses(column: &str, newcomers: usize, m: usize) -> String {
    format!(
        "column `{column}`: {} that nobody else has (or only others who are new), no place was found for them among {m} people who are new, \
         and beside counterfeits, which have values of others, it would be known to be real. Left out of this month's table until {m} who are \
         new stand together they can be published with those; in a series that rounds the column (`round`) more people have the same value",
        words::several(newcomers, "person who is new has a value", "people who are new have values")
    )
}

/// No way to group a few rows keeps it.
fn tried(promises: &[Promise], ways: u64, (rows, allowed): (usize, usize), numbers_help: bool) -> String {
    let withheld = if allowed > 0 { format!(", with up to {allowed} of them withheld,") } else { String::new() };
    let together = if promises.len() > 1 { " together" } else { "" };
    let numbers = if numbers_help {
        ". With [output] group_ids = true, which tells groups apart that look alike, it can be had"
    } else {
        ""
    };
    format!(
        "{} is impossible for these data: all {ways} ways to group the {rows} rows{withheld} were tried, and none keeps \
         it{together}{numbers}",
        list(promises)
    )
}

fn told_apart(numbers_help: bool) -> &'static str {
    if numbers_help { "; [output] group_ids = true would tell groups apart that look alike" } else { "" }
}

fn list(promises: &[Promise]) -> String {
    promises.iter().map(Promise::to_string).collect::<Vec<_>>().join("; ")
}
