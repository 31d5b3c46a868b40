//! Who is too crowded to be dealt into groups with others who are new: threads with values of others, which counterfeits hold.

use super::people::{People, Person};
use super::settled::Settled;
use super::threads::{NOBODY, Threads};
use super::values::Values;
use crate::chance::Below;

/// Why somebody can stand nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lonely {
    /// Somebody's value is too near to all others for a group.
    TooNear,
    /// So many have a value that no counterfeit could have.
    NobodyElses(usize),
}

/// So many values are drawn to fill the places of a thread; if these do not do, all values are tried.
const DRAWN: usize = 2_000;

/// Threads of `m` for these: as many of them in each as are far enough apart, and values of others for the rest of its places. Who has a
/// value that is in no settled thread stands with people alone, or nowhere.
pub fn stand_alone(
    threads: &mut Threads,
    (people, values): (&People, &Values),
    crowded: Vec<u32>,
    before: &[Person],
    m: usize,
    below: &mut Below<'_>,
) -> Result<(), Lonely> {
    let mut left = crowded;
    if left.is_empty() {
        return Ok(());
    }
    let mut settled = Settled::of(threads, before);
    while !left.is_empty() {
        let is_settled = |at: &u32| settled.has(people.value[*at as usize]);
        left.sort_by_key(is_settled);
        let alone = left.iter().filter(|at| !is_settled(at)).count();
        let filling = Filling { values, settled: &settled, m, tried: settled.drawn(DRAWN, below) };
        let together = filling.together(people, &left);
        let places = if together.len() >= m {
            settled.add(&together);
            together
        } else if alone > 0 {
            return Err(Lonely::NobodyElses(alone));
        } else {
            let first = [(people.value[left[0] as usize], left[0])];
            filling.full(&together).or_else(|| filling.full(&first)).ok_or(Lonely::TooNear)?
        };
        left.retain(|at| !places.iter().any(|(_, other)| other == at));
        threads.begin(places);
    }
    Ok(())
}

/// How the places of a thread are filled: values, and who has them.
struct Filling<'a> {
    values: &'a Values,
    settled: &'a Settled,
    m: usize,
    /// Values of settled threads, drawn by chance: counterfeits are distributed as people are.
    tried: Vec<u32>,
}

impl Filling<'_> {
    fn fits(&self, places: &[(u32, u32)], value: u32) -> bool {
        places.iter().all(|&(other, _)| !self.values.is_near(other, value))
    }

    /// Some of these people, far enough from each other.
    fn together(&self, people: &People, some: &[u32]) -> Vec<(u32, u32)> {
        let mut places = Vec::new();
        for &at in some {
            let value = people.value[at as usize];
            if places.len() < self.m && self.fits(&places, value) {
                places.push((value, at));
            }
        }
        places
    }

    /// With as many values of others as are lacking: drawn ones, or else as many as there can be of those of settled threads.
    fn full(&self, people: &[(u32, u32)]) -> Option<Vec<(u32, u32)>> {
        [self.tried.clone(), self.values.ascending()].into_iter().find_map(|among| {
            let mut places = people.to_vec();
            for value in among.into_iter().filter(|&value| self.settled.has(value)) {
                if places.len() < self.m && self.fits(&places, value) {
                    places.push((value, NOBODY));
                }
            }
            (places.len() >= self.m).then_some(places)
        })
    }
}
