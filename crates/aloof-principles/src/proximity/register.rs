//! The register view of (ε, m)-anonymity: no interval [c − ε, c + ε], *whatever its centre c*, holds more than `|G| / m`
//! tuples of a group `G`.
//!
//! # Definition
//! `window(2ε, G) · m ≤ |G|`, where `window(r, G)` is the most tuples of `G` in any closed interval of length r. For
//! [x − e1, x + e2] the length is e1 + e2; for a relative ε an interval [c(1 − ε), c(1 + ε)] holds two values just when
//! their ratio is at most (1 + ε)/(1 − ε).
//!
//! # What it promises
//! Someone may hold a register of everybody's quasi values and believe whatever they like about who is in which group, as
//! long as they take the tuples inside a group as equally likely. Their belief in any interval is then an average, over groups, of
//! the shares that the interval has of each; every share is at most 1/m, and so is the average. So nobody can tell a value to
//! within ε with more than 1/m certainty. (ε, m)-anonymity itself does not say that: {10, 16, 40, 60, 80} keeps it for ε = 5,
//! m = 5, and the guess 13 ± 5 is right for two of five.
//!
//! # Measure
//! The most tuples in an interval, over `|G|`; it may be at most `1/m`. A tuple violates when it lies in an interval that
//! holds too many. A group of one has risk 1 and passes only for m = 1.
//!
//! # What implies what
//! It implies (ε, m)-anonymity of every group and of every mixture of groups: a neighbourhood of a member is one of the
//! intervals. It is monotone: an interval holds at most `|G| / m + |H| / m` of a union.
//!
//! # Cost
//! Binding `O(D)` for `D` distinct values; a group `O(|G|)` after sorting.

use aloof_table::{Attribute, Domain, Ratio};

use super::windows::Windows;
use super::wording::figure;
use super::{EpsilonM, Neighbourhood};
use crate::{Check, Needs, Principle, Reads, Unfit};

/// (ε, m)-anonymity in the register view, under the name of the principle that asks for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    rule: EpsilonM,
    name: &'static str,
    title: String,
}

impl Register {
    /// Of `rule`, which is what the principle `asked` comes to.
    pub fn of(rule: EpsilonM, asked: &dyn Principle) -> Self {
        Self { rule, name: asked.name(), title: asked.title() }
    }

    /// What counts as close.
    pub fn neighbourhood(&self) -> Neighbourhood {
        self.rule.neighbourhood()
    }

    /// One in how many may be close.
    pub fn m(&self) -> u32 {
        self.rule.m()
    }
}

impl Principle for Register {
    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> String {
        self.title.clone()
    }

    fn monotone(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs::GroupOnly
    }

    fn reads(&self) -> Reads {
        Reads::Numbers
    }

    fn least_rows(&self) -> u32 {
        self.m()
    }

    fn asks_nothing(&self) -> bool {
        self.bound() >= Ratio::whole(1)
    }

    fn bound(&self) -> Ratio {
        self.rule.bound()
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let Domain::Numbers { values, scale, dates } = attribute.domain() else {
            return Err(Unfit(format!("{} needs one column of numbers or dates", self.name)));
        };
        if *dates && self.neighbourhood().share().is_some() {
            return Err(Unfit("a share of a date means nothing; say `absolute`, in days".to_owned()));
        }
        let named = format!("can name one {} and", figure(*dates));
        self.neighbourhood().fits(values, attribute.totals())?;
        let reaches = self.neighbourhood().windows(values, *scale)?;
        let lies = self.neighbourhood().around_it(*dates);
        Ok(Box::new(Windows::new(reaches, self.m(), named, lies)))
    }

