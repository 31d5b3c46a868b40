//! Rows that are alike in every column, and which of them costs least to join.

#![expect(
    clippy::inline_always,
    reason = "what is inlined is compiled for the widest instructions that the machine has"
)]

use pulp::{Arch, NullaryFnOnce};

use super::super::Search;
use super::super::bucket::Bucket;
use super::super::measure::Measure;
use super::growing::Growing;
use super::stands;

/// Rows that are alike in every column.
pub(super) struct Kinds {
    /// Their coordinates, axis by axis.
    pub columns: Vec<Vec<f32>>,
    /// The bits of their labels, on axes of few labels.
    marks: Vec<[Vec<u32>; 2]>,
    /// Their places in the bucket.
    pub rows: Vec<Vec<u32>>,
    /// How many rows they are, if they may stand by themselves; else 0.
    pub lends: Vec<f32>,
    /// Room for what each costs.
    costs: Vec<f32>,
    arch: Arch,
}

impl Kinds {
    pub fn of(search: &Search<'_>, bucket: &Bucket<'_>) -> Self {
        let columns = &bucket.columns;
        let mut order: Vec<u32> = (0..bucket.len() as u32).collect();
        let compare = |a: u32, b: u32| {
            let each = columns.iter().map(|column| column[a as usize].total_cmp(&column[b as usize]));
            each.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        };
        order.sort_unstable_by(|&a, &b| compare(a, b).then(a.cmp(&b)));
        let rows: Vec<Vec<u32>> = order.chunk_by(|&a, &b| compare(a, b).is_eq()).map(<[u32]>::to_vec).collect();
        let pick = |column: &&mut [f32]| rows.iter().map(|rows| column[rows[0] as usize]).collect();
        let columns: Vec<Vec<f32>> = columns.iter().map(pick).collect();
        let marks = search.measures.iter().zip(&columns).map(|(measure, column)| measure.marks(column)).collect();
        let lends = |rows: &Vec<u32>| if stands(search, bucket, rows) { rows.len() as f32 } else { 0.0 };
        let lends = rows.iter().map(lends).collect();
        Self { columns, marks, costs: vec![0.0; rows.len()], rows, lends, arch: Arch::new() }
    }

    /// One that may not stand by itself.
    pub fn needy(&self) -> Option<usize> {
        self.lends.iter().position(|&lends| lends == 0.0)
    }

    /// Takes the rows of one out of them all.
    pub fn remove(&mut self, at: usize) -> Vec<u32> {
        self.columns.iter_mut().for_each(|column| {
            column.swap_remove(at);
        });
        self.marks.iter_mut().flatten().filter(|words| !words.is_empty()).for_each(|words| {
            words.swap_remove(at);
        });
        self.lends.swap_remove(at);
        self.rows.swap_remove(at)
    }

    /// Those that are alike in every column with this row of the bucket, if they are still there.
    pub fn alike(&self, bucket: &Bucket<'_>, row: u32) -> Option<usize> {
        let same = |(own, column): (&Vec<f32>, &&mut [f32]), kind: usize| {
            own[kind].to_bits() == column[row as usize].to_bits()
        };
        (0..self.rows.len()).find(|&kind| self.columns.iter().zip(&bucket.columns).all(|pair| same(pair, kind)))
    }

    /// The one that costs least for each row in need, and how much.
    pub fn nearest(&mut self, search: &Search<'_>, group: &Growing) -> Option<(usize, f32)> {
        let Self { columns, marks, lends, costs, .. } = self;
        let costs = &mut costs[..lends.len()];
        self.arch.dispatch(Nearest {
            measures: &search.measures,
            least: search.least,
            group,
            columns,
            marks,
            lends,
            costs,
        })
    }
}

/// Which of some kinds costs least for each row in need of a group, with as wide instructions as the machine has.
struct Nearest<'a> {
    measures: &'a [Measure<'a>],
    least: usize,
    group: &'a Growing,
    columns: &'a [Vec<f32>],
    marks: &'a [[Vec<u32>; 2]],
    lends: &'a [f32],
    costs: &'a mut [f32],
}

impl NullaryFnOnce for Nearest<'_> {
    type Output = Option<(usize, f32)>;

    #[inline(always)]
    fn call(self) -> Self::Output {
        let Self { measures, least: fewest, group, columns, marks, lends, costs } = self;
        costs.fill(0.0);
        for ((measure, &bounds), (column, marks)) in measures.iter().zip(&group.bounds).zip(columns.iter().zip(marks)) {
            match marks {
                [first, second] if !first.is_empty() => measure.add_each_mark(bounds, first, second, costs),
                _ => measure.add_each_value(bounds, column, costs),
            }
        }
        // How many rows lose something for each that needs it, when rows that are alike lend theirs, or all join.
        let lent = fewest.saturating_sub(group.rows.len()).max(1);
        let (own, enough, lent) = (group.rows.len() as f32, (fewest + lent) as f32, lent as f32);
        let needy = group.needy.max(1) as f32;
        for (cost, &lends) in costs.iter_mut().zip(lends) {
            let joining = if lends >= enough { lent } else { lends };
            *cost *= if lends > 0.0 { (own + joining) / needy } else { 1.0 };
        }
        least(costs)
    }
}

/// The first of the least.
#[inline(always)]
pub(super) fn least(costs: &[f32]) -> Option<(usize, f32)> {
    let mut lanes = [f32::INFINITY; 8];
    for costs in costs.chunks(lanes.len()) {
        lanes.iter_mut().zip(costs).for_each(|(least, &cost)| *least = if cost < *least { cost } else { *least });
    }
    let least = lanes.into_iter().fold(f32::INFINITY, f32::min);
    costs.iter().position(|&cost| cost <= least).map(|at| (at, least))
}
