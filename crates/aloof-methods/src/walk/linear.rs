//! The little dense linear algebra that finding a centre takes: Cholesky's factor and its two triangular solves.
//!
//! # Cost
//! `n³/3` multiplications for the factor, `n²/2` for a solve.

/// The lower triangular `L` with `L·Lᵀ = H`, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky {
    n: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// Factors a symmetric matrix given by its lower half, row by row; `None` when it is not positive definite.
    pub fn factor(mut matrix: Vec<f64>, n: usize) -> Option<Self> {
        for row in 0..n {
            let (above, rest) = matrix.split_at_mut(row * n);
            let this = &mut rest[..n];
            for column in 0..row {
                let other = &above[column * n..=column * n + column];
                let value = (this[column] - dot(&this[..column], &other[..column])) / other[column];
                this[column] = value;
            }
            let rest = this[row] - dot(&this[..row], &this[..row]);
            if rest.is_nan() || rest <= 0.0 {
                return None;
            }
            this[row] = rest.sqrt();
        }
        Some(Self { n, lower: matrix })
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.lower[row * self.n..=row * self.n + row]
    }

    /// An entry of the diagonal.
    pub fn diagonal(&self, at: usize) -> f64 {
        self.row(at)[at]
    }

    /// `L·y = b`, in place.
    pub fn solve_lower(&self, b: &mut [f64]) {
        for at in 0..self.n {
            let row = self.row(at);
            b[at] = (b[at] - dot(&row[..at], &b[..at])) / row[at];
        }
    }

    /// `Lᵀ·x = y`, in place.
    pub fn solve_upper(&self, y: &mut [f64]) {
        for at in (0..self.n).rev() {
            let row = self.row(at);
            let x = y[at] / row[at];
            y[at] = x;
            y[..at].iter_mut().zip(row).for_each(|(y, l)| *y -= l * x);
        }
    }

    /// `L·x`, in place.
    pub fn multiply(&self, x: &mut [f64]) {
        for at in (0..self.n).rev() {
            x[at] = dot(self.row(at), &x[..=at]);
        }
    }

    /// The lower half of the inverse of what was factored, row by row.
    pub fn inverse(&self) -> Vec<f64> {
        let n = self.n;
        // Rows of the inverse of L, transposed: column after column of L⁻¹.
        let mut columns = vec![0.0; n * n];
        for column in 0..n {
            let into = &mut columns[column * n..(column + 1) * n];
            into[column] = 1.0 / self.row(column)[column];
            for at in column + 1..n {
                let row = self.row(at);
                into[at] = -dot(&row[column..at], &into[column..at]) / row[at];
            }
        }
        let mut inverse = vec![0.0; n * n];
        for row in 0..n {
            for column in 0..=row {
                let (a, b) = (&columns[row * n + row..(row + 1) * n], &columns[column * n + row..(column + 1) * n]);
                inverse[row * n + column] = dot(a, b);
            }
        }
        inverse
    }

    /// `H·x = b`, in place.
    pub fn solve(&self, b: &mut [f64]) {
        self.solve_lower(b);
        self.solve_upper(b);
    }
}

/// The sum of products, in four strands that the processor can add side by side.
pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; 4];
    let (fours, others) = (a.chunks_exact(4), b.chunks_exact(4));
    let rest: f64 = fours.remainder().iter().zip(others.remainder()).map(|(x, y)| x * y).sum();
    for (x, y) in fours.zip(others) {
        for at in 0..4 {
            sums[at] += x[at] * y[at];
        }
    }
    rest + (sums[0] + sums[1]) + (sums[2] + sums[3])
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn solves(n in 1usize..9, seed in prop::collection::vec(-1.0f64..1.0, 81), b in prop::collection::vec(-1.0f64..1.0, 9)) {
            // M·Mᵀ + 1 is positive definite.
            let entry = |i: usize, j: usize| {
                (0..n).map(|k| seed[i * 9 + k] * seed[j * 9 + k]).sum::<f64>() + f64::from(u8::from(i == j))
            };
            let matrix: Vec<f64> = (0..n * n).map(|at| entry(at / n, at % n)).collect();
            let mut x = b[..n].to_vec();
            Cholesky::factor(matrix.clone(), n).unwrap().solve(&mut x);
            for row in 0..n {
                prop_assert!((dot(&matrix[row * n..(row + 1) * n], &x) - b[row]).abs() < 1e-9);
            }
            let inverse = Cholesky::factor(matrix.clone(), n).unwrap().inverse();
            let full = |i: usize, j: usize| inverse[i.max(j) * n + i.min(j)];
            for (row, x) in x.iter().enumerate() {
                let sum: f64 = (0..n).map(|at| full(row, at) * b[at]).sum();
                prop_assert!((sum - x).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn what_is_not_positive_has_no_factor() {
        assert!(Cholesky::factor(vec![1.0, 2.0, 2.0, 1.0], 2).is_none());
    }
}
