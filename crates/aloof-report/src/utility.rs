//! What people do with tables, done with a release: sentences, and the figures behind them.

use crate::figures::coefficient;
use crate::page::Page;
use aloof::evaluate::{AnalysesReport, Evaluation};

/// A heading, a sentence for every use, a picture of means, and tables of all figures; of an evaluation without analyses nothing.
pub(crate) fn analyses(page: &mut Page, found: &Evaluation) {
    let Some(analyses) = &found.analyses else { return };
    page.heading("What it does to analyses");
    page.list(&found.sentences());
    means(page, analyses);
    coefficients(page, analyses);
    pairs(page, analyses);
    beside(page, found);
}

fn percent(share: Option<f64>) -> String {
    share.map_or("–".to_owned(), |share| format!("{:.1}%", share * 100.0))
}

fn means(page: &mut Page, found: &AnalysesReport) {
    let name = |one: &aloof::evaluate::MeansReport| match &one.by {
        Some(by) => format!("{} by {by}", one.column),
        None => format!("{} of everyone", one.column),
    };
    let names: Vec<String> = found.means.iter().map(name).collect();
    if names.is_empty() {
        return;
    }
    let bar = |(one, name): (&aloof::evaluate::MeansReport, &String)| {
        (name.clone(), one.mean_relative_error.unwrap_or(0.0), percent(one.mean_relative_error))
    };
    let bars: Vec<(String, f64, String)> = found.means.iter().zip(&names).map(bar).collect();
    let most = bars.iter().fold(0.0, |most: f64, bar| most.max(bar.1));
    page.bars(
        "means",
        "How far means are off, the mean over classes. Classes are fifths of the people, or labels; cells are spread over what they cover.",
        ["mean of", "error"],
        &bars,
        most.max(1.0),
    );
    let row = |(one, name): (&aloof::evaluate::MeansReport, &String)| {
        let errors = [one.mean_relative_error, one.median_relative_error, one.largest_relative_error];
        let mut row = vec![name.clone(), one.classes.to_string()];
        row.extend(errors.map(percent));
        row
    };
    page.named_table(
        "means of classes",
        1,
        "Means",
        &["mean of", "classes", "mean error", "median", "largest"],
        &found.means.iter().zip(&names).map(row).collect::<Vec<_>>(),
    );
}

fn coefficients(page: &mut Page, found: &AnalysesReport) {
    for regression in &found.regressions {
        let row = |one: &aloof::evaluate::CoefficientReport| {
            let name = one.label.as_ref().map_or(one.column.clone(), |label| format!("{}: {label}", one.column));
            let shown = |estimate: Option<f64>, error: Option<f64>| match (estimate, error) {
                (Some(estimate), Some(error)) => format!("{} ± {}", coefficient(estimate), coefficient(error)),
                _ => "not determined".to_owned(),
            };
            vec![
                name,
                shown(Some(one.original), Some(one.original_error)),
                shown(one.release, one.release_error),
                percent(Some(one.overlap)),
            ]
        };
        page.named_table(
            &format!("regression of {}", regression.target),
            1,
            &format!("Regression of {}: coefficients with their standard errors", regression.target),
            &["for one more", "original", "release", "overlap of 95% intervals"],
            &regression.coefficients.iter().map(row).collect::<Vec<_>>(),
        );
    }
}

fn pairs(page: &mut Page, found: &AnalysesReport) {
    let row = |one: &aloof::evaluate::TabulationReport| {
        let ranks = found.rank_correlations.iter().find(|other| other.columns == one.columns);
        let both = |both: aloof::evaluate::Both| format!("{:.3} → {:.3}", both.original, both.release);
        vec![
            one.columns.join(" with "),
            percent(Some(one.misplaced)),
            both(one.association),
            ranks.map_or("–".to_owned(), |ranks| both(ranks.spearman)),
            ranks.map_or("–".to_owned(), |ranks| both(ranks.kendall)),
        ]
    };
    page.named_table(
        "pairs",
        1,
        "Pairs of columns, original → release",
        &["columns", "people in another cell", "Cramér's V", "Spearman's ρ", "Kendall's τ"],
        &found.cross_tabulations.iter().map(row).collect::<Vec<_>>(),
    );
}

fn beside(page: &mut Page, found: &Evaluation) {
    if found.beside.is_empty() {
        return;
    }
    let row = |name: &str, one: &Evaluation| {
        vec![name.to_owned(), percent(one.query_error()), percent(one.mean_error()), format!("{:.4}", one.loss)]
    };
    let mut rows = vec![row("this release", found)];
    for one in &found.beside {
        rows.push(match &one.evaluation {
            Some(evaluation) => row(&one.name, evaluation),
            None => vec![one.name.clone(), one.reason.clone().unwrap_or_default(), "–".to_owned(), "–".to_owned()],
        });
    }
    let caption = "Beside other releases of the table";
    page.named_table("beside", 1, caption, &["release", "count queries", "means", "loss"], &rows);
}
