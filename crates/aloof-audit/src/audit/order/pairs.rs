//! Of two rows that look alike, whether their order tells which of them is whose.
//!
//! # Definition
//! Rows that look alike are taken in pairs, the first two of a group, the next two, and so on. If the order of rows follows from what is
//! published and from chance, both ways to deal the two values to the two rows are equally likely, whatever all others are: a fair
//! coin for every pair, and independent ones. So whatever guesses how a pair stands without looking at it is right for half of n pairs,
//! and for at least r of them with probability exp(−n (q ln 2q + (1−q) ln 2(1−q))) at most, q = r/n (Chernoff).
//!
//! 1. *In their order*: the one that stands first stands first in the original, or last.
//! 2. *By their neighbours*: each row stands where rows near it stand in the original. Every other group is guessed by those between,
//!    then the other way round; the four nearest rows of these are asked. Rows that are turned, stepped over or moved as a block stay
//!    next to each other.
//!
//! Where few rows are in large groups, all of each group may stand in order: of its r! deals, which are equally likely, ∏ c! do, c being
//! how many have the same place. Pairs of the same place are passed over.
//!
//! Places are those of the original, or those of a column of it: any number that follows from what a row shows will do.

use aloof_table::NO_GROUP;

use super::coins::{Coins, Guessed};
use super::parts::Part;
use crate::words::count;

/// What is less likely is no accident: ln of it. A coin may be unfair by a little: its better side falls with a probability of half of
/// exp(`bias`), at most, which makes anything of n coins more likely by exp(n · `bias`) at most.
#[derive(Clone, Copy)]
pub(in crate::audit) struct Doubt {
    pub ln: f64,
    pub bias: f64,
}

impl Doubt {
    pub(super) fn of(self, coins: usize) -> f64 {
        self.ln - self.bias * coins as f64
    }
}

impl From<f64> for Doubt {
    fn from(ln: f64) -> Self {
        Self { ln, bias: 0.0 }
    }
}

/// A row and the place of its person.
#[derive(Clone, Copy)]
struct Row {
    row: u32,
    place: u32,
}

/// Groups of rows that look alike, each in the order of the release.
pub(in crate::audit) struct Likeness {
    /// Group after group.
    rows: Vec<Row>,
    /// Where each group ends.
    ends: Vec<usize>,
}

impl Likeness {
    /// Rows of one number look alike; those without a place are passed over.
    pub fn new(places: &[Option<u32>], group_of: &[u32]) -> Self {
        let mut rows: Vec<(u32, Row)> = (0..)
            .zip(places.iter().zip(group_of))
            .filter(|(_, (_, group))| **group != NO_GROUP)
            .filter_map(|(row, (place, &group))| Some((group, Row { row, place: (*place)? })))
            .collect();
        rows.sort_by_key(|(group, _)| *group);
        let long = rows.chunk_by(|one, other| one.0 == other.0).map(<[_]>::len);
        let ends = long.scan(0, |end, rows| {
            *end += rows;
            Some(*end)
        });
        Self { ends: ends.collect(), rows: rows.into_iter().map(|(_, row)| row).collect() }
    }

    /// Group by group.
    fn groups(&self) -> impl Iterator<Item = &[Row]> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        begins.zip(&self.ends).map(|(begin, &end)| &self.rows[begin..end])
    }

    /// In which way the order tells more than chance would.
    pub fn found(&self, doubt: impl Into<Doubt>) -> Option<Found> {
        let doubt = doubt.into();
        self.in_an_order(doubt).or_else(|| {
            let found = (0..2).map(|half| self.by_neighbours(half)).find(|found| found.is_no_accident(doubt))?;
            Some(Found { way: Way::Beside, guessed: found, within: None })
        })
    }

    /// Whether pairs or whole groups stand forwards or backwards more often than by chance.
    fn in_an_order(&self, doubt: Doubt) -> Option<Found> {
        let [coins] = self.coins_of(1, |_| 0).try_into().ok()?;
        coins.in_an_order(doubt)
    }

    /// The coins of each of so many parts, of which a row is in one.
    pub(super) fn coins_of(&self, parts: usize, part_of: impl Fn(u32) -> usize) -> Vec<Coins> {
        let mut coins = vec![Coins::default(); parts];
        for rows in self.groups() {
            rows.iter().for_each(|one| coins[part_of(one.row)].add(one.place));
            coins.iter_mut().for_each(Coins::end_group);
        }
        coins
    }

    /// Pairs of every other group, guessed by the rows of the others.
    fn by_neighbours(&self, half: usize) -> Guessed {
        let is_guessed = |(at, _): &(usize, &[Row])| at % 2 == half;
        let (guessed, known): (Vec<_>, Vec<_>) = self.groups().enumerate().partition(is_guessed);
        let mut known: Vec<Row> = known.into_iter().flat_map(|(_, rows)| rows).copied().collect();
        known.sort_unstable_by_key(|known| known.row);
        let far = |row: u32, place: u32| -> u64 {
            let at = known.partition_point(|known| known.row < row);
            let near = &known[at.saturating_sub(2)..(at + 2).min(known.len())];
            near.iter().map(|known| u64::from(known.place.abs_diff(place))).min().unwrap_or(0)
        };
        let mut found = Guessed::default();
        for (one, other) in guessed.into_iter().flat_map(|(_, rows)| pairs(rows)) {
            let as_they_stand = far(one.row, one.place) + far(other.row, other.place);
            let exchanged = far(one.row, other.place) + far(other.row, one.place);
            if as_they_stand != exchanged {
                found.add(as_they_stand < exchanged);
            }
        }
        found
    }
}

