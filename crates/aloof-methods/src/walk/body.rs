//! A polytope as walks over real numbers see it: the same rows and bounds, in floating point.
//!
//! What a walk over reals reaches is never published as it is: it is put on the lattice and judged there in integers.

use super::Polytope;
use super::orders::Orders;

/// A coefficient and where it stands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Term {
    pub at: u32,
    pub coefficient: f64,
}

/// Bounds and rows.
#[derive(Clone, Debug)]
pub struct Body {
    pub(crate) low: Vec<f64>,
    pub(crate) high: Vec<f64>,
    pub(crate) most: Vec<f64>,
    row_starts: Vec<u32>,
    row_terms: Vec<Term>,
    /// Variables whose upper bound does not follow from that of a value above them.
    pub(crate) tops: Vec<u32>,
    /// Variables whose lower bound does not follow from that of a value below them.
    pub(crate) bottoms: Vec<u32>,
}

impl From<&Polytope> for Body {
    fn from(polytope: &Polytope) -> Self {
        let floats = |numbers: &[i64]| numbers.iter().map(|&x| x as f64).collect::<Vec<f64>>();
        let mut body = Self {
            low: floats(polytope.low()),
            high: floats(polytope.high()),
            most: floats(polytope.most()),
            row_starts: vec![0],
            row_terms: Vec::new(),
            tops: Vec::new(),
            bottoms: Vec::new(),
        };
        let term = |&(at, c): &(u32, i64)| Term { at, coefficient: c as f64 };
        for row in 0..polytope.rows() {
            body.row_terms.extend(polytope.row(row).iter().map(term));
            body.row_starts.push(body.row_terms.len() as u32);
        }
        body.find_ends(polytope);
        body
    }
}

impl Body {
    /// Only orders from smaller to larger places count, so that no two bounds lean on each other.
    fn find_ends(&mut self, polytope: &Polytope) {
        let n = polytope.dimensions();
        let (mut top, mut bottom) = (vec![true; n], vec![true; n]);
        let rows = (0..polytope.rows()).map(|row| (polytope.row(row), polytope.most()[row]));
        for (a, b) in Orders::new(rows).all().into_iter().filter(|(a, b)| a < b) {
            let (a, b) = (a as usize, b as usize);
            top[a] &= polytope.high()[b] > polytope.high()[a];
            bottom[b] &= polytope.low()[a] < polytope.low()[b];
        }
        let which = |marks: &[bool]| (0..n as u32).filter(|&at| marks[at as usize]).collect();
        (self.tops, self.bottoms) = (which(&top), which(&bottom));
    }

    /// How many variables.
    pub fn dimensions(&self) -> usize {
        self.low.len()
    }

    /// How many rows beside the bounds.
    pub fn rows(&self) -> usize {
        self.most.len()
    }

    pub(crate) fn row(&self, row: usize) -> &[Term] {
        &self.row_terms[self.row_starts[row] as usize..self.row_starts[row + 1] as usize]
    }

    /// A row's sum at a point.
    pub(crate) fn sum(&self, row: usize, point: &[f64]) -> f64 {
        self.row(row).iter().map(|term| term.coefficient * point[term.at as usize]).sum()
    }

    /// For every row, what is left.
    pub(crate) fn slacks(&self, point: &[f64]) -> Vec<f64> {
        (0..self.rows()).map(|row| self.most[row] - self.sum(row, point)).collect()
    }

    /// Whether a point lies strictly inside.
    pub fn holds_inside(&self, point: &[f64]) -> bool {
        let bounded = point.iter().zip(&self.low).zip(&self.high).all(|((x, low), high)| low < x && x < high);
        bounded && (0..self.rows()).all(|row| self.sum(row, point) < self.most[row])
    }

    /// How far one can go from `point` along `direction`, backward and forward.
    pub(crate) fn chord(&self, point: &[f64], slacks: &[f64], direction: &[f64]) -> (f64, f64) {
        let (mut back, mut forth) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut limit = |slack: f64, speed: f64| {
            if speed > 0.0 {
                forth = forth.min(slack / speed);
            } else if speed < 0.0 {
                back = back.max(slack / speed);
            }
        };
        for at in 0..point.len() {
            limit(self.high[at] - point[at], direction[at]);
            limit(point[at] - self.low[at], -direction[at]);
        }
        for (row, &slack) in slacks.iter().enumerate() {
            limit(slack, self.sum(row, direction));
        }
        (back.min(0.0), forth.max(0.0))
    }
}
