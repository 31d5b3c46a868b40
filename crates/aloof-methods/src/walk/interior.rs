//! A point strictly inside a polytope, and its analytic centre.
//!
//! # Definition
//! The analytic centre maximizes the sum of logarithms of all slacks, bounds included. Around it the Hessian `H` of that
//! sum gives Dikin's ellipsoid, which has about the shape of the body: what is thin in the body is short in it.
//!
//! # Source
//! Sonnevend 1985 for the centre; Boyd and Vandenberghe, *Convex Optimization*, 8.5 and 11.4, for both phases.
//!
//! # Idea
//! Phase one starts at a point that touches the boundary (the original data do), lets every slack grow by `t`, and
//! lowers `t` by Newton steps until it is negative. Phase two walks from there to the centre, again by Newton steps. A
//! body without interior is told by `t` that stays at zero.
//!
//! # Cost
//! Some twenty Newton steps, each `O(n³/3)` plus the squares of the rows' lengths.

use std::cell::OnceCell;

use super::body::Body;
use super::linear::Cholesky;
use super::round::Round;
use super::shape::Shape;

/// The centre, and the shape of the body around it.
pub struct Centre {
    /// The analytic centre.
    pub point: Vec<f64>,
    pub(crate) shape: Shape,
    round: OnceCell<Round>,
}

/// Newton steps before giving up; each phase needs far fewer.
const MOST_STEPS: usize = 200;
/// How much of the way to the boundary a step may go.
const SHORT_OF_BOUNDARY: f64 = 0.95;
/// Newton's decrement below which a point counts as centred.
const CENTRED: f64 = 1e-3;

impl Centre {
    /// From a point inside or on the boundary; `None` when nothing lies strictly inside.
    pub fn find(body: &Body, near: &[f64]) -> Option<Self> {
        let start = strictly_inside(body, near)?;
        centre(body, start)
    }

    /// With the sides that are watched; all of them if left out.
    pub(crate) fn new(point: Vec<f64>, shape: Shape, watched: Option<Round>) -> Self {
        Self { point, shape, round: watched.map_or_else(OnceCell::new, OnceCell::from) }
    }

    /// The sides in round coordinates, if a ball has flown there.
    pub(crate) fn met(&self) -> Option<&Round> {
        self.round.get()
    }

    /// The body in the coordinates in which the shape is a ball; all chains share them.
    pub(crate) fn round(&self, body: &Body) -> &Round {
        self.round.get_or_init(|| Round::new(body, &self.shape))
    }
}

/// A point strictly inside, found from one inside or on the boundary.
pub fn strictly_inside(body: &Body, near: &[f64]) -> Option<Vec<f64>> {
    let n = body.dimensions();
    if (0..n).any(|at| body.low[at] >= body.high[at]) {
        return None;
    }
    let width = (0..n).map(|at| body.high[at] - body.low[at]).fold(f64::INFINITY, f64::min);
    if depth(body, near) > width * 1e-3 {
        return Some(near.to_vec());
    }
    let mut state = near.to_vec();
    let least = -depth(body, near);
    state.push(least.max(0.0) + 0.1 * width.min(1e12));
    let mut pull = 1.0 / state[n];
    for _ in 0..MOST_STEPS {
        crate::stop::check();
        let (step, decrement) = newton(body, &state, Some(pull))?;
        let length = damped(body, &state, &step, decrement);
        state.iter_mut().zip(&step).for_each(|(x, d)| *x += length * d);
        if state[n] < 0.0 && depth(body, &state[..n]) > 0.0 {
            state.truncate(n);
            return Some(state);
        }
        if decrement < 0.5 {
            pull *= 8.0;
            if pull * width > 1e10 {
                return None;
            }
        }
    }
    None
}

/// The least distance to a row or bound, in the row's own length; negative outside.
fn depth(body: &Body, point: &[f64]) -> f64 {
    let sides = (0..point.len()).map(|at| (point[at] - body.low[at]).min(body.high[at] - point[at]));
    let rows = (0..body.rows()).map(|row| (body.most[row] - body.sum(row, point)) / length(body, row));
    sides.chain(rows).fold(f64::INFINITY, f64::min)
}

