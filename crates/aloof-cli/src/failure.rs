//! How a command fails: a sentence for people, a document for programs, an exit code for both.

use std::io::IsTerminal as _;

use aloof::io::publish::{PublishError, Role};
use serde_json::{Value, json};

use crate::show;

/// As wide as lines are on a terminal.
const LINE: usize = 100;

/// A message for the user, and the exit code that goes with it.
#[derive(Debug)]
pub(crate) struct Failure {
    pub message: String,
    pub code: u8,
    /// The kind of failure, for programs.
    kind: &'static str,
    /// What stands in the way and what is nearest, where something was refused.
    more: Vec<(&'static str, Value)>,
}

impl Failure {
    /// The call, the policy or the data is wrong.
    pub fn wrong(message: impl Into<String>) -> Self {
        Self { message: message.into(), code: 2, kind: "call", more: Vec::new() }
    }

    /// The program is wrong.
    pub fn mistake(message: String) -> Self {
        Self { message, code: 70, kind: "bug", more: Vec::new() }
    }

    /// Tells it: on standard error as a sentence and, for programs, on standard output as one document.
    pub fn tell(&self, as_json: bool) {
        // Either may be closed; there is nobody left to tell then.
        if as_json {
            let _ = show::json(&self.document());
        }
        let text = format!("error: {}\n", show::on_line(&self.message));
        // Programs and tests read one line; people read several.
        let terminal = std::io::stderr().is_terminal();
        let width = LINE.min(show::columns_of_errors());
        show::complain(&if terminal { show::fill(&text, "", width) } else { text });
    }

    fn document(&self) -> Value {
        let mut error = json!({ "kind": self.kind, "message": self.message });
        self.more.iter().for_each(|(key, value)| error[key] = value.clone());
        json!({ "error": error })
    }
}

impl From<aloof::Error> for Failure {
    fn from(error: aloof::Error) -> Self {
        let report = serde_json::to_value(error.report()).expect("plain data");
        let field = |key: &'static str| report.get(key).map(|value| (key, value.clone()));
        let more = ["nearest", "why"].into_iter().filter_map(field).collect();
        let message = match &error {
            aloof::Error::Publish(refused) => in_flags(refused).unwrap_or_else(|| error.to_string()),
            _ => error.to_string(),
        };
        Self { code: error.exit_code(), kind: error.kind(), message, more }
    }
}

/// What was refused, with the flags that say otherwise: the library knows of none.
fn in_flags(refused: &PublishError) -> Option<String> {
    let flag = |role: &Role| match role {
        Role::Release => "--out",
        Role::Private => "--private",
        Role::File => "--report",
    };
    match refused {
        PublishError::Exists(path) => Some(format!(
            "{} exists already and was left as it is; choose another name, or say --replace",
            path.display()
        )),
        PublishError::NotApart { inner, outer } => {
            let why = match (inner, outer) {
                (Role::Private, Role::Release) | (Role::Release, Role::Private) => "it must never be published",
                (_, Role::Private) | (Role::Private, _) => "a private directory contains nothing but its own files",
                _ => "a release contains nothing but its own files",
            };
            Some(format!("{} must lie outside of {}: {why}", flag(inner), flag(outer)))
        }
        _ => None,
    }
}
