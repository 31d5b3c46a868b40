//! Presence: the population is cut into parts, and a part shows what its people have; see `aloof-methods/src/parts.rs`.
//!
//! All else that is asked is asked of the rows of every part. Parts without rows are not published: nobody in them is in the table.

use aloof_methods::Axis;
use aloof_methods::parts::{Everybody, Part, parts};
use aloof_principles::{Check, Principle};
use aloof_table::{LabelColumn, NO_GROUP, Partition};
use rayon::prelude::*;

use crate::data::{Ladder, Population};
use crate::policy::Protect;
use crate::release::groups::dealt::{Dealing, Solved};
use crate::release::groups::kept::{Kept, Quasi};
use crate::release::groups::rules::{GroupRule, group_rule};
use crate::release::impossible;
use crate::{Error, Refusal, Why};

/// Cuts the population that `presence` names as long as all parts may stand. `others` are rules that are not monotone.
pub(in crate::release) fn cut(dealing: &Dealing<'_>, presence: &Protect, others: &[&Protect]) -> Result<Solved, Error> {
    let rule = presence.as_presence().expect("the plan picked it");
    let population = Population::of(dealing.policy, presence)?;
    let person_of = population.find(dealing.original)?;
    if !rule.lets(person_of.len() as u64, population.people() as u64) {
        let promise = impossible::promise(presence, rule.title());
        let because = crate::advise::no_other_mean(rule, person_of.len(), &population);
        return Err(Refusal::new(Why::RuledOut { promise, because }).into());
    }
    let people = Kept::all(&population.everybody);
    let rules: Vec<GroupRule<'_>> =
        others.iter().map(|one| group_rule(one, dealing.policy, dealing.kept)).collect::<Result<_, _>>()?;
    let checks: Vec<Box<dyn Check + '_>> = rules.iter().map(GroupRule::bind).collect::<Result<_, _>>()?;
    let keep = |rows: &[u32]| {
        dealing.may_stand.is_none_or(|may_stand| may_stand(rows))
            && rules.iter().zip(&checks).all(|(rule, check)| rule.lets(check.as_ref(), rows))
    };
    let may_stand =
        |people: usize, rows: &[u32]| rule.lets(rows.len() as u64, people as u64) && (rows.is_empty() || keep(rows));
    let axes: Vec<Axis> = people.quasi.par_iter().map(Quasi::axis).collect();
    let is_cut: Vec<bool> = people.quasi.iter().map(shows_parts_apart).collect();
    let places = people.order_of(&person_of);
    let everybody = Everybody { axes: &axes, is_cut: &is_cut, person_of: &places };
    let found = parts(&everybody, people.rows.len(), &may_stand).ok_or_else(|| not_found(dealing))?;
    Ok(solved(&people, person_of.len(), &found))
}

/// Whether parts of a column show sets that can be read back: one that cannot shows `*`, which covers everybody.
fn shows_parts_apart(quasi: &Quasi<'_>) -> bool {
    let is_plain = |label: &str| !label.contains('|') && !label.starts_with('{') && label.trim() == label;
    match quasi.ladder {
        Ladder::Set => quasi.column.to_labels().labels().iter().all(is_plain),
        Ladder::Order(order) => order.iter().all(|label| is_plain(label)),
        Ladder::Line | Ladder::Classes(_) | Ladder::Tree(_) => true,
    }
}

/// All people together are one group by which a monotone rule is decided; of others nothing is known.
fn not_found(dealing: &Dealing<'_>) -> Error {
    let promise = |protect: &Protect| {
        impossible::promise(protect, protect.title().unwrap_or_else(|| protect.principle().to_owned()))
    };
    let promises = dealing.policy.protect().iter().map(promise).collect();
    Refusal::new(Why::NoGroups { promises, weaker_view: false, numbers_help: false }).into()
}

/// Groups of the parts that have rows, each showing what its people have.
fn solved(people: &Kept<'_>, rows: usize, found: &[Part]) -> Solved {
    let published: Vec<&Part> = found.iter().filter(|part| !part.rows.is_empty()).collect();
    let mut group_of = vec![NO_GROUP; rows];
    for (group, part) in published.iter().enumerate() {
        part.rows.iter().for_each(|&row| group_of[row as usize] = group as u32);
    }
    let sizes: Vec<u32> = published.iter().map(|part| part.people.len() as u32).collect();
    let covered = Partition::from_sizes(&sizes, published.iter().flat_map(|part| part.people.clone()).collect());
    let texts: Vec<LabelColumn> = people.quasi.par_iter().map(|quasi| quasi.text(&covered)).collect();
    Solved { partition: Partition::from_group_of(&group_of, published.len()), texts }
}
