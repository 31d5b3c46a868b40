//! Those who are new and found no free place: threads of their own.
//!
//! They are dealt by the maker of single releases, as if they were the whole table. Where too many of them have values near each other
//! for that, those too many take free places that are farther away; who finds none stands in a thread with values of others far enough
//! from it, which counterfeits hold.

use aloof_table::{Column, NumberColumn};
use hashbrown::HashSet;

use super::people::People;
use super::settled::Settled;
use super::threads::{NOBODY, Threads};
use super::values::Values;
use crate::data::Original;
use crate::policy::{Item, Policy, PolicyError, Section, bind};
use crate::release::chance::below;
use crate::release::groups::crowd::Crowd;
use crate::release::groups::dealt::{Dealt, attribute, refuse_impossible};
use crate::release::groups::kept::Kept;
use crate::release::groups::plan::Plan;
use crate::release::groups::withhold;
use crate::release::ledger::Ledger;
use crate::release::maker::Case;
use crate::{Error, Refusal, Why};

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

/// Threads for these: as many of them in each as are far enough apart, and values of others for the rest of its places. Who has a value
/// that is in no settled thread stands with people alone, or nowhere.
pub(super) fn stand_alone(
    threads: &mut Threads,
    case: &Case<'_>,
    people: &People,
    values: &Values,
    crowded: &[u32],
    before: Option<&Ledger>,
) -> Result<(), Error> {
    if crowded.is_empty() {
        return Ok(());
    }
    let m = case.policy.protect()[0].kept_apart().map_or(1, |near| near.m()) as usize;
    let mut draws = case.chance.stream("values of counterfeits");
    let mut settled = Settled::of(threads, before);
    let mut left = crowded.to_vec();
    while !left.is_empty() {
        let is_settled = |at: &u32| settled.has(people.value[*at as usize]);
        left.sort_by_key(is_settled);
        let alone = left.iter().filter(|at| !is_settled(at)).count();
        let all = settled.places.len() as u64;
        let draw = |_| settled.places[below(all, &mut draws) as usize];
        let tried: Vec<u32> = (0..if all == 0 { 0 } else { 2_000 }).map(draw).collect();
        let filling = Filling { values, settled: &settled, m, tried };
        let together = filling.together(people, &left);
        let places = if together.len() >= m {
            settled.add(&together);
            together
        } else if alone > 0 {
            return Err(nobody_elses(people, alone, m));
        } else {
            let first = [(people.value[left[0] as usize], left[0])];
            filling.full(&together).or_else(|| filling.full(&first)).ok_or_else(|| too_near(people, m))?
        };
        left.retain(|at| !places.iter().any(|(_, other)| other == at));
        threads.begin(places);
    }
    Ok(())
}

fn too_near(people: &People, m: usize) -> Error {
    Error::Data(format!(
        "column `{}`: somebody who is new is too near to all others for a group of {m}; ask for a smaller ε or m",
        people.sensitive
    ))
}

/// So many who are new have a value that no counterfeit could have.
fn nobody_elses(people: &People, alone: usize, m: usize) -> Error {
    let why = Why::Alone { column: people.sensitive.clone(), newcomers: alone, m };
    Error::Refused(Box::new(Refusal::new(why)))
}

/// How the places of a thread are filled: values, and who has them.
struct Filling<'a> {
    values: &'a Values,
    settled: &'a Settled,
    m: usize,
    /// Values of settled threads, drawn by chance: counterfeits are distributed as people are.
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

    /// With as many values of others as are lacking: drawn ones, or else as many as there can be of those of settled threads.
    fn full(&self, people: &[(u32, u32)]) -> Option<Vec<(u32, u32)>> {
        [self.tried.clone(), self.values.ascending()].into_iter().find_map(|among| {
            let mut places = people.to_vec();
            for value in among.into_iter().filter(|&value| self.settled.has(value)) {
                if places.len() < self.m && self.fits(&places, value) {
                    places.push((value, NOBODY));
                }
            }
            (places.len() >= self.m).then_some(places)
        })
    }
}
