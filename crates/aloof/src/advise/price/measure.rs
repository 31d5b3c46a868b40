//! What a trial is measured by.

use aloof_evaluate::evaluate::{Errors, errors};

use crate::Error;
use crate::release::Trial;

/// Queries of each workload, as an evaluation asks them; fewer of many rows, so that asking takes no longer than making. The first of
/// them are the same for every promise, so that fewer do to tell how promises compare.
const QUERIES: usize = 1000;
const FEWEST_QUERIES: usize = 100;
const OF_SOME: usize = 600_000;
const OF_WHOLE: usize = 60_000_000;

/// Loss, count queries, means.
pub(super) const MEASURES: usize = 3;
pub(super) const COUNT_QUERY: usize = 1;

/// What was measured of one trial; nothing where there is nothing to measure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Measured(pub [Option<f64>; MEASURES]);

impl Measured {
    /// Of a trial of all rows, by the queries that an evaluation of the release asks, or as many as there is time for.
    pub fn of_whole(trial: &Trial) -> Result<Self, Error> {
        Self::with(trial, queries(OF_WHOLE, trial.original.rows()))
    }

    /// Of a trial of some.
    pub fn of_some(trial: &Trial) -> Result<Self, Error> {
        Self::with(trial, queries(OF_SOME, trial.original.rows()))
    }

    fn with(trial: &Trial, queries: usize) -> Result<Self, Error> {
        let Errors { count_query, mean } = errors(&trial.original, &trial.released, queries)?;
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
