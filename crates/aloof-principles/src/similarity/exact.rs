//! The engine behind all distances that are sums, greatest or least of weighted differences: everything becomes integers
//! once, so that comparing two values costs a few additions and is exact.
//!
//! A difference in one column is a rational factor times an integer gap. All factors are brought to a common
//! denominator and reduced, the threshold is rounded down to a whole number of the unit so found (sums of integers cannot
//! lie between), and the narrowest integers that hold the largest possible sum are chosen: 64 bits nearly always, 128
//! sometimes, big ones when decimals are very long.

use aloof_table::Decimal;
use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::flat::{Norm, flat};
use super::{Axis, Similar};

/// How the columns' parts make one distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Combine {
    /// All added up.
    Sum,
    /// The greatest counts.
    Max,
    /// The least counts.
    Min,
}

/// One column's part in a distance: `factor · gap^power`.
pub(super) struct Component {
    /// The column's code for each code of the attribute; `None` when they are the same.
    pub codes: Option<Vec<u32>>,
    /// The integer difference.
    pub gap: Gap,
    /// What one unit of it counts; not negative.
    pub factor: BigRational,
}

/// An integer difference between two codes of a column.
pub(super) enum Gap {
    /// Of numbers, ascending.
    Line(Vec<i128>),
    /// Of anything else.
    Steps(Box<dyn Steps>),
}

/// A difference with few possible sizes.
pub(super) trait Steps: Send + Sync {
    /// The size of each step, the first being zero.
    fn sizes(&self) -> Vec<BigInt>;

    /// Which step lies between two codes of the column.
    fn step(&self, a: u32, b: u32) -> usize;
}

impl Component {
    /// The largest gap that occurs.
    fn widest(&self) -> BigInt {
        match &self.gap {
            Gap::Line(values) => match (values.first(), values.last()) {
                (Some(&first), Some(&last)) => BigInt::from(last) - BigInt::from(first),
                _ => BigInt::zero(),
            },
            Gap::Steps(steps) => steps.sizes().into_iter().max().unwrap_or_default(),
        }
    }

    /// Always zero.
    fn is_idle(&self) -> bool {
        self.factor.is_zero() || self.widest().is_zero()
    }
}

/// Answers whether `combine` over the components is at most `epsilon^power`.
pub(super) fn bind(
    mut components: Vec<Component>,
    mut combine: Combine,
    power: u32,
    epsilon: Decimal,
) -> Box<dyn Similar> {
    if combine == Combine::Min && components.iter().any(Component::is_idle) {
        // The least of differences one of which is always zero: everything is similar, as an empty sum is.
        components.clear();
        combine = Combine::Sum;
    }
    components.retain(|component| !component.is_idle());
    let (weights, limit) = to_integers(&components, epsilon.to_ratio().to_big().pow(power as i32));
    let most: BigInt = components.iter().zip(&weights).map(|(c, weight)| weight * c.widest().pow(power)).sum();
    // Beyond the largest sum a larger limit changes nothing.
    let plan = Plan { components, weights, limit: limit.min(most.clone()), combine, power };
    if most.to_i64().is_some() {
        plan.build::<i64>().flatten()
    } else if most.to_i128().is_some() {
        Box::new(plan.build::<i128>())
    } else {
        Box::new(plan.build::<BigInt>())
    }
}

/// Whole weights and a whole limit with which every comparison comes out as with the factors and `threshold`.
fn to_integers(components: &[Component], threshold: BigRational) -> (Vec<BigInt>, BigInt) {
    let common = components.iter().fold(BigInt::one(), |common, c| common.lcm(c.factor.denom()));
    let scaled = |c: &Component| (&c.factor * BigRational::from(common.clone())).to_integer();
    let weights: Vec<BigInt> = components.iter().map(scaled).collect();
    let divisor = weights.iter().fold(BigInt::zero(), |divisor, weight| divisor.gcd(weight));
    if divisor.is_zero() {
        return (weights, BigInt::zero());
    }
    let limit = (threshold * BigRational::new(common, divisor.clone())).floor().to_integer();
    (weights.into_iter().map(|weight| weight / &divisor).collect(), limit)
}

struct Plan {
    components: Vec<Component>,
    weights: Vec<BigInt>,
    limit: BigInt,
    combine: Combine,
    power: u32,
}

impl Plan {
    fn build<N: Whole>(self) -> Within<N> {
        let limit = N::of(&self.limit);
        let single = self.components.len() == 1;
        let mut parts = Vec::with_capacity(self.components.len());
        let mut axis: Option<Axis> = None;
        for (component, weight) in self.components.into_iter().zip(&self.weights) {
            let (part, found) = match component.gap {
                Gap::Line(values) => {
                    let line = Scaled::new(&values, weight, self.power);
                    let found = (single || self.combine != Combine::Min).then(|| {
                        Axis::new(places(component.codes.as_deref(), values.len()), line.reaches(&limit), single)
                    });
                    (Part::Line(line.spread(component.codes.as_deref())), found)
                }
                Gap::Steps(steps) => {
                    let cost = |size: BigInt| N::of(&(weight * size.pow(self.power)));
                    let costs = steps.sizes().into_iter().map(cost).collect();
                    (Part::Steps { codes: component.codes, steps, costs }, None)
                }
            };
            parts.push(part);
            axis = [axis, found].into_iter().flatten().min_by_key(Axis::pairs);
        }
        Within { parts, limit, combine: self.combine, axis }
    }
}

