//! What matters of an evaluation, in sentences: the first thing that people read, on a terminal and on a page.

use super::Evaluation;
use super::analyses_report::{AnalysesReport, ClassifierReport, MeansReport, RankReport, RegressionReport, mean};

impl Evaluation {
    /// One sentence for every kind of use that was tried, the plainest first.
    pub fn sentences(&self) -> Vec<String> {
        let mut said = Vec::new();
        if let Some(error) = self.query_error() {
            said.push(format!("Count queries are off by {} on average.", percent(error)));
        }
        let Some(found) = &self.analyses else { return said };
        said.extend(means(found));
        said.extend(quantiles(found));
        said.extend(tabulations(found));
        said.extend(found.regressions.iter().map(regression));
        said.extend(found.classifiers.iter().map(classifier));
        said.extend(ranks(&found.rank_correlations));
        if let Some(one) = &found.propensity {
            let most = 0.25;
            let can = match one.pmse / most {
                share if share < 0.02 => "can hardly",
                share if share < 0.2 => "can in part",
                _ => "can easily",
            };
            said.push(format!(
                "Rows {can} be told from rows of the original (pMSE {:.4}, of at most {most}).",
                one.pmse
            ));
        }
        said
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}%", share * 100.0)
}

/// `a, b and c`.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

fn means(found: &AnalysesReport) -> Vec<String> {
    let mut columns: Vec<&str> = found.means.iter().map(|one| one.column.as_str()).collect();
    columns.dedup();
    let sentence = |column: &&str| {
        let own = || found.means.iter().filter(|one| one.column == **column);
        let by: Vec<&MeansReport> = own().filter(|one| one.by.is_some()).collect();
        let typical = |one: &&MeansReport| {
            Some(format!("{} by {}", percent(one.median_relative_error?), one.by.as_deref().unwrap_or_default()))
        };
        let parts: Vec<String> = by.iter().filter_map(typical).collect();
        let largest = by.iter().filter_map(|one| one.largest_relative_error).reduce(f64::max);
        let overall = own().find(|one| one.by.is_none()).and_then(|one| one.mean_relative_error);
        let overall = overall.map(percent);
        let unit = if own().any(|one| one.dates) { ", all in standard deviations of these dates" } else { "" };
        match (parts.is_empty(), largest, overall) {
            (false, Some(largest), overall) => Some(format!(
                "Means of {column} within classes are off by {} (typical; at most {}){}{unit}.",
                listed(&parts),
                percent(largest),
                overall.map_or_else(String::new, |error| format!(", the mean of everyone by {error}"))
            )),
            (_, _, Some(error)) => Some(format!("The mean of {column} is off by {error}{unit}.")),
            _ => None,
        }
    };
    columns.iter().filter_map(sentence).collect()
}

fn quantiles(found: &AnalysesReport) -> Option<String> {
    let error = mean(found.quantiles.iter().map(|one| one.mean_error))?;
    let worst = found.quantiles.iter().max_by(|a, b| a.mean_error.total_cmp(&b.mean_error))?;
    Some(format!(
        "Quantiles are off by {} of the room that the middle 80% take, on average over columns; most those of {} ({}).",
        percent(error),
        worst.column,
        percent(worst.mean_error)
    ))
}

fn tabulations(found: &AnalysesReport) -> Option<String> {
    let error = mean(found.cross_tabulations.iter().map(|one| one.misplaced))?;
    let worst = found.cross_tabulations.iter().max_by(|a, b| a.misplaced.total_cmp(&b.misplaced))?;
    Some(format!(
        "Cross-tabulations put {} of people into another cell on average, most ({}) of {} with {}.",
        percent(error),
        percent(worst.misplaced),
        worst.columns[0],
        worst.columns[1]
    ))
}

fn regression(one: &RegressionReport) -> String {
    let half = one.coefficients.iter().filter(|one| one.overlap >= 0.5).count();
    format!(
        "A regression of {} on the quasi columns: confidence intervals overlap by {} on average, by half or more for {} of {} \
         coefficients; {} of the variance is explained, by the original {}.",
        one.target,
        percent(one.overlap),
        half,
        one.coefficients.len(),
        percent(one.explained.release),
        percent(one.explained.original)
    )
}

fn classifier(one: &ClassifierReport) -> String {
    let what = match one.asks {
        "label" => format!("which {}", one.target),
        _ => format!("whether {} is at least the median", one.target),
    };
    format!(
        "A classifier that learned from it is right about {} of {} ({what}); one that learned from the original \
         about {}, a blind guess about {}.",
        percent(one.release),
        if one.unseen {
            "people whose released rows were kept from it"
        } else {
            "people whose released rows it has seen"
        },
        percent(one.original),
        percent(one.guess)
    )
}

fn ranks(found: &[RankReport]) -> Option<String> {
    let apart = |one: &RankReport| (one.spearman.original - one.spearman.release).abs();
    let error = mean(found.iter().map(apart))?;
    let worst = found.iter().max_by(|a, b| apart(a).total_cmp(&apart(b)))?;
    Some(format!(
        "Rank correlations (Spearman) differ by {error:.3} on average, most ({:.3}) between {} and {}.",
        apart(worst),
        worst.columns[0],
        worst.columns[1]
    ))
}
