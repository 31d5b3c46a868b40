//! What people differ by, fast and pair by pair.

use aloof_judge::claims::differences;
use aloof_judge::verify;
use proptest::prelude::*;

proptest! {
    #[test]
    fn differences_are_those_of_all_pairs(cells in prop::collection::vec((0u32..30, 0u32..8), 0..40)) {
        let cells: Vec<(u32, u32)> = cells.into_iter().map(|(low, width)| (low, low + width / 2)).collect();
        let found = differences(&cells);
        prop_assert_eq!((found.pairs, found.codes), verify::follows::differences(&cells));
    }
}
