//! `edit`: the least number of characters to insert, delete or replace that makes one label the other, weighted and
//! summed over the columns.
//!
//! # Source
//! Levenshtein, *Binary codes capable of correcting deletions, insertions, and reversals*, 1966.
//!
//! # Measure
//! A number of edits; with a scale it is divided by the length of the longest label in the column, so that one column's
//! part lies in [0, 1] before it is weighted.
//!
//! # Cost
//! The product of the two labels' lengths, per column and pair.
//!
//! # Caution
//! Characters are Unicode scalar values, compared as they are: `é` written as one or as two differs, and so do upper and
//! lower case. Spelling is rarely meaning.

use aloof_table::{Decimal, Domain};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use super::components::Part;
use super::exact::{self, Combine, Component, Gap, Steps};
use super::{Components, Metric, Similar};
use crate::Unfit;

/// The weighted number of edits between labels.
#[derive(Clone, Debug, Default)]
pub struct Edit(Components);

impl Edit {
    /// Over columns of labels with these weights and scale.
    pub fn new(components: Components) -> Self {
        Self(components)
    }

    /// Weights and scale.
    pub fn components(&self) -> &Components {
        &self.0
    }

    /// What is added up.
    pub(super) fn summands(&self, domain: &Domain) -> Result<Vec<Component>, Unfit> {
        let parts = self.0.parts(domain)?;
        parts.iter().enumerate().map(|(at, part)| self.component(at, parts.len(), part)).collect()
    }

    fn component(&self, at: usize, count: usize, part: &Part<'_>) -> Result<Component, Unfit> {
        let Domain::Labels(labels) = part.domain else {
            return Err(Unfit(format!("`edit` compares labels; sensitive column {} holds none", at + 1)));
        };
        let letters = Letters::new(labels);
        let unit = match self.0.scale() {
            None => BigRational::from(BigInt::from(1)),
            Some(_) if letters.longest == 0 => BigRational::zero(),
            Some(_) => BigRational::new(BigInt::from(1), BigInt::from(letters.longest)),
        };
        let factor = self.0.weight(at, count) * unit;
        Ok(Component { codes: part.codes.map(<[u32]>::to_vec), gap: Gap::Steps(Box::new(letters)), factor })
    }
}

impl Metric for Edit {
    fn name(&self) -> &'static str {
        "edit"
    }

    fn is_metric(&self) -> bool {
        true
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        Ok(exact::bind(self.summands(domain)?, Combine::Sum, 1, epsilon))
    }
}

/// The characters of each label of a column.
struct Letters {
    labels: Vec<Vec<char>>,
    longest: usize,
}

impl Letters {
    fn new(labels: &[String]) -> Self {
        let labels: Vec<Vec<char>> = labels.iter().map(|label| label.chars().collect()).collect();
        let longest = labels.iter().map(Vec::len).max().unwrap_or(0);
        Self { labels, longest }
    }
}

impl Steps for Letters {
    fn sizes(&self) -> Vec<BigInt> {
        (0..=self.longest).map(BigInt::from).collect()
    }

    fn step(&self, a: u32, b: u32) -> usize {
        edits(&self.labels[a as usize], &self.labels[b as usize])
    }
}

/// Row after row of the table of distances between beginnings, of which only the last row is kept.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        for (a, b, expected) in
            [("", "", 0), ("", "abc", 3), ("kitten", "sitting", 3), ("flaw", "lawn", 2), ("é", "e", 1), ("ab", "ba", 2)]
        {
            let [x, y] = [a, b].map(|text| text.chars().collect::<Vec<_>>());
            assert_eq!((edits(&x, &y), edits(&y, &x)), (expected, expected), "{a} {b}");
        }
    }
}
