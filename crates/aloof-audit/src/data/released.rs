//! The table under audit: who stands in which group, and with what sensitive values.
//!
//! Quasi columns are read as text, since groups are rows with equal text; 4 bytes per cell and each distinct text once.

use std::borrow::Cow;
use std::sync::Arc;

use aloof_io::{Ask, Input, Progress, Reading, Source};
use aloof_table::{
    Bitmap, Column, Date, Decimal, DecimalError, Generalized, Kind, LabelColumn, Means, NO_CODE, NO_GROUP, Partition,
    Table,
};
use hashbrown::HashMap;

use super::known::{check_hierarchy, check_released_order};
use super::missing::{drop_missing, lacking, with_missing};
use super::total::released_total;
use super::{Conditions, open_released, perhaps_missing};
use crate::Error;
use crate::manifest::TwoTables;
use crate::policy::{ColumnRule, Fitted, Place, Policy, PolicyError, Protect, QuasiSource, Stage};

/// What rows of nothing but stars are. Either way they are published, and judged as a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stars {
    /// People whom their program hid: in the candidates view they may be anybody, and whoever knows that somebody is not
    /// among them leaves them out. Unless all rows are such rows.
    Hidden,
    /// A box like any other: a program that withholds rows does not publish them at all.
    Box,
}

/// What was read of it.
#[derive(Clone)]
pub struct Released {
    /// The file's name, for messages.
    pub name: String,
    /// Published rows.
    pub rows: usize,
    /// Quasi columns: a cell per row or, once folded, per box.
    pub quasi: Vec<(String, LabelColumn)>,
    /// Their names in the order in which the file has them; a policy may name them in another.
    pub(super) in_file: Vec<String>,
    /// Once folded, the box of each group's first row.
    pub(super) folded: Option<Vec<u32>>,
    /// Sensitive columns, as they are published.
    pub sensitive: Vec<(String, Arc<Column>)>,
    /// Rows in which every quasi cell is `*`: a group, but no box.
    pub suppressed: Bitmap,
    /// How many these are.
    pub suppressed_count: usize,
    /// Rows that count for nothing: dropped for a missing quasi value, or starred in all quasi and sensitive cells.
    pub left_out: Bitmap,
    /// Rows that lack a sensitive value, where the policy drops such rows: they are published, but judged by no value.
    pub lacking: Bitmap,
    /// Rows left out for a missing value, by the policy's word.
    pub dropped: usize,
    /// The column that states the groups, where there is one, and what it calls each of them.
    pub stated: Option<(String, LabelColumn)>,
    /// Groups: by the group column where there is one, else by equal quasi text.
    pub groups: Partition,
    /// Groups by equal quasi text, but for rows of nothing but stars; `None` when these are `groups` already.
    pub boxes: Option<Partition>,
    /// Columns that are published and neither quasi nor sensitive, nor state the group; as they stand in the file.
    pub others: Vec<String>,
    /// What must be so for what is promised of it.
    pub conditions: Conditions,
    /// Sensitive values are known by group only; those of rows stand in any order within it.
    pub in_two_tables: bool,
}

impl Released {
    /// Whether a column states the groups, so that everyone knows them.
    pub fn states_groups(&self) -> bool {
        self.stated.is_some()
    }

    /// Whether a column states groups, one of which holds rows that do not look alike.
    pub fn states_coarser_groups(&self) -> bool {
        if self.stated.is_none() || self.in_two_tables {
            return false;
        }
        let box_of = self.boxes().group_of(self.rows);
        self.groups.iter().any(|rows| rows.iter().any(|&row| box_of[row as usize] != box_of[rows[0] as usize]))
    }

    /// The names of the quasi columns as the file has them.
    pub fn quasi_in_order(&self) -> Vec<&str> {
        let is_left = |name: &&String| self.quasi.iter().any(|(left, _)| left == *name);
        self.in_file.iter().filter(is_left).map(String::as_str).collect()
    }

    /// Rows that show a sensitive value and stand in no group, since the policy drops rows for a missing quasi value. Whoever
    /// makes a release can; whoever reads one sees them.
    pub fn unjudged(&self) -> usize {
        let shows = |row: &usize| self.sensitive.iter().any(|(_, column)| !column.is_missing(*row));
        (0..self.left_out.len()).filter(|&row| self.left_out.get(row)).filter(shows).count()
    }

    /// Whether a row stands for nobody: it is left out, or lacks a value where that leaves it out.
    pub(crate) fn stands_for_nobody(&self, row: usize) -> bool {
        if self.suppressed.get(row) {
            return self.sensitive.iter().any(|(_, column)| column.is_missing(row));
        }
        self.left_out.get(row) || self.lacking.get(row)
    }

