//! `link`, by localities: whose record is whose in columns that were walked, by which of two people is nearer to a third.
//!
//! # Source
//! The pattern-preserving walk of RW keeps localities: for true numbers a < b < c which of a and c is nearer to b, with their order.
//! What a release is known to keep is what its rows can be told apart by.
//!
//! # The adversary knows
//! The true numbers of everybody, who were walked together (their records, too, but not whose is whose), and which share σ of localities was
//! kept, but not which ones.
//!
//! # Method
//! Of L localities of the true numbers s = σL were drawn and kept, every choice as likely. A way to give records to people in which k of the L
//! hold could have come of C(k, s) choices: that is its weight, column by column. Where equal numbers are walked as one, localities are those of
//! distinct numbers, and people who were equal are most likely still so. Such ways are drawn by Metropolis, exchanging the records of two or
//! three people, from the order of both; a person's record is the one had most often. The weight leaves out that choices which keep fewer
//! columns possible make each of them likelier, and localities go with each other: so shares are tried that are several times as large
//! ([`SHARPNESSES`]), which prefer fewer ways, and the one that finds most counts. How certain a record is the adversary learns from people
//! whose records are known (`learnt.rs`), by how often it was had.
//!
//! # Success
//! The record is the person's own. Blind: any record of those walked together.
//!
//! # Cost
//! `O(n²)` localities of n people walked together, and [`SWEEPS`] exchanges tried per person, each with the localities of two or three people; for
//! at most [`MOST_PEOPLE`] people, as many that were walked together as that are; once for each sharpness.

use rayon::prelude::*;

use super::draw::Draw;
use super::link::{Replaced, by_rank, mixed};
use super::locality::{Locality, Says, localities_of};
use super::outcome::Attacked;

/// Exchanges tried per person of which nothing is kept, and those that count.
pub const SWEEPS: (usize, usize) = (60, 120);

/// People that are looked for.
pub const MOST_PEOPLE: usize = 2_000;

/// So many times as many localities as were kept are taken for kept.
pub const SHARPNESSES: [f64; 2] = [1.0, 3.0];

/// What a way to give records loses for every locality that it has too few of, and for every two people who were equal and are not.
const TOO_FEW: f64 = 30.0;
const UNEQUAL: f64 = 3.0;

/// What is known of how a column was walked.
#[derive(Clone, Copy, Debug)]
pub struct Walked {
    /// The share of localities that was kept.
    pub share: f64,
    /// Equal numbers were walked as one.
    pub collapsed: bool,
}

impl Walked {
    /// As if so many times as many localities had been kept.
    fn sharper(self, times: f64) -> Self {
        Self { share: (self.share * times).min(1.0), ..self }
    }
}

/// Links people with records among those that were walked together, in columns each of which was walked in its own way.
pub fn localities(columns: &[Replaced], together: &[Vec<u32>], walked: &[Walked], seed: u64) -> Attacked {
    let taken = looked_for(together);
    let tried = SHARPNESSES.map(|times| {
        let walked: Vec<Walked> = walked.iter().map(|one| one.sharper(times)).collect();
        linked(columns, &taken, &walked, seed)
    });
    // Of those that find as many the first.
    let found = tried.into_iter().min_by_key(|found| std::cmp::Reverse(right(found))).unwrap_or_default();
    let (scores, is_right): (Vec<f64>, Vec<bool>) =
        found.iter().flatten().map(|&(share, right)| (-share, right)).unzip();
    let mut told = Attacked::default();
    told.success.add_many(is_right.len(), right(&found));
    told.learn(&scores, &is_right);
    // Whoever picks any record of those walked together finds one of them.
    told.blind.add_many(told.success.people, found.len());
    told.fact("records walked together, at most", found.iter().map(Vec::len).max().unwrap_or(0) as f64);
    told
}

/// Those whose records are looked for.
fn looked_for(together: &[Vec<u32>]) -> Vec<&Vec<u32>> {
    let mut asked = 0;
    let taken = together.iter().filter(|some| some.len() > 1).take_while(|some| {
        let goes = asked < MOST_PEOPLE;
        asked += some.len();
        goes
    });
    taken.collect()
}

/// For each of those walked together and each person how often its record is had, and whether it is the own one.
fn linked(columns: &[Replaced], taken: &[&Vec<u32>], walked: &[Walked], seed: u64) -> Vec<Vec<(f64, bool)>> {
    let link = |(at, some): (usize, &&Vec<u32>)| {
        let of = |all: &[f64]| some.iter().map(|&row| all[row as usize]).collect::<Vec<f64>>();
        let columns: Vec<Replaced> = columns.iter().map(|(before, after)| (of(before), of(after))).collect();
        Segment::new(&columns, walked).linked(&mut Draw::new(seed, (90 << 8) + at as u64))
    };
    taken.par_iter().enumerate().map(link).collect()
}

fn right(found: &[Vec<(f64, bool)>]) -> usize {
    found.iter().flatten().filter(|(_, right)| *right).count()
}

/// So many localities, and pairs of equal people, hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Held {
    localities: usize,
    equals: usize,
}

