//! `model`, of people whose groups are known: which value of a group goes with which member, learnt from all groups at once.
//!
//! # Source
//! Kifer, SIGMOD 2009 (deFinetti attack), with expectation and maximization; Sinkhorn 1964 for shares that every member and every value
//! add up to one by.
//!
//! # The adversary knows
//! The release, everybody's quasi values, and who stands in which group, as a register pins most people.
//!
//! # Method
//! At first every value of a group is equally likely each member's. From these shares a naive Bayes learner is taught how values (in
//! [`CLASSES`] classes of equal size) go with each quasi column. What it says of every member and value is brought to shares that
//! add up to one for every member and for every value, since each value is somebody's; these teach the learner of the next of [`ROUNDS`].
//!
//! # Success
//! The value lies in the interval that holds most of the member's shares; how certain that is the adversary learns from people whose values
//! are known (`learnt.rs`). Blind: the same attack where the values of each group were shuffled before, so that they go with nobody.
//!
//! # Cost
//! `O(rounds · Σ |G|²)` for groups of at most [`MOST_MEMBERS`] members; larger ones are left out.

use aloof_table::NO_CODE;
use rayon::prelude::*;

use super::draw::Draw;
use super::model::{CLASSES, PRIOR, classes};
use super::outcome::Attacked;
use super::scene::Scene;

/// Rounds of learning.
pub const ROUNDS: usize = 8;

/// The most members of a group that is attacked.
pub const MOST_MEMBERS: usize = 256;

/// Steps by which shares of members and of values are made to add up.
const STEPS: usize = 12;

/// Runs it; why it cannot be run, if so.
pub fn matching(scene: &Scene, seed: u64) -> Result<Attacked, String> {
    if scene.cells.is_empty() {
        return Err("quasi values are published as they are; `centre` says what that tells".to_owned());
    }
    let members = scene.known_members()?;
    let mut groups: Vec<Group> = members.into_iter().filter_map(|some| Group::new(scene, some)).collect();
    if groups.is_empty() {
        return Err(format!("no group has from 2 to {MOST_MEMBERS} members"));
    }
    let mut found = guess(scene, &groups);
    let mut draw = Draw::new(seed, 35);
    groups.iter_mut().for_each(|group| draw.shuffle(&mut group.people));
    found.blind = guess(scene, &groups).success;
    found.fact("groups", groups.len() as f64);
    Ok(found)
}

/// Members, and the values of the group; the first value is the first member's, and so on.
struct Group {
    people: Vec<u32>,
    values: Vec<u32>,
}

impl Group {
    /// Of people who have a value, with their values.
    fn new(scene: &Scene, mut people: Vec<u32>) -> Option<Self> {
        let code = |person: &u32| scene.codes[*person as usize];
        people.retain(|person| code(person) != NO_CODE);
        people.sort_unstable_by_key(|person| (code(person), *person));
        let values = people.iter().map(code).collect();
        (2..=MOST_MEMBERS).contains(&people.len()).then_some(Self { people, values })
    }

    /// Equal shares, of each member in turn.
    fn even(&self) -> Vec<f64> {
        vec![1.0 / self.values.len() as f64; self.people.len() * self.values.len()]
    }
}

/// The share of each member in each value of its group, member by member, as learnt from all of these groups at once; members and values
/// stand in the order of values.
pub(super) fn learnt_shares(scene: &Scene, members: &[Vec<u32>]) -> Option<Vec<Vec<f64>>> {
    let groups: Vec<Group> = members.iter().map(|some| Group::new(scene, some.clone())).collect::<Option<_>>()?;
    Some(shares(scene, &groups))
}

fn shares(scene: &Scene, groups: &[Group]) -> Vec<Vec<f64>> {
    let class_of = classes(scene);
    let mut shares: Vec<Vec<f64>> = groups.iter().map(Group::even).collect();
    for _ in 0..ROUNDS {
        let taught = Taught::new(scene, &class_of, groups, &shares);
        shares = groups.par_iter().zip(&shares).map(|(group, shares)| taught.shares(group, shares)).collect();
    }
    shares
}

