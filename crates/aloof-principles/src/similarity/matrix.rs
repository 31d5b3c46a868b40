//! `matrix`: the distance of two labels stands in a table, as decimals.
//!
//! # Source
//! What an expert says; any distance over few labels can be written so.
//!
//! # Measure
//! In the table's own units. Every label of the column must stand in the table.
//!
//! # Cost
//! One look-up per pair.
//!
//! # Caution
//! The table must be symmetric, zero from a label to itself and nowhere negative. It need not be a metric: detours may be
//! shorter than the direct way, and [`Metric::is_metric`] says so.

use std::collections::BTreeMap;
use std::sync::Arc;

use aloof_table::{Decimal, Domain};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::components::{nested, parts};
use super::exact::{self, Combine, Component, Gap, Steps};
use super::{Metric, Similar};
use crate::Unfit;

/// A table of distances between labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrix {
    labels: Vec<String>,
    /// Row after row.
    values: Vec<Decimal>,
}

/// Why a table is no table of distances. Rows count from 1.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatrixError {
    /// Nothing in it.
    #[error("the distance matrix is empty")]
    Empty,
    /// Another number of rows than of labels.
    #[error("the distance matrix has {labels} labels but {rows} rows")]
    Rows {
        /// Number of labels.
        labels: usize,
        /// Number of rows.
        rows: usize,
    },
    /// A row with another number of distances than there are labels.
    #[error("row {row} (`{label}`) of the distance matrix has {found} distances, there are {expected} labels")]
    Ragged {
        /// Which row.
        row: usize,
        /// Its label.
        label: String,
        /// Distances in it.
        found: usize,
        /// Number of labels.
        expected: usize,
    },
    /// A label that stands twice.
    #[error("`{0}` stands twice in the distance matrix")]
    Repeated(String),
    /// A distance below zero.
    #[error("the distance from `{from}` to `{to}` is negative")]
    Negative {
        /// The row's label.
        from: String,
        /// The column's label.
        to: String,
    },
    /// A label away from itself.
    #[error("the distance from `{0}` to itself must be 0")]
    Diagonal(String),
    /// Two distances for one pair.
    #[error(
        "the distance from `{from}` to `{to}` is {there}, that from `{to}` to `{from}` is {back}: they must be equal"
    )]
    Asymmetric {
        /// The row's label.
        from: String,
        /// The column's label.
        to: String,
        /// One way.
        there: Decimal,
        /// The other way.
        back: Decimal,
    },
}

impl Matrix {
    /// `rows[i][j]` is the distance from `labels[i]` to `labels[j]`.
    pub fn new(labels: Vec<String>, rows: Vec<Vec<Decimal>>) -> Result<Self, MatrixError> {
        check_shape(&labels, &rows)?;
        let matrix = Self { labels, values: rows.into_iter().flatten().collect() };
        matrix.check_distances()?;
        Ok(matrix)
    }

    /// The labels, in the order of rows and columns.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// The distance between the labels in these places.
    pub fn distance(&self, from: usize, to: usize) -> Decimal {
        self.values[from * self.labels.len() + to]
    }

    /// The place of a label.
    pub fn place(&self, label: &str) -> Option<usize> {
        self.labels.iter().position(|other| other == label)
    }

    fn check_distances(&self) -> Result<(), MatrixError> {
        let name = |place: usize| self.labels[place].clone();
        for from in 0..self.labels.len() {
            if self.distance(from, from) != Decimal::ZERO {
                return Err(MatrixError::Diagonal(name(from)));
            }
            for to in 0..self.labels.len() {
                let (there, back) = (self.distance(from, to), self.distance(to, from));
                if there.is_negative() {
                    return Err(MatrixError::Negative { from: name(from), to: name(to) });
                }
                if there != back {
                    return Err(MatrixError::Asymmetric { from: name(from), to: name(to), there, back });
                }
            }
        }
        Ok(())
    }

    /// The distances as whole numbers of the finest decimal place among them, and how many places that is.
    fn units(&self) -> (Vec<BigInt>, u8) {
        let scale = self.values.iter().map(|value| value.scale()).max().unwrap_or(0);
        let units =
            |value: &Decimal| BigInt::from(value.mantissa()) * BigInt::from(10).pow(u32::from(scale - value.scale()));
        (self.values.iter().map(units).collect(), scale)
    }

    /// Whether no detour is shorter than the direct way. Distances of more than 18 digits are not looked into.
    fn is_metric(&self) -> bool {
        let units: Option<Vec<u64>> = self.units().0.iter().map(ToPrimitive::to_u64).collect();
        let Some(units) = units else { return false };
        let size = self.labels.len();
        let sum = |a: u64, b: u64| u128::from(a) + u128::from(b);
        // By symmetry the way from `via` to `b` stands in the row of `b`.
        let shorter =
            |a: &[u64], b: &[u64], direct: u64| a.iter().zip(b).any(|(&x, &y)| sum(x, y) < u128::from(direct));
        let rows = || units.chunks(size);
        !rows().any(|a| rows().zip(a).any(|(b, &direct)| shorter(a, b, direct)))
    }
}

fn check_shape(labels: &[String], rows: &[Vec<Decimal>]) -> Result<(), MatrixError> {
    if labels.is_empty() {
        return Err(MatrixError::Empty);
    }
    if labels.len() != rows.len() {
        return Err(MatrixError::Rows { labels: labels.len(), rows: rows.len() });
    }
    let mut sorted: Vec<&String> = labels.iter().collect();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(MatrixError::Repeated(pair[0].clone()));
    }
    match rows.iter().position(|row| row.len() != labels.len()) {
        None => Ok(()),
        Some(at) => Err(MatrixError::Ragged {
            row: at + 1,
            label: labels[at].clone(),
            found: rows[at].len(),
            expected: labels.len(),
        }),
    }
}

