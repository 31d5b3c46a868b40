//! Any table that can be read, as CSV on standard output.
//!
//! ```text
//! cargo run -p aloof-io --example to_csv -- table.parquet
//! ```

use std::error::Error;

use aloof_io::{Ask, Input, ReadOptions, Source, write_csv};

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("give a file, or - for standard input")?;
    let input = Input::open(Source::from_arg(&path)?, ReadOptions::default())?;
    let table = input.read(&vec![Ask::Auto; input.names().len()])?;
    write_csv(&table, std::io::stdout().lock())?;
    Ok(())
}
