//! From a manifest back to a policy, checked as any policy is; and a policy held against a manifest.

use std::path::{Path, PathBuf};

use aloof_table::Kind;
use serde_json::{Value, json};

use super::columns::{self, Column, ColumnRole, ColumnType, StatedLadder};
use super::{Manifest, Words, words};
use crate::audit::asked;
use crate::policy::{ColumnRule, Item, Located, Place, Policy, PolicyError, Role, RowsAre, Section};

/// Where a policy begins that a release states of itself, as far as nobody says in which directory.
const TOP: &str = "manifest.json";

impl Policy {
    /// Whether what the columns are is a release's own word.
    pub(crate) fn is_stated_by_release(&self) -> bool {
        matches!(self.place(), Place::Key(at) if Path::new(at).file_name() == Some(TOP.as_ref()))
    }
}

impl Manifest {
    /// What a person would have typed to have this release checked, with what it takes to read the original again; `at` is what
    /// messages call the manifest.
    pub fn section(&self, at: &Path) -> Result<Section, PolicyError> {
        let name = at.display().to_string();
        let top = || Place::Key(name.clone());
        let mut columns: Words = self.columns.iter().filter_map(said_of).collect();
        columns.insert("undeclared".to_owned(), "drop".into());
        let columns = words::to_section(&columns, &format!("{name}: columns"))?;
        let mut section = Section::new(top());
        section.set("columns", top(), Item::Section(columns));
        let mut input = Words::new();
        if !self.input.missing.is_empty() {
            input.insert("missing".to_owned(), json!(self.input.missing));
        }
        if let Some(rows) = &self.rows {
            input.insert("rows".to_owned(), json!(rows));
        }
        if !input.is_empty() {
            section.set("input", top(), Item::Section(words::to_section(&input, &format!("{name}: input"))?));
        }
        let block = |(at, protect): (usize, &Words)| {
            let way = format!("{name}: protect[{at}]");
            let value = Item::Section(words::to_section(protect, &way)?);
            Ok(Located { value, place: Place::Key(way) })
        };
        if !self.protect.is_empty() {
            let blocks = self.protect.iter().enumerate().map(block).collect::<Result<_, PolicyError>>()?;
            section.set("protect", top(), Item::List(blocks));
        }
        Ok(section)
    }

    /// The policy that the release says it keeps. What no release holds is told by [`Manifest::lacks`].
    pub fn policy(&self) -> Result<Policy, PolicyError> {
        Policy::check(&self.section(Path::new(TOP))?, PathBuf::new())
    }

    /// What a check needs that stands in the policy's files only: with the original, hierarchies and orders of quasi columns;
    /// always, what distances between sensitive values need, and who is in a population.
    pub fn lacks(&self, with_original: bool) -> Vec<String> {
        let needs_tree = |words: &Words, column: &Column| {
            // Between labels these are steps in their tree.
            let steps = column.kind == ColumnType::Label && mentions(words, &["l1", "l2", "linf", "min"]);
            steps || mentions(words, &["hierarchy", "hierarchical"])
        };
        let asks_tree = |column: &Column| {
            let names_it = |protect: &&Words| protect.get("sensitive").is_some_and(|of| names(of, &column.name));
            self.protect.iter().filter(names_it).any(|protect| needs_tree(protect, column))
        };
        let of_column = |column: &Column| match (column.role, column.ladder.as_ref()?) {
            (ColumnRole::Quasi, StatedLadder::File) if with_original => Some("the hierarchy file of"),
            (ColumnRole::Quasi, StatedLadder::Order { labels }) if with_original && labels.is_empty() => {
                Some("the order of labels of")
            }
            (ColumnRole::Sensitive, StatedLadder::File) if asks_tree(column) => Some("the hierarchy file of"),
            _ => None,
        };
        let columns = self.columns.iter().filter_map(|one| Some(format!("{} `{}`", of_column(one)?, one.name)));
        let matrix = |words: &Words| mentions(words, &["matrix"]);
        let matrices = self.protect.iter().filter(|words| matrix(words)).map(|_| "the matrix of distances".to_owned());
        let population = |words: &&Words| words.contains_key("population");
        let populations = self.protect.iter().filter(population).map(|_| "the population of presence".to_owned());
        let mut lacks: Vec<String> = columns.chain(matrices).chain(populations).collect();
        // Whatever else its words come to: a file that only a manifest names is anybody's, and is not opened.
        if lacks.is_empty() && self.policy().is_ok_and(|policy| !policy.files().is_empty()) {
            lacks.push("a file that its rules name".to_owned());
        }
        lacks
    }

