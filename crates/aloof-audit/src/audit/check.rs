//! One protection, in every view.

use std::borrow::Cow;
use std::time::Instant;

use aloof_judge::views::{Beyond, CandidateOutcome, Grouped, Outcome, Values};
use aloof_principles::{Check, Principle, Reads};
use aloof_table::{Attribute, Column, Decimal, Domain, LabelColumn, NO_CODE, Partition, Ratio};

use super::AuditRequest;
use super::against::Against;
use super::confirm::{Twice, confirm, confirm_people};
use super::missing::missing;
use super::presence;
use super::promised::{Spoken, promise};
use super::report::{Audit, BeyondReport, CheckReport, Verdict, Violation, WorstGroup};
use crate::Error;
use crate::data::{Released, pick};
use crate::policy::{Place, Policy, Protect, View, bind};
use crate::words;

/// Judges `protect` in every view that can be judged and that no other implies: the register view and the group view of the
/// table alone, the candidates view where the original is known.
pub(super) fn run(
    request: &AuditRequest<'_>,
    protect: &Protect,
    released: &Released,
    against: Option<&Against<'_>>,
    audit: &mut Audit,
) -> Result<(), Error> {
    if let Some(rule) = protect.as_presence() {
        return presence::run(request, protect, rule, released, audit);
    }
    let asked = protect.view();
    let mut implied: &[View] = &[];
    if asked == View::Register {
        let check = in_groups(request, protect, released, against, (View::Register, true), audit)?;
        implied = if check.verdict == Verdict::Pass { implied_by_register(protect) } else { &[] };
        let implied = implied.iter().map(|view| view.name()).collect();
        audit.checks.push(CheckReport { implied, ..check });
        if !protect.has_views() {
            return Ok(());
        }
    }
    if !implied.contains(&View::Group) {
        let required =
            asked == View::Group || asked == View::Candidates && group_view_counts(protect, released, against);
        let check = in_groups(request, protect, released, against, (View::Group, required), audit)?;
        audit.checks.push(check);
    }
    if let Some(against) = against.filter(|_| !implied.contains(&View::Candidates)) {
        candidates_view(request, protect, released, against, audit)?;
    }
    if asked != View::Register && protect.has_views() && can_be_asked(request, protect, released)? {
        let check = in_groups(request, protect, released, against, (View::Register, false), audit)?;
        // Without the original the candidates view is judged where it follows.
        let follows = asked == View::Candidates && against.is_none() && check.verdict == Verdict::Pass;
        let implied = implied_by_register(protect).iter().filter(|view| follows && **view == asked);
        let implied = implied.map(|view| view.name()).collect();
        audit.checks.push(CheckReport { implied, ..check });
    }
    Ok(())
}

/// Whether the group view decides beside that of candidates: where everybody is told the groups, and where the candidates view
/// adds nothing to it, since the rule is monotone, and is not judged by itself.
fn group_view_counts(protect: &Protect, released: &Released, against: Option<&Against<'_>>) -> bool {
    let alone = against.is_none() || protect.needs().is_about_the_release();
    released.states_groups() || alone && !protect.has_views()
}

/// What follows where the register view holds. Of a dissimilarity the candidates view does not: it counts the person once in a
/// union of groups, and the register view once in every group.
fn implied_by_register(protect: &Protect) -> &'static [View] {
    match protect.as_invariance() {
        // It has one view.
        Some(_) => &[],
        None if protect.is_dissimilarity() => &[View::Group],
        None => &[View::Group, View::Candidates],
    }
}

/// Whether the register view, which was not asked for, can be: a distance may be none that bounds balls.
fn can_be_asked(request: &AuditRequest<'_>, protect: &Protect, released: &Released) -> Result<bool, Error> {
    let columns = pick(&released.sensitive, protect.sensitive());
    let rule = bind::in_register(bind::rule(protect, request.policy, &columns)?, protect)?;
    let attribute = bind::attribute(protect, &columns, released.rows, |row| released.left_out.get(row));
    Ok(rule.principle().bind(&attribute).is_ok())
}

