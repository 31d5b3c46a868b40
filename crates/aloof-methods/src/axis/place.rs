//! Places: the rank of every row's value among the column's distinct values.

use aloof_table::{DateColumn, Hierarchy, LabelColumn, Narrow, Node, NumberColumn};

use super::Axis;
use super::shape::{Shape, Tree};

pub fn numbers(column: &NumberColumn) -> Axis {
    let missing = |row: usize| column.is_missing(row);
    match column.narrow() {
        Some(Narrow::Short(values)) => line(values, missing),
        Some(Narrow::Long(values)) => line(values, missing),
        None => line(&(0..column.len()).map(|row| column.scaled(row).unwrap_or(0)).collect::<Vec<i128>>(), missing),
    }
}

pub fn dates(column: &DateColumn) -> Axis {
    line(column.days(), |row| column.get(row).is_none())
}

pub fn labels(column: &LabelColumn) -> Axis {
    let texts = column.labels();
    let (places, order, missing) = by_label(column, |a, b| texts.get(a).cmp(texts.get(b)));
    let count = order.len() + usize::from(missing);
    Axis::build(places, count, Shape::Set { all: order.len() as u32, missing })
}

pub fn ordered(column: &LabelColumn, order: &[String]) -> Axis {
    let texts = column.labels();
    let key = |code: u32| {
        let text = texts.get(code);
        (order.iter().position(|other| other == text).unwrap_or(order.len()), text)
    };
    let keys: Vec<_> = (0..texts.len() as u32).map(key).collect();
    let (places, used, missing) = by_label(column, |a, b| keys[a as usize].cmp(&keys[b as usize]));
    // A label outside of the order takes the end: it covers itself and nothing else does.
    let span = (order.len().max(2) - 1) as f64;
    let ranks = used.iter().map(|&code| (keys[code as usize].0 as f64 / span).min(1.0));
    let at: Vec<f64> = missing.then_some(-1.0).into_iter().chain(ranks).collect();
    Axis::build(places, at.len(), Shape::Line(at))
}

pub fn leaves(column: &LabelColumn, tree: &Hierarchy) -> Axis {
    let leaf_of: Vec<Option<Node>> = column.labels().iter().map(|label| tree.leaf(label)).collect();
    let key = |code: u32| leaf_of[code as usize].map(|leaf| tree.leaves(leaf).start);
    let (places, order, missing) = by_label(column, |a, b| key(a).cmp(&key(b)).then(a.cmp(&b)));
    let known = order.iter().map(|&code| leaf_of[code as usize]);
    let leaves: Vec<Option<Node>> = missing.then_some(None).into_iter().chain(known).collect();
    let table = Tree::new(tree, &leaves, |place| !(missing && place == 0));
    Axis::build(places, leaves.len(), Shape::Tree(table))
}

/// Places of the labels that occur, in the given order and behind the missing ones; which labels these are, in order;
/// and whether any is missing.
fn by_label(column: &LabelColumn, compare: impl Fn(u32, u32) -> std::cmp::Ordering) -> (Vec<u32>, Vec<u32>, bool) {
    let mut used = vec![false; column.labels().len()];
    let mut missing = false;
    for &code in column.codes() {
        match used.get_mut(code as usize) {
            Some(used) => *used = true,
            None => missing = true,
        }
    }
    let mut order: Vec<u32> = (0..used.len() as u32).filter(|&code| used[code as usize]).collect();
    order.sort_unstable_by(|&a, &b| compare(a, b));
    let mut place = vec![0u32; used.len()];
    order.iter().enumerate().for_each(|(at, &code)| place[code as usize] = at as u32 + u32::from(missing));
    let places = column.codes().iter().map(|&code| place.get(code as usize).copied().unwrap_or(0)).collect();
    (places, order, missing)
}

/// What can lie on a line.
trait Coordinate: Copy + Ord {
    /// `self − low`, in units; exact while it is small.
    fn above(self, low: Self) -> f64;

    /// `self − low` when it is small enough to count with.
    fn offset(self, low: Self) -> Option<usize>;
}

impl Coordinate for i32 {
    fn above(self, low: Self) -> f64 {
        f64::from(self) - f64::from(low)
    }

    fn offset(self, low: Self) -> Option<usize> {
        usize::try_from(i64::from(self) - i64::from(low)).ok()
    }
}

impl Coordinate for i64 {
    fn above(self, low: Self) -> f64 {
        (i128::from(self) - i128::from(low)) as f64
    }

    fn offset(self, low: Self) -> Option<usize> {
        self.checked_sub(low).and_then(|offset| usize::try_from(offset).ok())
    }
}

impl Coordinate for i128 {
    fn above(self, low: Self) -> f64 {
        // Two values of different signs can be too far apart for the type; then nothing is lost by rounding each.
        self.checked_sub(low).map_or_else(|| self as f64 - low as f64, |above| above as f64)
    }

    fn offset(self, low: Self) -> Option<usize> {
        self.checked_sub(low).and_then(|offset| usize::try_from(offset).ok())
    }
}

fn line<T: Coordinate>(values: &[T], missing: impl Fn(usize) -> bool) -> Axis {
    let present = || (0..values.len()).filter(|&row| !missing(row));
    let any_missing = present().count() < values.len();
    let low = present().map(|row| values[row]).min();
    let high = present().map(|row| values[row]).max();
    let (Some(low), Some(high)) = (low, high) else {
        return Axis::build(vec![0; values.len()], 1, Shape::Line(vec![-1.0]));
    };
    let range = high.offset(low).filter(|&range| range <= 4 * values.len() + 1024);
    let distinct = match range {
        Some(range) => counted(present().map(|row| values[row]), low, range),
        None => sorted(present().map(|row| values[row])),
    };
    let first = u32::from(any_missing);
    let mut places = vec![0u32; values.len()];
    if let Some(range) = range {
        let ranks = ranks(&distinct, low, range);
        present().for_each(|row| places[row] = first + values[row].offset(low).map_or(0, |offset| ranks[offset]));
    } else {
        let rank = |value: T| distinct.partition_point(|&other| other < value) as u32;
        present().for_each(|row| places[row] = first + rank(values[row]));
    }
    let span = high.above(low).max(f64::MIN_POSITIVE);
    let coordinates = distinct.iter().map(|value| value.above(low) / span);
    let at: Vec<f64> = any_missing.then_some(-1.0).into_iter().chain(coordinates).collect();
    Axis::build(places, at.len(), Shape::Line(at))
}

/// Distinct values, ascending, by a table over their range.
fn counted<T: Coordinate>(values: impl Iterator<Item = T>, low: T, range: usize) -> Vec<T> {
    let mut seen: Vec<Option<T>> = vec![None; range + 1];
    for value in values {
        if let Some(slot) = value.offset(low).and_then(|offset| seen.get_mut(offset)) {
            *slot = Some(value);
        }
    }
    seen.into_iter().flatten().collect()
}

/// The rank of each distinct value, by its offset.
fn ranks<T: Coordinate>(distinct: &[T], low: T, range: usize) -> Vec<u32> {
    let mut ranks = vec![0u32; range + 1];
    for (rank, offset) in distinct.iter().enumerate().filter_map(|(rank, value)| Some((rank, value.offset(low)?))) {
        ranks[offset] = rank as u32;
    }
    ranks
}

fn sorted<T: Coordinate>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
}
