//! `replay`: an order of rows that follows from something that is no secret.
//!
//! # Source
//! Our own (docs/attack.md): whoever knows how rows were put into order, and what the order was drawn from, puts them back.
//!
//! # The adversary knows
//! The release, everybody's quasi values, in which order people stood in the original, and how programs shuffle: rows left as they
//! were, turned round, or put by Fisher and Yates from ChaCha under a small seed, which the adversary tries out.
//!
//! # Method
//! An order is believed if the cells of (nearly) every row cover the person whom it would put there, as other orders do not:
//! (fit − chance) / (1 − chance) is at least [`BELIEVED`].
//!
//! # Success
//! Where an order is believed, the value of the row is about the person's. Else, as blind: the guess from quasi values alone (`centre`, candidates
//! view). Control people stand in no order, so there are none.
//!
//! # Cost
//! `O(seeds · (rows + GLANCE · columns))`: most orders are given up after [`GLANCE`] rows, on which a shuffle decides first.

use aloof_table::{NO_CODE, NO_GROUP};
use rayon::prelude::*;

use super::centre::{in_candidates, judge};
use super::draw::Draw;
use super::outcome::Attacked;
use super::scene::{Guess, Scene};

/// Seeds from 0 that are tried.
pub const SEEDS: u64 = 10_000;

/// How much better than chance an order must fit.
pub const BELIEVED: f64 = 0.9;

/// Rows that are looked at before an order is tried on all.
pub const GLANCE: usize = 200;

/// `rows` lists the group and the value of each published row, [`NO_CODE`] where it shows none, in the order of the file; why it cannot be
/// run, if so.
pub fn replay(scene: &Scene, rows: &[(u32, u32)]) -> Result<Attacked, String> {
    if scene.cells.is_empty() {
        return Err("quasi values are published as they are, beside values of groups".to_owned());
    }
    let people = placed(scene, rows.len());
    if people.len() != rows.len() || rows.is_empty() {
        return Err(format!(
            "the release has {} people and {} rows: these cannot be laid side by side",
            people.len(),
            rows.len()
        ));
    }
    let orders: Vec<Order> = [Order::Kept, Order::Turned].into_iter().chain((0..SEEDS).map(Order::Shuffled)).collect();
    let glance = rows.len().min(GLANCE);
    let chance = (0..20).map(|at| fit(scene, rows, &people, &Order::Chance(at), rows.len())).sum::<f64>() / 20.0;
    let believed = |fit: f64| chance < 1.0 - 1e-9 && (fit - chance) / (1.0 - chance) >= BELIEVED;
    let promising = |order: &&Order| fit(scene, rows, &people, order, glance) >= chance + (1.0 - chance) / 2.0;
    let kept: Vec<&Order> = orders.par_iter().filter(promising).collect();
    let fits = kept.into_iter().map(|order| (fit(scene, rows, &people, order, rows.len()), order));
    let best = fits.filter(|one| believed(one.0)).max_by(|a, b| a.0.total_cmp(&b.0));
    let blind = in_candidates(scene);
    let mut found = match best {
        Some((fit, order)) => {
            let mut found = by_order(scene, rows, &people, order, fit);
            found.blind = blind.success;
            found.fact("share of people whom the order fits", fit);
            found
        }
        None => Attacked { blind: blind.success, control: None, facts: Vec::new(), ..blind },
    };
    found.fact("orders tried", orders.len() as f64);
    found.fact("orders found", f64::from(u8::from(best.is_some())));
    found.fact("share of people whom an order fits by chance", chance);
    Ok(found)
}

/// How rows may have been put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Kept,
    Turned,
    /// By the stream of a seed.
    Shuffled(u64),
    /// By a stream that nobody would use.
    Chance(u64),
}

impl Order {
    /// Which person stands in each row; right for the last rows at least.
    fn people(self, people: &[u32], last: usize) -> Vec<u32> {
        let mut order = people.to_vec();
        match self {
            Self::Kept => {}
            Self::Turned => order.reverse(),
            Self::Shuffled(seed) => Draw::new(seed, 0).shuffle_last(&mut order, last),
            Self::Chance(seed) => Draw::new(seed, u64::MAX).shuffle_last(&mut order, last),
        }
        order
    }
}

/// People who stand in the release, in the order of the original; where nothing says who does, all, or those who have a value.
fn placed(scene: &Scene, rows: usize) -> Vec<u32> {
    let stands = |person: &u32| match &scene.stands {
        Some(stands) => stands[*person as usize] != NO_GROUP,
        None => rows == scene.people || scene.codes[*person as usize] != NO_CODE,
    };
    (0..scene.people as u32).filter(stands).collect()
}

/// The share of the last rows that cover whom the order puts there: a shuffle decides on these first.
fn fit(scene: &Scene, rows: &[(u32, u32)], people: &[u32], order: &Order, last: usize) -> f64 {
    let people = order.people(people, last);
    let fits = |(row, person): &(&(u32, u32), &u32)| row.0 != NO_GROUP && scene.covers(row.0, **person);
    rows.iter().zip(&people).rev().take(last).filter(fits).count() as f64 / last.max(1) as f64
}

fn by_order(scene: &Scene, rows: &[(u32, u32)], people: &[u32], order: &Order, fit: f64) -> Attacked {
    let mut guesses: Vec<(u32, Guess)> = Vec::new();
    for (&(_, code), person) in rows.iter().zip(order.people(people, people.len())) {
        if code != NO_CODE && scene.codes[person as usize] != NO_CODE {
            let (first, last) = scene.guesses.near[code as usize];
            guesses.push((person, Guess { first, last, belief: fit }));
        }
    }
    let (people, guesses): (Vec<u32>, Vec<Guess>) = guesses.into_iter().unzip();
    judge(scene, &people, &guesses)
}
