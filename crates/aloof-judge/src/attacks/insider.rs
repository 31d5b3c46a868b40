//! `insider`: members of a group who know their own rows.
//!
//! # Source
//! The complement of every promise about groups: whoever is in the group takes the own value out (Machanavajjhala and others 2007
//! call it instance-level background knowledge).
//!
//! # The adversary knows
//! The group of the victim, and the values of one or several other members of it.
//!
//! # Success
//! The victim's value lies in the fullest interval of the values that are left. Every member of every group is a victim once, of
//! insiders drawn from the others: counted with every insider, each victim would count as often as the group has members. The largest
//! belief is that of all sets of insiders drawn and, of one insider, of all there are. Blind: the guess of somebody who knows the group and
//! nobody in it (`centre`, group view).
//!
//! # Cost
//! One insider: every pair of victim and insider, in integers, `O(Σ |G|²)`. Several: one draw per victim.

use super::draw::Draw;
use super::outcome::Attacked;
use super::scene::{Guess, Scene};

/// With `t` insiders.
pub fn insider(scene: &Scene, t: usize, seed: u64) -> Attacked {
    let mut found = Attacked::default();
    let mut draw = Draw::new(seed, 20 + t as u64);
    let mut worst: f64 = 0.0;
    for values in scene.groups.iter().filter(|values| values.len() > t) {
        let blind = scene.guesses.from(scene.guesses.fullest(values).0, 0.0);
        let by_insider = if t == 1 { by_insider(scene, values) } else { Vec::new() };
        worst = by_insider.iter().fold(worst, |worst, guess| worst.max(guess.belief));
        for (victim, &code) in values.iter().enumerate() {
            let others = insiders(values.len(), victim, t, &mut draw);
            let guess = match by_insider.get(others[0]) {
                Some(&guess) => guess,
                None => guess(scene, &without(values, &others)),
            };
            worst = worst.max(guess.belief);
            found.claim(guess.belief, 1, usize::from(guess.holds(code)));
            found.blind.add(blind.holds(code));
        }
    }
    found.fact("insiders", t as f64);
    found.fact("largest belief", worst);
    found
}

/// What each member would guess; those with equal values the same.
fn by_insider(scene: &Scene, values: &[u32]) -> Vec<Guess> {
    let mut guesses: Vec<Guess> = Vec::with_capacity(values.len());
    for (at, code) in values.iter().enumerate() {
        let alike = at.checked_sub(1).filter(|&before| values[before] == *code);
        guesses.push(alike.map_or_else(|| guess(scene, &without(values, &[at])), |before| guesses[before]));
    }
    guesses
}

/// The fullest interval of the values left.
fn guess(scene: &Scene, left: &[u32]) -> Guess {
    let (first, inside) = scene.guesses.fullest(left);
    scene.guesses.from(first, inside as f64 / left.len() as f64)
}

/// `t` members but the victim, drawn.
fn insiders(members: usize, victim: usize, t: usize, draw: &mut Draw) -> Vec<usize> {
    let mut drawn = vec![victim];
    while drawn.len() <= t {
        let other = draw.below(members);
        if !drawn.contains(&other) {
            drawn.push(other);
        }
    }
    drawn.split_off(1)
}

/// The values of a group without those of its insiders, ascending.
fn without(values: &[u32], insiders: &[usize]) -> Vec<u32> {
    (0..values.len()).filter(|at| !insiders.contains(at)).map(|at| values[at]).collect()
}
