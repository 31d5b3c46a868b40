//! Presolve: the same lattice points with fewer variables and rows.
//!
//! # Idea
//! | what | becomes |
//! |---|---|
//! | a row and its opposite with the same bound (an equality) with a coefficient ±1 | that variable, written as the others |
//! | a variable whose bounds meet | its value |
//! | rows with the same coefficients | the tightest |
//! | a row that the bounds alone keep, an order that follows from others | nothing |
//! | variables that no row connects | blocks, each walked by itself |
//!
//! Every replacement is exact over the integers, so that the points inside are the same ones; [`Presolved::expand`] gives
//! all variables back.
//!
//! # Cost
//! Sorting the rows; an equality costs the square of its length for every row that it enters.

use std::collections::BTreeMap;

use super::blocks::blocks_in_order;
use super::orders::Orders;
use super::polytope::{Inequality, Polytope, TooWide};

/// What a variable of the whole became.
#[derive(Clone, Debug)]
enum Became {
    Variable(u32),
    Fixed(i64),
    /// `constant + Σ coefficient · x`, over variables of the whole.
    Sum(i64, Vec<(u32, i64)>),
}

/// A smaller polytope and the way back.
#[derive(Clone, Debug)]
pub struct Presolved {
    /// What is left.
    pub polytope: Polytope,
    /// Blocks of connected variables, as ranges of its variables.
    pub blocks: Vec<(u32, u32)>,
    became: Vec<Became>,
    /// For each variable that is left, which it was.
    was: Vec<u32>,
}

impl Presolved {
    /// Makes bounds and rows smaller. Fails when sums could leave 64 bits.
    pub fn new(low: &[i64], high: &[i64], rows: Vec<Inequality>) -> Result<Self, TooWide> {
        let mut work = Work { low: low.to_vec(), high: high.to_vec(), became: vec![None; low.len()], rows };
        work.fix();
        work.merge();
        while work.eliminate()? {
            work.merge();
        }
        work.drop_redundant();
        work.finish()
    }

    /// Leaves all rows as they are: only variables whose bounds meet go. Fails when sums could leave 64 bits.
    pub fn as_printed(low: &[i64], high: &[i64], rows: Vec<Inequality>) -> Result<Self, TooWide> {
        let mut work = Work { low: low.to_vec(), high: high.to_vec(), became: vec![None; low.len()], rows };
        work.fix();
        work.finish()
    }

    /// What is left of a point of the whole.
    pub fn reduce(&self, whole: &[i64]) -> Vec<i64> {
        self.was.iter().map(|&at| whole[at as usize]).collect()
    }

    /// A point of the whole from what is left.
    pub fn expand(&self, point: &[i64]) -> Vec<i64> {
        let mut whole = vec![0i64; self.became.len()];
        for (at, became) in self.became.iter().enumerate() {
            match became {
                Became::Variable(variable) => whole[at] = point[*variable as usize],
                Became::Fixed(value) => whole[at] = *value,
                Became::Sum(..) => {}
            }
        }
        // Sums were made one after the other and may hold earlier ones only through rows, never through each other.
        for (at, became) in self.became.iter().enumerate() {
            if let Became::Sum(constant, terms) = became {
                whole[at] = constant + terms.iter().map(|&(other, c)| c * whole[other as usize]).sum::<i64>();
            }
        }
        whole
    }

    /// Marks of variables that are left, carried to the whole; others have none.
    pub fn marked(&self, marks: &[i64]) -> Vec<i64> {
        let mark = |became: &Became| match became {
            Became::Variable(variable) => marks[*variable as usize],
            _ => 0,
        };
        self.became.iter().map(mark).collect()
    }

    /// Variables of the whole that cannot have another value.
    pub fn fixed(&self) -> usize {
        self.became.iter().filter(|became| matches!(became, Became::Fixed(_))).count()
    }
}

struct Work {
    low: Vec<i64>,
    high: Vec<i64>,
    became: Vec<Option<Became>>,
    rows: Vec<Inequality>,
}

impl Work {
    /// Variables whose bounds meet are put into the rows as numbers.
    fn fix(&mut self) {
        for at in 0..self.low.len() {
            if self.low[at] == self.high[at] {
                self.became[at] = Some(Became::Fixed(self.low[at]));
            }
        }
        for row in &mut self.rows {
            let mut most = row.most;
            row.terms.retain(|&(at, coefficient)| match self.became[at as usize] {
                Some(Became::Fixed(value)) => {
                    most -= coefficient * value;
                    false
                }
                _ => true,
            });
            row.most = most;
        }
    }

