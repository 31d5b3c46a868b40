//! Questions that take a while, each answered by the function that the command of the same name calls: of the table under the policy as
//! it stands, of a run, or of all runs. What was found is kept in the project.

use std::path::PathBuf;
use std::sync::Arc;

use aloof::advise::{AdviseRequest, Pricing, advise, advise_with_price};
use aloof::attack::{AttackRequest, attack};
use aloof::audit::{AuditRequest, RiskPicture, audit, risks};
use aloof::compare::{CompareRequest, compare};
use aloof::data::table_at;
use aloof::evaluate::{EvaluateRequest, Rows, Workloads, evaluate};
use aloof::policy::Policy;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::make::command;
use super::rows::desk;
use crate::failure::Failure;
use crate::jobs::{Job, lock};
use crate::project::{Answer, Run, folder_of};
use crate::studio::{Opened, Standing, Studio};

#[derive(Deserialize)]
pub(super) struct Ask {
    data: String,
    kind: String,
    run: Option<u32>,
}

/// Begins to find an answer.
pub(super) fn start(studio: &Arc<Studio>, asked: &Ask) -> Result<Value, Failure> {
    let opened = studio.open(&asked.data)?;
    let run = asked.run.map(|id| opened.there(id)).transpose()?;
    let of = desk(&opened)?.stamp.as_ref().map(|stamp| stamp.sha256.clone());
    let kind = asked.kind.clone();
    let (policy, text) = match &run {
        Some(run) => (studio.policy_of(&opened, run)?, run.policy.clone()),
        None => studio.policy(&opened)?,
    };
    let about = opened.data.clone();
    let job = studio.jobs.start(&asked.kind, &about, move |job| {
        let (found, command) = found(&opened, &kind, run.as_ref(), &policy, job)?;
        let answer = Answer { policy: text, command, found, of };
        match &run {
            Some(run) => opened.answered_of(run.id, &kind, answer)?,
            None => opened.answered(&kind, answer)?,
        }
        Ok(json!({}))
    })?;
    Ok(json!({ "job": job.progress().id }))
}

fn found(
    opened: &Opened,
    kind: &str,
    run: Option<&Run>,
    policy: &Policy,
    job: &Job,
) -> Result<(Value, String), Failure> {
    let now = format!("{}/policy.toml", folder_of(&opened.stem));
    match (kind, run) {
        ("advise", None) => {
            Ok((advice(opened, policy, job)?, command(&["aloof", "advise", &opened.data, "--policy", &now])))
        }
        ("price", None) => {
            let command = command(&["aloof", "advise", &opened.data, "--price", "--policy", &now]);
            Ok((price(opened, policy, job)?, command))
        }
        ("compare", None) => all_runs(opened, policy, job),
        ("see", Some(run)) => seen(opened, run, policy, job),
        ("use", Some(run)) => used(opened, run, policy, job),
        ("attack", Some(run)) => attacked(opened, run, policy, job),
        _ => Err(Failure::wrong("there is no such question")),
    }
}

fn plain(found: &impl Serialize) -> Result<Value, Failure> {
    serde_json::to_value(found).map_err(|error| Failure::mistake(error.to_string()))
}

fn advice(opened: &Opened, policy: &Policy, job: &Job) -> Result<Value, Failure> {
    let progress = |done, total| job.reading(done, total);
    plain(&advise(&AdviseRequest { data: opened.source(), policy, progress: &progress })?)
}

fn price(opened: &Opened, policy: &Policy, job: &Job) -> Result<Value, Failure> {
    let progress = |done, total| job.reading(done, total);
    let tell = |done: usize, of: usize| job.tell("pricing", done as u64, Some(of as u64));
    let request = AdviseRequest { data: opened.source(), policy, progress: &progress };
    plain(&advise_with_price(&request, Pricing { secret: None, tell: Some(&tell) })?)
}

