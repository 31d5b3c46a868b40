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
//! Two passes over the rows for every k.

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
    fn all() -> impl Iterator<Item = Self> {
        let of = |step: u32| {
            let every = (0..step).map(move |first| Self::Every { step, first });
            every.chain((0..step).map(move |at| Self::Stretch { of: step, at }))
        };
        (2..=MOST).flat_map(of)
    }

    /// Whether the row at this place is of it, of so many.
    fn holds(self, row: u32, rows: u32) -> bool {
        match self {
            Self::Every { step, first } => row % step == first,
            Self::Stretch { of, at } => u64::from(row) * u64::from(of) / u64::from(rows.max(1)) == u64::from(at),
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
    let tests = 4 * Part::all().count();
    let of = |part: Part| {
        let within = likeness.only(|row| part.holds(row, rows));
        within.in_an_order((ln_doubt - (tests as f64).ln()).into()).map(|found| found.within(part))
    };
    Part::all().find_map(of)
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
            for part in Part::all() {
                let within = likeness(&places, groups).only(|row| part.holds(row, rows.len() as u32));
                let literal = literal::pairs_in_order(&literal::rows_of_part(&rows, part_of(part)));
                prop_assert_eq!(within.coins(), literal, "{:?}", part);
            }
        }

        /// Every row is in one part of each way to cut.
        #[test]
        fn parts_divide_the_table(rows in 1u32..60) {
            for row in 0..rows {
                for step in 2..=MOST {
                    let every = (0..step).filter(|&first| Part::Every { step, first }.holds(row, rows)).count();
                    let stretch = (0..step).filter(|&at| Part::Stretch { of: step, at }.holds(row, rows)).count();
                    prop_assert_eq!((every, stretch), (1, 1));
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
