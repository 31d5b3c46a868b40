//! What is left possible in a group by statements *if that person has value σ, so has the target*, when the target has not.
//!
//! # Definition
//! In a group of n, f of which have σ, let someone know of a people with other values, and of b more that they do not have σ. By
//! that the odds against the target shrink by `W(b, a) = ∏ᵢ (n − a − i − f) / (n − a − i)`, i = 0, …, b − 1.
//!
//! # Facts
//! Fewer rows and more of σ make it less; and `W(b + b', a + a') ≤ W(b, a) · W(b', a')`, since each factor falls with what is known
//! before. So of all groups those of which no other has fewer rows and more of σ decide ([`worst`]), and the least product over several
//! groups is the closure of the least of each ([`Table::of`]).
//!
//! # Cost
//! `O(b² a²)` products of fractions for each different set of deciding groups, `O(b a)` where one decides.

use num_rational::BigRational;
use num_traits::One;

use super::ruled_out::fraction;

/// A group as far as one value is concerned: how many rows it has, and how many of them have the value.
pub(super) type Shape = (usize, usize);

/// Those of which no other has fewer rows and at least as many with the value, or as many rows and more with it.
pub(super) fn worst(mut shapes: Vec<Shape>) -> Vec<Shape> {
    shapes.sort_unstable_by_key(|&(size, with)| (size, std::cmp::Reverse(with)));
    let mut kept: Vec<Shape> = Vec::new();
    for shape in shapes {
        if kept.last().is_none_or(|last| shape.1 > last.1) {
            kept.push(shape);
        }
    }
    kept
}

/// `W(b, a)` of one group.
pub(super) fn left((size, with): Shape, b: usize, a: usize) -> BigRational {
    let mut product = BigRational::one();
    for known in a..a + b {
        let others = size.saturating_sub(known);
        if with > 0 {
            product *= fraction(others.saturating_sub(with), others.max(1));
        }
    }
    product
}

/// The least that is left by b such statements and a known people, wherever they are.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// By b, then by a.
    rows: Vec<Vec<BigRational>>,
}

impl Table {
    /// From the deciding groups.
    pub fn of(shapes: &[Shape], most_b: usize, most_a: usize) -> Self {
        let alone =
            |b: usize, a: usize| shapes.iter().map(|&shape| left(shape, b, a)).min().unwrap_or_else(BigRational::one);
        let mut table = Self { rows: (0..=most_b).map(|b| (0..=most_a).map(|a| alone(b, a)).collect()).collect() };
        if shapes.len() > 1 {
            table.close();
        }
        table
    }

    /// From what one group of the yardstick leaves.
    pub fn from_fn(most_b: usize, most_a: usize, left: impl Fn(usize, usize) -> BigRational) -> Self {
        Self { rows: (0..=most_b).map(|b| (0..=most_a).map(|a| left(b, a)).collect()).collect() }
    }

    pub fn at(&self, b: usize, a: usize) -> &BigRational {
        &self.rows[b][a]
    }

    fn close(&mut self) {
        for b in 2..self.rows.len() {
            for a in 0..self.rows[b].len() {
                for (first, known) in (1..=b / 2).flat_map(|first| (0..=a).map(move |known| (first, known))) {
                    let both = self.at(first, known) * self.at(b - first, a - known);
                    if both < self.rows[b][a] {
                        self.rows[b][a] = both;
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_decide() {
        assert_eq!(worst(vec![(5, 1), (4, 1), (6, 2), (9, 2), (5, 1), (7, 1)]), [(4, 1), (6, 2)]);
        assert_eq!(left((5, 2), 2, 0).to_string(), "3/10");
        assert_eq!(left((5, 2), 2, 1).to_string(), "1/6");
        assert_eq!(left((5, 2), 9, 0).to_string(), "0");
        assert_eq!(left((5, 0), 9, 3).to_string(), "1");
    }
}
