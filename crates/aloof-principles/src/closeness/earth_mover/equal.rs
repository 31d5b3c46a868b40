//! All values equally far apart: `½ Σ |q − p|`, which is the sum of `q − p` over the values that gained.
//!
//! Only values of the group can have gained, so the others need not be visited.

use aloof_table::Attribute;

use crate::arithmetic::Fraction;

/// How often each value occurs in the whole table.
#[derive(Debug)]
pub(crate) struct Equal<'a> {
    totals: &'a [u32],
    rows: u64,
}

impl<'a> Equal<'a> {
    /// For the values of `attribute`.
    pub(crate) fn new(attribute: &'a Attribute) -> Self {
        Self { totals: attribute.totals(), rows: attribute.rows() as u64 }
    }

    /// The distance of the group with these values and counts, `size` tuples in all.
    pub(crate) fn distance(&self, runs: impl Iterator<Item = (u32, usize)>, size: usize) -> Fraction {
        // Counts stay below 2^32, so their products fit 64 bits.
        let gain = |(code, count): (u32, usize)| {
            (count as u64 * self.rows).saturating_sub(size as u64 * u64::from(self.totals[code as usize]))
        };
        let gained: u64 = runs.map(gain).sum();
        Fraction::Small(u128::from(gained), u128::from(size as u64 * self.rows))
    }
}