    /// Groups by equal quasi text, but for rows of nothing but stars.
    pub fn boxes(&self) -> &Partition {
        self.boxes.as_ref().unwrap_or(&self.groups)
    }

    /// Groups of rows that nothing published tells apart: equal in quasi text, and in the number of the group where one stands.
    pub fn told_apart(&self) -> Cow<'_, Partition> {
        // In two tables quasi values stand as they are, and do not tell whose value is whose.
        if self.stated.is_none() || self.in_two_tables {
            return Cow::Borrowed(&self.groups);
        }
        let (groups, boxes) = (self.groups.group_of(self.rows), self.boxes().group_of(self.rows));
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let number = |(&group, &boxed): (&u32, &u32)| match group {
            NO_GROUP => NO_GROUP,
            group => {
                let next = numbers.len() as u32;
                *numbers.entry((group, boxed)).or_insert(next)
            }
        };
        let group_of: Vec<u32> = groups.iter().zip(&boxes).map(number).collect();
        Cow::Owned(Partition::from_group_of(&group_of, numbers.len()))
    }

    /// The same table where rows are also told apart by another published column.
    pub(crate) fn told_apart_by(&self, column: &LabelColumn) -> Self {
        let groups = self.told_apart();
        let numbers = groups.group_of(self.rows);
        let keys = [(&numbers[..], groups.len()), (column.codes(), column.labels().len())];
        let groups = Partition::by_equal_codes(&keys, self.rows, |row| numbers[row] == NO_GROUP);
        Self { groups, boxes: None, stated: None, ..self.clone() }
    }

    /// The values of rows of nothing but stars, which may be anybody, by the codes of all rows; ascending.
    pub fn everywhere(&self, codes: &[u32]) -> Vec<u32> {
        let starred = (0..self.rows).filter(|&row| self.suppressed.get(row) && !self.left_out.get(row));
        let mut everywhere: Vec<u32> = starred.map(|row| codes[row]).filter(|&code| code != NO_CODE).collect();
        everywhere.sort_unstable();
        everywhere
    }

    /// Which cell of a quasi column a row of this box shows.
    pub fn cell_of(&self, boxed: usize) -> u32 {
        if self.folded.is_some() { boxed as u32 } else { self.boxes().group(boxed)[0] }
    }

    /// Which cell the first row of a group shows.
    pub fn cell_of_group(&self, group: usize) -> usize {
        match &self.folded {
            Some(boxes) => boxes[group] as usize,
            None => self.groups.group(group)[0] as usize,
        }
    }

    /// Keeps one quasi cell per box, and one per group of stars: all that a judge needs, and most of the memory less.
    pub fn fold(&mut self) {
        let box_of = self.boxes().group_of(self.rows);
        let mut first: Vec<u32> = self.boxes().iter().map(|rows| rows[0]).collect();
        let cell = |rows: &[u32]| match box_of[rows[0] as usize] {
            NO_GROUP => {
                first.push(rows[0]);
                first.len() as u32 - 1
            }
            boxed => boxed,
        };
        let folded = self.groups.iter().map(cell).collect();
        drop(box_of);
        self.quasi.iter_mut().for_each(|(_, labels)| *labels = labels.take(&first).shown());
        self.folded = Some(folded);
    }

    /// Reads a release: in two tables where its manifest says so, else in one.
    pub fn open(
        source: &Source,
        tables: Option<&TwoTables>,
        policy: &Policy,
        stars: Stars,
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        match tables {
            Some(tables) => tables.read_beside(source, policy, progress),
            None => Self::read(&open_released(source, policy)?, policy, stars, progress),
        }
    }

    /// Takes every row for a group of its own.
    pub fn stand_alone(&mut self) {
        let rows = (0..self.rows).filter(|&row| !self.left_out.get(row));
        let mut group_of = vec![NO_GROUP; self.rows];
        let groups = rows.enumerate().map(|(group, row)| group_of[row] = group as u32).count();
        self.groups = Partition::from_group_of(&group_of, groups);
        self.boxes = None;
        self.stated = None;
    }

    /// Without these quasi columns: rows are told apart by the others.
    pub fn forget(&mut self, columns: &[String]) {
        self.quasi.retain(|(name, _)| !columns.contains(name));
        let labels: Vec<&LabelColumn> = self.quasi.iter().map(|(_, labels)| labels).collect();
        self.boxes = Some(Partition::by_equal_labels(&labels, self.rows, |row| self.left_out.get(row)));
    }

    /// Reads and groups.
    pub fn read(input: &Input, policy: &Policy, stars: Stars, progress: Progress<'_>) -> Result<Self, Error> {
        let fitted = policy.fit(input.name(), input.names(), Stage::Released)?;
        let mut table = read_columns(input, policy, &fitted, progress)?;
        if table.rows() == 0 {
            return Err(Error::Data(format!("{} has no rows, so there is nothing to audit", input.name())));
        }
        let (names, rows) = (input.names(), table.rows());
        let quasi = quasi_columns(&mut table, names, &fitted);
        for ((column, _), (_, labels)) in fitted.quasi.iter().zip(&quasi) {
            check_hierarchy(column, policy, labels)?;
            check_released_order(input, column, labels)?;
        }
        let starred = match stars {
            Stars::Hidden => starred_rows(&quasi, rows),
            Stars::Box => Bitmap::off(rows),
        };
        let mut left_out = Bitmap::off(rows);
        for ((column, _), (_, labels)) in fitted.quasi.iter().zip(&quasi) {
            drop_missing(input.name(), column, &|row| labels.get(row).is_none(), &mut left_out)?;
        }
        let sensitive = sensitive_columns(input, policy, &table, &fitted, &either(&left_out, &starred))?;
        let total = released_total(input.name(), &sensitive);
        let conditions = Conditions::new(perhaps_missing(input, policy, &sensitive), total);
        leave_out_empty(&starred, &sensitive, &mut left_out);
        if left_out.count() == rows {
            let message = "no row shows a value, or all are dropped for a missing one, so there is nothing to audit";
            return Err(Error::Data(format!("{}: {message}", input.name())));
        }
        let lacking = lacking(policy, &sensitive, rows);
        let gone = |row: &usize| !starred.get(*row) && (left_out.get(*row) || lacking.get(*row));
        let dropped = (0..rows).filter(gone).count();
        // Where all rows are starred those that show a value are a box like any other.
        let suppressed = if starred.count() == rows { left_out.clone() } else { starred };
        let stated = fitted.group.map(|at| (names[at].clone(), labels_of(&mut table, &names[at])));
        let Apart { groups, boxes, stated } = Apart::of(&quasi, &left_out, &suppressed, stated);
        let suppressed_count = suppressed.count();
        let name = input.name().to_owned();
        Ok(Self {
            name,
            rows,
            quasi,
            in_file: in_file(&fitted),
            folded: None,
            sensitive,
            suppressed,
            suppressed_count,
            left_out,
            lacking,
            dropped,
            stated,
            groups,
            boxes,
            others: fitted.others(names.len()).map(|at| names[at].clone()).collect(),
            conditions,
            in_two_tables: false,
        })
    }
}

