//! What is in a table, and what its columns look like.

use aloof_inspect::{Inspection, Options, inspect_with};
use aloof_io::{Ask, Format, Input, Progress, ReadOptions, Source};
use serde_json::{Value, json};

use crate::Error;

/// A table that was looked at.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Look {
    /// What was found in it.
    pub found: Inspection,
    /// What the file is.
    pub format: Format,
    /// The sheet that was read, if it has sheets.
    pub sheet: Option<String>,
    /// The sheets that were not.
    pub other_sheets: Vec<String>,
}

/// Reads all columns and looks at them.
pub fn look(data: Source, options: ReadOptions, progress: Progress<'_>) -> Result<Look, Error> {
    let input = Input::open(data, options)?;
    let table = input.read_with(&vec![Ask::Auto; input.names().len()], progress)?;
    let found = inspect_with(&table, input.infos(), &Options::default());
    let (sheet, others) = input.sheet().unzip();
    let other_sheets = others.into_iter().flatten().map(str::to_owned).collect();
    Ok(Look { found, format: input.format(), sheet: sheet.map(str::to_owned), other_sheets })
}

/// What was found, as `aloof inspect --json` prints it.
pub fn as_json(look: &Look) -> Value {
    let found = &look.found;
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
                "coded": column.coded,
                "label": column.info.label,
                "value_labels": column.info.value_labels.iter().map(|one| [&one.value, &one.label]).collect::<Vec<_>>(),
                "declared_missing": column.info.missing.iter().map(ToString::to_string).collect::<Vec<_>>(),
                "format": column.info.format,
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
        "format": look.format.to_string(),
        "sheet": look.sheet,
        "other_sheets": look.other_sheets,
        "rows": found.rows,
        "columns": columns,
        "combinations": combinations,
        "searched_rows": found.searched_rows,
        "left_out": found.left_out,
    })
}
