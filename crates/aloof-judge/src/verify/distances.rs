//! Distances, each written as its formula, in big fractions. Roots are compared by their squares; only the great circle
//! uses floats, with a margin.

use aloof_principles::Distance;
use aloof_principles::similarity::{Components, EARTH_RADIUS, Matrix, Scale, Share};
use aloof_table::{Decimal, Hierarchy, Ratio};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::Value;
use super::own::Own;

/// A distance, the threshold, and what must be known of the whole table.
pub(super) struct Ruler<'a> {
    distance: &'a Distance,
    epsilon: BigRational,
    /// By what the difference in each column is divided.
    lengths: Vec<BigRational>,
    own: Option<Own>,
    /// The parts of a composite distance.
    parts: Vec<Ruler<'a>>,
}

impl<'a> Ruler<'a> {
    pub fn new(distance: &'a Distance, epsilon: Decimal, group: &[Value], table: &[Value]) -> Self {
        let columns = group.first().map_or(0, |value| columns(value).len());
        let length = |column: usize| match distance {
            Distance::L1(d) => difference_length(d.components(), column, table),
            Distance::L2(d) => difference_length(d.components(), column, table),
            Distance::LInf(d) => difference_length(d.components(), column, table),
            Distance::Min(d) => difference_length(d.components(), column, table),
            Distance::Edit(d) => edit_length(d.components(), column, table),
            _ => BigRational::one(),
        };
        let own = match distance {
            Distance::Own(metric) => Some(Own::new(&**metric, epsilon, group, table)),
            _ => None,
        };
        let parts = match distance {
            Distance::Composite(d) => d.parts().iter().map(|part| part_ruler(part, epsilon, group, table)).collect(),
            _ => Vec::new(),
        };
        let epsilon = epsilon.to_ratio().to_big();
        Self { distance, epsilon, lengths: (0..columns).map(length).collect(), own, parts }
    }

