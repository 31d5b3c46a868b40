//! A policy that cannot be followed: where, what, and what would work.

use super::Place;

/// One mistake in a policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct PolicyError {
    place: Place,
    message: String,
}

impl PolicyError {
    /// A mistake at `place`.
    pub fn new(place: Place, message: impl Into<String>) -> Self {
        Self { place, message: message.into() }
    }

    /// The same mistake in other words.
    #[doc(hidden)]
    pub fn with_message(self, told: impl FnOnce(&str) -> String) -> Self {
        Self { message: told(&self.message), place: self.place }
    }

    /// Where.
    pub fn place(&self) -> &Place {
        &self.place
    }
}

/// `; did you mean `x`?` when one of `known` is near `name`, else what is known.
#[doc(hidden)]
pub fn suggest<'a>(name: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    let near = known
        .clone()
        .into_iter()
        .map(|other| (strsim::damerau_levenshtein(&name.to_lowercase(), &other.to_lowercase()), other))
        .min()
        .filter(|(distance, other)| *distance <= 2.max(other.chars().count() / 3));
    if let Some((_, other)) = near {
        return format!("; did you mean `{other}`?");
    }
    let all: Vec<&str> = known.into_iter().collect();
    if all.is_empty() || all.len() > 40 { String::new() } else { format!("; known are {}", all.join(", ")) }
}
