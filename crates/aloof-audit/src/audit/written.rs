//! Whether the files of a release are written as this program writes them.
//!
//! Blanks before a cell, an apostrophe, `5.0` for `5`, quotes that nothing needs, another end of lines: a reader passes over them,
//! and so does an audit, but whoever has the file sees them, and they can tell the rows of a group apart. So a text file that a
//! manifest of this program speaks of is read, written anew and compared, byte by byte. Of other formats the cells are read and
//! nothing else is looked at, which is said.
//!
//! # Cost
//! One more pass over the file, and one of writing it into nothing.

use std::io;
use std::path::Path;

use aloof_io::publish::{Digest, Hashed};
use aloof_io::{Ask, Input, Source, write_csv, write_escaped_csv};
use aloof_table::Table;

use crate::Error;
use crate::data::open_released;
use crate::manifest::{Column, ColumnType, HowMade, Manifest, PublishedAs, digest_of};
use crate::policy::Policy;

/// What is open of the files of a release, and what is to be said of them.
pub(super) fn look(manifest: &Manifest, data: &Path, policy: &Policy) -> Result<(Vec<String>, Option<String>), Error> {
    if manifest.output.format != "csv" {
        let note = format!(
            "What a .{} file carries beside its cells (labels, comments, properties, formats) was not looked at.",
            manifest.output.format
        );
        return Ok((Vec::new(), Some(note)));
    }
    let second =
        if let HowMade::Anatomy(tables) = &manifest.made { Some(data.with_file_name(&tables.file)) } else { None };
    let mut open = Vec::new();
    for path in std::iter::once(data.to_owned()).chain(second) {
        if !is_ours(manifest, &path, policy)? {
            let name = path.file_name().unwrap_or_default().display();
            open.push(format!(
                "{name} is not written as this program writes such a table: blanks, quotes, digits or ends of lines are others, \
                 and what they tell was not judged"
            ));
        }
    }
    Ok((open, None))
}

/// Whether the file has the bytes that its cells would be written with.
fn is_ours(manifest: &Manifest, path: &Path, policy: &Policy) -> Result<bool, Error> {
    let input = open_released(&Source::File(path.to_owned()), policy)?;
    let stands =
        digest_of(path).map_err(|cause| Error::File { what: format!("{} cannot be read", path.display()), cause })?;
    // Numbers as numbers, if they are: else they are not ours to write, and stand as texts.
    let typed: Vec<Ask> = input.names().iter().map(|name| asked(manifest, name)).collect();
    let table = input.read(&typed).or_else(|_| as_texts(&input))?;
    Ok(written(&table, manifest.output.is_escaped()).is_some_and(|digest| digest == stands))
}

fn as_texts(input: &Input) -> Result<Table, Error> {
    Ok(input.read(&vec![Ask::Text; input.names().len()])?)
}

/// How a published column is read.
fn asked(manifest: &Manifest, name: &str) -> Ask {
    let plain = |column: &&Column| !matches!(column.published_as, PublishedAs::Generalized | PublishedAs::Bounds);
    let uncoded = |column: &&Column| column.coding.as_ref().is_none_or(|coding| coding.classes.is_empty());
    let column = manifest.columns.iter().find(|column| column.name == name).filter(plain).filter(uncoded);
    match column.map(|column| column.kind) {
        Some(ColumnType::Number) => Ask::Number,
        Some(ColumnType::Date) => Ask::Date,
        _ => Ask::Text,
    }
}

fn written(table: &Table, escaped: bool) -> Option<Digest> {
    let mut hashed = Hashed::new(io::sink());
    let done = if escaped { write_escaped_csv(table, &mut hashed) } else { write_csv(table, &mut hashed) };
    done.ok().map(|()| hashed.finish().1)
}
