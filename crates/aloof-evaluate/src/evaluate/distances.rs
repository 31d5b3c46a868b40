//! Distances between original and release: of distributions and correlations; and what was left out of those person by person.

use aloof_audit::Error;
use aloof_audit::data::{Original, Released};
use aloof_judge::utility::{Marginal, exact_marginal, marginal};
use aloof_table::Means;
use rayon::prelude::*;

use super::numbers::{self, Numbers};
use super::report::{CorrelationReport, MarginalReport};
use super::{PersonReports, cell, generalization};

/// Of every quasi and every sensitive column.
pub(super) fn marginals(original: &Original, released: &Released) -> Result<Vec<MarginalReport>, Error> {
    let quasi: Vec<_> = original.quasi.iter().zip(&released.quasi).collect();
    let quasi = quasi.par_iter().map(|(quasi, (_, cells))| {
        let found = marginal(&generalization(original, quasi, cells));
        Ok(report(&quasi.name, found.map_err(|error| cell(released, &quasi.name, &error))?))
    });
    let mut found: Vec<Option<MarginalReport>> = quasi.collect::<Result<_, Error>>()?;
    let sensitive: Vec<_> = original.sensitive.iter().zip(&released.sensitive).collect();
    let one = |((name, before), (_, after)): &(&(String, _), &(String, std::sync::Arc<aloof_table::Column>))| {
        let before: &std::sync::Arc<aloof_table::Column> = before;
        report(name, exact_marginal(before, after))
    };
    found.par_extend(sensitive.par_iter().map(one));
    Ok(found.into_iter().flatten().collect())
}

fn report(column: &str, found: Option<Marginal>) -> Option<MarginalReport> {
    let found = found?;
    let (measure, kolmogorov_smirnov) = match found {
        Marginal::Line { kolmogorov_smirnov, .. } => ("earth-mover", Some(kolmogorov_smirnov)),
        Marginal::Labels { .. } => ("total-variation", None),
    };
    Some(MarginalReport { column: column.to_owned(), measure, distance: found.distance(), kolmogorov_smirnov })
}

/// Of all pairs of columns of numbers, quasi and sensitive.
pub(super) fn correlation(original: &Original, released: &Released, quasi: &[Numbers]) -> Option<CorrelationReport> {
    // Which value of a group is whose is not known in two tables.
    let sensitive = if released.in_two_tables { Vec::new() } else { numbers::sensitive(original, released) };
    let columns: Vec<&Numbers> = quasi.iter().chain(&sensitive).collect();
    let before: Vec<Vec<f64>> = columns.iter().map(|column| column.before.clone()).collect();
    let after: Vec<Vec<f64>> = columns.iter().map(|column| column.middles()).collect();
    let found = aloof_judge::utility::correlation(&before, &after)?;
    Some(CorrelationReport {
        pairs: found.pairs,
        mean_difference: found.mean,
        largest_difference: found.largest,
        columns: [found.worst.0, found.worst.1].map(|at| columns[at].name.clone()),
    })
}

/// What was left out, and what would give it.
pub(super) fn notes(near: Option<&PersonReports>, numbers: &[Numbers], released: &Released) -> Vec<String> {
    let mut notes = Vec::new();
    if released.in_two_tables {
        notes.push(
            "Averages and correlations with the sensitive column are left out: in two tables it is not known which value of a \
             group is whose."
                .to_owned(),
        );
    }
    let text = match near {
        _ if numbers.is_empty() => {
            "Distortion, clusters, rankings and skylines are left out: no quasi column is one of plain numbers.".to_owned()
        }
        None => format!(
            "Distortion, clusters, rankings and skylines are left out: they need to know which released row is whose. Give {} that the \
             release was made with, {} for a column that stands in both tables, or {}.",
            Means::Private,
            Means::Key,
            Means::SameOrder
        ),
        Some(PersonReports { distortion: None, .. }) => {
            "Distortion, clusters, rankings and skylines are left out: there is nobody whose numbers are known in both tables.".to_owned()
        }
        Some(_) => return notes,
    };
    notes.push(text);
    notes
}
