//! Positions: the values of a column as whole numbers from 0, and the cells of its release as runs of them.

use aloof_table::{Column, Decimal, Generalized, GeneralizedError, Hierarchy, Interval, Kind, LabelColumn};
use hashbrown::HashMap;

use super::super::Generalization;

/// How the values of a column are numbered.
pub(in super::super) enum Positions {
    /// Multiples of the unit `10^-scale` from `low` on; days are multiples of one.
    Numbers { low: i128, scale: u8, size: u64 },
    /// Labels; `line` when neighbours are near each other.
    Labels { labels: Vec<String>, at: HashMap<String, u32>, line: bool },
}

impl Positions {
    /// Of a quasi column.
    pub fn of(column: &Generalization<'_>) -> Self {
        match (column.order, column.hierarchy) {
            (Some(order), _) => Self::labels(order.to_vec(), true),
            (None, Some(tree)) => {
                let leaf = |at: usize| tree.label(tree.leaf_at(at)).to_owned();
                Self::labels((0..tree.len()).map(leaf).collect(), true)
            }
            (None, None) => Self::over(&[column.original]),
        }
    }

    /// Of a quasi column, with room for what a release shows beyond the original's values. Fails on a cell that is not understood.
    pub fn of_both(column: &Generalization<'_>) -> Result<Self, GeneralizedError> {
        let mut positions = Self::of(column);
        let labels =
            matches!(column.original, Column::Label(_)) || column.hierarchy.is_some() || column.order.is_some();
        if !labels {
            for text in column.released.labels().iter() {
                if let Generalized::Numbers(intervals) = Generalized::parse(text, column.original.kind(), None)? {
                    intervals.iter().for_each(|interval| positions.widen(interval));
                }
            }
        }
        Ok(positions)
    }

    /// Of all values of these columns, which are of one kind or taken as labels.
    pub fn over(columns: &[&Column]) -> Self {
        let scale = columns.iter().map(|column| scale(column)).try_fold(0, |most, scale| Some(most.max(scale?)));
        if let Some(scale) = scale {
            let values = || columns.iter().flat_map(|column| scaled(column, scale)).flatten();
            let low = values().min().unwrap_or(0);
            let size = u64::try_from(values().max().unwrap_or(0).saturating_sub(low))
                .map_or(u64::MAX, |range| range.saturating_add(1));
            return Self::Numbers { low, scale, size };
        }
        let texts = columns.iter().map(|column| column.to_labels());
        let mut labels: Vec<String> =
            texts.flat_map(|column| column.labels().iter().map(str::to_owned).collect::<Vec<_>>()).collect();
        labels.sort_unstable();
        labels.dedup();
        Self::labels(labels, false)
    }

    /// Of all values that the original has, whatever a release shows: what is asked depends on no release. Numbers that were
    /// released as something else are taken as labels.
    pub fn of_original(before: &Column, after: &Column) -> Self {
        if scale(before).is_some() && scale(after).is_none() {
            return Self::over(&[&Column::Label(before.to_labels().into_owned())]);
        }
        Self::over(&[before])
    }

    fn labels(labels: Vec<String>, line: bool) -> Self {
        let at = labels.iter().enumerate().map(|(at, label)| (label.clone(), at as u32)).collect();
        Self::Labels { labels, at, line }
    }

    /// How many there are.
    pub fn size(&self) -> u64 {
        match self {
            Self::Numbers { size, .. } => *size,
            Self::Labels { labels, .. } => labels.len() as u64,
        }
    }

    /// Whether a query may ask for a run of them.
    pub fn is_line(&self) -> bool {
        match self {
            Self::Numbers { .. } => true,
            Self::Labels { line, .. } => *line,
        }
    }

    /// What the first position is worth, and how far apart two are; `None` for labels.
    pub fn line(&self) -> Option<(f64, f64)> {
        let Self::Numbers { low, scale, .. } = self else { return None };
        let unit = 10f64.powi(-i32::from(*scale));
        Some((*low as f64 / 10f64.powi(i32::from(*scale)), unit))
    }

    /// Labels by their positions; none of numbers.
    pub fn names(&self) -> &[String] {
        match self {
            Self::Numbers { .. } => &[],
            Self::Labels { labels, .. } => labels,
        }
    }

