//! Arrow columns that another program hands over in memory: nothing is decoded, columns are cut into pieces and read.
//!
//! One task per piece and column, so that a table of one large batch is read on several threads too. Cutting shares the
//! buffers; nothing is copied before it becomes a column of ours.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{Schema, SchemaRef};

use super::{Piece, Plan, assembly};
use crate::ReadError;
use crate::assembly::{Assembly, Names};
use crate::in_order::in_order;
use crate::input::Setting;

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
            Piece::of(&array, (column, start), plan, names, setting)
        };
        let mut assembly = assembly(plan);
        assembly.rows = rows;
        let keep = |piece: Piece| assembly.append(piece.column, piece.draft?, names);
        in_order(setting.threads.min(count), || None, take, work, keep)?;
        Ok(assembly)
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
