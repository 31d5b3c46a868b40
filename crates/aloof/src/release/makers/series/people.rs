//! Those who are published this month, and what they have.

use aloof_methods::series::{People, Values, Who};

use super::{other_kind, protected};
use crate::Error;
use crate::data::Original;
use crate::policy::Policy;
use crate::release::ledger::Ledger;

/// The people, with the values of the series and those that are new. `names` are those of all rows of the input.
pub(super) fn people(
    original: &Original,
    policy: &Policy,
    names: &[Who],
    before: &Ledger,
) -> Result<(People, Values), Error> {
    let name = protected(policy);
    let column = original.column(name);
    let rows: Vec<u32> = (0..original.rows() as u32).filter(|&row| original.is_published(row as usize)).collect();
    let lacking = rows.iter().filter(|&&row| column.is_missing(row as usize)).count();
    if lacking > 0 {
        return Err(Error::Data(format!(
            "column `{name}`: {lacking} people have no value, and a series takes one of everybody; write missing = \"drop\" there"
        )));
    }
    let apart = policy.protect()[0].kept_apart();
    let (values, value) =
        Values::of(&before.values, column, &rows, apart.as_ref()).ok_or_else(|| other_kind(name, column))?;
    let who = rows.iter().map(|&row| names[original.came[row as usize] as usize]).collect();
    Ok((People { rows, who, value }, values))
}
