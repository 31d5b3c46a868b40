//! The loss of a box, in the form the search needs: coordinates as `f32`, weights already in them.
//!
//! Only the search uses these; they decide which partition is found, never whether it is allowed.
//!
//! A box is two numbers on every axis. On a line, in a tree, and in a set of many labels they are the least and the largest
//! coordinate; in a set of at most 64 labels they are the two halves of a bit for every label, so that what a set loses is
//! counted exactly.

#![expect(
    clippy::inline_always,
    reason = "what is inlined is compiled for the widest instructions that the machine has"
)]

use crate::Axis;
use crate::axis::Shape;

/// Sets of at most so many places are counted exactly.
const MOST_BITS: u32 = 64;

/// How one column of coordinates measures a box.
#[derive(Clone, Copy)]
pub(crate) enum Measure<'a> {
    /// Coordinates times the weight; missing is −weight.
    Line { weight: f32 },
    /// Places.
    Tree { axis: &'a Axis, weight: f32 },
    /// Places of a set of few labels, each a bit of the box; `missing` when place 0 means missing.
    Bits { each: f32, missing: bool, weight: f32 },
    /// Places of a set of many labels, as if labels close in order were close.
    Set { each: f32, missing: bool, weight: f32 },
}

/// A box on one axis; see [`Measure`].
pub(crate) type Bounds = (f32, f32);

#[inline(always)]
fn bits((low, high): Bounds) -> u64 {
    u64::from(low.to_bits()) | u64::from(high.to_bits()) << 32
}

#[inline(always)]
fn of_bits(bits: u64) -> Bounds {
    (f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32))
}

/// The bit of a place.
#[inline(always)]
fn bit(place: f32) -> u64 {
    // Beyond 2²³ the last bits of a float are its units: cheaper than a conversion, which looks at all that a float can be.
    1u64 << ((place + 8_388_608.0).to_bits() & 63)
}

impl<'a> Measure<'a> {
    /// The axis as a column of coordinates.
    pub fn column(axis: &'a Axis) -> (Self, Vec<f32>) {
        let weight = axis.weight() as f32;
        let at_places = |coordinates: Vec<f32>| axis.look_up(&coordinates);
        let places = || at_places((0..axis.count()).map(|place| place as f32).collect());
        match axis.shape() {
            Shape::Line(at) => {
                let coordinates = at.iter().map(|&at| (at * axis.weight()) as f32).collect();
                (Self::Line { weight }, at_places(coordinates))
            }
            Shape::Tree(_) => (Self::Tree { axis, weight }, places()),
            Shape::Set { all, missing } => {
                let (each, missing) = (weight / *all as f32, *missing);
                let few = axis.count() <= MOST_BITS;
                let measure =
                    if few { Self::Bits { each, missing, weight } } else { Self::Set { each, missing, weight } };
                (measure, places())
            }
        }
    }

    /// What one step between coordinates weighs, so that axes can be compared by how far rows lie apart on them.
    pub fn step(self) -> f32 {
        match self {
            Self::Line { .. } => 1.0,
            Self::Tree { axis, weight } => weight / axis.count().max(1) as f32,
            Self::Bits { each, .. } | Self::Set { each, .. } => each,
        }
    }

    /// A box of nothing.
    pub fn empty(self) -> Bounds {
        if let Self::Bits { .. } = self { of_bits(0) } else { (f32::INFINITY, f32::NEG_INFINITY) }
    }

    /// A box with one value more.
    pub fn with(self, bounds: Bounds, value: f32) -> Bounds {
        if let Self::Bits { .. } = self {
            of_bits(bits(bounds) | bit(value))
        } else {
            (bounds.0.min(value), bounds.1.max(value))
        }
    }

    /// The box of two.
    pub fn union(self, one: Bounds, two: Bounds) -> Bounds {
        if let Self::Bits { .. } = self { of_bits(bits(one) | bits(two)) } else { (one.0.min(two.0), one.1.max(two.1)) }
    }

    /// The box of these values.
    pub fn around(self, values: impl Iterator<Item = f32>) -> Bounds {
        values.fold(self.empty(), |bounds, value| self.with(bounds, value))
    }

    /// What the box loses; nothing if it is empty. For sets of many labels, what it would if it held every label between.
    pub fn span(self, (low, high): Bounds) -> f32 {
        match self {
            Self::Bits { each, missing, weight } => of_set(bits((low, high)), each, missing, weight),
            _ if low > high => 0.0,
            Self::Line { weight } => (high - low).min(weight),
            Self::Tree { axis, weight } => match axis.shape() {
                Shape::Tree(tree) => weight * tree.share(low as u32, high as u32) as f32,
                _ => 0.0,
            },
            Self::Set { each, missing, weight } => set(high - low + 1.0, missing && low == 0.0, each, weight),
        }
    }

