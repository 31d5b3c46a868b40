//! What was found of analyses: each figure of the release beside that of the original, or how far they lie apart.

use aloof_judge::utility::{MeansError, OffBy};
use serde::Serialize;

/// What people would have found in the release, and in the original.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AnalysesReport {
    /// How cells were spread over what they cover: `even` or `fitted`.
    pub spread: &'static str,
    /// Means of numbers, of everyone and by classes of quasi columns.
    pub means: Vec<MeansReport>,
    /// Per column on a line.
    pub quantiles: Vec<QuantileReport>,
    /// Per pair of columns.
    pub cross_tabulations: Vec<TabulationReport>,
    /// Per sensitive column of numbers, on all quasi columns.
    pub regressions: Vec<RegressionReport>,
    /// Per sensitive column, from all quasi columns.
    pub classifiers: Vec<ClassifierReport>,
    /// Per pair of columns on a line.
    pub rank_correlations: Vec<RankReport>,
    /// Whether rows of the two tables can be told apart; none where nothing varies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub propensity: Option<PropensityReport>,
}

impl AnalysesReport {
    /// The mean, over columns of numbers and classes of quasi columns, of the relative error of means.
    pub fn mean_error(&self) -> Option<f64> {
        mean_error(&self.means)
    }
}

/// Of means by classes, else of those of everyone.
pub(crate) fn mean_error(means: &[MeansReport]) -> Option<f64> {
    mean(means.iter().filter(|one| one.by.is_some()).filter_map(|one| one.mean_relative_error))
        .or_else(|| mean(means.iter().filter_map(|one| one.mean_relative_error)))
}

pub(crate) fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.collect();
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// A figure of both tables.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Both {
    /// In the original.
    pub original: f64,
    /// In the release.
    pub release: f64,
}

/// Means of one column.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MeansReport {
    /// The column.
    pub column: String,
    /// Within the classes of this one; none: of everyone.
    pub by: Option<String>,
    /// A column of dates, whose size means nothing: errors are divided by the standard deviation of the column, and not by the truth.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dates: bool,
    /// Classes whose true mean is not 0.
    pub classes: usize,
    /// Classes of which the release shows nobody; their error is 1.
    pub empty: usize,
    /// The mean over classes of |estimate − truth| / |truth|; of dates, in standard deviations of the column.
    pub mean_relative_error: Option<f64>,
    /// The one in the middle.
    pub median_relative_error: Option<f64>,
    /// The largest.
    pub largest_relative_error: Option<f64>,
    /// The mean over classes of |estimate − truth| in standard deviations of the column.
    pub mean_error_in_deviations: Option<f64>,
    /// The mean over classes of the relative error where a row counts as many people as it stands for; where weights are known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted_mean_relative_error: Option<f64>,
}

impl MeansReport {
    /// Of a column, which may be one of dates.
    pub(super) fn new(
        (column, dates): (&str, bool),
        by: Option<&str>,
        found: &MeansError,
        weighted: Option<MeansError>,
    ) -> Self {
        let relative = |found: &MeansError| OffBy { mean: found.mean, median: found.median, largest: found.largest };
        let off = |found: &MeansError| if dates { found.in_deviations } else { relative(found) };
        let OffBy { mean, median, largest } = off(found);
        Self {
            column: column.to_owned(),
            by: by.map(str::to_owned),
            dates,
            classes: found.classes,
            empty: found.empty,
            mean_relative_error: mean,
            median_relative_error: median,
            largest_relative_error: largest,
            mean_error_in_deviations: found.deviations,
            weighted_mean_relative_error: weighted.and_then(|found| off(&found).mean),
        }
    }
}

/// Quantiles of one column: 10%, 25%, 50%, 75%, 90%.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct QuantileReport {
    /// Its name.
    pub column: String,
    /// The mean of how far they are off, as a share of the distance between the original's first and last.
    pub mean_error: f64,
    /// The largest.
    pub largest_error: f64,
}

/// A cross-tabulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TabulationReport {
    /// The two columns.
    pub columns: [String; 2],
    /// Cells of it.
    pub cells: usize,
    /// The share of people who stand in another cell.
    pub misplaced: f64,
    /// Cramér's V.
    pub association: Both,
}

/// A regression by ordinary least squares.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RegressionReport {
    /// The column that is explained.
    pub target: String,
    /// The mean over coefficients of how much of their confidence intervals overlaps.
    pub overlap: f64,
    /// The share of the variance that is explained.
    pub explained: Both,
    /// Per regressor that the original determines.
    pub coefficients: Vec<CoefficientReport>,
}

/// One coefficient.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CoefficientReport {
    /// The column.
    pub column: String,
    /// Of labels, which, against the most frequent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// By the original.
    pub original: f64,
    /// Its standard error.
    pub original_error: f64,
    /// By the release; none where it does not determine it.
    pub release: Option<f64>,
    /// Its standard error.
    pub release_error: Option<f64>,
    /// How much of the 95% confidence intervals overlaps, from 0 to 1.
    pub overlap: f64,
}

/// A classifier that learned from the release, tested on people of the original.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ClassifierReport {
    /// The column that is predicted.
    pub target: String,
    /// What of it: `label`, or `at-least-the-median`.
    pub asks: &'static str,
    /// People of the original held out.
    pub tested: usize,
    /// Whether their released rows were left out when it learned; that takes knowing whose row is whose.
    pub unseen: bool,
    /// The share named rightly by always naming what is most frequent.
    pub guess: f64,
    /// By what the rest of the original teaches.
    pub original: f64,
    /// By what the release teaches.
    pub release: f64,
}

/// Rank correlations of two columns.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RankReport {
    /// The two columns.
    pub columns: [String; 2],
    /// Spearman's ρ.
    pub spearman: Both,
    /// Kendall's τ-b.
    pub kendall: Both,
}

/// Whether rows of the release can be told from rows of the original.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct PropensityReport {
    /// The mean of (p − c)²: 0 if not at all, a quarter if always, where both tables have as many rows.
    pub pmse: f64,
    /// The same over what is expected of a table drawn anew from the true distribution.
    pub ratio: f64,
    /// Rows of both tables that were looked at.
    pub rows: usize,
    /// What they were told apart by: columns, squares, products.
    pub regressors: usize,
}