fn places(codes: Option<&[u32]>, len: usize) -> Vec<u32> {
    codes.map_or_else(|| (0..len as u32).collect(), <[u32]>::to_vec)
}

/// Integers wide enough for the largest sum: nothing overflows, because nothing is larger than that.
trait Whole: Ord + Clone + Send + Sync + Zero + 'static {
    fn of(value: &BigInt) -> Self;
    fn gap(&self, other: &Self) -> Self;
    fn times(&self, other: &Self) -> Self;
}

impl Whole for i64 {
    fn of(value: &BigInt) -> Self {
        value.to_i64().expect("the width was chosen for it")
    }
    fn gap(&self, other: &Self) -> Self {
        (self - other).abs()
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

impl Whole for i128 {
    fn of(value: &BigInt) -> Self {
        value.to_i128().expect("the width was chosen for it")
    }
    fn gap(&self, other: &Self) -> Self {
        (self - other).abs()
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

impl Whole for BigInt {
    fn of(value: &BigInt) -> Self {
        value.clone()
    }
    fn gap(&self, other: &Self) -> Self {
        (self - other).abs()
    }
    fn times(&self, other: &Self) -> Self {
        self * other
    }
}

/// A column of numbers, counted from its least: times their weight when differences are added as they are, or with
/// the weight apart when squares are.
struct Scaled<N> {
    values: Vec<N>,
    square: Option<N>,
}

impl<N: Whole> Scaled<N> {
    fn new(values: &[i128], weight: &BigInt, power: u32) -> Self {
        let first = BigInt::from(values.first().copied().unwrap_or(0));
        let one = BigInt::one();
        let unit = if power == 1 { weight } else { &one };
        let values = values.iter().map(|&value| N::of(&((BigInt::from(value) - &first) * unit))).collect();
        Self { values, square: (power == 2).then(|| N::of(weight)) }
    }

    fn cost(&self, a: usize, b: usize) -> N {
        let gap = self.values[a].gap(&self.values[b]);
        match &self.square {
            None => gap,
            Some(weight) => gap.times(&gap).times(weight),
        }
    }

    /// For each of the values, which ascend, the first and the last that cost no more than `limit`.
    fn reaches(&self, limit: &N) -> Vec<(u32, u32)> {
        let (mut first, mut last) = (0, 0);
        let reach = |at: usize| {
            while self.cost(first, at) > *limit {
                first += 1;
            }
            while last + 1 < self.values.len() && self.cost(at, last + 1) <= *limit {
                last += 1;
            }
            (first as u32, last as u32)
        };
        (0..self.values.len()).map(reach).collect()
    }

    /// One value per code of the attribute instead of one per code of the column.
    fn spread(self, codes: Option<&[u32]>) -> Self {
        match codes {
            None => self,
            Some(codes) => {
                let values = codes.iter().map(|&code| self.values[code as usize].clone()).collect();
                Self { values, square: self.square }
            }
        }
    }
}

enum Part<N> {
    Line(Scaled<N>),
    Steps { codes: Option<Vec<u32>>, steps: Box<dyn Steps>, costs: Vec<N> },
}

impl<N: Whole> Part<N> {
    fn cost(&self, a: u32, b: u32) -> N {
        match self {
            Self::Line(line) => line.cost(a as usize, b as usize),
            Self::Steps { codes: None, steps, costs } => costs[steps.step(a, b)].clone(),
            Self::Steps { codes: Some(codes), steps, costs } => {
                costs[steps.step(codes[a as usize], codes[b as usize])].clone()
            }
        }
    }
}

struct Within<N> {
    parts: Vec<Part<N>>,
    limit: N,
    combine: Combine,
    axis: Option<Axis>,
}

impl Within<i64> {
    /// Laid out side by side, where all are numbers.
    fn flatten(mut self) -> Box<dyn Similar> {
        let line = |part: &Part<i64>| match part {
            Part::Line(line) => Some((line.values.clone(), line.square)),
            Part::Steps { .. } => None,
        };
        let lines: Option<Vec<(Vec<i64>, Option<i64>)>> = self.parts.iter().map(line).collect();
        let Some(lines) = lines.filter(|_| self.combine != Combine::Min) else { return Box::new(self) };
        let squared = lines.iter().any(|(_, square)| square.is_some());
        let norm = match self.combine {
            Combine::Max => Norm::Max,
            _ if squared => Norm::Squares,
            _ => Norm::Sum,
        };
        let (columns, weights): (Vec<Vec<i64>>, Vec<i64>) =
            lines.into_iter().map(|(values, square)| (values, square.unwrap_or(1))).unzip();
        match flat(&columns, &weights, norm, self.limit, self.axis.take()) {
            Ok(flat) => flat,
            Err(axis) => Box::new(Self { axis, ..self }),
        }
    }
}

impl<N: Whole> Similar for Within<N> {
    fn similar(&self, a: u32, b: u32) -> bool {
        match self.combine {
            Combine::Sum => {
                let mut sum = N::zero();
                self.parts.iter().all(|part| {
                    sum = sum.clone() + part.cost(a, b);
                    sum <= self.limit
                })
            }
            Combine::Max => self.parts.iter().all(|part| part.cost(a, b) <= self.limit),
            Combine::Min => self.parts.iter().any(|part| part.cost(a, b) <= self.limit),
        }
    }

    fn axis(&self) -> Option<&Axis> {
        self.axis.as_ref()
    }
}
