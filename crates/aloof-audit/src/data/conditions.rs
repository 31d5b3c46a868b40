//! What must be so for what is promised, though no data can show it.
//!
//! A value that looks like a code for a missing one, a last row that looks like a total: both are taken for what they stand as, and a
//! promise is false where they are not. So everybody who judges, advises or measures says the same of both, from here.

use serde::Serialize;

use super::{PerhapsMissing, PerhapsTotal};

/// What was seen in a table that only a person can decide.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Conditions {
    /// Sensitive values that look like codes for a missing one, and are taken for values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub perhaps_missing: Vec<PerhapsMissing>,
    /// A row that looks like a total, and is taken for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perhaps_total: Option<PerhapsTotal>,
}

impl Conditions {
    /// What was seen.
    pub fn new(perhaps_missing: Vec<PerhapsMissing>, perhaps_total: Option<PerhapsTotal>) -> Self {
        Self { perhaps_missing, perhaps_total }
    }

    /// Whether nothing was.
    pub fn is_empty(&self) -> bool {
        self.perhaps_missing.is_empty() && self.perhaps_total.is_none()
    }

    /// What is to be said, in sentences, each of one thing.
    pub fn told(&self) -> impl Iterator<Item = &str> {
        let missing = self.perhaps_missing.iter().map(|one| one.told.as_str());
        self.perhaps_total.iter().map(|total| total.told.as_str()).chain(missing)
    }

    /// `-9 in pay is a value like any other and line 62 of pay.csv is a person and no total`; nothing where nothing was seen.
    pub fn said(&self) -> Option<String> {
        let missing = self.perhaps_missing.iter().map(PerhapsMissing::condition);
        let all: Vec<String> = missing.chain(self.perhaps_total.iter().map(PerhapsTotal::condition)).collect();
        (!all.is_empty()).then(|| all.join(" and "))
    }
}
