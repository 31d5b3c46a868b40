//! Releases of (ε, m)-anonymity by every maker, from one table in memory; each is judged before anything is measured of it.

use aloof::Error;
use aloof_judge::utility::query::{Drawn, Workload};
use aloof_methods::baselines::retention;
use aloof_methods::split::{Near, Problem, Tuning, printed, split_with};
use aloof_table::{Column, NumberColumn, Partition};
use hashbrown::HashMap;

use super::super::clock;
use super::super::lab::Lab;
use super::super::sample::{Draw, Sample};

/// What is near to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Form {
    /// Within ε.
    Absolute(i64),
    /// Within this many thousandths of it.
    Relative(i64),
}

impl Form {
    /// Whether `other`, which is not smaller, lies in the neighbourhood of `one`.
    fn above(self, one: i64, other: i64) -> bool {
        match self {
            Self::Absolute(epsilon) => other - one <= epsilon,
            Self::Relative(part) => other * 1000 <= one * (1000 + part),
        }
    }

    /// Whether `other`, which is not larger, lies in the neighbourhood of `one`.
    fn below(self, one: i64, other: i64) -> bool {
        match self {
            Self::Absolute(epsilon) => one - other <= epsilon,
            Self::Relative(part) => other * 1000 >= one * (1000 - part),
        }
    }

    /// How much of the domain a neighbourhood takes, as far as it lies in it.
    fn length(self, value: i64, (low, high): (i64, i64)) -> f64 {
        let (value, low, high) = (value as f64, low as f64, high as f64);
        let (from, to) = match self {
            Self::Absolute(epsilon) => (value - epsilon as f64, value + epsilon as f64),
            Self::Relative(part) => (value * (1.0 - part as f64 / 1000.0), value * (1.0 + part as f64 / 1000.0)),
        };
        (to.min(high) - from.max(low)) / (high - low)
    }

    pub fn number(self) -> f64 {
        match self {
            Self::Absolute(epsilon) => epsilon as f64,
            Self::Relative(part) => part as f64 / 1000.0,
        }
    }
}

/// How values are hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Maker {
    /// Split-and-partition as printed.
    Printed,
    /// What the program makes to keep the same.
    Ours,
    /// Perturbation with the probability of the paper's Equation 3.
    Perturbed,
    /// Perturbation with the largest probability that keeps the promise whatever value is seen.
    Sound,
}

impl Maker {
    pub fn name(self) -> &'static str {
        match self {
            Self::Printed => "groups, as printed",
            Self::Ours => "groups, aloof",
            Self::Perturbed => "perturbation, as printed",
            Self::Sound => "perturbation, sound",
        }
    }
}

/// A table of people with one income each, and workloads that every release of it is asked.
pub(in super::super) struct Bench {
    pub lab: Lab,
    values: Vec<i64>,
    codes: Vec<u32>,
    distinct: Vec<i64>,
    counts: Vec<u32>,
    workloads: Vec<(usize, &'static str, Workload)>,
    /// What was asked of each release, in the order of workloads; nothing where it is not needed.
    asked: HashMap<(Form, u32, Maker), Vec<Sample>>,
}

/// Which of the workloads a figure needs of a release.
pub(in super::super) type Needed<'a> = &'a dyn Fn(usize, &str) -> bool;

impl Bench {
    /// Asks about so many columns, and such shares of all positions.
    pub fn new(lab: Lab, dimensions: &[usize], volumes: &[&'static str], queries: usize) -> Self {
        let Column::Number(numbers) = &lab.sensitive[0].1 else { unreachable!("incomes are numbers") };
        let values: Vec<i64> = (0..numbers.len()).map(|row| numbers.scaled(row).unwrap_or(0) as i64).collect();
        let mut distinct = values.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let codes: Vec<u32> =
            values.iter().map(|value| distinct.partition_point(|other| other < value) as u32).collect();
        let mut counts = vec![0; distinct.len()];
        codes.iter().for_each(|&code| counts[code as usize] += 1);
        let workload = |dimensions: usize, volume: &'static str| {
            let share = volume.parse().expect("written here");
            (dimensions, volume, Workload { dimensions, sensitive: 1, volume: share, queries, seed: 1 })
        };
        let workloads = dimensions.iter().flat_map(|&many| volumes.iter().map(move |volume| workload(many, volume)));
        let workloads = workloads.collect();
        Self { lab, values, codes, distinct, counts, workloads, asked: HashMap::new() }
    }

