//! Crowds: the largest sets of mutually similar rows, and cuts that spread them evenly.
//!
//! # Idea
//! Of a crowd, no group may hold more than the room and one, so a cell of g groups can take only so many of it. A cut
//! that leaves more on one side is mended at once: rows of the crowd nearest the cut change sides with rows of no full
//! crowd, nearest the cut on theirs. Down to single groups that keeps the heaviest crowds apart at the least distance;
//! trades have to look after the lighter ones only.
//!
//! Crowds are found in an even sample ([`hoods`](super::hoods)) and known by their rim: a row belongs to one when it is
//! similar to all of that. A crowd only guides the cuts, so it may be a little off; nothing is decided by it.
//!
//! # Cost
//! A constant for the sample, then up to [`MOST`] · [`RIM`](super::hoods::RIM) questions per distinct value; a mended cut `O(n log n)`.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::Star;
use super::hoods::{Wanted, sampled};

/// Crowds at most; one bit each.
pub(super) const MOST: usize = 64;

/// For each row the crowds it belongs to, a bit each, and how many of a crowd a group can take.
#[derive(Clone, Debug, Default)]
pub(super) struct Crowds {
    of_row: Vec<u64>,
    rooms: Vec<usize>,
}

/// A crowd: the constraint it is one of, and the codes at its rim.
struct Crowd {
    star: usize,
    rim: Vec<u32>,
}

impl Crowds {
    /// The heaviest crowds when groups have `size` rows.
    pub fn find(stars: &[Star<'_>], rows: usize, room: impl Fn(usize) -> usize, size: usize, wanted: Wanted) -> Self {
        let mut crowds: Vec<Crowd> = Vec::new();
        for (at, star) in stars.iter().enumerate() {
            let share = room(at) as f64 / size as f64;
            crowds.extend(
                sampled(star, rows, share, Wanted { most: wanted.most / stars.len(), ..wanted })
                    .into_iter()
                    .map(|rim| Crowd { star: at, rim }),
            );
        }
        let mut of_row = vec![0u64; if crowds.is_empty() { 0 } else { rows }];
        for (bit, crowd) in crowds.iter().enumerate() {
            let star = &stars[crowd.star];
            let distinct = star.codes.iter().max().map_or(0, |&code| code as usize + 1);
            let belongs: Vec<bool> = (0..distinct as u32)
                .into_par_iter()
                .map(|code| crowd.rim.iter().all(|&rim| star.alike(rim, code)))
                .collect();
            for (mask, &code) in of_row.iter_mut().zip(star.codes) {
                *mask |= u64::from(belongs[code as usize]) << bit;
            }
        }
        Self { of_row, rooms: crowds.iter().map(|crowd| room(crowd.star)).collect() }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rooms.is_empty()
    }

    /// How many of `rows` belong to each crowd.
    fn count(&self, rows: &[u32]) -> Vec<usize> {
        let mut counts = vec![0; self.rooms.len()];
        rows.iter().for_each(|&row| bits(self.of_row[row as usize]).for_each(|crowd| counts[crowd] += 1));
        counts
    }

    /// Both sides of the cut at `at`, if one has more of a crowd than its share of `groups` can take.
    pub fn overfull(&self, rows: &[u32], at: usize, groups: [usize; 2]) -> Option<Sides<'_>> {
        if self.is_empty() {
            return None;
        }
        Some(Sides::new(self, rows, at, groups)).filter(|sides| sides.full() != [0, 0])
    }
}

/// Both sides of a cut.
pub(super) struct Sides<'a> {
    crowds: &'a Crowds,
    counts: [Vec<usize>; 2],
    caps: [Vec<usize>; 2],
}

impl<'a> Sides<'a> {
    fn new(crowds: &'a Crowds, rows: &[u32], at: usize, groups: [usize; 2]) -> Self {
        let counts = [crowds.count(&rows[..at]), crowds.count(&rows[at..])];
        let all = groups[0] + groups[1];
        // Where all groups together cannot take a crowd, both sides get their share of it.
        let cap = |side: usize| {
            let of = |(crowd, &room): (usize, &usize)| {
                let total = counts[0][crowd] + counts[1][crowd];
                (room * groups[side]).max((total * groups[side]).div_ceil(all))
            };
            crowds.rooms.iter().enumerate().map(of).collect()
        };
        Self { crowds, caps: [cap(0), cap(1)], counts }
    }

    /// Exchanges rows over the cut at `at` until neither side has too much of a crowd, as far as that goes. Rows stand
    /// in the order of the cut; which are on which side must be as it was counted.
    pub fn balance(mut self, rows: &mut [u32], at: usize) {
        self.mend(rows, at, false);
        self.mend(rows, at, true);
    }