/// The audit against the original, and everybody's risk before and after.
fn seen(opened: &Opened, run: &Run, policy: &Policy, job: &Job) -> Result<(Value, String), Failure> {
    let progress = |done, total| job.reading(done, total);
    let release = table_at(&run.release)?;
    let audit = audit(&AuditRequest {
        data: release.clone(),
        original: Some(opened.source()),
        policy,
        population: None,
        epsilons: Vec::new(),
        show_values: false,
        list_violations: false,
        progress: &progress,
    })?;
    job.tell("risks", 0, None);
    let risks = risks(&release, &opened.source(), policy)?;
    let risks: Vec<Value> = risks.iter().map(picture).collect();
    let file = policy_file(opened, run);
    let command = command(&["aloof", "audit", &run.release, "--original", &opened.data, "--policy", &file]);
    Ok((json!({ "audit": plain(&audit)?, "risks": risks }), command))
}

fn picture(found: &RiskPicture) -> Value {
    let after = found
        .after
        .iter()
        .map(|(view, people)| json!({ "view": view.name(), "classes": people.classes, "beyond": people.beyond }));
    json!({
        "title": found.title,
        "sensitive": found.sensitive,
        "bound": found.bound,
        "before": { "classes": found.before.classes, "beyond": found.before.beyond },
        "after": after.collect::<Vec<_>>(),
    })
}

fn used(opened: &Opened, run: &Run, policy: &Policy, job: &Job) -> Result<(Value, String), Failure> {
    let progress = |done, total| job.reading(done, total);
    let found = evaluate(&EvaluateRequest {
        original: opened.source(),
        release: table_at(&run.release)?,
        policy,
        workloads: Workloads::default(),
        rows: Rows::Private(PathBuf::from(&run.private)),
        progress: &progress,
    })?;
    let file = policy_file(opened, run);
    let words = [
        "aloof",
        "evaluate",
        &run.release,
        "--original",
        &opened.data,
        "--private",
        &run.private,
        "--policy",
        &file,
        "--all",
    ];
    let mut said = plain(&found)?;
    said["sentences"] = found.sentences().into();
    Ok((said, command(&words)))
}

fn attacked(opened: &Opened, run: &Run, policy: &Policy, job: &Job) -> Result<(Value, String), Failure> {
    let found = attack(&AttackRequest {
        release: table_at(&run.release)?,
        original: opened.source(),
        control: None,
        previous: Vec::new(),
        private: Some(PathBuf::from(&run.private)),
        policy,
        only: Vec::new(),
        seed: 1,
        progress: &|step| job.attack(step),
    })?;
    let file = policy_file(opened, run);
    let words =
        ["aloof", "attack", &run.release, "--original", &opened.data, "--private", &run.private, "--policy", &file];
    Ok((plain(&found)?, command(&words)))
}

/// All runs of the project side by side, judged by the policy as it stands.
fn all_runs(opened: &Opened, policy: &Policy, job: &Job) -> Result<(Value, String), Failure> {
    let progress = |done, total| job.reading(done, total);
    let mut runs = lock(&opened.project).runs.clone();
    runs.retain(|run| opened.standing(run) == Standing::There);
    if runs.is_empty() {
        return Err(Failure::wrong("there is nothing to compare yet: make a release first"));
    }
    let mut releases = Vec::new();
    for run in &runs {
        releases.push((run.release.clone(), table_at(&run.release)?));
    }
    let found = compare(&CompareRequest {
        original: opened.source(),
        releases,
        policy,
        workloads: Workloads::default(),
        progress: &progress,
    })?;
    let file = format!("{}/policy.toml", folder_of(&opened.stem));
    let mut words = vec!["aloof", "compare", &opened.data];
    words.extend(runs.iter().map(|run| run.release.as_str()));
    words.extend(["--policy", &file]);
    let mut said = plain(&found)?;
    said["sentences"] = found.sentences().into();
    Ok((said, command(&words)))
}

fn policy_file(opened: &Opened, run: &Run) -> String {
    format!("{}/policy-{}.toml", folder_of(&opened.stem), run.id)
}

#[derive(Deserialize)]
pub(super) struct Which {
    kind: String,
    run: u32,
}

/// What was found out of a run.
pub(super) fn answer(opened: &Opened, asked: &Which) -> Result<Value, Failure> {
    let run = opened.run(asked.run)?;
    Ok(run
        .answers
        .get(&asked.kind)
        .map_or(Value::Null, |answer| json!({ "command": answer.command, "found": answer.found })))
}
