//! The release against the table it was made from: candidates, and truth.

use std::borrow::Cow;
use std::sync::Arc;

use aloof_judge::verify::candidates::Cell;
use aloof_judge::views::{Candidates, Cover, QuasiPair, Truth, Witness};
use aloof_principles::Reads;
use aloof_table::{
    Attribute, Bitmap, Column, DateColumn, Hierarchy, Kind, LabelColumn, NO_CODE, NumberBuilder, Partition,
};
use hashbrown::HashMap;
use rayon::prelude::*;

use super::kept::Kept;
use super::report::TruthReport;
use crate::Error;
use crate::data::{Original, Quasi, Released, pick};
use crate::policy::Protect;

/// The original table, matched with the release. Of its columns only the sensitive ones are still needed.
pub(super) struct Against {
    secrets: Secrets,
    candidates: Candidates,
    /// Whether every released row stands for an original one, where a witness showed it.
    witnessed: Option<Truth>,
    /// Both tables' rows by all sensitive columns, if they are known already.
    whole: Option<Attribute>,
    /// Some people, with the boxes that cover them, found by asking every box.
    asked: Vec<Person>,
    /// What the reader should know of the match.
    pub notes: Vec<String>,
}

/// A person of the original, and the boxes that cover it.
pub(super) struct Person {
    pub row: u32,
    pub boxes: Vec<u32>,
}

/// So many boxes are asked, by so many people at most: the literal twin of the candidates view.
const QUESTIONS: usize = 1_000_000;
const MOST_PEOPLE: usize = 200;

/// People spread evenly over the original, as many as may be asked about.
fn spread(rows: usize, boxes: usize) -> Vec<Person> {
    let people = (QUESTIONS / boxes.max(1)).clamp(1, MOST_PEOPLE);
    let all = || (0..boxes as u32).collect();
    (0..rows).step_by(rows.div_ceil(people).max(1)).map(|row| Person { row: row as u32, boxes: all() }).collect()
}

/// Leaves each person the boxes whose cell of this column covers it.
fn ask(people: &mut [Person], column: &Column, cells: &LabelColumn, released: &Released, tree: Option<&Hierarchy>) {
    let mut read: Vec<Cell> = cells.labels().iter().map(|text| Cell::read(Some(text), column, tree)).collect();
    read.push(Cell::Missing);
    let cell = |boxed: u32| (cells.codes()[released.cell_of(boxed as usize) as usize] as usize).min(read.len() - 1);
    people.par_iter_mut().for_each(|Person { row, boxes }| {
        let answers: Vec<bool> = read.iter().map(|cell| cell.covers(column, *row as usize, tree)).collect();
        boxes.retain(|&boxed| answers[cell(boxed)]);
    });
}

impl Against {
    pub fn new(
        mut original: Original,
        released: &Released,
        witness: Option<Vec<u32>>,
        protect: &[Protect],
        kept: Vec<Kept>,
    ) -> Result<Self, Error> {
        let rows = original.rows();
        let (mut columns, mut notes) = (Vec::new(), Vec::new());
        let mut asked = spread(rows, released.boxes().len());
        for (Quasi { name, ladder, .. }, (_, labels)) in original.quasi.iter().zip(&released.quasi) {
            let (column, tree) = (original.table.remove(name).expect("was read"), ladder.tree());
            let pair = QuasiPair::new(&column, labels, tree)
                .map_err(|error| Error::Data(format!("{}, column `{name}`: {error}", released.name)))?;
            notes.extend(strangers(name, labels, &pair, tree.is_some()));
            ask(&mut asked, &column, labels, released, tree);
            columns.push(pair);
        }
        let Original { sensitive, left_out, .. } = original;
        // Of rows that the policy drops no release is made: to it they are nobody.
        let kept = kept.into_iter().map(|Kept { after, before }| join(&after, &before)).collect();
        let mut secrets = Secrets { columns: sensitive, left_out, kept };
        let cells = || (0..released.boxes().len()).map(|boxed| released.cell_of(boxed));
        let covers = |witness: &Vec<u32>| {
            witness.len() == released.rows
                && Witness(witness).covers(&columns, released.boxes(), |boxed| released.cell_of(boxed), rows)
        };
        // A witness is heard first, and let go: candidates take much room.
        let (witnessed, whole) = witness.filter(covers).map_or((None, None), |witness| {
            let whole = secrets.whole(released);
            let codes = secrets.of_rows(released, whole.as_ref());
            (Witness(&witness).truth(released.boxes(), released.rows, &codes), whole)
        });
        if whole.as_ref().is_some_and(|whole| protect.iter().all(|protect| answers(whole, protect))) {
            secrets.columns.clear();
        }
        let candidates = Candidates::new(columns, rows, cells());
        Ok(Self { secrets, candidates, witnessed, whole, asked, notes })
    }

