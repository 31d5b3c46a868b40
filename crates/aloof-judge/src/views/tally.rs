//! How often each sensitive value occurs in the boxes that cover a point, kept while boxes come and go.
//!
//! # Cost
//! 4 bytes per value. A member comes or goes in two additions; counting a run of values adds up some 2·√V numbers of V.

use std::cell::OnceCell;

use aloof_principles::Counted;

use super::groups::Grouped;

/// Values are also counted in blocks of so many.
const BLOCK: usize = 256;

/// The members of some boxes, by value.
pub(super) struct Tally<'a> {
    released: &'a Grouped,
    counts: Vec<u32>,
    blocks: Vec<u32>,
    size: usize,
    boxes: usize,
    mark: u128,
}

impl<'a> Tally<'a> {
    /// Of no box yet.
    pub fn new(released: &'a Grouped) -> Self {
        let values = released.most_code().map_or(0, |code| code as usize + 1);
        let blocks = values.div_ceil(BLOCK);
        Self { released, counts: vec![0; values], blocks: vec![0; blocks], size: 0, boxes: 0, mark: 0 }
    }

    pub fn add(&mut self, boxed: u32) {
        for &code in self.released.group(boxed as usize) {
            self.counts[code as usize] += 1;
            self.blocks[code as usize / BLOCK] += 1;
            self.size += 1;
        }
        self.boxes += 1;
        self.mark = self.mark.wrapping_add(mark(boxed));
    }

    pub fn remove(&mut self, boxed: u32) {
        for &code in self.released.group(boxed as usize) {
            self.counts[code as usize] -= 1;
            self.blocks[code as usize / BLOCK] -= 1;
            self.size -= 1;
        }
        self.boxes -= 1;
        self.mark = self.mark.wrapping_sub(mark(boxed));
    }

    /// Whether there is any box, with members or without.
    pub fn has_boxes(&self) -> bool {
        self.boxes > 0
    }

    /// The same for the same boxes; for others another one, but for a chance of 2⁻¹²⁷ each. Sets are counted by it, nothing
    /// is decided on it.
    pub fn mark(&self) -> u128 {
        self.mark
    }

    fn within(&self, low: u32, high: u32) -> usize {
        let end = (high as usize).saturating_add(1).min(self.counts.len());
        let start = (low as usize).min(end);
        let (first, past) = (start.div_ceil(BLOCK), end / BLOCK);
        let sum = |counts: &[u32]| counts.iter().map(|&count| count as usize).sum::<usize>();
        if first >= past {
            return sum(&self.counts[start..end]);
        }
        sum(&self.counts[start..first * BLOCK]) + sum(&self.blocks[first..past]) + sum(&self.counts[past * BLOCK..end])
    }

    fn sorted(&self) -> Vec<u32> {
        let mut all = Vec::with_capacity(self.size);
        for block in (0..self.blocks.len()).filter(|&block| self.blocks[block] > 0) {
            let start = block * BLOCK;
            for (at, &count) in self.counts[start..].iter().take(BLOCK).enumerate() {
                all.extend(std::iter::repeat_n((start + at) as u32, count as usize));
            }
        }
        all
    }
}

/// Numbers that look random, two words of SplitMix64.
fn mark(boxed: u32) -> u128 {
    let word = |at: u64| {
        let mut word = at.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ word >> 31
    };
    let at = 2 * u64::from(boxed) + 1;
    u128::from(word(at)) << 64 | u128::from(word(at + 1))
}

/// The members of a tally and some more, by their counts.
pub(super) struct Union<'t> {
    tally: &'t Tally<'t>,
    more: &'t [u32],
    members: OnceCell<Vec<u32>>,
}

impl<'t> Union<'t> {
    /// `more` are sorted.
    pub fn new(tally: &'t Tally<'t>, more: &'t [u32]) -> Self {
        Self { tally, more, members: OnceCell::new() }
    }
}

impl Counted for Union<'_> {
    fn size(&self) -> usize {
        self.tally.size + self.more.len()
    }

    fn within(&self, low: u32, high: u32) -> usize {
        self.tally.within(low, high) + Sorted(self.more).within(low, high)
    }

    fn members(&self) -> &[u32] {
        self.members.get_or_init(|| {
            let mut all = self.tally.sorted();
            if !self.more.is_empty() {
                all.extend_from_slice(self.more);
                all.sort_unstable();
            }
            all
        })
    }
}

/// Sorted codes, written down.
pub(super) struct Sorted<'a>(pub &'a [u32]);

impl Counted for Sorted<'_> {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn within(&self, low: u32, high: u32) -> usize {
        self.0.partition_point(|&code| code <= high).saturating_sub(self.0.partition_point(|&code| code < low))
    }

    fn members(&self) -> &[u32] {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::{Attribute, Column, NumberColumn, Partition};
    use proptest::prelude::*;

    proptest! {
        /// Counts are those of the members of the boxes that are there.
        #[test]
        fn counts_what_is_there(
            values in prop::collection::vec(0i64..2_000, 1..40),
            steps in prop::collection::vec(0u32..8, 0..12),
            (low, wide) in (0u32..50, 0u32..50),
            mut more in prop::collection::vec(0u32..40, 0..4),
        ) {
            more.sort_unstable();
            let groups: Vec<u32> = (0..values.len() as u32).map(|row| row % 8).collect();
            let column = Column::Number(NumberColumn::from_integers(values));
            let attribute = Attribute::new(&[("", &column)], |_| false);
            let released = Grouped::new(&Partition::from_group_of(&groups, 8), &attribute);
            let mut tally = Tally::new(&released);
            let mut there = std::collections::BTreeSet::new();
            for boxed in steps {
                if there.insert(boxed) {
                    tally.add(boxed);
                } else {
                    there.remove(&boxed);
                    tally.remove(boxed);
                }
            }
            let mut literal: Vec<u32> = there.iter().flat_map(|&boxed| released.group(boxed as usize)).copied().collect();
            literal.extend(&more);
            literal.sort_unstable();
            let union = Union::new(&tally, &more);
            prop_assert_eq!(union.size(), literal.len());
            prop_assert_eq!(union.members(), &literal[..]);
            let within = literal.iter().filter(|&&code| (low..=low + wide).contains(&code)).count();
            prop_assert_eq!(union.within(low, low + wide), within);
            prop_assert_eq!(Sorted(&literal).within(low, low + wide), within);
            prop_assert_eq!(tally.mark() == 0, there.is_empty());
        }
    }
}
