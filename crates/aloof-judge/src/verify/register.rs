//! The register view: for every centre c, `count · m ≤ |G|`, where count is the tuples of G in I(c), whether or not c occurs.
//!
//! Of all centres those suffice whose interval starts at a value of the group. Take any interval and move its centre up until
//! the lower end meets the least value in it: no value is lost at the lower end, and none at the upper, which moves up, too.

use aloof_principles::{Neighbourhood, Register};
use num_rational::BigRational;
use num_traits::One;

use super::epsilon_m::ends;
use super::{Literal, Value, share};

pub(super) fn judge(rule: &Register, group: &[Value]) -> Literal {
    let values: Vec<&BigRational> = group.iter().map(Value::number).collect();
    let intervals = intervals(rule.neighbourhood(), &values);
    let crowds: Vec<usize> = values.iter().map(|x| most_beside(x, &intervals)).collect();
    let tuple_holds: Vec<bool> = crowds.iter().map(|crowd| crowd * rule.m() as usize <= group.len()).collect();
    Literal {
        measures: crowds.iter().map(|&crowd| share(crowd, group.len())).collect(),
        holds: tuple_holds.iter().all(|&holds| holds),
        tuple_holds,
        at_least: false,
    }
}

/// An interval I(c), by its ends, and how many values it holds.
struct Interval {
    ends: (BigRational, BigRational),
    count: usize,
}

impl Interval {
    fn holds(&self, x: &BigRational) -> bool {
        *x >= self.ends.0 && *x <= self.ends.1
    }
}

/// For every value the interval that starts at it.
fn intervals(neighbourhood: Neighbourhood, values: &[&BigRational]) -> Vec<Interval> {
    let from = |start: &&BigRational| {
        let mut interval = Interval { ends: ends(neighbourhood, &centre(neighbourhood, start)), count: 0 };
        interval.count = values.iter().filter(|y| interval.holds(y)).count();
        interval
    };
    values.iter().map(from).collect()
}

/// The most values in one of the intervals that hold `x`.
fn most_beside(x: &BigRational, intervals: &[Interval]) -> usize {
    intervals.iter().filter(|interval| interval.holds(x)).map(|interval| interval.count).max().unwrap_or(0)
}

/// The most values in an interval I(c) that holds `x`, over all centres c.
pub(super) fn crowd(neighbourhood: Neighbourhood, x: &BigRational, values: &[&BigRational]) -> usize {
    most_beside(x, &intervals(neighbourhood, values))
}

/// The c whose interval I(c) starts at `start`.
pub(super) fn centre(neighbourhood: Neighbourhood, start: &BigRational) -> BigRational {
    match (neighbourhood.share(), neighbourhood.lengths()) {
        (Some(epsilon), _) => start / (BigRational::one() - epsilon.to_ratio().to_big()),
        (None, lengths) => start + lengths.expect("not relative").0.to_ratio().to_big(),
    }
}
