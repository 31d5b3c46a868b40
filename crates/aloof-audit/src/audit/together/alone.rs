//! People beside counterfeits with values that nobody else has.
//!
//! Counterfeits have values of people. Whoever knows that takes a value for real that nobody else has, and with r people in the group
//! believes it of one of them with 1/r at least. No such thing follows where a group with the same values was once made of people alone, or
//! where other groups show all of its values that were: that these are somebody's stays true whoever of a group has which.

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

/// Looks at all groups; everybody's place must be known.
pub(super) fn alone(histories: &Histories, m: usize) -> Alone {
    let groups = gather(histories);
    let settled: HashSet<u32> =
        groups.iter().filter(|(_, among)| among.is_settled).flat_map(|(values, _)| values.iter().copied()).collect();
    let mut holders: HashMap<u32, usize> = HashMap::new();
    histories.own.iter().for_each(|&own| *holders.entry(own).or_insert(0) += 1);
    // The first release of a series has no counterfeits: where the oldest has, others lie before it.
    let begins = is_whole(histories);
    let mut found = Alone::default();
    for (values, among) in groups.iter().filter(|(_, among)| !among.is_settled) {
        let inside = |value: u32| among.people.iter().filter(|&&person| histories.own[person] == value).count();
        let mut strange = values.iter().copied().filter(|value| !settled.contains(value)).peekable();
        if strange.peek().is_none() {
            continue;
        }
        let is_theirs = |value: u32| holders.get(&value).is_some_and(|&all| all > 0 && all == inside(value));
        let people = among.people.len();
        if begins && people < m && strange.any(is_theirs) {
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

/// Whether everybody in the oldest release is real.
fn is_whole(histories: &Histories) -> bool {
    let (Some(release), Some(stands)) = (histories.releases.first(), histories.stands.first()) else { return true };
    let rows: usize = (0..release.len()).map(|group| release.group(group).len()).sum();
    rows == stands.iter().filter(|group| **group != NO_GROUP).count()
}
