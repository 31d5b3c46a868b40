//! Hold: a release is read once, in the background, so that rows, stories and questions about it are answered at once.

use std::sync::Arc;

use aloof::data::table_at;
use aloof::evaluate::Questions;
use serde::Deserialize;
use serde_json::{Value, json};

use super::rows::desk;
use crate::failure::Failure;
use crate::release::Held;
use crate::studio::{Opened, Shown, Studio};

#[derive(Deserialize)]
pub(super) struct Hold {
    data: String,
    run: u32,
}

/// Begins to read the release of a run, where that was not done.
pub(super) fn start(studio: &Arc<Studio>, asked: &Hold) -> Result<Value, Failure> {
    let opened = studio.open(&asked.data)?;
    let run = opened.there(asked.run)?;
    let rows = desk(&opened)?.table.rows();
    if opened.shown(run.id).is_some() {
        return Ok(json!({ "job": null }));
    }
    let policy = studio.policy_of(&opened, &run)?;
    let about = opened.data.clone();
    let job = studio.jobs.start("hold", &about, move |job| {
        // Another tab may have asked for the same.
        if opened.shown(run.id).is_none() {
            let held = Held::read(&run.release, &run.private, rows)?;
            let progress = |done, total| job.reading(done, total);
            let questions = Questions::read(opened.source(), &table_at(&run.release)?, &policy, &progress)?;
            opened.show(run.id, Shown { held, questions });
        }
        Ok(json!({}))
    })?;
    Ok(json!({ "job": job.progress().id }))
}

/// The release of a run, read before.
pub(super) fn shown(opened: &Opened, run: u32) -> Result<Arc<Shown>, Failure> {
    opened.there(run)?;
    opened.shown(run).ok_or_else(|| Failure::wrong("this release is still being read"))
}
