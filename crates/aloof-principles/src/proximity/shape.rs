//! Which similar tuples are counted together.
//!
//! # Source
//! Wang and Liu, *`XColor`: protecting general proximity privacy*, ICDE 2010, count those around a tuple (a star) and leave
//! other shapes open.
//!
//! # What implies what
//! A set of tuples similar to each other lies in the star of each of its members, so what holds for stars holds for
//! cliques. For a true metric the tuples within ε of anything lie within 2ε of each other, so what holds for cliques of 2ε
//! holds for stars of ε, even around centres that do not occur.

use crate::ParamError;

/// Which similar tuples are counted together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Those similar to one of them.
    #[default]
    Star,
    /// Those similar to each other.
    Clique,
}

impl Shape {
    /// The word for it in a policy.
    pub fn name(self) -> &'static str {
        match self {
            Self::Star => "star",
            Self::Clique => "clique",
        }
    }
}

impl std::str::FromStr for Shape {
    type Err = ParamError;
    fn from_str(text: &str) -> Result<Self, ParamError> {
        [Self::Star, Self::Clique]
            .into_iter()
            .find(|shape| shape.name() == text)
            .ok_or_else(|| ParamError::new("shape", "must be \"star\" or \"clique\""))
    }
}
