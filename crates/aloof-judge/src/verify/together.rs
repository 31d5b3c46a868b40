//! Several releases laid one on the other, literally: a release is a list of rows, each with its group, its value, and the person
//! who stands there, if anybody does.
//!
//! *Left* of a person's values: of every value as many as that of the person's groups has which has fewest. *Gone*: of the people of a
//! group who are not in another release; values of the group that cannot be put off to somebody there are theirs.

use super::Value;

/// A row of a release: its group, its value, and who stands there.
#[derive(Clone, Debug)]
pub struct Row {
    /// The group.
    pub group: u32,
    /// The value.
    pub value: Value,
    /// The person; nobody in a counterfeit.
    pub person: Option<u32>,
}

/// A release.
pub type Release = [Row];

fn group_of(release: &Release, person: u32) -> Option<u32> {
    release.iter().find(|row| row.person == Some(person)).map(|row| row.group)
}

fn values(release: &Release, group: u32) -> Vec<Value> {
    release.iter().filter(|row| row.group == group).map(|row| row.value.clone()).collect()
}

/// `values` without one of every one of `others`.
fn without(mut values: Vec<Value>, others: &[Value]) -> Vec<Value> {
    for other in others {
        if let Some(at) = values.iter().position(|value| value == other) {
            values.remove(at);
        }
    }
    values
}

/// The values left of a person by these releases; `None` where the person is in none of them.
pub fn left(releases: &[&Release], person: u32) -> Option<Vec<Value>> {
    let groups = releases.iter().filter_map(|release| Some(values(release, group_of(release, person)?)));
    groups.reduce(|left, group| {
        let lost = without(left.clone(), &group);
        without(left, &lost)
    })
}

/// What is believed of somebody of a group of `here` who is not in `there`: the values, each as often as it is believed.
pub fn gone(here: &Release, there: &Release, group: u32) -> Vec<Value> {
    let people: Vec<u32> = here.iter().filter(|row| row.group == group).filter_map(|row| row.person).collect();
    let (stay, go): (Vec<u32>, Vec<u32>) = people.iter().partition(|person| group_of(there, **person).is_some());
    let mut groups: Vec<u32> = Vec::new();
    for group in stay.iter().filter_map(|&person| group_of(there, person)) {
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    let elsewhere: Vec<Value> = groups.into_iter().flat_map(|group| values(there, group)).collect();
    let all = values(here, group);
    let sure = without(all.clone(), &elsewhere);
    let rest = without(all, &sure);
    if sure.is_empty() {
        return rest;
    }
    if sure.len() >= go.len() {
        return sure;
    }
    let mut believed = Vec::new();
    for value in &sure {
        (0..rest.len()).for_each(|_| believed.push(value.clone()));
    }
    for value in &rest {
        (0..go.len() - sure.len()).for_each(|_| believed.push(value.clone()));
    }
    believed
}
