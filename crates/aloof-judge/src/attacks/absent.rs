//! `absent`: people who were withheld or dropped.
//!
//! # Source
//! Our own (docs/release.md on withholding): who is missing in a release may share what made them hard to publish.
//!
//! # The adversary knows
//! Who is not in the release, and the values of all who are not, though not whose is whose: as when totals of the whole table are
//! published, or when the maker is known to withhold the crowded.
//!
//! # Success
//! The value lies in the fullest interval of the values of those who are absent. Blind: as often as the fullest interval of all published
//! values is right of those who have these. It may well be right of all who are absent, who are absent for their values: but nobody who does not
//! know these would be that certain. Control: the same guess about people who are absent by chance alone.
//!
//! # Cost
//! One sort; exact, in integers.

use aloof_table::{NO_CODE, NO_GROUP};

use super::outcome::{Attacked, Rate};
use super::scene::Scene;

/// The absent, where there are any.
pub fn absent(scene: &Scene) -> Option<Attacked> {
    let values = left(scene);
    if values.is_empty() {
        return None;
    }
    let (blind, mut found) = (scene.blind(), Attacked::default());
    let (first, held) = scene.guesses.fullest(&values);
    found.claim(held as f64 / values.len() as f64, values.len(), held);
    found.blind.add_many(values.len(), (blind.belief * values.len() as f64).round() as usize);
    let (guess, control) = (scene.guesses.from(first, 0.0), scene.control());
    if !control.is_empty() {
        let right = control.iter().filter(|&&person| guess.holds(scene.codes[person as usize])).count();
        found.control = Some(Rate { people: control.len(), right });
    }
    if scene.guesses.m.is_some() {
        let above = if scene.guesses.is_above(held, values.len()) { values.len() } else { 0 };
        found.fact("people above 1/m", above as f64);
    }
    let covered = scene.stands.as_ref().map(|stands| {
        let gone = (0..scene.people as u32).filter(|&person| stands[person as usize] == NO_GROUP);
        gone.filter(|&person| scene.covering.span(person).is_empty()).count()
    });
    if let Some(uncovered) = covered.filter(|_| scene.covering.asked.len() >= scene.people) {
        found.fact("people whom no group covers", uncovered as f64);
    }
    Some(found)
}

/// The values of people that are not published, ascending: of those who stand nowhere or, where that is not known, what is left when
/// every published value is somebody's.
fn left(scene: &Scene) -> Vec<u32> {
    let all = || (0..scene.people).filter(|&person| scene.codes[person] != NO_CODE);
    let mut left: Vec<u32> = match &scene.stands {
        Some(stands) => all().filter(|&person| stands[person] == NO_GROUP).map(|person| scene.codes[person]).collect(),
        None if scene.is_true => {
            let mut counts = vec![0i64; scene.guesses.reach.len()];
            all().for_each(|person| counts[scene.codes[person] as usize] += 1);
            scene.groups.iter().flatten().for_each(|&code| counts[code as usize] -= 1);
            (0..).zip(counts).flat_map(|(code, count)| std::iter::repeat_n(code, count.max(0) as usize)).collect()
        }
        None => Vec::new(),
    };
    left.sort_unstable();
    left
}
