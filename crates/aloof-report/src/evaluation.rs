//! The report of an evaluation: what a release is still good for.

use crate::commands::without_commands;
use crate::figures::about;
use crate::page::Page;
use crate::{analyst, utility};
use aloof::evaluate::Evaluation;
use aloof::words::count;

/// The page of a release of `original`.
pub fn evaluation_page(original: &str, release: &str, found: &Evaluation) -> String {
    let mut page = Page::new(&match found.query_error() {
        Some(error) => format!("Counts from it are off by {:.1}% on average", error * 100.0),
        None => "What this release is still good for".to_owned(),
    });
    page.lead(&format!(
        "{release} shows {} of the {} rows of {original}, in {}; a cell covers {} of its column on average.",
        count(found.tuples),
        count(found.original_tuples),
        aloof::words::several(found.groups, "group", "groups"),
        about(found.ncp)
    ));
    found.conditions.told().filter_map(without_commands).for_each(|told| page.text(&told));
    page.text(
        "This page holds figures of the original, for whoever holds the original. It is not to be published: with a regression and \
         its digits, values can be computed that the release hides.",
    );
    analyst::measured(&mut page, found);
    utility::analyses(&mut page, found);
    page.heading("In numbers");
    let row = |name: &str, number: String| vec![name.to_owned(), number];
    let some = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.4}"));
    let weighted = found.weighted.as_ref();
    let by = weighted.map(|one| one.column.as_str()).unwrap_or_default();
    let mut measures = vec![
        row("loss (sum over columns)", format!("{:.4}", found.loss)),
        row("NCP (mean over columns)", format!("{:.4}", found.ncp)),
        row("GCP (rows withheld, or left out for a missing value, lost as a whole)", format!("{:.4}", found.gcp)),
        row("loss, counting values (sum over columns)", format!("{:.4}", found.counted_loss)),
        row("discernibility", found.discernibility.to_string()),
        row("mean difference of correlations", some(found.correlation.as_ref().map(|one| one.mean_difference))),
        row("distortion", some(found.distortion.as_ref().map(|one| one.mean))),
        row("clustering error", some(found.clustering.as_ref().map(|one| one.error))),
    ];
    let ranked = |one: &aloof::evaluate::RankingReport| {
        [
            row(&format!("order by {}: Kendall's tau", one.column), format!("{:.4}", one.kendall)),
            row(
                &format!("order by {}: of the top {} still there", one.column, one.top),
                format!("{:.4}", one.top_overlap),
            ),
        ]
    };
    measures.extend(found.rankings.iter().flat_map(ranked));
    measures.extend(found.skyline.iter().flat_map(|one| {
        [
            row("skyline: recall", format!("{:.4}", one.recall)),
            row("skyline: precision", format!("{:.4}", one.precision)),
        ]
    }));
    measures.extend(weighted.map(|one| row(&format!("loss, weighted by {by}"), format!("{:.4}", one.loss))));
    measures.extend(weighted.map(|one| row(&format!("NCP, weighted by {by}"), format!("{:.4}", one.ncp))));
    page.named_table("numbers", 1, "", &["measure", "value"], &measures);
    page.finish()
}
