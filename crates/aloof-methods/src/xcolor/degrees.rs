//! Degrees: of every distinct value, how many rows are similar to it.
//!
//! # Source
//! Wang and Liu, *`XColor`: protecting general proximity privacy*, ICDE 2010, Definition 12: the largest degree Θ of the
//! graph that joins similar rows. The graph itself is never made: rows of equal value have equal degrees.
//!
//! # Cost
//! On all cores, 8 bytes per distinct value, and for each of them:
//!
//! | distance | what is looked at |
//! |---|---|
//! | one column of numbers | two places on a line |
//! | `l1`, `l2`, `linf` over up to ten columns of numbers | boxes of a tree that the rim of its neighbourhood cuts |
//! | a column of numbers among others, places on the ground | values in reach on a line |
//! | other metrics, bound by [`bind_to_count`](aloof_principles::bind_to_count) | values whose rings around a few points meet |
//! | `min`, and functions that are no metric | all values |

use aloof_principles::Similar;
use aloof_principles::similarity::Axis;
use rayon::prelude::*;

/// For each code the rows similar to it, those of the code itself included; `totals` are the rows of each code.
pub fn stars(similar: &dyn Similar, totals: &[u32]) -> Vec<u64> {
    let line = similar.axis();
    if !line.is_some_and(Axis::exact)
        && let Some(counts) = similar.counts(totals)
    {
        return (0..totals.len() as u32).into_par_iter().map(|code| counts.count(code)).collect();
    }
    let Some(line) = line else {
        let star = |code: u32| weigh(similar, totals, code, 0..totals.len() as u32);
        return (0..totals.len() as u32).into_par_iter().map(star).collect();
    };
    let mut order: Vec<u32> = (0..totals.len() as u32).collect();
    order.sort_unstable_by_key(|&code| (line.place(code), code));
    let mut before: Vec<u64> = Vec::with_capacity(order.len() + 1);
    before.push(0);
    order.iter().for_each(|&code| before.push(before[before.len() - 1] + u64::from(totals[code as usize])));
    let star = |code: u32| {
        let (first, last) = line.reach(code);
        let start = order.partition_point(|&other| line.place(other) < first);
        let end = order.partition_point(|&other| line.place(other) <= last);
        if line.exact() {
            return before[end] - before[start];
        }
        weigh(similar, totals, code, order[start..end].iter().copied())
    };
    (0..totals.len() as u32).into_par_iter().map(star).collect()
}

fn weigh(similar: &dyn Similar, totals: &[u32], code: u32, others: impl Iterator<Item = u32>) -> u64 {
    crate::stop::check();
    let near = others.filter(|&other| other == code || similar.similar(code, other));
    near.map(|other| u64::from(totals[other as usize])).sum()
}

/// Θ: the most others similar to a row. 0 without rows.
pub fn largest_degree(similar: &dyn Similar, totals: &[u32]) -> u64 {
    let held = stars(similar, totals).into_iter().zip(totals).filter(|(_, total)| **total > 0);
    held.map(|(star, _)| star - 1).max().unwrap_or(0)
}
