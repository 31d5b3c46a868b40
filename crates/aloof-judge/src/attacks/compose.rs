//! `compose`: releases of the same people, laid one on the other.
//!
//! # Source
//! Ganta, Kasiviswanathan and Smith, KDD 2008 (intersection attack).
//!
//! # The adversary knows
//! The victim's quasi values, that they are the same in all releases, and that the value is.
//!
//! # Success
//! In each release the groups that cover the victim leave some values; only values that all releases leave are possible, each
//! believed by the product of its shares. The value lies in the fullest interval of these. Blind: the guess from the newest release
//! alone. How many people are above 1/m is counted by these products, and by what the newest release says of the values that are left,
//! which takes no releases for independent. Releases that leave no value in common speak of somebody else, and are not laid on. Who is
//! new in a release is taken for somebody of the earlier ones, too, where these leave a value in common: of such people claims are too
//! sure.
//!
//! # Cost
//! As `centre` in the candidates view, for each release.

use rayon::prelude::*;

use super::centre::{judge, with_control};
use super::outcome::Attacked;
use super::scene::{Guess, Scene};

/// `scenes` show the newest release first, then older ones, with the same people and codes.
pub fn compose(scenes: &[Scene]) -> Option<Attacked> {
    let (newest, older) = scenes.split_first()?;
    if older.is_empty() {
        return None;
    }
    let (victims, control) = (newest.victims(), newest.control());
    let belief = |person: u32, weights: &mut [f64]| together(newest, older, person, weights);
    let guesses = newest.guess_each(&victims, belief);
    let alone = newest.guess_each(&victims, |person, weights| newest.candidates(person, weights));
    let mut found = judge(newest, &victims, &guesses);
    found = with_control(newest, found, &control, &newest.guess_each(&control, belief));
    let right = |(person, guess): (&u32, &Guess)| guess.holds(newest.codes[*person as usize]);
    found.blind.right = victims.iter().zip(&alone).filter(|pair| right(*pair)).count();
    let left: Vec<(usize, bool)> = victims.par_iter().map(|&person| values_left(newest, older, person)).collect();
    let one = |is: &dyn Fn(&(usize, bool)) -> bool| left.iter().filter(|left| is(left)).count() as f64;
    if newest.guesses.m.is_some() {
        let of_left = newest.guess_each(&victims, |person, weights| newest_of_left(newest, older, person, weights));
        let above = of_left.iter().filter(|guess| newest.guesses.exceeds(guess.belief, 1.0)).count();
        found.fact("people above 1/m by the values that are left", above as f64);
    }
    found.fact("people with one value left", one(&|left| left.0 == 1));
    found.fact("people with one value left, and it is theirs", one(&|left| *left == (1, true)));
    let alone: Vec<(usize, bool)> = victims.par_iter().map(|&person| values_left(newest, &[], person)).collect();
    found
        .fact("people with one value left by the newest alone", alone.iter().filter(|left| left.0 == 1).count() as f64);
    Some(found)
}

/// The product of the shares of all releases that have a value in common.
fn together(newest: &Scene, older: &[Scene], person: u32, weights: &mut [f64]) {
    newest.candidates(person, weights);
    let mut other = vec![0.0; weights.len()];
    for scene in older {
        other.fill(0.0);
        scene.candidates(person, &mut other);
        let all: f64 = weights.iter().zip(&other).map(|(a, b)| a * b).sum();
        if all > 0.0 {
            weights.iter_mut().zip(&other).for_each(|(weight, other)| *weight *= other / all);
        }
    }
}

/// What the newest release says of the values that all releases leave. Nothing is taken for independent, so that what a release repeats
/// makes nobody surer.
fn newest_of_left(newest: &Scene, older: &[Scene], person: u32, weights: &mut [f64]) {
    together(newest, older, person, weights);
    let mut alone = vec![0.0; weights.len()];
    newest.candidates(person, &mut alone);
    weights.iter_mut().zip(alone).filter(|(weight, _)| **weight > 0.0).for_each(|(weight, alone)| *weight = alone);
}

/// How many values are left, and whether the person's own is among them.
fn values_left(newest: &Scene, older: &[Scene], person: u32) -> (usize, bool) {
    let mut weights = vec![0.0; newest.guesses.reach.len()];
    together(newest, older, person, &mut weights);
    let own = newest.codes[person as usize] as usize;
    (weights.iter().filter(|&&weight| weight > 0.0).count(), weights[own] > 0.0)
}
