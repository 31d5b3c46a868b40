//! One protection, in both views.

use aloof_judge::views::{CandidateOutcome, Grouped, Outcome, Values};
use aloof_principles::{Check, Needs, Principle, Reads};
use aloof_table::{Attribute, Column, LabelColumn, NO_CODE, Partition, Ratio};

use super::AuditRequest;
use super::against::Against;
use super::confirm::{Twice, confirm, confirm_people};
use super::report::{Audit, CheckReport, Verdict, Violation, WorstGroup};
use crate::Error;
use crate::data::{Released, pick};
use crate::policy::{Protect, View, bind};

/// Judges `protect` in the group view and, where the original is known, in the candidates view.
pub(super) fn run(
    request: &AuditRequest<'_>,
    protect: &Protect,
    released: &Released,
    against: Option<&Against>,
    audit: &mut Audit,
) -> Result<(), Error> {
    group_view(request, protect, released, against, audit)?;
    match against {
        Some(against) => candidates_view(request, protect, released, against, audit),
        None => Ok(()),
    }
}

/// Without the original the group view stands in for the other.
fn group_view(
    request: &AuditRequest<'_>,
    protect: &Protect,
    released: &Released,
    against: Option<&Against>,
    audit: &mut Audit,
) -> Result<(), Error> {
    let has_original = against.is_some();
    // Distances may be scaled by the range of the data, which is one range for both views.
    let joined =
        against.filter(|_| protect.is_dissimilarity()).map(|both| both.joint_columns(released, protect.sensitive()));
    let columns = match &joined {
        Some(joined) => joined.iter().map(|(name, column)| (*name, column)).collect(),
        None => pick(&released.sensitive, protect.sensitive()),
    };
    let rule = bind::rule(protect, request.policy, &columns)?;
    let attribute = match against.filter(|_| joined.is_some()) {
        Some(both) => both.joint(released, &columns),
        None => bind::attribute(protect, &columns, released.rows, |row| released.left_out.get(row)),
    };
    let attribute = request.policy.in_whole(attribute, rule.principle())?;
    let bound = bound(rule.principle(), &attribute, protect)?;
    let grouped = Grouped::new(&released.groups, &attribute);
    let outcome = grouped.judge(bound.as_ref(), rule.principle().direction());
    // Where the candidates view adds nothing, this is the view that counts.
    let only_view = !has_original || rule.principle().needs() == Needs::Totals;
    let required = protect.view() == View::Group || only_view || released.states_groups();
    let mut report = CheckReport::new(protect, rule.principle(), View::Group.name(), required);
    fill(&mut report, &outcome);
    report.confirmed_groups = Some(confirm(&rule, bound.as_ref(), &attribute, &grouped, &outcome)?);
    let shown = Shown { request, released, attribute: &attribute, grouped: &grouped };
    report.worst_groups = outcome.worst.iter().map(|(group, _)| shown.group(*group, bound.as_ref())).collect();
    if request.list_violations {
        let rows = violating_rows(&released.groups, released.in_two_tables, &attribute, &grouped, bound.as_ref());
        audit.violations.extend(rows.into_iter().map(|row| Violation { check: audit.checks.len(), row }));
    }
    audit.checks.push(report);
    Ok(())
}

/// Where a column states groups whose rows do not look alike, rows that do are groups, too: anybody sees them, whatever the
/// column says. Where the candidates view was judged and counts, it has seen them already.
pub(super) fn alike(
    request: &AuditRequest<'_>,
    protect: &Protect,
    released: &Released,
    has_original: bool,
    audit: &mut Audit,
) -> Result<(), Error> {
    if !released.states_coarser_groups() {
        return Ok(());
    }
    let columns = pick(&released.sensitive, protect.sensitive());
    let rule = bind::rule(protect, request.policy, &columns)?;
    let principle = rule.principle();
    if has_original && protect.view() == View::Candidates && principle.needs() != Needs::Totals {
        return Ok(());
    }
    let attribute = bind::attribute(protect, &columns, released.rows, |row| released.left_out.get(row));
    let attribute = request.policy.in_whole(attribute, principle)?;
    let bound = bound(principle, &attribute, protect)?;
    let grouped = Grouped::new(released.boxes(), &attribute);
    let outcome = grouped.judge(bound.as_ref(), principle.direction());
    let mut report = CheckReport::new(protect, principle, ALIKE, true);
    fill(&mut report, &outcome);
    if request.list_violations {
        let rows = violating_rows(released.boxes(), false, &attribute, &grouped, bound.as_ref());
        audit.violations.extend(rows.into_iter().map(|row| Violation { check: audit.checks.len(), row }));
    }
    audit.checks.push(report);
    let note = "Rows of one stated group do not look alike, so rows that do were judged as groups, too (alike view).";
    if !audit.notes.iter().any(|other| other == note) {
        audit.notes.push(note.to_owned());
    }
    Ok(())
}

/// The view of someone who sees which rows look alike.
const ALIKE: &str = "alike";

