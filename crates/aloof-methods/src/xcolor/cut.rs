//! Cut: the quasi space halved again and again, down to single groups of about the size wanted.
//!
//! # Idea
//! Large cells are cut between two values of one axis, at the percentile that leaves the two smallest boxes. Cells of a
//! few groups are laid out along each axis and cut after any whole number of groups, ties broken by the other axes, so
//! that groups get the size wanted ([`sizes`](super::sizes)) and not up to twice as many rows. What is similar is not looked at here: trades set
//! that right afterwards, and they start from the smallest boxes there are.
//!
//! # Cost
//! `O(n log n)`: linear per level for large cells, a sort per axis for small ones.

use super::Search;
use super::sizes::Sizes;

/// Cells of at most so many groups are cut after whole groups.
const FEW: usize = 12;

/// Rows looked at to choose a cut of a large cell.
const SAMPLE: usize = 128;

/// Cells larger than this are halved on two threads.
const PARALLEL: usize = 4096;

/// Percentiles that are offered.
const PERCENTS: [usize; 9] = [50, 40, 60, 30, 70, 20, 80, 10, 90];

/// Orders `rows` group after group and returns the sizes of so many groups.
pub(super) fn cut(search: &Search<'_>, rows: &mut [u32], sizes: Sizes) -> Vec<u32> {
    crate::stop::check();
    let groups = sizes.groups;
    if groups < 2 {
        return vec![rows.len() as u32];
    }
    let left = if groups <= FEW { whole_groups(search, rows, sizes) } else { percentile(search, rows, sizes) };
    let (first, second) = (sizes.part(left), sizes.part(groups - left));
    let (left, right) = rows.split_at_mut(sizes.place(rows.len(), groups, left));
    let halves = if left.len() + right.len() > PARALLEL {
        rayon::join(|| cut(search, left, first), || cut(search, right, second))
    } else {
        (cut(search, left, first), cut(search, right, second))
    };
    let (mut sizes, more) = halves;
    sizes.extend(more);
    sizes
}

/// A box on all axes.
#[derive(Clone)]
struct Bounds(Vec<crate::split::measure::Bounds>);

impl Bounds {
    fn none(search: &Search<'_>) -> Self {
        Self(search.measures.iter().map(|measure| measure.empty()).collect())
    }

    fn add(&mut self, search: &Search<'_>, row: u32) {
        for (axis, bounds) in self.0.iter_mut().enumerate() {
            *bounds = search.measures[axis].with(*bounds, search.columns[axis][row as usize]);
        }
    }

    fn loss(&self, search: &Search<'_>) -> f32 {
        search.measures.iter().zip(&self.0).map(|(measure, bounds)| measure.span(*bounds)).sum()
    }
}

/// Orders the rows along the best axis and returns after how many groups to cut.
fn whole_groups(search: &Search<'_>, rows: &mut [u32], sizes: Sizes) -> usize {
    let (all, groups) = (rows.len(), sizes.groups);
    let place = |left: usize| sizes.place(all, groups, left);
    let places: Vec<usize> = (1..groups).map(place).collect();
    let mut best: Option<(f32, usize, Vec<u32>)> = None;
    for axis in 0..search.columns.len() {
        let mut order = rows.to_vec();
        lay_out(search, &mut order, axis);
        for (at, loss) in losses(search, &order, &places) {
            if best.as_ref().is_none_or(|(least, ..)| loss < *least) {
                best = Some((loss, at, order.clone()));
            }
        }
    }
    let (at, order) = best.map_or_else(|| (place(groups / 2), rows.to_vec()), |(_, at, order)| (at, order));
    rows.copy_from_slice(&order);
    let left = sizes.nearest(all, groups, at);
    if let Some(sides) = search.crowds.overfull(rows, at, [left, groups - left]) {
        sides.balance(rows, at);
    }
    left
}

