//! People of the original whom a table with changed values holds nothing of.
//!
//! # Cost
//! One pass over the original, and that of `withheld.rs` where values were left as they were.

use super::who::{WhoIsThere, who_is_there};
use super::{Audit, Evidence, Withheld};
use crate::Error;
use crate::data::{Original, Released};
use crate::manifest::HowMade;
use crate::policy::Policy;
use crate::words;

/// Who they are.
pub(super) enum Missed {
    /// None, as far as can be seen, or they are judged with the table.
    Nobody,
    /// Their values follow from those that were left as they were.
    Judged(Withheld),
    /// So many, of whom nothing follows.
    Unseen(usize),
}

impl Missed {
    /// Noise and walks leave sensitive values as they were, or deal them anew; where they are drawn it is not seen whose are left.
    pub fn of_changed(
        policy: &Policy,
        evidence: &Evidence,
        original: Option<&Original>,
        released: &Released,
    ) -> Result<Self, Error> {
        let Some(original) = original.filter(|_| !policy.protect().is_empty()) else { return Ok(Self::Nobody) };
        let people = (0..original.rows()).filter(|&row| original.is_published(row)).count();
        match evidence.claimed() {
            Some(HowMade::Noise { .. } | HowMade::Walk { .. }) => {}
            Some(HowMade::Perturbed(_)) if people > released.rows => return Ok(Self::Unseen(people - released.rows)),
            _ => return Ok(Self::Nobody),
        }
        let rows = who_is_there(policy, evidence, Some(original), released);
        let unseen = matches!(rows, WhoIsThere::Unknown) && people > released.rows;
        Ok(match rows.withheld(policy, original)? {
            Some(withheld) => Self::Judged(withheld),
            None if unseen => Self::Unseen(people - released.rows),
            None => Self::Nobody,
        })
    }

    pub fn tell(self, audit: &mut Audit) {
        let many = match self {
            Self::Nobody => return,
            Self::Judged(withheld) if !audit.checks.is_empty() => return withheld.tell(None, audit),
            Self::Judged(withheld) => withheld.len(),
            Self::Unseen(many) => many,
        };
        let are = if many == 1 { "is" } else { "are" };
        audit.open.push(format!(
            "{} of the original {are} in no released row, and what could be told of them was not judged: their values cannot be seen",
            words::several(many, "person", "people")
        ));
    }
}
