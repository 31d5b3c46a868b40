//! What must never be published: which row went into which group or to which place, and the seed.

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

/// As [`write`], with the place of each row in the release. `order` tells which kept row stands at each place; `number_of`
/// is the group of each kept row, where there are groups.
pub(super) fn write_places(
    stage: &Stage,
    rows: usize,
    kept: &[u32],
    order: &[u32],
    number_of: Option<&[u32]>,
    seed: Seed,
) -> Result<(), PublishError> {
    let mut place_of = vec![0; kept.len()];
    order.iter().enumerate().for_each(|(place, &row)| place_of[row as usize] = place);
    stage.write("assignment.csv", |file| {
        let mut file = BufWriter::new(file);
        writeln!(file, "row,group,place")?;
        for row in 0..rows as u32 {
            match (kept.binary_search(&row), number_of) {
                (Ok(at), Some(number_of)) => writeln!(file, "{row},{},{}", number_of[at], place_of[at])?,
                (Ok(at), None) => writeln!(file, "{row},,{}", place_of[at])?,
                (Err(_), _) => writeln!(file, "{row},,")?,
            }
        }
        file.flush()
    })?;
    stage.write("seed.txt", |file| writeln!(file, "{seed}"))?;
    Ok(())
}
