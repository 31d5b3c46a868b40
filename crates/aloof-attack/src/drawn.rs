//! Released cells as values: for attacks that take a release for a table like the original's.
//!
//! A cell that covers several values is drawn: numbers and days evenly from the steps of the column between both ends, labels evenly
//! from those covered, `*` from what the other cells of the column show. So draws `aloof.read_release`, too. A release of exact
//! values is taken as it is.

use aloof_audit::Error;
use aloof_audit::audit::join;
use aloof_audit::data::Original;
use aloof_audit::policy::Policy;
use aloof_judge::attacks::{Cells, Draw, NO_LABEL, Records};
use aloof_table::{Column, Decimal, Dictionary, Generalized, Hierarchy, Kind, LabelColumn, NO_GROUP};

use super::read::{Published, Tables, hierarchy_of};

/// The columns of a release: quasi columns first, then sensitive ones.
pub(super) struct Drawn {
    pub records: Records,
    /// How many of the columns are quasi columns.
    pub quasi: usize,
    names: Vec<String>,
    /// Rows of the release that count, and those of the original that people are.
    pub published: Vec<u32>,
    pub people: Vec<u32>,
    pub control: Vec<u32>,
}

impl Drawn {
    /// Of the newest release.
    pub fn of(policy: &Policy, tables: &Tables, seed: u64) -> Result<Self, Error> {
        let published = &tables.releases[0];
        let shown = (0..published.released.rows as u32).filter(|&row| {
            !published.released.left_out.get(row as usize) && !published.released.suppressed.get(row as usize)
        });
        let original = &tables.original;
        let counts = |table: &Original, row: u32| !table.left_out.get(row as usize);
        // Who was withheld has no record that could be found or joined; where nothing says who it was, nobody is left out.
        let stands = |row: u32| published.stands.as_ref().is_none_or(|stands| stands[row as usize] != NO_GROUP);
        let is_there = |row: &u32| tables.is_person(*row) && counts(original, *row) && stands(*row);
        let people = (0..original.rows() as u32).filter(is_there).collect();
        let control: Vec<u32> = match &tables.control {
            Some(table) => (0..table.rows() as u32).filter(|&row| counts(table, row)).collect(),
            None => tables.held_out.iter().copied().filter(|&row| counts(original, row)).collect(),
        };
        let mut drawn = Self {
            records: Records::default(),
            quasi: 0,
            names: Vec::new(),
            published: shown.collect(),
            people,
            control,
        };
        for (at, quasi) in original.quasi.iter().enumerate() {
            let others = tables.control.as_ref().map(|table| table.column(&quasi.name));
            let own = original.column(&quasi.name);
            let joined = others.map_or_else(|| own.clone(), |others| join(own, others));
            let tree = hierarchy_of(policy, &quasi.name, &joined)?;
            let cells = Shown::of(published, at, &joined, tree.as_ref(), &quasi.name)?;
            drawn.add(&quasi.name, own, others, |known| cells.drawn(known, &mut Draw::new(seed, 70 + at as u64)));
        }
        drawn.quasi = drawn.names.len();
        for (name, column) in &published.released.sensitive {
            let find =
                |table: &Original| table.sensitive.iter().find(|(other, _)| other == name).map(|one| one.1.clone());
            let (Some(own), others) = (find(original), tables.control.as_ref().and_then(find)) else { continue };
            drawn.add(name, &own, others.as_deref(), |known| cells_of(column, column.len(), known));
        }
        Ok(drawn)
    }

    /// The same of those people alone who stand in the release, where it is known who does.
    pub fn of_release(&self, tables: &Tables) -> Option<Records> {
        let stands = tables.releases[0].stands.as_ref()?;
        let there = |at: &u32| stands[self.people[*at as usize] as usize] != NO_GROUP;
        let there: Vec<u32> = (0..self.people.len() as u32).filter(there).collect();
        let people = self.records.people.iter().map(|cells| take(cells, &there)).collect();
        Some(Records { people, published: self.records.published.clone(), control: self.records.control.clone() })
    }

    /// Where a column stands.
    pub fn at(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| other == name)
    }

    /// One more column: of people and control people as they have it, of the release as `shown` says.
    fn add(&mut self, name: &str, own: &Column, others: Option<&Column>, shown: impl FnOnce(&mut Dictionary) -> Cells) {
        let mut known = Dictionary::default();
        let people = cells_of(own, own.len(), &mut known);
        let control = others.map_or_else(|| people.clone(), |others| cells_of(others, others.len(), &mut known));
        let published = shown(&mut known);
        // Text beside numbers: the one column of both as labels would compare nothing with anything.
        if std::mem::discriminant(&people) != std::mem::discriminant(&published) {
            return;
        }
        self.names.push(name.to_owned());
        self.records.published.push(take(&published, &self.published));
        self.records.people.push(take(&people, &self.people));
        self.records.control.push(take(&control, &self.control));
    }
}

fn take(cells: &Cells, rows: &[u32]) -> Cells {
    match cells {
        Cells::Numbers(values) => Cells::Numbers(rows.iter().map(|&row| values[row as usize]).collect()),
        Cells::Labels(codes) => Cells::Labels(rows.iter().map(|&row| codes[row as usize]).collect()),
    }
}

