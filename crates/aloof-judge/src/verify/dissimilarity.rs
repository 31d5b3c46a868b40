//! |G| ≥ k, and for every x in G at most (1 − δ)(|G| − 1) other tuples of G lie within ε of x. A group of one has risk 1.

use aloof_principles::Dissimilarity;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::distances::Ruler;
use super::{Literal, Value, share};

pub(super) fn judge(rule: &Dissimilarity, group: &[Value], table: &[Value]) -> Literal {
    let ruler = Ruler::new(rule.distance(), rule.epsilon(), group, table);
    let neighbours = |x: usize| (0..group.len()).filter(|&y| y != x && ruler.close(&group[x], &group[y])).count();
    let counts: Vec<usize> = (0..group.len()).map(neighbours).collect();
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

fn natural(count: usize) -> BigRational {
    BigRational::from(BigInt::from(count))
}
