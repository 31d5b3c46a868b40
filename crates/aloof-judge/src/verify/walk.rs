//! What a walk claims to have kept, read off both columns.
//!
//! Each claim is a sentence about rows. It must be true of the original, or it was no property of the data, and true of what
//! is published, or it was not kept. Numbers are taken as decimals of any length.

use aloof_table::{Decimal, NumberColumn};
use num_bigint::BigInt;
use num_traits::Signed;
use rayon::prelude::*;

/// A sentence about rows of a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// |near − to| ≤ |to − far|.
    Nearer {
        /// A row.
        near: u32,
        /// The row it is compared by.
        to: u32,
        /// The other row.
        far: u32,
    },
    /// low ≤ high.
    Ordered {
        /// A row.
        low: u32,
        /// Another.
        high: u32,
    },
    /// Both are the same.
    Equal {
        /// A row.
        one: u32,
        /// Another.
        other: u32,
    },
    /// Σ coefficient · value ≤ most.
    AtMost {
        /// Rows and their coefficients.
        terms: Vec<(u32, i64)>,
        /// The bound.
        most: Decimal,
    },
    /// low ≤ row ≤ high.
    Within {
        /// The row.
        row: u32,
        /// The least it may be.
        low: Decimal,
        /// The most it may be.
        high: Decimal,
    },
}

/// What was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Claims looked at.
    pub claims: usize,
    /// Claims that are not true of the original.
    pub untrue: usize,
    /// Claims that are not true of what is published.
    pub broken: usize,
}

/// Looks at every claim in both columns, which have the same rows in the same order.
pub fn check(claims: &[Claim], original: &NumberColumn, published: &NumberColumn) -> Found {
    let places = original.scale().max(published.scale());
    let (before, after) = (whole(original, places), whole(published, places));
    let one = |claim: &Claim| Found {
        claims: 1,
        untrue: usize::from(!holds(claim, &before, places)),
        broken: usize::from(!holds(claim, &after, places)),
    };
    let add = |a: Found, b: Found| Found {
        claims: a.claims + b.claims,
        untrue: a.untrue + b.untrue,
        broken: a.broken + b.broken,
    };
    claims.par_iter().map(one).reduce(Found::default, add)
}

/// Every value as a whole number of 10^−places; `None` where it is missing.
fn whole(column: &NumberColumn, places: u8) -> Vec<Option<BigInt>> {
    let power = BigInt::from(10).pow(u32::from(places - column.scale()));
    (0..column.len()).map(|row| column.scaled(row).map(|value| BigInt::from(value) * &power)).collect()
}

/// Whether it is true; a claim about a missing value is not.
fn holds(claim: &Claim, values: &[Option<BigInt>], places: u8) -> bool {
    let value = |row: u32| values.get(row as usize).and_then(Option::as_ref);
    let found = || {
        Some(match claim {
            Claim::Nearer { near, to, far } => {
                let (near, to, far) = (value(*near)?, value(*to)?, value(*far)?);
                (near - to).abs() <= (to - far).abs()
            }
            Claim::Ordered { low, high } => value(*low)? <= value(*high)?,
            Claim::Equal { one, other } => value(*one)? == value(*other)?,
            Claim::AtMost { terms, most } => {
                let mut sum = BigInt::ZERO;
                for &(row, coefficient) in terms {
                    sum += value(row)? * coefficient;
                }
                compare(&sum, places, *most) <= 0
            }
            Claim::Within { row, low, high } => {
                compare(value(*row)?, places, *low) >= 0 && compare(value(*row)?, places, *high) <= 0
            }
        })
    };
    found().unwrap_or(false)
}

/// The sign of `whole · 10^−places − other`.
fn compare(whole: &BigInt, places: u8, other: Decimal) -> i8 {
    let power = |places: u8| BigInt::from(10).pow(u32::from(places));
    let (left, right) = (whole * power(other.scale()), BigInt::from(other.mantissa()) * power(places));
    if left < right { -1 } else { i8::from(left > right) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_read_literally() {
        let numbers =
            |texts: &[&str]| NumberColumn::from_decimals(texts.iter().map(|text| Some(text.parse().unwrap()))).unwrap();
        let (before, after) = (numbers(&["1", "2", "3.5", "2"]), numbers(&["1.25", "1.5", "1.75", "1.5"]));
        let claims = [
            Claim::Nearer { near: 0, to: 1, far: 2 },
            Claim::Ordered { low: 0, high: 2 },
            Claim::Equal { one: 1, other: 3 },
            Claim::AtMost { terms: vec![(0, 1), (2, 1)], most: "4.5".parse().unwrap() },
            Claim::Within { row: 2, low: "1.75".parse().unwrap(), high: "3.5".parse().unwrap() },
        ];
        assert_eq!(check(&claims, &before, &after), Found { claims: 5, untrue: 0, broken: 0 });
        let wrong = [
            Claim::Nearer { near: 2, to: 1, far: 0 },
            Claim::Ordered { low: 2, high: 0 },
            Claim::Equal { one: 0, other: 1 },
            Claim::AtMost { terms: vec![(2, 2)], most: "3.4".parse().unwrap() },
            Claim::Within { row: 0, low: "1.26".parse().unwrap(), high: "9".parse().unwrap() },
            Claim::Ordered { low: 0, high: 9 },
        ];
        let found = check(&wrong, &before, &after);
        // The first is false of the original only: published, both sides are equally long.
        assert_eq!((found.untrue, found.broken), (6, 5));
    }
}