    fn remedy(&self, days: bool) -> String {
        format!(
            "join it with rows whose values lie elsewhere, until at most 1 in {} lies {}; joining groups that hold cannot \
             undo it",
            self.m(),
            self.neighbourhood().around(if days { "any day" } else { "any figure" }, days)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::{decimal, everyone, judge, numbers};
    use crate::{DeltaL, Reading};
    use proptest::prelude::*;

    fn register(neighbourhood: Neighbourhood, m: u32) -> Register {
        let rule = EpsilonM::new(neighbourhood, m).unwrap();
        Register::of(rule, &rule)
    }

    fn absolute(epsilon: &str, m: u32) -> Register {
        register(Neighbourhood::absolute(decimal(epsilon)).unwrap(), m)
    }

    #[test]
    fn a_guess_may_be_centred_between_two_values() {
        let group = numbers(&[10, 16, 40, 60, 80]);
        let group_view = EpsilonM::new(Neighbourhood::absolute(decimal("5")).unwrap(), 5).unwrap();
        assert!(judge(&group_view, &group).holds);
        let finding = judge(&absolute("5", 5), &group);
        assert_eq!((finding.measure.to_string().as_str(), finding.holds, finding.violating), ("2/5", false, 2));
        // At a distance of 2ε both ends still lie within ε of the middle; beyond it no longer.
        assert!(!judge(&absolute("3", 5), &group).holds);
        assert!(judge(&absolute("2.9", 5), &group).holds);
    }

    #[test]
    fn intervals_of_two_lengths_and_of_a_share() {
        let both = Neighbourhood::between(decimal("1"), decimal("4")).unwrap();
        assert!(!judge(&register(both, 2), &numbers(&[10, 15])).holds);
        assert!(judge(&register(both, 2), &numbers(&[10, 16])).holds);
        // (1 + 0.2) / (1 − 0.2) = 1.5
        let share = Neighbourhood::relative(decimal("0.2")).unwrap();
        assert!(!judge(&register(share, 2), &numbers(&[10, 15])).holds);
        assert!(judge(&register(share, 2), &numbers(&[10, 16])).holds);
        assert!(register(share, 2).bind(&numbers(&[0, 5])).is_err());
    }

    #[test]
    fn a_sentence_that_names_no_value() {
        let group = numbers(&[10, 16, 40, 60, 80]);
        let rule = absolute("5", 5);
        assert_eq!(
            rule.bind(&group).unwrap().conclusion(&everyone(&group)),
            "Whoever knows a person to be among these 5 can name one figure and say with 40% confidence that the value lies \
             within 5 of it."
        );
    }

    fn any_neighbourhood() -> impl Strategy<Value = Neighbourhood> {
        prop_oneof![
            (0i64..8).prop_map(|epsilon| Neighbourhood::absolute(epsilon.into()).unwrap()),
            (0i64..8, 0i64..8).prop_map(|(below, above)| Neighbourhood::between(below.into(), above.into()).unwrap()),
            (0i64..10)
                .prop_map(|tenths| { Neighbourhood::relative(aloof_table::Decimal::new(tenths.into(), 1)).unwrap() }),
        ]
    }

    proptest! {
        /// A union of groups that hold holds; what holds here holds around every member, and is what (δ, l) asks of any centre.
        #[test]
        fn it_is_monotone_and_implies_the_group_view(
            a in prop::collection::vec(1i64..60, 1..12), b in prop::collection::vec(1i64..60, 1..12),
            neighbourhood in any_neighbourhood(), m in 1u32..5,
        ) {
            let rule = register(neighbourhood, m);
            let both: Vec<i64> = a.iter().chain(&b).copied().collect();
            let holds = |values: &[i64]| judge(&rule, &numbers(values)).holds;
            if holds(&a) && holds(&b) {
                prop_assert!(holds(&both));
            }
            if holds(&a) {
                prop_assert!(judge(&EpsilonM::new(neighbourhood, m).unwrap(), &numbers(&a)).holds);
            }
            if let Some((epsilon, _)) = neighbourhood.lengths().filter(|(below, above)| below == above) {
                let any_centre = DeltaL::new(epsilon, m, Reading::AnyCentre).unwrap();
                prop_assert_eq!(judge(&any_centre, &numbers(&a)), judge(&rule, &numbers(&a)));
            }
        }
    }
}