/// The first two, the next two.
fn pairs(rows: &[Row]) -> impl Iterator<Item = (Row, Row)> {
    rows.chunks_exact(2).map(|two| (two[0], two[1]))
}

/// How rows follow an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Way {
    Forwards,
    Backwards,
    /// Next to those that they stand next to there.
    Beside,
}

/// What was found, for sentences.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::audit) struct Found {
    pub(super) way: Way,
    pub(super) guessed: Guessed,
    /// In which part of the table.
    pub(super) within: Option<Part>,
}

impl Found {
    /// The same, of a part of the table.
    pub(super) fn within(self, part: Part) -> Self {
        Self { within: Some(part), ..self }
    }

    /// So many pairs were guessed rightly, of so many: for sentences.
    pub fn pairs(self) -> String {
        let Guessed { right, pairs } = self.guessed;
        format!("{} of {} pairs", count(right), count(pairs))
    }

    /// What is said of `rows` that follow an order: of the original, or of a column of it.
    pub fn told(self, rows: &str, order: &str) -> String {
        let chance =
            format!("{}, which chance would bring about in less than one of 1,000,000,000 cases", self.pairs());
        let within = self.within.map_or_else(String::new, |part| format!(" ({})", part.words()));
        let said = match self.way {
            Way::Forwards => format!(
                "{rows} stand in the order of {order}{within}: {chance}. Whoever knows that order can tell whose value is whose"
            ),
            Way::Backwards => format!(
                "{rows} stand in the opposite of the order of {order}{within}: {chance}. Whoever knows that order can tell whose value is whose"
            ),
            Way::Beside => format!(
                "rows stand next to those that they stand next to in {order}, which tells of {rows} which of them is \
                 whose: {chance}"
            ),
        };
        format!("{said}. Sort the rows by what is published of them, or shuffle them")
    }
}

#[cfg(test)]
mod tests {
    use aloof_judge::verify::order as literal;
    use proptest::prelude::*;

    use super::super::LN_DOUBT;
    use super::*;

    fn rows() -> impl Strategy<Value = Vec<literal::Placed>> {
        prop::collection::vec((0u32..5, prop::option::weighted(0.9, 0u32..12)), 0..24)
    }

    proptest! {
        /// The same coins fall the same way when every pair and every neighbour is looked for by hand.
        #[test]
        fn coins_fall_as_they_are_looked_at_one_by_one(rows in rows()) {
            let (groups, places): (Vec<u32>, Vec<Option<u32>>) = rows.iter().copied().unzip();
            let likeness = Likeness::new(&places, &groups);
            let count = |Guessed { right, pairs }: Guessed| (right, pairs);
            prop_assert_eq!(count(likeness.coins_of(1, |_| 0)[0].forwards()), literal::pairs_in_order(&rows));
            for half in 0..2 {
                prop_assert_eq!(count(likeness.by_neighbours(half)), literal::pairs_by_neighbours(&rows, half));
            }
        }

        /// How likely a group stands in order, against listing its deals.
        #[test]
        fn whole_groups_in_order_are_as_rare_as_their_deals(mut places in prop::collection::vec(0u32..5, 0..7)) {
            let likeness = |places: &[u32]| {
                Likeness::new(&places.iter().copied().map(Some).collect::<Vec<_>>(), &vec![0; places.len()])
            };
            for forwards in [true, false] {
                places.sort_unstable();
                if !forwards {
                    places.reverse();
                }
                let share = literal::share_of_deals_in_order(&places, forwards);
                prop_assert!((likeness(&places).coins_of(1, |_| 0)[0].all_in_order(forwards).exp() - share).abs() < 1e-9, "{:?}", places);
            }
        }
    }

    /// Groups of so many of `rows` people who stand in no order, published in an order.
    fn likeness(order: &[u32], size: u32) -> Likeness {
        let rows = order.len() as u32;
        let group_of = |person: u32| (u64::from(person) * 7919 % u64::from(rows)) as u32 / size;
        let places: Vec<Option<u32>> = order.iter().map(|&person| Some(person)).collect();
        Likeness::new(&places, &order.iter().map(|&person| group_of(person)).collect::<Vec<_>>())
    }

    fn mixed(rows: u32, mut state: u64) -> Vec<u32> {
        let mut order: Vec<u32> = (0..rows).collect();
        for at in (1..order.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            order.swap(at, (state >> 33) as usize % (at + 1));
        }
        order
    }

    #[test]
    fn orders_that_follow_are_found() {
        for size in [2, 3, 5, 20] {
            let rows = 600u32;
            let follow: [(&str, Vec<u32>); 7] = [
                ("as it is", (0..rows).collect()),
                ("backwards", (0..rows).rev().collect()),
                ("turned", (0..rows).map(|i| (i + 311) % rows).collect()),
                ("every seventh", (0..7).flat_map(|first| (first..rows).step_by(7)).collect()),
                ("two decks", (0..rows).map(|i| i / 2 + rows / 2 * (i % 2)).collect()),
                ("blocks of 25", mixed(24, 5).into_iter().flat_map(|block| block * 25..block * 25 + 25).collect()),
                ("turned and backwards", (0..rows).rev().map(|i| (i + 200) % rows).collect()),
            ];
            for (name, order) in follow {
                assert!(likeness(&order, size).found(LN_DOUBT).is_some(), "{name}, groups of {size}");
            }
        }
    }

    #[test]
    fn chance_is_none() {
        for seed in 0..300 {
            for size in [2, 5, 20] {
                let found = likeness(&mixed(600, seed), size);
                assert_eq!(found.found(LN_DOUBT), None, "seed {seed}, groups of {size}");
            }
        }
    }
}
