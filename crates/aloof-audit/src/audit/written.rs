//! Whether the files of a release are written as this program writes them.
//!
//! Blanks before a cell, an apostrophe, `5.0` for `5`, quotes that nothing needs, another end of lines; in a spreadsheet comments,
//! hidden sheets, styles, properties; in a data set of Stata notes, labels and formats; in Parquet metadata and statistics: a reader
//! passes over them, and so does an audit, but whoever has the file sees them. They can tell the rows of a group apart, and say
//! anything. So a file that a manifest of this program speaks of is read, written anew and compared, byte by byte: what differs
//! carries something that nobody judged. Writers are functions of values alone, so that nothing else can differ.
//!
//! Two things stand in such a file that are no values, and are known otherwise. The label of a column must be the one that the
//! manifest states. Value labels, where the manifest says that they were kept, are one text for each published code, as the labels
//! of a text file would be: with an original that has them they must be its own, without they are taken as they stand, which is
//! said.
//!
//! # Cost
//! One more pass over the file, and one of writing it into nothing.

use std::collections::BTreeSet;
use std::io;
use std::path::Path;

use aloof_io::publish::{Digest, Hashed};
use aloof_io::{
    Ask, DtaColumn, Format, Input, Source, write_csv, write_dta, write_escaped_csv, write_parquet, write_xlsx,
};
use aloof_table::{Column as Values, ColumnInfo, Table};

use super::AuditRequest;
use crate::Error;
use crate::data::{open_released, read_options};
use crate::manifest::{Column, ColumnType, HowMade, Manifest, PublishedAs, digest_of};

/// What is open of the files of a release, and what is to be said of them.
pub(super) fn look(
    manifest: &Manifest,
    data: &Path,
    request: &AuditRequest<'_>,
) -> Result<(Vec<String>, Option<String>), Error> {
    let second =
        if let HowMade::Anatomy(tables) = &manifest.made { Some(data.with_file_name(&tables.file)) } else { None };
    let (mut open, mut labelled) = (Vec::new(), BTreeSet::new());
    for path in std::iter::once(data.to_owned()).chain(second) {
        let input = open_released(&Source::File(path.clone()), request.policy)?;
        let said = Said::of(manifest, &input, request)?;
        if !is_ours(manifest, &path, &input, &said)? {
            open.push(told(manifest, &path, input.format()));
        }
        labelled.extend(said.unheld);
    }
    let names = labelled.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    let note = (!labelled.is_empty()).then(|| {
        format!(
            "Value labels of {names} stand in the file, for published codes only; what they say was not judged, and is held \
             against the original where that is given and has them."
        )
    });
    Ok((open, note))
}

/// What is said of a file that has other bytes.
fn told(manifest: &Manifest, path: &Path, format: Format) -> String {
    let what = match format {
        Format::Csv => "blanks, quotes, digits or ends of lines are others",
        Format::Xlsx => {
            "it has comments, hidden sheets, rows or columns, styles, formats, properties or parts that no such table has, or cells \
             written otherwise"
        }
        Format::Stata => "it has labels, notes, characteristics, formats, types or a time that no such table has",
        Format::Parquet => "it has metadata, statistics, types or pages that no such table has",
        _ => "it is in no format that releases are written in",
    };
    let (theirs, ours) = (&manifest.program.version, env!("CARGO_PKG_VERSION"));
    let version = if theirs == ours {
        String::new()
    } else {
        format!("; by its manifest it is of version {theirs} and this is {ours}, which may write otherwise")
    };
    let name = path.file_name().unwrap_or_default().display();
    format!(
        "{name} is not written as this program writes such a table: {what}, and what that tells was not judged{version}"
    )
}

/// What stands in a file of Stata beside the values of its columns.
#[derive(Default)]
struct Said {
    /// For each column what it is about, and what its codes may be called.
    columns: Vec<DtaColumn>,
    /// Columns whose value labels nothing was there to be held against.
    unheld: Vec<String>,
}

impl Said {
    fn of(manifest: &Manifest, input: &Input, request: &AuditRequest<'_>) -> Result<Self, Error> {
        let mut said = Self::default();
        if input.format() != Format::Stata {
            return Ok(said);
        }
        let original = match &request.original {
            Some(source) => Some(Input::open(source.clone(), read_options(request.policy))?),
            None => None,
        };
        for (name, info) in input.names().iter().zip(input.infos()) {
            let kept = manifest
                .columns
                .iter()
                .any(|column| column.name == *name && column.value_labels.as_deref() == Some("kept"));
            let before = original.as_ref().and_then(|original| {
                let at = original.names().iter().position(|other| other == name)?;
                Some(&original.infos()[at]).filter(|info| !info.value_labels.is_empty())
            });
            let label = label(manifest, name);
            let value_labels = if kept { value_labels(before.unwrap_or(info)) } else { Vec::new() };
            if kept && before.is_none() && !value_labels.is_empty() {
                said.unheld.push(name.clone());
            }
            said.columns.push(DtaColumn { label, value_labels });
        }
        Ok(said)
    }

