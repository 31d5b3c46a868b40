//! `suppress` with `absence = "unknown"`: rows that are not published, so that the others can be.
//!
//! How many rows of which value go follows from what is asked; which of them go is drawn, so that nobody can tell from quasi
//! values who it was.

use aloof_table::{Attribute, Column};

use super::kept::Kept;
use crate::release::chance::Chance;

/// The rows that stay when of each code only so many may, drawn among those that have it. Ascending.
pub(in crate::release) fn staying(attribute: &Attribute, allowed: &[u32], chance: &Chance) -> Vec<u32> {
    drawn(attribute.codes(), allowed, chance)
}

/// As many rows as in `chosen`, with the same sensitive values in every column, drawn among all that have them. Ascending.
pub(in crate::release) fn alike(kept: &Kept<'_>, chosen: &[u32], chance: &Chance) -> Vec<u32> {
    let columns: Vec<(&str, &Column)> = kept.sensitive.iter().map(|(name, column)| (*name, &**column)).collect();
    if columns.is_empty() {
        return drawn(&vec![0; kept.rows.len()], &[chosen.len() as u32], chance);
    }
    let attribute = Attribute::new(&columns, |_| false);
    let mut go = vec![0; attribute.domain().len()];
    chosen.iter().for_each(|&row| go[attribute.codes()[row as usize] as usize] += 1);
    drawn(attribute.codes(), &go, chance)
}

/// So many rows of each code, ascending.
fn drawn(codes: &[u32], most: &[u32], chance: &Chance) -> Vec<u32> {
    let mut left = most.to_vec();
    let mut rows = chance.order("rows that may be withheld", codes.len());
    rows.retain(|&row| {
        let left = &mut left[codes[row as usize] as usize];
        let taken = *left > 0;
        *left -= u32::from(taken);
        taken
    });
    rows.sort_unstable();
    rows
}
