//! The boxes of a release: what the cells of one row of each cover, exactly.
//!
//! # Cost
//! 12 bytes per box and column; whether a box covers a run of places is a comparison or two per column.

use std::ops::Range;

use super::cover::{Cover, QuasiPair};

/// How a box lies to the hull of some points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Relation {
    /// It covers none of them.
    Apart,
    /// It may cover some of them; never said of a single point.
    Partly,
    /// It covers all of them.
    Inside,
}

/// A box: the cover of each quasi column.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    width: usize,
    count: usize,
    /// The hull of each box, column after column: `ends[b · width + c]`.
    ends: Vec<Range<u32>>,
    /// Whether all covers of a box are single runs, so that hulls say everything.
    plain: Vec<bool>,
    /// Which of the covers each box has, as `ends`.
    cells: Vec<u32>,
    covers: Vec<Vec<Cover>>,
}

impl Boxes {
    /// `rows` holds one released row per box.
    pub fn new(columns: Vec<QuasiPair<'_>>, rows: &[u32]) -> Self {
        let width = columns.len();
        let mut cells = Vec::with_capacity(rows.len() * width);
        let mut ends = Vec::with_capacity(rows.len() * width);
        let mut plain = Vec::with_capacity(rows.len());
        for &row in rows {
            let of_row = columns.iter().map(|column| column.cell(row as usize));
            let covers = || of_row.clone().zip(&columns).map(|(cell, column)| &column.covers[cell as usize]);
            cells.extend(of_row.clone());
            ends.extend(covers().map(Cover::hull));
            plain.push(covers().all(Cover::is_run));
        }
        let covers = columns.into_iter().map(|column| column.covers).collect();
        Self { width, count: rows.len(), ends, plain, cells, covers }
    }

    pub fn len(&self) -> usize {
        self.count
    }

    /// The smallest run in each column that holds all of a box.
    pub fn ends(&self, boxed: u32) -> &[Range<u32>] {
        &self.ends[boxed as usize * self.width..(boxed as usize + 1) * self.width]
    }

    /// How a box lies to points that fill `hull`, a run of places per column.
    pub fn relation(&self, boxed: u32, hull: &[Range<u32>]) -> Relation {
        let mut inside = true;
        for (end, run) in self.ends(boxed).iter().zip(hull) {
            if end.start >= run.end || end.end <= run.start {
                return Relation::Apart;
            }
            inside &= end.start <= run.start && run.end <= end.end;
        }
        match (self.plain[boxed as usize], inside) {
            (false, _) => self.relation_of_runs(boxed, hull),
            (true, true) => Relation::Inside,
            (true, false) => Relation::Partly,
        }
    }

    /// Whether a box covers the point with these places.
    pub fn covers(&self, boxed: u32, place: impl Fn(usize) -> u32) -> bool {
        let plain = self.plain[boxed as usize];
        let cells = &self.cells[boxed as usize * self.width..];
        self.ends(boxed).iter().enumerate().all(|(column, end)| {
            let place = place(column);
            end.contains(&place) && (plain || self.covers[column][cells[column] as usize].contains(place))
        })
    }

    /// The column in which boxes are narrowest on the whole, by their share of so many places.
    pub fn narrowest(&self, counts: &[usize]) -> usize {
        let width = |column: usize| -> u64 {
            let lengths = self.ends.iter().skip(column).step_by(self.width).map(|end| u64::from(end.end - end.start));
            lengths.sum::<u64>().saturating_mul(1_000) / counts[column].max(1) as u64
        };
        (0..self.width).min_by_key(|&column| width(column)).unwrap_or(0)
    }

    fn relation_of_runs(&self, boxed: u32, hull: &[Range<u32>]) -> Relation {
        let cells = &self.cells[boxed as usize * self.width..];
        let each = self.covers.iter().zip(cells).zip(hull);
        each.map(|((covers, &cell), run)| covers[cell as usize].relation(run)).min().unwrap_or(Relation::Inside)
    }
}
