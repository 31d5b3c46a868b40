//! Promise: what words would promise, at once, while somebody moves a point; what can be had and what it costs is asked by jobs.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::studio::{Opened, Studio};

#[derive(Deserialize)]
pub(super) struct Check {
    words: Value,
}

/// Whether words are a policy, and what it would promise. Changes nothing.
pub(super) fn check(studio: &Studio, opened: &Opened, asked: &Check) -> Value {
    let text = opened.written(&asked.words);
    match studio.check(opened, &text) {
        Ok(policy) => json!({ "toml": text, "promises": opened.sentences(&policy), "problem": null }),
        Err(failure) => json!({ "toml": text, "promises": null, "problem": failure.document }),
    }
}
