//! Is this table safe, which records are not, and why?
//!
//! Works on any table: rows with equal quasi text are a group, or a column says which. The audited file is read into
//! codes, every principle is bound once and judges all groups in one pass; see `check.rs` for the views.

mod absent;
mod against;
mod alike;
mod asked;
mod believed;
mod beside;
mod cells;
mod check;
mod coded;
mod columns;
mod confirm;
mod counterfeits;
mod counts;
mod dealt_by_chance;
mod evidence;
mod follows;
mod guesses;
mod hull;
mod kept;
mod knowledge;
mod looked;
mod lost;
mod measure;
mod missed;
mod missing;
mod narrowed;
mod noisy;
mod order;
mod others;
mod perturbed;
mod presence;
mod promised;
mod pseudonyms;
mod readings;
mod report;
mod risks;
mod second;
mod spelled;
mod together;
mod two_tables;
mod unkeyed;
mod walked;
mod who;
mod withheld;
mod written;

use aloof_io::{Input, Source};
use aloof_table::{Column, Decimal};

pub use beside::{is_of_release, policy_beside};
pub use coded::left_out as cells_left_out;
pub use evidence::stated_policy;
pub use guesses::{BOUNDS_NO_GUESS, bounds_no_guess};
pub use missing::MissingReport;
pub use promised::would_promise;
pub use report::{
    Audit, BeyondReport, CheckReport, ClaimReport, FilesReport, FollowingColumn, ImplicationReport, KnowledgeReport,
    MeasureReport, OthersReport, PresenceReport, ProximityReport, PseudonymReport, StairReport, TellingColumn,
    TruthReport, Verdict, Violation, WithheldCheck, WithheldReport, WorstGroup,
};
pub use risks::{People, RiskPicture, risks};
pub use spelled::refuse_spelled;
pub use together::{Member, Month, TogetherCheck, TogetherReport, Unasked, judge_together, person_column};

use crate::Error;
use crate::data::{Original, Released, Stars, check_hierarchies, read_options};
use crate::manifest::HowMade;
use crate::policy::{Policy, Protect, RowsAre, View};
use crate::words;
use against::Against;
pub use against::{join, untrue};
pub use evidence::Evidence;
pub use follows::{Following, following_in};
use looked::Looked;
pub use lost::{generalization, losses, losses_within};
pub use missing::told as told_of_missing;
pub use perturbed::stands_as_perturbed;
pub(crate) use report::asked;
pub use two_tables::judge_tables;
pub use walked::{WalkClaim, judge_walked};
use who::{WhoIsThere, who_is_there};
pub use withheld::Withheld;

/// A table to be audited, the policy to judge it by, and what to report.
pub struct AuditRequest<'a> {
    /// The table: a file, or standard input.
    pub data: Source,
    /// The table it was made from.
    pub original: Option<Source>,
    /// What every column is and what must hold.
    pub policy: &'a Policy,
    /// A population, where it is to be measured how likely its people are to be in the table.
    pub population: Option<Source>,
    /// The ε to measure at; chosen from the data when empty.
    pub epsilons: Vec<Decimal>,
    /// Put sensitive values into the report.
    pub show_values: bool,
    /// Collect the violating rows.
    pub list_violations: bool,
    /// Called while data are read: bytes done, and their number if it is known.
    pub progress: &'a (dyn Fn(u64, Option<u64>) + Sync),
}

/// Audits a table. What is looked at more than once is read at once where it is a pipe.
pub fn audit(request: &AuditRequest<'_>) -> Result<Audit, Error> {
    audit_in_series(request, None)
}

/// Audits a table, and what it and earlier ones tell together, where that was judged.
pub fn audit_in_series(request: &AuditRequest<'_>, together: Option<TogetherReport>) -> Result<Audit, Error> {
    let request = &AuditRequest {
        data: request.data.clone().at_once()?,
        original: request.original.clone().map(Source::at_once).transpose()?,
        population: request.population.clone().map(Source::at_once).transpose()?,
        epsilons: request.epsilons.clone(),
        ..*request
    };
    let evidence = Evidence::of(&request.data)?.in_series(together.as_ref());
    let original = match &request.original {
        Some(source) => {
            let input = Input::open(source.clone(), read_options(request.policy))?;
            let original = Original::read(&input, request.policy, true, request.progress)?;
            check_hierarchies(request.policy, &original)?;
            Some(original)
        }
        None => None,
    };
    let notes = original.as_ref().map(|original| original.notes.clone()).unwrap_or_default();
    let mut audit = audit_against(request, &evidence, original)?;
    audit.notes.extend(notes);
    if let Some(believed) = request.original.as_ref().map(|source| believed::told(request.policy, source)) {
        audit.open.extend(believed?);
        audit.verdict = verdict(&audit);
        audit.promise_only_what_was_judged();
    }
    Ok(match together {
        Some(together) => audit.with_together(together),
        None => audit,
    })
}

