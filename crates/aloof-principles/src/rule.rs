//! Any principle, as a value.

use crate::closeness::{BetaLikeness, TCloseness};
use crate::diversity::{AlphaK, Distinct, Entropy, Frequency, Recursive};
use crate::identity::KAnonymity;
use crate::spread::{KE, Variance};
use crate::{DeltaL, Dissimilarity, EpsilonM, Principle};

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
            Self::DeltaL(rule) => rule,
            Self::Dissimilarity(rule) => rule,
        }
    }
}