/// How rows are told apart.
struct Apart {
    groups: Partition,
    boxes: Option<Partition>,
    stated: Option<(String, LabelColumn)>,
}

impl Apart {
    /// By the column that states groups, where there is one, else by quasi text.
    fn of(
        quasi: &[(String, LabelColumn)],
        left_out: &Bitmap,
        suppressed: &Bitmap,
        stated: Option<(String, LabelColumn)>,
    ) -> Self {
        let (rows, labels) = (left_out.len(), quasi.iter().map(|(_, labels)| labels).collect::<Vec<_>>());
        let by_text = |starred: bool| {
            Partition::by_equal_labels(&labels, rows, |row| left_out.get(row) || !starred && suppressed.get(row))
        };
        let Some((name, labels)) = stated else {
            let boxes = (suppressed.count() > 0).then(|| by_text(false));
            return Self { groups: by_text(true), boxes, stated: None };
        };
        let groups = Partition::by_equal_labels(&[&labels], rows, |row| left_out.get(row));
        let first: Vec<u32> = groups.iter().map(|rows| rows[0]).collect();
        Self { groups, boxes: Some(by_text(false)), stated: Some((name, labels.take(&first).shown())) }
    }
}

pub(super) fn quasi_columns(table: &mut Table, names: &[String], fitted: &Fitted<'_>) -> Vec<(String, LabelColumn)> {
    let mut one =
        |(column, source): &(&ColumnRule, QuasiSource)| (column.name().to_owned(), quasi_labels(table, names, source));
    fitted.quasi.iter().map(&mut one).collect()
}

