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
//! The victim's value lies in the fullest interval of the values that are left; every pair of victim and insider (or set of insiders
//! drawn) counts once. Blind: the guess of somebody who knows the group and
//! nobody in it (`centre`, group view).
//!
//! # Cost
//! One insider: every pair of victim and insider, in integers, `O(Σ |G|²)`. Several: [`DRAWS`] draws per group.

use super::draw::Draw;
use super::outcome::Attacked;
use super::scene::Scene;

/// Sets of insiders drawn for each group.
pub const DRAWS: usize = 20;

/// With `t` insiders.
pub fn insider(scene: &Scene, t: usize, seed: u64) -> Attacked {
    let mut found = Attacked::default();
    let mut draw = Draw::new(seed, 20 + t as u64);
    let mut worst: f64 = 0.0;
    for values in scene.groups.iter().filter(|values| values.len() > t) {
        let blind = scene.guesses.from(scene.guesses.fullest(values).0, 0.0);
        let tries = if t == 1 { values.len() } else { DRAWS };
        for attempt in 0..tries {
            let left = without(values, t, attempt, &mut draw);
            let (_, inside) = scene.guesses.fullest(&left);
            worst = worst.max(inside as f64 / left.len() as f64);
            found.claim(inside as f64 / left.len() as f64, left.len(), inside);
            found.blind.add_many(left.len(), left.iter().filter(|&&code| blind.holds(code)).count());
        }
    }
    found.fact("insiders", t as f64);
    found.fact("largest belief", worst);
    found
}

/// The group without its insiders: each member in turn, or some that are drawn.
fn without(values: &[u32], t: usize, attempt: usize, draw: &mut Draw) -> Vec<u32> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    if t == 1 {
        order.swap(0, attempt);
    } else {
        draw.shuffle(&mut order);
    }
    let mut left: Vec<u32> = order[t..].iter().map(|&at| values[at]).collect();
    left.sort_unstable();
    left
}