    /// Of rows with the same coefficients the tightest; rows without any go.
    fn merge(&mut self) {
        let mut tightest: BTreeMap<Vec<(u32, i64)>, i64> = BTreeMap::new();
        for row in self.rows.drain(..).filter(|row| !row.terms.is_empty()) {
            let (terms, most) = divided(row);
            tightest.entry(terms).and_modify(|found| *found = most.min(*found)).or_insert(most);
        }
        self.rows = tightest.into_iter().map(|(terms, most)| Inequality { terms, most }).collect();
    }

    /// Takes one equality with a coefficient ±1 and writes that variable as the others.
    fn eliminate(&mut self) -> Result<bool, TooWide> {
        let Some((row, place)) = self.find_equality() else { return Ok(false) };
        let equality = self.rows[row].clone();
        let (gone, sign) = equality.terms[place];
        // sign · x = most − Σ others, so x = sign · most − Σ sign · c · others.
        let others: Vec<(u32, i64)> =
            equality.terms.iter().filter(|term| term.0 != gone).map(|&(at, c)| (at, -sign * c)).collect();
        let constant = sign * equality.most;
        for row in &mut self.rows {
            if let Some(&(_, c)) = row.terms.iter().find(|term| term.0 == gone) {
                let mut terms: Vec<(u32, i64)> = row.terms.iter().filter(|term| term.0 != gone).copied().collect();
                for &(at, other) in &others {
                    terms.push((at, c.checked_mul(other).ok_or(TooWide)?));
                }
                let most = c.checked_mul(constant).and_then(|moved| row.most.checked_sub(moved)).ok_or(TooWide)?;
                *row = Inequality::new(terms, most);
            }
        }
        for became in self.became.iter_mut().flatten() {
            substitute(became, gone, constant, &others);
        }
        let at = gone as usize;
        let negative = others.iter().map(|&(at, c)| (at, -c)).collect();
        self.rows.push(Inequality::new(others.clone(), self.high[at] - constant));
        self.rows.push(Inequality::new(negative, constant - self.low[at]));
        self.became[at] = Some(Became::Sum(constant, others));
        Ok(true)
    }

    /// A row whose opposite stands there with the opposite bound, and the place of a coefficient ±1 in it.
    fn find_equality(&self) -> Option<(usize, usize)> {
        self.rows.iter().enumerate().find_map(|(at, row)| {
            let place = row.terms.iter().position(|&(_, c)| c.abs() == 1)?;
            let opposite: Vec<(u32, i64)> = row.terms.iter().map(|&(at, c)| (at, -c)).collect();
            let found = self.rows.binary_search_by(|other| other.terms.cmp(&opposite)).ok()?;
            (self.rows[found].most == -row.most).then_some((at, place))
        })
    }

    /// Rows that hold wherever the bounds do, and orders that follow from others.
    fn drop_redundant(&mut self) {
        let (low, high) = (&self.low, &self.high);
        self.rows.retain(|row| {
            let ends = row.terms.iter().map(|&(at, c)| {
                let end = if c > 0 { high[at as usize] } else { low[at as usize] };
                i128::from(c) * i128::from(end)
            });
            ends.sum::<i128>() > i128::from(row.most)
        });
        let needed = Orders::new(self.rows.iter().map(|row| (row.terms.as_slice(), row.most))).needed();
        let mut needed = needed.into_iter();
        self.rows.retain(|_| needed.next().unwrap_or(true));
    }

    fn finish(self) -> Result<Presolved, TooWide> {
        let gone: Vec<bool> = self.became.iter().map(Option::is_some).collect();
        let order = blocks_in_order(&gone, &self.rows);
        let mut number = vec![u32::MAX; self.became.len()];
        order.iter().flatten().enumerate().for_each(|(new, &old)| number[old as usize] = new as u32);
        let mut blocks = Vec::with_capacity(order.len());
        let mut start = 0;
        for block in &order {
            blocks.push((start, start + block.len() as u32));
            start += block.len() as u32;
        }
        let was: Vec<u32> = order.into_iter().flatten().collect();
        let rename = |row: &Inequality| {
            Inequality::new(row.terms.iter().map(|&(at, c)| (number[at as usize], c)).collect(), row.most)
        };
        let rows: Vec<Inequality> = self.rows.iter().map(rename).collect();
        let bounds = |of: &[i64]| was.iter().map(|&at| of[at as usize]).collect::<Vec<i64>>();
        let polytope = Polytope::new(bounds(&self.low), bounds(&self.high), &rows)?;
        let became = self.became.into_iter().zip(&number);
        let became = became.map(|(became, &number)| became.unwrap_or(Became::Variable(number))).collect();
        Ok(Presolved { polytope, blocks, became, was })
    }
}