    /// What a box of few labels loses with one label more that it does not hold and that is not missing.
    pub fn span_with_more(self, bounds: Bounds) -> f32 {
        let Self::Bits { each, missing, weight } = self else { return self.span(bounds) };
        let held = bits(bounds);
        set(held.count_ones() as f32 + 1.0, missing && held & 1 == 1, each, weight)
    }

    /// Where a box holds the bit of `value`, and which it is: in its first number or in its second. `None` where boxes are not
    /// made of bits, and for what is missing.
    #[inline(always)]
    pub fn place_of_bit(self, value: f32) -> Option<(bool, u32)> {
        let Self::Bits { missing, .. } = self else { return None };
        let place = value as u32;
        (place > 0 || !missing).then_some((place >= 32, 1 << (place & 31)))
    }

    /// Whether boxes are made of bits.
    pub fn is_of_bits(self) -> bool {
        matches!(self, Self::Bits { .. })
    }

    /// Adds to each total what the box loses once it also holds the value beside the total.
    #[inline(always)]
    pub fn add_each_value(self, bounds: Bounds, values: &[f32], totals: &mut [f32]) {
        match self {
            Self::Line { weight } => {
                let (low, high) = bounds;
                for (total, &value) in totals.iter_mut().zip(values) {
                    *total += less(more(high, value) - less(low, value), weight);
                }
            }
            Self::Bits { missing, weight, .. } => {
                let held = bits(bounds);
                let (kept, grown) = (self.span(bounds), self.span_with_more(bounds));
                // Beside labels, what is missing makes all of it lost.
                let mixed = if held & !1 == 0 { grown } else { weight };
                for (total, &value) in totals.iter_mut().zip(values) {
                    let is_held = held & bit(value) != 0;
                    let other = if missing && value == 0.0 { mixed } else { grown };
                    *total += if is_held { kept } else { other };
                }
            }
            Self::Set { each, missing, weight } => {
                for (total, &value) in totals.iter_mut().zip(values) {
                    *total += between(less(bounds.0, value), more(bounds.1, value), each, missing, weight);
                }
            }
            Self::Tree { .. } => {
                for (total, &value) in totals.iter_mut().zip(values) {
                    *total += self.span(self.with(bounds, value));
                }
            }
        }
    }

    /// As [`Self::add_each_value`], of values whose bits are at hand as two words each.
    #[inline(always)]
    pub fn add_each_mark(self, bounds: Bounds, first: &[u32], second: &[u32], totals: &mut [f32]) {
        let (kept, grown) = (self.span(bounds), self.span_with_more(bounds));
        let held = [bounds.0.to_bits(), bounds.1.to_bits()];
        for (total, (one, two)) in totals.iter_mut().zip(first.iter().zip(second)) {
            let is_held = held[0] & one | held[1] & two;
            *total += if is_held != 0 { kept } else { grown };
        }
    }

    /// The bit of each value as two words, where boxes are made of bits and nothing is missing; else nothing.
    pub fn marks(self, column: &[f32]) -> [Vec<u32>; 2] {
        let Self::Bits { missing: false, .. } = self else { return [Vec::new(), Vec::new()] };
        let word = |shift: u32| column.iter().map(|&place| (bit(place) >> shift) as u32).collect();
        [word(0), word(32)]
    }

    /// What the rows with keys up to `at` lose, and those beyond.
    pub fn of_sides(self, keys: &[f32], values: &[f32], at: f32) -> [f32; 2] {
        let Self::Bits { each, missing, weight } = self else {
            return bounds(keys, values, at).map(|bounds| self.span(bounds));
        };
        let (mut left, mut right) = (0u64, 0u64);
        for (&key, &place) in keys.iter().zip(values) {
            let bit = bit(place);
            let beyond = if key > at { u64::MAX } else { 0 };
            left |= bit & !beyond;
            right |= bit & beyond;
        }
        [left, right].map(|held| of_set(held, each, missing, weight))
    }

    /// As [`Self::add_each_box`], for a fixed number of boxes.
    pub fn add_each_lane<const N: usize>(self, lows: &[f32; N], highs: &[f32; N], value: f32, totals: &mut [f32; N]) {
        match self {
            Self::Line { weight } => {
                for lane in 0..N {
                    totals[lane] += less(more(highs[lane], value) - less(lows[lane], value), weight);
                }
            }
            Self::Set { each, missing, weight } => {
                for lane in 0..N {
                    totals[lane] += between(less(lows[lane], value), more(highs[lane], value), each, missing, weight);
                }
            }
            Self::Tree { .. } | Self::Bits { .. } => self.add_each_box(lows, highs, value, totals),
        }
    }