    /// The errors of one workload; none where the promise cannot be made. A release is made once, and asked all that is `needed` of it.
    pub fn errors(
        &mut self,
        (form, m): (Form, u32),
        maker: Maker,
        (dimensions, volume): (usize, &str),
        needed: Needed<'_>,
    ) -> Result<Sample, Error> {
        if !self.asked.contains_key(&(form, m, maker)) {
            let found = self.ask(form, m, maker, needed)?;
            self.asked.insert((form, m, maker), found);
        }
        let at = self.workloads.iter().position(|one| one.0 == dimensions && one.1 == volume).expect("was asked");
        Ok(self.asked[&(form, m, maker)][at].clone())
    }

    fn ask(&self, form: Form, m: u32, maker: Maker, needed: Needed<'_>) -> Result<Vec<Sample>, Error> {
        let is_needed: Vec<bool> = self.workloads.iter().map(|one| needed(one.0, one.1)).collect();
        let chosen = self.workloads.iter().zip(&is_needed).filter(|(_, needed)| **needed);
        let workloads: Vec<Workload> = chosen.map(|(one, _)| one.2).collect();
        let found = match maker {
            Maker::Printed | Maker::Ours => {
                let groups = self.groups(form, m, maker)?;
                groups.map(|groups| self.lab.errors(&groups, &workloads)).transpose()?
            }
            Maker::Perturbed | Maker::Sound => {
                let kept = self.kept(form, m, maker);
                kept.map(|kept| self.perturbed(kept, &workloads)).transpose()?
            }
        };
        let mut found = found.unwrap_or_default().into_iter();
        Ok(is_needed
            .iter()
            .map(|needed| if *needed { found.next().unwrap_or_default() } else { Sample::default() })
            .collect())
    }

    /// The errors where values are kept with this probability, else drawn evenly.
    fn perturbed(&self, kept: f64, workloads: &[Workload]) -> Result<Vec<Sample>, Error> {
        let (low, high) = self.domain();
        let positions = (high - low + 1) as usize;
        let mut draw = Draw::new(7);
        let mut one = |&value: &i64| if draw.unit() < kept { value } else { low + draw.below(positions) as i64 };
        let after = Column::Number(NumberColumn::from_integers(self.values.iter().map(&mut one).collect()));
        self.lab.errors_perturbed(&after, Drawn { kept, positions: positions as f64 }, workloads)
    }

    /// Groups that keep the promise; none where there are none.
    pub fn groups(&self, form: Form, m: u32, maker: Maker) -> Result<Option<Partition>, Error> {
        let solved = self.solve(form, m, maker, &self.near(form));
        match solved {
            Some(groups) if self.keeps(&groups, form, m) => Ok(Some(groups)),
            Some(_) => Err(Error::Bug(format!("{} do not keep {form:?} with m = {m}", maker.name()))),
            None => Ok(None),
        }
    }

    /// Groups in which values lie so far apart.
    pub fn solve(&self, form: Form, m: u32, maker: Maker, near: &Near) -> Option<Partition> {
        let problem = self.problem(near, m);
        if maker == Maker::Printed {
            return printed(&problem, &self.reaches(form)).ok();
        }
        let tuning = Tuning::for_table(self.codes.len(), self.lab.axes.len());
        split_with(&problem, &tuning.tempered([7; 32])).ok()
    }

    fn problem<'a>(&'a self, near: &'a Near, m: u32) -> Problem<'a> {
        let (axes, codes) = (self.lab.axes.as_slice(), self.codes.as_slice());
        Problem { axes, codes, near: Some(near), m, least: 1, monotone: false, may_stand: None }
    }

    /// Seconds of solving, so many times.
    pub fn seconds(&self, form: Form, m: u32, maker: Maker, times: usize) -> Sample {
        let one = || clock::seconds(|| self.solve(form, m, maker, &self.near(form)).is_some());
        let found: Vec<(f64, bool)> = (0..times).map(|_| one()).collect();
        Sample(found.into_iter().filter(|(_, solved)| *solved).map(|(seconds, _)| seconds).collect())
    }

    /// The last value near to each: of two, the neighbourhood of one of them holds the other.
    pub fn near(&self, form: Form) -> Near {
        let last = |&value: &i64| {
            self.distinct
                .partition_point(|&other| other <= value || form.above(value, other) || form.below(other, value))
                - 1
        };
        Near::new(self.distinct.iter().map(|value| last(value) as u32).collect())
    }

