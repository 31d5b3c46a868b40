//! Definition: for every x in G at most |G|/l tuples have a δ-interval that overlaps that of x. Any centre: no closed
//! interval of length 2δ holds more than |G|/l tuples of G.

use aloof_principles::{DeltaL, Reading};
use num_rational::BigRational;

use super::{Literal, Value, share};

pub(super) fn judge(rule: &DeltaL, group: &[Value]) -> Literal {
    let values: Vec<&BigRational> = group.iter().map(Value::number).collect();
    let crowds: Vec<usize> = values.iter().map(|x| crowd(rule, x, &values)).collect();
    let tuple_holds: Vec<bool> = crowds.iter().map(|crowd| crowd * rule.l() as usize <= group.len()).collect();
    Literal {
        measures: crowds.iter().map(|&crowd| share(crowd, group.len())).collect(),
        holds: tuple_holds.iter().all(|&holds| holds),
        tuple_holds,
        at_least: false,
    }
}

/// How many of the values are with `x`, as the reading has it.
pub(super) fn crowd(rule: &DeltaL, x: &BigRational, values: &[&BigRational]) -> usize {
    let delta = rule.delta().to_ratio().to_big();
    match rule.reading() {
        Reading::Definition => similar(x, values, &delta),
        Reading::AnyCentre => fullest_interval_around(x, values, &delta),
    }
}

/// How many values have a δ-interval that overlaps that of `x`.
fn similar(x: &BigRational, values: &[&BigRational], delta: &BigRational) -> usize {
    let overlaps = |y: &&&BigRational| {
        let lower_ends = [x - delta, **y - delta];
        let upper_ends = [x + delta, **y + delta];
        lower_ends.iter().max() <= upper_ends.iter().min()
    };
    values.iter().filter(overlaps).count()
}

/// The most values in a closed interval of length 2δ that holds `x`.
///
/// Intervals that start at a value of the group suffice. Take any interval that holds `x` and move it up until its lower
/// end meets the least value in it: no value is lost at the lower end, none at the upper, and `x` is still in it.
fn fullest_interval_around(x: &BigRational, values: &[&BigRational], delta: &BigRational) -> usize {
    let held = |start: &&BigRational| {
        let end = *start + delta + delta;
        let within = |y: &BigRational| *start <= y && *y <= end;
        if within(x) { values.iter().filter(|y| within(y)).count() } else { 0 }
    };
    values.iter().map(held).max().unwrap_or(0)
}
