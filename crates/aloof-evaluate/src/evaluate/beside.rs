//! The same measures of other releases of the same table, and of no release at all.
//!
//! Whoever can make other releases hands them over: this room cannot. *Nothing* is one group that covers everything: the
//! sensitive columns as they are, and of quasi columns not a word.

use aloof_audit::Error;
use aloof_audit::data::{Original, Released, Stars, open_released, read_options};
use aloof_audit::policy::Policy;
use aloof_io::{Input, Source};
use aloof_table::{Bitmap, LabelColumn, Partition};
use serde::Serialize;

use super::analyses_report::mean;
use super::{EvaluateRequest, Evaluation, Known, evaluate_read};

/// Another release of the same table.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct BesideReport {
    /// What it is called.
    pub name: String,
    /// What it still tells; none where it could not be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Box<Evaluation>>,
    /// Why it could not be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl BesideReport {
    /// What was found, or why nothing could be.
    pub fn new(name: &str, found: Result<Evaluation, Error>) -> Self {
        let (evaluation, reason) = match found {
            Ok(found) => (Some(Box::new(found)), None),
            Err(error) => (None, Some(error.to_string())),
        };
        Self { name: name.to_owned(), evaluation, reason }
    }
}

/// An original, read once, by which several releases are measured with the same workloads.
pub struct SameTable<'a> {
    request: &'a EvaluateRequest<'a>,
    input: Input,
    original: Original,
}

impl<'a> SameTable<'a> {
    /// The original that a request names.
    pub fn read(request: &'a EvaluateRequest<'a>) -> Result<Self, Error> {
        let policy = request.policy;
        let input = Input::open(request.original.clone(), read_options(policy))?;
        let original = Original::read(&input, &policy.of_true_numbers(), false, request.progress)?;
        Ok(Self { request, input, original })
    }

    /// What another release of it tells.
    pub fn released(&self, release: &Source, policy: &Policy) -> Result<Evaluation, Error> {
        let input = open_released(release, policy)?;
        self.measure(&Released::read(&input, policy, Stars::Box, self.request.progress)?)
    }

    /// What is told by the original with every quasi cell a star.
    pub fn nothing(&self) -> Result<Evaluation, Error> {
        let mut released = Released::read(&self.input, self.request.policy, Stars::Box, self.request.progress)?;
        let rows = released.rows;
        let star = || LabelColumn::from_texts((0..rows).map(|_| Some("*")));
        released.quasi.iter_mut().for_each(|(_, cells)| *cells = star());
        released.groups = Partition::from_group_of(&vec![0; rows], 1);
        (released.boxes, released.stated, released.left_out) = (None, None, Bitmap::off(rows));
        self.measure(&released)
    }

    fn measure(&self, released: &Released) -> Result<Evaluation, Error> {
        evaluate_read(&self.original, released, None, &Known::default(), &self.request.workloads)
    }
}

impl Evaluation {
    /// The mean over all workloads of the mean relative error of count queries; none if no query had an answer.
    pub fn query_error(&self) -> Option<f64> {
        mean(self.count_query.iter().filter_map(|found| found.mean_relative_error))
    }

    /// The mean over columns and classes of the relative error of means; none where no column is of numbers.
    pub fn mean_error(&self) -> Option<f64> {
        self.analyses.as_ref()?.mean_error()
    }

    /// How far off answers are that people want of it: the mean of the errors of count queries and of means, as far as there are both.
    pub fn use_error(&self) -> Option<f64> {
        mean([self.query_error(), self.mean_error()].into_iter().flatten())
    }
}
