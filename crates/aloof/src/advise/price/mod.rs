//! The price of a promise: what a release that keeps it would lose, before one is made.
//!
//! # Idea
//! For the promises around the one that is asked for (`grid.rs`), releases of samples (`plan.rs`) are made by the maker that makes releases, with
//! the effort that it will spend on the whole table (`release/trial.rs`); they are measured as an evaluation measures them (`measure.rs`), and what
//! they cost is carried on to all rows (`aloof-evaluate/src/law.rs`). A table that is quickly released is released. What is impossible is so by the facts that
//! refuse a release.
//!
//! # Cost
//! A fixed amount of work, whatever the table, beside reading it once and a look at its facts for every promise.

mod grid;
mod measure;
mod plan;
mod report;
mod trials;
mod unpriced;

use std::sync::atomic::{AtomicUsize, Ordering};

use aloof_evaluate::law::{self, LEVELS, Level, RATIOS};
use aloof_io::{Input, Progress};
use aloof_table::Means;
use rayon::prelude::*;

#[doc(inline)]
pub use aloof_evaluate::law::{Estimate, percent};
pub use report::{MadeFrom, Price, PricedPromise, Tried};
pub(super) use unpriced::unpriced;

use super::Facts;
use crate::Error;
use crate::policy::{Policy, Protect, Role};
use crate::release::{Search, Secret, Stage};
use crate::words::list;
use grid::Asked;
use measure::{COUNT_QUERY, MEASURES};
use plan::Plan;
use trials::{Size, Trials, TriedPromise};

/// How prices are found.
#[derive(Clone, Copy, Default)]
pub struct Pricing<'a> {
    /// Whose release is meant: where all rows are tried, just the one that this makes. Without it the same samples are drawn every time.
    pub secret: Option<Secret>,
    /// Is told how many promises of how many have their price.
    pub tell: Option<&'a (dyn Fn(usize, usize) + Sync)>,
}

/// Tables of fewer rows than these have prices that single people make.
const FEW: usize = 50;

/// What samples are drawn by where nothing else is given: the same table has the same price.
const SEED: u64 = 1;

/// The price of the first protection that has an ε and an m, and of those around it. `proposed`: nobody asked for it.
pub(super) fn price(
    input: &Input,
    policy: &Policy,
    pricing: Pricing<'_>,
    proposed: bool,
    progress: Progress<'_>,
) -> Result<Price, Error> {
    refuse(policy)?;
    let around = (0..policy.protect().len()).find_map(|at| Some((at, grid::around(policy, at)?)));
    let (at, cells) = around.ok_or_else(|| {
        Error::Data(
            "only what has an ε and an m has a price: ask for principle = \"epsilon-m\" or \"delta-l\"".to_owned(),
        )
    })?;
    let stage = Stage::read(input, policy, pricing.secret.unwrap_or(Secret::Seed(SEED)), progress)?;
    let column = policy.protect()[at].sensitive()[0].clone();
    let known: Vec<Facts> = cells.par_iter().map(|cell| stage.facts(&cell.policy)).collect::<Result<_, _>>()?;
    let possible: Vec<bool> = known.iter().map(|known| !known.is_impossible()).collect();
    let most = anchor(&cells, &possible);
    let many = possible.iter().filter(|possible| **possible).count();
    let looks = [Search::AsTheTable, Search::AsManyRows].map(|search| stage.looks(policy, search));
    let plan = Plan::new(stage.rows(), looks, many, pricing.secret.is_some());
    let trials = Trials::new(&stage, &plan, &column);
    let tried = try_all(&trials, &cells, &possible, most, pricing.tell)?;
    let carried = Carried { tried: &tried, most, rows: stage.rows(), named: pricing.secret.is_some() };
    let grid = (0..cells.len()).map(|at| {
        let nearest = known[at].checks.iter().find_map(|check| check.nearest.clone());
        let why = tried[at].why.clone().or(nearest.filter(|_| !possible[at]));
        priced(&cells[at], &known[at], why, carried.all(at), tried[at].made_from())
    });
    let grid: Vec<PricedPromise> = grid.collect();
    let mut price = Price {
        sensitive: column,
        with: others(policy, at),
        epsilon_is: grid::epsilon_is(policy, at),
        proposed,
        rows: stage.rows(),
        notes: notes(policy, stage.rows()).into_iter().chain(views_beyond(&grid)).collect(),
        grid,
        sentences: Vec::new(),
    };
    price.sentences = price.say();
    if !price.with.is_empty() {
        price.sentences.push(format!("All of it with {} kept, too.", list(&price.with)));
    }
    Ok(price)
}

