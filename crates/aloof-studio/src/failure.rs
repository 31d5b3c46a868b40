//! What a request is answered with where it cannot be done.

use axum::http::StatusCode;
use serde_json::{Value, json};

/// A message for people, and what a program needs to know of it.
#[derive(Debug)]
pub(crate) struct Failure {
    pub status: StatusCode,
    pub document: Value,
}

impl Failure {
    /// What was asked is wrong.
    pub fn wrong(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, "call", message)
    }

    /// Somebody else changed it meanwhile.
    pub fn stale(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "stale", message)
    }

    /// What was read is not what lies there now.
    pub fn changed(message: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, "changed", message)
    }

    /// This program is wrong.
    pub fn mistake(message: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "bug", message)
    }

    pub fn new(status: StatusCode, kind: &'static str, message: impl Into<String>) -> Self {
        Self { status, document: json!({ "kind": kind, "message": message.into() }) }
    }
}

impl From<aloof::Error> for Failure {
    fn from(error: aloof::Error) -> Self {
        let document = serde_json::to_value(error.report()).unwrap_or_default();
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, document }
    }
}

impl From<aloof::policy::PolicyError> for Failure {
    fn from(error: aloof::policy::PolicyError) -> Self {
        aloof::Error::from(error).into()
    }
}
