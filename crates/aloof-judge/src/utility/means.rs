//! Means of a column of numbers, of everyone and within the classes of another column: mean income by age.
//!
//! # Definition
//! The truth is the mean over the rows of the original in a class (`classes.rs`). In the release a row counts in a class by the share
//! of its cell there (`spread.rs`), with what is expected of its number: the estimate is Σ share · number / Σ share. The error is
//! |estimate − truth| / |truth|; a class of which the release shows nobody has error 1, one whose true mean is 0 has none. The same
//! differences in standard deviations of the original's numbers need no truth that is not 0, and are the ones to tell of dates, whose
//! size means nothing. Where rows have weights, a row counts as
//! so many rows, in the truth and in the estimate.
//!
//! # Source
//! The comparisons of means that users of microdata make first; for generalized tables with rows spread over cells as in LeFevre,
//! DeWitt and Ramakrishnan, ICDE 2006.
//!
//! # Cost
//! One pass over both tables.

use super::Weights;
use super::classes::Classes;

/// The weights of the rows of an original and of its release.
pub type RowWeights<'a> = Option<(&'a Weights, &'a Weights)>;

/// What was found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeansError {
    /// Classes that have a true mean other than 0.
    pub classes: usize,
    /// Classes of which the release shows nobody.
    pub empty: usize,
    /// The mean of the relative errors over classes; `None` without classes.
    pub mean: Option<f64>,
    /// The one in the middle.
    pub median: Option<f64>,
    /// The largest.
    pub largest: Option<f64>,
    /// The mean over classes of |estimate − truth| in standard deviations; `None` where all numbers are equal.
    pub deviations: Option<f64>,
    /// All of them in standard deviations, a class of which the release shows nobody counting 1.
    pub in_deviations: OffBy,
}

/// Errors over classes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OffBy {
    /// Their mean.
    pub mean: Option<f64>,
    /// The one in the middle.
    pub median: Option<f64>,
    /// The largest.
    pub largest: Option<f64>,
}

impl OffBy {
    fn of(mut errors: Vec<f64>) -> Self {
        errors.sort_unstable_by(f64::total_cmp);
        Self { mean: average(&errors), median: middle(&errors), largest: errors.last().copied() }
    }
}

/// Within classes: `before` and `after` are numbers of the original's and of the release's rows, not a number where one is missing.
pub fn means(before: &[f64], after: &[f64], classes: &Classes, weights: RowWeights<'_>) -> MeansError {
    let mut truth = vec![(0.0, 0.0); classes.many + 1];
    for (row, number) in before.iter().enumerate().filter(|(_, number)| !number.is_nan()) {
        let (sum, count) = &mut truth[classes.before[row] as usize];
        let stands_for = weights.map_or(1.0, |(weights, _)| weights.of_row(row));
        (*sum, *count) = (*sum + stands_for * number, *count + stands_for);
    }
    truth.pop();
    let mut estimate = vec![(0.0, 0.0); classes.many];
    for (row, number) in after.iter().enumerate().filter(|(_, number)| !number.is_nan()) {
        let stands_for = weights.map_or(1.0, |(_, weights)| weights.of_row(row));
        for &(class, share) in classes.of_released(row) {
            let (sum, weight) = &mut estimate[class as usize];
            (*sum, *weight) = (*sum + stands_for * share * number, *weight + stands_for * share);
        }
    }
    compare(&truth, &estimate, deviation(before))
}

/// Of everyone, as one class.
pub fn overall_mean(before: &[f64], after: &[f64], weights: RowWeights<'_>) -> MeansError {
    let sum = |numbers: &[f64], weights: Option<&Weights>| {
        let there = numbers.iter().enumerate().filter(|(_, number)| !number.is_nan());
        there.fold((0.0, 0.0), |(sum, count), (row, number)| {
            let stands_for = weights.map_or(1.0, |weights| weights.of_row(row));
            (sum + stands_for * number, count + stands_for)
        })
    };
    let (original, released) = weights.unzip();
    compare(&[sum(before, original)], &[sum(after, released)], deviation(before))
}

/// Sums and weights of all classes.
fn compare(truth: &[(f64, f64)], estimate: &[(f64, f64)], deviation: Option<f64>) -> MeansError {
    let mut found = MeansError::default();
    let (mut errors, mut apart) = (Vec::new(), Vec::new());
    for (&(sum, count), &(seen, weight)) in truth.iter().zip(estimate).filter(|((_, count), _)| *count > 0.0) {
        let mean = sum / count;
        // What is left of a row by rounding shows nobody.
        if weight < 1e-9 {
            found.empty += 1;
            errors.push(1.0);
            continue;
        }
        let difference = (seen / weight - mean).abs();
        apart.extend(deviation.map(|deviation| difference / deviation));
        if mean.abs() > 0.0 {
            errors.push(difference / mean.abs());
        }
    }
    found.classes = errors.len();
    let relative = OffBy::of(errors);
    (found.mean, found.median, found.largest) = (relative.mean, relative.median, relative.largest);
    found.deviations = average(&apart);
    if deviation.is_some() {
        apart.extend(std::iter::repeat_n(1.0, found.empty));
        found.in_deviations = OffBy::of(apart);
    }
    found
}

