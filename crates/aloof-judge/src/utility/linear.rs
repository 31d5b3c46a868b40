//! Systems of linear equations with a symmetric matrix, by Cholesky's factors.
//!
//! A column that the ones before it determine is left out: its unknown is not determined.
//!
//! # Cost
//! `O(p³)` for p unknowns.

/// A matrix A = L · Lᵀ.
pub(super) struct Factor {
    lower: Vec<Vec<f64>>,
    /// Which unknowns are determined.
    pub kept: Vec<bool>,
}

/// Less than this share of a diagonal is what rounding leaves of nothing.
const NOTHING: f64 = 1e-10;

impl Factor {
    /// Of the lower half of a symmetric matrix.
    pub fn of(matrix: &[Vec<f64>]) -> Self {
        let size = matrix.len();
        let (mut lower, mut kept) = (vec![vec![0.0; size]; size], vec![false; size]);
        for row in 0..size {
            for column in 0..=row {
                let known: f64 = (0..column).map(|at| lower[row][at] * lower[column][at]).sum();
                let left = matrix[row][column] - known;
                if row == column {
                    kept[row] = left > NOTHING * matrix[row][row].abs() && left > 0.0;
                    lower[row][row] = if kept[row] { left.sqrt() } else { 0.0 };
                } else if kept[column] {
                    lower[row][column] = left / lower[column][column];
                }
            }
        }
        Self { lower, kept }
    }

    /// The x for which A · x = `right`; 0 where it is not determined.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let size = right.len();
        let mut x = vec![0.0; size];
        for row in (0..size).filter(|&row| self.kept[row]) {
            let known: f64 = (0..row).map(|at| self.lower[row][at] * x[at]).sum();
            x[row] = (right[row] - known) / self.lower[row][row];
        }
        for row in (0..size).rev().filter(|&row| self.kept[row]) {
            let known: f64 = (row + 1..size).filter(|&at| self.kept[at]).map(|at| self.lower[at][row] * x[at]).sum();
            x[row] = (x[row] - known) / self.lower[row][row];
        }
        x
    }

    /// The diagonal of the inverse.
    pub fn inverse_diagonal(&self) -> Vec<f64> {
        let size = self.kept.len();
        let one = |at: usize| {
            let mut unit = vec![0.0; size];
            unit[at] = 1.0;
            self.solve(&unit)[at]
        };
        (0..size).map(one).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_hand() {
        // 4x + 2y = 8, 2x + 3y = 8: x = 1, y = 2; the determinant is 8.
        let factor = Factor::of(&[vec![4.0, 0.0], vec![2.0, 3.0]]);
        let x = factor.solve(&[8.0, 8.0]);
        assert!((x[0] - 1.0).abs() < 1e-12 && (x[1] - 2.0).abs() < 1e-12);
        let diagonal = factor.inverse_diagonal();
        assert!((diagonal[0] - 3.0 / 8.0).abs() < 1e-12 && (diagonal[1] - 0.5).abs() < 1e-12);
        // The second says what the first says.
        let double = Factor::of(&[vec![1.0, 0.0, 0.0], vec![2.0, 4.0, 0.0], vec![0.0, 0.0, 1.0]]);
        assert_eq!(
            (double.kept.as_slice(), double.solve(&[1.0, 2.0, 5.0])),
            (&[true, false, true][..], vec![1.0, 0.0, 5.0])
        );
    }
}
