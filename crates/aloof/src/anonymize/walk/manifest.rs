//! `manifest.json` of a release by walking. No value, no seed, no order; which properties were kept is not said either,
//! only how many.

use std::collections::BTreeMap;

use aloof_io::publish::StagedFile;
use serde::Serialize;

use super::super::manifest::{self, File, Outcome, Program, Protection};
use super::{Groups, WalkReport};
use crate::policy::Policy;

#[derive(Serialize)]
pub(super) struct Manifest<'a> {
    program: Program,
    tuples: usize,
    suppressed: usize,
    dropped: usize,
    groups: usize,
    protect: Vec<Protection<'a>>,
    method: Method,
    output: manifest::Output,
    walk: &'a WalkReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    audit: Option<Outcome<'a>>,
    files: BTreeMap<&'a str, File<'a>>,
}

#[derive(Serialize)]
struct Method {
    algorithm: &'static str,
    segment: u32,
    segments: &'static str,
    properties: String,
    ties: &'static str,
    min_shift: String,
    max_unchanged: String,
    steps: String,
    preserve: Vec<String>,
}

impl<'a> Manifest<'a> {
    pub fn new(
        policy: &'a Policy,
        tuples: usize,
        dropped: usize,
        groups: Option<&'a Groups<'_>>,
        walk: &'a WalkReport,
        data: &'a StagedFile,
    ) -> Self {
        let protect = groups
            .iter()
            .flat_map(|groups| policy.protect().iter().map(|protect| manifest::protection(protect, &groups.audit)));
        Self {
            program: manifest::program(),
            tuples,
            suppressed: groups.map_or(0, |groups| groups.counts.suppressed),
            dropped,
            groups: groups.map_or(0, |groups| groups.counts.groups),
            protect: protect.collect(),
            method: method(policy),
            output: manifest::output(policy.output()),
            walk,
            audit: groups.map(|groups| manifest::outcome(&groups.audit)),
            files: BTreeMap::from([(data.name.as_str(), manifest::of_file(data))]),
        }
    }
}

fn method(policy: &Policy) -> Method {
    let rules = policy.method().walk();
    Method {
        algorithm: "walk",
        segment: rules.segment,
        segments: if rules.sorted { "sorted" } else { "rows" },
        properties: rules.properties.to_string(),
        ties: rules.relax.map_or("collapse, else relax", |relax| if relax { "relax" } else { "collapse" }),
        min_shift: rules.min_shift.to_string(),
        max_unchanged: rules.max_unchanged.to_string(),
        steps: rules.steps.map_or_else(|| "auto".to_owned(), |steps| steps.to_string()),
        preserve: policy.preserve().iter().map(|rule| format!("{:?}", rule.property).to_lowercase()).collect(),
    }
}
