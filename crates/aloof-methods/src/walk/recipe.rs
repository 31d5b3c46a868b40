//! What is asked of a walk: which properties, what ties mean, how long to walk.

use super::polytope::Inequality;

/// A share or a length as a fraction of whole numbers; the lower one is not zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Above the line.
    pub upper: u64,
    /// Below the line.
    pub lower: u64,
}

impl Fraction {
    /// This share of a count, rounded to the nearest.
    pub fn of(self, count: usize) -> usize {
        let (upper, lower) = (u128::from(self.upper), u128::from(self.lower));
        ((count as u128 * upper * 2 + lower) / (2 * lower)) as usize
    }

    /// This many times a number, rounded down.
    pub fn times(self, number: u64) -> i64 {
        let times = u128::from(number) * u128::from(self.upper) / u128::from(self.lower);
        i64::try_from(times).unwrap_or(i64::MAX)
    }
}

/// What equal things mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// Equal values are one variable and stay equal; a locality with two equal sides is kept as printed, `≤`.
    #[default]
    Collapse,
    /// Every row is a variable of its own, equal values may part, and localities with two equal sides are not kept.
    Relax,
    /// As the paper has it: every row is a variable of its own, and localities with two equal sides are kept, `≤`. Then the
    /// walk is the printed one, too: from the original, over the reals, along half of each chord.
    Printed,
}

/// What is kept beside localities.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preserve {
    /// The order of all values of a segment.
    Order,
    /// The sum of a segment, up to so many units.
    Sum(Fraction),
    /// The mean of a segment, up to so many units.
    Mean(Fraction),
    /// The ratio of each value to the next larger one, up to this share of it; values are positive.
    Ratio(Fraction),
}

/// How long to walk.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Steps {
    /// So many steps.
    Fixed(u32),
    /// Until chains agree, or so many steps were gone.
    Auto {
        /// The most steps of each chain.
        most: u32,
    },
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// The share σ of localities that is kept.
    pub share: Fraction,
    /// What equal things mean.
    pub ties: Ties,
    /// What is kept beside localities.
    pub preserve: Vec<Preserve>,
    /// How long to walk.
    pub steps: Steps,
    /// How many chains walk at once.
    pub chains: usize,
    /// Chains agree when split R-hat is below this …
    pub r_hat: f64,
    /// … and they are worth so many independent draws.
    pub effective: f64,
    /// For so many values of a segment: how far they could go for all that the kept properties say.
    pub extents: usize,
}

impl Default for Recipe {
    fn default() -> Self {
        Self {
            share: Fraction { upper: 1, lower: 20 },
            ties: Ties::Collapse,
            preserve: Vec::new(),
            steps: Steps::Auto { most: 2048 },
            chains: 4,
            r_hat: 1.05,
            effective: 50.0,
            extents: 0,
        }
    }
}

/// Rows of one column that are walked together. Places count within the segment.
#[derive(Clone, Debug)]
pub struct Segment {
    /// Values in the column's unit, in any order.
    pub values: Vec<i64>,
    /// The smallest value that each may have.
    pub low: Vec<i64>,
    /// The largest value that each may have.
    pub high: Vec<i64>,
    /// Inequalities of the user's own, over places.
    pub linear: Vec<Inequality>,
}
