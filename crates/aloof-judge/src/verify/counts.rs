//! How often each value occurs.

use super::Value;

/// The different values, ascending, each with how often it occurs.
pub(super) fn counts(values: &[Value]) -> Vec<(&Value, usize)> {
    let mut sorted: Vec<&Value> = values.iter().collect();
    sorted.sort();
    sorted.chunk_by(|a, b| a == b).map(|equals| (equals[0], equals.len())).collect()
}

/// How often one value occurs.
pub(super) fn count(value: &Value, values: &[Value]) -> usize {
    values.iter().filter(|other| *other == value).count()
}
