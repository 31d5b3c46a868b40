//! A table as Arrow arrays: whole numbers as 64-bit integers, others as decimals, dates as days, labels as dictionaries.

use std::io;
use std::ops::Range;
use std::sync::Arc;

use aloof_table::{Column, DateColumn, LabelColumn, NumberColumn, Table};
use arrow_array::types::Int32Type;
use arrow_array::{
    ArrayRef, Date32Array, Decimal128Array, DictionaryArray, Int32Array, Int64Array, RecordBatch, RecordBatchOptions,
    StringArray,
};
use arrow_schema::{ArrowError, Field, Schema};
use rayon::prelude::*;

use super::plain::plain;

/// Digits of the widest decimal that Arrow's 128 bits have.
const PRECISION: u8 = 38;

/// All rows as one batch. Fails on what Arrow cannot hold: a number of 39 digits, or more than 2^31 distinct labels.
pub fn to_batch(table: &Table) -> io::Result<RecordBatch> {
    Prepared::new(&plain(table))?.batch(0..table.rows())
}

/// A table with what all its batches share.
pub(super) struct Prepared<'a> {
    names: &'a [String],
    columns: Vec<Shared<'a>>,
}

impl<'a> Prepared<'a> {
    pub(super) fn new(table: &'a Table) -> io::Result<Self> {
        let columns = table.columns().iter().map(|column| Shared::new(column)).collect::<io::Result<_>>()?;
        Ok(Self { names: table.names(), columns })
    }

    /// These rows, columns at the same time.
    pub(super) fn batch(&self, rows: Range<usize>) -> io::Result<RecordBatch> {
        let arrays = self.columns.par_iter().map(|column| column.array(rows.clone()));
        let arrays = arrays.collect::<Result<Vec<ArrayRef>, _>>().map_err(io::Error::other)?;
        let pairs = self.names.iter().zip(&arrays);
        let fields: Vec<Field> = pairs.map(|(name, array)| Field::new(name, array.data_type().clone(), true)).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
        let batch = RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), arrays, &options);
        batch.map_err(io::Error::other)
    }
}

/// A column with what all its batches share.
enum Shared<'a> {
    Integers(&'a NumberColumn),
    Decimals(&'a NumberColumn),
    Dates(&'a DateColumn),
    Labels(&'a LabelColumn, ArrayRef),
}

impl<'a> Shared<'a> {
    fn new(column: &'a Column) -> io::Result<Self> {
        match column {
            Column::Number(numbers) if numbers.scale() == 0 && numbers.narrow().is_some() => {
                Ok(Self::Integers(numbers))
            }
            Column::Number(numbers) => {
                let limit = 10u128.pow(u32::from(PRECISION));
                let fits = |row| numbers.scaled(row).is_none_or(|value| value.unsigned_abs() < limit);
                if !(0..numbers.len()).all(fits) {
                    return Err(io::Error::other("a number has more than the 38 digits that can be held"));
                }
                Ok(Self::Decimals(numbers))
            }
            Column::Date(dates) => Ok(Self::Dates(dates)),
            Column::Label(labels) => {
                if i32::try_from(labels.labels().len()).is_err() {
                    return Err(io::Error::other("a column has more distinct labels than can be numbered"));
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
