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
pub struct Neighbourhood(pub(super) Form);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
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

    /// For each of `values`, as in [`Self::reaches`], the first and the last of them that can share a neighbourhood with it,
    /// whatever its centre: an interval of length e1 + e2, or one whose ends have a ratio of at most (1 + ε)/(1 − ε).
    pub fn windows(&self, values: &[i128], scale: u8) -> Result<Vec<(u32, u32)>, Unfit> {
        self.wider_windows(1, values, scale)
    }

    /// The same for a neighbourhood with `times` these lengths, or this share: where that is 1 or more, any values can.
    pub fn wider_windows(&self, times: u32, values: &[i128], scale: u8) -> Result<Vec<(u32, u32)>, Unfit> {
        self.refuse_unfit(values)?;
        let longest = self.longest_window(times, scale);
        let (mut first, mut last) = (0usize, 0usize);
        let lasts: Vec<usize> = values
            .iter()
            .map(|&value| {
                let high = longest.from(value);
                while last + 1 < values.len() && values[last + 1] <= high {
                    last += 1;
                }
                last
            })
            .collect();
        let window = |at: usize| {
            while lasts[first] < at {
                first += 1;
            }
            (first as u32, lasts[at] as u32)
        };
        Ok((0..values.len()).map(window).collect())
    }

    fn longest_window(&self, times: u32, scale: u8) -> Window {
        let times = Ratio::whole(times.into());
        match self.0 {
            Form::Between { below, above } => {
                Window::Length(units(&(&times * &(&below.to_ratio() + &above.to_ratio())), scale))
            }
            Form::Relative(epsilon) => {
                let (one, epsilon) = (BigRational::one(), (&times * &epsilon.to_ratio()).to_big());
                if epsilon >= one {
                    return Window::Length(u128::MAX);
                }
                Window::Ratio((&one + &epsilon) / (one - epsilon))
            }
        }
    }

    /// The first and the last unit of `10^(−scale)` in the neighbourhood of a value in such units.
    pub fn interval(&self, value: i128, scale: u8) -> (i128, i128) {
        self.ends(scale).of(value)
    }

    fn refuse_unfit(&self, values: &[i128]) -> Result<(), Unfit> {
        if matches!(self.0, Form::Relative(_)) {
            refuse_not_positive(values, &vec![1; values.len()])?;
        }
        Ok(())
    }

    /// Refuses a column that holds values it says nothing of, and says how many rows do; `values` and `counts` as of a domain.
    pub fn fits(&self, values: &[i128], counts: &[u32]) -> Result<(), Unfit> {
        if self.share().is_some() { refuse_not_positive(values, counts) } else { Ok(()) }
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

/// Whole units in a length, rounded down.
fn units(length: &Ratio, scale: u8) -> u128 {
    let units = length.to_big() * BigRational::from(BigInt::from(10).pow(u32::from(scale)));
    units.floor().to_integer().to_u128().unwrap_or(u128::MAX)
}

/// The longest interval that a neighbourhood fills, whatever its centre.
enum Window {
    /// From the lowest value that there can be to the highest is more than 127 bits hold.
    Length(u128),
    Ratio(BigRational),
}

impl Window {
    /// The last unit of the interval that starts at `value`.
    fn from(&self, value: i128) -> i128 {
        match self {
            Self::Length(length) => value.saturating_add_unsigned(*length),
            Self::Ratio(ratio) => (ratio * BigInt::from(value)).floor().to_integer().to_i128().unwrap_or(i128::MAX),
        }
    }
}

/// The ends of a neighbourhood, rounded inward to whole units.
enum Ends {
    Lengths(u128, u128),
    Factors(BigRational, BigRational),
}

impl Ends {
    fn of(&self, value: i128) -> (i128, i128) {
        match self {
            // Beyond the range of 128 bits there are no values, so clipping there changes nothing.
            Self::Lengths(below, above) => {
                (value.saturating_sub_unsigned(*below), value.saturating_add_unsigned(*above))
            }
            Self::Factors(down, up) => {
                let value = BigRational::from(BigInt::from(value));
                let low = (&value * down).ceil().to_integer().to_i128().unwrap_or(i128::MIN);
                let high = (&value * up).floor().to_integer().to_i128().unwrap_or(i128::MAX);
                (low, high)
            }
        }
    }
}
/// Refuses a share of what is zero or below, of distinct values in order and how many rows have each.
pub fn refuse_not_positive(values: &[i128], counts: &[u32]) -> Result<(), Unfit> {
    let rows = |of: &[u32]| of.iter().map(|&count| u64::from(count)).sum::<u64>();
    let bad = values.iter().take_while(|&&value| value <= 0).count();
    if bad == 0 {
        return Ok(());
    }
    Err(Unfit(format!(
        "a relative neighbourhood needs positive values, and {} of {} values are zero or below: use an absolute one, or drop those rows",
        rows(&counts[..bad]),
        rows(counts)
    )))
}
