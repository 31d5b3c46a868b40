//! One protection, in both views.

use aloof_judge::views::{CandidateOutcome, Grouped, Outcome};
use aloof_principles::{Check, Direction, Needs, Principle};
use aloof_table::{Attribute, Partition, Ratio};

use super::against::Against;
use super::confirm::confirm;
use super::released::Released;
use super::report::{Audit, CheckReport, Verdict, Violation, WorstGroup};
use super::{AuditRequest, pick, rules};
use crate::Error;
use crate::policy::{Protect, View};

/// Judges `protect` in the group view and, where the original is known, in the candidates view.
pub(super) fn run(
    request: &AuditRequest<'_>,
    protect: &Protect,
    released: &Released,
    against: Option<&Against>,
    audit: &mut Audit,
) -> Result<(), Error> {
    let columns = pick(&released.sensitive, protect.sensitive());
    let rule = rules::rule(protect, request.policy, &columns)?;
    let attribute = Attribute::new(&columns, |row| released.suppressed[row]);
    let bound = bind(rule.principle(), &attribute, protect)?;
    let grouped = Grouped::new(&released.groups, &attribute);
    let outcome = grouped.judge(bound.as_ref(), rule.principle().direction());
    let mut report = describe(protect, rule.principle(), View::Group, true);
    fill(&mut report, &outcome);
    report.confirmed_groups = Some(confirm(&rule, bound.as_ref(), &attribute, &grouped, &outcome)?);
    let shown = Shown { request, released, attribute: &attribute, grouped: &grouped };
    report.worst_groups = outcome.worst.iter().map(|(group, _)| shown.group(*group, bound.as_ref())).collect();
    if request.list_violations {
        let rows = violating_rows(&released.groups, &attribute, &grouped, bound.as_ref());
        audit.violations.extend(rows.into_iter().map(|row| Violation { check: audit.checks.len(), row }));
    }
    audit.checks.push(report);
    match against {
        Some(against) if rule.principle().needs() == Needs::GroupOnly => {
            candidates(protect, &rule, released, against, request.list_violations, audit)
        }
        Some(_) => {
            audit.notes.push(format!(
                "{} is monotone: where every group keeps it, so does every mixture of groups, and the candidates view \
                 adds nothing.",
                rule.principle().title()
            ));
            Ok(())
        }
        None => Ok(()),
    }
}

fn candidates(
    protect: &Protect,
    rule: &aloof_principles::Rule,
    released: &Released,
    against: &Against,
    list: bool,
    audit: &mut Audit,
) -> Result<(), Error> {
    let (attribute, codes_from) = against.joint(released, protect.sensitive());
    let bound = bind(rule.principle(), &attribute, protect)?;
    let grouped = Grouped::new(released.boxes(), &attribute);
    let direction = rule.principle().direction();
    let codes = &attribute.codes()[codes_from..];
    let outcome = against.candidates().judge(bound.as_ref(), direction, &grouped, codes);
    let mut report = describe(protect, rule.principle(), View::Candidates, protect.view() == View::Candidates);
    fill_candidates(&mut report, &outcome);
    if list {
        let check = audit.checks.len();
        audit.violations.extend(outcome.violating_rows.iter().map(|&row| Violation { check, row }));
    }
    audit.checks.push(report);
    Ok(())
}

fn bind<'a>(
    principle: &'a dyn Principle,
    attribute: &'a Attribute,
    protect: &Protect,
) -> Result<Box<dyn Check + 'a>, Error> {
    principle.bind(attribute).map_err(|unfit| {
        Error::Data(format!(
            "{}: {} on {}: {unfit}",
            protect.place,
            protect.principle(),
            protect.sensitive().join(", ")
        ))
    })
}

fn describe(protect: &Protect, principle: &dyn Principle, view: View, required: bool) -> CheckReport {
    CheckReport {
        principle: principle.name(),
        title: principle.title(),
        sensitive: protect.sensitive().to_vec(),
        view: view.name(),
        verdict: Verdict::Pass,
        required,
        groups: 0,
        violating_groups: 0,
        violating_tuples: 0,
        worst_risk: "0".to_owned(),
        bound: principle.bound().to_string(),
        bound_is: match principle.direction() {
            Direction::AtMost => "at most",
            Direction::AtLeast => "at least",
        },
        confirmed_groups: None,
        worst_groups: Vec::new(),
        remedy: Some(principle.remedy()),
    }
}

fn fill(report: &mut CheckReport, outcome: &Outcome) {
    report.verdict = Verdict::of(outcome.holds());
    report.groups = outcome.groups;
    report.violating_groups = outcome.violating_groups;
    report.violating_tuples = outcome.violating_tuples;
    report.worst_risk = outcome.worst_measure().map_or_else(|| "0".to_owned(), Ratio::to_string);
    if outcome.holds() {
        report.remedy = None;
    }
}

fn fill_candidates(report: &mut CheckReport, outcome: &CandidateOutcome) {
    report.verdict = Verdict::of(outcome.holds());
    report.groups = outcome.sets;
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
        let row = self.released.groups.group(group)[0] as usize;
        let cell = |labels: &aloof_table::LabelColumn| labels.get(row).unwrap_or("(missing)").to_owned();
        WorstGroup {
            quasi: self.released.quasi.iter().map(|(name, labels)| (name.clone(), cell(labels))).collect(),
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

/// The rows that violate by themselves, ascending.
fn violating_rows(partition: &Partition, attribute: &Attribute, grouped: &Grouped, check: &dyn Check) -> Vec<u32> {
    let mut rows = Vec::new();
    for group in 0..grouped.len() {
        let codes = grouped.group(group);
        if codes.is_empty() || check.judge(codes).holds {
            continue;
        }
        let violates = |row: &&u32| {
            let code = attribute.codes()[**row as usize];
            code != aloof_table::NO_CODE && (!check.by_member() || !check.judge_member(code, codes).holds)
        };
        rows.extend(partition.group(group).iter().filter(violates));
    }
    rows.sort_unstable();
    rows
}
