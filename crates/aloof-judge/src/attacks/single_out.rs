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
//! sentences held against control people; where these are fewer or more, the count is carried over to as many as there are people,
//! by how often sentences single somebody out of samples of several sizes (as n·w·(1−w)ⁿ⁻¹ for weights w up to some bound).
//!
//! # Cost
//! `O(tries · records)` and `O(sentences · people)`; at most [`MOST_TRIES`] tries.

use std::cmp::Ordering;

use hashbrown::HashSet;
use rayon::prelude::*;

use super::draw::Draw;
use super::outcome::{Attacked, Rate};
use super::records::{Cells, NO_LABEL, Records, Rows, distinct, rows, take};

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
    // A sentence is a claim that somebody is alone; how certain, nothing tells.
    found.success.add_many(sentences.len(), singled(&people, &sentences));
    found.blind.add_many(random.len(), singled(&people, &random));
    if rows(&control) > 1 {
        let singled = singled(&control, &sentences) as f64;
        let more = carried_over(&control, rows(&people), &sentences, &mut Draw::new(seed, 62));
        let right = ((singled * more).round() as usize).min(sentences.len());
        found.control = Some(Rate { people: sentences.len(), right });
        found.fact("control people singled out before it is carried over to as many people", singled);
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
        (0..rows(table)).filter(|&row| self.holds(table, row)).take(2).count() == 1
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

fn singled(table: &Rows, sentences: &[Sentence]) -> usize {
    sentences.par_iter().filter(|sentence| sentence.singles_out(table)).count()
}

/// By how much more often sentences would single somebody out of `people` than out of all control people.
fn carried_over(control: &Rows, people: usize, sentences: &[Sentence], draw: &mut Draw) -> f64 {
    let all = rows(control);
    if all == people {
        return 1.0;
    }
    let least = all.min(1_000) / 2 + 1;
    let mut seen: Vec<(f64, f64)> = Vec::new();
    for step in 0..SIZES {
        let size = least + (all - least) * step / (SIZES - 1);
        for _ in 0..if size < all { REPEATS } else { 1 } {
            let mut order: Vec<usize> = (0..all).collect();
            draw.shuffle(&mut order);
            order.truncate(size);
            seen.push((size as f64, singled(&take(control, &order), sentences) as f64));
        }
    }
    // The bound of weights that fits best, with the scale that fits it best.
    let misfit = |bound: f64| {
        let model: Vec<f64> = seen.iter().map(|one| expected(one.0, bound)).collect();
        let both: f64 = model.iter().zip(&seen).map(|(a, b)| a * b.1).sum();
        let scale = both / model.iter().map(|a| a * a).sum::<f64>().max(1e-300);
        model.iter().zip(&seen).map(|(a, b)| (scale * a - b.1).powi(2)).sum::<f64>()
    };
    let bounds = (0..=600).map(|step| 10f64.powf(-6.0 + f64::from(step) / 100.0));
    let best = bounds.min_by(|&a, &b| misfit(a).total_cmp(&misfit(b))).unwrap_or(1.0);
    expected(people as f64, best) / expected(all as f64, best).max(1e-300)
}

/// Sizes of samples, and samples of each.
const SIZES: usize = 8;
const REPEATS: usize = 3;

/// How often one of `n` is alone where weights from 0 to a bound are equally likely: the integral of n·w·(1−w)ⁿ⁻¹.
fn expected(n: f64, bound: f64) -> f64 {
    (1.0 - (n * bound + 1.0) * (1.0 - bound).powf(n)) / (n + 1.0)
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

    /// Fewer control people: what is carried over is about what as many would have told.
    #[test]
    fn control_people_of_another_number_are_carried_over() {
        let records =
            |rows: usize| Records { published: numbers(900, 3), people: numbers(900, 4), control: numbers(rows, 5) };
        let share = |rows: usize| single_out(&records(rows), 1).unwrap().control.unwrap().share();
        assert!((share(900) - share(450)).abs() < 0.08, "{} {}", share(900), share(450));
    }

    #[test]
    fn a_constant_table_has_no_sentence() {
        let same = vec![Cells::Numbers(vec![1.0; 50]), Cells::Labels(vec![2; 50])];
        let records = Records { published: same.clone(), people: same.clone(), control: same };
        assert!(single_out(&records, 1).is_err());
    }
}
