//! What a walk promises to have kept, said of rows, so that anyone with both columns can check it.

use super::localities::{Locality, Longer};

/// One property, true of the original and to be true of what is published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Row `near` is at least as near to row `to` as row `far` is.
    Nearer {
        /// The one that is nearer, or equally near.
        near: u32,
        /// To this one.
        to: u32,
        /// Than this one.
        far: u32,
    },
    /// The value of row `low` is not above that of row `high`.
    Ordered {
        /// The row whose value is not above.
        low: u32,
        /// The other.
        high: u32,
    },
    /// Both rows have the same value.
    Equal {
        /// A row.
        one: u32,
        /// Another.
        other: u32,
    },
    /// `Σ coefficient · value ≤ most`, values in the column's unit.
    AtMost {
        /// Rows and coefficients.
        terms: Vec<(u32, i64)>,
        /// The bound.
        most: i64,
    },
}

impl Statement {
    /// A locality with the order it takes for granted, `row` giving the row of each place.
    pub(crate) fn of_locality(locality: &Locality, row: &impl Fn(u32) -> u32) -> [Self; 3] {
        let (i, j, k) = (row(locality.i), row(locality.j), row(locality.k));
        let nearer = match locality.longer {
            Longer::Right => Self::Nearer { near: i, to: j, far: k },
            Longer::Left => Self::Nearer { near: k, to: j, far: i },
        };
        [nearer, Self::Ordered { low: i, high: j }, Self::Ordered { low: j, high: k }]
    }

    /// The same of other rows.
    pub(crate) fn renamed(self, row: &impl Fn(u32) -> u32) -> Self {
        match self {
            Self::Nearer { near, to, far } => Self::Nearer { near: row(near), to: row(to), far: row(far) },
            Self::Ordered { low, high } => Self::Ordered { low: row(low), high: row(high) },
            Self::Equal { one, other } => Self::Equal { one: row(one), other: row(other) },
            Self::AtMost { terms, most } => {
                Self::AtMost { terms: terms.into_iter().map(|(at, c)| (row(at), c)).collect(), most }
            }
        }
    }

    /// Whether it is true of `values`.
    pub fn holds(&self, values: &[i64]) -> bool {
        let value = |row: u32| i128::from(values[row as usize]);
        match self {
            Self::Nearer { near, to, far } => (value(*near) - value(*to)).abs() <= (value(*to) - value(*far)).abs(),
            Self::Ordered { low, high } => value(*low) <= value(*high),
            Self::Equal { one, other } => value(*one) == value(*other),
            Self::AtMost { terms, most } => {
                terms.iter().map(|&(row, c)| i128::from(c) * value(row)).sum::<i128>() <= i128::from(*most)
            }
        }
    }
}
