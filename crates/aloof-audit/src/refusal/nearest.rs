//! What could be had instead of what was refused.

use std::fmt;

use aloof_table::Ratio;
use serde::Serialize;

use crate::policy::{Absence, Method};
use crate::words;

/// What could be had instead; what is not known is absent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Nearest {
    /// The largest m for the policy's ε.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_m: Option<usize>,
    /// ε must stay below this for the policy's m.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub epsilon_below: Option<String>,
    /// The largest δ for the policy's ε.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delta_at_most: Option<String>,
    /// Rows that would have to be withheld.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withhold: Option<Withhold>,
    /// What ended the search, where time did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<OutOfTime>,
    /// In words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

/// A search that time ended: with more of it, more may be found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OutOfTime {
    /// The limit.
    pub limit: String,
    /// Steps that there was time for.
    pub steps: u32,
}

impl fmt::Display for OutOfTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limit, steps } = self;
        write!(f, "The time limit of {limit} ended the search after {steps} steps: with more time it may be found")
    }
}

/// Rows that would have to be withheld so that the others can be published.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Withhold {
    /// So many.
    pub needed: usize,
    /// Whether a release is then made, whatever is drawn; else so many are the least, and whether they do was not tried.
    pub certain: bool,
    /// Of all.
    pub rows: usize,
    /// The policy allows so many, for this.
    pub allowed: usize,
    /// Whether someone may know who is missing: then withholding is no way.
    pub absence: Absence,
}

impl Withhold {
    /// So many of the rows, which certainly do.
    #[doc(hidden)]
    pub fn new(needed: usize, rows: usize, method: &Method) -> Self {
        let allowed = method.may_withhold_to_promise(rows);
        Self { needed, certain: true, rows, allowed, absence: method.absence() }
    }

    /// The same where so many are the least, and may not do.
    #[doc(hidden)]
    pub fn at_least(needed: usize, rows: usize, method: &Method) -> Self {
        Self { certain: false, ..Self::new(needed, rows, method) }
    }

    /// Why rows are not withheld, where someone may know who is missing; `proven`: what is asked cannot be had of all rows.
    pub fn why_not(&self, proven: bool) -> Option<&'static str> {
        match (self.absence, proven) {
            (Absence::Unknown, _) => None,
            (Absence::Known, true) => Some(
                "Withholding rows cannot help: if the withheld kept it as a group of their own, all rows could keep it, so \
                 someone who misses a person in the release would learn more about them than is asked",
            ),
            (Absence::Known, false) => Some(
                "Rows are not withheld for it: someone who misses a person in the release would learn that theirs is one of \
                 the values that stand in the way",
            ),
        }
    }
}

impl fmt::Display for Withhold {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = words::part(self.needed, self.rows, "row", "rows");
        let share = share_above(self.needed, self.rows);
        let does =
            if self.certain { format!("{of} would do") } else { format!("at least {of} may do, which was not tried") };
        match self.absence {
            Absence::Known => write!(
                f,
                "absence = \"unknown\" states the assumption under which it could: that nobody knows who is in the table. Then \
                 withholding {does} (suppress = \"{share}\")"
            ),
            Absence::Unknown if self.allowed > 0 => {
                write!(f, "Withholding {does}, where suppress allows {}", words::count(self.allowed))
            }
            Absence::Unknown => write!(f, "Withholding {does} (suppress = \"{share}\")"),
        }
    }
}

/// A share that so many of all do not exceed, in four places.
pub(super) fn share_above(some: usize, all: usize) -> String {
    let share = Ratio::of(some as u64, all as u64).ceil_decimal(4);
    share.trim_end_matches('0').trim_end_matches('.').to_owned()
}
