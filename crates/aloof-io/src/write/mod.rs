//! Tables out again. What is written reads back as the same table.

mod arrow;
mod csv;
mod dta;
mod parquet;
mod plain;
mod xlsx;
pub(crate) mod zip;

pub use arrow::to_batch;
pub use csv::{write_csv, write_escaped_csv};
pub use dta::{DTA_CODES, DTA_COLUMNS, DTA_LABEL, DtaColumn, DtaFault, is_stata_name, write_dta};
pub use parquet::write_parquet;
pub use xlsx::{CELL_CHARACTERS, SHEET_COLUMNS, SHEET_ROWS, fits_floats, write_xlsx};
