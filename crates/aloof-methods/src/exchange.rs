//! Exchanges: what it costs that two rows change places, or that one goes to another group.
//!
//! # Idea
//! For every row the box of its group *without it* is kept. An exchange is then judged by a few comparisons per axis, and
//! all exchanges of one row in one sweep over plain arrays. Whether an exchange is allowed is not asked here: each search
//! has its own rules.
//!
//! # Cost
//! `O(n)` per axis for all exchanges of one row with n others, which stand side by side; `O(s)` per axis when a group of s rows has changed.

#![expect(
    clippy::inline_always,
    reason = "what is inlined is compiled for the widest instructions that the machine has"
)]

use std::cmp::Ordering;
use std::ops::Range;

use pulp::{Arch, NullaryFnOnce};

use crate::split::measure::Measure;

/// Below this a change is not worth it (and rounding could make it circle for ever).
pub(crate) const WORTH: f32 = 1e-5;

/// So many costs are compared at once.
const WIDE: usize = 16;

/// No row comes back.
pub(crate) const NOBODY: u32 = u32::MAX;

/// A row goes to `to`, and `other` comes in its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Offer {
    /// By how much rows times loss grow.
    pub gain: f32,
    pub to: u32,
    /// [`NOBODY`] where the row simply goes.
    pub other: u32,
}

impl Offer {
    /// By loss; of equal ones always the same first.
    pub fn order(&self, other: &Self) -> Ordering {
        self.gain.total_cmp(&other.gain).then(self.other.cmp(&other.other)).then(self.to.cmp(&other.to))
    }

    /// Who comes back.
    pub fn back(&self) -> Option<usize> {
        (self.other != NOBODY).then_some(self.other as usize)
    }
}

/// The coordinates of some rows, axis by axis, and how each axis measures a box.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'a> {
    pub measures: &'a [Measure<'a>],
    pub columns: &'a [Vec<f32>],
}

impl Sheet<'_> {
    /// Rows times loss of a group.
    pub fn weight(&self, members: &[u32]) -> f32 {
        let axes = self.measures.iter().zip(self.columns);
        let span = |(measure, column): (&Measure<'_>, &Vec<f32>)| {
            measure.span(measure.around(members.iter().map(|&at| column[at as usize])))
        };
        members.len() as f32 * axes.map(span).sum::<f32>()
    }

    /// As [`Self::weight`], where it is less than `most`.
    pub fn weight_below(&self, members: &[u32], most: f32) -> Option<f32> {
        let (rows, mut loss) = (members.len() as f32, 0.0);
        for (measure, column) in self.measures.iter().zip(self.columns) {
            loss += measure.span(measure.around(members.iter().map(|&at| column[at as usize])));
            if rows * loss >= most {
                return None;
            }
        }
        Some(rows * loss)
    }
}

/// The boxes of some groups of rows.
pub(crate) struct Boxes {
    /// Per axis and row: the box of its group without it.
    lows: Vec<Vec<f32>>,
    highs: Vec<Vec<f32>>,
    /// Per axis of few labels and row: what that box loses, and what with one label more.
    kept: Vec<Vec<f32>>,
    grown: Vec<Vec<f32>>,
    /// Per axis of few labels and row: the bit of its label, as two words.
    marks: Vec<[Vec<u32>; 2]>,
    /// Per row: what its group loses without it; then loss and size of its group.
    without: Vec<f32>,
    loss: Vec<f32>,
    size: Vec<f32>,
    /// Per axis and group: its box. Then its loss and size.
    group_lows: Vec<Vec<f32>>,
    group_highs: Vec<Vec<f32>>,
    group_loss: Vec<f32>,
    group_size: Vec<f32>,
    /// What the machine can do at once.
    arch: Arch,
    /// Room for one row's costs.
    here: Vec<f32>,
    there: Vec<f32>,
}

/// What it costs that `row` changes places with each of `others`, with as wide instructions as the machine has.
struct Gains<'a> {
    boxes: &'a Boxes,
    sheet: Sheet<'a>,
    row: usize,
    others: Range<usize>,
    here: &'a mut [f32],
    places: &'a mut [f32],
}

impl NullaryFnOnce for Gains<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { boxes, sheet, row, others, here: gains, places } = self;
        gains.fill(0.0);
        places.fill(0.0);
        for (axis, measure) in sheet.measures.iter().enumerate() {
            let own = (boxes.lows[axis][row], boxes.highs[axis][row]);
            match &boxes.marks[axis] {
                [first, second] if !first.is_empty() => {
                    measure.add_each_mark(own, &first[others.clone()], &second[others.clone()], gains);
                }
                _ => measure.add_each_value(own, &sheet.columns[axis][others.clone()], gains),
            }
            boxes.add_each_place(axis, *measure, others.clone(), sheet.columns[axis][row], places);
        }
        let theirs = boxes.size[others.clone()].iter().zip(&boxes.loss[others]);
        for ((gain, there), (size, loss)) in gains.iter_mut().zip(places).zip(theirs) {
            *gain = boxes.size[row] * (*gain - boxes.loss[row]) + size * (*there - loss);
        }
    }
}

