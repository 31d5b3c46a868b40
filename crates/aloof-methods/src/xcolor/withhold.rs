//! Withhold: which rows to leave out so that what is left of the groups stands.
//!
//! # Idea
//! A group that does not stand gives up rows one by one, each time the one after which it is least far from standing. Of
//! a group that is too small then, the other rows look for a place in another group that stands with them too; those
//! that find none are withheld as well.
//!
//! # Cost
//! `O(s³)` for a group of s rows that does not stand, `O(n)` for a row that looks for a place.

use super::Search;
use super::groups::Groups;
use super::pool::Pool;

/// The groups that stand after some rows are left out, and these rows, ascending.
pub(super) fn withhold(search: &Search<'_>, groups: &Groups) -> (Groups, Vec<u32>) {
    let mut kept: Vec<Vec<u32>> = Vec::new();
    let (mut loose, mut withheld) = (Vec::new(), Vec::new());
    for rows in groups.iter() {
        let stays = staying(search, rows, &mut withheld);
        if stays.len() >= search.least { kept.push(stays) } else { loose.extend(stays) }
    }
    for row in loose {
        match place(search, &kept, row) {
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
        let pool = Pool::new(search, &rows, &[rows.len() as u32]);
        let worst = (0..rows.len()).min_by_key(|&out| pool.excess_after(0, Some(out), None)).unwrap_or(0);
        withheld.push(rows.remove(worst));
    }
    rows
}

/// The group that takes `row` at the least loss.
fn place(search: &Search<'_>, groups: &[Vec<u32>], row: u32) -> Option<usize> {
    let fits = |rows: &[u32]| {
        let room = |star: usize| search.rooms.others(star, rows.len() + 1).unwrap_or(0);
        search.stars.iter().enumerate().all(|(at, star)| star.count(row, rows) <= room(at))
    };
    let mut best: Option<(f32, usize)> = None;
    for (group, rows) in groups.iter().enumerate().filter(|(_, rows)| fits(rows)) {
        let mut joined = rows.clone();
        joined.push(row);
        let cost = joined.len() as f32 * search.loss(&joined) - rows.len() as f32 * search.loss(rows);
        if best.is_none_or(|(least, _)| cost < least) && search.stands(&joined) {
            best = Some((cost, group));
        }
    }
    best.map(|(_, group)| group)
}
