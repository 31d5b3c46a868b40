//! A soft cut: where no straight cut leaves two generalizable halves, one that gives way.
//!
//! # Idea
//! Rows up to the cut go left, the others right, but no window of near values may put more rows on a side than
//! that side will be able to deal. Where a stretch of sensitive values is crowded, its own quantile takes the place of
//! the cut; what little is still too much goes to the other side as it comes. Going through the rows in sensitive
//! order, one side always has room: the window before a row holds fewer rows than both sides together can take.
//!
//! The misplaced rows widen the boxes of the few groups they end up in, not those of all.
//!
//! # Cost
//! `O(n log n)` at worst for the quantiles of crowded stretches.

use std::cmp::Ordering;

use super::Search;
use super::bucket::Bucket;
use super::cut::Cut;

/// Parts the bucket softly at one of `offers`, the first that can be had. Leaves the sides in `bucket.groups`.
pub(super) fn cut(search: &Search<'_>, bucket: &mut Bucket<'_>, offers: &[Cut]) -> bool {
    let window = search.reach.window(bucket.codes);
    offers.iter().any(|&offer| [97, 90].iter().any(|&percent| along(search, bucket, offer, window, percent)))
}

/// Parts at one cut, each side with room for `percent` of what its rows could deal.
fn along(search: &Search<'_>, bucket: &mut Bucket<'_>, cut: Cut, window: usize, percent: usize) -> bool {
    let rows = bucket.len();
    let below = bucket.columns[cut.axis].iter().filter(|&&value| value <= cut.at).count();
    let room = |rows: usize| rows * percent / (100 * search.m);
    let mut rooms = [room(below), room(rows - below)];
    // Both together must take the fullest window.
    let short = window.saturating_sub(rooms[0] + rooms[1]);
    rooms[0] += short * below / rows;
    rooms[1] += window.saturating_sub(rooms[0] + rooms[1]);
    let wish = wishes(search, bucket, cut, rooms);
    sweep(search, bucket, &wish, rooms);
    let side = |side: u32| -> Vec<u32> {
        let codes = bucket.codes.iter().zip(&*bucket.groups);
        codes.filter(|&(_, &other)| other == side).map(|(&code, _)| code).collect()
    };
    [0, 1].iter().all(|&at| search.has_room(&side(at))) && super::cut::stand(search, bucket)
}

/// The side each row would like: below the threshold of its stretch left (0), above right (1), on it either (2).
fn wishes(search: &Search<'_>, bucket: &Bucket<'_>, cut: Cut, rooms: [usize; 2]) -> Vec<u8> {
    let column = &*bucket.columns[cut.axis];
    let counts = crowds(search, bucket.codes);
    let stretch = ((rooms[0] + rooms[1]) / 4).max(4);
    let mut wish = Vec::with_capacity(column.len());
    for (values, counts) in column.chunks(stretch).zip(counts.chunks(stretch)) {
        let crowd = counts.iter().copied().max().unwrap_or(1) as usize;
        let at = threshold(values, cut.at, crowd, rooms);
        let usual = at.to_bits() == cut.at.to_bits();
        wish.extend(values.iter().map(|&value| match value.total_cmp(&at) {
            Ordering::Less => 0,
            Ordering::Equal if usual => 0,
            Ordering::Equal => 2,
            Ordering::Greater => 1,
        }));
    }
    wish
}

/// The usual threshold, moved as far as this crowd needs.
fn threshold(values: &[f32], usual: f32, crowd: usize, rooms: [usize; 2]) -> f32 {
    let n = values.len();
    // Of n rows at least `least` and at most `most` may go left.
    let most = n * rooms[0] / crowd.max(1);
    let least = n.saturating_sub(n * rooms[1] / crowd.max(1));
    let up_to = values.iter().filter(|&&value| value <= usual).count();
    if up_to <= most && up_to >= least {
        return usual;
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f32::total_cmp);
    if up_to > most { sorted[most.min(n - 1)] } else { sorted[least.clamp(1, n) - 1] }
}

/// For each row, the rows of the fullest window it lies in, roughly: that which ends with it or that which starts there.
fn crowds(search: &Search<'_>, codes: &[u32]) -> Vec<u32> {
    let mut crowds = vec![0u32; codes.len()];
    let mut start = 0;
    for at in 0..codes.len() {
        while search.reach.last(codes[start]) < codes[at] {
            crowds[start] = crowds[start].max((at - start) as u32);
            start += 1;
        }
        crowds[at] = (at + 1 - start) as u32;
    }
    for (at, crowd) in crowds.iter_mut().enumerate().skip(start) {
        *crowd = (*crowd).max((codes.len() - at) as u32);
    }
    crowds
}

/// Gives every row its wish while there is room on that side.
fn sweep(search: &Search<'_>, bucket: &mut Bucket<'_>, wish: &[u8], rooms: [usize; 2]) {
    let mut now = [0usize; 2];
    let mut totals = [0usize; 2];
    let mut start = 0;
    for (at, &wish) in wish.iter().enumerate() {
        while search.reach.last(bucket.codes[start]) < bucket.codes[at] {
            now[bucket.groups[start] as usize] -= 1;
            start += 1;
        }
        let wished = match wish {
            2 => usize::from(totals[1] * rooms[0].max(1) < totals[0] * rooms[1].max(1)),
            side => usize::from(side),
        };
        let side = if now[wished] < rooms[wished] { wished } else { 1 - wished };
        now[side] += 1;
        totals[side] += 1;
        bucket.groups[at] = side as u32;
    }
}
