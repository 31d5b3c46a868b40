//! Those who are new and found no free place: threads of their own.
//!
//! They are dealt by the maker of single releases, as if they were the whole table. Where too many of them have values near each other
//! for that, those too many take free places that are farther away; who finds none stands in a thread with values of others far enough
//! from it, which counterfeits hold.

use aloof_table::{Column, NumberColumn};
use hashbrown::HashSet;

use super::people::People;
use super::threads::{NOBODY, Threads};
use super::values::Values;
use crate::Error;
use crate::data::Original;
use crate::policy::{Item, Policy, PolicyError, Section, bind};
use crate::release::chance::below;
use crate::release::groups::crowd::Crowd;
use crate::release::groups::dealt::{Dealt, attribute, refuse_impossible};
use crate::release::groups::kept::Kept;
use crate::release::groups::plan::Plan;
use crate::release::groups::withhold;
use crate::release::maker::Case;

/// Deals those who are new into threads of their own; returns the word for how.
pub(super) fn deal(
    threads: &mut Threads,
    case: &Case<'_>,
    people: &People,
    values: &Values,
    some: &[u32],
) -> Result<&'static str, Error> {
    if some.is_empty() {
        return Ok("split");
    }
    let policy = &asked(case.policy)?;
    let part = part(case, policy, people, some);
    let dealt = Dealt::new(&Case { policy, original: &part, ..*case }, true)?;
    for group in dealt.solved.partition.iter() {
        let members = group.iter().map(|&row| some[dealt.kept.rows[row as usize] as usize]);
        threads.begin_apart(people, values, members);
    }
    Ok(dealt.algorithm)
}

/// What the maker of single releases is asked for: values of a thread are all different, or more than 2ε apart, which in the register
/// view (ε, m)-anonymity says of groups.
pub(super) fn asked(policy: &Policy) -> Result<Policy, PolicyError> {
    let protect = &policy.protect()[0];
    let Some(rule) = protect.as_invariance() else { return Ok(policy.clone()) };
    let place = protect.place().clone();
    let mut words = Section::new(place.clone());
    let mut set = |key: &str, item: Item| words.set(key, place.clone(), item);
    set("principle", Item::Text("epsilon-m".to_owned()));
    set("sensitive", Item::Text(protect.sensitive()[0].clone()));
    set("absolute", Item::Text(rule.epsilon().unwrap_or_default().to_string()));
    set("m", Item::Number(rule.m().to_string()));
    policy.asking(0, words)
}

/// These people as a table; labels as numbers, which are all that the maker takes.
fn part(case: &Case<'_>, policy: &Policy, people: &People, some: &[u32]) -> Original {
    let rows: Vec<u32> = some.iter().map(|&at| people.rows[at as usize]).collect();
    let mut part = case.original.take(&rows);
    if policy.protect()[0].principle() != case.policy.protect()[0].principle()
        && matches!(part.column(&people.sensitive), Column::Label(_))
    {
        let codes = some.iter().map(|&at| people.value[at as usize]);
        part.table = part.table.with_column(&people.sensitive, Column::Number(NumberColumn::from_counts(codes)));
        part.sensitive = vec![(people.sensitive.clone(), part.table.share(&people.sensitive).expect("was read"))];
    }
    part
}

/// Those who can be dealt into groups, and those of crowded values who are too many for it. In the first release of a series nobody is.
pub(super) fn uncrowded(
    case: &Case<'_>,
    people: &People,
    rest: Vec<u32>,
    first: bool,
) -> Result<(Vec<u32>, Vec<u32>), Error> {
    if first && case.policy.protect()[0].as_invariance().is_some() {
        refuse_impossible(case.policy, case.original)?;
    }
    if first || rest.is_empty() {
        return Ok((rest, Vec::new()));
    }
    let policy = &asked(case.policy)?;
    let plan = Plan::new(policy)?;
    let near = &plan.proximity()[0];
    let part = part(case, policy, people, &rest);
    let kept = Kept::all(&part);
    let values = attribute(near, &kept);
    let crowd = Crowd::new(&values, near.neighbourhood, near.apart).map_err(|why| bind::unfit(near.protect, &why))?;
    let limits = crowd.limits(near.m);
    if limits.window * near.m as usize <= limits.rows {
        return Ok((rest, Vec::new()));
    }
    let stay = withhold::staying(&values, crowd.keep_most(near.m), &crowd.near(), near.m, case.chance);
    let stays: HashSet<u32> = stay.into_iter().map(|row| kept.rows[row as usize]).collect();
    let is_dealt = |(row, _): &(u32, u32)| stays.contains(row);
    let (stay, crowded): (Vec<_>, Vec<_>) = (0..).zip(rest).partition(is_dealt);
    let only = |some: Vec<(u32, u32)>| some.into_iter().map(|(_, at)| at).collect();
    Ok((only(stay), only(crowded)))
}

/// Threads for these: as many of them in each as are far enough apart, and values of others for the rest of its places.
pub(super) fn stand_alone(
    threads: &mut Threads,
    case: &Case<'_>,
    people: &People,
    values: &Values,
    crowded: &[u32],
) -> Result<(), Error> {
    let m = case.policy.protect()[0].kept_apart().map_or(1, |near| near.m()) as usize;
    let mut draws = case.chance.stream("values of counterfeits");
    let mut left = crowded.to_vec();
    while !left.is_empty() {
        let tried: Vec<u32> =
            (0..2_000).map(|_| people.value[below(people.len() as u64, &mut draws) as usize]).collect();
        let filling = Filling { values, m, tried };
        let together = filling.together(people, &left);
        let Some(places) =
            filling.full(&together).or_else(|| filling.full(&[(people.value[left[0] as usize], left[0])]))
        else {
            return Err(Error::Data(format!(
                "column `{}`: somebody who is new is too near to all others for a group of {m}; ask for a smaller ε or m",
                people.sensitive
            )));
        };
        left.retain(|at| !places.iter().any(|(_, other)| other == at));
        threads.begin(places);
    }
    Ok(())
}

/// How the places of a thread are filled: values, and who has them.
struct Filling<'a> {
    values: &'a Values,
    m: usize,
    /// Values of people, drawn by chance: counterfeits are distributed as people are.
    tried: Vec<u32>,
}

impl Filling<'_> {
    fn fits(&self, places: &[(u32, u32)], value: u32) -> bool {
        places.iter().all(|&(other, _)| !self.values.is_near(other, value))
    }

    /// Some of these people, far enough from each other.
    fn together(&self, people: &People, some: &[u32]) -> Vec<(u32, u32)> {
        let mut places = Vec::new();
        for &at in some {
            let value = people.value[at as usize];
            if places.len() < self.m && self.fits(&places, value) {
                places.push((value, at));
            }
        }
        places
    }

    /// With as many values of others as are lacking: drawn ones, or else as many as there can be of all that anybody ever had.
    fn full(&self, people: &[(u32, u32)]) -> Option<Vec<(u32, u32)>> {
        [self.tried.clone(), self.values.ascending()].into_iter().find_map(|among| {
            let mut places = people.to_vec();
            for value in among {
                if places.len() < self.m && self.fits(&places, value) {
                    places.push((value, NOBODY));
                }
            }
            (places.len() >= self.m).then_some(places)
        })
    }
}