    /// What else a policy says of what a row is. A release says so only where rows are records; the weaker of the two counts.
    fn other_rows(&self, policy: &Policy) -> Option<String> {
        let (there, here) = (self.says_records(), policy.says_records());
        let said = |rows: RowsAre| format!("rows = \"{}\"", rows.name());
        (there != here).then(|| match policy.input().rows {
            Some(rows) if there => format!("{} there and \"{}\" here", said(RowsAre::Records), rows.name()),
            None => format!("{} there and not said here", said(RowsAre::Records)),
            Some(rows) => format!("{} here and not said there", said(rows)),
        })
    }

    /// How a policy differs in what it says of one column: its role, its type, and along what it lies.
    pub(crate) fn differences_of(column: &Column, policy: &Policy) -> Vec<String> {
        let rule = policy.column(&column.name);
        let Some(said) = role_of(column) else { return Vec::new() };
        let role = match rule.map(ColumnRule::role) {
            Some(role) if role == said => None,
            Some(_) if said == Role::Keep && rule.is_some_and(ColumnRule::is_kept) => None,
            Some(role) => Some(format!("`{}` is {} there and {} here", column.name, said.name(), role.name())),
            None => Some(format!("`{}` is {} there and not named here", column.name, said.name())),
        };
        let ladder = rule.filter(|_| !policy.is_stated_by_release()).and_then(|rule| other_ladder(column, rule));
        role.into_iter().chain(rule.and_then(|rule| other_kind(column, rule))).chain(ladder).collect()
    }

    /// How a policy differs from what the release says: roles, what a row is, and what must hold.
    pub(crate) fn differences(&self, policy: &Policy) -> Vec<String> {
        let mut found: Vec<String> =
            self.columns.iter().flat_map(|column| Self::differences_of(column, policy)).collect();
        found.extend(self.other_rows(policy));
        let ours: Vec<Words> = policy.protect().iter().map(words::of_protect).collect();
        let theirs = self.policy().ok();
        let only_there = (0..self.protect.len()).filter(|&at| !ours.iter().any(|other| same(&self.protect[at], other)));
        found.extend(only_there.map(|at| {
            let said = theirs.as_ref().and_then(|policy| policy.protect().get(at)).map(asked);
            let said = said.unwrap_or_else(|| serde_json::to_string(&self.protect[at]).expect("plain data"));
            format!("promised there and not asked for here is {said}")
        }));
        let only_here = (0..ours.len()).filter(|&at| !self.protect.iter().any(|other| same(&ours[at], other)));
        found.extend(
            only_here.map(|at| format!("asked for here and not promised there is {}", asked(&policy.protect()[at]))),
        );
        found
    }
}

/// The policy's word for what a column is, if it has one.
fn role_of(column: &Column) -> Option<Role> {
    match column.role {
        ColumnRole::Quasi => Some(Role::Quasi),
        ColumnRole::Sensitive => Some(Role::Sensitive),
        ColumnRole::Keep => Some(Role::Keep),
        ColumnRole::Pseudonym => Some(Role::Pseudonym),
        ColumnRole::Group | ColumnRole::Count => None,
    }
}

/// What else a policy takes its values for. Values in classes are texts in the release, and were numbers before.
fn other_kind(column: &Column, rule: &ColumnRule) -> Option<String> {
    let kind = Kind::from(column.kind);
    let plain = column.coding.as_ref().is_none_or(|coding| coding.classes.is_empty());
    let ours = rule.kind.filter(|&ours| plain && ours != kind)?;
    let (there, here) = (kind_name(kind), kind_name(ours));
    Some(format!("`{}` has type = \"{there}\" there and \"{here}\" here", column.name))
}

/// Along what else a policy generalizes a column than the release says. Of two files nobody can say whether they are the same.
fn other_ladder(column: &Column, rule: &ColumnRule) -> Option<String> {
    let ours = columns::ladder(rule);
    // An earlier version stated no labels.
    let untold = matches!(&column.ladder, Some(StatedLadder::Order { labels }) if labels.is_empty());
    if column.ladder == ours || untold && matches!(ours, Some(StatedLadder::Order { .. })) {
        return None;
    }
    let words = |ladder: &Option<StatedLadder>| ladder.as_ref().map_or("nothing".to_owned(), StatedLadder::words);
    Some(format!("`{}` lies along {} there and along {} here", column.name, words(&column.ladder), words(&ours)))
}

