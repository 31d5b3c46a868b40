//! `centre`: the best interval, whatever its centre.
//!
//! # Source
//! Our own (docs/attack.md): (ε, m)-anonymity bounds the belief in intervals around values that occur, and a guess may lie between two.
//!
//! # The adversary knows
//! The release; in the *group* view also which group the victim is in, in the *candidates* view the victim's quasi values, so that
//! every group that covers them counts by its size. Values of a group are equally likely.
//!
//! # Success
//! The value lies in the interval, as wide as a neighbourhood, that holds most. Blind: the same interval for everybody, the one that
//! holds most of all published values.
//!
//! # Cost
//! Group: `O(n)` once values are sorted, and exact, in integers. Candidates: for each person asked, the values of all groups that
//! cover it and once the distinct values.

use super::outcome::Attacked;
use super::scene::{Guess, Scene};

/// In the group view; exact, so nobody is sampled.
pub fn in_groups(scene: &Scene) -> Attacked {
    let (blind, mut found) = (scene.blind(), Attacked::default());
    let (mut above, mut twice) = (0, 0);
    for values in scene.groups.iter().filter(|values| !values.is_empty()) {
        let (_, held) = scene.guesses.fullest(values);
        found.claim(held as f64 / values.len() as f64, values.len(), held);
        found.blind.add_many(values.len(), values.iter().filter(|&&code| blind.holds(code)).count());
        above += if scene.guesses.is_above(held, values.len()) { values.len() } else { 0 };
        twice += if scene.guesses.is_above(held, 2 * values.len()) { values.len() } else { 0 };
    }
    tell_above(scene, &mut found, above, twice);
    found
}

/// In the candidates view.
pub fn in_candidates(scene: &Scene) -> Attacked {
    let belief = |person: u32, weights: &mut [f64]| scene.candidates(person, weights);
    let (victims, control) = (scene.victims(), scene.control());
    let found = judge(scene, &victims, &scene.guess_each(&victims, belief));
    with_control(scene, found, &control, &scene.guess_each(&control, belief))
}

/// How guesses about people of the release went, beside the blind guess.
pub(super) fn judge(scene: &Scene, people: &[u32], guesses: &[Guess]) -> Attacked {
    let (blind, mut found) = (scene.blind(), Attacked::default());
    let (mut above, mut twice) = (0, 0);
    for (&person, guess) in people.iter().zip(guesses) {
        let code = scene.codes[person as usize];
        // Whom no group covers, of them nothing is known but what is known of all.
        let guess = if guess.belief > 0.0 { guess } else { &blind };
        found.claim(guess.belief, 1, usize::from(guess.holds(code)));
        found.blind.add(blind.holds(code));
        above += usize::from(scene.guesses.exceeds(guess.belief, 1.0));
        twice += usize::from(scene.guesses.exceeds(guess.belief, 2.0));
    }
    if scene.is_true {
        tell_above(scene, &mut found, above, twice);
    } else {
        learn_of_untrue(scene, &mut found, people, guesses);
    }
    found
}

/// Where published values are not people's own, shares of them are no belief: how certain they are is learnt.
fn learn_of_untrue(scene: &Scene, found: &mut Attacked, people: &[u32], guesses: &[Guess]) {
    let blind = scene.blind();
    let of = |(&person, guess): (&u32, &Guess)| {
        let made = if guess.belief > 0.0 { guess } else { &blind };
        (-guess.belief, made.holds(scene.codes[person as usize]))
    };
    let (scores, right): (Vec<f64>, Vec<bool>) = people.iter().zip(guesses).map(of).unzip();
    found.learn(&scores, &right);
}

/// The same attack on control people, where there are any.
pub(super) fn with_control(scene: &Scene, mut found: Attacked, people: &[u32], guesses: &[Guess]) -> Attacked {
    found.control = (!people.is_empty()).then(|| judge(scene, people, guesses).success);
    found
}

fn tell_above(scene: &Scene, found: &mut Attacked, above: usize, twice: usize) {
    if scene.guesses.m.is_some() {
        found.fact("people above 1/m", above as f64);
        found.fact("people above 2/m", twice as f64);
    }
}
