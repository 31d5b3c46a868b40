//! Rows without a value: everybody stands in a group, and what is asked of values holds among those who have one.

use aloof_methods::Axis;
use aloof_methods::split::{Effort, Infeasible, Near, Problem, Tuning, split_with};
use aloof_table::{Column, NO_CODE, NumberColumn};
use proptest::prelude::*;

/// Values are their codes; two are near when they differ by at most `length`.
fn near(values: u32, length: u32) -> Near {
    Near::new((0..values).map(|code| (code + length).min(values - 1)).collect())
}

fn fullest(values: &[u32], length: u32) -> usize {
    values.iter().map(|&low| values.iter().filter(|&&v| v >= low && v - low <= length).count()).max().unwrap_or(0)
}

fn answered(codes: &[u32], rows: &[u32]) -> Vec<u32> {
    rows.iter().map(|&row| codes[row as usize]).filter(|&code| code != NO_CODE).collect()
}

proptest! {
    /// Every row stands in one group; in every group the windows of those who have a value hold at most one in m of them, and a
    /// second column, of which others have no value, keeps what is asked of it. Where the whole table does, groups are found.
    #[test]
    fn everybody_is_dealt_and_the_answered_keep_the_rule(
        people in prop::collection::vec((0i64..20, prop::option::of(0u32..12), prop::option::of(0u32..4)), 1..60),
        length in 0u32..3, m in 1u32..4, l in 1usize..3,
    ) {
        let codes: Vec<u32> = people.iter().map(|(_, value, _)| value.unwrap_or(NO_CODE)).collect();
        let others: Vec<u32> = people.iter().map(|(_, _, other)| other.unwrap_or(NO_CODE)).collect();
        let places = NumberColumn::from_integers(people.iter().map(|(place, ..)| *place).collect());
        let axes = [Axis::new(&Column::Number(places), None)];
        let near = near(12, length);
        let may_stand = |rows: &[u32]| {
            let mut seen = answered(&others, rows);
            seen.sort_unstable();
            seen.dedup();
            seen.is_empty() || seen.len() >= l
        };
        let problem = Problem {
            axes: &axes, codes: &codes, near: Some(&near), m, least: 1, monotone: true, may_stand: Some(&may_stand),
        };
        let all: Vec<u32> = (0..people.len() as u32).collect();
        let with = answered(&codes, &all);
        let feasible = fullest(&with, length) * m as usize <= with.len() && may_stand(&all);
        match split_with(&problem, &Tuning::of(Effort::Good)) {
            Ok(found) => {
                prop_assert!(feasible);
                let mut rows: Vec<u32> = found.iter().flatten().copied().collect();
                rows.sort_unstable();
                prop_assert_eq!(rows, all);
                for group in found.iter() {
                    let values = answered(&codes, group);
                    prop_assert!(fullest(&values, length) * m as usize <= values.len(), "{values:?}");
                    prop_assert!(may_stand(group));
                }
            }
            Err(error) => prop_assert!(!feasible, "{error} of {people:?}"),
        }
    }
}

/// A group of four without a value and one with one keeps nothing: those who have a value are judged among themselves.
#[test]
fn missing_rows_do_not_stand_in_for_values() {
    let places = Column::Number(NumberColumn::from_integers(vec![1, 1, 1, 1, 1]));
    let axes = [Axis::new(&places, None)];
    let codes = [NO_CODE, NO_CODE, NO_CODE, NO_CODE, 0];
    let near = near(1, 0);
    let problem =
        Problem { axes: &axes, codes: &codes, near: Some(&near), m: 5, least: 1, monotone: true, may_stand: None };
    let found = split_with(&problem, &Tuning::of(Effort::Good));
    assert_eq!(found.unwrap_err(), Infeasible::Crowded { window: 1, rows: 1, largest_m: 1 });
}
