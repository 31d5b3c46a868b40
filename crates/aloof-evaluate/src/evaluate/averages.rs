//! Average queries on a release: of each quasi column of numbers, given the others and the labels of a sensitive column.

use aloof_audit::data::{Original, Released};
use aloof_judge::utility::{Averaged, Ranges, averages};
use aloof_table::{Column, LabelColumn};
use hashbrown::HashMap;

use super::Workloads;
use super::numbers::Numbers;
use super::report::AverageQueryReport;

/// Asks as many queries of every column of numbers; nothing where there is none.
pub(super) fn ask(
    workloads: &Workloads,
    original: &Original,
    released: &Released,
    numbers: &[Numbers],
) -> Vec<AverageQueryReport> {
    let (mut names, mut before, mut after) = (Vec::new(), Averaged::default(), Averaged::default());
    // Rows must stand for the same people in all columns.
    for column in numbers.iter().filter(|column| column.complete()) {
        after.numbers.push(column.after.clone());
        before.numbers.push(Ranges::exact(column.before.clone()));
        names.push(column.name.clone());
    }
    let labels = labels(original, released, &mut before, &mut after);
    let one = |(target, name): (usize, String)| {
        let found = averages(&before, &after, target, labels, workloads.queries, workloads.seed);
        AverageQueryReport { column: name, queries: found.queries, empty: found.empty, mean_relative_error: found.mean }
    };
    names.into_iter().enumerate().map(one).collect()
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
