//! How far the distribution of a column in the release lies from that in the original.
//!
//! # Definition
//! Each released row spreads evenly over the positions that its cell covers; both tables count their own rows, without
//! missing values. F and G are the cumulative shares of both over the positions of the column (see `query/position.rs`).
//!
//! - Numbers, dates and ordered labels: the earth mover's distance, Σ |F − G| over positions as a share of the length of
//!   the line (0: the same, 1: all at one end, where they were at the other), and Kolmogorov's and Smirnov's, max |F − G|.
//! - Labels without an order: total variation, half of Σ |f − g| over labels.
//!
//! The line reaches from the smallest to the largest value of both tables.
//!
//! # Cost
//! `O(n + c log c)` for c distinct values and cells: between the ends of cells F is constant and G a straight line, so that
//! no position is looked at by itself.

use aloof_table::{Column, GeneralizedError, LabelColumn};
use hashbrown::HashMap;

use super::Generalization;
use super::query::Positions;

/// What was found of one column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Marginal {
    /// On a line.
    Line {
        /// As a share of the length of the line.
        earth_mover: f64,
        /// The largest difference of cumulative shares.
        kolmogorov_smirnov: f64,
    },
    /// Labels without an order.
    Labels {
        /// Half of the sum of all differences of shares.
        total_variation: f64,
    },
}

impl Marginal {
    /// The earth mover's distance or total variation: from 0 to 1.
    pub fn distance(&self) -> f64 {
        match *self {
            Self::Line { earth_mover, .. } => earth_mover,
            Self::Labels { total_variation } => total_variation,
        }
    }
}

/// Of a quasi column; `None` when all is missing in one of the tables. Fails on a cell that is not understood.
pub fn marginal(column: &Generalization<'_>) -> Result<Option<Marginal>, GeneralizedError> {
    let positions = Positions::of_both(column)?;
    let mut released = Shares::default();
    let mut counts = vec![0u64; column.released.labels().len()];
    column.released.codes().iter().filter(|&&code| code != LabelColumn::MISSING).for_each(|&code| {
        counts[code as usize] += 1;
    });
    for (text, &count) in column.released.labels().iter().zip(&counts) {
        released.add(&positions.runs(text, column)?, count);
    }
    let line = positions.is_line() && (column.hierarchy.is_none() || column.order.is_some());
    Ok(compare(&Shares::of(&positions, column.original), &released, line, positions.size()))
}

/// Of a column whose values are published as they are, or others of their kind.
pub fn exact_marginal(original: &Column, released: &Column) -> Option<Marginal> {
    let positions = Positions::over(&[original, released]);
    let shares = |column| Shares::of(&positions, column);
    compare(&shares(original), &shares(released), positions.is_line(), positions.size())
}

/// How many rows stand where: at single positions, or spread over runs.
#[derive(Default)]
struct Shares {
    rows: u64,
    points: Vec<(u64, u64)>,
    /// First position, the one after the last, rows per position.
    spread: Vec<(u64, u64, f64)>,
}

impl Shares {
    fn of(positions: &Positions, column: &Column) -> Self {
        let points = positions.points(column);
        let mut counts = vec![0u64; points.positions.len() + 1];
        points.ranks.iter().for_each(|&rank| counts[rank as usize] += 1);
        counts.pop();
        let rows = counts.iter().sum();
        Self { rows, points: points.positions.into_iter().zip(counts).collect(), spread: Vec::new() }
    }

    fn add(&mut self, runs: &[(u64, u64)], count: u64) {
        let length: u64 = runs.iter().map(|(start, end)| end - start).sum();
        match runs {
            _ if count == 0 || length == 0 => return,
            [(start, _)] if length == 1 => self.points.push((*start, count)),
            _ => {
                let each = count as f64 / length as f64;
                self.spread.extend(runs.iter().map(|&(start, end)| (start, end, each)));
            }
        }
        self.rows += count;
    }
}

fn compare(original: &Shares, released: &Shares, line: bool, size: u64) -> Option<Marginal> {
    if original.rows == 0 || released.rows == 0 {
        return None;
    }
    Some(if line { on_line(original, released, size) } else { among_labels(original, released) })
}

