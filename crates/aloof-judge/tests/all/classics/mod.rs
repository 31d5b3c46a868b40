//! Small random tables, dealt into groups, for the tests of the classical principles and of measures.

#![allow(dead_code, reason = "each test uses its part")]

use aloof_judge::verify::{self, Value};
use aloof_principles::{Finding, Rule};
use aloof_table::{Attribute, Column, Decimal, Hierarchy, LabelColumn, NumberColumn};
use proptest::prelude::*;

/// A sensitive column, or two together, and the group of each row.
#[derive(Clone, Debug)]
pub struct Sample {
    pub attribute: Attribute,
    pub group_of: Vec<u8>,
}

impl Sample {
    /// The sorted codes of each group that has rows.
    pub fn groups(&self) -> Vec<Vec<u32>> {
        let rows_of = |group: u8| -> Vec<u32> {
            (0..self.group_of.len() as u32).filter(|&row| self.group_of[row as usize] == group).collect()
        };
        let groups = (0..=*self.group_of.iter().max().unwrap()).map(rows_of);
        groups.filter(|rows| !rows.is_empty()).map(|rows| self.attribute.group(&rows)).collect()
    }

    pub fn values(&self, group: &[u32]) -> Vec<Value> {
        group.iter().map(|&code| Value::of(self.attribute.domain(), code)).collect()
    }

    pub fn table(&self) -> Vec<Value> {
        verify::table_values(&self.attribute)
    }

    pub fn literal(&self, rule: &Rule, group: &[u32]) -> Finding {
        verify::judge(rule, &self.values(group), &self.table())
    }
}

pub fn sample(columns: &[Column], group_of: Vec<u8>) -> Sample {
    let named: Vec<(&str, &Column)> = ["x", "y"].into_iter().zip(columns).collect();
    Sample { attribute: Attribute::new(&named, |_| false), group_of }
}

pub fn number_column(values: impl IntoIterator<Item = Decimal>) -> Column {
    Column::Number(NumberColumn::from_decimals(values.into_iter().map(Some)).unwrap())
}

pub fn label_column(values: impl IntoIterator<Item = u8>) -> Column {
    let labels: Vec<String> = values.into_iter().map(label).collect();
    Column::Label(LabelColumn::from_texts(labels.iter().map(|label| Some(label.as_str()))))
}

pub fn label(value: u8) -> String {
    format!("v{value}")
}

/// Rows of (value, group): few values, many of them equal.
pub fn rows<T: std::fmt::Debug>(value: impl Strategy<Value = T>, most: usize) -> impl Strategy<Value = Vec<(T, u8)>> {
    prop::collection::vec((value, 0u8..4), 1..most)
}

/// Numbers with up to two places behind the point.
pub fn numbers(most: usize) -> impl Strategy<Value = Sample> {
    let value = prop_oneof![(0i64..6, 0u8..1).boxed(), (-40i64..40, 0u8..3).boxed(),];
    rows(value, most).prop_map(|rows| {
        let column = number_column(rows.iter().map(|((value, scale), _)| Decimal::new(i128::from(*value), *scale)));
        sample(&[column], rows.iter().map(|(_, group)| *group).collect())
    })
}

/// Numbers so far apart that their sums and products need more than 128 bits.
pub fn wide_numbers() -> impl Strategy<Value = Sample> {
    let value = prop_oneof![Just(i128::MAX), Just(i128::MIN), any::<i128>(), (0i128..5)];
    rows(value, 12).prop_map(|rows| {
        let column = number_column(rows.iter().map(|(value, _)| Decimal::new(*value, 0)));
        sample(&[column], rows.iter().map(|(_, group)| *group).collect())
    })
}

pub fn labels(most: usize) -> impl Strategy<Value = Sample> {
    rows(0u8..8, most).prop_map(|rows| {
        sample(&[label_column(rows.iter().map(|(value, _)| *value))], rows.iter().map(|(_, group)| *group).collect())
    })
}

pub fn tuples(most: usize) -> impl Strategy<Value = Sample> {
    rows((0i64..3, 0u8..3), most).prop_map(|rows| {
        let first = number_column(rows.iter().map(|((value, _), _)| Decimal::from(*value)));
        let second = label_column(rows.iter().map(|((_, value), _)| *value));
        sample(&[first, second], rows.iter().map(|(_, group)| *group).collect())
    })
}

pub fn any_kind(most: usize) -> impl Strategy<Value = Sample> {
    prop_oneof![numbers(most), labels(most), tuples(most)]
}

/// A tree of height 3 over the labels v0 … v7 that is not the same on both sides.
pub fn tree() -> Hierarchy {
    let parents = ["a", "a", "a", "b", "c", "c", "d", "e"];
    let path = |value: u8| {
        let parent = parents[usize::from(value)];
        let above = if matches!(parent, "a" | "b") { "left" } else { "right" };
        vec![label(value), parent.to_owned(), above.to_owned(), "*".to_owned()]
    };
    // Lines in another order than the labels'.
    Hierarchy::from_paths([5u8, 2, 7, 0, 1, 6, 3, 4].map(path)).unwrap()
}

pub fn decimal(hundredths: i64) -> Decimal {
    Decimal::new(i128::from(hundredths), 2)
}

pub fn text(text: &str) -> Decimal {
    text.parse().unwrap()
}
