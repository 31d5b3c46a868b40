//! What a release may be used for, by what was measured: the third question of whoever signs it.

use aloof::audit::Verdict;
use aloof::evaluate::Evaluation;
use aloof::manifest::PublishedAs;
use aloof::release::Beside;
use aloof::words::{list, several};

use crate::case::Case;
use crate::figures::about;

/// What it may be used for.
pub(crate) fn good_for(case: &Case<'_>) -> Vec<String> {
    let Some(found) = &case.extras.evaluation else { return vec![not_measured(case).to_owned()] };
    let mut said: Vec<String> = counting(found).into_iter().chain(walked(case)).collect();
    if let Some(nobody) = case.nobody() {
        said.push(format!(
            "{nobody} So the table has more rows than people: what is counted or summed over all rows is of {} and of these.",
            several(case.people(), "person", "people")
        ));
    }
    said.extend(exact(case));
    if case.generalized() {
        said.push(format!(
            "Other columns are coarse: a cell covers {} of its column's range on average. Not for looking up single people.",
            about(found.ncp)
        ));
    }
    said
}

fn not_measured(case: &Case<'_>) -> &'static str {
    match (case.verdict, case.made) {
        (Verdict::Fail, _) => "Not for publication as it is.",
        (_, Some(_)) => "What it is still good for was not measured for this page.",
        (_, None) => "What it is still good for is not the question of an audit; an evaluation answers it.",
    }
}

/// By the widest and the narrowest questions that were asked.
fn counting(found: &Evaluation) -> Option<String> {
    let ((narrow, worse), (wide, better)) = (errors(found, f64::min)?, errors(found, f64::max)?);
    if better > 1.0 {
        return Some("Not for counting: answers are off by more than what is counted.".to_owned());
    }
    Some(format!(
        "Counting: answers are off by {} on average where a question covers {} of all combinations of values, and by {} where it covers {}.",
        about(better),
        percent_of(wide),
        about(worse),
        percent_of(narrow)
    ))
}

/// The share that the widest or the narrowest questions cover, and their mean error.
fn errors(found: &Evaluation, edge: fn(f64, f64) -> f64) -> Option<(f64, f64)> {
    let one = |query: &aloof::evaluate::CountQueryReport| {
        Some((query.selectivity.parse::<f64>().ok()?, query.mean_relative_error?))
    };
    let all: Vec<(f64, f64)> = found.count_query.iter().filter_map(one).collect();
    let edge = all.iter().map(|one| one.0).reduce(edge)?;
    let at: Vec<f64> = all.iter().filter(|one| (one.0 - edge).abs() < 1e-12).map(|one| one.1).collect();
    Some((edge, at.iter().sum::<f64>() / at.len() as f64))
}

fn walked(case: &Case<'_>) -> Option<String> {
    let Some(Beside::Walk(walk)) = case.beside() else { return None };
    let names: Vec<&str> = walk.columns.iter().map(|one| one.column.as_str()).collect();
    Some(format!("What was kept of {}: see how to read it. Not for single values.", list(&names)))
}

/// Columns that say of everybody what the original says, where nobody is missing and nobody invented.
fn exact(case: &Case<'_>) -> Option<String> {
    let everybody = case.counterfeits() == 0
        && case.suppressed == 0
        && case.dropped == 0
        && case.made.is_none_or(|made| made.held_out.is_none());
    if !everybody || case.beside().is_some() {
        return None;
    }
    let as_they_are = case.columns.iter().filter(|column| column.published_as == PublishedAs::AsItIs);
    let exact: Vec<&str> = as_they_are.map(|column| column.name.as_str()).collect();
    let (are, of) = match exact.len() {
        0 => return None,
        1 => ("is", "it"),
        _ => ("are", "one of them"),
    };
    Some(format!(
        "{} {are} exact: what is asked of {of} alone, over the whole table, has the original's answer.",
        list(&exact)
    ))
}

fn percent_of(share: f64) -> String {
    format!("{}%", (share * 1000.0).round() / 10.0)
}
