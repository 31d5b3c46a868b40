//! Uniform noise: every value gets a whole number added, drawn evenly from `[−a, a]`, and is put back into its bounds.
//!
//! # Source
//! Agrawal and Srikant, *Privacy-preserving data mining*, SIGMOD 2000. What a walk is measured against, at the same
//! mean distance from the original.
//!
//! # Cost
//! Linear; some forty passes to find the width that gives the distance asked for.

use crate::chance::{between, stream};

/// A column with noise.
#[derive(Clone, Debug)]
pub struct Noisy {
    /// The values with noise.
    pub values: Vec<i64>,
    /// The most that was added or taken away.
    pub width: i64,
}

/// Values with noise of this width.
pub fn with_noise(values: &[i64], low: i64, high: i64, width: i64, key: [u8; 32]) -> Vec<i64> {
    let mut chance = stream(key, u64::MAX);
    let one = |&value: &i64| value.saturating_add(between(-width, width, &mut chance)).clamp(low, high);
    values.iter().map(one).collect()
}

/// Values with noise whose mean distance from the original is as near to `shift` units as a width can make it.
pub fn uniform_noise(values: &[i64], low: i64, high: i64, shift: f64, key: [u8; 32]) -> Noisy {
    let noisy = |width: i64| with_noise(values, low, high, width, key);
    let (mut least, mut most) = (0, high.saturating_sub(low).max(1));
    while least < most {
        let middle = least + (most - least) / 2;
        if distance(values, &noisy(middle)) < shift {
            least = middle + 1;
        } else {
            most = middle;
        }
    }
    Noisy { values: noisy(least), width: least }
}

/// The mean distance.
fn distance(values: &[i64], others: &[i64]) -> f64 {
    let sum: u128 = values.iter().zip(others).map(|(a, b)| u128::from(a.abs_diff(*b))).sum();
    sum as f64 / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_far_as_asked() {
        let values: Vec<i64> = (0..5000).map(|at| at % 1000).collect();
        for shift in [0.0, 10.0, 100.0] {
            let found = distance(&values, &uniform_noise(&values, 0, 1000, shift, [1; 32]).values);
            assert!((found - shift).abs() <= 0.05 * shift + 1.0, "{found} for {shift}");
        }
    }
}
