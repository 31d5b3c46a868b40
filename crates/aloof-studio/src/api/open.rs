//! Open: files of the folder, a table and its project, changes to the policy's words and their undoing.

use std::sync::Arc;

use aloof::inspect::policy_text;
use aloof::look::{Look, Wanted, as_json, look_and_keep};
use aloof::policy::Policy;
use serde::Deserialize;
use serde_json::{Value, json};

use super::rows::count_columns;
use crate::failure::Failure;
use crate::jobs::{Job, lock};
use crate::stamp::Stamp;
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
    let opened = studio.open(&named(studio, &asked.data)?)?;
    if opened.desk().is_none_or(|desk| opened.is_other_than(&desk)) {
        begin(studio, &opened, wanted(studio, &opened).unwrap_or_default())?;
    }
    told(studio, &opened)
}

/// The table that is meant: of a project's file the one that it is about.
fn named(studio: &Studio, data: &str) -> Result<String, Failure> {
    if !data.ends_with(crate::project::ENDING) {
        return Ok(data.to_owned());
    }
    let file = studio.folder.root().join(studio.folder.existing(data)?);
    let about = std::fs::read(file).ok().and_then(|text| crate::project::data_of(&text));
    about.ok_or_else(|| Failure::wrong(format!("{data} is no project of this program")))
}

/// All that a page needs to know of a table. It is read again where the file, or what the policy says of reading it, is another than
/// when it was; what failed once is not tried again until something has changed.
pub(super) fn told(studio: &Studio, opened: &Arc<Opened>) -> Result<Value, Failure> {
    if let Some(desk) = opened.desk() {
        let wanted = wanted(studio, opened).unwrap_or_else(|| desk.wanted.clone());
        let differs = wanted != desk.wanted || opened.is_other_than(&desk);
        if differs && opened.is_untried(&wanted) {
            begin(studio, opened, wanted)?;
        }
    }
    Ok(opened.state(studio))
}

/// How the policy has the table read; one that cannot run says nothing of it.
fn wanted(studio: &Studio, opened: &Opened) -> Option<Wanted> {
    studio.policy(opened).ok().map(|(policy, _)| Wanted::by(&policy))
}

/// Begins to read a table, unless that is being done.
fn begin(studio: &Studio, opened: &Arc<Opened>, wanted: Wanted) -> Result<(), Failure> {
    if !is_being_read(studio, opened) {
        opened.try_reading(&wanted);
        let reading = Arc::clone(opened);
        studio.jobs.start("look", &opened.data, move |job| read_table(&reading, &wanted, job))?;
    }
    Ok(())
}

fn is_being_read(studio: &Studio, opened: &Opened) -> bool {
    let works = |phase: &str| matches!(phase, "waiting" | "running");
    studio.jobs.about(&opened.data).iter().any(|job| job.kind == "look" && works(job.phase))
}

/// Reads a table as is wanted. A new one is looked at first, and then read as the first policy says, where that is not what was done.
fn read_table(opened: &Opened, wanted: &Wanted, job: &Job) -> Result<Value, Failure> {
    let stamp = opened.stamp()?;
    let (mut desk, found) = desk_of(opened, wanted, stamp.clone(), job)?;
    let is_new = lock(&opened.project).words.is_null() && found.found.rows > 0;
    let first = is_new.then(|| policy_text(&found.found));
    if let Some(text) = &first {
        let said = Wanted::by(&Policy::from_toml(text, "policy.toml")?);
        if said.is_met_by(&found) {
            desk.wanted = said;
        } else {
            (desk, _) = desk_of(opened, &said, stamp, job)?;
        }
    }
    if opened.is_other_than(&desk) {
        return Err(Failure::wrong("the file was changed while it was read; read it again"));
    }
    count_columns(&desk);
    opened.put(desk);
    if let Some(text) = &first {
        let words = words::from_toml(text, "policy.toml")?;
        opened.change(|project| project.change(words, "first guesses"))?;
    }
    Ok(json!({}))
}

/// What cannot be read as is wanted is read by its content, and it is said why: else nobody could mend it.
fn desk_of(opened: &Opened, wanted: &Wanted, stamp: Option<Stamp>, job: &Job) -> Result<(Desk, Look), Failure> {
    let progress = |done, total| job.reading(done, total);
    let read = |wanted: &Wanted| look_and_keep(opened.source(), wanted, &progress);
    let (problem, (look, table)) = match read(wanted) {
        Err(error) if *wanted != Wanted::default() => {
            (serde_json::to_value(error.report()).unwrap_or_default(), read(&Wanted::default())?)
        }
        found => (Value::Null, found?),
    };
    let mut desk = Desk::new(as_json(&look), table, wanted.clone(), stamp);
    desk.problem = problem;
    Ok((desk, look))
}

#[derive(Deserialize)]
pub(super) struct Database {
    path: String,
}

/// The tables of a database in the folder.
pub(super) fn tables(studio: &Studio, asked: &Database) -> Result<Value, Failure> {
    Ok(json!({ "tables": crate::named::tables(&studio.folder, &asked.path)? }))
}

#[derive(Deserialize)]
pub(super) struct Edit {
    revision: u64,
    words: Value,
    what: String,
}

/// New words. Refused where another tab changed them meanwhile.
pub(super) fn edit(studio: &Studio, opened: &Arc<Opened>, asked: Edit) -> Result<Value, Failure> {
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
    told(studio, opened)
}

#[derive(Deserialize)]
pub(super) struct Undo {
    /// Forth again.
    #[serde(default)]
    redo: bool,
}

pub(super) fn undo(studio: &Studio, opened: &Arc<Opened>, asked: &Undo) -> Result<Value, Failure> {
    opened.change(|project| if asked.redo { project.redo() } else { project.undo() })?;
    told(studio, opened)
}
