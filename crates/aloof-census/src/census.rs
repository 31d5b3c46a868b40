//! The table as a whole: a number of rows and a seed.
//!
//! Nothing is held in memory; any block can be asked for at any time, in any
//! order and from any thread, and comes out the same.

use std::io::{self, Write};

use crate::block::{BLOCK_ROWS, Block};
use crate::csv;
use crate::pipeline;

/// A census-like table, told by its number of rows and its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    rows: u64,
    seed: u64,
}

impl Census {
    /// The table with so many rows and this seed.
    pub const fn new(rows: u64, seed: u64) -> Self {
        Self { rows, seed }
    }

    /// The number of rows.
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// The seed.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The number of blocks.
    pub const fn block_count(&self) -> u64 {
        self.rows.div_ceil(BLOCK_ROWS)
    }

    /// The block that holds the rows from `index * BLOCK_ROWS` on; empty beyond
    /// the end of the table.
    pub fn block(&self, index: u64) -> Block {
        let first = index.saturating_mul(BLOCK_ROWS);
        let rows = self.rows.saturating_sub(first).min(BLOCK_ROWS);
        Block::draw(self.seed, index, rows as usize)
    }

    /// All blocks in order, each made when it is asked for.
    pub fn blocks(&self) -> impl Iterator<Item = Block> + use<> {
        let census = *self;
        (0..census.block_count()).map(move |index| census.block(index))
    }

    /// Writes the table as CSV with a header and `\n` line ends.
    ///
    /// Blocks are made on so many threads (zero counts as one) and written in
    /// order by the caller's, a few at a time in memory; the bytes do not depend
    /// on the number of threads. Writes are large, so the writer needs no buffer.
    pub fn write_csv(&self, mut writer: impl Write, threads: usize) -> io::Result<()> {
        writer.write_all(&csv::header())?;
        pipeline::in_order(
            self.block_count(),
            threads,
            |index| csv::rows(&self.block(index)),
            |bytes: Vec<u8>| writer.write_all(&bytes),
        )?;
        writer.flush()
    }
}