    /// The positions of a column's values.
    pub fn points(&self, column: &Column) -> Points {
        match self {
            Self::Numbers { low, scale, size } => {
                // What lies between positions, or beyond them, is at none.
                let position = |value: i128| u64::try_from(value.saturating_sub(*low)).ok().filter(|at| at < size);
                Points::new(&whole(column, *scale).map(|value| position(value?)).collect::<Vec<_>>())
            }
            Self::Labels { at, .. } => {
                let labels = column.to_labels();
                let by_code: Vec<Option<u64>> =
                    labels.labels().iter().map(|label| at.get(label).map(|&at| at.into())).collect();
                Points::new(
                    &labels
                        .codes()
                        .iter()
                        .map(|&code| by_code.get(code as usize).copied().flatten())
                        .collect::<Vec<_>>(),
                )
            }
        }
    }

    /// The runs that a released cell covers, ascending.
    pub fn runs(&self, text: &str, column: &Generalization<'_>) -> Result<Vec<(u64, u64)>, GeneralizedError> {
        let tree = if column.order.is_some() { None } else { column.hierarchy };
        self.runs_of(text, column.original.kind(), tree)
    }

    /// The same, of a column of this kind whose labels lie in this tree.
    pub fn runs_of(
        &self,
        text: &str,
        kind: Kind,
        tree: Option<&Hierarchy>,
    ) -> Result<Vec<(u64, u64)>, GeneralizedError> {
        if let Self::Labels { at, .. } = self
            && let Some(&at) = at.get(text)
        {
            return Ok(vec![(at.into(), u64::from(at) + 1)]);
        }
        let cell = Generalized::parse(text, kind, tree)?;
        let mut runs: Vec<(u64, u64)> = match (self, &cell) {
            (_, Generalized::Any) => vec![(0, self.size())],
            (Self::Numbers { .. }, Generalized::Numbers(intervals)) => {
                intervals.iter().filter_map(|interval| self.run_of(interval)).collect()
            }
            (Self::Labels { .. }, Generalized::Nodes(nodes)) => {
                let tree = tree.expect("nodes come from a hierarchy");
                nodes.iter().map(|&node| tree.leaves(node)).map(|run| (run.start.into(), run.end.into())).collect()
            }
            (Self::Labels { at, .. }, Generalized::Labels(members)) => {
                members.iter().filter_map(|label| at.get(label)).map(|&at| (at.into(), u64::from(at) + 1)).collect()
            }
            (Self::Labels { labels, .. }, other) => covered(labels, other, tree),
            (Self::Numbers { .. }, _) => Vec::new(),
        };
        runs.sort_unstable();
        Ok(joined(runs))
    }

    /// Makes room for the ends of a released interval; labels have no ends.
    pub fn widen(&mut self, interval: &Interval) {
        let Self::Numbers { low, scale, size } = self else { return };
        for (end, _) in [interval.low(), interval.high()].into_iter().flatten() {
            // Ends of any length are understood; farther out than this they make no difference.
            let at = units(end, *scale).0.clamp(-FAR, FAR);
            let high = low.saturating_add(i128::from(*size) - 1).max(at);
            *low = at.min(*low);
            *size = u64::try_from(high.saturating_sub(*low)).map_or(u64::MAX, |range| range.saturating_add(1));
        }
    }

    /// The multiples of the unit inside an interval, as far as the domain goes.
    fn run_of(&self, interval: &Interval) -> Option<(u64, u64)> {
        let Self::Numbers { low, scale, size } = self else { return None };
        let first = interval.low().map_or(0, |(value, included)| {
            let (floor, whole) = units(value, *scale);
            floor.saturating_add(i128::from(!(whole && included))).saturating_sub(*low)
        });
        let end = interval.high().map_or(i128::from(*size), |(value, included)| {
            let (floor, whole) = units(value, *scale);
            floor.saturating_add(i128::from(!whole || included)).saturating_sub(*low)
        });
        let clip = |at: i128| u64::try_from(at.max(0)).unwrap_or(u64::MAX).min(*size);
        (clip(first) < clip(end)).then(|| (clip(first), clip(end)))
    }
}

/// Beyond all positions that can be numbered.
const FAR: i128 = 1 << 100;

/// Every label asked: prefixes, and intervals over the labels of a hierarchy.
fn covered(labels: &[String], cell: &Generalized, tree: Option<&Hierarchy>) -> Vec<(u64, u64)> {
    let inside = labels.iter().enumerate().filter(|(_, label)| cell.covers_label(label, tree));
    inside.map(|(at, _)| (at as u64, at as u64 + 1)).collect()
}

/// Runs that touch or overlap become one.
fn joined(runs: Vec<(u64, u64)>) -> Vec<(u64, u64)> {
    let mut joined: Vec<(u64, u64)> = Vec::new();
    for (start, end) in runs {
        match joined.last_mut() {
            Some(last) if last.1 >= start => last.1 = last.1.max(end),
            _ => joined.push((start, end)),
        }
    }
    joined
}

