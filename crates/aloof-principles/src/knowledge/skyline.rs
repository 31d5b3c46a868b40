//! Skyline privacy: whoever knows so much of three kinds about a person believes with no confidence c that the value is so and so.
//!
//! # Definition
//! Somebody knows everybody's group, takes all ways to deal a group's values to its people as equally likely, and wants to know
//! whether a target has value σ. They know
//! - ℓ values other than σ that the target does not have,
//! - the values of k other people,
//! - of m further people, of whom they do not know the value, that if they have σ, so has the target: they are kin.
//!
//! Kin whose value is known as well are not counted: if it is σ, then what the target has follows without any release, and none could be
//! safe in which a value occurs twice; if it is another one, being kin says nothing.
//!
//! A release is safe at the point (ℓ, k, m, c) when, whoever they are and whatever the values, the belief that the target has σ stays
//! below c; at a *skyline* of points when it is safe at every one of them.
//!
//! # Source
//! Chen, LeFevre and Ramakrishnan, *Privacy skyline: privacy with multidimensional adversarial knowledge*, VLDB 2007.
//!
//! # How the worst is found
//! Let n rows be in the target's group, f of them with σ. The ℓ most frequent of the other values are ruled out; the a people
//! known there have values that are neither σ nor ruled out, and their rows leave the group; of the b kin there none has σ if the
//! target has not. The odds against σ are then `rest(a) / f · ∏ᵢ (n − a − i − f) / (n − a − i)`, i = 1, …, b, with
//! `rest(a) = n − f − (rows of the ℓ values) − a`, at least 0. Kin and known people elsewhere multiply them by what `kin.rs` says. The
//! least over all a and b decides; a group counted twice is never worse than it is counted once.
//!
//! # Measure
//! The largest belief over all values and points, each times (largest c) / (c of the point); it must stay below the largest c. With one confidence for
//! all points it is the belief itself. All tuples of a group that fails violate.
//!
//! # Monotone
//! As (c, k)-safety, and by the same argument: of a union each factor is at least the smaller one of the parts'.
//!
//! # The yardstick
//! Makers ask of each group for each point `W(b, k) ≥ 1 − b / (ℓ + m + 1/c)` for all b up to m, and the measure with that for others;
//! where the table as a whole cannot be held to it but is safe, its own `W` takes its place.
//!
//! # Cost
//! `O(k m)` fractions for each different (n, f, ruled out) of a value in a group.
//!
//! # Caution
//! Equal belief inside a group is assumed. Equal values only: a group of 30,000 and 30,001 counts as two different secrets.

use std::collections::{BTreeMap, HashMap};
use std::sync::RwLock;

use aloof_table::{Attribute, Decimal, Ratio};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::kin::{Shape, Table, left, worst};
use super::ruled_out::fraction;
use super::{amount, belief, confidence, everyone};
use crate::finding::among;
use crate::values::runs;
use crate::{Check, Finding, Needs, ParamError, Principle, Reads, Unfit};

/// So much knowledge, and the confidence that it must not reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    l: u32,
    k: u32,
    m: u32,
    c: Decimal,
}

impl Point {
    /// `l` values that the target does not have, `k` other people's values, `m` kin.
    pub fn new(l: u32, k: u32, m: u32, c: Decimal) -> Result<Self, ParamError> {
        Ok(Self { l: amount("l", l)?, k: amount("k", k)?, m: amount("m", m)?, c: confidence(c)? })
    }

    /// How many values are known that the target does not have.
    pub fn l(&self) -> u32 {
        self.l
    }

    /// Of how many others the value is known.
    pub fn k(&self) -> u32 {
        self.k
    }

    /// How many others are known to be kin.
    pub fn m(&self) -> u32 {
        self.m
    }

    /// The belief that must not be reached.
    pub fn c(&self) -> Decimal {
        self.c
    }

    /// One in so many: `ℓ + m + 1/c`.
    fn one_in(&self) -> BigRational {
        BigRational::from(BigInt::from(self.l + self.m)) + self.c.to_ratio().to_big().recip()
    }

    fn kin(&self) -> (usize, usize) {
        (self.m as usize, self.k as usize)
    }
}

/// Skyline privacy with its points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skyline {
    points: Vec<Point>,
}

impl Skyline {
    /// Safe at every one of these points.
    pub fn new(points: Vec<Point>) -> Result<Self, ParamError> {
        if points.is_empty() {
            return Err(ParamError::new("points", "names no point, such as { l = 1, k = 3, m = 0, c = \"0.5\" }"));
        }
        Ok(Self { points })
    }

