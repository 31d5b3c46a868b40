//! Whether people still stand in the same order, and at the top.
//!
//! # Definition
//! Of one column, people are ranked by their numbers before and after. `kendall` is Kendall's τ-b of the two rankings. The *top k*
//! before are the k highest; after likewise. People tied at its edge share the places that are left: of t people tied for the last p places
//! each has p / t of one. `overlap` is the share of the k places that people keep, each keeping the smaller of what they have before
//! and after. So an order that did not change keeps all of them, whoever is tied; and one in which everybody is alike keeps k of n.
//!
//! # Source
//! Rankings are what the random-walk paper wants to keep (Section 1) and never measures. Kendall, *Biometrika* 1945.
//!
//! # Cost
//! `O(n log n)`.

use super::ranks::kendall;

/// How one ranking lies to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranking {
    /// Kendall's τ-b; 0 where nothing varies.
    pub kendall: f64,
    /// How many were taken for the top.
    pub top: usize,
    /// The share of the top's places that people keep.
    pub overlap: f64,
}

/// Of the numbers of the same people, before and after; `None` without people. `top` is at least one and at most all.
pub fn ranking(before: &[f64], after: &[f64], top: usize) -> Option<Ranking> {
    if before.is_empty() || before.len() != after.len() {
        return None;
    }
    let top = top.clamp(1, before.len());
    let (first, second) = (places(before, top), places(after, top));
    let kept: f64 = first.iter().zip(&second).map(|(a, b)| a.min(*b)).sum();
    let pairs = before.iter().copied().zip(after.iter().copied()).collect();
    Some(Ranking { kendall: kendall(pairs), top, overlap: (kept / top as f64).min(1.0) })
}

/// For everybody how much of a place among the `top` highest they have, those tied at the edge sharing what is left.
fn places(values: &[f64], top: usize) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let edge = sorted[top - 1];
    let above = sorted.partition_point(|value| value.total_cmp(&edge).is_gt());
    let tied = sorted.partition_point(|value| value.total_cmp(&edge).is_ge()) - above;
    let shared = (top - above) as f64 / tied as f64;
    let one = |value: &f64| match value.total_cmp(&edge) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => shared,
        std::cmp::Ordering::Less => 0.0,
    };
    values.iter().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn by_hand() {
        let found = ranking(&[1.0, 2.0, 3.0, 4.0], &[1.0, 3.0, 2.0, 4.0], 2).unwrap();
        assert!((found.kendall - 2.0 / 3.0).abs() < 1e-12 && (found.overlap - 0.5).abs() < 1e-12);
        // All alike: each has half a place.
        let found = ranking(&[1.0, 2.0, 3.0, 4.0], &[5.0; 4], 2).unwrap();
        assert!(found.kendall.abs() < 1e-12 && (found.overlap - 0.5).abs() < 1e-12);
        assert_eq!(ranking(&[], &[], 3), None);
    }

    /// Three are tied for one place, and stay so.
    #[test]
    fn an_order_that_did_not_change_keeps_all() {
        let same = [9.0, 7.0, 7.0, 7.0, 1.0];
        assert!((ranking(&same, &same, 2).unwrap().overlap - 1.0).abs() < 1e-12);
        assert!((ranking(&[5.0; 4], &[6.0; 4], 3).unwrap().overlap - 1.0).abs() < 1e-12);
    }

    proptest! {
        /// Somebody's part of a place is the share of all ways to fill the top in which they are in it.
        #[test]
        fn the_overlap_is_that_of_all_ways_to_fill_the_top(pairs in prop::collection::vec((0u8..4, 0u8..4), 1..7), top in 1usize..4) {
            let before: Vec<f64> = pairs.iter().map(|pair| pair.0.into()).collect();
            let after: Vec<f64> = pairs.iter().map(|pair| pair.1.into()).collect();
            let top = top.min(pairs.len());
            let sets = |values: &[f64]| -> Vec<Vec<bool>> {
                let all = (0..1u32 << values.len()).filter(|set| set.count_ones() as usize == top);
                let one = |set: u32| (0..values.len()).map(|at| set >> at & 1 == 1).collect::<Vec<bool>>();
                let highest = |set: &Vec<bool>| {
                    let inside = (0..values.len()).filter(|&at| set[at]).map(|at| values[at]).fold(f64::INFINITY, f64::min);
                    let outside = (0..values.len()).filter(|&at| !set[at]).map(|at| values[at]).fold(f64::NEG_INFINITY, f64::max);
                    inside >= outside
                };
                all.map(one).filter(highest).collect()
            };
            let (first, second) = (sets(&before), sets(&after));
            let part = |ways: &[Vec<bool>], at: usize| ways.iter().filter(|way| way[at]).count() as f64 / ways.len() as f64;
            let kept: f64 = (0..pairs.len()).map(|at| part(&first, at).min(part(&second, at))).sum();
            let expected = kept / top as f64;
            prop_assert!((ranking(&before, &after, top).unwrap().overlap - expected).abs() < 1e-9);
        }
    }
}
