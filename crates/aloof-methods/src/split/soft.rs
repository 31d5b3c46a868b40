//! A soft cut: where no straight cut leaves two generalizable halves, one that gives way.
//!
//! # Idea
//! Rows left of the median go left, the others right, but no window of near values may put more rows on a side than
//! that side will be able to deal. Where a stretch of sensitive values is crowded, its own quantile takes the place of
//! the median; what little is still too much goes to the other side as it comes. Going through the rows in sensitive
//! order, one side always has room: the window before a row holds fewer rows than both sides together can take.
//!
//! The misplaced rows widen the boxes of the few groups they end up in, not those of all.
//!
//! # Cost
//! `O(n log n)` at worst for the quantiles of crowded stretches.

use super::Search;
use super::bucket::Bucket;

/// Parts the bucket softly across the axes in order of width. Leaves the sides in `bucket.groups`.
pub(super) fn cut(search: &Search<'_>, bucket: &mut Bucket<'_>) -> bool {
    let window = search.reach.window(bucket.codes);
    let mut axes: Vec<(f32, usize)> =
        bucket.columns.iter().enumerate().map(|(axis, column)| (spread(column), axis)).collect();
    axes.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let axes: Vec<usize> = axes.into_iter().filter(|axis| axis.0 > 0.0).map(|axis| axis.1).collect();
    axes.into_iter().any(|axis| [97, 90, 80].iter().any(|&percent| along(search, bucket, axis, window, percent)))
}

/// The distance between the quartiles, or if that is nothing a little of the whole range.
fn spread(column: &[f32]) -> f32 {
    let mut values: Vec<f32> = column.to_vec();
    let (quarter, three) = (values.len() / 4, values.len() * 3 / 4);
    values.sort_unstable_by(f32::total_cmp);
    let range = values[values.len() - 1] - values[0];
    (values[three] - values[quarter]).max(range * 1e-3)
}

/// Parts across one axis with room for `percent` of what a half of the rows could deal.
fn along(search: &Search<'_>, bucket: &mut Bucket<'_>, axis: usize, window: usize, percent: usize) -> bool {
    let rows = bucket.len();
    let room = (rows * percent / (200 * search.m)).max(window.div_ceil(2));
    let rooms = [room, room.min(rows / search.m - room.min(rows / search.m)).max(window - room.min(window))];
    let wish = wishes(search, bucket, axis, rooms);
    sweep(search, bucket, &wish, rooms);
    let right = bucket.groups.iter().filter(|&&side| side == 1).count();
    let windows = search.reach.windows(bucket.codes, |at| bucket.groups[at] == 1);
    let sizes = [rows - right, right];
    sizes.iter().zip(windows).all(|(&size, window)| size > 0 && window * search.m <= size)
        && super::cut::stand(search, bucket)
}

/// The side each row would like: below the threshold of its stretch left (0), above right (1), on it either (2).
fn wishes(search: &Search<'_>, bucket: &Bucket<'_>, axis: usize, rooms: [usize; 2]) -> Vec<u8> {
    let column = &*bucket.columns[axis];
    let mut sorted = column.to_vec();
    sorted.sort_unstable_by(f32::total_cmp);
    let median = sorted[(sorted.len() - 1) / 2];
    let counts = crowds(search, bucket.codes);
    let stretch = ((rooms[0] + rooms[1]) / 4).max(4);
    let mut wish = Vec::with_capacity(column.len());
    for (values, counts) in column.chunks(stretch).zip(counts.chunks(stretch)) {
        let crowd = counts.iter().copied().max().unwrap_or(1) as usize;
        let at = threshold(values, median, crowd, rooms);
        wish.extend(
            values.iter().map(|&value| if value < at { 0 } else { u8::from(value > at) + u8::from(value == at) * 2 }),
        );
    }
    wish
}

/// The median, moved as far as this crowd needs.
fn threshold(values: &[f32], median: f32, crowd: usize, rooms: [usize; 2]) -> f32 {
    let n = values.len();
    // Of n rows at least `least` and at most `most` may go left.
    let most = n * rooms[0] / crowd.max(1);
    let least = n.saturating_sub(n * rooms[1] / crowd.max(1));
    let below = values.iter().filter(|&&value| value < median).count();
    let up_to = values.iter().filter(|&&value| value <= median).count();
    if below <= most && up_to >= least {
        return median;
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f32::total_cmp);
    if below > most { sorted[most.min(n - 1)] } else { sorted[least.clamp(1, n) - 1] }
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
    for at in start..codes.len() {
        crowds[at] = crowds[at].max((codes.len() - at) as u32);
    }
    crowds
}

/// Gives every row its wish while there is room on that side.
fn sweep(search: &Search<'_>, bucket: &mut Bucket<'_>, wish: &[u8], rooms: [usize; 2]) {
    let mut now = [0usize; 2];
    let mut totals = [0usize; 2];
    let mut start = 0;
    for at in 0..wish.len() {
        while search.reach.last(bucket.codes[start]) < bucket.codes[at] {
            now[bucket.groups[start] as usize] -= 1;
            start += 1;
        }
        let wished = match wish[at] {
            2 => usize::from(totals[1] * rooms[0].max(1) < totals[0] * rooms[1].max(1)),
            side => usize::from(side),
        };
        let side = if now[wished] < rooms[wished] { wished } else { 1 - wished };
        now[side] += 1;
        totals[side] += 1;
        bucket.groups[at] = side as u32;
    }
}
