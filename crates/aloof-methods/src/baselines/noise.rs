//! Noise: every value gets a whole number added, drawn evenly from `[−a, a]` or from a normal distribution, and is put back into its bounds.
//!
//! # Source
//! Agrawal and Srikant, *Privacy-preserving data mining*, SIGMOD 2000. What a walk is measured against, at the same
//! mean distance from the original.
//!
//! # Cost
//! Linear; some forty passes to find the width that gives the distance asked for.

use crate::chance::{between, normals, stream};

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

/// Values with normal noise of this standard deviation, each put to the nearest whole number.
pub fn with_normal_noise(values: &[i64], low: i64, high: i64, deviation: f64, key: [u8; 32]) -> Vec<i64> {
    let mut chance = stream(key, u64::MAX - 1);
    let mut added = vec![0.0; values.len()];
    normals(&mut added, &mut chance);
    // A float beyond all whole numbers becomes the last of them, and is put back into the bounds.
    let one = |(&value, added): (&i64, f64)| value.saturating_add((added * deviation).round() as i64).clamp(low, high);
    values.iter().zip(added).map(one).collect()
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
    fn normal_noise_has_its_deviation() {
        let values = vec![0i64; 20_000];
        let noisy = with_normal_noise(&values, -10_000, 10_000, 300.0, [3; 32]);
        let mean = noisy.iter().sum::<i64>() as f64 / 20_000.0;
        let squares = noisy.iter().map(|&value| (value as f64).powi(2)).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 10.0 && (squares.sqrt() - 300.0).abs() < 6.0, "{mean} {squares}");
        let within = noisy.iter().filter(|value| value.abs() <= 300).count() as f64 / 20_000.0;
        assert!((within - 0.683).abs() < 0.015, "{within}");
        assert!(with_normal_noise(&[5, 5], 0, 6, 1e30, [3; 32]).iter().all(|value| (0..=6).contains(value)));
    }

    #[test]
    fn as_far_as_asked() {
        let values: Vec<i64> = (0..5000).map(|at| at % 1000).collect();
        for shift in [0.0, 10.0, 100.0] {
            let found = distance(&values, &uniform_noise(&values, 0, 1000, shift, [1; 32]).values);
            assert!((found - shift).abs() <= 0.05 * shift + 1.0, "{found} for {shift}");
        }
    }
}
