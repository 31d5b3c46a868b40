//! Arrow columns that another program hands over in memory: nothing is decoded, columns are cut into pieces and read.
//!
//! One task per piece and column, so that a table of one large batch is read on several threads too. Cutting shares the
//! buffers; nothing is copied before it becomes a column of ours.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Schema, SchemaRef};
use rayon::prelude::*;

use super::{Piece, Plan, assembly};
use crate::assembly::{Assembly, Names};
use crate::in_order::in_order;
use crate::input::Setting;
use crate::kind::is_text;
use crate::{Format, ReadError};

/// Rows read at a time.
const PIECE_ROWS: usize = 1 << 17;

/// Columns in memory.
#[derive(Debug)]
pub(crate) struct MemoryTable {
    schema: SchemaRef,
    batches: Arc<[RecordBatch]>,
}

/// A piece of a column, and the row of the table at which it starts.
struct Task {
    column: usize,
    start: u64,
    array: ArrayRef,
}

impl MemoryTable {
    pub(crate) fn new(schema: SchemaRef, batches: Arc<[RecordBatch]>) -> Self {
        Self { schema, batches }
    }

    pub(crate) fn schema(&self) -> &Schema {
        &self.schema
    }

    pub(crate) fn pass(&self, plan: &Plan, names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        self.validate(plan, names)?;
        let (tasks, rows) = self.tasks(plan);
        let count = tasks.len();
        let mut queue = tasks.into_iter();
        let take = |task: &mut Option<Task>| {
            (setting.progress)((count - queue.len()) as u64, Some(count as u64));
            *task = queue.next();
            Ok(task.is_some())
        };
        let work = |task: &mut Option<Task>| {
            let Task { column, start, array } = task.take().expect("taken before");
            Piece::of(&array, (column, start), Format::ArrowMemory, plan, names, setting)
        };
        let mut assembly = assembly(plan);
        assembly.rows = rows;
        let keep = |piece: Piece| assembly.append(piece.column, piece.draft?, names);
        in_order(setting.threads.min(count), || None, take, work, keep)?;
        Ok(assembly)
    }

    /// Whoever hands columns over vouches for nothing: texts must be UTF-8, keys must lie in their dictionary, and offsets in
    /// their buffers, before anything is read by them. Whole columns of whole batches, since a piece of one would look at
    /// the buffers of the whole again.
    fn validate(&self, plan: &Plan, names: &Names<'_>) -> Result<(), ReadError> {
        let columns = (0..plan.len()).filter(|&column| plan[column].is_some());
        let columns: Vec<(usize, &ArrayRef)> =
            columns.flat_map(|at| self.batches.iter().map(move |batch| (at, batch.column(at)))).collect();
        let faults = columns.into_par_iter().filter_map(|(at, array)| problem(array).map(|problem| (at, problem)));
        match faults.min() {
            None => Ok(()),
            Some((at, problem)) => {
                Err(ReadError::Invalid { file: names.file.to_owned(), column: names.columns[at].clone(), problem })
            }
        }
    }

    /// All tasks, rows in order, and the number of rows.
    fn tasks(&self, plan: &Plan) -> (Vec<Task>, usize) {
        let (mut tasks, mut rows) = (Vec::new(), 0);
        for batch in self.batches.iter() {
            for at in (0..batch.num_rows()).step_by(PIECE_ROWS) {
                let len = PIECE_ROWS.min(batch.num_rows() - at);
                let piece = |column: usize| {
                    let array = batch.column(column).slice(at, len);
                    Task { column, start: (rows + at) as u64, array }
                };
                tasks.extend((0..plan.len()).filter(|&column| plan[column].is_some()).map(piece));
            }
            rows += batch.num_rows();
        }
        (tasks, rows)
    }
}

/// What is wrong with an array, if anything; in words of our own, since those of the Arrow crate may quote a cell.
fn problem(array: &ArrayRef) -> Option<&'static str> {
    let valid = catch_unwind(AssertUnwindSafe(|| array.to_data().validate_full()));
    if matches!(valid, Ok(Ok(()))) {
        return None;
    }
    Some(match array.data_type() {
        DataType::Dictionary(..) => "keys outside of the dictionary, or a dictionary that is damaged itself",
        of if is_text(of) => "a text that is not UTF-8, or offsets outside of the buffer",
        _ => "its parts contradict each other",
    })
}
