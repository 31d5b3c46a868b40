//! Queries, drawn at random from a seed.

use hashbrown::HashSet;

use super::QueryTable;

/// Of no more numbers than these each gets a mark while some are drawn.
const MARKED: u64 = 1 << 12;

/// Queries of one kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Workload {
    /// Columns asked about, sensitive ones among them.
    pub dimensions: usize,
    /// Of these, how many are sensitive.
    pub sensitive: usize,
    /// The share of all positions that a query covers.
    pub volume: f64,
    /// How many queries.
    pub queries: usize,
    /// The same seed draws the same queries.
    pub seed: u64,
}

/// What a query asks of one column.
#[derive(Clone, Debug, PartialEq)]
pub enum Predicate {
    /// A position in `low..high`.
    Run {
        /// The first position.
        low: u64,
        /// The first one beyond.
        high: u64,
    },
    /// One of these positions, ascending.
    Set(Vec<u64>),
}

impl Predicate {
    /// How many positions it holds.
    pub fn length(&self) -> f64 {
        match self {
            Self::Run { low, high } => (high - low) as f64,
            Self::Set(chosen) => chosen.len() as f64,
        }
    }
}

/// A count query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Query {
    /// Quasi columns by number, with what is asked of each.
    pub quasi: Vec<(usize, Predicate)>,
    /// Sensitive columns, likewise.
    pub sensitive: Vec<(usize, Predicate)>,
}

impl Workload {
    /// Query `number` of this workload for `table`. Where the table has fewer columns than dimensions, all are asked about.
    pub fn query(&self, number: usize, table: &QueryTable) -> Query {
        // One sensitive column is the usual case; two of three columns are not the same queries as one of three.
        let kind = self.dimensions as u64 | (self.sensitive.saturating_sub(1) as u64) << 32;
        let mut draw = Draw::new([self.seed, kind, self.volume.to_bits(), number as u64]);
        let (quasi, sensitive) = (table.quasi_sizes(), table.sensitive_sizes());
        let some = self.sensitive.min(sensitive.len());
        let columns = draw.some_of(quasi.len() as u64, self.dimensions.saturating_sub(some) as u64);
        let part = self.volume.powf(1.0 / self.dimensions.max(1) as f64);
        let quasi = draw.predicates(&columns, &quasi, part);
        // Where all are asked about there is nothing to draw.
        let every = || (0..sensitive.len() as u64).collect();
        let columns = if some == sensitive.len() { every() } else { draw.some_of(sensitive.len() as u64, some as u64) };
        let sensitive = draw.predicates(&columns, &sensitive, part);
        Query { quasi, sensitive }
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014): small, and the same everywhere. Nothing is kept secret by it.
pub(crate) struct Draw(u64);

impl Draw {
    pub fn new(seeds: [u64; 4]) -> Self {
        let mix = |state: u64, seed: u64| Self(state ^ seed).next();
        Self(seeds.into_iter().fold(0x243f_6a88_85a3_08d3, mix))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From `0..limit`; the bias is below `limit / 2^64`.
    pub fn below(&mut self, limit: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(limit.max(1))) >> 64) as u64
    }

    /// From 0 to 1, without 1.
    pub fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// `count` different numbers of `0..size`, ascending; all of them if there are no more (Floyd's way).
    pub fn some_of(&mut self, size: u64, count: u64) -> Vec<u64> {
        if size <= MARKED {
            return self.marked(size as usize, count);
        }
        let mut seen: HashSet<u64> = HashSet::new();
        for last in size.saturating_sub(count)..size {
            let drawn = self.below(last + 1);
            if !seen.insert(drawn) {
                seen.insert(last);
            }
        }
        let mut chosen: Vec<u64> = seen.into_iter().collect();
        chosen.sort_unstable();
        chosen
    }

    /// The same numbers of few, each of which has a mark.
    fn marked(&mut self, size: usize, count: u64) -> Vec<u64> {
        let mut seen = vec![false; size];
        for last in (size as u64).saturating_sub(count)..size as u64 {
            let drawn = self.below(last + 1) as usize;
            let new = if seen[drawn] { last as usize } else { drawn };
            seen[new] = true;
        }
        (0..size as u64).filter(|&at| seen[at as usize]).collect()
    }

    fn predicates(&mut self, columns: &[u64], sizes: &[(u64, bool)], part: f64) -> Vec<(usize, Predicate)> {
        let one = |&at: &u64| {
            let (size, line) = sizes[at as usize];
            (at as usize, self.predicate(size, line, part))
        };
        columns.iter().map(one).collect()
    }

    fn predicate(&mut self, size: u64, line: bool, part: f64) -> Predicate {
        // A product that should be whole must not fall below it by a rounding error.
        let length = ((size as f64 * part + 1e-9).floor() as u64).clamp(1, size.max(1));
        if line {
            let low = self.below(size.saturating_sub(length).saturating_add(1));
            Predicate::Run { low, high: low + length }
        } else {
            Predicate::Set(self.some_of(size, length))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_what_was_asked_for() {
        let mut draw = Draw::new([1, 2, 3, 4]);
        for _ in 0..100 {
            let some = draw.some_of(9, 4);
            assert!(some.len() == 4 && some.is_sorted_by(|a, b| a < b) && some[3] < 9, "{some:?}");
            let Predicate::Run { low, high } = draw.predicate(78, true, 0.1f64.powf(1.0 / 3.0)) else {
                panic!("a run")
            };
            assert!(high - low == 36 && high <= 78);
            let again = Draw(draw.0).some_of(5, 2);
            assert_eq!(draw.predicate(5, false, 0.5), Predicate::Set(again));
        }
        assert_eq!(draw.some_of(3, 7), [0, 1, 2]);
        assert_eq!(draw.some_of(MARKED + 1, MARKED + 9).len() as u64, MARKED + 1);
        assert_eq!(draw.predicate(1, true, 0.01), Predicate::Run { low: 0, high: 1 });
    }

    /// Floyd's way with a set, for any size.
    fn by_a_set(draw: &mut Draw, size: u64, count: u64) -> Vec<u64> {
        let mut seen = std::collections::BTreeSet::new();
        for last in size.saturating_sub(count)..size {
            let drawn = draw.below(last + 1);
            seen.insert(if seen.contains(&drawn) { last } else { drawn });
        }
        seen.into_iter().collect()
    }

    #[test]
    fn few_and_many_are_drawn_alike() {
        let mut draw = Draw::new([4, 3, 2, 1]);
        for (size, count) in [(0, 3), (1, 1), (9, 4), (300, 299), (MARKED, 70), (MARKED + 1, 70), (1 << 40, 9)] {
            let expected = by_a_set(&mut Draw(draw.0), size, count);
            assert_eq!(draw.some_of(size, count), expected, "{size} {count}");
        }
    }
}
