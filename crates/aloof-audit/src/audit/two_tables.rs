//! A release in two tables, judged: its groups, and against the original each table by itself.

use std::sync::Arc;

use aloof_table::Column;
use hashbrown::{HashMap, HashSet};

use super::evidence::Standing;
use super::report::{Audit, TruthReport};
use super::{AuditRequest, judge, verdict};
use crate::Error;
use crate::data::{Original, Released, pick};
use crate::manifest::TwoTables;
use crate::policy::{Policy, Protect, View, bind};

/// Judges groups, and each table by itself against the original, if it is known.
pub fn judge_tables(
    request: &AuditRequest<'_>,
    released: &Released,
    original: Option<&Original>,
) -> Result<Audit, Error> {
    request.policy.protect().iter().try_for_each(|protect| can_be_judged(protect, request.policy, released))?;
    let mut audit = judge(request, released, None, None)?;
    audit.truth = original.map(|original| truth(original, released));
    let standing = audit.truth.as_ref().map_or_else(|| Standing::Open(UNSEEN.to_owned()), standing);
    if matches!(standing, Standing::Open(_)) {
        audit.leave_open(request.policy, UNSEEN);
    }
    audit.claim = Some(standing.report("anatomy"));
    audit.verdict = verdict(&audit);
    audit.notes.push(
        "This release is in two tables: quasi values stand as they are, so whose row is whose can be seen; which sensitive \
         value of a group is whose cannot. Groups were judged; what is asked in other views is monotone and holds in \
         every mixture of them. With the original, both tables are compared with it, and the values of each group with those of \
         its people."
            .to_owned(),
    );
    Ok(audit)
}

/// What only the original shows.
const UNSEEN: &str = "whether the values of a group are those of its people can only be seen with the table it was made from, \
                      which was not given";

/// What is said where groups have not as many different values as the manifest says that they have.
pub(super) fn other_l(tables: &TwoTables, released: &Released) -> Option<String> {
    let (_, values) = released.sensitive.iter().find(|(name, _)| *name == tables.sensitive)?;
    let values = values.to_labels();
    let different =
        |rows: &[u32]| rows.iter().filter_map(|&row| values.get(row as usize)).collect::<HashSet<&str>>().len();
    let found = released.groups.iter().map(different).min().unwrap_or(0);
    let said = tables.l;
    (found != said as usize).then(|| {
        format!("the manifest says that every group has {said} different values or more, and the least that one has is {found}")
    })
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
        0 => Standing::Holds("rows are those of the original, and so are the values of every group".to_owned()),
        untrue => Standing::Refuted(format!("{untrue} rows, or values, are not those of the original")),
    }
}

/// Rows of either table that the original has not so often.
fn truth(original: &Original, released: &Released) -> TruthReport {
    let here = |row: &usize| original.is_published(*row);
    let group_of = released.groups.group_of(released.rows);
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
    let others_values = in_groups(
        people.iter().map(|&row| (quasi_before(row), value(&original.sensitive, row))),
        shown.iter().map(|&row| (quasi_after(row), value(&released.sensitive, row))),
        &shown.iter().map(|&row| group_of[row]).collect::<Vec<_>>(),
    );
    let untrue = strange_rows.max(strange_values).max(others_values);
    let absent = people.len().saturating_sub(shown.len() - untrue);
    let dropped = original.rows() - people.len();
    TruthReport { original: original.rows(), dropped, released: shown.len(), untrue, counterfeits: None, absent }
}

/// A cell, or a value, of each column.
type Texts = Vec<Option<String>>;

/// How many values stand in groups that have no people for them. People are told by their quasi values: those of whom all are
/// in one group bring their values there; of others, who look alike in several groups, each group may have any.
fn in_groups(
    people: impl Iterator<Item = (Texts, Texts)>,
    shown: impl Iterator<Item = (Texts, Texts)>,
    group_of: &[u32],
) -> usize {
    let mut values: HashMap<Texts, HashMap<Texts, usize>> = HashMap::new();
    people.for_each(|(who, value)| *values.entry(who).or_default().entry(value).or_default() += 1);
    let mut rows: HashMap<Texts, HashMap<u32, usize>> = HashMap::new();
    let mut asked: HashMap<(u32, Texts), usize> = HashMap::new();
    for ((who, value), &group) in shown.zip(group_of) {
        *rows.entry(who).or_default().entry(group).or_default() += 1;
        *asked.entry((group, value)).or_default() += 1;
    }
    // What a group can have of each value, at most.
    let mut has: HashMap<(u32, &Texts), usize> = HashMap::new();
    for (who, groups) in &rows {
        let Some(values) = values.get(who) else { continue };
        for (&group, &count) in groups {
            values.iter().for_each(|(value, &of)| *has.entry((group, value)).or_default() += count.min(of));
        }
    }
    asked
        .iter()
        .map(|((group, value), &count)| count.saturating_sub(has.get(&(*group, value)).copied().unwrap_or(0)))
        .sum()
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
