//! Any principle, as a value.

use crate::closeness::{BetaLikeness, TCloseness};
use crate::diversity::{AlphaK, Distinct, Entropy, Frequency, Recursive};
use crate::history::MInvariance;
use crate::identity::{KAnonymity, Presence};
use crate::knowledge::{CKSafety, Skyline};
use crate::spread::{KE, Variance};
use crate::{CountingMissing, DeltaL, Dissimilarity, EpsilonM, MissingIs, ParamError, Principle, Register};

/// One principle with its parameters. Behaviour is the [`Principle`]'s; the enum lets the judge find its own, literal
/// definition of the same rule.
#[derive(Clone, Debug)]
pub enum Rule {
    /// k-anonymity.
    KAnonymity(KAnonymity),
    /// Distinct l-diversity.
    Distinct(Distinct),
    /// l-diversity by frequency.
    Frequency(Frequency),
    /// Entropy l-diversity.
    Entropy(Entropy),
    /// Recursive (c, l)-diversity.
    Recursive(Recursive),
    /// (α, k)-anonymity.
    AlphaK(AlphaK),
    /// (k, e)-anonymity.
    KE(KE),
    /// Variance control.
    Variance(Variance),
    /// t-closeness.
    TCloseness(TCloseness),
    /// β-likeness.
    BetaLikeness(BetaLikeness),
    /// (ε, m)-anonymity.
    EpsilonM(EpsilonM),
    /// (ε, m)-anonymity, or (δ, l)-diversity, in the register view.
    Register(Register),
    /// (δ, l)-diversity.
    DeltaL(DeltaL),
    /// (ε, δ)^k-dissimilarity.
    Dissimilarity(Dissimilarity),
    /// (c, k)-safety.
    CKSafety(CKSafety),
    /// Skyline privacy.
    Skyline(Skyline),
    /// δ-presence.
    Presence(Presence),
    /// m-invariance.
    MInvariance(MInvariance),
    /// One of these, with missing values counted.
    CountingMissing(Box<CountingMissing>),
}

impl Rule {
    /// The principle.
    pub fn principle(&self) -> &dyn Principle {
        match self {
            Self::KAnonymity(rule) => rule,
            Self::Distinct(rule) => rule,
            Self::Frequency(rule) => rule,
            Self::Entropy(rule) => rule,
            Self::Recursive(rule) => rule,
            Self::AlphaK(rule) => rule,
            Self::KE(rule) => rule,
            Self::Variance(rule) => rule,
            Self::TCloseness(rule) => rule,
            Self::BetaLikeness(rule) => rule,
            Self::EpsilonM(rule) => rule,
            Self::Register(rule) => rule,
            Self::DeltaL(rule) => rule,
            Self::Dissimilarity(rule) => rule,
            Self::CKSafety(rule) => rule,
            Self::Skyline(rule) => rule,
            Self::Presence(rule) => rule,
            Self::MInvariance(rule) => rule,
            Self::CountingMissing(rule) => &**rule,
        }
    }

    /// The same with missing values counted; as it is where they are similar to nothing.
    pub fn counting_missing(self, similar: MissingIs) -> Result<Self, ParamError> {
        if similar == MissingIs::Nothing {
            return Ok(self);
        }
        Ok(Self::CountingMissing(Box::new(CountingMissing::new(self, similar)?)))
    }

    /// What every group must keep so that the rule holds whatever someone believes about who is in which group, and around
    /// any centre. What is monotone keeps in any mixture what it keeps in every group, and stays as it is.
    pub fn in_register(self) -> Result<Self, ParamError> {
        if let Some(same) = self.principle().as_epsilon_m() {
            return Ok(Self::Register(Register::of(same, self.principle())));
        }
        Ok(match self {
            Self::Dissimilarity(rule) => Self::Dissimilarity(rule.in_register()?),
            Self::CountingMissing(rule) => rule.rule().clone().in_register()?.counting_missing(rule.similar())?,
            other => other,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::{decimal, judge, numbers};
    use crate::similarity::{Distance, Variational};
    use crate::{Ground, Neighbourhood, Point, Reading, Reads};
    use proptest::prelude::*;

    fn rules() -> Vec<Rule> {
        let near = Neighbourhood::absolute(decimal("1")).unwrap();
        let delta_l = |reading| Rule::DeltaL(DeltaL::new(decimal("0.5"), 3, reading).unwrap());
        vec![
            Rule::KAnonymity(KAnonymity::new(3).unwrap()),
            Rule::Distinct(Distinct::new(3).unwrap()),
            Rule::Frequency(Frequency::new(decimal("2.5")).unwrap()),
            Rule::Entropy(Entropy::new(decimal("2.5")).unwrap()),
            Rule::Recursive(Recursive::new(decimal("4"), 3).unwrap()),
            Rule::AlphaK(AlphaK::new(decimal("0.5"), 3).unwrap()),
            Rule::KE(KE::new(3, decimal("2")).unwrap()),
            Rule::Variance(Variance::new(decimal("2")).unwrap()),
            Rule::TCloseness(TCloseness::new(decimal("0.2"), Ground::Ordered).unwrap()),
            Rule::BetaLikeness(BetaLikeness::basic(decimal("1")).unwrap()),
            Rule::MInvariance(MInvariance::new(3).unwrap()),
            Rule::MInvariance(MInvariance::within(3, decimal("1")).unwrap()),
            Rule::CKSafety(CKSafety::new(decimal("0.6"), 1).unwrap()),
            Rule::CKSafety(CKSafety::within(decimal("0.7"), 1, decimal("1")).unwrap()),
            Rule::Skyline(Skyline::new(vec![Point::new(1, 1, 1, decimal("0.8")).unwrap()]).unwrap()),
            Rule::EpsilonM(EpsilonM::new(near, 3).unwrap()),
            delta_l(Reading::Definition),
            delta_l(Reading::AnyCentre),
            Rule::EpsilonM(EpsilonM::new(near, 3).unwrap()).in_register().unwrap(),
        ]
    }

    proptest! {
        /// What makers rely on: no group of fewer rows, or of fewer different values, holds; and the (ε, m)-anonymity that is
        /// said to be the same finds the same.
        #[test]
        fn what_is_declared_is_so(values in prop::collection::vec(0i64..9, 1..7)) {
            let attribute = numbers(&values);
            let different = values.iter().collect::<std::collections::BTreeSet<_>>().len();
            for rule in rules() {
                let principle = rule.principle();
                let holds = judge(principle, &attribute).holds;
                prop_assert!(!holds || values.len() >= principle.least_rows() as usize, "{rule:?}");
                prop_assert!(!holds || different >= principle.least_values() as usize, "{rule:?}");
                if let Some(same) = principle.as_epsilon_m() {
                    prop_assert_eq!(judge(&same, &attribute).holds, holds);
                }
            }
        }
    }

    #[test]
    fn a_distance_between_numbers_reads_numbers() {
        let one = |distance| Dissimilarity::new(distance, decimal("0.1"), decimal("0.5"), 2).unwrap();
        assert_eq!(one(Distance::Variational(Variational)).reads(), Reads::Numbers);
        assert_eq!(one(crate::DistanceSpec::kind("l1").check().unwrap()).reads(), Reads::Values);
    }
}