/// The distance that a [`Matrix`] says.
#[derive(Clone, Debug)]
pub struct ByMatrix {
    matrix: Arc<Matrix>,
    is_metric: bool,
}

impl ByMatrix {
    /// By this table.
    pub fn new(matrix: Matrix) -> Self {
        Self { is_metric: matrix.is_metric(), matrix: Arc::new(matrix) }
    }

    /// The table.
    pub fn matrix(&self) -> &Matrix {
        &self.matrix
    }
}

impl Metric for ByMatrix {
    fn name(&self) -> &'static str {
        "matrix"
    }

    fn is_metric(&self) -> bool {
        self.is_metric
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        Ok(exact::bind(self.summands(domain)?, Combine::Sum, 1, epsilon))
    }
}

impl ByMatrix {
    /// What is added up.
    pub(super) fn summands(&self, domain: &Domain) -> Result<Vec<Component>, Unfit> {
        let parts = parts(domain);
        let [part] = parts.as_slice() else {
            return Err(Unfit(
                "`matrix` says the distances of one column's labels; several columns were given".to_owned(),
            ));
        };
        let (table, factor) = Table::new(&self.matrix, self.places(part.domain)?);
        let codes = part.codes.map(<[u32]>::to_vec);
        Ok(vec![Component { codes, gap: Gap::Steps(Box::new(table)), factor }])
    }

    /// The place in the table of each of the column's labels, or numbers as they are written.
    fn places(&self, domain: &Domain) -> Result<Vec<usize>, Unfit> {
        if matches!(domain, Domain::Numbers { dates: true, .. }) {
            return Err(Unfit("`matrix` needs a column of labels, not of dates".to_owned()));
        }
        if matches!(domain, Domain::Tuples { .. }) {
            return Err(nested());
        }
        let known: BTreeMap<&str, usize> =
            self.matrix.labels.iter().enumerate().map(|(place, label)| (label.as_str(), place)).collect();
        let places: Vec<Option<usize>> =
            (0..domain.len() as u32).map(|code| known.get(domain.text(code).as_str()).copied()).collect();
        let missing = places.iter().filter(|place| place.is_none()).count();
        if missing > 0 {
            return Err(Unfit(format!(
                "{missing} of {} distinct values are not in the distance matrix: add a row and a column for each",
                places.len()
            )));
        }
        Ok(places.into_iter().flatten().collect())
    }
}

/// Which of the table's distinct distances lies between two codes.
struct Table {
    places: Vec<usize>,
    width: usize,
    steps: Vec<u32>,
    sizes: Vec<BigInt>,
}

impl Table {
    /// Distances become whole numbers of the finest decimal place in the table; also returns what that counts.
    fn new(matrix: &Matrix, places: Vec<usize>) -> (Self, BigRational) {
        let (units, scale) = matrix.units();
        let mut sizes = units.clone();
        sizes.sort_unstable();
        sizes.dedup();
        let step = |size: &BigInt| sizes.binary_search(size).expect("it is one of them") as u32;
        let steps = units.iter().map(step).collect();
        let unit = BigRational::new(BigInt::from(1), BigInt::from(10).pow(u32::from(scale)));
        (Self { places, width: matrix.labels.len(), steps, sizes }, unit)
    }
}

impl Steps for Table {
    fn sizes(&self) -> Vec<BigInt> {
        self.sizes.clone()
    }

    fn step(&self, a: u32, b: u32) -> usize {
        self.steps[self.places[a as usize] * self.width + self.places[b as usize]] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(labels: &[&str], rows: &[&[&str]]) -> Result<Matrix, MatrixError> {
        let values = |row: &&[&str]| row.iter().map(|value| value.parse().unwrap()).collect();
        Matrix::new(labels.iter().map(|&label| label.to_owned()).collect(), rows.iter().map(values).collect())
    }

    #[test]
    fn refuses_what_is_no_distance() {
        let two = ["flu", "cold"];
        assert_eq!(matrix(&[], &[]), Err(MatrixError::Empty));
        assert_eq!(matrix(&two, &[&["0", "1"]]), Err(MatrixError::Rows { labels: 2, rows: 1 }));
        assert!(matches!(matrix(&two, &[&["0", "1"], &["1"]]), Err(MatrixError::Ragged { row: 2, found: 1, .. })));
        assert_eq!(matrix(&["a", "a"], &[&["0", "1"], &["1", "0"]]), Err(MatrixError::Repeated("a".to_owned())));
        assert!(matches!(matrix(&two, &[&["0", "-1"], &["-1", "0"]]), Err(MatrixError::Negative { .. })));
        assert_eq!(matrix(&two, &[&["0", "1"], &["1", "1"]]), Err(MatrixError::Diagonal("cold".to_owned())));
        let message = matrix(&two, &[&["0", "1"], &["2", "0"]]).unwrap_err().to_string();
        assert_eq!(
            message,
            "the distance from `flu` to `cold` is 1, that from `cold` to `flu` is 2: they must be equal"
        );
    }

    #[test]
    fn a_shorter_detour_makes_no_metric() {
        let far = matrix(&["a", "b", "c"], &[&["0", "1", "3"], &["1", "0", "1"], &["3", "1", "0"]]).unwrap();
        assert!(!ByMatrix::new(far).is_metric());
        let near = matrix(&["a", "b", "c"], &[&["0", "1", "2"], &["1", "0", "1"], &["2", "1", "0"]]).unwrap();
        assert!(ByMatrix::new(near).is_metric());
    }
}
