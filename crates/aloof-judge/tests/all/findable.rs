//! How findable people are: the fast counts are the literal ones.

use aloof_judge::findable::{Keys, MISSING, matches, special_uniques};
use aloof_judge::verify::findable as literal;
use proptest::prelude::*;

/// Up to 12 rows of up to 4 columns, some cells missing.
fn tables() -> impl Strategy<Value = (Keys, Vec<f64>)> {
    let cell = prop_oneof![4 => 0u32..3, 1 => Just(MISSING)];
    (1usize..5, 1usize..13).prop_flat_map(move |(width, rows)| {
        let columns = prop::collection::vec(prop::collection::vec(cell.clone(), rows), width);
        // Quarters add up exactly in any order.
        let weights = prop::collection::vec((1u32..40).prop_map(|quarters| f64::from(quarters) / 4.0), rows);
        (columns, weights).prop_map(move |(columns, weights)| (Keys::new(columns, rows), weights))
    })
}

proptest! {
    #[test]
    fn counts_are_the_literal_ones((keys, weights) in tables()) {
        let found = matches(&keys, Some(&weights));
        for row in 0..keys.rows() {
            prop_assert_eq!((found.sample[row], found.population[row]), literal::matches(&keys, &weights, row));
        }
        let unweighted = matches(&keys, None);
        for row in 0..keys.rows() {
            prop_assert!((unweighted.population[row] - unweighted.sample[row] as f64).abs() < 1e-9);
        }
    }

    #[test]
    fn special_uniques_are_the_literal_ones((keys, _) in tables()) {
        let found = special_uniques(&keys, 0.01).unwrap();
        let mut sizes = vec![0; keys.width()];
        for row in 0..keys.rows() {
            let mut score = 0.0;
            for set in literal::minimal_uniques(&keys, row) {
                let columns = set.count_ones() as usize;
                sizes[columns - 1] += 1;
                score += [1.0, 1.0, 2.0, 6.0][keys.width() - columns];
            }
            prop_assert!((found.scores[row] - score).abs() < 1e-9);
            prop_assert!((0.0..=1.0).contains(&found.dis[row]) && (found.dis[row] > 0.0) == (score > 0.0));
        }
        prop_assert_eq!(found.sizes, sizes);
    }
}

/// Ages and zips of four people: the second is alone by its zip, the third by its age, the others share all they have.
#[test]
fn who_is_alone_by_less_scores_more() {
    let keys = Keys::new(vec![vec![1, 1, 2, 1], vec![5, 6, 5, 5]], 4);
    let found = special_uniques(&keys, 0.1).unwrap();
    assert_eq!((found.scores, found.sizes), (vec![0.0, 1.0, 1.0, 0.0], vec![2, 0]));
    assert!(special_uniques(&Keys::new(Vec::new(), 0), 0.1).is_none());
    assert!(special_uniques(&Keys::new(vec![vec![1]; 21], 1), 0.1).is_none());
}
