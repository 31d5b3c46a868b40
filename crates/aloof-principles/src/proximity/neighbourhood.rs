//! The neighbourhood I(x) of a number: what counts as *about* x.
//!
//! Definitions are those of Li, Tao and Xiao, SIGMOD 2008.
//!
//! | form | I(x) | source |
//! |---|---|---|
//! | absolute | [x − ε, x + ε] | Definition 6 |
//! | asymmetric | [x − e1, x + e2] | Definition 8 |
//! | relative | [x(1 − ε), x(1 + ε)], x > 0, ε < 1 | Definition 6 |
//!
//! Values are integers in units of the column's last decimal, so an end that lies between two units can be moved to
//! the unit inside it without gaining or losing a value: all comparisons are between integers.

use aloof_table::{Decimal, Ratio};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive};

use crate::{ParamError, Unfit};

/// What counts as close to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbourhood(Form);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Between { below: Decimal, above: Decimal },
    Relative(Decimal),
}

impl Neighbourhood {
    /// [x − ε, x + ε].
    pub fn absolute(epsilon: Decimal) -> Result<Self, ParamError> {
        if epsilon.is_negative() {
            return Err(ParamError::new("absolute", "must not be negative"));
        }
        Ok(Self(Form::Between { below: epsilon, above: epsilon }))
    }

    /// [x − below, x + above].
    pub fn between(below: Decimal, above: Decimal) -> Result<Self, ParamError> {
        if below.is_negative() {
            return Err(ParamError::new("below", "must not be negative"));
        }
        if above.is_negative() {
            return Err(ParamError::new("above", "must not be negative"));
        }
        Ok(Self(Form::Between { below, above }))
    }

    /// [x(1 − ε), x(1 + ε)], with 0 ≤ ε < 1.
    pub fn relative(epsilon: Decimal) -> Result<Self, ParamError> {
        if epsilon.is_negative() || epsilon >= Decimal::ONE {
            return Err(ParamError::new("relative", "must be at least 0 and less than 1, such as \"0.125\""));
        }
        Ok(Self(Form::Relative(epsilon)))
    }

    /// How far below and above, when these are lengths.
    pub fn lengths(&self) -> Option<(Decimal, Decimal)> {
        match self.0 {
            Form::Between { below, above } => Some((below, above)),
            Form::Relative(_) => None,
        }
    }

    /// The share, when the neighbourhood is relative.
    pub fn share(&self) -> Option<Decimal> {
        match self.0 {
            Form::Between { .. } => None,
            Form::Relative(epsilon) => Some(epsilon),
        }
    }

    /// For sentences: `within 100`, `within 10% of it`, `from 20 below to 10000 above`.
    pub fn phrase(&self) -> String {
        match self.0 {
            Form::Between { below, above } if below == above => format!("within {below}"),
            Form::Between { below, above } => format!("from {below} below to {above} above"),
            Form::Relative(epsilon) => format!("within {epsilon} times its size"),
        }
    }

    /// For titles: `4500`, `0.1 relative`, `20 below, 10000 above`.
    pub fn short(&self) -> String {
        match self.0 {
            Form::Between { below, above } if below == above => below.to_string(),
            Form::Between { below, above } => format!("{below} below, {above} above"),
            Form::Relative(epsilon) => format!("{epsilon} relative"),
        }
    }

    /// For each of `values` (ascending, in units of `10^(−scale)`), the first and the last of them in its
    /// neighbourhood. Both ends only ever move up, so this is one pass.
    pub fn reaches(&self, values: &[i128], scale: u8) -> Result<Vec<(u32, u32)>, Unfit> {
        self.refuse_unfit(values)?;
        let (mut first, mut last) = (0usize, 0usize);
        let ends = self.ends(scale);
        let reach = |&value: &i128| {
            let (low, high) = ends.of(value);
            while values[first] < low {
                first += 1;
            }
            while last + 1 < values.len() && values[last + 1] <= high {
                last += 1;
            }
            (first as u32, last as u32)
        };
        Ok(values.iter().map(reach).collect())
    }

    /// For each of `values` (ascending, positive if relative, in units of `10^(−scale)`), the last one that may not stand
    /// in a group with it, if no member of a group is to have another in its neighbourhood. `apart` says for whom.
    ///
    /// | | within the group | in any mixture of groups |
    /// |---|---|---|
    /// | absolute, asymmetric | differ by at most max(e1, e2) | differ by at most e1 + e2 |
    /// | relative | a ≥ b(1 − ε) | b / a ≤ (1 + ε) / (1 − ε) |
    pub fn last_near(&self, values: &[i128], scale: u8, apart: Apart) -> Result<Vec<u32>, Unfit> {
        self.refuse_unfit(values)?;
        let highest = self.highest(scale, apart);
        let mut last = 0usize;
        let reach = |&value: &i128| {
            let high = highest.of(value);
            while last + 1 < values.len() && values[last + 1] <= high {
                last += 1;
            }
            last as u32
        };
        Ok(values.iter().map(reach).collect())
    }