impl Boxes {
    /// Of these groups, each a list of rows.
    pub fn new(sheet: Sheet<'_>, rows: usize, members: &[Vec<u32>]) -> Self {
        let (axes, groups) = (sheet.measures.len(), members.len());
        let of_bits = || sheet.measures.iter().map(|m| vec![0.0; if m.is_of_bits() { rows } else { 0 }]).collect();
        let mut boxes = Self {
            lows: vec![vec![0.0; rows]; axes],
            highs: vec![vec![0.0; rows]; axes],
            kept: of_bits(),
            grown: of_bits(),
            marks: sheet.measures.iter().zip(sheet.columns).map(|(measure, column)| measure.marks(column)).collect(),
            without: vec![0.0; rows],
            loss: vec![0.0; rows],
            size: vec![0.0; rows],
            group_lows: vec![vec![0.0; groups]; axes],
            group_highs: vec![vec![0.0; groups]; axes],
            group_loss: vec![0.0; groups],
            group_size: vec![0.0; groups],
            arch: Arch::new(),
            here: vec![0.0; rows],
            there: vec![0.0; rows.max(groups)],
        };
        members.iter().enumerate().for_each(|(group, members)| boxes.measure(sheet, group, members));
        boxes
    }

    /// Measures a group anew: its members have changed.
    pub fn measure(&mut self, sheet: Sheet<'_>, group: usize, members: &[u32]) {
        let mut loss = 0.0;
        members.iter().for_each(|&at| self.without[at as usize] = 0.0);
        for (axis, measure) in sheet.measures.iter().enumerate() {
            let column = &sheet.columns[axis];
            let bounds = measure.without_each(members, column, &mut self.lows[axis], &mut self.highs[axis]);
            (self.group_lows[axis][group], self.group_highs[axis][group]) = bounds;
            loss += measure.span(bounds);
            self.measure_others(axis, *measure, members);
        }
        self.group_loss[group] = loss;
        self.group_size[group] = members.len() as f32;
        for &at in members {
            self.loss[at as usize] = loss;
            self.size[at as usize] = members.len() as f32;
        }
    }

    fn measure_others(&mut self, axis: usize, measure: Measure<'_>, members: &[u32]) {
        for at in members.iter().map(|&at| at as usize) {
            let others = (self.lows[axis][at], self.highs[axis][at]);
            let loss = measure.span(others);
            self.without[at] += loss;
            if measure.is_of_bits() {
                self.kept[axis][at] = loss;
                self.grown[axis][at] = measure.span_with_more(others);
            }
        }
    }

    /// What a group loses.
    pub fn loss(&self, group: usize) -> f32 {
        self.group_loss[group]
    }

    /// Rows times loss of a group.
    pub fn weight(&self, group: usize) -> f32 {
        self.group_size[group] * self.group_loss[group]
    }

    /// Rows times loss of all groups.
    pub fn total(&self) -> f32 {
        (0..self.group_loss.len()).map(|group| self.weight(group)).sum()
    }

    /// What the group of `row` loses.
    pub fn loss_beside(&self, row: usize) -> f32 {
        self.loss[row]
    }

    /// What its group would lose without `row`.
    pub fn loss_without(&self, row: usize) -> f32 {
        self.without[row]
    }

    /// By how much the loss of its group falls when `row` leaves it, as a negative number.
    pub fn relief(&self, row: usize) -> f32 {
        self.without[row] - self.loss[row]
    }

    /// Rows times loss that `row` costs its group.
    pub fn freed(&self, row: usize) -> f32 {
        -self.size[row] * self.relief(row)
    }

    fn gain(&self, row: usize, other: usize, here: f32, there: f32) -> f32 {
        self.size[row] * (here - self.loss[row]) + self.size[other] * (there - self.loss[other])
    }

    /// Lists the exchanges of `row` with rows of other groups that cost less than `most`.
    pub fn exchanges(&mut self, sheet: Sheet<'_>, group_of: &[u32], row: usize, most: f32, offers: &mut Vec<Offer>) {
        self.exchanges_among(sheet, group_of, row, 0..group_of.len(), most, offers);
    }

