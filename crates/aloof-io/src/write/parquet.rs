//! A table as Parquet: whole numbers as 64-bit integers, others as decimals, dates as days, labels as dictionaries.

use std::io::{self, Write};
use std::ops::Range;
use std::sync::Arc;

use aloof_table::{Column, DateColumn, LabelColumn, NumberColumn, Table};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, Date32Array, Decimal128Array, DictionaryArray, Int32Array, Int64Array, RecordBatch, StringArray,
};
use arrow_schema::{ArrowError, Field, Schema};
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

/// Rows handed over at a time.
const BATCH_ROWS: usize = 1 << 16;
/// Digits of the widest decimal that the format has.
const PRECISION: u8 = 38;

/// Writes a table. Fails on what the format cannot hold: a number of 39 digits, or more than 2^31 distinct labels.
pub fn write_parquet(table: &Table, to: impl Write + Send) -> io::Result<()> {
    let columns = table.columns().iter().map(|column| Prepared::new(column)).collect::<io::Result<Vec<_>>>()?;
    let first = batch(table, &columns, 0..table.rows().min(BATCH_ROWS)).map_err(io::Error::other)?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = ArrowWriter::try_new(to, first.schema(), Some(properties))?;
    writer.write(&first)?;
    for start in (BATCH_ROWS..table.rows()).step_by(BATCH_ROWS) {
        let rows = start..table.rows().min(start + BATCH_ROWS);
        writer.write(&batch(table, &columns, rows).map_err(io::Error::other)?)?;
    }
    writer.close()?;
    Ok(())
}

/// A column with what all its batches share.
enum Prepared<'a> {
    Integers(&'a NumberColumn),
    Decimals(&'a NumberColumn),
    Dates(&'a DateColumn),
    Labels(&'a LabelColumn, ArrayRef),
}

impl<'a> Prepared<'a> {
    fn new(column: &'a Column) -> io::Result<Self> {
        match column {
            Column::Number(numbers) if numbers.scale() == 0 && numbers.narrow().is_some() => {
                Ok(Self::Integers(numbers))
            }
            Column::Number(numbers) => {
                let limit = 10u128.pow(u32::from(PRECISION));
                let fits = |row| numbers.scaled(row).is_none_or(|value| value.unsigned_abs() < limit);
                if !(0..numbers.len()).all(fits) {
                    return Err(io::Error::other("a number has more than the 38 digits that Parquet can hold"));
                }
                Ok(Self::Decimals(numbers))
            }
            Column::Date(dates) => Ok(Self::Dates(dates)),
            Column::Label(labels) => {
                if i32::try_from(labels.labels().len()).is_err() {
                    return Err(io::Error::other("a column has more distinct labels than Parquet can number"));
                }
                Ok(Self::Labels(labels, Arc::new(StringArray::from_iter_values(labels.labels().iter()))))
            }
        }
    }

    fn array(&self, rows: Range<usize>) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Self::Integers(numbers) => {
                Arc::new(rows.map(|row| numbers.scaled(row).map(|value| value as i64)).collect::<Int64Array>())
            }
            Self::Decimals(numbers) => {
                let values = rows.map(|row| numbers.scaled(row)).collect::<Decimal128Array>();
                Arc::new(values.with_precision_and_scale(PRECISION, numbers.scale().cast_signed())?)
            }
            Self::Dates(dates) => {
                Arc::new(rows.map(|row| dates.get(row).map(aloof_table::Date::days)).collect::<Date32Array>())
            }
            Self::Labels(labels, texts) => {
                let code = |row: usize| Some(labels.codes()[row]).filter(|&code| code != LabelColumn::MISSING);
                let keys: Int32Array = rows.map(|row| code(row).map(u32::cast_signed)).collect();
                Arc::new(DictionaryArray::<Int32Type>::try_new(keys, Arc::clone(texts))?)
            }
        })
    }
}

fn batch(table: &Table, columns: &[Prepared<'_>], rows: Range<usize>) -> Result<RecordBatch, ArrowError> {
    let arrays = columns.iter().map(|column| column.array(rows.clone())).collect::<Result<Vec<_>, _>>()?;
    let pairs = table.names().iter().zip(&arrays);
    let fields: Vec<Field> = pairs.map(|(name, array)| Field::new(name, array.data_type().clone(), true)).collect();
    let options = arrow_array::RecordBatchOptions::new().with_row_count(Some(rows.len()));
    RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &options)
}
