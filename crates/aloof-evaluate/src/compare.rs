//! Several releases of one table side by side: what each lets an adversary conclude, and what it lost.
//!
//! Every release is audited against the original, in every view that does not follow from another, and evaluated, with the same
//! queries; releases may come from any program. The original is read once. One that cannot be judged is listed with the reason, and
//! stops no other.
//!
//! Releases that keep the same against the same adversaries are ranked by what they are good for: the mean of the errors of count
//! queries and of means, in which changed sensitive values show. Loss ranks nothing, since it looks at quasi columns alone. Those that
//! keep different promises, or none, are not comparable, and it is said so.

use aloof_audit::Error;
use aloof_audit::audit::{self, Audit, AuditRequest, CheckReport, Evidence, Verdict, WithheldReport};
use aloof_audit::data::{Original, Released, Stars, open_released, read_options};
use aloof_audit::manifest::HowMade;
use aloof_audit::policy::{Absence, Policy};
use aloof_audit::words;
use aloof_io::{Input, Source};
use serde::Serialize;

use crate::evaluate::{Evaluation, Known, Weighing, Workloads, evaluate_read};

/// Releases of one table to be audited and measured side by side.
pub struct CompareRequest<'a> {
    /// The table before anything was changed.
    pub original: Source,
    /// What was published of it: names and tables.
    pub releases: Vec<(String, Source)>,
    /// What every column is and what should hold.
    pub policy: &'a Policy,
    /// Which count queries.
    pub workloads: Workloads,
    /// Called while data are read: bytes done, and their number if it is known.
    pub progress: &'a (dyn Fn(u64, Option<u64>) + Sync),
}

/// What was found.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// In the order in which they were named.
    pub releases: Vec<Compared>,
    /// Those that keep all that is asked, by what they keep against whom; the most useful first in each.
    pub ranking: Vec<Ranking>,
    /// What could not be judged, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unjudged: Vec<Unjudged>,
}

/// Releases that keep the same promise.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Ranking {
    /// What they keep.
    pub promise: String,
    /// Against whom.
    pub against: String,
    /// Their names, the most useful first.
    pub releases: Vec<String>,
}

/// A release that could not be judged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Unjudged {
    /// As it was named.
    pub name: String,
    /// Why.
    pub reason: String,
}

impl Unjudged {
    /// A release that could not even be opened.
    pub fn new(name: impl Into<String>, reason: impl Into<String>) -> Self {
        let (name, reason): (String, String) = (name.into(), reason.into());
        // Its name stands before the reason wherever that is told.
        let reason = reason.strip_prefix(&format!("{name}: ")).map(str::to_owned).unwrap_or(reason);
        Self { name, reason }
    }
}

impl Comparison {
    /// A release by its name.
    pub fn release(&self, name: &str) -> Option<&Compared> {
        self.releases.iter().find(|release| release.name == name)
    }

    /// What the ranking says, in sentences.
    pub fn sentences(&self) -> Vec<String> {
        let mut said: Vec<String> = self.ranking.iter().map(|ranking| self.ranked(ranking)).collect();
        if self.ranking.len() > 1 {
            said.push(
                "These promises are not the same, so that releases of one are not comparable with those of another."
                    .to_owned(),
            );
        }
        let broken: Vec<&str> = self.releases.iter().filter(|one| !one.keeps()).map(|one| one.name.as_str()).collect();
        if !broken.is_empty() {
            said.push(format!("Not comparable, since what is asked is not kept or not judged: {}.", broken.join(", ")));
        }
        for release in self.releases.iter().filter(|release| !release.exact_quasi.is_empty()) {
            said.push(format!(
                "{} publishes {} exactly: whoever knows that of a person may find the row.",
                release.name,
                release.exact_quasi.join(", ")
            ));
        }
        said
    }

