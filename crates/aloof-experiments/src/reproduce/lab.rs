//! A table in memory, and what groups of its rows tell: cells as they would be published, count queries, loss.

use aloof::Error;
use aloof_judge::utility::query::{Drawn, Published, Queried, QueryTable, Workload};
use aloof_judge::utility::{Generalization, counted_loss};
use aloof_methods::Axis;
use aloof_table::{Column, Dictionary, Hierarchy, LabelColumn, NumberColumn, Partition};
use rayon::prelude::*;

use super::sample::Sample;

/// A quasi column: numbers, or labels in a tree.
pub(super) struct Quasi {
    pub name: &'static str,
    pub column: Column,
    pub tree: Option<Hierarchy>,
    /// The largest number less the smallest, in units; of labels nothing.
    pub range: f64,
}

/// A table whose quasi and sensitive columns are all there.
pub(super) struct Lab {
    /// In words.
    pub name: String,
    pub quasi: Vec<Quasi>,
    pub sensitive: Vec<(&'static str, Column)>,
    pub axes: Vec<Axis>,
}

impl Lab {
    pub fn new(name: String, quasi: Vec<Quasi>, sensitive: Vec<(&'static str, Column)>) -> Self {
        let axes = quasi.iter().map(|one| Axis::new(&one.column, one.tree.as_ref())).collect();
        Self { name, quasi, sensitive, axes }
    }

    pub fn rows(&self) -> usize {
        self.quasi[0].column.len()
    }

    /// For each quasi column what its rows would be published as: the ends of the group, or the lowest common ancestor.
    pub fn cells(&self, groups: &Partition) -> Vec<LabelColumn> {
        self.quasi.par_iter().map(|one| one.cells(groups)).collect()
    }

    /// How far the queries of each workload are off: one number for each that somebody answers.
    pub fn errors(&self, groups: &Partition, workloads: &[Workload]) -> Result<Vec<Sample>, Error> {
        let cells = self.cells(groups);
        let sensitive =
            self.sensitive.iter().map(|(_, column)| Published { before: column, after: column, drawn: None });
        self.ask(&cells, &sensitive.collect::<Vec<_>>(), groups, workloads)
    }

    /// The same where quasi values are published as they are, and the one sensitive column as `after`, which was `drawn`.
    pub fn errors_perturbed(&self, after: &Column, drawn: Drawn, workloads: &[Workload]) -> Result<Vec<Sample>, Error> {
        let cells: Vec<LabelColumn> = self.quasi.iter().map(|one| one.column.to_labels().into_owned()).collect();
        let alike = Partition::by_equal_labels(&cells.iter().collect::<Vec<_>>(), self.rows(), |_| false);
        let published = Published { before: &self.sensitive[0].1, after, drawn: Some(drawn) };
        self.ask(&cells, &[published], &alike, workloads)
    }

    fn ask(
        &self,
        cells: &[LabelColumn],
        sensitive: &[Published<'_>],
        groups: &Partition,
        workloads: &[Workload],
    ) -> Result<Vec<Sample>, Error> {
        let mut pairs: Vec<(&Quasi, &LabelColumn)> = self.quasi.iter().zip(cells).collect();
        pairs.sort_by_key(|(one, _)| one.name);
        let ready = pairs.par_iter().map(|(one, cells)| {
            let queried = Queried::new(&one.generalization(cells));
            Ok((queried.map_err(|error| Error::Bug(error.to_string()))?, *cells))
        });
        let table = QueryTable::new(self.rows(), ready.collect::<Result<_, Error>>()?, sensitive, groups);
        Ok(workloads.iter().map(|workload| Sample(table.errors(workload).into_iter().flatten().collect())).collect())
    }

    /// The mean over rows of the share of the domain that is covered, summed over columns: by length, and by values.
    pub fn losses(&self, groups: &Partition) -> Result<(f64, f64), Error> {
        let cells = self.cells(groups);
        let (mut length, mut values) = (0.0, 0.0);
        for (one, cells) in self.quasi.iter().zip(&cells) {
            let bug = |error: aloof_table::GeneralizedError| Error::Bug(error.to_string());
            length += one.generalization(cells).loss().map_err(bug)?;
            values += counted_loss(&one.generalization(cells)).map_err(bug)?;
        }
        Ok((length, values))
    }
}

impl Quasi {
    pub fn number(name: &'static str, values: Vec<i64>) -> Self {
        let ends = values.iter().fold((i64::MAX, i64::MIN), |(low, high), &value| (low.min(value), high.max(value)));
        let range = ends.1.saturating_sub(ends.0) as f64;
        Self { name, column: Column::Number(NumberColumn::from_integers(values)), tree: None, range }
    }

    /// How far two rows lie apart, as a share of the range; 0 or 1 for labels.
    pub fn share_between(&self, one: u32, other: u32) -> f64 {
        match &self.column {
            Column::Number(numbers) => {
                let value = |row: u32| numbers.scaled(row as usize).unwrap_or(0) as f64;
                (value(one) - value(other)).abs() / self.range.max(1.0)
            }
            column => f64::from(u8::from(column.text(one as usize) != column.text(other as usize))),
        }
    }

    fn generalization<'a>(&'a self, released: &'a LabelColumn) -> Generalization<'a> {
        Generalization { original: &self.column, released, hierarchy: self.tree.as_ref(), order: None }
    }

    fn cells(&self, groups: &Partition) -> LabelColumn {
        let mut labels = Dictionary::default();
        let mut codes = vec![0; self.column.len()];
        for rows in groups.iter() {
            let code = labels.intern(&self.cell(rows));
            rows.iter().for_each(|&row| codes[row as usize] = code);
        }
        LabelColumn::new(codes, labels)
    }

    fn cell(&self, rows: &[u32]) -> String {
        match (&self.column, &self.tree) {
            (Column::Number(numbers), None) => {
                let values = || rows.iter().filter_map(|&row| numbers.get(row as usize));
                match (values().min(), values().max()) {
                    (Some(low), Some(high)) if low == high => low.to_string(),
                    (Some(low), Some(high)) => format!("{low}..{high}"),
                    _ => "*".to_owned(),
                }
            }
            (column, Some(tree)) => {
                let leaf = |&row: &u32| column.text(row as usize).and_then(|text| tree.leaf(&text));
                let mut nodes = rows.iter().map(leaf);
                let first = nodes.next().flatten();
                let all = nodes.fold(first, |all, leaf| Some(tree.common(all?, leaf?)));
                all.map_or_else(|| "*".to_owned(), |node| tree.label(node).to_owned())
            }
            _ => "*".to_owned(),
        }
    }
}
