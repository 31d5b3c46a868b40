//! Tables in the terms of the judge's attacks: places, cells, codes.

use std::borrow::Cow;

use aloof_audit::Error;
use aloof_audit::audit::join;
use aloof_audit::data::{Ladder, Quasi, pick};
use aloof_audit::policy::{Policy, Protect, Role, bind};
use aloof_judge::attacks::{Beside, Covering, Guesses, Line, QuasiColumn, Scene, spread};
use aloof_judge::views::QuasiPair;
use aloof_table::{Attribute, Coding, Column, Decimal, Domain, Hierarchy, Kind, LabelColumn, Means, NO_CODE, NO_GROUP};

use super::drawn::Drawn;
use super::read::{Published, Tables, hierarchy_of};

/// What is guessed: the columns of one protection, and how near is near.
pub(super) struct Asked {
    pub title: String,
    pub sensitive: Vec<String>,
    /// Values near the true one are right, too: a guess names an interval, and else one value.
    pub near: bool,
    protect: Option<Protect>,
}

impl Asked {
    /// The record of a person.
    pub fn record() -> Self {
        Self { title: "which record is whose".to_owned(), sensitive: Vec::new(), near: false, protect: None }
    }

    /// The quasi values of a person.
    pub fn quasi() -> Self {
        Self { title: "quasi values".to_owned(), sensitive: Vec::new(), near: false, protect: None }
    }

    /// Every protection of values; where there is none, every sensitive column by itself.
    pub fn all(policy: &Policy, tables: &Tables) -> Result<Vec<Self>, Error> {
        let of = |protect: &Protect| Self {
            title: protect.title().unwrap_or_else(|| protect.principle().to_owned()),
            sensitive: protect.sensitive().to_vec(),
            near: protect.parameter().is_some() && have_order(protect.sensitive(), tables),
            protect: Some(protect.clone()),
        };
        let asked: Vec<Self> = policy.protect().iter().filter(|one| !one.sensitive().is_empty()).map(of).collect();
        if !asked.is_empty() {
            return Ok(asked);
        }
        let alone = |name: &str| Self {
            title: "the very value".to_owned(),
            sensitive: vec![name.to_owned()],
            near: false,
            protect: None,
        };
        let asked: Vec<Self> = policy.named(Role::Sensitive).map(alone).collect();
        if asked.is_empty() {
            return Err(Error::Data(format!(
                "{}: no column is named as sensitive, so there is nothing to guess; name one with {}",
                tables.releases[0].released.name,
                Means::Sensitive
            )));
        }
        Ok(asked)
    }

    /// Whether one value can be below another: a number, or a day.
    pub fn has_order(&self, tables: &Tables) -> bool {
        have_order(&self.sensitive, tables)
    }

    /// The most that a guess may be certain of.
    pub fn most(&self) -> Option<f64> {
        let protect = self.protect.as_ref()?;
        protect.window_asked().map(|rule| 1.0 / f64::from(rule.m()))
    }

    /// The values of all tables, one below the other: releases, the original, control people.
    fn attribute(&self, tables: &Tables) -> Attribute {
        let joined = self.joined(tables);
        let columns: Vec<(&str, &Column)> = joined.iter().map(|(name, column)| (name.as_str(), column)).collect();
        let released = released_rows(tables);
        Attribute::new(&columns, |row: usize| is_left_out(tables, released, row))
    }

    /// The values of the records that were drawn, in the codes of the scenes.
    pub fn codes(&self, tables: &Tables, drawn: &Drawn) -> Codes {
        let (attribute, released) = (self.attribute(tables), released_rows(tables));
        let codes = attribute.codes();
        let of = |rows: &[u32], from: usize| rows.iter().map(|&row| codes[from + row as usize]).collect();
        let below = if tables.control.is_some() { tables.original.rows() } else { 0 };
        Codes {
            published: of(&drawn.published, 0),
            people: of(&drawn.people, released),
            control: of(&drawn.control, released + below),
        }
    }

