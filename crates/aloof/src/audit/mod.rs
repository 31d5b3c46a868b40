//! Is this table safe, which records are not, and why?
//!
//! Works on any table: rows with equal quasi text are a group, or a column says which. The audited file is read into
//! codes, every principle is bound once and judges all groups in one pass; see `check.rs` for the views.

mod against;
mod alike;
mod check;
mod confirm;
mod evidence;
mod kept;
mod measure;
mod missing;
mod noisy;
mod others;
mod perturbed;
mod pseudonyms;
mod report;
mod risks;
mod two_tables;
mod walked;
mod withheld;

use aloof_io::{Input, Source};
use aloof_table::{Column, Decimal};

pub use evidence::stated_policy;
pub use missing::MissingReport;
pub use report::{
    Audit, BeyondReport, CheckReport, ClaimReport, FilesReport, MeasureReport, OthersReport, ProximityReport,
    StairReport, TellingColumn, TruthReport, Verdict, Violation, WithheldCheck, WithheldReport, WorstGroup,
};
pub use risks::{RiskPicture, risks};

use crate::Error;
use crate::data::{Original, Released, Stars, read_options};
use crate::manifest::HowMade;
use crate::policy::{Policy, Protect, View, coding};
use against::Against;
pub(crate) use evidence::Evidence;
pub(crate) use missing::told as told_of_missing;
pub(crate) use perturbed::stands_as_perturbed;
pub(crate) use report::asked;
pub(crate) use two_tables::judge_tables;
pub(crate) use walked::{WalkClaim, judge_walked};
pub(crate) use withheld::Withheld;

/// A table to be audited, the policy to judge it by, and what to report.
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
    /// Called while data are read: bytes done, and their number if it is known.
    pub progress: &'a (dyn Fn(u64, Option<u64>) + Sync),
}

/// Audits a table.
pub fn audit(request: &AuditRequest<'_>) -> Result<Audit, Error> {
    let evidence = Evidence::of(&request.data)?;
    let original = match &request.original {
        Some(source) => {
            let input = Input::open(source.clone(), read_options(request.policy))?;
            Some(Original::read(&input, request.policy, true, request.progress)?)
        }
        None => None,
    };
    audit_against(request, &evidence, original)
}

/// Audits a table with what stands beside it, against an original that was read.
pub(crate) fn audit_against(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    original: Option<Original>,
) -> Result<Audit, Error> {
    // Whoever makes groups withholds rows by not publishing them: then a row of stars is a box that covers everybody, as
    // any other. That is how to read the table, and makes no rule weaker than its definition.
    let stars = if matches!(evidence.claimed(), Some(HowMade::Groups)) { Stars::Box } else { Stars::Hidden };
    let mut released = Released::open(&request.data, evidence.tables(), request.policy, stars, request.progress)?;
    let others = if released.in_two_tables { None } else { others::others(request, &released)? };
    let rows = released.rows;
    let mut audit = match evidence.claimed() {
        _ if released.in_two_tables => judge_tables(request, &released, original.as_ref())?,
        Some(HowMade::Perturbed(claimed)) => perturbed::judge_perturbed(request, claimed, released, original)?,
        Some(HowMade::Noise { columns }) => noisy::judge_noisy(request, columns, released, original.as_ref())?,
        Some(HowMade::Walk { columns }) => {
            let claim = WalkClaim { columns, most_unchanged: evidence.most_unchanged(), by_maker: false };
            judge_walked(request, &claim, released, original)?
        }
        _ => {
            released.fold();
            judge(request, &released, original, None)?
        }
    };
    evidence.tell(request.policy, &mut audit);
    audit.notes.extend(others.iter().map(|others| others.sentence(rows)));
    if request.policy.is_stated_by_release() && !request.policy.protect().is_empty() {
        audit.open.extend(others.iter().flat_map(OthersReport::doubts));
    }
    audit.others = others;
    audit.notes.extend(coding::told(request.policy));
    pseudonyms::look(request, &mut audit)?;
    audit.verdict = verdict(&audit);
    Ok(audit)
}

/// Reads a table that nothing stands beside.
pub(crate) fn read_released(request: &AuditRequest<'_>, stars: Stars) -> Result<Released, Error> {
    Released::open(&request.data, None, request.policy, stars, request.progress)
}