/// How many whole units fit below `value`, and whether nothing is left over.
fn units(value: Decimal, scale: u8) -> (i128, bool) {
    if let Some(exact) = value.at_scale(scale) {
        return (exact, true);
    }
    let more = 10i128.checked_pow(u32::from(value.scale().saturating_sub(scale))).unwrap_or(i128::MAX);
    (value.mantissa().div_euclid(more), false)
}

/// Digits behind the point of a column of numbers, none for days; `None` for labels.
fn scale(column: &Column) -> Option<u8> {
    match column {
        Column::Number(numbers) => Some(numbers.scale()),
        Column::Date(_) => Some(0),
        Column::Label(_) => None,
    }
}

/// The values in units, where they are whole.
fn whole(column: &Column, scale: u8) -> Box<dyn Iterator<Item = Option<i128>> + '_> {
    match column {
        Column::Number(numbers) if numbers.scale() > scale => {
            Box::new((0..numbers.len()).map(move |row| numbers.get(row)?.at_scale(scale)))
        }
        Column::Label(labels) => Box::new((0..labels.len()).map(|_| None)),
        other => scaled(other, scale),
    }
}

fn scaled(column: &Column, scale: u8) -> Box<dyn Iterator<Item = Option<i128>> + '_> {
    match column {
        Column::Number(numbers) => {
            let more = 10i128.saturating_pow(u32::from(scale - numbers.scale()));
            Box::new((0..numbers.len()).map(move |row| numbers.scaled(row).map(|value| value.saturating_mul(more))))
        }
        Column::Date(dates) => Box::new((0..dates.len()).map(|row| dates.get(row).map(|date| i128::from(date.days())))),
        Column::Label(_) => Box::new(std::iter::empty()),
    }
}

/// The values of a column: one small number per row, and the position of each.
pub(in super::super) struct Points {
    /// Distinct positions, ascending.
    pub positions: Vec<u64>,
    /// Per row the number of its position; `positions.len()` when it has none.
    pub ranks: Vec<u32>,
}

impl Points {
    fn new(rows: &[Option<u64>]) -> Self {
        let mut positions: Vec<u64> = rows.iter().flatten().copied().collect();
        positions.sort_unstable();
        positions.dedup();
        let none = positions.len() as u32;
        let ranks = match positions.last() {
            // Where positions lie close together a place for each is quicker than a search.
            Some(&last) if last < 4 * rows.len() as u64 => {
                let mut rank_at = vec![none; last as usize + 1];
                (0..).zip(&positions).for_each(|(rank, &at)| rank_at[at as usize] = rank);
                rows.iter().map(|row| row.map_or(none, |at| rank_at[at as usize])).collect()
            }
            _ => {
                let rank_of = |at: u64| positions.partition_point(|&other| other < at) as u32;
                rows.iter().map(|row| row.map_or(none, rank_of)).collect()
            }
        };
        Self { positions, ranks }
    }
}

/// What each distinct cell covers.
pub(in super::super) struct Cells {
    /// All runs, cell after cell.
    runs: Vec<(f64, f64)>,
    /// Where each cell's runs end.
    ends: Vec<u32>,
}

impl Cells {
    /// By label code; a missing cell, which covers no position, comes last.
    pub fn new(positions: &Positions, column: &Generalization<'_>) -> Result<Self, GeneralizedError> {
        let mut cells = Self { runs: Vec::new(), ends: Vec::new() };
        for text in column.released.labels().iter() {
            let runs = positions.runs(text, column)?;
            cells.runs.extend(runs.into_iter().map(|(start, end)| (start as f64, end as f64)));
            cells.ends.push(cells.runs.len() as u32);
        }
        cells.ends.push(cells.runs.len() as u32);
        Ok(cells)
    }

    /// The code of a missing cell.
    pub fn missing(&self) -> u32 {
        self.ends.len() as u32 - 1
    }

    /// For each cell, how much of it lies inside: `inside(start, end)` counts the positions of a run that do.
    pub fn shares(&self, inside: impl Fn(f64, f64) -> f64) -> Vec<f64> {
        let mut from = 0;
        let share = |&end: &u32| {
            let runs = &self.runs[from as usize..end as usize];
            from = end;
            let length: f64 = runs.iter().map(|(start, end)| end - start).sum();
            let covered: f64 = runs.iter().map(|&(start, end)| inside(start, end)).sum();
            if length > 0.0 { covered / length } else { 0.0 }
        };
        self.ends.iter().map(share).collect()
    }
}

/// The code of each released row's cell.
pub(super) fn codes(released: &LabelColumn, missing: u32) -> impl Fn(u32) -> u32 + '_ {
    move |row| released.codes()[row as usize].min(missing)
}
