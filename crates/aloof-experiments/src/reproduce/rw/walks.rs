//! Tables of numbers, walked or with noise: segment by segment by either walk, or as far from the original by noise.

use aloof::Error;
use aloof_judge::utility::distortion;
use aloof_methods::baselines::{with_noise, with_normal_noise};
use aloof_methods::walk::segments::{by_rows, by_value};
use aloof_methods::walk::{Fraction, Recipe, Segment, Steps, Ties, walk_column};

/// Columns of whole numbers, row by row.
pub(super) type Columns = Vec<Vec<i64>>;

/// Which walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// As printed: from the original, every row a variable, so many steps.
    Printed(u32),
    /// What the program does: equal values stay equal, and chains walk until they agree.
    Ours,
}

impl Way {
    pub fn name(self) -> &'static str {
        match self {
            Self::Printed(_) => "walk, as printed",
            Self::Ours => "walk, aloof",
        }
    }
}

/// How a column is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Rows as they stand.
    Rows(usize),
    /// Rows with neighbouring values.
    Values(usize),
}

/// A share of properties in thousandths, as a recipe.
pub(super) fn recipe(way: Way, share: f64) -> Recipe {
    let share = Fraction { upper: (share * 1000.0).round() as u64, lower: 1000 };
    match way {
        Way::Printed(steps) => {
            Recipe { share, ties: Ties::Printed, steps: Steps::Fixed(steps), chains: 1, ..Recipe::default() }
        }
        Way::Ours => Recipe { share, ..Recipe::default() },
    }
}

/// The segments of a column, with the rows of each.
pub(super) fn segments(values: &[i64], cut: Cut, ties: Ties) -> (Vec<Vec<u32>>, Vec<Segment>) {
    let (low, high) = bounds(values);
    let all: Vec<u32> = (0..values.len() as u32).collect();
    let cuts = match cut {
        Cut::Rows(size) => by_rows(&all, size),
        Cut::Values(size) => by_value(&all, values, size, ties),
    };
    let one = |cut: &aloof_methods::walk::segments::Cut| {
        let values: Vec<i64> = cut.rows.iter().map(|&row| values[row as usize]).collect();
        let n = values.len();
        Segment {
            values,
            low: vec![cut.low.unwrap_or(low); n],
            high: vec![cut.high.unwrap_or(high); n],
            linear: Vec::new(),
        }
    };
    let segments = cuts.iter().map(one).collect();
    (cuts.into_iter().map(|cut| cut.rows).collect(), segments)
}

pub(super) fn bounds(values: &[i64]) -> (i64, i64) {
    (values.iter().copied().min().unwrap_or(0), values.iter().copied().max().unwrap_or(0))
}

/// Every column walked.
pub(super) fn walked(table: &Columns, way: Way, share: f64, cut: Cut) -> Result<Columns, Error> {
    let recipe = recipe(way, share);
    let one = |(at, values): (usize, &Vec<i64>)| {
        let (rows, segments) = segments(values, cut, recipe.ties);
        let found = walk_column(values, &rows, &segments, &recipe, [1; 32], at as u32, &|| {});
        Ok(found.map_err(|error| Error::Bug(error.to_string()))?.values)
    };
    table.iter().enumerate().map(one).collect()
}

/// How noise is distributed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noise {
    Uniform,
    Normal,
}

/// Every column with noise of this share of its range: half of the interval, or the standard deviation.
fn noisy(table: &Columns, noise: Noise, share: f64) -> Columns {
    let one = |(at, values): (usize, &Vec<i64>)| {
        let (low, high) = bounds(values);
        let (width, key) = (share * (high - low) as f64, [at as u8 + 1; 32]);
        match noise {
            Noise::Uniform => with_noise(values, low, high, width.round() as i64, key),
            Noise::Normal => with_normal_noise(values, low, high, width, key),
        }
    };
    table.iter().enumerate().map(one).collect()
}

/// The mean over rows and columns of |t − t'| / t (Equation 6).
pub(super) fn far(table: &Columns, other: &Columns) -> f64 {
    distortion(&floats(table), &floats(other)).mean
}

/// Noise whose distortion is as near to `asked` as its width can make it, and not more.
pub(super) fn as_far(table: &Columns, noise: Noise, asked: f64) -> Columns {
    let (mut least, mut most) = (0.0, 2.0);
    for _ in 0..24 {
        let middle = f64::midpoint(least, most);
        if far(table, &noisy(table, noise, middle)) <= asked { least = middle } else { most = middle }
    }
    noisy(table, noise, least)
}

pub(super) fn floats(table: &Columns) -> Vec<Vec<f64>> {
    table.iter().map(|column| column.iter().map(|&value| value as f64).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_is_as_far_as_asked() {
        let table: Columns = vec![(1..2000).collect(), (500..2499).collect()];
        for noise in [Noise::Uniform, Noise::Normal] {
            let found = far(&table, &as_far(&table, noise, 0.05));
            assert!(found <= 0.05 && found > 0.045, "{found}");
        }
    }
}