fn among_labels(original: &Shares, released: &Shares) -> Marginal {
    let mut rows: HashMap<u64, (f64, f64)> = HashMap::new();
    original.points.iter().for_each(|&(at, count)| rows.entry(at).or_default().0 += count as f64);
    released.points.iter().for_each(|&(at, count)| rows.entry(at).or_default().1 += count as f64);
    for &(start, end, each) in &released.spread {
        (start..end).for_each(|at| rows.entry(at).or_default().1 += each);
    }
    let (before, after) = (original.rows as f64, released.rows as f64);
    let mut differences: Vec<f64> = rows.values().map(|(one, other)| (one / before - other / after).abs()).collect();
    // Added in the order of size: that of a hash table changes from run to run, and would show in the last digit.
    differences.sort_unstable_by(f64::total_cmp);
    Marginal::Labels { total_variation: differences.iter().sum::<f64>() / 2.0 }
}

/// What changes at a position.
#[derive(Clone, Copy, Default)]
struct Change {
    original: u64,
    released: u64,
    begun: i64,
    rate: f64,
}

fn on_line(original: &Shares, released: &Shares, size: u64) -> Marginal {
    let changes = changes(original, released);
    let (before, after) = (original.rows as f64, released.rows as f64);
    let (mut seen, mut shown, mut spread, mut rate, mut open) = (0u64, 0u64, 0.0, 0.0, 0i64);
    let (mut earth, mut largest) = (0.0, 0.0f64);
    for (at, &(position, change)) in changes.iter().enumerate() {
        seen += change.original;
        shown += change.released;
        open += change.begun;
        // Where no cell is open nothing is spread, whatever rounding left.
        rate = if open == 0 { 0.0 } else { rate + change.rate };
        let length = changes.get(at + 1).map_or(1, |(next, _)| next - position) as f64;
        let start = seen as f64 / before - (shown as f64 + spread) / after;
        let step = rate / after;
        earth += sum_of_sizes(start, step, length);
        largest = largest.max((start - step).abs()).max((start - step * length).abs());
        spread += rate * length;
    }
    Marginal::Line { earth_mover: earth / size.saturating_sub(1).max(1) as f64, kolmogorov_smirnov: largest }
}

/// All positions at which something changes, ascending.
fn changes(original: &Shares, released: &Shares) -> Vec<(u64, Change)> {
    let mut all: Vec<(u64, Change)> = Vec::new();
    let none = Change::default();
    all.extend(original.points.iter().map(|&(at, count)| (at, Change { original: count, ..none })));
    all.extend(released.points.iter().map(|&(at, count)| (at, Change { released: count, ..none })));
    for &(start, end, rate) in &released.spread {
        all.extend([(start, Change { begun: 1, rate, ..none }), (end, Change { begun: -1, rate: -rate, ..none })]);
    }
    all.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.rate.total_cmp(&b.1.rate)));
    let mut joined: Vec<(u64, Change)> = Vec::new();
    for (position, change) in all {
        match joined.last_mut() {
            Some((last, sum)) if *last == position => {
                sum.original += change.original;
                sum.released += change.released;
                sum.begun += change.begun;
                sum.rate += change.rate;
            }
            _ => joined.push((position, change)),
        }
    }
    joined
}

