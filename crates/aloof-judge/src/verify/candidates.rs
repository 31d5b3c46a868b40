//! The candidates view, literally: ask every group whether it covers the tuple, and judge the tuple in their union.

use aloof_principles::Neighbourhood;
use aloof_table::Ratio;

use super::epsilon_m::close;
use super::{Value, share};

/// The share of `x`'s candidates that lie in its neighbourhood. `groups` are the groups' values with whether they cover
/// the tuple.
pub fn belief(neighbourhood: Neighbourhood, x: &Value, groups: &[(bool, Vec<Value>)]) -> Option<Ratio> {
    let union: Vec<&Value> = groups.iter().filter(|(covers, _)| *covers).flat_map(|(_, values)| values).collect();
    let star = union.iter().filter(|y| close(neighbourhood, x.number(), y.number())).count();
    (!union.is_empty()).then(|| Ratio::from(share(star, union.len())))
}
