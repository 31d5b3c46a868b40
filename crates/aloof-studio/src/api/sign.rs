//! Sign: the page of a run; back to what a run was made with.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

use super::open::told;
use crate::failure::Failure;
use crate::studio::{Opened, Studio};

#[derive(Deserialize)]
pub(super) struct Which {
    run: u32,
}

/// A ticket that shows the page of a run once.
pub(super) fn page(studio: &Studio, opened: &Opened, asked: &Which) -> Result<Value, Failure> {
    let run = opened.run(asked.run)?;
    let path = studio.folder.existing(&run.report)?;
    Ok(json!({ "path": format!("/page/{}", studio.ticket(path)?) }))
}

/// The words of a run become those of the project; what stood there can be had back by undoing.
pub(super) fn restore(studio: &Studio, opened: &Arc<Opened>, asked: &Which) -> Result<Value, Failure> {
    let run = opened.run(asked.run)?;
    opened.change(|project| project.change(run.words, &format!("going back to run {}", run.id)))?;
    told(studio, opened)
}
