//! People beside counterfeits with values that nobody else has.
//!
//! Counterfeits have values of people. Whoever knows that takes a value for real that nobody else has, and with r people in the group
//! believes it of one of them with 1/r at least. No such thing follows where a group with the same values was once made of people alone, or
//! where other groups show all of its values that were: that these are somebody's stays true whoever of a group has which.
//!
//! That nobody else has a value is known where all are known who ever stood in a release: somebody of a month that is not among these may
//! have it.

use aloof_judge::views::Histories;
use aloof_table::NO_GROUP;
use hashbrown::{HashMap, HashSet};

/// What was found.
#[derive(Default)]
pub(super) struct Alone {
    /// People in groups of fewer than m, one value of which is nobody else's.
    pub people: usize,
    /// The fewest in such a group.
    pub fewest: Option<usize>,
    /// People in groups of which it is not known what follows.
    pub unclear: usize,
}

/// Those who ever stood among some values, and whether people alone did.
#[derive(Default)]
struct Among {
    people: HashSet<usize>,
    is_settled: bool,
}

/// Looks at all groups; everybody's place must be known. `complete`: nobody of the series stands only in releases that are not among these.
pub(super) fn alone(histories: &Histories, m: usize, complete: bool) -> Alone {
    let groups = gather(histories);
    let settled: HashSet<u32> =
        groups.iter().filter(|(_, among)| among.is_settled).flat_map(|(values, _)| values.iter().copied()).collect();
    let mut holders: HashMap<u32, usize> = HashMap::new();
    histories.own.iter().for_each(|&own| *holders.entry(own).or_insert(0) += 1);
    let mut found = Alone::default();
    for (values, among) in groups.iter().filter(|(_, among)| !among.is_settled) {
        let inside = |value: u32| among.people.iter().filter(|&&person| histories.own[person] == value).count();
        let mut strange = values.iter().copied().filter(|value| !settled.contains(value)).peekable();
        if strange.peek().is_none() {
            continue;
        }
        let is_theirs = |value: u32| holders.get(&value).is_some_and(|&all| all > 0 && all == inside(value));
        let people = among.people.len();
        if complete && people < m && strange.any(is_theirs) {
            found.people += people;
            found.fewest = Some(found.fewest.map_or(people, |fewest| fewest.min(people)));
        } else {
            found.unclear += people;
        }
    }
    found
}

