//! The same measures of other releases of the same table: made by other methods of this program to keep the same, and of no release
//! at all.
//!
//! They are made in memory and judged like any; one that cannot be made is listed with the reason. *Nothing* is one group that covers
//! everything: the sensitive columns as they are, and of quasi columns not a word.

use aloof_io::{Input, Source};
use aloof_table::{Bitmap, LabelColumn, Partition};
use serde::Serialize;

use super::analyses_report::mean;
use super::{EvaluateRequest, Evaluation, Known, evaluate_read};
use crate::Error;
use crate::data::{Original, Released, Stars, open_released, read_options};
use crate::policy::Policy;
use crate::release::{Request, Secret, anonymize};

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

/// Who is to stand beside a release.
pub enum Reference {
    /// A release by this policy.
    Made(Box<Policy>),
    /// No release.
    Nothing,
}

/// Evaluates them with the same workloads.
pub fn evaluate_beside(
    request: &EvaluateRequest<'_>,
    references: &[(String, Reference)],
) -> Result<Vec<BesideReport>, Error> {
    let policy = request.policy;
    let input = Input::open(request.original.clone(), read_options(policy))?;
    let original = Original::read(&input, &policy.of_true_numbers(), false, request.progress)?;
    let one = |(name, reference): &(String, Reference)| {
        let found = match reference {
            Reference::Made(policy) => made(request, &original, policy),
            Reference::Nothing => nothing(request, &original, &input),
        };
        match found {
            Ok(found) => BesideReport { name: name.clone(), evaluation: Some(Box::new(found)), reason: None },
            Err(error) => BesideReport { name: name.clone(), evaluation: None, reason: Some(error.to_string()) },
        }
    };
    Ok(references.iter().map(one).collect())
}

fn made(request: &EvaluateRequest<'_>, original: &Original, policy: &Policy) -> Result<Evaluation, Error> {
    let release =
        anonymize(&Request::new(request.original.clone(), policy).secret(Secret::Seed(request.workloads.seed)))?;
    let (name, batch) = release.batches().next().expect("a release has a table");
    let source = Source::Arrow { name: name.to_owned(), schema: batch.schema(), batches: [batch.clone()].into() };
    let released = Released::read(&open_released(&source, policy)?, policy, Stars::Box, request.progress)?;
    evaluate_read(original, &released, None, &Known::default(), &request.workloads)
}

/// The original with every quasi cell a star.
fn nothing(request: &EvaluateRequest<'_>, original: &Original, input: &Input) -> Result<Evaluation, Error> {
    let mut released = Released::read(input, request.policy, Stars::Box, request.progress)?;
    let rows = released.rows;
    let star = || LabelColumn::from_texts((0..rows).map(|_| Some("*")));
    released.quasi.iter_mut().for_each(|(_, cells)| *cells = star());
    released.groups = Partition::from_group_of(&vec![0; rows], 1);
    (released.boxes, released.stated, released.left_out) = (None, None, Bitmap::off(rows));
    evaluate_read(original, &released, None, &Known::default(), &request.workloads)
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
