//! Several releases of one table side by side: what each lets an adversary conclude, and what it lost.
//!
//! Every release is audited against the original, in every view that does not follow from another, and evaluated, with the same
//! queries; releases may come from any program. The original is read once.

use aloof_io::{Input, Source};
use serde::Serialize;

use crate::Error;
use crate::audit::{self, Audit, AuditRequest, CheckReport, Evidence, Verdict, WithheldReport};
use crate::data::{Original, Released, Stars, open_released, read_options};
use crate::evaluate::{Evaluation, Known, Weighing, Workloads, evaluate_read};
use crate::policy::Policy;
use crate::words;

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
}

impl Risk {
    /// The worst measure for people.
    pub fn worst(&self) -> String {
        if self.rounded { words::about(&self.worst_risk) } else { words::fraction(&self.worst_risk) }
    }
}

impl Compared {
    /// The mean over all workloads of the mean relative error of count queries; none if no query had an answer.
    pub fn query_error(&self) -> Option<f64> {
        let errors: Vec<f64> =
            self.evaluation.count_query.iter().filter_map(|found| found.mean_relative_error).collect();
        mean(&errors)
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

/// Audits and evaluates all of them.
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
    let one = |(name, source): &(String, Source)| {
        let of_it = |error: Error| Error::Data(format!("{name}: {error}"));
        let evidence = Evidence::of(source).map_err(of_it)?;
        let mut evaluation = {
            let released = Released::open(source, evidence.tables(), request.policy, Stars::Box, request.progress);
            let released = released.map_err(of_it)?;
            let weighed = match &weighing {
                Some(weighing) => {
                    let published = open_released(source, request.policy).map_err(of_it)?;
                    weighing.with_release(&published, released.rows, None, request.progress).map_err(of_it)?
                }
                None => None,
            };
            let known = Known { people: None, weighed: weighed.as_ref() };
            evaluate_read(&measured, &released, evidence.perturbation(), &known, &request.workloads)?
        };
        let unknown = weighing.as_ref().filter(|_| evaluation.weighted.is_none()).map(Weighing::unknown);
        evaluation.notes.extend(unknown.clone());
        let audit = judge(request, &evidence, &original, source).map_err(of_it)?;
        Ok(Compared {
            name: name.clone(),
            verdict: audit.verdict,
            tuples: audit.tuples,
            untrue: audit.truth.as_ref().map_or(0, |truth| truth.untrue),
            risks: audit.checks.iter().map(risk).collect(),
            withheld: audit.withheld.clone(),
            notes: audit.open.iter().chain(&audit.notes).cloned().chain(unknown).collect(),
            evaluation,
        })
    };
    Ok(Comparison { releases: request.releases.iter().map(one).collect::<Result<_, Error>>()? })
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
    }
}