    /// The points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    fn largest(&self) -> Decimal {
        self.points.iter().map(Point::c).max().expect("there is a point")
    }

    /// Weights that bring every point's confidence to the largest.
    fn weights(&self) -> Vec<BigRational> {
        let largest = self.largest().to_ratio().to_big();
        self.points.iter().map(|point| &largest / point.c.to_ratio().to_big()).collect()
    }

    fn judging(&self, others: Others) -> Judging<'_> {
        Judging { rule: self, weights: self.weights(), bound: self.bound(), others, memo: RwLock::default() }
    }
}

impl Principle for Skyline {
    fn name(&self) -> &'static str {
        "skyline"
    }

    fn title(&self) -> String {
        let point = |point: &Point| format!("({}, {}, {}) below {}", point.l, point.k, point.m, point.c);
        let points: Vec<String> = self.points.iter().map(point).collect();
        format!("skyline {}", points.join(", "))
    }

    fn monotone(&self) -> bool {
        true
    }

    fn needs(&self) -> Needs {
        Needs::Groups
    }

    fn reads(&self) -> Reads {
        Reads::Values
    }

    /// Of n rows the k known ones and the one that is sought leave too few.
    fn least_rows(&self) -> u32 {
        let rows = |point: &Point| {
            let values = BigRational::from(BigInt::from(point.l + point.k)) + point.c.to_ratio().to_big().recip();
            values.floor().to_integer().to_u32().unwrap_or(u32::MAX - 1) + 1
        };
        self.points.iter().map(rows).max().unwrap_or(1)
    }

    /// Beside the value that is sought and those that are ruled out there must be another.
    fn least_values(&self) -> u32 {
        self.points.iter().map(|point| point.l + 2).max().unwrap_or(1)
    }

    fn bound_is(&self) -> &'static str {
        "below"
    }

    fn bound(&self) -> Ratio {
        self.largest().to_ratio()
    }

    fn bind<'a>(&'a self, attribute: &'a Attribute) -> Result<Box<dyn Check + 'a>, Unfit> {
        let even = self.points.iter().map(|point| {
            let (m, k) = point.kin();
            let share = point.one_in().recip();
            Table::from_fn(m, k, |b, _| (BigRational::one() - &share * BigInt::from(b)).max(BigRational::zero()))
        });
        let judging = self.judging(Others::Yardstick(even.collect()));
        let everyone = everyone(attribute);
        if everyone.is_empty() || judging.judge(&everyone).holds {
            return Ok(Box::new(judging));
        }
        let rows = everyone.len();
        let shapes = attribute.totals().iter().map(|&with| (rows, with as usize)).collect();
        Ok(Box::new(self.judging(Others::Table(shapes))))
    }

    fn bind_among<'a>(
        &'a self,
        attribute: &'a Attribute,
        groups: &mut dyn Iterator<Item = &[u32]>,
    ) -> Result<Box<dyn Check + 'a>, Unfit> {
        let mut shapes: Vec<Vec<Shape>> = vec![Vec::new(); attribute.totals().len()];
        for group in groups {
            for (code, with) in runs(group) {
                let of_value = &mut shapes[code as usize];
                of_value.push((group.len(), with));
                // Never much more than those that decide.
                if of_value.len() > 64 {
                    *of_value = worst(std::mem::take(of_value));
                }
            }
        }
        let mut sets: BTreeMap<Vec<Shape>, usize> = BTreeMap::new();
        let mut tables = Vec::new();
        let set_of = shapes.into_iter().map(|shapes| {
            let shapes = worst(shapes);
            *sets.entry(shapes.clone()).or_insert_with(|| {
                tables.push(self.points.iter().map(|point| Table::of(&shapes, point.kin().0, point.kin().1)).collect());
                tables.len() - 1
            })
        });
        let set_of = set_of.collect();
        Ok(Box::new(self.judging(Others::Groups { set_of, tables })))
    }

    fn remedy(&self, _days: bool) -> String {
        let rows = self.points.iter().map(|point| point.k + point.m).max().unwrap_or(0);
        let one_in = self.points.iter().map(Point::one_in).max().unwrap_or_else(BigRational::one);
        format!(
            "join it with rows of other values, until no value belongs to more than 1 row in {} of what is left without {rows} rows",
            Ratio::from(one_in).ceil_decimal(2)
        )
    }
}

