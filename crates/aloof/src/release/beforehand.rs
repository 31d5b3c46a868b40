//! What can be said against a policy before any data are read.

use aloof_principles::Needs;
use aloof_table::{Date, Hierarchy, HierarchyError};

use super::maker::Maker;
use super::makers::{series, with_maker};
use crate::Error;
use crate::policy::{ColumnRule, HierarchyFrom, Place, Policy, PolicyError, Role, bind};

/// Refuses what no release could be made by, before anything is read: a method that cannot keep what is asked, hierarchies that
/// cannot be read. For those who only ask what could be promised.
pub(crate) fn refuse_policy(policy: &Policy) -> Result<(), Error> {
    refuse_unmade(policy)?;
    if policy.protect().iter().any(|protect| protect.needs() == Needs::History) {
        series::check(policy)?;
    } else if !policy.protect().is_empty() {
        with_maker!(policy, maker => maker.check(policy))?;
    }
    // Those of sensitive columns are read where a protection needs them, and by makers no sooner.
    for rule in policy.columns().iter().filter(|rule| rule.role() == Role::Quasi) {
        match rule.hierarchy().map(|from| (&from.value, &from.place)) {
            Some((HierarchyFrom::File(file), place)) => drop(bind::read_file(rule, policy, file, place)?),
            // Of any one value: a hierarchy of none is empty, and the data are not known yet.
            Some((HierarchyFrom::Intervals { widths, origin }, place)) => {
                refuse_hierarchy(rule, place, Hierarchy::intervals(std::iter::once(*origin), widths, *origin))?;
            }
            Some((HierarchyFrom::Calendar { levels }, place)) => {
                refuse_hierarchy(rule, place, Hierarchy::calendar(std::iter::once(Date::from_days(0)), levels))?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// Refuses principles that are judged and not made by: of a population a maker knows nothing.
pub(super) fn refuse_unmade(policy: &Policy) -> Result<(), PolicyError> {
    let Some(protect) = policy.protect().iter().find(|protect| protect.needs() == Needs::Population) else {
        return Ok(());
    };
    let message = format!(
        "`{}` is judged of a release, and none is made by it: make one without it, and give this policy to `aloof audit`",
        protect.principle()
    );
    Err(PolicyError::new(protect.place().clone(), message))
}

fn refuse_hierarchy(
    rule: &ColumnRule,
    place: &Place,
    made: Result<Hierarchy, HierarchyError>,
) -> Result<(), PolicyError> {
    let wrong = |error| PolicyError::new(place.clone(), format!("column `{}`: {error}", rule.name()));
    made.map(drop).map_err(wrong)
}
