//! Special uniques: by how few columns somebody is already alone.
//!
//! # Definition
//! A set of columns is a *minimal sample unique* of a row when no other row has the same values in them, and that is so for no part
//! of the set. Of q columns, one with k of them scores (q − k)!; a row's score is the sum over its minimal sample uniques. A
//! missing value belongs to no set.
//!
//! The DIS score estimates how likely a match is right. With u rows whose whole key is unique and d rows that share it with just one
//! other, and a sampled fraction φ, the share of uniques that are right is D = uφ / (uφ + d(1−φ)); a row with score s has
//! 1 / (1 + (u/D − u) / (s^Q · A)), Q = 1 + (8 − q)/20, A the sum of s^−Q over all scores.
//!
//! # Source
//! Elliot, Manning and Ford 2002 (SUDA); Manning, Haglin and Keane 2008 (SUDA2); Skinner and Elliot 2002 (DIS); scores as sdcMicro
//! prints them, except that it rounds Q, D and φ to single precision, which moves a DIS score by less than 10⁻⁷.
//!
//! # Cost
//! Classes of rows are refined column by column, and only those that hold a row with a unique key are followed: at worst
//! `O(2^q · n)`, mostly a small part of that.

use hashbrown::HashMap;
use rayon::prelude::*;

use super::{Keys, MISSING};

/// More columns than this are not combined.
const MOST_COLUMNS: usize = 20;

/// Everybody's scores.
#[derive(Clone, Debug, PartialEq)]
pub struct Special {
    /// By row; 0 for who is alone by no set of columns.
    pub scores: Vec<f64>,
    /// By row, from 0 to 1.
    pub dis: Vec<f64>,
    /// Minimal sample uniques by their number of columns, from 1.
    pub sizes: Vec<usize>,
}

/// Finds all minimal sample uniques; `None` for more than 20 columns.
pub fn special_uniques(keys: &Keys, sampled: f64) -> Option<Special> {
    let width = keys.width();
    if width == 0 || width > MOST_COLUMNS {
        return None;
    }
    let sharing = sharing(keys);
    let found = minimal(keys, &sharing);
    let mut scores = vec![0.0; keys.rows()];
    let mut sizes = vec![0; width];
    for &(row, set) in &found {
        let columns = set.count_ones() as usize;
        sizes[columns - 1] += 1;
        scores[row as usize] += (1..=width - columns).map(|factor| factor as f64).product::<f64>();
    }
    let dis = dis(width, &sharing, &scores, sampled);
    Some(Special { scores, dis, sizes })
}

/// All rows with each of their minimal sets of columns, a bit for a column.
fn minimal(keys: &Keys, sharing: &[u32]) -> Vec<(u32, u32)> {
    let all: Vec<u32> = (0..keys.rows() as u32).collect();
    let from = |first: usize| {
        let mut found = Vec::new();
        Search { keys, sharing }.refine(&all, first, 0, &mut found);
        found
    };
    let mut found: Vec<(u32, u32)> = (0..keys.width()).into_par_iter().flat_map_iter(from).collect();
    found.sort_unstable_by_key(|&(row, set)| (row, set.count_ones(), set));
    let mut kept: Vec<(u32, u32)> = Vec::with_capacity(found.len());
    for of_row in found.chunk_by(|a, b| a.0 == b.0) {
        let begin = kept.len();
        for &(row, set) in of_row {
            if !kept[begin..].iter().any(|&(_, part)| part & set == part) {
                kept.push((row, set));
            }
        }
    }
    kept
}

/// How many rows have just the key of each row, missing values in the same places.
fn sharing(keys: &Keys) -> Vec<u32> {
    let mut seen = HashMap::new();
    (0..keys.rows()).for_each(|row| *seen.entry(keys.key(row)).or_insert(0u32) += 1);
    (0..keys.rows()).map(|row| seen[&keys.key(row)]).collect()
}

struct Search<'a> {
    keys: &'a Keys,
    sharing: &'a [u32],
}

impl Search<'_> {
    /// Of rows that are equal in the columns of `set`: told apart by `column`, then by each of those behind it.
    fn refine(&self, rows: &[u32], column: usize, set: u32, found: &mut Vec<(u32, u32)>) {
        let set = set | 1 << column;
        let code = |row: &u32| self.keys.code(column, *row as usize);
        let mut present: Vec<u32> = rows.iter().copied().filter(|row| code(row) != MISSING).collect();
        present.sort_by_key(code);
        for same in present.chunk_by(|a, b| code(a) == code(b)) {
            match same {
                [row] => found.push((*row, set)),
                // No part of a key singles out a row whose whole key another has.
                _ if same.iter().any(|&row| self.sharing[row as usize] == 1) => {
                    (column + 1..self.keys.width()).for_each(|next| self.refine(same, next, set, found));
                }
                _ => {}
            }
        }
    }
}

fn dis(width: usize, sharing: &[u32], scores: &[f64], sampled: f64) -> Vec<f64> {
    let rows = |many: u32| sharing.iter().filter(|&&sharing| sharing == many).count() as f64;
    let (unique, pairs) = (rows(1), rows(2));
    let right = unique * sampled / (unique * sampled + pairs * (1.0 - sampled));
    let power = 1.0 + (8.0 - width as f64) / 20.0;
    let all: f64 = scores.iter().filter(|score| **score > 0.0).map(|score| score.powf(-power)).sum();
    let of = |score: &f64| {
        if *score > 0.0 { 1.0 / (1.0 + (unique / right - unique) / (score.powf(power) * all)) } else { 0.0 }
    };
    scores.iter().map(of).collect()
}
