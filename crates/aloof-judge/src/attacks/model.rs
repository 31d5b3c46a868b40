//! `model`: a learner that knows people in general, as a prior over the values that a release leaves.
//!
//! # Source
//! Kifer, SIGMOD 2009 (deFinetti attack): what groups have in common tells how values go with quasi values, and that tells which of
//! a group's values is whose.
//!
//! # The adversary knows
//! The release and the victim's quasi values. A naive Bayes learner is taught how values (in [`CLASSES`] classes of equal size) go
//! with each quasi column, from the release, in which every row is spread over its cells by how frequent places are (never put at a
//! midpoint).
//!
//! # Success
//! The values of the groups that cover the victim are weighed by what the learner says of them; the value lies in the fullest
//! interval. Blind: what the learner says without the groups, which is right of anybody, in the release or not.
//!
//! # Cost
//! The places that cells cover, once per group and class; then as `centre` in the candidates view.

use super::centre::{judge, with_control};
use super::outcome::Attacked;
use super::refine::frequencies;
use super::scene::{Guess, Scene};

/// Classes of values.
pub const CLASSES: usize = 16;

/// Runs it; why it cannot be run, if so.
pub fn model(scene: &Scene) -> Result<Attacked, String> {
    if scene.cells.is_empty() {
        return Err("quasi values are published as they are; `centre` says what that tells".to_owned());
    }
    let learner = Learner::of(scene);
    let (victims, control) = (scene.victims(), scene.control());
    let alone = |person: u32, weights: &mut [f64]| learner.weigh(scene, person, weights, true);
    let within = |person: u32, weights: &mut [f64]| {
        scene.candidates(person, weights);
        learner.weigh(scene, person, weights, false);
    };
    let mut found = judge(scene, &victims, &scene.guess_each(&victims, within));
    found = with_control(scene, found, &control, &scene.guess_each(&control, within));
    let right = |people: &[u32], guesses: &[Guess]| {
        people.iter().zip(guesses).filter(|(person, guess)| guess.holds(scene.codes[**person as usize])).count()
    };
    found.blind.right = right(&victims, &scene.guess_each(&victims, alone));
    if !control.is_empty() {
        let share = right(&control, &scene.guess_each(&control, alone)) as f64 / control.len() as f64;
        found.fact("share of control people for whom the learner alone is right", share);
    }
    Ok(found)
}

/// How classes of values go with places.
struct Learner {
    /// The class of each code.
    class_of: Vec<usize>,
    /// Rows of each class, and per column and class the logarithm of how much likelier a place is there than anywhere.
    lift: Vec<Vec<Vec<f64>>>,
    published: Vec<f64>,
}

impl Learner {
    fn of(scene: &Scene) -> Self {
        let published = scene.published();
        let all: f64 = published.iter().sum();
        let mut before = 0.0;
        let class_of: Vec<usize> = published
            .iter()
            .map(|&count| {
                let class = ((before + count / 2.0) / all.max(1.0) * CLASSES as f64) as usize;
                before += count;
                class.min(CLASSES - 1)
            })
            .collect();
        let lift = (0..scene.columns.len()).map(|at| lift(scene, at, &class_of)).collect();
        Self { class_of, lift, published }
    }

    /// Weighs values by what is known of the person: those given or, alone, all that are published.
    fn weigh(&self, scene: &Scene, person: u32, weights: &mut [f64], alone: bool) {
        if alone {
            weights.copy_from_slice(&self.published);
        }
        let said = |class: usize| -> f64 {
            let of = |at: usize| self.lift[at][class][scene.columns[at].places[person as usize] as usize];
            (0..scene.columns.len()).map(of).sum()
        };
        let said: Vec<f64> = (0..CLASSES).map(said).collect();
        let most = said.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let factor: Vec<f64> = said.iter().map(|one| (one - most).exp()).collect();
        weights.iter_mut().zip(&self.class_of).for_each(|(weight, &class)| *weight *= factor[class]);
    }
}

/// Rows that stand for a place's general frequency in every class, so that rare places say little.
const PRIOR: f64 = 20.0;

fn lift(scene: &Scene, at: usize, class_of: &[usize]) -> Vec<Vec<f64>> {
    let (column, cells) = (&scene.columns[at], &scene.cells[at]);
    let frequent = frequencies(scene, at);
    let mut counts = vec![vec![0.0; column.count]; CLASSES];
    for (group, &cell) in cells.iter().enumerate() {
        let mut rows = [0.0; CLASSES];
        scene.groups[group].iter().for_each(|&code| rows[class_of[code as usize]] += 1.0);
        let covered = || column.covers[cell as usize].places();
        let all: f64 = covered().map(|place| frequent[place as usize]).sum();
        for (class, rows) in rows.iter().enumerate().filter(|(_, rows)| **rows > 0.0) {
            covered()
                .for_each(|place| counts[class][place as usize] += rows * frequent[place as usize] / all.max(1e-300));
        }
    }
    let one = |counts: Vec<f64>| -> Vec<f64> {
        let all: f64 = counts.iter().sum();
        let share = |(count, frequent): (&f64, &f64)| ((count + PRIOR * frequent) / (all + PRIOR) / frequent).ln();
        counts.iter().zip(&frequent).map(share).collect()
    };
    counts.into_iter().map(one).collect()
}
