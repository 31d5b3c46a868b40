//! Gather: where rows need only be together, those that are alike first, and each of the others with what is nearest.
//!
//! # Idea
//! Rows that are alike in every column and may stand together are a group that loses nothing. The others are few, and need
//! company: one of them after the other is joined with what costs least for each row that needs it, until it may stand. That is
//! another row in need, a group that was made before, or some rows of those that are alike and can spare them: no more are lent
//! than are needed, so that the rest loses nothing. All that is asked is monotone: so what is left over can always join a group.
//! Whoever came early chose among few: so in the end what lies better in another group goes there ([`better`]).
//!
//! # Source
//! Growing one group after the other: Byun, Kamra, Bertino and Li, *Efficient k-anonymization using clustering techniques*, DASFAA 2007.
//!
//! # Cost
//! One sort of the bucket, and one sweep over those that are alike for each that is joined: as much as kinds of rows times those of
//! them in need. The more rows of a bucket are alike, the larger it may be, and the nearer is what is nearest.

mod better;
mod growing;
mod kinds;
mod made;

use super::Search;
use super::bucket::Bucket;
use growing::Growing;
use kinds::Kinds;
use made::Made;

/// Of more kinds of rows than this, each cannot be held against each.
const MOST: usize = 2000;

/// Buckets of up to so many times the rows that are gathered anyway are gathered where that costs no more for each row.
const WIDE: usize = 8;

/// A group that is made may cost more, since nothing more will have to join: measured on the census, where other shares lose more.
const MADE: f32 = 0.7;

/// A group that may not stand yet is asked again once it has one in so many rows more: small ones with every row, and to ask large ones
/// does not take longer the more rows they have.
const SELDOM: usize = 16;

/// Gathers the rows of a bucket that may stand as a whole; leaves the group of each, counted from 0, in `bucket.groups`. False where
/// too many of them differ.
pub(super) fn gather(search: &Search<'_>, bucket: &mut Bucket<'_>) -> bool {
    gather_up_to(search, bucket, MOST * MOST)
}

/// As [`gather`], of a bucket that could be cut as well, where so many rows are alike that it costs no more than its parts would if
/// none were.
pub(super) fn gather_wide(search: &Search<'_>, bucket: &mut Bucket<'_>) -> bool {
    let (rows, stop) = (bucket.len(), search.tuning.stop);
    rows <= WIDE.saturating_mul(stop) && gather_up_to(search, bucket, rows.saturating_mul(stop))
}

/// Gathers where kinds times those of them in need are at most so many.
fn gather_up_to(search: &Search<'_>, bucket: &mut Bucket<'_>, most: usize) -> bool {
    let mut kinds = Kinds::of(search, bucket);
    let needy = kinds.lends.iter().filter(|&&lends| lends == 0.0).count();
    if kinds.rows.len() > MOST || kinds.rows.len() * needy > most {
        return false;
    }
    let mut made = Made::new(search);
    while let Some(needy) = kinds.needy() {
        let group = grow(search, bucket, &mut kinds, &mut made, needy);
        made.push(search, group);
    }
    better::improve(search, bucket, &mut kinds, &mut made);
    let groups = made.groups.into_iter().map(|group| group.rows).chain(kinds.rows);
    for (number, rows) in groups.enumerate() {
        rows.iter().for_each(|&at| bucket.groups[at as usize] = number as u32);
    }
    true
}

/// One of those in need, with what costs least until it may stand.
fn grow(search: &Search<'_>, bucket: &Bucket<'_>, kinds: &mut Kinds, made: &mut Made, needy: usize) -> Growing {
    let mut group = Growing::of(search, bucket, kinds.remove(needy));
    let mut asked = 0;
    while group.rows.len() < asked || !stands(search, bucket, &group.rows) {
        crate::stop::check();
        asked = group.rows.len() + group.rows.len() / SELDOM;
        let (kind, other) = (kinds.nearest(search, &group), made.nearest(search, &group));
        match (kind, other) {
            (Some((at, cost)), other) if other.is_none_or(|(_, others)| cost <= MADE * others) => {
                group.join(search, bucket, kinds, at);
            }
            (_, Some((at, _))) => group.join_group(search, made.remove(at)),
            _ => break,
        }
    }
    group
}

fn stands(search: &Search<'_>, bucket: &Bucket<'_>, rows: &[u32]) -> bool {
    rows.len() >= search.least
        && has_room(search, bucket, rows)
        && search.may_stand.is_none_or(|may_stand| {
            let rows: Vec<u32> = rows.iter().map(|&at| bucket.rows[at as usize]).collect();
            may_stand(&rows)
        })
}

/// Whether no window of near values holds too many of these rows.
fn has_room(search: &Search<'_>, bucket: &Bucket<'_>, rows: &[u32]) -> bool {
    if search.reach.0.is_none() {
        return true;
    }
    let mut codes: Vec<u32> = rows.iter().map(|&at| bucket.codes[at as usize]).collect();
    codes.sort_unstable();
    search.reach.has_room(&codes, search.m)
}
