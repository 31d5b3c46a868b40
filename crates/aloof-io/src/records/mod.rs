//! Files of statistical programs: a codebook, then records of equal length.
//!
//! | file | what it does |
//! |---|---|
//! | `scan` | a file looked through from front to back |
//! | `field`, `missing` | where a column lies in a record, what its bytes mean, which of them mean missing |
//! | `stata`, `spss`, `sas` | the codebook of each format, and where its records are |
//!
//! # Cost
//!
//! Records are handed out in blocks of about a MiB; of each block the columns asked for are read, blocks at the same time.
//! Packed records are unpacked by whoever hands them out, one block after the other.

mod field;
mod missing;
mod sas;
mod scan;
mod spss;
mod stata;
#[cfg(test)]
mod tests;

use aloof_table::ColumnInfo;

use self::field::{Field, Meaning, Raw};
use crate::assembly::{Assembly, Names};
use crate::draft::Draft;
use crate::guard::caught;
use crate::in_order::in_order;
use crate::input::Setting;
use crate::kind::{Nature, Reading, reading};
use crate::stream::Packed;
use crate::typed::value_error;
use crate::{Ask, CellFault, Format, ReadError, Source};

/// About so many bytes are a block.
const BLOCK_BYTES: usize = 1 << 20;

/// An opened file.
#[derive(Debug)]
pub(crate) struct RecordsInput {
    source: Source,
    format: Format,
    book: Codebook,
}

impl RecordsInput {
    /// What the file declares to be missing, beside what its format has for it, is a value from now on.
    pub(crate) fn forget_declared(&mut self) {
        self.book.fields.iter_mut().for_each(|field| field.missing.forget_declared());
    }
}

/// What a file says before its records.
#[derive(Debug)]
pub(crate) struct Codebook {
    names: Vec<String>,
    infos: Vec<ColumnInfo>,
    fields: Vec<Field>,
    /// Bytes of a record.
    width: usize,
    body: Body,
}

/// Where the records are.
#[derive(Debug)]
enum Body {
    Stata(stata::Body),
    Spss(spss::Body),
    Sas(sas::Body),
}

/// Records one behind the other.
pub(crate) trait Records: Send {
    /// Adds the next record to `block`; whether there was one.
    fn next(&mut self, block: &mut Vec<u8>) -> Result<bool, String>;
}

/// What a worker holds: whole records, and the number of the first.
#[derive(Default)]
struct Task {
    block: Vec<u8>,
    start: u64,
}

/// What a block gave: pieces of columns, or the first fault, its column and its row.
type Pieces = Result<(Vec<Draft>, usize), (u64, usize, CellFault)>;

impl RecordsInput {
    /// Reads the codebook.
    pub(crate) fn open(packed: &Packed) -> Result<(Self, Vec<String>, Vec<ColumnInfo>), ReadError> {
        let (file, format, source) = (packed.source.name(), packed.format, packed.unpacked()?);
        let broken = |cause: String| ReadError::Corrupt { file: file.clone(), format: format.what(), cause };
        let mut book = caught(&file, format, || {
            let mut scan = scan::Scan::new(&source)?;
            let book = match format {
                Format::Stata => stata::read(&mut scan),
                Format::Spss => spss::read(&mut scan),
                _ => sas::read(&mut scan),
            };
            book.map_err(broken)
        })?;
        if book.width == 0 || book.fields.is_empty() {
            return Err(broken("it has no columns".to_owned()));
        }
        let (names, infos) = (std::mem::take(&mut book.names), std::mem::take(&mut book.infos));
        Ok((Self { source, format, book }, names, infos))
    }

    /// Reads the columns asked for.
    pub(crate) fn pass(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        let fields = self.book.fields.iter().zip(ask).zip(names.columns);
        let plan = fields.map(|((field, &ask), name)| match ask {
            Ask::Skip => Ok(None),
            ask => reading(nature(field), ask, name, names.file).map(Some),
        });
        let plan: Vec<Option<Reading>> = plan.collect::<Result<_, _>>()?;
        let mut records = self.records()?;
        let broken =
            |cause: String| ReadError::Corrupt { file: names.file.to_owned(), format: self.format.what(), cause };
        let mut rows = 0;
        let take = |task: &mut Task| {
            (task.start, task.block) = (rows, Vec::new());
            let filled = caught(names.file, self.format, || {
                while task.block.len() < BLOCK_BYTES && records.next(&mut task.block).map_err(broken)? {}
                Ok(())
            });
            filled?;
            rows += (task.block.len() / self.book.width) as u64;
            (setting.progress)(rows, None);
            Ok(!task.block.is_empty())
        };
        let work = |task: &mut Task| self.pieces(task, &plan, setting);
        let mut assembly = Assembly::new(plan.iter().copied().map(draft).collect());
        let keep = |pieces: Pieces| {
            let (pieces, rows) = pieces.map_err(|(row, column, fault)| value_error(names, column, row, fault))?;
            assembly.rows += rows;
            let mut pieces = pieces.into_iter().enumerate();
            pieces.try_for_each(|(at, piece)| assembly.append(at, piece, names))
        };
        in_order(setting.threads, Task::default, take, work, keep)?;
        Ok(assembly)
    }

    fn records(&self) -> Result<Box<dyn Records>, ReadError> {
        let broken = |cause| ReadError::Corrupt { file: self.source.name(), format: self.format.what(), cause };
        caught(&self.source.name(), self.format, || {
            let scan = scan::Scan::new(&self.source)?;
            let records = match &self.book.body {
                Body::Stata(body) => body.records(scan, self.book.width),
                Body::Spss(body) => body.records(scan, self.book.width),
                Body::Sas(body) => body.records(scan, self.book.width),
            };
            records.map_err(broken)
        })
    }

    /// The columns of a block, each by itself; of several faults that in the first row.
    fn pieces(&self, task: &Task, plan: &[Option<Reading>], setting: &Setting<'_>) -> Pieces {
        let mut fault: Option<(u64, usize, CellFault)> = None;
        let mut drafts: Vec<Draft> = plan.iter().copied().map(draft).collect();
        let columns = self.book.fields.iter().zip(&mut drafts).enumerate();
        for (column, (field, draft)) in columns.filter(|(_, (_, draft))| !draft.is_skipped()) {
            for (row, record) in task.block.chunks_exact(self.book.width).enumerate() {
                if let Err(found) = field.push_into(record, draft, setting.nulls.of(column)) {
                    let row = task.start + row as u64;
                    fault = fault.filter(|(first, ..)| *first <= row).or(Some((row, column, found)));
                    break;
                }
            }
        }
        match fault {
            Some(fault) => Err(fault),
            None => Ok((drafts, task.block.len() / self.book.width)),
        }
    }
}

fn draft(reading: Option<Reading>) -> Draft {
    reading.map_or_else(|| Draft::new(Ask::Skip), Reading::draft)
}

/// What the values of a column are.
fn nature(field: &Field) -> Nature {
    match (&field.raw, field.meaning) {
        (Raw::Text(_) | Raw::Elsewhere(..), _) | (_, Meaning::Text | Meaning::Clock) => Nature::Text,
        (_, Meaning::Number) => Nature::Number,
        (_, Meaning::Since { per_day: 1, .. } | Meaning::Periods(_)) => Nature::Date,
        (_, Meaning::Since { .. }) => Nature::Moment,
    }
}
