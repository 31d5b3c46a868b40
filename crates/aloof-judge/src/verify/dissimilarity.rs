//! |G| ≥ k, and for every x in G at most (1 − δ)(|G| − 1) other tuples of G lie within ε of x. A group of one has risk 1.
//!
//! As a clique: for every set of tuples of G that holds x, and of which every two lie within ε of each other, at most that
//! many are others than x. All such sets are tried.

use aloof_principles::{Dissimilarity, Shape};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::distances::Ruler;
use super::{Literal, Value, share};

pub(super) fn judge(rule: &Dissimilarity, group: &[Value], table: &[Value]) -> Literal {
    let ruler = Ruler::new(rule.distance(), rule.epsilon(), group, table);
    let close = |x: usize, y: usize| ruler.close(&group[x], &group[y]);
    let near = |x: usize| -> Vec<usize> { (0..group.len()).filter(|&y| y != x && close(x, y)).collect() };
    let count = |x: usize| match rule.shape() {
        Shape::Star => near(x).len(),
        Shape::Clique => largest(&near(x), &close),
    };
    let counts: Vec<usize> = (0..group.len()).map(count).collect();
    let delta = rule.delta().to_ratio().to_big();
    let allowed = (BigRational::one() - &delta) * BigRational::from(BigInt::from(group.len() - 1));
    let large_enough = group.len() >= rule.k() as usize;
    let alone = group.len() == 1;
    let measure = |&count: &usize| if alone { BigRational::one() } else { share(count, group.len() - 1) };
    let keeps = |count: &usize| {
        let few = if alone { measure(count) <= BigRational::one() - &delta } else { natural(*count) <= allowed };
        large_enough && few
    };
    let tuple_holds: Vec<bool> = counts.iter().map(keeps).collect();
    Literal {
        measures: counts.iter().map(measure).collect(),
        holds: tuple_holds.iter().all(|&holds| holds),
        tuple_holds,
        at_least: false,
    }
}

/// The most of `tuples` of which every two are close: all sets of them are tried, but for those that cannot be larger.
fn largest(tuples: &[usize], close: &dyn Fn(usize, usize) -> bool) -> usize {
    fn with(size: usize, rest: &[usize], close: &dyn Fn(usize, usize) -> bool, best: &mut usize) {
        *best = size.max(*best);
        for (at, &next) in rest.iter().enumerate() {
            let later = &rest[at + 1..];
            if size + 1 + later.len() > *best {
                let fitting: Vec<usize> = later.iter().copied().filter(|&other| close(next, other)).collect();
                with(size + 1, &fitting, close, best);
            }
        }
    }
    let mut best = 0;
    with(0, tuples, close, &mut best);
    best
}

fn natural(count: usize) -> BigRational {
    BigRational::from(BigInt::from(count))
}
