//! What a policy lacks of a series: all of it at once, so that nobody is told one thing after another.
//!
//! Some of it is only to be written down; the rest would be another promise, or another method.

use aloof_table::Decimal;

use super::newcomers;
use crate::Error;
use crate::policy::{Algorithm, ColumnRule, Policy, PolicyError, Protect, Role, View};
use crate::release::maker::Maker;
use crate::release::makers::Groups;
use crate::words;

const NUMBERED: &str = "a series publishes group numbers: [output] group_ids = true";

/// Why a policy makes no series, each reason once; without what is only to be written down.
fn misfits(policy: &Policy) -> Vec<&'static str> {
    let window = |protect: &Protect| protect.kept_apart().is_some() && protect.view() == View::Register;
    let kept = |column: &ColumnRule| column.is_kept() || column.role() == Role::Pseudonym;
    let promises = matches!(policy.protect(), [one] if window(one) && one.sensitive().len() == 1);
    let (method, columns) = (policy.method(), policy.columns());
    let by_split = matches!(method.algorithm(), Algorithm::Split) && !method.is_printed();
    let one_column = policy.named(Role::Sensitive).count() == 1 && !columns.iter().any(kept);
    let all = [
        (promises, "a series takes m-invariance, or one proximity principle in the register view, and nothing else"),
        (by_split, "a series is made by [method] algorithm = \"split\" only"),
        (one_column, "a series publishes quasi columns and the one sensitive column that is protected, and no other"),
        (
            method.time_limit().is_none() && method.suppress() == Decimal::default(),
            "a series knows neither time_limit nor suppress",
        ),
        (columns.iter().all(|column| column.suppress_cells().is_none()), "a series knows no suppress_cells"),
    ];
    all.into_iter().filter(|(fits, _)| !fits).map(|(_, why)| why).collect()
}

/// Why a policy makes no series.
pub(super) fn unfit(policy: &Policy) -> Vec<&'static str> {
    let unnumbered = (!policy.output().group_ids).then_some(NUMBERED);
    misfits(policy).into_iter().chain(unnumbered).collect()
}

/// Whether a policy makes a series, but for what is only to be written down.
pub(super) fn is_near(policy: &Policy) -> bool {
    misfits(policy).is_empty()
}

/// The line that says who is who, where the policy has none: by its identifier, if there is one.
pub(super) fn person_line(policy: &Policy) -> Option<String> {
    if policy.input().person.is_some() {
        return None;
    }
    let names: Vec<String> = policy.named(Role::Identifier).map(|name| format!("\"{name}\"")).collect();
    let named = if names.is_empty() { "the column that says who is who".to_owned() } else { names.join(" or ") };
    Some(format!("a series begins where the policy says who is who: [input] person = {named}"))
}

/// Refuses a policy that makes no series.
pub(in crate::release) fn check(policy: &Policy) -> Result<(), Error> {
    refuse(policy, &unfit(policy))?;
    Groups.check(&newcomers::asked(policy)?)
}

/// Refuses a policy by which nothing can be said of a series: that some lines are yet to be written takes nothing from advice.
pub(in crate::release) fn check_promise(policy: &Policy) -> Result<(), Error> {
    refuse(policy, &misfits(policy))?;
    Groups.check(&newcomers::asked(policy)?)
}

fn refuse(policy: &Policy, why: &[&str]) -> Result<(), PolicyError> {
    if why.is_empty() { Ok(()) } else { Err(PolicyError::new(policy.place().clone(), why.join("; "))) }
}

/// The lines that are yet to be written before a series can begin, in a sentence.
pub(crate) fn yet_to_write(policy: &Policy) -> Option<String> {
    let unnumbered = (!policy.output().group_ids).then(|| NUMBERED.to_owned());
    let lines: Vec<String> = unnumbered.into_iter().chain(person_line(policy)).collect();
    (!lines.is_empty()).then(|| format!("{}.", words::capital(&lines.join("; "))))
}