fn candidates_view(
    request: &AuditRequest<'_>,
    protect: &Protect,
    released: &Released,
    against: &Against,
    audit: &mut Audit,
) -> Result<(), Error> {
    let known = against.known(protect);
    let joined = known.map_or_else(|| against.joint_columns(released, protect.sensitive()), |_| Vec::new());
    let columns: Vec<(&str, &Column)> = joined.iter().map(|(name, column)| (*name, column)).collect();
    let rule = bind::rule(protect, request.policy, &columns)?;
    if rule.principle().needs() == Needs::Totals {
        debug_assert!(rule.principle().monotone());
        audit.notes.push(format!(
            "{} is monotone: where every set of rows that look alike keeps it, so does every mixture of them, and the \
             candidates view adds nothing.",
            rule.principle().title()
        ));
        return Ok(());
    }
    let constant = (protect.reads() == Reads::Nothing).then(|| bind::constant_column(released.rows + against.rows()));
    let columns = constant.as_ref().map_or(columns, |constant| vec![("", constant)]);
    let made = known.is_none().then(|| against.joint(released, &columns));
    let attribute = known.or(made.as_ref()).expect("one of them");
    drop(joined);
    let bound = bound(rule.principle(), attribute, protect)?;
    let (ours, original) = attribute.codes().split_at(released.rows);
    let suppressed = (0..released.rows).filter(|&row| released.suppressed.get(row));
    let mut everywhere: Vec<u32> = suppressed.map(|row| ours[row]).filter(|&code| code != NO_CODE).collect();
    everywhere.sort_unstable();
    let grouped = Grouped::new(released.boxes(), attribute);
    let values = Values { released: &grouped, everywhere: &everywhere, original };
    let outcome = against.candidates().judge(bound.as_ref(), rule.principle().direction(), values);
    let required = protect.view() == View::Candidates;
    let mut report = CheckReport::new(protect, rule.principle(), View::Candidates.name(), required);
    fill_candidates(&mut report, &outcome);
    let twice = Twice { rule: &rule, direction: rule.principle().direction(), attribute, values };
    report.confirmed_people = Some(confirm_people(&twice, against.asked(), &outcome)?);
    if request.list_violations {
        let check = audit.checks.len();
        audit.violations.extend(outcome.violating_rows.iter().map(|&row| Violation { check, row }));
    }
    audit.checks.push(report);
    Ok(())
}

fn bound<'a>(
    principle: &'a dyn Principle,
    attribute: &'a Attribute,
    protect: &Protect,
) -> Result<Box<dyn Check + 'a>, Error> {
    principle.bind(attribute).map_err(|why| bind::unfit(protect, &why))
}

fn fill(report: &mut CheckReport, outcome: &Outcome) {
    report.verdict = Verdict::of(outcome.holds());
    report.groups = outcome.groups;
    report.violating_groups = outcome.violating_groups;
    report.violating_tuples = outcome.violating_tuples;
    report.worst_risk = outcome.worst_measure.as_ref().map_or_else(|| "0".to_owned(), Ratio::to_string);
    if outcome.holds() {
        report.remedy = None;
    }
}

fn fill_candidates(report: &mut CheckReport, outcome: &CandidateOutcome) {
    report.verdict = Verdict::of(outcome.holds());
    report.groups = outcome.sets;
    report.people = Some(outcome.victims);
    report.violating_groups = outcome.violating_sets;
    report.violating_tuples = outcome.violating_tuples;
    report.worst_risk = outcome.worst.as_ref().map_or_else(|| "0".to_owned(), Ratio::to_string);
    report.remedy = (!outcome.holds()).then(|| {
        "groups that cover the same people must hold together, not only each for itself: see docs/views.md".to_owned()
    });
}

/// What is shown of a group.
struct Shown<'a> {
    request: &'a AuditRequest<'a>,
    released: &'a Released,
    attribute: &'a Attribute,
    grouped: &'a Grouped,
}

impl Shown<'_> {
    fn group(&self, group: usize, check: &dyn Check) -> WorstGroup {
        let codes = self.grouped.group(group);
        let finding = check.judge(codes);
        let row = self.released.cell_of_group(group);
        let cell = |labels: &LabelColumn, at: usize| labels.get(at).unwrap_or("(missing)").to_owned();
        let stated = self.released.stated.iter().map(|(name, labels)| (name.clone(), cell(labels, group)));
        // In two tables the rows of a group do not look alike.
        let alike = self.released.quasi.iter().filter(|_| !self.released.in_two_tables);
        let quasi = alike.map(|(name, labels)| (name.clone(), cell(labels, row)));
        WorstGroup {
            quasi: stated.chain(quasi).collect(),
            tuples: codes.len(),
            risk: finding.measure.to_string(),
            holds: finding.holds,
            conclusion: check.conclusion(codes),
            values: self
                .request
                .show_values
                .then(|| codes.iter().map(|&code| self.attribute.domain().text(code)).collect()),
        }
    }
}

/// The rows that violate by themselves, ascending; in two tables, where it is not known whose a value is, whole groups.
fn violating_rows(
    groups: &Partition,
    in_two_tables: bool,
    attribute: &Attribute,
    grouped: &Grouped,
    check: &dyn Check,
) -> Vec<u32> {
    let by_member = check.by_member() && !in_two_tables;
    let mut rows = Vec::new();
    for group in 0..grouped.len() {
        let codes = grouped.group(group);
        if codes.is_empty() || check.judge(codes).holds {
            continue;
        }
        let violates = |row: &&u32| {
            let code = attribute.codes()[**row as usize];
            code != NO_CODE && (!by_member || !check.judge_member(code, codes).holds)
        };
        rows.extend(groups.group(group).iter().filter(violates));
    }
    rows.sort_unstable();
    rows
}
