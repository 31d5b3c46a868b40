//! What the release gives away, measured: linking and guessing, beside uniform noise of equal distortion.

use aloof_judge::attacks::{left_by_noise, linkage, within};
use aloof_methods::baselines::uniform_noise;
use aloof_table::NumberColumn;

use super::Columns;
use super::report::{Disclosure, Measured};

/// What was measured of all columns together, and per column how much of the domain noise leaves a value.
pub(super) struct Disclosed {
    pub disclosure: Disclosure,
    pub left_by_noise: Vec<f64>,
}

/// Measures the columns as they were read back.
pub(super) fn disclose(columns: &Columns<'_>, published: &[NumberColumn], key: [u8; 32]) -> Disclosed {
    // Rows in which every walked value is there.
    let rows: Vec<usize> = (0..columns[0].values.len())
        .filter(|&row| columns.iter().all(|column| !column.column.is_missing(row)))
        .collect();
    let take = |all: &dyn Fn(usize) -> i64| rows.iter().map(|&row| all(row)).collect::<Vec<i64>>();
    let mut before = Vec::new();
    let mut after = Vec::new();
    let mut noisy = Vec::new();
    let mut left = Vec::new();
    for (at, (column, published)) in columns.iter().zip(published).enumerate() {
        let original = take(&|row| column.values[row]);
        let walked = take(&|row| {
            let units = published.get(row).and_then(|value| value.at_scale(column.column.scale()));
            units.and_then(|units| i64::try_from(units).ok()).unwrap_or(column.values[row])
        });
        let distance: u128 = original.iter().zip(&walked).map(|(a, b)| u128::from(a.abs_diff(*b))).sum();
        let shift = distance as f64 / rows.len().max(1) as f64;
        let mut own = key;
        own[0] ^= at as u8 + 1;
        let (low, high) = column.domain;
        let noise = uniform_noise(&original, low, high, shift, own);
        left.push(left_by_noise(&noise.values, noise.width, low, high));
        noisy.push(noise.values);
        before.push(original);
        after.push(walked);
    }
    let disclosure = Disclosure { walk: measure(columns, &before, &after), noise: measure(columns, &before, &noisy) };
    Disclosed { disclosure, left_by_noise: left }
}

fn measure(columns: &Columns<'_>, before: &[Vec<i64>], after: &[Vec<i64>]) -> Measured {
    let each = || columns.iter().zip(before).zip(after);
    let linked: Vec<(&[i64], &[i64], u64)> =
        each().map(|((column, before), after)| (before.as_slice(), after.as_slice(), column.length())).collect();
    let found = linkage(&linked);
    let near = |share: f64| {
        let one = |((column, before), after): ((&super::Walkable<'_>, &Vec<i64>), &Vec<i64>)| {
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