    /// Adds to each total what the box beside it loses once it also holds `value`.
    #[inline(always)]
    pub fn add_each_box(self, lows: &[f32], highs: &[f32], value: f32, totals: &mut [f32]) {
        let boxes = totals.iter_mut().zip(lows.iter().zip(highs));
        match self {
            Self::Line { weight } => {
                for (total, (&low, &high)) in boxes {
                    *total += less(more(high, value) - less(low, value), weight);
                }
            }
            Self::Bits { each, missing, weight } => {
                let bit = bit(value);
                for (total, (&low, &high)) in boxes {
                    *total += of_set(bits((low, high)) | bit, each, missing, weight);
                }
            }
            Self::Set { each, missing, weight } => {
                for (total, (&low, &high)) in boxes {
                    *total += between(less(low, value), more(high, value), each, missing, weight);
                }
            }
            Self::Tree { .. } => {
                for (total, (&low, &high)) in boxes {
                    *total += self.span(self.with((low, high), value));
                }
            }
        }
    }

    /// Adds to each total what the box beside it and this one lose as one box; none of them is empty.
    #[inline(always)]
    pub fn add_each_union(self, bounds: Bounds, lows: &[f32], highs: &[f32], totals: &mut [f32]) {
        let boxes = totals.iter_mut().zip(lows.iter().zip(highs));
        match self {
            Self::Line { weight } => {
                for (total, (&low, &high)) in boxes {
                    *total += less(more(high, bounds.1) - less(low, bounds.0), weight);
                }
            }
            Self::Bits { each, missing, weight } => {
                let held = bits(bounds);
                for (total, (&low, &high)) in boxes {
                    *total += of_set(bits((low, high)) | held, each, missing, weight);
                }
            }
            Self::Set { each, missing, weight } => {
                for (total, (&low, &high)) in boxes {
                    *total += between(less(low, bounds.0), more(high, bounds.1), each, missing, weight);
                }
            }
            Self::Tree { .. } => {
                for (total, (&low, &high)) in boxes {
                    *total += self.span(self.union((low, high), bounds));
                }
            }
        }
    }

    /// The box of a group; `lows` and `highs` get, for each member, the box of the others.
    pub fn without_each(self, members: &[u32], column: &[f32], lows: &mut [f32], highs: &mut [f32]) -> Bounds {
        if let Self::Bits { .. } = self {
            return without_each_bit(members, column, lows, highs);
        }
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
}

fn without_each_bit(members: &[u32], column: &[f32], lows: &mut [f32], highs: &mut [f32]) -> Bounds {
    let (mut once, mut twice) = (0u64, 0u64);
    for &at in members {
        let bit = bit(column[at as usize]);
        twice |= once & bit;
        once |= bit;
    }
    for &at in members {
        let bit = bit(column[at as usize]);
        // What only this member has goes with it.
        let (low, high) = of_bits(once & !(bit & !twice));
        lows[at as usize] = low;
        highs[at as usize] = high;
    }
    of_bits(once)
}

/// A comparison, not `f32::max`: coordinates are never NaN, and this is a single instruction.
#[inline(always)]
fn more(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

#[inline(always)]
fn less(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The least and the largest value whose key is at most `at`, and of those beyond. Written so that many are compared at
/// once.
fn bounds(keys: &[f32], values: &[f32], at: f32) -> [Bounds; 2] {
    const WIDE: usize = 8;
    let (mut lows, mut highs) = ([[f32::INFINITY; WIDE]; 2], [[f32::NEG_INFINITY; WIDE]; 2]);
    for (keys, values) in keys.chunks(WIDE).zip(values.chunks(WIDE)) {
        for (lane, (&key, &value)) in keys.iter().zip(values).enumerate() {
            for side in 0..2 {
                let here = (key > at) == (side == 1);
                let (low, high) =
                    (if here { value } else { f32::INFINITY }, if here { value } else { f32::NEG_INFINITY });
                lows[side][lane] = if low < lows[side][lane] { low } else { lows[side][lane] };
                highs[side][lane] = if high > highs[side][lane] { high } else { highs[side][lane] };
            }
        }
    }
    let least = |lanes: [f32; WIDE]| lanes.into_iter().fold(f32::INFINITY, f32::min);
    let most = |lanes: [f32; WIDE]| lanes.into_iter().fold(f32::NEG_INFINITY, f32::max);
    [0, 1].map(|side| (least(lows[side]), most(highs[side])))
}

/// What a set of many labels loses that reaches from one place to another: nothing where they are one, all where what is missing is
/// among several. Written without a jump, so that many are measured at once.
#[inline(always)]
fn between(low: f32, high: f32, each: f32, missing: bool, weight: f32) -> f32 {
    let mixed = if missing { 0.0 } else { -1.0 };
    let several = less((high - low + 1.0) * each, weight);
    let several = if low <= mixed { weight } else { several };
    if high > low { several } else { 0.0 }
}

#[inline(always)]
fn of_set(held: u64, each: f32, missing: bool, weight: f32) -> f32 {
    set(held.count_ones() as f32, missing && held & 1 == 1, each, weight)
}

#[inline(always)]
fn set(count: f32, mixed: bool, each: f32, weight: f32) -> f32 {
    if count <= 1.0 {
        0.0
    } else if mixed {
        weight
    } else {
        (count * each).min(weight)
    }
}
