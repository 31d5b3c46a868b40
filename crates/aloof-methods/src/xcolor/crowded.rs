//! Certainly impossible: more rows similar to each other than any groups can take.
//!
//! # Definition
//! Of rows that are all similar to each other a group of s can hold at most its room and one. So any groups of n rows
//! can hold at most n · max over s of (room(s) + 1) / s of them. For (ε, δ)^k-dissimilarity that is at most
//! (1 − δ) + δ/k of all rows, for (ε, m)-anonymity one in m.
//!
//! # Idea
//! A crowd is grown greedily around the values with the largest neighbourhoods. Any crowd found is a proof; none found
//! proves nothing, since the largest crowd is as hard to find as any clique.
//!
//! # Cost
//! `O(D · c)` questions for D distinct values and crowds of c of them, for a few centres, and [`QUESTIONS`] for each at most.

use std::cmp::Reverse;

use aloof_principles::Similar;
use rayon::prelude::*;

use super::star::Room;
use super::{Search, Stuck};

/// Centres around which crowds are grown.
const CENTRES: usize = 8;

/// Values looked at to choose them.
const SAMPLE: usize = 512;

/// Questions asked around one centre; what was found until then is a crowd too.
const QUESTIONS: usize = 50_000_000;

/// The most rows of one crowd that groups of `rows` can hold, each of at least `least`.
pub fn most_of_a_crowd(room: Room, least: usize, rows: usize) -> u64 {
    let in_group = |size: usize| room.others(size).map_or(0, |others| others as u128 + 1);
    let rows_wide = rows as u128;
    match room {
        Room::OneIn(m) => rows as u64 / u64::from(m.max(1)),
        Room::Part { similar, whole } => (u128::from(similar) * rows_wide / u128::from(whole)) as u64,
        Room::Share { similar, whole } => {
            // Beyond the sizes looked at, (1 − δ)(s − 1) + 1 is no larger a share of s than it is there, without rounding.
            let last = (4 * least.max(2)).min(rows.max(1));
            let share = |size: usize| in_group(size) * rows_wide / size as u128;
            let best = (least.max(1)..=last).map(share).max().unwrap_or(0);
            let (similar, whole, size) = (u128::from(similar), u128::from(whole), last as u128);
            let beyond = (similar * (size - 1) + whole) * rows_wide / (whole * size);
            (if last == rows { best } else { best.max(beyond) }) as u64
        }
    }
}

/// A large crowd: how many rows are all similar to each other. There may be larger ones. `totals` are the rows of each
/// code.
pub fn crowd(similar: &dyn Similar, totals: &[u32]) -> u64 {
    let near = |a: u32, b: u32| a == b || similar.similar(a, b);
    let step = totals.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<u32> = (0..totals.len() as u32).step_by(step).collect();
    let weight = |code: u32| u64::from(totals[code as usize]);
    let hood = |code: u32| {
        crate::stop::check();
        sample.iter().filter(|&&other| near(code, other)).map(|&other| weight(other)).sum::<u64>()
    };
    let mut hoods: Vec<(u64, u32)> = sample.par_iter().map(|&code| (hood(code), code)).collect();
    hoods.sort_unstable_by_key(|&(hood, code)| (Reverse(hood), code));
    let mut heaviest: Vec<u32> = (0..totals.len() as u32).collect();
    heaviest.sort_unstable_by_key(|&code| (Reverse(totals[code as usize]), code));
    let spread = hoods.iter().step_by((hoods.len() / (4 * CENTRES)).max(1)).take(CENTRES).map(|&(_, code)| code);
    let centres: Vec<u32> = spread.chain(heaviest.iter().copied().take(CENTRES)).collect();
    centres.into_par_iter().map(|centre| grow(&near, &heaviest, centre, totals)).max().unwrap_or(0)
}

/// The crowd around `centre` to which values are added, those of most rows first, that are similar to all in it.
fn grow(near: &(impl Fn(u32, u32) -> bool + Sync), order: &[u32], centre: u32, totals: &[u32]) -> u64 {
    let mut members = vec![centre];
    let mut left = QUESTIONS;
    for &code in order.iter().filter(|&&code| code != centre && near(centre, code)) {
        crate::stop::check();
        // The latest first: values that do not fit mostly differ from those.
        let fit = members.iter().rev().take_while(|&&other| near(code, other)).count();
        let Some(rest) = left.checked_sub(fit + 1) else { break };
        left = rest;
        if fit == members.len() {
            members.push(code);
        }
    }
    members.iter().map(|&code| u64::from(totals[code as usize])).sum()
}

/// An error when a crowd proves that no groups exist.
pub(super) fn refuse(search: &Search<'_>) -> Result<(), Stuck> {
    for (at, star) in search.stars.iter().enumerate() {
        let crowd = crowd(star.similar, &star.totals());
        let room = most_of_a_crowd(star.room, search.least, search.rows);
        if crowd > room {
            return Err(Stuck::Crowded { star: at, crowd, rows: search.rows, room });
        }
    }
    Ok(())
}

/// As [`refuse`], but only where an even sample makes it likely that there is such a crowd: looking takes time.
pub(super) fn refuse_early(search: &Search<'_>) -> Result<(), Stuck> {
    let likely = |at: usize| {
        let star = &search.stars[at];
        let size = SAMPLE.min(search.rows);
        let sample: Vec<u32> = (0..size).map(|place| star.codes[place * search.rows / size]).collect();
        let mut distinct = sample.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let mut totals = vec![0u32; distinct.len()];
        sample.iter().for_each(|code| totals[distinct.partition_point(|other| other < code)] += 1);
        let local = Local { similar: star.similar, codes: &distinct };
        let room = most_of_a_crowd(star.room, search.least, search.rows) as f64 / search.rows as f64;
        crowd(&local, &totals) as f64 > 1.1 * room * size as f64
    };
    if (0..search.stars.len()).any(likely) { refuse(search) } else { Ok(()) }
}

/// Similarity among some codes, numbered by their place.
struct Local<'a> {
    similar: &'a dyn Similar,
    codes: &'a [u32],
}

impl Similar for Local<'_> {
    fn similar(&self, a: u32, b: u32) -> bool {
        self.similar.similar(self.codes[a as usize], self.codes[b as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_take_so_much_of_a_crowd() {
        // Two in ten, three in eleven; the printed formula gives 0.28 of all.
        let room = Room::Share { similar: 1, whole: 5 };
        assert_eq!(most_of_a_crowd(room, 10, 110), 30);
        assert_eq!(most_of_a_crowd(room, 10, 10), 2);
        assert_eq!(most_of_a_crowd(Room::OneIn(4), 4, 43), 10);
        assert_eq!(most_of_a_crowd(Room::Share { similar: 1, whole: 1 }, 1, 7), 7);
    }
}