/// What is guessed of all members, and how it went.
fn guess(scene: &Scene, groups: &[Group]) -> Attacked {
    let shares = shares(scene, groups);
    let (mut found, mut scores, mut right) = (Attacked::default(), Vec::new(), Vec::new());
    for (group, shares) in groups.iter().zip(&shares) {
        for (&own, shares) in group.values.iter().zip(shares.chunks(group.values.len())) {
            let within = |at: usize| -> f64 {
                let last = scene.guesses.reach[group.values[at] as usize];
                group.values[at..].iter().zip(&shares[at..]).take_while(|one| *one.0 <= last).map(|one| one.1).sum()
            };
            let best =
                (0..shares.len()).map(|at| (within(at), at)).fold((0.0, 0), |a, b| if b.0 > a.0 { b } else { a });
            scores.push(-best.0);
            right.push(scene.guesses.from(group.values[best.1], best.0).holds(own));
        }
    }
    found.success.add_many(right.len(), right.iter().filter(|right| **right).count());
    found.learn(&scores, &right);
    found
}

/// A learner: rows of each class at each place, by shares.
struct Taught<'a> {
    scene: &'a Scene,
    class_of: &'a [usize],
    /// Per column, at each place, rows of each class.
    counts: Vec<Vec<[f64; CLASSES]>>,
    /// The share of each class in all rows.
    general: [f64; CLASSES],
}

impl<'a> Taught<'a> {
    fn new(scene: &'a Scene, class_of: &'a [usize], groups: &[Group], shares: &[Vec<f64>]) -> Self {
        let mut counts: Vec<Vec<[f64; CLASSES]>> =
            scene.columns.iter().map(|column| vec![[0.0; CLASSES]; column.count]).collect();
        let (mut general, mut all) = ([0.0; CLASSES], 0.0);
        for (group, shares) in groups.iter().zip(shares) {
            for (&person, shares) in group.people.iter().zip(shares.chunks(group.values.len())) {
                let own = by_class(class_of, &group.values, shares);
                for (column, counts) in scene.columns.iter().zip(&mut counts) {
                    let there = &mut counts[column.places[person as usize] as usize];
                    there.iter_mut().zip(&own).for_each(|(count, share)| *count += share);
                }
                general.iter_mut().zip(&own).for_each(|(count, share)| *count += share);
                all += 1.0;
            }
        }
        general.iter_mut().for_each(|count| *count = (*count / f64::max(all, 1.0)).max(1e-9));
        Self { scene, class_of, counts, general }
    }

    /// How much likelier each class is for somebody than in general, by what was learnt from the others.
    fn factors(&self, person: u32, own: &[f64; CLASSES]) -> [f64; CLASSES] {
        let mut logs = [0.0; CLASSES];
        for (column, counts) in self.scene.columns.iter().zip(&self.counts) {
            let there = &counts[column.places[person as usize] as usize];
            let rows = there.iter().sum::<f64>() - 1.0;
            for class in 0..CLASSES {
                let others = (there[class] - own[class]).max(0.0) / self.general[class];
                logs[class] += ((others + PRIOR) / (rows + PRIOR)).ln();
            }
        }
        logs.map(f64::exp)
    }

    /// The shares of a group's members in its values, from those before.
    fn shares(&self, group: &Group, before: &[f64]) -> Vec<f64> {
        let many = group.values.len();
        let mut shares = Vec::with_capacity(before.len());
        for (&person, before) in group.people.iter().zip(before.chunks(many)) {
            let factors = self.factors(person, &by_class(self.class_of, &group.values, before));
            shares.extend(group.values.iter().map(|&code| factors[self.class_of[code as usize]]));
        }
        for _ in 0..STEPS {
            for value in 0..many {
                let all: f64 = shares.iter().skip(value).step_by(many).sum();
                shares.iter_mut().skip(value).step_by(many).for_each(|share| *share /= all);
            }
            for member in shares.chunks_mut(many) {
                let all: f64 = member.iter().sum();
                member.iter_mut().for_each(|share| *share /= all);
            }
        }
        shares
    }
}

fn by_class(class_of: &[usize], values: &[u32], shares: &[f64]) -> [f64; CLASSES] {
    let mut found = [0.0; CLASSES];
    values.iter().zip(shares).for_each(|(&code, share)| found[class_of[code as usize]] += share);
    found
}
