//! What somebody believes who knows something besides the release, literally: all ways to deal the values of every group to its people
//! are listed, those that contradict what is known are struck out, and what is concluded is counted in the rest. Everything that
//! can be known is tried.
//!
//! Of (c, k)-safety the k implications are those that the paper shows to be worst, `Aᵢ → C` with the conclusion in common; the tests
//! try all others on smaller tables.

use aloof_principles::{CKSafety, Point, Rule, Skyline};
use aloof_table::Decimal;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{Literal, Value};

/// A set of worlds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// How many.
    pub fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// In both.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    /// In the first and not in the other.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a & !b).collect())
    }

    /// In either.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(a, b)| a | b).collect())
    }
}

/// All ways to deal the values of groups to their people.
#[derive(Debug)]
pub struct Worlds {
    /// By world, by person.
    dealt: Vec<Vec<Value>>,
    /// The group of every person.
    group_of: Vec<usize>,
    values: Vec<Value>,
}

impl Worlds {
    /// `None` where there are more than `most`.
    pub fn of(groups: &[Vec<Value>], most: usize) -> Option<Self> {
        let mut dealt: Vec<Vec<Value>> = vec![Vec::new()];
        for group in groups {
            let orders = orders(group, most)?;
            if dealt.len().saturating_mul(orders.len()) > most {
                return None;
            }
            dealt = dealt
                .iter()
                .flat_map(|before| orders.iter().map(move |order| [&before[..], &order[..]].concat()))
                .collect();
        }
        let group_of = groups.iter().enumerate().flat_map(|(at, group)| vec![at; group.len()]).collect();
        let mut values: Vec<Value> = groups.concat();
        values.sort();
        values.dedup();
        Some(Self { dealt, group_of, values })
    }

    /// The worlds in which this is so.
    pub fn where_so(&self, so: impl Fn(&[Value]) -> bool) -> Bits {
        let mut words = vec![0; self.dealt.len().div_ceil(64)];
        for (at, world) in self.dealt.iter().enumerate() {
            words[at / 64] |= u64::from(so(world)) << (at % 64);
        }
        Bits(words)
    }

    fn all(&self) -> Bits {
        self.where_so(|_| true)
    }

    fn people(&self) -> std::ops::Range<usize> {
        0..self.group_of.len()
    }

    /// Every atom, with its person: that somebody has a value, or one within ε of a figure. Intervals that start at a value hold
    /// whatever any interval of that length holds.
    pub fn atoms(&self, epsilon: Option<Decimal>) -> Vec<(usize, Bits)> {
        let mut atoms = Vec::new();
        for person in self.people() {
            for value in &self.values {
                atoms.push((person, self.where_so(|world| matches(&world[person], value, epsilon))));
            }
        }
        atoms
    }
}

fn matches(value: &Value, from: &Value, epsilon: Option<Decimal>) -> bool {
    let Some(epsilon) = epsilon else { return value == from };
    let length = epsilon.to_ratio().to_big() * BigInt::from(2);
    let (value, from) = (value.number(), from.number());
    from <= value && *value <= from + length
}

/// The different orders of a group's values; `None` where there are more than `most`.
fn orders(group: &[Value], most: usize) -> Option<Vec<Vec<Value>>> {
    let mut left = group.to_vec();
    left.sort();
    let (mut found, mut order) = (Vec::new(), Vec::new());
    deal(&mut left, &mut order, &mut found, most).then_some(found)
}

fn deal(left: &mut Vec<Value>, order: &mut Vec<Value>, found: &mut Vec<Vec<Value>>, most: usize) -> bool {
    if left.is_empty() {
        found.push(order.clone());
        return found.len() <= most;
    }
    for at in 0..left.len() {
        if at > 0 && left[at] == left[at - 1] {
            continue;
        }
        order.push(left.remove(at));
        let go_on = deal(left, order, found, most);
        left.insert(at, order.pop().expect("it was put there"));
        if !go_on {
            return false;
        }
    }
    true
}

/// How likely `conclusion` is in the worlds that are left.
fn belief(left: &Bits, conclusion: &Bits) -> BigRational {
    match left.count() {
        0 => BigRational::zero(),
        all => BigRational::new(BigInt::from(left.and(conclusion).count()), BigInt::from(all)),
    }
}

/// The worst belief about somebody of each group, by what the rule says can be known; `None` where there is too much to try: `most`
/// is how many worlds may be looked at, over all that is tried. Of a skyline beliefs are weighed as it weighs them.
pub fn beliefs(rule: &Rule, groups: &[Vec<Value>], most: usize) -> Option<Vec<BigRational>> {
    let worlds = Worlds::of(groups, most.min(5_000))?;
    let tried = match rule {
        Rule::CKSafety(rule) => {
            let atoms = worlds.people().len() * worlds.values.len();
            atoms.saturating_mul(choices(atoms, rule.k() as usize))
        }
        Rule::Skyline(rule) => rule
            .points()
            .iter()
            .map(|point| {
                let (people, values) = (worlds.people().len(), worlds.values.len());
                let facts = choices(values, point.l() as usize)
                    .saturating_mul(choices(people * values, point.k() as usize))
                    .saturating_mul(choices(people, point.m() as usize));
                facts.saturating_mul(people * values)
            })
            .fold(0, usize::saturating_add),
        _ => return None,
    };
    if tried.saturating_mul(worlds.dealt.len().div_ceil(64)) > most {
        return None;
    }
    Some(match rule {
        Rule::CKSafety(rule) => implications(rule, &worlds, groups.len()),
        Rule::Skyline(rule) => skyline(rule, &worlds, groups.len()),
        _ => return None,
    })
}

