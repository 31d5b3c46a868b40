//! From a table and a policy to a directory that may be published.
//!
//! ```text
//! read     the original, once
//! plan     which protection the maker keeps apart by, which it asks of every group
//! solve    groups, or what is nearest to what was asked
//! draw     the order of rows and the numbers of groups, from ChaCha
//! stage    the files, beside their target, synced
//! judge    the staged file, read back, with the judge's code, against the original
//! place    one rename
//! ```
//!
//! A release that its own audit does not pass is never put in place.

mod anatomy;
mod color;
mod crowd;
mod draw;
mod impossible;
mod kept;
mod manifest;
mod memory;
mod mend;
mod noise;
mod perturb;
mod plan;
mod private;
mod release;
mod reread;
mod seen;
mod solve;
mod stuck;
mod walk;
mod withhold;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use aloof_io::publish::{Existing, Placement, Stage, StagedFile, Targets};
use aloof_io::{Input, Source, write_csv, write_parquet};
use aloof_judge::utility::Generalization;
use aloof_table::{Ratio, Table};
use serde::Serialize;

pub(crate) use draw::order_of_rows;
pub use draw::{NoSeed, Seed};
pub use memory::{Held, HoldRequest, Part, hold, part};
pub use noise::{NoiseColumn, NoiseReport};
pub use walk::{ColumnReport, Disclosure, Measured, WalkReport};

use crate::Error;
use crate::audit::{self, Audit, AuditRequest, Original, Perturbation, Released, Stars, TwoTables, Verdict};
use crate::policy::Policy;
use crowd::Crowd;
use impossible::Withholding;
use kept::Kept;
use manifest::{Counts, Manifest};
use plan::Plan;
use solve::{Outcome, Solved};

/// What is asked.
pub struct AnonymizeRequest<'a> {
    /// The table.
    pub data: Source,
    /// What every column is, what must hold, and how the release looks.
    pub policy: &'a Policy,
    /// The directory to be made.
    pub out: PathBuf,
    /// The directory for what must never be published.
    pub private: Option<PathBuf>,
    /// The same seed makes the same bytes; `None`: one from the operating system.
    pub seed: Option<Seed>,
    /// What becomes of a directory that stands there.
    pub existing: Existing,
    /// Told what is being done, and of reading how far it is.
    pub progress: &'a (dyn Fn(Step) + Sync),
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Reading: bytes done and, if known, of how many.
    Reading(u64, Option<u64>),
    /// Dealing rows into groups.
    Solving,
    /// Walking: segments done, of how many.
    Walking(usize, usize),
    /// Writing the staged files.
    Writing,
    /// Reading them back and judging them.
    Judging,
}

/// A release that was put in place.
#[derive(Clone, Debug, Serialize)]
pub struct Anonymized {
    /// Always `pass`: what does not pass is not put in place.
    pub verdict: Verdict,
    /// Groups.
    pub groups: usize,
    /// Rows published.
    pub tuples: usize,
    /// Rows withheld so that the others can be published.
    pub suppressed: usize,
    /// Rows left out for a missing value, by the policy's word.
    pub dropped: usize,
    /// Mean over rows of the sum, over quasi columns, of the share of the domain that is covered.
    pub loss: f64,
    /// The same with each column's share times its weight, where the policy gives weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weighted_loss: Option<f64>,
    /// How long it took.
    pub seconds: Seconds,
    /// What the release was found to keep.
    pub checks: Vec<audit::CheckReport>,
    /// Columns that were walked, how that went, and what it discloses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walk: Option<WalkReport>,
    /// A column that was perturbed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perturbation: Option<Perturbation>,
    /// Columns that noise was added to, and what that discloses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<NoiseReport>,
    /// How a release in two tables is put together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anatomy: Option<TwoTables>,
}

/// Seconds by step.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Seconds {
    /// Reading the original.
    pub read: f64,
    /// Dealing rows into groups.
    pub solve: f64,
    /// Reading the staged release back and judging it.
    pub audit: f64,
    /// Writing, syncing, putting in place.
    pub write: f64,
}

/// The text of a report about a release that is made and not yet in place.
pub type Page<'a> = dyn Fn(&Anonymized, &Staged) -> String + 'a;

/// What belongs to a release beside what is private.
#[derive(Clone, Copy, Default)]
pub struct Beside<'a> {
    /// The report's file, and its text.
    pub report: Option<(&'a Path, &'a Page<'a>)>,
    /// Files that are read beside the data and those that the policy names: they are never written over.
    pub inputs: &'a [PathBuf],
}

