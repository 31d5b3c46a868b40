//! Common neighbours: two values are joined when some value of the table is similar to both.
//!
//! # Definition
//! `join(a, b)` when there is a value x of the table with x similar to a and to b; x may be a or b itself.
//!
//! # Why
//! Someone who faces a mixture of groups counts, around a value x that need not be in a group G, the rows of G similar to
//! x. Those are all joined to each other. So when no row of G is joined to more than a share 1 − δ of G, itself included,
//! no neighbourhood of any value of the table holds more of G; and what every group keeps for every centre, every mixture
//! keeps. For a true metric joined values are at most 2ε apart, so asking with 2ε is enough and safe; this asks for no
//! more than is needed, and holds for distances that are no metric.
//!
//! # Cost
//! A bit per pair of distinct values, `D² / 64` steps for a question: for up to [`Common::MOST`] distinct values.

use aloof_principles::Similar;
use rayon::prelude::*;

/// Which values have a common neighbour.
pub struct Common {
    hoods: Vec<u64>,
    words: usize,
}

impl Common {
    /// Distinct values up to which it is asked.
    pub const MOST: usize = 8192;

    /// Of `len` codes.
    pub fn new(similar: &dyn Similar, len: usize) -> Self {
        let words = len.div_ceil(64).max(1);
        let mut hoods = vec![0u64; words * len];
        hoods.par_chunks_mut(words).enumerate().for_each(|(a, hood)| {
            for b in (0..len).filter(|&b| a == b || similar.similar(a as u32, b as u32)) {
                hood[b / 64] |= 1 << (b % 64);
            }
        });
        Self { hoods, words }
    }

    fn hood(&self, code: u32) -> &[u64] {
        &self.hoods[code as usize * self.words..][..self.words]
    }
}

impl Similar for Common {
    fn similar(&self, a: u32, b: u32) -> bool {
        self.hood(a).iter().zip(self.hood(b)).any(|(a, b)| a & b != 0)
    }
}