    /// The last value that lies in one window of length 2ε with each.
    pub fn twice(&self, epsilon: i64) -> Near {
        self.near(Form::Absolute(2 * epsilon))
    }

    /// The first and the last value in the neighbourhood of each.
    fn reaches(&self, form: Form) -> Vec<(u32, u32)> {
        let first = |&value: &i64| self.distinct.partition_point(|&other| other < value && !form.below(value, other));
        let last =
            |&value: &i64| self.distinct.partition_point(|&other| other <= value || form.above(value, other)) - 1;
        self.distinct.iter().map(|value| (first(value) as u32, last(value) as u32)).collect()
    }

    /// The definition, group by group: no neighbourhood of a member's value holds more than one in m of the group.
    fn keeps(&self, groups: &Partition, form: Form, m: u32) -> bool {
        groups.iter().all(|rows| {
            let mut values: Vec<i64> = rows.iter().map(|&row| self.values[row as usize]).collect();
            values.sort_unstable();
            values.iter().all(|&value| {
                let from = values.partition_point(|&other| other < value && !form.below(value, other));
                let to = values.partition_point(|&other| other <= value || form.above(value, other));
                (to - from) * m as usize <= rows.len()
            })
        })
    }

    /// The share of people in whose group some interval of length 2ε, wherever its centre, holds more than one in m.
    pub fn exposed(&self, groups: &Partition, epsilon: i64, m: usize) -> f64 {
        let crowded = |rows: &&[u32]| {
            let mut values: Vec<i64> = rows.iter().map(|&row| self.values[row as usize]).collect();
            values.sort_unstable();
            let held = |at: usize| values.partition_point(|&other| other <= values[at] + 2 * epsilon) - at;
            (0..values.len()).any(|at| held(at) * m > rows.len())
        };
        groups.iter().filter(crowded).map(<[u32]>::len).sum::<usize>() as f64 / self.codes.len() as f64
    }

    /// The errors of the first workload, asked of these groups.
    pub fn asked(&self, groups: &Partition) -> Result<Sample, Error> {
        Ok(self.lab.errors(groups, &[self.workloads[0].2])?.remove(0))
    }

    /// Groups of the register view, tempered or not.
    pub fn register(&self, epsilon: i64, m: u32, tempered: bool) -> Option<Partition> {
        let near = self.twice(epsilon);
        let tuning = Tuning::for_table(self.codes.len(), self.lab.axes.len());
        let tuning = if tempered { tuning.tempered([7; 32]) } else { tuning };
        split_with(&self.problem(&near, m), &tuning).ok()
    }

    /// Of exchanges between neighbouring groups that quasi values favour, whether a window of `width` allows each: at the truth, and
    /// with the values of each group shuffled. Samples hold 1 for one that is open.
    pub fn open_exchanges(&self, groups: &Partition, width: i64, m: usize, draw: &mut Draw) -> (Sample, Sample) {
        let groups: Vec<&[u32]> = groups.iter().collect();
        let (mut truth, mut shuffled) = (Vec::new(), Vec::new());
        let nearest = 12.min(groups.len().saturating_sub(1));
        for _ in 0..if nearest > 0 { 150 } else { 0 } {
            let one = draw.below(groups.len());
            let mut others: Vec<usize> = (0..groups.len()).filter(|&other| other != one).collect();
            let far = |other: usize| self.apart(groups[one][0], groups[other][0]);
            others.select_nth_unstable_by_key(nearest - 1, |&other| far(other));
            for &two in &others[..nearest] {
                self.favoured([groups[one], groups[two]], |a, b| {
                    let open = |a: usize, b: usize| {
                        f64::from(u8::from(self.may_change([groups[one], groups[two]], (a, b), (width, m))))
                    };
                    truth.push(open(a, b));
                    shuffled.push(open(draw.below(groups[one].len()), draw.below(groups[two].len())));
                });
            }
        }
        (Sample(truth), Sample(shuffled))
    }

    /// Every exchange of two rows that makes the boxes of their groups smaller.
    fn favoured(&self, pair: [&[u32]; 2], mut found: impl FnMut(usize, usize)) {
        let before = self.span(pair[0]) + self.span(pair[1]);
        for a in 0..pair[0].len() {
            for b in 0..pair[1].len() {
                let (mut left, mut right) = (pair[0].to_vec(), pair[1].to_vec());
                std::mem::swap(&mut left[a], &mut right[b]);
                if self.span(&left) + self.span(&right) < before - 1e-4 {
                    found(a, b);
                }
            }
        }
    }