fn length(body: &Body, row: usize) -> f64 {
    body.row(row).iter().map(|term| term.coefficient * term.coefficient).sum::<f64>().sqrt()
}

fn centre(body: &Body, mut point: Vec<f64>) -> Option<Centre> {
    for _ in 0..MOST_STEPS {
        crate::stop::check();
        let (step, decrement) = newton(body, &point, None)?;
        if decrement < CENTRED {
            break;
        }
        let length = damped(body, &point, &step, decrement);
        point.iter_mut().zip(&step).for_each(|(x, d)| *x += length * d);
    }
    let n = body.dimensions();
    let (hessian, _) = barrier(body, &point, None);
    let shape = Shape::inverse_of(&Cholesky::factor(hessian, n)?, n)?;
    Some(Centre::new(point, shape, None))
}

/// How far a variable can go inside the body, within a share `gap` of its bounds' distance: the lesser or the greater end.
///
/// This is a linear program, followed along its central path from the centre; what is returned lies at or beyond the true
/// end, never short of it.
pub fn extent(body: &Body, centre: &Centre, variable: usize, up: bool, gap: f64) -> f64 {
    let (low, high) = (body.low[variable], body.high[variable]);
    let sides = (body.rows() + 2 * body.dimensions()) as f64;
    let sign = if up { 1.0 } else { -1.0 };
    let (mut point, mut weight) = (centre.point.clone(), 10.0 / (high - low));
    loop {
        for _ in 0..MOST_STEPS {
            crate::stop::check();
            let (hessian, mut gradient) = barrier(body, &point, None);
            gradient[variable] -= sign * weight;
            gradient.iter_mut().for_each(|g| *g = -*g);
            let Some(factor) = Cholesky::factor(hessian, point.len()) else { return if up { high } else { low } };
            let mut step = gradient.clone();
            factor.solve(&mut step);
            let decrement = step.iter().zip(&gradient).map(|(d, g)| d * g).sum::<f64>().max(0.0).sqrt();
            let length = damped(body, &point, &step, decrement);
            point.iter_mut().zip(&step).for_each(|(x, d)| *x += length * d);
            if decrement < 0.25 {
                break;
            }
        }
        // On the central path the end is no farther than this.
        if sides / weight < gap * (high - low) {
            return (point[variable] + sign * sides / weight).clamp(low, high);
        }
        weight *= 12.0;
    }
}

/// The Newton step of `pull · t − Σ log(slack + t)` and its decrement; without `pull` there is no `t`.
fn newton(body: &Body, state: &[f64], pull: Option<f64>) -> Option<(Vec<f64>, f64)> {
    let (hessian, mut gradient) = barrier(body, state, pull);
    gradient.iter_mut().for_each(|g| *g = -*g);
    let factor = Cholesky::factor(hessian, state.len())?;
    let mut step = gradient.clone();
    factor.solve(&mut step);
    let decrement = step.iter().zip(&gradient).map(|(d, g)| d * g).sum::<f64>().max(0.0).sqrt();
    Some((step, decrement))
}

