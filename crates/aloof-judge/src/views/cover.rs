//! Which original values a generalized cell covers.
//!
//! The distinct values of an original column are put in an order in which generalized cells are runs: numbers by size,
//! labels by the leaves of their hierarchy, else by their bytes. A cell becomes one or several runs of places, found
//! once per distinct cell. A missing value has the last place; only `*` and a missing cell cover it.

use std::ops::Range;

use aloof_table::{
    Attribute, Column, Decimal, Domain, Generalized, GeneralizedError, Hierarchy, HierarchyError, Interval, LabelColumn,
};
use hashbrown::HashMap;
use rayon::prelude::*;

use super::boxes::Relation;

/// The places a cell covers: disjoint runs in ascending order, none empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover(Vec<Range<u32>>);

impl Cover {
    /// Whether it covers `place`.
    pub fn contains(&self, place: u32) -> bool {
        self.0.iter().any(|run| run.contains(&place))
    }

    /// All places it covers, ascending.
    pub fn places(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().cloned().flatten()
    }

    /// Whether it is a single run, or covers nothing.
    pub(super) fn is_run(&self) -> bool {
        self.0.len() <= 1
    }

    /// How it lies to a run of places.
    pub(super) fn relation(&self, run: &Range<u32>) -> Relation {
        match self.0.get(self.0.partition_point(|mine| mine.end <= run.start)) {
            Some(mine) if mine.start <= run.start && run.end <= mine.end => Relation::Inside,
            Some(mine) if mine.start < run.end => Relation::Partly,
            _ => Relation::Apart,
        }
    }

    /// The smallest run that holds all of it; empty when nothing is covered.
    pub fn hull(&self) -> Range<u32> {
        match (self.0.first(), self.0.last()) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => 0..0,
        }
    }

    fn from_places(mut places: Vec<u32>) -> Self {
        places.sort_unstable();
        let mut runs: Vec<Range<u32>> = Vec::new();
        for place in places {
            match runs.last_mut() {
                Some(run) if run.end >= place => run.end = run.end.max(place + 1),
                _ => runs.push(place..place + 1),
            }
        }
        Self(runs)
    }

    fn from_runs(runs: impl IntoIterator<Item = Range<u32>>) -> Self {
        let mut runs: Vec<Range<u32>> = runs.into_iter().filter(|run| !run.is_empty()).collect();
        runs.sort_unstable_by_key(|run| run.start);
        let mut joined: Vec<Range<u32>> = Vec::new();
        for run in runs {
            match joined.last_mut() {
                Some(last) if last.end >= run.start => last.end = last.end.max(run.end),
                _ => joined.push(run),
            }
        }
        Self(joined)
    }
}

/// A quasi column in the original table and in the release.
#[derive(Clone, Debug)]
pub struct QuasiPair<'a> {
    /// The place of each original row's value.
    pub places: Vec<u32>,
    /// Number of places, the one for missing values included.
    pub count: usize,
    /// What each distinct released cell covers, by label code; the last one is for a missing cell.
    pub covers: Vec<Cover>,
    /// The released cells' codes; a missing cell has a larger one.
    cells: &'a [u32],
}