/// A policy's word for a type.
fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "number",
        Kind::Date => "date",
        Kind::Label => "label",
    }
}

/// The words of a column, if a policy speaks of it.
fn said_of(column: &Column) -> Option<(String, Value)> {
    let role = match column.role {
        ColumnRole::Count => return None,
        ColumnRole::Group => return Some((column.name.clone(), json!({ "role": "group" }))),
        role => role,
    };
    // Values in classes are texts in the release, and were numbers before.
    let in_classes =
        role != ColumnRole::Quasi && column.coding.as_ref().is_some_and(|coding| !coding.classes.is_empty());
    let mut said = if in_classes { json!({ "role": role }) } else { json!({ "role": role, "type": column.kind }) };
    let mut add = |key: &str, value: Value| said.as_object_mut().expect("made above").insert(key.to_owned(), value);
    let of_missing = [
        ("codes", column.missing_codes.as_ref().map(|codes| json!(codes))),
        ("then", column.missing.as_ref().map(|missing| json!(missing))),
        ("similar", column.similar.as_ref().map(|similar| json!(similar))),
    ];
    let of_missing: Words = of_missing.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))).collect();
    if !of_missing.is_empty() {
        add("missing", json!(of_missing));
    }
    if let Some(coding) = column.coding.as_ref().and_then(|coding| serde_json::to_value(coding).ok()) {
        coding.as_object().into_iter().flatten().for_each(|(key, value)| drop(add(key, value.clone())));
    }
    if let Some(domain) = &column.domain {
        add("domain", json!(domain));
    }
    match &column.ladder {
        Some(StatedLadder::Prefix) => drop(add("hierarchy", json!({ "kind": "prefix" }))),
        Some(StatedLadder::Suppress) => drop(add("hierarchy", json!({ "kind": "suppress" }))),
        Some(StatedLadder::Intervals { widths, origin }) => {
            add("hierarchy", json!({ "kind": "intervals", "widths": widths, "origin": origin }));
        }
        Some(StatedLadder::Calendar { levels }) => {
            drop(add("hierarchy", json!({ "kind": "calendar", "levels": levels })));
        }
        Some(StatedLadder::Order { labels }) if !labels.is_empty() => drop(add("order", json!(labels))),
        Some(StatedLadder::File | StatedLadder::Order { .. }) | None => {}
    }
    Some((column.name.clone(), said))
}

/// Whether one of these words is a value anywhere inside.
fn mentions(words: &Words, wanted: &[&str]) -> bool {
    fn inside(value: &Value, wanted: &[&str]) -> bool {
        match value {
            Value::String(text) => wanted.contains(&text.as_str()),
            Value::Array(items) => items.iter().any(|item| inside(item, wanted)),
            Value::Object(entries) => entries
                .iter()
                .any(|(key, value)| !matches!(key.as_str(), "sensitive" | "columns") && inside(value, wanted)),
            _ => false,
        }
    }
    words.iter().any(|(key, value)| key != "sensitive" && inside(value, wanted))
}

fn names(of: &Value, name: &str) -> bool {
    match of {
        Value::String(text) => text == name,
        Value::Array(items) => items.iter().any(|item| names(item, name)),
        _ => false,
    }
}

/// The same words, whether numbers stand as text or not, and texts alone or in a list of one.
fn same(one: &Words, other: &Words) -> bool {
    fn plain(value: &Value) -> Value {
        match value {
            Value::Number(number) => plain(&Value::String(number.to_string())),
            Value::String(text) => {
                let number = text.parse::<aloof_table::Decimal>();
                number.map_or_else(|_| value.clone(), |number| number.to_string().into())
            }
            Value::Array(items) => match items.as_slice() {
                [one] => plain(one),
                _ => items.iter().map(plain).collect(),
            },
            Value::Object(entries) => entries.iter().map(|(key, value)| (key.clone(), plain(value))).collect(),
            other => other.clone(),
        }
    }
    let all = |words: &Words| -> Words { words.iter().map(|(key, value)| (key.clone(), plain(value))).collect() };
    all(one) == all(other)
}
