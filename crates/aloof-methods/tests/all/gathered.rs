//! Where rows need only be together: groups that are gathered keep any monotone rule, whatever they borrow from each other.

use aloof_methods::Axis;
use aloof_methods::split::{Problem, Tuning, split_with};
use aloof_table::{Column, NumberColumn};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// The rule: values of a group are on average about what they are in the table. Groups that keep it keep it together.
    #[test]
    fn every_group_may_stand(people in prop::collection::vec((0i64..6, 0i64..4, 0i64..100), 40..400), near in 3i64..30, least in 1u32..6) {
        let axes = [0, 1].map(|axis| {
            let places = people.iter().map(|&(one, two, _)| [one, two][axis]).collect();
            Axis::new(&Column::Number(NumberColumn::from_integers(places)), None)
        });
        let sum = |rows: &[u32]| rows.iter().map(|&row| people[row as usize].2).sum::<i64>();
        let all: Vec<u32> = (0..people.len() as u32).collect();
        let (total, count) = (sum(&all), people.len() as i64);
        let may_stand = |rows: &[u32]| {
            let (own, size) = (sum(rows), rows.len() as i64);
            size > 0 && (own * count - total * size).abs() <= near * count * size
        };
        let codes = vec![0; people.len()];
        let problem = Problem { axes: &axes, codes: &codes, near: None, m: least, least, monotone: true, may_stand: Some(&may_stand) };
        let found = split_with(&problem, &Tuning::quick().gathering()).unwrap();
        let mut rows: Vec<u32> = found.iter().flatten().copied().collect();
        rows.sort_unstable();
        prop_assert_eq!(rows, all);
        prop_assert!(found.iter().all(|rows| rows.len() >= least as usize && may_stand(rows)));
    }
}