/// Where a release lies while it is not in place.
pub struct Staged {
    /// Its directory.
    pub release: PathBuf,
    /// What must never be published.
    pub private: Option<PathBuf>,
}

/// Makes a release, judges it as written, and puts it in place.
pub fn anonymize(request: &AnonymizeRequest<'_>) -> Result<Anonymized, Error> {
    anonymize_with(request, &Beside::default())
}

/// As [`anonymize`], with a report that is put in place together with it.
pub fn anonymize_with(request: &AnonymizeRequest<'_>, beside: &Beside<'_>) -> Result<Anonymized, Error> {
    let stages = Stages::new(request, beside)?;
    let made = match request.policy.method().algorithm() {
        Some("walk") => walk::anonymize(request, &stages),
        Some("perturb") => perturb::anonymize(request, &stages),
        Some("noise") => noise::anonymize(request, &stages),
        Some("anatomy") => anatomy::anonymize(request, &stages),
        _ => in_groups(request, &stages),
    }?;
    if let (Some(report), Some((_, page))) = (stages.0.report(), beside.report) {
        let private = stages.private().map(Stage::path);
        let page = page(&made, &Staged { release: stages.release().path(), private });
        report.write(|file| file.write_all(page.as_bytes()))?;
    }
    stages.0.place()?;
    Ok(made)
}

fn in_groups(request: &AnonymizeRequest<'_>, stages: &Stages) -> Result<Anonymized, Error> {
    let policy = request.policy;
    let plan = Plan::new(policy)?;
    let mut seconds = Seconds::default();
    let original = timed(&mut seconds.read, || read(request))?;
    (request.progress)(Step::Solving);
    let dealt = timed(&mut seconds.solve, || Dealt::new(&original, &plan, policy))?;
    (request.progress)(Step::Writing);
    let (data, rows) = timed(&mut seconds.write, || stages.write(request, &original, &dealt))?;
    (request.progress)(Step::Judging);
    let counts = dealt.counts(&original, plan.algorithm(policy));
    drop(dealt);
    let (audit, (loss, weighted_loss)) =
        timed(&mut seconds.audit, || judge(policy, Source::File(data.path.clone()), original, rows, &counts))?;
    timed(&mut seconds.write, || stages.seal(&Manifest::new(policy, &audit, counts, loss, &data)))?;
    Ok(Anonymized::new(&audit, &counts, (loss, weighted_loss), seconds))
}

impl Anonymized {
    fn new(audit: &Audit, counts: &Counts, (loss, weighted_loss): (f64, Option<f64>), seconds: Seconds) -> Self {
        let Audit { verdict, tuples, checks, .. } = audit.clone();
        let Counts { groups, suppressed, dropped, .. } = *counts;
        Self {
            verdict,
            groups,
            tuples,
            suppressed,
            dropped,
            loss,
            weighted_loss,
            seconds,
            checks,
            walk: None,
            perturbation: None,
            noise: None,
            anatomy: None,
        }
    }
}

fn timed<T>(seconds: &mut f64, act: impl FnOnce() -> Result<T, Error>) -> Result<T, Error> {
    let started = Instant::now();
    let done = act();
    *seconds += started.elapsed().as_secs_f64();
    done
}

/// The directories that are being made.
struct Stages(Placement);

impl Stages {
    fn new(request: &AnonymizeRequest<'_>, beside: &Beside<'_>) -> Result<Self, Error> {
        let data = match &request.data {
            Source::File(path) => Some(path.clone()),
            _ => None,
        };
        let inputs: Vec<PathBuf> =
            data.into_iter().chain(request.policy.files()).chain(beside.inputs.iter().cloned()).collect();
        Ok(Self(Placement::new(&Targets {
            release: &request.out,
            private: request.private.as_deref(),
            report: beside.report.map(|(path, _)| path),
            existing: request.existing,
            inputs: &inputs,
        })?))
    }

    fn at(out: &Path, private: Option<&Path>, existing: Existing) -> Result<Self, Error> {
        Ok(Self(Placement::new(&Targets { release: out, private, report: None, existing, inputs: &[] })?))
    }

    fn release(&self) -> &Stage {
        self.0.release()
    }

    fn private(&self) -> Option<&Stage> {
        self.0.private()
    }

