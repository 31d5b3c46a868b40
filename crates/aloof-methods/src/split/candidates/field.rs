//! The field: all rows, where they stand, and what a group there means to each of them.
//!
//! # Definition
//! A group *covers* a row when the cells it would publish cover the row's quasi values. To a row with the value x, a
//! group G adds the *excess* `m · |G ∩ I(x)| − |G|`. The row is safe in the candidates view exactly when the excesses
//! of all groups that cover it sum to at most 0: that is `m · near ≤ all` over the union of these groups.
//!
//! Groups that publish equal cells *look alike*: a reader takes them for one group, so together they must keep the
//! principle, too.
//!
//! Whole numbers only: nothing here is rounded.
//!
//! # Cost
//! One look into the tree of points per group, then the rows it covers times its members.

use std::ops::Range;

use rayon::prelude::*;

use super::points::Points;
use crate::Axis;

/// All rows, counted in sensitive order.
pub(in super::super) struct Field<'a> {
    axes: &'a [Axis],
    /// By axis and row.
    places: Vec<Vec<u32>>,
    points: Points,
    codes: &'a [u32],
    /// The first and the last code in the neighbourhood of each code.
    reaches: &'a [(u32, u32)],
    /// The same, of each row.
    reach_of: Vec<(u32, u32)>,
    m: i64,
}

/// The rows of a group and the cells it would publish.
#[derive(Clone, Default)]
pub(in super::super) struct Party {
    pub rows: Vec<u32>,
    codes: Vec<u32>,
    low: Vec<u32>,
    high: Vec<u32>,
    /// Axes on which only the members' own places between `low` and `high` are covered.
    sparse: Vec<usize>,
    /// Equal for parties that look alike; 0 for one without rows.
    pub key: u64,
}

impl<'a> Field<'a> {
    /// `order` are the rows of the axes in sensitive order, `codes` theirs in that order.
    pub fn new(axes: &'a [Axis], order: &[u32], codes: &'a [u32], reaches: &'a [(u32, u32)], m: usize) -> Self {
        let column = |axis: &Axis| order.iter().map(|&row| axis.place(row)).collect();
        let places: Vec<Vec<u32>> = axes.iter().map(column).collect();
        let points = Points::new(&places, order.len());
        let reach_of = codes.iter().map(|&code| reaches[code as usize]).collect();
        Self { axes, places, points, codes, reaches, reach_of, m: m as i64 }
    }

    pub fn rows(&self) -> usize {
        self.codes.len()
    }

    /// Finds out what the party's rows would publish.
    pub fn show(&self, party: &mut Party) {
        let Party { rows, codes, low, high, sparse, .. } = party;
        codes.clear();
        codes.extend(rows.iter().map(|&row| self.codes[row as usize]));
        low.clear();
        high.clear();
        sparse.clear();
        for (axis, (shape, places)) in self.axes.iter().zip(&self.places).enumerate() {
            let (mut first, mut last) = (u32::MAX, 0);
            for &row in &*rows {
                let place = places[row as usize];
                first = first.min(place);
                last = last.max(place);
            }
            let cover = shape.cover(first.min(last), last);
            low.push(cover.first);
            high.push(cover.last);
            if cover.sparse {
                sparse.push(axis);
            }
        }
        party.key = self.key(party);
    }

