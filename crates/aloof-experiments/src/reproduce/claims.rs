//! What an experiment claims, and what was measured here.

use serde::Serialize;

/// How a claim was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The test bears it out.
    Confirmed,
    /// The test refutes it.
    NotConfirmed,
    /// The test tells neither.
    Undecided,
}

impl Verdict {
    /// In words.
    pub fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::NotConfirmed => "not confirmed",
            Self::Undecided => "undecided",
        }
    }

    /// What is so, or not.
    pub(super) fn of(holds: bool) -> Self {
        if holds { Self::Confirmed } else { Self::NotConfirmed }
    }

    /// Of parts that must all hold.
    pub(super) fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        let parts: Vec<Self> = parts.into_iter().collect();
        let has = |verdict| parts.contains(&verdict);
        match () {
            () if has(Self::NotConfirmed) => Self::NotConfirmed,
            () if has(Self::Undecided) || parts.is_empty() => Self::Undecided,
            () => Self::Confirmed,
        }
    }
}

/// Why a claim is not borne out, as far as that was tested, too.
#[derive(Clone, Debug, Serialize)]
pub struct Reason {
    /// The supposed reason.
    pub says: String,
    /// What was measured of it.
    pub measured: String,
    /// Whether that bears the reason out.
    pub holds: bool,
}

/// One sentence of a paper, or of ours, answered.
#[derive(Clone, Debug, Serialize)]
pub struct Claim {
    /// The figure it belongs to.
    pub figure: &'static str,
    /// What is claimed, in our words.
    pub says: &'static str,
    /// By which test it is answered.
    pub test: &'static str,
    /// What was measured.
    pub measured: String,
    /// What follows.
    pub verdict: Verdict,
    /// Where it is not borne out: why, as far as that was tested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

impl Claim {
    /// A claim with what was measured.
    pub fn new(
        figure: &'static str,
        says: &'static str,
        test: &'static str,
        measured: String,
        verdict: Verdict,
    ) -> Self {
        Self { figure, says, test, measured, verdict, reason: None }
    }

    /// Where it is not borne out, with a reason and how that was tested.
    #[must_use]
    pub fn because(mut self, says: &str, measured: String, holds: bool) -> Self {
        if self.verdict != Verdict::Confirmed {
            self.reason = Some(Reason { says: says.to_owned(), measured, holds });
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_that_fails_fails_all() {
        use Verdict::{Confirmed, NotConfirmed, Undecided};
        assert_eq!(Verdict::all([Confirmed, Undecided, NotConfirmed]), NotConfirmed);
        assert_eq!(Verdict::all([Confirmed, Undecided]), Undecided);
        assert_eq!(Verdict::all([Confirmed]), Confirmed);
        assert_eq!(Verdict::all([]), Undecided);
    }
}
