//! (k, e)-anonymity and variance control.

use aloof_principles::{KE, Variance};
use num_bigint::BigInt;
use num_rational::BigRational;

use super::counts::counts;
use super::{Literal, Value};

/// At least k different values, and two of them at least e apart.
pub(super) fn k_e(rule: &KE, group: &[Value]) -> Literal {
    let differences = group.iter().flat_map(|x| group.iter().map(move |y| x.number() - y.number()));
    let range = differences.max().expect("a group has members");
    let holds = counts(group).len() >= rule.k() as usize && range >= rule.e().to_ratio().to_big();
    Literal { at_least: true, ..Literal::of_group(range, holds, group) }
}

/// The mean of the squared distances from the mean is at least v.
pub(super) fn variance(rule: &Variance, group: &[Value]) -> Literal {
    let n = BigInt::from(group.len());
    let mean = group.iter().map(Value::number).sum::<BigRational>() / &n;
    let squared = |x: &Value| (x.number() - &mean) * (x.number() - &mean);
    let variance = group.iter().map(squared).sum::<BigRational>() / &n;
    let holds = variance >= rule.v().to_ratio().to_big();
    Literal { at_least: true, ..Literal::of_group(variance, holds, group) }
}