    /// Whether both groups still keep the window once the values in these places are exchanged.
    fn may_change(&self, pair: [&[u32]; 2], (a, b): (usize, usize), (width, m): (i64, usize)) -> bool {
        let [mut left, mut right] =
            pair.map(|rows| rows.iter().map(|&row| self.values[row as usize]).collect::<Vec<i64>>());
        std::mem::swap(&mut left[a], &mut right[b]);
        let holds = |values: &mut Vec<i64>| {
            values.sort_unstable();
            let room = values.len() / m;
            values.iter().zip(&values[room..]).all(|(a, b)| b - a > width)
        };
        holds(&mut left) && holds(&mut right)
    }

    /// How far two rows lie apart, in millionths of the domains together.
    fn apart(&self, one: u32, other: u32) -> i64 {
        self.lab.quasi.iter().map(|quasi| (quasi.share_between(one, other) * 1e6) as i64).sum()
    }

    /// What a group loses.
    fn span(&self, rows: &[u32]) -> f64 {
        self.lab.axes.iter().map(|axis| axis.loss(rows)).sum::<f64>() * rows.len() as f64
    }

    fn domain(&self) -> (i64, i64) {
        (self.distinct.first().copied().unwrap_or(0), self.distinct.last().copied().unwrap_or(0))
    }

    /// The largest probability with which values may be kept; `None` where even 0 does not keep the promise.
    fn kept(&self, form: Form, m: u32, maker: Maker) -> Option<f64> {
        let reaches = self.reaches(form);
        if maker == Maker::Sound {
            let (low, high) = self.domain();
            let parts = retention(&self.counts, &reaches, i128::from(high - low) + 1, m)?;
            return (parts > 0).then(|| parts as f64 / 1e9);
        }
        let mut before = vec![0u64; self.counts.len() + 1];
        (0..self.counts.len()).for_each(|at| before[at + 1] = before[at] + u64::from(self.counts[at]));
        let (people, m) = (self.codes.len() as f64, f64::from(m));
        // P(p + (1 − p)L) / (Pp + (1 − p)L) ≤ 1/m, for the share P of people in a neighbourhood and its share L of the domain.
        let odds = |(&value, &(first, last)): (&i64, &(u32, u32))| {
            let share = (before[last as usize + 1] - before[first as usize]) as f64 / people;
            form.length(value, self.domain()) * (1.0 - share * m) / (share * (m - 1.0))
        };
        let least = self.distinct.iter().zip(&reaches).map(odds).fold(f64::INFINITY, f64::min);
        (least > 0.0).then(|| least / (1.0 + least))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::lab::Quasi;
    use super::*;

    fn bench(incomes: &[i64]) -> Bench {
        let ages = Quasi::number("age", (0..incomes.len() as i64).collect());
        let income = Column::Number(NumberColumn::from_integers(incomes.to_vec()));
        Bench::new(Lab::new("few".to_owned(), vec![ages], vec![("income", income)]), &[2], &["0.1"], 5)
    }

    /// Values spread evenly over the whole domain: the paper's own example, and both probabilities are the same.
    #[test]
    fn retention_is_that_of_the_paper() {
        let even = bench(&(0..=10_000).collect::<Vec<i64>>());
        let kept = even.kept(Form::Absolute(1_000), 4, Maker::Perturbed).unwrap();
        assert!((kept - 0.0625).abs() < 0.001, "{kept}");
        assert!((even.kept(Form::Absolute(1_000), 4, Maker::Sound).unwrap() - 0.0625).abs() < 0.001);
        assert_eq!(even.kept(Form::Absolute(1_000), 5, Maker::Perturbed), None);
    }

    #[test]
    fn groups_are_judged_by_the_definition() {
        let bench = bench(&[40, 60, 50, 80]);
        let pairs = Partition::from_group_of(&[0, 0, 1, 1], 2);
        assert!(bench.keeps(&pairs, Form::Absolute(15), 2));
        assert!(!bench.keeps(&Partition::from_group_of(&[0, 0, 0, 0], 1), Form::Absolute(15), 2));
        assert!(!bench.keeps(&pairs, Form::Relative(400), 2), "40 lies within 40% of 60");
        // 13 ± 5 holds 10 and 16, of five.
        let bench = super::tests::bench(&[10, 16, 40, 60, 80]);
        let all = Partition::from_group_of(&[0; 5], 1);
        assert!(bench.keeps(&all, Form::Absolute(5), 5) && bench.exposed(&all, 5, 5) > 0.99);
    }
}
