//! Count queries on a release: one workload for every sensitive column, number of dimensions and volume; or for every
//! number of quasi and of sensitive columns, and volume.

use aloof_audit::Error;
use aloof_audit::data::{Original, Quasi, Released};
use aloof_audit::manifest::Perturbation;
use aloof_judge::utility::query::{Drawn, Published, Queried, QueryError, QueryTable, Truths, Workload};
use aloof_table::{Decimal, LabelColumn, Partition};
use rayon::prelude::*;
use std::sync::{Arc, Mutex, PoisonError};

use super::report::CountQueryReport;
use super::{Known, Weighed, Workloads, cell, generalization};

/// More dimensions than these are not asked about unless somebody wants it.
const MOST: usize = 4;

/// What an original answers to workloads: found once, for all of its releases. Only for releases of groups, and for rows that count once.
#[derive(Default)]
pub struct Remembered(Mutex<Vec<(Asked, Arc<Truths>)>>);

/// Which sensitive columns by number, and the workload.
type Asked = (Vec<usize>, Workload);

impl Remembered {
    /// As [`QueryTable::run`], which must be of the one original.
    fn run(&self, table: &QueryTable, columns: &[usize], workload: &Workload) -> QueryError {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_asked = |(asked, _): &&(Asked, Arc<Truths>)| asked.0 == columns && asked.1 == *workload;
        let found = known().iter().find(is_asked).map(|(_, truths)| Arc::clone(truths));
        // Found without the lock: whoever waits for another thread may be handed work that needs it.
        let truths = found.unwrap_or_else(|| {
            let truths = Arc::new(table.truths(workload));
            known().push(((columns.to_vec(), *workload), Arc::clone(&truths)));
            truths
        });
        table.run_again(&truths)
    }
}

/// Asks all workloads; where no column is sensitive, of quasi columns alone.
pub(super) fn ask(
    workloads: &Workloads,
    original: &Original,
    released: &Released,
    perturbation: Option<&Perturbation>,
    known: &Known<'_>,
) -> Result<Vec<CountQueryReport>, Error> {
    let pair = Pair { original, released, perturbation, known };
    let mut found = Vec::new();
    if workloads.combined.is_empty() || !workloads.dimensions.is_empty() {
        let each: Vec<Option<usize>> = match original.sensitive.len() {
            0 => vec![None],
            many => (0..many).map(Some).collect(),
        };
        for column in each {
            let columns: Vec<usize> = column.into_iter().collect();
            let table = pair.tables(&columns)?;
            let most = original.quasi.len() + columns.len();
            for dimensions in dimensions(workloads, most)? {
                let asked =
                    QueryColumns { quasi: dimensions - columns.len().min(dimensions), sensitive: columns.len() };
                let name = column.map(|at| original.sensitive[at].0.as_str());
                found.extend(workloads.volumes.iter().map(|&volume| one(workloads, &table, name, asked, volume)));
            }
        }
    }
    if !workloads.combined.is_empty() {
        let mut every: Vec<usize> = (0..original.sensitive.len()).collect();
        every.sort_by_key(|&at| &original.sensitive[at].0);
        let table = pair.tables(&every)?;
        for &(quasi, sensitive) in &workloads.combined {
            let asked = QueryColumns { quasi, sensitive };
            asked.check(original)?;
            found.extend(workloads.volumes.iter().map(|&volume| one(workloads, &table, None, asked, volume)));
        }
    }
    Ok(found)
}

/// A table that any question can be asked of: quasi columns in the order of their names, and all sensitive ones as they stand.
pub(super) fn any(
    original: &Original,
    released: &Released,
    perturbation: Option<&Perturbation>,
    known: &Known<'_>,
) -> Result<QueryTable, Error> {
    let every: Vec<usize> = (0..original.sensitive.len()).collect();
    Ok(Pair { original, released, perturbation, known }.tables(&every)?.rows)
}

/// How many columns of either kind a query is about.
#[derive(Clone, Copy)]
struct QueryColumns {
    quasi: usize,
    sensitive: usize,
}

impl QueryColumns {
    fn check(self, original: &Original) -> Result<(), Error> {
        let (quasi, sensitive) = (original.quasi.len(), original.sensitive.len());
        if self.quasi + self.sensitive > 0 && self.quasi <= quasi && self.sensitive <= sensitive {
            return Ok(());
        }
        Err(Error::Data(format!(
            "queries of {} quasi and {} sensitive columns cannot be asked: there are {quasi} and {sensitive}, and one is needed",
            self.quasi, self.sensitive
        )))
    }
}

/// What is asked of.
struct Pair<'a> {
    original: &'a Original,
    released: &'a Released,
    perturbation: Option<&'a Perturbation>,
    known: &'a Known<'a>,
}

