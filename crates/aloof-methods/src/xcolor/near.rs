//! Near: rows that lie together get neighbouring numbers.
//!
//! # Idea
//! Rows are numbered anew along a Z-curve: the bits of their ranks on all axes, the highest of each axis first. What is
//! looked up for the rows of a cell, or of a pool of neighbouring groups, then stands together in memory; for large tables
//! that is most of the time it takes. Even samples of the rows become even samples of the quasi space.
//!
//! # Cost
//! A sort of n numbers and a pass over every column.

use aloof_table::{NO_GROUP, Partition};
use rayon::prelude::*;

use super::{Search, Star, Stuck};
use crate::split::MayStand;

/// Rows in a new order.
pub(super) struct Near {
    /// For each new number the old one.
    order: Vec<u32>,
    /// Per constraint: the code of every row.
    codes: Vec<Vec<u32>>,
}

impl Near {
    /// Numbers the rows of `search` by where they lie, and moves what it knows of them.
    pub fn new(search: &mut Search<'_>) -> Self {
        let order = along_the_curve(&search.ranks, search.rows);
        search.columns = search.columns.par_iter().map(|column| moved(column, &order)).collect();
        search.ranks = search.ranks.par_iter().map(|ranks| moved(ranks, &order)).collect();
        let codes = search.stars.iter().map(|star| moved(star.codes, &order)).collect();
        Self { order, codes }
    }

    /// The constraints on rows in their new order.
    pub fn stars<'a>(&'a self, stars: &[Star<'a>]) -> Vec<Star<'a>> {
        stars.iter().zip(&self.codes).map(|(star, codes)| Star { codes, ..*star }).collect()
    }

    /// Whether rows, by their new numbers, may stand.
    pub fn may_stand<'a>(&'a self, may_stand: MayStand<'a>) -> impl Fn(&[u32]) -> bool + Sync + 'a {
        move |rows| may_stand(&moved(&self.order, rows))
    }

    /// Groups of rows by their old numbers.
    pub fn partition(&self, groups: &Partition) -> Partition {
        let mut group_of = vec![NO_GROUP; self.order.len()];
        for (group, rows) in groups.iter().enumerate() {
            rows.iter().for_each(|&row| group_of[self.order[row as usize] as usize] = group as u32);
        }
        Partition::from_group_of(&group_of, groups.len())
    }

    /// What was not found, by the old numbers.
    pub fn stuck(&self, stuck: Stuck) -> Stuck {
        let Stuck::NotFound { withheld, rest } = stuck else { return stuck };
        let mut withheld = moved(&self.order, &withheld);
        withheld.sort_unstable();
        Stuck::NotFound { withheld, rest: rest.map(|groups| self.partition(&groups)) }
    }
}

fn moved<T: Copy>(values: &[T], order: &[u32]) -> Vec<T> {
    order.iter().map(|&row| values[row as usize]).collect()
}

/// The rows by the interleaved bits of their ranks; ties as they came.
fn along_the_curve(ranks: &[Vec<u32>], rows: usize) -> Vec<u32> {
    let bits = usize::BITS - rows.leading_zeros();
    let used = bits.min(u64::BITS / ranks.len().max(1) as u32);
    let key = |row: u32| {
        let levels = (bits - used..bits).rev();
        let all = levels.flat_map(|level| ranks.iter().map(move |ranks| ranks[row as usize] >> level & 1));
        all.fold(0u64, |key, bit| key << 1 | u64::from(bit))
    };
    let mut keys: Vec<(u64, u32)> = (0..rows as u32).into_par_iter().map(|row| (key(row), row)).collect();
    keys.par_sort_unstable();
    keys.into_iter().map(|(_, row)| row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_through_one_quarter_after_the_other() {
        let (x, y): (Vec<u32>, Vec<u32>) = (0..16u32).map(|row| (row % 4 * 4, row / 4 * 4)).unzip();
        let order = along_the_curve(&[x.clone(), y.clone()], 16);
        let quarter = |row: &u32| (x[*row as usize] / 8, y[*row as usize] / 8);
        let quarters: Vec<(u32, u32)> = order.iter().map(quarter).collect();
        assert!(quarters.chunks(4).all(|four| four.iter().all(|one| *one == four[0])), "{quarters:?}");
        assert_eq!(along_the_curve(&[], 3), [0, 1, 2]);
    }

    #[test]
    fn many_axes_and_many_rows_fit() {
        let ranks: Vec<Vec<u32>> = (0..70).map(|_| (0..1000).rev().collect()).collect();
        let mut order = along_the_curve(&ranks, 1000);
        order.sort_unstable();
        assert_eq!(order, (0..1000).collect::<Vec<u32>>());
    }
}
