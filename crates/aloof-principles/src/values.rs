//! What binding and judging share: runs of equal codes, and numbers or a refusal.

use aloof_table::{Attribute, Domain};

use crate::Unfit;

/// The distinct values of a group (sorted codes), each with how many tuples hold it.
pub(crate) fn runs(group: &[u32]) -> impl Iterator<Item = (u32, usize)> + '_ {
    group.chunk_by(|a, b| a == b).map(|run| (run[0], run.len()))
}

/// How many tuples of a group hold the value `code`.
pub(crate) fn count_of(code: u32, group: &[u32]) -> usize {
    group.partition_point(|&other| other <= code) - group.partition_point(|&other| other < code)
}

/// The distinct numbers, ascending, and their digits behind the point; for other columns, why `asker` cannot be asked
/// of them, and what could.
pub(crate) fn numbers<'a>(attribute: &'a Attribute, asker: &str, instead: &str) -> Result<(&'a [i128], u8), Unfit> {
    let found = match attribute.domain() {
        Domain::Numbers { values, scale, .. } => return Ok((values, *scale)),
        Domain::Labels(_) => "a column of labels",
        Domain::Tuples { .. } => "several columns together",
    };
    Err(Unfit(format!("{asker} needs one column of numbers or dates, not {found}; {instead}")))
}
