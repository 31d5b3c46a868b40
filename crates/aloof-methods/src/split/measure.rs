//! The loss of a box, in the form the search needs: coordinates as `f32`, weights already in them.
//!
//! Only the search uses these; they decide which partition is found, never whether it is allowed.

use crate::Axis;
use crate::axis::Shape;

/// How one axis measures a box.
#[derive(Clone, Copy)]
pub(super) enum Measure<'a> {
    /// Coordinates times the weight; missing is −weight.
    Line { weight: f32 },
    /// Places.
    Tree { axis: &'a Axis, weight: f32 },
    /// Places; `missing` when place 0 means missing.
    Set { each: f32, missing: bool, weight: f32 },
}

impl<'a> Measure<'a> {
    pub fn new(axis: &'a Axis) -> Self {
        let weight = axis.weight() as f32;
        match axis.shape() {
            Shape::Line(_) => Self::Line { weight },
            Shape::Tree(_) => Self::Tree { axis, weight },
            Shape::Set { all, missing } => Self::Set { each: weight / (*all).max(1) as f32, missing: *missing, weight },
        }
    }

    /// The coordinate of every place.
    pub fn coordinates(axis: &Axis) -> Vec<f32> {
        match axis.shape() {
            Shape::Line(at) => at.iter().map(|&at| (at * axis.weight()) as f32).collect(),
            _ => (0..axis.count()).map(|place| place as f32).collect(),
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
            Self::Set { each, missing, weight } => set(high - low + 1.0, missing && low == 0.0, each, weight),
        }
    }

    /// What a set of `count` different places loses.
    pub fn set_span(self, count: usize, with_missing: bool) -> f32 {
        match self {
            Self::Set { each, missing, weight } => set(count as f32, missing && with_missing, each, weight),
            _ => 0.0,
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

    pub fn is_set(self) -> bool {
        matches!(self, Self::Set { .. })
    }
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
