//! Which released row is whose: from what is private of a release, from a column that stands in both tables, or from the
//! order of rows.
//!
//! What is private (`assignment.csv`) says for each row of the input its place, or only its group. Rows of one group show
//! the same cells, so where the release states groups any row of a person's group will do. Where it does not, the order of
//! rows is drawn again from the private seed, and believed only if every person's values fit the row they are given.

use std::path::{Path, PathBuf};

use aloof_io::{Ask, Input, ReadOptions, Source};
use aloof_judge::views::QuasiPair;
use aloof_table::{Column, LabelColumn};
use hashbrown::HashMap;

use crate::Error;
use crate::anonymize::{Seed, order_of_rows};
use crate::audit::{Original, Released};

/// How it is known which released row is whose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Rows {
    /// It is not.
    #[default]
    Unknown,
    /// By the private directory that was made with the release.
    Private(PathBuf),
    /// By a column that stands in both tables, different for everybody.
    Key(String),
    /// Both tables have the same people in the same order.
    SameOrder,
}

/// Original rows, with the released ones that stand for them; `None` when that is not known.
pub(super) fn find(
    rows: &Rows,
    (before, original): (&Input, &Original),
    (after, released): (&Input, &Released),
) -> Result<Option<Vec<(u32, u32)>>, Error> {
    match rows {
        Rows::Unknown => Ok(None),
        Rows::Private(directory) => from_private(directory, original, released).map(Some),
        Rows::Key(name) => by_key(name, before, after).map(Some),
        Rows::SameOrder if original.rows() == released.rows => {
            Ok(Some((0..released.rows as u32).map(|row| (row, row)).collect()))
        }
        Rows::SameOrder => Err(Error::Data(format!(
            "the tables cannot have the same people in the same order: the original has {} rows, {} has {}",
            original.rows(),
            released.name,
            released.rows
        ))),
    }
}

fn by_key(name: &str, before: &Input, after: &Input) -> Result<Vec<(u32, u32)>, Error> {
    let (one, other) = (key_column(name, before)?, key_column(name, after)?);
    let mut row_of: HashMap<&str, u32> = HashMap::new();
    for row in 0..other.len() {
        if let Some(key) = other.get(row)
            && row_of.insert(key, row as u32).is_some()
        {
            return Err(twice(name, after));
        }
    }
    let mut found = Vec::new();
    for row in 0..one.len() {
        if let Some(released) = one.get(row).and_then(|key| row_of.remove(key)) {
            found.push((row as u32, released));
        }
    }
    let mut seen = hashbrown::HashSet::new();
    if (0..one.len()).filter_map(|row| one.get(row)).any(|key| !seen.insert(key)) {
        return Err(twice(name, before));
    }
    Ok(found)
}

fn twice(name: &str, input: &Input) -> Error {
    Error::Data(format!(
        "{}, column `{name}`: a value stands there more than once, so rows cannot be told apart by it",
        input.name()
    ))
}

fn key_column(name: &str, input: &Input) -> Result<LabelColumn, Error> {
    if !input.names().iter().any(|other| other == name) {
        return Err(Error::Data(format!("{} has no column `{name}`, by which rows could be matched", input.name())));
    }
    let ask = |other: &String| if other == name { Ask::Text } else { Ask::Skip };
    let table = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
    Ok(table.column(name).map(|column| column.to_labels().into_owned()).unwrap_or_default())
}

/// What `assignment.csv` says.
struct Assignment {
    /// Rows of the input that are published, with their group, if any.
    kept: Vec<(u32, Option<u32>)>,
    /// And the place of each, if it is said.
    places: Option<Vec<u32>>,
}