/// One column among people walked together.
struct Column {
    published: Vec<f64>,
    localities: Vec<Locality>,
    /// The localities of each person.
    of: Vec<Vec<u32>>,
    /// The logarithm of the weight for each number of localities that hold.
    weights: Vec<f64>,
    /// What holds as records are given now.
    held: Held,
}

impl Column {
    fn new((before, after): &Replaced, walked: Walked, record_of: &[u32]) -> Self {
        let localities = localities_of(before, walked.collapsed);
        let mut of = vec![Vec::new(); before.len()];
        for (locality, number) in localities.iter().zip(0..) {
            for (at, &person) in locality.people.iter().enumerate() {
                if !locality.people[..at].contains(&person) {
                    of[person as usize].push(number);
                }
            }
        }
        let all = localities.iter().filter(|one| one.says != Says::Equal).count();
        let weights = weights(all, (walked.share * all as f64).round() as usize);
        let mut column = Self { published: after.clone(), localities, of, weights, held: Held::default() };
        column.held = column.count((0..column.localities.len() as u32).collect::<Vec<_>>().iter(), record_of);
        column
    }

    fn count<'a>(&self, numbers: impl Iterator<Item = &'a u32>, record_of: &[u32]) -> Held {
        let mut held = Held::default();
        for one in numbers.map(|&number| &self.localities[number as usize]) {
            let holds = usize::from(one.holds(&self.published, record_of));
            *(if one.says == Says::Equal { &mut held.equals } else { &mut held.localities }) += holds;
        }
        held
    }

    /// What holds of any of these people.
    fn of_these(&self, people: &[u32], record_of: &[u32]) -> Held {
        let mut held = Held::default();
        for (at, &person) in people.iter().enumerate() {
            let is_counted = |number: &&u32| {
                let locality = &self.localities[**number as usize];
                people[..at].iter().any(|before| locality.people.contains(before))
            };
            let more = self.count(self.of[person as usize].iter().filter(|number| !is_counted(number)), record_of);
            held.localities += more.localities;
            held.equals += more.equals;
        }
        held
    }

    /// The logarithm of the weight when so much holds.
    fn weight(&self, held: Held) -> f64 {
        self.weights[held.localities] + UNEQUAL * held.equals as f64
    }
}

/// For each number of localities that hold, of `all`, the logarithm of how many choices of `kept` there are among them; below it, ever less.
fn weights(all: usize, kept: usize) -> Vec<f64> {
    let mut weights: Vec<f64> = (0..=all).map(|held| -TOO_FEW * kept.saturating_sub(held) as f64).collect();
    for held in kept + 1..=all {
        // C(k, s) = C(k − 1, s) · k / (k − s).
        weights[held] = weights[held - 1] + (held as f64 / (held - kept) as f64).ln();
    }
    weights
}

/// People walked together.
struct Segment {
    columns: Vec<Column>,
    /// The record that each person has now.
    record_of: Vec<u32>,
}

impl Segment {
    fn new(columns: &[Replaced], walked: &[Walked]) -> Self {
        let mut record_of = vec![0; columns[0].0.len()];
        by_rank(columns).into_iter().for_each(|(person, record)| record_of[person] = record as u32);
        let of = |(column, &walked): (&Replaced, &Walked)| Column::new(column, walked, &record_of);
        let columns = columns.iter().zip(walked).map(of).collect();
        Self { columns, record_of }
    }

    /// For each person how often its record is had, and whether it is the own one.
    fn linked(mut self, draw: &mut Draw) -> Vec<(f64, bool)> {
        let people = self.record_of.len();
        let visits = self.visits(SWEEPS, draw);
        let one = |(person, visits): (usize, &[u32])| {
            let most = visits.iter().copied().max().unwrap_or(0);
            let alike: Vec<usize> = (0..people).filter(|&record| visits[record] == most).collect();
            (f64::from(most) / SWEEPS.1 as f64, alike[mixed(person, 3) as usize % alike.len()] == person)
        };
        visits.chunks(people).enumerate().map(one).collect()
    }

    /// How often each person had each record, person by person; after sweeps that do not count.
    fn visits(&mut self, sweeps: (usize, usize), draw: &mut Draw) -> Vec<u32> {
        let people = self.record_of.len();
        let mut visits = vec![0u32; people * people];
        for sweep in 0..sweeps.0 + sweeps.1 {
            (0..people).for_each(|_| self.step(draw));
            if sweep >= sweeps.0 {
                self.record_of.iter().enumerate().for_each(|(person, &at)| visits[person * people + at as usize] += 1);
            }
        }
        visits
    }

