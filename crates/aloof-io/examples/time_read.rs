//! How long reading takes: five million generalized rows by default, or a file of yours.
//!
//! ```text
//! cargo run --release -p aloof-io --example time_read -- make rows.csv 5000000     # also rows.csv.parquet
//! cargo run --release -p aloof-io --example time_read -- read rows.csv text text text text number
//! ```

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::Instant;

use aloof_io::{Ask, Input, ReadOptions, Source, write_parquet};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", path, rows] => make(path, rows.parse()?),
        ["read", path, ref kinds @ ..] => read(path, kinds),
        _ => Err("give: make FILE ROWS, or read FILE KIND...".into()),
    }
}

/// Four columns of generalized values and a salary, about 44 bytes a row, as CSV and as Parquet.
fn make(path: &str, rows: u64) -> Result<(), Box<dyn Error>> {
    let works = ["Non-Government", "Government", "Unemployed"];
    let families = ["spouse present", "spouse not present"];
    let mut file = BufWriter::new(File::create(path)?);
    writeln!(file, "age,postcode,work,family,salary")?;
    let mut state = 1u64;
    for _ in 0..rows {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let draw = |shift: u32, below: u64| (state >> shift) % below;
        let (age, post) = (draw(33, 16) * 5, draw(37, 300));
        let (work, family) = (works[draw(45, 3) as usize], families[draw(47, 2) as usize]);
        writeln!(file, "{age}-{},{:03}**,{work},{family},{}", age + 4, post + 100, draw(20, 90_000) + 10_000)?;
    }
    file.flush()?;
    let input = Input::open(Source::from_arg(path)?, ReadOptions::default())?;
    let table = input.read(&[Ask::Text, Ask::Text, Ask::Text, Ask::Text, Ask::Number])?;
    write_parquet(&table, File::create(format!("{path}.parquet"))?)?;
    Ok(())
}

fn read(path: &str, kinds: &[&str]) -> Result<(), Box<dyn Error>> {
    let threads = std::env::var("THREADS").ok().map(|text| text.parse()).transpose()?;
    let start = Instant::now();
    let input = Input::open(Source::from_arg(path)?, ReadOptions { threads, ..ReadOptions::default() })?;
    let opened = start.elapsed();
    let ask: Vec<Ask> = (0..input.names().len()).map(|at| kind(kinds.get(at))).collect();
    let table = input.read(&ask)?;
    println!("{}: {} rows, {} columns", input.format(), table.rows(), table.names().len());
    println!("opened in {opened:.2?}, all in {:.2?}", start.elapsed());
    for (name, column) in table.names().iter().zip(table.columns()) {
        println!("  {name}: {}, {} missing", column.kind().plural(), column.count_missing());
    }
    Ok(())
}

fn kind(name: Option<&&str>) -> Ask {
    match name {
        Some(&"text") => Ask::Text,
        Some(&"number") => Ask::Number,
        Some(&"date") => Ask::Date,
        Some(&"skip") => Ask::Skip,
        _ => Ask::Auto,
    }
}