    fn ranked(&self, ranking: &Ranking) -> String {
        let keep = |many: bool| {
            format!("{} {}, against {}", if many { "keep" } else { "keeps" }, ranking.promise, ranking.against)
        };
        match ranking.releases.as_slice() {
            [one] => format!("{one} {}.", keep(false)),
            some => {
                let error = self.release(&some[0]).and_then(|best| best.errors.both);
                let by = error.map_or_else(String::new, |error| format!(" (answers off by {:.1}%)", error * 100.0));
                let best = match self.best(ranking) {
                    [one] => format!("Of most use is {one}"),
                    equals => format!("Of the same use are {}", words::list(equals)),
                };
                format!("{} {}. {best}{by}.", some.join(", "), keep(true))
            }
        }
    }

    /// The place of a release in its ranking, from 1; equals have the same.
    pub fn place(&self, ranking: &Ranking, at: usize) -> usize {
        let error = |at: usize| self.release(&ranking.releases[at]).and_then(|one| one.errors.both);
        1 + (0..at).rev().find(|&before| error(before) != error(at)).map_or(0, |before| before + 1)
    }

    /// Those of most use: one, or equals.
    pub fn best<'a>(&self, ranking: &'a Ranking) -> &'a [String] {
        let equals = (0..ranking.releases.len()).take_while(|&at| self.place(ranking, at) == 1).count();
        &ranking.releases[..equals]
    }
}

/// How far off answers from a release are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct UseErrors {
    /// Count queries: the mean relative error over all workloads.
    pub count_query: Option<f64>,
    /// Means of numbers within classes of quasi columns: the mean relative error.
    pub means: Option<f64>,
    /// The mean of the two, by which releases are ranked.
    pub both: Option<f64>,
}

/// One release.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Compared {
    /// As it was named.
    pub name: String,
    /// Whether all holds that the policy asks for.
    pub verdict: Verdict,
    /// Rows of the release.
    pub tuples: usize,
    /// Released rows that stand for no original one.
    pub untrue: usize,
    /// How far off answers from it are.
    pub errors: UseErrors,
    /// Quasi columns whose values stand in it as they are.
    pub exact_quasi: Vec<String>,
    /// One per protection and view.
    pub risks: Vec<Risk>,
    /// Who was withheld, where the release assumes that nobody knows who is in the table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub withheld: Option<WithheldReport>,
    /// What is to be known of it beside these figures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Loss, group sizes, and how well queries are answered.
    pub evaluation: Evaluation,
    /// Quasi columns that were walked: what is kept is kept against whoever knows the others, as the audit says.
    #[serde(skip)]
    walked: Vec<String>,
}

/// What an adversary can conclude.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Risk {
    /// The principle with its parameters.
    pub title: String,
    /// The protected columns.
    pub sensitive: Vec<String>,
    /// `register`, `candidates` or `group`.
    pub view: &'static str,
    /// Whether the policy asks for this view.
    pub required: bool,
    /// The worst measure of anyone, an exact fraction.
    pub worst_risk: String,
    /// Measures that are no fractions are rounded, so that the risk looks no smaller; nothing was decided by them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rounded: bool,
    /// What it may be.
    pub bound: String,
    /// `at most` or `at least`.
    pub bound_is: &'static str,
    /// People whose measure is beyond it.
    pub violating_tuples: usize,
    /// Whether the measure is how sure somebody can be of a person's value.
    #[serde(skip)]
    pub belief: bool,
}

/// Whether the measure of a rule is how sure somebody can be of a person's value: a share of rows that could be theirs. Others
/// (distances of distributions, numbers of values, variances, sizes of groups) bound no guess; and a dissimilarity counts the other
/// rows of a group, so that a guess, which counts all of them, can be surer than its measure.
pub fn is_belief(check: &CheckReport) -> bool {
    match check.principle {
        "epsilon-m" | "delta-l" | "alpha-k" => true,
        "l-diversity" => check.title.ends_with("by frequency"),
        _ => false,
    }
}

impl Risk {
    /// The worst measure for people.
    pub fn worst(&self) -> String {
        if self.rounded { words::about(&self.worst_risk) } else { words::fraction(&self.worst_risk) }
    }
}

impl Compared {
    /// Whether all that is asked was judged and holds, and every row is true.
    pub fn keeps(&self) -> bool {
        self.verdict == Verdict::Pass && self.untrue == 0
    }

