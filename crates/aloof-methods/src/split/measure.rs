//! The loss of a box, in the form the search needs: coordinates as `f32`, weights already in them.
//!
//! Only the search uses these; they decide which partition is found, never whether it is allowed.

use crate::Axis;
use crate::axis::Shape;

/// Sets of at most so many labels become lines.
const MOST_LINES: u32 = 16;

/// How one column of coordinates measures a box.
#[derive(Clone, Copy)]
pub(crate) enum Measure<'a> {
    /// Coordinates times the weight; missing is −weight.
    Line { weight: f32 },
    /// Places.
    Tree { axis: &'a Axis, weight: f32 },
    /// Places of a set of many labels, as if labels close in order were close; `missing` when place 0 means missing.
    /// `few`: at most 64 places.
    Set { each: f32, missing: bool, few: bool, weight: f32 },
}

impl<'a> Measure<'a> {
    /// The axis as one or more columns of coordinates.
    ///
    /// A set of few labels becomes one line per label, on which a row stands at 0 or at one label's share: a group
    /// spans the lines of just those labels that some of its rows have and others have not, which is the loss of a set.
    ///
    /// Lines cost a column per label. Without `lines` every set stays one column.
    pub fn columns(axis: &'a Axis, lines: bool) -> Vec<(Self, Vec<f32>)> {
        let weight = axis.weight() as f32;
        let at_places = |coordinates: Vec<f32>| axis.look_up(&coordinates);
        let places = || (0..axis.count()).map(|place| place as f32).collect();
        match axis.shape() {
            Shape::Line(at) => {
                let coordinates = at.iter().map(|&at| (at * axis.weight()) as f32).collect();
                vec![(Self::Line { weight }, at_places(coordinates))]
            }
            Shape::Tree(_) => vec![(Self::Tree { axis, weight }, at_places(places()))],
            Shape::Set { all, missing } if lines && axis.count() <= MOST_LINES => {
                let share = |place: u32| if *missing && place == 0 { weight } else { weight / *all as f32 };
                // Of two places, one line tells both apart.
                let lines = if axis.count() == 2 { 0..1 } else { 0..axis.count() };
                let line = |place: u32| {
                    let weight = if axis.count() == 2 { weight } else { share(place) };
                    let coordinates = (0..axis.count()).map(|other| if other == place { weight } else { 0.0 });
                    (Self::Line { weight }, at_places(coordinates.collect()))
                };
                lines.map(line).collect()
            }
            Shape::Set { all, missing } => {
                let each = weight / *all as f32;
                vec![(Self::Set { each, missing: *missing, few: axis.count() <= 64, weight }, at_places(places()))]
            }
        }
    }

    /// What the box from `low` to `high` loses; for sets, what it would if it held every label between.
    pub fn span(self, low: f32, high: f32) -> f32 {
        match self {
            Self::Line { weight } => (high - low).min(weight),
            Self::Tree { axis, weight } => match axis.shape() {
                Shape::Tree(tree) => weight * tree.share(low as u32, high as u32) as f32,
                _ => 0.0,
            },
            Self::Set { each, missing, weight, .. } => set(high - low + 1.0, missing && low == 0.0, each, weight),
        }
    }

    /// Adds to each total what the box from `low` to `high` loses once it also holds the value beside the total.
    pub fn add_each_value(self, low: f32, high: f32, values: &[f32], totals: &mut [f32]) {
        if let Self::Line { weight } = self {
            for (total, &value) in totals.iter_mut().zip(values) {
                *total += (high.max(value) - low.min(value)).min(weight);
            }
        } else {
            for (total, &value) in totals.iter_mut().zip(values) {
                *total += self.span(low.min(value), high.max(value));
            }
        }
    }

    /// What the rows with keys up to `at` lose, and those beyond, where single places can be told apart.
    pub fn of_sides(self, keys: &[f32], places: &[f32], at: f32) -> Option<[f32; 2]> {
        let Self::Set { each, missing, few: true, weight } = self else { return None };
        let (mut left, mut right) = (0u64, 0u64);
        for (&key, &place) in keys.iter().zip(places) {
            let bit = 1u64 << (place as u32 & 63);
            let beyond = if key > at { u64::MAX } else { 0 };
            left |= bit & !beyond;
            right |= bit & beyond;
        }
        Some([left, right].map(|held| set(held.count_ones() as f32, missing && held & 1 == 1, each, weight)))
    }

    /// As [`Self::add_each_box`], for a fixed number of boxes.
    pub fn add_each_lane<const N: usize>(self, lows: &[f32; N], highs: &[f32; N], value: f32, totals: &mut [f32; N]) {
        // Comparisons, not `f32::max`: coordinates are never NaN, and these are single instructions.
        let more = |a: f32, b: f32| if a > b { a } else { b };
        let less = |a: f32, b: f32| if a < b { a } else { b };
        match self {
            Self::Line { weight } => {
                for lane in 0..N {
                    totals[lane] += less(more(highs[lane], value) - less(lows[lane], value), weight);
                }
            }
            Self::Set { each, missing, weight, .. } => {
                let mixed = if missing { 0.0 } else { -1.0 };
                for lane in 0..N {
                    let low = less(lows[lane], value);
                    let steps = more(highs[lane], value) - low;
                    let several = less((steps + 1.0) * each, weight);
                    let several = if low <= mixed { weight } else { several };
                    totals[lane] += if steps > 0.0 { several } else { 0.0 };
                }
            }
            Self::Tree { .. } => self.add_each_box(lows, highs, value, totals),
        }
    }

    /// Adds to each total what the box beside it loses once it also holds `value`.
    pub fn add_each_box(self, lows: &[f32], highs: &[f32], value: f32, totals: &mut [f32]) {
        if let Self::Line { weight } = self {
            for ((total, &low), &high) in totals.iter_mut().zip(lows).zip(highs) {
                *total += (high.max(value) - low.min(value)).min(weight);
            }
        } else {
            for ((total, &low), &high) in totals.iter_mut().zip(lows).zip(highs) {
                *total += self.span(low.min(value), high.max(value));
            }
        }
    }
}

/// The box of a group on one axis; `lows` and `highs` get, for each member, the box of the others.
pub(crate) fn without_each(members: &[u32], column: &[f32], lows: &mut [f32], highs: &mut [f32]) -> (f32, f32) {
    let (mut low, mut second_low) = (f32::INFINITY, f32::INFINITY);
    let (mut high, mut second_high) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    for &at in members {
        let value = column[at as usize];
        second_low = second_low.min(low.max(value));
        low = low.min(value);
        second_high = second_high.max(high.min(value));
        high = high.max(value);
    }
    for &at in members {
        let value = column[at as usize];
        lows[at as usize] = if value <= low { second_low } else { low };
        highs[at as usize] = if value >= high { second_high } else { high };
    }
    (low, high)
}

fn set(count: f32, mixed: bool, each: f32, weight: f32) -> f32 {
    if count <= 1.0 {
        0.0
    } else if mixed {
        weight
    } else {
        (count * each).min(weight)
    }
}
