//! The people of the original as points: one per distinct combination of quasi values.
//!
//! # Cost
//! 4 bytes per point and column, 4 per row. Arranging points so that neighbours are near takes `O(P log P)` per column.

use std::ops::Range;

use aloof_table::Partition;

use super::cover::QuasiPair;

/// Where every point lies, and whose it is.
#[derive(Clone, Debug)]
pub(super) struct Points {
    /// The place of each point, column by column.
    places: Vec<Vec<u32>>,
    /// How many places each column has.
    pub counts: Vec<usize>,
    /// The rows of each point.
    pub rows: Partition,
}

impl Points {
    /// Of so many original rows. Leaves in `columns` the places of the points instead of those of the rows.
    pub fn new(columns: &mut [QuasiPair<'_>], rows: usize) -> Self {
        let codes: Vec<(&[u32], usize)> = columns.iter().map(|c| (c.places.as_slice(), c.count)).collect();
        let rows = Partition::by_equal_codes(&codes, rows, |_| false);
        for column in columns.iter_mut() {
            // People alike are asked about once; of the others nothing needs to be kept.
            column.places = rows.iter().map(|alike| column.places[alike[0] as usize]).collect();
        }
        Self { places: Vec::new(), counts: columns.iter().map(|column| column.count).collect(), rows }
    }

    /// Takes the places over from `columns`, once nobody else needs them.
    pub fn take_places(&mut self, columns: &mut [QuasiPair<'_>]) {
        self.places = columns.iter_mut().map(|column| std::mem::take(&mut column.places)).collect();
    }

    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The place of a point in a column.
    pub fn place(&self, point: u32, column: usize) -> u32 {
        self.places[column][point as usize]
    }

    /// Orders points so that every half, and half of a half, lies close together: see [`halves`].
    pub fn arrange(&self, order: &mut [u32]) {
        let Some((left, right)) = halves(0..order.len()) else { return };
        let hull = self.hull(order);
        let share = |column: usize| {
            u64::from(hull[column].end - hull[column].start) * 1_000_000 / self.counts[column].max(1) as u64
        };
        let widest = (0..hull.len()).max_by_key(|&column| (share(column), std::cmp::Reverse(column))).unwrap_or(0);
        if let Some(places) = self.places.get(widest) {
            order.select_nth_unstable_by_key(left.end, |&point| (places[point as usize], point));
        }
        let (first, second) = order.split_at_mut(left.end);
        if right.end > 10_000 {
            rayon::join(|| self.arrange(first), || self.arrange(second));
        } else {
            self.arrange(first);
            self.arrange(second);
        }
    }

    /// The smallest run in each column that holds all of these points.
    pub fn hull(&self, points: &[u32]) -> Vec<Range<u32>> {
        let run = |places: &Vec<u32>| {
            let all = points.iter().map(|&point| places[point as usize]);
            let (low, high) = all.fold((u32::MAX, 0), |(low, high), place| (low.min(place), high.max(place)));
            low..high + 1
        };
        self.places.iter().map(run).collect()
    }
}

/// Both halves of a run of arranged points; `None` of a single one.
pub(super) fn halves(run: Range<usize>) -> Option<(Range<usize>, Range<usize>)> {
    let middle = run.start + run.len() / 2;
    (run.len() > 1).then_some((run.start..middle, middle..run.end))
}