    fn highest(&self, scale: u8, apart: Apart) -> Highest {
        match (self.0, apart) {
            (Form::Between { below, above }, Apart::InGroup) => {
                Highest::Plus(units(&below.max(above).to_ratio(), scale))
            }
            (Form::Between { below, above }, Apart::InMixture) => {
                Highest::Plus(units(&(&below.to_ratio() + &above.to_ratio()), scale))
            }
            (Form::Relative(epsilon), apart) => {
                let epsilon = epsilon.to_ratio().to_big();
                let down = BigRational::one() - &epsilon;
                Highest::Times(match apart {
                    Apart::InGroup => down.recip(),
                    Apart::InMixture => (BigRational::one() + &epsilon) / down,
                })
            }
        }
    }

    /// The bound that ε must stay below so that `low` and `high` (`low` ≤ `high`, in units of `10^(−scale)`) are not near
    /// each other in the sense of [`Neighbourhood::last_near`]: of ε if absolute or relative, of max(e1, e2) or e1 + e2
    /// if asymmetric.
    pub fn bound_between(&self, low: i128, high: i128, scale: u8, apart: Apart) -> Ratio {
        let (low, high) = (BigInt::from(low), BigInt::from(high));
        let apart_by = &high - &low;
        let unit = BigInt::from(10).pow(u32::from(scale));
        match (self.0, apart) {
            (Form::Between { below, above }, Apart::InMixture) if below == above => Ratio::big(apart_by, unit * 2),
            (Form::Between { .. }, _) => Ratio::big(apart_by, unit),
            (Form::Relative(_), Apart::InGroup) => Ratio::big(apart_by, high),
            (Form::Relative(_), Apart::InMixture) => Ratio::big(apart_by, high + low),
        }
    }

    fn refuse_unfit(&self, values: &[i128]) -> Result<(), Unfit> {
        if matches!(self.0, Form::Relative(_)) {
            let bad = values.iter().take_while(|&&value| value <= 0).count();
            if bad > 0 {
                return Err(Unfit(format!(
                    "a relative neighbourhood needs positive values; {bad} of the column's distinct values are zero \
                     or below: use an absolute one, or drop those rows"
                )));
            }
        }
        Ok(())
    }

    fn ends(&self, scale: u8) -> Ends {
        let units = |length: Decimal| units(&length.to_ratio(), scale);
        match self.0 {
            Form::Between { below, above } => Ends::Lengths(units(below), units(above)),
            Form::Relative(epsilon) => {
                let epsilon = epsilon.to_ratio().to_big();
                let (down, up) = (BigRational::one() - &epsilon, BigRational::one() + &epsilon);
                Ends::Factors(down, up)
            }
        }
    }

    /// The length of the interval in which at most one value in `m` may lie if releases are to exist at all
    /// (Li, Tao and Xiao, Theorem 1): `max(e1, e2)`. `None` when relative.
    pub fn longest(&self) -> Option<Ratio> {
        self.lengths().map(|(below, above)| below.max(above).to_ratio())
    }
}

/// Against whom the members of a group must stand apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apart {
    /// Who knows the group: no neighbourhood of a member holds another member.
    InGroup,
    /// Who faces any mixture of groups: no neighbourhood of any value holds two members of a group.
    InMixture,
}

/// Whole units in a length, rounded down.
fn units(length: &Ratio, scale: u8) -> i128 {
    let units = length.to_big() * BigRational::from(BigInt::from(10).pow(u32::from(scale)));
    units.floor().to_integer().to_i128().unwrap_or(i128::MAX)
}

/// The highest value that is near one, rounded down to a whole unit.
enum Highest {
    Plus(i128),
    Times(BigRational),
}

impl Highest {
    fn of(&self, value: i128) -> i128 {
        match self {
            Self::Plus(length) => value.saturating_add(*length),
            Self::Times(factor) => {
                let high = BigRational::from(BigInt::from(value)) * factor;
                high.floor().to_integer().to_i128().unwrap_or(i128::MAX)
            }
        }
    }
}

/// The ends of a neighbourhood, rounded inward to whole units.
enum Ends {
    Lengths(i128, i128),
    Factors(BigRational, BigRational),
}

