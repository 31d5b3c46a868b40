//! δ-presence: whoever knows a whole population cannot tell who of it is in the table.
//!
//! # Definition
//! Somebody has the quasi values of a population P, which everybody in the table T belongs to, and sees the release. For every
//! person of P the belief that they are in T must lie between `low` and `high`. Where the cells of a release are disjoint and one
//! of them covers N people of P and holds r rows, that belief is r/N for each of them; whoever no cell covers is not in T.
//!
//! # Source
//! Nergiz, Atzori and Clifton, *Hiding the presence of individuals from shared databases*, SIGMOD 2007.
//!
//! # Measure
//! The largest belief of anybody in P. It may be at most `high`, and nobody's may be below `low`. Where cells overlap there are
//! bounds, and a release passes only if these lie between the two.
//!
//! # Cost
//! That of finding which cells cover whom: see `aloof-judge/src/views/presence.rs`, where it is judged. It needs a population, so that
//! no group is judged by its values, and [`Principle::bind`] refuses.
//!
//! # Caution
//! `high` is monotone for disjoint cells: a joined cell covers at least the people of both, so that its share is at most the larger one.
//! `low` is not: it may cover people besides, and where nobody is present everybody knows. All subsets of P of the table's size
//! are taken as equally likely beforehand.

use aloof_table::{Attribute, Decimal, Ratio};

use crate::{Check, Needs, ParamError, Principle, Reads, Unfit};

/// δ-presence with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Presence {
    low: Decimal,
    high: Decimal,
}

impl Presence {
    /// The belief that somebody of the population is in the table must lie from `low` to `high`.
    pub fn new(low: Decimal, high: Decimal) -> Result<Self, ParamError> {
        if low < Decimal::ZERO || low > Decimal::ONE {
            return Err(ParamError::new("low", "must be from 0 to 1, such as \"0\""));
        }
        if high < Decimal::ZERO || high > Decimal::ONE {
            return Err(ParamError::new("high", "must be from 0 to 1, such as \"0.2\""));
        }
        if high < low {
            return Err(ParamError::new("high", "must be at least `low`"));
        }
        Ok(Self { low, high })
    }

    /// The least belief.
    pub fn low(&self) -> Decimal {
        self.low
    }

    /// The largest belief.
    pub fn high(&self) -> Decimal {
        self.high
    }
}

impl Principle for Presence {
    fn name(&self) -> &'static str {
        "presence"
    }

    fn title(&self) -> String {
        format!("({}, {})-presence", self.low, self.high)
    }

    fn monotone(&self) -> bool {
        self.low == Decimal::ZERO
    }

    fn needs(&self) -> Needs {
        Needs::Population
    }

    fn reads(&self) -> Reads {
        Reads::Nothing
    }

    fn least_rows(&self) -> u32 {
        1
    }

    fn bound(&self) -> Ratio {
        self.high.to_ratio()
    }

    fn condition(&self) -> Option<String> {
        (self.low > Decimal::ZERO)
            .then(|| format!("a population of whom nobody is in the table with a belief below {}", self.low))
    }

    fn bind<'a>(&'a self, _attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        Err(Unfit("presence is about people of a population, and no group by itself can be asked about it".to_owned()))
    }

    fn remedy(&self, _days: bool) -> String {
        format!(
            "make cells wider until each covers at least {} people of the population for every row",
            self.high.to_ratio().inverse().ceil_decimal(2)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::{decimal, numbers};

    #[test]
    fn parameters() {
        let made = |low: &str, high: &str| Presence::new(decimal(low), decimal(high));
        assert!(made("0", "0.2").unwrap().monotone() && !made("0.1", "0.2").unwrap().monotone());
        assert_eq!(made("0.3", "0.2").unwrap_err().parameter, "high");
        assert_eq!(made("-1", "0.2").unwrap_err().parameter, "low");
        assert_eq!(made("0", "1.2").unwrap_err().parameter, "high");
        assert!(made("0", "0.2").unwrap().bind(&numbers(&[1])).is_err());
    }
}
