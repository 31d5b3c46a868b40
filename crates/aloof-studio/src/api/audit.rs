//! The auditor's mode: a release or a table that somebody sent, judged by what it says of itself or against its original.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use aloof::audit::{AuditRequest, audit, policy_beside, stated_policy};
use aloof::data::table_at;
use aloof::policy::{Policy, Section};
use serde::Deserialize;
use serde_json::{Value, json};

use super::make::command;
use crate::failure::Failure;
use crate::jobs::Job;
use crate::project::write_whole;
use crate::studio::Studio;

#[derive(Clone, Deserialize)]
pub(super) struct Asked {
    release: String,
    original: Option<String>,
    /// A policy's file; what the release says of itself if left out.
    policy: Option<String>,
    /// Write the rows for which it does not hold into a file beside it.
    #[serde(default)]
    export: bool,
}

/// Begins to judge.
pub(super) fn start(studio: &Arc<Studio>, asked: &Asked) -> Result<Value, Failure> {
    let inside = |path: &String| studio.folder.existing(path).map(|path| path.to_string_lossy().into_owned());
    let release = inside(&asked.release)?;
    // The policy that the command would take without being told.
    let beside = || policy_beside(Path::new(&release)).map(|file| inside(&file.to_string_lossy().into_owned()));
    let asked = Asked {
        original: asked.original.as_ref().map(inside).transpose()?,
        policy: asked.policy.as_ref().map(inside).or_else(beside).transpose()?,
        export: asked.export,
        release,
    };
    let about = asked.release.clone();
    let own = Arc::clone(studio);
    let job = studio.jobs.start("audit", &about, move |job| judge(&own, &asked, job))?;
    Ok(json!({ "job": job.progress().id }))
}

fn judge(studio: &Studio, asked: &Asked, job: &Job) -> Result<Value, Failure> {
    let data = table_at(&asked.release)?;
    let policy = policy(studio, asked)?;
    let found = audit(&AuditRequest {
        data,
        original: asked.original.as_ref().map(table_at).transpose()?,
        policy: &policy,
        population: None,
        epsilons: Vec::new(),
        show_values: false,
        list_violations: asked.export,
        progress: &|done, total| job.reading(done, total),
    })?;
    let list = format!("{}.violations.csv", asked.release);
    if asked.export {
        write_whole(Path::new(&list), found.list_of_violations().as_bytes())
            .map_err(|error| Failure::wrong(format!("{list} cannot be written: {error}")))?;
    }
    let said = serde_json::to_value(&found).map_err(|error| Failure::mistake(error.to_string()))?;
    Ok(json!({ "audit": said, "command": typed(asked, &list), "exported": asked.export.then_some(list) }))
}

fn policy(studio: &Studio, asked: &Asked) -> Result<Policy, Failure> {
    let policy = if let Some(file) = &asked.policy {
        let failed = |error| Failure::wrong(format!("{file} cannot be read: {error}"));
        let text = std::fs::read_to_string(file).map_err(failed)?;
        let base = Path::new(file).parent().unwrap_or(Path::new("")).to_owned();
        Policy::check(&Section::from_toml(&text, file)?, base)?
    } else {
        let said =
            "this table says nothing of itself: choose the policy that says what its columns are and what must hold";
        let stated = stated_policy(&table_at(&asked.release)?, asked.original.is_some())?;
        Policy::check(&stated.ok_or_else(|| Failure::wrong(said))?, PathBuf::new())?
    };
    studio.inside(policy)
}

fn typed(asked: &Asked, list: &str) -> String {
    let mut words = vec!["aloof", "audit", &asked.release];
    asked.original.iter().for_each(|original| words.extend(["--original", original]));
    asked.policy.iter().for_each(|policy| words.extend(["--policy", policy]));
    if asked.export {
        words.extend(["--violations", list]);
    }
    command(&words)
}
