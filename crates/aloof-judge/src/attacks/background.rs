//! `background`: what acquaintances know of people's values.
//!
//! # Source
//! Implications as background knowledge: Martin, Kifer, Machanavajjhala, Gehrke and Halpern, ICDE 2007 ((c, k)-safety).
//!
//! # The adversary knows
//! The group of the victim, and one sentence: *not the lowest* (the victim does not have the group's lowest value), or *more than my
//! neighbour* (another member, whose value is not known either, has less).
//!
//! # Success
//! The victim's value lies in the interval that is likeliest given the sentence. Every member, or pair of members, of whom the
//! sentence is true counts once. Blind: the guess of somebody who knows the group and no sentence, of the same people.
//!
//! # Cost
//! `O(Σ |G|)` once values are sorted; counts of pairs, in integers.

use super::outcome::Attacked;
use super::scene::Scene;

/// *Not the lowest.*
pub fn not_the_lowest(scene: &Scene) -> Attacked {
    told(scene, |values| {
        let lowest = values.partition_point(|&code| code == values[0]);
        (0..values.len()).map(|at| usize::from(at >= lowest)).collect()
    })
}

/// *More than my neighbour.*
pub fn more_than_a_neighbour(scene: &Scene) -> Attacked {
    told(scene, |values| values.iter().map(|code| values.partition_point(|other| other < code)).collect())
}

/// `cases` says for each member how many sentences are true of it.
fn told(scene: &Scene, cases: impl Fn(&[u32]) -> Vec<usize>) -> Attacked {
    let mut found = Attacked::default();
    let mut worst: f64 = 0.0;
    for (group, values) in scene.groups.iter().enumerate().filter(|(_, values)| !values.is_empty()) {
        let cases = cases(values);
        let all: usize = cases.iter().sum();
        if all == 0 {
            continue;
        }
        let within = |first: u32| -> usize {
            let last = scene.guesses.reach[first as usize];
            let inside = values.iter().zip(&cases).filter(|(code, _)| (first..=last).contains(*code));
            inside.map(|(_, cases)| cases).sum()
        };
        let best = values.iter().map(|&first| within(first)).max().unwrap_or(0);
        worst = worst.max(best as f64 / all as f64);
        found.claim(best as f64 / all as f64, all, best);
        // Of several intervals that hold most, each in its turn: the first would always be the one with the lowest values.
        let fullest = scene.guesses.all_fullest(values);
        found.blind.add_many(all, within(fullest[group % fullest.len()]));
    }
    found.fact("largest belief", worst);
    found
}
