//! What a release still tells: loss, group sizes, how well it answers queries, what it does to the analyses that people make,
//! distributions and correlations, and, where it is known which released row is whose, distortion and clusters.
//!
//! Works on any pair of original and release, from this or another program. The release is read as an audit reads it;
//! rows of nothing but stars count as a group that covers everything. What each measure is: `aloof-judge/src/utility/`.

mod analyses;
mod analyses_report;
mod averages;
mod beside;
mod distances;
mod numbers;
mod own;
mod people;
mod person_by_person;
mod priced;
mod queries;
mod report;
mod weighted;
mod words;

use aloof_audit::Error;
use aloof_audit::audit::{self, Evidence, generalization};
use aloof_audit::data::{Original, Quasi, Released, Stars, open_released, read_options};
use aloof_audit::manifest::Perturbation;
use aloof_audit::policy::Policy;
use aloof_io::{Input, Source};
use aloof_judge::utility::{Weights, average_size, counted_loss, discernibility};
use aloof_table::{Decimal, Partition};

pub use analyses::SpreadModel;
pub use analyses_report::{
    AnalysesReport, Both, ClassifierReport, CoefficientReport, MeansReport, PropensityReport, QuantileReport,
    RankReport, RegressionReport, TabulationReport,
};
pub use beside::{BesideReport, SameTable};
pub use own::{OwnAnswer, Questions, typed_question};
pub use people::{Rows, find as find_people, numbers_in};
pub use priced::{Errors, errors};
pub use queries::Remembered;
pub use report::{
    AverageQueryReport, ClusteringReport, ColumnLoss, CorrelationReport, CountQueryReport, DistortionReport,
    Evaluation, MarginalReport, RankingReport, SizeClass, SkylineReport, WeightedReport,
};
pub(crate) use weighted::{Weighed, Weighing};

use self::analyses::Analyses;
use self::person_by_person::{PersonReports, person_by_person};

/// A release to be measured against its original, and the workloads to measure it by.
pub struct EvaluateRequest<'a> {
    /// The table before anything was changed.
    pub original: Source,
    /// What was published of it.
    pub release: Source,
    /// What every column is.
    pub policy: &'a Policy,
    /// Which queries, and how many clusters.
    pub workloads: Workloads,
    /// How it is known which released row is whose.
    pub rows: Rows,
    /// Called while data are read: bytes done, and their number if it is known.
    pub progress: &'a (dyn Fn(u64, Option<u64>) + Sync),
}

/// Which count queries are asked: one workload for every number of dimensions and every volume; and how many clusters.
#[derive(Clone, Debug)]
pub struct Workloads {
    /// Columns per query, the sensitive one among them; empty: from 2 to all of them, at most 4, unless `combined` asks.
    pub dimensions: Vec<usize>,
    /// Quasi columns and sensitive columns per query, all drawn at random.
    pub combined: Vec<(usize, usize)>,
    /// The share of all positions that a query covers.
    pub volumes: Vec<Decimal>,
    /// Queries of each workload.
    pub queries: usize,
    /// The same seed asks the same queries.
    pub seed: u64,
    /// Clusters that people are put into.
    pub clusters: usize,
    /// Whether analyses are done with both tables: means, regressions and what else people do.
    pub analyses: bool,
    /// How cells are spread over what they cover in these.
    pub spread: SpreadModel,
}

impl Default for Workloads {
    /// A thousand queries each, of the volumes that the paper tries.
    fn default() -> Self {
        let volumes = [1, 5, 10, 20].map(|percent| Decimal::new(percent, 2));
        Self {
            dimensions: Vec::new(),
            combined: Vec::new(),
            volumes: volumes.to_vec(),
            queries: 1000,
            seed: 1,
            clusters: 5,
            analyses: true,
            spread: SpreadModel::Even,
        }
    }
}