    /// A number of what the party shows. Two looks may share one, hardly ever; then they are held for alike, no more.
    fn key(&self, party: &Party) -> u64 {
        if party.rows.is_empty() {
            return 0;
        }
        let mix = |key: u64, place: u32| (key ^ u64::from(place)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        let mut key = party.low.iter().chain(&party.high).fold(1, |key, &place| mix(key, place));
        for &axis in &party.sparse {
            let mut places: Vec<u32> = party.rows.iter().map(|&row| self.places[axis][row as usize]).collect();
            places.sort_unstable();
            places.dedup();
            key = places.iter().fold(key, |key, &place| mix(key, place));
        }
        key.max(1)
    }

    /// By how much, for each row of parties that look alike, they hold too many near it together: what is above 0.
    pub fn each_unsafe_among(&self, alike: &[&Party], mut found: impl FnMut(u32, i64)) {
        for &row in alike.iter().flat_map(|party| &party.rows) {
            let excess: i64 = alike.iter().map(|party| self.excess(party, row)).sum();
            if excess > 0 {
                found(row, excess);
            }
        }
    }

    /// Whether the party covers `row`.
    pub fn covers(&self, party: &Party, row: u32) -> bool {
        let bounds = self.places.iter().zip(party.low.iter().zip(&party.high));
        let inside = |(places, (low, high)): (&Vec<u32>, (&u32, &u32))| (low..=high).contains(&&places[row as usize]);
        bounds.into_iter().all(inside) && self.has_places_of(party, row)
    }

    fn has_places_of(&self, party: &Party, row: u32) -> bool {
        party.sparse.iter().all(|&axis| {
            let places = &self.places[axis];
            party.rows.iter().any(|&member| places[member as usize] == places[row as usize])
        })
    }

    /// Calls `found` with every row that the party covers, and the party's excess for it.
    pub fn each_covered(&self, party: &Party, mut found: impl FnMut(u32, i64)) {
        let size = party.rows.len() as i64;
        self.points.inside(&party.low, &party.high, |row| {
            if party.sparse.is_empty() || self.has_places_of(party, row) {
                found(row, self.m * self.near(party, row) - size);
            }
        });
    }

    /// The party's excess for `row`.
    pub fn excess(&self, party: &Party, row: u32) -> i64 {
        self.m * self.near(party, row) - party.rows.len() as i64
    }

    /// How many members lie in the neighbourhood of `row`.
    fn near(&self, party: &Party, row: u32) -> i64 {
        let (first, last) = self.reach_of[row as usize];
        // Added up, not filtered: no branch to guess.
        party.codes.iter().map(|&code| i64::from(first <= code && code <= last)).sum()
    }

    /// Whether the party keeps the principle by itself.
    pub fn keeps(&self, party: &Party) -> bool {
        party.rows.iter().all(|&row| self.excess(party, row) <= 0)
    }

    /// Whether it does with `into` in place of `out`.
    pub fn keeps_with(&self, party: &Party, out: u32, into: u32) -> bool {
        let rows = || party.rows.iter().map(move |&row| if row == out { into } else { row });
        let most = party.rows.len() as i64;
        let codes = || rows().map(|row| self.codes[row as usize]);
        codes().all(|code| {
            let (first, last) = self.reaches[code as usize];
            self.m * codes().filter(|other| (first..=last).contains(other)).count() as i64 <= most
        })
    }

    /// The summed excess of every row, over all groups that cover it. `members` group after group.
    pub fn standing(&self, members: &[u32], sizes: &[u32]) -> Vec<i64> {
        let mut standing = vec![0; self.rows()];
        for span in spans(sizes) {
            self.each_covered(&self.party(&members[span]), |row, excess| standing[row as usize] += excess);
        }
        standing
    }

    /// The rows that are not safe among groups that look like theirs.
    pub fn unsafe_among_alike(&self, members: &[u32], sizes: &[u32]) -> Vec<u32> {
        let groups = spans(sizes);
        let key = |(group, span): (usize, &Range<usize>)| (self.party(&members[span.clone()]).key, group);
        let mut keys: Vec<(u64, usize)> = groups.par_iter().enumerate().map(key).collect();
        keys.par_sort_unstable();
        let mut found = Vec::new();
        for alike in keys.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike.len() > 1) {
            let parties: Vec<Party> = alike.iter().map(|at| self.party(&members[groups[at.1].clone()])).collect();
            self.each_unsafe_among(&parties.iter().collect::<Vec<_>>(), |row, _| found.push(row));
        }
        found
    }

    /// These rows as a group.
    pub fn party(&self, rows: &[u32]) -> Party {
        let mut party = Party { rows: rows.to_vec(), ..Party::default() };
        self.show(&mut party);
        party
    }
}

/// Where each group lies, groups being one after the other.
fn spans(sizes: &[u32]) -> Vec<Range<usize>> {
    let mut end = 0;
    let span = |&size: &u32| {
        end += size as usize;
        end - size as usize..end
    };
    sizes.iter().map(span).collect()
}
