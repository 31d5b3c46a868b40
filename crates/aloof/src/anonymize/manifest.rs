//! `manifest.json`: what a release says of itself. Nothing in it depends on time, machine, seed or order.

use std::collections::BTreeMap;

use aloof_io::publish::StagedFile;
use serde::Serialize;

use super::NoiseReport;
use crate::audit::{Audit, Perturbation, TwoTables, Verdict};
use crate::policy::Policy;

/// The manifest, in the order in which it is written.
#[derive(Serialize)]
pub(super) struct Manifest<'a> {
    program: Program,
    tuples: usize,
    suppressed: usize,
    dropped: usize,
    groups: usize,
    loss: f64,
    protect: Vec<Protection<'a>>,
    method: Method<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    perturbation: Option<&'a Perturbation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<&'a NoiseReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    anatomy: Option<&'a TwoTables>,
    output: Output,
    audit: Outcome<'a>,
    files: BTreeMap<&'a str, File<'a>>,
}

#[derive(Serialize)]
pub(super) struct Program {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
pub(super) struct Protection<'a> {
    principle: &'a str,
    title: String,
    sensitive: &'a [String],
    view: &'a str,
}

#[derive(Serialize)]
struct Method<'a> {
    algorithm: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    suppress: String,
}

#[derive(Serialize)]
pub(super) struct Output {
    format: &'static str,
    group_ids: bool,
    intervals: &'static str,
}

#[derive(Serialize)]
pub(super) struct Outcome<'a> {
    verdict: Verdict,
    untrue: usize,
    absent: usize,
    checks: Vec<Checked<'a>>,
}

#[derive(Serialize)]
pub(super) struct Checked<'a> {
    principle: &'a str,
    title: &'a str,
    sensitive: &'a [String],
    view: &'a str,
    required: bool,
    verdict: Verdict,
    groups: usize,
    violating_tuples: usize,
    worst_risk: &'a str,
    bound: &'a str,
}

#[derive(Serialize)]
pub(super) struct File<'a> {
    bytes: u64,
    sha256: &'a str,
}

/// What the manifest counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub published: usize,
    pub suppressed: usize,
    pub dropped: usize,
    pub groups: usize,
    pub algorithm: &'static str,
}

impl<'a> Manifest<'a> {
    pub fn new(policy: &'a Policy, audit: &'a Audit, counts: Counts, loss: f64, data: &'a StagedFile) -> Self {
        Self {
            program: program(),
            tuples: counts.published,
            suppressed: counts.suppressed,
            dropped: counts.dropped,
            groups: counts.groups,
            loss,
            protect: policy.protect().iter().map(|protect| protection(protect, audit)).collect(),
            method: Method {
                algorithm: counts.algorithm,
                variant: policy.method().is_relaxed().then_some("relaxed"),
                suppress: policy.method().suppress().to_string(),
            },
            perturbation: None,
            noise: None,
            anatomy: None,
            output: self::output(policy.output()),
            audit: outcome(audit),
            files: BTreeMap::from([(data.name.as_str(), of_file(data))]),
        }
    }
}

impl<'a> Manifest<'a> {
    /// With how a column was perturbed.
    pub fn with_perturbation(self, perturbation: &'a Perturbation) -> Self {
        Self { perturbation: Some(perturbation), ..self }
    }

    /// With how a release in two tables is put together, and the second of them.
    pub fn with_tables(mut self, tables: &'a TwoTables, values: &'a StagedFile) -> Self {
        self.anatomy = Some(tables);
        self.files.insert(values.name.as_str(), of_file(values));
        self
    }

    /// With how noise was added.
    pub fn with_noise(self, noise: &'a NoiseReport) -> Self {
        Self { noise: Some(noise), ..self }
    }
}

pub(super) fn program() -> Program {
    Program { name: "aloof", version: env!("CARGO_PKG_VERSION") }
}

pub(super) fn output(output: crate::policy::Output) -> Output {
    Output {
        format: if output.parquet { "parquet" } else { "csv" },
        group_ids: output.group_ids,
        intervals: if output.bounds { "bounds" } else { "text" },
    }
}

pub(super) fn outcome(audit: &Audit) -> Outcome<'_> {
    Outcome {
        verdict: audit.verdict,
        untrue: audit.truth.as_ref().map_or(0, |truth| truth.untrue),
        absent: audit.truth.as_ref().map_or(0, |truth| truth.absent),
        checks: audit.checks.iter().map(checked).collect(),
    }
}

pub(super) fn protection<'a>(protect: &'a crate::policy::Protect, audit: &'a Audit) -> Protection<'a> {
    let judged = audit
        .checks
        .iter()
        .find(|check| check.principle == protect.principle() && check.sensitive == protect.sensitive());
    Protection {
        principle: protect.principle(),
        title: protect.title().or_else(|| judged.map(|check| check.title.clone())).unwrap_or_default(),
        sensitive: protect.sensitive(),
        view: protect.view().name(),
    }
}

fn checked(check: &crate::audit::CheckReport) -> Checked<'_> {
    Checked {
        principle: check.principle,
        title: &check.title,
        sensitive: &check.sensitive,
        view: check.view,
        required: check.required,
        verdict: check.verdict,
        groups: check.groups,
        violating_tuples: check.violating_tuples,
        worst_risk: &check.worst_risk,
        bound: &check.bound,
    }
}

pub(super) fn of_file(file: &StagedFile) -> File<'_> {
    File { bytes: file.digest.bytes, sha256: &file.digest.sha256 }
}