/// By what else is published rows are not told apart: whoever knows it of people knows more, other sensitive values among it.
fn beside<'a>(protect: &Protect, released: &'a Released) -> Vec<&'a str> {
    let sensitive = released.sensitive.iter().map(|(name, _)| name).filter(|name| !protect.sensitive().contains(name));
    released.others.iter().chain(sensitive).map(String::as_str).collect()
}

/// What can be told of whom where a neighbourhood does not hold: every row that breaks it lies in one that a guess may name.
pub(super) fn can(protect: &Protect, policy: &Policy, found: &CheckReport, dates: bool) -> Option<String> {
    let rule = protect.window_asked().or_else(|| protect.near());
    let rule = rule.filter(|_| found.violating_tuples > 0 && found.missing.is_none())?;
    let many = found.violating_tuples;
    let whom = if policy.counts_records() {
        words::several(many, "row", "rows")
    } else {
        words::several(many, "person", "people")
    };
    let thing = format!("the {} of {whom}", protect.sensitive().join(", "));
    Some(rule.neighbourhood().telling(&thing, dates))
}

/// What is open where a release promises what every table keeps, and nothing else: that holds, and is no answer to whether it is
/// safe. Whoever types such a rule gets what was asked.
pub(super) fn promises_nothing(policy: &Policy, audit: &Audit) -> Option<String> {
    let is_stated = |protect: &Protect| matches!(protect.place(), Place::Key(_));
    let stated = policy.is_stated_by_release() && policy.protect().iter().all(is_stated);
    let mut required = audit.checks.iter().filter(|check| check.required).peekable();
    let title = required.peek()?.title.clone();
    (stated && required.all(|check| check.asks_nothing)).then(|| {
        format!("the manifest promises nothing: every table keeps {title}; give the policy that says what must hold")
    })
}

/// What is said of a rule that decides where nothing could break it: whoever reads *holds* is told what that is worth.
fn tell_if_nothing_is_asked(report: &mut CheckReport) {
    if report.required && report.promise.is_none() && report.asks_nothing {
        report.promise = Some(format!("Nothing is promised: every table keeps {}.", report.title));
    }
}

/// Whether the values are dates, between which lie days.
pub(super) fn are_dates(domain: &Domain) -> bool {
    matches!(domain, Domain::Numbers { dates: true, .. })
}

/// So many times ε are looked at, beside ε itself.
const BEYOND: [u32; 3] = [2, 5, 10];

/// What groups tell within multiples of the policy's ε or δ: a maker may pack values just past it.
fn beyond(protect: &Protect, attribute: &Attribute, grouped: &Grouped) -> Result<Vec<BeyondReport>, Error> {
    let Some((near, letter)) = protect.parameter() else { return Ok(Vec::new()) };
    // Many times nothing is nothing.
    if near.lengths() == Some((Decimal::ZERO, Decimal::ZERO)) {
        return Ok(Vec::new());
    }
    let mut told = Vec::new();
    for times in BEYOND {
        let found = grouped.beyond(near, times, attribute.domain()).map_err(|why| bind::unfit(protect, &why))?;
        let within = near.wider(times, are_dates(attribute.domain()));
        let multiple = letter.map_or_else(String::new, |letter| format!(" ({times}{letter})"));
        told.extend(found.map(|Beyond { worst, mean }| {
            let (most, average) = words::shares(&worst, &mean);
            BeyondReport {
                times,
                said: format!("{within}{multiple}: at most {most}, on average {average}"),
                within,
                worst: worst.to_string(),
                mean: (mean.approximate() * 1000.0).round() / 1000.0,
            }
        }));
    }
    Ok(told)
}

