//! What is known of who stands behind released rows, and with it of those who stand behind none.
//!
//! # Cost
//! None where nothing is protected or no original is given; else that of `absent.rs`.

use super::absent::{self, Shown};
use super::{Audit, Evidence, Withheld, WithheldReport};
use crate::Error;
use crate::data::{Original, Released};
use crate::policy::{Absence, Policy};

/// What is known of who stands behind released rows.
pub(super) enum WhoIsThere {
    /// Nothing.
    Unknown,
    /// The original row of each released one.
    Witness(Vec<u32>),
    /// Original rows with the values that are shown, and whether anybody may know who is in the table.
    ByValues(Shown, Absence),
}

impl WhoIsThere {
    /// Those who are not there, judged.
    pub fn withheld(&self, policy: &Policy, original: &Original) -> Result<Option<Withheld>, Error> {
        match self {
            Self::Unknown => Ok(None),
            Self::Witness(rows) => Withheld::judge(policy, original, rows),
            Self::ByValues(shown, absence) => Withheld::judge_by_values(policy, original, shown, *absence),
        }
    }
}

/// The values of those who are not published say what could be told of them, by whoever misses them.
pub(super) fn who_is_there(
    policy: &Policy,
    evidence: &Evidence,
    original: Option<&Original>,
    released: &Released,
) -> WhoIsThere {
    let asked = original.filter(|_| !policy.protect().is_empty());
    let shown = asked.and_then(|original| absent::shown(policy, original, released));
    shown.map_or(WhoIsThere::Unknown, |shown| WhoIsThere::ByValues(shown, absence(policy, evidence)))
}

/// Whether anybody may know who is in the table: as the policy says; where it says nothing, as the release assumes.
fn absence(policy: &Policy, evidence: &Evidence) -> Absence {
    let assumed = if evidence.assumes_unknown() { Absence::Unknown } else { Absence::Known };
    policy.method().stated_absence().unwrap_or(assumed)
}

/// Repeats that nobody is assumed to know who is in the table, where nothing was found of those who were withheld.
pub(super) fn tell_assumption(policy: &Policy, evidence: &Evidence, audit: &mut Audit) {
    if audit.withheld.is_none() && audit.truth.as_ref().is_none_or(|truth| truth.absent > 0) {
        audit.withheld = evidence.assumed_unknown().map(WithheldReport::stated);
        let known = policy.method().stated_absence() == Some(Absence::Known);
        if audit.withheld.as_ref().is_some_and(|withheld| known && withheld.tuples > 0) {
            audit.open.push(
                "the policy says that somebody may know who is in the table, and the manifest that people were withheld under the \
                 assumption that nobody does: what could be told of them takes the original"
                    .to_owned(),
            );
        }
    }
    if audit.withheld.is_none() && audit.truth.is_none() && policy.method().absence() == Absence::Unknown {
        let note = "The policy assumes that nobody knows who is in the table. Whether anybody was withheld can only be seen with \
                    the original.";
        audit.notes.push(note.to_owned());
    }
}