/// The Hessian (its lower half) and the gradient.
fn barrier(body: &Body, state: &[f64], pull: Option<f64>) -> (Vec<f64>, Vec<f64>) {
    let (n, size) = (body.dimensions(), state.len());
    let grown = if pull.is_some() { state[n] } else { 0.0 };
    let mut hessian = vec![0.0; size * size];
    let mut gradient = vec![0.0; size];
    for at in 0..n {
        for (slack, sign) in [(body.high[at] - state[at], 1.0), (state[at] - body.low[at], -1.0)] {
            let inverse = 1.0 / (slack + grown);
            gradient[at] += sign * inverse;
            hessian[at * size + at] += inverse * inverse;
            if pull.is_some() {
                gradient[n] -= inverse;
                hessian[n * size + at] -= sign * inverse * inverse;
                hessian[n * size + n] += inverse * inverse;
            }
        }
    }
    for row in 0..body.rows() {
        let long = if pull.is_some() { length(body, row) } else { 0.0 };
        let inverse = 1.0 / (body.most[row] - body.sum(row, state) + grown * long);
        for (place, term) in body.row(row).iter().enumerate() {
            let at = term.at as usize;
            let scaled = term.coefficient * inverse;
            gradient[at] += scaled;
            for other in &body.row(row)[..=place] {
                // Terms stand in the order of their variables, so this is the lower half.
                hessian[at * size + other.at as usize] += scaled * other.coefficient * inverse;
            }
            if pull.is_some() {
                hessian[n * size + at] -= scaled * long * inverse;
            }
        }
        if pull.is_some() {
            gradient[n] -= long * inverse;
            hessian[n * size + n] += long * long * inverse * inverse;
        }
    }
    if let Some(pull) = pull {
        gradient[n] += pull;
    }
    (hessian, gradient)
}

/// A full step near the centre, else a damped one that stays inside.
fn damped(body: &Body, state: &[f64], step: &[f64], decrement: f64) -> f64 {
    if decrement < 0.25 {
        return 1.0;
    }
    let n = body.dimensions();
    let (grown, growth) = if state.len() > n { (state[n], step[n]) } else { (0.0, 0.0) };
    let mut most = f64::INFINITY;
    let mut limit = |slack: f64, speed: f64| {
        if speed > 0.0 {
            most = most.min(slack / speed);
        }
    };
    for at in 0..n {
        limit(body.high[at] - state[at] + grown, step[at] - growth);
        limit(state[at] - body.low[at] + grown, -step[at] - growth);
    }
    for row in 0..body.rows() {
        let long = length(body, row);
        limit(body.most[row] - body.sum(row, state) + grown * long, body.sum(row, step) - growth * long);
    }
    // The damped step 1 / (1 + decrement) always lowers the barrier; half the way to the boundary usually does more.
    (1.0 / (1.0 + decrement)).max((0.5 * most).min(1.0)).min(SHORT_OF_BOUNDARY * most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walk::polytope::{Inequality, Polytope};

    fn body(rows: &[Inequality]) -> Body {
        Body::from(&Polytope::new(vec![0; 3], vec![100; 3], rows).unwrap())
    }

    #[test]
    fn a_corner_finds_its_way_inside() {
        // The original touches both rows and two bounds.
        let rows = [Inequality::new(vec![(0, 1), (1, -1)], 0), Inequality::new(vec![(0, -1), (1, 2), (2, -1)], 0)];
        let body = body(&rows);
        let inside = strictly_inside(&body, &[0.0, 0.0, 0.0]).unwrap();
        assert!(body.holds_inside(&inside));
        assert!(body.holds_inside(&Centre::find(&body, &[0.0, 0.0, 0.0]).unwrap().point));
    }

    #[test]
    fn a_flat_body_has_no_interior() {
        let rows = [Inequality::new(vec![(0, 1), (1, -1)], 0), Inequality::new(vec![(0, -1), (1, 1)], 0)];
        assert!(Centre::find(&body(&rows), &[5.0, 5.0, 5.0]).is_none());
    }

    #[test]
    fn ends_are_found_and_not_missed() {
        // x0 + x1 ≤ 30 and x1 ≥ x2 − 10.
        let rows = [Inequality::new(vec![(0, 1), (1, 1)], 30), Inequality::new(vec![(1, -1), (2, 1)], 10)];
        let body = body(&rows);
        let centre = Centre::find(&body, &[1.0, 1.0, 1.0]).unwrap();
        for (variable, up, end) in [(0, true, 30.0), (1, true, 30.0), (2, true, 40.0), (0, false, 0.0)] {
            let found = extent(&body, &centre, variable, up, 0.001);
            let beyond = if up { found - end } else { end - found };
            assert!((-1e-6..0.3).contains(&beyond), "{variable}: {found} for {end}");
        }
    }
}
