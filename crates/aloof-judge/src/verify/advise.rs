//! What is achievable, by trying: all ways to put the tuples of a small table into groups.
//!
//! A grouping keeps a rule when every group does. Groups are sets of places in the table; the number of groupings grows
//! so fast that a table may have about ten tuples.

use aloof_principles::{EpsilonM, Neighbourhood, Rule};
use aloof_table::Decimal;

use super::{Value, judge};

/// A set of places in the table, one bit each.
type Places = usize;

/// Whether some grouping of `table` keeps `rule`.
pub fn feasible(rule: &Rule, table: &[Value]) -> bool {
    every_part(rule, table).last().is_some_and(|&feasible| feasible)
}

/// The fewest tuples without which some grouping of the others keeps `rule`.
pub fn withhold(rule: &Rule, table: &[Value]) -> usize {
    let parts = every_part(rule, table).into_iter().enumerate();
    let kept = parts.filter(|(_, feasible)| *feasible).map(|(part, _)| part.count_ones() as usize).max();
    table.len() - kept.unwrap_or(0)
}

/// For every part of the table, whether some grouping of it keeps `rule`. The empty part has an empty grouping.
fn every_part(rule: &Rule, table: &[Value]) -> Vec<bool> {
    let all: Places = 1 << table.len();
    let holds: Vec<bool> = (0..all).map(|part| part != 0 && judge(rule, &members(table, part), table).holds).collect();
    let mut feasible = vec![true];
    for part in 1..all {
        // Some group holds the first tuple; what it leaves must be feasible.
        let first = part & part.wrapping_neg();
        let found = parts_of(part).any(|group| group & first != 0 && holds[group] && feasible[part & !group]);
        feasible.push(found);
    }
    feasible
}

/// Whether some grouping of `table` keeps `rule` even for someone who only knows that a tuple is in one of several
/// groups, whichever these are: every union of groups keeps it.
pub fn feasible_in_every_mixture(rule: &Rule, table: &[Value]) -> bool {
    let mixture_holds = |groups: &[Places]| {
        (1..1usize << groups.len()).all(|chosen| {
            let union = groups.iter().enumerate().filter(|(at, _)| chosen >> at & 1 == 1).map(|(_, group)| group).sum();
            judge(rule, &members(table, union), table).holds
        })
    };
    let everything: Places = (1 << table.len()) - 1;
    groupings(everything).iter().any(|groups| mixture_holds(groups))
}

/// All groupings of `part`.
fn groupings(part: Places) -> Vec<Vec<Places>> {
    if part == 0 {
        return vec![Vec::new()];
    }
    let first = part & part.wrapping_neg();
    let mut all = Vec::new();
    for group in parts_of(part).filter(|group| group & first != 0) {
        all.extend(groupings(part & !group).into_iter().map(|rest| [vec![group], rest].concat()));
    }
    all
}

/// The parts of `part` that are not empty.
fn parts_of(part: Places) -> impl Iterator<Item = Places> {
    (1..=part).filter(move |inner| inner & part == *inner)
}

fn members(table: &[Value], part: Places) -> Vec<Value> {
    let inside = |(at, _): &(usize, &Value)| part >> at & 1 == 1;
    table.iter().enumerate().filter(inside).map(|(_, value)| value.clone()).collect()
}

/// The largest m for which some grouping exists; `None` when there are no tuples.
pub fn largest_m(neighbourhood: Neighbourhood, table: &[Value]) -> Option<u32> {
    let rule = |m| Rule::EpsilonM(EpsilonM::new(neighbourhood, m).expect("m is positive"));
    (1..=table.len() as u32).rev().find(|&m| feasible(&rule(m), table))
}

/// The least absolute ε for which no grouping exists: of all differences between two tuples the smallest such, zero
/// among them. `None`: one exists for each.
pub fn epsilon_below(values: &[i64], m: u32) -> Option<i64> {
    let table: Vec<Value> = values.iter().map(|&v| Value::Number(Decimal::from(v).to_ratio().to_big())).collect();
    let mut lengths: Vec<i64> = values.iter().flat_map(|a| values.iter().map(move |b| (a - b).abs())).collect();
    lengths.sort_unstable();
    lengths.dedup();
    lengths.into_iter().find(|&epsilon| {
        let neighbourhood = Neighbourhood::absolute(epsilon.into()).expect("not negative");
        !feasible(&Rule::EpsilonM(EpsilonM::new(neighbourhood, m).expect("m is positive")), &table)
    })
}