    /// Draws order and numbers and writes all but the manifest; also returns the original row of each written one.
    fn write(
        &self,
        request: &AnonymizeRequest<'_>,
        original: &Original,
        dealt: &Dealt<'_>,
    ) -> Result<(StagedFile, Vec<u32>), Error> {
        let drawn = Drawn::new(request.policy, request.seed, original, dealt)?;
        if let Some(private) = self.private() {
            let number_of = release::group_numbers(&dealt.solved, &drawn.numbers);
            private::write(private, original.rows(), &dealt.kept.rows, &number_of, drawn.seed)?;
        }
        Ok((self.write_data(request.policy, &drawn.table)?, drawn.rows))
    }

    fn write_data(&self, policy: &Policy, table: &Table) -> Result<StagedFile, Error> {
        Ok(if policy.output().parquet {
            self.release().write("data.parquet", |file| write_parquet(table, file))?
        } else {
            self.release().write("data.csv", |file| write_csv(table, file))?
        })
    }

    /// Writes the manifest: then all is ready to be put in place.
    fn seal(&self, manifest: &impl Serialize) -> Result<(), Error> {
        let mut text = serde_json::to_string_pretty(manifest).expect("plain data");
        text.push('\n');
        self.release().write("manifest.json", |file| file.write_all(text.as_bytes()))?;
        Ok(())
    }
}

/// A release as chance has it: its table, the original row of each of its rows, and what chance there was.
struct Drawn {
    table: Table,
    rows: Vec<u32>,
    numbers: Vec<u32>,
    seed: Seed,
}

impl Drawn {
    fn new(policy: &Policy, seed: Option<Seed>, original: &Original, dealt: &Dealt<'_>) -> Result<Self, Error> {
        let seed = seed.map_or_else(Seed::from_system, Ok).map_err(no_chance)?;
        let mut generator = seed.generator();
        let order = draw::order(dealt.kept.rows.len(), &mut generator);
        let numbers = draw::order(dealt.solved.partition.len(), &mut generator);
        let rows: Vec<u32> = order.iter().map(|&at| dealt.kept.rows[at as usize]).collect();
        let table = release::table(original, policy, dealt, &rows, &order, &numbers)?;
        Ok(Self { table, rows, numbers, seed })
    }
}

/// The rows that are published, in groups.
struct Dealt<'a> {
    kept: Kept<'a>,
    solved: Solved,
    dropped: usize,
}

impl<'a> Dealt<'a> {
    fn new(original: &'a Original, plan: &Plan<'_>, policy: &Policy) -> Result<Self, Error> {
        let everyone = Kept::all(original);
        if everyone.rows.is_empty() {
            return Err(Error::Data("the data have no rows that could be published".to_owned()));
        }
        let dropped = original.rows() - everyone.rows.len();
        let (all, allowed) = (everyone.rows.len(), may_withhold(policy, everyone.rows.len()));
        let mut refused = None;
        for mut kept in attempts(original, plan, policy, everyone)? {
            // Fewer rows can change what is similar, by their range; so they are dealt anew.
            loop {
                let left = allowed.saturating_sub(all - kept.rows.len());
                match solve::solve(plan, policy, original, &kept, left) {
                    Ok(Outcome::Solved(solved)) => return Ok(Self { kept, solved, dropped }),
                    Ok(Outcome::Fewer(rows)) => kept = kept.without(original, &rows),
                    Err(error @ Error::Impossible(_)) => {
                        refused = refused.or(Some(error));
                        break;
                    }
                    Err(error) => return Err(error),
                }
            }
        }
        Err(refused.expect("there is at least one attempt"))
    }

    fn counts(&self, original: &Original, algorithm: &'static str) -> Counts {
        let published = self.kept.rows.len();
        Counts {
            published,
            suppressed: original.rows() - self.dropped - published,
            dropped: self.dropped,
            groups: self.solved.partition.len(),
            algorithm,
        }
    }
}

fn read(request: &AnonymizeRequest<'_>) -> Result<Original, Error> {
    read_original(&request.data, request.policy, request.progress)
}

fn read_original(data: &Source, policy: &Policy, progress: &(dyn Fn(Step) + Sync)) -> Result<Original, Error> {
    let input = Input::open(data.clone(), audit::read_options(policy))?;
    Original::read(&input, policy, true, &|done, total| progress(Step::Reading(done, total)))
}

