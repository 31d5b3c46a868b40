//! True answers on the original, estimates on the release.

use std::ops::Range;

use aloof_table::{Column, GeneralizedError, Hierarchy, Kind, LabelColumn, Partition};

use super::super::{Generalization, Weights};
use super::draw::{Predicate, Query};
use super::position::{Cells, Points, Positions, codes};

/// A quasi column, ready to be asked about.
pub struct Queried {
    positions: Positions,
    points: Points,
    cells: Cells,
}

impl Queried {
    /// Fails on a released cell that is not understood.
    pub fn new(column: &Generalization<'_>) -> Result<Self, GeneralizedError> {
        let positions = Positions::of(column);
        let points = positions.points(column.original);
        let cells = Cells::new(&positions, column)?;
        Ok(Self { positions, points, cells })
    }
}

/// A sensitive column: before, after, and how it was perturbed, if it was.
#[derive(Clone, Copy, Debug)]
pub struct Published<'a> {
    /// In the original.
    pub before: &'a Column,
    /// In the release.
    pub after: &'a Column,
    /// By what chance values were kept.
    pub drawn: Option<Drawn>,
}

/// A sensitive column, ready to be asked about.
struct Sensitive {
    positions: Positions,
    original: Points,
    /// Distinct positions of the release, ascending.
    released: Vec<u64>,
    /// The ranks of all boxes' members, box after box; where the column is the only one, ascending within a box.
    members: Vec<u32>,
    drawn: Option<Drawn>,
}

/// How a sensitive column was perturbed: each value was kept with some probability, else drawn evenly from positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// The probability that a value was kept.
    pub kept: f64,
    /// How many positions others were drawn from.
    pub positions: f64,
}

impl Drawn {
    /// Of `all` rows `seen` show a value in a predicate of so many positions: how many have one? What is expected of those
    /// that were drawn is taken off, and the rest made up for (Agrawal, Srikant and Thomas, SIGMOD 2005).
    fn invert(self, seen: f64, all: f64, length: f64) -> f64 {
        (seen - (1.0 - self.kept) * all * length / self.positions) / self.kept
    }
}

/// An original table and its release, in the form that queries are asked of.
pub struct QueryTable {
    rows: usize,
    quasi: Vec<Queried>,
    sensitive: Vec<Sensitive>,
    /// For each quasi column, the cell of each box; in two tables, of each row, group after group.
    boxes: Vec<Vec<u32>>,
    /// Where each box's members end.
    ends: Vec<u32>,
    /// Quasi and sensitive values stand in two tables that groups join.
    in_two_tables: bool,
    weighing: Option<Weighing>,
    /// How many of the original's people a released row stands for.
    stands_for: f64,
}

/// How many people the rows of both tables stand for.
struct Weighing {
    original: Weights,
    /// Of all boxes' members, box after box.
    members: Weights,
}

/// What a query is answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// By the original: a count, or the people that the rows stand for.
    pub truth: f64,
    /// By the release.
    pub estimate: f64,
}

impl Answer {
    /// |estimate − truth| / truth; `None` when the truth is 0.
    pub fn relative_error(&self) -> Option<f64> {
        (self.truth > 0.0).then(|| (self.estimate - self.truth).abs() / self.truth)
    }
}

