//! Parts of a table whose rows may follow an order that the others do not: every other row, every third, one half.
//!
//! # Definition
//! Rows that follow an order may be dealt among rows that follow none, or another one: two decks shuffled into each other, of which one is
//! sorted upwards and the other downwards, show nothing where pairs are taken of both. So pairs are also taken among the rows of a part
//! alone: every k-th row, from each of the first k on, and each of k stretches of the table, for k up to [`MOST`]. Which part a row is in
//! follows from its place and from nothing that it shows, so that each pair is the coin that it is in the whole table.
//!
//! Of a part it is asked whether pairs stand forwards or backwards, and whether all of its groups do: four tests for each.
//!
//! # Cost
//! Two passes over the rows for every k, of which each is in one of k parts.

use super::coins::Coins;
use super::pairs::{Found, Likeness};

/// The most parts that a table is cut into.
const MOST: u32 = 8;

/// Every k-th row from one on; or one of k stretches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::audit) enum Part {
    Every { step: u32, first: u32 },
    Stretch { of: u32, at: u32 },
}

impl Part {
    /// The parts of a table that is cut into so many, either way.
    fn of(many: u32) -> [Vec<Self>; 2] {
        [
            (0..many).map(|first| Self::Every { step: many, first }).collect(),
            (0..many).map(|at| Self::Stretch { of: many, at }).collect(),
        ]
    }

    fn all() -> impl Iterator<Item = Self> {
        (2..=MOST).flat_map(Self::of).flatten()
    }

    /// Which of the parts that are cut like this one has the row at this place, of so many.
    fn holding(self, row: u32, rows: u32) -> usize {
        match self {
            Self::Every { step, .. } => (row % step) as usize,
            Self::Stretch { of, .. } => (u64::from(row) * u64::from(of) / u64::from(rows.max(1))) as usize,
        }
    }

    /// For sentences.
    pub fn words(self) -> String {
        match self {
            Self::Every { step, .. } => format!("of every {step} rows of the table one"),
            Self::Stretch { of, .. } => format!("in one of {of} stretches of the table"),
        }
    }
}

/// In which part of a table of so many rows the order tells more than chance would bring about with a probability of exp(`ln_doubt`).
pub(super) fn found(likeness: &Likeness, rows: usize, ln_doubt: f64) -> Option<Found> {
    let rows = u32::try_from(rows).ok()?;
    let doubt = (ln_doubt - (4.0 * Part::all().count() as f64).ln()).into();
    (2..=MOST).flat_map(Part::of).find_map(|parts| {
        let coins = likeness.coins_of(parts.len(), |row| parts[0].holding(row, rows));
        let one = |(coins, part): (&Coins, &Part)| coins.in_an_order(doubt).map(|found| found.within(*part));
        coins.iter().zip(&parts).find_map(one)
    })
}

#[cfg(test)]
mod tests {
    use aloof_judge::verify::order as literal;
    use proptest::prelude::*;

    use super::super::LN_DOUBT;
    use super::*;

    /// Rows that all look alike, or in groups.
    fn likeness(places: &[u32], groups: u32) -> Likeness {
        let group_of: Vec<u32> = (0..places.len() as u32).map(|row| row * 7919 % 104_729 % groups).collect();
        Likeness::new(&places.iter().copied().map(Some).collect::<Vec<_>>(), &group_of)
    }

    fn mixed(rows: u32, mut state: u64) -> Vec<u32> {
        let mut order: Vec<u32> = (0..rows).collect();
        for at in (1..order.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            order.swap(at, (state >> 33) as usize % (at + 1));
        }
        order
    }

    /// Every `step`-th row of these sorted, the others as they are.
    fn sorted_within(mut order: Vec<u32>, is_in: impl Fn(usize) -> bool, downwards: bool) -> Vec<u32> {
        let mut some: Vec<u32> = (0..order.len()).filter(|&at| is_in(at)).map(|at| order[at]).collect();
        some.sort_unstable();
        if downwards {
            some.reverse();
        }
        let mut next = some.into_iter();
        (0..order.len()).filter(|&at| is_in(at)).for_each(|at| order[at] = next.next().unwrap());
        order
    }

    #[test]
    fn an_order_among_rows_without_one_is_found() {
        for groups in [1, 40] {
            let found = |order: &[u32]| found(&likeness(order, groups), order.len(), LN_DOUBT);
            for step in 2..=8 {
                let order = sorted_within(mixed(4000, step as u64), |at| at % step == 1, step % 2 == 0);
                assert!(found(&order).is_some(), "every {step}");
            }
            let both = sorted_within(sorted_within(mixed(1000, 1), |at| at % 2 == 0, false), |at| at % 2 == 1, true);
            assert!(found(&both).is_some(), "one deck upwards and one downwards");
            assert_eq!(likeness(&both, 1).found(LN_DOUBT), None, "which pairs of both do not show");
            assert!(found(&sorted_within(mixed(1000, 2), |at| at >= 800, false)).is_some(), "the last fifth");
        }
    }

    #[test]
    fn chance_is_none() {
        for seed in 0..60 {
            for groups in [1, 30, 200] {
                assert_eq!(found(&likeness(&mixed(600, seed), groups), 600, LN_DOUBT), None, "{seed}, {groups}");
            }
        }
    }

    proptest! {
        /// The pairs of a part are those of the rows that stand in it, looked at by hand.
        #[test]
        fn pairs_of_a_part_are_those_of_its_rows(places in prop::collection::vec(0u32..9, 1..40), groups in 1u32..4) {
            let rows: Vec<literal::Placed> =
                (0..).zip(&places).map(|(row, &place)| (row * 7919 % 104_729 % groups, Some(place))).collect();
            let all = rows.len() as u32;
            for parts in (2..=MOST).flat_map(Part::of) {
                let coins = likeness(&places, groups).coins_of(parts.len(), |row| parts[0].holding(row, all));
                for (coins, &part) in coins.iter().zip(&parts) {
                    let literal = literal::pairs_in_order(&literal::rows_of_part(&rows, part_of(part)));
                    prop_assert_eq!((coins.forwards().right, coins.forwards().pairs), literal, "{:?}", part);
                }
            }
        }
    }

    /// As the twin calls it: whether in stretches, of how many, which.
    fn part_of(part: Part) -> (bool, usize, usize) {
        match part {
            Part::Every { step, first } => (false, step as usize, first as usize),
            Part::Stretch { of, at } => (true, of as usize, at as usize),
        }
    }
}
