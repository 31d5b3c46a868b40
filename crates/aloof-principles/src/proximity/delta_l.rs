//! (δ, l)-diversity: no short interval may hold more than one tuple in `l`.
//!
//! # Definition
//! The δ-interval of a value `v` is [v − δ, v + δ]; two values are δ-similar when their δ-intervals overlap. A group
//! `G` passes when for every `v` of `G` at most `|G| / l` tuples are δ-similar to `v`. Two such intervals overlap exactly
//! when the values differ by at most 2δ, so this is absolute (2δ, l)-anonymity under another name, and no more monotone
//! than that.
//!
//! The paper's algorithm and its motivation ask for something else: no interval [c − δ, c + δ], *whatever its centre*,
//! may hold more than `|G| / l` tuples. Both readings are offered:
//!
//! | reading | a group `G` passes when | monotone |
//! |---|---|---|
//! | `definition` | at most `|G| / l` tuples lie within 2δ of any value of `G` | no |
//! | `any-centre` | at most `|G| / l` tuples lie in any closed interval of length 2δ | yes |
//!
//! A group that passes by definition passes with any centre; the reverse is false.
//!
//! # Source
//! Zare-Mirakabad, *(δ, l)-diversity: privacy preservation for publication numerical sensitive data*, CS & IT 06, 2012;
//! Definition 5 and Figure 3.
//!
//! # Measure
//! By definition: the risk of (2δ, l)-anonymity. Any centre: the most tuples in an interval of length 2δ, over `|G|`; a
//! tuple violates when it lies in an interval that holds too many. Either may be at most `1/l`. A group of one has
//! risk 1 and passes only for l = 1; the check printed in the paper lets it through.
//!
//! # Cost
//! Binding `O(D)` for `D` distinct values; a group `O(|G|)` after sorting, by a window whose ends only move up.
//!
//! # Caution
//! By definition not monotone: for δ = 7.5, l = 2 both {40, 60} and {50, 80} pass, {40, 50, 60, 80} fails.

use aloof_table::{Attribute, Decimal, Domain, Ratio};

use super::windows::Windows;
use super::wording::length;
use super::{EpsilonM, Neighbourhood};
use crate::{Check, Needs, ParamError, Principle, Reads, Unfit};

/// Which intervals are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Reading {
    /// As defined: those around the group's own values.
    #[default]
    Definition,
    /// As the paper's algorithm computes: all, whatever their centre.
    AnyCentre,
}

impl Reading {
    /// The word for it in a policy.
    pub fn name(self) -> &'static str {
        match self {
            Self::Definition => "definition",
            Self::AnyCentre => "any-centre",
        }
    }
}

impl std::str::FromStr for Reading {
    type Err = ParamError;
    fn from_str(text: &str) -> Result<Self, ParamError> {
        [Self::Definition, Self::AnyCentre]
            .into_iter()
            .find(|reading| reading.name() == text)
            .ok_or_else(|| ParamError::new("reading", "must be \"definition\" or \"any-centre\""))
    }
}

/// (δ, l)-diversity with its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeltaL {
    delta: Decimal,
    length: Decimal,
    reading: Reading,
    /// Absolute (2δ, l)-anonymity.
    star: EpsilonM,
}

impl DeltaL {
    /// At most one tuple in `l` may lie in an interval of length 2δ.
    pub fn new(delta: Decimal, l: u32, reading: Reading) -> Result<Self, ParamError> {
        if delta.is_negative() {
            return Err(ParamError::new("delta", "must not be negative"));
        }
        if l == 0 {
            return Err(ParamError::new("l", "must be at least 1"));
        }
        let length = double(delta).ok_or_else(|| ParamError::new("delta", "is too large"))?;
        let star = EpsilonM::new(Neighbourhood::absolute(length)?, l)?;
        Ok(Self { delta, length, reading, star })
    }

    /// Half the length of an interval.
    pub fn delta(&self) -> Decimal {
        self.delta
    }

    /// The length of an interval: 2δ.
    pub fn length(&self) -> Decimal {
        self.length
    }

    /// One in how many may lie in an interval.
    pub fn l(&self) -> u32 {
        self.star.m()
    }

    /// Which intervals are looked at.
    pub fn reading(&self) -> Reading {
        self.reading
    }
}

fn double(delta: Decimal) -> Option<Decimal> {
    delta.mantissa().checked_mul(2).map(|mantissa| Decimal::new(mantissa, delta.scale()))
}