/// Judges all groups by what `view` asks of each.
fn in_groups(
    request: &AuditRequest<'_>,
    protect: &Protect,
    released: &Released,
    against: Option<&Against<'_>>,
    (view, required): (View, bool),
    audit: &mut Audit,
) -> Result<CheckReport, Error> {
    // Distances may be scaled by the range of the data, which is one range for all views.
    let joined =
        against.filter(|_| protect.is_dissimilarity()).map(|both| both.joint_columns(released, protect.sensitive()));
    let columns = match &joined {
        Some(joined) => joined.iter().map(|(name, column)| (*name, column)).collect(),
        None => pick(&released.sensitive, protect.sensitive()),
    };
    let rule = bind::rule(protect, request.policy, &columns)?;
    let rule = if view == View::Register { bind::in_register(rule, protect)? } else { rule };
    let attribute = match against.filter(|_| joined.is_some()) {
        Some(both) => both.joint(released, &columns),
        None => bind::attribute(protect, &columns, released.rows, |row| released.left_out.get(row)),
    };
    let attribute = request.policy.in_whole(attribute, rule.principle())?;
    // A register tells rows apart by all that is published of them.
    let groups = if view == View::Register { released.told_apart() } else { Cow::Borrowed(&released.groups) };
    let grouped = Grouped::new(&groups, &attribute);
    let bound = bound(rule.principle(), &attribute, &grouped, protect)?;
    let outcome = grouped.judge(bound.as_ref(), rule.principle().direction());
    let mut report = CheckReport::new(protect, rule.principle(), view.name(), required);
    report.missing = missing(request.policy, protect, &report.title, released);
    fill(&mut report, &outcome, rule.principle(), &attribute);
    // Nobody has a value in some, perhaps; everybody sees them all the same.
    report.groups = groups.len();
    let started = Instant::now();
    report.confirmed_groups = Some(confirm(&rule, bound.as_ref(), &attribute, &grouped, &outcome)?);
    report.confirmed_in = started.elapsed();
    // Of the first view that groups are judged in: the others look at the same groups.
    if (view == View::Register) == (protect.view() == View::Register) {
        report.beyond = beyond(protect, &attribute, &grouped)?;
    }
    if view == View::Register && outcome.holds() {
        report.promise = promise(
            protect,
            request.policy,
            &Spoken {
                quasi: released.quasi_in_order(),
                others: beside(protect, released),
                has_missing: report.missing.is_some(),
                dates: are_dates(attribute.domain()),
            },
        );
    }
    report.can = can(protect, request.policy, &report, are_dates(attribute.domain()));
    tell_if_nothing_is_asked(&mut report);
    let shown = Shown { request, released, groups: &groups, attribute: &attribute, grouped: &grouped };
    report.worst_groups = outcome.worst.iter().map(|(group, _)| shown.group(*group, bound.as_ref())).collect();
    if request.list_violations {
        let rows = violating_rows(&groups, released.in_two_tables, &attribute, &grouped, bound.as_ref());
        audit.violations.extend(rows.into_iter().map(|row| Violation { check: audit.checks.len(), row }));
    }
    Ok(report)
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
    // The register view tells rows apart by all that is published of them; presence looks at cells alone.
    if protect.as_presence().is_some() || !released.states_coarser_groups() || protect.view() == View::Register {
        return Ok(());
    }
    let columns = pick(&released.sensitive, protect.sensitive());
    let rule = bind::rule(protect, request.policy, &columns)?;
    let principle = rule.principle();
    if has_original && protect.view() == View::Candidates && !principle.needs().is_about_the_release() {
        return Ok(());
    }
    let attribute = bind::attribute(protect, &columns, released.rows, |row| released.left_out.get(row));
    let attribute = request.policy.in_whole(attribute, principle)?;
    let grouped = Grouped::new(released.boxes(), &attribute);
    let bound = bound(principle, &attribute, &grouped, protect)?;
    let outcome = grouped.judge(bound.as_ref(), principle.direction());
    let mut report = CheckReport::new(protect, principle, ALIKE, true);
    fill(&mut report, &outcome, principle, &attribute);
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
    against: &Against<'_>,
    audit: &mut Audit,
) -> Result<(), Error> {
    let known = against.known(protect);
    let joined = known.map_or_else(|| against.joint_columns(released, protect.sensitive()), |_| Vec::new());
    let columns: Vec<(&str, &Column)> = joined.iter().map(|(name, column)| (*name, column)).collect();
    let rule = bind::rule(protect, request.policy, &columns)?;
    if rule.principle().needs().is_about_the_release() {
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
    let grouped = Grouped::new(released.boxes(), attribute);
    let bound = bound(rule.principle(), attribute, &grouped, protect)?;
    let (ours, original) = attribute.codes().split_at(released.rows);
    let everywhere = released.everywhere(ours);
    let values = Values { released: &grouped, everywhere: &everywhere, original };
    let outcome = against.candidates().judge(bound.as_ref(), rule.principle().direction(), values);
    let required = protect.view() == View::Candidates;
    // Where cells cover nobody there is nobody to judge it of, and nothing that holds.
    if !required && outcome.victims == 0 {
        return Ok(());
    }
    let mut report = CheckReport::new(protect, rule.principle(), View::Candidates.name(), required);
    report.missing = missing(request.policy, protect, &report.title, released);
    fill_candidates(&mut report, &outcome);
    tell_if_nothing_is_asked(&mut report);
    let twice = Twice { rule: &rule, direction: rule.principle().direction(), attribute, values };
    let started = Instant::now();
    report.confirmed_people = Some(confirm_people(&twice, against.asked(), &outcome)?);
    report.confirmed_in = started.elapsed();
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
    grouped: &Grouped,
    protect: &Protect,
) -> Result<Box<dyn Check + 'a>, Error> {
    principle.bind_among(attribute, &mut grouped.iter()).map_err(|why| bind::unfit(protect, &why))
}

