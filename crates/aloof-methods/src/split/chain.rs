//! Chains: two groups exchange rows that near values tie together.
//!
//! # Idea
//! Lay the rows of both groups out in sensitive order and tie neighbours that are near each other together. In such a chain the
//! two groups alternate, and near rows stay apart when a whole chain changes sides. So where two rows cannot change places
//! since others are near them, their chains can. (The chains are those of Kempe, who recoloured maps along them.)
//!
//! # Cost
//! A chain is followed from its row in both directions: `O(s)` for groups of s rows, and one measurement of both, which ends as
//! soon as it is seen to cost too much.

use std::ops::Range;

use super::pool::MULTIPLES;
use super::state::State;
use crate::exchange::Sheet;

/// Room for two groups with some of their chains turned, used again for every pair.
pub(super) type Turned = [Vec<u32>; 2];

/// Where a chain stands in each of two groups.
type Chain = [Range<usize>; 2];

impl State<'_> {
    /// Lets the chains of `row` and `other` change sides, if that costs less than `most`.
    pub fn turn_chains(&mut self, row: usize, other: usize, most: f32) -> bool {
        let groups = [row, other].map(|at| self.pool.group[at] as usize);
        let mut turned = std::mem::take(&mut self.turned);
        let done = self.turn(row, other, &mut turned) && self.costs_less(groups, &turned, most) && {
            turned.iter_mut().for_each(|members| self.pool.sort(members));
            let [first, second] = std::mem::take(&mut turned);
            let made = vec![(groups[0], first), (groups[1], second)];
            self.may_become(&made) && self.become_so(made)
        };
        self.turned = turned;
        done
    }

    /// Whether rows times loss, and what closeness costs, grow by less than `most`.
    fn costs_less(&self, groups: [usize; 2], made: &Turned, most: f32) -> bool {
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        let before: f32 = groups.iter().map(|&group| self.boxes.weight(group)).sum();
        // Closeness is dear to count, and can fall by no more than all that there can be.
        let pairs = |group: usize| self.members[group].len() * (self.members[group].len() - 1) / 2;
        let closest = self.price * (MULTIPLES.len() * groups.map(pairs).iter().sum::<usize>()) as f32;
        let Some(first) = sheet.weight_below(&made[0], most + before + closest) else { return false };
        let Some(second) = sheet.weight_below(&made[1], most + before + closest - first) else { return false };
        let closer = || {
            made.iter().map(|members| self.closeness(members)).sum::<f32>()
                - groups.iter().map(|&group| self.closeness(&self.members[group])).sum::<f32>()
        };
        first + second - before + closer() < most
    }

    /// Turns the chains; false where chains say nothing, where a group would be too small, and where nothing but the names of the
    /// groups would change.
    fn turn(&self, row: usize, other: usize, made: &mut Turned) -> bool {
        let groups = [row, other].map(|at| self.pool.group[at] as usize);
        let sizes = groups.map(|group| self.members[group].len());
        if sizes.iter().any(|&size| self.search.room(size) > 1) {
            return false;
        }
        let first = self.chain(groups, 0, row);
        let second = self.chain(groups, 1, other);
        let same = first == second;
        let turns = |side: usize, at: usize| first[side].contains(&at) || second[side].contains(&at);
        let leave = [0, 1].map(|side| first[side].len() + if same { 0 } else { second[side].len() });
        let left = [0, 1].map(|side| sizes[side] - leave[side] + leave[1 - side]);
        if leave == sizes || left.iter().any(|&size| size < self.search.least) {
            return false;
        }
        made.iter_mut().for_each(Vec::clear);
        for side in 0..2 {
            for (at, &member) in self.members[groups[side]].iter().enumerate() {
                made[if turns(side, at) { 1 - side } else { side }].push(member);
            }
        }
        true
    }

    /// The chain of a row that is on this side of two groups.
    fn chain(&self, groups: [usize; 2], side: usize, row: usize) -> Chain {
        let members = groups.map(|group| self.members[group].as_slice());
        let key = |at: u32| (self.pool.codes[at as usize], at);
        let own = members[side].iter().position(|&at| at as usize == row).unwrap_or(0);
        let before = members[1 - side].iter().take_while(|&&at| key(at) < key(row as u32)).count();
        let mut chain = [before..before, before..before];
        chain[side] = own..own + 1;
        let (mut last, mut first) = (row, row);
        loop {
            let next = [0, 1].map(|side| members[side].get(chain[side].end).copied());
            let side = usize::from(match next {
                [Some(one), Some(two)] => key(two) < key(one),
                [one, _] => one.is_none(),
            });
            match next[side] {
                Some(at) if self.pool.near(last, at as usize) => last = at as usize,
                _ => break,
            }
            chain[side].end += 1;
        }
        loop {
            let next = [0, 1].map(|side| chain[side].start.checked_sub(1).map(|at| members[side][at]));
            let side = usize::from(match next {
                [Some(one), Some(two)] => key(two) > key(one),
                [one, _] => one.is_none(),
            });
            match next[side] {
                Some(at) if self.pool.near(first, at as usize) => first = at as usize,
                _ => break,
            }
            chain[side].start -= 1;
        }
        chain
    }
}

#[cfg(test)]
mod tests {
    use super::super::near::{Near, Reach};
    use super::super::pool::Pool;
    use super::super::{Search, Tuning};
    use super::*;
    use proptest::prelude::*;

    /// A pool of two groups of rows with these codes, none near another of its group: what is near is at most `reach` away.
    fn pool(codes: &[(u32, bool)], reach: u32) -> Pool {
        let mut kept: Vec<(u32, u32)> = Vec::new();
        for &(code, second) in codes {
            let apart = |&(other, group): &(u32, u32)| group != u32::from(second) || code.abs_diff(other) > reach;
            if kept.iter().all(apart) {
                kept.push((code, u32::from(second)));
            }
        }
        let (codes, group): (Vec<u32>, Vec<u32>) = kept.into_iter().unzip();
        let last = codes.iter().map(|code| code + reach).collect();
        Pool { columns: Vec::new(), last, beyond: Vec::new(), rows: Vec::new(), codes, group, groups: 2 }
    }

    proptest! {
        /// Followed from a row, a chain is what it is among all rows in sensitive order, tied together where neighbours are near.
        #[test]
        fn is_what_neighbours_tie_together(codes in prop::collection::vec((0u32..60, any::<bool>()), 1..16), reach in 0u32..8) {
            let tuning = Tuning::quick();
            let near = Near::new((0..80).collect());
            let (measures, beyond) = (Vec::new(), None);
            let reached = Reach(Some(&near));
            let search = Search { measures, reach: reached, beyond, m: 1, least: 1, monotone: false, may_stand: None, tuning: &tuning };
            let mut pool = pool(&codes, reach);
            let mut all: Vec<u32> = (0..pool.len() as u32).collect();
            pool.sort(&mut all);
            let state = State::new(&search, &mut pool, None);
            for chain in all.chunk_by(|&a, &b| state.pool.near(a as usize, b as usize)) {
                for &row in chain {
                    let side = state.pool.group[row as usize] as usize;
                    let found = state.chain([0, 1], side, row as usize);
                    let mut rows: Vec<u32> =
                        (0..2).flat_map(|side| state.members[side][found[side].clone()].iter().copied()).collect();
                    state.pool.sort(&mut rows);
                    prop_assert_eq!(&rows, chain);
                }
            }
        }
    }
}
