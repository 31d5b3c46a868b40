//! Withhold: which rows to leave out so that what is left of the groups stands.
//!
//! # Idea
//! A group that does not stand gives up rows one by one, each time the one after which it is least far from standing. Of
//! a group that is too small then, the other rows look for a place in another group that stands with them too; those
//! that find none are withheld as well.
//!
//! # Cost
//! `O(s³)` for a group of s rows that does not stand; a row looks for a place in the [`REACH`] groups nearest its own, and in
//! all others while no more than [`FAR`] of those were looked at.

use std::ops::Range;

use super::Search;
use super::groups::Groups;
use super::pool::Pool;

/// Groups that a row looks at on either side of its own.
const REACH: usize = 128;

/// Groups farther off that all rows together look at.
const FAR: usize = 4_000_000;

/// The groups that stand after some rows are left out, and these rows, ascending.
pub(super) fn withhold(search: &Search<'_>, groups: &Groups) -> (Groups, Vec<u32>) {
    let mut kept: Vec<Vec<u32>> = Vec::new();
    let (mut loose, mut withheld) = (Vec::new(), Vec::new());
    for rows in groups.iter() {
        let stays = staying(search, rows, &mut withheld);
        if stays.len() >= search.least {
            kept.push(stays);
        } else {
            loose.extend(stays.into_iter().map(|row| (row, kept.len())));
        }
    }
    let mut left = FAR;
    for (row, near) in loose {
        crate::stop::check();
        let reach = near.saturating_sub(REACH)..(near + REACH).min(kept.len());
        let found = place(search, &kept, reach, row).or_else(|| {
            left = left.checked_sub(kept.len())?;
            place(search, &kept, 0..kept.len(), row)
        });
        match found {
            Some(group) => kept[group].push(row),
            None => withheld.push(row),
        }
    }
    withheld.sort_unstable();
    (Groups::of(&kept), withheld)
}

/// The rows left when enough are given up; they stand, or are too few to.
fn staying(search: &Search<'_>, rows: &[u32], withheld: &mut Vec<u32>) -> Vec<u32> {
    let mut rows = rows.to_vec();
    while rows.len() >= search.least && !search.stands(&rows) {
        crate::stop::check();
        let pool = Pool::new(search, &rows, &[rows.len() as u32]);
        let worst = (0..rows.len()).min_by_key(|&out| pool.excess_after(0, Some(out), None)).unwrap_or(0);
        withheld.push(rows.remove(worst));
    }
    rows
}

/// The group of those in `reach` that takes `row` at the least loss.
fn place(search: &Search<'_>, groups: &[Vec<u32>], reach: Range<usize>, row: u32) -> Option<usize> {
    let fits = |rows: &[u32]| {
        let room = |star: usize| search.rooms.others(star, rows.len() + 1).unwrap_or(0);
        search.stars.iter().enumerate().all(|(at, star)| star.count(row, rows) <= room(at))
    };
    let mut best: Option<(f32, usize)> = None;
    for (group, rows) in reach.map(|group| (group, &groups[group])).filter(|(_, rows)| fits(rows)) {
        let mut joined = rows.clone();
        joined.push(row);
        let cost = joined.len() as f32 * search.loss(&joined) - rows.len() as f32 * search.loss(rows);
        if best.is_none_or(|(least, _)| cost < least) && search.stands(&joined) {
            best = Some((cost, group));
        }
    }
    best.map(|(_, group)| group)
}