/// Tries every promise that is not known to be impossible, `most` with most rows. `tell`: how many of how many are done.
fn try_all(
    trials: &Trials<'_>,
    cells: &[Asked],
    possible: &[bool],
    most: Option<usize>,
    tell: Option<&(dyn Fn(usize, usize) + Sync)>,
) -> Result<Vec<TriedPromise>, Error> {
    let (done, many) = (AtomicUsize::new(0), possible.iter().filter(|possible| **possible).count());
    let one = |at: usize| {
        if !possible[at] {
            return Ok(TriedPromise::default());
        }
        let tried = trials.of(&cells[at].policy, Some(at) == most);
        if let Some(tell) = tell {
            tell(done.fetch_add(1, Ordering::Relaxed) + 1, many);
        }
        match tried {
            // What nobody asked for may be beyond the maker: it has no price, and what was asked for keeps its own.
            Err(Error::Data(why)) if !cells[at].in_policy => {
                Ok(TriedPromise { why: Some(why), ..TriedPromise::default() })
            }
            tried => tried,
        }
    };
    (0..cells.len()).into_par_iter().map(one).collect()
}

/// The rules that stand beside the one whose numbers are moved.
fn others(policy: &Policy, at: usize) -> Vec<String> {
    let one = |rule: &Protect| {
        let of =
            if rule.sensitive().is_empty() { String::new() } else { format!(" of {}", rule.sensitive().join(", ")) };
        format!("{}{of}", rule.title().unwrap_or_else(|| rule.principle().to_owned()))
    };
    policy.protect().iter().enumerate().filter(|(other, _)| *other != at).map(|(_, rule)| one(rule)).collect()
}

/// What has no price.
fn refuse(policy: &Policy) -> Result<(), Error> {
    if policy.presence().is_some() {
        return Err(Error::Data(
            "beside presence nothing has a price: prices are found with samples, which are another share of the population".to_owned(),
        ));
    }
    if policy.named(Role::Quasi).next().is_none() {
        return Err(Error::Data(format!(
            "a price is what is lost of quasi columns, and none is named; name them with {} or in [columns]",
            Means::Quasi
        )));
    }
    if !Stage::is_for(policy) {
        return Err(Error::Data(format!(
            "only releases of groups have a price, and algorithm = \"{}\" makes others; leave it out",
            policy.method().algorithm().name()
        )));
    }
    Ok(())
}

/// What a price does not tell.
fn notes(policy: &Policy, rows: usize) -> Vec<String> {
    let coded = policy.codes_numbers().then_some(
        "The price is of numbers as they are published: what cutting off and rounding them costs is not in it.",
    );
    let limited = policy
        .method()
        .time_limit()
        .map(|_| "The price is that of the usual effort: within a time limit more or less may be lost.");
    let few = (rows < FEW).then(|| {
        format!("Of {rows} rows every figure hangs on single people: one more or one less, and it is another.")
    });
    coded.into_iter().chain(limited).map(str::to_owned).chain(few).collect()
}

/// Views that nobody asked for and in which no release was made, each with a reason.
fn views_beyond(grid: &[PricedPromise]) -> Vec<String> {
    let mut views: Vec<&str> = grid.iter().map(|cell| cell.view).collect();
    views.dedup();
    let told = |view: &str| {
        let mut its = grid.iter().filter(|cell| cell.view == view && !cell.impossible);
        let has_none = its.clone().all(|cell| cell.loss.is_none() && !cell.asked);
        let why = its.find_map(|cell| cell.why.as_ref()).filter(|_| has_none)?;
        Some(format!("In the {view} view nothing has a price: {why}."))
    };
    views.into_iter().filter_map(told).collect()
}