/// Along `axis`.
fn lay_out(search: &Search<'_>, rows: &mut [u32], axis: usize) {
    let Some(ranks) = search.ranks.get(axis) else { return };
    // Rank and row side by side: looked up once for each, and not at every comparison.
    let mut keys: Vec<u64> = rows.iter().map(|&row| u64::from(ranks[row as usize]) << 32 | u64::from(row)).collect();
    keys.sort_unstable();
    rows.iter_mut().zip(keys).for_each(|(row, key)| *row = key as u32);
}

/// Rows times box of both sides, for each of the places.
fn losses(search: &Search<'_>, order: &[u32], places: &[usize]) -> Vec<(usize, f32)> {
    let n = order.len();
    let mut found: Vec<(usize, f32)> = places.iter().map(|&place| (place, 0.0)).collect();
    let mut bounds = Bounds::none(search);
    let mut start = 0;
    for (place, loss) in &mut found {
        order[start..*place].iter().for_each(|&row| bounds.add(search, row));
        start = *place;
        *loss = *place as f32 * bounds.loss(search);
    }
    let mut bounds = Bounds::none(search);
    let mut end = n;
    for (place, loss) in found.iter_mut().rev() {
        order[*place..end].iter().for_each(|&row| bounds.add(search, row));
        end = *place;
        *loss += (n - *place) as f32 * bounds.loss(search);
    }
    found
}

/// Parts the rows about the best percentile of any axis and returns how many groups go left.
fn percentile(search: &Search<'_>, rows: &mut [u32], sizes: Sizes) -> usize {
    let sample: Vec<u32> =
        (0..SAMPLE.min(rows.len())).map(|at| rows[at * rows.len() / SAMPLE.min(rows.len())]).collect();
    let mut offers: Vec<(f32, usize, f32)> = Vec::new();
    for axis in 0..search.columns.len() {
        let column = &search.columns[axis];
        let mut values: Vec<f32> = sample.iter().map(|&row| column[row as usize]).collect();
        values.sort_unstable_by(f32::total_cmp);
        for at in thresholds(&values) {
            offers.push((split_loss(search, &sample, axis, at), axis, at));
        }
    }
    let groups = sizes.groups;
    let best = offers.iter().min_by(|a, b| a.0.total_cmp(&b.0));
    // Whole groups on the left: where a value is cut in two, the other axes say which of its rows go where. Rows that are
    // all alike are halved; which of them go where matters to crowds only.
    let (axis, left) = best.map_or((0, groups / 2), |&(_, axis, at)| {
        let below = rows.iter().filter(|&&row| search.columns[axis][row as usize] <= at).count();
        (axis, sizes.nearest(rows.len(), groups, below).clamp(1, groups - 1))
    });
    let at = sizes.place(rows.len(), groups, left);
    if let Some(ranks) = search.ranks.get(axis) {
        rows.select_nth_unstable_by_key(at, |&row| ranks[row as usize]);
    }
    if let Some(sides) = search.crowds.overfull(rows, at, [left, groups - left]) {
        // Ranks are all different: the sides stay as they are.
        lay_out(search, rows, axis);
        sides.balance(rows, at);
    }
    left
}

/// Values to cut behind.
fn thresholds(sorted: &[f32]) -> Vec<f32> {
    let (Some(&first), Some(&last)) = (sorted.first(), sorted.last()) else { return Vec::new() };
    if first >= last {
        return Vec::new();
    }
    let below_last = sorted[sorted.partition_point(|&value| value < last) - 1];
    let mut found: Vec<f32> =
        PERCENTS.iter().map(|percent| sorted[(sorted.len() - 1) * percent / 100].min(below_last)).collect();
    found.sort_unstable_by(f32::total_cmp);
    found.dedup();
    found
}

fn split_loss(search: &Search<'_>, rows: &[u32], axis: usize, at: f32) -> f32 {
    let mut sides = [Bounds::none(search), Bounds::none(search)];
    let mut counts = [0.0f32; 2];
    for &row in rows {
        let side = usize::from(search.columns[axis][row as usize] > at);
        sides[side].add(search, row);
        counts[side] += 1.0;
    }
    sides.iter().zip(counts).map(|(side, count)| count * side.loss(search)).sum()
}
