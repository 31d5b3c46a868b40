//! What the page can ask. Every call is JSON in and JSON out; one file per screen.

mod audit;
pub(crate) mod events;
mod hierarchies;
mod hold;
mod make;
mod open;
mod own;
mod promise;
mod questions;
mod rows;
mod see;
mod sign;

use axum::body::Bytes;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;

use crate::failure::Failure;
use crate::studio::{Opened, Studio};

/// Answers a call.
pub(crate) fn call(studio: &Arc<Studio>, name: &str, body: &[u8]) -> Result<Bytes, Failure> {
    let found = match name {
        "start" => Ok(open::start(studio)),
        "files" => open::files(studio, &read(body)?),
        "tables" => open::tables(studio, &read(body)?),
        "open" => open::open(studio, &read(body)?),
        "state" => of(studio, body, |opened, _: Nothing| open::told(studio, opened))?,
        "edit" => of(studio, body, |opened, asked| open::edit(studio, opened, asked))?,
        "undo" => of(studio, body, |opened, asked| open::undo(studio, opened, &asked))?,
        "rows" => of(studio, body, |opened, asked| rows::rows(opened, &asked))?,
        "values" => of(studio, body, |opened, asked| rows::values(opened, &asked))?,
        "check" => of(studio, body, |opened, asked| Ok(promise::check(studio, opened, &asked)))?,
        "ladder" => of(studio, body, |opened, asked| hierarchies::ladder(studio, opened, &asked))?,
        "group" => of(studio, body, |opened, asked| hierarchies::group(opened, &asked))?,
        "count" => of(studio, body, |opened, asked| own::count(opened, &asked))?,
        "cross" => own::cross(studio, read(body)?),
        "answer" => of(studio, body, |opened, asked| questions::answer(opened, &asked))?,
        "story" => of(studio, body, |opened, asked| see::story(studio, opened, &asked))?,
        "restore" => of(studio, body, |opened, asked| sign::restore(studio, opened, &asked))?,
        "page" => of(studio, body, |opened, asked| sign::page(studio, opened, &asked))?,
        "make" => make::start(studio, &read(body)?),
        "hold" => hold::start(studio, &read(body)?),
        "ask" => questions::start(studio, &read(body)?),
        "audit" => audit::start(studio, &read(body)?),
        "stop" => stop(studio, &read(body)?),
        "job" => job(studio, &read(body)?),
        _ => Err(Failure::wrong("there is no such call")),
    }?;
    serde_json::to_vec(&found).map(Bytes::from).map_err(|error| Failure::mistake(error.to_string()))
}

/// What a call says.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Result<T, Failure> {
    // What is wrong with it could quote a value.
    serde_json::from_slice(body).map_err(|error| {
        Failure::wrong(format!("this call is not understood: {} at line {}", kind(&error), error.line()))
    })
}

fn kind(error: &serde_json::Error) -> &'static str {
    match error.classify() {
        serde_json::error::Category::Syntax | serde_json::error::Category::Eof => "it is no JSON",
        _ => "something is missing or of another type",
    }
}

/// A call about a table.
#[derive(Deserialize)]
struct About {
    data: String,
}

#[derive(Deserialize)]
struct Nothing {}

/// Answers a call about a table that is open.
fn of<T: DeserializeOwned>(
    studio: &Arc<Studio>,
    body: &[u8],
    answer: impl FnOnce(&Arc<Opened>, T) -> Result<Value, Failure>,
) -> Result<Result<Value, Failure>, Failure> {
    let about: About = read(body)?;
    let opened = studio.open(&about.data)?;
    Ok(answer(&opened, read(body)?))
}

#[derive(Deserialize)]
struct Which {
    job: u64,
}

fn stop(studio: &Studio, which: &Which) -> Result<Value, Failure> {
    let job = studio.jobs.get(which.job).ok_or_else(|| Failure::wrong("there is no such work any more"))?;
    job.stop();
    Ok(json!({}))
}

fn job(studio: &Studio, which: &Which) -> Result<Value, Failure> {
    let job = studio.jobs.get(which.job).ok_or_else(|| Failure::wrong("there is no such work any more"))?;
    Ok(json!(job.progress()))
}