/// The one in the middle of these, which ascend; of an even number the mean of the two.
fn middle(sorted: &[f64]) -> Option<f64> {
    let upper = *sorted.get(sorted.len() / 2)?;
    Some(if sorted.len().is_multiple_of(2) { f64::midpoint(sorted[sorted.len() / 2 - 1], upper) } else { upper })
}

fn average(numbers: &[f64]) -> Option<f64> {
    (!numbers.is_empty()).then(|| numbers.iter().sum::<f64>() / numbers.len() as f64)
}

/// The standard deviation of what is there; `None` where it is 0.
fn deviation(numbers: &[f64]) -> Option<f64> {
    let there: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    let mean = average(&there)?;
    let variance = average(&there.iter().map(|number| (number - mean).powi(2)).collect::<Vec<_>>())?;
    Some(variance.sqrt()).filter(|deviation| *deviation > mean.abs() * 1e-12)
}

#[cfg(test)]
mod tests {
    use super::super::spread::tests::numbers;
    use super::*;
    use proptest::prelude::*;

    fn near(found: Option<f64>, expected: f64) {
        assert!(found.is_some_and(|found| (found - expected).abs() < 1e-12), "{found:?} is not {expected}");
    }

    /// Ages 20 to 23 that earn 1, 3, 5 and 7, in two classes with means 2 and 6. In one group of all, both are 4.
    #[test]
    fn by_hand() {
        let pay = [1.0, 3.0, 5.0, 7.0];
        let classes = |cells: &[&str]| Classes::of(&numbers(&[20, 21, 22, 23], cells), 2);
        let same = means(&pay, &pay, &classes(&["20", "21", "22", "23"]), None);
        assert_eq!((same.classes, same.mean, same.largest), (2, Some(0.0), Some(0.0)));
        let grouped = means(&pay, &pay, &classes(&["20..23"; 4]), None);
        near(grouped.mean, f64::midpoint(1.0, 1.0 / 3.0));
        near(grouped.largest, 1.0);
        near(grouped.median, f64::midpoint(1.0, 1.0 / 3.0));
        near(grouped.deviations, 2.0 / 5f64.sqrt());
        // Nobody of the second class is shown.
        let half = means(&pay, &[1.0, 3.0], &classes(&["20", "21"]), None);
        assert_eq!((half.empty, half.mean), (1, Some(0.5)));
        near(overall_mean(&pay, &[2.0, f64::NAN], None).mean, 0.5);
    }

    #[test]
    fn what_cannot_be_said() {
        let classes = Classes::of(&numbers(&[20, 21], &["20", "21"]), 2);
        let zero = means(&[-1.0, 0.0], &[-1.0, 5.0], &classes, None);
        assert_eq!((zero.classes, zero.mean), (1, Some(0.0)));
        let none = means(&[f64::NAN; 2], &[f64::NAN; 2], &classes, None);
        assert_eq!(none, MeansError::default());
    }

    proptest! {
        /// Every released row, set on every number of its cell in turn.
        #[test]
        fn rows_count_by_every_number_of_their_cells(
            mut people in prop::collection::vec((0i64..9, 1i64..50), 1..12),
            cells in prop::collection::vec((0i64..9, 0i64..5, 1i64..50), 1..12),
        ) {
            // So long a line is cut at quantiles.
            people.push((20, 7));
            people.push((0, 7));
            let ages: Vec<i64> = people.iter().map(|one| one.0).collect();
            let texts: Vec<String> = cells.iter().map(|(low, more, _)| format!("{low}..{}", low + more)).collect();
            let column = numbers(&ages, &texts.iter().map(String::as_str).collect::<Vec<_>>());
            let classes = Classes::of(&column, 3);
            let before: Vec<f64> = people.iter().map(|one| one.1 as f64).collect();
            let after: Vec<f64> = cells.iter().map(|one| one.2 as f64).collect();
            let found = means(&before, &after, &classes, None);
            // The class of an age is that of whoever has it or the next lower age; below all, the first.
            let class_of = |age: i64| {
                let below = (0..people.len()).filter(|&at| ages[at] <= age).max_by_key(|&at| (classes.before[at], ages[at]));
                below.map_or(0, |at| classes.before[at])
            };
            let mut errors = Vec::new();
            for class in 0..classes.many as u32 {
                let own: Vec<f64> = (0..people.len()).filter(|&at| classes.before[at] == class).map(|at| before[at]).collect();
                if own.is_empty() { continue }
                let truth = own.iter().sum::<f64>() / own.len() as f64;
                let (mut sum, mut weight) = (0.0, 0.0);
                for (low, more, pay) in &cells {
                    for age in *low..=low + more {
                        if class_of(age) == class {
                            sum += *pay as f64 / (more + 1) as f64;
                            weight += 1.0 / (more + 1) as f64;
                        }
                    }
                }
                errors.push(if weight < 1e-9 { 1.0 } else { (sum / weight - truth).abs() / truth });
            }
            let mean = errors.iter().sum::<f64>() / errors.len() as f64;
            prop_assert!((found.mean.unwrap() - mean).abs() < 1e-9, "{:?} is not {mean}", found.mean);
        }
    }
}
