//! What is in a table, and what its columns look like.

use aloof_inspect::{
    Coarser, ColumnFacts, Inspection, Options, Role, Told, Written, as_written, asked_dates, inspect_told,
};
use aloof_io::{
    Ask, CellFault, Encoding, Format, Input, Note, Progress, ReadError, ReadOptions, Reading, Seen, Source, Writing,
};
use aloof_table::notation::{Notation, nearest};
use aloof_table::{Column, Kind, LabelColumn, Means, Table};
use serde_json::{Value, json};

use crate::Error;
use crate::data::{declared, read_options};
use crate::policy::Policy;

/// How a table is to be read: by its content, or as a policy says.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    options: ReadOptions,
    /// Columns whose type is said.
    asks: Vec<(String, Ask)>,
}

impl Wanted {
    /// As a policy says: types, how numbers and dates are written, which texts mean that a value is missing.
    pub fn by(policy: &Policy) -> Self {
        let asks = policy.columns().iter().map(|column| (column.name().to_owned(), declared(column)));
        Self { options: read_options(policy), asks: asks.filter(|(_, ask)| *ask != Ask::Auto).collect() }
    }

    fn of(&self, name: &str) -> Ask {
        self.asks.iter().find(|(other, _)| other == name).map_or(Ask::Auto, |(_, ask)| *ask)
    }

    /// Whether a table that was read by its content was read like this: nothing is said that was not found.
    pub fn is_met_by(&self, look: &Look) -> bool {
        let ReadOptions { delimiter, encoding, nulls, nulls_of, writing, writing_of, .. } = &self.options;
        let of = |name: &str| look.found.columns.iter().find(|column| column.name == name);
        let is_kind = |(name, ask): &(String, Ask)| {
            let asked = match ask {
                Ask::Number => Kind::Number,
                Ask::Date => Kind::Date,
                _ => Kind::Label,
            };
            // Codes that are labels were read as the numbers that they look like.
            of(name).is_none_or(|column| column.kind == asked && column.coded.is_none())
        };
        let is_written = |(name, said): &(String, Writing)| {
            let found = |column: &ColumnFacts| {
                let Written { decimal, date } = &column.written;
                said.decimal.is_none_or(|sign| Written::of(Notation::Number(sign)).decimal == *decimal)
                    && said.date.is_none_or(|pattern| Written::of(Notation::Date(pattern)).date == *date)
            };
            of(name).is_none_or(found)
        };
        let nothing_of_all = delimiter.is_none() && encoding.is_none() && *writing == Writing::default();
        nothing_of_all
            && nulls.is_empty()
            && nulls_of.is_empty()
            && self.asks.iter().all(is_kind)
            && writing_of.iter().all(is_written)
    }
}

/// Equal where all files are read alike.
impl PartialEq for Wanted {
    fn eq(&self, other: &Self) -> bool {
        self.asks == other.asks && format!("{:?}", self.options) == format!("{:?}", other.options)
    }
}

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
    Ok(look_and_keep(data, &Wanted { options, asks: Vec::new() }, progress)?.0)
}

/// The same, with the table as it was read: all columns that could be. What a policy says of a column must be so.
pub fn look_and_keep(data: Source, wanted: &Wanted, progress: Progress<'_>) -> Result<(Look, Table), Error> {
    let input = Input::open(data, wanted.options.clone())?;
    let asks = input.names().iter().map(|name| wanted.of(name)).collect();
    let (reading, unread) = read_what_can_be(&input, asks, progress)?;
    let read = (0..input.names().len()).filter(|at| !unread.iter().any(|(other, _)| other == at));
    let told: Vec<Told> = read.map(|at| told(&input, at, &reading.notes)).collect();
    let mut found = inspect_told(&reading.table, &told, &Options::default());
    codes_as_written(&input, &mut found.columns)?;
    found.notes.extend(of_encoding(&input));
    found.notes.extend(input.layout());
    if found.total.is_some()
        && let Some(part) = input.part_before(found.rows - 1)?
    {
        found.notes.push(format!("{part} is the table without its last row"));
    }
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
fn read_what_can_be(
    input: &Input,
    mut ask: Vec<Ask>,
    progress: Progress<'_>,
) -> Result<(Reading, Vec<(usize, String)>), Error> {
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

/// Codes among numbers that a policy reads as labels are looked up as texts: among labels only the text itself counts.
fn codes_as_written(input: &Input, columns: &mut [ColumnFacts]) -> Result<(), Error> {
    let mut columns: Vec<&mut ColumnFacts> =
        columns.iter_mut().filter(|facts| facts.coded.is_some() && !facts.codes.is_empty()).collect();
    if columns.is_empty() {
        return Ok(());
    }
    let asked = |name: &String| columns.iter().any(|facts| facts.name == *name);
    let ask = input.names().iter().map(|name| if asked(name) { Ask::Text } else { Ask::Skip });
    let texts = input.read_noted(&ask.collect::<Vec<_>>(), &|_, _| {})?.table;
    for facts in &mut columns {
        if let Some(Column::Label(labels)) = texts.column(&facts.name) {
            facts.codes = as_written(&facts.codes, labels);
        }
    }
    Ok(())
}

fn of_encoding(input: &Input) -> Option<String> {
    let encoding = input.encoding().filter(|&encoding| encoding != Encoding::UTF_8)?;
    Some(format!(
        "read as {encoding}, since it is not UTF-8; {} names another one. Releases are UTF-8",
        Means::Encoding
    ))
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
    if let Some(asked) = asked_dates(column) {
        return Ok(Some(asked.note(facts.written.date.is_some())));
    }
    if !typed_by_people {
        return Ok(kept_as_texts(input, labels, facts));
    }
    let counts = labels.counts();
    let Some(near) = nearest(labels.labels(), &counts) else { return Ok(of_digits(labels)) };
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

/// What is said of labels that all look like numbers or dates and are none in a writing that is known.
fn of_digits(labels: &LabelColumn) -> Option<String> {
    let has_digits = |text: &str| text.chars().any(char::is_numeric) && !text.chars().any(char::is_alphabetic);
    let all = labels.labels().iter().all(|text| text.trim().is_empty() || has_digits(text));
    (all && !labels.labels().is_empty()).then(|| {
        "labels: digits and signs, and no numbers or dates in a writing that is known here; amounts can be written as 1234.5, days as \
         2020-01-31"
            .to_owned()
    })
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
        "of_rows": found.of_rows.as_ref().map(aloof_inspect::RowsQuestion::told),
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
