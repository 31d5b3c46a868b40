//! The candidates view, literally: ask every group whether it covers the tuple, and judge the tuple in their union.

use aloof_principles::{DeltaL, Finding, Neighbourhood, Rule};
use aloof_table::{Column, Date, Decimal, Generalized, Hierarchy, Ratio};
use num_bigint::BigInt;
use num_rational::BigRational;

use super::epsilon_m::close;
use super::{Value, delta_l, literal, register, share};

/// The share of `x`'s candidates that lie in its neighbourhood. `groups` are the groups' values with whether they cover
/// the tuple.
pub fn belief(neighbourhood: Neighbourhood, x: &Value, groups: &[(bool, Vec<Value>)]) -> Option<Ratio> {
    let union: Vec<&Value> = groups.iter().filter(|(covers, _)| *covers).flat_map(|(_, values)| values).collect();
    let star = union.iter().filter(|y| close(neighbourhood, x.number(), y.number())).count();
    (!union.is_empty()).then(|| Ratio::from(share(star, union.len())))
}

/// A released cell, as its text says.
pub enum Cell {
    /// Nothing stands there: it covers missing values only.
    Missing,
    /// A label of the original, letter for letter: it covers itself.
    Itself(String),
    /// A set of values.
    Set(Generalized),
    /// Not understood: it covers nothing.
    Strange,
}

impl Cell {
    /// Reads a cell of a column.
    pub fn read(text: Option<&str>, original: &Column, hierarchy: Option<&Hierarchy>) -> Self {
        let Some(text) = text else { return Self::Missing };
        let is_label = hierarchy.is_none() && text.chars().any(|c| c != '*');
        match original {
            Column::Label(labels) if is_label && labels.labels().code(text).is_some() => Self::Itself(text.to_owned()),
            _ => Generalized::parse(text, original.kind(), hierarchy).map_or(Self::Strange, Self::Set),
        }
    }

    /// Whether it covers the value of an original row.
    pub fn covers(&self, original: &Column, row: usize, hierarchy: Option<&Hierarchy>) -> bool {
        let value = original.text(row);
        match (self, value) {
            (Self::Set(Generalized::Any), _) | (Self::Missing, None) => true,
            (Self::Itself(label), Some(value)) => *label == value,
            (Self::Set(set), Some(value)) => match number(original, &value) {
                Some(number) if hierarchy.is_none() => set.covers_number(number),
                _ => set.covers_label(&value, hierarchy),
            },
            _ => false,
        }
    }
}

fn number(original: &Column, text: &str) -> Option<Decimal> {
    match original {
        Column::Number(_) => text.parse().ok(),
        Column::Date(_) => text.parse::<Date>().ok().map(|date| Decimal::from(i64::from(date.days()))),
        Column::Label(_) => None,
    }
}

/// Judges the tuple with value `x` among candidates; `table` holds all values, for rules that need them. Rules that look at
/// members are asked about a member equal to `x`, if there is one.
pub fn judge_member(rule: &Rule, x: &Value, union: &[Value], table: &[Value]) -> Option<Finding> {
    let among = |crowd: usize, one_in: u32| Finding {
        measure: Ratio::from(share(crowd, union.len())),
        holds: BigInt::from(crowd) * one_in <= BigInt::from(union.len()),
        violating: usize::from(crowd * one_in as usize > union.len()),
    };
    match rule {
        Rule::EpsilonM(rule) => {
            let star = union.iter().filter(|y| close(rule.neighbourhood(), x.number(), y.number())).count();
            Some(among(star, rule.m()))
        }
        Rule::DeltaL(rule) => Some(among(crowd(rule, x, union), rule.l())),
        Rule::Register(rule) => {
            let values: Vec<&BigRational> = union.iter().map(Value::number).collect();
            Some(among(register::crowd(rule.neighbourhood(), x.number(), &values), rule.m()))
        }
        _ => {
            let found = literal(rule, union, table);
            let at = if found.measures.len() == union.len() { union.iter().position(|y| y == x)? } else { 0 };
            let holds = found.tuple_holds[at];
            Some(Finding { measure: Ratio::from(found.measures[at].clone()), holds, violating: usize::from(!holds) })
        }
    }
}

fn crowd(rule: &DeltaL, x: &Value, union: &[Value]) -> usize {
    let values: Vec<&BigRational> = union.iter().map(Value::number).collect();
    delta_l::crowd(rule, x.number(), &values)
}
