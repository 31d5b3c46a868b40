//! What an evaluation found.

use serde::Serialize;

/// What a release still tells.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    /// Rows of the release.
    pub tuples: usize,
    /// Rows of the original.
    pub original_tuples: usize,
    /// Groups of the release.
    pub groups: usize,
    /// Rows per group.
    pub average_group_size: f64,
    /// Σ |G|², and the size of the original for each row that was withheld.
    pub discernibility: u128,
    /// Mean over released rows of the sum, over quasi columns, of the share of the domain that is covered.
    pub loss: f64,
    /// The same divided by the number of quasi columns: normalized certainty penalty.
    pub ncp: f64,
    /// The same over the rows of the original, of which each that was withheld counts 1: global certainty penalty.
    pub gcp: f64,
    /// Groups by their size, in at most a dozen classes.
    pub group_sizes: Vec<SizeClass>,
    /// Per quasi column.
    pub columns: Vec<ColumnLoss>,
    /// Per workload.
    pub count_query: Vec<CountQueryReport>,
    /// Per quasi column of numbers.
    pub average_query: Vec<AverageQueryReport>,
}

/// How averages of one column were answered.
#[derive(Clone, Debug, Serialize)]
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
pub struct ColumnLoss {
    /// Its name.
    pub column: String,
    /// Mean over released rows of the share of the domain that is covered.
    pub ncp: f64,
}

/// How one workload was answered.
#[derive(Clone, Debug, Serialize)]
pub struct CountQueryReport {
    /// Columns per query, the sensitive one among them.
    pub dimensions: usize,
    /// The share of all positions that a query covers.
    pub selectivity: String,
    /// The sensitive column, if one was asked about.
    pub sensitive: Option<String>,
    /// Queries asked.
    pub queries: usize,
    /// Of these, how many have 0 as their true answer; they count in no error.
    pub empty: usize,
    /// Mean of |estimate − truth| / truth; none when all queries were empty.
    pub mean_relative_error: Option<f64>,
    /// The error in the middle.
    pub median_relative_error: Option<f64>,
}