    pub fn rows(&self) -> usize {
        self.secrets.left_out.len()
    }

    pub fn candidates(&self) -> &Candidates {
        &self.candidates
    }

    /// Some people, with the boxes that cover them.
    pub fn asked(&self) -> &[Person] {
        &self.asked
    }

    /// See [`Secrets::joint_columns`].
    pub fn joint_columns<'n>(&self, released: &Released, names: &'n [String]) -> Vec<(&'n str, Column)> {
        self.secrets.joint_columns(released, names)
    }

    /// See [`Secrets::joint`].
    pub fn joint(&self, released: &Released, columns: &[(&str, &Column)]) -> Attribute {
        self.secrets.joint(released, columns)
    }

    /// Both tables' rows by the protected columns, if they are known already and all that is needed.
    pub fn known(&self, protect: &Protect) -> Option<&Attribute> {
        self.whole.as_ref().filter(|whole| answers(whole, protect))
    }

    /// Whether every released row stands for an original one.
    pub fn truth(&self, released: &Released) -> TruthReport {
        let mut starred = 0;
        let truth = self.witnessed.unwrap_or_else(|| {
            let whole = self.whole.clone().or_else(|| self.secrets.whole(released));
            let codes = self.secrets.of_rows(released, whole.as_ref()).into_owned();
            let everywhere = released.everywhere(&codes);
            starred = everywhere.len();
            Truth::new(&self.candidates, released.boxes(), &everywhere, released.rows, codes)
        });
        TruthReport {
            original: self.rows(),
            dropped: self.secrets.left_out.count(),
            released: truth.released - starred,
            untrue: truth.untrue(),
            counterfeits: None,
            // Whom a row stands for that shows no value either, nobody can say.
            absent: truth.absent().saturating_sub(released.suppressed_count - starred),
        }
    }
}

/// Released rows that stand for no original one: none, where the release is true.
pub fn untrue(original: &Original, released: &Released) -> Result<usize, Error> {
    Ok(Against::new(original.clone(), released, None, &[], Vec::new())?.truth(released).untrue)
}

/// Whether the codes of these columns are all that the rule needs of the data.
fn answers(whole: &Attribute, protect: &Protect) -> bool {
    whole.names() == protect.sensitive() && protect.is_ready() && protect.reads() != Reads::Nothing
}

/// The original's sensitive columns, as long as they are needed.
struct Secrets {
    columns: Vec<(String, Arc<Column>)>,
    /// Rows dropped for a missing value.
    left_out: Bitmap,
    /// Columns that are published as they are, released rows first, then original ones.
    kept: Vec<Column>,
}

