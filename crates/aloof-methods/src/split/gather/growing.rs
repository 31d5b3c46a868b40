//! A group that grows until it may stand, and what it is made of.

use super::super::Search;
use super::super::bucket::Bucket;
use super::super::measure::{Bounds, Measure};
use super::kinds::Kinds;
use super::stands;

/// A group that grows until it may stand.
pub(super) struct Growing {
    pub rows: Vec<u32>,
    pub bounds: Vec<Bounds>,
    /// How many of its rows could not stand elsewhere.
    pub needy: usize,
    /// What it is made of: all of its rows.
    pub pieces: Vec<Piece>,
}

/// Rows of a group that are alike in every column, and came together.
#[derive(Clone)]
pub(super) struct Piece {
    pub rows: Vec<u32>,
    /// Whether others like them stand without them.
    pub lent: bool,
}

impl Growing {
    /// Of rows in need that are alike.
    pub fn of(search: &Search<'_>, bucket: &Bucket<'_>, rows: Vec<u32>) -> Self {
        Self::made_of(search, bucket, vec![Piece { rows, lent: false }])
    }

    /// Of some pieces.
    pub fn made_of(search: &Search<'_>, bucket: &Bucket<'_>, pieces: Vec<Piece>) -> Self {
        let rows: Vec<u32> = pieces.iter().flat_map(|piece| piece.rows.iter().copied()).collect();
        let needy = pieces.iter().filter(|piece| !piece.lent).map(|piece| piece.rows.len()).sum();
        let around = |(measure, column): (&Measure<'_>, &&mut [f32])| {
            measure.around(pieces.iter().map(|piece| column[piece.rows[0] as usize]))
        };
        let bounds = search.measures.iter().zip(&bucket.columns).map(around).collect();
        Self { rows, bounds, needy, pieces }
    }

    /// Rows times loss.
    pub fn weight(&self, search: &Search<'_>) -> f32 {
        let spans = search.measures.iter().zip(&self.bounds).map(|(measure, &bounds)| measure.span(bounds));
        self.rows.len() as f32 * spans.sum::<f32>()
    }

    /// Takes the rows of one kind, or of those that stand as many as are needed.
    pub fn join(&mut self, search: &Search<'_>, bucket: &Bucket<'_>, kinds: &mut Kinds, at: usize) {
        for ((measure, bounds), column) in search.measures.iter().zip(&mut self.bounds).zip(&kinds.columns) {
            *bounds = measure.with(*bounds, column[at]);
        }
        let own = self.rows.len();
        if kinds.lends[at] == 0.0 {
            self.needy += kinds.rows[at].len();
        } else if self.borrow(search, bucket, &mut kinds.rows[at]) {
            kinds.lends[at] = kinds.rows[at].len() as f32;
            return self.pieces.push(Piece { rows: self.rows[own..].to_vec(), lent: true });
        }
        let rows = kinds.remove(at);
        self.rows.extend(&rows);
        self.pieces.push(Piece { rows, lent: false });
    }

    /// Takes as many of these rows as are needed, if the others stand without them.
    fn borrow(&mut self, search: &Search<'_>, bucket: &Bucket<'_>, alike: &mut Vec<u32>) -> bool {
        let own = self.rows.len();
        let most = alike.len().saturating_sub(search.least);
        let mut lent = search.least.saturating_sub(own).max(1);
        loop {
            self.rows.truncate(own);
            if lent > most {
                return false;
            }
            self.rows.extend_from_slice(&alike[..lent]);
            if stands(search, bucket, &self.rows) {
                break;
            }
            lent += 1;
        }
        // Those that were taken on the way to one that was needed are not.
        let mut at = own;
        while self.rows.len() > search.least && at < self.rows.len() {
            let row = self.rows.remove(at);
            if !stands(search, bucket, &self.rows) {
                self.rows.insert(at, row);
                at += 1;
            }
        }
        let stay: Vec<u32> = alike.iter().copied().filter(|row| !self.rows[own..].contains(row)).collect();
        let stays = stands(search, bucket, &stay);
        if stays {
            *alike = stay;
        } else {
            self.rows.truncate(own);
        }
        stays
    }

    pub fn join_group(&mut self, search: &Search<'_>, other: Self) {
        for ((measure, bounds), others) in search.measures.iter().zip(&mut self.bounds).zip(other.bounds) {
            *bounds = measure.union(*bounds, others);
        }
        self.needy += other.needy;
        self.rows.extend(other.rows);
        self.pieces.extend(other.pieces);
    }
}
