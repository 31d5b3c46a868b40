//! A release that keeps more is one for whoever asks for less: what is asked in a weaker view is dealt in the stronger ones, too.
//!
//! # Idea
//! Whatever keeps a promise about near values in the register view keeps it in the candidates and in the group view. Makers of weaker views
//! need not find it: they keep any two near values apart, where a group that is large enough has room for several, and several
//! columns at once may leave them nothing but one group. So the stronger releases are made, too, and what loses least is taken.
//!
//! | asked for | also dealt | up to |
//! |---|---|---|
//! | the candidates or the group view | in the register view | 100,000 rows; of any number, where nothing else was found |
//! | the group view | in the candidates view, if each group then keeps it | 5,000 rows, for it is a search |
//! | either, of up to eight rows | every way to group them | |
//!
//! # Cost
//! As much as the stronger release takes.

use aloof_judge::views::Grouped;
use aloof_methods::Axis;
use aloof_table::Partition;
use rayon::prelude::*;

use super::dealt::{Deal, Solved, deal};
use super::every::Every;
use super::kept::{Kept, Quasi};
use super::plan::{Plan, Way};
use super::rules::group_rule;
use crate::Error;
use crate::policy::{Algorithm, Policy, View};
use crate::release::maker::Case;

/// Up to here the register view is dealt beside weaker ones that have groups already.
const MOST_DEALT: usize = 100_000;
/// Up to here the candidates view is searched for those who ask for the group view.
const MOST_SEARCHED: usize = 5_000;

/// Groups of everybody that keep more than is asked, and lose least of those that were made. `alone`: nothing was found that keeps
/// what is asked, so that time is no matter.
pub(super) fn stronger(
    plan: &Plan<'_>,
    case: &Case<'_>,
    everyone: &Kept<'_>,
    every: Option<&Every<'_, '_>>,
    alone: bool,
) -> Result<Option<Solved>, Error> {
    let (policy, rows) = (case.policy, everyone.rows.len() * case.stands_for);
    if !is_dealt(plan, policy) || policy.in_view(View::Register).is_none() {
        return Ok(None);
    }
    if let Some(every) = every {
        return Ok(every.best(0, case.chance)?.map(|(_, solved)| solved));
    }
    let walked = matches!(policy.method().algorithm(), Algorithm::Walk(_));
    let mut best = None;
    for (view, most) in [(View::Candidates, MOST_SEARCHED), (View::Register, MOST_DEALT)] {
        // A walk shows no boxes, so that what is safe by them cannot be seen to be.
        let is_made = if view == View::Register { alone || rows <= most } else { !walked && rows <= most };
        if let Some(asked) = policy.in_view(view).filter(|_| is_made)
            && let Some(solved) = in_view(&asked, case, everyone)?
            && each_group_holds(policy, everyone, &solved)?
        {
            best = Some(better(everyone, best, solved));
        }
    }
    Ok(best)
}

/// Whether rows are dealt by the plan, and not cut as a paper or a population has it.
fn is_dealt(plan: &Plan<'_>, policy: &Policy) -> bool {
    matches!(plan.way, Way::Apart(_) | Way::Colour(_)) && !policy.method().is_printed()
}

/// What the maker of a stronger view finds of all rows. That it finds nothing is no matter: it was not asked for.
fn in_view(policy: &Policy, case: &Case<'_>, everyone: &Kept<'_>) -> Result<Option<Solved>, Error> {
    let plan = Plan::new(policy)?;
    match deal(&plan, &Case { policy, ..*case }, everyone, 0, false) {
        Ok(Deal::Groups(solved)) => Ok(Some(solved)),
        Ok(Deal::Fewer(_)) | Err(Error::Refused(_) | Error::Data(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Of two that were made of the same rows the one that loses less; of equal ones the first.
pub(super) fn better(kept: &Kept<'_>, first: Option<Solved>, second: Solved) -> Solved {
    let Some(first) = first else { return second };
    let axes: Vec<Axis> = kept.quasi.par_iter().map(Quasi::axis).collect();
    let loss = |solved: &Solved| aloof_methods::loss(&axes, &solved.partition);
    if loss(&second) < loss(&first) { second } else { first }
}

/// Whether what is asked of groups holds in every one that a reader of the release can tell from the others.
pub(in crate::release) fn each_group_holds(policy: &Policy, kept: &Kept<'_>, solved: &Solved) -> Result<bool, Error> {
    let told_apart: Partition;
    let groups = if policy.output().group_ids {
        &solved.partition
    } else {
        told_apart = solved.partition.joined(&solved.look_alikes());
        &told_apart
    };
    for protect in policy.protect().iter().filter(|one| one.view() != View::Candidates && !one.is_monotone()) {
        let asked = group_rule(protect, policy, kept)?;
        let found =
            Grouped::new(groups, &asked.attribute).judge(asked.bind()?.as_ref(), asked.rule.principle().direction());
        if !found.holds() {
            return Ok(false);
        }
    }
    Ok(true)
}