    /// Whether the distance of `x` and `y` is at most ε.
    pub fn close(&self, x: &Value, y: &Value) -> bool {
        if let Some(own) = &self.own {
            return own.close(x, y);
        }
        let (x, y) = (columns(x), columns(y));
        let epsilon = &self.epsilon;
        match self.distance {
            Distance::L1(d) => sum(self.differences(d.components(), x, y).map(|(w, d)| w * d)) <= *epsilon,
            Distance::L2(d) => {
                sum(self.differences(d.components(), x, y).map(|(w, d)| w * &d * &d)) <= epsilon * epsilon
            }
            Distance::LInf(d) => self.differences(d.components(), x, y).all(|(w, d)| w * d <= *epsilon),
            Distance::Min(d) => self.differences(d.components(), x, y).any(|(w, d)| w * d <= *epsilon),
            Distance::Variational(_) => {
                let halves = x.iter().zip(y).map(|(p, q)| (p.number() - q.number()).abs() / whole(2));
                sum(halves) <= *epsilon
            }
            Distance::Hamming(d) => {
                let weight = |i: usize| weight(d.components(), i, x.len());
                sum((0..x.len()).filter(|&i| x[i] != y[i]).map(weight)) <= *epsilon
            }
            Distance::Hierarchy(d) => {
                let part = |i: usize| {
                    let tree = d.components().hierarchy(i).expect("every column has a hierarchy");
                    weight(d.components(), i, x.len()) * meeting(tree, &x[i], &y[i])
                };
                sum((0..x.len()).map(part)) <= *epsilon
            }
            Distance::Edit(d) => {
                let part = |i: usize| {
                    let edits = divided(whole(edits(label(&x[i]), label(&y[i]))), &self.lengths[i]);
                    weight(d.components(), i, x.len()) * edits
                };
                sum((0..x.len()).map(part)) <= *epsilon
            }
            Distance::GreatCircle(_) => great_circle_close(x, y, epsilon),
            Distance::Matrix(d) => entry(d.matrix(), &x[0], &y[0]) <= *epsilon,
            Distance::Composite(d) => {
                let sides = d.parts().iter().zip(&self.parts);
                let weighted = |part: &Share, ruler: &Ruler<'_>| {
                    part.weight.to_ratio().to_big() * ruler.sum(&chosen(part, x), &chosen(part, y))
                };
                if d.is_greatest() {
                    sides.into_iter().all(|(part, ruler)| match part.distance {
                        // Not sums; their weight is 1.
                        Distance::L2(_)
                        | Distance::LInf(_)
                        | Distance::Min(_)
                        | Distance::GreatCircle(_)
                        | Distance::Own(_) => {
                            ruler.close(&Value::Tuple(chosen(part, x)), &Value::Tuple(chosen(part, y)))
                        }
                        _ => weighted(part, ruler) <= *epsilon,
                    })
                } else {
                    sum(sides.map(|(part, ruler)| weighted(part, ruler))) <= *epsilon
                }
            }
            Distance::Own(_) => unreachable!("answered above"),
        }
    }

    /// The distance of `x` and `y`, where it is a sum.
    fn sum(&self, x: &[Value], y: &[Value]) -> BigRational {
        match self.distance {
            Distance::L1(d) => sum(self.differences(d.components(), x, y).map(|(w, d)| w * d)),
            Distance::Variational(_) => sum(x.iter().zip(y).map(|(p, q)| (p.number() - q.number()).abs() / whole(2))),
            Distance::Hamming(d) => {
                sum((0..x.len()).filter(|&i| x[i] != y[i]).map(|i| weight(d.components(), i, x.len())))
            }
            Distance::Hierarchy(d) => sum((0..x.len()).map(|i| {
                let tree = d.components().hierarchy(i).expect("every column has a hierarchy");
                weight(d.components(), i, x.len()) * meeting(tree, &x[i], &y[i])
            })),
            Distance::Edit(d) => sum((0..x.len()).map(|i| {
                let edits = divided(whole(edits(label(&x[i]), label(&y[i]))), &self.lengths[i]);
                weight(d.components(), i, x.len()) * edits
            })),
            Distance::Matrix(d) => entry(d.matrix(), &x[0], &y[0]),
            _ => panic!("only sums are added up"),
        }
    }

    /// The weight of each column and the difference in it.
    fn differences<'v>(
        &'v self,
        components: &'v Components,
        x: &'v [Value],
        y: &'v [Value],
    ) -> impl Iterator<Item = (BigRational, BigRational)> + 'v {
        (0..x.len()).map(move |i| {
            let difference = match (&x[i], &y[i]) {
                (Value::Number(x), Value::Number(y)) => divided((x - y).abs(), &self.lengths[i]),
                (x, y) => meeting(components.hierarchy(i).expect("labels have a hierarchy"), x, y),
            };
            (weight(components, i, x.len()), difference)
        })
    }
}

/// The values that a part of a composite distance is about.
fn chosen(part: &Share, values: &[Value]) -> Vec<Value> {
    part.columns.iter().map(|&column| values[column].clone()).collect()
}

fn part_ruler<'a>(part: &'a Share, epsilon: Decimal, group: &[Value], table: &[Value]) -> Ruler<'a> {
    let pick = |values: &[Value]| -> Vec<Value> {
        values.iter().map(|value| Value::Tuple(chosen(part, columns(value)))).collect()
    };
    Ruler::new(&part.distance, epsilon, &pick(group), &pick(table))
}

/// The values of the columns.
pub(super) fn columns(value: &Value) -> &[Value] {
    match value {
        Value::Tuple(values) => values,
        single => std::slice::from_ref(single),
    }
}

fn whole(number: usize) -> BigRational {
    BigRational::from(BigInt::from(number))
}

fn sum(parts: impl Iterator<Item = BigRational>) -> BigRational {
    parts.fold(BigRational::zero(), |sum, part| sum + part)
}

/// A difference over the length of its domain; over a domain of no length it is zero.
fn divided(difference: BigRational, length: &BigRational) -> BigRational {
    if length.is_zero() { BigRational::zero() } else { difference / length }
}

/// The weight given; else 1 without a scale, 1/n with one.
fn weight(components: &Components, column: usize, columns: usize) -> BigRational {
    match components.weights() {
        [] if components.scale().is_none() => BigRational::one(),
        [] => whole(columns).recip(),
        weights => weights[column].to_ratio().to_big(),
    }
}

