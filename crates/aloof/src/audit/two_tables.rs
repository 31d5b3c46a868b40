//! A release in two tables, judged: its groups, and against the original each table by itself.

use std::sync::Arc;

use aloof_table::Column;
use hashbrown::HashMap;

use super::evidence::Standing;
use super::report::{Audit, TruthReport};
use super::{AuditRequest, judge, verdict};
use crate::Error;
use crate::data::{Original, Released, pick};
use crate::policy::{Policy, Protect, View, bind};

/// Judges groups, and each table by itself against the original, if it is known.
pub(crate) fn judge_tables(
    request: &AuditRequest<'_>,
    released: &Released,
    original: Option<&Original>,
) -> Result<Audit, Error> {
    request.policy.protect().iter().try_for_each(|protect| can_be_judged(protect, request.policy, released))?;
    let mut audit = judge(request, released, None, None)?;
    audit.truth = original.map(|original| truth(original, released));
    audit.claim = audit.truth.as_ref().map(|truth| standing(truth).report("anatomy"));
    audit.verdict = verdict(&audit);
    audit.notes.push(
        "This release is in two tables: quasi values stand as they are, so whose row is whose can be seen; which sensitive \
         value of a group is whose cannot. Groups were judged; what is asked in other views is monotone and holds in \
         every mixture of them. With the original, each table is compared by itself."
            .to_owned(),
    );
    Ok(audit)
}

/// Rules about people that look alike are not kept by rows that stand as they are; and of mixtures of groups only those
/// rules are known to hold that are monotone.
fn can_be_judged(protect: &Protect, policy: &Policy, released: &Released) -> Result<(), Error> {
    let wrong = |what: &str| {
        Err(Error::Data(format!(
            "{}: {} cannot be judged of a release in two tables: {what}",
            protect.place,
            protect.principle()
        )))
    };
    if protect.needs_look_alikes() {
        return wrong("it asks that people look alike, and quasi values stand as they are");
    }
    let columns = pick(&released.sensitive, protect.sensitive());
    let rule = bind::rule_in_view(protect, policy, &columns)?;
    if protect.view() != View::Group && !rule.principle().monotone() {
        return wrong("it is not monotone; view = \"group\" can be");
    }
    Ok(())
}

/// Whether both tables are the original's.
fn standing(truth: &TruthReport) -> Standing {
    match truth.untrue {
        0 => Standing::Holds("each table by itself holds rows of the original".to_owned()),
        untrue => Standing::Refuted(format!("{untrue} rows, or values, are not those of the original")),
    }
}

/// Rows of either table that the original has not so often.
fn truth(original: &Original, released: &Released) -> TruthReport {
    let here = |row: &usize| {
        !original.left_out.get(*row) && !original.sensitive.iter().any(|(_, column)| column.is_missing(*row))
    };
    let people: Vec<usize> = (0..original.rows()).filter(here).collect();
    let shown: Vec<usize> = (0..released.rows).filter(|&row| !released.left_out.get(row)).collect();
    let quasi_before = |row: usize| -> Vec<Option<String>> {
        original.quasi.iter().map(|quasi| original.column(&quasi.name).text(row)).collect()
    };
    let quasi_after = |row: usize| -> Vec<Option<String>> {
        released.quasi.iter().map(|(_, cells)| cells.get(row).map(str::to_owned)).collect()
    };
    let value = |columns: &[(String, Arc<Column>)], row: usize| -> Vec<Option<String>> {
        columns.iter().map(|(_, column)| column.text(row)).collect()
    };
    let strange_rows =
        strangers(people.iter().map(|&row| quasi_before(row)), shown.iter().map(|&row| quasi_after(row)));
    let strange_values = strangers(
        people.iter().map(|&row| value(&original.sensitive, row)),
        shown.iter().map(|&row| value(&released.sensitive, row)),
    );
    let untrue = strange_rows.max(strange_values);
    let absent = people.len().saturating_sub(shown.len() - untrue);
    TruthReport { original: people.len(), released: shown.len(), untrue, absent }
}

/// How many of the second are left when each of the first takes one that is equal.
fn strangers<T: std::hash::Hash + Eq>(known: impl Iterator<Item = T>, shown: impl Iterator<Item = T>) -> usize {
    let mut left: HashMap<T, usize> = HashMap::new();
    known.for_each(|one| *left.entry(one).or_default() += 1);
    let strange = |one: T| match left.get_mut(&one).filter(|left| **left > 0) {
        Some(left) => {
            *left -= 1;
            0
        }
        None => 1,
    };
    shown.map(strange).sum()
}