/// Per values that a group shows who stood among them.
fn gather(histories: &Histories) -> HashMap<&[u32], Among> {
    let mut groups: HashMap<&[u32], Among> = HashMap::new();
    for (release, stands) in histories.releases.iter().zip(&histories.stands) {
        let mut counts = vec![0; release.len()];
        for (person, &group) in stands.iter().enumerate().filter(|(_, group)| **group != NO_GROUP) {
            counts[group as usize] += 1;
            groups.entry(release.group(group as usize)).or_default().people.insert(person);
        }
        for (group, &people) in counts.iter().enumerate() {
            let values = release.group(group);
            groups.entry(values).or_default().is_settled |= values.len() == people;
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use aloof_judge::verify::Value;
    use aloof_judge::verify::together::Row;
    use aloof_judge::verify::worlds::knowing_whose;
    use aloof_judge::views::Grouped;
    use aloof_table::Partition;
    use proptest::prelude::*;

    use super::*;

    /// A group: its values, and whether it is there with everybody in the first of two releases; at which places somebody stands in the second.
    type Thread = (BTreeSet<u32>, bool, Vec<bool>);

    /// Two releases of these groups, with the value of everybody.
    fn releases(threads: &[Thread]) -> (Vec<Vec<Row>>, Vec<u32>) {
        let mut made = vec![Vec::new(), Vec::new()];
        let mut own = Vec::new();
        for (group, (values, first, stays)) in (0..).zip(threads) {
            for (&value, &stays) in values.iter().zip(stays) {
                let person = (*first || stays).then_some(own.len() as u32);
                own.extend(person.map(|_| value));
                let row = |person| Row { group, value: Value::Label(value.to_string()), person };
                if *first {
                    made[0].push(row(person));
                }
                if stays_at_all(threads, group) {
                    made[1].push(row(person.filter(|_| stays)));
                }
            }
        }
        (made, own)
    }

    fn stays_at_all(threads: &[Thread], group: u32) -> bool {
        let (values, _, stays) = &threads[group as usize];
        stays.iter().take(values.len()).any(|stays| *stays)
    }

    fn histories(made: &[Vec<Row>], own: &[u32], groups: usize) -> Histories {
        let code = |row: &Row| match &row.value {
            Value::Label(text) => text.parse::<u32>().unwrap(),
            other => panic!("{other:?}"),
        };
        let grouped = |rows: &Vec<Row>| {
            let of: Vec<u32> = rows.iter().map(|row| row.group).collect();
            Grouped::of_codes(&Partition::from_group_of(&of, groups), &rows.iter().map(code).collect::<Vec<_>>())
        };
        let stands = |rows: &Vec<Row>| {
            let mut stands = vec![NO_GROUP; own.len()];
            rows.iter()
                .filter_map(|row| Some((row.person?, row.group)))
                .for_each(|(at, group)| stands[at as usize] = group);
            stands
        };
        let (releases, stands) = (made.iter().map(grouped).collect(), made.iter().map(stands).collect());
        Histories { releases, stands, own: own.to_vec(), whole: true }
    }

    fn threads(m: usize) -> impl Strategy<Value = Vec<Thread>> {
        let thread = (prop::collection::btree_set(0u32..7, m), any::<bool>(), prop::collection::vec(any::<bool>(), m));
        prop::collection::vec(thread, 1..5)
    }

    /// What is said of some groups, and whether counting worlds finds anybody above 1/m; `None` where a counterfeit has a value of nobody.
    fn both(threads: &[Thread], m: usize) -> Option<(Alone, bool)> {
        let there: Vec<Thread> = (0..)
            .zip(threads)
            .filter(|(at, one)| one.1 || stays_at_all(threads, *at))
            .map(|(_, one)| one.clone())
            .collect();
        let (made, own) = releases(&there);
        if there.iter().flat_map(|(values, ..)| values).any(|value| !own.contains(value)) {
            return None;
        }
        let found = alone(&histories(&made, &own, there.len()), m, true);
        let beliefs = knowing_whose(&[made[0].as_slice(), made[1].as_slice()]);
        let is_above = beliefs.iter().any(|one| one.values.iter().any(|(_, worlds)| worlds * m as u128 > one.worlds()));
        Some((found, is_above))
    }

    #[test]
    fn a_value_of_nobody_else_is_found() {
        let all = |values: [u32; 3]| (BTreeSet::from(values), true, vec![true; 3]);
        let came = |values: [u32; 3]| (BTreeSet::from(values), false, vec![true, false, false]);
        for (new, people) in [(came([0, 2, 3]), 1), (came([1, 4, 6]), 0), (came([1, 2, 3]), 0)] {
            let (found, is_above) = both(&[all([1, 2, 3]), all([4, 5, 6]), new], 3).unwrap();
            assert_eq!((found.people, found.unclear, is_above), (people, 0, people > 0));
        }
        // Two of one value, neither of whom hides the other: that is counted by worlds only.
        let (found, is_above) = both(&[all([1, 2, 3]), came([0, 2, 3]), came([0, 1, 2])], 3).unwrap();
        assert_eq!((found.people, found.unclear, is_above), (0, 2, true));
    }

    #[test]
    fn a_value_may_be_that_of_somebody_who_is_not_known() {
        let threads = [
            (BTreeSet::from([1, 2, 3]), true, vec![true; 3]),
            (BTreeSet::from([0, 2, 3]), false, vec![true, false, false]),
        ];
        let (made, own) = releases(&threads);
        let found = alone(&histories(&made, &own, threads.len()), 3, false);
        assert_eq!((found.people, found.unclear), (0, 1));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]

        /// Whom it counts counting all worlds finds, too; and where it finds nothing they find nothing.
        #[test]
        fn all_worlds_say_the_same((m, threads) in (2usize..4).prop_flat_map(|m| (Just(m), threads(m)))) {
            if let Some((found, is_above)) = both(&threads, m) {
                prop_assert!(found.people == 0 || is_above);
                prop_assert!(found.people > 0 || found.unclear > 0 || !is_above);
            }
        }
    }
}