/// Evaluates a release.
pub fn evaluate(request: &EvaluateRequest<'_>) -> Result<Evaluation, Error> {
    let policy = request.policy;
    let before = Input::open(request.original.clone(), read_options(policy))?;
    let original = Original::read(&before, &policy.of_true_numbers(), false, request.progress)?;
    let evidence = Evidence::of(&request.release)?;
    // Standard input can be opened once only.
    let (released, after) = match &request.release {
        release @ Source::File(_) => {
            let after = open_released(release, policy)?;
            (Released::open(release, evidence.tables(), policy, Stars::Box, request.progress)?, after)
        }
        other => {
            let input = open_released(other, policy)?;
            (Released::read(&input, policy, Stars::Box, request.progress)?, input)
        }
    };
    // Who stands where was written down of the numbers as they are coded.
    let coded = policy.codes_numbers().then(|| Original::read(&before, policy, false, request.progress)).transpose()?;
    let known_as = coded.as_ref().unwrap_or(&original);
    let people = people::find(&request.rows, (&before, known_as), (&after, &released), evidence.claimed())?;
    let weighing = Weighing::of(&before, policy, request.progress)?;
    let weighed = match &weighing {
        Some(weighing) => weighing.with_release(&after, released.rows, people.as_deref(), request.progress)?,
        None => None,
    };
    let held_out = evidence.held_out();
    let known = Known { people: people.as_deref(), weighed: weighed.as_ref(), held_out, remembered: None };
    let mut found = evaluate_read(&original, &released, evidence.perturbation(), &known, &request.workloads)?;
    found.notes.extend(weighing.filter(|_| found.weighted.is_none()).map(|weighing| weighing.unknown()));
    found.notes.extend(
        evidence.counterfeits().filter(|(rows, _)| *rows > 0).map(|(rows, _)| counterfeits(rows, found.tuples)),
    );
    let perhaps = original.conditions.told().map(str::to_owned);
    found.notes.splice(0..0, perhaps.chain(evidence.remarks(policy)));
    found.notes.extend(original.notes);
    Ok(found)
}

/// What counts of a release with counterfeits count.
fn counterfeits(rows: usize, tuples: usize) -> String {
    format!(
        "{rows} of {} by the manifest: they stand for nobody, and every figure of the release counts them.",
        if rows == 1 {
            format!("{tuples} released rows is a counterfeit")
        } else {
            format!("{tuples} released rows are counterfeits")
        }
    )
}

/// What is known beside the two tables.
#[derive(Default)]
pub(crate) struct Known<'a> {
    /// Original rows with the released ones that stand for them.
    pub people: Option<&'a [(u32, u32)]>,
    /// How many people of the population rows stand for.
    pub weighed: Option<&'a Weighed<'a>>,
    /// So many people of the original were held out by chance before the release was made: nothing was lost of those who were never to be
    /// published, and whoever counts people with it makes up for them.
    pub held_out: usize,
    /// What the original answers, where other releases of it are asked the same.
    pub remembered: Option<&'a Remembered>,
}

impl Known<'_> {
    /// Who was held out, of those who are in no released row; and how many people a released row stands for therefore.
    fn held_out_of(&self, original: &Original, released: &Released) -> (usize, f64) {
        let rows = original.rows();
        let held_out = self.held_out.min(rows.saturating_sub(released.rows));
        let stands_for = if held_out < rows { rows as f64 / (rows - held_out) as f64 } else { 1.0 };
        (held_out, stands_for)
    }

    /// What is to be known of counts, where people were held out.
    pub fn made_up_for(&self, original: &Original, released: &Released) -> Option<String> {
        let (held_out, stands_for) = self.held_out_of(original, released);
        let said = format!(
            "Counts make up for the people who were held out: every released row stands for {stands_for:.3} people of the original. \
             All other figures compare shares, as they are in the release and in the whole original."
        );
        (held_out > 0).then_some(said)
    }
}

/// Evaluates what was read; where a column was perturbed, counts are estimated by what is known of that.
pub(crate) fn evaluate_read(
    original: &Original,
    released: &Released,
    perturbation: Option<&Perturbation>,
    known: &Known<'_>,
    workloads: &Workloads,
) -> Result<Evaluation, Error> {
    if original.quasi.is_empty() {
        return Err(Error::Data(
            "no quasi column is named, so nothing was generalized that could be evaluated".to_owned(),
        ));
    }
    let columns = losses(original, released, None)?;
    let (loss, ncp) = parts(&columns);
    let (tuples, rows) = (released.rows, original.rows());
    let held_out = known.held_out_of(original, released).0;
    let to_publish = rows - held_out;
    let withheld = to_publish.saturating_sub(tuples);
    let numbers = numbers::quasi(original, released)?;
    // Averages ask who has which label, which two tables do not say.
    let average_query =
        if released.in_two_tables { Vec::new() } else { averages::ask(workloads, original, released, &numbers) };
    let near = known.people.map(|people| person_by_person(&numbers, people, workloads)).transpose()?;
    let analyses = if workloads.analyses {
        Some(Analyses::new((original, released), perturbation, known, workloads)?.report())
    } else {
        None
    };
    let count_query = queries::ask(workloads, original, released, perturbation, known)?;
    Ok(Evaluation {
        tuples,
        original_tuples: rows,
        groups: released.groups.len(),
        average_group_size: average_size(&released.groups),
        group_sizes: size_classes(&released.groups),
        discernibility: discernibility(&released.groups, withheld, to_publish),
        loss,
        ncp,
        gcp: (loss * tuples as f64 / columns.len() as f64 + withheld as f64) / (tuples + withheld).max(1) as f64,
        counted_loss: counted(original, released)?,
        columns,
        weighted: known.weighed.map(|weighed| weighed.report(original, released, (held_out, withheld))).transpose()?,
        count_query,
        analyses,
        beside: Vec::new(),
        conditions: original.conditions.clone(),
        own: Vec::new(),
        average_query,
        marginals: distances::marginals(original, released)?,
        notes: known
            .made_up_for(original, released)
            .into_iter()
            .chain(distances::notes(near.as_ref(), &numbers, released))
            .collect(),
        correlation: distances::correlation(original, released, &numbers),
        distortion: near.as_ref().and_then(|near| near.distortion.clone()),
        clustering: near.as_ref().and_then(|near| near.clustering.clone()),
        skyline: near.as_ref().and_then(|near| near.skyline.clone()),
        rankings: near.map_or_else(Vec::new, |near| near.rankings),
    })
}

