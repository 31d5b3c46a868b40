//! The trials of one promise: samples, the smaller ones cut from the larger, or all rows.

use aloof_evaluate::law::Level;
use rayon::prelude::*;

use super::measure::Measured;
use super::plan::Plan;
use super::report::{MadeFrom, Tried};
use crate::Error;
use crate::policy::Policy;
use crate::release::{Part, Search, Stage, is_searched};

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

/// What was tried of one promise.
#[derive(Default)]
pub(super) struct TriedPromise {
    /// As it would be released: of all rows, or of samples as large as there is time for.
    pub own: Vec<Size>,
    /// Of samples that every promise is tried with, to be compared.
    pub compared: Vec<Size>,
    /// Why no release was made of some of them.
    pub why: Option<String>,
}

impl TriedPromise {
    /// As it is told; `None` where nothing was made.
    pub fn made_from(&self) -> Option<MadeFrom> {
        let sizes = if self.own.is_empty() { &self.compared } else { &self.own };
        let last = sizes.last()?;
        Some(MadeFrom { rows: last.rows, draws: last.measured.len(), trials: sizes.iter().map(Size::told).collect() })
    }
}

/// The rows that are tried, the same for every promise.
pub(super) struct Trials<'a> {
    stage: &'a Stage,
    plan: &'a Plan,
    /// A sample, its halves and its quarters, in ascending size: for what is asked alone, and for all promises.
    own: Vec<Vec<Part>>,
    compared: Vec<Vec<Part>>,
    all: Part,
}

impl<'a> Trials<'a> {
    /// In samples, values of `column` are as crowded as in the table.
    pub fn new(stage: &'a Stage, plan: &'a Plan, column: &str) -> Self {
        let parts = |rows: usize| if rows > 0 { quartered(stage, stage.sample(column, rows)) } else { Vec::new() };
        Self { stage, plan, own: parts(plan.as_asked), compared: parts(plan.around), all: stage.all() }
    }

    /// Of a promise; `most`: with what is tried of one alone, too.
    pub fn of(&self, policy: &Policy, most: bool) -> Result<TriedPromise, Error> {
        let mut tried = TriedPromise::default();
        // To search for the candidates view takes longest: where nobody asked for it, smaller samples do.
        let compared = if most || !is_searched(policy) { 3 } else { 2 };
        let compared = &self.compared[..compared.min(self.compared.len())];
        tried.compared = self.sizes(policy, compared, Search::AsManyRows, &mut tried.why)?;
        if most {
            tried.own = self.sizes(policy, &self.own, Search::AsTheTable, &mut tried.why)?;
        }
        let draws = if most { self.plan.whole_as_asked } else { self.plan.whole_around };
        tried.own.extend(sized(self.stage.rows(), self.whole(policy, draws)?, &mut tried.why));
        Ok(tried)
    }

    fn sizes(
        &self,
        policy: &Policy,
        sizes: &[Vec<Part>],
        search: Search,
        why: &mut Option<String>,
    ) -> Result<Vec<Size>, Error> {
        let mut found = Vec::new();
        for size in sizes {
            let trial = |(draw, part): (usize, &Part)| self.went(policy, part, draw, search);
            let made = size.par_iter().enumerate().map(trial).collect::<Result<Vec<_>, Error>>()?;
            found.extend(sized(size[0].original.rows(), made, why));
        }
        Ok(found)
    }

    /// Releases of all rows. Where the first are not found the others hardly would be, and to seek in vain takes longest.
    fn whole(&self, policy: &Policy, draws: usize) -> Result<Vec<Went>, Error> {
        let trial = |draw: usize| self.went(policy, &self.all, draw, Search::AsTheTable);
        let first = draws.min(FIRST);
        let mut made = (0..first).into_par_iter().map(trial).collect::<Result<Vec<_>, Error>>()?;
        if made.iter().any(Result::is_ok) {
            made.extend((first..draws).into_par_iter().map(trial).collect::<Result<Vec<_>, Error>>()?);
        }
        Ok(made)
    }

    fn went(&self, policy: &Policy, part: &Part, draw: usize, search: Search) -> Result<Went, Error> {
        let whole = part.original.rows() == self.stage.rows();
        match self.stage.release(policy, part, draw, search) {
            Ok(trial) => Measured::of(part, &trial, whole).map(Ok),
            Err(Error::Refused(refusal)) => Ok(Err(refusal.to_string())),
            Err(other) => Err(other),
        }
    }
}

/// Quarters, halves and all of a sample: together they hold just its rows.
fn quartered(stage: &Stage, sample: Vec<u32>) -> Vec<Vec<Part>> {
    let halves = stage.halves(&sample);
    let quarters: Vec<Vec<u32>> = halves.iter().flat_map(|half| stage.halves(half)).collect();
    let parts = |size: &[Vec<u32>]| size.iter().map(|rows| stage.some(rows)).collect();
    vec![parts(&quarters), parts(&halves), parts(&[sample])]
}

/// What a trial is off by, or why there was none.
type Went = Result<Measured, String>;

fn sized(rows: usize, made: Vec<Went>, why: &mut Option<String>) -> Option<Size> {
    let mut found = Vec::new();
    for went in made {
        match went {
            Ok(one) => found.push(one),
            Err(refusal) => *why = Some(refusal),
        }
    }
    (!found.is_empty()).then_some(Size { rows, measured: found })
}
