//! A release some of whose quasi numbers were walked: they are not the true ones, and do not say who is in which group.
//!
//! What can be judged of it is what its groups keep, where it states them. Rows that show equal numbers are no group: inside
//! a group every row shows another. Which groups could be somebody's cannot be seen either, since boxes are not published; so
//! a rule is judged in the candidates view only where every mixture of groups keeps it: it is monotone, or even with twice
//! the neighbourhood no value of a group has too many around it. Everything else is left open, and nothing that is left open
//! passes. Of walked columns nobody asks whether they are true; of all others, with the original, as of any release.

use aloof_judge::views::Grouped;
use aloof_table::Attribute;

use super::evidence::Standing;
use super::report::{Audit, asked};
use super::{AuditRequest, AuditScope, judge_in_scope, verdict};
use crate::Error;
use crate::data::{Original, Released, pick};
use crate::policy::{Protect, View, bind};

/// Judges a release whose `columns` are said to be walked.
pub(crate) fn judge_walked(
    request: &AuditRequest<'_>,
    columns: &[String],
    mut released: Released,
    mut original: Option<Original>,
) -> Result<Audit, Error> {
    let policy = request.policy;
    let nothing = policy.protect().is_empty() && released.sensitive.is_empty() && original.is_none();
    let mut audit = if nothing {
        Audit::of_nothing(released.rows, released.dropped)
    } else {
        let stated = released.states_groups();
        released.forget(columns);
        if let Some(original) = &mut original {
            original.quasi.retain(|quasi| !columns.contains(&quasi.name));
        }
        let nothing = policy.protect().is_empty() && released.sensitive.is_empty();
        released.fold();
        let protect: &[Protect] = if stated { policy.protect() } else { &[] };
        let scope = AuditScope { protect, measure: !nothing && policy.protect().is_empty(), candidates: false };
        judge_in_scope(request, &scope, &released, original, None)?
    };
    for protect in policy.protect() {
        if let Some(reason) = why_open(request, protect, &released)? {
            audit.open.push(format!("{}: {reason}", asked(protect)));
        }
    }
    audit.notes.push(format!(
        "Walked, so it is said: {}. These numbers are not the true ones, and nobody asked whether they are; what is promised is \
         what groups keep.",
        columns.join(", ")
    ));
    let standing = match &audit.truth {
        Some(truth) if truth.untrue > 0 => {
            Standing::Refuted(format!("{} rows are not those of the original in the other columns", truth.untrue))
        }
        Some(_) => Standing::Holds("the other columns are those of the original".to_owned()),
        None => Standing::Open("nothing was asked of the walked numbers".to_owned()),
    };
    audit.claim = Some(standing.report("walk"));
    audit.verdict = verdict(&audit);
    Ok(audit)
}

/// Why a protection cannot be judged of this release; nothing if it was.
fn why_open(request: &AuditRequest<'_>, protect: &Protect, released: &Released) -> Result<Option<String>, Error> {
    if !released.states_groups() {
        return Ok(Some("rows do not say which group they are in, and walked numbers do not tell".to_owned()));
    }
    let columns = pick(&released.sensitive, protect.sensitive());
    let rule = bind::rule_in_view(protect, request.policy, &columns)?;
    if protect.view() != View::Candidates || rule.principle().monotone() {
        return Ok(None);
    }
    let attribute = Attribute::new(&columns, |row| released.left_out.get(row));
    // What holds in the register view holds in every mixture; of distances that is not known.
    let holds = rule.principle().as_epsilon_m().is_some() && {
        let wider = bind::in_register(rule, protect)?;
        let check = wider.principle().bind(&attribute).map_err(|why| bind::unfit(protect, &why))?;
        Grouped::new(&released.groups, &attribute).judge(check.as_ref(), wider.principle().direction()).holds()
    };
    Ok((!holds).then(|| {
        "which groups could be somebody's cannot be seen of walked numbers, and not every mixture of groups keeps it".to_owned()
    }))
}