    /// The same, with names for those codes only that are in the table.
    fn published(&self, table: &Table) -> Vec<DtaColumn> {
        let one = |(said, values): (&DtaColumn, &std::sync::Arc<Values>)| {
            let mut said = said.clone();
            if !said.value_labels.is_empty() {
                let shown: BTreeSet<String> = (0..values.len()).filter_map(|row| values.text(row)).collect();
                said.value_labels.retain(|(code, _)| shown.contains(&code.to_string()));
            }
            said
        };
        self.columns.iter().zip(table.columns()).map(one).collect()
    }
}

/// What a published column is about, by the manifest; of one end of intervals, too.
fn label(manifest: &Manifest, name: &str) -> Option<String> {
    let of = |name: &str| manifest.columns.iter().find(|column| column.name == name)?.label.clone();
    let end = |side: &str, word: &str| Some(format!("{} ({word})", of(name.strip_suffix(side)?)?));
    of(name).or_else(|| end("_lo", "lowest")).or_else(|| end("_hi", "highest"))
}

fn value_labels(info: &ColumnInfo) -> Vec<(i32, String)> {
    info.value_labels.iter().filter_map(|one| Some((one.value.parse().ok()?, one.label.clone()))).collect()
}

/// Whether the file has the bytes that its cells would be written with.
fn is_ours(manifest: &Manifest, path: &Path, input: &Input, said: &Said) -> Result<bool, Error> {
    let stands =
        digest_of(path).map_err(|cause| Error::File { what: format!("{} cannot be read", path.display()), cause })?;
    let table = match input.format() {
        // The file says what its columns are; one that our tables do not have is written as another.
        Format::Parquet | Format::Stata => input.read(&vec![Ask::Auto; input.names().len()])?,
        // Numbers as numbers, if they are: else they are not ours to write, and stand as texts.
        _ => {
            let typed = input.names().iter().map(|name| asked(manifest, name)).collect::<Vec<Ask>>();
            let typed = if matches!(input.format(), Format::Xlsx | Format::Csv) {
                with_ends(manifest, input, typed)?
            } else {
                typed
            };
            input.read(&typed).or_else(|_| as_texts(input))?
        }
    };
    Ok(written(&table, input.format(), said, manifest.output.is_escaped()).is_some_and(|digest| digest == stands))
}

fn as_texts(input: &Input) -> Result<Table, Error> {
    Ok(input.read(&vec![Ask::Text; input.names().len()])?)
}

/// How a published column is read.
fn asked(manifest: &Manifest, name: &str) -> Ask {
    let plain = |column: &&Column| !column.is_of_groups(&manifest.made);
    let uncoded = |column: &&Column| column.coding.as_ref().is_none_or(|coding| coding.classes.is_empty());
    let column = manifest.columns.iter().find(|column| column.name == name).filter(plain).filter(uncoded);
    column.map_or(Ask::Text, |column| by_kind(column.kind))
}

fn by_kind(kind: ColumnType) -> Ask {
    match kind {
        ColumnType::Number => Ask::Number,
        ColumnType::Date => Ask::Date,
        ColumnType::Label => Ask::Text,
    }
}

/// Ends of intervals are cells of numbers or days, unless a group shows `*`.
fn with_ends(manifest: &Manifest, input: &Input, mut asked: Vec<Ask>) -> Result<Vec<Ask>, Error> {
    let whose = |name: &String| {
        let base = name.strip_suffix("_lo").or_else(|| name.strip_suffix("_hi"))?;
        let is_it = |column: &&Column| column.name == base && column.published_as == PublishedAs::Bounds;
        manifest.columns.iter().find(is_it).map(|column| by_kind(column.kind))
    };
    let ends: Vec<Option<Ask>> = input.names().iter().map(whose).collect();
    if ends.iter().all(Option::is_none) {
        return Ok(asked);
    }
    let texts = as_texts(input)?;
    for ((ask, end), column) in asked.iter_mut().zip(ends).zip(texts.columns()) {
        let starred = matches!(&**column, Values::Label(labels) if labels.labels().iter().any(|text| text == "*"));
        if let Some(end) = end.filter(|_| !starred) {
            *ask = end;
        }
    }
    Ok(asked)
}

fn written(table: &Table, format: Format, said: &Said, escaped: bool) -> Option<Digest> {
    let mut hashed = Hashed::new(io::sink());
    let done = match format {
        Format::Csv if escaped => write_escaped_csv(table, &mut hashed),
        Format::Csv => write_csv(table, &mut hashed),
        Format::Xlsx => write_xlsx(table, &mut hashed),
        Format::Parquet => write_parquet(table, &mut hashed),
        Format::Stata => write_dta(table, &said.published(table), &mut hashed),
        _ => return None,
    };
    done.ok().map(|()| hashed.finish().1)
}