/// Quasi columns by where they stand.
pub(super) fn in_file(fitted: &Fitted<'_>) -> Vec<String> {
    let place = |source: &QuasiSource| match *source {
        QuasiSource::One(at) | QuasiSource::Bounds(at, _) => at,
    };
    let mut all: Vec<(usize, String)> =
        fitted.quasi.iter().map(|(column, source)| (place(source), column.name().to_owned())).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, name)| name).collect()
}

/// Quasi and group columns as text, sensitive ones by their kind, nothing else.
fn read_columns(input: &Input, policy: &Policy, fitted: &Fitted<'_>, progress: Progress<'_>) -> Result<Table, Error> {
    let mut ask = vec![Ask::Skip; input.names().len()];
    for (_, source) in &fitted.quasi {
        match *source {
            QuasiSource::One(at) => ask[at] = Ask::Text,
            QuasiSource::Bounds(low, high) => (ask[low], ask[high]) = (Ask::Text, Ask::Text),
        }
    }
    if let Some(at) = fitted.group {
        ask[at] = Ask::Text;
    }
    read_sensitive(input, policy, fitted, ask, progress).map(|reading| reading.table)
}

/// Reads with `ask` for all but the sensitive columns. One that came out as labels but is numbers where it is not `*`, or
/// must be numbers, is asked for as such again, so that the reader says where it is not.
pub(super) fn read_sensitive(
    input: &Input,
    policy: &Policy,
    fitted: &Fitted<'_>,
    mut ask: Vec<Ask>,
    progress: Progress<'_>,
) -> Result<Reading, Error> {
    for (column, at) in &fitted.sensitive {
        ask[*at] = declared(column);
    }
    let reading = input.read_certain(&ask, progress)?;
    let mut again = false;
    for (column, at) in &fitted.sensitive {
        if let Some(Column::Label(labels)) = reading.table.column(column.name())
            && column.kind.is_none()
            && let Some(kind) = meant(labels, policy, column.name())
        {
            refuse_labels(labels, policy, column.name())?;
            ask[*at] = kind;
            again = true;
        }
    }
    Ok(if again { input.read_certain(&ask, &|_, _| {})? } else { reading })
}

/// Where a principle needs numbers and none of many values is one, it is the principle that does not fit; where only some are none, the
/// reader says which.
fn refuse_labels(labels: &LabelColumn, policy: &Policy, name: &str) -> Result<(), Error> {
    let is_none =
        |text: &&str| text.parse::<Date>().is_err() && text.parse::<Decimal>() == Err(DecimalError::NotANumber);
    let Some(protect) = needing_numbers(policy, name) else { return Ok(()) };
    let mut texts = labels.labels().iter().filter(|text| text.chars().any(|c| c != '*')).peekable();
    if texts.peek().is_none() || !texts.all(|text| is_none(&text)) {
        return Ok(());
    }
    let instead = match protect.place() {
        Place::Flag(_) | Place::Argument(_) => {
            format!("{} asks for 3 different values in every group", Means::DiversityOf(name))
        }
        _ if protect.principle() == "t-closeness" => {
            "ground = \"equal\" or \"hierarchical\" is about labels".to_owned()
        }
        _ => "principle = \"l-diversity\" or \"t-closeness\" is about labels".to_owned(),
    };
    let message = format!(
        "{} needs numbers or dates, and none of the values of column `{name}` is one; {instead}",
        protect.title().unwrap_or_else(|| protect.principle().to_owned())
    );
    Err(PolicyError::new(protect.place().clone(), message).into())
}

/// The first protection of a column that is about numbers.
fn needing_numbers<'a>(policy: &'a Policy, name: &str) -> Option<&'a Protect> {
    policy.protect().iter().find(|one| one.needs_numbers() && one.sensitive().iter().any(|other| other == name))
}

/// What a column that was read as labels is meant to be: numbers or dates, if it is nothing else but for stars, or if a
/// principle needs them. A column without any value is as well of numbers as of labels.
fn meant(labels: &LabelColumn, policy: &Policy, name: &str) -> Option<Ask> {
    let texts = || labels.labels().iter().filter(|text| text.chars().any(|c| c != '*'));
    let dates = texts().filter(|text| text.parse::<Date>().is_ok()).count();
    let numbers = texts().filter(|text| text.parse::<Decimal>().is_ok()).count();
    let kind = if dates > numbers { Ask::Date } else { Ask::Number };
    let needed = needing_numbers(policy, name).is_some();
    let all = texts().count();
    let starred = all < labels.labels().len() && dates.max(numbers) == all;
    (needed || all > 0 && starred).then_some(kind)
}

