//! How well a release answers averages: `select avg(A) where B > τ and … and L in (…)`.
//!
//! # Definition
//! A is one column of numbers; every other one is asked to lie above a threshold drawn from its values, and a label, if
//! there is one, to be one of a random set. In a release a number may be a range: it is spread evenly over it, so a row
//! counts by the share of its ranges above the thresholds, with the middle of its range of A. Queries that nobody answers
//! are left out and counted.
//!
//! # Source
//! The three queries of the random-walk paper, Section 5.3, for any columns.
//!
//! # Cost
//! One pass over the columns per query.

use super::query::Draw;

/// The values of a column, each a range; of a number both ends are the same.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ranges {
    /// The lower ends.
    pub low: Vec<f64>,
    /// The upper ends.
    pub high: Vec<f64>,
}

impl Ranges {
    /// Exact numbers.
    pub fn exact(values: Vec<f64>) -> Self {
        Self { low: values.clone(), high: values }
    }

    fn middle(&self, row: usize) -> f64 {
        f64::midpoint(self.low[row], self.high[row])
    }

    /// The share of a row's range above `threshold`.
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

/// Columns of numbers and, for each row, the code of a label.
#[derive(Clone, Debug, Default)]
pub struct Averaged {
    /// All of one length.
    pub numbers: Vec<Ranges>,
    /// One per row, or none at all.
    pub labels: Vec<u32>,
}

/// How a workload was answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AverageError {
    /// Queries asked.
    pub queries: usize,
    /// Those that nobody in the original or in the release answers; they count in no error.
    pub empty: usize,
    /// The mean of |estimate − truth| / |truth| over the others.
    pub mean: Option<f64>,
}

struct Query {
    thresholds: Vec<(usize, f64)>,
    chosen: Vec<bool>,
}

/// Asks `queries` averages of column `target`; `labels` is how many different ones there are.
pub fn averages(
    original: &Averaged,
    released: &Averaged,
    target: usize,
    labels: usize,
    queries: usize,
    seed: u64,
) -> AverageError {
    let (mut sum, mut empty) = (0.0, 0);
    for number in 0..queries {
        let query = draw(original, target, labels, [seed, target as u64, number as u64, 0]);
        match (answer(original, target, &query), answer(released, target, &query)) {
            (Some(truth), Some(estimate)) if truth.abs() > 0.0 => sum += (estimate - truth).abs() / truth.abs(),
            _ => empty += 1,
        }
    }
    let asked = queries - empty;
    AverageError { queries, empty, mean: (asked > 0).then(|| sum / asked as f64) }
}

fn draw(original: &Averaged, target: usize, labels: usize, seeds: [u64; 4]) -> Query {
    let mut draw = Draw::new(seeds);
    let rows = original.numbers[target].low.len() as u64;
    let others = (0..original.numbers.len()).filter(|&column| column != target);
    let thresholds = others.map(|column| (column, original.numbers[column].low[draw.below(rows) as usize])).collect();
    let many = 1 + draw.below(labels as u64);
    let mut chosen = vec![false; labels];
    draw.some_of(labels as u64, many).into_iter().for_each(|label| chosen[label as usize] = true);
    Query { thresholds, chosen }
}

fn answer(table: &Averaged, target: usize, query: &Query) -> Option<f64> {
    let (mut sum, mut weight) = (0.0, 0.0);
    for row in 0..table.numbers[target].low.len() {
        if table.labels.get(row).is_some_and(|&label| !query.chosen.get(label as usize).copied().unwrap_or(false)) {
            continue;
        }
        let share: f64 =
            query.thresholds.iter().map(|&(column, least)| table.numbers[column].above(row, least)).product();
        sum += share * table.numbers[target].middle(row);
        weight += share;
    }
    (weight > 1e-9).then(|| sum / weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four() -> Averaged {
        let numbers = [[20.0, 30.0, 40.0, 50.0], [1.0, 2.0, 3.0, 4.0]];
        Averaged { numbers: numbers.map(|values| Ranges::exact(values.into())).into(), labels: vec![0, 1, 0, 1] }
    }

    #[test]
    fn what_hides_nothing_errs_nowhere() {
        let found = averages(&four(), &four(), 0, 2, 200, 1);
        assert!(found.mean.is_some_and(|mean| mean < 1e-12) && found.empty < 200);
    }

    #[test]
    fn by_hand() {
        let query = Query { thresholds: vec![(1, 2.0)], chosen: vec![true, true] };
        assert!((answer(&four(), 0, &query).unwrap() - 45.0).abs() < 1e-12);
        // One group of all: ages 20..50, the other column 1..4, of which two thirds lie above 2.
        let all = |low: f64, high: f64| Ranges { low: vec![low; 4], high: vec![high; 4] };
        let grouped = Averaged { numbers: vec![all(20.0, 50.0), all(1.0, 4.0)], labels: vec![0, 1, 0, 1] };
        assert!((grouped.numbers[1].above(0, 2.0) - 2.0 / 3.0).abs() < 1e-12);
        assert!((answer(&grouped, 0, &query).unwrap() - 35.0).abs() < 1e-12);
    }
}