/// Judges what was read, against the original if it is known; its quasi columns are let go as soon as they are matched.
/// `witness` is the original row of each released one, where that is known.
pub(crate) fn judge(
    request: &AuditRequest<'_>,
    released: &Released,
    original: Option<Original>,
    witness: Option<Vec<u32>>,
) -> Result<Audit, Error> {
    let protect = request.policy.protect();
    let scope = AuditScope { protect, measure: protect.is_empty(), candidates: true };
    judge_in_scope(request, &scope, released, original, witness)
}

/// Which protections are judged of a table, and how far.
struct AuditScope<'a> {
    /// Protections to judge.
    protect: &'a [Protect],
    /// Measure every sensitive column.
    measure: bool,
    /// Quasi cells cover people, so that the candidates view can be judged.
    candidates: bool,
}

fn judge_in_scope(
    request: &AuditRequest<'_>,
    scope: &AuditScope<'_>,
    released: &Released,
    original: Option<Original>,
    witness: Option<Vec<u32>>,
) -> Result<Audit, Error> {
    let withheld = match (&original, &witness) {
        (Some(original), Some(published)) => Withheld::judge(request.policy, original, published)?,
        _ => None,
    };
    let against = match original {
        Some(original) => {
            let kept = kept::columns(request, &original)?;
            Some(Against::new(original, released, witness, scope.protect, kept)?)
        }
        None => None,
    };
    let mut audit = Audit {
        tuples: released.rows,
        suppressed: released.suppressed_count,
        dropped: released.dropped,
        truth: against.as_ref().map(|against| against.truth(released)),
        ..Audit::default()
    };
    if scope.measure {
        audit.measures = measure::measure_all(request, released)?;
    }
    let covers = against.as_ref().filter(|_| scope.candidates);
    for protect in scope.protect {
        check::run(request, protect, released, covers, &mut audit)?;
        // Whoever cannot see cells that cover people, as of walked numbers, cannot see who looks alike either.
        if scope.candidates {
            check::alike(request, protect, released, covers.is_some(), &mut audit)?;
        }
    }
    if let Some(withheld) = withheld {
        let uncovered = against.as_ref().map(|against| withheld.among(&against.candidates().uncovered()));
        withheld.tell(uncovered, &mut audit);
    }
    note_what_was_left(scope, released, against.as_ref(), &mut audit);
    audit.verdict = verdict(&audit);
    Ok(audit)
}

/// What is untrue, broken, or not what it is said to be fails; what was not judged does not pass.
fn verdict(audit: &Audit) -> Verdict {
    let untrue = audit.truth.as_ref().is_some_and(|truth| truth.untrue > 0);
    let broken = audit.checks.iter().any(|check| check.required && check.verdict == Verdict::Fail);
    let broken = broken || audit.has_unsafe_withheld();
    let other = audit.files.as_ref().is_some_and(|files| !files.other.is_empty());
    let refuted = audit.claim.as_ref().is_some_and(|claim| claim.standing == "refuted");
    match audit.checks.is_empty() || !audit.open.is_empty() {
        _ if untrue || broken || other || refuted => Verdict::Fail,
        true => Verdict::Measured,
        false => Verdict::Pass,
    }
}

fn note_what_was_left(scope: &AuditScope<'_>, released: &Released, against: Option<&Against>, audit: &mut Audit) {
    let wanted = scope.protect.iter().any(|protect| protect.view() == View::Candidates);
    if wanted && against.is_none() && !released.in_two_tables && scope.candidates {
        audit.notes.push(
            "The candidates view (an adversary who knows only quasi values) was not checked: no original given."
                .to_owned(),
        );
    }
    audit.notes.extend(missing::told(audit));
    audit.notes.extend(against.iter().flat_map(|against| against.notes.iter().cloned()));
    if scope.measure {
        audit.notes.extend(released.sensitive.iter().filter_map(|(name, column)| nearly_numbers(name, column)));
    }
    if released.suppressed_count > 0 {
        let note = match released.suppressed_count {
            1 => "1 row shows nothing but * in its quasi columns: it is published, and judged as a group.".to_owned(),
            many => {
                format!(
                    "{many} rows show nothing but * in their quasi columns: they are published, and judged as a group."
                )
            }
        };
        audit.notes.push(note);
    }
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