/// What a release does to means: of every sensitive number, else of every quasi one, of everyone and by the classes of each quasi
/// column. For whoever wants nothing else.
pub(crate) fn means_of(
    original: &Original,
    released: &Released,
    perturbation: Option<&Perturbation>,
) -> Result<Vec<MeansReport>, Error> {
    let (known, workloads) = (Known::default(), Workloads::default());
    Ok(Analyses::new((original, released), perturbation, &known, &workloads)?.means())
}

/// Sizes as they are where there are few, else in classes of equal factors.
fn size_classes(groups: &Partition) -> Vec<SizeClass> {
    let mut sizes: Vec<usize> = groups.iter().map(<[u32]>::len).collect();
    sizes.sort_unstable();
    let (Some(&least), Some(&most)) = (sizes.first(), sizes.last()) else { return Vec::new() };
    let factor = if most - least < SIZES { 1.0 } else { ((most + 1) as f64 / least as f64).powf(1.0 / SIZES as f64) };
    let mut classes: Vec<SizeClass> = Vec::new();
    let mut start = least;
    while start <= most {
        let end = ((start as f64 * factor).ceil() as usize).max(start + 1);
        let within = |limit: usize| sizes.partition_point(|&size| size < limit);
        classes.push(SizeClass { least: start, most: (end - 1).min(most), groups: within(end) - within(start) });
        start = end;
    }
    classes
}

/// The most classes of sizes.
const SIZES: usize = 12;

/// Their sum and their mean.
fn parts(columns: &[ColumnLoss]) -> (f64, f64) {
    let loss: f64 = columns.iter().map(|column| column.ncp).sum();
    (loss, loss / columns.len() as f64)
}

/// Of every quasi column, weighted where weights of the released rows are given.
fn losses(original: &Original, released: &Released, weights: Option<&Weights>) -> Result<Vec<ColumnLoss>, Error> {
    original.quasi.iter().try_for_each(|quasi| check_tree(original, quasi))?;
    let found = audit::losses(original, released, weights)?;
    Ok(original.quasi.iter().zip(found).map(|(quasi, ncp)| ColumnLoss { column: quasi.name.clone(), ncp }).collect())
}

/// The sum over quasi columns of the share of the domain's values that a row covers, mean over rows.
fn counted(original: &Original, released: &Released) -> Result<f64, Error> {
    let pairs = original.quasi.iter().zip(&released.quasi);
    let one = |(quasi, (_, cells)): (&Quasi, &(String, aloof_table::LabelColumn))| {
        counted_loss(&generalization(original, quasi, cells)).map_err(|error| cell(released, &quasi.name, &error))
    };
    pairs.map(one).sum()
}

/// A hierarchy that lacks labels of the original could not say what their nodes cover.
fn check_tree(original: &Original, quasi: &Quasi) -> Result<(), Error> {
    let Some(tree) = quasi.ladder.tree() else { return Ok(()) };
    let labels = original.column(&quasi.name).to_labels();
    let missing = tree.missing(labels.labels().iter());
    match missing.first() {
        None => Ok(()),
        Some(first) => Err(Error::Data(format!(
            "column `{}`: the hierarchy lacks {} of the original's labels, `{first}` for instance",
            quasi.name,
            missing.len()
        ))),
    }
}

fn cell(released: &Released, column: &str, error: &dyn std::fmt::Display) -> Error {
    Error::Data(format!("{}, column `{column}`: {error}", released.name))
}
