//! The shape of a body: Dikin's ellipsoid, or the covariance of draws in its place.
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
//! `O(n³)` for the ellipsoid, `O(draws · n² + n³)` for draws.

use super::body::Term;
use super::interior::Centre;
use super::linear::{Cholesky, dot};

/// A symmetric matrix `C` and its factor.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    n: usize,
    /// All of it, line by line.
    spread: Vec<f64>,
    factor: Cholesky,
}

impl Shape {
    /// From the lower half; `None` when it is not positive definite.
    fn new(mut spread: Vec<f64>, n: usize) -> Option<Self> {
        let factor = Cholesky::factor(spread.clone(), n)?;
        for row in 0..n {
            (0..row).for_each(|column| spread[column * n + row] = spread[row * n + column]);
        }
        Some(Self { n, spread, factor })
    }

    /// The inverse of a Hessian that was factored.
    pub fn inverse_of(hessian: &Cholesky, n: usize) -> Option<Self> {
        Self::new(hessian.inverse(), n)
    }

    fn line(&self, row: usize) -> &[f64] {
        &self.spread[row * self.n..(row + 1) * self.n]
    }

    /// `C·a / length`.
    pub fn normal(&self, a: &[Term], length: f64) -> Vec<f64> {
        let mut normal = vec![0.0; self.n];
        for term in a {
            let times = term.coefficient / length;
            normal.iter_mut().zip(self.line(term.at as usize)).for_each(|(sum, x)| *sum += times * x);
        }
        normal
    }

    /// `√(aᵀ·C·a)`.
    pub fn length(&self, a: &[Term]) -> f64 {
        let along = |term: &Term| {
            let line = self.line(term.at as usize);
            term.coefficient * a.iter().map(|other| other.coefficient * line[other.at as usize]).sum::<f64>()
        };
        a.iter().map(along).sum::<f64>().sqrt()
    }

    /// The logarithm of the volume of a body with this covariance, taken for a parallelepiped.
    pub fn log_volume(&self) -> f64 {
        let side = 0.5 * 12f64.ln();
        (0..self.n).map(|at| self.factor.diagonal(at).ln() + side).sum()
    }

    /// `C·x`.
    pub fn times(&self, x: &[f64]) -> Vec<f64> {
        (0..self.n).map(|row| dot(self.line(row), x)).collect()
    }

    /// From a vector in round coordinates to the original ones, in place.
    pub fn stretch(&self, x: &mut [f64]) {
        self.factor.multiply(x);
    }
}

impl Centre {
    /// The same point with the shape of these draws, each of all variables, one after the other.
    pub fn reshaped(&self, draws: &[f64]) -> Option<Self> {
        let n = self.point.len();
        let count = draws.len() / n.max(1);
        if count < 2 {
            return None;
        }
        let mut covariance = covariance(draws, n, count);
        let dikin = &self.shape.spread;
        let spread = |matrix: &[f64]| (0..n).map(|at| matrix[at * n + at]).sum::<f64>();
        let trust = count as f64 / (count + n) as f64;
        let towards = (1.0 - trust) * spread(&covariance) / spread(dikin);
        covariance.iter_mut().zip(dikin).for_each(|(found, dikin)| *found = trust * *found + towards * dikin);
        let shape = Shape::new(covariance, n)?;
        let round = self.met().map(|round| round.watched(&shape));
        Some(Self::new(self.point.clone(), shape, round))
    }
}

/// The lower half.
fn covariance(draws: &[f64], n: usize, count: usize) -> Vec<f64> {
    let mut mean = vec![0.0; n];
    for draw in draws.chunks_exact(n) {
        mean.iter_mut().zip(draw).for_each(|(sum, x)| *sum += x / count as f64);
    }
    let mut covariance = vec![0.0; n * n];
    let mut apart = vec![0.0; n];
    for draw in draws.chunks_exact(n) {
        apart.iter_mut().zip(draw).zip(&mean).for_each(|((apart, x), mean)| *apart = x - mean);
        for row in 0..n {
            let scaled = apart[row] / count as f64;
            let into = &mut covariance[row * n..=row * n + row];
            into.iter_mut().zip(&apart).for_each(|(sum, x)| *sum += scaled * x);
        }
    }
    covariance
}
