//! What must never be published: which row went into which group, and the seed.

use std::io::{self, BufWriter, Write};

use aloof_io::publish::{PublishError, Stage};

use super::draw::Seed;

/// Writes `assignment.csv` (`row` counts the data rows of the input from 0; a row that is not published has no group)
/// and `seed.txt`.
pub(super) fn write(
    stage: &Stage,
    rows: usize,
    kept: &[u32],
    number_of: &[u32],
    seed: Seed,
) -> Result<(), PublishError> {
    stage.write("assignment.csv", |file| assignment(file, rows, kept, number_of))?;
    stage.write("seed.txt", |file| writeln!(file, "{seed}"))?;
    Ok(())
}

fn assignment(file: impl Write, rows: usize, kept: &[u32], number_of: &[u32]) -> io::Result<()> {
    let mut file = BufWriter::new(file);
    writeln!(file, "row,group")?;
    let mut published = kept.iter().zip(number_of).peekable();
    for row in 0..rows as u32 {
        match published.next_if(|(kept, _)| **kept == row) {
            Some((_, number)) => writeln!(file, "{row},{number}")?,
            None => writeln!(file, "{row},")?,
        }
    }
    file.flush()
}