/// A released cell that could not be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CoverError {
    /// Not in a notation that is known.
    #[error(transparent)]
    Cell(#[from] GeneralizedError),
    /// The hierarchy cannot be made.
    #[error(transparent)]
    Hierarchy(#[from] HierarchyError),
    /// Original labels that the hierarchy does not know.
    #[error("the hierarchy lacks {count} of the original's labels: {}{}", .labels.join(", "), if *.count > .labels.len() { ", …" } else { "" })]
    Incomplete {
        /// How many.
        count: usize,
        /// The first of them.
        labels: Vec<String>,
    },
}

impl<'a> QuasiPair<'a> {
    /// Which of `covers` the released row shows.
    pub fn cell(&self, row: usize) -> u32 {
        self.cells[row].min(self.covers.len() as u32 - 1)
    }

    /// Matches a released column of text with the original column it came from.
    pub fn new(
        original: &Column,
        released: &'a LabelColumn,
        hierarchy: Option<&Hierarchy>,
    ) -> Result<Self, CoverError> {
        let order = Order::of(original, hierarchy)?;
        let missing = order.len() as u32;
        let cell = |text: &str| match order.itself(text) {
            Some(place) => Ok(Cover::from_places(vec![place])),
            None => Ok(order.cover(&Generalized::parse(text, original.kind(), hierarchy)?, hierarchy)),
        };
        let texts: Vec<&str> = released.labels().iter().collect();
        // Of several that cannot be understood the first is told, on any number of threads.
        let covers: Vec<Result<Cover, CoverError>> =
            texts.par_iter().with_min_len(256).map(|text| cell(text)).collect();
        let mut covers = covers.into_iter().collect::<Result<Vec<Cover>, CoverError>>()?;
        covers.push(Cover::from_places(vec![missing]));
        let count = order.len() + 1;
        Ok(Self { places: order.places(original), count, covers, cells: released.codes() })
    }
}

/// The distinct values of an original column in the order of their places.
enum Order {
    /// The values and, for each row, which of them it has.
    Numbers(Vec<Decimal>, Vec<u32>),
    Labels {
        sorted: Vec<String>,
        place: HashMap<String, u32>,
        leaves: Option<Vec<u32>>,
    },
}

impl Order {
    fn of(original: &Column, hierarchy: Option<&Hierarchy>) -> Result<Self, CoverError> {
        if let (Column::Number(_) | Column::Date(_), None) = (original, hierarchy) {
            return Ok(Self::of_numbers(original));
        }
        let labels = original.to_labels();
        let mut sorted: Vec<String> = labels.labels().iter().map(str::to_owned).collect();
        let mut leaves = None;
        if let Some(tree) = hierarchy {
            check_complete(tree, &sorted)?;
            let leaf = |label: &String| tree.leaves(tree.leaf(label).expect("checked to be complete")).start;
            sorted.sort_unstable_by_key(leaf);
            leaves = Some(sorted.iter().map(leaf).collect());
        } else {
            sorted.sort_unstable();
        }
        let place = sorted.iter().enumerate().map(|(place, label)| (label.clone(), place as u32)).collect();
        Ok(Self::Labels { sorted, place, leaves })
    }

    fn of_numbers(column: &Column) -> Self {
        let attribute = Attribute::new(&[("", column)], |_| false);
        let values = match attribute.domain() {
            Domain::Numbers { values, scale, .. } => values.iter().map(|&v| Decimal::new(v, *scale)).collect(),
            _ => Vec::new(),
        };
        Self::Numbers(values, attribute.into_codes())
    }

    fn len(&self) -> usize {
        match self {
            Self::Numbers(values, _) => values.len(),
            Self::Labels { sorted, .. } => sorted.len(),
        }
    }

    /// The place of a label that is written like a set or a mask but stands in the original just so.
    fn itself(&self, text: &str) -> Option<u32> {
        match self {
            Self::Labels { place, leaves: None, .. } if text.chars().any(|c| c != '*') => place.get(text).copied(),
            _ => None,
        }
    }

    fn places(self, original: &Column) -> Vec<u32> {
        let missing = self.len() as u32;
        match self {
            Self::Numbers(_, mut places) => {
                places.iter_mut().for_each(|place| *place = (*place).min(missing));
                places
            }
            Self::Labels { place, .. } => {
                let labels = original.to_labels();
                let by_code: Vec<u32> = labels.labels().iter().map(|label| place[label]).collect();
                labels.codes().iter().map(|&code| by_code.get(code as usize).copied().unwrap_or(missing)).collect()
            }
        }
    }

    fn cover(&self, cell: &Generalized, hierarchy: Option<&Hierarchy>) -> Cover {
        match (self, cell) {
            (_, Generalized::Any) => Cover::from_runs(std::iter::once(0..self.len() as u32 + 1)),
            (Self::Numbers(values, _), Generalized::Numbers(intervals)) => {
                Cover::from_runs(intervals.iter().map(|interval| run_of(values, interval)))
            }
            (Self::Labels { leaves: Some(leaves), .. }, Generalized::Nodes(nodes)) => {
                let tree = hierarchy.expect("nodes come from a hierarchy");
                Cover::from_runs(nodes.iter().map(|&node| {
                    let span = tree.leaves(node);
                    let at = |leaf: u32| leaves.partition_point(|&other| other < leaf) as u32;
                    at(span.start)..at(span.end)
                }))
            }
            (Self::Labels { place, .. }, Generalized::Labels(labels)) => {
                Cover::from_places(labels.iter().filter_map(|label| place.get(label).copied()).collect())
            }
            // Prefixes, and intervals over the labels of a hierarchy: rare, so every label is asked.
            (Self::Labels { sorted, .. }, other) => {
                let covered = (0..sorted.len()).filter(|&at| other.covers_label(&sorted[at], hierarchy));
                Cover::from_places(covered.map(|at| at as u32).collect())
            }
            (Self::Numbers(..), _) => Cover(Vec::new()),
        }
    }
}

fn check_complete(tree: &Hierarchy, labels: &[String]) -> Result<(), CoverError> {
    let missing = tree.missing(labels.iter().map(String::as_str));
    if missing.is_empty() {
        return Ok(());
    }
    let first = missing.iter().take(10).map(|label| (*label).to_owned()).collect();
    Err(CoverError::Incomplete { count: missing.len(), labels: first })
}

fn run_of(values: &[Decimal], interval: &Interval) -> Range<u32> {
    let start = values.partition_point(|&value| match interval.low() {
        Some((low, included)) => value < low || (value == low && !included),
        None => false,
    });
    let end = values.partition_point(|&value| match interval.high() {
        Some((high, included)) => value < high || (value == high && included),
        None => true,
    });
    start as u32..end.max(start) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::Kind;
    use proptest::prelude::*;

    proptest! {
        /// Runs say what the cell says.
        #[test]
        fn covers_agree_with_cells(
            values in prop::collection::vec(prop::option::weighted(0.9, -20i64..40), 1..20),
            cell in prop_oneof![
                (-20i64..40, 0i64..20).prop_map(|(low, wide)| format!("{low}..{}", low + wide)),
                (-20i64..40, 1i64..20).prop_map(|(low, wide)| format!("[{low}, {}[", low + wide)),
                (-20i64..40).prop_map(|end| format!("<{end}")),
                (-20i64..40).prop_map(|end| format!(">={end}")),
                (1i64..4).prop_map(|head| format!("{head}*")),
                (0i64..9, 0i64..30).prop_map(|(a, b)| format!("{{{a}, {b}}}")),
                Just("*".to_owned()),
            ],
        ) {
            let decimals = values.iter().map(|value| value.map(Decimal::from));
            let column = Column::Number(aloof_table::NumberColumn::from_decimals(decimals).unwrap());
            let released = LabelColumn::from_texts([Some(cell.as_str())]);
            let pair = QuasiPair::new(&column, &released, None).unwrap();
            let parsed = Generalized::parse(&cell, Kind::Number, None).unwrap();
            for (row, value) in values.iter().enumerate() {
                let literal = match value {
                    Some(value) => parsed.covers_number(Decimal::from(*value)),
                    None => parsed == Generalized::Any,
                };
                prop_assert_eq!(pair.covers[0].contains(pair.places[row]), literal);
            }
        }
    }

    #[test]
    fn hierarchy_nodes_become_runs() {
        let tree = Hierarchy::from_paths([
            vec!["Rome", "Italy", "*"],
            vec!["Lyon", "France", "*"],
            vec!["Milan", "Italy", "*"],
        ])
        .unwrap();
        let column = Column::Label(LabelColumn::from_texts([Some("Lyon"), Some("Milan"), Some("Rome"), None]));
        let released = LabelColumn::from_texts([Some("Italy"), Some("{Rome|Lyon}"), None, Some("*")]);
        let pair = QuasiPair::new(&column, &released, Some(&tree)).unwrap();
        let covered = |cell: usize| -> Vec<bool> {
            pair.places.iter().map(|&place| pair.covers[pair.cell(cell) as usize].contains(place)).collect()
        };
        assert_eq!(covered(0), [false, true, true, false]);
        assert_eq!(covered(1), [true, false, true, false]);
        assert_eq!(covered(2), [false, false, false, true]);
        assert_eq!(covered(3), [true, true, true, true]);
    }

    #[test]
    fn an_incomplete_hierarchy_is_refused() {
        let tree = Hierarchy::from_paths([vec!["Rome", "*"]]).unwrap();
        let column = Column::Label(LabelColumn::from_texts([Some("Oslo")]));
        let error = QuasiPair::new(&column, &LabelColumn::default(), Some(&tree)).unwrap_err();
        assert_eq!(error.to_string(), "the hierarchy lacks 1 of the original's labels: Oslo");
    }
}
