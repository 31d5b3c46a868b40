//! Hierarchies: what a quasi column becomes. The preview is what the makers climb on: the same code reads the same words.

use aloof::data::paths;
use aloof::io::Source;
use serde::Deserialize;
use serde_json::{Value, json};

use super::rows::{counted, desk, is_hidden};
use crate::failure::Failure;
use crate::studio::{Opened, Studio};

/// So many values are shown.
const MOST: usize = 400;

#[derive(Deserialize)]
pub(super) struct Ladder {
    column: String,
    /// What is said of the column.
    words: Value,
}

/// Of each value of the column the nodes from the root down to it; without a hierarchy only the values.
pub(super) fn ladder(studio: &Studio, opened: &Opened, asked: &Ladder) -> Result<Value, Failure> {
    if is_hidden(opened, &asked.column) {
        return Err(Failure::wrong("only columns that others may know become coarser"));
    }
    let found = counted(desk(opened)?, &asked.column)?;
    let distinct = found.len();
    let shown: Vec<&(String, usize)> = found.iter().take(MOST).collect();
    let text = opened.written(&json!({ "columns": { &asked.column: asked.words } }));
    let policy = studio.check(opened, &text)?;
    let quoted = |text: &str| format!("\"{}\"\n", text.replace('"', "\"\""));
    let bytes = std::iter::once(quoted(&asked.column)).chain(shown.iter().map(|(value, _)| quoted(value))).collect::<String>();
    let data = Source::Memory { name: "values".to_owned(), bytes: bytes.into() };
    let paths = paths(data, &policy)?;
    let values: Vec<Value> = shown.iter().map(|(value, rows)| json!([value, rows])).collect();
    Ok(json!({ "distinct": distinct, "values": values, "paths": paths }))
}
