//! What a release says of itself: from what was made and judged to the manifest that is written.

use std::collections::BTreeMap;

use aloof_io::publish::StagedFile;
use aloof_table::Kind;
use serde_json::Value;

use super::chance::Secret;
use super::maker::{Beside, Judged};
use super::report::ReleaseReport;
use crate::manifest::{Counts, HowMade, Manifest, NoiseWidth, Told};
use crate::policy::{Algorithm, Policy, WalkRules};

/// The manifest of a release whose original had these columns.
pub(super) fn manifest(
    policy: &Policy,
    columns: &[(String, Kind)],
    judged: &Judged,
    counts: Counts,
    report: &ReleaseReport,
    secret: Secret,
    files: &[StagedFile],
) -> Manifest {
    let told = Told {
        policy,
        columns,
        audit: &judged.audit,
        counts: Counts { groups: judged.groups.unwrap_or(counts.groups), ..counts },
        loss: judged.loss.plain,
        made: made(judged.beside.as_ref()),
        settings: settings(policy),
        measured: measured(judged.beside.as_ref()),
        guessable: secret.is_guessable(),
    };
    let mut manifest = Manifest::new(told);
    for column in &mut manifest.columns {
        let same = report.columns.iter().find(|other| other.name == column.name);
        (column.label, column.value_labels, column.codes) =
            same.map(|it| (it.label.clone(), it.value_labels.clone(), it.codes.clone())).unwrap_or_default();
    }
    let manifest = manifest.with_held_out(report.held_out).with_counterfeits(report.counterfeits);
    files.iter().fold(manifest, Manifest::with_file)
}

/// How the table was made, for an audit to check.
pub(super) fn made(beside: Option<&Beside>) -> HowMade {
    match beside {
        None => HowMade::Groups,
        Some(Beside::Walk(walk)) => {
            HowMade::Walk { columns: walk.columns.iter().map(|column| column.column.clone()).collect() }
        }
        Some(Beside::Perturbation(perturbation)) => HowMade::Perturbed(perturbation.clone()),
        Some(Beside::Noise(noise)) => {
            let width =
                |column: &super::NoiseColumn| NoiseWidth { column: column.column.clone(), width: column.width.clone() };
            HowMade::Noise { columns: noise.columns.iter().map(width).collect() }
        }
        Some(Beside::Anatomy(tables)) => HowMade::Anatomy(tables.clone()),
    }
}

/// What the method measured of its own release, without the ends of domains: they may be somebody's values.
fn measured(beside: Option<&Beside>) -> Option<Value> {
    match beside? {
        Beside::Walk(walk) => serde_json::to_value(walk).ok(),
        Beside::Noise(noise) => {
            let mut all = serde_json::to_value(noise).ok()?;
            for column in all.get_mut("columns").and_then(Value::as_array_mut).into_iter().flatten() {
                if let Some(column) = column.as_object_mut() {
                    column.retain(|key, _| !matches!(key.as_str(), "low" | "high"));
                }
            }
            Some(all)
        }
        _ => None,
    }
}

/// What the policy says of the method, beside its name.
fn settings(policy: &Policy) -> BTreeMap<String, Value> {
    let method = policy.method();
    let mut all: Vec<(&str, Value)> = match method.algorithm() {
        Algorithm::Walk(rules) => of_walk(policy, rules),
        _ => vec![("suppress", method.suppress().to_string().into()), ("absence", method.absence().name().into())],
    };
    all.extend(method.variant().map(|variant| ("variant", variant.into())));
    all.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}

fn of_walk(policy: &Policy, rules: &WalkRules) -> Vec<(&'static str, Value)> {
    let preserve =
        policy.preserve().iter().map(|rule| format!("{:?}", rule.property()).to_lowercase()).collect::<Vec<_>>();
    let ties = match rules.relax {
        _ if rules.printed => "printed",
        Some(true) => "relax",
        Some(false) => "collapse",
        None => "collapse, else relax",
    };
    vec![
        ("segment", rules.segment.into()),
        ("segments", if rules.sorted { "sorted" } else { "rows" }.into()),
        ("properties", rules.properties.to_string().into()),
        ("ties", ties.into()),
        ("min_shift", rules.min_shift.to_string().into()),
        ("max_unchanged", rules.max_unchanged.to_string().into()),
        ("steps", rules.steps.map_or_else(|| "auto".to_owned(), |steps| steps.to_string()).into()),
        ("preserve", preserve.into()),
    ]
}
