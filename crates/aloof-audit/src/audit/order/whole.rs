//! Whether the published values are those of the original, in its order or in one that is made of it by a rule.
//!
//! # Definition
//! Rows follow an order of the original where original rows with the same values stand for them in that order: the published values are
//! a subsequence of the original's. The orders that are tried are the original's, that begun at any other row where all people are
//! published, every k-th row for k up to 32 and as many decks shuffled into each other, each of them forwards and backwards.
//!
//! If chance had dealt each run of rows that published columns do not tell apart, n original rows would show the m published ones in
//! one of t orders with probability t · C(n, m) · ∏ (∏ c! / r!) at most, r being the length of a run and c how often each value stands
//! in it: a sum over all sets of m original rows and all orders.
//!
//! # Cost
//! At most one pass over the rows for every order, and mostly less: it ends where more people were passed over than are not published; those begun elsewhere take one together (Knuth, Morris and Pratt 1977).

use aloof_table::NO_GROUP;
use hashbrown::HashMap;

use super::LN_DOUBT;
use super::sorted::runs;
use crate::data::Released;

/// The most decks, and rows that are stepped over.
const MOST_STEPS: usize = 32;

/// What is said where rows stand in one of these orders, and chance would not bring that about.
pub(super) fn told(shown: &[u32], people: &[u32], released: &Released) -> Option<String> {
    let rows: Vec<usize> = (0..shown.len()).filter(|&row| shown[row] != NO_GROUP).collect();
    let shown: Vec<u32> = rows.iter().map(|&row| shown[row]).collect();
    let people: Vec<u32> = people.iter().copied().filter(|&key| key != NO_GROUP).collect();
    let order = followed(&shown, &people)?;
    let orders = (2 * (people.len() + 2 * MOST_STEPS)) as f64;
    let chance = orders.ln() + ln_choose(people.len(), shown.len()) + ln_dealt(&shown, &runs(released, &rows));
    (chance < LN_DOUBT).then(|| {
        format!(
            "the rows stand in the order of the original{order}, which chance would bring about in less than one of 1,000,000,000 \
             cases: whoever knows that order knows whose every row is. Sort the rows by what is published of them, or shuffle them"
        )
    })
}

/// In which of the orders they stand.
fn followed(shown: &[u32], people: &[u32]) -> Option<String> {
    let backwards: Vec<u32> = people.iter().rev().copied().collect();
    for (people, way) in [(people, ""), (&backwards, ", backwards")] {
        if is_within(shown, people.len(), people.iter()) {
            return Some(way.to_owned());
        }
        if is_turned(shown, people) {
            return Some(format!("{way}, begun elsewhere"));
        }
        for step in steps(people.len()) {
            let stepped = (0..step).flat_map(|first| people.iter().skip(first).step_by(step));
            if is_within(shown, people.len(), stepped) {
                return Some(format!("{way}, every {step} rows"));
            }
        }
    }
    None
}

/// Every k-th row; and k decks, of which one card each is taken in turn: then rows follow each other that are a deck apart.
fn steps(rows: usize) -> Vec<usize> {
    let mut steps: Vec<usize> = (2..=MOST_STEPS)
        .chain((2..=MOST_STEPS).map(|decks| rows.div_ceil(decks)))
        .filter(|&step| step < rows)
        .collect();
    steps.sort_unstable();
    steps.dedup();
    steps.retain(|&step| step > 1);
    steps
}

/// Whether the first are among the `many` others, in their order: each takes the first that is left for it. Where more are passed over
/// than may be, no more are looked at: mostly that is soon.
fn is_within<'a>(some: &[u32], many: usize, mut all: impl Iterator<Item = &'a u32>) -> bool {
    let Some(mut spare) = many.checked_sub(some.len()) else { return false };
    some.iter().all(|one| {
        loop {
            match all.next() {
                Some(other) if other == one => return true,
                Some(_) if spare > 0 => spare -= 1,
                _ => return false,
            }
        }
    })
}

/// Whether both are the same but for where they begin.
fn is_turned(some: &[u32], all: &[u32]) -> bool {
    if some.len() != all.len() || some.is_empty() {
        return false;
    }
    // The longest beginning that every part ends with, of those that are shorter.
    let mut border = vec![0; some.len()];
    for at in 1..some.len() {
        let mut length = border[at - 1];
        while length > 0 && some[length] != some[at] {
            length = border[length - 1];
        }
        border[at] = length + usize::from(some[length] == some[at]);
    }
    let mut matched = 0;
    for key in all.iter().chain(all) {
        while matched > 0 && some[matched] != *key {
            matched = border[matched - 1];
        }
        matched += usize::from(some[matched] == *key);
        if matched == some.len() {
            return true;
        }
    }
    false
}