/// Divided by the common divisor of the coefficients, the bound rounded down: the same integer points.
fn divided(row: Inequality) -> (Vec<(u32, i64)>, i64) {
    let divisor = row.terms.iter().fold(0i64, |g, &(_, c)| gcd(g, c.abs()));
    if divisor <= 1 {
        return (row.terms, row.most);
    }
    let terms = row.terms.into_iter().map(|(at, c)| (at, c / divisor)).collect();
    (terms, row.most.div_euclid(divisor))
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn substitute(became: &mut Became, gone: u32, constant: i64, others: &[(u32, i64)]) {
    let Became::Sum(base, terms) = became else { return };
    let Some(&(_, c)) = terms.iter().find(|term| term.0 == gone) else { return };
    let mut all: Vec<(u32, i64)> = terms.iter().filter(|term| term.0 != gone).copied().collect();
    all.extend(others.iter().map(|&(at, other)| (at, c * other)));
    *base += c * constant;
    *terms = Inequality::new(all, 0).terms;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn points(low: &[i64], high: &[i64]) -> Vec<Vec<i64>> {
        low.iter().zip(high).fold(vec![Vec::new()], |points, (&low, &high)| {
            let longer = |point: Vec<i64>| (low..=high).map(move |x| point.iter().copied().chain([x]).collect());
            points.into_iter().flat_map(longer).collect()
        })
    }

    proptest! {
        /// The points of the smaller polytope, expanded, are exactly the points of the whole.
        #[test]
        fn the_same_points(
            bounds in prop::collection::vec((-2i64..3, 0i64..3), 4),
            rows in prop::collection::vec((prop::collection::vec((0u32..4, -2i64..3), 1..4), -3i64..4, any::<bool>()), 0..5),
        ) {
            let low: Vec<i64> = bounds.iter().map(|b| b.0).collect();
            let high: Vec<i64> = bounds.iter().map(|b| b.0 + b.1).collect();
            let mut all = Vec::new();
            for (terms, most, equality) in rows {
                let row = Inequality::new(terms, most);
                if equality {
                    all.push(Inequality { terms: row.terms.iter().map(|&(at, c)| (at, -c)).collect(), most: -most });
                }
                all.push(row);
            }
            // A row without variables that is false makes the whole empty; originals never have one.
            prop_assume!(all.iter().all(|row| !row.terms.is_empty()));
            let whole = Polytope::new(low.clone(), high.clone(), &all).unwrap();
            let mut inside: Vec<Vec<i64>> = points(&low, &high).into_iter().filter(|p| whole.contains(p)).collect();
            prop_assume!(!inside.is_empty());
            let small = Presolved::new(&low, &high, all).unwrap();
            let body = &small.polytope;
            let found = points(body.low(), body.high()).into_iter().filter(|p| body.contains(p));
            let mut expanded: Vec<Vec<i64>> = found.map(|p| small.expand(&p)).collect();
            prop_assert!(inside.iter().all(|p| small.expand(&small.reduce(p)) == *p));
            inside.sort();
            expanded.sort();
            prop_assert_eq!(inside, expanded);
        }
    }

    proptest! {
        /// Also where localities make orders of orders.
        #[test]
        fn the_same_points_with_localities(mut values in prop::collection::hash_set(0i64..7, 3..5)) {
            let mut sorted: Vec<i64> = values.drain().collect();
            sorted.sort_unstable();
            let (low, high) = (vec![0; sorted.len()], vec![6; sorted.len()]);
            let rows: Vec<Inequality> =
                crate::walk::localities::localities(&sorted).iter().flat_map(crate::walk::properties::of_locality).collect();
            let whole = Polytope::new(low.clone(), high.clone(), &rows).unwrap();
            let small = Presolved::new(&low, &high, rows).unwrap();
            for point in points(&low, &high) {
                prop_assert_eq!(whole.contains(&point), small.polytope.contains(&small.reduce(&point)));
            }
        }
    }

    #[test]
    fn blocks_are_told_apart() {
        let row = |a, b| Inequality::new(vec![(a, 1), (b, -1)], 0);
        let small = Presolved::new(&[0; 5], &[9, 9, 9, 9, 0], vec![row(0, 2), row(0, 2), row(1, 3)]).unwrap();
        assert_eq!(
            (small.blocks.as_slice(), small.polytope.rows(), small.fixed()),
            ([(0, 2), (2, 4)].as_slice(), 2, 1)
        );
        assert_eq!(small.expand(&[1, 2, 3, 4]), [1, 3, 2, 4, 0]);
    }
}
