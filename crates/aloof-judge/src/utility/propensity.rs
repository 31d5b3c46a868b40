//! Propensity: whether anybody could tell rows of the release from rows of the original.
//!
//! # Definition
//! The rows of both tables are put together, those of the release drawn inside of their cells (`spread.rs`), and a logistic regression
//! learns which table a row is from: of numbers by their values, squares and products, each standardized, of labels by their classes.
//! With p the probability it gives a row and c the share of released rows, pMSE is the mean of (p − c)²: 0 where nothing tells them
//! apart, c · (1 − c) where everything does. Its expectation for a table drawn anew from the true distribution is
//! k · (1 − c)² · c / N for k regressors and N rows; *ratio* is pMSE over that. A table that keeps people's own values can be below 1.
//!
//! # Source
//! Woo, Reiter, Oganian and Karr, Journal of Privacy and Confidentiality 2009; the expectation is that of Snoke, Raab, Nowok, Dibben and
//! Slavkovic, JRSS A 2018.
//!
//! # Cost
//! `O(N · k²)` per step of Newton's, of which there are at most [`STEPS`]. Of tables with more than [`MOST_ROWS`] rows so many are
//! drawn.

use super::linear::Factor;
use super::query::Draw;
use super::regression::regressors;
use super::spread::Spread;

/// Rows of either table that are looked at.
const MOST_ROWS: usize = 20_000;

/// Steps after which the likelihood hardly grows, or grows for ever.
const STEPS: usize = 25;

/// What was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Propensity {
    /// The mean of (p − c)².
    pub pmse: f64,
    /// Over what is expected by chance.
    pub ratio: f64,
    /// Rows of both tables that have all values.
    pub rows: usize,
    /// Regressors that the rows determine.
    pub regressors: usize,
}

/// Of all these columns; `None` where nothing varies or one of the tables has no whole row.
pub fn propensity(columns: &[&Spread], seed: u64) -> Option<Propensity> {
    let (mut before, mut after) = (Vec::new(), Vec::new());
    let mut numbers = Vec::new();
    for (at, column) in columns.iter().enumerate() {
        if column.is_number() {
            numbers.push(before.len());
            before.push(column.values());
            after.push(column.drawn(seed, at, 0));
        } else {
            for regressor in regressors(&column.placed(seed, at)) {
                before.push(regressor.before);
                after.push(regressor.after);
            }
        }
    }
    let (before, after) = (whole(&before, seed, 0), whole(&after, seed, 1));
    let (first, second) = (before.first()?.len(), after.first()?.len());
    if first == 0 || second == 0 {
        return None;
    }
    let mut stacked: Vec<Vec<f64>> = before.into_iter().zip(after).map(|(one, other)| [one, other].concat()).collect();
    stacked.iter_mut().for_each(|column| standardize(column));
    for (at, &one) in numbers.iter().enumerate() {
        for &other in &numbers[at..] {
            let mut product: Vec<f64> = stacked[one].iter().zip(&stacked[other]).map(|(a, b)| a * b).collect();
            standardize(&mut product);
            stacked.push(product);
        }
    }
    let released: Vec<bool> = (0..first + second).map(|row| row >= first).collect();
    let (likely, regressors) = logistic(&stacked, &released);
    let (rows, share) = ((first + second) as f64, second as f64 / (first + second) as f64);
    let pmse = likely.iter().map(|p| (p - share).powi(2)).sum::<f64>() / rows;
    let expected = regressors as f64 * (1.0 - share).powi(2) * share / rows;
    (regressors > 0).then(|| Propensity { pmse, ratio: pmse / expected, rows: first + second, regressors })
}

/// Rows without a missing value, at most so many, drawn.
fn whole(columns: &[Vec<f64>], seed: u64, table: u64) -> Vec<Vec<f64>> {
    let rows = columns.first().map_or(0, Vec::len);
    let mut there: Vec<usize> = (0..rows).filter(|&row| columns.iter().all(|column| !column[row].is_nan())).collect();
    if there.len() > MOST_ROWS {
        let chosen = Draw::new([seed, 0x726f_7773, table, 0]).some_of(there.len() as u64, MOST_ROWS as u64);
        there = chosen.into_iter().map(|at| there[at as usize]).collect();
    }
    columns.iter().map(|column| there.iter().map(|&row| column[row]).collect()).collect()
}

