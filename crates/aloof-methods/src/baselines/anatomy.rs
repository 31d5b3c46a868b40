//! Anatomy: groups of tuples with different sensitive values, whatever their quasi values; for releases in two tables.
//!
//! # Definition
//! Quasi values are published as they are, with the number of a group; sensitive values in a table of their own, with the
//! number of their group and how often they occur there. Nobody can say which value of a group is whose.
//!
//! # Source
//! Xiao and Tao, *Anatomy: simple and effective privacy preservation*, VLDB 2006, Figure 3 (Anatomize).
//!
//! # Pseudocode
//! ```text
//! tuples with equal values are a bucket
//! while l buckets or more hold tuples:
//!     a new group takes one tuple, drawn by chance, from each of the l largest buckets
//! every tuple that is left joins a group, drawn by chance, that lacks its value
//! ```
//! When no value has more than a share 1/l of the tuples, at most one tuple per bucket and fewer than l in all are left, and
//! there is a group for each (Properties 1 to 3). So every group has at least l tuples, all of different values.
//!
//! Where a value is more frequent the paper has no groups, and rules may hold all the same: by [`evenly`] every group has what
//! the table has, as nearly as whole tuples can, and one group has just that.
//!
//! # Cost
//! `O(n log v)` for v values, and for each tuple that is left a look at the groups.

use std::collections::BinaryHeap;

use aloof_table::Partition;
use rand_chacha::ChaCha20Rng;

use super::perturb::below;

/// Deals rows into groups of at least `l` different codes; `None` when some code has more than a share 1/l of them.
pub fn anatomy(codes: &[u32], l: u32, chance: &mut ChaCha20Rng) -> Option<Partition> {
    let l = l.max(1) as usize;
    let mut buckets = buckets(codes);
    let most = buckets.iter().map(Vec::len).max()?;
    if most.checked_mul(l)? > codes.len() {
        return None;
    }
    let mut group_of = vec![0u32; codes.len()];
    let mut groups: Vec<Vec<u32>> = Vec::new();
    // By size, and of equal sizes by value, so that the same seed makes the same groups.
    let mut open: BinaryHeap<(usize, usize)> =
        buckets.iter().enumerate().map(|(code, rows)| (rows.len(), code)).filter(|(size, _)| *size > 0).collect();
    while open.len() >= l {
        crate::stop::check();
        let largest: Vec<(usize, usize)> = (0..l).filter_map(|_| open.pop()).collect();
        let mut members = Vec::with_capacity(l);
        for (size, code) in largest {
            let rows = &mut buckets[code];
            let row = rows.swap_remove(below(rows.len() as u64, chance) as usize);
            group_of[row as usize] = groups.len() as u32;
            members.push(code as u32);
            if size > 1 {
                open.push((size - 1, code));
            }
        }
        groups.push(members);
    }
    for (_, code) in open.into_sorted_vec() {
        for row in std::mem::take(&mut buckets[code]) {
            let group = lacking(&groups, code as u32, chance)?;
            group_of[row as usize] = group as u32;
            groups[group].push(code as u32);
        }
    }
    Some(Partition::from_group_of(&group_of, groups.len()))
}

/// Deals rows into so many groups, every code as evenly as can be: in turn, one code after the other, its rows in an order that
/// is drawn.
pub fn evenly(codes: &[u32], groups: usize, chance: &mut ChaCha20Rng) -> Partition {
    let groups = groups.clamp(1, codes.len().max(1));
    let mut group_of = vec![0u32; codes.len()];
    let mut next = 0;
    for mut rows in buckets(codes) {
        while !rows.is_empty() {
            crate::stop::check();
            let row = rows.swap_remove(below(rows.len() as u64, chance) as usize);
            group_of[row as usize] = (next % groups) as u32;
            next += 1;
        }
    }
    Partition::from_group_of(&group_of, groups)
}

/// The rows of each code.
fn buckets(codes: &[u32]) -> Vec<Vec<u32>> {
    let mut buckets = vec![Vec::new(); codes.iter().max().map_or(0, |&most| most as usize + 1)];
    codes.iter().enumerate().for_each(|(row, &code)| buckets[code as usize].push(row as u32));
    buckets
}

/// The first group from a random one on that lacks the code.
fn lacking(groups: &[Vec<u32>], code: u32, chance: &mut ChaCha20Rng) -> Option<usize> {
    if groups.is_empty() {
        return None;
    }
    let start = below(groups.len() as u64, chance) as usize;
    (0..groups.len()).map(|step| (start + step) % groups.len()).find(|&group| !groups[group].contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand_chacha::rand_core::SeedableRng;

    fn dealt(codes: &[u32], l: u32, seed: u8) -> Option<Vec<Vec<u32>>> {
        let partition = anatomy(codes, l, &mut ChaCha20Rng::from_seed([seed; 32]))?;
        Some(partition.iter().map(|rows| rows.iter().map(|&row| codes[row as usize]).collect()).collect())
    }

    #[test]
    fn the_most_frequent_value_decides() {
        assert!(dealt(&[0, 0, 1, 2], 2, 1).is_some());
        assert_eq!(dealt(&[0, 0, 1, 2], 3, 1), None);
        assert_eq!(dealt(&[], 2, 1), None);
        assert_eq!(dealt(&[5, 7, 9], 3, 1).map(|groups| groups.len()), Some(1));
    }

    proptest! {
        /// Of every code, and in all, two groups differ by one at most.
        #[test]
        fn codes_are_dealt_evenly(codes in prop::collection::vec(0u32..5, 1..60), groups in 1usize..9, seed in any::<u8>()) {
            let partition = evenly(&codes, groups, &mut ChaCha20Rng::from_seed([seed; 32]));
            prop_assert_eq!((partition.len(), partition.rows()), (groups.min(codes.len()), codes.len()));
            for code in 0..5 {
                let of = |rows: &[u32]| rows.iter().filter(|&&row| codes[row as usize] == code).count();
                let counts: Vec<usize> = partition.iter().map(of).collect();
                prop_assert!(counts.iter().max().unwrap() - counts.iter().min().unwrap() <= 1);
            }
            let sizes = partition.iter().map(<[u32]>::len);
            prop_assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1);
        }

        #[test]
        fn every_group_has_l_different_values(
            codes in prop::collection::vec(0u32..8, 1..80),
            l in 1u32..6,
            seed in any::<u8>(),
        ) {
            let most = (0..8).map(|code| codes.iter().filter(|&&other| other == code).count()).max().unwrap();
            let found = dealt(&codes, l, seed);
            prop_assert_eq!(found.is_some(), most * l as usize <= codes.len());
            for mut group in found.into_iter().flatten() {
                let size = group.len();
                group.sort_unstable();
                group.dedup();
                prop_assert_eq!(group.len(), size, "values repeat");
                prop_assert!(size >= l as usize);
            }
        }
    }
}
