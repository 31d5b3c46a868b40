//! Count queries on a release: one workload for every sensitive column, number of dimensions and volume; or for every
//! number of quasi and of sensitive columns, and volume.

use aloof_judge::utility::query::{Drawn, Published, Queried, QueryTable, Workload};
use aloof_table::{Decimal, LabelColumn};
use rayon::prelude::*;

use super::report::CountQueryReport;
use super::{Workloads, cell, generalization};
use crate::Error;
use crate::data::{Original, Quasi, Released};
use crate::manifest::Perturbation;

/// More dimensions than these are not asked about unless somebody wants it.
const MOST: usize = 4;

/// Asks all workloads; where no column is sensitive, of quasi columns alone.
pub(super) fn ask(
    workloads: &Workloads,
    original: &Original,
    released: &Released,
    perturbation: Option<&Perturbation>,
) -> Result<Vec<CountQueryReport>, Error> {
    let mut found = Vec::new();
    if workloads.combined.is_empty() || !workloads.dimensions.is_empty() {
        let each: Vec<Option<usize>> = match original.sensitive.len() {
            0 => vec![None],
            many => (0..many).map(Some).collect(),
        };
        for column in each {
            let columns: Vec<usize> = column.into_iter().collect();
            let table = table(original, released, perturbation, &columns)?;
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
        let table = table(original, released, perturbation, &every)?;
        for &(quasi, sensitive) in &workloads.combined {
            let asked = QueryColumns { quasi, sensitive };
            asked.check(original)?;
            found.extend(workloads.volumes.iter().map(|&volume| one(workloads, &table, None, asked, volume)));
        }
    }
    Ok(found)
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

/// The table with these of the sensitive columns.
fn table(
    original: &Original,
    released: &Released,
    perturbation: Option<&Perturbation>,
    columns: &[usize],
) -> Result<QueryTable, Error> {
    let published = |&at: &usize| {
        let ((name, before), (_, after)) = (&original.sensitive[at], &released.sensitive[at]);
        let drawn = perturbation.filter(|one| one.column == *name).map(drawn).transpose()?;
        Ok(Published { before, after, drawn })
    };
    let sensitive: Vec<Published<'_>> = columns.iter().map(published).collect::<Result<_, Error>>()?;
    let (rows, quasi) = (original.rows(), quasi(original, released)?);
    Ok(if released.in_two_tables {
        QueryTable::in_two_tables(rows, quasi, &sensitive, &released.groups)
    } else {
        QueryTable::new(rows, quasi, &sensitive, released.boxes())
    })
}

fn drawn(perturbation: &Perturbation) -> Result<Drawn, Error> {
    let (kept, positions) = perturbation.numbers()?;
    Ok(Drawn { kept: kept.approximate(), positions: positions as f64 })
}

fn one(
    workloads: &Workloads,
    table: &QueryTable,
    name: Option<&str>,
    asked: QueryColumns,
    volume: Decimal,
) -> CountQueryReport {
    let found = table.run(&Workload {
        dimensions: asked.quasi + asked.sensitive,
        sensitive: asked.sensitive,
        volume: volume.to_ratio().approximate(),
        queries: workloads.queries,
        seed: workloads.seed,
    });
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
