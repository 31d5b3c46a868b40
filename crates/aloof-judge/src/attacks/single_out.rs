//! `single-out`: sentences that hold of exactly one published record, held against the people.
//!
//! # Source
//! Giomi, Boenisch, Wehmeyer and Tasnádi, PETS 2023 (Anonymeter), after the Article 29 Working Party's opinion 05/2014; Cohen and
//! Nissim, PNAS 2020 (predicate singling out).
//!
//! # The adversary knows
//! The release alone, its cells taken as values (drawn from what they cover).
//!
//! # Method
//! A record is drawn and [`COLUMNS`] of its columns: *at least this number* where it lies above the column's median, else *at most*;
//! *this label*. What holds of exactly one published record, equal ones counted once, is a sentence; so on until there are
//! [`ATTACKS`].
//!
//! # Success
//! The sentence holds of exactly one person. Blind: sentences with columns, values and comparisons drawn at random. Control: the same
//! sentences held against control people. Of fewer people other sentences hold of exactly one, so where these are fewer or more, the
//! figure is carried over to as many as there are people (`carried.rs`), and its interval says how uncertain that is. How certain a sentence
//! is the adversary learns from those that can be checked (`learnt.rs`), by how many people it would hold of if columns had nothing to do
//! with each other.
//!
//! # Cost
//! `O(tries · records)` and `O(sentences · people)`; at most [`MOST_TRIES`] tries.

use std::cmp::Ordering;

use hashbrown::HashSet;
use rayon::prelude::*;

use super::carried::carried;
use super::draw::Draw;
use super::outcome::{Attacked, Rate};
use super::records::{Cells, NO_LABEL, Records, Rows, distinct, rows};

/// Sentences that are made.
pub const ATTACKS: usize = 2_000;

/// Columns that a sentence is about.
pub const COLUMNS: usize = 3;

/// Sentences that are tried.
pub const MOST_TRIES: usize = 60_000;

const BATCH: usize = 2_000;