/// About how many ways there are to choose.
fn choices(of: usize, many: usize) -> usize {
    of.saturating_add(1).saturating_pow(u32::try_from(many).unwrap_or(u32::MAX))
}

fn implications(rule: &CKSafety, worlds: &Worlds, groups: usize) -> Vec<BigRational> {
    let atoms = worlds.atoms(rule.epsilon());
    let mut worst = vec![BigRational::zero(); groups];
    for (person, conclusion) in &atoms {
        let follows = |(person, atom): &(usize, Bits)| (*person, worlds.all().without(atom).or(conclusion));
        let facts: Vec<Fact> = atoms.iter().map(follows).collect();
        let mut most = BigRational::zero();
        each(&facts, rule.k() as usize, &worlds.all(), &mut Vec::new(), &mut |left, _| {
            let found = belief(left, conclusion);
            if found > most {
                most = found;
            }
        });
        let place = &mut worst[worlds.group_of[*person]];
        if most > *place {
            *place = most;
        }
    }
    worst
}

/// Something that is known of a person: the worlds in which it is so.
type Fact = (usize, Bits);

/// All that is left by up to `many` of the facts, with the people whom these are about.
fn each(facts: &[Fact], many: usize, left: &Bits, people: &mut Vec<usize>, tell: &mut dyn FnMut(&Bits, &[usize])) {
    tell(left, people);
    if many > 0 {
        for (at, (person, fact)) in facts.iter().enumerate() {
            people.push(*person);
            each(&facts[at + 1..], many - 1, &left.and(fact), people, tell);
            people.pop();
        }
    }
}

/// What can be known besides of a target and a value: values that the target does not have, what others have, and whose having the value
/// would mean that the target has it.
struct Besides {
    not: Vec<Fact>,
    known: Vec<Fact>,
    kin: Vec<Fact>,
}

impl Besides {
    fn of(worlds: &Worlds, target: usize, value: &Value) -> Self {
        let others = || worlds.people().filter(|&person| person != target);
        let each_value = |person: usize| worlds.values.iter().map(move |other| (person, other));
        Self {
            not: each_value(target)
                .filter(|(_, other)| *other != value)
                .map(|(_, other)| (target, worlds.where_so(|world| world[target] != *other)))
                .collect(),
            known: others()
                .flat_map(each_value)
                .map(|(person, other)| (person, worlds.where_so(|world| world[person] == *other)))
                .collect(),
            kin: others()
                .map(|person| (person, worlds.where_so(|world| world[person] != *value || world[target] == *value)))
                .collect(),
        }
    }

    /// Kin whose values are not known: of the others it follows without any release what the target has, or nothing at all.
    fn kin_but(&self, known: &[usize]) -> Vec<Fact> {
        self.kin.iter().filter(|(person, _)| !known.contains(person)).cloned().collect()
    }

    /// The worst belief for whoever knows so much.
    fn worst(&self, point: &Point, all: &Bits, has: &Bits) -> BigRational {
        let mut most = BigRational::zero();
        each(&self.not, point.l() as usize, all, &mut Vec::new(), &mut |left, _| {
            each(&self.known, point.k() as usize, left, &mut Vec::new(), &mut |left, known| {
                each(&self.kin_but(known), point.m() as usize, left, &mut Vec::new(), &mut |left, _| {
                    let found = belief(left, has);
                    if found > most {
                        most = found;
                    }
                });
            });
        });
        most
    }
}

fn skyline(rule: &Skyline, worlds: &Worlds, groups: usize) -> Vec<BigRational> {
    let largest =
        rule.points().iter().map(|point| point.c().to_ratio().to_big()).max().unwrap_or_else(BigRational::one);
    let mut worst = vec![BigRational::zero(); groups];
    for target in worlds.people() {
        for value in &worlds.values {
            let has = worlds.where_so(|world| world[target] == *value);
            let besides = Besides::of(worlds, target, value);
            for point in rule.points() {
                let weight = &largest / point.c().to_ratio().to_big();
                let weighed = besides.worst(point, &worlds.all(), &has) * weight;
                let place = &mut worst[worlds.group_of[target]];
                if weighed > *place {
                    *place = weighed;
                }
            }
        }
    }
    worst
}

/// A release of one group.
pub(super) fn alone(rule: &Rule, group: &[Value]) -> Literal {
    let found = beliefs(rule, &[group.to_vec()], usize::MAX).map_or_else(BigRational::one, |mut all| all.remove(0));
    let holds = found < rule.principle().bound().to_big();
    Literal::of_group(found, holds, group)
}