/// The rows to try it with, one after the other: all, if what is asked may be had of them; else as many as may stay, if
/// the policy lets so many go. In the candidates view also as many as can stay for certain.
fn attempts<'a>(
    original: &'a Original,
    plan: &Plan<'_>,
    policy: &Policy,
    everyone: Kept<'a>,
) -> Result<Vec<Kept<'a>>, Error> {
    let Some(near) = &plan.proximity else { return Ok(vec![everyone]) };
    let attribute = solve::attribute(near, &everyone);
    let allowed = may_withhold(policy, everyone.rows.len());
    let mut attempts = Vec::new();
    let mut needed = 0;
    for apart in near.attempts() {
        let crowd =
            Crowd::new(&attribute, near.neighbourhood, apart).map_err(|unfit| solve::misfit(near.protect, &unfit))?;
        let limits = crowd.limits(near.m);
        if limits.window * near.m as usize <= limits.rows {
            attempts = vec![everyone.rows.clone()];
            continue;
        }
        let most = crowd.keep_most(near.m);
        let stay: usize = most.iter().map(|&kept| kept as usize).sum();
        needed = limits.rows - stay;
        if needed <= allowed && stay > 0 {
            let rows = withhold::staying(&everyone, &attribute, &most);
            attempts.push(rows.into_iter().map(|row| everyone.rows[row as usize]).collect());
        }
    }
    if attempts.is_empty() {
        return Err(impossible::crowded(near, &attribute, Withholding { needed, allowed }));
    }
    Ok(attempts.into_iter().map(|rows| Kept::new(original, rows)).collect())
}

/// How many of so many rows the policy lets go.
fn may_withhold(policy: &Policy, rows: usize) -> usize {
    let allowed = policy.method().suppress().to_ratio().to_big() * Ratio::whole(rows as u64).to_big();
    allowed.to_integer().try_into().unwrap_or(0)
}

fn no_chance(cause: std::io::Error) -> Error {
    Error::File { what: "the operating system gave no random numbers".to_owned(), cause }
}

/// Reads the staged file back and judges it; what does not pass ends here. `rows` is what every written row stands for.
fn judge(
    policy: &Policy,
    data: Source,
    original: Original,
    rows: Vec<u32>,
    counts: &Counts,
) -> Result<(Audit, (f64, Option<f64>)), Error> {
    let request = to_judge(policy, data);
    let mut released = audit::read_released(&request, Stars::Group)?;
    let loss = total_loss(&original, &released)?;
    released.fold();
    let audit = audit::judge(&request, &released, Some(original), Some(rows))?;
    refuse(&audit, counts)?;
    Ok((audit, loss))
}

/// The release as its audit reads it.
fn read_back(policy: &Policy, data: Source) -> Result<Released, Error> {
    audit::read_released(&to_judge(policy, data), Stars::Group)
}

fn to_judge(policy: &Policy, data: Source) -> AuditRequest<'_> {
    AuditRequest {
        data,
        original: None,
        policy,
        epsilons: Vec::new(),
        show_values: false,
        list_violations: false,
        progress: &|_, _| {},
    }
}

fn refuse(audit: &Audit, counts: &Counts) -> Result<(), Error> {
    let Counts { published, suppressed, .. } = *counts;
    let unsafe_because = |reason: String| {
        Err(Error::Unsafe(format!("the release does not pass its own audit and was not put in place: {reason}")))
    };
    if let Some(check) = audit.checks.iter().find(|check| check.required && check.verdict == Verdict::Fail) {
        return unsafe_because(format!(
            "{} of {} fails in the {} view for {} tuples",
            check.title,
            check.sensitive.join(", "),
            check.view,
            check.violating_tuples
        ));
    }
    let truth = audit.truth.as_ref().expect("judged against the original");
    if truth.untrue > 0 || truth.absent != suppressed || audit.tuples != published || truth.released != published {
        return unsafe_because(format!(
            "{} of {} rows were read back, {} stand for no original row, {} original rows are absent where {} were withheld",
            audit.tuples, published, truth.untrue, truth.absent, suppressed
        ));
    }
    if audit.verdict == Verdict::Pass { Ok(()) } else { unsafe_because("nothing was judged".to_owned()) }
}

/// Over all quasi columns, as released: each as it is, and times its weight if the policy gives any.
fn total_loss(original: &Original, released: &Released) -> Result<(f64, Option<f64>), Error> {
    let (mut total, mut weighted) = (0.0, 0.0);
    for (quasi, (_, labels)) in original.quasi.iter().zip(&released.quasi) {
        let column = Generalization {
            original: original.column(&quasi.name),
            released: labels,
            hierarchy: quasi.hierarchy.as_ref(),
            order: quasi.order.as_deref(),
        };
        let lost = column.loss().map_err(|error| Error::Data(format!("column `{}`: {error}", quasi.name)))?;
        total += lost;
        weighted += lost * quasi.weight.unwrap_or(1.0);
    }
    Ok((total, original.quasi.iter().any(|quasi| quasi.weight.is_some()).then_some(weighted)))
}
