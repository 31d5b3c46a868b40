//! Definitions, written literally.
//!
//! A group is a list of [`Value`]s, in any order; a definition asks about every value in turn. No sorting, no codes, no
//! machine integers: what stands here should be checkable against the definition on paper at a glance.

pub mod advise;
mod beta_likeness;
pub mod beyond;
pub mod candidates;
mod counts;
mod delta_l;
mod dissimilarity;
mod distances;
mod diversity;
mod epsilon_m;
pub mod findable;
pub mod follows;
mod k_anonymity;
pub mod knowledge;
pub mod m_invariance;
mod missing;
pub mod order;
mod own;
pub mod perturb;
pub mod presence;
mod register;
mod spread;
pub mod staircase;
mod t_closeness;
pub mod together;
pub mod transport;
pub mod walk;
pub mod weighted;
pub mod worlds;

use aloof_principles::{Finding, Rule};
use aloof_table::{Attribute, Domain, Ratio};
use num_bigint::BigInt;
use num_rational::BigRational;

/// A sensitive value, plainly.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// A number, or a day number.
    Number(BigRational),
    /// A label.
    Label(String),
    /// Values of several columns.
    Tuple(Vec<Value>),
    /// None.
    Missing,
}

impl Value {
    /// The value behind a code; the one behind all values stands for a missing one.
    pub fn of(domain: &Domain, code: u32) -> Self {
        match domain {
            _ if code as usize == domain.len() => Self::Missing,
            Domain::Numbers { values, scale, .. } => {
                let unit = BigInt::from(10).pow(u32::from(*scale));
                Self::Number(BigRational::new(BigInt::from(values[code as usize]), unit))
            }
            Domain::Labels(labels) => Self::Label(labels[code as usize].clone()),
            Domain::Tuples { parts, codes } => {
                Self::Tuple(parts.iter().zip(codes).map(|(part, codes)| Self::of(part, codes[code as usize])).collect())
            }
        }
    }

    /// The number; a definition about numbers is only asked about numbers.
    fn number(&self) -> &BigRational {
        match self {
            Self::Number(number) => number,
            _ => panic!("the rule is about numbers"),
        }
    }
}

/// What a definition says of one group: each tuple's own measure, whether it keeps the bound, and the group's verdict.
pub(crate) struct Literal {
    measures: Vec<BigRational>,
    tuple_holds: Vec<bool>,
    holds: bool,
    at_least: bool,
}

impl Literal {
    /// For rules about the group as a whole: all tuples hold, or none.
    fn of_group(measure: BigRational, holds: bool, group: &[Value]) -> Self {
        Self { measures: vec![measure], tuple_holds: vec![holds; group.len()], holds, at_least: false }
    }
}

/// What the definition of `rule` says of `group`.
fn literal(rule: &Rule, group: &[Value], table: &[Value]) -> Literal {
    match rule {
        Rule::KAnonymity(rule) => k_anonymity::judge(*rule, group),
        Rule::Distinct(rule) => diversity::distinct(*rule, group),
        Rule::Frequency(rule) => diversity::frequency(rule, group),
        Rule::Entropy(rule) => diversity::entropy(rule, group),
        Rule::Recursive(rule) => diversity::recursive(rule, group),
        Rule::AlphaK(rule) => diversity::alpha_k(rule, group),
        Rule::KE(rule) => spread::k_e(rule, group),
        Rule::Variance(rule) => spread::variance(rule, group),
        Rule::TCloseness(rule) => t_closeness::judge(rule, group, table),
        Rule::BetaLikeness(rule) => beta_likeness::judge(rule, group, table),
        Rule::EpsilonM(rule) => epsilon_m::judge(rule, group),
        Rule::Register(rule) => register::judge(rule, group),
        Rule::DeltaL(rule) => delta_l::judge(rule, group),
        Rule::Dissimilarity(rule) => dissimilarity::judge(rule, group, table),
        Rule::CKSafety(_) | Rule::Skyline(_) => knowledge::alone(rule, group),
        Rule::Presence(_) => panic!("presence is no rule about a group"),
        Rule::MInvariance(rule) => m_invariance::judge(*rule, group),
        Rule::CountingMissing(rule) => missing::judge(rule, group, table),
    }
}

/// Judges `group` by the definition of `rule`; `table` holds the values of all tuples, for rules that need them.
pub fn judge(rule: &Rule, group: &[Value], table: &[Value]) -> Finding {
    let literal = literal(rule, group, table);
    let worst = if literal.at_least { literal.measures.iter().min() } else { literal.measures.iter().max() };
    Finding {
        measure: worst.map_or_else(Ratio::zero, |measure| Ratio::from(measure.clone())),
        holds: literal.holds,
        violating: literal.tuple_holds.iter().filter(|holds| !**holds).count(),
    }
}

/// All values of a table's attribute.
pub fn table_values(attribute: &Attribute) -> Vec<Value> {
    let counts = attribute.totals().iter().enumerate();
    counts
        .flat_map(|(code, &count)| std::iter::repeat_n(Value::of(attribute.domain(), code as u32), count as usize))
        .collect()
}

/// `count / of`.
fn share(count: usize, of: usize) -> BigRational {
    BigRational::new(BigInt::from(count), BigInt::from(of))
}
