//! Regressions: by how much more is earned with every year of age, other columns being equal, and how surely that is known.
//!
//! # Definition
//! Ordinary least squares of a column of numbers on others, with a constant: numbers and days as they are, of labels one column of 0
//! and 1 for every class (`classes.rs`) but the most frequent. In a release a regressor is what is *expected* of it given the cell
//! (`spread.rs`), of a class the share of the cell in it. Where people differ from what is expected of their cell by chance, slopes
//! on expectations are unbiased (Berkson's error), while those on values drawn inside of cells would be too flat.
//!
//! Of every coefficient: both estimates, and how much of their 95% confidence intervals (± 1.96 standard errors) overlap, as the mean of
//! the overlap's share of either; 0 where they do not meet, or where the release does not determine the coefficient.
//!
//! # Source
//! Berkson 1950; the overlap is that of Karr, Kohnen, Oganian, Reiter and Sanil, The American Statistician 2006.
//!
//! # Cost
//! `O(n · p² + p³)` for p regressors.

use super::classes::Classes;
use super::linear::Factor;
use super::spread::Spread;

/// Half the length of a 95% confidence interval, in standard errors.
const NORMAL_95: f64 = 1.96;

/// The most classes that labels are put into.
const MOST_CLASSES: usize = 8;

/// A column to explain others by.
#[derive(Clone, Debug)]
pub struct Regressor {
    /// Of labels, which.
    pub label: Option<String>,
    /// Of the original's rows; not a number where it is missing.
    pub before: Vec<f64>,
    /// Expected of the release's.
    pub after: Vec<f64>,
}

/// The regressors that a column gives.
pub fn regressors(column: &Spread) -> Vec<Regressor> {
    if column.is_number() {
        return vec![Regressor { label: None, before: column.values(), after: column.expected() }];
    }
    let classes = Classes::of(column, MOST_CLASSES);
    let (counts, _) = classes.counts();
    let most = (0..classes.many).max_by(|&a, &b| counts[a].total_cmp(&counts[b]).then(b.cmp(&a))).unwrap_or(0) as u32;
    let many = classes.many as u32;
    let one = |class: u32| {
        let is = |&other: &u32| if other == many { f64::NAN } else { f64::from(u8::from(other == class)) };
        let share = |row: usize| match classes.of_released(row) {
            [] => f64::NAN,
            shares => shares.iter().find(|(other, _)| *other == class).map_or(0.0, |(_, share)| *share),
        };
        let after = (0..classes.released()).map(share).collect();
        Regressor {
            label: Some(classes.names[class as usize].clone()),
            before: classes.before.iter().map(is).collect(),
            after,
        }
    };
    (0..many).filter(|&class| class != most).map(one).collect()
}

/// A coefficient with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How much more for every one more.
    pub coefficient: f64,
    /// How far off that may well be by chance.
    pub error: f64,
}

/// What least squares found.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// Per regressor; `None` where others determine it.
    pub estimates: Vec<Option<Estimate>>,
    /// The share of the variance that is explained.
    pub explained: f64,
    /// Rows with all values.
    pub rows: usize,
}

/// Least squares of `target` on `columns` and a constant; `None` where rows are too few, or all targets equal.
pub fn least_squares(columns: &[&[f64]], target: &[f64]) -> Option<Fit> {
    let there = |row: &usize| !target[*row].is_nan() && columns.iter().all(|column| !column[*row].is_nan());
    let rows: Vec<usize> = (0..target.len()).filter(there).collect();
    if rows.len() < columns.len() + 2 {
        return None;
    }
    let count = rows.len() as f64;
    let centred = |column: &[f64]| {
        let mean = rows.iter().map(|&row| column[row]).sum::<f64>() / count;
        let mut centred: Vec<f64> = rows.iter().map(|&row| column[row] - mean).collect();
        let size = (centred.iter().map(|value| value * value).sum::<f64>() / count).sqrt();
        // What is left of a constant column by rounding is no spread.
        let size = if size > mean.abs() * 1e-12 { size } else { 0.0 };
        let scale = if size > 0.0 { 1.0 / size } else { 0.0 };
        centred.iter_mut().for_each(|value| *value *= scale);
        (centred, size)
    };
    let (y, spread) = centred(target);
    if spread <= 0.0 {
        return None;
    }
    let (x, sizes): (Vec<Vec<f64>>, Vec<f64>) = columns.iter().map(|column| centred(column)).unzip();
    let product = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
    let matrix: Vec<Vec<f64>> = (0..x.len())
        .map(|row| (0..x.len()).map(|column| if column <= row { product(&x[row], &x[column]) } else { 0.0 }).collect())
        .collect();
    let factor = Factor::of(&matrix);
    let slopes = factor.solve(&x.iter().map(|column| product(column, &y)).collect::<Vec<_>>());
    let residual = |row: usize| y[row] - x.iter().zip(&slopes).map(|(column, slope)| column[row] * slope).sum::<f64>();
    let left: f64 = (0..y.len()).map(|row| residual(row).powi(2)).sum();
    let determined = factor.kept.iter().filter(|kept| **kept).count();
    let variance = left / (count - 1.0 - determined as f64);
    let diagonal = factor.inverse_diagonal();
    let estimate = |at: usize| {
        factor.kept[at].then(|| Estimate {
            coefficient: slopes[at] * spread / sizes[at],
            error: (variance * diagonal[at]).sqrt() * spread / sizes[at],
        })
    };
    Some(Fit {
        estimates: (0..x.len()).map(estimate).collect(),
        explained: (1.0 - left / product(&y, &y)).clamp(0.0, 1.0),
        rows: rows.len(),
    })
}

