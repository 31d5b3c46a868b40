//! Any principle, as a value.

use crate::closeness::{BetaLikeness, TCloseness};
use crate::diversity::{AlphaK, Distinct, Entropy, Frequency, Recursive};
use crate::identity::KAnonymity;
use crate::spread::{KE, Variance};
use crate::{DeltaL, Dissimilarity, EpsilonM, ParamError, Principle, Reading, Register};

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
        }
    }

    /// What every group must keep so that the rule holds whatever someone believes about who is in which group, and around
    /// any centre. What is monotone keeps in any mixture what it keeps in every group, and stays as it is.
    pub fn in_register(self) -> Result<Self, ParamError> {
        Ok(match self {
            Self::EpsilonM(rule) => Self::Register(Register::of(rule, &rule)),
            Self::DeltaL(rule) if rule.reading() == Reading::Definition => {
                Self::Register(Register::of(rule.as_epsilon_m(), &rule))
            }
            Self::Dissimilarity(rule) => Self::Dissimilarity(rule.in_register()?),
            other => other,
        })
    }
}