    /// Two people exchange their records, or three pass theirs on, or keep them: exchanges of two alone do not lead everywhere.
    fn step(&mut self, draw: &mut Draw) {
        let people = self.record_of.len();
        let drawn = [draw.below(people), draw.below(people), draw.below(people)].map(|person| person as u32);
        let (many, luck) = (2 + draw.below(2), draw.unit());
        let some = &drawn[..many];
        if (1..many).any(|at| some[..at].contains(&some[at])) {
            return;
        }
        let count = |columns: &[Column], record_of: &[u32]| -> Vec<Held> {
            columns.iter().map(|column| column.of_these(some, record_of)).collect()
        };
        let before = count(&self.columns, &self.record_of);
        let kept: Vec<u32> = some.iter().map(|&person| self.record_of[person as usize]).collect();
        some.iter()
            .zip(kept.iter().cycle().skip(1))
            .for_each(|(&person, &record)| self.record_of[person as usize] = record);
        let after = count(&self.columns, &self.record_of);
        let next: Vec<Held> = self
            .columns
            .iter()
            .zip(before.iter().zip(&after))
            .map(|(column, (before, after))| Held {
                localities: column.held.localities + after.localities - before.localities,
                equals: column.held.equals + after.equals - before.equals,
            })
            .collect();
        let gain = |(column, &next): (&Column, &Held)| column.weight(next) - column.weight(column.held);
        if luck.ln() < self.columns.iter().zip(&next).map(gain).sum() {
            self.columns.iter_mut().zip(next).for_each(|(column, next)| column.held = next);
        } else {
            some.iter().zip(kept).for_each(|(&person, record)| self.record_of[person as usize] = record);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to give five records to five people, and every choice of localities that could have been kept, in turn.
    #[test]
    fn ways_are_drawn_as_often_as_choices_lead_to_them() {
        for seed in 0..6 {
            let mut draw = Draw::new(seed, 84);
            let mut column = || -> Replaced {
                let mut numbers: Vec<f64> = (0..40).map(f64::from).collect();
                draw.shuffle(&mut numbers);
                let before = numbers[..5].to_vec();
                // Moved by little, so that most localities hold.
                let after = before.iter().map(|x| x + draw.unit() * 8.0).collect();
                (before, after)
            };
            let columns: Vec<Replaced> = (0..=(seed as usize % 2)).map(|_| column()).collect();
            let walked = vec![Walked { share: 0.2, collapsed: seed % 3 == 0 }; columns.len()];
            let mut literal = [0.0; 25];
            for way in ways(5) {
                let weight: f64 = columns.iter().map(|column| choices(column, 0.2, &way)).product();
                way.iter().enumerate().for_each(|(person, &record)| literal[person * 5 + record as usize] += weight);
            }
            let all: f64 = literal[..5].iter().sum();
            let visits = Segment::new(&columns, &walked).visits((100, 300_000), &mut draw);
            for (literal, visits) in literal.iter().zip(&visits) {
                let (literal, drawn) = (literal / all, f64::from(*visits) / 300_000.0);
                assert!((literal - drawn).abs() < 0.03, "{seed}: {literal} {drawn}");
            }
        }
    }

    fn ways(people: u32) -> Vec<Vec<u32>> {
        if people == 0 {
            return vec![Vec::new()];
        }
        let put = |way: &Vec<u32>, at: usize| [&way[..at], &[people - 1], &way[at..]].concat();
        ways(people - 1).iter().flat_map(|way| (0..=way.len()).map(move |at| put(way, at))).collect()
    }

    /// How many choices of a share of all localities hold in full, when records are given so.
    fn choices((before, after): &Replaced, share: f64, way: &[u32]) -> f64 {
        let all = localities_of(before, false);
        let kept = (share * all.len() as f64).round() as u32;
        let holds: Vec<bool> = all.iter().map(|one| one.holds(after, way)).collect();
        let chosen = |choice: u32| (0..all.len()).filter(move |at| choice >> at & 1 == 1);
        let fits = |&choice: &u32| choice.count_ones() == kept && chosen(choice).all(|at| holds[at]);
        (0..1u32 << all.len()).filter(fits).count() as f64
    }

    /// Numbers moved so that all localities hold are linked with certainty, shuffled ones by chance.
    #[test]
    fn what_keeps_localities_is_linked_and_what_is_shuffled_is_not() {
        let mut draw = Draw::new(2, 83);
        let before: Vec<f64> = (0..80).map(|_| draw.below(100_000) as f64).collect();
        let kept: Vec<f64> = before.iter().map(|x| 3.0 * x + 17.0).collect();
        let mut shuffled = kept.clone();
        draw.shuffle(&mut shuffled);
        let together = vec![(0..40).collect(), (40..80).collect()];
        let walked = Walked { share: 0.3, collapsed: true };
        let run = |after: Vec<f64>| localities(&[(before.clone(), after)], &together, &[walked], 1);
        let found = run(kept);
        assert!(found.success.right > 68 && found.claims[1].people > 40, "{found:?}");
        assert_eq!((found.blind.people, found.blind.right), (80, 2));
        let found = run(shuffled);
        assert!(found.success.right <= 9, "{found:?}");
    }

    #[test]
    fn a_constant_column_tells_nothing() {
        let before: Vec<f64> = (0..60).map(f64::from).collect();
        let walked = Walked { share: 0.05, collapsed: true };
        let found = localities(&[(before, vec![5.0; 60])], &[(0..60).collect()], &[walked], 1);
        assert!(found.success.right <= 6, "{found:?}");
    }
}