/// Runs it; why it cannot be run, if so.
pub fn single_out(records: &Records, seed: u64) -> Result<Attacked, String> {
    let [published, people, control] = [&records.published, &records.people, &records.control].map(distinct);
    if rows(&published) < 2 || rows(&people) < 2 {
        return Err("all records are alike".to_owned());
    }
    let (sentences, tried) = sentences(&published, &mut Draw::new(seed, 60));
    if sentences.is_empty() {
        return Err("no sentence holds of exactly one published record".to_owned());
    }
    let mut draw = Draw::new(seed, 61);
    let random: Vec<Sentence> = sentences.iter().map(|_| Sentence::random(&published, &mut draw)).collect();
    let mut found = Attacked::default();
    let right: Vec<bool> = sentences.par_iter().map(|one| one.singles_out(&people)).collect();
    let scores: Vec<f64> = sentences.par_iter().map(|one| one.expected(&published)).collect();
    found.success.add_many(right.len(), right.iter().filter(|right| **right).count());
    found.learn(&scores, &right);
    found.blind.add_many(random.len(), random.par_iter().filter(|one| one.singles_out(&people)).count());
    if rows(&control) > 1 {
        let counts: Vec<usize> = sentences.par_iter().map(|one| one.holding(&control, 4)).collect();
        let alone = counts.iter().filter(|&&count| count == 1).count();
        found.control = Some(if rows(&control) == rows(&people) {
            Rate { people: counts.len(), right: alone }
        } else {
            carried(&counts, rows(&people) as f64 / rows(&control) as f64)
        });
        found.fact("sentences that hold of one control person", alone as f64);
    }
    found.fact("sentences tried", tried as f64);
    found.tell_risk();
    Ok(found)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Compare {
    Is,
    IsNot,
    Least,
    Most,
    More,
    Less,
}

/// A column, a comparison, and the cell compared with.
type Part = (usize, Compare, u64);

/// Comparisons that all hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Sentence(Vec<Part>);

impl Sentence {
    /// What a record suggests.
    fn of(published: &Rows, medians: &[f64], row: usize, draw: &mut Draw) -> Self {
        let part = |at: usize| match &published[at] {
            Cells::Numbers(values) if values[row].is_nan() => (at, Compare::Is, values[row].to_bits()),
            Cells::Numbers(values) => {
                let compare = if values[row] > medians[at] { Compare::Least } else { Compare::Most };
                (at, compare, values[row].to_bits())
            }
            Cells::Labels(codes) => (at, Compare::Is, u64::from(codes[row])),
        };
        Self(some_columns(published.len(), draw).into_iter().map(part).collect())
    }

    /// Any columns, values that occur, any comparison.
    fn random(published: &Rows, draw: &mut Draw) -> Self {
        let part = |(at, row, pick): (usize, usize, usize)| match &published[at] {
            Cells::Numbers(values) => {
                let any = [Compare::Is, Compare::IsNot, Compare::Least, Compare::Most, Compare::More, Compare::Less];
                (at, any[pick], values[row].to_bits())
            }
            Cells::Labels(codes) => (at, [Compare::Is, Compare::IsNot][pick % 2], u64::from(codes[row])),
        };
        let columns = some_columns(published.len(), draw);
        let drawn: Vec<(usize, usize, usize)> =
            columns.into_iter().map(|at| (at, draw.below(rows(published)), draw.below(6))).collect();
        Self(drawn.into_iter().map(part).collect())
    }

    fn holds(&self, table: &Rows, row: usize) -> bool {
        self.0.iter().all(|&(at, compare, cell)| match &table[at] {
            Cells::Numbers(values) => compares(values[row], compare, f64::from_bits(cell)),
            Cells::Labels(codes) => {
                (u64::from(codes[row]) == cell) == (compare == Compare::Is)
                    && (compare == Compare::Is || codes[row] != NO_LABEL)
            }
        })
    }

    fn singles_out(&self, table: &Rows) -> bool {
        self.holding(table, 2) == 1
    }

    /// Of how many rows it holds, at most so many.
    fn holding(&self, table: &Rows, most: usize) -> usize {
        (0..rows(table)).filter(|&row| self.holds(table, row)).take(most).count()
    }

    /// Of how many rows it would hold if columns had nothing to do with each other.
    fn expected(&self, table: &Rows) -> f64 {
        let all = rows(table);
        let share = |part: &Part| Self(vec![*part]).holding(table, all) as f64 / all as f64;
        self.0.iter().map(share).product::<f64>() * all as f64
    }
}

fn compares(value: f64, compare: Compare, with: f64) -> bool {
    match compare {
        // Nothing but a missing value is like a missing one.
        Compare::Is => value.partial_cmp(&with).map_or(value.is_nan() && with.is_nan(), Ordering::is_eq),
        Compare::IsNot => value.partial_cmp(&with).is_some_and(Ordering::is_ne),
        Compare::Least => value >= with,
        Compare::Most => value <= with,
        Compare::More => value > with,
        Compare::Less => value < with,
    }
}

/// Columns drawn, ascending.
fn some_columns(all: usize, draw: &mut Draw) -> Vec<usize> {
    let mut columns: Vec<usize> = (0..all).collect();
    draw.shuffle(&mut columns);
    columns.truncate(COLUMNS);
    columns.sort_unstable();
    columns
}

/// Different sentences that each hold of one published record, and how many were tried.
fn sentences(published: &Rows, draw: &mut Draw) -> (Vec<Sentence>, usize) {
    let medians: Vec<f64> = published.iter().map(median).collect();
    let (mut seen, mut kept, mut tried) = (HashSet::new(), Vec::new(), 0);
    while tried < MOST_TRIES && kept.len() < ATTACKS {
        let batch: Vec<Sentence> = (0..BATCH)
            .map(|_| {
                let row = draw.below(rows(published));
                Sentence::of(published, &medians, row, draw)
            })
            .collect();
        tried += batch.len();
        let alone: Vec<bool> = batch.par_iter().map(|one| one.singles_out(published)).collect();
        for (sentence, _) in batch.into_iter().zip(alone).filter(|(_, alone)| *alone) {
            if kept.len() < ATTACKS && seen.insert(sentence.clone()) {
                kept.push(sentence);
            }
        }
    }
    (kept, tried)
}

fn median(column: &Cells) -> f64 {
    let Cells::Numbers(values) = column else { return 0.0 };
    let mut known: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
    known.sort_unstable_by(f64::total_cmp);
    match known.len() {
        0 => 0.0,
        odd if odd % 2 == 1 => known[odd / 2],
        even => f64::midpoint(known[even / 2 - 1], known[even / 2]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(rows: usize, seed: u64) -> Rows {
        let mut draw = Draw::new(seed, 77);
        (0..4).map(|_| Cells::Numbers((0..rows).map(|_| draw.below(5_000) as f64).collect())).collect()
    }

    /// A release that is the table itself singles out; one drawn anew finds no more than it does among control people.
    #[test]
    fn copies_are_singled_out_and_strangers_are_not() {
        let people = numbers(600, 1);
        let copy = Records { published: people.clone(), people: people.clone(), control: numbers(600, 2) };
        let found = single_out(&copy, 1).unwrap();
        assert_eq!(found.success.right, found.success.people);
        let control = found.control.unwrap();
        assert!(control.interval().1 < found.success.interval().0 - 0.3, "{found:?}");
        let strangers = Records { published: numbers(600, 3), people, control: numbers(600, 2) };
        let found = single_out(&strangers, 1).unwrap();
        let (low, high) = found.control.unwrap().interval();
        assert!(found.success.interval().0 <= high && low <= found.success.interval().1, "{found:?}");
    }

    /// Fewer control people, or more: what is carried over is about what as many would have told, and its interval says so.
    #[test]
    fn control_people_of_another_number_are_carried_over() {
        for seed in 0..6 {
            let run = |rows: usize| {
                let (published, people) = (numbers(900, 30 + seed), numbers(900, 40 + seed));
                single_out(&Records { published, people, control: numbers(rows, 50 + seed) }, 1).unwrap()
            };
            let equal = run(900).control.unwrap();
            for rows in [90, 450, 2_000] {
                let carried = run(rows).control.unwrap();
                let ((low, high), (least, most)) = (carried.interval(), equal.interval());
                // Other control people were counted, too: that is not in either interval.
                assert!(low <= most + 0.04 && least <= high + 0.04, "{seed}, {rows}: {carried:?} {equal:?}");
                assert!(high - low < if rows == 90 { 0.6 } else { 0.25 }, "{seed}, {rows}: {carried:?}");
            }
        }
    }

    #[test]
    fn a_constant_table_has_no_sentence() {
        let same = vec![Cells::Numbers(vec![1.0; 50]), Cells::Labels(vec![2; 50])];
        let records = Records { published: same.clone(), people: same.clone(), control: same };
        assert!(single_out(&records, 1).is_err());
    }
}
