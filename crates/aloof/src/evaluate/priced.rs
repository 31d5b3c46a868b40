//! The few measures in which the price of a promise is said, as an evaluation measures them.

use aloof_judge::utility::class_means;
use rayon::prelude::*;

use super::numbers::Numbers;
use super::{Workloads, cell, generalization, numbers, queries};
use crate::Error;
use crate::data::{Original, Quasi, Released};

/// What a release is off by.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Errors {
    /// The mean over all workloads of the mean relative error of count queries.
    pub count_query: Option<f64>,
    /// The mean over sensitive columns of numbers and quasi columns of the mean relative error of means in classes.
    pub mean: Option<f64>,
}

/// Of a release of groups, by the workloads that an evaluation asks unless it is told otherwise, with so many queries each.
pub(crate) fn errors(original: &Original, released: &Released, queries: usize) -> Result<Errors, Error> {
    let workloads = Workloads { queries, ..Workloads::default() };
    let asked = queries::ask(&workloads, original, released, None, None)?;
    let count_query = mean(&asked.iter().filter_map(|found| found.mean_relative_error).collect::<Vec<_>>());
    Ok(Errors { count_query, mean: mean_error(original, released)? })
}

fn mean_error(original: &Original, released: &Released) -> Result<Option<f64>, Error> {
    let sensitive = numbers::sensitive(original, released);
    let columns: Vec<(&Quasi, usize)> = original.quasi.iter().zip(0..).collect();
    let one = |&(quasi, at): &(&Quasi, usize)| {
        let column = generalization(original, quasi, &released.quasi[at].1);
        let of = |values: &Numbers| class_means(&column, &values.before, &values.after.low);
        let found: Result<Vec<Option<f64>>, _> = sensitive.iter().map(of).collect();
        found.map_err(|error| cell(released, &quasi.name, &error))
    };
    let found: Vec<Vec<Option<f64>>> = columns.par_iter().map(one).collect::<Result<_, Error>>()?;
    Ok(mean(&found.into_iter().flatten().flatten().collect::<Vec<_>>()))
}

fn mean(errors: &[f64]) -> Option<f64> {
    (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64)
}
