//! A star constraint: of every row of a group, few others of the group may be similar to it.
//!
//! # Definition
//! `star(x, G)` are the rows of `G` similar to `x`, `x` itself included. How many others there may be depends on the
//! size of the group alone, and never falls as it grows:
//!
//! | principle | others similar to a row of a group of s rows |
//! |---|---|
//! | (ε, δ)^k-dissimilarity | at most ⌊(1 − δ)(s − 1)⌋; a group of one only for δ = 0 |
//! | (ε, m)-anonymity | at most ⌊s / m⌋ − 1; no group of fewer than m |
//! | the first in any mixture of groups | at most ⌊(1 − δ)s⌋ − 1; no group in which that is negative |
//!
//! As a clique, not all rows similar to x count, but only sets of them that are also similar to each other: the same rooms,
//! kept by fewer rows. What keeps the star keeps the clique.
//!
//! Several constraints may stand together, each over codes of its own: two columns, or one column and several together.

use aloof_principles::{Dissimilarity, Shape, Similar};

use super::clique::has_clique;

/// What may not come together, and how much of it may.
#[derive(Clone, Copy)]
pub struct Star<'a> {
    /// The sensitive code of every row.
    pub codes: &'a [u32],
    /// Which codes are similar; symmetric, and every code is similar to itself.
    pub similar: &'a dyn Similar,
    /// How many others similar to a row may share its group.
    pub room: Room,
    /// Whether all rows similar to one count, or only those also similar to each other.
    pub shape: Shape,
}

impl Star<'_> {
    /// Whether two codes are similar.
    pub(super) fn alike(&self, a: u32, b: u32) -> bool {
        a == b || self.similar.similar(a, b)
    }

    /// How many of `rows` other than `row` are similar to it.
    pub(super) fn count(&self, row: u32, rows: &[u32]) -> usize {
        let code = self.codes[row as usize];
        rows.iter().filter(|&&other| other != row && self.alike(code, self.codes[other as usize])).count()
    }

    /// Whether so many of `rows` are all similar to each other; yes where that takes too long to find out.
    pub(super) fn has_clique(&self, rows: &[u32], size: usize) -> bool {
        let code = |at: usize| self.codes[rows[at] as usize];
        has_clique(&(0..rows.len()).collect::<Vec<_>>(), size, &|a, b| self.alike(code(a), code(b)))
    }

    /// How many rows have each code.
    pub(super) fn totals(&self) -> Vec<u32> {
        let mut totals = vec![0u32; self.codes.iter().max().map_or(0, |&code| code as usize + 1)];
        self.codes.iter().for_each(|&code| totals[code as usize] += 1);
        totals
    }
}

/// How many others of a group may be similar to a row, by the size of the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// A share `similar / whole` of the others, rounded down.
    Share {
        /// Numerator of the share.
        similar: u64,
        /// Denominator of the share; positive.
        whole: u64,
    },
    /// The row and those similar to it are at most one in so many.
    OneIn(u32),
    /// The row and those similar to it are at most a share `similar / whole` of the group.
    Part {
        /// Numerator of the share.
        similar: u64,
        /// Denominator of the share; positive.
        whole: u64,
    },
}

impl Room {
    /// What (ε, δ)^k-dissimilarity leaves; its k is a matter of [`Problem::least`](super::Problem::least).
    pub fn of(rule: &Dissimilarity) -> Self {
        let delta = rule.delta();
        // Between 0 and 1 with at most 18 digits behind the point: checked when the rule was made.
        let whole = 10u64.pow(u32::from(delta.scale()));
        Self::Share { similar: whole - delta.mantissa() as u64, whole }
    }

    /// As [`Room::of`], the row itself being counted too: what any mixture of groups keeps when similarity is asked about
    /// in the mixture's way (see [`Common`](super::Common)).
    pub fn in_mixture(rule: &Dissimilarity) -> Self {
        match Self::of(rule) {
            Self::Share { similar, whole } => Self::Part { similar, whole },
            other => other,
        }
    }

    /// The least size of a group in which there is room for a row at all; `None`: there is no such size.
    fn opens(self) -> Option<usize> {
        match self {
            Self::Share { similar, whole } => Some(if similar >= whole { 1 } else { 2 }),
            Self::OneIn(m) => Some(m.max(1) as usize),
            Self::Part { similar, whole } => (similar > 0).then(|| whole.div_ceil(similar) as usize),
        }
    }