fn difference_length(components: &Components, column: usize, table: &[Value]) -> BigRational {
    let numbers = || {
        table.iter().filter_map(move |value| match &columns(value)[column] {
            Value::Number(number) => Some(number),
            _ => None,
        })
    };
    let range = || match (numbers().min(), numbers().max()) {
        (Some(least), Some(greatest)) => greatest - least,
        _ => BigRational::zero(),
    };
    match (components.scale(), components.domain(column)) {
        (None, _) => BigRational::one(),
        (Some(Scale::Domain), Some((low, high))) => high.to_ratio().to_big() - low.to_ratio().to_big(),
        _ => range(),
    }
}

fn edit_length(components: &Components, column: usize, table: &[Value]) -> BigRational {
    if components.scale().is_none() {
        return BigRational::one();
    }
    let lengths = table.iter().map(|value| label(&columns(value)[column]).chars().count());
    whole(lengths.max().unwrap_or(0))
}

fn label(value: &Value) -> &str {
    match value {
        Value::Label(label) => label,
        _ => panic!("the distance is about labels"),
    }
}

/// The label, or the number as it is written.
fn written(value: &Value) -> String {
    match value {
        Value::Label(label) => label.clone(),
        Value::Number(number) => {
            let text = Ratio::from(number.clone()).floor_decimal(aloof_table::MAX_SCALE);
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
        Value::Tuple(_) | Value::Missing => panic!("the distance is about one column"),
    }
}

/// The level of the lowest node above both labels, over the height of the hierarchy.
fn meeting(tree: &Hierarchy, x: &Value, y: &Value) -> BigRational {
    let above = |value: &Value| {
        let leaf = tree.leaf(&written(value)).expect("every label is in the hierarchy");
        std::iter::successors(Some(leaf), |&node| tree.parent(node)).collect::<Vec<_>>()
    };
    let (x, y) = (above(x), above(y));
    let common = x.into_iter().find(|node| y.contains(node)).expect("all meet at the root");
    whole(usize::from(tree.level(common))) / whole(usize::from(tree.height()))
}

/// `distance[i][j]` is the least number of edits that turns the first i characters of x into the first j of y.
fn edits(x: &str, y: &str) -> usize {
    let (x, y): (Vec<char>, Vec<char>) = (x.chars().collect(), y.chars().collect());
    let mut distance = vec![vec![0usize; y.len() + 1]; x.len() + 1];
    for i in 0..=x.len() {
        for j in 0..=y.len() {
            distance[i][j] = match (i, j) {
                (0, inserted) => inserted,
                (deleted, 0) => deleted,
                _ => {
                    let replaced = distance[i - 1][j - 1] + usize::from(x[i - 1] != y[j - 1]);
                    replaced.min(distance[i - 1][j] + 1).min(distance[i][j - 1] + 1)
                }
            };
        }
    }
    distance[x.len()][y.len()]
}

fn entry(matrix: &Matrix, x: &Value, y: &Value) -> BigRational {
    let place = |value: &Value| matrix.place(&written(value)).expect("every label is in the matrix");
    matrix.distance(place(x), place(y)).to_ratio().to_big()
}

/// The haversine formula: sin²(Δφ/2) + cos φ₁ cos φ₂ sin²(Δλ/2) ≤ sin²(ε/2R), in floats.
///
/// Differences of angles, and the distance of a latitude from its pole, are formed exactly before they are rounded, so
/// every factor has a relative error of a few 2⁻⁵³; both sides together stay below 10⁻¹⁴. Within that margin the answer is
/// *similar*.
fn great_circle_close(x: &[Value], y: &[Value], epsilon: &BigRational) -> bool {
    let radius = EARTH_RADIUS.parse::<Decimal>().expect("a decimal").to_ratio().to_big();
    let half_turn = std::f64::consts::FRAC_PI_2;
    let limit = float(&(epsilon / (radius * whole(2)))).min(half_turn).sin().powi(2);
    let half_sine = |difference: BigRational| float(&(difference / whole(2))).to_radians().sin().powi(2);
    let cosine = |latitude: &BigRational| float(&(whole(90) - latitude.abs())).to_radians().sin();
    let (north, east) = (x[0].number() - y[0].number(), x[1].number() - y[1].number());
    let east = &east - (&east / whole(360)).round() * whole(360);
    let haversine = half_sine(north) + cosine(x[0].number()) * cosine(y[0].number()) * half_sine(east);
    haversine <= limit * (1.0 + 1e-14)
}

fn float(number: &BigRational) -> f64 {
    number.to_f64().expect("an angle")
}
