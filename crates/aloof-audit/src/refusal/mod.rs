//! What was asked and cannot be had, or was not found: which promise, why, and what is nearest.
//!
//! *Impossible* is said only with a witness that anyone can check: so many rows in one window, all rows together, a crowd of
//! similar values. Where there is none, what is asked was *not found*, which says nothing of whether it exists.

mod nearest;
mod sentences;
mod why;

use std::fmt;

use serde::Serialize;

pub use nearest::{Nearest, OutOfTime, Withhold};
pub use why::Why;

/// Why there is no release.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Refusal {
    /// What stands in the way.
    pub why: Why,
    /// What could be had instead.
    pub nearest: Nearest,
}

/// A protection of the policy, as a refusal names it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Promise {
    /// The columns it is about.
    pub sensitive: Vec<String>,
    /// The principle with its parameters.
    pub title: String,
    /// The view it should hold in.
    pub view: &'static str,
}

impl fmt::Display for Promise {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in the {} view", self.without_view(), self.view)
    }
}

impl Promise {
    /// Where the view changes nothing.
    fn without_view(&self) -> String {
        let of = if self.sensitive.is_empty() { String::new() } else { format!("{}: ", self.sensitive.join(", ")) };
        of + &self.title
    }
}

impl Refusal {
    /// Nothing is known of what is nearest.
    #[doc(hidden)]
    pub fn new(why: Why) -> Self {
        Self { why, nearest: Nearest::default() }
    }

    /// The same, with what is nearest.
    #[doc(hidden)]
    pub fn with(self, nearest: Nearest) -> Self {
        Self { nearest, ..self }
    }

    /// The same, where time ended the search. What is proven does not change with time.
    #[doc(hidden)]
    pub fn out_of_time(mut self, limit: String, steps: u32) -> Self {
        if !self.why.is_proven() {
            self.nearest.time_limit = Some(OutOfTime { limit, steps });
        }
        self
    }

    /// `impossible`, with a witness, or `not-found`.
    pub fn kind(&self) -> &'static str {
        if self.why.is_proven() { "impossible" } else { "not-found" }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let withhold = self.nearest.withhold.filter(|withhold| withhold.needed < withhold.rows);
        let why_not = withhold.and_then(|withhold| withhold.why_not(self.why.is_proven())).map(str::to_owned);
        let withhold = why_not.into_iter().chain(withhold.map(|withhold| withhold.to_string()));
        let time = self.nearest.time_limit.iter().map(OutOfTime::to_string);
        let more = time.chain(self.nearest.words.iter().cloned()).chain(withhold);
        write!(f, "{}", self.why)?;
        more.into_iter().try_for_each(|sentence| write!(f, ". {sentence}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::Absence;

    #[test]
    fn impossible_and_not_found_are_two_kinds() {
        let promise =
            Promise { sensitive: vec!["pay".to_owned()], title: "(5, 2)-anonymity".to_owned(), view: "group" };
        let crowded = Why::Crowded {
            promise: promise.clone(),
            window: 3,
            rows: 4,
            span: "in an interval of length 5".to_owned(),
            largest_m: 1,
        };
        let refusal = Refusal::new(crowded);
        assert_eq!(refusal.kind(), "impossible");
        assert_eq!(
            refusal.to_string(),
            "pay: (5, 2)-anonymity in the group view is impossible for these data: 3 of 4 rows lie in an interval of length \
             5, so nothing can be promised"
        );
        let together = Refusal::new(Why::Together { promise, numbers_help: false });
        assert_eq!(together.kind(), "not-found");
        assert!(!together.to_string().contains("impossible"));
    }

    #[test]
    fn withholding_is_said_as_the_policy_would_write_it() {
        let withhold = Withhold { needed: 2, certain: true, rows: 3, allowed: 0, absence: Absence::Unknown };
        assert_eq!(withhold.to_string(), "Withholding 2 of 3 rows would do (suppress = \"0.6667\")");
        let allowed = Withhold { allowed: 1, ..withhold };
        assert_eq!(allowed.to_string(), "Withholding 2 of 3 rows would do, where suppress allows 1");
        let least = Withhold { certain: false, ..withhold };
        assert_eq!(
            least.to_string(),
            "Withholding at least 2 of 3 rows may do, which was not tried (suppress = \"0.6667\")"
        );
        assert_eq!(allowed.why_not(true), None);
        let known = Withhold { absence: Absence::Known, ..withhold };
        assert!(known.to_string().starts_with("absence = \"unknown\" states the assumption under which it could"));
        assert!(known.why_not(true).unwrap().contains("someone who misses a person in the release"));
    }
}
