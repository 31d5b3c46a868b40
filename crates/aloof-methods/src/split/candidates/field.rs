//! The field: all rows, where they stand, and what a group there means to each of them.
//!
//! # Definition
//! A group *covers* a row when the cells it would publish cover the row's quasi values. To a row with the value x, a
//! group G adds the *excess* `m · |G ∩ I(x)| − |G|`. The row is safe in the candidates view exactly when the excesses
//! of all groups that cover it sum to at most 0: that is `m · near ≤ all` over the union of these groups.
//!
//! Whole numbers only: nothing here is rounded.
//!
//! # Cost
//! One look into the tree of points per group, then the rows it covers times its members.

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
        let Party { rows, codes, low, high, sparse } = party;
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
        let mut party = Party::default();
        let mut rest = members;
        for &size in sizes {
            let (rows, behind) = rest.split_at(size as usize);
            rest = behind;
            party.rows.clear();
            party.rows.extend_from_slice(rows);
            self.show(&mut party);
            self.each_covered(&party, |row, excess| standing[row as usize] += excess);
        }
        standing
    }
}