    /// The group and the value, if it shows one, of each row of the newest release that stands in a group, in the order of its file.
    pub fn rows(&self, tables: &Tables) -> Vec<(u32, u32)> {
        let attribute = self.attribute(tables);
        let newest = &tables.releases[0];
        let groups = newest.groups.group_of(newest.released.rows);
        groups.into_iter().zip(attribute.codes().iter().copied()).filter(|(group, _)| *group != NO_GROUP).collect()
    }

    /// Other columns of the newest release, and each of its rows with what it shows in them; nothing where values stand apart from them.
    pub fn beside<'a>(&self, tables: &'a Tables) -> (Vec<&'a str>, Vec<Beside>) {
        let newest = &tables.releases[0];
        if newest.released.in_two_tables {
            return (Vec::new(), Vec::new());
        }
        let sensitive = newest.released.sensitive.iter().filter(|(name, _)| !self.sensitive.contains(name));
        let sensitive = sensitive.map(|(name, column)| (name.as_str(), column.to_labels()));
        let kept = tables.kept.iter().map(|(name, column)| (name.as_str(), Cow::Borrowed(column)));
        let (names, columns): (Vec<&str>, Vec<Cow<'_, LabelColumn>>) = sensitive.chain(kept).unzip();
        let groups = newest.groups.group_of(newest.released.rows);
        let attribute = self.attribute(tables);
        let row = |(at, (group, &code)): (usize, (u32, &u32))| {
            let shown = || columns.iter().map(|column| column.codes()[at]).collect();
            (group != NO_GROUP && code != NO_CODE).then(|| (group, code, shown()))
        };
        let rows = groups.into_iter().zip(attribute.codes()).enumerate().filter_map(row).collect();
        (names, if columns.is_empty() { Vec::new() } else { rows })
    }

    /// The release as attackers see it, then earlier ones, about the same people.
    pub fn scenes(&self, policy: &Policy, tables: &Tables) -> Result<Vec<Scene>, Error> {
        let people = People::of(tables);
        let released = released_rows(tables);
        let attribute = self.attribute(tables);
        let guesses = self.guesses(&attribute)?;
        let codes = attribute.codes();
        let of_people = people.rows.iter().map(|&row| codes[released + row as usize]).collect::<Vec<_>>();
        let mut from = 0;
        let mut scenes = Vec::new();
        for published in &tables.releases {
            let own = &codes[from..from + published.released.rows];
            from += published.released.rows;
            scenes.push(scene(policy, tables, published, &people, (&guesses, own, &of_people))?);
        }
        Ok(scenes)
    }

    /// The sensitive columns of all releases, the original and control people, one below the other.
    fn joined(&self, tables: &Tables) -> Vec<(String, Column)> {
        let one = |name: &String| {
            let names = std::slice::from_ref(name);
            let mut parts = tables.releases.iter().map(|one| pick(&one.released.sensitive, names)[0].1);
            let first = parts.next().expect("a release").clone();
            let people = std::iter::once(&tables.original).chain(&tables.control);
            let rest = parts.chain(people.map(|table| pick(&table.sensitive, names)[0].1));
            (name.clone(), rest.fold(first, |all, next| join(&all, next)))
        };
        self.sensitive.iter().map(one).collect()
    }

    fn guesses(&self, attribute: &Attribute) -> Result<Guesses, Error> {
        let protect = self.protect.as_ref();
        let m = protect.and_then(|one| one.as_epsilon_m().or_else(|| one.window_asked())).map(|rule| rule.m());
        let near = protect.and_then(Protect::parameter).map(|(near, _)| near);
        let around_values = protect.is_some_and(|one| one.window_asked().is_none());
        if let (Some(near), Domain::Numbers { values, scale, .. }, Some(protect)) = (near, attribute.domain(), protect)
        {
            let unfit = |why| bind::unfit(protect, &why);
            let windows = near.windows(values, *scale).map_err(unfit)?;
            let reach = windows.into_iter().map(|(_, last)| last).collect();
            return Ok(Guesses { reach, near: near.reaches(values, *scale).map_err(unfit)?, m, around_values });
        }
        let codes = 0..attribute.domain().len() as u32;
        Ok(Guesses { reach: codes.clone().collect(), near: codes.map(|code| (code, code)).collect(), m, around_values })
    }
}

