//! Arrow IPC, as a file with a footer or as a stream: one task per record batch and column.
//!
//! Batches are decoded one after the other, which is little more than copying; turning their arrays into columns is
//! the work, and goes on in parallel.

use std::io::BufReader;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arrow_array::{ArrayRef, RecordBatch, RecordBatchReader};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_schema::{ArrowError, Schema};

use super::survey::survey;
use super::{Piece, Plan, assembly};
use crate::assembly::{Assembly, Names};
use crate::guard::guard;
use crate::in_order::in_order;
use crate::input::Setting;
use crate::source::Counted;
use crate::{Format, ReadError, Source};

/// An opened Arrow file or stream.
#[derive(Debug)]
pub(crate) struct IpcFile {
    source: Source,
    format: Format,
    schema: Arc<Schema>,
}

/// A column of a record batch, and the row at which the batch starts.
#[derive(Clone)]
struct Task {
    column: usize,
    start: u64,
    array: ArrayRef,
}

impl IpcFile {
    pub(crate) fn open(source: Source, format: Format) -> Result<Self, ReadError> {
        survey(&source, format)?;
        let schema = Batches::open(&source, format, None)?.reader.schema();
        Ok(Self { source, format, schema })
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.schema
    }

    pub(crate) fn pass(&self, plan: &Plan, names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        let columns: Vec<usize> = (0..plan.len()).filter(|&column| plan[column].is_some()).collect();
        let mut batches = Batches::open(&self.source, self.format, Some(columns.clone()))?;
        let total = self.source.len();
        let (mut queue, mut rows) = (Vec::new().into_iter(), 0u64);
        let take = |task: &mut Option<Task>| {
            *task = queue.next();
            while task.is_none() {
                (setting.progress)(batches.passed.load(Ordering::Relaxed), total);
                let Some(batch) = batches.next(names.file)? else { return Ok(false) };
                queue = tasks(&batch, &columns, rows).into_iter();
                rows += batch.num_rows() as u64;
                *task = queue.next();
            }
            Ok(true)
        };
        let work = |task: &mut Option<Task>| {
            let Task { column, start, array } = task.take().expect("taken before");
            Piece::of(&array, (column, start), self.format, plan, names, setting)
        };
        let mut assembly = assembly(plan);
        let keep = |piece: Piece| assembly.append(piece.column, piece.draft?, names);
        in_order(setting.threads, || None, take, work, keep)?;
        assembly.rows = rows as usize;
        Ok(assembly)
    }
}

fn tasks(batch: &RecordBatch, columns: &[usize], start: u64) -> Vec<Task> {
    let pairs = columns.iter().zip(batch.columns());
    pairs.map(|(&column, array)| Task { column, start, array: Arc::clone(array) }).collect()
}

/// The record batches of a file or a stream, and how many bytes of it have been read.
struct Batches {
    reader: Box<dyn RecordBatchReader + Send>,
    format: Format,
    passed: Arc<AtomicU64>,
}

impl Batches {
    fn open(source: &Source, format: Format, columns: Option<Vec<usize>>) -> Result<Self, ReadError> {
        let counted = Counted::new(source.reader()?);
        let (passed, bytes) = (counted.passed(), BufReader::with_capacity(1 << 16, counted));
        let reader = guard(&source.name(), format, || -> Result<Box<dyn RecordBatchReader + Send>, ArrowError> {
            Ok(match format {
                Format::ArrowStream => Box::new(StreamReader::try_new(bytes, columns)?),
                _ => Box::new(FileReader::try_new(bytes, columns)?),
            })
        })?;
        Ok(Self { reader, format, passed })
    }

    fn next(&mut self, file: &str) -> Result<Option<RecordBatch>, ReadError> {
        guard(file, self.format, || self.reader.next().transpose())
    }
}
