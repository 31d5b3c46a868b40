//! Chains: two groups exchange rows that near values tie together.
//!
//! # Idea
//! Lay the rows of both groups out in sensitive order and tie neighbours that are near each other together. In such a chain the
//! two groups alternate, and near rows stay apart when a whole chain changes sides. So where two rows cannot change places
//! since others are near them, their chains can. (The chains are those of Kempe, who recoloured maps along them.)
//!
//! # Cost
//! `O(s log s)` for groups of s rows, and one measurement of both.

use super::state::State;
use crate::exchange::Sheet;

impl State<'_> {
    /// Lets the chains of `row` and `other` change sides, if that costs less than `most`.
    pub fn turn_chains(&mut self, row: usize, other: usize, most: f32) -> bool {
        let (one, two) = (self.pool.group[row] as usize, self.pool.group[other] as usize);
        let Some([first, second]) = self.turned(row, other) else { return false };
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        let more = sheet.weight(&first) + sheet.weight(&second) - self.boxes.weight(one) - self.boxes.weight(two);
        let closer = || {
            let groups = [&first, &second, &self.members[one], &self.members[two]];
            let [first, second, one, two] = groups.map(|members| self.closeness(members));
            first + second - one - two
        };
        if more + closer() >= most {
            return false;
        }
        let made = vec![(one, first), (two, second)];
        self.may_become(&made) && self.become_so(made)
    }

    /// The two groups with these chains turned; `None` where chains say nothing, or where a group would be too small.
    fn turned(&self, row: usize, other: usize) -> Option<[Vec<u32>; 2]> {
        let (one, two) = (self.pool.group[row] as usize, self.pool.group[other] as usize);
        let sizes = [self.members[one].len(), self.members[two].len()];
        if sizes.iter().any(|&size| self.search.room(size) > 1) {
            return None;
        }
        let mut both = [self.members[one].as_slice(), self.members[two].as_slice()].concat();
        self.pool.sort(&mut both);
        let mut made = [Vec::with_capacity(sizes[0] + 1), Vec::with_capacity(sizes[1] + 1)];
        for chain in both.chunk_by(|&a, &b| self.pool.near(a as usize, b as usize)) {
            let turns = chain.iter().any(|&at| at as usize == row || at as usize == other);
            for &at in chain {
                let second = self.pool.group[at as usize] as usize == two;
                made[usize::from(second != turns)].push(at);
            }
        }
        made.iter().all(|members| members.len() >= self.search.least).then_some(made)
    }
}
