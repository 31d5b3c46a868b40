//! What can go wrong, by whose turn it is to act.

use aloof_io::ReadError;
use aloof_io::publish::PublishError;

use crate::policy::PolicyError;

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
    /// What is asked cannot be had of these data; the message says what is nearest.
    #[error("{0}")]
    Impossible(String),
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

impl Error {
    /// The program's exit code: 1 when an audit failed, 2 when the call, the policy or the data are wrong, 3 when what is
    /// asked is impossible, 70 when the program is wrong.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Unsafe(_) => 1,
            Self::Policy(_) | Self::Read(_) | Self::Data(_) | Self::File { .. } | Self::Publish(_) => 2,
            Self::Impossible(_) => 3,
            Self::Bug(_) => 70,
        }
    }
}