fn fill(report: &mut CheckReport, outcome: &Outcome, principle: &dyn Principle, attribute: &Attribute) {
    report.verdict = Verdict::of(outcome.holds());
    report.groups = outcome.groups;
    report.violating_groups = outcome.violating_groups;
    report.violating_tuples = outcome.violating_tuples;
    report.worst_risk = outcome.worst_measure.as_ref().map_or_else(|| "0".to_owned(), Ratio::to_string);
    report.remedy = (!outcome.holds()).then(|| principle.remedy(are_dates(attribute.domain())));
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
    groups: &'a Cow<'a, Partition>,
    attribute: &'a Attribute,
    grouped: &'a Grouped,
}

impl Shown<'_> {
    fn group(&self, group: usize, check: &dyn Check) -> WorstGroup {
        let codes = self.grouped.group(group);
        let rows = self.groups.group(group).len();
        let finding = check.judge(codes);
        // Where rows are told apart further than groups, by the group that a row is in.
        let group = match self.groups {
            Cow::Borrowed(_) => group,
            Cow::Owned(groups) => {
                self.released.groups.group_of(self.released.rows)[groups.group(group)[0] as usize] as usize
            }
        };
        let row = self.released.cell_of_group(group);
        let cell = |labels: &LabelColumn, at: usize| labels.get(at).unwrap_or("(missing)").to_owned();
        let stated = self.released.stated.iter().map(|(name, labels)| (name.clone(), cell(labels, group)));
        // In two tables the rows of a group do not look alike.
        let alike = self.released.quasi.iter().filter(|_| !self.released.in_two_tables);
        let quasi = alike.map(|(name, labels)| (name.clone(), cell(labels, row)));
        WorstGroup {
            quasi: stated.chain(quasi).collect(),
            tuples: rows,
            with_value: (codes.len() < rows).then_some(codes.len()),
            risk: finding.measure.to_string(),
            holds: finding.holds,
            conclusion: check.conclusion(codes),
            values: self.request.show_values.then(|| codes.iter().map(|&code| self.text(code)).collect()),
        }
    }
}

