//! m-invariance, literally: a group has at least m rows, no two of which have the same value, or values at most 2ε apart; and everybody
//! stands among the same values in all releases.

use aloof_principles::MInvariance;
use num_bigint::BigInt;
use num_rational::BigRational;

use super::together::Release;
use super::{Literal, Value};

fn near(rule: MInvariance, a: &Value, b: &Value) -> bool {
    match rule.epsilon() {
        None => a == b,
        Some(epsilon) => {
            let (a, b) = (a.number(), b.number());
            let apart = if a < b { b - a } else { a - b };
            apart <= epsilon.to_ratio().to_big() * BigRational::from(BigInt::from(2))
        }
    }
}

/// Whether every two of these values differ as the rule asks.
fn all_differ(rule: MInvariance, group: &[Value]) -> bool {
    group.iter().enumerate().all(|(at, a)| group[..at].iter().all(|b| !near(rule, a, b)))
}

pub(super) fn judge(rule: MInvariance, group: &[Value]) -> Literal {
    let unique = if all_differ(rule, group) { group.len() } else { 0 };
    let measure = BigRational::from(BigInt::from(unique));
    Literal { at_least: true, ..Literal::of_group(measure, unique >= rule.m() as usize, group) }
}

fn signature(release: &Release, group: u32) -> Vec<Value> {
    let mut values: Vec<Value> = release.iter().filter(|row| row.group == group).map(|row| row.value.clone()).collect();
    values.sort();
    values.dedup();
    values
}

/// Whether somebody stands in m-unique groups only, with the same values in all of these releases.
pub fn is_invariant(rule: MInvariance, releases: &[&Release], person: u32) -> bool {
    let groups: Vec<(&Release, u32)> = releases
        .iter()
        .filter_map(|release| Some((*release, release.iter().find(|row| row.person == Some(person))?.group)))
        .collect();
    let unique = |(release, group): &(&Release, u32)| {
        let values: Vec<Value> =
            release.iter().filter(|row| row.group == *group).map(|row| row.value.clone()).collect();
        judge(rule, &values).holds
    };
    let same = |a: &(&Release, u32), b: &(&Release, u32)| signature(a.0, a.1) == signature(b.0, b.1);
    groups.iter().all(unique) && groups.iter().all(|group| same(group, &groups[0]))
}
