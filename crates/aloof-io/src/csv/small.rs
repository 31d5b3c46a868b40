//! Texts that fit memory and have no columns to fill: the header of a table, and small files.

use std::io::{Cursor, Read};

use bytes::Bytes;

use super::blocks::Block;
use super::delimiter;
use super::fault::{Fault, lines};
use super::fields::Fields;
use super::parse::{endless, sound};
use crate::assembly::Names;
use crate::encoding;
use crate::stream::Packed;
use crate::{ReadError, Source};

/// One record of a small file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    pub(crate) line: u64,
    pub(crate) fields: Vec<String>,
}

/// The text without a byte order mark.
pub(crate) fn text_start(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// A small file as UTF-8, if it can be told what it is.
fn as_utf_8(packed: &Packed) -> Result<Bytes, ReadError> {
    let bytes = packed.bytes()?;
    let found = encoding::of_start(&bytes).or_else(|| match std::str::from_utf8(&bytes) {
        Ok(_) => None,
        Err(_) => encoding::of_bytes(&bytes[..]).ok().flatten(),
    });
    let Some(encoding) = found else { return Ok(bytes) };
    let mut text = Vec::new();
    let read = encoding.decode(Box::new(Cursor::new(bytes))).read_to_end(&mut text);
    read.map_err(|cause| packed.failure(cause)).map(|_| text.into())
}

/// The names in the first record of a table, and where the records behind it start.
pub(crate) fn header(block: &Block, delimiter: u8, file: &str) -> Result<(Vec<String>, usize), ReadError> {
    let (text, bad) = sound(block.bytes(), 0, delimiter);
    let error = |fault: Fault| {
        let line = lines(&block.bytes()[..fault.at]) + 1;
        fault.into_error(line, &Names { file, columns: &[] }, None)
    };
    if block.endless {
        return Err(error(endless(block.bytes(), 0, delimiter)));
    }
    let mut fields = Fields::new(text, 0, delimiter);
    if fields.next_record().is_none() {
        return Err(bad.map_or_else(|| ReadError::Empty { file: file.to_owned() }, error));
    }
    let names = record(&mut fields).map_err(error)?;
    Ok((names.iter().map(|name| bare(name)).collect(), fields.position()))
}

/// A name without the blanks and quotes around it.
fn bare(name: &str) -> String {
    let name = name.trim();
    let inside = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
    inside.unwrap_or(name).trim().to_owned()
}

/// All records of a small file without a header, the delimiter found among `candidates`.
pub(crate) fn small_table(source: &Source, candidates: &[u8]) -> Result<Vec<Record>, ReadError> {
    let packed = Packed::find(source.clone())?;
    let (bytes, file) = (as_utf_8(&packed)?, packed.source.name());
    let bytes = text_start(&bytes);
    let sample = &bytes[..bytes.len().min(delimiter::SAMPLE_BYTES)];
    let delimiter = delimiter::find(sample, sample.len() == bytes.len(), candidates);
    records(bytes, delimiter).map_err(|fault| {
        let line = lines(&bytes[..fault.at]) + 1;
        fault.into_error(line, &Names { file: &file, columns: &[] }, None)
    })
}

fn records(bytes: &[u8], delimiter: u8) -> Result<Vec<Record>, Fault> {
    let (text, bad) = sound(bytes, 0, delimiter);
    let mut fields = Fields::new(text, 0, delimiter);
    let (mut all, mut counted, mut line) = (Vec::new(), 0, 1);
    while let Some(start) = fields.next_record() {
        line += lines(&bytes[counted..start]);
        counted = start;
        all.push(Record { line, fields: record(&mut fields)? });
    }
    bad.map_or(Ok(all), Err)
}

/// The fields of one record, without the blanks around them unless they were quoted.
fn record(fields: &mut Fields<'_>) -> Result<Vec<String>, Fault> {
    let mut record = Vec::new();
    loop {
        let field = fields.next_field()?;
        record.push(if field.quoted { field.text } else { field.text.trim_ascii() }.to_owned());
        if field.last {
            return Ok(record);
        }
    }
}
