//! Crowds: the largest sets of mutually similar rows, and cuts that spread them evenly.
//!
//! # Idea
//! Of a crowd, no group may hold more than the room and one, so a cell of g groups can take only so many of it. A cut
//! that leaves more on one side is mended at once: rows of the crowd nearest the cut change sides with rows of no full
//! crowd, nearest the cut on theirs. Down to single groups that keeps the heaviest crowds apart at the least distance;
//! trades have to look after the lighter ones only.
//!
//! Crowds are found in an even sample. The neighbourhood of a row is one, if groups can take it; where it is too much, a
//! clique within it, grown greedily, may be: then a row belongs to the crowd when it is similar to some members from its
//! rim. A crowd only guides the cuts, so it may be a little off; nothing is decided by it.
//!
//! # Cost
//! A constant for the sample, then up to [`MOST`] · [`RIM`] questions per distinct value; a mended cut `O(n log n)`.

use rayon::prelude::*;

use super::Star;

/// Crowds at most; one bit each.
const MOST: usize = 64;
/// Members of a crowd that all others are compared with.
const RIM: usize = 6;
/// Where a whole neighbourhood is more than groups can take, cliques in it that fill less than this share of what they
/// can take are left to trades.
const CLIQUE: f64 = 0.9;
/// Rows looked at to find crowds.
const SAMPLE: usize = 768;

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
    /// The heaviest crowds when groups have `size` rows: those that fill a share `heavy` of what groups can take.
    pub fn find(stars: &[Star<'_>], rows: usize, room: impl Fn(usize) -> usize, size: usize, heavy: f64) -> Self {
        let mut crowds: Vec<Crowd> = Vec::new();
        for (at, star) in stars.iter().enumerate() {
            let share = room(at) as f64 / size as f64;
            crowds.extend(
                sampled(star, rows, share, heavy, MOST / stars.len()).into_iter().map(|rim| Crowd { star: at, rim }),
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

    /// Whether a side of the cut has more of a crowd than its share of `groups` can take.
    pub fn overfull(&self, rows: &[u32], at: usize, groups: [usize; 2]) -> bool {
        !self.is_empty() && Sides::new(self, rows, at, groups).full().iter().any(|&full| full != 0)
    }

    /// Exchanges rows over the cut at `at` until neither side has too much of a crowd, as far as that goes. Rows stand
    /// in the order of the cut.
    pub fn balance(&self, rows: &mut [u32], at: usize, groups: [usize; 2]) {
        let mut sides = Sides::new(self, rows, at, groups);
        sides.mend(rows, at, false);
        sides.mend(rows, at, true);
    }
}

/// Both sides of a cut.
struct Sides<'a> {
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

    /// Sends rows of full crowds from one side (the right one if `right`) to the other, and others back.
    fn mend(&mut self, rows: &mut [u32], at: usize, right: bool) {
        let side = usize::from(right);
        let mask = |row: u32| self.crowds.of_row[row as usize];
        let (near, far): (Vec<usize>, Vec<usize>) = if right {
            ((at..rows.len()).collect(), (0..at).rev().collect())
        } else {
            ((0..at).rev().collect(), (at..rows.len()).collect())
        };
        let mut back = far.into_iter();
        let mut full = self.full()[side];
        for place in near {
            if full == 0 {
                break;
            }
            let leaving = mask(rows[place]);
            if leaving & full == 0 || !self.has_room(1 - side, leaving) {
                continue;
            }
            let Some(other) =
                back.find(|&other| mask(rows[other]) & leaving == 0 && self.has_room(side, mask(rows[other])))
            else {
                break;
            };
            self.shift(side, leaving);
            self.shift(1 - side, mask(rows[other]));
            rows.swap(place, other);
            full = self.full()[side];
        }
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

/// The crowds of an even sample, the heaviest neighbourhoods first; groups can take a share `room` of each.
fn sampled(star: &Star<'_>, rows: usize, room: f64, heavy: f64, most: usize) -> Vec<Vec<u32>> {
    let size = SAMPLE.min(rows);
    let sample: Vec<u32> = (0..size).map(|at| star.codes[at * rows / size]).collect();
    let near = |a: usize, b: usize| star.alike(sample[a], sample[b]);
    let hoods: Vec<Vec<usize>> =
        (0..size).into_par_iter().map(|a| (0..size).filter(|&b| near(a, b)).collect()).collect();
    let mut order: Vec<usize> = (0..size).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(hoods[at].len()));
    let mut rims: Vec<Vec<u32>> = Vec::new();
    let mut taken: Vec<Vec<usize>> = Vec::new();
    for centre in order {
        let hood = &hoods[centre];
        if rims.len() == most || (hood.len() as f64) < heavy * room * size as f64 {
            break;
        }
        if taken.iter().any(|other| mostly(hood, other)) {
            continue;
        }
        if hood.len() as f64 <= room * size as f64 {
            rims.push(vec![sample[centre]]);
            taken.push(hood.clone());
            continue;
        }
        let mut clique = grow(&hoods, centre, &near);
        clique.sort_unstable();
        if clique.len() as f64 >= CLIQUE * room * size as f64 && !taken.iter().any(|other| mostly(&clique, other)) {
            rims.push(rim(&hoods, &clique, &sample));
            taken.push(clique);
        }
    }
    rims
}

/// Whether nearly all of `some` are among `others`; both ascend.
fn mostly(some: &[usize], others: &[usize]) -> bool {
    let common = some.iter().filter(|at| others.binary_search(at).is_ok()).count();
    common * 20 >= some.len() * 19
}

/// A clique around `centre`, those of the largest neighbourhoods first.
fn grow(hoods: &[Vec<usize>], centre: usize, near: &impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut hood = hoods[centre].clone();
    hood.sort_by_key(|&at| std::cmp::Reverse(hoods[at].len()));
    let mut clique = vec![centre];
    for at in hood {
        if at != centre && clique.iter().all(|&other| near(at, other)) {
            clique.push(at);
        }
    }
    clique
}

/// The codes of the members with the smallest neighbourhoods, each code once.
fn rim(hoods: &[Vec<usize>], clique: &[usize], sample: &[u32]) -> Vec<u32> {
    let mut members = clique.to_vec();
    members.sort_by_key(|&at| hoods[at].len());
    let mut rim: Vec<u32> = Vec::new();
    for at in members {
        if rim.len() < RIM && !rim.contains(&sample[at]) {
            rim.push(sample[at]);
        }
    }
    rim
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_balanced_cut_keeps_what_each_side_can_take() {
        // One crowd, rows 0 to 5; groups of four may hold two of it.
        let crowds = Crowds { of_row: (0..12).map(|row| u64::from(row < 6)).collect(), rooms: vec![2] };
        let mut rows: Vec<u32> = (0..12).collect();
        assert!(crowds.overfull(&rows, 4, [1, 2]));
        crowds.balance(&mut rows, 4, [1, 2]);
        assert_eq!(crowds.count(&rows[..4]), [2]);
        assert_eq!(crowds.count(&rows[4..]), [4]);
        // The nearest to the cut went.
        assert_eq!(rows[..4], [0, 1, 7, 6]);
    }
}
