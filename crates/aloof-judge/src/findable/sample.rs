//! How many rows share a key, and for how many people of the population they stand.
//!
//! # Definition
//! Two keys match when they are equal in every column in which neither value is missing: a missing value may be any. The sample
//! count of a row is the number of rows whose key matches its own, itself included; its population count is the sum of their
//! weights.
//!
//! # Source
//! sdcMicro's frequency calculation (Templ, Kowarik, Meindl 2015); El Emam and Dankar 2008 for prosecutor, journalist and marketer.
//!
//! # Cost
//! `O(n)` for keys without missing values. With them, a pass over the distinct keys for every pair of sets of columns in which
//! values are missing.

use hashbrown::HashMap;

use super::{Keys, MISSING};

/// Everybody's counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Matches {
    /// Rows that match, by row.
    pub sample: Vec<u64>,
    /// People of the population that these stand for, by row; the same as `sample` where rows have no weights.
    pub population: Vec<f64>,
}

/// Rows that have one key.
struct Same {
    key: Vec<u32>,
    rows: u64,
    weight: f64,
}

/// Counts who matches whom.
pub fn matches(keys: &Keys, weights: Option<&[f64]>) -> Matches {
    let (same, of_row) = distinct(keys, weights);
    let mut kinds: HashMap<Vec<usize>, Vec<usize>> = HashMap::new();
    for (at, same) in same.iter().enumerate() {
        kinds.entry(missing_in(&same.key)).or_default().push(at);
    }
    let mut kinds: Vec<(Vec<usize>, Vec<usize>)> = kinds.into_iter().collect();
    kinds.sort_unstable();
    let mut counts = vec![(0u64, 0.0f64); same.len()];
    for (lacks, members) in &kinds {
        for (others_lack, others) in &kinds {
            let compared: Vec<usize> =
                (0..keys.width()).filter(|column| !lacks.contains(column) && !others_lack.contains(column)).collect();
            add_matches(&same, members, others, &compared, &mut counts);
        }
    }
    Matches {
        sample: of_row.iter().map(|&at| counts[at as usize].0).collect(),
        population: of_row.iter().map(|&at| counts[at as usize].1).collect(),
    }
}

/// How many rows have a key that no other has, a missing value taken for a value like any other.
pub fn alone_as_written(keys: &Keys) -> usize {
    distinct(keys, None).0.iter().filter(|same| same.rows == 1).count()
}

/// The distinct keys in the order in which they come, and for every row which it has.
fn distinct(keys: &Keys, weights: Option<&[f64]>) -> (Vec<Same>, Vec<u32>) {
    let mut found: HashMap<Vec<u32>, u32> = HashMap::new();
    let mut same: Vec<Same> = Vec::new();
    let mut of_row = Vec::with_capacity(keys.rows());
    for row in 0..keys.rows() {
        let next = same.len() as u32;
        let at = *found.entry(keys.key(row)).or_insert_with_key(|key| {
            same.push(Same { key: key.clone(), rows: 0, weight: 0.0 });
            next
        });
        let one = &mut same[at as usize];
        one.rows += 1;
        one.weight += weights.map_or(1.0, |weights| weights[row]);
        of_row.push(at);
    }
    (same, of_row)
}

fn missing_in(key: &[u32]) -> Vec<usize> {
    key.iter().enumerate().filter(|(_, code)| **code == MISSING).map(|(column, _)| column).collect()
}

/// To each of `members` all of `others` that agree with it in the columns compared.
fn add_matches(same: &[Same], members: &[usize], others: &[usize], compared: &[usize], counts: &mut [(u64, f64)]) {
    let part = |at: usize| -> Vec<u32> { compared.iter().map(|&column| same[at].key[column]).collect() };
    let mut sums: HashMap<Vec<u32>, (u64, f64)> = HashMap::new();
    for &other in others {
        let sum = sums.entry(part(other)).or_default();
        sum.0 += same[other].rows;
        sum.1 += same[other].weight;
    }
    for &member in members {
        if let Some(sum) = sums.get(&part(member)) {
            counts[member].0 += sum.0;
            counts[member].1 += sum.1;
        }
    }
}
