//! Those who are published this month: who they are, and what they have.

use hashbrown::HashSet;

use super::values::Values;
use crate::Error;
use crate::data::Original;
use crate::policy::Policy;
use crate::release::ledger::{Ledger, Who};

/// Rows of the original that are published, ascending, with who they are and the numbers of their values.
pub(super) struct People {
    pub rows: Vec<u32>,
    pub who: Vec<Who>,
    pub value: Vec<u32>,
    /// The protected column.
    pub sensitive: String,
}

impl People {
    /// With the values of the series, and those that are new. `names` are those of all rows of the input.
    pub fn of(
        original: &Original,
        policy: &Policy,
        names: &[Who],
        before: Option<&Ledger>,
    ) -> Result<(Self, Values), Error> {
        let protect = &policy.protect()[0];
        let sensitive = protect.sensitive()[0].clone();
        let column = original.column(&sensitive);
        let rows: Vec<u32> = (0..original.rows() as u32).filter(|&row| original.is_published(row as usize)).collect();
        let lacking = rows.iter().filter(|&&row| column.is_missing(row as usize)).count();
        if lacking > 0 {
            return Err(Error::Data(format!(
                "column `{sensitive}`: {lacking} people have no value, and a series takes one of everybody; write missing = \"drop\" there"
            )));
        }
        let known = before.map_or(&[][..], |ledger| &ledger.values);
        let (values, value) = Values::of(known, column, &rows, protect)?;
        let who = rows.iter().map(|&row| names[original.came[row as usize] as usize]).collect();
        Ok((Self { rows, who, value, sensitive }, values))
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many of these the ledger knows with another value.
    pub fn changed(&self, before: Option<&Ledger>, some: &[u32]) -> usize {
        if some.is_empty() {
            return 0;
        }
        let known: HashSet<Who> = before.iter().flat_map(|ledger| &ledger.people).map(|one| one.who).collect();
        some.iter().filter(|&&at| known.contains(&self.who[at as usize])).count()
    }
}
