//! Parquet: one task per row group and column.
//!
//! Text columns are asked for as dictionaries, which is how nearly all writers store them: then a text is looked at
//! once per row group, not once per row. Only the columns asked for are touched.

use std::fs::File;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_schema::{DataType, Field, Schema};
use bytes::Bytes;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::errors::ParquetError;
use parquet::file::reader::ChunkReader;

use super::{Piece, Plan, Pusher, assembly, value_error};
use crate::assembly::{Assembly, Names};
use crate::draft::Draft;
use crate::guard::{guard, touch};
use crate::in_order::in_order;
use crate::input::Setting;
use crate::kind::{Reading, is_text};
use crate::source::Reader;
use crate::{Ask, Format, ReadError, Source};

/// Rows decoded at a time.
const BATCH_ROWS: usize = 1 << 16;

/// An opened Parquet file.
#[derive(Debug)]
pub(crate) struct ParquetFile {
    source: Source,
    metadata: ArrowReaderMetadata,
}

/// A column of a row group, and the row at which the group starts.
#[derive(Clone, Copy, Default)]
struct Task {
    group: usize,
    column: usize,
    start: u64,
}

impl ParquetFile {
    pub(crate) fn open(source: Source) -> Result<Self, ReadError> {
        let (reader, name) = (source.reader()?, source.name());
        let metadata = guard(&name, Format::Parquet, || match &reader {
            Reader::File(file) => ArrowReaderMetadata::load(file, ArrowReaderOptions::new()),
            Reader::Memory(bytes) => ArrowReaderMetadata::load(bytes.get_ref(), ArrowReaderOptions::new()),
        })?;
        Ok(Self { source, metadata })
    }

    pub(crate) fn schema(&self) -> &Schema {
        self.metadata.schema()
    }

    pub(crate) fn pass(&self, plan: &Plan, names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        let metadata = self.with_dictionaries(plan, names.file);
        let (tasks, rows) = self.tasks(plan);
        let (count, total) = (tasks.len() as u64, self.source.len());
        let mut queue = tasks.into_iter().enumerate();
        let take = |task: &mut Task| {
            let next = queue.next();
            let done = next.map_or(count, |(done, _)| done as u64);
            (setting.progress)(total.unwrap_or(0) * done / count.max(1), total);
            *task = next.map_or(*task, |(_, task)| task);
            Ok(next.is_some())
        };
        let work = |task: &mut Task| {
            let reading = plan[task.column].expect("only columns of the plan are tasks");
            let draft = self.column(&metadata, *task, reading, names, setting);
            Piece { column: task.column, draft }
        };
        let mut assembly = assembly(plan);
        assembly.rows = rows as usize;
        let keep = |piece: Piece| assembly.append(piece.column, piece.draft?, names);
        in_order(setting.threads.min(count as usize), Task::default, take, work, keep)?;
        Ok(assembly)
    }

    /// All tasks in order, and the number of rows.
    fn tasks(&self, plan: &Plan) -> (Vec<Task>, u64) {
        let (mut tasks, mut start) = (Vec::new(), 0);
        for (group, data) in self.metadata.metadata().row_groups().iter().enumerate() {
            let columns = (0..plan.len()).filter(|&column| plan[column].is_some());
            tasks.extend(columns.map(|column| Task { group, column, start }));
            start += u64::try_from(data.num_rows()).unwrap_or(0);
        }
        (tasks, start)
    }

    /// The metadata with text columns declared as dictionaries; as they are if the crate will not have that.
    fn with_dictionaries(&self, plan: &Plan, file: &str) -> ArrowReaderMetadata {
        let fields = self.schema().fields().iter().zip(plan).map(|(field, reading)| hinted(field, *reading));
        let schema = Schema::new(fields.collect::<Vec<Field>>());
        let options = ArrowReaderOptions::new().with_schema(Arc::new(schema));
        let metadata = Arc::clone(self.metadata.metadata());
        let hinted = guard(file, Format::Parquet, || ArrowReaderMetadata::try_new(metadata, options));
        hinted.unwrap_or_else(|_| self.metadata.clone())
    }

    fn column(
        &self,
        metadata: &ArrowReaderMetadata,
        task: Task,
        reading: Reading,
        names: &Names<'_>,
        setting: &Setting<'_>,
    ) -> Result<Draft, ReadError> {
        let mut batches = self.batches(metadata, task, names.file)?;
        let mut pusher = Pusher::new(reading.draft(), setting.nulls.of(task.column));
        let mut start = task.start;
        while let Some(array) = next_array(&mut batches, names.file)? {
            let pushed = touch(names.file, Format::Parquet, || pusher.push(&array))?;
            pushed.map_err(|(row, fault)| value_error(names, task.column, start + row as u64, fault))?;
            start += array.len() as u64;
        }
        Ok(pusher.draft)
    }

    /// Every task opens the file for itself: readers of one open file share their position in it.
    fn batches(
        &self,
        metadata: &ArrowReaderMetadata,
        task: Task,
        file: &str,
    ) -> Result<ParquetRecordBatchReader, ReadError> {
        let reader = self.source.reader()?;
        guard(file, Format::Parquet, || match reader {
            Reader::File(file) => builder::<File>(file, metadata, task),
            Reader::Memory(bytes) => builder::<Bytes>(bytes.into_inner(), metadata, task),
        })
    }
}

fn builder<R: ChunkReader + 'static>(
    reader: R,
    metadata: &ArrowReaderMetadata,
    task: Task,
) -> Result<ParquetRecordBatchReader, ParquetError> {
    let mask = ProjectionMask::roots(metadata.parquet_schema(), [task.column]);
    ParquetRecordBatchReaderBuilder::new_with_metadata(reader, metadata.clone())
        .with_row_groups(vec![task.group])
        .with_projection(mask)
        .with_batch_size(BATCH_ROWS)
        .build()
}

fn next_array(batches: &mut ParquetRecordBatchReader, file: &str) -> Result<Option<ArrayRef>, ReadError> {
    let batch = guard(file, Format::Parquet, || batches.next().transpose())?;
    Ok(batch.map(|batch| Arc::clone(batch.column(0))))
}

/// A column of texts asked for as labels becomes a dictionary; a dictionary asked for otherwise becomes what is in it.
fn hinted(field: &Field, reading: Option<Reading>) -> Field {
    let inner = match field.data_type() {
        DataType::Dictionary(_, values) => values,
        plain => plain,
    };
    let wanted = match reading {
        Some(reading) if is_text(inner) && reading.kind == Ask::Text => {
            DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
        }
        Some(_) => inner.clone(),
        None => field.data_type().clone(),
    };
    field.clone().with_data_type(wanted)
}
