//! Hierarchies: what a quasi column becomes. The preview is what the makers climb on: the same code reads the same words.

use aloof::data::paths;
use aloof::io::Source;
use aloof::table::{Column, Kind};
use serde::Deserialize;
use serde_json::{Value, json};

use super::rows::{counted, desk, is_hidden};
use crate::failure::Failure;
use crate::project::{folder_of, write_whole};
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
    let desk = desk(opened)?;
    let found = counted(&desk, &asked.column)?;
    let distinct = found.len();
    let shown: Vec<&(String, usize)> = found.iter().take(MOST).collect();
    let said = as_read(&asked.words, desk.table.column(&asked.column).map(Column::kind));
    let text = opened.written(&json!({ "columns": { &asked.column: said } }));
    let policy = studio.check(opened, &text)?;
    let quoted = |text: &str| format!("\"{}\"\n", text.replace('"', "\"\""));
    let bytes =
        std::iter::once(quoted(&asked.column)).chain(shown.iter().map(|(value, _)| quoted(value))).collect::<String>();
    let data = Source::Memory { name: "values".to_owned(), bytes: bytes.into() };
    let paths = paths(data, &policy)?;
    let values: Vec<Value> = shown.iter().map(|(value, rows)| json!([value, rows])).collect();
    Ok(json!({ "distinct": distinct, "values": values, "paths": paths }))
}

/// What is said of a column, for values that were read: they are written as this program writes, whatever the file does, and none is
/// missing.
fn as_read(words: &Value, kind: Option<Kind>) -> Value {
    let mut said = words.clone();
    if let Value::Object(said) = &mut said {
        ["decimal", "date", "missing"].iter().for_each(|key| drop(said.remove(*key)));
        let kind = kind.map(|kind| kind.plural().trim_end_matches('s')).filter(|_| !said.contains_key("type"));
        kind.into_iter().for_each(|kind| drop(said.insert("type".to_owned(), kind.into())));
    }
    said
}

#[derive(Deserialize)]
pub(super) struct Group {
    column: String,
    /// Values, and the group that each is in.
    groups: Vec<(String, String)>,
}

/// Writes groups that were made by hand as a hierarchy file, as ARX has them. Every change is a file of its own, so that undoing finds
/// the one before.
pub(super) fn group(opened: &Opened, asked: &Group) -> Result<Value, Failure> {
    let plain: String =
        asked.column.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
    let folder = folder_of(&opened.stem);
    let free = |number: &u32| !std::path::Path::new(&folder).join(name(&plain, *number)).exists();
    let number =
        (1..=9_999).find(free).ok_or_else(|| Failure::wrong("there are too many hierarchy files of this column"))?;
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let line = |(value, group): &(String, String)| format!("{},{},{}\n", quoted(value), quoted(group), quoted("*"));
    let text: String = asked.groups.iter().map(line).collect();
    let file = name(&plain, number);
    write_whole(&std::path::Path::new(&folder).join(&file), text.as_bytes())
        .map_err(|error| Failure::wrong(format!("{file} cannot be written: {error}")))?;
    Ok(json!({ "file": file }))
}

fn name(column: &str, number: u32) -> String {
    format!("{column}-groups-{number}.csv")
}