/// How a column is to be read, by what the policy declares of it.
pub fn declared(column: &ColumnRule) -> Ask {
    match column.kind {
        // Before, these are numbers; published, texts.
        _ if column.is_published_in_classes() => Ask::Auto,
        Some(Kind::Number) => Ask::Number,
        Some(Kind::Date) => Ask::Date,
        Some(Kind::Label) => Ask::Text,
        None => Ask::Auto,
    }
}

/// A quasi column's cells as text; of two columns of bounds, `lo..hi`.
fn quasi_labels(table: &mut Table, names: &[String], source: &QuasiSource) -> LabelColumn {
    let mut labels = |at: usize| labels_of(table, &names[at]);
    match *source {
        QuasiSource::One(at) => labels(at),
        QuasiSource::Bounds(low, high) => join_bounds(&labels(low), &labels(high)),
    }
}

/// Takes a column out of the table, as text.
pub(crate) fn labels_of(table: &mut Table, name: &str) -> LabelColumn {
    match table.remove(name).expect("was read") {
        Column::Label(labels) => labels,
        other => other.to_labels().into_owned(),
    }
}

fn join_bounds(low: &LabelColumn, high: &LabelColumn) -> LabelColumn {
    let mut joined = LabelColumn::default();
    let mut seen: HashMap<(u32, u32), Option<String>> = HashMap::new();
    for row in 0..low.len() {
        let key = (low.codes()[row], high.codes()[row]);
        let text = seen.entry(key).or_insert_with(|| match (low.get(row), high.get(row)) {
            (Some(low), Some(high)) if low == high => Some(low.to_owned()),
            (Some(low), Some(high)) => Some(format!("{low}..{high}")),
            _ => None,
        });
        joined.push(text.as_deref());
    }
    joined
}

/// Rows in which every quasi cell is `*`.
fn starred_rows(quasi: &[(String, LabelColumn)], rows: usize) -> Bitmap {
    let is_star = |text: &str| Generalized::parse(text, Kind::Label, None) == Ok(Generalized::Any);
    let stars: Vec<Vec<bool>> = quasi.iter().map(|(_, labels)| labels.labels().iter().map(is_star).collect()).collect();
    let starred = |row: usize| {
        let mut cells = quasi.iter().zip(&stars);
        cells.all(|((_, labels), star)| star.get(labels.codes()[row] as usize).copied().unwrap_or(false))
    };
    let mut all = Bitmap::off(rows);
    // Mostly no column has stars at all.
    if !quasi.is_empty() && stars.iter().all(|star| star.contains(&true)) {
        (0..rows).filter(|&row| starred(row)).for_each(|row| all.set(row));
    }
    all
}

/// Rows marked in one or the other.
fn either(one: &Bitmap, other: &Bitmap) -> Bitmap {
    let mut all = one.clone();
    (0..other.len()).filter(|&row| other.get(row)).for_each(|row| all.set(row));
    all
}

/// A starred row that shows no sensitive value either publishes nothing about anyone.
fn leave_out_empty(starred: &Bitmap, sensitive: &[(String, Arc<Column>)], left_out: &mut Bitmap) {
    if sensitive.is_empty() || starred.count() == 0 {
        return;
    }
    let empty = |row: &usize| starred.get(*row) && sensitive.iter().all(|(_, column)| column.is_missing(*row));
    (0..starred.len()).filter(empty).for_each(|row| left_out.set(row));
}

/// Sensitive columns, with what the policy says of missing values done; of rows marked in `left_out` they do not matter.
pub fn sensitive_columns(
    input: &Input,
    policy: &Policy,
    table: &Table,
    fitted: &Fitted<'_>,
    left_out: &Bitmap,
) -> Result<Vec<(String, Arc<Column>)>, Error> {
    let one = |(rule, at): &(&ColumnRule, usize)| {
        let column = unstarred(table.share(&input.names()[*at]).expect("was read"));
        Ok((rule.name().to_owned(), with_missing(input.name(), column, rule, policy, left_out)?))
    };
    fitted.sensitive.iter().map(one).collect()
}

/// A `*` is no label but a value that was suppressed: it may be any, so that it makes nobody's group more various.
pub(super) fn unstarred(column: Arc<Column>) -> Arc<Column> {
    let is_star = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte == b'*');
    match &*column {
        Column::Label(labels) if labels.labels().iter().any(is_star) => {
            let texts = (0..labels.len()).map(|row| labels.get(row).filter(|text| !is_star(text)));
            Arc::new(Column::Label(LabelColumn::from_texts(texts)))
        }
        _ => column,
    }
}
