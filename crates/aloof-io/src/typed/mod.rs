//! Tables whose columns have declared types: Parquet, Arrow IPC, Arrow in memory.
//!
//! A column at a time is a task, so that a file of one large piece is read on several threads too. What a type means
//! stands in `kind`, how its arrays become columns in `arrays`.

mod arrays;
mod ipc;
mod memory;
mod numbers;
mod parquet;
mod survey;
mod told;

use std::sync::Arc;

use aloof_table::ColumnInfo;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{Schema, SchemaRef};

use self::arrays::Pusher;
use self::ipc::IpcFile;
use self::memory::MemoryTable;
use self::parquet::ParquetFile;
use crate::assembly::{Assembly, Names};
use crate::draft::Draft;
use crate::guard::touch;
use crate::input::Setting;
use crate::kind::{Reading, of_field};
use crate::stream::Packed;
use crate::{Ask, CellFault, Format, ReadError};

/// An opened Parquet or Arrow file, or columns in memory.
#[derive(Debug)]
pub(crate) enum TypedInput {
    Parquet(ParquetFile),
    Ipc(IpcFile),
    Memory(MemoryTable),
}

/// How to read each column, `None` for those not asked for.
pub(crate) type Plan = Vec<Option<Reading>>;

/// The piece of a column that one task gave, or what is wrong in it and in which row.
pub(crate) struct Piece {
    column: usize,
    draft: Result<Draft, ReadError>,
}

impl Piece {
    /// The piece that one array gives; its first row is row `start` of the table.
    fn of(
        array: &ArrayRef,
        (column, start): (usize, u64),
        format: Format,
        plan: &Plan,
        names: &Names<'_>,
        setting: &Setting<'_>,
    ) -> Self {
        let reading = plan[column].expect("only columns of the plan are tasks");
        let mut pusher = Pusher::new(reading.draft(), setting.nulls.of(column));
        let pushed = touch(names.file, format, || pusher.push(array));
        let told = |(row, fault)| value_error(names, column, start + row as u64, fault);
        let draft = pushed.and_then(|pushed| pushed.map_err(told)).map(|()| pusher.draft);
        Self { column, draft }
    }
}

impl TypedInput {
    pub(crate) fn open(packed: &Packed) -> Result<(Self, Vec<String>), ReadError> {
        let source = packed.unpacked()?;
        let input = match packed.format {
            Format::Parquet => Self::Parquet(ParquetFile::open(source)?),
            format => Self::Ipc(IpcFile::open(source, format)?),
        };
        let names = input.names();
        Ok((input, names))
    }

    pub(crate) fn in_memory(schema: SchemaRef, batches: Arc<[RecordBatch]>) -> (Self, Vec<String>) {
        let input = Self::Memory(MemoryTable::new(schema, batches));
        let names = input.names();
        (input, names)
    }

    fn names(&self) -> Vec<String> {
        self.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// What the columns say of themselves.
    pub(crate) fn infos(&self) -> Vec<ColumnInfo> {
        self.schema().fields().iter().map(|field| told::of(field)).collect()
    }

    fn schema(&self) -> &Schema {
        match self {
            Self::Parquet(file) => file.schema(),
            Self::Ipc(file) => file.schema(),
            Self::Memory(table) => table.schema(),
        }
    }

    /// Reads the columns asked for.
    pub(crate) fn pass(&self, ask: &[Ask], names: &Names<'_>, setting: &Setting<'_>) -> Result<Assembly, ReadError> {
        let fields = self.schema().fields();
        let plan = ask.iter().zip(fields).map(|(&ask, field)| of_field(field, ask, names.file));
        let plan: Plan = plan.collect::<Result<_, _>>()?;
        match self {
            Self::Parquet(file) => file.pass(&plan, names, setting),
            Self::Ipc(file) => file.pass(&plan, names, setting),
            Self::Memory(table) => table.pass(&plan, names, setting),
        }
    }
}

/// An assembly with a draft for every column of the plan.
fn assembly(plan: &Plan) -> Assembly {
    Assembly::new(plan.iter().map(|reading| reading.map_or_else(|| Draft::new(Ask::Skip), Reading::draft)).collect())
}

/// A fault in words; `row` counts from 0.
pub(crate) fn value_error(names: &Names<'_>, column: usize, row: u64, fault: CellFault) -> ReadError {
    let (file, column) = (names.file.to_owned(), names.columns[column].clone());
    match fault {
        CellFault::TooWide(cause) => ReadError::TooWide { file, column, cause },
        fault => ReadError::Value { file, row: row + 1, column, fault },
    }
}
