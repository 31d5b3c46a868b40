//! Open: files of the folder, a table and its project, changes to the policy's words and their undoing.

use std::sync::Arc;

use aloof::inspect::policy_text;
use aloof::io::ReadOptions;
use aloof::look::{as_json, look_and_keep};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::failure::Failure;
use crate::jobs::{Job, lock};
use crate::studio::{Desk, Opened, Studio};
use crate::words;

/// What a page is told when it opens.
pub(super) fn start(studio: &Studio) -> Value {
    json!({
        "version": env!("CARGO_PKG_VERSION"),
        "folder": studio.folder.root().file_name().map(|name| name.to_string_lossy()),
        "first": studio.first,
        "schema": aloof::policy::schema(),
    })
}

#[derive(Deserialize)]
pub(super) struct Files {
    folder: String,
}

pub(super) fn files(studio: &Studio, asked: &Files) -> Result<Value, Failure> {
    Ok(json!({ "folder": asked.folder, "entries": studio.folder.list(&asked.folder)? }))
}

#[derive(Deserialize)]
pub(super) struct Open {
    data: String,
}

/// Opens a table, or goes on with its project, and begins to read it where that was not done.
pub(super) fn open(studio: &Arc<Studio>, asked: &Open) -> Result<Value, Failure> {
    let data = asked.data.strip_suffix(crate::project::ENDING).unwrap_or(&asked.data);
    let opened = studio.open(data)?;
    if opened.desk.get().is_none() && !is_being_read(studio, &opened) {
        let reading = Arc::clone(&opened);
        studio.jobs.start("look", &opened.data, move |job| read_table(&reading, job))?;
    }
    Ok(opened.state(studio))
}

fn is_being_read(studio: &Studio, opened: &Opened) -> bool {
    let works = |phase: &str| matches!(phase, "waiting" | "running");
    studio.jobs.about(&opened.data).iter().any(|job| job.kind == "look" && works(job.phase))
}

fn read_table(opened: &Opened, job: &Job) -> Result<Value, Failure> {
    let (look, table) =
        look_and_keep(opened.source(), ReadOptions::default(), &|done, total| job.reading(done, total))?;
    // Whoever was first has read the same.
    let _ = opened.desk.set(Desk::new(as_json(&look), table));
    let is_new = lock(&opened.project).words.is_null();
    if is_new && look.found.rows > 0 {
        let first = words::from_toml(&policy_text(&look.found), "policy.toml")?;
        opened.change(|project| project.change(first, "first guesses"))?;
    }
    Ok(json!({}))
}

#[derive(Deserialize)]
pub(super) struct Edit {
    revision: u64,
    words: Value,
    what: String,
}

/// New words. Refused where another tab changed them meanwhile.
pub(super) fn edit(studio: &Studio, opened: &Opened, asked: Edit) -> Result<Value, Failure> {
    if !asked.words.is_object() {
        return Err(Failure::wrong("a policy is a table of words"));
    }
    let is_stale = lock(&opened.project).revision != asked.revision;
    if is_stale {
        return Err(Failure::stale("this project was changed in another tab; what stands there now is shown"));
    }
    let text = opened.written(&asked.words);
    // Words that cannot be read again would be lost.
    words::from_toml(&text, "policy.toml")?;
    opened.change(|project| project.change(asked.words, &asked.what))?;
    Ok(opened.state(studio))
}

#[derive(Deserialize)]
pub(super) struct Undo {
    /// Forth again.
    #[serde(default)]
    redo: bool,
}

pub(super) fn undo(studio: &Studio, opened: &Opened, asked: &Undo) -> Result<Value, Failure> {
    opened.change(|project| if asked.redo { project.redo() } else { project.undo() })?;
    Ok(opened.state(studio))
}
