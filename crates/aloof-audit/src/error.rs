//! What can go wrong, by whose turn it is to act.

use aloof_io::ReadError;
use aloof_io::publish::PublishError;
use serde::Serialize;

use crate::policy::PolicyError;
use crate::refusal::{Nearest, Refusal};

/// Why something asked for was not done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The policy is wrong, or does not fit the data.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A file is wrong.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The data are not what the policy needs.
    #[error("{0}")]
    Data(String),
    /// What is asked cannot be had of these data, or was not found.
    #[error("{0}")]
    Refused(Box<Refusal>),
    /// A release was made and its own audit does not pass.
    #[error("{0}")]
    Unsafe(String),
    /// A release could not be put in place.
    #[error(transparent)]
    Publish(#[from] PublishError),
    /// Two of our own routines contradict each other: a mistake in this program.
    #[error("this is a mistake in aloof, please report it: {0}")]
    Bug(String),
    /// A file could not be written or looked at.
    #[error("{what}: {cause}")]
    File {
        /// Which, and what for.
        what: String,
        /// What the system said.
        cause: std::io::Error,
    },
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(Box::new(refusal))
    }
}

/// An error as one document.
#[derive(Debug, Serialize)]
pub struct ErrorReport<'a> {
    /// What kind of error: `impossible`, `not-found`, `policy`, `data`, `violation` or `bug`.
    pub kind: &'static str,
    /// In words.
    pub message: String,
    /// What could be had instead, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<&'a Nearest>,
    /// What stands in the way, where something was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<&'a crate::refusal::Why>,
}

impl Error {
    /// The program's exit code: 1 when an audit failed, 2 when the call, the policy or the data are wrong, 3 when what is
    /// asked is impossible or was not found, 70 when the program is wrong.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Unsafe(_) => 1,
            Self::Policy(_) | Self::Read(_) | Self::Data(_) | Self::File { .. } | Self::Publish(_) => 2,
            Self::Refused(_) => 3,
            Self::Bug(_) => 70,
        }
    }

    /// A word for it, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Policy(_) => "policy",
            Self::Read(_) | Self::Data(_) | Self::Publish(_) | Self::File { .. } => "data",
            Self::Refused(refusal) => refusal.kind(),
            Self::Unsafe(_) => "violation",
            Self::Bug(_) => "bug",
        }
    }

    /// What was refused, and what is nearest.
    pub fn refusal(&self) -> Option<&Refusal> {
        if let Self::Refused(refusal) = self { Some(refusal) } else { None }
    }

    /// As one document.
    pub fn report(&self) -> ErrorReport<'_> {
        let refusal = self.refusal();
        ErrorReport {
            kind: self.kind(),
            message: self.to_string(),
            nearest: refusal.map(|refusal| &refusal.nearest),
            why: refusal.map(|refusal| &refusal.why),
        }
    }
}
