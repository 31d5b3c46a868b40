//! Withhold: which rows to leave out so that what is left of the groups stands.
//!
//! # Idea
//! A group that does not stand gives up rows one by one, each time the one after which it is least far from standing. A
//! group that is too small then is given up as a whole.
//!
//! # Cost
//! `O(s³)` for a group of s rows that does not stand.

use super::Search;
use super::groups::Groups;
use super::pool::Pool;

/// The groups that stand after some rows are left out, and these rows, ascending.
pub(super) fn withhold(search: &Search<'_>, groups: &Groups) -> (Groups, Vec<u32>) {
    let mut kept: Vec<Vec<u32>> = Vec::new();
    let mut withheld: Vec<u32> = Vec::new();
    for rows in groups.iter() {
        let stays = staying(search, rows);
        withheld.extend(rows.iter().filter(|row| !stays.contains(row)));
        if !stays.is_empty() {
            kept.push(stays);
        }
    }
    withheld.sort_unstable();
    (Groups::of(&kept), withheld)
}

fn staying(search: &Search<'_>, rows: &[u32]) -> Vec<u32> {
    let mut rows = rows.to_vec();
    while !search.stands(&rows) {
        if rows.len() <= search.least {
            return Vec::new();
        }
        let pool = Pool::new(search, &rows, &[rows.len() as u32]);
        let worst = (0..rows.len()).min_by_key(|&out| pool.excess_after(0, Some(out), None)).unwrap_or(0);
        rows.remove(worst);
    }
    rows
}
