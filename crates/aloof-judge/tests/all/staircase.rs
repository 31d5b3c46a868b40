//! The ε–m staircase against its definition.

use aloof_judge::verify::staircase;
use aloof_principles::Staircase;
use proptest::prelude::*;

proptest! {
    #[test]
    fn staircase_agrees(mut values in prop::collection::vec(0i64..40, 1..16)) {
        values.sort_unstable();
        let wide: Vec<i128> = values.iter().map(|&v| i128::from(v)).collect();
        let mut stairs = Staircase::new(8);
        stairs.add(&wide);
        for m in 1..=8 {
            let literal = staircase::fails_at(&values, m).map(|epsilon| epsilon as u128);
            prop_assert_eq!(stairs.fails_at(m), literal, "m = {}", m);
        }
    }
}
