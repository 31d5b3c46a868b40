//! Promise: what words would promise, at once, while somebody moves a point; what can be had and what it costs is asked by jobs.

use aloof::audit::would_promise;
use aloof::policy::Policy;
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
        Ok(policy) => json!({ "toml": text, "promises": sentences(opened, &policy), "problem": null }),
        Err(failure) => json!({ "toml": text, "promises": null, "problem": failure.document }),
    }
}

/// One sentence for each protection; none where a rule bounds no guess in such words.
pub(crate) fn sentences(opened: &Opened, policy: &Policy) -> Vec<Option<String>> {
    let columns = opened.columns();
    (0..policy.protect().len()).map(|at| would_promise(policy, at, &columns)).collect()
}