/// A table that counts rows, and one that counts the people they stand for, where that is known.
struct Tables<'a> {
    rows: QueryTable,
    people: Option<QueryTable>,
    /// The sensitive columns in them.
    columns: Vec<usize>,
    remembered: Option<&'a Remembered>,
}

impl Tables<'_> {
    fn run(&self, workload: &Workload) -> QueryError {
        match self.remembered {
            Some(remembered) => remembered.run(&self.rows, &self.columns, workload),
            None => self.rows.run(workload),
        }
    }
}

impl<'a> Pair<'a> {
    /// With these of the sensitive columns.
    fn tables(&self, columns: &[usize]) -> Result<Tables<'a>, Error> {
        let published = |&at: &usize| {
            let ((name, before), (_, after)) = (&self.original.sensitive[at], &self.released.sensitive[at]);
            let drawn = self.perturbation.filter(|one| one.column == *name).map(drawn).transpose()?;
            Ok(Published { before, after, drawn })
        };
        let sensitive: Vec<Published<'_>> = columns.iter().map(published).collect::<Result<_, Error>>()?;
        let people = match self.known.weighed.map(Weighed::weights) {
            Some((before, after)) => self.table(&sensitive)?.weighted(before, after, &sensitive, self.groups()),
            None => None,
        };
        let remembered = self.known.remembered;
        Ok(Tables { rows: self.table(&sensitive)?, people, columns: columns.to_vec(), remembered })
    }

    fn table(&self, sensitive: &[Published<'_>]) -> Result<QueryTable, Error> {
        let (rows, quasi) = (self.original.rows(), quasi(self.original, self.released)?);
        let make = if self.released.in_two_tables { QueryTable::in_two_tables } else { QueryTable::new };
        let (_, stands_for) = self.known.held_out_of(self.original, self.released);
        Ok(make(rows, quasi, sensitive, self.groups()).standing_for(stands_for))
    }

    fn groups(&self) -> &Partition {
        if self.released.in_two_tables { &self.released.groups } else { self.released.boxes() }
    }
}

fn drawn(perturbation: &Perturbation) -> Result<Drawn, Error> {
    let (kept, positions) = perturbation.numbers()?;
    Ok(Drawn { kept: kept.approximate(), positions: positions as f64 })
}

fn one(
    workloads: &Workloads,
    tables: &Tables<'_>,
    name: Option<&str>,
    asked: QueryColumns,
    volume: Decimal,
) -> CountQueryReport {
    let workload = Workload {
        dimensions: asked.quasi + asked.sensitive,
        sensitive: asked.sensitive,
        volume: volume.to_ratio().approximate(),
        queries: workloads.queries,
        seed: workloads.seed,
    };
    let (found, weighted) = (tables.run(&workload), tables.people.as_ref().map(|people| people.run(&workload)));
    CountQueryReport {
        dimensions: asked.quasi + asked.sensitive,
        quasi_columns: asked.quasi,
        sensitive_columns: asked.sensitive,
        selectivity: volume.to_string(),
        sensitive: name.map(str::to_owned),
        queries: found.queries,
        empty: found.empty,
        mean_relative_error: found.mean,
        median_relative_error: found.median,
        weighted_mean_relative_error: weighted.as_ref().and_then(|found| found.mean),
        weighted_median_relative_error: weighted.as_ref().and_then(|found| found.median),
    }
}

/// What was asked for, or all from 2 on.
fn dimensions(workloads: &Workloads, most: usize) -> Result<Vec<usize>, Error> {
    if let Some(bad) = workloads.dimensions.iter().find(|&&asked| asked == 0 || asked > most) {
        return Err(Error::Data(format!(
            "queries of {bad} dimensions cannot be asked: there are {most} columns, so write a number from 1 to {most}"
        )));
    }
    Ok(if workloads.dimensions.is_empty() {
        (2.min(most)..=MOST.min(most)).collect()
    } else {
        workloads.dimensions.clone()
    })
}

fn quasi<'a>(original: &Original, released: &'a Released) -> Result<Vec<(Queried, &'a LabelColumn)>, Error> {
    let mut pairs: Vec<(&Quasi, &'a (String, LabelColumn))> = original.quasi.iter().zip(&released.quasi).collect();
    // In whatever order they are named, the same queries are asked.
    pairs.sort_by(|(one, _), (other, _)| one.name.cmp(&other.name));
    let one = |(quasi, (_, labels)): &(&Quasi, &'a (String, LabelColumn))| {
        let column = Queried::new(&generalization(original, quasi, labels));
        Ok((column.map_err(|error| cell(released, &quasi.name, &error))?, labels))
    };
    pairs.par_iter().map(one).collect()
}