    /// What it keeps, and against whom.
    fn promise(&self) -> (String, String) {
        let asked: Vec<&Risk> = self.risks.iter().filter(|risk| risk.required).collect();
        let kept = asked.iter().map(|risk| match risk.sensitive.as_slice() {
            [] => risk.title.clone(),
            columns => format!("{} of {}", risk.title, columns.join(", ")),
        });
        let names = self.evaluation.columns.iter().map(|one| one.column.as_str());
        let names: Vec<&str> = names.filter(|name| !self.walked.iter().any(|walked| walked == name)).collect();
        let mut whom: Vec<String> = asked.iter().map(|risk| against(risk.view, &words::list(&names))).collect();
        whom.sort_unstable();
        whom.dedup();
        let mut whom = whom.join("; ");
        if self.withheld.as_ref().is_some_and(|withheld| withheld.absence == Absence::Unknown) {
            whom.push_str(", who does not know who is in the table");
        }
        (kept.collect::<Vec<_>>().join(" and "), whom)
    }

    /// The mean over all workloads of the mean relative error of count queries; none if no query had an answer.
    pub fn query_error(&self) -> Option<f64> {
        self.evaluation.query_error()
    }

    /// The same where people of the population are counted, by the weights of rows.
    pub fn weighted_query_error(&self) -> Option<f64> {
        let workloads = self.evaluation.count_query.iter();
        mean(&workloads.filter_map(|found| found.weighted_mean_relative_error).collect::<Vec<_>>())
    }
}

fn mean(errors: &[f64]) -> Option<f64> {
    (!errors.is_empty()).then(|| errors.iter().sum::<f64>() / errors.len() as f64)
}

/// Who is meant by a view, of the columns that others may know.
fn against(view: &str, quasi: &str) -> String {
    let whom = match view {
        "register" | "candidates" | "population" if quasi.is_empty() => {
            "someone who takes the rows of a group as equally likely"
        }
        "register" => return format!("someone who knows everybody's {quasi}"),
        "candidates" => {
            return format!("someone who knows one person's {quasi} and guesses around values that occur");
        }
        "population" => return format!("someone who knows the {quasi} of everybody in the population"),
        "group" => "someone who knows the group and guesses around its values",
        "perturbation" => {
            "someone who knows whose row is whose and how values were drawn, but not what goes with which of the other columns"
        }
        _ => "someone who sees the release",
    };
    whom.to_owned()
}

/// Releases that keep all that is asked, put together by what they keep, and ordered by use; equals as they were named.
fn ranking(releases: &[Compared]) -> Vec<Ranking> {
    let mut found: Vec<(Ranking, Vec<f64>)> = Vec::new();
    for release in releases.iter().filter(|release| release.keeps()) {
        let (promise, against) = release.promise();
        let error = release.errors.both.unwrap_or(f64::INFINITY);
        let place = found.iter().position(|(other, _)| other.promise == promise && other.against == against);
        let at = place.unwrap_or_else(|| {
            found.push((Ranking { promise, against, releases: Vec::new() }, Vec::new()));
            found.len() - 1
        });
        let (ranking, errors) = &mut found[at];
        let rank = errors.partition_point(|other| *other <= error);
        errors.insert(rank, error);
        ranking.releases.insert(rank, release.name.clone());
    }
    found.into_iter().map(|(ranking, _)| ranking).collect()
}

/// Quasi columns whose values stand as they are: not those that were walked, or that noise was added to.
fn exact_quasi(evaluation: &Evaluation, evidence: &Evidence) -> Vec<String> {
    let changed = |name: &str| match evidence.claimed() {
        Some(HowMade::Walk { columns }) => columns.iter().any(|column| column == name),
        Some(HowMade::Noise { columns }) => columns.iter().any(|column| column.column == name),
        _ => false,
    };
    let exact = evaluation.columns.iter().filter(|column| column.ncp <= 0.0 && !changed(&column.column));
    exact.map(|column| column.column.clone()).collect()
}

