//! Split-and-partition as printed, kept for comparison.
//!
//! # Source
//! Li, Tao and Xiao, SIGMOD 2008, Section 5.2 and Figure 3.
//!
//! # Pseudocode
//! ```text
//! split(G): for each axis: G1 = rows up to the median, G2 = rows above it
//!           among the axes that leave two non-empty generalizable halves, take the one with the least total loss
//! partition(G): G passes (ε, m) itself: a group. Otherwise: deal round-robin into maxsize(G) groups
//! ```
//!
//! # Cost
//! `O(n log n)` per axis for balanced cuts.
//!
//! # Caution
//! Figure 3 never looks at a group of one row and lets it pass; here it fails unless m = 1.

use aloof_table::Partition;

use super::bucket::Bucket;
use super::cut::{self, Cut};
use super::{First, Infeasible, PARALLEL, Problem, Search, Tuning};

/// Deals the rows into groups. `reaches` are the first and the last code in the neighbourhood of each code; for
/// `problem.near`, two codes are near when they lie within the longer side of the neighbourhood.
pub fn printed(problem: &Problem<'_>, reaches: &[(u32, u32)]) -> Result<Partition, Infeasible> {
    let tuning = Tuning { cell: usize::MAX, ..Tuning::quick() };
    let solve = |search: &Search<'_>, bucket: Bucket<'_>| {
        solve(search, reaches, bucket);
        true
    };
    First::new(problem, &tuning, solve).map(|first| first.partition())
}

fn solve(search: &Search<'_>, reaches: &[(u32, u32)], mut bucket: Bucket<'_>) {
    if !cut_at_median(search, &mut bucket) {
        return partition(search, reaches, &mut bucket);
    }
    let at = bucket.part();
    let (left, right) = bucket.split_at(at);
    if left.len() + right.len() > PARALLEL {
        rayon::join(|| solve(search, reaches, left), || solve(search, reaches, right));
    } else {
        solve(search, reaches, left);
        solve(search, reaches, right);
    }
}

/// Leaves the sides of the best median cut in `bucket.groups`; false when none is allowed.
fn cut_at_median(search: &Search<'_>, bucket: &mut Bucket<'_>) -> bool {
    let mut best: Option<Cut> = None;
    for axis in 0..bucket.columns.len() {
        let mut values = bucket.columns[axis].to_vec();
        let middle = (values.len() - 1) / 2;
        let (_, &mut at, _) = values.select_nth_unstable_by(middle, f32::total_cmp);
        let loss = cut::loss(search, &bucket.columns, axis, at);
        let cut = Cut { axis, at, loss };
        if best.is_none_or(|best| loss < best.loss) && cut::holds(search, bucket, cut) {
            best = Some(cut);
        }
    }
    // The sides of the last cut tried are not those of the best.
    best.is_some_and(|best| cut::holds(search, bucket, best))
}

fn partition(search: &Search<'_>, reaches: &[(u32, u32)], bucket: &mut Bucket<'_>) {
    let passes = passes(bucket.codes, reaches, search.m);
    let groups = if passes { 1 } else { search.reach.window(bucket.codes).max(1) };
    for (at, group) in bucket.groups.iter_mut().enumerate() {
        *group = (bucket.offset + at % groups) as u32;
    }
}

/// Whether no neighbourhood holds more than one in m of the rows; `codes` ascending.
fn passes(codes: &[u32], reaches: &[(u32, u32)], m: usize) -> bool {
    let (mut start, mut end) = (0, 0);
    codes.iter().all(|&code| {
        let (first, last) = reaches[code as usize];
        while codes[start] < first {
            start += 1;
        }
        while end < codes.len() && codes[end] <= last {
            end += 1;
        }
        (end - start) * m <= codes.len()
    })
}
