//! Any principle, as a value.

use crate::{DeltaL, Dissimilarity, EpsilonM, Principle};

/// One principle with its parameters. Behaviour is the [`Principle`]'s; the enum lets the judge find its own, literal
/// definition of the same rule.
#[derive(Clone, Debug)]
pub enum Rule {
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
            Self::EpsilonM(rule) => rule,
            Self::DeltaL(rule) => rule,
            Self::Dissimilarity(rule) => rule,
        }
    }
}
