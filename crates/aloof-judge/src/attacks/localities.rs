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
//! Of L localities of the true numbers σL were drawn and kept. A way to give records to people in which k of the L hold could have come
//! of as many draws as there are choices from these k: it has the weight (k / L)^σL, column by column. Such ways are drawn by Metropolis,
//! exchanging the records of two people, from the order of both; a person's record is the one had most often, and that often is how
//! certain it is.
//!
//! # Success
//! The record is the person's own. Blind: any record of those walked together.
//!
//! # Cost
//! `O(n²)` localities of n people walked together, and [`SWEEPS`] exchanges tried per person, each with the localities of two people; for
//! at most [`MOST_PEOPLE`] people, as many that were walked together as that are.

use rayon::prelude::*;

use super::draw::Draw;
use super::link::{Replaced, by_rank, mixed};
use super::outcome::Attacked;

/// Exchanges tried per person of which nothing is kept, and those that count.
pub const SWEEPS: (usize, usize) = (60, 120);

/// People that are looked for.
pub const MOST_PEOPLE: usize = 2_000;

/// Links people with records among those that were walked together; `share` of all localities was kept.
pub fn localities(columns: &[Replaced], together: &[Vec<u32>], share: f64, seed: u64) -> Attacked {
    let mut asked = 0;
    let taken = together.iter().filter(|some| some.len() > 1).take_while(|some| {
        let goes = asked < MOST_PEOPLE;
        asked += some.len();
        goes
    });
    let taken: Vec<(u64, &Vec<u32>)> = (90 << 8..).zip(taken).collect();
    let link = |&(purpose, some): &(u64, &Vec<u32>)| {
        let of = |all: &[f64]| some.iter().map(|&row| all[row as usize]).collect::<Vec<f64>>();
        let columns: Vec<Replaced> = columns.iter().map(|(before, after)| (of(before), of(after))).collect();
        Segment::new(&columns, share).linked(&mut Draw::new(seed, purpose))
    };
    let found: Vec<Vec<(f64, bool)>> = taken.par_iter().map(link).collect();
    let mut told = Attacked::default();
    found.iter().flatten().for_each(|&(belief, right)| told.claim(belief, 1, usize::from(right)));
    // Whoever picks any record of those walked together finds one of them.
    told.blind.add_many(told.success.people, found.len());
    told.fact("records walked together, at most", found.iter().map(Vec::len).max().unwrap_or(0) as f64);
    told
}

/// Of three people, by their places, whether the first is at least as far from the second as the third is, or at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Locality {
    people: [u32; 3],
    is_farther: bool,
}

impl Locality {
    fn holds(&self, numbers: &[f64], record_of: &[u32]) -> bool {
        let [low, between, high] = self.people.map(|person| numbers[record_of[person as usize] as usize]);
        let (left, right) = (between - low, high - between);
        left >= 0.0 && right >= 0.0 && if self.is_farther { left >= right } else { left <= right }
    }
}

/// All localities of numbers that do not follow from others: for every pair the last on the near side of the mirror image, and the
/// first on the far side.
fn localities_of(numbers: &[f64]) -> Vec<Locality> {
    let mut order: Vec<u32> = (0..numbers.len() as u32).collect();
    order.sort_by(|&a, &b| numbers[a as usize].total_cmp(&numbers[b as usize]));
    let value = |at: usize| numbers[order[at] as usize];
    let mut found = Vec::new();
    for between in 0..order.len() {
        let above = order.partition_point(|&other| numbers[other as usize] <= value(between));
        for low in (0..between).filter(|&low| value(low) < value(between)) {
            let mirror = 2.0 * value(between) - value(low);
            let far = order.partition_point(|&other| numbers[other as usize] < mirror).max(above);
            let people = |high: usize| [order[low], order[between], order[high]];
            if far > above {
                found.push(Locality { people: people(far - 1), is_farther: true });
            }
            if far < order.len() {
                found.push(Locality { people: people(far), is_farther: false });
            }
        }
    }
    found
}

/// One column among people walked together.
struct Column {
    published: Vec<f64>,
    localities: Vec<Locality>,
    /// The localities of each person.
    of: Vec<Vec<u32>>,
    /// How many were kept.
    kept: f64,
    /// How many hold as records are given now.
    holding: usize,
}

impl Column {
    fn new((before, after): &Replaced, share: f64, record_of: &[u32]) -> Self {
        let localities = localities_of(before);
        let mut of = vec![Vec::new(); before.len()];
        for (locality, number) in localities.iter().zip(0..) {
            locality.people.iter().for_each(|&person| of[person as usize].push(number));
        }
        let holding = localities.iter().filter(|one| one.holds(after, record_of)).count();
        Self { published: after.clone(), kept: share * localities.len() as f64, localities, of, holding }
    }

