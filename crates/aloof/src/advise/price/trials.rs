//! The trials of one promise: samples, the smaller ones cut from the larger, or all rows.

use rayon::prelude::*;

use super::law::Level;
use super::measure::Measured;
use super::plan::Plan;
use super::report::{MadeFrom, Tried};
use crate::Error;
use crate::policy::Policy;
use crate::release::{Stage, Trial};

/// So many releases are tried before it is given up that there be one.
const FIRST: usize = 2;

/// Trials of one size.
pub(super) struct Size {
    rows: usize,
    measured: Vec<Measured>,
}

impl Size {
    /// One measure of all of them.
    pub fn level(&self, measure: usize) -> Level {
        Level { rows: self.rows, values: self.measured.iter().filter_map(|found| found.0[measure]).collect() }
    }

    fn told(&self) -> Tried {
        let mean = |measure: usize| {
            let values = self.level(measure).values;
            (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
        };
        Tried { rows: self.rows, draws: self.measured.len(), loss: mean(0), count_query: mean(1), mean_error: mean(2) }
    }
}

/// As it is told; `None` where nothing was made.
pub(super) fn made_from(sizes: &[Size]) -> Option<MadeFrom> {
    let last = sizes.last()?;
    Some(MadeFrom { rows: last.rows, draws: last.measured.len(), trials: sizes.iter().map(Size::told).collect() })
}

/// The rows that are tried, the same for every promise.
pub(super) struct Trials<'a> {
    stage: &'a Stage,
    plan: &'a Plan,
    /// By size, ascending.
    samples: Vec<Vec<Vec<u32>>>,
}

impl<'a> Trials<'a> {
    /// In samples, values of `column` are as crowded as in the table.
    pub fn new(stage: &'a Stage, plan: &'a Plan, column: &str) -> Self {
        let mut samples = Vec::new();
        if plan.around > 0 {
            samples.push(vec![stage.sample(column, plan.as_asked)]);
        }
        while let Some(last) = samples.last().filter(|last: &&Vec<Vec<u32>>| 4 * last[0].len() > plan.around) {
            // Of samples that only one promise is tried with, one half is enough; the others are cut up whole.
            let halves = if last[0].len() > plan.around { 1 } else { 2 };
            let smaller = last.iter().flat_map(|sample| stage.halves(sample).into_iter().take(halves)).collect();
            samples.push(smaller);
        }
        samples.reverse();
        Self { stage, plan, samples }
    }

    /// Of a promise; `most`: with the larger samples, too. Also why no release was made of some of them.
    pub fn of(&self, policy: &Policy, most: bool) -> Result<(Vec<Size>, Option<String>), Error> {
        let (mut sizes, mut why) = (Vec::new(), None);
        let largest = if most { self.plan.as_asked } else { self.plan.around };
        for samples in self.samples.iter().filter(|samples| samples[0].len() <= largest) {
            let trial =
                |(draw, rows): (usize, &Vec<u32>)| measured(self.stage.some(policy, rows, draw), Measured::of_some);
            let made = samples.par_iter().enumerate().map(trial).collect::<Result<Vec<_>, Error>>()?;
            sizes.extend(size(samples[0].len(), made, &mut why));
        }
        let draws = if most { self.plan.whole_as_asked } else { self.plan.whole_around };
        sizes.extend(size(self.stage.rows(), self.whole(policy, draws)?, &mut why));
        Ok((sizes, why))
    }

    /// Releases of all rows. Where the first are not found the others hardly would be, and to seek in vain takes longest.
    fn whole(&self, policy: &Policy, draws: usize) -> Result<Vec<Went>, Error> {
        let trial = |draw: usize| measured(self.stage.whole(policy, draw), Measured::of_whole);
        let first = draws.min(FIRST);
        let mut made = (0..first).into_par_iter().map(trial).collect::<Result<Vec<_>, Error>>()?;
        if made.iter().any(Result::is_ok) {
            made.extend((first..draws).into_par_iter().map(trial).collect::<Result<Vec<_>, Error>>()?);
        }
        Ok(made)
    }
}

/// What a trial is off by, or why there was none.
type Went = Result<Measured, String>;

fn measured(trial: Result<Trial, Error>, by: fn(&Trial) -> Result<Measured, Error>) -> Result<Went, Error> {
    match trial {
        Ok(trial) => by(&trial).map(Ok),
        Err(Error::Refused(refusal)) => Ok(Err(refusal.to_string())),
        Err(other) => Err(other),
    }
}

fn size(rows: usize, made: Vec<Went>, why: &mut Option<String>) -> Option<Size> {
    let mut found = Vec::new();
    for went in made {
        match went {
            Ok(one) => found.push(one),
            Err(refusal) => *why = Some(refusal),
        }
    }
    (!found.is_empty()).then_some(Size { rows, measured: found })
}
