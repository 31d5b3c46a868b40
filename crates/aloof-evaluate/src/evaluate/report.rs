//! What an evaluation found.

use aloof_audit::data::Conditions;
use serde::Serialize;

use super::analyses_report::AnalysesReport;
use super::beside::BesideReport;
use super::own::OwnAnswer;

/// What a release still tells.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Evaluation {
    /// Rows of the release.
    pub tuples: usize,
    /// Rows of the original.
    pub original_tuples: usize,
    /// Groups of the release.
    pub groups: usize,
    /// Rows per group.
    pub average_group_size: f64,
    /// Σ |G|², and the size of the original for each row that is not published.
    pub discernibility: u128,
    /// Mean over released rows of the sum, over quasi columns, of the share of the domain that is covered.
    pub loss: f64,
    /// The same divided by the number of quasi columns: normalized certainty penalty.
    pub ncp: f64,
    /// The same over the rows of the original, of which each that is not published counts 1: global certainty penalty.
    pub gcp: f64,
    /// As `loss`, counting the values of the domain that are covered instead of lengths: an exact value is one of them.
    pub counted_loss: f64,
    /// Groups by their size, in at most a dozen classes.
    pub group_sizes: Vec<SizeClass>,
    /// Per quasi column.
    pub columns: Vec<ColumnLoss>,
    /// The same weighted by how many people of the population rows stand for, where that is declared and known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted: Option<WeightedReport>,
    /// Per workload.
    pub count_query: Vec<CountQueryReport>,
    /// What people do with tables, done with both; none where it was not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analyses: Option<AnalysesReport>,
    /// The same of other releases of the table, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<BesideReport>,
    /// Questions of the reader's own, where some were asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub own: Vec<OwnAnswer>,
    /// Per quasi column of numbers.
    pub average_query: Vec<AverageQueryReport>,
    /// Per quasi and sensitive column, how far its distribution lies from that of the original.
    pub marginals: Vec<MarginalReport>,
    /// Whether columns of numbers still go together as they did; none when there are fewer than two.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correlation: Option<CorrelationReport>,
    /// How far published numbers lie from the original ones, person by person; none when rows are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distortion: Option<DistortionReport>,
    /// Whether people still fall into the same clusters; none when rows are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clustering: Option<ClusteringReport>,
    /// Whether people still stand in the same order, per quasi column of numbers; empty when rows are not known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rankings: Vec<RankingReport>,
    /// Whether those whom nobody dominates still are; none when rows are not known or there are fewer than two columns of numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skyline: Option<SkylineReport>,
    /// What must be so for what is promised of the table.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// What was left out, and what would give it.
    pub notes: Vec<String>,
}

/// What is lost of the population that a sample stands for.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct WeightedReport {
    /// The column of weights.
    pub column: String,
    /// How the weights of released rows are known: `published`, or as those of the `person` whose row it is.
    pub known_by: &'static str,
    /// The sum of the original's weights.
    pub population: f64,
    /// As `loss`, a row counting as many as it stands for.
    pub loss: f64,
    /// As `ncp`.
    pub ncp: f64,
    /// As `gcp`.
    pub gcp: f64,
    /// Per quasi column.
    pub columns: Vec<ColumnLoss>,
}

/// The distribution of one column.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct MarginalReport {
    /// Its name.
    pub column: String,
    /// `earth-mover` on a line, `total-variation` among labels.
    pub measure: &'static str,
    /// From 0, the same, to 1.
    pub distance: f64,
    /// The largest difference of cumulative shares, on a line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kolmogorov_smirnov: Option<f64>,
}

/// Correlations of all pairs of columns of numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct CorrelationReport {
    /// Pairs of columns.
    pub pairs: usize,
    /// The mean over pairs of |r − r'|.
    pub mean_difference: f64,
    /// The largest.
    pub largest_difference: f64,
    /// The two columns that have it.
    pub columns: [String; 2],
}

/// Distances of quasi numbers from the original ones.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DistortionReport {
    /// The mean over people and columns of |t − t'| / |t|.
    pub mean: f64,
    /// People whose row is known in both tables.
    pub tuples: usize,
    /// Original values of 0, which have no relative distance and count nowhere.
    pub zeros: usize,
}

/// Clusters of quasi numbers, before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct ClusteringReport {
    /// How many clusters were asked for.
    pub clusters: usize,
    /// The share of people in another cluster than before, clusters being matched so that most agree.
    pub error: f64,
    /// People whose row is known in both tables.
    pub tuples: usize,
}

/// The order of people by one column, before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct RankingReport {
    /// The column.
    pub column: String,
    /// Kendall's τ-b of the two orders.
    pub kendall: f64,
    /// How many were taken for the top.
    pub top: usize,
    /// The share of the top's places that the same people keep, those tied at its edge sharing what is left.
    pub top_overlap: f64,
    /// People whose row is known in both tables.
    pub tuples: usize,
}

/// Those whom nobody dominates in quasi numbers, before and after.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SkylineReport {
    /// How many in the original.
    pub original: usize,
    /// How many in the release.
    pub release: usize,
    /// The share of the original's skyline that is in the release's.
    pub recall: f64,
    /// The share of the release's skyline that is in the original's.
    pub precision: f64,
}

/// How averages of one column were answered.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct AverageQueryReport {
    /// The column.
    pub column: String,
    /// Queries asked.
    pub queries: usize,
    /// Of these, how many nobody answers; they count in no error.
    pub empty: usize,
    /// Mean of |estimate − truth| / |truth|; none when all queries were empty.
    pub mean_relative_error: Option<f64>,
}

/// Groups of about one size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SizeClass {
    /// The smallest size in the class.
    pub least: usize,
    /// The largest.
    pub most: usize,
    /// How many groups.
    pub groups: usize,
}

/// What was lost of one column.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ColumnLoss {
    /// Its name.
    pub column: String,
    /// Mean over released rows of the share of the domain that is covered.
    pub ncp: f64,
}

/// How one workload was answered.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CountQueryReport {
    /// Columns per query, sensitive ones among them.
    pub dimensions: usize,
    /// Of these, how many are quasi.
    pub quasi_columns: usize,
    /// And how many are sensitive.
    pub sensitive_columns: usize,
    /// The share of all positions that a query covers.
    pub selectivity: String,
    /// The sensitive column, if always the same one was asked about.
    pub sensitive: Option<String>,
    /// Queries asked.
    pub queries: usize,
    /// Of these, how many have 0 as their true answer; they count in no error.
    pub empty: usize,
    /// Mean of |estimate − truth| / truth; none when all queries were empty.
    pub mean_relative_error: Option<f64>,
    /// The error in the middle.
    pub median_relative_error: Option<f64>,
    /// The mean where people of the population are counted, by the weights of rows; none where there are no weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted_mean_relative_error: Option<f64>,
    /// The one in the middle, likewise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted_median_relative_error: Option<f64>,
}
