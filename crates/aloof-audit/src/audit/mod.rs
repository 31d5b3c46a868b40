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
mod confirm;
mod counterfeits;
mod counts;
mod dealt_by_chance;
mod evidence;
mod follows;
mod hull;
mod kept;
mod knowledge;
mod lost;
mod measure;
mod missing;
mod narrowed;
mod noisy;
mod order;
mod others;
mod perturbed;
mod presence;
mod promised;
mod pseudonyms;
mod report;
mod risks;
mod second;
mod spelled;
mod together;
mod two_tables;
mod unkeyed;
mod walked;
mod withheld;
mod written;

use aloof_io::{Input, Source};
use aloof_table::{Column, Decimal};

pub use beside::{is_of_release, policy_beside};
pub use coded::left_out as cells_left_out;
pub use evidence::stated_policy;
pub use missing::MissingReport;
pub use promised::would_promise;
pub use report::{
    Audit, BeyondReport, CheckReport, ClaimReport, FilesReport, FollowingColumn, ImplicationReport, KnowledgeReport,
    MeasureReport, OthersReport, PresenceReport, ProximityReport, PseudonymReport, StairReport, TellingColumn,
    TruthReport, Verdict, Violation, WithheldCheck, WithheldReport, WorstGroup,
};
pub use risks::{People, RiskPicture, risks};
pub use spelled::refuse_spelled;
pub use together::{Member, Month, TogetherCheck, TogetherReport, judge_together, person_column};

use crate::Error;
use crate::data::{Original, Released, Stars, check_hierarchies, read_options, told_of_rows};
use crate::manifest::HowMade;
use crate::policy::{Absence, Policy, Protect, View};
use crate::words;
use absent::Shown;
use against::Against;
pub use against::{join, untrue};
pub use evidence::Evidence;
pub use follows::{Following, following_in};
pub use lost::{generalization, losses, losses_within};
pub use missing::told as told_of_missing;
pub use perturbed::stands_as_perturbed;
pub(crate) use report::asked;
pub use two_tables::judge_tables;
pub use walked::{WalkClaim, judge_walked};
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
    // Whoever makes groups withholds rows by not publishing them: then a row of stars is a box that covers everybody, as
    // any other. That is how to read the table, and makes no rule weaker than its definition.
    let stars = if matches!(evidence.claimed(), Some(HowMade::Groups)) { Stars::Box } else { Stars::Hidden };
    let mut released = Released::open(&request.data, evidence.tables(), request.policy, stars, request.progress)?;
    let (others, other_columns) = others::others(request, evidence, &released)?;
    let following = follows::found(request, evidence, &released, original.as_ref(), other_columns.as_ref())?;
    drop(other_columns);
    let (rows, stated) = (released.rows, groups_by_themselves(request.policy, &released));
    let unjudged = unjudged(&released);
    let spelled = spelled::doubted(request.policy, &released);
    let coded = coded::told(request.policy, &released);
    let perhaps_missing = original.as_ref().map_or(&released.perhaps_missing, |one| &one.perhaps_missing).clone();
    let repeats = original.as_ref().and_then(|original| original.repeats.clone());
    let names = original.as_ref().map(|original| original.names_of(request.policy)).unwrap_or_default();
    let lost = original.as_ref().filter(|_| evidence.says_all_cells()).and_then(|one| lost::found(one, &released));
    let in_order = match &original {
        Some(original) => order::told(request, original, &released, evidence.claimed().is_some())?,
        None => None,
    };
    let cells = evidence.look_at_cells(request, &released, original.as_ref())?;
    let missed = Missed::of_changed(request.policy, evidence, original.as_ref(), &released)?;
    let mut audit = match evidence.claimed() {
        _ if released.in_two_tables => judge_two_tables(request, evidence, &released, original.as_ref())?,
        Some(HowMade::Perturbed(claimed)) => perturbed::judge_perturbed(request, claimed, released, original)?,
        Some(HowMade::Noise { columns }) => noisy::judge_noisy(request, columns, released, original.as_ref())?,
        Some(HowMade::Walk { columns }) => {
            let claim = WalkClaim { columns, most_unchanged: evidence.most_unchanged(), by_maker: false };
            judge_walked(request, &claim, released, original)?
        }
        _ => {
            let rows = who_is_there(request.policy, evidence, original.as_ref(), &released);
            released.fold();
            let mut audit = judge_rows(request, &released, original, rows)?;
            if !audit.checks.is_empty() && request.policy.is_stated_by_release() {
                audit.open.extend(others::doubted(&released, &audit.checks));
            }
            audit
        }
    };
    missed.tell(&mut audit);
    evidence.tell(request.policy, &mut audit);
    evidence.look_at_writing(request, &mut audit)?;
    tell_assumption(request.policy, evidence, &mut audit);
    counterfeits::hold(request, evidence, &mut audit)?;
    evidence.hold_counts(request.policy, lost, &mut audit);
    audit.notes.extend(stated);
    audit.notes.extend(told_of_rows(request.policy));
    audit.notes.extend(others.iter().map(|others| others.sentence(rows)));
    let (telling, noted) = follows::sentences(&following, request.policy);
    audit.notes.extend(noted);
    audit.following = following;
    if !request.policy.protect().is_empty() {
        audit.open.extend(telling);
        audit.open.extend(check::promises_nothing(request.policy, &audit));
        audit.open.extend(unjudged);
        audit.open.extend(spelled);
        audit.open.extend(others::other_sheets(request)?);
        audit.open.extend(repeats.map(|found| found.sentence()));
        audit.open.extend(in_order);
        audit.open.extend(cells);
        // Of a table without a manifest whoever asks says what is quasi; the promise names what it knows nothing of.
        let added = others.iter().filter(|_| evidence.is_of_release());
        audit.open.extend(added.filter_map(OthersReport::unexplained));
        audit.open.extend(others.iter().flat_map(|others| others.identifiers(request.policy)));
        let doubted = others.iter().filter(|_| request.policy.is_stated_by_release());
        audit.open.extend(doubted.flat_map(OthersReport::doubts));
    }
    audit.others = others;
    audit.notes.extend(coded);
    pseudonyms::look(request, evidence, &names, &mut audit)?;
    audit.verdict = verdict(&audit);
    audit.promise_only_what_was_judged();
    Ok(audit.with_perhaps_missing(perhaps_missing))
}

