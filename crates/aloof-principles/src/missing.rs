//! A principle over groups in which values are missing, where what is missing counts.
//!
//! # Definition
//! Let A be those of a group G who have a value, and μ = |G| − |A|. A principle by itself is asked of A (`similar = "nothing"`). Two
//! readings ask more, of principles that bound which share of a group one guess can be right for, by `share ≤ b`:
//!
//! | a missing value is similar to | G passes when |
//! |---|---|
//! | itself | A passes, or is empty; and μ / \|G\| ≤ b: *it is missing* is a guess, too |
//! | everything | A passes, or is empty; and G passes whatever the missing values are |
//!
//! # Why one value is enough
//! *Whatever the missing values are*: the guess that is right for most of A, for w of them, is right for w + μ if all missing values are
//! one of these w, and no guess can be right for more. So G passes just when (w + μ) / |G| ≤ b.
//!
//! # What implies what
//! *Everything* implies *itself*, and that implies *nothing*. Both are monotone where the principle is: w and μ of a union are at most
//! the sums of those of its parts.
//!
//! # Cost
//! That of the principle.

use aloof_table::{Attribute, Ratio};

use crate::{Check, Direction, Finding, Needs, ParamError, Principle, Reads, Rule, Unfit};

/// A missing value is similar to…
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MissingIs {
    /// Nothing: those who have a value are judged among themselves.
    #[default]
    Nothing,
    /// Other missing ones.
    Itself,
    /// Every value: it may be any.
    Everything,
}

/// A principle that counts missing values. Bound to an attribute made by [`Attribute::counting_missing`].
#[derive(Clone, Debug)]
pub struct CountingMissing {
    rule: Rule,
    similar: MissingIs,
}

impl CountingMissing {
    /// Refuses principles that bound no share of a group.
    pub fn new(rule: Rule, similar: MissingIs) -> Result<Self, ParamError> {
        match rule {
            Rule::EpsilonM(_) | Rule::Register(_) | Rule::DeltaL(_) | Rule::Frequency(_) | Rule::AlphaK(_) => {
                Ok(Self { rule, similar })
            }
            _ => Err(ParamError::new("similar", "is for principles that bound the share of similar values in a group")),
        }
    }

    /// What is asked of those who have a value.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// What a missing value is similar to.
    pub fn similar(&self) -> MissingIs {
        self.similar
    }
}

impl Principle for CountingMissing {
    fn name(&self) -> &'static str {
        self.rule.principle().name()
    }

    fn title(&self) -> String {
        self.rule.principle().title()
    }

    fn monotone(&self) -> bool {
        self.rule.principle().monotone()
    }

    fn needs(&self) -> Needs {
        self.rule.principle().needs()
    }

    fn reads(&self) -> Reads {
        self.rule.principle().reads()
    }

    fn least_rows(&self) -> u32 {
        self.rule.principle().least_rows()
    }

    fn asks_nothing(&self) -> bool {
        self.rule.principle().asks_nothing()
    }

    fn bound(&self) -> Ratio {
        self.rule.principle().bound()
    }

    fn direction(&self) -> Direction {
        self.rule.principle().direction()
    }

    fn condition(&self) -> Option<String> {
        self.rule.principle().condition()
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        Ok(Box::new(Counting {
            check: self.rule.principle().bind(attribute)?,
            similar: self.similar,
            bound: self.bound(),
            least_rows: self.least_rows() as usize,
            missing: attribute.missing_code(),
        }))
    }

    fn remedy(&self, days: bool) -> String {
        format!("{}; and with rows whose value is not missing", self.rule.principle().remedy(days))
    }
}

struct Counting<'a> {
    check: Box<dyn Check + 'a>,
    similar: MissingIs,
    bound: Ratio,
    least_rows: usize,
    /// The code of a missing value, behind all others.
    missing: u32,
}

impl Counting<'_> {
    /// Those who have a value, and how many have none.
    fn parts<'g>(&self, group: &'g [u32]) -> (&'g [u32], usize) {
        let with = group.partition_point(|&code| code < self.missing);
        (&group[..with], group.len() - with)
    }
}