    /// Per side, the crowds of which it has too many.
    fn full(&self) -> [u64; 2] {
        [0, 1].map(|side: usize| {
            let over = self.counts[side].iter().zip(&self.caps[side]).enumerate();
            over.filter(|(_, (count, cap))| count > cap).fold(0, |mask, (crowd, _)| mask | 1 << crowd)
        })
    }

    fn has_room(&self, side: usize, mask: u64) -> bool {
        bits(mask).all(|crowd| self.counts[side][crowd] < self.caps[side][crowd])
    }

    fn shift(&mut self, from: usize, mask: u64) {
        for crowd in bits(mask) {
            self.counts[from][crowd] -= 1;
            self.counts[1 - from][crowd] += 1;
        }
    }

    /// Whether a row of crowds `leaving` may go from `side` for one of crowds `coming`: of a crowd that is full there is
    /// one less then, and none becomes too much on either side.
    fn may_change(&self, side: usize, full: u64, leaving: u64, coming: u64) -> bool {
        let (gone, new) = (leaving & !coming, coming & !leaving);
        gone & full != 0 && self.has_room(1 - side, gone) && self.has_room(side, new)
    }

    /// Sends rows of full crowds from one side (the right one if `right`) to the other, and others back.
    fn mend(&mut self, rows: &mut [u32], at: usize, right: bool) {
        let side = usize::from(right);
        let mut full = self.full()[side];
        if full == 0 {
            return;
        }
        let mut partners = Partners::new(self.crowds, rows, at, !right);
        // Crowds of rows for which there was no partner: there is none until something has changed.
        let mut lonely: Vec<u64> = Vec::new();
        let near = if right { at..rows.len() } else { 0..at };
        for step in 0..near.len() {
            let place = if right { near.start + step } else { near.end - 1 - step };
            let leaving = self.crowds.of_row[rows[place] as usize];
            if leaving & full == 0 || lonely.contains(&leaving) {
                continue;
            }
            let Some((other, coming)) = partners.take(|coming| self.may_change(side, full, leaving, coming)) else {
                lonely.push(leaving);
                continue;
            };
            self.shift(side, leaving & !coming);
            self.shift(1 - side, coming & !leaving);
            rows.swap(place, other);
            full = self.full()[side];
            lonely.clear();
            if full == 0 {
                break;
            }
        }
    }
}

/// Kinds of rows that are offered.
const KINDS: usize = 256;

/// The rows of one side by the crowds they belong to; of each kind the nearest to the cut stands last.
struct Partners {
    at: usize,
    kinds: Vec<(u64, Vec<usize>)>,
}

impl Partners {
    fn new(crowds: &Crowds, rows: &[u32], at: usize, right: bool) -> Self {
        let mut kinds: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        let mut add = |place: usize| kinds.entry(crowds.of_row[rows[place] as usize]).or_default().push(place);
        if right {
            (at..rows.len()).rev().for_each(&mut add);
        } else {
            (0..at).for_each(&mut add);
        }
        let mut kinds: Vec<_> = kinds.into_iter().collect();
        kinds.sort_by_key(|(mask, places)| (Reverse(places.len()), *mask));
        kinds.truncate(KINDS);
        Self { at, kinds }
    }

    /// The nearest row of a kind that `suits`, and its crowds.
    fn take(&mut self, suits: impl Fn(u64) -> bool) -> Option<(usize, u64)> {
        let near = |places: &[usize]| places.last().map(|&place| place.abs_diff(self.at));
        let open = self.kinds.iter_mut().filter_map(|kind| Some((near(&kind.1)?, kind)));
        let (_, (mask, places)) = open.filter(|(_, kind)| suits(kind.0)).min_by_key(|(distance, _)| *distance)?;
        Some((places.pop()?, *mask))
    }
}

fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            bit
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balanced_cut_keeps_what_each_side_can_take() {
        // One crowd, rows 0 to 5; groups of four may hold two of it.
        let crowds = Crowds { of_row: (0..12).map(|row| u64::from(row < 6)).collect(), rooms: vec![2] };
        let mut rows: Vec<u32> = (0..12).collect();
        crowds.overfull(&rows, 4, [1, 2]).unwrap().balance(&mut rows, 4);
        assert_eq!(crowds.count(&rows[..4]), [2]);
        assert_eq!(crowds.count(&rows[4..]), [4]);
        // The nearest to the cut went.
        assert_eq!(rows[..4], [0, 1, 7, 6]);
    }
}
