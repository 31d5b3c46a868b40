//! The release against the table it was made from: candidates, and truth.

use std::sync::Arc;

use aloof_judge::views::{Candidates, Cover, QuasiPair, Truth, Witness};
use aloof_table::{Attribute, Column, LabelColumn, NO_CODE, NumberBuilder};

use super::original::{Original, Quasi};
use super::pick;
use super::released::Released;
use super::report::TruthReport;
use crate::Error;

/// The original table, matched with the release. Of its columns only the sensitive ones are still needed.
pub(super) struct Against {
    sensitive: Vec<(String, Arc<Column>)>,
    left_out: Vec<bool>,
    candidates: Candidates,
    /// The original row of each released one, if that is known and its quasi values are covered.
    witness: Option<Vec<u32>>,
    /// What the reader should know of the match.
    pub notes: Vec<String>,
}

impl Against {
    pub fn new(mut original: Original, released: &Released, witness: Option<Vec<u32>>) -> Result<Self, Error> {
        let rows = original.rows();
        let (mut columns, mut notes) = (Vec::new(), Vec::new());
        for (Quasi { name, hierarchy, .. }, (_, labels)) in original.quasi.iter().zip(&released.quasi) {
            let column = original.table.remove(name).expect("was read");
            let pair = QuasiPair::new(&column, labels, hierarchy.as_ref())
                .map_err(|error| Error::Data(format!("{}, column `{name}`: {error}", released.name)))?;
            notes.extend(strangers(name, labels, &pair, hierarchy.is_some()));
            columns.push(pair);
        }
        let cells = || (0..released.boxes().len()).map(|boxed| released.cell_of(boxed));
        let covers = |witness: &Vec<u32>| {
            witness.len() == released.rows && Witness(witness).covers(&columns, released.boxes(), cells(), rows)
        };
        let witness = witness.filter(covers);
        let candidates = Candidates::new(columns, rows, cells());
        let Original { sensitive, left_out, .. } = original;
        Ok(Self { sensitive, left_out, candidates, witness, notes })
    }

    pub fn rows(&self) -> usize {
        self.left_out.len()
    }

    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Released and original values of these columns, one below the other.
    pub fn joint_columns<'n>(&self, released: &Released, names: &'n [String]) -> Vec<(&'n str, Column)> {
        let (first, second) = (pick(&released.sensitive, names), pick(&self.sensitive, names));
        names.iter().zip(first).zip(second).map(|((name, (_, a)), (_, b))| (name.as_str(), join(a, b))).collect()
    }

    /// Both tables' rows as one attribute: released ones first, suppressed ones among them, then original ones.
    pub fn joint(&self, released: &Released, columns: &[(&str, &Column)]) -> Attribute {
        let rows = released.rows;
        Attribute::new(columns, |row| match row.checked_sub(rows) {
            None => released.left_out[row] && !released.suppressed[row],
            Some(original) => self.left_out[original],
        })
    }

    /// Whether every released row stands for an original one. A witness is heard once.
    pub fn truth(&mut self, released: &Released) -> TruthReport {
        let names: Vec<String> = self.sensitive.iter().map(|(name, _)| name.clone()).collect();
        let joined = self.joint_columns(released, &names);
        let codes = if joined.is_empty() {
            let kept = self.left_out.iter().map(|&out| if out { NO_CODE } else { 0 });
            std::iter::repeat_n(0, released.rows).chain(kept).collect()
        } else {
            let columns: Vec<(&str, &Column)> = joined.iter().map(|(name, column)| (*name, column)).collect();
            self.joint(released, &columns).into_codes()
        };
        drop(joined);
        let witnessed = |witness: &Vec<u32>| Witness(witness).truth(released.boxes(), released.rows, &codes);
        let truth = match self.witness.take().as_ref().and_then(witnessed) {
            Some(truth) => truth,
            None => Truth::new(&self.candidates, released.boxes(), released.rows, codes),
        };
        TruthReport {
            original: truth.original,
            released: truth.released,
            untrue: truth.untrue(),
            absent: truth.absent().saturating_sub(released.suppressed_count),
        }
    }
}

/// Released labels that cover nobody: mostly nodes of a hierarchy that the policy does not name.
fn strangers(name: &str, labels: &LabelColumn, pair: &QuasiPair<'_>, has_hierarchy: bool) -> Option<String> {
    let covers_nothing = |(_, cover): &(&str, &Cover)| cover.hull().is_empty();
    let mut lost = labels.labels().iter().zip(&pair.covers).filter(covers_nothing);
    let (first, _) = lost.next()?;
    let hint = if has_hierarchy { "" } else { "; if they are nodes of a hierarchy, name its file in the policy" };
    Some(format!(
        "Column `{name}`: {} released values cover no original one, `{first}` for instance{hint}.",
        1 + lost.count()
    ))
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
    let (Column::Number(a), Column::Number(b)) = (a, b) else { return None };
    let mut joined = NumberBuilder::from(a.clone());
    joined.append(NumberBuilder::from(b.clone())).ok()?;
    Some(Column::Number(joined.finish()))
}

fn join_labels(a: &Column, b: &Column) -> Column {
    let mut joined = a.to_labels().into_owned();
    joined.append(&b.to_labels());
    Column::Label(joined)
}
