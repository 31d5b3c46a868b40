//! The release against the table it was made from: candidates, and truth.

use aloof_judge::views::{Candidates, Cover, QuasiPair, Truth};
use aloof_table::{Attribute, Column, LabelColumn, NO_CODE, NumberBuilder};

use super::original::{Original, Quasi};
use super::pick;
use super::released::Released;
use super::report::TruthReport;
use crate::Error;

/// The original table, matched with the release.
pub(super) struct Against<'a> {
    original: &'a Original,
    candidates: Candidates,
    /// What the reader should know of the match.
    pub notes: Vec<String>,
}

impl<'a> Against<'a> {
    pub fn new(original: &'a Original, released: &Released) -> Result<Self, Error> {
        let (mut columns, mut notes) = (Vec::new(), Vec::new());
        for (Quasi { name, hierarchy, .. }, (_, labels)) in original.quasi.iter().zip(&released.quasi) {
            let pair = QuasiPair::new(original.column(name), labels, hierarchy.as_ref())
                .map_err(|error| Error::Data(format!("{}, column `{name}`: {error}", released.name)))?;
            notes.extend(strangers(name, labels, &pair, hierarchy.is_some()));
            columns.push(pair);
        }
        let candidates = Candidates::new(&columns, original.rows(), released.boxes());
        Ok(Self { original, candidates, notes })
    }

    pub fn rows(&self) -> usize {
        self.original.rows()
    }

    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Released and original values of these columns, one below the other.
    pub fn joint_columns<'n>(&self, released: &Released, names: &'n [String]) -> Vec<(&'n str, Column)> {
        let (first, second) = (pick(&released.sensitive, names), pick(&self.original.sensitive, names));
        names.iter().zip(first).zip(second).map(|((name, (_, a)), (_, b))| (name.as_str(), join(a, b))).collect()
    }

    /// Both tables' rows as one attribute: released ones first, suppressed ones among them, then original ones.
    pub fn joint(&self, released: &Released, columns: &[(&str, &Column)]) -> Attribute {
        let rows = released.rows;
        Attribute::new(columns, |row| match row.checked_sub(rows) {
            None => released.left_out[row] && !released.suppressed[row],
            Some(original) => self.original.left_out[original],
        })
    }

    /// Whether every released row stands for an original one.
    pub fn truth(&self, released: &Released) -> TruthReport {
        let names: Vec<String> = self.original.sensitive.iter().map(|(name, _)| name.clone()).collect();
        let joined = self.joint_columns(released, &names);
        let truth = if joined.is_empty() {
            let kept = |row: usize| if self.original.left_out[row] { NO_CODE } else { 0 };
            let codes: Vec<u32> = (0..self.rows()).map(kept).collect();
            Truth::new(&self.candidates, released.boxes(), &vec![0; released.rows], &codes)
        } else {
            let columns: Vec<(&str, &Column)> = joined.iter().map(|(name, column)| (*name, column)).collect();
            let attribute = self.joint(released, &columns);
            drop(joined);
            let (ours, theirs) = attribute.codes().split_at(released.rows);
            Truth::new(&self.candidates, released.boxes(), ours, theirs)
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
