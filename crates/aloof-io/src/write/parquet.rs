//! A table as Parquet: whole numbers as 64-bit integers, others as decimals, dates as days, labels as dictionaries.

use std::io::{self, Write};

use aloof_table::Table;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;

use super::arrow::Prepared;
use super::plain::plain;

/// Rows handed over at a time.
const BATCH_ROWS: usize = 1 << 16;

/// Writes a table. Fails on what the format cannot hold: a number of 39 digits, or more than 2^31 distinct labels.
pub fn write_parquet(table: &Table, to: impl Write + Send) -> io::Result<()> {
    let table = &*plain(table);
    let prepared = Prepared::new(table)?;
    let first = prepared.batch(0..table.rows().min(BATCH_ROWS))?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let mut writer = ArrowWriter::try_new(to, first.schema(), Some(properties))?;
    writer.write(&first)?;
    for start in (BATCH_ROWS..table.rows()).step_by(BATCH_ROWS) {
        writer.write(&prepared.batch(start..table.rows().min(start + BATCH_ROWS))?)?;
    }
    writer.close()?;
    Ok(())
}
