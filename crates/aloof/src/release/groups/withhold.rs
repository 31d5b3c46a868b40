//! `suppress`: rows that are not published, so that the others can be.

use aloof_table::Attribute;
use rayon::prelude::*;

use super::kept::Kept;

/// The rows that stay when of each code only so many may: those that lie nearest the middle of the quasi columns, so
/// that the groups of the others stay small. Ascending.
pub(in crate::release) fn staying(kept: &Kept<'_>, attribute: &Attribute, allowed: &[u32]) -> Vec<u32> {
    let far = remoteness(kept);
    let mut rows: Vec<u32> = (0..kept.rows.len() as u32).collect();
    rows.sort_unstable_by_key(|&row| (attribute.codes()[row as usize], far[row as usize], row));
    let mut left = allowed.to_vec();
    rows.retain(|&row| {
        let left = &mut left[attribute.codes()[row as usize] as usize];
        let stays = *left > 0;
        *left -= u32::from(stays);
        stays
    });
    rows.sort_unstable();
    rows
}

/// For each row, over all quasi columns, how far its place is from the middle one, in thousandths of the column.
fn remoteness(kept: &Kept<'_>) -> Vec<u32> {
    let one = |quasi: &super::kept::Quasi<'_>| {
        let axis = quasi.axis();
        let mut places: Vec<u32> = (0..kept.rows.len() as u32).map(|row| axis.place(row)).collect();
        let far: Vec<u32> = {
            let middle = places.len() / 2;
            let (_, &mut median, _) = places.clone().select_nth_unstable(middle);
            places.iter_mut().for_each(|place| *place = place.abs_diff(median));
            places
        };
        let count = u64::from(axis.count().max(1));
        far.into_iter().map(|far| (u64::from(far) * 1000 / count) as u32).collect::<Vec<u32>>()
    };
    let columns: Vec<Vec<u32>> = kept.quasi.par_iter().map(one).collect();
    (0..kept.rows.len()).map(|row| columns.iter().map(|column| column[row]).sum()).collect()
}