impl QueryTable {
    /// `rows` original rows; quasi columns and the text they were released as; sensitive columns; and which released rows
    /// look alike.
    pub fn new(
        rows: usize,
        quasi: Vec<(Queried, &LabelColumn)>,
        sensitive: &[Published<'_>],
        boxes: &Partition,
    ) -> Self {
        let cell_of = |(column, released): &(Queried, &LabelColumn)| {
            let code = codes(released, column.cells.missing());
            boxes.iter().map(|rows| code(rows[0])).collect()
        };
        Self {
            rows,
            boxes: quasi.iter().map(cell_of).collect(),
            ends: (0..boxes.len()).map(|group| boxes.span(group).end as u32).collect(),
            in_two_tables: false,
            weighing: None,
            stands_for: 1.0,
            sensitive: sensitive.iter().map(|column| Sensitive::new(column, boxes, sensitive.len() == 1)).collect(),
            quasi: quasi.into_iter().map(|(column, _)| column).collect(),
        }
    }

    /// As [`QueryTable::new`], of a release in two tables: any value of a group may be any row's of it, so that a group counts
    /// those of its values that are asked for, times the share of its rows that are.
    pub fn in_two_tables(
        rows: usize,
        quasi: Vec<(Queried, &LabelColumn)>,
        sensitive: &[Published<'_>],
        groups: &Partition,
    ) -> Self {
        let cell_of = |(column, released): &(Queried, &LabelColumn)| {
            let code = codes(released, column.cells.missing());
            groups.row_order().iter().map(|&row| code(row)).collect()
        };
        let boxes = quasi.iter().map(cell_of).collect();
        Self { boxes, in_two_tables: true, ..Self::new(rows, quasi, sensitive, groups) }
    }

    /// Asks for the people that rows stand for: `original` and `released` are the weights of both tables' rows, `sensitive` and
    /// `boxes` what the table was made of.
    pub fn weighted(
        self,
        original: &Weights,
        released: &Weights,
        sensitive: &[Published<'_>],
        boxes: &Partition,
    ) -> Option<Self> {
        let members = released.take(boxes.row_order())?;
        // Weights stand in the order of rows, so members must.
        let sensitive = sensitive.iter().map(|column| Sensitive::new(column, boxes, false)).collect();
        Some(Self { sensitive, weighing: Some(Weighing { original: original.clone(), members }), ..self })
    }

    /// A released row stands for so many people of the original, some of whom were held out by chance: whoever counts with the release makes
    /// up for them.
    #[must_use]
    pub fn standing_for(self, people: f64) -> Self {
        Self { stands_for: people, ..self }
    }

    /// For each quasi column the number of positions, and whether they lie on a line.
    pub(super) fn quasi_sizes(&self) -> Vec<(u64, bool)> {
        self.quasi.iter().map(|column| (column.positions.size(), column.positions.is_line())).collect()
    }

    /// The same of the sensitive columns.
    pub(super) fn sensitive_sizes(&self) -> Vec<(u64, bool)> {
        self.sensitive.iter().map(|column| (column.positions.size(), column.positions.is_line())).collect()
    }

    /// What a condition on quasi column `at` asks for. It is written as a cell of a release is: `20..29`, `{a|b}`, a node of `tree`.
    /// Fails where that is not understood; none where nothing of the table can meet it.
    pub fn asked_of_quasi(
        &self,
        at: usize,
        text: &str,
        kind: Kind,
        tree: Option<&Hierarchy>,
    ) -> Result<Option<Predicate>, GeneralizedError> {
        Ok(predicate(&self.quasi[at].positions.runs_of(text, kind, tree)?))
    }

    /// The same of sensitive column `at`.
    pub fn asked_of_sensitive(&self, at: usize, text: &str, kind: Kind) -> Result<Option<Predicate>, GeneralizedError> {
        Ok(predicate(&self.sensitive[at].positions.runs_of(text, kind, None)?))
    }

    /// Answers one query.
    pub fn answer(&self, query: &Query) -> Answer {
        self.estimated(query, self.truth(query))
    }

    /// Answers one query whose true answer is known.
    pub(super) fn estimated(&self, query: &Query, truth: f64) -> Answer {
        Answer { truth, estimate: self.stands_for * self.estimate(query) }
    }

    pub(super) fn truth(&self, query: &Query) -> f64 {
        let mut tests: Vec<(&[u32], Test)> = Vec::new();
        for (at, predicate) in &query.quasi {
            let points = &self.quasi[*at].points;
            tests.push((&points.ranks, Test::new(predicate, &points.positions)));
        }
        for (at, predicate) in &query.sensitive {
            let points = &self.sensitive[*at].original;
            tests.push((&points.ranks, Test::new(predicate, &points.positions)));
        }
        match &self.weighing {
            None => count(self.rows, &tests, |_, passes| passes.iter().filter(|pass| **pass).count() as u128) as f64,
            Some(Weighing { original, .. }) => original.people(count(self.rows, &tests, |start, passes| {
                (start..).zip(passes).filter(|(_, pass)| **pass).map(|(row, _)| original.of(row)).sum()
            })),
        }
    }

    fn estimate(&self, query: &Query) -> f64 {
        let shares = query.quasi.iter().map(|(at, predicate)| (&self.boxes[*at], self.quasi[*at].shares(predicate)));
        let shares: Vec<(&Vec<u32>, Vec<f64>)> = shares.collect();
        let weights = self.weighing.as_ref().map(|weighing| &weighing.members);
        let asked = Asked::new(&self.sensitive, query, weights);
        let (mut total, mut everyone) = (0.0, 0.0);
        let mut start = 0;
        let inside = |at: usize| -> f64 { shares.iter().map(|(cells, shares)| shares[cells[at] as usize]).product() };
        for (group, &end) in self.ends.iter().enumerate() {
            let share = if self.in_two_tables {
                let weight = |row: usize| weights.map_or(1.0, |weights| weights.people(weights.of(row)));
                let rows = start as usize..end as usize;
                rows.map(|row| weight(row) * inside(row)).sum::<f64>() / f64::from(end - start).max(1.0)
            } else {
                inside(group)
            };
            if share > 0.0 {
                let span = start as usize..end as usize;
                // In two tables a row's weight stands with its quasi values, and any value of its group may be its own.
                let (all, but_drawn) = match weights.filter(|_| !self.in_two_tables) {
                    Some(weights) => asked.people(span, weights),
                    None => asked.members(span),
                };
                total += share * all;
                everyone += share * but_drawn;
            }
            start = end;
        }
        match asked.drawn {
            Some((drawn, length)) => drawn.invert(total, everyone, length),
            None => total,
        }
    }
}

/// One run as a run; several, of which only labels have some, as a set.
fn predicate(runs: &[(u64, u64)]) -> Option<Predicate> {
    match runs {
        [] => None,
        &[(low, high)] => Some(Predicate::Run { low, high }),
        several => Some(Predicate::Set(several.iter().flat_map(|&(low, high)| low..high).collect())),
    }
}

/// What a query asks of the sensitive columns of a release.
struct Asked<'a> {
    tests: Vec<(&'a [u32], Test, bool)>,
    /// The perturbed column among them, and how many positions are asked for.
    drawn: Option<(Drawn, f64)>,
    sorted: bool,
}

impl<'a> Asked<'a> {
    fn new(columns: &'a [Sensitive], query: &Query, weights: Option<&Weights>) -> Self {
        let test = |(at, predicate): &(usize, Predicate)| {
            let column = &columns[*at];
            (column.members.as_slice(), Test::new(predicate, &column.released), column.drawn.is_some())
        };
        let drawn = |(at, predicate): &(usize, Predicate)| Some((columns[*at].drawn?, predicate.length()));
        Self {
            tests: query.sensitive.iter().map(test).collect(),
            drawn: query.sensitive.iter().find_map(drawn),
            sorted: columns.len() == 1 && weights.is_none(),
        }
    }

    /// How many members of a box pass everything, and how many pass what is asked of columns that were not perturbed.
    fn members(&self, span: Range<usize>) -> (f64, f64) {
        let all = span.len() as f64;
        match self.tests.as_slice() {
            [] => (all, all),
            [(ranks, test, _)] if self.sorted => (test.count_sorted(&ranks[span]) as f64, all),
            _ => {
                let (all, but_drawn) = self.sums(span, |_| 1);
                (all as f64, but_drawn as f64)
            }
        }
    }

    /// How many people these stand for.
    fn people(&self, span: Range<usize>, weights: &Weights) -> (f64, f64) {
        let (all, but_drawn) = self.sums(span, |at| weights.of(at));
        (weights.people(all), weights.people(but_drawn))
    }

    fn sums(&self, span: Range<usize>, weight: impl Fn(usize) -> u128) -> (u128, u128) {
        let (mut all, mut but_drawn) = (0, 0);
        for at in span {
            let holds = |drawn: bool| {
                let tests = self.tests.iter().filter(|test| test.2 == drawn);
                tests.into_iter().all(|(ranks, test, _)| test.holds(ranks[at]))
            };
            if holds(false) {
                but_drawn += weight(at);
                all += if holds(true) { weight(at) } else { 0 };
            }
        }
        (all, but_drawn)
    }
}

impl Sensitive {
    fn new(column: &Published<'_>, boxes: &Partition, alone: bool) -> Self {
        let positions = Positions::of_original(column.before, column.after);
        let Points { positions: distinct, ranks } = positions.points(column.after);
        let mut members: Vec<u32> = boxes.row_order().iter().map(|&row| ranks[row as usize]).collect();
        if alone {
            (0..boxes.len()).for_each(|group| members[boxes.span(group)].sort_unstable());
        }
        let original = positions.points(column.before);
        Self { original, positions, released: distinct, members, drawn: column.drawn }
    }
}

impl Queried {
    /// For each cell, how much of it the predicate holds.
    fn shares(&self, predicate: &Predicate) -> Vec<f64> {
        match predicate {
            Predicate::Run { low, high } => {
                let (low, high) = (*low as f64, *high as f64);
                self.cells.shares(|start, end| (end.min(high) - start.max(low)).max(0.0))
            }
            Predicate::Set(chosen) => {
                let mut before = vec![0.0; self.positions.size() as usize + 1];
                chosen.iter().for_each(|&at| before[at as usize + 1] = 1.0);
                (1..before.len()).for_each(|at| before[at] += before[at - 1]);
                self.cells.shares(|start, end| before[end as usize] - before[start as usize])
            }
        }
    }
}

/// A predicate over the ranks of one column.
enum Test {
    /// Ranks from `first`, `count` of them.
    Run { first: u32, count: u32 },
    /// Per rank whether it is chosen; the last is for rows without a value.
    Set(Vec<bool>),
}

impl Test {
    fn new(predicate: &Predicate, positions: &[u64]) -> Self {
        match predicate {
            Predicate::Run { low, high } => {
                let rank = |at: &u64| positions.partition_point(|other| other < at) as u32;
                Self::Run { first: rank(low), count: rank(high) - rank(low) }
            }
            Predicate::Set(chosen) => {
                let holds = positions.iter().map(|at| chosen.binary_search(at).is_ok());
                Self::Set(holds.chain([false]).collect())
            }
        }
    }

    /// Marks the rows of a piece that do not pass.
    fn narrow(&self, ranks: &[u32], passes: &mut [bool]) {
        match self {
            Self::Run { first, count } => {
                passes.iter_mut().zip(ranks).for_each(|(pass, rank)| *pass &= rank.wrapping_sub(*first) < *count);
            }
            Self::Set(holds) => {
                passes.iter_mut().zip(ranks).for_each(|(pass, &rank)| *pass &= holds[rank as usize]);
            }
        }
    }

    /// Whether this rank passes.
    fn holds(&self, rank: u32) -> bool {
        match self {
            Self::Run { first, count } => rank.wrapping_sub(*first) < *count,
            Self::Set(holds) => holds[rank as usize],
        }
    }

    /// How many of these ranks, in ascending order, pass.
    fn count_sorted(&self, ranks: &[u32]) -> usize {
        match self {
            Self::Run { first, count } => {
                let end = first + count;
                ranks.partition_point(|&rank| rank < end) - ranks.partition_point(|rank| rank < first)
            }
            Self::Set(holds) => ranks.iter().filter(|&&rank| holds[rank as usize]).count(),
        }
    }
}

/// Rows looked at together: few enough to stay near, many enough for the loops over them to run free.
const PIECE: usize = 4096;

/// Rows that pass all tests, as `passing` counts those of a piece that begins at some row.
fn count(rows: usize, tests: &[(&[u32], Test)], passing: impl Fn(usize, &[bool]) -> u128) -> u128 {
    let mut passes = [true; PIECE];
    let mut total = 0;
    for start in (0..rows).step_by(PIECE) {
        let length = PIECE.min(rows - start);
        let passes = &mut passes[..length];
        passes.fill(true);
        tests.iter().for_each(|(ranks, test)| test.narrow(&ranks[start..start + length], passes));
        total += passing(start, passes);
    }
    total
}
