//! What a release still tells: loss, group sizes, how well it answers queries, what it does to the analyses that people make.
//!
//! Measuring stands in a room of its own that cannot see what makes releases. Here are the releases that are made to stand beside
//! one: by other methods, to keep the same. They are made in memory and judged like any; one that cannot be made is listed with
//! the reason.

#[doc(inline)]
pub use aloof_evaluate::evaluate::{
    AnalysesReport, AverageQueryReport, BesideReport, Both, ClassifierReport, ClusteringReport, CoefficientReport,
    ColumnLoss, CorrelationReport, CountQueryReport, DistortionReport, EvaluateRequest, Evaluation, MarginalReport,
    MeansReport, OwnAnswer, PropensityReport, QuantileReport, Questions, RankReport, RankingReport, RegressionReport,
    Rows, SizeClass, SkylineReport, SpreadModel, TabulationReport, WeightedReport, Workloads, evaluate, typed_question,
};

use aloof_evaluate::evaluate::SameTable;
use aloof_io::Source;

use crate::Error;
use crate::policy::Policy;
use crate::release::{Request, Secret, anonymize};

/// Who is to stand beside a release.
pub enum Reference {
    /// A release by this policy.
    Made(Box<Policy>),
    /// No release.
    Nothing,
}

/// Evaluates them with the same workloads.
pub fn evaluate_beside(
    request: &EvaluateRequest<'_>,
    references: &[(String, Reference)],
) -> Result<Vec<BesideReport>, Error> {
    let table = SameTable::read(request)?;
    let one = |(name, reference): &(String, Reference)| {
        let found = match reference {
            Reference::Made(policy) => made(request, policy).and_then(|release| table.released(&release, policy)),
            Reference::Nothing => table.nothing(),
        };
        BesideReport::new(name, found)
    };
    Ok(references.iter().map(one).collect())
}

/// The table of another release, which stands in memory only.
fn made(request: &EvaluateRequest<'_>, policy: &Policy) -> Result<Source, Error> {
    let secret = Secret::Seed(request.workloads.seed);
    let release = anonymize(&Request::new(request.original.clone(), policy).secret(secret))?;
    let (name, batch) = release.batches().next().expect("a release has a table");
    Ok(Source::Arrow { name: name.to_owned(), schema: batch.schema(), batches: [batch.clone()].into() })
}
