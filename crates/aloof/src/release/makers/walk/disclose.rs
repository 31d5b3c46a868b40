//! What the release gives away, measured: linking and guessing, beside uniform noise of equal distortion.

use aloof_judge::attacks::{left_by_noise, linkage, within};
use aloof_methods::baselines::uniform_noise;
use aloof_table::NumberColumn;

use super::columns::Movable;
use super::report::{Disclosure, Measured};

/// What was measured of all columns together, and per column how much of the domain noise leaves a value.
pub(super) struct Disclosed {
    pub disclosure: Disclosure,
    pub left_by_noise: Vec<f64>,
}

/// Column by column, rows in which every moved value is there.
pub(in crate::release) struct Moved {
    pub before: Vec<Vec<i64>>,
    pub after: Vec<Vec<i64>>,
}

impl Moved {
    /// Of columns as they were read back, in the order of the kept rows.
    pub fn new(columns: &[Movable<'_>], published: &[NumberColumn]) -> Self {
        let rows: Vec<usize> = (0..columns[0].values.len())
            .filter(|&row| columns.iter().all(|column| !column.column.is_missing(row)))
            .collect();
        let take = |all: &dyn Fn(usize) -> i64| rows.iter().map(|&row| all(row)).collect::<Vec<i64>>();
        let before = columns.iter().map(|column| take(&|row| column.values[row]));
        let after = columns.iter().zip(published).map(|(column, published)| {
            take(&|row| {
                let units = published.get(row).and_then(|value| value.at_scale(column.column.scale()));
                units.and_then(|units| i64::try_from(units).ok()).unwrap_or(column.values[row])
            })
        });
        Self { before: before.collect(), after: after.collect() }
    }

    /// The mean distance of a column from the original, in units.
    pub fn shift(&self, at: usize) -> f64 {
        let pairs = self.before[at].iter().zip(&self.after[at]);
        let distance: u128 = pairs.map(|(a, b)| u128::from(a.abs_diff(*b))).sum();
        distance as f64 / self.before[at].len().max(1) as f64
    }
}

/// Measures the columns as they were read back.
pub(super) fn disclose(columns: &[Movable<'_>], published: &[NumberColumn], key: [u8; 32]) -> Disclosed {
    let moved = Moved::new(columns, published);
    let (mut noisy, mut left) = (Vec::new(), Vec::new());
    for (at, column) in columns.iter().enumerate() {
        let (low, high) = column.domain;
        let noise = uniform_noise(&moved.before[at], low, high, moved.shift(at), of_column(key, at));
        left.push(left_by_noise(&noise.values, noise.width, low, high));
        noisy.push(noise.values);
    }
    let (walk, noise) = (measure(columns, &moved.before, &moved.after), measure(columns, &moved.before, &noisy));
    Disclosed { disclosure: Disclosure { walk, noise }, left_by_noise: left }
}

/// A key of its own for every column.
pub(in crate::release) fn of_column(mut key: [u8; 32], at: usize) -> [u8; 32] {
    key[0] ^= (at as u8).wrapping_add(1);
    key[1] ^= (at >> 8) as u8;
    key
}

/// What linking and guessing gain.
pub(in crate::release) fn measure(columns: &[Movable<'_>], before: &[Vec<i64>], after: &[Vec<i64>]) -> Measured {
    let each = || columns.iter().zip(before).zip(after);
    let linked: Vec<(&[i64], &[i64], u64)> =
        each().map(|((column, before), after)| (before.as_slice(), after.as_slice(), column.length())).collect();
    let found = linkage(&linked);
    let near = |share: f64| {
        let one = |((column, before), after): ((&Movable<'_>, &Vec<i64>), &Vec<i64>)| {
            within(before, after, column.length(), share)
        };
        each().map(one).sum::<f64>() / columns.len() as f64
    };
    Measured {
        linked: found.rate,
        by_chance: found.chance,
        asked: found.asked,
        within_1_percent: near(0.01),
        within_5_percent: near(0.05),
        within_10_percent: near(0.10),
    }
}
