//! Apart: among changes that cost about the same, those that leave values farther apart.
//!
//! # Why
//! Nothing is asked of values that are farther apart than near; so a search packs them just past it, and who is content to be
//! right within 2ε or 5ε guesses well. Many exchanges cost nothing, or next to nothing: of these, take those that help.
//!
//! # Idea
//! Two rows of a group are close by as many of the multiples ([`MULTIPLES`](super::pool::MULTIPLES)) as they lie within. Each
//! costs a small share of what an average group loses. How far a multiple reaches is found by steps from each code to
//! the last one near: in a crowd that is the multiple, elsewhere a little less.
//!
//! # Cost
//! `O(s)` for an exchange between groups of s rows, `O(s²)` for groups made anew.

use super::pool::MULTIPLES;
use super::state::State;

impl State<'_> {
    /// What rows being close to each other costs more once the two have changed places.
    pub fn closer_after(&self, row: usize, other: usize) -> f32 {
        if self.pool.beyond.is_empty() {
            return 0.0;
        }
        let (group, to) = (self.pool.group[row] as usize, self.pool.group[other] as usize);
        let beside = |at: usize, group: usize, except: usize| -> i32 {
            let others = self.members[group].iter().map(|&other| other as usize).filter(|&other| other != except);
            others.map(|other| self.pool.closeness(at, other)).sum()
        };
        let before = beside(row, group, row) + beside(other, to, other);
        let after = beside(row, to, other) + beside(other, group, row);
        self.price * (after - before) as f32
    }

    /// What it can cost at most that the two are close to the others of their groups.
    pub fn closest(&self, row: usize, other: usize) -> f32 {
        let beside = |at: usize| self.members[self.pool.group[at] as usize].len() - 1;
        self.price * (MULTIPLES.len() * (beside(row) + beside(other))) as f32
    }

    /// What rows of a group being close to each other costs.
    pub fn closeness(&self, members: &[u32]) -> f32 {
        if self.pool.beyond.is_empty() {
            return 0.0;
        }
        let pairs = members.iter().enumerate().flat_map(|(at, &one)| members[..at].iter().map(move |&two| (one, two)));
        self.price * pairs.map(|(one, two)| self.pool.closeness(one as usize, two as usize)).sum::<i32>() as f32
    }
}
