//! What a release says of itself, or does not say, held against what is there: its files, its making, its names, its other columns.

use serde::Serialize;

use crate::audit::evidence::Standing;
use crate::policy::Policy;

/// Files beside a manifest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FilesReport {
    /// Those with the digest that is stated.
    pub same: Vec<String>,
    /// Those with another, or gone: the manifest is not theirs.
    pub other: Vec<String>,
    /// What else lies in the directory and is not listed: nothing was judged of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unlisted: Vec<String>,
    /// What is listed, but is none of the tables that a release so made consists of: nothing was judged of it either.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unjudged: Vec<String>,
}

/// How a table is said to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClaimReport {
    /// The manifest's word.
    pub how: &'static str,
    /// `holds`, `refuted` or `open`.
    pub standing: &'static str,
    /// By what.
    pub reason: String,
}

impl ClaimReport {
    /// What whoever makes a release is told of an audit that cannot see how it was made: as [`Audit::leave_open`] does, it leaves open
    /// what is asked; where nothing is asked nothing is left open.
    #[doc(hidden)]
    pub fn told_to_maker(&self, policy: &Policy) -> Option<String> {
        let reason = Some(&self.reason).filter(|_| self.standing == "open")?;
        Some(if policy.protect().is_empty() {
            format!(
                "An audit of this release, also one with the original, cannot see whether it was made as it says: {reason}."
            )
        } else {
            format!("An audit of this release, also one with the original, will leave it open (exit code 2): {reason}.")
        })
    }

    /// That it cannot be seen whether the claim is so, where what was left open does not say it.
    #[doc(hidden)]
    pub fn unseen(&self, open: &[String]) -> Option<String> {
        let unsaid = self.standing == "open" && !open.iter().any(|open| open.contains(&self.reason));
        unsaid.then(|| format!("The manifest says how it was made ({}); that is open: {}.", self.how, self.reason))
    }
}

/// A column that is called a pseudonym.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PseudonymReport {
    /// Its name.
    pub column: String,
    /// `holds`, `refuted` or `open`.
    pub standing: &'static str,
    /// By what.
    pub reason: String,
}

impl PseudonymReport {
    pub(in crate::audit) fn new(column: &str, standing: Standing) -> Self {
        let ClaimReport { standing, reason, .. } = standing.report("pseudonym");
        Self { column: column.to_owned(), standing, reason: format!("`{column}` is called a pseudonym: {reason}") }
    }

    /// In a sentence.
    pub(in crate::audit) fn sentence(&self) -> String {
        let linked = "That a key was used no table can show. Whoever has it, or can make these names otherwise, can tell who it is, and \
                      by them rows of several releases can be put together, which no promise is about.";
        match self.standing {
            "refuted" => format!("{}. So it is none.", self.reason),
            "open" => format!("`{}` is called a pseudonym. {linked}", self.column),
            _ => format!("{}. {linked}", self.reason),
        }
    }
}

/// Columns that are neither quasi nor sensitive nor state the group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct OthersReport {
    /// Their names.
    pub columns: Vec<String>,
    /// Those of them of which neither the policy nor the manifest says what they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unnamed: Vec<String>,
    /// Rows that would stand alone if these were quasi columns; absent when there are too many to tell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alone: Option<usize>,
    /// The smallest group that there would be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest: Option<usize>,
    /// Those by which people could be looked up, as they look, with why: `inspect` says so, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub telling: Vec<TellingColumn>,
    /// Whether they were looked at.
    #[serde(skip)]
    pub seen: bool,
}

/// A column that tells a quasi column, or follows from one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FollowingColumn {
    /// Its name.
    pub column: String,
    /// The quasi column.
    pub quasi: String,
    /// What was measured.
    pub reason: String,
    /// What does not hold for whoever knows that.
    pub fails: Vec<String>,
    /// Whether the quasi column was changed row by row, so that this one gives it back.
    pub gives_back: bool,
    /// Whether it is a sensitive column, whose own values are promised about.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sensitive: bool,
}

/// A column that looks as if people could be looked up by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TellingColumn {
    /// Its name.
    pub column: String,
    /// What it looks like: `identifier` or `quasi`.
    pub looks: &'static str,
    /// Why.
    pub reason: String,
}
