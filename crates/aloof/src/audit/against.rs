//! The release against the table it was made from: candidates, and truth.

use aloof_io::{Ask, Input};
use aloof_judge::views::{Candidates, QuasiPair, Truth};
use aloof_table::{Attribute, Column, NumberBuilder};

use super::pick;
use super::released::{Released, declared, read_sensitive, sensitive_columns};
use super::report::TruthReport;
use super::rules;
use crate::Error;
use crate::policy::{Policy, QuasiSource, Stage};

/// The original table, matched with the release.
pub(super) struct Against {
    rows: usize,
    sensitive: Vec<(String, Column)>,
    candidates: Candidates,
}

impl Against {
    pub fn read(input: &Input, policy: &Policy, released: &Released) -> Result<Self, Error> {
        let fitted = policy.fit(input.names(), Stage::Original)?;
        let mut ask = vec![Ask::Skip; input.names().len()];
        for (column, source) in &fitted.quasi {
            if let QuasiSource::One(at) = source {
                ask[*at] = declared(column);
            }
        }
        let table = read_sensitive(input, policy, &fitted, ask)?;
        let mut columns = Vec::new();
        for ((column, _), (name, labels)) in fitted.quasi.iter().zip(&released.quasi) {
            let original = table.column(name).expect("was read");
            let hierarchy = rules::hierarchy(column, policy, original)?;
            let pair = QuasiPair::new(original, labels, hierarchy.as_ref())
                .map_err(|error| Error::Data(format!("column `{name}`: {error}")))?;
            columns.push(pair);
        }
        let candidates = Candidates::new(&columns, table.rows(), released.boxes());
        let none = vec![false; table.rows()];
        let sensitive = sensitive_columns(&table, &fitted, input.names(), &none)?;
        Ok(Self { rows: table.rows(), sensitive, candidates })
    }

    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Released and original values as one attribute; original rows begin at the number returned.
    pub fn joint(&self, released: &Released, names: &[String]) -> (Attribute, usize) {
        let first = pick(&released.sensitive, names);
        let second = pick(&self.sensitive, names);
        let joined: Vec<(&str, Column)> =
            first.iter().zip(&second).map(|((name, a), (_, b))| (*name, join(a, b))).collect();
        let columns: Vec<(&str, &Column)> = joined.iter().map(|(name, column)| (*name, column)).collect();
        let suppressed = |row: usize| row < released.rows && released.suppressed[row];
        (Attribute::new(&columns, suppressed), released.rows)
    }

    /// Whether every released row stands for an original one.
    pub fn truth(&self, released: &Released) -> TruthReport {
        let names: Vec<String> = self.sensitive.iter().map(|(name, _)| name.clone()).collect();
        let truth = if names.is_empty() {
            Truth::new(&self.candidates, released.boxes(), &vec![0; released.rows], &vec![0; self.rows])
        } else {
            let (attribute, from) = self.joint(released, &names);
            Truth::new(&self.candidates, released.boxes(), attribute.codes(), &attribute.codes()[from..])
        };
        TruthReport {
            original: self.rows,
            released: truth.released,
            untrue: truth.untrue(),
            absent: truth.absent().saturating_sub(released.suppressed_count),
        }
    }
}

/// `a` and below it `b`; as labels when their kinds differ.
fn join(a: &Column, b: &Column) -> Column {
    match (a, b) {
        (Column::Number(_), Column::Number(_)) => join_numbers(a, b).unwrap_or_else(|| join_labels(a, b)),
        (Column::Date(first), Column::Date(second)) => {
            let mut joined = first.clone();
            joined.append(second);
            Column::Date(joined)
        }
        _ => join_labels(a, b),
    }
}

fn join_numbers(a: &Column, b: &Column) -> Option<Column> {
    let mut builder = NumberBuilder::default();
    for column in [a, b] {
        let Column::Number(numbers) = column else { return None };
        for row in 0..numbers.len() {
            match numbers.get(row) {
                Some(value) => builder.push(value).ok()?,
                None => builder.push_missing(),
            }
        }
    }
    Some(Column::Number(builder.finish()))
}

fn join_labels(a: &Column, b: &Column) -> Column {
    let mut joined = a.to_labels().into_owned();
    joined.append(&b.to_labels());
    Column::Label(joined)
}