/// How much of the confidence intervals of both overlaps.
pub fn overlap(one: Estimate, other: Estimate) -> f64 {
    let ends = |estimate: Estimate| {
        let half = NORMAL_95 * estimate.error;
        (estimate.coefficient - half, estimate.coefficient + half)
    };
    let ((a, b), (c, d)) = (ends(one), ends(other));
    let both = b.min(d) - a.max(c);
    if both < 0.0 {
        return 0.0;
    }
    // An interval without length lies inside of the other, or on it.
    let share = |length: f64| if length > 0.0 { both / length } else { 1.0 };
    f64::midpoint(share(b - a), share(d - c))
}

#[cfg(test)]
mod tests {
    use super::super::spread::tests::numbers;
    use super::*;

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
    }

    /// 1, 2, 3 with 2, 2, 5: slope 3/2, residuals ½, −1, ½, so s² = 3/2 and the slope's error √(3/4).
    #[test]
    fn by_hand() {
        let fit = least_squares(&[&[1.0, 2.0, 3.0]], &[2.0, 2.0, 5.0]).unwrap();
        let found = fit.estimates[0].unwrap();
        near(found.coefficient, 1.5);
        near(found.error, 0.75f64.sqrt());
        near(fit.explained, 0.75);
        near(overlap(found, found), 1.0);
        near(overlap(Estimate { coefficient: 0.0, error: 1.0 }, Estimate { coefficient: 1.96, error: 1.0 }), 0.5);
        near(overlap(Estimate { coefficient: 0.0, error: 1.0 }, Estimate { coefficient: 9.0, error: 1.0 }), 0.0);
    }

    #[test]
    fn what_is_not_determined() {
        let fit = least_squares(&[&[1.0, 2.0, 3.0, 4.0], &[2.0, 4.0, 6.0, 8.0], &[5.0; 4]], &[1.0, 3.0, 2.0, 5.0]);
        assert!(fit.is_none(), "too few rows");
        let many: Vec<f64> = (0..9).map(f64::from).collect();
        let double: Vec<f64> = many.iter().map(|value| 2.0 * value + 1.0).collect();
        let target: Vec<f64> = many.iter().map(|value| value * value).collect();
        let fit = least_squares(&[&many, &double, &[5.0; 9]], &target).unwrap();
        assert!(fit.estimates[0].is_some() && fit.estimates[1].is_none() && fit.estimates[2].is_none());
        assert!(least_squares(&[&many], &[1.0; 9]).is_none());
    }

    /// Groups of two neighbours: expectations keep the slope of a straight line.
    #[test]
    fn expectations_keep_slopes() {
        let ages: Vec<i64> = (20..30).collect();
        let cells: Vec<String> = ages.iter().map(|age| format!("{}..{}", age / 2 * 2, age / 2 * 2 + 1)).collect();
        let column = numbers(&ages, &cells.iter().map(String::as_str).collect::<Vec<_>>());
        let pay: Vec<f64> = ages.iter().map(|age| 100.0 * *age as f64).collect();
        let regressor = &regressors(&column)[0];
        let fit = |x: &[f64]| least_squares(&[x], &pay).unwrap().estimates[0].unwrap().coefficient;
        near(fit(&regressor.before), 100.0);
        near(fit(&regressor.after), 100.0);
    }
}
