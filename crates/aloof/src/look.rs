//! What is in a table, and what its columns look like.

use aloof_inspect::{Inspection, Options, inspect};
use aloof_io::{Ask, Input, Progress, ReadOptions, Source};
use serde_json::{Value, json};

use crate::Error;

/// Reads all columns and looks at them.
pub fn look(data: Source, options: ReadOptions, progress: Progress<'_>) -> Result<Inspection, Error> {
    let input = Input::open(data, options)?;
    let table = input.read_with(&vec![Ask::Auto; input.names().len()], progress)?;
    Ok(inspect(&table, &Options::default()))
}

/// What was found, as `aloof inspect --json` prints it.
pub fn as_json(found: &Inspection) -> Value {
    let columns: Vec<Value> = found
        .columns
        .iter()
        .map(|column| {
            json!({
                "name": column.name,
                "type": column.kind.plural().trim_end_matches('s'),
                "distinct": column.distinct,
                "missing": column.missing,
                "unique": column.unique,
                "most_common": column.most_common,
                "range": column.range.as_ref().map(|range| [range.lowest(), range.highest()]),
                "role": column.guess.role.word(),
                "confidence": column.guess.confidence.word(),
                "reason": column.guess.reason,
            })
        })
        .collect();
    let combinations: Vec<Value> = found
        .combinations
        .iter()
        .map(|combination| {
            json!({
                "columns": combination.columns,
                "groups": combination.groups,
                "unique": combination.unique,
                "share": combination.share().to_string(),
            })
        })
        .collect();
    json!({
        "rows": found.rows,
        "columns": columns,
        "combinations": combinations,
        "searched_rows": found.searched_rows,
        "left_out": found.left_out,
    })
}
