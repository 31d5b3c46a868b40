//! A distance from elsewhere has no definition here: it is taken at its word, pair by pair, over the distinct values of
//! the table. What is checked is the counting.

use aloof_principles::{Metric, Similar};
use aloof_table::{Decimal, Domain};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::Value;

/// The distance bound to the distinct values of a table.
pub(super) struct Own {
    domain: Domain,
    similar: Box<dyn Similar>,
}

impl Own {
    pub fn new(metric: &dyn Metric, epsilon: Decimal, group: &[Value], table: &[Value]) -> Self {
        let values: Vec<&Value> = table.iter().chain(group).collect();
        let domain = domain_of(&values);
        let similar = metric.bind(&domain, epsilon).expect("the distance fits the table");
        Self { domain, similar }
    }

    pub fn close(&self, x: &Value, y: &Value) -> bool {
        let code = |value: &Value| {
            let found = (0..self.domain.len() as u32).find(|&code| Value::of(&self.domain, code) == *value);
            found.expect("the value is in the table")
        };
        x == y || self.similar.similar(code(x), code(y))
    }
}

/// The distinct values, in the order a table codes them.
fn domain_of(values: &[&Value]) -> Domain {
    match values.first() {
        Some(Value::Number(_)) => numbers(values),
        Some(Value::Tuple(parts)) => tuples(values, parts.len()),
        _ => Domain::Labels(distinct(values.iter().filter_map(|value| match value {
            Value::Label(label) => Some(label.clone()),
            _ => None,
        }))),
    }
}

fn numbers(values: &[&Value]) -> Domain {
    let numbers = distinct(values.iter().map(|value| value.number().clone()));
    let scaled = |scale: u32| -> Option<Vec<i128>> {
        let unit = BigRational::from(BigInt::from(10).pow(scale));
        let units = numbers.iter().map(|number| number * &unit);
        units.map(|number| if number.is_integer() { number.to_integer().to_i128() } else { None }).collect()
    };
    let (scale, values) =
        (0..=aloof_table::MAX_SCALE).find_map(|s| Some((s, scaled(u32::from(s))?))).expect("numbers are decimals");
    Domain::Numbers { values, scale, dates: false }
}

fn tuples(values: &[&Value], columns: usize) -> Domain {
    let column = |column: usize| -> Vec<&Value> {
        values
            .iter()
            .map(|value| match value {
                Value::Tuple(parts) => &parts[column],
                _ => panic!("all values have the same columns"),
            })
            .collect()
    };
    let columns: Vec<Vec<&Value>> = (0..columns).map(column).collect();
    let parts: Vec<Domain> = columns.iter().map(|column| domain_of(column)).collect();
    let code = |part: &Domain, value: &Value| (0..part.len() as u32).find(|&code| Value::of(part, code) == *value);
    let row = |row: usize| -> Vec<u32> {
        parts.iter().zip(&columns).map(|(part, column)| code(part, column[row]).expect("it was listed")).collect()
    };
    let rows = distinct((0..values.len()).map(row));
    let codes = (0..parts.len()).map(|part| rows.iter().map(|row| row[part]).collect()).collect();
    Domain::Tuples { parts, codes }
}

fn distinct<T: Ord>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values.dedup();
    values
}
