//! What the original's file says of its columns, as far as it goes out with them.
//!
//! A label of a column goes out with it: into the file where the format has a place for it, which is Stata's, and into the
//! manifest whatever the format is. Value labels go out with a column whose published values all are codes of the original, in
//! a format that has them; only those of codes that are published, since a label of another code would tell that somebody had
//! it. Of columns that cannot have theirs the manifest says what the codes mean that stand in a cell or a set of it, so that
//! whoever gets the release can read it; and that is said.

use std::collections::{BTreeMap, BTreeSet};

use aloof_io::{DTA_CODES, DTA_LABEL, DtaColumn, Input};
use aloof_table::{Column, ColumnInfo, Generalized, Kind, Table, ValueLabel};
use serde::Serialize;

use crate::data::Original;
use crate::manifest;
use crate::policy::{OutputFormat, Policy};

/// What is said of the original's columns, by their names.
#[derive(Clone, Debug, Default)]
pub(super) struct Codebook(BTreeMap<String, ColumnInfo>);

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

/// What is written beside the tables of a release, and what is told of it.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// For every table, in order, what is written of its columns.
    pub columns: Vec<Vec<DtaColumn>>,
    pub told: Told,
}

/// What is told of labels.
#[derive(Debug, Default)]
pub(super) struct Told {
    /// What columns are about.
    labels: BTreeMap<String, String>,
    /// Columns whose label the format cuts.
    cut: Vec<String>,
    pub values: Option<LabelReport>,
    /// What published codes mean, of columns whose file does not say it.
    codes: BTreeMap<String, BTreeMap<String, String>>,
}

impl Codebook {
    pub fn of(input: &Input) -> Self {
        let said = input.names().iter().cloned().zip(input.infos().iter().cloned());
        Self(said.filter(|(_, info)| !info.is_empty()).collect())
    }