impl Shown<'_> {
    fn text(&self, code: u32) -> String {
        if code == self.attribute.missing_code() {
            return "(missing)".to_owned();
        }
        self.attribute.domain().text(code)
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

#[cfg(test)]
mod tests {
    use aloof_table::NumberColumn;

    use super::*;

    /// Rules that every table keeps, and next to each some that not every table does.
    const ASKED: [&str; 34] = [
        "principle=\"epsilon-m\"\nabsolute=\"1\"\nm=1",
        "principle=\"epsilon-m\"\nabsolute=\"1\"\nm=2",
        "principle=\"delta-l\"\ndelta=\"1\"\nl=1",
        "principle=\"delta-l\"\ndelta=\"1\"\nl=2",
        "principle=\"dissimilarity\"\nepsilon=\"1\"\ndelta=\"0\"\nk=1",
        "principle=\"dissimilarity\"\nepsilon=\"1\"\ndelta=\"0\"\nk=2",
        "principle=\"dissimilarity\"\nepsilon=\"1\"\ndelta=\"0.5\"\nk=1",
        "principle=\"k-anonymity\"\nk=1",
        "principle=\"k-anonymity\"\nk=2",
        "principle=\"l-diversity\"\nl=1",
        "principle=\"l-diversity\"\nl=2",
        "principle=\"l-diversity\"\nkind=\"frequency\"\nl=1",
        "principle=\"l-diversity\"\nkind=\"frequency\"\nl=\"1.5\"",
        "principle=\"l-diversity\"\nkind=\"entropy\"\nl=1",
        "principle=\"l-diversity\"\nkind=\"entropy\"\nl=\"1.5\"",
        "principle=\"l-diversity\"\nkind=\"recursive\"\nl=1\nc=\"1\"",
        "principle=\"l-diversity\"\nkind=\"recursive\"\nl=1\nc=\"2\"",
        "principle=\"l-diversity\"\nkind=\"recursive\"\nl=2\nc=\"1\"",
        "principle=\"l-diversity\"\nkind=\"recursive\"\nl=2\nc=\"3\"",
        "principle=\"alpha-k\"\nalpha=\"1\"\nk=1",
        "principle=\"alpha-k\"\nalpha=\"1\"\nk=2",
        "principle=\"alpha-k\"\nalpha=\"0.5\"\nk=1",
        "principle=\"k-e\"\nk=1\ne=\"0\"",
        "principle=\"k-e\"\nk=3\ne=\"0\"",
        "principle=\"k-e\"\nk=3\ne=\"1\"",
        "principle=\"k-e\"\nk=1\ne=\"1\"",
        "principle=\"variance\"\nv=\"0\"",
        "principle=\"variance\"\nv=\"1\"",
        "principle=\"t-closeness\"\nt=\"1\"",
        "principle=\"t-closeness\"\nt=\"0.4\"",
        "principle=\"beta-likeness\"\nbeta=\"1\"",
        "principle=\"c-k-safety\"\nc=\"1\"\nk=0",
        "principle=\"m-invariance\"\nm=1",
        "principle=\"skyline\"\npoints=[{ c=\"1\" }]",
    ];

    /// All tables of one to four rows with three values, in up to two groups.
    fn tables() -> impl Iterator<Item = (Vec<i64>, Vec<u32>)> {
        (1..=4u32).flat_map(|rows| {
            (0..6usize.pow(rows)).map(move |code| {
                let digit = |row: u32| code / 6usize.pow(row) % 6;
                (
                    (0..rows).map(|row| digit(row) as i64 % 3).collect(),
                    (0..rows).map(|row| digit(row) as u32 / 3).collect(),
                )
            })
        })
    }

    #[test]
    fn a_rule_asks_nothing_if_every_table_keeps_it() {
        let mut asked = 0;
        for protect in ASKED {
            for view in ["register", "group"] {
                let text = format!(
                    "[columns]\nq={{role=\"quasi\"}}\ns={{role=\"sensitive\",type=\"number\"}}\n[[protect]]\n{protect}\n"
                );
                let Ok(policy) = Policy::from_toml(&format!("{text}view=\"{view}\"\n"), "aloof.toml") else { continue };
                let broken = tables().any(|(values, groups)| !keeps(&policy, values, &groups));
                let columns = [("s", &Column::Number(NumberColumn::from_integers(vec![1, 2])))];
                let rule = bind::rule_in_view(&policy.protect()[0], &policy, &columns).unwrap();
                assert_eq!(rule.principle().asks_nothing(), !broken, "{protect} in the {view} view");
                asked += 1;
            }
        }
        assert!(asked >= 50, "{asked}");
    }

    fn keeps(policy: &Policy, values: Vec<i64>, groups: &[u32]) -> bool {
        let protect = &policy.protect()[0];
        let rows = values.len();
        let column = Column::Number(NumberColumn::from_integers(values));
        let columns = if protect.sensitive().is_empty() { Vec::new() } else { vec![("s", &column)] };
        let rule = bind::rule_in_view(protect, policy, &columns).unwrap();
        let attribute = bind::attribute(protect, &columns, rows, |_| false);
        let partition = Partition::by_equal_codes(&[(groups, 2)], rows, |_| false);
        let grouped = Grouped::new(&partition, &attribute);
        let bound = bound(rule.principle(), &attribute, &grouped, protect).unwrap();
        grouped.judge(bound.as_ref(), rule.principle().direction()).holds()
    }
}
