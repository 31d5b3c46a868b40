//! Which variables are connected: blocks that no row joins can be walked each by itself.
//!
//! # Cost
//! Nearly linear in the number of terms (union and find).

use std::collections::BTreeMap;

use super::polytope::Inequality;

/// The least variable that `at` is known to be connected to.
fn root(parent: &mut [u32], mut at: u32) -> u32 {
    while parent[at as usize] != at {
        parent[at as usize] = parent[parent[at as usize] as usize];
        at = parent[at as usize];
    }
    at
}

/// Connected variables together, each block in the order of its variables; those that are gone are in none.
pub(crate) fn blocks_in_order(gone: &[bool], rows: &[Inequality]) -> Vec<Vec<u32>> {
    let mut parent: Vec<u32> = (0..gone.len() as u32).collect();
    for row in rows {
        for pair in row.terms.windows(2) {
            let (a, b) = (root(&mut parent, pair[0].0), root(&mut parent, pair[1].0));
            parent[a.max(b) as usize] = a.min(b);
        }
    }
    let mut blocks: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for at in (0..gone.len() as u32).filter(|&at| !gone[at as usize]) {
        blocks.entry(root(&mut parent, at)).or_default().push(at);
    }
    blocks.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_join_what_they_touch() {
        let row = |terms: &[u32]| Inequality::new(terms.iter().map(|&at| (at, 1)).collect(), 0);
        let found = blocks_in_order(&[false, false, false, true, false], &[row(&[0, 4]), row(&[1, 2])]);
        assert_eq!(found, [vec![0, 4], vec![1, 2]]);
    }
}