/// How likely, at most, chance deals every run as it stands: ln of the product of ∏ c! / r!.
fn ln_dealt(shown: &[u32], begins: &[usize]) -> f64 {
    let ends = begins.iter().skip(1).copied().chain([shown.len()]);
    let one = |(&begin, end): (&usize, usize)| {
        let mut counts: HashMap<u32, usize> = HashMap::new();
        shown[begin..end].iter().for_each(|&key| *counts.entry(key).or_default() += 1);
        let mut counts: Vec<usize> = counts.into_values().collect();
        counts.sort_unstable();
        counts.into_iter().map(ln_factorial).sum::<f64>() - ln_factorial(end - begin)
    };
    begins.iter().zip(ends).map(one).sum()
}

fn ln_choose(all: usize, some: usize) -> f64 {
    ln_factorial(all) - ln_factorial(some) - ln_factorial(all.saturating_sub(some))
}

/// By adding logarithms, and for many by Stirling's bounds, which are then within 10⁻⁹ of each other.
fn ln_factorial(many: usize) -> f64 {
    if many < 1000 {
        return (2..=many).map(|one| (one as f64).ln()).sum();
    }
    let many = many as f64;
    (many + 0.5) * many.ln() - many + 0.5 * (2.0 * std::f64::consts::PI).ln() + 1.0 / (12.0 * many)
}

#[cfg(test)]
mod tests {
    use aloof_judge::verify::order as literal;
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Against writing every order down and trying every choice of its rows.
        #[test]
        fn orders_are_those_that_are_written_down(
            people in prop::collection::vec(0u32..3, 1..10),
            shown in prop::collection::vec(0u32..3, 1..10),
            turn in 0usize..10,
        ) {
            let turned: Vec<u32> = people.iter().cycle().skip(turn % people.len()).take(people.len()).copied().collect();
            for some in [&shown, &turned] {
                let literal = literal::follows_a_rule(some, &people, &steps(people.len()));
                prop_assert_eq!(followed(some, &people).is_some(), literal, "{:?} of {:?}", some, people);
            }
        }
    }

    /// Against counting: of r! deals of a run, ∏ c! look as it does.
    #[test]
    fn chance_is_counted() {
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(near(ln_dealt(&[1, 1, 2, 3], &[0]), (2f64 / 24.0).ln()));
        assert!(near(ln_dealt(&[1, 1, 2, 3], &[0, 2]), (1f64 / 2.0).ln()));
        assert!(near(ln_choose(5, 2), 10f64.ln()));
        let summed: f64 = (2..=1000).map(|one| f64::from(one).ln()).sum();
        assert!(near(ln_factorial(1000), summed), "{} and {summed}", ln_factorial(1000));
    }

    #[test]
    fn orders_by_a_rule_are_found() {
        let people: Vec<u32> = (0..100).map(|i| i * 37 % 41).collect();
        let by = |order: Vec<usize>| followed(&order.iter().map(|&at| people[at]).collect::<Vec<_>>(), &people);
        assert_eq!(by((0..100).collect()).as_deref(), Some(""));
        assert_eq!(by((0..90).rev().collect()).as_deref(), Some(", backwards"));
        assert_eq!(by((0..100).map(|i| (i + 61) % 100).collect()).as_deref(), Some(", begun elsewhere"));
        assert_eq!(by((0..7).flat_map(|first| (first..100).step_by(7)).collect()).as_deref(), Some(", every 7 rows"));
        let two_decks = (0..100).map(|i| i / 2 + 50 * (i % 2)).collect();
        assert_eq!(by(two_decks).as_deref(), Some(", every 50 rows"));
        assert_eq!(by((0..100).map(|i| i * i * i % 101 % 100).collect()), None);
    }

    /// Against trying every beginning.
    #[test]
    fn turned_sequences() {
        for word in 0..256u32 {
            let all: Vec<u32> = (0..6).map(|at| word >> at & 1).collect();
            for other in 0..64u32 {
                let some: Vec<u32> = (0..6).map(|at| other >> at & 1).collect();
                let turned = (0..6).any(|first| (0..6).all(|at| some[at] == all[(first + at) % 6]));
                assert_eq!(is_turned(&some, &all), turned, "{some:?} {all:?}");
            }
        }
    }
}