impl Secrets {
    /// Released and original values of these columns, one below the other.
    fn joint_columns<'n>(&self, released: &Released, names: &'n [String]) -> Vec<(&'n str, Column)> {
        let (first, second) = (pick(&released.sensitive, names), pick(&self.columns, names));
        names.iter().zip(first).zip(second).map(|((name, (_, a)), (_, b))| (name.as_str(), join(a, b))).collect()
    }

    /// Both tables' rows as one attribute: released ones first, suppressed ones among them, then original ones.
    fn joint(&self, released: &Released, columns: &[(&str, &Column)]) -> Attribute {
        let rows = released.rows;
        Attribute::new(columns, |row| match row.checked_sub(rows) {
            None => released.left_out.get(row) && !released.suppressed.get(row),
            Some(original) => self.left_out.get(original),
        })
    }

    /// The same, by all sensitive columns; `None` where there are none, or where somebody has no value in one of them.
    fn whole(&self, released: &Released) -> Option<Attribute> {
        let names: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let joined = self.joint_columns(released, &names);
        let lacks = |column: &Column| {
            column.count_missing() > 0
                && (0..column.len()).any(|row| column.is_missing(row) && !self.is_nobody(released, row))
        };
        if joined.iter().any(|(_, column)| lacks(column)) {
            return None;
        }
        let columns: Vec<(&str, &Column)> = joined.iter().map(|(name, column)| (*name, column)).collect();
        (!columns.is_empty()).then(|| self.joint(released, &columns))
    }

    /// Whether a row of both tables stands for nobody: it is left out, or lacks a value where that leaves it out.
    fn is_nobody(&self, released: &Released, row: usize) -> bool {
        match row.checked_sub(released.rows) {
            Some(original) => self.left_out.get(original),
            None => released.stands_for_nobody(row),
        }
    }

    /// A code for every row of both tables: equal where sensitive and kept columns are.
    fn of_rows<'w>(&self, released: &Released, whole: Option<&'w Attribute>) -> Cow<'w, [u32]> {
        let codes = whole.map_or_else(|| Cow::Owned(self.equal(released)), |whole| Cow::Borrowed(whole.codes()));
        if self.kept.is_empty() {
            return codes;
        }
        let kept: Vec<Cow<'_, LabelColumn>> = self.kept.iter().map(Column::to_labels).collect();
        let mut known: HashMap<Vec<u32>, u32> = HashMap::new();
        let one = |(row, &code): (usize, &u32)| {
            if code == NO_CODE {
                return NO_CODE;
            }
            let next = known.len() as u32;
            let key = std::iter::once(code).chain(kept.iter().map(|labels| labels.codes()[row])).collect();
            *known.entry(key).or_insert(next)
        };
        Cow::Owned(codes.iter().enumerate().map(one).collect())
    }

    /// A code for every row of both tables: equal where all sensitive columns are, missing values included. Without such columns
    /// all are alike.
    fn equal(&self, released: &Released) -> Vec<u32> {
        let names: Vec<String> = self.columns.iter().map(|(name, _)| name.clone()).collect();
        let joined = self.joint_columns(released, &names);
        let labels: Vec<Cow<'_, LabelColumn>> = joined.iter().map(|(_, column)| column.to_labels()).collect();
        let labels: Vec<&LabelColumn> = labels.iter().map(|labels| &**labels).collect();
        let rows = released.rows + self.left_out.len();
        Partition::by_equal_labels(&labels, rows, |row| self.is_nobody(released, row)).group_of(rows)
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

/// `a` and below it `b`; as labels when their kinds differ. A column without any value is of every kind.
pub fn join(a: &Column, b: &Column) -> Column {
    let none = |column: &Column| column.count_missing() == column.len();
    match (a, b) {
        _ if a.kind() != b.kind() && none(a) => join(&missing(b.kind(), a.len()), b),
        _ if a.kind() != b.kind() && none(b) => join(a, &missing(a.kind(), b.len())),
        (Column::Number(_), Column::Number(_)) => join_numbers(a, b).unwrap_or_else(|| join_labels(a, b)),
        (Column::Date(first), Column::Date(second)) => {
            let mut joined = first.clone();
            joined.append(second);
            Column::Date(joined)
        }
        _ => join_labels(a, b),
    }
}

/// A column of so many missing values.
fn missing(kind: Kind, rows: usize) -> Column {
    match kind {
        Kind::Number => {
            let mut numbers = NumberBuilder::default();
            (0..rows).for_each(|_| numbers.push_missing());
            Column::Number(numbers.finish())
        }
        Kind::Date => {
            let mut dates = DateColumn::default();
            (0..rows).for_each(|_| dates.push(None));
            Column::Date(dates)
        }
        Kind::Label => Column::Label(LabelColumn::from_texts((0..rows).map(|_| None::<&str>))),
    }
}

fn join_numbers(a: &Column, b: &Column) -> Option<Column> {
    let (Column::Number(a), Column::Number(b)) = (a, b) else { return None };
    let mut joined = NumberBuilder::from(a.clone());
    joined.append_column(b).ok()?;
    Some(Column::Number(joined.finish()))
}

fn join_labels(a: &Column, b: &Column) -> Column {
    let mut joined = a.to_labels().into_owned();
    joined.append(&b.to_labels());
    Column::Label(joined)
}
