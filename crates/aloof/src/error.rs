//! What can go wrong, by whose turn it is to act.

use aloof_io::ReadError;

use crate::policy::PolicyError;

/// Why something asked for was not done.
#[derive(Debug, thiserror::Error)]
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
    /// The program's exit code: 2 when the call, the policy or the data are wrong, 70 when the program is.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Policy(_) | Self::Read(_) | Self::Data(_) | Self::File { .. } => 2,
            Self::Bug(_) => 70,
        }
    }
}