/// What kin and known people in other groups leave possible.
enum Others {
    /// In the groups of a release: for every value which set of groups decides, and by set and point what they leave.
    Groups { set_of: Vec<usize>, tables: Vec<Vec<Table>> },
    /// By point; every group must leave as much.
    Yardstick(Vec<Table>),
    /// By value, as in the table as a whole; every group must leave as much.
    Table(Vec<Shape>),
}

/// A value in a group: rows, those with the value, rows of the values that are ruled out at each point, and the set of others.
type Place = (usize, usize, Vec<usize>, usize);

struct Judging<'a> {
    rule: &'a Skyline,
    weights: Vec<BigRational>,
    bound: Ratio,
    others: Others,
    memo: RwLock<HashMap<Place, (Ratio, bool)>>,
}

impl Judging<'_> {
    /// The worst of a value over all points, and whether it holds.
    fn find(&self, (rows, with, ruled_out, set): &Place) -> (Ratio, bool) {
        let (mut measure, mut enough) = (BigRational::zero(), true);
        for (at, point) in self.rule.points.iter().enumerate() {
            let made;
            let table = match &self.others {
                Others::Groups { tables, .. } => &tables[*set][at],
                Others::Yardstick(tables) => &tables[at],
                Others::Table(shapes) => {
                    made = Table::of(&[shapes[*set]], point.kin().0, point.kin().1);
                    &made
                }
            };
            let odds = odds((*rows, *with), ruled_out[at], point, table);
            measure = measure.max(belief(&odds) * &self.weights[at]);
            enough &= matches!(self.others, Others::Groups { .. }) || leaves_enough((*rows, *with), point, table);
        }
        let measure = Ratio::from(measure);
        let holds = enough && measure < self.bound;
        (measure, holds)
    }

    fn places(&self, group: &[u32]) -> Vec<Place> {
        let runs: Vec<(u32, usize)> = runs(group).collect();
        let mut counts: Vec<usize> = runs.iter().map(|&(_, count)| count).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        let mut places: Vec<Place> = runs
            .iter()
            .map(|&(code, with)| {
                let ruled_out = self.rule.points.iter().map(|point| most_of_others(&counts, with, point.l as usize));
                let set = match &self.others {
                    Others::Groups { set_of, .. } => set_of[code as usize],
                    Others::Yardstick(_) => 0,
                    Others::Table(_) => code as usize,
                };
                (group.len(), with, ruled_out.collect(), set)
            })
            .collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// The rows of the `l` most frequent values, one with `with` rows left aside.
fn most_of_others(counts: &[usize], with: usize, l: usize) -> usize {
    let first = counts.partition_point(|&count| count > with);
    let among: usize = counts.iter().take(l + usize::from(first < l)).sum();
    among - if first < l { with } else { 0 }
}

/// The least odds against the value, over where kin and known people are.
fn odds((rows, with): Shape, ruled_out: usize, point: &Point, others: &Table) -> BigRational {
    let (m, k) = point.kin();
    let mut least: Option<BigRational> = None;
    for a in 0..=k {
        let rest = fraction((rows - with - ruled_out).saturating_sub(a), with);
        for b in 0..=m {
            // Behind the target, who has none of it either.
            let odds = &rest * left((rows, with), b, a + 1) * others.at(m - b, k - a);
            if least.as_ref().is_none_or(|least| odds < *least) {
                least = Some(odds);
            }
        }
    }
    least.unwrap_or_else(BigRational::zero)
}

/// Whether a group leaves others as much as the yardstick.
fn leaves_enough(shape: Shape, point: &Point, table: &Table) -> bool {
    let (m, k) = point.kin();
    (1..=m).all(|b| (0..=k).all(|a| left(shape, b, a) >= *table.at(b, a)))
}

impl Check for Judging<'_> {
    fn judge(&self, group: &[u32]) -> Finding {
        let (mut measure, mut holds) = (Ratio::zero(), true);
        for place in self.places(group) {
            let known = self.memo.read().expect("nobody panics here").get(&place).cloned();
            let found = known.unwrap_or_else(|| {
                let found = self.find(&place);
                self.memo.write().expect("nobody panics here").insert(place, found.clone());
                found
            });
            holds &= found.1;
            measure = measure.max(found.0);
        }
        Finding::of_group(measure, holds, group.len())
    }

    fn conclusion(&self, group: &[u32]) -> String {
        let found = self.judge(group).measure;
        let size = among(group.len());
        let [point] = self.rule.points.as_slice() else {
            return format!(
                "Whoever knows a person to be {size}, and as much besides as one of the points says, can name the value with up to \
                 {} of the largest confidence asked for.",
                Ratio::from(found.to_big() / self.bound.to_big()).percent()
            );
        };
        // Whose value is known is no kin: that would say it without any release.
        let kin = match point.k {
            0 => ["other person who has", "others who have"],
            _ => ["further person who has", "further people who have"],
        };
        let kin = kin.map(|kin| format!("{kin} the value only if this one has"));
        let known: Vec<String> = [
            (point.l, "value that the person does not have", "values that the person does not have"),
            (point.k, "other person's value", "other people's values"),
            (point.m, &kin[0], &kin[1]),
        ]
        .into_iter()
        .filter(|(count, _, _)| *count > 0)
        .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
        .collect();
        let known = if known.is_empty() { String::new() } else { format!(", and {}", known.join(", ")) };
        format!(
            "Whoever knows a person to be {size}{known}, can name the value with up to {} confidence.",
            found.percent()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proximity::testing::{decimal, judge, numbers};

    fn worst_belief(points: &[(u32, u32, u32)], groups: &[&[i64]]) -> String {
        let points = points.iter().map(|&(l, k, m)| Point::new(l, k, m, decimal("0.9")).unwrap()).collect();
        let rule = Skyline::new(points).unwrap();
        let attribute = numbers(&groups.concat());
        let mut at = 0;
        let mut codes: Vec<Vec<u32>> = Vec::new();
        for group in groups {
            let rows: Vec<u32> = (at..at + group.len() as u32).collect();
            at += group.len() as u32;
            codes.push(attribute.group(&rows));
        }
        let check = rule.bind_among(&attribute, &mut codes.iter().map(Vec::as_slice)).unwrap();
        codes.iter().map(|group| check.judge(group).measure).max().unwrap().to_string()
    }

    #[test]
    fn each_kind_of_knowledge() {
        let group: &[i64] = &[1, 1, 2, 3, 4];
        assert_eq!(worst_belief(&[(0, 0, 0)], &[group]), "2/5");
        // Not 2: two of four.
        assert_eq!(worst_belief(&[(1, 0, 0)], &[group]), "1/2");
        // Somebody else has 2: two of four.
        assert_eq!(worst_belief(&[(0, 1, 0)], &[group]), "1/2");
        // Kin: 3/5 · 2/4 against 2/5.
        assert_eq!(worst_belief(&[(0, 0, 1)], &[group]), "4/7");
        assert_eq!(worst_belief(&[(1, 1, 0)], &[group]), "2/3");
        assert_eq!(worst_belief(&[(0, 0, 0), (3, 0, 0)], &[group]), "1");
    }

    #[test]
    fn kin_elsewhere() {
        // All but certain in the other group, so that kin there tell nearly everything.
        let other: &[i64] = &[1, 1, 1, 1, 2];
        assert_eq!(worst_belief(&[(0, 0, 1)], &[&[1, 2, 3, 4, 5], other]), "1");
        let other: &[i64] = &[1, 1, 7, 8];
        assert_eq!(worst_belief(&[(0, 0, 1)], &[&[1, 2, 3, 4, 5, 6, 9, 10], other]), "3/4");
    }

    #[test]
    fn confidences_are_weighed() {
        let points = vec![Point::new(0, 0, 0, decimal("0.5")).unwrap(), Point::new(1, 0, 0, decimal("0.8")).unwrap()];
        let rule = Skyline::new(points).unwrap();
        // 2/5 · 0.8/0.5 against 1/2.
        let finding = judge(&rule, &numbers(&[1, 1, 2, 3, 4]));
        assert_eq!((finding.measure.to_string().as_str(), finding.holds), ("16/25", true));
    }

    #[test]
    fn parameters() {
        assert_eq!(Skyline::new(Vec::new()).unwrap_err().parameter, "points");
        assert_eq!(Point::new(0, 51, 0, decimal("0.5")).unwrap_err().parameter, "k");
        assert_eq!(Point::new(0, 0, 0, decimal("2")).unwrap_err().parameter, "c");
    }

    #[test]
    fn the_others_that_are_most() {
        let counts = [5, 4, 4, 1];
        assert_eq!(most_of_others(&counts, 5, 2), 8);
        assert_eq!(most_of_others(&counts, 4, 2), 9);
        assert_eq!(most_of_others(&counts, 4, 1), 5);
        assert_eq!(most_of_others(&counts, 1, 9), 13);
        assert_eq!(most_of_others(&counts, 1, 0), 0);
    }
}