impl Check for Counting<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let (with, missing) = self.parts(group);
        let size = group.len() as u64;
        let share = Ratio::of(missing as u64, size);
        if with.is_empty() {
            let holds = share <= self.bound && group.len() >= self.least_rows;
            return Finding::of_group(share, holds, group.len());
        }
        let found = self.check.judge(with);
        match self.similar {
            MissingIs::Nothing => found,
            MissingIs::Itself => {
                let holds = share <= self.bound;
                Finding {
                    holds: found.holds && holds,
                    violating: found.violating + if holds { 0 } else { missing },
                    measure: found.measure.max(share),
                }
            }
            MissingIs::Everything => {
                let measure = &(&found.measure * &Ratio::of(with.len() as u64, size)) + &share;
                let holds = found.holds && measure <= self.bound;
                Finding::of_group(measure, holds, group.len())
            }
        }
    }

    fn conclusion(&self, group: &[u32]) -> String {
        let (with, missing) = self.parts(group);
        match missing {
            0 => self.check.conclusion(with),
            _ if with.is_empty() => "Whoever knows a person to be here knows that the value is missing.".to_owned(),
            _ => {
                let size = group.len();
                let told =
                    format!("Of {missing} of these {size} the value is missing. {}", self.check.conclusion(with));
                match self.similar {
                    MissingIs::Nothing => told,
                    MissingIs::Itself => {
                        let share = Ratio::of(missing as u64, size as u64).percent();
                        format!("{told} The guess that it is missing is right for {share} of all {size}.")
                    }
                    MissingIs::Everything => {
                        let share = self.judge(group).measure.percent();
                        format!(
                            "{told} If the missing values lie there, too, the guess is right for {share} of all {size}."
                        )
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::decimal;
    use crate::{EpsilonM, Frequency, Neighbourhood};
    use aloof_table::{Column, Decimal, NumberColumn};
    use proptest::prelude::*;

    fn register(m: u32) -> Rule {
        let near = Neighbourhood::absolute(decimal("5")).unwrap();
        Rule::EpsilonM(EpsilonM::new(near, m).unwrap()).in_register().unwrap()
    }

    fn judge(rule: &Rule, similar: MissingIs, values: &[Option<i64>]) -> Finding {
        let numbers = values.iter().map(|value| value.map(Decimal::from));
        let column = Column::Number(NumberColumn::from_decimals(numbers).unwrap());
        let attribute = Attribute::counting_missing(&[("x", &column)], |_| false);
        let rows: Vec<u32> = (0..values.len() as u32).collect();
        let rule = CountingMissing::new(rule.clone(), similar).unwrap();
        rule.bind(&attribute).unwrap().judge(&attribute.group(&rows))
    }

    #[test]
    fn four_who_did_not_answer_and_one_who_did() {
        let group = [None, None, None, None, Some(100)];
        let found = |similar| judge(&register(5), similar, &group).measure.to_string();
        assert_eq!((found(MissingIs::Itself).as_str(), found(MissingIs::Everything).as_str()), ("1", "1"));
    }

    #[test]
    fn what_is_missing_may_be_near() {
        // Of five one is missing; with any of the four that makes two of five.
        let group = [Some(0), Some(100), Some(200), Some(300), None];
        assert!(judge(&register(4), MissingIs::Nothing, &group).holds);
        assert!(judge(&register(4), MissingIs::Itself, &group).holds);
        let found = judge(&register(4), MissingIs::Everything, &group);
        assert_eq!((found.measure.to_string().as_str(), found.holds, found.violating), ("2/5", false, 5));
    }

    #[test]
    fn nobody_has_a_value() {
        let group = [None, None];
        for similar in [MissingIs::Itself, MissingIs::Everything] {
            assert!(!judge(&register(2), similar, &group).holds);
            assert!(judge(&register(1), similar, &group).holds);
        }
    }

    #[test]
    fn shares_only() {
        let entropy = Rule::Entropy(crate::Entropy::new(decimal("2")).unwrap());
        assert_eq!(CountingMissing::new(entropy, MissingIs::Itself).unwrap_err().parameter, "similar");
        let frequency = Rule::Frequency(Frequency::new(decimal("2")).unwrap());
        let found = judge(&frequency, MissingIs::Everything, &[Some(1), Some(2), Some(3), None]);
        assert_eq!(found.measure.to_string(), "1/2");
    }

    proptest! {
        /// A union of groups that hold holds, and each reading implies the weaker one.
        #[test]
        fn it_is_monotone_and_the_readings_are_ordered(
            a in prop::collection::vec(prop::option::of(0i64..60), 1..12),
            b in prop::collection::vec(prop::option::of(0i64..60), 1..12),
            m in 1u32..5,
        ) {
            let both: Vec<Option<i64>> = a.iter().chain(&b).copied().collect();
            let holds = |similar, values: &[Option<i64>]| judge(&register(m), similar, values).holds;
            for similar in [MissingIs::Nothing, MissingIs::Itself, MissingIs::Everything] {
                if similar == MissingIs::Nothing && (a.iter().all(Option::is_none) || b.iter().all(Option::is_none)) {
                    continue;
                }
                prop_assert!(!(holds(similar, &a) && holds(similar, &b)) || holds(similar, &both));
            }
            prop_assert!(!holds(MissingIs::Everything, &a) || holds(MissingIs::Itself, &a));
            prop_assert!(!holds(MissingIs::Itself, &a) || holds(MissingIs::Nothing, &a));
        }
    }
}
