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
//! record drawn. Control: the same of control people. Whoever has no value is not attacked. How certain a guess is the adversary learns
//! from people whose values are known (`learnt.rs`), by how near the record is.
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

/// Runs it with the columns known: who has a value to be guessed, and whether the value of a published record is right of somebody; why
/// it cannot be run, if so.
pub fn inference(
    records: &Records,
    known: &[usize],
    has_value: impl Fn(Whom) -> bool,
    is_right: impl Fn(usize, Whom) -> bool,
    seed: u64,
) -> Result<Attacked, String> {
    if known.is_empty() || rows(&records.published) == 0 || rows(&records.people) == 0 {
        return Err("no quasi value is known of anybody".to_owned());
    }
    let asked = |whom: &Rows, of: fn(usize) -> Whom| -> Vec<usize> {
        let some: Vec<usize> = (0..rows(whom)).filter(|&row| has_value(of(row))).collect();
        spread(some.len(), MOST_ASKED).into_iter().map(|at| some[at as usize]).collect()
    };
    let guess = |whom: &Rows, asked: &[usize], of: fn(usize) -> Whom| -> Vec<(f64, bool)> {
        let nearest = records.nearest(whom, asked, known, seed);
        asked.iter().zip(nearest).map(|(&row, near)| (near.score, is_right(near.record as usize, of(row)))).collect()
    };
    let people = asked(&records.people, Whom::Person);
    if people.is_empty() {
        return Err("nobody has a value to be guessed".to_owned());
    }
    let (scores, right): (Vec<f64>, Vec<bool>) = guess(&records.people, &people, Whom::Person).into_iter().unzip();
    let mut found = Attacked::default();
    found.success.add_many(right.len(), right.iter().filter(|right| **right).count());
    found.learn(&scores, &right);
    let (mut draw, all) = (Draw::new(seed, 66), rows(&records.published));
    people.iter().for_each(|&person| found.blind.add(is_right(draw.below(all), Whom::Person(person))));
    let control = asked(&records.control, Whom::Control);
    if !control.is_empty() {
        let guesses = guess(&records.control, &control, Whom::Control);
        let right = guesses.iter().filter(|guess| guess.1).count();
        found.control = Some(Rate { people: control.len(), right });
    }
    let without = (0..rows(&records.people)).filter(|&row| !has_value(Whom::Person(row))).count();
    if without > 0 {
        found.fact("people without a value, who are not attacked", without as f64);
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
            inference(&records, &[0], |_| true, right, 1).unwrap()
        };
        let copy = run(false);
        assert_eq!(copy.success.share(), 1.0);
        assert!(copy.blind.share() < 0.2);
        assert!(copy.claims[2].people > 400 && copy.claims[2].share() == 1.0, "{copy:?}");
        let shuffled = run(true);
        assert!(
            shuffled.claims[0].people == 0 && shuffled.success.interval().0 <= shuffled.blind.interval().1,
            "{shuffled:?}"
        );
    }

    /// Somebody without a value can be guessed neither right nor wrong.
    #[test]
    fn whoever_has_no_value_is_not_attacked() {
        let column = |of: &dyn Fn(usize) -> f64| Cells::Numbers((0..200).map(of).collect());
        let people = vec![column(&|row| row as f64), column(&|row| if row < 50 { f64::NAN } else { row as f64 })];
        let published = vec![people[0].clone(), column(&|row| row as f64)];
        let records = Records { published, control: people.clone(), people };
        let (Cells::Numbers(values), guesses) = (&records.people[1], &records.published[1]) else { unreachable!() };
        let row = |whom: Whom| match whom {
            Whom::Person(row) | Whom::Control(row) => row,
        };
        let right = |record: usize, whom: Whom| is_about(guesses, record, &records.people[1], row(whom), 0.0);
        let found = inference(&records, &[0], |whom| !values[row(whom)].is_nan(), right, 1).unwrap();
        assert_eq!((found.success.people, found.success.right, found.control.unwrap().people), (150, 150, 150));
        assert_eq!(found.facts[0], ("people without a value, who are not attacked", 50.0));
        assert!(inference(&records, &[0], |_| false, right, 1).is_err());
    }
}
