//! For every x in G: `star · m ≤ |G|`, where star counts the tuples of G in I(x).

use aloof_principles::{EpsilonM, Neighbourhood};
use num_rational::BigRational;
use num_traits::One;

use super::{Literal, Value, share};

pub(super) fn judge(rule: &EpsilonM, group: &[Value]) -> Literal {
    let star = |x: &Value| group.iter().filter(|y| close(rule.neighbourhood(), x.number(), y.number())).count();
    let stars: Vec<usize> = group.iter().map(star).collect();
    let tuple_holds: Vec<bool> = stars.iter().map(|star| star * rule.m() as usize <= group.len()).collect();
    Literal {
        measures: stars.iter().map(|&star| share(star, group.len())).collect(),
        holds: tuple_holds.iter().all(|&holds| holds),
        tuple_holds,
        at_least: false,
    }
}

/// Whether y lies in I(x).
pub(super) fn close(neighbourhood: Neighbourhood, x: &BigRational, y: &BigRational) -> bool {
    let (low, high) = ends(neighbourhood, x);
    *y >= low && *y <= high
}

/// The least and the largest value of I(x).
pub(super) fn ends(neighbourhood: Neighbourhood, x: &BigRational) -> (BigRational, BigRational) {
    if let Some(epsilon) = neighbourhood.share() {
        let epsilon = epsilon.to_ratio().to_big();
        let one = BigRational::one();
        return (x * (&one - &epsilon), x * (&one + &epsilon));
    }
    let (below, above) = neighbourhood.lengths().expect("not relative");
    (x - below.to_ratio().to_big(), x + above.to_ratio().to_big())
}
