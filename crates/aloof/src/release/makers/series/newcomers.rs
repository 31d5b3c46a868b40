//! Those who are new and found no free place: threads of their own.
//!
//! They are dealt by the maker of single releases, as if they were the whole table. Where too many of them have values near each other
//! for that, those too many take free places that are farther away; who finds none stands in a thread with values of others far enough
//! from it, which counterfeits hold.

use aloof_methods::series::{self, Lonely, People, Person, Threads, Values};
use aloof_table::{Column, NumberColumn};
use hashbrown::HashSet;

use super::protected;
use crate::data::Original;
use crate::policy::{Item, Policy, PolicyError, Section};
use crate::release::chance::below;
use crate::release::groups::dealt::{Dealt, attribute, refuse_impossible};
use crate::release::groups::kept::Kept;
use crate::release::groups::plan::Plan;
use crate::release::groups::withhold;
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
    set("sensitive", Item::Text(protected(policy).to_owned()));
    set("absolute", Item::Text(rule.epsilon().unwrap_or_default().to_string()));
    set("m", Item::Number(rule.m().to_string()));
    policy.asking(0, words)
}

/// These people as a table; labels as numbers, which are all that the maker takes.
fn part(case: &Case<'_>, policy: &Policy, people: &People, some: &[u32]) -> Original {
    let rows: Vec<u32> = some.iter().map(|&at| people.rows[at as usize]).collect();
    let mut part = case.original.take(&rows);
    if policy.protect()[0].principle() != case.policy.protect()[0].principle()
        && matches!(part.column(protected(policy)), Column::Label(_))
    {
        let name = protected(policy);
        let codes = some.iter().map(|&at| people.value[at as usize]);
        part.table = part.table.with_column(name, Column::Number(NumberColumn::from_counts(codes)));
        part.sensitive = vec![(name.to_owned(), part.table.share(name).expect("was read"))];
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
    let crowd = near.crowd(&values, near.apart)?;
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

/// Those who are too crowded for all that stand in threads with values of others.
pub(super) fn stand_alone(
    threads: &mut Threads,
    case: &Case<'_>,
    of: (&People, &Values),
    crowded: Vec<u32>,
    before: &[Person],
) -> Result<(), Error> {
    let protect = &case.policy.protect()[0];
    let (column, m) = (protected(case.policy), protect.kept_apart().map_or(1, |near| near.m()) as usize);
    let mut draws = case.chance.stream("values of counterfeits");
    series::stand_alone(threads, of, crowded, before, m, &mut |limit| below(limit, &mut draws)).map_err(|lonely| {
        match lonely {
            Lonely::TooNear => Error::Data(format!(
                "column `{column}`: somebody who is new is too near to all others for a group of {m}; ask for a smaller ε or m"
            )),
            Lonely::NobodyElses(newcomers) => {
                Refusal::new(Why::Alone { column: column.to_owned(), newcomers, m }).into()
            }
        }
    })
}
