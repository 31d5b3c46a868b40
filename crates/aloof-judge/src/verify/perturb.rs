//! What perturbation lets an adversary believe, literally.
//!
//! `P · (p + (1 − p) · L) / (P · p + (1 − p) · L)`, where P is the share of all tuples in I(t) and L the share of the
//! domain's positions in I(t): Li, Tao and Xiao, SIGMOD 2008, Equation 3.

use aloof_principles::Neighbourhood;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One;

use super::epsilon_m::close;

/// The belief about the tuple with value `x` among `all`, when values are kept with probability `p` and else drawn from
/// `positions`.
pub fn belief(
    neighbourhood: Neighbourhood,
    x: &BigRational,
    all: &[BigRational],
    positions: &[BigRational],
    p: &BigRational,
) -> BigRational {
    let share = |of: &[BigRational]| {
        let near = of.iter().filter(|y| close(neighbourhood, x, y)).count();
        BigRational::new(BigInt::from(near), BigInt::from(of.len()))
    };
    let (near, length) = (share(all), share(positions));
    let drawn = (BigRational::one() - p) * &length;
    &near * (p + &drawn) / (&near * p + &drawn)
}
