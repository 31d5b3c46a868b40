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

/// Room for two groups with some of their chains turned, used again for every pair.
#[derive(Default)]
pub(super) struct Turned {
    both: Vec<u32>,
    made: [Vec<u32>; 2],
}

impl State<'_> {
    /// Lets the chains of `row` and `other` change sides, if that costs less than `most`.
    pub fn turn_chains(&mut self, row: usize, other: usize, most: f32) -> bool {
        let (one, two) = (self.pool.group[row] as usize, self.pool.group[other] as usize);
        let mut turned = std::mem::take(&mut self.turned);
        let done = self.turn(row, other, &mut turned) && self.cost_of_turning([one, two], &turned.made) < most && {
            let [first, second] = turned.made.clone();
            let made = vec![(one, first), (two, second)];
            self.may_become(&made) && self.become_so(made)
        };
        self.turned = turned;
        done
    }

    /// By how much rows times loss, and what closeness costs, grow.
    fn cost_of_turning(&self, groups: [usize; 2], made: &[Vec<u32>; 2]) -> f32 {
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        let after = |members: &Vec<u32>| sheet.weight(members) + self.closeness(members);
        let before = |group: usize| self.boxes.weight(group) + self.closeness(&self.members[group]);
        made.iter().map(after).sum::<f32>() - groups.into_iter().map(before).sum::<f32>()
    }

    /// Turns the chains; false where chains say nothing, or where a group would be too small.
    fn turn(&self, row: usize, other: usize, Turned { both, made }: &mut Turned) -> bool {
        let (one, two) = (self.pool.group[row] as usize, self.pool.group[other] as usize);
        if [one, two].iter().any(|&group| self.search.room(self.members[group].len()) > 1) {
            return false;
        }
        self.pool.merge(&self.members[one], &self.members[two], both);
        made.iter_mut().for_each(Vec::clear);
        for chain in both.chunk_by(|&a, &b| self.pool.near(a as usize, b as usize)) {
            let turns = chain.iter().any(|&at| at as usize == row || at as usize == other);
            for &at in chain {
                let second = self.pool.group[at as usize] as usize == two;
                made[usize::from(second != turns)].push(at);
            }
        }
        made.iter().all(|members| members.len() >= self.search.least)
    }
}
