//! How many rows of a release are records of the original, and how many would be if the values of each group had been dealt
//! to its rows by chance.
//!
//! # Definition
//! Row `i` of a group shows quasi values beside sensitive ones. A pair `(i, j)` is a *hit* when the quasi values of row `i`
//! and the sensitive values of row `j` stand, near enough, in one record of the original. `found` counts the rows that are
//! hits by themselves; when quasi values are dealt anew, row `i` gets those of a random member, and the mean of `found` is the
//! number of all hits over the size of the group.
//!
//! # Source
//! For a random permutation π and 0 ≤ a(i, j) ≤ 1, `Z = Σ a(i, π(i))` has `P(Z − E Z ≥ t) ≤ exp(−t² / (4 E Z + 2t))` and
//! `P(Z − E Z ≤ −t) ≤ exp(−t² / (4 E Z))` (Chatterjee: Stein's method for concentration inequalities, 2007). The bounds come from
//! one on the exponential moment, which independent groups multiply, so that they hold of their sum with the sum of their means.
//! Too few hits tell as much as too many: whoever hands every row its neighbour's values dealt nothing by chance.
//!
//! # Cost
//! A question for every pair of rows of a group.

use super::DOUBT;

/// What was found, and what may be.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Dealt {
    /// Rows.
    pub rows: usize,
    /// Those whose values stand in one record of the original.
    pub found: usize,
    /// The mean of that when values are dealt by chance.
    mean: f64,
}

impl Dealt {
    /// Adds a group of `size` rows.
    pub fn add(&mut self, size: usize, hit: impl Fn(usize, usize) -> bool) {
        let hits = (0..size).map(|row| (0..size).filter(|&other| hit(row, other)).count()).sum::<usize>();
        self.rows += size;
        self.found += (0..size).filter(|&row| hit(row, row)).count();
        self.mean += hits as f64 / size.max(1) as f64;
    }

    /// More than these are too many to be chance.
    pub fn most(&self) -> usize {
        (0..self.rows).find(|&count| self.is_unlikely(count + 1)).unwrap_or(self.rows)
    }

    fn is_unlikely(&self, count: usize) -> bool {
        let more = count as f64 - self.mean;
        more > 0.0 && more * more > -DOUBT.ln() * (4.0 * self.mean + 2.0 * more)
    }

    /// Fewer than these are too few to be chance.
    pub fn least(&self) -> usize {
        (0..=self.rows).find(|&count| !self.is_lacking(count)).unwrap_or(0)
    }

    fn is_lacking(&self, count: usize) -> bool {
        let less = self.mean - count as f64;
        less > 0.0 && less * less > -DOUBT.ln() * 4.0 * self.mean
    }

    /// Whether what was found may be chance.
    pub fn is_plausible(&self) -> bool {
        !self.is_unlikely(self.found) && !self.is_lacking(self.found)
    }

    /// Whether records published as they are would be told from the claim.
    pub fn is_telling(&self) -> bool {
        self.is_unlikely(self.rows)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Values that were dealt by chance stand; records as they are do not.
        #[test]
        fn dealing_is_told_from_records(seed in any::<u64>(), size in 2usize..9) {
            let mut state = seed;
            let mut draw = move |below: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) as usize % below
            };
            let (mut dealt, mut true_ones) = (Dealt::default(), Dealt::default());
            for _ in 0..80 {
                let mut places: Vec<usize> = (0..size).collect();
                (1..size).rev().for_each(|last| places.swap(last, draw(last + 1)));
                dealt.add(size, |row, other| places[row] == other);
                true_ones.add(size, |row, other| row == other);
            }
            prop_assert!(dealt.is_plausible() && dealt.found <= dealt.most(), "{:?}", dealt);
            prop_assert!(dealt.found >= dealt.least());
            prop_assert!(size < 3 || !true_ones.is_plausible() && dealt.is_telling(), "{:?}", true_ones);
        }
    }

    /// Handed on from row to row, none stands as it was: of a hundred groups about a hundred would by chance.
    #[test]
    fn rotation_is_no_chance() {
        let mut rotated = Dealt::default();
        (0..100).for_each(|_| rotated.add(4, |row, other| (row + 1) % 4 == other));
        assert!(
            !rotated.is_plausible() && rotated.found == 0 && rotated.least() == 9,
            "{rotated:?} {}",
            rotated.least()
        );
    }

    #[test]
    fn few_rows_tell_nothing() {
        let mut few = Dealt::default();
        few.add(8, |row, other| row == other);
        assert!(few.is_plausible() && !few.is_telling() && few.found == 8, "{few:?}");
    }
}