/// Audits a table with what stands beside it, against an original that was read.
pub fn audit_against(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    original: Option<Original>,
) -> Result<Audit, Error> {
    let policy = evidence.weakened(request.policy);
    let request = &AuditRequest {
        data: request.data.clone(),
        original: request.original.clone(),
        population: request.population.clone(),
        epsilons: request.epsilons.clone(),
        policy: &policy,
        ..*request
    };
    // Whoever makes groups withholds rows by not publishing them: then a row of stars is a box that covers everybody, as
    // any other. That is how to read the table, and makes no rule weaker than its definition.
    let stars = if matches!(evidence.claimed(), Some(HowMade::Groups)) { Stars::Box } else { Stars::Hidden };
    let released = Released::open(&request.data, evidence.tables(), request.policy, stars, request.progress)?;
    let conditions = original.as_ref().map_or(&released.conditions, |one| &one.conditions).clone();
    let looked = Looked::at(request, evidence, original.as_ref(), &released)?;
    let quasi = released.quasi_in_order().into_iter().map(str::to_owned).collect();
    let mut audit = Audit { quasi, ..judge_as_made(request, evidence, released, original)? };
    looked.tell(request, evidence, &mut audit)?;
    audit.rows = policy.counts_records().then(|| RowsAre::Records.name());
    audit.verdict = verdict(&audit);
    audit.promise_only_what_was_judged();
    Ok(audit.with_conditions(conditions))
}

/// Judges groups, or how values were changed, as the manifest says that the table was made.
fn judge_as_made(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    mut released: Released,
    original: Option<Original>,
) -> Result<Audit, Error> {
    match evidence.claimed() {
        _ if released.in_two_tables => judge_two_tables(request, evidence, &released, original.as_ref()),
        Some(HowMade::Perturbed(claimed)) => perturbed::judge_perturbed(request, claimed, released, original),
        Some(HowMade::Noise { columns }) => noisy::judge_noisy(request, columns, released, original.as_ref()),
        Some(HowMade::Walk { columns }) => {
            let claim = WalkClaim { columns, most_unchanged: evidence.most_unchanged(), by_maker: false };
            judge_walked(request, &claim, released, original)
        }
        _ => {
            let rows = who_is_there(request.policy, evidence, original.as_ref(), &released);
            released.fold();
            let mut audit = judge_rows(request, &released, original, rows)?;
            if !audit.checks.is_empty() && request.policy.is_stated_by_release() {
                audit.open.extend(others::doubted(&released, &audit.checks));
            }
            Ok(audit)
        }
    }
}

/// Two tables are judged by their groups; who is in neither is a group, too.
fn judge_two_tables(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    released: &Released,
    original: Option<&Original>,
) -> Result<Audit, Error> {
    let mut audit = judge_tables(request, released, original)?;
    audit.open.extend(evidence.tables().and_then(|tables| two_tables::other_l(tables, released)));
    let (Some(original), Some(0)) = (original, audit.truth.as_ref().map(|truth| truth.untrue)) else {
        return Ok(audit);
    };
    let rows = who_is_there(request.policy, evidence, Some(original), released);
    if let Some(withheld) = rows.withheld(request.policy, original)? {
        withheld.tell(None, &mut audit);
    }
    Ok(audit)
}

/// Reads a table that nothing stands beside.
pub fn read_released(request: &AuditRequest<'_>, stars: Stars) -> Result<Released, Error> {
    Released::open(&request.data, None, request.policy, stars, request.progress)
}

/// Judges what was read, against the original if it is known; its quasi columns are let go as soon as they are matched.
/// `witness` is the original row of each released one, where that is known.
pub fn judge(
    request: &AuditRequest<'_>,
    released: &Released,
    original: Option<Original>,
    witness: Option<Vec<u32>>,
) -> Result<Audit, Error> {
    judge_rows(request, released, original, witness.map_or(WhoIsThere::Unknown, WhoIsThere::Witness))
}