fn from_private(directory: &Path, original: &Original, released: &Released) -> Result<Vec<(u32, u32)>, Error> {
    let file = directory.join("assignment.csv");
    let other = |what: &str| Error::Data(format!("{} does not belong to these tables: {what}", file.display()));
    let Assignment { kept, places } = Assignment::read(&file, original.rows())?;
    if let Some(places) = places {
        if places.iter().any(|&place| place as usize >= released.rows) {
            return Err(other("it names places that the release does not have"));
        }
        return Ok(kept.iter().zip(places).map(|(&(row, _), place)| (row, place)).collect());
    }
    if let Some((_, labels)) = &released.stated {
        return by_stated_group(&kept, labels, released)
            .ok_or_else(|| other("it names groups that the release does not state"));
    }
    if kept.len() != released.rows {
        return Err(other(&format!("{} rows were published, and there are {}", kept.len(), released.rows)));
    }
    let text = std::fs::read_to_string(directory.join("seed.txt")).map_err(|cause| Error::File {
        what: format!("{} cannot be read", directory.join("seed.txt").display()),
        cause,
    })?;
    let seed: Seed = text.trim().parse().map_err(|_| other("seed.txt holds no seed"))?;
    let order = order_of_rows(kept.len(), seed);
    let pairs: Vec<(u32, u32)> =
        order.iter().enumerate().map(|(place, &at)| (kept[at as usize].0, place as u32)).collect();
    if !fits(&pairs, original, released)? {
        return Err(other("drawn again from its seed, rows do not fit the people they would be"));
    }
    Ok(pairs)
}

/// Any row of each person's group; `labels` is what the release calls its groups. `None` when it lacks one.
fn by_stated_group(kept: &[(u32, Option<u32>)], labels: &LabelColumn, released: &Released) -> Option<Vec<(u32, u32)>> {
    let first: HashMap<&str, u32> =
        (0..labels.len()).filter_map(|group| Some((labels.get(group)?, released.groups.group(group)[0]))).collect();
    let one = |&(row, group): &(u32, Option<u32>)| Some((row, *first.get(group?.to_string().as_str())?));
    kept.iter().map(one).collect()
}

/// Whether every person's quasi values are covered by the cells, and their sensitive values those of the row.
fn fits(pairs: &[(u32, u32)], original: &Original, released: &Released) -> Result<bool, Error> {
    for (quasi, (name, cells)) in original.quasi.iter().zip(&released.quasi) {
        let column = original.column(name);
        let pair = QuasiPair::new(column, cells, quasi.hierarchy.as_ref())
            .map_err(|error| super::cell(released, name, &error))?;
        if !pairs
            .iter()
            .all(|&(row, place)| pair.covers[pair.cell(place as usize) as usize].contains(pair.places[row as usize]))
        {
            return Ok(false);
        }
    }
    for ((_, one), (_, other)) in original.sensitive.iter().zip(&released.sensitive) {
        if !pairs.iter().all(|&(row, place)| one.text(row as usize) == other.text(place as usize)) {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Assignment {
    fn read(file: &Path, rows: usize) -> Result<Self, Error> {
        let input = Input::open(Source::File(file.to_owned()), ReadOptions::default())?;
        let table = input.read(&vec![Ask::Number; input.names().len()])?;
        let wrong = |what: &str| Error::Data(format!("{}: {what}", file.display()));
        let number = |name: &str, line: usize| -> Option<u32> {
            let Some(Column::Number(numbers)) = table.column(name) else { return None };
            numbers.get(line)?.at_scale(0).and_then(|whole| u32::try_from(whole).ok())
        };
        if table.column("row").is_none() || table.column("group").is_none() {
            return Err(wrong("it needs the columns `row` and `group`"));
        }
        if table.rows() != rows {
            return Err(wrong(&format!("it speaks of {} rows, and the original has {rows}", table.rows())));
        }
        let placed = table.column("place").is_some();
        let (mut kept, mut places) = (Vec::new(), Vec::new());
        for line in 0..table.rows() {
            let row = number("row", line).filter(|&row| (row as usize) < rows);
            let row = row.ok_or_else(|| wrong("a row is no row of the original"))?;
            let (group, place) = (number("group", line), number("place", line));
            if (placed && place.is_some()) || (!placed && group.is_some()) {
                kept.push((row, group));
                places.extend(place);
            }
        }
        Ok(Self { kept, places: placed.then_some(places) })
    }
}
