//! Regroup: rows go from group to group, groups are given up, and new ones made of rows that others can spare.
//!
//! # Why
//! Exchanges leave the sizes of groups, and how many there are, as dealing made them. A row far from its group may lie inside
//! the box of another; a group whose rows all have better places should not be; and where several groups around have a row to
//! spare, these may be better off as one more group.
//!
//! # Cost
//! One look at the leaf of each row that would go.

use super::leaves::Leaves;
use super::state::State;
use crate::exchange::Sheet;

impl State<'_> {
    /// Whether the group of `row` has rows enough without it.
    pub fn can_spare(&self, row: usize) -> bool {
        self.members[self.pool.group[row] as usize].len() > self.search.least
    }

    /// `row`, which its group can spare, goes to the group around it that it costs least.
    pub fn drift(&mut self, leaves: &Leaves, row: usize, most: f32) -> bool {
        let group = self.pool.group[row] as usize;
        let most = most - self.relief(row);
        match self.host(leaves, row, most, &[group]) {
            Some((to, _)) if self.could_join(row, to) => {
                self.place(row, to);
                true
            }
            _ => false,
        }
    }

    /// The group of `row` is given up, and its rows go to the groups that they cost least, no two to the same.
    pub fn give_up(&mut self, leaves: &Leaves, row: usize, most: f32) -> bool {
        let group = self.pool.group[row] as usize;
        let most = most + self.boxes.weight(group);
        let mut taken = vec![group];
        let mut cost = 0.0;
        for at in self.members[group].clone() {
            let Some((to, more)) = self.host(leaves, at as usize, most - cost, &taken) else { return false };
            taken.push(to);
            cost += more;
        }
        let goes = self.members[group].iter().zip(&taken[1..]);
        let mut made: Vec<(usize, Vec<u32>)> = goes.map(|(&at, &to)| (to, self.with(to, at))).collect();
        made.push((group, Vec::new()));
        self.may_become(&made) && self.become_so(made)
    }

    /// Rows around `row` that their groups can spare, as its own can, become a group with it.
    pub fn make_new(&mut self, leaves: &Leaves, row: usize, most: f32) -> bool {
        let spare = |&at: &usize| at != row && self.can_spare(at);
        let mut others: Vec<(f32, u32)> =
            leaves.around(row).filter(spare).map(|at| (self.relief(at), at as u32)).collect();
        others.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mut new = vec![row as u32];
        let mut gain = self.relief(row);
        for (relief, at) in others {
            let apart = |&other: &u32| {
                self.pool.group[other as usize] != self.pool.group[at as usize]
                    && !self.pool.near(other as usize, at as usize)
            };
            if new.len() < self.search.least && new.iter().all(apart) {
                new.push(at);
                gain += relief;
            }
        }
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        if new.len() < self.search.least || gain + sheet.weight(&new) >= most {
            return false;
        }
        let Some(free) = self.members.iter().position(Vec::is_empty) else { return false };
        let from = |&at: &u32| (self.pool.group[at as usize] as usize, self.without(at));
        let mut made: Vec<(usize, Vec<u32>)> = new.iter().map(from).collect();
        self.pool.sort(&mut new);
        made.push((free, new));
        self.may_become(&made) && self.become_so(made)
    }

    /// By how much rows times loss of its group fall when `row` leaves it, as a negative number.
    fn relief(&self, row: usize) -> f32 {
        let group = self.pool.group[row] as usize;
        (self.members[group].len() as f32 - 1.0) * self.boxes.loss_without(row) - self.boxes.weight(group)
    }

    /// The group around `row`, none of `not`, that has room for it and that it costs least, and how much: less than `most`.
    fn host(&mut self, leaves: &Leaves, row: usize, most: f32, not: &[usize]) -> Option<(usize, f32)> {
        let sheet = Sheet { measures: &self.search.measures, columns: &self.pool.columns };
        let mut best = None;
        let mut least = most;
        self.asking += 1;
        for other in leaves.around(row) {
            let to = self.pool.group[other] as usize;
            if std::mem::replace(&mut self.asked[to], self.asking) == self.asking {
                continue;
            }
            // With a row more a group loses at least as much for each, so that the row itself costs as much as any of them.
            if self.boxes.loss_beside(other) >= least || not.contains(&to) {
                continue;
            }
            let Some(more) = self.boxes.growth_below(sheet, to, row, least) else { continue };
            if self.fits(row, to, None) {
                (best, least) = (Some((to, more)), more);
            }
        }
        best
    }

    fn with(&self, group: usize, row: u32) -> Vec<u32> {
        let mut members = self.members[group].clone();
        members.push(row);
        self.pool.sort(&mut members);
        members
    }

    fn without(&self, row: u32) -> Vec<u32> {
        let members = &self.members[self.pool.group[row as usize] as usize];
        members.iter().copied().filter(|&at| at != row).collect()
    }
}
