//! Why a principle cannot be made, or cannot be asked of a column.

/// A parameter with an impossible value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{parameter}` {problem}")]
pub struct ParamError {
    /// The parameter's name in a policy.
    pub parameter: &'static str,
    /// What is wrong and what would work, as the rest of a sentence: `must be at least 1`.
    pub problem: String,
}

impl ParamError {
    /// `parameter` `problem`.
    pub fn new(parameter: &'static str, problem: impl Into<String>) -> Self {
        Self { parameter, problem: problem.into() }
    }
}

/// A principle that cannot be asked of these columns. Says no sensitive value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Unfit(pub String);