/// Whether it is one column, of numbers or days.
fn have_order(sensitive: &[String], tables: &Tables) -> bool {
    let [name] = sensitive else { return false };
    tables.original.sensitive.iter().any(|(other, column)| other == name && column.kind() != Kind::Label)
}

/// The values of records, column by column.
pub(super) struct Codes {
    pub published: Vec<u32>,
    pub people: Vec<u32>,
    pub control: Vec<u32>,
}

fn released_rows(tables: &Tables) -> usize {
    tables.releases.iter().map(|one| one.released.rows).sum()
}

/// Whether a row of all tables one below the other counts for nothing.
fn is_left_out(tables: &Tables, released: usize, row: usize) -> bool {
    let Some(row) = row.checked_sub(released) else {
        let mut row = row;
        for one in &tables.releases {
            match row.checked_sub(one.released.rows) {
                Some(next) => row = next,
                None => return one.released.left_out.get(row),
            }
        }
        return false;
    };
    match (row.checked_sub(tables.original.rows()), &tables.control) {
        (Some(row), Some(control)) => control.left_out.get(row),
        _ => tables.original.left_out.get(row),
    }
}

/// Whom attacks are about: rows of the original and, below it, of the control table.
struct People {
    /// Those of the release first, then control people.
    rows: Vec<u32>,
    /// How many of them the release was made of.
    of_release: usize,
}

impl People {
    fn of(tables: &Tables) -> Self {
        let all = tables.original.rows() as u32;
        let mut rows: Vec<u32> = (0..all).filter(|&row| tables.is_person(row)).collect();
        let of_release = rows.len();
        match &tables.control {
            Some(control) => rows.extend(all..all + control.rows() as u32),
            None => rows.extend(&tables.held_out),
        }
        Self { rows, of_release }
    }
}

/// So many control people are asked about.
const MOST_CONTROL: usize = 20_000;

fn scene(
    policy: &Policy,
    tables: &Tables,
    published: &Published,
    people: &People,
    (guesses, own, of_people): (&Guesses, &[u32], &[u32]),
) -> Result<Scene, Error> {
    let released = &published.released;
    let two = released.in_two_tables;
    let firsts: Vec<u32> = published.groups.iter().map(|rows| rows[0]).collect();
    let (mut columns, mut cells, mut rows) =
        (Vec::new(), Vec::new(), vec![Vec::new(); if two { released.rows } else { 0 }]);
    for (quasi, (_, labels)) in tables.original.quasi.iter().zip(&released.quasi) {
        let joined = match &tables.control {
            Some(control) => join(tables.original.column(&quasi.name), control.column(&quasi.name)),
            None => tables.original.column(&quasi.name).clone(),
        };
        let tree = hierarchy_of(policy, &quasi.name, &joined)?;
        let wrong = |error| Error::Data(format!("{}, column `{}`: {error}", released.name, quasi.name));
        let pair = QuasiPair::new(&joined, labels, tree.as_ref()).map_err(wrong)?;
        cells.push(firsts.iter().map(|&row| pair.cell(row as usize)).collect::<Vec<u32>>());
        for (row, places) in rows.iter_mut().enumerate() {
            places.push(pair.covers[pair.cell(row) as usize].hull().start);
        }
        let line = line_of(quasi, &joined, &pair, tree);
        let places = people.rows.iter().map(|&row| pair.places[row as usize]).collect();
        let QuasiPair { count, covers, .. } = pair;
        columns.push(QuasiColumn { places, count, covers, line, weight: quasi.weight.unwrap_or(1.0) });
    }
    let values = |rows: &[u32]| -> Vec<u32> {
        let mut values: Vec<u32> = rows.iter().map(|&row| own[row as usize]).filter(|&code| code != NO_CODE).collect();
        values.sort_unstable();
        values
    };
    let groups: Vec<Vec<u32>> = published.groups.iter().map(values).collect();
    let asked = asked(people, groups.len());
    let covering = if two {
        let group_of = published.groups.group_of(released.rows);
        let rows: Vec<(Vec<u32>, u32)> =
            rows.into_iter().zip(group_of).filter(|(_, group)| *group != NO_GROUP).collect();
        cells.clear();
        Covering::by_rows(&columns, &rows, asked)
    } else {
        let sizes: Vec<usize> = groups.iter().map(Vec::len).collect();
        Covering::by_cells(&columns, &cells, &sizes, asked)
    };
    let stands = published.stands.as_ref().map(|stands| {
        let of = people.rows[..people.of_release].iter();
        of.map(|&row| stands[row as usize]).collect()
    });
    Ok(Scene {
        guesses: guesses.clone(),
        columns,
        groups,
        cells,
        people: people.of_release,
        codes: of_people.to_vec(),
        stands,
        is_true: published.is_true,
        covering,
    })
}

