//! Tables out again. What is written reads back as the same table.

mod csv;
mod parquet;

pub use csv::write_csv;
pub use parquet::write_parquet;
