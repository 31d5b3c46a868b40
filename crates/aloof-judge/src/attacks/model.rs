//! `model`: a learner that knows people in general, as a prior over the values that a release leaves.
//!
//! # Source
//! Kifer, SIGMOD 2009 (deFinetti attack): what groups have in common tells how values go with quasi values, and that tells which of
//! a group's values is whose.
//!
//! # The adversary knows
//! The release and the victim's quasi values. A naive Bayes learner is taught how values (in [`CLASSES`] classes of equal size) go
//! with each quasi column: from the release, in which every row is spread over its cells by how frequent places are (never put at a
//! midpoint); from control people, whose values the adversary has from elsewhere; or from both.
//!
//! # Success
//! The values of the groups that cover the victim are weighed by what the learner says of them; the value lies in the fullest
//! interval; how certain that is the adversary learns from people whose values are known (`learnt.rs`). Blind: what the
//! learner says without the groups, which is right of anybody, in the release or not; or one interval for everybody, where that is right more
//! often, as a learner that has nothing to learn is worse than none. Control people who teach are guessed by a learner whom the other half of them taught.
//!
//! # Cost
//! The places that cells cover, once per group and class; then as `centre` in the candidates view.

use super::centre::{judge, with_control};
use super::outcome::Attacked;
use super::refine::frequencies;
use super::scene::{Guess, Scene};

/// Classes of values.
pub const CLASSES: usize = 16;

/// What the learner is taught with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taught {
    /// The rows of the release.
    Release,
    /// Control people.
    Control,
    /// Both.
    Both,
}

/// Runs it; why it cannot be run, if so.
pub fn model(scene: &Scene, by: Taught) -> Result<Attacked, String> {
    if scene.cells.is_empty() {
        return Err("quasi values are published as they are; `centre` says what that tells".to_owned());
    }
    let (victims, control) = (scene.victims(), scene.control());
    if by != Taught::Release && control.len() < 2 {
        return Err("there are no control people to learn from".to_owned());
    }
    let learner = Learner::of(scene, by, &control);
    let [alone, within] = [true, false].map(|alone| learner.guesses(scene, &victims, alone));
    let mut found = judge(scene, &victims, &within);
    // A learner that takes columns as independent is too certain of itself.
    let is_right = |(person, guess): (&u32, &Guess)| guess.holds(scene.codes[*person as usize]);
    let is_right: Vec<bool> = victims.iter().zip(&within).map(is_right).collect();
    found.learn(&within.iter().map(|guess| -guess.belief).collect::<Vec<_>>(), &is_right);
    found.blind.right = found.blind.right.max(right(scene, &victims, &alone));
    if !control.is_empty() {
        let (order, [alone, within]) = of_control(scene, by, &control);
        found = with_control(scene, found, &order, &within);
        let share = right(scene, &order, &alone) as f64 / order.len() as f64;
        found.fact("share of control people for whom the learner alone is right", share);
    }
    Ok(found)
}

/// Guesses about control people, of whom nobody teaches those who guess about them: alone, and with the groups.
fn of_control(scene: &Scene, by: Taught, control: &[u32]) -> (Vec<u32>, [Vec<Guess>; 2]) {
    let half = |odd: usize| -> Vec<u32> { control.iter().skip(odd).step_by(2).copied().collect() };
    let halves = [half(0), half(1)];
    let guesses = |alone: bool| {
        let of = |at: usize| Learner::of(scene, by, &halves[1 - at]).guesses(scene, &halves[at], alone);
        [of(0), of(1)].concat()
    };
    (halves.concat(), [guesses(true), guesses(false)])
}

fn right(scene: &Scene, people: &[u32], guesses: &[Guess]) -> usize {
    people.iter().zip(guesses).filter(|(person, guess)| guess.holds(scene.codes[**person as usize])).count()
}

/// How classes of values go with places.
struct Learner {
    /// The class of each code.
    class_of: Vec<usize>,
    /// Per column and class the logarithm of how much likelier the class is at a place than anywhere.
    lift: Vec<Vec<Vec<f64>>>,
    published: Vec<f64>,
}

impl Learner {
    fn of(scene: &Scene, by: Taught, control: &[u32]) -> Self {
        let (published, class_of) = (scene.published(), classes(scene));
        let lift = (0..scene.columns.len()).map(|at| lift(scene, at, &class_of, by, control)).collect();
        Self { class_of, lift, published }
    }

    /// What is guessed of people from the learner alone, or from the groups that cover them too.
    fn guesses(&self, scene: &Scene, people: &[u32], alone: bool) -> Vec<Guess> {
        scene.guess_each(people, |person, weights| {
            if !alone {
                scene.candidates(person, weights);
            }
            self.weigh(scene, person, weights, alone);
        })
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

/// The class of each code, so that classes have about as many published values each.
pub(super) fn classes(scene: &Scene) -> Vec<usize> {
    let published = scene.published();
    let (all, mut before) = (published.iter().sum::<f64>(), 0.0);
    let class = |&count: &f64| {
        let class = ((before + count / 2.0) / all.max(1.0) * CLASSES as f64) as usize;
        before += count;
        class.min(CLASSES - 1)
    };
    published.iter().map(class).collect()
}

/// Rows that stand for how frequent classes are in general, at every place, so that rare places say little.
pub(super) const PRIOR: f64 = 20.0;

fn lift(scene: &Scene, at: usize, class_of: &[usize], by: Taught, control: &[u32]) -> Vec<Vec<f64>> {
    let (column, cells) = (&scene.columns[at], &scene.cells[at]);
    let frequent = frequencies(scene, at);
    let mut counts = vec![vec![0.0; column.count]; CLASSES];
    for (group, &cell) in cells.iter().enumerate().filter(|_| by != Taught::Control) {
        let mut rows = [0.0; CLASSES];
        scene.groups[group].iter().for_each(|&code| rows[class_of[code as usize]] += 1.0);
        let covered = || column.covers[cell as usize].places();
        let all: f64 = covered().map(|place| frequent[place as usize]).sum();
        for (class, rows) in rows.iter().enumerate().filter(|(_, rows)| **rows > 0.0) {
            covered()
                .for_each(|place| counts[class][place as usize] += rows * frequent[place as usize] / all.max(1e-300));
        }
    }
    for &person in control.iter().filter(|_| by != Taught::Release) {
        let class = class_of[scene.codes[person as usize] as usize];
        counts[class][column.places[person as usize] as usize] += 1.0;
    }
    let all: f64 = counts.iter().flatten().sum();
    let rows: Vec<f64> = (0..column.count).map(|place| counts.iter().map(|of| of[place]).sum()).collect();
    let one = |counts: &Vec<f64>| -> Vec<f64> {
        let share = (counts.iter().sum::<f64>() / all.max(1.0)).max(1e-9);
        let lift = |(count, rows): (&f64, &f64)| ((count / share + PRIOR) / (rows + PRIOR)).ln();
        counts.iter().zip(&rows).map(lift).collect()
    };
    counts.iter().map(one).collect()
}
