//! A pool: some groups, small enough to know which of their rows are similar, and how far each group is from standing.
//!
//! # Idea
//! Similarity among the rows of a pool is asked once per pair and kept as bits. For every row the pool counts the
//! similar ones of its own group; what is beyond the room is the group's *excess*, summed over its rows and over all
//! constraints. A group stands when its excess is zero and the further principles let it.
//!
//! # Cost
//! `O(n²)` questions for n rows, one bit each, unless the pool is large or only a few of its groups are looked at: then
//! `O(n)` for every row of those. A group of s rows is measured in `O(s²)`, a change to it in `O(s)`.

use aloof_principles::Shape;

use super::Search;
use super::alike::Alike;
use super::clique::has_clique;

/// What a group that the further principles do not let stand counts beside its excess.
const MAY_NOT: u32 = 1;

/// Some groups of rows.
pub(super) struct Pool<'a> {
    pub search: &'a Search<'a>,
    /// Row numbers.
    pub rows: Vec<u32>,
    /// The group of each.
    pub group: Vec<u32>,
    /// The rows of each group, as places in `rows`.
    pub members: Vec<Vec<u32>>,
    /// How far each group is from standing.
    pub excess: Vec<u32>,
    /// Per constraint: which rows are similar.
    alike: Vec<Alike<'a>>,
    /// Per constraint and row: similar others in its group.
    own: Vec<Vec<u32>>,
}

impl<'a> Pool<'a> {
    /// Groups of these sizes, their rows group after group.
    pub fn new(search: &'a Search<'a>, rows: &[u32], sizes: &[u32]) -> Self {
        Self::with(search, rows, sizes, true)
    }

    /// The same, to be asked about the rows of a few groups only, which [`Pool::know`] makes known.
    pub fn for_few(search: &'a Search<'a>, rows: &[u32], sizes: &[u32]) -> Self {
        Self::with(search, rows, sizes, false)
    }

    /// Finds out who is similar to the rows of `group`, where that was left for later.
    pub fn know(&mut self, group: usize) {
        for alike in &mut self.alike {
            self.members[group].iter().for_each(|&at| alike.know(at as usize));
        }
    }