/// Columns that were walked, unless it was seen that they were not.
fn walked(audit: &Audit, evidence: &Evidence) -> Vec<String> {
    let refuted = audit.claim.as_ref().is_some_and(|claim| claim.standing == "refuted");
    match evidence.claimed() {
        Some(HowMade::Walk { columns }) if !refuted => columns.clone(),
        _ => Vec::new(),
    }
}

/// Audits and evaluates all of them; fails where not one could be judged.
pub fn compare(request: &CompareRequest<'_>) -> Result<Comparison, Error> {
    let open = |source: &Source| Input::open(source.clone(), read_options(request.policy));
    // A claim of how a release was made is held against all that is published.
    let input = open(&request.original)?;
    let original = Original::read(&input, request.policy, true, request.progress)?;
    let weighing = Weighing::of(&input, request.policy, request.progress)?;
    // What cutting off and rounding cost is measured by the true numbers.
    let measured = if request.policy.codes_numbers() {
        Original::read(&input, &request.policy.of_true_numbers(), false, request.progress)?
    } else {
        original.clone()
    };
    let one = |(name, source): &(String, Source)| -> Result<Compared, Error> {
        let evidence = Evidence::of(source)?;
        let (mut evaluation, made_up_for) = {
            let released = Released::open(source, evidence.tables(), request.policy, Stars::Box, request.progress)?;
            let weighed = match &weighing {
                Some(weighing) => {
                    let published = open_released(source, request.policy)?;
                    weighing.with_release(&published, released.rows, None, request.progress)?
                }
                None => None,
            };
            let known =
                Known { people: None, weighed: weighed.as_ref(), held_out: evidence.held_out(), remembered: None };
            let made_up_for = known.made_up_for(&measured, &released);
            (evaluate_read(&measured, &released, evidence.perturbation(), &known, &request.workloads)?, made_up_for)
        };
        let unknown = weighing.as_ref().filter(|_| evaluation.weighted.is_none()).map(Weighing::unknown);
        evaluation.notes.extend(unknown.clone());
        let audit = judge(request, &evidence, &original, source)?;
        Ok(Compared {
            name: name.clone(),
            verdict: audit.verdict,
            tuples: audit.tuples,
            untrue: audit.truth.as_ref().map_or(0, |truth| truth.untrue),
            errors: UseErrors {
                count_query: evaluation.query_error(),
                means: evaluation.mean_error(),
                both: evaluation.use_error(),
            },
            walked: walked(&audit, &evidence),
            exact_quasi: exact_quasi(&evaluation, &evidence),
            risks: audit.checks.iter().map(risk).collect(),
            withheld: audit.withheld.clone(),
            notes: audit.open.iter().chain(&audit.notes).cloned().chain(made_up_for).chain(unknown).collect(),
            evaluation,
        })
    };
    let (mut releases, mut unjudged, mut first) = (Vec::new(), Vec::new(), None);
    for release in &request.releases {
        match one(release) {
            Ok(compared) => releases.push(compared),
            Err(error) => {
                unjudged.push(Unjudged::new(&release.0, error.to_string()));
                first = first.or_else(|| Some((release.0.clone(), error)));
            }
        }
    }
    if let (true, Some((name, error))) = (releases.is_empty(), first) {
        return Err(Error::Data(format!("{name}: {error}")));
    }
    Ok(Comparison { ranking: ranking(&releases), releases, unjudged })
}

fn judge(
    request: &CompareRequest<'_>,
    evidence: &Evidence,
    original: &Original,
    source: &Source,
) -> Result<Audit, Error> {
    let asked = AuditRequest {
        data: source.clone(),
        original: None,
        policy: request.policy,
        population: None,
        epsilons: Vec::new(),
        show_values: false,
        list_violations: false,
        progress: request.progress,
    };
    audit::audit_against(&asked, evidence, Some(original.clone()))
}

fn risk(check: &CheckReport) -> Risk {
    Risk {
        title: check.title.clone(),
        sensitive: check.sensitive.clone(),
        view: check.view,
        required: check.required,
        worst_risk: check.worst_risk.clone(),
        rounded: check.rounded,
        bound: check.bound.clone(),
        bound_is: check.bound_is,
        violating_tuples: check.violating_tuples,
        belief: is_belief(check),
    }
}
