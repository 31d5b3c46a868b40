//! What the original's file says of its columns, as far as it goes out with them.
//!
//! A label of a column goes out with the column wherever the format has a place for it. Value labels go out with a column that is
//! published value by value as it is, in a format that has them, which is Stata's; only those of codes that are published, since
//! a label of another code would tell that somebody had it. Whatever is lost is said.

use std::collections::BTreeSet;

use aloof_io::{DtaColumn, Input};
use aloof_table::{Column, ColumnInfo, Kind, Table};
use serde::Serialize;

use super::maker::Places;
use crate::data::Original;
use crate::policy::{OutputFormat, Policy};

/// What is said of the original's columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Codebook(Vec<(String, ColumnInfo)>);

/// What became of value labels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LabelReport {
    /// Columns that have theirs.
    pub kept: Vec<String>,
    /// Columns whose values are published changed, and have theirs no more.
    pub changed: Vec<String>,
    /// Columns that lost theirs to the format.
    pub no_place: Vec<String>,
}

/// What is written beside the tables of a release.
pub(super) struct Written {
    /// For every table, in order, what is written of its columns.
    pub columns: Vec<Vec<DtaColumn>>,
    pub report: Option<LabelReport>,
}

impl Codebook {
    pub fn of(input: &Input) -> Self {
        Self(input.names().iter().cloned().zip(input.infos().iter().cloned()).collect())
    }

    fn info(&self, name: &str) -> Option<&ColumnInfo> {
        self.0.iter().find(|(other, _)| other == name).map(|(_, info)| info)
    }

    /// What goes out with these tables, the first of which holds the rows.
    pub fn written(
        &self,
        policy: &Policy,
        original: &Original,
        tables: &[(&'static str, Table)],
        places: &Places,
    ) -> Written {
        let mut report = LabelReport::default();
        let mut columns = Vec::new();
        for (at, (_, table)) in tables.iter().enumerate() {
            let one = |(name, column): (&String, &std::sync::Arc<Column>)| {
                let Some(info) = self.info(name) else { return DtaColumn::default() };
                let before = original.table.column(name).filter(|_| !info.value_labels.is_empty());
                let labels = match before {
                    Some(before) if at == 0 && !stands(before, column, places) => {
                        report.add(name, |all| &mut all.changed)
                    }
                    Some(_) => match self.codes(policy, name, column) {
                        Some(codes) if codes.is_empty() => codes,
                        Some(codes) => {
                            report.add(name, |all| &mut all.kept);
                            codes
                        }
                        None => report.add(name, |all| &mut all.no_place),
                    },
                    None => Vec::new(),
                };
                DtaColumn { label: info.label.clone(), value_labels: labels }
            };
            columns.push(table.names().iter().zip(table.columns()).map(one).collect());
        }
        let any = report != LabelReport::default();
        Written { columns, report: any.then_some(report) }
    }

    /// The labels of the codes in a column, where the format has a place for them.
    fn codes(&self, policy: &Policy, name: &str, column: &Column) -> Option<Vec<(i32, String)>> {
        if policy.output().format != OutputFormat::Dta || !are_codes(policy, name, column) {
            return None;
        }
        let here: BTreeSet<String> = (0..column.len()).filter_map(|row| column.text(row)).collect();
        let label = |one: &aloof_table::ValueLabel| Some((one.value.parse().ok()?, one.label.clone()));
        let labels = self.info(name)?.value_labels.iter().filter(|one| here.contains(&one.value));
        Some(labels.filter_map(label).collect())
    }
}

/// Whether every row shows the value that it had.
fn stands(before: &Column, column: &Column, places: &Places) -> bool {
    places.rows.len() == column.len()
        && places.rows.iter().enumerate().all(|(at, &row)| column.text(at) == before.text(row as usize))
}

/// Whether the values are whole numbers, as Stata can label them, and read back as what they are: texts of digits would read
/// back as numbers, unless the policy says that they are labels.
fn are_codes(policy: &Policy, name: &str, column: &Column) -> bool {
    match column {
        Column::Number(numbers) => numbers.scale() == 0,
        Column::Label(labels) => {
            let said = policy.column(name).is_some_and(|rule| rule.kind == Some(Kind::Label));
            let is_code = |text: &str| text.parse::<i32>().is_ok_and(|code| code.to_string() == text);
            said && labels.labels().iter().all(is_code)
        }
        Column::Date(_) => false,
    }
}

impl LabelReport {
    /// Notes a column once; it has no labels then.
    fn add(&mut self, name: &str, list: impl Fn(&mut Self) -> &mut Vec<String>) -> Vec<(i32, String)> {
        let list = list(self);
        if !list.iter().any(|other| other == name) {
            list.push(name.to_owned());
        }
        Vec::new()
    }

    /// What became of those of a column, in a word.
    pub(crate) fn word(&self, name: &str) -> Option<&'static str> {
        let holds = |list: &[String]| list.iter().any(|other| other == name);
        match () {
            () if holds(&self.kept) => Some("kept"),
            () if holds(&self.changed) || holds(&self.no_place) => Some("dropped"),
            () => None,
        }
    }

    /// What the maker of the release must know of it.
    pub fn sentences(&self, format: OutputFormat) -> Vec<String> {
        let listed = |names: &[String]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let mut all = Vec::new();
        if !self.changed.is_empty() {
            all.push(format!(
                "Value labels of {} are not in the release: its values are no longer the codes that they were.",
                listed(&self.changed)
            ));
        }
        if !self.no_place.is_empty() {
            let why = match format {
                OutputFormat::Dta => {
                    "Stata has them only for whole numbers, and the policy must say type = \"label\" of texts"
                }
                _ => "the format has no place for them, and codes stand alone; [output] format = \"dta\" keeps them",
            };
            all.push(format!("Value labels of {} are not in the release: {why}.", listed(&self.no_place)));
        }
        all
    }
}