impl Ends {
    fn of(&self, value: i128) -> (i128, i128) {
        match self {
            // Beyond the range of 128 bits there are no values, so clipping there changes nothing.
            Self::Lengths(below, above) => (value.saturating_sub(*below), value.saturating_add(*above)),
            Self::Factors(down, up) => {
                let value = BigRational::from(BigInt::from(value));
                let low = (&value * down).ceil().to_integer().to_i128().unwrap_or(i128::MIN);
                let high = (&value * up).floor().to_integer().to_i128().unwrap_or(i128::MAX);
                (low, high)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn neighbourhoods() -> impl Strategy<Value = Neighbourhood> {
        let decimal = |tenths: i128| Decimal::new(tenths, 1);
        prop_oneof![
            (0i128..60).prop_map(move |e| Neighbourhood::absolute(decimal(e)).unwrap()),
            (0i128..60, 0i128..60).prop_map(move |(a, b)| Neighbourhood::between(decimal(a), decimal(b)).unwrap()),
            (0i128..10).prop_map(move |e| Neighbourhood::relative(decimal(e)).unwrap()),
        ]
    }

    /// I(x) as numerators over 10, for x in whole units.
    fn interval(near: &Neighbourhood, x: i128) -> (i128, i128) {
        match near.0 {
            Form::Between { below, above } => {
                (10 * x - below.at_scale(1).unwrap(), 10 * x + above.at_scale(1).unwrap())
            }
            Form::Relative(e) => (x * (10 - e.at_scale(1).unwrap()), x * (10 + e.at_scale(1).unwrap())),
        }
    }

    proptest! {
        /// In a group: one is in the other's neighbourhood.
        #[test]
        fn near_in_a_group(near in neighbourhoods(), mut values in prop::collection::vec(1i128..60, 1..12)) {
            values.sort_unstable();
            values.dedup();
            let last = near.last_near(&values, 0, Apart::InGroup).unwrap();
            for (at, &a) in values.iter().enumerate() {
                for (other, &b) in values.iter().enumerate().skip(at) {
                    let literal = 10 * b <= interval(&near, a).1 || 10 * a >= interval(&near, b).0;
                    prop_assert_eq!(other <= last[at] as usize, literal, "{} and {}", a, b);
                }
            }
        }

        /// In a mixture: some value, of anyone, has both in its neighbourhood. Values of a fine grid stand for anyone's:
        /// if a pair is near, the grid's finest value that reaches down to `a` reaches up to `b`.
        #[test]
        fn near_in_a_mixture(near in neighbourhoods(), mut values in prop::collection::vec(1i128..25, 1..8)) {
            values.sort_unstable();
            values.dedup();
            let last = near.last_near(&values, 0, Apart::InMixture).unwrap();
            // x in units of 1/divisor, so that the value with its lower end at `a` is on the grid.
            let divisor = match near.0 {
                Form::Between { .. } => 10,
                Form::Relative(e) => 10 - e.at_scale(1).unwrap(),
            };
            let holds_both = |a: i128, b: i128| (1..=40 * 10 * divisor).any(|x| match near.0 {
                Form::Between { below, above } => {
                    let (e1, e2) = (below.at_scale(1).unwrap(), above.at_scale(1).unwrap());
                    x - e1 <= 10 * a && 10 * b <= x + e2
                }
                Form::Relative(e) => {
                    let e = e.at_scale(1).unwrap();
                    x * (10 - e) <= 10 * divisor * a && 10 * divisor * b <= x * (10 + e)
                }
            });
            for (at, &a) in values.iter().enumerate() {
                for (other, &b) in values.iter().enumerate().skip(at) {
                    prop_assert_eq!(other <= last[at] as usize, holds_both(a, b), "{} and {}", a, b);
                }
            }
        }

        /// Below the bound a pair is not near, at it it is.
        #[test]
        fn bounds_are_strict(low in 1i128..50, wide in 0i128..40, relative in any::<bool>(), mixture in any::<bool>()) {
            let apart = if mixture { Apart::InMixture } else { Apart::InGroup };
            let values = if wide == 0 { vec![low] } else { vec![low, low + wide] };
            let make = |epsilon: Decimal| {
                if relative { Neighbourhood::relative(epsilon) } else { Neighbourhood::absolute(epsilon) }
            };
            let bound = make(Decimal::ZERO).unwrap().bound_between(low, low + wide, 0, apart);
            let digits = 12;
            for (text, near) in [(bound.floor_decimal(digits), false), (bound.ceil_decimal(digits), true)] {
                let epsilon: Decimal = text.parse().unwrap();
                let at_bound = epsilon.to_ratio() >= bound;
                let Ok(neighbourhood) = make(epsilon) else { continue };
                let found = neighbourhood.last_near(&values, 0, apart).unwrap()[0] as usize == values.len() - 1;
                prop_assert_eq!(found, at_bound || wide == 0);
                prop_assert!(!near || at_bound);
            }
        }
    }
}
