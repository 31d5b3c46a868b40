//! `manifest.json`: what a release says of itself. Nothing in it depends on time, machine, seed or order.

use std::collections::BTreeMap;

use aloof_io::publish::StagedFile;
use serde::Serialize;

use super::maker::{Beside, Counts};
use super::report::{ReleaseReport, three_digits};
use crate::audit::{Audit, Verdict};
use crate::policy::{Algorithm, Policy};

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
    #[serde(flatten)]
    beside: Option<&'a Beside>,
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
    #[serde(flatten)]
    walk: Option<WalkMethod>,
}

#[derive(Serialize)]
struct WalkMethod {
    segment: u32,
    segments: &'static str,
    properties: String,
    ties: &'static str,
    min_shift: String,
    max_unchanged: String,
    steps: String,
    preserve: Vec<String>,
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

impl<'a> Manifest<'a> {
    pub fn new(
        policy: &'a Policy,
        report: &'a ReleaseReport,
        audit: &'a Audit,
        counts: Counts,
        files: &'a [StagedFile],
    ) -> Self {
        Self {
            program: program(),
            tuples: counts.published,
            suppressed: counts.suppressed,
            dropped: counts.dropped,
            groups: counts.groups,
            loss: three_digits(report.loss),
            protect: policy.protect().iter().map(|protect| protection(protect, audit)).collect(),
            method: method(policy, counts.algorithm),
            beside: report.beside.as_ref(),
            output: self::output(policy.output()),
            audit: outcome(audit),
            files: files.iter().map(|file| (file.name.as_str(), of_file(file))).collect(),
        }
    }

    /// As it is written.
    pub fn text(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("plain data");
        text.push('\n');
        text
    }
}

fn method<'a>(policy: &Policy, algorithm: &'a str) -> Method<'a> {
    let method = policy.method();
    let walk = match method.algorithm() {
        Algorithm::Walk(rules) => Some(WalkMethod {
            segment: rules.segment,
            segments: if rules.sorted { "sorted" } else { "rows" },
            properties: rules.properties.to_string(),
            ties: rules.relax.map_or("collapse, else relax", |relax| if relax { "relax" } else { "collapse" }),
            min_shift: rules.min_shift.to_string(),
            max_unchanged: rules.max_unchanged.to_string(),
            steps: rules.steps.map_or_else(|| "auto".to_owned(), |steps| steps.to_string()),
            preserve: policy.preserve().iter().map(|rule| format!("{:?}", rule.property).to_lowercase()).collect(),
        }),
        _ => None,
    };
    Method { algorithm, variant: method.variant(), suppress: method.suppress().to_string(), walk }
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
