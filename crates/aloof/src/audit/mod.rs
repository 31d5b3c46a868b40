//! Is this table safe, which records are not, and why?
//!
//! Works on any table: rows with equal quasi text are a group, or a column says which. The audited file is read into
//! codes, every principle is bound once and judges all groups in one pass; see `aloof-judge` for the two views.

mod against;
pub(crate) mod check;
mod confirm;
mod distance;
mod known;
mod measure;
mod noisy;
mod original;
mod paths;
mod perturbed;
pub(crate) mod released;
mod report;
mod risks;
pub(crate) mod rules;
mod two_tables;

use std::sync::Arc;

use aloof_io::{Input, ReadOptions, Source};
use aloof_table::{Column, Decimal};

pub use paths::paths;
pub use perturbed::Perturbation;
pub use report::{
    Audit, CheckReport, MeasureReport, ProximityReport, StairReport, TruthReport, Verdict, Violation, WorstGroup,
};
pub use risks::{RiskPicture, risks};
pub use two_tables::TwoTables;

use crate::Error;
use crate::policy::{Policy, View};
use against::Against;
pub(crate) use check::{nobody, values_matter};
use noisy::Noisy;
pub(crate) use original::{Original, Quasi};
pub(crate) use released::{Released, Stars};
pub(crate) use rules::rule;
pub(crate) use two_tables::judge_tables;

/// What is asked of an audit.
pub struct AuditRequest<'a> {
    /// The table: a file, or standard input.
    pub data: Source,
    /// The table it was made from.
    pub original: Option<Source>,
    /// What every column is and what must hold.
    pub policy: &'a Policy,
    /// The ε to measure at; chosen from the data when empty.
    pub epsilons: Vec<Decimal>,
    /// Put sensitive values into the report.
    pub show_values: bool,
    /// Collect the violating rows.
    pub list_violations: bool,
    /// Told how far reading is.
    pub progress: &'a (dyn Fn(u64, Option<u64>) + Sync),
}

/// Audits a table.
pub fn audit(request: &AuditRequest<'_>) -> Result<Audit, Error> {
    let mut released = read_released(request, Stars::Suppressed)?;
    let original = match &request.original {
        Some(source) => {
            let input = Input::open(source.clone(), read_options(request.policy))?;
            Some(Original::read(&input, request.policy, false, request.progress)?)
        }
        None => None,
    };
    if released.in_two_tables {
        return judge_tables(request, &released, original.as_ref());
    }
    released.fold();
    if let Some(perturbation) = Perturbation::beside(&request.data) {
        return perturbation.judge(request.policy, original.as_ref(), released.rows);
    }
    let noisy = Noisy::beside(&request.data);
    let nothing = noisy.is_some() && request.policy.protect().is_empty() && released.sensitive.is_empty();
    let mut audit = if nothing {
        Audit::of_nothing(released.rows, released.dropped)
    } else {
        judge(request, &released, original, None)?
    };
    if let Some(noisy) = noisy {
        noisy.tell(&mut audit);
        audit.verdict = verdict(&audit);
    }
    Ok(audit)
}

/// How the policy wants files to be read.
pub(crate) fn read_options(policy: &Policy) -> ReadOptions {
    ReadOptions { delimiter: policy.input().delimiter, nulls: policy.input().missing.clone(), threads: None }
}

/// Reads the table under audit.
pub(crate) fn read_released(request: &AuditRequest<'_>, stars: Stars) -> Result<Released, Error> {
    Released::open(&request.data, request.policy, stars, request.progress)
}

/// Judges what was read, against the original if it is known; its quasi columns are let go as soon as they are matched.
/// `witness` is the original row of each released one, where that is known.
pub(crate) fn judge(
    request: &AuditRequest<'_>,
    released: &Released,
    original: Option<Original>,
    witness: Option<Vec<u32>>,
) -> Result<Audit, Error> {
    let policy = request.policy;
    let against = original.map(|original| Against::new(original, released, witness, policy.protect())).transpose()?;
    let mut audit = Audit {
        verdict: Verdict::Measured,
        tuples: released.rows,
        suppressed: released.suppressed_count,
        dropped: released.dropped,
        checks: Vec::new(),
        measures: Vec::new(),
        truth: against.as_ref().map(|against| against.truth(released)),
        notes: Vec::new(),
        violations: Vec::new(),
    };
    if policy.protect().is_empty() {
        audit.measures = measure::measure_all(request, released)?;
    }
    for protect in policy.protect() {
        check::run(request, protect, released, against.as_ref(), &mut audit)?;
    }
    note_what_was_left(policy, released, against.as_ref(), &mut audit);
    audit.verdict = verdict(&audit);
    Ok(audit)
}

fn verdict(audit: &Audit) -> Verdict {
    let untrue = audit.truth.as_ref().is_some_and(|truth| truth.untrue > 0);
    let broken = audit.checks.iter().any(|check| check.required && check.verdict == Verdict::Fail);
    match (audit.checks.is_empty(), untrue || broken) {
        (_, true) => Verdict::Fail,
        (true, false) => Verdict::Measured,
        (false, false) => Verdict::Pass,
    }
}

fn note_what_was_left(policy: &Policy, released: &Released, against: Option<&Against>, audit: &mut Audit) {
    let wanted = policy.protect().iter().any(|protect| protect.view() == View::Candidates);
    if wanted && against.is_none() && !released.in_two_tables {
        audit.notes.push(
            "The candidates view (an adversary who knows only quasi values) was not checked: it needs --original."
                .to_owned(),
        );
    }
    audit.notes.extend(against.iter().flat_map(|against| against.notes.iter().cloned()));
    if policy.protect().is_empty() {
        audit.notes.extend(released.sensitive.iter().filter_map(|(name, column)| nearly_numbers(name, column)));
    }
    if released.suppressed_count > 0 {
        let note = match released.suppressed_count {
            1 => "1 suppressed row (every quasi value is *) stands in no group.".to_owned(),
            many => format!("{many} suppressed rows (every quasi value is *) stand in no group."),
        };
        audit.notes.push(note);
    }
}

/// The columns named, in that order.
pub(crate) fn pick<'a>(columns: &'a [(String, Arc<Column>)], names: &'a [String]) -> Vec<(&'a str, &'a Column)> {
    let column = |name: &str| columns.iter().find(|(other, _)| other == name).map(|(_, column)| &**column);
    names.iter().map(|name| (name.as_str(), column(name).expect("fitted to the policy"))).collect()
}

/// A column of labels most of which are numbers was probably meant to be one of numbers.
fn nearly_numbers(name: &str, column: &Column) -> Option<String> {
    let Column::Label(labels) = column else { return None };
    let all = labels.labels().len();
    let numbers = labels.labels().iter().filter(|text| text.parse::<Decimal>().is_ok()).count();
    (numbers * 2 > all).then(|| {
        format!(
            "Column `{name}` was read as labels, since {} of its {all} different values are no numbers; so no proximity \
             was measured. Declare it with type = \"number\" to be told where they stand.",
            all - numbers
        )
    })
}