/// Whom attacks ask about: all, or as many as can be afforded, spread evenly.
fn asked(people: &People, groups: usize) -> Vec<u32> {
    let control = people.rows.len() - people.of_release;
    let own = spread(people.of_release, Covering::affordable(people.of_release, groups));
    let others = spread(control, MOST_CONTROL.min(Covering::affordable(control, groups)));
    own.into_iter().chain(others.into_iter().map(|at| people.of_release as u32 + at)).collect()
}

/// How the places of a column lie.
fn line_of(quasi: &Quasi, column: &Column, pair: &QuasiPair<'_>, tree: Option<Hierarchy>) -> Line {
    match (&quasi.ladder, tree) {
        (Ladder::Tree(_), Some(tree)) => {
            leaves(column, pair, &tree).map_or(Line::Unknown, |leaves| Line::Tree(tree, leaves))
        }
        (Ladder::Line, _) => Line::Positions(positions(column)),
        (Ladder::Classes(coding), _) => Line::Classes(positions(column), classes(column, coding)),
        (Ladder::Order(order), _) => {
            let labels = column.to_labels();
            let mut sorted: Vec<&str> = labels.labels().iter().collect();
            sorted.sort_unstable();
            let rank = |label: &&str| order.iter().position(|other| other == label);
            let last = order.len().saturating_sub(1).max(1) as f64;
            let ranks: Option<Vec<f64>> = sorted.iter().map(|label| rank(label).map(|at| at as f64 / last)).collect();
            ranks.map_or(Line::Unknown, Line::Positions)
        }
        (Ladder::Set, _) => Line::Set,
        _ => Line::Unknown,
    }
}

/// The distinct numbers or days of a column, ascending.
fn distinct(column: &Column) -> Vec<f64> {
    let attribute = Attribute::new(&[("", column)], |_| false);
    let Domain::Numbers { values, scale, .. } = attribute.domain() else { return Vec::new() };
    values.iter().map(|&value| Decimal::new(value, *scale).to_ratio().approximate()).collect()
}

/// The same from 0 to 1.
fn positions(column: &Column) -> Vec<f64> {
    let numbers = distinct(column);
    let (Some(&low), Some(&high)) = (numbers.first(), numbers.last()) else { return Vec::new() };
    let length = if high > low { high - low } else { 1.0 };
    numbers.iter().map(|number| (number - low) / length).collect()
}

/// The class of each distinct number, ascending.
fn classes(column: &Column, coding: &Coding) -> Vec<u32> {
    let least = distinct(&coding.snapped(column));
    distinct(column).iter().map(|number| least.partition_point(|other| other <= number) as u32).collect()
}

/// The leaf of each place: places stand in the order of leaves.
fn leaves(column: &Column, pair: &QuasiPair<'_>, tree: &Hierarchy) -> Option<Vec<aloof_table::Node>> {
    let labels = column.to_labels();
    let mut leaves: Vec<aloof_table::Node> =
        labels.labels().iter().map(|label| tree.leaf(label)).collect::<Option<_>>()?;
    leaves.sort_unstable_by_key(|&leaf| tree.leaves(leaf).start);
    let fits = leaves.len() + 1 == pair.count;
    fits.then_some(leaves)
}