/// The cell that is tried with most rows: what is asked or, where that is impossible, what is nearest to it, in its view if there is one.
fn anchor(cells: &[Asked], possible: &[bool]) -> Option<usize> {
    let asked = cells.iter().find(|cell| cell.in_policy)?;
    let apart = |cell: &Asked| {
        let steps = |(a, b): (f64, f64)| ((a / b).ln().abs() * 1e6) as u64;
        let length = |cell: &Asked| cell.epsilon.to_ratio().approximate().max(f64::MIN_POSITIVE);
        (cell.view != asked.view, steps((length(cell), length(asked))) + steps((cell.m.into(), asked.m.into())))
    };
    (0..cells.len()).filter(|&at| possible[at]).min_by_key(|&at| (apart(&cells[at]), at))
}

/// What was tried, and what follows for all rows.
struct Carried<'a> {
    tried: &'a [TriedPromise],
    most: Option<usize>,
    rows: usize,
    named: bool,
}

impl Carried<'_> {
    fn all(&self, at: usize) -> [Option<Estimate>; MEASURES] {
        std::array::from_fn(|measure| self.one(at, measure))
    }

    fn one(&self, at: usize, measure: usize) -> Option<Estimate> {
        let own = levels(&self.tried[at].own, measure);
        if let Some(all) = own.iter().find(|level| level.rows == self.rows) {
            let named = self.named && (measure != COUNT_QUERY || measure::is_all_asked(self.rows));
            let chance = self.chance(measure);
            return law::whole(&all.values, chance, named);
        }
        let itself = || law::carry(&levels(&self.tried[at].compared, measure), &LEVELS[measure], self.rows);
        let guess = if own.is_empty() { self.compared(at, measure) } else { None };
        let guess = guess.or_else(|| law::carry(&own, &LEVELS[measure], self.rows)).or_else(itself);
        guess.map(law::Guess::told)
    }

    /// By how it compares with what was tried most.
    fn compared(&self, at: usize, measure: usize) -> Option<law::Guess> {
        let most = &self.tried[self.most.filter(|most| *most != at)?];
        let ratios = law::ratios(&levels(&self.tried[at].compared, measure), &levels(&most.compared, measure));
        let ratio = law::carry(&ratios, &RATIOS[measure], self.rows)?;
        Some(ratio.and(law::carry(&levels(&most.own, measure), &LEVELS[measure], self.rows)?))
    }

    /// By how much releases of all rows differ: what is usual or, where many were made of what is asked, as much as these do.
    fn chance(&self, measure: usize) -> f64 {
        let most = self.most.map(|most| levels(&self.tried[most].own, measure)).unwrap_or_default();
        let many = most.iter().find(|level| level.rows == self.rows && level.values.len() >= law::MANY);
        many.map_or_else(|| LEVELS[measure].of_one(self.rows), |level| law::relative_variance(&level.values))
    }
}

fn levels(sizes: &[Size], measure: usize) -> Vec<Level> {
    sizes.iter().map(|size| size.level(measure)).filter(|level| !level.values.is_empty()).collect()
}

fn priced(
    cell: &Asked,
    known: &Facts,
    why: Option<String>,
    [loss, count_query, mean_error]: [Option<Estimate>; MEASURES],
    made_from: Option<MadeFrom>,
) -> PricedPromise {
    PricedPromise {
        epsilon: cell.epsilon.to_string(),
        below: cell.lengths.map(|(below, _)| below.to_string()),
        above: cell.lengths.map(|(_, above)| above.to_string()),
        m: cell.m,
        view: cell.view.name(),
        asked: cell.in_policy,
        feasible: known.feasible,
        impossible: known.is_impossible(),
        why: why.filter(|_| loss.is_none()),
        loss,
        count_query,
        mean_error,
        made_from,
    }
}
