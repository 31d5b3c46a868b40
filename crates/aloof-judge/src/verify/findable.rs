//! Who matches whom, and who is alone by what, literally.

use crate::findable::{Keys, MISSING};

/// How many rows match a row, and the sum of their weights.
pub fn matches(keys: &Keys, weights: &[f64], row: usize) -> (u64, f64) {
    let mut found = (0, 0.0);
    for (other, weight) in weights.iter().enumerate() {
        let agrees = (0..keys.width()).all(|column| {
            let (mine, theirs) = (keys.code(column, row), keys.code(column, other));
            mine == theirs || mine == MISSING || theirs == MISSING
        });
        if agrees {
            found = (found.0 + 1, found.1 + weight);
        }
    }
    found
}

/// The minimal sample uniques of a row: every set of columns in turn, a bit for a column.
pub fn minimal_uniques(keys: &Keys, row: usize) -> Vec<u32> {
    let singles_out = |set: u32| {
        let columns: Vec<usize> = (0..keys.width()).filter(|column| set >> column & 1 == 1).collect();
        let whole = columns.iter().all(|&column| keys.code(column, row) != MISSING);
        let equal = |other: usize| columns.iter().all(|&column| keys.code(column, row) == keys.code(column, other));
        whole && (0..keys.rows()).all(|other| other == row || !equal(other))
    };
    let sets: Vec<u32> = (1..1 << keys.width()).filter(|&set| singles_out(set)).collect();
    let minimal = |set: &u32| !sets.iter().any(|part| part != set && part & set == *part);
    sets.iter().copied().filter(minimal).collect()
}
