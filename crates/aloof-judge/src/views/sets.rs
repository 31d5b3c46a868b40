//! Distinct sets of groups, each kept once, all in one array.

use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

/// Sets of groups, numbered in the order in which they came. 4 bytes per member and some 24 per set.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    ends: Vec<usize>,
    groups: Vec<u32>,
    numbers: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Sets {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many members all of them have.
    pub fn members(&self) -> usize {
        self.groups.len()
    }

    /// The members of a set, ascending.
    pub fn get(&self, set: usize) -> &[u32] {
        members(&self.ends, &self.groups, set)
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u32]> + Clone {
        (0..self.len()).map(|set| self.get(set))
    }

    /// The number of the set with these members, a new one if it is not there yet.
    pub fn intern(&mut self, set: &[u32]) -> u32 {
        let Self { ends, groups, numbers, hasher } = self;
        let hash = hasher.hash_one(set);
        if let Some(&number) = numbers.find(hash, |&other| members(ends, groups, other as usize) == set) {
            return number;
        }
        let number = ends.len() as u32;
        groups.extend_from_slice(set);
        ends.push(groups.len());
        numbers.insert_unique(hash, number, |&other| hasher.hash_one(members(ends, groups, other as usize)));
        number
    }

    /// Keeps no more room than needed; nothing can be added cheaply any more.
    pub fn seal(&mut self) {
        self.numbers = HashTable::new();
        self.groups.shrink_to_fit();
    }
}

/// Lists of numbers, all in one array.
#[derive(Clone, Debug)]
pub(super) struct Lists {
    ends: Vec<usize>,
    numbers: Vec<u32>,
}

impl Lists {
    /// Sorts pairs of a list and a number by counting: one pass to count, one to place. Each list keeps their order.
    pub fn new(lists: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut ends = vec![0usize; lists + 1];
        pairs.clone().for_each(|(list, _)| ends[list as usize + 1] += 1);
        for list in 0..lists {
            ends[list + 1] += ends[list];
        }
        let mut numbers = vec![0u32; ends[lists]];
        for (list, number) in pairs {
            // What is the start of a list moves to its end.
            let next = &mut ends[list as usize];
            numbers[*next] = number;
            *next += 1;
        }
        Self { ends, numbers }
    }

    pub fn get(&self, list: usize) -> &[u32] {
        members(&self.ends, &self.numbers, list)
    }
}

fn members<'a>(ends: &[usize], groups: &'a [u32], set: usize) -> &'a [u32] {
    let start = set.checked_sub(1).map_or(0, |before| ends[before]);
    &groups[start..ends[set]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_have_one_number() {
        let mut sets = Sets::default();
        let numbers = [&[1, 2][..], &[1], &[1, 2], &[2], &[1]].map(|set| sets.intern(set));
        assert_eq!(numbers, [0, 1, 0, 2, 1]);
        assert_eq!(sets.iter().collect::<Vec<_>>(), [&[1, 2][..], &[1], &[2]]);
        assert_eq!(sets.members(), 4);
    }
}