/// A column as it is.
fn cells_of(column: &Column, rows: usize, known: &mut Dictionary) -> Cells {
    let label = |row: usize, known: &mut Dictionary| column.text(row).map_or(NO_LABEL, |text| known.intern(&text));
    match column {
        Column::Number(numbers) => {
            Cells::Numbers((0..rows).map(|row| numbers.get(row).map_or(f64::NAN, float)).collect())
        }
        Column::Date(dates) => Cells::Numbers(
            (0..rows).map(|row| dates.get(row).map_or(f64::NAN, |date| f64::from(date.days()))).collect(),
        ),
        Column::Label(_) => Cells::Labels((0..rows).map(|row| label(row, known)).collect()),
    }
}

fn float(value: Decimal) -> f64 {
    value.to_ratio().approximate()
}

/// A released quasi column: its texts, and what each covers.
struct Shown<'a> {
    cells: &'a LabelColumn,
    covers: Vec<Covered>,
    is_label: bool,
    /// How far apart two numbers are.
    unit: f64,
}

/// What one text covers.
enum Covered {
    Between(Vec<(f64, f64)>),
    Labels(Vec<String>),
    Any,
}

impl<'a> Shown<'a> {
    fn of(
        published: &'a Published,
        at: usize,
        column: &Column,
        tree: Option<&Hierarchy>,
        name: &str,
    ) -> Result<Self, Error> {
        let cells = &published.released.quasi[at].1;
        let wrong = |error| Error::Data(format!("{}, column `{name}`: {error}", published.released.name));
        let is_label = column.kind() == Kind::Label;
        let scale = match column {
            Column::Number(numbers) => numbers.scale(),
            _ => 0,
        };
        let unit = 10f64.powi(-i32::from(scale));
        let covered = |text: &str| {
            Generalized::parse(text, column.kind(), tree).map_err(wrong).map(|cell| covered(&cell, tree, column, unit))
        };
        let covers = cells.labels().iter().map(covered).collect::<Result<_, _>>()?;
        Ok(Self { cells, covers, is_label, unit })
    }

    fn drawn(&self, known: &mut Dictionary, draw: &mut Draw) -> Cells {
        let covers = |row: usize| self.cells.codes().get(row).and_then(|&code| self.covers.get(code as usize));
        if self.is_label {
            let shown: Vec<&String> = self.covers.iter().flat_map(Covered::labels).collect();
            let label = |row: usize| match covers(row) {
                Some(Covered::Labels(labels)) if !labels.is_empty() => known.intern(&labels[draw.below(labels.len())]),
                Some(Covered::Any) if !shown.is_empty() => known.intern(shown[draw.below(shown.len())]),
                _ => NO_LABEL,
            };
            return Cells::Labels((0..self.cells.len()).map(label).collect());
        }
        let ends = self.covers.iter().flat_map(Covered::ends);
        let finite = ends.flat_map(|&(low, high)| [low, high]).filter(|end| end.is_finite());
        let (low, high) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
        let within = |(from, to): (f64, f64), draw: &mut Draw| {
            let (from, to) = (from.max(low), to.min(high));
            let steps = ((to - from) / self.unit).round().max(0.0);
            from + self.unit * draw.below(steps as usize + 1) as f64
        };
        let number = |row: usize| match covers(row) {
            Some(Covered::Between(ends)) if !ends.is_empty() => within(ends[draw.below(ends.len())], draw),
            Some(Covered::Any) if low <= high => within((low, high), draw),
            _ => f64::NAN,
        };
        Cells::Numbers((0..self.cells.len()).map(number).collect())
    }
}

impl Covered {
    fn labels(&self) -> &[String] {
        if let Self::Labels(labels) = self { labels } else { &[] }
    }

    fn ends(&self) -> &[(f64, f64)] {
        if let Self::Between(ends) = self { ends } else { &[] }
    }
}

fn covered(cell: &Generalized, tree: Option<&Hierarchy>, column: &Column, unit: f64) -> Covered {
    let leaves = |tree: &Hierarchy| -> Vec<String> {
        let Generalized::Nodes(nodes) = cell else { return Vec::new() };
        let below = nodes.iter().flat_map(|&node| tree.leaves(node));
        below.map(|leaf| tree.label(tree.leaf_at(leaf as usize)).to_owned()).collect()
    };
    match (cell, column.kind()) {
        (Generalized::Any, _) => Covered::Any,
        (Generalized::Numbers(intervals), _) => {
            let low = |end: Option<(Decimal, bool)>| {
                end.map_or(f64::NEG_INFINITY, |(low, is_in)| float(low) + if is_in { 0.0 } else { unit })
            };
            let high = |end: Option<(Decimal, bool)>| {
                end.map_or(f64::INFINITY, |(high, is_in)| float(high) - if is_in { 0.0 } else { unit })
            };
            Covered::Between(intervals.iter().map(|one| (low(one.low()), high(one.high()))).collect())
        }
        (Generalized::Nodes(_), Kind::Label) => Covered::Labels(tree.map(leaves).unwrap_or_default()),
        (Generalized::Nodes(_), _) => {
            let number = |text: &String| text.parse::<f64>().ok().map(|value| (value, value));
            Covered::Between(tree.map(leaves).unwrap_or_default().iter().filter_map(number).collect())
        }
        (Generalized::Labels(labels), _) => Covered::Labels(labels.clone()),
        (Generalized::Prefix { .. }, _) => {
            let known = column.to_labels();
            let fits = |label: &&str| cell.covers_label(label, tree);
            Covered::Labels(known.labels().iter().filter(fits).map(str::to_owned).collect())
        }
    }
}
