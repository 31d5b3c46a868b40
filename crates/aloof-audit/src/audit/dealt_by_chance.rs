//! Whether numbers that chance is said to have dealt follow from those that they stand for.
//!
//! # Definition
//! Rows have a true number and a published one. In groups inside which the published ones are said to be dealt by chance, two rows stand
//! either way with the same probability, whatever all others are. So pairs are tossed as in `order/pairs.rs`, the true numbers
//! being the order that published ones may follow: whether the greater goes with the greater, or with the less; and whether two
//! rows show what rows of other groups show whose true numbers lie next to theirs. The first sees whatever rises or falls, the second
//! whatever is the same function for numbers next to each other: a number added, a reflection, a rotation; a fold, by
//! which two numbers far from each other show the same, not always.
//! Functions without any order, such as ciphers, no data can exclude.
//!
//! # Cost
//! Two sorts of the rows.

use super::order::pairs::{Doubt, Found, Likeness};

/// A true number, a published one, and the group it was dealt in.
pub(super) struct Standing {
    pub before: i128,
    pub after: i128,
    pub group: u32,
}

/// What was found that chance would not bring about.
pub(super) fn followed(rows: &[Standing], doubt: Doubt) -> Option<Found> {
    let ranks = ranks(rows.iter().map(|row| row.after));
    let mut order: Vec<usize> = (0..rows.len()).collect();
    // Of equal numbers none comes first for what is published with it.
    order.sort_by_key(|&at| (rows[at].before, rows[at].group));
    let places: Vec<Option<u32>> = order.iter().map(|&at| Some(ranks[at])).collect();
    let groups: Vec<u32> = order.iter().map(|&at| rows[at].group).collect();
    Likeness::new(&places, &groups).found(doubt)
}

/// The places of numbers among each other, equal ones where they are equal.
fn ranks(values: impl Iterator<Item = i128>) -> Vec<u32> {
    let values: Vec<i128> = values.collect();
    let mut known = values.clone();
    known.sort_unstable();
    known.dedup();
    values.iter().map(|value| known.partition_point(|other| other < value) as u32).collect()
}

#[cfg(test)]
mod tests {
    use aloof_judge::verify::order as literal;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Ranks against counting those that are less.
        #[test]
        fn ranks_count_what_is_less(values in prop::collection::vec(-5i128..5, 0..20)) {
            let less = |value: &i128| {
                let less: std::collections::BTreeSet<i128> = values.iter().copied().filter(|other| other < value).collect();
                less.len() as u32
            };
            prop_assert_eq!(ranks(values.iter().copied()), values.iter().map(less).collect::<Vec<_>>());
        }

        /// Numbers that rise with the true ones in every group are found as soon as their coins are too many for chance.
        #[test]
        fn rising_numbers_are_found(groups in prop::collection::vec(0u32..4, 60..120), doubt in -12.0f64..-4.0) {
            let rows: Vec<Standing> = (0..).zip(&groups)
                .map(|(at, &group)| Standing { before: at, after: 3 * at + 7, group }).collect();
            let placed: Vec<literal::Placed> = (0..).zip(&groups).map(|(at, &group)| (group, Some(at))).collect();
            let (right, pairs) = literal::pairs_in_order(&placed);
            prop_assert_eq!(right, pairs);
            let rare = pairs as f64 * 0.5f64.ln() < doubt;
            let found = followed(&rows, Doubt { ln: doubt, bias: 0.0 }).is_some();
            prop_assert!(!rare || found);
        }
    }

    fn rows(after: impl Fn(i128) -> i128, size: u32) -> Vec<Standing> {
        let group = |at: i128| (at * 7919 % 600) as u32 / size;
        (0..600).map(|at| Standing { before: at, after: after(at), group: group(at) }).collect()
    }

    fn is_followed(after: impl Fn(i128) -> i128, size: u32) -> bool {
        followed(&rows(after, size), Doubt { ln: -25.0, bias: 0.0 }).is_some()
    }

    #[test]
    fn functions_are_told_from_chance() {
        for size in [2, 3, 10] {
            assert!(is_followed(|at| at + 501, size), "moved");
            assert!(is_followed(|at| 599 - at, size), "reflected");
            assert!(is_followed(|at| (at + 301) % 600, size), "turned");
            assert!(is_followed(|at| at * 3 % 600, size), "stretched");
        }
    }

    #[test]
    fn chance_follows_nothing() {
        for seed in 0..300u64 {
            let drawn = |at: i128| {
                let mut state =
                    seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ (at as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                for _ in 0..3 {
                    state = (state ^ (state >> 31)).wrapping_mul(0x94d0_49bb_1331_11eb);
                }
                i128::from(state >> 40) % 1000
            };
            assert!(!is_followed(drawn, 2) && !is_followed(drawn, 5), "seed {seed}");
        }
    }
}
