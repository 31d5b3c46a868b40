//! How many groups are cut: as many as of the size wanted, or fewer, that take a crowd which those cannot.
//!
//! # Idea
//! Of values any two of which are near, a group of s rows holds at most ⌊s / m⌋, and what is left over of s counts for nothing: 64 groups
//! of five rows hold 128 of them where m = 2, and a table of 320 rows with 129 has no such groups. Where a crowd is too large for the
//! groups that there would be, fewer are cut and their sizes differ by one: 58 groups of five and five of six hold 131.
//!
//! # Cost
//! A look at every code, and at the similar ones of small tables; then a sum for every number of groups.

use super::crowded::crowd;
use super::star::Room;
use super::{Search, Star};

/// Up to so many rows, values that are near one another are counted together; of more, those that are equal.
const SMALL: usize = 10_000;
/// In a hundred of a crowd, so many more find room from one start to the next.
const SPARE: usize = 2;

/// Groups, and where cuts between them lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sizes {
    /// How many groups there are.
    pub groups: usize,
    /// The rows of each, but for the last, which has all that are left over; `None`: as equal as they can be.
    size: Option<usize>,
}

impl Sizes {
    /// Of all rows. Every further `start` leaves crowds more room: where all of it is needed, it depends on luck whether rows find it.
    pub fn of(search: &Search<'_>, start: usize) -> Self {
        // Of fewer rows than that there is one group, as large as it is.
        let size = Some(search.size).filter(|size| *size <= search.rows);
        let wanted = Self { groups: (search.rows / search.size).max(1), size };
        let fullest: Vec<(usize, usize)> =
            (0..search.stars.len()).filter_map(|at| Some((at, spare(fullest(search, at)?, start)))).collect();
        let takes = |sizes: &Self| fullest.iter().all(|&(star, crowd)| sizes.room(search, star) >= crowd);
        if takes(&wanted) {
            return wanted;
        }
        let fewer = (1..=wanted.groups).rev().map(|groups| Self { groups, size: None });
        fewer.into_iter().find(takes).unwrap_or(wanted)
    }

    /// So many of the groups.
    pub fn part(self, groups: usize) -> Self {
        Self { groups, ..self }
    }

    /// After how many of `rows` rows of `groups` of them the first `left` end.
    pub fn place(self, rows: usize, groups: usize, left: usize) -> usize {
        self.size.map_or(rows * left / groups, |size| size * left)
    }

    /// How many groups end nearest to `place`.
    pub fn nearest(self, rows: usize, groups: usize, place: usize) -> usize {
        self.size.map_or((place * groups + rows / 2) / rows, |size| (place + size / 2) / size)
    }

    /// How many similar rows all groups can hold.
    fn room(self, search: &Search<'_>, star: usize) -> usize {
        let of = |size: usize| search.rooms.others(star, size).map_or(0, |others| others + 1);
        let each = self.size.unwrap_or(search.rows / self.groups);
        match (search.rows - each * self.groups, self.size) {
            (left, None) => left * of(each + 1) + (self.groups - left) * of(each),
            (left, Some(_)) => (self.groups - 1) * of(each) + of(each + left),
        }
    }
}

/// With so many rows more as a further start leaves room for.
fn spare(crowd: usize, start: usize) -> usize {
    crowd + (crowd * start * SPARE).div_ceil(100)
}

/// The most rows known to be near one another, of a constraint that counts one in m.
fn fullest(search: &Search<'_>, at: usize) -> Option<usize> {
    let star: &Star<'_> = &search.stars[at];
    let Room::OneIn(_) = star.room else { return None };
    let totals = star.totals();
    let equal = totals.iter().copied().max().unwrap_or(0) as usize;
    Some(if search.rows > SMALL { equal } else { (crowd(star.similar, &totals) as usize).max(equal) })
}
