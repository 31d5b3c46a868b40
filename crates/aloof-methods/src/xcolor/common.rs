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
//! # Tried
//! Rows around one x are a clique of joined rows, so it would do to keep cliques small, and not stars. Groups of k = 10 may
//! hold two rows of one either way, and on `acs2016_fulltime` (ε = 0.03, δ = 0.8) loss fell from 0.143 to 0.141 for twice the
//! time; at ε = 0.05, where stars leave 864 of 22,241 rows to withhold, it was not done within a minute. Mending on where
//! more than a tenth of the rows are in the way leaves 512, for three times the time.
//!
//! # Cost
//! Two bits per pair of distinct values, `O(D² · d / 64)` once for neighbourhoods of d of D values, and one step for a
//! question. For up to [`Common::MOST`] distinct values.

use aloof_principles::Similar;
use rayon::prelude::*;

/// Which values have a common neighbour.
pub struct Common {
    joined: Vec<u64>,
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
            crate::stop::check();
            for b in (0..len).filter(|&b| a == b || similar.similar(a as u32, b as u32)) {
                hood[b / 64] |= 1 << (b % 64);
            }
        });
        let near = |a: usize, b: usize| hoods[a * words + b / 64] >> (b % 64) & 1 == 1;
        let mut joined = vec![0u64; words * len];
        joined.par_chunks_mut(words).enumerate().for_each(|(a, row)| {
            crate::stop::check();
            for centre in (0..len).filter(|&centre| near(a, centre)) {
                let hood = &hoods[centre * words..][..words];
                row.iter_mut().zip(hood).for_each(|(row, hood)| *row |= hood);
            }
        });
        Self { joined, words }
    }
}

impl Similar for Common {
    fn similar(&self, a: u32, b: u32) -> bool {
        self.joined[a as usize * self.words + b as usize / 64] >> (b % 64) & 1 == 1
    }
}
