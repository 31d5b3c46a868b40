//! Which released row is whose: from what is private of a release, from a column that stands in both tables, or from the
//! order of rows.
//!
//! What is private (`places.csv`) says for each row of the input its place in the release.

use std::path::{Path, PathBuf};

use aloof_audit::Error;
use aloof_audit::audit::Evidence;
use aloof_audit::data::{Original, Released};
use aloof_audit::manifest::HowMade;
use aloof_io::publish::private::belongs_to;
use aloof_io::{Ask, Input, ReadOptions, Source};
use aloof_judge::verify::candidates::Cell;
use aloof_table::{Column, LabelColumn, Means};
use hashbrown::HashMap;

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
pub fn find(
    rows: &Rows,
    (before, original): (&Input, &Original),
    (after, released): (&Input, &Released),
    made: Option<&HowMade>,
) -> Result<Option<Vec<(u32, u32)>>, Error> {
    match rows {
        Rows::Unknown => Ok(None),
        Rows::Private(directory) => {
            let file = Source::File(PathBuf::from(after.name()));
            let nobody = Evidence::of(&file).ok().and_then(|evidence| evidence.counterfeits().map(|(rows, _)| rows));
            let made = (made, nobody.unwrap_or(0));
            from_private(directory, original, released, directory_of(after), made).map(Some)
        }
        Rows::Key(name) => by_key(name, before, after).map(Some),
        Rows::SameOrder if original.rows() == released.rows => {
            refuse_another_order(original, released, made)?;
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
    // By value: an original may write it otherwise than a release does.
    let ask = |other: &String| if other == name { Ask::Auto } else { Ask::Skip };
    let table = input.read(&input.names().iter().map(ask).collect::<Vec<_>>())?;
    Ok(table.column(name).map(|column| column.to_labels().into_owned()).unwrap_or_default())
}

/// The directory that a file stands in.
fn directory_of(input: &Input) -> Option<&Path> {
    Path::new(input.name()).parent().filter(|_| Path::new(input.name()).is_file())
}

/// `release` is the directory of the release, where it stands in one.
fn from_private(
    directory: &Path,
    original: &Original,
    released: &Released,
    release: Option<&Path>,
    (made, counterfeits): (Option<&HowMade>, usize),
) -> Result<Vec<(u32, u32)>, Error> {
    let file = directory.join("places.csv");
    let other = |what: &str| Error::Data(format!("{} does not belong to these tables: {what}", file.display()));
    let rows = original.rows();
    if let Some(release) = release
        && belongs_to(directory, release).is_ok_and(|belongs| belongs == Some(false))
    {
        return Err(other("it was made with another release"));
    }
    let pairs = numbers_in(&file, "place", rows)?;
    if pairs.iter().any(|&(_, place)| place as usize >= released.rows) {
        return Err(other("it names places that the release does not have"));
    }
    if pairs.len() + counterfeits != released.rows {
        return Err(other(&format!("{} rows were published, and there are {}", pairs.len(), released.rows)));
    }
    match misfits(&pairs, original, released, made) {
        0 => Ok(pairs),
        some => Err(other(&format!(
            "{some} of {} released rows do not fit the person they stand for; the original must be the one that the release was \
             made of, with its rows in the same order",
            pairs.len()
        ))),
    }
}

/// Where both tables hold the same sensitive values, as often, they are published as they are, and stand where their people do.
fn refuse_another_order(original: &Original, released: &Released, made: Option<&HowMade>) -> Result<(), Error> {
    let perturbed = |name: &str| matches!(made, Some(HowMade::Perturbed(done)) if done.column == name);
    let columns = original.sensitive.iter().zip(&released.sensitive).filter(|((name, _), _)| !perturbed(name));
    for ((name, before), (_, after)) in columns.filter(|_| !released.in_two_tables) {
        let pairs = || (0..released.rows).map(|row| (before.text(row), after.text(row)));
        let moved = pairs().filter(|(one, other)| one != other).count();
        let (mut values, mut others): (Vec<_>, Vec<_>) = pairs().unzip();
        values.sort_unstable();
        others.sort_unstable();
        if moved > 0 && values == others {
            return Err(Error::Data(format!(
                "{} does not have the people of the original in the same order: both tables hold the same values of `{name}`, and {moved} of {} \
                 rows show another than the original's; give {}, or {}, or the table in the original's order",
                released.name,
                released.rows,
                Means::Private,
                Means::Key
            )));
        }
    }
    Ok(())
}

/// How many released rows cannot be those of their people: a cell does not cover the value, or a sensitive value is another.
/// Columns that chance or a walk changed are not looked at.
fn misfits(pairs: &[(u32, u32)], original: &Original, released: &Released, made: Option<&HowMade>) -> usize {
    let changed = |name: &str| match made {
        Some(HowMade::Walk { columns }) => columns.iter().any(|column| column == name),
        Some(HowMade::Noise { columns }) => columns.iter().any(|one| one.column == name),
        Some(HowMade::Perturbed(done)) => done.column == name,
        _ => false,
    };
    // In a walk the cells of other quasi columns are dealt anew in their group, too, but cover everyone in it.
    let mut fits = vec![true; pairs.len()];
    for (quasi, (_, labels)) in original.quasi.iter().zip(&released.quasi).filter(|(quasi, _)| !changed(&quasi.name)) {
        let (column, tree) = (original.column(&quasi.name), quasi.ladder.tree());
        let mut cells: Vec<Cell> = labels.labels().iter().map(|text| Cell::read(Some(text), column, tree)).collect();
        cells.push(Cell::Missing);
        let mut known: HashMap<(u32, u32), bool> = HashMap::new();
        let before = column.to_labels();
        for (fits, &(row, place)) in fits.iter_mut().zip(pairs) {
            let cell = labels.codes()[place as usize].min(cells.len() as u32 - 1);
            let key = (before.codes()[row as usize], cell);
            *fits &= *known.entry(key).or_insert_with(|| cells[cell as usize].covers(column, row as usize, tree));
        }
    }
    let values = original.sensitive.iter().zip(&released.sensitive).filter(|((name, _), _)| !changed(name));
    // In two tables values of a group stand in any order.
    for ((_, before), (_, after)) in values.filter(|_| !released.in_two_tables) {
        for (fits, &(row, place)) in fits.iter_mut().zip(pairs) {
            *fits &= before.text(row as usize) == after.text(place as usize);
        }
    }
    fits.iter().filter(|fits| !**fits).count()
}

/// Rows of the original with a number each, where a private file has one under this name.
pub fn numbers_in(file: &Path, name: &str, rows: usize) -> Result<Vec<(u32, u32)>, Error> {
    let input = Input::open(Source::File(file.to_owned()), ReadOptions::canonical())?;
    let table = input.read(&vec![Ask::Number; input.names().len()])?;
    let wrong = |what: &str| Error::Data(format!("{}: {what}", file.display()));
    let number = |name: &str, line: usize| -> Option<u32> {
        let Some(Column::Number(numbers)) = table.column(name) else { return None };
        numbers.get(line)?.at_scale(0).and_then(|whole| u32::try_from(whole).ok())
    };
    if table.column("row").is_none() || table.column(name).is_none() {
        return Err(wrong(&format!("it needs the columns `row` and `{name}`")));
    }
    if table.rows() != rows {
        return Err(wrong(&format!("it speaks of {} rows, and the original has {rows}", table.rows())));
    }
    let mut pairs = Vec::new();
    for line in 0..table.rows() {
        let row = number("row", line).filter(|&row| (row as usize) < rows);
        let row = row.ok_or_else(|| wrong("a row is no row of the original"))?;
        pairs.extend(number(name, line).map(|number| (row, number)));
    }
    Ok(pairs)
}
