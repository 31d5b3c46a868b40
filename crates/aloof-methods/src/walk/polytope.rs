//! The polytope of all columns that keep the properties: integer inequalities over integer bounds.
//!
//! # Definition
//! `{ x : low ≤ x ≤ high, Σ c_i·x_i ≤ most for every row }`. Values are counted in the column's unit, so all numbers are
//! integers and whether a point lies inside is decided exactly.
//!
//! # Idea
//! Rows touch few values: both the rows and, for each value, the rows that touch it are stored sparsely. A width check
//! on entry guarantees that no later sum leaves 64 bits.
//!
//! # Cost
//! Linear in the number of terms.

/// `Σ coefficient · x[variable] ≤ most`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inequality {
    /// Variables, each once, and their coefficients, none zero.
    pub terms: Vec<(u32, i64)>,
    /// The most that the sum may be.
    pub most: i64,
}

impl Inequality {
    /// Adds up the terms of equal variables and leaves out those that cancel.
    pub fn new(mut terms: Vec<(u32, i64)>, most: i64) -> Self {
        terms.sort_unstable_by_key(|&(variable, _)| variable);
        let mut merged: Vec<(u32, i64)> = Vec::with_capacity(terms.len());
        for (variable, coefficient) in terms {
            match merged.last_mut() {
                Some(last) if last.0 == variable => last.1 += coefficient,
                _ => merged.push((variable, coefficient)),
            }
        }
        merged.retain(|&(_, coefficient)| coefficient != 0);
        Self { terms: merged, most }
    }

    /// `most − Σ c·x`: not negative exactly when `point` keeps the row.
    pub fn slack(&self, point: &[i64]) -> i128 {
        let sum: i128 = self.terms.iter().map(|&(at, c)| i128::from(c) * i128::from(point[at as usize])).sum();
        i128::from(self.most) - sum
    }
}

/// Numbers so large that sums of them leave 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("its values or coefficients are too large for exact sums in 64 bits")]
pub struct TooWide;

/// Lists of (index, coefficient), one after the other.
#[derive(Clone, Debug, Default)]
struct Sparse {
    starts: Vec<u32>,
    entries: Vec<(u32, i64)>,
}

impl Sparse {
    fn list(&self, at: usize) -> &[(u32, i64)] {
        &self.entries[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// The same entries by their index.
    fn transposed(&self, len: usize) -> Self {
        let mut starts = vec![0u32; len + 1];
        self.entries.iter().for_each(|&(at, _)| starts[at as usize + 1] += 1);
        for at in 0..len {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut entries = vec![(0, 0); self.entries.len()];
        for row in 0..self.starts.len() - 1 {
            for &(at, coefficient) in self.list(row) {
                entries[next[at as usize] as usize] = (row as u32, coefficient);
                next[at as usize] += 1;
            }
        }
        Self { starts, entries }
    }
}

/// Bounds and rows.
#[derive(Clone, Debug)]
pub struct Polytope {
    low: Vec<i64>,
    high: Vec<i64>,
    rows: Sparse,
    columns: Sparse,
    most: Vec<i64>,
}

/// No sum in a polytope exceeds this, so that differences of two stay within 64 bits.
const WIDEST: i128 = 1 << 61;

impl Polytope {
    /// Fails when sums could leave 64 bits.
    pub fn new(low: Vec<i64>, high: Vec<i64>, inequalities: &[Inequality]) -> Result<Self, TooWide> {
        let reach = |at: usize| i128::from(low[at]).abs().max(i128::from(high[at]).abs());
        if (0..low.len()).any(|at| reach(at) > WIDEST) {
            return Err(TooWide);
        }
        let mut rows = Sparse { starts: vec![0], entries: Vec::new() };
        for row in inequalities {
            let widest: i128 = row.terms.iter().map(|&(at, c)| i128::from(c).abs() * reach(at as usize)).sum();
            if widest + i128::from(row.most).abs() > WIDEST {
                return Err(TooWide);
            }
            rows.entries.extend_from_slice(&row.terms);
            rows.starts.push(rows.entries.len() as u32);
        }
        let columns = rows.transposed(low.len());
        let most = inequalities.iter().map(|row| row.most).collect();
        Ok(Self { low, high, rows, columns, most })
    }

    /// How many variables.
    pub fn dimensions(&self) -> usize {
        self.low.len()
    }

    /// How many rows beside the bounds.
    pub fn rows(&self) -> usize {
        self.most.len()
    }

    /// The smallest value of each variable.
    pub fn low(&self) -> &[i64] {
        &self.low
    }

    /// The largest value of each variable.
    pub fn high(&self) -> &[i64] {
        &self.high
    }

    /// The most that each row's sum may be.
    pub fn most(&self) -> &[i64] {
        &self.most
    }

    /// Variables and coefficients of a row.
    pub fn row(&self, row: usize) -> &[(u32, i64)] {
        self.rows.list(row)
    }

    /// Rows that touch a variable, and its coefficient there.
    pub fn touching(&self, variable: usize) -> &[(u32, i64)] {
        self.columns.list(variable)
    }

    /// A row by itself.
    pub fn inequality(&self, row: usize) -> Inequality {
        Inequality { terms: self.row(row).to_vec(), most: self.most[row] }
    }

    /// For every row, what is left; `point` lies within the bounds.
    pub fn slacks(&self, point: &[i64]) -> Vec<i64> {
        let sum = |row| self.row(row).iter().map(|&(at, c)| c * point[at as usize]).sum::<i64>();
        (0..self.rows()).map(|row| self.most[row] - sum(row)).collect()
    }

    /// Whether a point lies inside, decided exactly.
    pub fn contains(&self, point: &[i64]) -> bool {
        let bounded = point.iter().zip(&self.low).zip(&self.high).all(|((x, low), high)| low <= x && x <= high);
        bounded && self.slacks(point).iter().all(|&slack| slack >= 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_and_columns_agree(
            rows in prop::collection::vec((prop::collection::vec((0u32..5, -3i64..4), 0..6), -9i64..10), 0..8),
            point in prop::collection::vec(-4i64..5, 5),
        ) {
            let rows: Vec<Inequality> = rows.into_iter().map(|(terms, most)| Inequality::new(terms, most)).collect();
            let body = Polytope::new(vec![-3; 5], vec![3; 5], &rows).unwrap();
            let inside = point.iter().all(|x| (-3..=3).contains(x)) && rows.iter().all(|row| row.slack(&point) >= 0);
            prop_assert_eq!(body.contains(&point), inside);
            for (at, row) in rows.iter().enumerate() {
                prop_assert_eq!(&body.inequality(at), row);
                for &(variable, coefficient) in &row.terms {
                    prop_assert!(body.touching(variable as usize).contains(&(at as u32, coefficient)));
                }
            }
            let entries: usize = (0..5).map(|at| body.touching(at).len()).sum();
            prop_assert_eq!(entries, rows.iter().map(|row| row.terms.len()).sum::<usize>());
        }
    }

    #[test]
    fn too_wide_is_refused() {
        let huge = i64::MAX / 2;
        assert!(Polytope::new(vec![0], vec![huge], &[]).is_err());
        let row = Inequality::new(vec![(0, 1 << 40)], 0);
        assert!(Polytope::new(vec![0], vec![1 << 30], &[row]).is_err());
    }
}
