//! From a segment and a recipe to bounds and rows, and to the statements that they stand for.
//!
//! # Idea
//! Variables are the distinct values in ascending order (ties collapsed) or the rows in ascending order (ties relaxed).
//! The original is a point of the system by construction, and this is checked in integers.

use super::localities::localities;
use super::polytope::Inequality;
use super::properties;
use super::recipe::{Fraction, Preserve, Recipe, Segment, Ties};
use super::select::select;
use super::statement::Statement;
use crate::chance::Chance;

/// Bounds, rows, and what they say.
pub(crate) struct System {
    /// The variable of each place of the segment.
    pub variable: Vec<u32>,
    pub values: Vec<i64>,
    pub low: Vec<i64>,
    pub high: Vec<i64>,
    pub rows: Vec<Inequality>,
    pub statements: Vec<Statement>,
    pub localities: usize,
    pub kept: usize,
    pub ties: usize,
}

impl System {
    pub fn new(segment: &Segment, recipe: &Recipe, chance: &mut Chance) -> Self {
        let mut system = Self::variables(segment, recipe.ties);
        system.keep_localities(recipe, chance);
        for &preserve in &recipe.preserve {
            system.keep(preserve);
        }
        for row in &segment.linear {
            system.statements.push(Statement::AtMost { terms: row.terms.clone(), most: row.most });
            let terms = row.terms.iter().map(|&(place, c)| (system.variable[place as usize], c)).collect();
            system.rows.push(Inequality::new(terms, row.most));
        }
        system
    }

    /// Equal values share a variable, or do not.
    fn variables(segment: &Segment, ties: Ties) -> Self {
        let n = segment.values.len();
        let mut order: Vec<u32> = (0..n as u32).collect();
        order.sort_by_key(|&place| segment.values[place as usize]);
        let mut system = Self {
            variable: vec![0; n],
            values: Vec::new(),
            low: Vec::new(),
            high: Vec::new(),
            rows: Vec::new(),
            statements: Vec::new(),
            localities: 0,
            kept: 0,
            ties: 0,
        };
        let mut before: Option<u32> = None;
        for &place in &order {
            let at = place as usize;
            let (value, low, high) = (segment.values[at], segment.low[at], segment.high[at]);
            match (before, system.values.last()) {
                (Some(one), Some(&last)) if ties == Ties::Collapse && last == value => {
                    let variable = system.values.len() - 1;
                    system.low[variable] = system.low[variable].max(low);
                    system.high[variable] = system.high[variable].min(high);
                    system.statements.push(Statement::Equal { one, other: place });
                }
                _ => {
                    system.values.push(value);
                    system.low.push(low);
                    system.high.push(high);
                }
            }
            before = Some(place);
            system.variable[at] = system.values.len() as u32 - 1;
        }
        system
    }

    /// For each variable a place that has it.
    fn places(&self) -> Vec<u32> {
        let mut places = vec![0; self.values.len()];
        self.variable.iter().enumerate().for_each(|(place, &variable)| places[variable as usize] = place as u32);
        places
    }

    fn keep_localities(&mut self, recipe: &Recipe, chance: &mut Chance) {
        let mut all = localities(&self.values);
        self.localities = all.len();
        if recipe.ties == Ties::Relax {
            all.retain(|locality| !locality.tie);
        }
        let kept = select(&all, recipe.share.of(all.len()), chance);
        let places = self.places();
        for locality in &kept {
            self.rows.extend(properties::of_locality(locality));
            self.statements.extend(Statement::of_locality(locality, &|at| places[at as usize]));
        }
        self.kept = kept.len();
        self.ties = kept.iter().filter(|locality| locality.tie).count();
    }

    fn keep(&mut self, preserve: Preserve) {
        match preserve {
            Preserve::Order => self.keep_order(),
            Preserve::Sum(tolerance) => self.keep_sum(tolerance.times(1)),
            Preserve::Mean(tolerance) => self.keep_sum(tolerance.times(self.variable.len() as u64)),
            Preserve::Ratio(tolerance) => self.keep_ratios(tolerance),
        }
    }

    fn keep_order(&mut self) {
        let places = self.places();
        for at in 1..self.values.len() as u32 {
            // Equal values that may part have no order to keep.
            if self.values[at as usize - 1] < self.values[at as usize] {
                let (low, high) = (places[at as usize - 1], places[at as usize]);
                self.rows.push(properties::below(at - 1, at));
                self.statements.push(Statement::Ordered { low, high });
            }
        }
    }

    fn keep_sum(&mut self, tolerance: i64) {
        let sum: i64 = self.variable.iter().map(|&at| self.values[at as usize]).sum();
        for sign in [1, -1] {
            let most = sign * sum + tolerance;
            let terms: Vec<(u32, i64)> = (0..self.variable.len() as u32).map(|place| (place, sign)).collect();
            let rows = self.variable.iter().map(|&variable| (variable, sign)).collect();
            self.rows.push(Inequality::new(rows, most));
            self.statements.push(Statement::AtMost { terms, most });
        }
    }

    /// `d_i · x_j` between `(1 − t)` and `(1 + t)` times `d_j · x_i`.
    fn keep_ratios(&mut self, tolerance: Fraction) {
        let places = self.places();
        let (upper, lower) = (tolerance.upper as i64, tolerance.lower as i64);
        for at in 1..self.values.len() {
            let (small, large) = (self.values[at - 1], self.values[at]);
            if small <= 0 || small == large {
                continue;
            }
            let variables = (at as u32 - 1, at as u32);
            let held = (places[at - 1], places[at]);
            for (x_i, x_j) in [(-large * (lower + upper), small * lower), (large * (lower - upper), -small * lower)] {
                self.rows.push(Inequality::new(vec![(variables.0, x_i), (variables.1, x_j)], 0));
                self.statements.push(Statement::AtMost { terms: vec![(held.0, x_i), (held.1, x_j)], most: 0 });
            }
        }
    }
}
