//! Values that are somebody's, whoever stands at which place: those of threads that people alone made.
//!
//! Counterfeits have values of people, and whoever knows that takes a value that nobody else has for that of somebody real. So a thread that
//! is begun with counterfeits may hold only values that stay somebody's if its places change names: those of *settled* threads, at every
//! place of which somebody stands or stood.

use hashbrown::{HashMap, HashSet};

use super::people::Person;
use super::threads::{NOBODY, Threads};
use crate::chance::Below;

/// The values of settled threads.
pub(super) struct Settled {
    /// As often as threads show them: counterfeits are drawn of these.
    places: Vec<u32>,
    values: HashSet<u32>,
}

impl Settled {
    /// By who stands where now, and by who stood where. Threads of the same values are settled together: one changes names as the other.
    pub fn of(threads: &Threads, before: &[Person]) -> Self {
        let mut held: HashMap<&[u32], HashSet<u32>> = HashMap::new();
        for (thread, stands) in threads.all.iter().zip(&threads.stands) {
            let here = thread.values.iter().zip(stands).filter(|(_, at)| **at != NOBODY);
            held.entry(&thread.values).or_default().extend(here.map(|(value, _)| value));
        }
        for one in before {
            held.entry(&threads.all[one.thread as usize].values).or_default().insert(one.value);
        }
        let is_settled = |values: &[u32]| values.iter().all(|value| held[values].contains(value));
        let settled = threads.all.iter().filter(|thread| is_settled(&thread.values));
        let places: Vec<u32> = settled.flat_map(|thread| thread.values.iter().copied()).collect();
        Self { values: places.iter().copied().collect(), places }
    }

    /// With the values of a thread that people alone make.
    pub fn add(&mut self, places: &[(u32, u32)]) {
        self.places.extend(places.iter().map(|(value, _)| value));
        self.values.extend(places.iter().map(|(value, _)| value));
    }

    /// So many of them, drawn as often as threads show them; none where no thread is settled.
    pub fn drawn(&self, many: usize, below: &mut Below<'_>) -> Vec<u32> {
        let all = self.places.len() as u64;
        let many = if all == 0 { 0 } else { many };
        (0..many).map(|_| self.places[below(all) as usize]).collect()
    }

    pub fn has(&self, value: u32) -> bool {
        self.values.contains(&value)
    }
}