    fn with(search: &'a Search<'a>, rows: &[u32], sizes: &[u32], all: bool) -> Self {
        let groups =
            sizes.iter().enumerate().flat_map(|(group, &size)| std::iter::repeat_n(group as u32, size as usize));
        let group: Vec<u32> = groups.collect();
        let mut members = vec![Vec::new(); sizes.len()];
        group.iter().enumerate().for_each(|(at, &group)| members[group as usize].push(at as u32));
        let stars = search.stars.len();
        let mut pool = Self {
            search,
            rows: rows.to_vec(),
            group,
            members,
            excess: vec![0; sizes.len()],
            alike: search.stars.iter().map(|star| Alike::new(star, rows, all)).collect(),
            own: vec![vec![0; rows.len()]; stars],
        };
        (0..sizes.len()).for_each(|group| pool.count(group));
        pool
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether two rows are similar by constraint `star`. A row is not counted as similar to itself.
    pub fn alike(&self, star: usize, a: usize, b: usize) -> bool {
        self.alike[star].of(a, b) == 1
    }

    /// Counts the similar rows within `group` anew.
    pub fn count(&mut self, group: usize) {
        let members = &self.members[group];
        for (alike, own) in self.alike.iter().zip(&mut self.own) {
            for &at in members {
                own[at as usize] = members.iter().map(|&other| alike.of(at as usize, other as usize)).sum();
            }
        }
        self.excess[group] = self.excess_after(group, None, None);
    }

    /// The excess of all groups.
    pub fn total(&self) -> u32 {
        self.excess.iter().sum()
    }

    /// The excess of `group` without `out` and with `into`.
    pub fn excess_after(&self, group: usize, out: Option<usize>, into: Option<usize>) -> u32 {
        let members = &self.members[group];
        let size = members.len() + usize::from(into.is_some()) - usize::from(out.is_some());
        if size < self.search.least {
            return u32::MAX / 4;
        }
        let mut excess = 0;
        for star in 0..self.alike.len() {
            let room = self.search.rooms.others(star, size).unwrap_or(0) as u32;
            let beyond = self.beyond(star, room, members, out, into);
            if beyond > 0 && !self.only_stars(star, room, members, out, into) {
                excess += beyond;
            }
        }
        if excess == 0 && !self.may_stand(members, out, into) { MAY_NOT } else { excess }
    }

    fn beyond(&self, star: usize, room: u32, members: &[u32], out: Option<usize>, into: Option<usize>) -> u32 {
        let own = &self.own[star];
        let (joins, leaves) = (self.alike[star].row(into), self.alike[star].row(out));
        let (mut sum, mut count) = (0, 0);
        for at in members.iter().map(|&at| at as usize).filter(|&at| Some(at) != out) {
            let joined = joins.with(at);
            count += joined;
            sum += (own[at] + joined - leaves.with(at)).saturating_sub(room);
        }
        sum + if into.is_some() { count.saturating_sub(room) } else { 0 }
    }

    /// Whether constraint `star` is about cliques, and there is none that is too large, though rows have too many similar
    /// ones.
    fn only_stars(&self, star: usize, room: u32, members: &[u32], out: Option<usize>, into: Option<usize>) -> bool {
        if self.search.stars[star].shape == Shape::Star {
            return false;
        }
        let stay = members.iter().map(|&at| at as usize).filter(|&at| Some(at) != out);
        let rows: Vec<usize> = stay.chain(into).collect();
        !has_clique(&rows, room as usize + 2, &|a, b| self.alike(star, a, b))
    }

    /// For each group, at least by how much it would have excess once `row` joined it in exchange for one of its rows.
    pub fn misfit(&self, row: usize) -> Vec<u32> {
        let mut misfit = vec![0; self.members.len()];
        for star in (0..self.alike.len()).filter(|&star| self.search.stars[star].shape == Shape::Star) {
            for ((misfit, similar), members) in misfit.iter_mut().zip(self.similar(star, row)).zip(&self.members) {
                let room = self.search.rooms.others(star, members.len() + 1).unwrap_or(0) as u32;
                *misfit += similar.saturating_sub(room + 1);
            }
        }
        misfit
    }

    /// For each row, at least how much excess the group of `row` would have with it in place of `row`.
    pub fn misfit_instead(&self, row: usize) -> Vec<u32> {
        let members = &self.members[self.group[row] as usize];
        let mut misfit = vec![0; self.len()];
        for star in (0..self.alike.len()).filter(|&star| self.search.stars[star].shape == Shape::Star) {
            let room = self.search.rooms.others(star, members.len()).unwrap_or(0) as u32;
            let (mut beyond, mut similar) = (0, vec![0u32; self.len()]);
            for at in members.iter().map(|&at| at as usize).filter(|&at| at != row) {
                let own = self.own[star][at] - self.alike[star].of(at, row);
                beyond += own.saturating_sub(room);
                let full = u32::from(own >= room);
                self.alike[star].each_similar(at, |other| {
                    similar[other] += 1;
                    misfit[other] += full;
                });
            }
            misfit
                .iter_mut()
                .zip(similar)
                .for_each(|(misfit, similar)| *misfit += beyond + similar.saturating_sub(room));
        }
        misfit
    }

    /// For each group, how many of its rows are similar to `row` by constraint `star`.
    fn similar(&self, star: usize, row: usize) -> Vec<u32> {
        let mut similar = vec![0; self.members.len()];
        self.alike[star].each_similar(row, |at| similar[self.group[at] as usize] += 1);
        similar
    }

    fn may_stand(&self, members: &[u32], out: Option<usize>, into: Option<usize>) -> bool {
        let Some(may_stand) = self.search.may_stand else { return true };
        let stay = members.iter().map(|&at| at as usize).filter(|&at| Some(at) != out);
        let rows: Vec<u32> = stay.chain(into).map(|at| self.rows[at]).collect();
        may_stand(&rows)
    }

    /// Whether taking `row` out of its group could lower its excess: it has too many similar ones, or one of those has.
    pub fn is_involved(&self, row: usize) -> bool {
        let group = self.group[row] as usize;
        if self.excess[group] == 0 {
            return false;
        }
        let members = &self.members[group];
        let involved = |star: usize| {
            let room = self.search.rooms.others(star, members.len()).unwrap_or(0) as u32;
            let over = |at: usize| self.own[star][at] > room;
            over(row) || members.iter().any(|&at| over(at as usize) && self.alike(star, row, at as usize))
        };
        (0..self.alike.len()).any(involved) || self.excess[group] == MAY_NOT
    }

    /// Whether `row` itself has too many similar ones in its group.
    pub fn is_beyond(&self, row: usize) -> bool {
        let group = self.group[row] as usize;
        let size = self.members[group].len();
        let room = |star: usize| self.search.rooms.others(star, size).unwrap_or(0) as u32;
        self.excess[group] > 0 && (0..self.alike.len()).any(|star| self.own[star][row] > room(star))
    }

    /// How many rows of `group` are similar to `row`, over all constraints, and whether that is within the room.
    pub fn joining(&self, row: usize, group: usize) -> (u32, bool) {
        let members = &self.members[group];
        let of = |star: usize| -> u32 { members.iter().map(|&at| self.alike[star].of(row, at as usize)).sum() };
        let counts: Vec<u32> = (0..self.alike.len()).map(of).collect();
        let room = |star: usize| self.search.rooms.others(star, members.len()).unwrap_or(0) as u32;
        (counts.iter().sum(), counts.iter().enumerate().all(|(star, &count)| count <= room(star)))
    }

    /// [`Pool::joining`] for every group at once.
    pub fn joining_any(&self, row: usize) -> Vec<(u32, bool)> {
        let mut found = vec![(0, true); self.members.len()];
        for star in 0..self.alike.len() {
            for ((sum, fits), (count, members)) in
                found.iter_mut().zip(self.similar(star, row).into_iter().zip(&self.members))
            {
                *sum += count;
                *fits &= count <= self.search.rooms.others(star, members.len()).unwrap_or(0) as u32;
            }
        }
        found
    }

    /// Whether exchanging `row` and `other` lowers the number of similar pairs within groups; `there` rows of the group of
    /// `other` are similar to `row`.
    pub fn lowers(&self, row: usize, other: usize, there: u32) -> bool {
        let own = |at: usize| -> u32 { self.own.iter().map(|own| own[at]).sum() };
        let before = own(row) + own(other);
        // Most are out before anybody is asked who is similar.
        if there >= before + 2 * self.alike.len() as u32 {
            return false;
        }
        let both: u32 = self.alike.iter().map(|alike| alike.of(row, other)).sum();
        there < before + 2 * both && there + self.joining(other, self.group[row] as usize).0 < before + 2 * both
    }

    /// Puts `row` into group `to`, and `other`, if given, in its place.
    pub fn exchange(&mut self, row: usize, to: usize, other: Option<usize>) {
        let from = self.group[row] as usize;
        if let Some(other) = other {
            replace(&mut self.members[from], row as u32, other as u32);
            replace(&mut self.members[to], other as u32, row as u32);
            self.group[other] = from as u32;
        } else {
            self.members[from].retain(|&at| at as usize != row);
            self.members[to].push(row as u32);
        }
        self.group[row] = to as u32;
        self.recount(from, other, Some(row));
        self.recount(to, Some(row), other);
    }

    /// Counts the similar rows within `group` after `joined` came and `left` went.
    fn recount(&mut self, group: usize, joined: Option<usize>, left: Option<usize>) {
        let members = &self.members[group];
        for (alike, own) in self.alike.iter().zip(&mut self.own) {
            let similar = |at: usize, other: Option<usize>| other.map_or(0, |other| alike.of(at, other));
            for at in members.iter().map(|&at| at as usize) {
                own[at] = if Some(at) == joined {
                    members.iter().map(|&other| alike.of(at, other as usize)).sum()
                } else {
                    own[at] + similar(at, joined) - similar(at, left)
                };
            }
        }
        self.excess[group] = self.excess_after(group, None, None);
    }

    /// Writes the rows back, group after group.
    pub fn write(&self, rows: &mut [u32], sizes: &mut [u32]) {
        let mut places = rows.iter_mut();
        for (members, size) in self.members.iter().zip(sizes) {
            *size = members.len() as u32;
            // The group first: a `zip` that ends with the places would swallow one.
            for (&at, place) in members.iter().zip(places.by_ref()) {
                *place = self.rows[at as usize];
            }
        }
    }
}

fn replace(members: &mut [u32], out: u32, into: u32) {
    if let Some(place) = members.iter_mut().find(|at| **at == out) {
        *place = into;
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Problem, Room, Star, Tuning};
    use super::*;
    use aloof_principles::Similar;
    use proptest::prelude::*;

    /// Numbers at most `.0` apart.
    struct Near(u32);

    impl Similar for Near {
        fn similar(&self, a: u32, b: u32) -> bool {
            a.abs_diff(b) <= self.0
        }
    }

    proptest! {
        /// What is counted for all rows at once is what is counted for each.
        #[test]
        fn misfits_are_those_of_every_exchange(
            codes in prop::collection::vec(0u32..30, 24), reach in 0u32..8, share in 1u64..5, all in any::<bool>(),
        ) {
            let near = Near(reach);
            let room = Room::Share { similar: share, whole: 10 };
            let stars = [Star { codes: &codes, similar: &near, room, shape: Shape::Star }];
            let problem = Problem { axes: &[], rows: codes.len(), stars: &stars, least: 4, may_stand: None };
            let tuning = Tuning::default();
            let search = Search::new(&problem, &tuning).unwrap();
            let rows: Vec<u32> = (0..24).collect();
            let pool = Pool::with(&search, &rows, &[8, 5, 5, 6], all);
            for row in 0..24 {
                let (there, instead) = (pool.misfit(row), pool.misfit_instead(row));
                let own = pool.group[row] as usize;
                for other in (0..24).filter(|&other| pool.group[other] as usize != own) {
                    let to = pool.group[other] as usize;
                    prop_assert_eq!(instead[other], pool.excess_after(own, Some(row), Some(other)));
                    prop_assert!(there[to] <= pool.excess_after(to, Some(other), Some(row)));
                    prop_assert!(there[to] <= pool.excess_after(to, None, Some(row)));
                }
                let joining: Vec<(u32, bool)> = (0..4).map(|group| pool.joining(row, group)).collect();
                prop_assert_eq!(pool.joining_any(row), joining);
            }
        }
    }
}
