//! The shape of a body, from draws: the covariance in place of Dikin's ellipsoid.
//!
//! # Idea
//! Dikin's ellipsoid knows the body only near its centre. A few hundred draws know more: with their covariance as the
//! shape, the same walk makes three to six times as many effective draws. Where draws are few the estimate is drawn
//! towards the ellipsoid, enlarged to the same mean spread.
//!
//! # Caution
//! The shape must not be changed by draws that are used later; walks begin anew after it was taken.
//!
//! # Cost
//! `O(draws · n² + n³)`.

use super::interior::Centre;
use super::linear::Cholesky;

impl Centre {
    /// The same point with the shape of these draws, each of all variables, one after the other.
    pub fn reshaped(&self, draws: &[f64]) -> Option<Self> {
        let n = self.point.len();
        let count = draws.len() / n.max(1);
        if count < 2 {
            return None;
        }
        let mut covariance = covariance(draws, n, count);
        let dikin = inverse(&self.factor, n);
        let spread = |matrix: &[f64]| (0..n).map(|at| matrix[at * n + at]).sum::<f64>();
        let trust = count as f64 / (count + n) as f64;
        let towards = (1.0 - trust) * spread(&covariance) / spread(&dikin);
        covariance.iter_mut().zip(&dikin).for_each(|(found, dikin)| *found = trust * *found + towards * dikin);
        let factor = Cholesky::factor(covariance, n)?;
        let factor = Cholesky::factor(inverse(&factor, n), n)?;
        Some(Self { point: self.point.clone(), factor })
    }
}

/// The lower half.
fn covariance(draws: &[f64], n: usize, count: usize) -> Vec<f64> {
    let mean: Vec<f64> = (0..n).map(|at| draws.iter().skip(at).step_by(n).sum::<f64>() / count as f64).collect();
    let mut covariance = vec![0.0; n * n];
    for draw in draws.chunks_exact(n) {
        let apart: Vec<f64> = draw.iter().zip(&mean).map(|(x, mean)| x - mean).collect();
        for row in 0..n {
            let scaled = apart[row] / count as f64;
            let into = &mut covariance[row * n..=row * n + row];
            into.iter_mut().zip(&apart).for_each(|(sum, x)| *sum += scaled * x);
        }
    }
    covariance
}

/// The lower half of the inverse of what was factored.
fn inverse(factor: &Cholesky, n: usize) -> Vec<f64> {
    let mut inverse = vec![0.0; n * n];
    for column in 0..n {
        let mut unit = vec![0.0; n];
        unit[column] = 1.0;
        factor.solve(&mut unit);
        (column..n).for_each(|row| inverse[row * n + column] = unit[row]);
    }
    inverse
}
