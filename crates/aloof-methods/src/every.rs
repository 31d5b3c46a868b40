//! Every way to group a few rows: what exists is found, and what is not found does not exist.
//!
//! # Definition
//! A way is a set partition of the rows that stay. It is good when all groups that a reader can tell apart may stand: groups by
//! number or, without numbers, those that look alike together; and where it is asked of everybody among all groups that cover
//! them, everybody is safe there, who is withheld, too.
//!
//! # Idea
//! Sets of rows are bits. What a set shows, covers, loses and keeps is found once, by whoever asks; a way is then judged by
//! looking that up. Of the good ones that which loses least is taken.
//!
//! # Cost
//! 4,140 ways for 8 rows, 21,147 with any of them withheld; that is why [`MOST`] is small.

use aloof_table::Partition;

/// More rows than this are never tried.
pub const MOST: usize = 8;

/// Rows, by bits: the lowest is the first.
pub type Set = u8;

/// What every set of a few rows shows, by the sets' numbers.
pub struct Shown {
    /// How many rows there are.
    pub rows: usize,
    /// Equal for sets that look alike.
    pub looks: Vec<u32>,
    /// Who is covered by what a set shows; `None`: it cannot be read.
    pub covers: Option<Vec<Set>>,
    /// What a set loses as a group.
    pub losses: Vec<f64>,
    /// Whether numbers tell groups apart that look alike.
    pub numbered: bool,
}

/// What sets of the rows that stay keep, by the sets' numbers.
pub struct Kept {
    /// Whether a set may stand as a group.
    pub keeps: Vec<bool>,
    /// Those who are not safe among it; `None` where no one asks.
    pub unsafe_among: Option<Vec<Set>>,
}

impl Shown {
    /// How many ways there are to group all rows, or all but up to so many.
    pub fn ways(&self, withheld: usize) -> u64 {
        let withheld = withheld.min(self.rows - 1);
        (0..=withheld).map(|gone| choose(self.rows, gone) * bell(self.rows - gone)).sum()
    }

    /// All sets of rows but so many.
    pub fn without(&self, gone: usize) -> Vec<Set> {
        let stay = self.rows - gone;
        sets(self.rows).filter(|set| set.count_ones() as usize == stay).collect()
    }

    /// The good way to group those who stay that loses least, if there is one.
    pub fn best(&self, stay: Set, kept: &Kept) -> Option<Vec<Set>> {
        let mut best: Option<(f64, Vec<Set>)> = None;
        part(stay, &mut Vec::new(), &mut |groups| {
            let loss = groups.iter().map(|&group| self.losses[usize::from(group)]).sum();
            if best.as_ref().is_none_or(|(least, _)| loss < *least) && self.is_good(groups, kept) {
                best = Some((loss, groups.to_vec()));
            }
        });
        best.map(|(_, groups)| groups)
    }

    fn is_good(&self, groups: &[Set], kept: &Kept) -> bool {
        let keep = |set: Set| kept.keeps[usize::from(set)];
        if self.numbered && !groups.iter().all(|&group| keep(group)) {
            return false;
        }
        if self.numbered && kept.unsafe_among.is_none() {
            return true;
        }
        let boxes = self.look_alikes(groups);
        // Numbers tell groups apart that look alike, but not who stands in which of them.
        (self.numbered || boxes.iter().all(|&(_, all)| keep(all))) && self.is_safe(&boxes, kept)
    }

    /// Groups as a reader sees them who is given no numbers: one that shows what they all show, and all their rows.
    fn look_alikes(&self, groups: &[Set]) -> Vec<(Set, Set)> {
        let look = |group: Set| self.looks[usize::from(group)];
        let mut seen: Vec<(Set, Set)> = Vec::with_capacity(groups.len());
        for &group in groups {
            match seen.iter_mut().find(|(first, _)| look(*first) == look(group)) {
                Some((_, all)) => *all |= group,
                None => seen.push((group, group)),
            }
        }
        seen
    }

    /// Whether everybody is safe among all boxes that cover them.
    fn is_safe(&self, boxes: &[(Set, Set)], kept: &Kept) -> bool {
        let (Some(unsafe_among), Some(covers)) = (&kept.unsafe_among, &self.covers) else { return true };
        (0..self.rows as u32).all(|row| {
            let covering = boxes.iter().filter(|&&(shown, _)| has(covers[usize::from(shown)], row));
            !has(unsafe_among[usize::from(covering.fold(0, |union, (_, all)| union | all))], row)
        })
    }
}

/// Calls `each` with every way to part `left`, beside `groups`: who is first in it stands with any of the others.
fn part(left: Set, groups: &mut Vec<Set>, each: &mut impl FnMut(&[Set])) {
    if left == 0 {
        return each(groups);
    }
    let first = left & left.wrapping_neg();
    let others = left ^ first;
    let mut with = others;
    loop {
        groups.push(first | with);
        part(others & !with, groups, each);
        groups.pop();
        if with == 0 {
            return;
        }
        with = (with - 1) & others;
    }
}

/// All sets of so many rows, the empty one first; each is its own number.
pub fn sets(rows: usize) -> impl Iterator<Item = Set> {
    (0..1u32 << rows).map(|set| set as Set)
}

/// All of them as groups, by their numbers.
pub fn all_sets(rows: usize) -> Partition {
    let sizes: Vec<u32> = sets(rows).map(Set::count_ones).collect();
    Partition::from_sizes(&sizes, sets(rows).flat_map(rows_in).collect())
}

/// Whether a row is in a set.
pub fn has(set: Set, row: u32) -> bool {
    set >> row & 1 == 1
}

/// The rows of a set.
pub fn rows_in(set: Set) -> impl Iterator<Item = u32> {
    (0..Set::BITS).filter(move |&row| has(set, row))
}

/// The rows of a set, counted among those that stay.
pub fn places(set: Set, stay: Set) -> Vec<u32> {
    rows_in(set).map(|row| (stay & ((1 << row) - 1)).count_ones()).collect()
}

/// How many ways there are to take so many of some.
fn choose(of: usize, some: usize) -> u64 {
    (0..some).fold(1, |ways, at| ways * (of - at) as u64 / (at as u64 + 1))
}

/// How many ways there are to part so many rows: the first stands with any of the others.
fn bell(rows: usize) -> u64 {
    if rows == 0 { 1 } else { (0..rows).map(|with| choose(rows - 1, with) * bell(rows - 1 - with)).sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_comes_once() {
        for rows in 0..=MOST {
            let mut ways = Vec::new();
            part(((1u32 << rows) - 1) as Set, &mut Vec::new(), &mut |groups| {
                let mut groups = groups.to_vec();
                groups.sort_unstable();
                assert_eq!(groups.iter().fold(0u32, |sum, &group| sum + u32::from(group)), (1 << rows) - 1);
                ways.push(groups);
            });
            ways.sort_unstable();
            ways.dedup();
            assert_eq!(ways.len() as u64, bell(rows));
        }
        assert_eq!((bell(8), choose(8, 3)), (4140, 56));
    }

    #[test]
    fn rows_are_counted_among_those_that_stay() {
        assert_eq!(places(0b1010_0010, 0b1011_0010), [0, 2, 3]);
        assert_eq!(all_sets(3).group(0b101), [0, 2]);
    }
}
