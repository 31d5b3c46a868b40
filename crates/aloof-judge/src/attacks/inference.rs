//! `inference`: the value of the published record that is most like the victim.
//!
//! # Source
//! Giomi, Boenisch, Wehmeyer and Tasnádi, PETS 2023 (Anonymeter), after the Article 29 Working Party's opinion 05/2014.
//!
//! # The adversary knows
//! The release, its cells taken as values (drawn from what they cover), and the victim's quasi values.
//!
//! # Success
//! The sensitive value of the published record nearest in the quasi columns (Gower's distance; one of several is drawn) is about the
//! victim's: *within 5%* of the guess, or equal for labels, as Anonymeter counts; or *near* as the promise does. Blind: the value of a
//! record drawn. Control: the same of control people.
//!
//! # Cost
//! `O(asked · records · columns)`, for at most [`MOST_ASKED`](super::linkability::MOST_ASKED) people and as many control people.

use super::draw::Draw;
use super::linkability::MOST_ASKED;
use super::outcome::{Attacked, Rate};
use super::records::{Cells, NO_LABEL, Records, Rows, rows};
use super::scene::spread;

/// Somebody whose value is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Of the release.
    Person(usize),
    /// Of control people.
    Control(usize),
}

/// Runs it with the columns known, and whether the value of a published record is right of somebody; why it cannot be run, if so.
pub fn inference(
    records: &Records,
    known: &[usize],
    is_right: impl Fn(usize, Whom) -> bool,
    seed: u64,
) -> Result<Attacked, String> {
    if known.is_empty() || rows(&records.published) == 0 || rows(&records.people) == 0 {
        return Err("no quasi value is known of anybody".to_owned());
    }
    let asked =
        |whom: &Rows| -> Vec<usize> { spread(rows(whom), MOST_ASKED).into_iter().map(|row| row as usize).collect() };
    let rate = |whom: &Rows, of: fn(usize) -> Whom| {
        let asked = asked(whom);
        let nearest = records.nearest(whom, &asked, known, seed);
        let right = asked.iter().zip(nearest).filter(|&(&person, record)| is_right(record as usize, of(person)));
        Rate { people: asked.len(), right: right.count() }
    };
    let mut found = Attacked { success: rate(&records.people, Whom::Person), ..Attacked::default() };
    let (mut draw, all) = (Draw::new(seed, 66), rows(&records.published));
    asked(&records.people)
        .into_iter()
        .for_each(|person| found.blind.add(is_right(draw.below(all), Whom::Person(person))));
    if rows(&records.control) > 0 {
        found.control = Some(rate(&records.control, Whom::Control));
    }
    found.tell_risk();
    Ok(found)
}

/// Whether a guess is within a share of itself from the value, or equal.
pub fn is_about(guesses: &Cells, record: usize, values: &Cells, person: usize, share: f64) -> bool {
    match (guesses, values) {
        (Cells::Numbers(guesses), Cells::Numbers(values)) => {
            (guesses[record] - values[person]).abs() <= share * guesses[record].abs()
        }
        (Cells::Labels(guesses), Cells::Labels(values)) => {
            guesses[record] == values[person] && values[person] != NO_LABEL
        }
        _ => false,
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "shares of nobody and of all")]
mod tests {
    use super::*;

    #[test]
    fn copies_are_told_and_values_dealt_anew_are_not() {
        let mut draw = Draw::new(1, 79);
        let quasi: Vec<f64> = (0..500).map(|_| draw.unit()).collect();
        let mut secret: Vec<f64> = (0..500).map(|_| 1_000.0 + draw.below(100_000) as f64).collect();
        let mut run = |shuffled: bool| {
            let people = vec![Cells::Numbers(quasi.clone()), Cells::Numbers(secret.clone())];
            if shuffled {
                draw.shuffle(&mut secret);
            }
            let published = vec![Cells::Numbers(quasi.clone()), Cells::Numbers(secret.clone())];
            let records = Records { published, people, control: Vec::new() };
            let right = |record: usize, whom: Whom| match whom {
                Whom::Person(person) => is_about(&records.published[1], record, &records.people[1], person, 0.05),
                Whom::Control(_) => false,
            };
            inference(&records, &[0], right, 1).unwrap()
        };
        let copy = run(false);
        assert_eq!(copy.success.share(), 1.0);
        assert!(copy.blind.share() < 0.2);
        let shuffled = run(true);
        assert!(shuffled.success.interval().0 <= shuffled.blind.interval().1, "{shuffled:?}");
    }
}
