//! What a trial is measured by.

use aloof_evaluate::evaluate::{Errors, errors};

use crate::Error;
use crate::release::{Part, Trial};

/// Queries of each workload, as an evaluation asks them; fewer of many rows, so that asking takes no longer than making. The first of
/// them are the same for every promise, so that fewer do to tell how promises compare.
const QUERIES: usize = 1000;
const FEWEST_QUERIES: usize = 60;
const OF_SOME: usize = 300_000;
const OF_WHOLE: usize = 30_000_000;

/// Loss, count queries, means.
pub(super) const MEASURES: usize = 3;
pub(super) const COUNT_QUERY: usize = 1;

/// What was measured of one trial; nothing where there is nothing to measure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Measured(pub [Option<f64>; MEASURES]);

impl Measured {
    /// Of a trial: of all rows by the queries that an evaluation of the release asks, or as many as there is time for.
    pub fn of(part: &Part, trial: &Trial, whole: bool) -> Result<Self, Error> {
        let queries = queries(if whole { OF_WHOLE } else { OF_SOME }, part.original.rows());
        let Errors { count_query, mean } = errors(&part.original, &trial.released, queries, &part.remembered)?;
        Ok(Self([Some(trial.loss), count_query, mean]))
    }
}

fn queries(rows_and_queries: usize, rows: usize) -> usize {
    (rows_and_queries / rows.max(1)).clamp(FEWEST_QUERIES, QUERIES)
}

/// Whether a release of so many rows is asked all that an evaluation asks: else its figure is one of others, also where a secret names it.
pub(super) fn is_all_asked(rows: usize) -> bool {
    queries(OF_WHOLE, rows) == QUERIES
}