/// Σ |start − step · t| for t from 1 to `length`.
fn sum_of_sizes(start: f64, step: f64, length: f64) -> f64 {
    let straight = |from: f64, to: f64| {
        let (first, last) = (start - step * from, start - step * to);
        ((to - from + 1.0) * (first + last) / 2.0).abs()
    };
    let turn = if step.abs() > 0.0 { (start / step).floor() } else { 0.0 };
    if turn < 1.0 || turn >= length {
        return straight(1.0, length);
    }
    straight(1.0, turn) + straight(turn + 1.0, length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use aloof_table::{Hierarchy, NumberColumn};
    use proptest::prelude::*;

    fn numbers(values: &[i64]) -> Column {
        Column::Number(NumberColumn::from_integers(values.to_vec()))
    }

    fn plain<'a>(original: &'a Column, released: &'a LabelColumn) -> Generalization<'a> {
        Generalization { original, released, hierarchy: None, order: None }
    }

    fn line(found: Option<Marginal>) -> (f64, f64) {
        match found {
            Some(Marginal::Line { earth_mover, kolmogorov_smirnov }) => (earth_mover, kolmogorov_smirnov),
            other => panic!("{other:?} is no line"),
        }
    }

    fn near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    #[test]
    fn the_same_is_nowhere_else() {
        let ages = numbers(&[20, 25, 25, 70]);
        let cells = ages.to_labels();
        assert_eq!(line(marginal(&plain(&ages, &cells)).unwrap()), (0.0, 0.0));
        assert_eq!(line(exact_marginal(&ages, &numbers(&[25, 70, 20, 25]))), (0.0, 0.0));
    }

    /// Three of 20 and one of 31, in one group 20..31: F is 3/4 from 20 to 30, G grows by 1/12. The differences are 8, 7, …,
    /// 0, −1, −2 twelfths: together 39, over the 11 steps of the line.
    #[test]
    fn one_group_by_hand() {
        let ages = numbers(&[20, 20, 20, 31]);
        let cells = LabelColumn::from_texts(["20..31"; 4].map(Some));
        let (earth, largest) = line(marginal(&plain(&ages, &cells)).unwrap());
        near(earth, 39.0 / 12.0 / 11.0);
        near(largest, 8.0 / 12.0);
    }

    #[test]
    fn all_at_the_other_end() {
        let ages = numbers(&[0, 0, 0]);
        let far = LabelColumn::from_texts(["1000000000"; 2].map(Some));
        let (earth, largest) = line(marginal(&plain(&ages, &far)).unwrap());
        near(earth, 1.0);
        near(largest, 1.0);
        assert_eq!(marginal(&plain(&ages, &LabelColumn::from_texts([None]))).unwrap(), None);
        let endless = LabelColumn::from_texts([Some("99999999999999999999999999999999999999"), Some(">=5"), Some("*")]);
        assert!(marginal(&plain(&ages, &endless)).unwrap().is_some_and(|found| found.distance() <= 1.0));
    }

    #[test]
    fn labels_by_hand() {
        let towns = Column::Label(LabelColumn::from_texts(["Rome", "Rome", "Milan", "Lyon"].map(Some)));
        let cells = LabelColumn::from_texts([Some("{Milan|Rome}"), Some("{Milan|Rome}"), Some("Lyon"), Some("Lyon")]);
        // Rome 1/2 and 1/4, Milan 1/4 and 1/4, Lyon 1/4 and 1/2.
        let found = marginal(&plain(&towns, &cells)).unwrap().unwrap();
        near(found.distance(), 0.25);
        let tree = Hierarchy::from_paths([vec!["Rome", "Italy"], vec!["Milan", "Italy"], vec!["Lyon", "France"]]);
        let nodes = LabelColumn::from_texts(["Italy", "Italy", "Italy", "Lyon"].map(Some));
        let column = Generalization { hierarchy: tree.as_ref().ok(), ..plain(&towns, &nodes) };
        assert!(
            matches!(marginal(&column).unwrap(), Some(Marginal::Labels { total_variation }) if (total_variation - 0.125).abs() < 1e-12)
        );
    }

    proptest! {
        /// Position by position, as the definition says.
        #[test]
        fn agrees_with_the_definition(
            values in prop::collection::vec(0i64..20, 1..12),
            cells in prop::collection::vec((0i64..20, 0i64..8), 1..12),
        ) {
            let ages = numbers(&values);
            let text = |(low, more): &(i64, i64)| Some(format!("{low}..{}", low + more));
            let texts: Vec<Option<String>> = cells.iter().map(text).collect();
            let released = LabelColumn::from_texts(texts.iter().map(Option::as_deref));
            let (earth, largest) = line(marginal(&plain(&ages, &released)).unwrap());
            let low = values.iter().copied().chain(cells.iter().map(|cell| cell.0)).min().unwrap();
            let high = values.iter().copied().chain(cells.iter().map(|cell| cell.0 + cell.1)).max().unwrap();
            let (mut sum, mut most) = (0.0, 0.0f64);
            for at in low..=high {
                let before = values.iter().filter(|&&value| value <= at).count() as f64 / values.len() as f64;
                let inside = |(low, more): &(i64, i64)| (at - low + 1).clamp(0, more + 1) as f64 / (more + 1) as f64;
                let after = cells.iter().map(inside).sum::<f64>() / cells.len() as f64;
                sum += (before - after).abs();
                most = most.max((before - after).abs());
            }
            prop_assert!((earth - sum / (high - low).max(1) as f64).abs() < 1e-9);
            prop_assert!((largest - most).abs() < 1e-9);
        }
    }
}
