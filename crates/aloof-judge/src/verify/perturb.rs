//! What perturbation lets an adversary believe, literally.
//!
//! A row whose value is x shows y with probability p·[x = y] + (1 − p)/N: it was kept, or y was drawn from N positions. Whoever
//! sees y of somebody, and takes all rows as equally likely to be theirs before that, believes in an interval with the share that
//! its rows have of all that could have shown y.
//!
//! Tried are every position y and every interval: I(c) around every value c or, around any centre, those that start at a value
//! (see `register`).

use aloof_principles::Neighbourhood;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::epsilon_m::close;
use super::register::centre;

/// A perturbed column.
pub struct Shown<'a> {
    /// The true values, one per row.
    pub all: &'a [BigRational],
    /// What others are drawn from.
    pub positions: &'a [BigRational],
    /// The probability that a value is kept.
    pub p: &'a BigRational,
}

impl Shown<'_> {
    /// The largest belief in any interval, whatever is seen; with `any_centre` also in those around figures that do not occur.
    pub fn worst(&self, neighbourhood: Neighbourhood, any_centre: bool) -> BigRational {
        let about = |value: &BigRational| if any_centre { centre(neighbourhood, value) } else { value.clone() };
        let centres: Vec<BigRational> = self.all.iter().map(about).collect();
        let beliefs = self.positions.iter().flat_map(|y| centres.iter().map(move |c| (y, c)));
        beliefs
            .filter_map(|(y, c)| self.belief(y, &|x| close(neighbourhood, c, x)))
            .max()
            .unwrap_or_else(BigRational::zero)
    }

    /// The belief of someone who sees `y`; nothing where nobody could have shown it.
    fn belief(&self, y: &BigRational, inside: &dyn Fn(&BigRational) -> bool) -> Option<BigRational> {
        let drawn = (BigRational::one() - self.p) / BigRational::from(BigInt::from(self.positions.len()));
        let shows = |x: &BigRational| if x == y { self.p + &drawn } else { drawn.clone() };
        let of_all: BigRational = self.all.iter().map(shows).sum();
        let of_those: BigRational = self.all.iter().filter(|x| inside(x)).map(shows).sum();
        (!of_all.is_zero()).then(|| of_those / of_all)
    }
}
