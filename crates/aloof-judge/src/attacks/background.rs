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
//! The victim's value lies in the interval that is likeliest given the sentence. Every member of whom *not the lowest* is true is a victim
//! once; so is every member who has more than a neighbour drawn from the others. Blind: the guess of somebody who knows the group and
//! no sentence, of the same people.
//!
//! # Cost
//! `O(Σ |G|²)` at most; counts of pairs, in integers.

use super::draw::Draw;
use super::outcome::Attacked;
use super::scene::Scene;

/// *Not the lowest.*
pub fn not_the_lowest(scene: &Scene) -> Attacked {
    let is_told = |values: &[u32], at: usize| values[at] > values[0];
    told(scene, |values, at| usize::from(values[at] > values[0]), is_told)
}

/// *More than my neighbour.*
pub fn more_than_a_neighbour(scene: &Scene, seed: u64) -> Attacked {
    let mut draw = Draw::new(seed, 25);
    let below = |values: &[u32], at: usize| values.partition_point(|&other| other < values[at]);
    // The first so many others have less.
    told(scene, below, |values, at| values.len() > 1 && draw.below(values.len() - 1) < below(values, at))
}

/// `cases` says for how many of a member's neighbours the sentence is true, `is_told` whether it is of the one who says it.
fn told(
    scene: &Scene,
    cases: impl Fn(&[u32], usize) -> usize,
    mut is_told: impl FnMut(&[u32], usize) -> bool,
) -> Attacked {
    let mut found = Attacked::default();
    let mut worst: f64 = 0.0;
    for (group, values) in scene.groups.iter().enumerate().filter(|(_, values)| !values.is_empty()) {
        let cases: Vec<usize> = (0..values.len()).map(|at| cases(values, at)).collect();
        let all: usize = cases.iter().sum();
        if all == 0 {
            continue;
        }
        let within = |first: u32| -> usize {
            let last = scene.guesses.reach[first as usize];
            let inside = values.iter().zip(&cases).filter(|(code, _)| (first..=last).contains(*code));
            inside.map(|(_, cases)| cases).sum()
        };
        let best = values.iter().copied().max_by_key(|&first| within(first)).expect("a member");
        let guess = scene.guesses.from(best, within(best) as f64 / all as f64);
        worst = worst.max(guess.belief);
        // Of several intervals that hold most, each in its turn: the first would always be the one with the lowest values.
        let fullest = scene.guesses.all_fullest(values);
        let blind = scene.guesses.from(fullest[group % fullest.len()], 0.0);
        for (at, &code) in values.iter().enumerate().filter(|(at, _)| is_told(values, *at)) {
            debug_assert!(cases[at] > 0, "a sentence that is told is true");
            found.claim(guess.belief, 1, usize::from(guess.holds(code)));
            found.blind.add(blind.holds(code));
        }
    }
    found.fact("largest belief", worst);
    found
}
