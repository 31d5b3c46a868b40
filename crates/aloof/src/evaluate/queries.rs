//! Count queries on a release: one workload for every sensitive column, number of dimensions and volume.

use aloof_judge::utility::query::{Drawn, Queried, QueryTable, Workload};
use aloof_table::{Column, Decimal, LabelColumn};
use rayon::prelude::*;

use super::report::CountQueryReport;
use super::{Workloads, cell, generalization};
use crate::Error;
use crate::audit::{Original, Perturbation, Quasi, Released};

/// More dimensions than these are not asked about unless somebody wants it.
const MOST: usize = 4;

/// A sensitive column: its name, before, after.
type Sensitive<'a> = (&'a str, &'a Column, &'a Column);

/// Asks all workloads; where no column is sensitive, of quasi columns alone.
pub(super) fn ask(
    workloads: &Workloads,
    original: &Original,
    released: &Released,
    perturbation: Option<&Perturbation>,
) -> Result<Vec<CountQueryReport>, Error> {
    let pairs = original.sensitive.iter().zip(&released.sensitive);
    let mut sensitive: Vec<Option<Sensitive<'_>>> =
        pairs.map(|((name, before), (_, after))| Some((name.as_str(), &**before, &**after))).collect();
    if sensitive.is_empty() {
        sensitive.push(None);
    }
    let mut found = Vec::new();
    for column in sensitive {
        let (name, columns) = (column.map(|(name, ..)| name), column.map(|(_, before, after)| (before, after)));
        let perturbed = perturbation.filter(|one| Some(one.column.as_str()) == name);
        let drawn = perturbed.map(drawn).transpose()?;
        let table = QueryTable::new(original.rows(), quasi(original, released)?, columns, drawn, released.boxes());
        let most = original.quasi.len() + usize::from(name.is_some());
        for dimensions in dimensions(workloads, most)? {
            for volume in &workloads.volumes {
                found.push(one(workloads, &table, name, dimensions, *volume));
            }
        }
    }
    Ok(found)
}

fn drawn(perturbation: &Perturbation) -> Result<Drawn, Error> {
    let (kept, positions) = perturbation.numbers()?;
    Ok(Drawn { kept: kept.approximate(), positions: positions as f64 })
}

fn one(
    workloads: &Workloads,
    table: &QueryTable,
    sensitive: Option<&str>,
    dimensions: usize,
    volume: Decimal,
) -> CountQueryReport {
    let found = table.run(&Workload {
        dimensions,
        volume: volume.to_ratio().approximate(),
        queries: workloads.queries,
        seed: workloads.seed,
    });
    CountQueryReport {
        dimensions,
        selectivity: volume.to_string(),
        sensitive: sensitive.map(str::to_owned),
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
    let pairs: Vec<(&Quasi, &'a (String, LabelColumn))> = original.quasi.iter().zip(&released.quasi).collect();
    let one = |(quasi, (_, labels)): &(&Quasi, &'a (String, LabelColumn))| {
        let column = Queried::new(&generalization(original, quasi, labels));
        Ok((column.map_err(|error| cell(released, &quasi.name, &error))?, labels))
    };
    pairs.par_iter().map(one).collect()
}
