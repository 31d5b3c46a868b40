//! Whether columns of numbers still go together as they did.
//!
//! # Definition
//! For every pair of columns Pearson's r in the original and in the release; the distance is |r − r'|, from 0 to 2, and 0 where it is less than rounding makes of it. A cell
//! that covers several numbers counts as the middle of them. A pair of which one column is constant shows no relation: its
//! r is 0. Rows in which either value is missing (not a number) are left out of a pair.
//!
//! # Source
//! Pearson 1895. No row needs to be known for anybody's: r is taken of each table by itself.
//!
//! # Cost
//! Two passes per pair and table.

/// What was found over all pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// How many pairs there are.
    pub pairs: usize,
    /// The mean of |r − r'|.
    pub mean: f64,
    /// The largest.
    pub largest: f64,
    /// The columns that have it.
    pub worst: (usize, usize),
}

/// Of the same columns in both tables, of any number of rows each; `None` when there are fewer than two columns.
pub fn correlation(original: &[Vec<f64>], released: &[Vec<f64>]) -> Option<Correlation> {
    let columns = original.len().min(released.len());
    let mut found: Option<Correlation> = None;
    for one in 0..columns {
        for other in one + 1..columns {
            let before = pearson(&original[one], &original[other]);
            let distance = distance(before, pearson(&released[one], &released[other]));
            let sum = found.get_or_insert(Correlation { pairs: 0, mean: 0.0, largest: -1.0, worst: (one, other) });
            sum.pairs += 1;
            sum.mean += distance;
            if distance > sum.largest {
                (sum.largest, sum.worst) = (distance, (one, other));
            }
        }
    }
    found.map(|sum| Correlation { mean: sum.mean / sum.pairs as f64, ..sum })
}

/// What r is known to: sums over rows in another order differ by less.
const ROUNDING: f64 = 1e-12;

/// |r − r'|, and nothing where only the order of the rows tells them apart.
fn distance(before: f64, after: f64) -> f64 {
    let distance = (before - after).abs();
    if distance < ROUNDING { 0.0 } else { distance }
}

/// r, and 0 where one of the columns is constant.
fn pearson(one: &[f64], other: &[f64]) -> f64 {
    let rows = || one.iter().zip(other).filter(|(a, b)| !a.is_nan() && !b.is_nan());
    let count = rows().count().max(1) as f64;
    let (mean_a, mean_b) = (rows().map(|(a, _)| a).sum::<f64>() / count, rows().map(|(_, b)| b).sum::<f64>() / count);
    let (mut both, mut square_a, mut square_b) = (0.0, 0.0, 0.0);
    for (a, b) in rows() {
        let (a, b) = (a - mean_a, b - mean_b);
        both += a * b;
        square_a += a * a;
        square_b += b * b;
    }
    // What is left of a constant column by rounding is no spread.
    let spread = |square: f64, mean: f64| square > count * (mean.abs() * 1e-12).powi(2);
    if !spread(square_a, mean_a) || !spread(square_b, mean_b) {
        return 0.0;
    }
    (both / (square_a.sqrt() * square_b.sqrt())).clamp(-1.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    #[test]
    fn by_hand() {
        // 1, 2, 3 with 1, 3, 2: deviations −1, 0, 1 and −1, 1, 0: r = 1 / 2.
        let original = [vec![1.0, 2.0, 3.0], vec![1.0, 3.0, 2.0], vec![3.0, 2.0, 1.0]];
        near(pearson(&original[0], &original[1]), 0.5);
        let same = correlation(&original, &original).unwrap();
        assert_eq!((same.pairs, same.mean, same.largest), (3, 0.0, 0.0));
        // One group: nothing varies, so every r is 0 and the distances are 1/2, 1 and 1/2.
        let grouped = correlation(&original, &[vec![2.0; 3], vec![2.0; 3], vec![2.0; 3]]).unwrap();
        near(grouped.mean, 2.0 / 3.0);
        near(grouped.largest, 1.0);
        assert_eq!(grouped.worst, (0, 2));
    }

    #[test]
    fn another_order_of_rows_changes_nothing() {
        let original: [Vec<f64>; 2] = [vec![0.1, 0.7, 0.3, 1e9], vec![3.3, 0.2, 0.9, 0.1]];
        let turned = original.clone().map(|column| column.into_iter().rev().collect::<Vec<f64>>());
        assert_eq!(correlation(&original, &turned).unwrap().largest.to_string(), "0");
    }

    #[test]
    fn what_cannot_be_asked() {
        assert_eq!(correlation(&[vec![1.0]], &[vec![1.0]]), None);
        let missing = [vec![1.0, f64::NAN, 3.0, 4.0], vec![1.0, 9.0, 3.0, f64::NAN]];
        near(pearson(&missing[0], &missing[1]), 1.0);
        near(pearson(&[], &[]), 0.0);
        // A tenth is not a binary fraction: its mean is not exactly itself.
        near(pearson(&[0.1; 7], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]), 0.0);
    }
}
