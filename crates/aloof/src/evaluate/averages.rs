//! Average queries on a release: of each quasi column of numbers, given the others and the labels of a sensitive column.

use aloof_judge::utility::{Averaged, Ranges, averages};
use aloof_table::{Column, Decimal, Generalized, Interval, Kind, LabelColumn};
use hashbrown::HashMap;

use super::report::AverageQueryReport;
use super::{Workloads, cell};
use crate::Error;
use crate::audit::{Original, Released};

/// Asks as many queries of every column of numbers; nothing where there is none.
pub(super) fn ask(
    workloads: &Workloads,
    original: &Original,
    released: &Released,
) -> Result<Vec<AverageQueryReport>, Error> {
    let (mut names, mut before, mut after) = (Vec::new(), Averaged::default(), Averaged::default());
    for (quasi, (_, cells)) in original.quasi.iter().zip(&released.quasi) {
        let column = original.column(&quasi.name);
        let (Column::Number(_), None) = (column, &quasi.hierarchy) else { continue };
        // Rows must stand for the same people in all columns.
        if column.count_missing() > 0 || cells.codes().contains(&LabelColumn::MISSING) {
            continue;
        }
        let exact = exact(column);
        let range = exact
            .iter()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| (low.min(value), high.max(value)));
        after.numbers.push(ranges(cells, range).map_err(|error| cell(released, &quasi.name, &error))?);
        before.numbers.push(Ranges::exact(exact));
        names.push(quasi.name.clone());
    }
    let labels = labels(original, released, &mut before, &mut after);
    let one = |(target, name): (usize, String)| {
        let found = averages(&before, &after, target, labels, workloads.queries, workloads.seed);
        AverageQueryReport { column: name, queries: found.queries, empty: found.empty, mean_relative_error: found.mean }
    };
    Ok(names.into_iter().enumerate().map(one).collect())
}

/// The values of a column without missing ones.
fn exact(column: &Column) -> Vec<f64> {
    let Column::Number(numbers) = column else { return Vec::new() };
    (0..numbers.len()).filter_map(|row| numbers.get(row)).map(approximate).collect()
}

fn approximate(value: Decimal) -> f64 {
    value.to_ratio().approximate()
}

/// What each cell covers; `*` covers the whole range.
fn ranges(cells: &LabelColumn, (low, high): (f64, f64)) -> Result<Ranges, aloof_table::GeneralizedError> {
    let ends = |interval: &Interval| {
        let end = |end: Option<(Decimal, bool)>, open: f64| end.map_or(open, |(value, _)| approximate(value));
        (end(interval.low(), low), end(interval.high(), high))
    };
    let one = |text: &str| {
        Ok(match Generalized::parse(text, Kind::Number, None)? {
            Generalized::Numbers(intervals) => {
                intervals.iter().map(ends).fold((high, low), |(a, b), (c, d)| (a.min(c), b.max(d)))
            }
            _ => (low, high),
        })
    };
    let known: Vec<(f64, f64)> =
        cells.labels().iter().map(one).collect::<Result<_, aloof_table::GeneralizedError>>()?;
    let rows = cells.codes().iter().filter_map(|&code| known.get(code as usize));
    let (low, high) = rows.copied().unzip();
    Ok(Ranges { low, high })
}

/// The labels of the first sensitive column that has any, as codes of both tables; how many different ones there are.
fn labels(original: &Original, released: &Released, before: &mut Averaged, after: &mut Averaged) -> usize {
    let pairs = original.sensitive.iter().zip(&released.sensitive);
    let found = pairs.map(|((_, one), (_, other))| (&**one, &**other)).find_map(|pair| match pair {
        (Column::Label(one), Column::Label(other)) => Some((one, other)),
        _ => None,
    });
    let complete =
        |table: &Averaged, column: &LabelColumn| table.numbers.iter().all(|numbers| numbers.low.len() == column.len());
    let Some((one, other)) = found.filter(|(one, other)| complete(before, one) && complete(after, other)) else {
        return 0;
    };
    let mut code_of: HashMap<String, u32> = HashMap::new();
    let mut code = |column: &LabelColumn, row: usize| {
        let next = code_of.len() as u32;
        *code_of.entry(column.get(row).unwrap_or_default().to_owned()).or_insert(next)
    };
    before.labels = (0..one.len()).map(|row| code(one, row)).collect();
    after.labels = (0..other.len()).map(|row| code(other, row)).collect();
    code_of.len()
}
