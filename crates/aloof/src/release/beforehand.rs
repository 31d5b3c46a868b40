//! What can be said against a policy before any data are read.

use aloof_principles::Needs;
use aloof_table::{Date, Decimal, Hierarchy, HierarchyError};

use super::maker::Maker;
use super::makers::{series, with_maker};
use crate::Error;
use crate::policy::{Algorithm, ColumnRule, HierarchyFrom, Place, Policy, PolicyError, Role, bind};

/// Refuses what no release could be made by, before anything is read: a method that cannot keep what is asked, hierarchies that
/// cannot be read. For those who only ask what could be promised.
pub(crate) fn refuse_policy(policy: &Policy) -> Result<(), Error> {
    refuse_unmade(policy)?;
    if policy.protect().iter().any(|protect| protect.needs() == Needs::History) {
        series::check_promise(policy)?;
    } else if !policy.protect().is_empty() {
        with_maker!(policy, maker => maker.check(policy))?;
    }
    // Those of sensitive columns are read where a protection needs them, and by makers no sooner.
    for rule in policy.columns().iter().filter(|rule| rule.role() == Role::Quasi) {
        match rule.hierarchy().map(|from| (&from.value, &from.place)) {
            Some((HierarchyFrom::File(file), place)) => bind::check_file(rule, policy, file, place)?,
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

/// Refuses what presence cannot be made with: cells must part a population, and show what its people have.
pub(super) fn refuse_unmade(policy: &Policy) -> Result<(), PolicyError> {
    let mut asked = policy.protect().iter().filter(|protect| protect.needs() == Needs::Population);
    let Some(protect) = asked.next() else { return Ok(()) };
    let method = policy.method();
    let (name, wrong) =
        (method.algorithm().name(), |what: String| Err(PolicyError::new(protect.place().clone(), what)));
    let why = match method.algorithm() {
        Algorithm::Split if method.is_printed() => "as printed knows no population",
        Algorithm::Split => "",
        Algorithm::XColor | Algorithm::Mondrian(_) => "makes groups of the table's rows, and not of a population",
        Algorithm::Walk(_) | Algorithm::Perturb | Algorithm::Noise(_) => {
            "shows everybody's own values, or others like them"
        }
        Algorithm::Anatomy => "shows everybody's quasi values as they are",
    };
    if !why.is_empty() {
        return wrong(format!("presence is made by cutting a population; algorithm = \"{name}\" {why}: leave it out"));
    }
    if method.suppress() > Decimal::ZERO {
        let what = "presence is asked of everybody in the table, and who is withheld is in it without a cell: leave out `suppress`";
        return wrong(what.to_owned());
    }
    if let Some(second) = asked.next() {
        let what = "presence is made for one population; leave out one of the two, make a release, and give this policy to `aloof audit`";
        return Err(PolicyError::new(second.place().clone(), what));
    }
    Ok(())
}

/// Refuses a part of a table where a population is asked about: it is another share of it.
pub(super) fn refuse_part(policy: &Policy) -> Result<(), PolicyError> {
    let Some(protect) = policy.presence() else { return Ok(()) };
    let what = "presence is made of a whole table, and not of parts of it: parts are other shares of the population";
    Err(PolicyError::new(protect.place().clone(), what))
}

fn refuse_hierarchy(
    rule: &ColumnRule,
    place: &Place,
    made: Result<Hierarchy, HierarchyError>,
) -> Result<(), PolicyError> {
    let wrong = |error| PolicyError::new(place.clone(), format!("column `{}`: {error}", rule.name()));
    made.map(drop).map_err(wrong)
}