    /// How many localities of either of two people hold.
    fn of_two(&self, one: u32, other: u32, record_of: &[u32]) -> usize {
        let holds = |number: &u32| self.localities[*number as usize].holds(&self.published, record_of);
        let is_ones = |number: &u32| self.localities[*number as usize].people.contains(&one);
        let others = self.of[other as usize].iter().filter(|number| !is_ones(number));
        self.of[one as usize].iter().filter(|number| holds(number)).count() + others.filter(|n| holds(n)).count()
    }

    /// The logarithm of the weight when so many hold.
    fn weight(&self, holding: usize) -> f64 {
        self.kept * (holding.max(1) as f64).ln()
    }
}

/// People walked together.
struct Segment {
    columns: Vec<Column>,
    /// The record that each person has now.
    record_of: Vec<u32>,
}

impl Segment {
    fn new(columns: &[Replaced], share: f64) -> Self {
        let mut record_of = vec![0; columns[0].0.len()];
        by_rank(columns).into_iter().for_each(|(person, record)| record_of[person] = record as u32);
        let columns = columns.iter().map(|column| Column::new(column, share, &record_of)).collect();
        Self { columns, record_of }
    }

    /// For each person how certain its record is, and whether it is the own one.
    fn linked(mut self, draw: &mut Draw) -> Vec<(f64, bool)> {
        let people = self.record_of.len();
        let mut visits = vec![0u32; people * people];
        for sweep in 0..SWEEPS.0 + SWEEPS.1 {
            (0..people).for_each(|_| self.step(draw));
            if sweep >= SWEEPS.0 {
                self.record_of.iter().enumerate().for_each(|(person, &at)| visits[person * people + at as usize] += 1);
            }
        }
        let one = |(person, visits): (usize, &[u32])| {
            let most = visits.iter().copied().max().unwrap_or(0);
            let alike: Vec<usize> = (0..people).filter(|&record| visits[record] == most).collect();
            (f64::from(most) / SWEEPS.1 as f64, alike[mixed(person, 3) as usize % alike.len()] == person)
        };
        visits.chunks(people).enumerate().map(one).collect()
    }

    /// Two people exchange their records, or keep them.
    fn step(&mut self, draw: &mut Draw) {
        let people = self.record_of.len();
        let (one, other, luck) = (draw.below(people), draw.below(people), draw.unit());
        if one == other {
            return;
        }
        let count = |columns: &[Column], record_of: &[u32]| -> Vec<usize> {
            columns.iter().map(|column| column.of_two(one as u32, other as u32, record_of)).collect()
        };
        let before = count(&self.columns, &self.record_of);
        self.record_of.swap(one, other);
        let after = count(&self.columns, &self.record_of);
        let holding = |at: usize| self.columns[at].holding + after[at] - before[at];
        let gain = |at: usize| self.columns[at].weight(holding(at)) - self.columns[at].weight(self.columns[at].holding);
        if luck.ln() < (0..self.columns.len()).map(gain).sum() {
            let holding: Vec<usize> = (0..self.columns.len()).map(holding).collect();
            self.columns.iter_mut().zip(holding).for_each(|(column, holding)| column.holding = holding);
        } else {
            self.record_of.swap(one, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every triple that the definition names follows from one that was found, and what was found is true.
    #[test]
    fn localities_are_those_of_the_definition() {
        for seed in 0..40 {
            let mut draw = Draw::new(seed, 82);
            let numbers: Vec<f64> = (0..9).map(|_| draw.below(20) as f64).collect();
            let found = localities_of(&numbers);
            let own: Vec<u32> = (0..9).collect();
            assert!(found.iter().all(|one| one.holds(&numbers, &own)), "{numbers:?}");
            for (i, j, k) in (0..9).flat_map(|i| (0..9).flat_map(move |j| (0..9).map(move |k| (i, j, k)))) {
                let [a, b, c] = [i, j, k].map(|at: usize| numbers[at]);
                if !(a < b && b < c) {
                    continue;
                }
                let follows = |one: &Locality| {
                    let [low, between, high] = one.people.map(|at| numbers[at as usize]);
                    let same = low.total_cmp(&a).is_eq() && between.total_cmp(&b).is_eq();
                    same && if one.is_farther { b - a >= c - b && c <= high } else { b - a <= c - b && c >= high }
                };
                assert!(found.iter().any(follows), "{numbers:?}: {a} {b} {c}");
            }
        }
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
        let run = |after: Vec<f64>| localities(&[(before.clone(), after)], &together, 0.3, 1);
        let found = run(kept);
        assert!(found.success.right > 68 && found.claims[2].people > 40, "{found:?}");
        assert_eq!((found.blind.people, found.blind.right), (80, 2));
        let found = run(shuffled);
        assert!(found.success.right <= 9, "{found:?}");
    }

    #[test]
    fn a_constant_column_tells_nothing() {
        let before: Vec<f64> = (0..60).map(f64::from).collect();
        let found = localities(&[(before, vec![5.0; 60])], &[(0..60).collect()], 0.05, 1);
        assert!(found.success.right <= 6, "{found:?}");
    }
}
