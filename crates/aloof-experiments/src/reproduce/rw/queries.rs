//! The paper's averages: of one column over the rows that lie above thresholds in the others and whose label is in a random set.
//!
//! Thresholds are drawn evenly from the domains of the columns, as printed; in groups every number is spread evenly over the range of its
//! group. What nobody answers is left out, in both tables.

use super::super::sample::{Draw, Sample};

/// A number that is known as a range.
pub(super) struct Ranges {
    pub low: Vec<f64>,
    pub high: Vec<f64>,
}

impl Ranges {
    pub fn exact(values: &[i64]) -> Self {
        let values: Vec<f64> = values.iter().map(|&value| value as f64).collect();
        Self { low: values.clone(), high: values }
    }

    fn above(&self, row: usize, threshold: f64) -> f64 {
        let (low, high) = (self.low[row], self.high[row]);
        if low > threshold {
            1.0
        } else if high <= threshold {
            0.0
        } else {
            (high - threshold) / (high - low)
        }
    }
}

struct Query {
    thresholds: Vec<(usize, f64)>,
    chosen: Vec<bool>,
}

/// Relative errors of so many averages of column `target`.
pub(super) fn errors(
    original: &[Ranges],
    released: &[Ranges],
    labels: &[u32],
    target: usize,
    queries: usize,
) -> Sample {
    let kinds = labels.iter().max().map_or(0, |&most| most as usize + 1);
    let mut draw = Draw::new(target as u64 + 1);
    let mut found = Vec::new();
    for _ in 0..queries {
        let query = drawn(original, target, kinds, &mut draw);
        let (truth, estimate) = (answer(original, labels, target, &query), answer(released, labels, target, &query));
        if let (Some(truth), Some(estimate)) = (truth.filter(|truth| truth.abs() > 0.0), estimate) {
            found.push((estimate - truth).abs() / truth.abs());
        }
    }
    Sample(found)
}

fn drawn(original: &[Ranges], target: usize, kinds: usize, draw: &mut Draw) -> Query {
    let threshold = |at: usize, draw: &mut Draw| {
        let low = original[at].low.iter().copied().fold(f64::INFINITY, f64::min);
        let high = original[at].high.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (at, low + draw.unit() * (high - low))
    };
    let thresholds = (0..original.len()).filter(|&at| at != target).map(|at| threshold(at, draw)).collect();
    let many = 1 + draw.below(kinds.max(1));
    let mut order: Vec<usize> = (0..kinds).collect();
    let mut chosen = vec![false; kinds];
    for at in 0..many.min(kinds) {
        let other = at + draw.below(kinds - at);
        order.swap(at, other);
        chosen[order[at]] = true;
    }
    Query { thresholds, chosen }
}

fn answer(table: &[Ranges], labels: &[u32], target: usize, query: &Query) -> Option<f64> {
    let (mut sum, mut weight) = (0.0, 0.0);
    for row in (0..labels.len()).filter(|&row| query.chosen[labels[row] as usize]) {
        let share: f64 = query.thresholds.iter().map(|&(at, least)| table[at].above(row, least)).product();
        sum += share * f64::midpoint(table[target].low[row], table[target].high[row]);
        weight += share;
    }
    (weight > 1e-9).then(|| sum / weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_nothing_errs_nowhere() {
        let table = || vec![Ranges::exact(&[20, 30, 40, 50]), Ranges::exact(&[1, 2, 3, 4])];
        let found = errors(&table(), &table(), &[0, 1, 0, 1], 0, 200);
        assert!(!found.0.is_empty() && found.0.iter().all(|error| *error < 1e-12));
        // Ages 20..50, the other column 1..4, of which two thirds lie above 2.
        let all = |low: f64, high: f64| Ranges { low: vec![low; 4], high: vec![high; 4] };
        let query = Query { thresholds: vec![(1, 2.0)], chosen: vec![true, true] };
        assert!((answer(&table(), &[0, 1, 0, 1], 0, &query).unwrap() - 45.0).abs() < 1e-12);
        assert!((answer(&[all(20.0, 50.0), all(1.0, 4.0)], &[0, 1, 0, 1], 0, &query).unwrap() - 35.0).abs() < 1e-12);
    }
}