/// Mean 0 and variance 1; nothing but zeros where it does not vary.
fn standardize(column: &mut [f64]) {
    let count = column.len() as f64;
    let mean = column.iter().sum::<f64>() / count;
    let size = (column.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt();
    let scale = if size > mean.abs() * 1e-12 { 1.0 / size } else { 0.0 };
    column.iter_mut().for_each(|value| *value = (*value - mean) * scale);
}

/// The probabilities that a logistic regression with a constant gives, and how many regressors are determined.
fn logistic(columns: &[Vec<f64>], is: &[bool]) -> (Vec<f64>, usize) {
    let rows = is.len();
    let constant = vec![1.0; rows];
    let columns: Vec<&[f64]> = std::iter::once(constant.as_slice()).chain(columns.iter().map(Vec::as_slice)).collect();
    let many = columns.len();
    let (mut weights, mut determined) = (vec![0.0; many], 0);
    let chances = |weights: &[f64]| -> Vec<f64> {
        let mut sums = vec![0.0; rows];
        for (column, weight) in columns.iter().zip(weights).filter(|(_, weight)| **weight != 0.0) {
            sums.iter_mut().zip(*column).for_each(|(sum, value)| *sum += weight * value);
        }
        sums.into_iter().map(|sum| 1.0 / (1.0 + (-sum).exp())).collect()
    };
    for _ in 0..STEPS {
        let likely = chances(&weights);
        let gradient: Vec<f64> = columns
            .iter()
            .map(|column| (0..rows).map(|row| column[row] * (f64::from(u8::from(is[row])) - likely[row])).sum())
            .collect();
        let curve: Vec<f64> = likely.iter().map(|p| (p * (1.0 - p)).max(1e-9)).collect();
        let mut matrix = vec![vec![0.0; many]; many];
        for one in 0..many {
            let weighted: Vec<f64> = columns[one].iter().zip(&curve).map(|(value, weight)| value * weight).collect();
            for other in 0..=one {
                matrix[one][other] = weighted.iter().zip(columns[other]).map(|(a, b)| a * b).sum();
            }
        }
        let factor = Factor::of(&matrix);
        determined = factor.kept[1..].iter().filter(|kept| **kept).count();
        let step = factor.solve(&gradient);
        weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step);
        // Where everything tells the tables apart the likelihood grows for ever.
        if step.iter().all(|step| step.abs() < 1e-8) || weights.iter().any(|weight| weight.abs() > 1e3) {
            break;
        }
    }
    (chances(&weights), determined)
}

#[cfg(test)]
mod tests {
    use super::super::spread::tests::exact;
    use super::*;

    #[test]
    fn by_hand() {
        let ages: Vec<i64> = (0..40).collect();
        let same = propensity(&[&exact(&ages, &ages)], 1).unwrap();
        assert!(same.pmse < 1e-20 && (same.rows, same.regressors) == (80, 2), "{same:?}");
        // All elsewhere: everything tells the tables apart.
        let away: Vec<i64> = ages.iter().map(|age| age + 1000).collect();
        let other = propensity(&[&exact(&ages, &away)], 1).unwrap();
        assert!((other.pmse - 0.25).abs() < 1e-3 && other.ratio > 50.0, "{other:?}");
        assert!(propensity(&[&exact(&[5; 4], &[5; 4])], 1).is_none());
    }

    /// Of a column of 0 and 1 the regression gives the shares: of 4 zeros 1 is released, of 4 ones 3 are.
    #[test]
    fn shares_are_found() {
        let column = vec![0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0];
        let (likely, many) = logistic(&[column], &[true, false, false, false, true, true, true, false]);
        assert!((likely[0] - 0.25).abs() < 1e-6 && (likely[7] - 0.75).abs() < 1e-6 && many == 1, "{likely:?}");
    }
}