fn judge_rows(
    request: &AuditRequest<'_>,
    released: &Released,
    original: Option<Original>,
    rows: WhoIsThere,
) -> Result<Audit, Error> {
    let protect = request.policy.protect();
    let scope = AuditScope { protect, measure: protect.is_empty(), candidates: true };
    judge_in_scope(request, &scope, released, original, rows)
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
    rows: WhoIsThere,
) -> Result<Audit, Error> {
    let withheld = original.as_ref().map(|original| rows.withheld(request.policy, original)).transpose()?.flatten();
    let witness = if let WhoIsThere::Witness(rows) = rows { Some(rows) } else { None };
    let exact = original.as_ref().map(|original| cells::exact(original, released)).unwrap_or_default();
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
        told_apart: Some(released.told_apart().len()),
        exact,
        ..Audit::default()
    };
    if scope.measure {
        audit.measures = measure::measure_all(request, released)?;
    }
    presence::measure(request, released, &mut audit)?;
    let covers = against.as_ref().filter(|_| scope.candidates);
    for protect in scope.protect {
        check::run(request, protect, released, covers, &mut audit)?;
        // Whoever cannot see cells that cover people, as of walked numbers, cannot see who looks alike either.
        if scope.candidates {
            check::alike(request, protect, released, covers.is_some(), &mut audit)?;
        }
    }
    if let Some(withheld) = withheld {
        let starred = released.suppressed_count;
        let uncovered = against.as_ref().map(|against| withheld.uncovered(&against.candidates().uncovered(), starred));
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
    match audit.checks.is_empty() || !audit.open.is_empty() {
        _ if untrue || broken || other || audit.is_refuted() => Verdict::Fail,
        true => Verdict::Measured,
        false => Verdict::Pass,
    }
}

/// What was asked and not judged, and what else is to be known of the table.
fn note_what_was_left(scope: &AuditScope<'_>, released: &Released, against: Option<&Against<'_>>, audit: &mut Audit) {
    if against.is_none() && scope.candidates {
        let unjudged = scope.protect.iter().filter(|protect| !is_judged(protect, audit));
        let open: Vec<String> =
            unjudged.map(|protect| format!("{}: it takes the original, which was not given", asked(protect))).collect();
        audit.open.extend(open);
    }
    audit.notes.extend(missing::told(audit));
    audit.notes.extend(against.iter().flat_map(|against| against.notes.iter().cloned()));
    if scope.measure {
        audit.notes.extend(released.sensitive.iter().filter_map(|(name, column)| nearly_numbers(name, column)));
    }
    audit.notes.extend(stars_note(released));
}

/// Whether a protection was judged in the view it asks for, by itself or because it follows from another. That of candidates
/// adds nothing for what is monotone.
fn is_judged(protect: &Protect, audit: &Audit) -> bool {
    let candidates = View::Candidates.name();
    let its = audit.checks.iter().filter(|check| {
        check.principle == protect.principle()
            && check.sensitive == protect.sensitive()
            && protect.title().is_none_or(|title| check.title == title)
    });
    protect.view() != View::Candidates
        || !protect.has_views()
        || its.into_iter().any(|check| check.view == candidates || check.implied.contains(&candidates))
}

/// Rows of nothing but stars: which of them were judged.
fn stars_note(released: &Released) -> Option<String> {
    let hidden = (0..released.rows).filter(|&row| released.suppressed.get(row) && released.left_out.get(row)).count();
    let shown = released.suppressed_count - hidden;
    let them = |many: usize| if many == 1 { ("shows", "its") } else { ("show", "their") };
    let rows = |many: usize| words::several(many, "row", "rows");
    let judged = (shown > 0).then(|| {
        let ((show, their), rows) = (them(shown), rows(shown));
        let are = if shown == 1 { "it is published, and judged" } else { "they are published, and judged" };
        format!("{rows} {show} nothing but * in {their} quasi columns: {are} as a group.")
    });
    let left = (hidden > 0).then(|| {
        let ((show, _), rows) = (them(hidden), rows(hidden));
        let was = if hidden == 1 { "it was" } else { "they were" };
        format!("{rows} {show} nothing but *, and no sensitive value either: {was} left out.")
    });
    let told: Vec<String> = judged.into_iter().chain(left).collect();
    (!told.is_empty()).then(|| told.join(" "))
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
