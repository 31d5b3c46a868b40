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
//! # Monotone
//! Of cells that part the population two that are joined cover exactly the people of both: the share of the joined one,
//! (r + r′)/(N + N′), lies between theirs, so that what lies from `low` to `high` stays there. So is a release made
//! (`aloof-methods/src/parts.rs`): by joining up to all people, whose share |T|/|P| no release can avoid. It is the mean of all beliefs.
//! A cell that covers people besides has a smaller share: `high` is kept by that, too, `low` need not be.
//!
//! # Caution
//! All subsets of P of the table's size are taken as equally likely beforehand.

use std::cmp::Ordering;

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

    /// Whether a cell of so many rows may cover just so many people and be the only one that covers them. One without rows is
    /// not published: whoever it covers is known not to be there.
    pub fn lets(&self, rows: u64, people: u64) -> bool {
        compared(self.low, people, rows) != Ordering::Greater && compared(self.high, people, rows) != Ordering::Less
    }
}

/// How `share · people` lies to `rows`.
fn compared(share: Decimal, people: u64, rows: u64) -> Ordering {
    (&share.to_ratio() * &Ratio::whole(people)).cmp(&Ratio::whole(rows))
}

impl Principle for Presence {
    fn name(&self) -> &'static str {
        "presence"
    }

    fn title(&self) -> String {
        format!("({}, {})-presence", self.low, self.high)
    }

    fn monotone(&self) -> bool {
        true
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

    fn asks_nothing(&self) -> bool {
        self.low <= Decimal::ZERO && self.high >= Decimal::ONE
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
    use proptest::prelude::*;

    #[test]
    fn parameters() {
        let made = |low: &str, high: &str| Presence::new(decimal(low), decimal(high));
        assert_eq!(made("0.3", "0.2").unwrap_err().parameter, "high");
        assert_eq!(made("-1", "0.2").unwrap_err().parameter, "low");
        assert_eq!(made("0", "1.2").unwrap_err().parameter, "high");
        assert!(made("0", "0.2").unwrap().bind(&numbers(&[1])).is_err());
    }

    #[test]
    fn cells_by_their_share() {
        let rule = Presence::new(decimal("0.1"), decimal("0.2")).unwrap();
        let lets: Vec<u64> = (0..=10).filter(|&rows| rule.lets(rows, 20)).collect();
        assert_eq!(lets, [2, 3, 4]);
        assert!(Presence::new(decimal("0"), decimal("0.2")).unwrap().lets(0, 20));
    }

    proptest! {
        /// Of parts of a population two that are let are let together.
        #[test]
        fn joined_parts_are_let(low in 0i64..=10, more in 0i64..=10, one in (0u64..40, 0u64..40), two in (0u64..40, 0u64..40)) {
            let tenths = |tenths: i64| Decimal::new(i128::from(tenths.min(10)), 1);
            let rule = Presence::new(tenths(low), tenths(low + more)).unwrap();
            let people = |(rows, others): (u64, u64)| rows + others;
            if rule.lets(one.0, people(one)) && rule.lets(two.0, people(two)) {
                prop_assert!(rule.lets(one.0 + two.0, people(one) + people(two)));
            }
        }
    }
}
