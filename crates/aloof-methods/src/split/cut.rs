//! Where to cut a bucket: along which axis, at which coordinate.
//!
//! Every axis offers the cut at its median; where none of those leaves two generalizable halves, it offers other
//! quantiles too. Offers are tried by the loss of the two boxes they make, the least first. Large buckets estimate loss
//! from an even sample of their rows; whether a cut is allowed is always decided on all rows.
//!
//! # Cost
//! Linear in the bucket for each offer tried, plus a constant for the sample.

use super::bucket::Bucket;
use super::{Cuts, Search, Tuning};

/// A cut: rows whose coordinate on `axis` is at most `at` go left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut {
    pub axis: usize,
    pub at: f32,
    pub loss: f32,
}

/// An even sample of a bucket, axis by axis.
struct Sample {
    columns: Vec<Vec<f32>>,
    sorted: Vec<Vec<f32>>,
}

/// Finds a cut that is allowed: straight if possible, else, in large buckets, soft. Leaves the sides in
/// `bucket.groups`: 0 left, 1 right.
pub(super) fn choose(search: &Search<'_>, bucket: &mut Bucket<'_>) -> bool {
    let sample = Sample::of(bucket, search.tuning.sample);
    let mut tried: Vec<Cut> = Vec::new();
    for percents in tiers(search.tuning) {
        let offers = offers(search, &sample, percents, &tried);
        if offers.iter().any(|&offer| holds(search, bucket, offer)) {
            return true;
        }
        tried.extend(offers);
    }
    if bucket.len() <= search.tuning.soft {
        return false;
    }
    tried.sort_by(|a, b| a.loss.total_cmp(&b.loss));
    tried.truncate(search.tuning.soft_tries);
    super::soft::cut(search, bucket, &tried)
}

/// Percentiles to cut at: the first list first.
fn tiers(tuning: &Tuning) -> &'static [&'static [usize]] {
    const TIERS: [&[usize]; 2] = [&[50], &[40, 60, 30, 70, 20, 80, 10, 90]];
    const ALL: [&[usize]; 1] = [&[50, 40, 60, 30, 70, 20, 80, 10, 90]];
    match tuning.cuts {
        Cuts::Median => &TIERS[..1],
        Cuts::MedianFirst => &TIERS,
        Cuts::Any => &ALL,
    }
}

/// New offers, the least loss first.
fn offers(search: &Search<'_>, sample: &Sample, percents: &[usize], tried: &[Cut]) -> Vec<Cut> {
    let mut offers: Vec<Cut> = Vec::new();
    for (axis, sorted) in sample.sorted.iter().enumerate() {
        for &percent in percents {
            let Some(at) = threshold(sorted, percent) else { continue };
            if !offers.iter().chain(tried).any(|offer| offer.axis == axis && offer.at.to_bits() == at.to_bits()) {
                offers.push(Cut { axis, at, loss: loss(search, &sample.columns, axis, at) });
            }
        }
    }
    offers.sort_by(|a, b| a.loss.total_cmp(&b.loss));
    offers
}

/// The value at the quantile; if nothing lies above it, the largest value below it.
fn threshold(sorted: &[f32], percent: usize) -> Option<f32> {
    let (first, last) = (*sorted.first()?, *sorted.last()?);
    if first >= last {
        return None;
    }
    let at = sorted[(sorted.len() - 1) * percent / 100];
    if at < last { Some(at) } else { Some(sorted[sorted.partition_point(|&value| value < last) - 1]) }
}

/// Rows times box, of both halves.
pub(super) fn loss<C: AsRef<[f32]>>(search: &Search<'_>, columns: &[C], axis: usize, at: f32) -> f32 {
    let key = columns[axis].as_ref();
    let left = key.iter().filter(|&&value| value <= at).count();
    if left == key.len() {
        return f32::INFINITY;
    }
    let mut total = 0.0;
    for (measure, column) in search.measures.iter().zip(columns) {
        let mut bounds = [(f32::INFINITY, f32::NEG_INFINITY); 2];
        for (&key, &value) in key.iter().zip(column.as_ref()) {
            let (low, high) = &mut bounds[usize::from(key > at)];
            *low = low.min(value);
            *high = high.max(value);
        }
        total += left as f32 * measure.span(bounds[0].0, bounds[0].1);
        total += (key.len() - left) as f32 * measure.span(bounds[1].0, bounds[1].1);
    }
    total
}

/// Whether both halves are generalizable and may stand.
pub(super) fn holds(search: &Search<'_>, bucket: &mut Bucket<'_>, cut: Cut) -> bool {
    let column = &*bucket.columns[cut.axis];
    let mut right = 0;
    for (side, &value) in bucket.groups.iter_mut().zip(column) {
        *side = u32::from(value > cut.at);
        right += *side as usize;
    }
    let sizes = [column.len() - right, right];
    if sizes.iter().any(|&size| size < search.m.max(1)) {
        return false;
    }
    let windows = search.reach.windows(bucket.codes, |at| bucket.groups[at] == 1);
    sizes.iter().zip(windows).all(|(&size, window)| window * search.m <= size) && stand(search, bucket)
}

pub(super) fn stand(search: &Search<'_>, bucket: &Bucket<'_>) -> bool {
    let Some(may_stand) = search.may_stand else { return true };
    [0, 1].iter().all(|&side| {
        let sides = bucket.rows.iter().zip(&*bucket.groups);
        let rows: Vec<u32> = sides.filter(|&(_, &other)| other == side).map(|(&row, _)| row).collect();
        may_stand(&rows)
    })
}

impl Sample {
    fn of(bucket: &Bucket<'_>, size: usize) -> Self {
        let rows = bucket.len();
        let pick = |column: &&mut [f32]| -> Vec<f32> {
            if rows <= size { column.to_vec() } else { (0..size).map(|at| column[at * rows / size]).collect() }
        };
        let columns: Vec<Vec<f32>> = bucket.columns.iter().map(pick).collect();
        let mut sorted = columns.clone();
        sorted.iter_mut().for_each(|column| column.sort_unstable_by(f32::total_cmp));
        Self { columns, sorted }
    }
}
