//! What is in a table, and what its columns look like.

use aloof_inspect::{Coarser, ColumnFacts, Inspection, Options, Role, Told, Written, asked_dates, inspect_told};
use aloof_io::{
    Ask, CellFault, Encoding, Format, Input, Note, Progress, ReadError, ReadOptions, Reading, Seen, Source,
};
use aloof_table::notation::{Notation, nearest};
use aloof_table::{Column, Kind, LabelColumn, Table};
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

/// Reads all columns and looks at them. A column that can be read in two ways is read by one of them, and it is said.
pub fn look(data: Source, options: ReadOptions, progress: Progress<'_>) -> Result<Look, Error> {
    Ok(look_and_keep(data, options, progress)?.0)
}

/// The same, with the table as it was read: all columns that could be.
pub fn look_and_keep(data: Source, options: ReadOptions, progress: Progress<'_>) -> Result<(Look, Table), Error> {
    let input = Input::open(data, options)?;
    let (reading, unread) = read_what_can_be(&input, progress)?;
    let read = (0..input.names().len()).filter(|at| !unread.iter().any(|(other, _)| other == at));
    let told: Vec<Told> = read.map(|at| told(&input, at, &reading.notes)).collect();
    let mut found = inspect_told(&reading.table, &told, &Options::default());
    found.notes.extend(of_encoding(&input));
    found.notes.extend(input.layout());
    for (facts, column) in found.columns.iter_mut().zip(reading.table.columns()) {
        facts.notes.extend(why_text(&input, column, facts)?);
    }
    for (at, why) in unread {
        found.columns.insert(at, ColumnFacts::unread(&input.names()[at], why));
    }
    let (sheet, others) = input.sheet().unzip();
    let other_sheets = others.into_iter().flatten().map(str::to_owned).collect();
    let look = Look { found, format: input.format(), sheet: sheet.map(str::to_owned), other_sheets };
    Ok((look, reading.table))
}

/// All columns but those of types that cannot be read, and why not; in the order of the table.
fn read_what_can_be(input: &Input, progress: Progress<'_>) -> Result<(Reading, Vec<(usize, String)>), Error> {
    let mut ask = vec![Ask::Auto; input.names().len()];
    let mut unread = Vec::new();
    loop {
        let (column, found) = match input.read_noted(&ask, progress) {
            Err(ReadError::Type { column, found, .. } | ReadError::Declared { column, found, .. }) => (column, found),
            Err(ReadError::Value { column, fault: CellFault::Bytes, .. }) => (column, "BLOB".to_owned()),
            Err(ReadError::Zone { column, zone, .. }) => {
                (column, format!("timestamp of the zone {zone}, where days begin at another moment than in UTC"))
            }
            reading => {
                unread.sort_unstable();
                return Ok((reading?, unread));
            }
        };
        let at = input.names().iter().position(|name| *name == column).filter(|&at| ask[at] == Ask::Auto);
        let Some(at) = at else { return Err(ReadError::Type { file: input.name().to_owned(), column, found }.into()) };
        ask[at] = Ask::Skip;
        unread.push((at, format!("its values are of type {found}, which cannot be read")));
    }
}

fn of_encoding(input: &Input) -> Option<String> {
    let encoding = input.encoding().filter(|&encoding| encoding != Encoding::UTF_8)?;
    Some(format!("read as {encoding}, since it is not UTF-8; --encoding names another one. Releases are UTF-8"))
}

/// What reading has shown of a column.
fn told(input: &Input, at: usize, notes: &[Note]) -> Told {
    let seen = notes.iter().find(|note| note.column == input.names()[at]).map(|note| note.seen);
    let written = match seen {
        Some(Seen::Numbers(numbers)) => Written::of(Notation::Number(numbers.decimal)),
        Some(Seen::Dates(dates, _)) => Written::of(Notation::Date(dates.pattern)),
        _ => Written::default(),
    };
    let open = seen.and_then(Seen::ambiguity).map(|ambiguity| ambiguity.to_string());
    let notes = seen.filter(|seen| seen.ambiguity().is_none()).map(|seen| seen.to_string());
    let (unnamed, info) = (at == 0 && input.is_first_unnamed(), input.infos()[at].clone());
    Told { unnamed, written, open, notes: notes.into_iter().collect(), info }
}