/// What is said of rows that are published and stand in no group: a promise about everybody in the table would be one about them.
fn unjudged(released: &Released) -> Option<String> {
    let rows = released.unjudged();
    (rows > 0).then(|| {
        let of = words::part(rows, released.rows, "row", "rows");
        format!(
            "{of}: published without a quasi value, for which the policy drops rows, and so in no group; with missing = \"value\" \
             these are judged"
        )
    })
}

/// The values of those who are not published say what could be told of them, by whoever misses them.
fn who_is_there(policy: &Policy, evidence: &Evidence, original: Option<&Original>, released: &Released) -> WhoIsThere {
    let asked = original.filter(|_| !policy.protect().is_empty());
    let shown = asked.and_then(|original| absent::shown(policy, original, released));
    shown.map_or(WhoIsThere::Unknown, |shown| WhoIsThere::ByValues(shown, absence(policy, evidence)))
}

/// People of the original whom a table with changed values holds nothing of.
enum Missed {
    /// None, as far as can be seen, or they are judged with the table.
    Nobody,
    /// Their values follow from those that were left as they were.
    Judged(Withheld),
    /// So many, of whom nothing follows.
    Unseen(usize),
}

impl Missed {
    /// Noise and walks leave sensitive values as they were, or deal them anew; where they are drawn it is not seen whose are left.
    fn of_changed(
        policy: &Policy,
        evidence: &Evidence,
        original: Option<&Original>,
        released: &Released,
    ) -> Result<Self, Error> {
        let Some(original) = original.filter(|_| !policy.protect().is_empty()) else { return Ok(Self::Nobody) };
        let people = (0..original.rows()).filter(|&row| original.is_published(row)).count();
        match evidence.claimed() {
            Some(HowMade::Noise { .. } | HowMade::Walk { .. }) => {}
            Some(HowMade::Perturbed(_)) if people > released.rows => return Ok(Self::Unseen(people - released.rows)),
            _ => return Ok(Self::Nobody),
        }
        let rows = who_is_there(policy, evidence, Some(original), released);
        let unseen = matches!(rows, WhoIsThere::Unknown) && people > released.rows;
        Ok(match rows.withheld(policy, original)? {
            Some(withheld) => Self::Judged(withheld),
            None if unseen => Self::Unseen(people - released.rows),
            None => Self::Nobody,
        })
    }

