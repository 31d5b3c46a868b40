//! Mondrian: cut the quasi space at medians while both halves may stand as groups.
//!
//! # Source
//! LeFevre, DeWitt and Ramakrishnan, *Mondrian multidimensional k-anonymity*, ICDE 2006, Sections 3.1 (strict) and 3.2
//! (relaxed).
//!
//! # Pseudocode
//! ```text
//! split(rows):
//!     for each axis, widest first (width as a share of the axis):
//!         cut at the median place; if both halves are not empty and may stand: split(left), split(right), return
//!     rows are a group
//! ```
//! Strict, all rows at the median place go left, so that boxes of groups do not overlap. Relaxed, they go to either side, in
//! the order of rows, so that halves are equal or differ by one; a column of few values can then be cut as often as rows
//! allow.
//!
//! # Cost
//! `O(n log n)` per axis tried on every level, for balanced cuts.
//!
//! # Caution
//! Sound only for monotone principles: a half that may not stand can never be mended by cutting further.

use aloof_table::Partition;

use crate::Axis;

/// Where rows at the median go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Median {
    /// All to the left.
    #[default]
    Strict,
    /// To either side, so that halves are equal.
    Relaxed,
}

/// Deals `rows` rows into groups for which `may_stand` holds; all rows together must.
pub fn mondrian(axes: &[Axis], rows: usize, median: Median, may_stand: &dyn Fn(&[u32]) -> bool) -> Partition {
    let mut group_of = vec![0u32; rows];
    let mut groups = 0u32;
    let mut open: Vec<Vec<u32>> = vec![(0..rows as u32).collect()];
    while let Some(rows) = open.pop() {
        crate::stop::check();
        if let Some((left, right)) = cut(axes, &rows, median, may_stand) {
            open.push(right);
            open.push(left);
            continue;
        }
        rows.iter().for_each(|&row| group_of[row as usize] = groups);
        groups += u32::from(!rows.is_empty());
    }
    Partition::from_group_of(&group_of, groups as usize)
}

fn cut(
    axes: &[Axis],
    rows: &[u32],
    median: Median,
    may_stand: &dyn Fn(&[u32]) -> bool,
) -> Option<(Vec<u32>, Vec<u32>)> {
    let mut widths: Vec<(f64, usize)> = axes.iter().enumerate().map(|(at, axis)| (width(axis, rows), at)).collect();
    widths.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    widths.into_iter().filter(|(width, _)| *width > 0.0).find_map(|(_, at)| {
        let (left, right) = match median {
            Median::Strict => halves(&axes[at], rows)?,
            Median::Relaxed => equal_halves(&axes[at], rows),
        };
        (may_stand(&left) && may_stand(&right)).then_some((left, right))
    })
}

/// How much of the axis the rows span, times its weight.
fn width(axis: &Axis, rows: &[u32]) -> f64 {
    let places = rows.iter().map(|&row| axis.place(row));
    let (low, high) = places.fold((u32::MAX, 0), |(low, high), place| (low.min(place), high.max(place)));
    axis.weight() * f64::from(high.saturating_sub(low)) / f64::from(axis.count().max(1))
}

/// Up to and including the median place, and the rest; nothing when all would fall on one side.
fn halves(axis: &Axis, rows: &[u32]) -> Option<(Vec<u32>, Vec<u32>)> {
    let mut places: Vec<u32> = rows.iter().map(|&row| axis.place(row)).collect();
    let middle = (places.len() - 1) / 2;
    let (_, &mut median, _) = places.select_nth_unstable(middle);
    let (left, right): (Vec<u32>, Vec<u32>) = rows.iter().partition(|&&row| axis.place(row) <= median);
    (!left.is_empty() && !right.is_empty()).then_some((left, right))
}

/// The first half by place, and of rows at one place by number, and the rest.
fn equal_halves(axis: &Axis, rows: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut left = rows.to_vec();
    let middle = rows.len().div_ceil(2);
    if middle < left.len() {
        left.select_nth_unstable_by_key(middle, |&row| (axis.place(row), row));
    }
    let mut right = left.split_off(middle);
    // Selection leaves no order that could be relied on.
    left.sort_unstable();
    right.sort_unstable();
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::{Column, NumberColumn};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_group_may_stand(values in prop::collection::vec((0i64..20, 0i64..5), 3..60), k in 1usize..4) {
            let column = |f: fn(&(i64, i64)) -> i64| Column::Number(NumberColumn::from_integers(values.iter().map(f).collect()));
            let axes = [Axis::new(&column(|v| v.0), None), Axis::new(&column(|v| v.1), None)];
            for median in [Median::Strict, Median::Relaxed] {
                let partition = mondrian(&axes, values.len(), median, &|rows| rows.len() >= k);
                prop_assert_eq!(partition.rows(), values.len());
                prop_assert!(partition.iter().all(|rows| rows.len() >= k));
            }
        }
    }

    #[test]
    fn distinct_values_separate() {
        let axis = Axis::new(&Column::Number(NumberColumn::from_integers((0..8).collect())), None);
        assert_eq!(mondrian(&[axis], 8, Median::Strict, &|rows| rows.len() >= 2).len(), 4);
    }

    /// 1, 2, 2, 2, 2, 2, 2, 3 in groups of two. Strict, the median is 2 and seven rows go left, which leaves one: no cut.
    /// Relaxed, halves are {1, 2, 2, 2} and {2, 2, 2, 3}, then {1, 2}, {2, 2}, {2, 2}, {2, 3}; equal rows are not cut.
    #[test]
    fn ties_go_to_either_side_when_relaxed() {
        let axis = || Axis::new(&Column::Number(NumberColumn::from_integers(vec![1, 2, 2, 2, 2, 2, 2, 3])), None);
        let sizes = |median| {
            let partition = mondrian(&[axis()], 8, median, &|rows| rows.len() >= 2);
            partition.iter().map(<[u32]>::to_vec).collect::<Vec<_>>()
        };
        assert_eq!(sizes(Median::Strict), [vec![0, 1, 2, 3, 4, 5, 6, 7]]);
        assert_eq!(sizes(Median::Relaxed), [vec![0, 1], vec![2, 3], vec![4, 5], vec![6, 7]]);
    }
}
