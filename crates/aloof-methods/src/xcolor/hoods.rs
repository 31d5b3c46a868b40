//! Hoods: the heaviest neighbourhoods of an even sample, and the cliques in them.
//!
//! # Idea
//! The neighbourhood of a row is a crowd, if groups can well take it. Where it is too much, a clique within it, grown greedily,
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
const CLIQUE: f64 = 0.8;
/// Words of bits for the rows looked at to find crowds: in tables of up to [`FEW`] rows, and in larger ones, where a crowd
/// that was missed costs more than the looking.
const WORDS: usize = 12;
const MORE_WORDS: usize = 32;
const FEW: usize = 100_000;

/// Places in the sample, a bit each.
type Set<const W: usize> = [u64; W];

fn count<const W: usize>(set: &Set<W>) -> usize {
    set.iter().map(|word| word.count_ones() as usize).sum()
}

fn both<const W: usize>(a: &Set<W>, b: &Set<W>) -> Set<W> {
    std::array::from_fn(|word| a[word] & b[word])
}

fn has(set: &[u64], at: usize) -> bool {
    set[at / 64] >> (at % 64) & 1 == 1
}

/// An even sample: its codes, who is similar to each, and all by falling number of those.
struct Sample<const W: usize> {
    codes: Vec<u32>,
    hoods: Vec<Set<W>>,
    order: Vec<usize>,
}

/// Which crowds are looked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    /// What fills less than this share of what groups can take is left out.
    pub heavy: f64,
    /// What fills more than this share counts by the cliques in it, which are what groups cannot take.
    pub full: f64,
    /// So many at most.
    pub most: usize,
    /// Which sample is taken: every number takes other rows.
    pub start: usize,
}

/// The crowds of an even sample as codes at their rims, the heaviest neighbourhoods first; groups can take a share `room`
/// of each.
pub(super) fn sampled(star: &Star<'_>, rows: usize, room: f64, wanted: Wanted) -> Vec<Vec<u32>> {
    if rows <= FEW {
        Sample::<WORDS>::new(star, rows, wanted.start).crowds(room, wanted)
    } else {
        Sample::<MORE_WORDS>::new(star, rows, wanted.start).crowds(room, wanted)
    }
}

/// Whether nearly all of `some` are among `others`.
fn mostly<const W: usize>(some: &Set<W>, others: &Set<W>) -> bool {
    count(&both(some, others)) * 20 >= count(some) * 19
}

impl<const W: usize> Sample<W> {
    fn new(star: &Star<'_>, rows: usize, start: usize) -> Self {
        let size = (64 * W).min(rows);
        // Steps of a golden section: no start comes near another.
        let shift = (start as f64 * 0.618_034).fract() * rows as f64 / size as f64;
        let row = |at: usize| (at * rows / size + shift as usize).min(rows - 1);
        let codes: Vec<u32> = (0..size).map(|at| star.codes[row(at)]).collect();
        let hood = |&code: &u32| {
            crate::stop::check();
            let mut hood: Set<W> = [0; W];
            star.similar.mark(code, &codes, &mut hood);
            hood
        };
        let hoods: Vec<Set<W>> = codes.par_iter().map(hood).collect();
        let mut order: Vec<usize> = (0..size).collect();
        order.sort_by_key(|&at| Reverse(count(&hoods[at])));
        Self { codes, hoods, order }
    }

    /// The crowds as codes at their rims.
    fn crowds(&self, room: f64, Wanted { heavy, full, most, .. }: Wanted) -> Vec<Vec<u32>> {
        let room = room * self.codes.len() as f64;
        let mut rims: Vec<Vec<u32>> = Vec::new();
        let mut taken: Vec<Set<W>> = Vec::new();
        for &centre in &self.order {
            crate::stop::check();
            let hood = &self.hoods[centre];
            let held = count(hood) as f64;
            if rims.len() == most || held < heavy * room {
                break;
            }
            if taken.iter().any(|other| mostly(hood, other)) {
                continue;
            }
            if held <= full * room {
                rims.push(vec![self.codes[centre]]);
                taken.push(*hood);
                continue;
            }
            let clique = self.clique(centre);
            if count(&clique) as f64 >= CLIQUE * room && !taken.iter().any(|other| mostly(&clique, other)) {
                rims.push(self.rim(&clique));
                taken.push(clique);
            }
        }
        rims
    }

    /// A clique around `centre`, those of the largest neighbourhoods first.
    fn clique(&self, centre: usize) -> Set<W> {
        let mut clique: Set<W> = [0; W];
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
    fn rim(&self, clique: &Set<W>) -> Vec<u32> {
        let mut rim: Vec<u32> = Vec::new();
        for &at in self.order.iter().rev().filter(|&&at| has(clique, at)) {
            if rim.len() < RIM && !rim.contains(&self.codes[at]) {
                rim.push(self.codes[at]);
            }
        }
        rim
    }
}