    /// How many others may be similar to a row of a group of `size`; `None`: no group of this size may stand.
    pub fn others(self, size: usize) -> Option<usize> {
        match self {
            Self::Share { similar, whole } if size <= 1 => (size == 1 && similar >= whole).then_some(0),
            Self::Share { similar, whole } => {
                Some((u128::from(similar) * (size as u128 - 1) / u128::from(whole)) as usize)
            }
            Self::OneIn(m) => (size / m.max(1) as usize).checked_sub(1),
            Self::Part { similar, whole } => {
                ((u128::from(similar) * size as u128 / u128::from(whole)) as usize).checked_sub(1)
            }
        }
    }
}

/// The rooms of several constraints, looked up by size.
#[derive(Clone, Debug)]
pub(super) struct Rooms {
    rooms: Vec<Room>,
    /// `table[constraint][size]`, as far as it reaches.
    table: Vec<Vec<Option<u32>>>,
}

/// Sizes that are looked up; larger ones are computed.
const TABLE: usize = 512;

impl Rooms {
    pub fn new(rooms: impl Iterator<Item = Room>) -> Self {
        let rooms: Vec<Room> = rooms.collect();
        let column = |room: &Room| (0..TABLE).map(|size| room.others(size).map(|others| others as u32)).collect();
        let table = rooms.iter().map(column).collect();
        Self { rooms, table }
    }

    /// How many others constraint `star` leaves a row in a group of `size`.
    pub fn others(&self, star: usize, size: usize) -> Option<usize> {
        match self.table[star].get(size) {
            Some(found) => found.map(|others| others as usize),
            None => self.rooms[star].others(size),
        }
    }

    /// The least size of at least `least` in which groups may stand; beyond any table when there is none.
    pub fn least(&self, least: usize) -> usize {
        let opens = self.rooms.iter().map(|room| room.opens().unwrap_or(usize::MAX));
        opens.fold(least.max(1), usize::max)
    }

    /// The share of a group that a crowd of mutually similar rows may fill, for the tightest constraint.
    pub fn crowd(&self, size: usize) -> f64 {
        let share = |star: usize| self.others(star, size).map_or(0.0, |others| (others + 1) as f64 / size as f64);
        (0..self.rooms.len()).map(share).fold(1.0, f64::min)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_principles::DistanceSpec;
    use aloof_table::Decimal;

    #[test]
    fn rooms_are_those_of_the_principles() {
        for (delta, k) in [("0.8", 10), ("0.85", 10), ("1", 3), ("0", 1), ("0.333", 7)] {
            let distance = DistanceSpec::kind("l1").check().unwrap();
            let rule = Dissimilarity::new(distance, Decimal::ONE, delta.parse().unwrap(), k).unwrap();
            for size in 2..200u64 {
                assert_eq!(Room::of(&rule).others(size as usize), Some(rule.allowance(size) as usize));
            }
        }
        assert_eq!(Room::Share { similar: 15, whole: 100 }.others(10), Some(1));
        assert_eq!(Room::Share { similar: 1, whole: 5 }.others(1), None);
        assert_eq!(Room::Share { similar: 1, whole: 1 }.others(1), Some(0));
        assert_eq!(
            (Room::OneIn(3).others(2), Room::OneIn(3).others(5), Room::OneIn(3).others(6)),
            (None, Some(0), Some(1))
        );
    }

    #[test]
    fn the_least_size_opens_all_rooms() {
        let rooms = Rooms::new([Room::OneIn(7), Room::Share { similar: 0, whole: 1 }].into_iter());
        assert_eq!((rooms.least(1), rooms.least(9)), (7, 9));
        assert_eq!(Rooms::new([Room::Share { similar: 1, whole: 2 }].into_iter()).least(1), 2);
        assert_eq!(Rooms::new([Room::Part { similar: 20, whole: 100 }].into_iter()).least(1), 5);
        assert_eq!(Rooms::new([Room::Part { similar: 0, whole: 1 }].into_iter()).least(1), usize::MAX);
        assert_eq!(rooms.others(0, TABLE * 2), Some(TABLE * 2 / 7 - 1));
    }
}