impl Principle for DeltaL {
    fn name(&self) -> &'static str {
        "delta-l"
    }

    fn title(&self) -> String {
        match self.reading {
            Reading::Definition => format!("({}, {})-diversity", self.delta, self.l()),
            Reading::AnyCentre => format!("({}, {})-diversity, any centre", self.delta, self.l()),
        }
    }

    fn monotone(&self) -> bool {
        self.reading == Reading::AnyCentre
    }

    fn needs(&self) -> Needs {
        Needs::GroupOnly
    }

    fn reads(&self) -> Reads {
        Reads::Numbers
    }

    fn least_rows(&self) -> u32 {
        self.l()
    }

    fn as_epsilon_m(&self) -> Option<EpsilonM> {
        (self.reading == Reading::Definition).then_some(self.star)
    }

    fn asks_nothing(&self) -> bool {
        self.bound() >= Ratio::whole(1)
    }

    fn bound(&self) -> Ratio {
        self.star.bound()
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let Domain::Numbers { values, scale, dates } = attribute.domain() else {
            return Err(Unfit("delta-l needs one column of numbers or dates".to_owned()));
        };
        match self.reading {
            Reading::Definition => self.star.bind(attribute),
            Reading::AnyCentre => {
                let reaches = self.star.neighbourhood().reaches(values, *scale)?;
                let named = format!("can name an interval of length {} and", length(self.length, *dates));
                Ok(Box::new(Windows::new(reaches, self.l(), named, "in it".to_owned())))
            }
        }
    }

    fn remedy(&self, days: bool) -> String {
        match self.reading {
            Reading::Definition => self.star.remedy(days),
            Reading::AnyCentre => format!(
                "join it with rows whose values lie elsewhere, until at most 1 in {} lies in any interval of length {}; \
                 joining groups that hold cannot undo it",
                self.l(),
                length(self.length, days)
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::{decimal, judge, numbers};
    use proptest::prelude::*;

    fn holds(delta: &str, l: u32, reading: Reading, values: &[i64]) -> bool {
        judge(&DeltaL::new(decimal(delta), l, reading).unwrap(), &numbers(values)).holds
    }

    #[test]
    fn by_definition_it_is_not_monotone() {
        for values in [&[40, 60][..], &[50, 80]] {
            assert!(holds("7.5", 2, Reading::Definition, values));
        }
        assert!(!holds("7.5", 2, Reading::Definition, &[40, 50, 60, 80]));
        assert!(holds("7.5", 2, Reading::AnyCentre, &[40, 50, 60, 80]));
    }

    #[test]
    fn the_papers_examples() {
        // {40, 60}: l = 2 for ε = 15, that is δ = 7.5; l = 1 for δ = 15. {40, 50, 60}: l = 1 for ε = 15.
        assert!(holds("7.5", 2, Reading::Definition, &[40, 60]));
        assert!(!holds("15", 2, Reading::Definition, &[40, 60]));
        assert!(holds("15", 1, Reading::Definition, &[40, 60]));
        assert!(!holds("7.5", 2, Reading::Definition, &[40, 50, 60]));
        // In {40, 50, 60} the interval [40, 55] holds two of three, whatever the reading.
        assert!(!holds("7.5", 2, Reading::AnyCentre, &[40, 50, 60]));
    }

    #[test]
    fn a_group_of_one_is_never_safe() {
        for reading in [Reading::Definition, Reading::AnyCentre] {
            assert!(!holds("1", 2, reading, &[5]));
            assert!(holds("1", 1, reading, &[5]));
        }
    }

    #[test]
    fn violating_tuples_lie_in_an_overfull_interval() {
        // [0, 2] and [2, 4] hold three of eight each and share a tuple; one in three would be two.
        let rule = DeltaL::new(decimal("1"), 3, Reading::AnyCentre).unwrap();
        let finding = judge(&rule, &numbers(&[0, 1, 2, 3, 4, 50, 60, 70]));
        assert_eq!((finding.violating, finding.measure.to_string().as_str()), (5, "3/8"));
    }

    #[test]
    fn refuses_impossible_parameters() {
        assert_eq!(DeltaL::new(decimal("-1"), 2, Reading::Definition).unwrap_err().parameter, "delta");
        assert_eq!(DeltaL::new(decimal("1"), 0, Reading::Definition).unwrap_err().parameter, "l");
        assert!("any-center".parse::<Reading>().is_err());
        assert_eq!("any-centre".parse(), Ok(Reading::AnyCentre));
    }

    proptest! {
        #[test]
        fn any_centre_is_monotone(
            a in prop::collection::vec(0i64..60, 1..12), b in prop::collection::vec(0i64..60, 1..12),
            halves in 0i64..30, l in 1u32..5,
        ) {
            let delta = Decimal::new(i128::from(halves * 5), 1).to_string();
            let both: Vec<i64> = a.iter().chain(&b).copied().collect();
            if holds(&delta, l, Reading::AnyCentre, &a) && holds(&delta, l, Reading::AnyCentre, &b) {
                prop_assert!(holds(&delta, l, Reading::AnyCentre, &both));
            }
        }

        #[test]
        fn definition_implies_any_centre(values in prop::collection::vec(0i64..60, 1..12), delta in 0i64..20, l in 1u32..5) {
            let delta = delta.to_string();
            if holds(&delta, l, Reading::Definition, &values) {
                prop_assert!(holds(&delta, l, Reading::AnyCentre, &values));
            }
        }
    }
}
