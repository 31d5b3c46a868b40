//! All worlds that some releases allow, counted one by one: what somebody believes who knows who was in which release.
//!
//! A *world* gives every person one value, the same in all releases. It is possible where the people of every group can have the
//! values that the group shows: of every value at most as many as there are rows with it; the rows that are left are counterfeits. All
//! possible worlds are equally likely. Whoever does not know the groups considers every way to put the people into groups that cover
//! them, in which everybody stands among the same values in all releases, as whoever made the series says they do.

use super::Value;
use super::together::Release;

/// Somebody, and in how many worlds they have which value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Belief {
    /// Who.
    pub person: u32,
    /// The values that they may have, each with the number of worlds.
    pub values: Vec<(Value, u128)>,
}

impl Belief {
    /// How many worlds there are.
    pub fn worlds(&self) -> u128 {
        self.values.iter().map(|(_, worlds)| worlds).sum()
    }

    /// In how many of them the value is one of those that `is_guessed`.
    pub fn worlds_where(&self, is_guessed: impl Fn(&Value) -> bool) -> u128 {
        self.values.iter().filter(|(value, _)| is_guessed(value)).map(|(_, worlds)| worlds).sum()
    }
}

/// A world, as far as it was made: people and what they have.
type World<'a> = Vec<(u32, &'a Value)>;

/// Where everybody stands: per release the person and the group.
type Standing = Vec<Vec<(u32, u32)>>;

/// What is believed by somebody who knows who stands in which group of these releases.
pub fn knowing_groups(releases: &[&Release]) -> Vec<Belief> {
    let standing = truth(releases);
    let mut beliefs = nothing_yet(&standing);
    count(releases, &standing, &mut beliefs);
    beliefs
}

/// The same by somebody who has all releases from the first on, and knows that the value of every counterfeit is that of somebody in one
/// of them.
pub fn knowing_whose(releases: &[&Release]) -> Vec<Belief> {
    let standing = truth(releases);
    let mut beliefs = nothing_yet(&standing);
    let people: Vec<u32> = beliefs.iter().map(|belief| belief.person).collect();
    let values: Vec<&Value> = releases.iter().flat_map(|release| release.iter()).map(|row| &row.value).collect();
    let is_whole = |world: &World<'_>| values.iter().all(|value| world.iter().any(|(_, theirs)| theirs == value));
    try_next(releases, &standing, &people, &mut Vec::new(), &is_whole, &mut beliefs);
    beliefs
}

/// What is believed by somebody who knows which groups may cover whom, how many people stand in each, and that everybody stands among
/// the same values in all of these releases.
pub fn knowing_covers(releases: &[&Release], covers: &dyn Fn(usize, u32, u32) -> bool) -> Vec<Belief> {
    let truth = truth(releases);
    let mut beliefs = nothing_yet(&truth);
    let mut chosen = Vec::new();
    choose(releases, &truth, covers, &mut chosen, &mut beliefs);
    beliefs
}

fn truth(releases: &[&Release]) -> Standing {
    let stands = |release: &&Release| release.iter().filter_map(|row| Some((row.person?, row.group))).collect();
    releases.iter().map(stands).collect()
}

fn nothing_yet(standing: &Standing) -> Vec<Belief> {
    let mut people: Vec<u32> = standing.iter().flatten().map(|(person, _)| *person).collect();
    people.sort_unstable();
    people.dedup();
    people.into_iter().map(|person| Belief { person, values: Vec::new() }).collect()
}

/// The values that a group shows, in order.
fn shown(release: &Release, group: u32) -> Vec<&Value> {
    let mut values: Vec<&Value> = release.iter().filter(|row| row.group == group).map(|row| &row.value).collect();
    values.sort_unstable();
    values
}

/// Every way to put people into groups, release by release.
fn choose(
    releases: &[&Release],
    truth: &Standing,
    covers: &dyn Fn(usize, u32, u32) -> bool,
    chosen: &mut Standing,
    beliefs: &mut Vec<Belief>,
) {
    let at = chosen.len();
    if at == releases.len() {
        count(releases, chosen, beliefs);
        return;
    }
    let groups: Vec<u32> = truth[at].iter().map(|(_, group)| *group).collect();
    let may = |person: u32, group: u32| {
        let same = |(earlier, there): (usize, &Vec<(u32, u32)>)| {
            let stood = there.iter().find(|(other, _)| *other == person);
            stood.is_none_or(|(_, stood)| shown(releases[earlier], *stood) == shown(releases[at], group))
        };
        covers(at, group, person) && chosen.iter().enumerate().all(same)
    };
    let all = ways(&truth[at], &groups, &may);
    for standing in all {
        chosen.push(standing);
        choose(releases, truth, covers, chosen, beliefs);
        chosen.pop();
    }
}

/// Every way to give the people of one release its groups, of each as many as there are.
fn ways(people: &[(u32, u32)], groups: &[u32], may: &dyn Fn(u32, u32) -> bool) -> Vec<Vec<(u32, u32)>> {
    let Some(((person, _), rest)) = people.split_first() else { return vec![Vec::new()] };
    let mut tried: Vec<u32> = groups.to_vec();
    tried.sort_unstable();
    tried.dedup();
    let mut all = Vec::new();
    for group in tried.into_iter().filter(|&group| may(*person, group)) {
        let mut left = groups.to_vec();
        left.remove(left.iter().position(|&other| other == group).expect("is one of them"));
        for mut way in ways(rest, &left, may) {
            way.push((*person, group));
            all.push(way);
        }
    }
    all
}

/// Counts all worlds in which people stand so.
fn count(releases: &[&Release], standing: &Standing, beliefs: &mut Vec<Belief>) {
    let mut world: Vec<(u32, &Value)> = Vec::new();
    let people: Vec<u32> = beliefs.iter().map(|belief| belief.person).collect();
    try_next(releases, standing, &people, &mut world, &|_| true, beliefs);
}

fn try_next<'a>(
    releases: &[&'a Release],
    standing: &Standing,
    people: &[u32],
    world: &mut World<'a>,
    is_possible: &dyn Fn(&World<'_>) -> bool,
    beliefs: &mut Vec<Belief>,
) {
    let Some((&person, rest)) = people.split_first() else {
        if is_possible(world) {
            world.iter().for_each(|(person, value)| add(beliefs, *person, value));
        }
        return;
    };
    let groups: Vec<(usize, u32)> = (0..)
        .zip(standing)
        .filter_map(|(at, there)| Some((at, there.iter().find(|(other, _)| *other == person)?.1)))
        .collect();
    let Some(&(first, group)) = groups.first() else { return };
    let mut values = shown(releases[first], group);
    values.dedup();
    for value in values {
        let has_room = |(at, group): &(usize, u32)| {
            let rows = shown(releases[*at], *group).into_iter().filter(|other| *other == value).count();
            let here = |other: u32| standing[*at].contains(&(other, *group));
            let taken = world.iter().filter(|(other, theirs)| *theirs == value && here(*other)).count();
            taken < rows
        };
        if groups.iter().all(has_room) {
            world.push((person, value));
            try_next(releases, standing, rest, world, is_possible, beliefs);
            world.pop();
        }
    }
}

fn add(beliefs: &mut [Belief], person: u32, value: &Value) {
    let belief = beliefs.iter_mut().find(|belief| belief.person == person).expect("is one of the people");
    match belief.values.iter_mut().find(|(other, _)| other == value) {
        Some((_, worlds)) => *worlds += 1,
        None => belief.values.push((value.clone(), 1)),
    }
}