    /// As [`Self::exchanges`], with some of the rows only.
    pub fn exchanges_among(
        &mut self,
        sheet: Sheet<'_>,
        group_of: &[u32],
        row: usize,
        others: Range<usize>,
        most: f32,
        offers: &mut Vec<Offer>,
    ) {
        let (mut here, mut there) = (std::mem::take(&mut self.here), std::mem::take(&mut self.there));
        let (gains, places) = (&mut here[..others.len()], &mut there[..others.len()]);
        self.arch.dispatch(Gains { boxes: self, sheet, row, others: others.clone(), here: gains, places });
        for (gains, start) in here[..others.len()].chunks(WIDE).zip(others.step_by(WIDE)) {
            // Most cost too much, and so do most blocks as a whole. The least is found without a jump per entry.
            if gains.iter().copied().fold(f32::INFINITY, f32::min) >= most {
                continue;
            }
            for (&gain, other) in gains.iter().zip(start..) {
                if gain < most && group_of[other] != group_of[row] {
                    offers.push(Offer { gain, to: group_of[other], other: other as u32 });
                }
            }
        }
        (self.here, self.there) = (here, there);
    }

    /// Adds what the group of each of `others` would lose with `value` in its place.
    #[inline(always)]
    fn add_each_place(&self, axis: usize, measure: Measure<'_>, others: Range<usize>, value: f32, totals: &mut [f32]) {
        let (lows, highs) = (&self.lows[axis][others.clone()], &self.highs[axis][others.clone()]);
        let Some((second, bit)) = measure.place_of_bit(value) else {
            return measure.add_each_box(lows, highs, value, totals);
        };
        let (kept, grown) = (&self.kept[axis][others.clone()], &self.grown[axis][others]);
        let words = if second { highs } else { lows };
        for ((total, word), (kept, grown)) in totals.iter_mut().zip(words).zip(kept.iter().zip(grown)) {
            *total += if word.to_bits() & bit != 0 { kept } else { grown };
        }
    }

    /// One exchange.
    pub fn exchange(&self, sheet: Sheet<'_>, group_of: &[u32], row: usize, other: usize) -> Offer {
        let (mut here, mut there) = (0.0, 0.0);
        for (axis, measure) in sheet.measures.iter().enumerate() {
            let (column, lows, highs) = (&sheet.columns[axis], &self.lows[axis], &self.highs[axis]);
            here += measure.span(measure.with((lows[row], highs[row]), column[other]));
            there += measure.span(measure.with((lows[other], highs[other]), column[row]));
        }
        Offer { gain: self.gain(row, other, here, there), to: group_of[other], other: other as u32 }
    }

    /// Lists the groups that `row` can go to at less than `most`.
    pub fn moves(&mut self, sheet: Sheet<'_>, group: usize, row: usize, most: f32, offers: &mut Vec<Offer>) {
        self.joined(sheet, row);
        let size = self.size[row];
        let leave = (size - 1.0) * self.without[row] - size * self.loss[row];
        for to in (0..self.group_loss.len()).filter(|&to| to != group) {
            let size = self.group_size[to];
            let gain = leave + (size + 1.0) * self.there[to] - size * self.group_loss[to];
            if gain < most {
                offers.push(Offer { gain, to: to as u32, other: NOBODY });
            }
        }
    }

    /// What each group would lose with `row`, which it does not have.
    pub fn joined(&mut self, sheet: Sheet<'_>, row: usize) -> &[f32] {
        let groups = self.group_loss.len();
        self.there[..groups].fill(0.0);
        for (axis, measure) in sheet.measures.iter().enumerate() {
            let (lows, highs) = (&self.group_lows[axis], &self.group_highs[axis]);
            measure.add_each_box(lows, highs, sheet.columns[axis][row], &mut self.there[..groups]);
        }
        &self.there[..groups]
    }

    /// By how much rows times loss of a group grow with `row`, which it does not have, where that is less than `most`: mostly it is
    /// found to be more after an axis or two.
    pub fn growth_below(&self, sheet: Sheet<'_>, group: usize, row: usize, most: f32) -> Option<f32> {
        let (size, weight) = (self.group_size[group] + 1.0, self.weight(group));
        let mut loss = 0.0;
        for (axis, measure) in sheet.measures.iter().enumerate() {
            let bounds = (self.group_lows[axis][group], self.group_highs[axis][group]);
            loss += measure.span(measure.with(bounds, sheet.columns[axis][row]));
            if size * loss - weight >= most {
                return None;
            }
        }
        Some(size * loss - weight)
    }

    /// By how much rows times loss grow when two groups become one.
    pub fn cost_of_joining(&self, sheet: Sheet<'_>, one: usize, two: usize) -> f32 {
        let span = |axis: usize| {
            let bounds = |group: usize| (self.group_lows[axis][group], self.group_highs[axis][group]);
            sheet.measures[axis].span(sheet.measures[axis].union(bounds(one), bounds(two)))
        };
        let together: f32 = (0..sheet.measures.len()).map(span).sum();
        (self.group_size[one] + self.group_size[two]) * together - self.weight(one) - self.weight(two)
    }
}
