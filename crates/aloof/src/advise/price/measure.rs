//! What a trial is measured by.

use crate::Error;
use crate::evaluate::{Errors, errors};
use crate::release::Trial;

/// Queries of each workload, as an evaluation asks them; fewer of many rows, so that asking takes no longer than making.
const QUERIES: usize = 1000;
const FEWEST_QUERIES: usize = 100;
const ROWS_AND_QUERIES: usize = 4_000_000;

/// Loss, count queries, means.
pub(super) const MEASURES: usize = 3;

/// What was measured of one trial; nothing where there is nothing to measure.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Measured(pub [Option<f64>; MEASURES]);

impl Measured {
    /// Of a trial of all rows as an evaluation of the release says it.
    pub fn of_whole(trial: &Trial) -> Result<Self, Error> {
        Self::with(trial, QUERIES)
    }

    /// Of a trial of some.
    pub fn of_some(trial: &Trial) -> Result<Self, Error> {
        Self::with(trial, (ROWS_AND_QUERIES / trial.original.rows().max(1)).clamp(FEWEST_QUERIES, QUERIES))
    }

    fn with(trial: &Trial, queries: usize) -> Result<Self, Error> {
        let Errors { count_query, mean } = errors(&trial.original, &trial.released, queries)?;
        Ok(Self([Some(trial.loss), count_query, mean]))
    }
}
