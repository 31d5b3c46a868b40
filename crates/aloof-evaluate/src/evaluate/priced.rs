//! The few measures in which the price of a promise is said, as an evaluation measures them.

use aloof_audit::Error;
use aloof_audit::data::{Original, Released};

use super::analyses_report::{mean, mean_error};
use super::{Known, Remembered, Workloads, means_of, queries};

/// What a release is off by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Errors {
    /// The mean over all workloads of the mean relative error of count queries.
    pub count_query: Option<f64>,
    /// The mean over columns of numbers and classes of quasi columns of the relative error of means.
    pub mean: Option<f64>,
}

/// Of a release of groups, by the workloads that an evaluation asks unless it is told otherwise, with so many queries each. What
/// the original answers is kept for its next release.
pub fn errors(
    original: &Original,
    released: &Released,
    queries: usize,
    remembered: &Remembered,
) -> Result<Errors, Error> {
    let workloads = Workloads { queries, ..Workloads::default() };
    let known = Known { remembered: Some(remembered), ..Known::default() };
    let asked = queries::ask(&workloads, original, released, None, &known)?;
    let count_query = mean(asked.iter().filter_map(|found| found.mean_relative_error));
    Ok(Errors { count_query, mean: mean_error(&means_of(original, released, None)?) })
}