/// Why a column of text that nearly is one of numbers or dates is none, with the first line that stands against it.
fn why_text(input: &Input, column: &Column, facts: &ColumnFacts) -> Result<Option<String>, Error> {
    let Column::Label(labels) = column else { return Ok(None) };
    let typed_by_people = matches!(input.format(), Format::Csv | Format::Xlsx | Format::Xls | Format::Ods);
    if facts.kind != Kind::Label || !facts.notes.is_empty() {
        return Ok(None);
    }
    if !typed_by_people {
        return Ok(kept_as_texts(input, labels, facts));
    }
    if let Some(asked) = asked_dates(column) {
        return Ok(Some(asked.note(facts.written.date.is_some())));
    }
    let counts = labels.counts();
    let Some(near) = nearest(labels.labels(), &counts) else { return Ok(None) };
    let known = |code: &u32| facts.codes.iter().any(|missing| missing.text == labels.labels().get(*code).trim());
    let misfits: Vec<u32> = near.misfits.into_iter().filter(|code| !known(code)).collect();
    let rows: u64 = misfits.iter().map(|&code| u64::from(counts[code as usize])).sum();
    let all = labels.len() - labels.count_missing();
    let row = labels.codes().iter().position(|code| misfits.binary_search(code).is_ok());
    let Some(row) = row else {
        return Ok(Some(format!(
            "labels, although all of its values read as {}: zeros in front, groups of digits of one length, or different signs beside \
             them speak for codes; type = \"number\" reads them as numbers",
            near.notation
        )));
    };
    let place = input.place_of(row)?;
    let line = if place.starts_with("line") { format!("on {place}") } else { format!("in {place}") };
    let perhaps = match (rows, row) {
        (1, 0) => "; that row may be a second line of names, or of units: delete it if so",
        (1, row) if row + 1 == labels.len() => "; that row may be a total, or a remark: delete it if so",
        _ => "",
    };
    let other = another_notation(labels, &misfits, near.notation).unwrap_or_default();
    Ok(Some(format!("labels: {rows} of {all} values are no {}, the first {line}{other}{perhaps}", near.notation)))
}

/// What is said where all that are no dates of one notation are dates of another, which cannot stand beside it.
fn another_notation(labels: &LabelColumn, misfits: &[u32], notation: Notation) -> Option<String> {
    let Notation::Date(_) = notation else { return None };
    let texts = misfits.iter().map(|&code| Some(labels.labels().get(code)));
    let pattern = asked_dates(&Column::Label(LabelColumn::from_texts(texts)))?.pattern;
    Some(format!("; those are written {pattern}: write all of them in one way"))
}

/// What is said of texts of a database that all read as numbers: whoever stored texts may have meant numbers.
fn kept_as_texts(input: &Input, labels: &LabelColumn, facts: &ColumnFacts) -> Option<String> {
    let in_database = matches!(input.format(), Format::Postgres | Format::Sqlite | Format::DuckDb);
    let near = nearest(labels.labels(), &labels.counts()).filter(|near| in_database && near.misfits.is_empty())?;
    let meant = matches!(near.notation, Notation::Number(_)) && facts.guess.role != Role::Identifier;
    meant.then(|| {
        format!(
            "labels, since the database keeps them as texts, although all read as {}; type = \"number\" reads them so",
            near.notation
        )
    })
}

/// What was found, as `aloof inspect --json` prints it.
pub fn as_json(look: &Look) -> Value {
    let found = &look.found;
    let combinations: Vec<Value> = found
        .combinations
        .iter()
        .map(|combination| {
            let mut said = json!({
                "columns": combination.columns,
                "groups": combination.groups,
                "unique": combination.unique,
                "share": combination.share().to_string(),
            });
            if combination.all {
                said["all"] = true.into();
            }
            said
        })
        .collect();
    json!({
        "format": look.format.to_string(),
        "sheet": look.sheet,
        "other_sheets": look.other_sheets,
        "rows": found.rows,
        "columns": found.columns.iter().map(column).collect::<Vec<_>>(),
        "combinations": combinations,
        "searched_rows": found.searched_rows,
        "left_out": found.left_out,
        "notes": found.notes,
    })
}

fn column(column: &ColumnFacts) -> Value {
    let code = |code: &aloof_inspect::MissingCode| json!({ "text": code.text, "rows": code.rows, "why": code.why });
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
        "missing_codes": column.codes.iter().map(code).collect::<Vec<_>>(),
        "coded": column.coded.is_some(),
        "coded_why": column.coded,
        "prefix": column.coarser == Some(Coarser::Prefixes),
        "order": if let Some(Coarser::Order(codes)) = &column.coarser { Some(codes) } else { None },
        "round": match column.coarser { Some(Coarser::Months) => Some("month"), Some(Coarser::Days) => Some("day"), _ => None },
        "coarser_why": column.coarser.as_ref().map(Coarser::reason),
        "decimal": column.written.decimal.map(String::from),
        "date": column.written.date,
        "open": column.open,
        "notes": column.notes,
        "label": column.info.label,
        "value_labels": column.info.value_labels.iter().map(|one| [&one.value, &one.label]).collect::<Vec<_>>(),
        "declared_missing": column.info.missing.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "format": column.info.format,
    })
}
