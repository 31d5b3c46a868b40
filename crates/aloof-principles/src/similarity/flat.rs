//! Sums and greatest of differences between plain numbers, laid out for speed: the numbers of one value stand side by side.
//!
//! # Cost
//! One subtraction per column, and no jump per column. The answers are those of [`super::exact`], whose integers these are.

use super::kd::Tree;
use super::{Axis, Count, Similar};

/// How the columns' differences are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Norm {
    /// Added up.
    Sum,
    /// Squared, weighted and added up.
    Squares,
    /// The greatest.
    Max,
}

/// Numbers of each code, and what their differences may come to. Nothing overflows: the largest sum fits.
pub(super) struct Flat<const D: usize> {
    values: Vec<[i64; D]>,
    weights: [i64; D],
    norm: Norm,
    limit: i64,
    axis: Option<Axis>,
}

/// What the gaps of all columns come to. The weights are those of squares.
#[inline]
pub(super) fn measure<const D: usize>(norm: Norm, weights: &[i64; D], gap: impl Fn(usize) -> i64) -> i64 {
    // Plain loops over a known number of columns: this is asked more often than anything else.
    let (mut sum, mut greatest) = (0, 0);
    match norm {
        Norm::Sum => (0..D).for_each(|at| sum += gap(at)),
        Norm::Squares => (0..D).for_each(|at| sum += gap(at) * gap(at) * weights[at]),
        Norm::Max => (0..D).for_each(|at| greatest = gap(at).max(greatest)),
    }
    sum.max(greatest)
}

impl<const D: usize> Flat<D> {
    #[inline]
    fn close(&self, a: &[i64; D], b: &[i64; D]) -> bool {
        measure(self.norm, &self.weights, |at| (a[at] - b[at]).abs()) <= self.limit
    }
}

/// A tree for the values it was made of.
struct Counted<'a, const D: usize> {
    values: &'a [[i64; D]],
    tree: Tree<D>,
}

impl<const D: usize> Count for Counted<'_, D> {
    fn count(&self, code: u32) -> u64 {
        self.tree.count(&self.values[code as usize])
    }
}

impl<const D: usize> Similar for Flat<D> {
    fn similar(&self, a: u32, b: u32) -> bool {
        self.close(&self.values[a as usize], &self.values[b as usize])
    }

    fn mark(&self, code: u32, others: &[u32], bits: &mut [u64]) {
        let value = self.values[code as usize];
        for (word, others) in bits.iter_mut().zip(others.chunks(64)) {
            let bit = |(at, &other): (usize, &u32)| u64::from(self.close(&value, &self.values[other as usize])) << at;
            *word = others.iter().enumerate().map(bit).fold(0, |word, bit| word | bit);
        }
    }

    fn axis(&self) -> Option<&Axis> {
        self.axis.as_ref()
    }

    fn counts(&self, totals: &[u32]) -> Option<Box<dyn Count + '_>> {
        let tree = Tree::new(&self.values, totals, self.norm, self.weights, self.limit);
        Some(Box::new(Counted { values: &self.values, tree }))
    }
}

/// Of columns of numbers, one per code each; the weights are those of squares. `None` for more columns than are laid out.
pub(super) fn flat(
    columns: &[Vec<i64>],
    weights: &[i64],
    norm: Norm,
    limit: i64,
    axis: Option<Axis>,
) -> Result<Box<dyn Similar>, Option<Axis>> {
    fn build<const D: usize>(
        columns: &[Vec<i64>],
        weights: &[i64],
        norm: Norm,
        limit: i64,
        axis: Option<Axis>,
    ) -> Box<dyn Similar> {
        let row = |code: usize| std::array::from_fn(|at| columns[at][code]);
        let values = (0..columns[0].len()).map(row).collect();
        Box::new(Flat::<D> { values, weights: std::array::from_fn(|at| weights[at]), norm, limit, axis })
    }
    let build = match columns.len() {
        1 => build::<1>,
        2 => build::<2>,
        3 => build::<3>,
        4 => build::<4>,
        5 => build::<5>,
        6 => build::<6>,
        7 => build::<7>,
        8 => build::<8>,
        9 => build::<9>,
        10 => build::<10>,
        _ => return Err(axis),
    };
    Ok(build(columns, weights, norm, limit, axis))
}