    /// What goes out with these tables.
    pub fn written(&self, policy: &Policy, original: &Original, tables: &[(&'static str, Table)]) -> Written {
        let mut values = LabelReport::default();
        let mut columns = Vec::new();
        for (_, table) in tables {
            let one = |(name, column): (&String, &std::sync::Arc<Column>)| DtaColumn {
                label: self.label(name, original),
                value_labels: self.value_labels(policy, original, name, column, &mut values),
            };
            columns.push(table.names().iter().zip(table.columns()).map(one).collect());
        }
        // The ends of intervals are two columns, neither of which has the name.
        let published = |name: &str| tables.iter().any(|(_, table)| table.column(name).is_some());
        let gone = original.table.names().iter().filter(|name| !published(name) && self.has_codes(name));
        gone.for_each(|name| values.changed.push(name.clone()));
        let values = (values != LabelReport::default()).then_some(values);
        let unsaid = values.iter().flat_map(|values| values.changed.iter().chain(&values.no_place));
        let codes = unsaid.filter_map(|name| Some((name.clone(), self.codes(name, tables)?))).collect();
        let (labels, cut) = (self.labels(original), self.cut(policy, original));
        Written { columns, told: Told { labels, cut, values, codes } }
    }

    /// What the codes mean that a published column shows, alone or in a set; none where it shows no codes.
    fn codes(&self, name: &str, tables: &[(&'static str, Table)]) -> Option<BTreeMap<String, String>> {
        let column = tables.iter().find_map(|(_, table)| table.column(name))?;
        let members = |text: String| match Generalized::parse(&text, Kind::Label, None) {
            Ok(Generalized::Labels(members)) => members,
            _ => vec![text],
        };
        let shown: BTreeSet<String> = texts(column).into_iter().flat_map(members).collect();
        let said = self.0.get(name)?.value_labels.iter().filter(|one| shown.contains(&one.value));
        Some(said.map(|one| (one.value.clone(), one.label.clone())).collect())
            .filter(|codes: &BTreeMap<_, _>| !codes.is_empty())
    }

    fn has_codes(&self, name: &str) -> bool {
        self.0.get(name).is_some_and(|info| !info.value_labels.is_empty())
    }

    /// Of a column, or of one end of its intervals.
    fn label(&self, name: &str, original: &Original) -> Option<String> {
        let of = |name: &str| self.0.get(name)?.label.clone();
        let end = |side: &str, word: &str| {
            let base = name.strip_suffix(side).filter(|_| original.table.column(name).is_none())?;
            of(base).map(|label| format!("{label} ({word})"))
        };
        of(name).or_else(|| end("_lo", "lowest")).or_else(|| end("_hi", "highest"))
    }

    fn labels(&self, original: &Original) -> BTreeMap<String, String> {
        let names = original.table.names().iter();
        names.filter_map(|name| Some((name.clone(), self.0.get(name)?.label.clone()?))).collect()
    }

    fn cut(&self, policy: &Policy, original: &Original) -> Vec<String> {
        let is_long = |(_, label): &(String, String)| label.chars().count() > DTA_LABEL;
        let labels = self.labels(original).into_iter().filter(is_long);
        labels.map(|(name, _)| name).filter(|_| policy.output().format == OutputFormat::Dta).collect()
    }

    /// Those of the codes that are published; none where there is no place for them.
    fn value_labels(
        &self,
        policy: &Policy,
        original: &Original,
        name: &str,
        column: &Column,
        told: &mut LabelReport,
    ) -> Vec<(i32, String)> {
        let before = original.table.column(name).filter(|_| self.has_codes(name));
        let Some((info, before)) = self.0.get(name).zip(before) else { return Vec::new() };
        let (had, shown) = (texts(before), texts(column));
        if !shown.is_subset(&had) {
            told.changed.push(name.to_owned());
            return Vec::new();
        }
        // Of codes that mean a missing value none is published, and no label is lost.
        let mut published = info.value_labels.iter().filter(|one| shown.contains(&one.value)).peekable();
        if published.peek().is_none() {
            return Vec::new();
        }
        if policy.output().format != OutputFormat::Dta || !are_codes(policy, name, column) {
            told.no_place.push(name.to_owned());
            return Vec::new();
        }
        told.kept.push(name.to_owned());
        published.filter_map(|ValueLabel { value, label }| Some((code(value)?, label.clone()))).collect()
    }
}

fn texts(column: &Column) -> BTreeSet<String> {
    (0..column.len()).filter_map(|row| column.text(row)).collect()
}

/// A number that Stata can label.
fn code(text: &str) -> Option<i32> {
    text.parse().ok().filter(|code| DTA_CODES.contains(code) && code.to_string() == text)
}

/// Whether the values are whole numbers, as Stata can label them, and read back as what they are: texts of digits would read
/// back as numbers, unless the policy says that they are labels.
fn are_codes(policy: &Policy, name: &str, column: &Column) -> bool {
    match column {
        Column::Number(numbers) => numbers.scale() == 0,
        Column::Label(labels) => {
            let said = policy.column(name).is_some_and(|rule| rule.kind() == Some(Kind::Label));
            said && labels.labels().iter().all(|text| code(text).is_some())
        }
        Column::Date(_) => false,
    }
}

impl Told {
    /// Says of every column what it is about, and what became of its value labels.
    pub fn tell(&self, columns: &mut [manifest::Column]) {
        for column in columns {
            column.label = self.labels.get(&column.name).cloned();
            column.value_labels = self.values.as_ref().and_then(|values| values.word(&column.name)).map(str::to_owned);
            column.codes = self.codes.get(&column.name).cloned().unwrap_or_default();
        }
    }

    /// What the maker of the release must know of it.
    pub fn sentences(&self, format: OutputFormat) -> Vec<String> {
        let cut = (!self.cut.is_empty()).then(|| {
            format!(
                "Stata keeps {DTA_LABEL} characters of a column's label: more {} in the manifest alone.",
                of_columns("of that of", "of those of", &self.cut, "stands", "stand")
            )
        });
        let kept = (!self.codes.is_empty()).then(|| {
            let names: Vec<String> = self.codes.keys().cloned().collect();
            format!("What published codes of {} mean stands in the manifest, as `codes` of the column.", listed(&names))
        });
        self.values.iter().flat_map(|values| values.sentences(format)).chain(kept).chain(cut).collect()
    }
}

impl LabelReport {
    /// What became of those of a column, in a word.
    fn word(&self, name: &str) -> Option<&'static str> {
        let holds = |list: &[String]| list.iter().any(|other| other == name);
        match () {
            () if holds(&self.kept) => Some("kept"),
            () if holds(&self.changed) || holds(&self.no_place) => Some("dropped"),
            () => None,
        }
    }

    fn sentences(&self, format: OutputFormat) -> Vec<String> {
        let changed = match self.changed.len() {
            0 => None,
            1 => Some("its published values are no longer the codes that the labels stand for"),
            _ => Some("their published values are no longer the codes that the labels stand for"),
        };
        let no_place = match format {
            _ if self.no_place.is_empty() => None,
            OutputFormat::Dta => Some(
                "Stata has them for whole numbers only, and where such numbers are labels, type = \"label\" must say so",
            ),
            _ => Some("the format has no place for them, and codes stand alone; [output] format = \"dta\" keeps them"),
        };
        let lost = |(names, why): (&Vec<String>, Option<&str>)| {
            Some(format!("Value labels of {} are not in the released file: {}.", listed(names), why?))
        };
        [(&self.changed, changed), (&self.no_place, no_place)].into_iter().filter_map(lost).collect()
    }
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

fn of_columns(one: &str, several: &str, names: &[String], is: &str, are: &str) -> String {
    let (of, is) = if names.len() == 1 { (one, is) } else { (several, are) };
    format!("{of} {} {is}", listed(names))
}
