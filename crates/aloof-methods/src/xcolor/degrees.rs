//! Degrees: of every distinct value, how many rows are similar to it.
//!
//! # Source
//! Wang and Liu, *`XColor`: protecting general proximity privacy*, ICDE 2010, Definition 12: the largest degree Θ of the
//! graph that joins similar rows. The graph itself is never made: rows of equal value have equal degrees.
//!
//! # Cost
//! With a line on which similar values lie near each other, the values in reach of each; otherwise all pairs of distinct
//! values. On all cores. 8 bytes per distinct value.

use aloof_principles::Similar;
use rayon::prelude::*;

/// For each code the rows similar to it, those of the code itself included; `totals` are the rows of each code.
pub fn stars(similar: &dyn Similar, totals: &[u32]) -> Vec<u64> {
    let Some(line) = similar.axis() else {
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
    let near = others.filter(|&other| other == code || similar.similar(code, other));
    near.map(|other| u64::from(totals[other as usize])).sum()
}

/// Θ: the most others similar to a row. 0 without rows.
pub fn largest_degree(similar: &dyn Similar, totals: &[u32]) -> u64 {
    let held = stars(similar, totals).into_iter().zip(totals).filter(|(_, total)| **total > 0);
    held.map(|(star, _)| star - 1).max().unwrap_or(0)
}