    fn tell(self, audit: &mut Audit) {
        let many = match self {
            Self::Nobody => return,
            Self::Judged(withheld) if !audit.checks.is_empty() => return withheld.tell(None, audit),
            Self::Judged(withheld) => withheld.len(),
            Self::Unseen(many) => many,
        };
        let are = if many == 1 { "is" } else { "are" };
        audit.open.push(format!(
            "{} of the original {are} in no released row, and what could be told of them was not judged: their values cannot be seen",
            words::several(many, "person", "people")
        ));
    }
}

/// Whether anybody may know who is in the table: as the policy says; where it says nothing, as the release assumes.
fn absence(policy: &Policy, evidence: &Evidence) -> Absence {
    let assumed = if evidence.assumes_unknown() { Absence::Unknown } else { Absence::Known };
    policy.method().stated_absence().unwrap_or(assumed)
}

/// Two tables are judged by their groups; who is in neither is a group, too.
fn judge_two_tables(
    request: &AuditRequest<'_>,
    evidence: &Evidence,
    released: &Released,
    original: Option<&Original>,
) -> Result<Audit, Error> {
    let mut audit = judge_tables(request, released, original)?;
    let (Some(original), Some(0)) = (original, audit.truth.as_ref().map(|truth| truth.untrue)) else {
        return Ok(audit);
    };
    let rows = who_is_there(request.policy, evidence, Some(original), released);
    if let Some(withheld) = rows.withheld(request.policy, original)? {
        withheld.tell(None, &mut audit);
    }
    Ok(audit)
}

/// Repeats that nobody is assumed to know who is in the table, where nothing was found of those who were withheld.
fn tell_assumption(policy: &Policy, evidence: &Evidence, audit: &mut Audit) {
    if audit.withheld.is_none() && audit.truth.as_ref().is_none_or(|truth| truth.absent > 0) {
        audit.withheld = evidence.assumed_unknown().map(WithheldReport::stated);
        let known = policy.method().stated_absence() == Some(Absence::Known);
        if audit.withheld.as_ref().is_some_and(|withheld| known && withheld.tuples > 0) {
            audit.open.push(
                "the policy says that somebody may know who is in the table, and the manifest that people were withheld under the \
                 assumption that nobody does: what could be told of them takes the original"
                    .to_owned(),
            );
        }
    }
    if audit.withheld.is_none() && audit.truth.is_none() && policy.method().absence() == Absence::Unknown {
        let note = "The policy assumes that nobody knows who is in the table. Whether anybody was withheld can only be seen with \
                    the original.";
        audit.notes.push(note.to_owned());
    }
}

/// What is said where a column states groups that the policy does not name: everybody sees it, so rows are told apart by it.
fn groups_by_themselves(policy: &Policy, released: &Released) -> Option<String> {
    let (name, _) = released.stated.as_ref()?;
    (!released.in_two_tables && !policy.output().group_ids && policy.column(name).is_none()).then(|| {
        format!(
            "Column `{name}` states groups, though the policy does not name it: whoever sees the table tells rows apart by it, \
             and so does this audit."
        )
    })
}

/// Reads a table that nothing stands beside.
pub fn read_released(request: &AuditRequest<'_>, stars: Stars) -> Result<Released, Error> {
    Released::open(&request.data, None, request.policy, stars, request.progress)
}

/// What is known of who stands behind released rows.
enum WhoIsThere {
    /// Nothing.
    Unknown,
    /// The original row of each released one.
    Witness(Vec<u32>),
    /// Original rows with the values that are shown, and whether anybody may know who is in the table.
    ByValues(Shown, Absence),
}

impl WhoIsThere {
    /// Those who are not there, judged.
    fn withheld(&self, policy: &Policy, original: &Original) -> Result<Option<Withheld>, Error> {
        match self {
            Self::Unknown => Ok(None),
            Self::Witness(rows) => Withheld::judge(policy, original, rows),
            Self::ByValues(shown, absence) => Withheld::judge_by_values(policy, original, shown, *absence),
        }
    }
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
