//! A column: cut into segments, all walked side by side.
//!
//! # Cost
//! Linear in the number of segments. Segments are taken by threads one by one, and each has a generator of its own, so the
//! result does not depend on how many threads there are.

use rayon::prelude::*;

use super::polytope::TooWide;
use super::recipe::{Recipe, Segment, Ties};
use super::segment::{Outcome, walk_segment};
use super::statement::Statement;
use crate::chance::stream;

/// A column that was walked.
#[derive(Clone, Debug)]
pub struct Walked {
    /// New values, in the order of the rows.
    pub values: Vec<i64>,
    /// What holds of them, said of rows.
    pub statements: Vec<Statement>,
    /// Per segment, how it went.
    pub outcomes: Vec<Outcome>,
    /// What became of equal values.
    pub ties: Ties,
}

/// Segments of which extents are measured.
const MEASURED: usize = 3;

/// Walks every segment: `rows[s]` are the rows of segment `s`. `done` is told when a segment is through.
pub fn walk_column(
    values: &[i64],
    rows: &[Vec<u32>],
    segments: &[Segment],
    recipe: &Recipe,
    key: [u8; 32],
    column: u32,
    done: &(dyn Fn() + Sync),
) -> Result<Walked, TooWide> {
    let one = |(at, segment): (usize, &Segment)| {
        let mut chance = stream(key, u64::from(column) << 32 | at as u64);
        // Linear programs take their time: the first segments stand for all.
        let extents = if at < MEASURED { recipe.extents } else { 0 };
        let walked = walk_segment(segment, &Recipe { extents, ..recipe.clone() }, &mut chance);
        done();
        walked
    };
    let parts: Vec<_> = segments.par_iter().enumerate().map(one).collect::<Result<_, _>>()?;
    let mut walked =
        Walked { values: values.to_vec(), statements: Vec::new(), outcomes: Vec::new(), ties: recipe.ties };
    for ((new, statements, outcome), rows) in parts.into_iter().zip(rows) {
        rows.iter().zip(new).for_each(|(&row, value)| walked.values[row as usize] = value);
        let row = |place: u32| rows[place as usize];
        walked.statements.extend(statements.into_iter().map(|statement| statement.renamed(&row)));
        walked.outcomes.push(outcome);
    }
    Ok(walked)
}
