//! Hoods: the heaviest neighbourhoods of an even sample, and the cliques in them.
//!
//! # Idea
//! The neighbourhood of a row is a crowd, if groups can take it. Where it is too much, a clique within it, grown greedily,
//! may be: then a row belongs to the crowd when it is similar to some members from its rim, those with the smallest
//! neighbourhoods.
//!
//! # Cost
//! The sample does not grow with the table: its square in questions, kept as bits, and as many steps of a few words each
//! for the cliques.

use std::cmp::Reverse;

use rayon::prelude::*;

use super::Star;

/// Members of a crowd that all others are compared with.
pub(super) const RIM: usize = 6;
/// Where a whole neighbourhood is more than groups can take, cliques in it that fill less than this share of what they
/// can take are left to trades.
const CLIQUE: f64 = 0.9;
/// Rows looked at to find crowds.
const SAMPLE: usize = 768;

/// Places in the sample, a bit each.
type Set = [u64; SAMPLE / 64];

fn count(set: &Set) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

fn both(a: &Set, b: &Set) -> Set {
    std::array::from_fn(|word| a[word] & b[word])
}

fn has(set: &Set, at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

/// An even sample: its codes, who is similar to each, and all by falling number of those.
struct Sample {
    codes: Vec<u32>,
    hoods: Vec<Set>,
    order: Vec<usize>,
}

/// The crowds of an even sample as codes at their rims, the heaviest neighbourhoods first; groups can take a share `room`
/// of each, and what fills less than a share `heavy` of that is left out.
pub(super) fn sampled(star: &Star<'_>, rows: usize, room: f64, heavy: f64, most: usize) -> Vec<Vec<u32>> {
    let sample = Sample::new(star, rows);
    let room = room * sample.codes.len() as f64;
    let mut rims: Vec<Vec<u32>> = Vec::new();
    let mut taken: Vec<Set> = Vec::new();
    for &centre in &sample.order {
        let hood = &sample.hoods[centre];
        let held = count(hood) as f64;
        if rims.len() == most || held < heavy * room {
            break;
        }
        if taken.iter().any(|other| mostly(hood, other)) {
            continue;
        }
        if held <= room {
            rims.push(vec![sample.codes[centre]]);
            taken.push(*hood);
            continue;
        }
        let clique = sample.clique(centre);
        if count(&clique) as f64 >= CLIQUE * room && !taken.iter().any(|other| mostly(&clique, other)) {
            rims.push(sample.rim(&clique));
            taken.push(clique);
        }
    }
    rims
}

/// Whether nearly all of `some` are among `others`.
fn mostly(some: &Set, others: &Set) -> bool {
    count(&both(some, others)) * 20 >= count(some) * 19
}

impl Sample {
    fn new(star: &Star<'_>, rows: usize) -> Self {
        let size = SAMPLE.min(rows);
        let codes: Vec<u32> = (0..size).map(|at| star.codes[at * rows / size]).collect();
        let hood = |&code: &u32| {
            let mut hood: Set = [0; SAMPLE / 64];
            star.similar.mark(code, &codes, &mut hood);
            hood
        };
        let hoods: Vec<Set> = codes.par_iter().map(hood).collect();
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by_key(|&at| Reverse(count(&hoods[at])));
        Self { codes, hoods, order }
    }

    /// A clique around `centre`, those of the largest neighbourhoods first.
    fn clique(&self, centre: usize) -> Set {
        let mut clique: Set = [0; SAMPLE / 64];
        let mut open = self.hoods[centre];
        for &at in std::iter::once(&centre).chain(&self.order) {
            if has(&open, at) {
                clique[at / 64] |= 1 << (at % 64);
                open = both(&open, &self.hoods[at]);
            }
        }
        clique
    }

    /// The codes of the members with the smallest neighbourhoods, each code once.
    fn rim(&self, clique: &Set) -> Vec<u32> {
        let mut rim: Vec<u32> = Vec::new();
        for &at in self.order.iter().rev().filter(|&&at| has(clique, at)) {
            if rim.len() < RIM && !rim.contains(&self.codes[at]) {
                rim.push(self.codes[at]);
            }
        }
        rim
    }
}
