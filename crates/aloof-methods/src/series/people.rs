//! Those who are published this month: who they are, and what they have.

use hashbrown::HashSet;

/// Somebody's name in all releases of a series; it tells nothing of who that is.
pub type Who = u128;

/// Somebody who stood in a thread, with a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Person {
    /// Their name.
    pub who: Who,
    /// The number of the value.
    pub value: u32,
    /// The number of the thread.
    pub thread: u32,
}

/// Rows of the original that are published, ascending, with who they are and the numbers of their values.
pub struct People {
    /// The row of each.
    pub rows: Vec<u32>,
    /// The name of each.
    pub who: Vec<Who>,
    /// The number of the value of each.
    pub value: Vec<u32>,
}

impl People {
    /// How many of these were there before, with another value.
    pub fn changed(&self, before: &[Person], some: &[u32]) -> usize {
        if some.is_empty() {
            return 0;
        }
        let known: HashSet<Who> = before.iter().map(|one| one.who).collect();
        some.iter().filter(|&&at| known.contains(&self.who[at as usize])).count()
    }
}
