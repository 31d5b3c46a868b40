//! Small tables for tests.

use aloof_table::{Attribute, Column, Decimal, NumberColumn};

use crate::{Finding, Principle};

pub fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

/// One sensitive column of whole numbers.
pub fn numbers(values: &[i64]) -> Attribute {
    let column = Column::Number(NumberColumn::from_integers(values.to_vec()));
    Attribute::new(&[("x", &column)], |_| false)
}

/// Sensitive columns of decimals: `rows` of one text per column.
pub fn decimals(rows: &[&[&str]]) -> Attribute {
    let column = |part: usize| {
        let values = rows.iter().map(|row| Some(decimal(row[part])));
        Column::Number(NumberColumn::from_decimals(values).unwrap())
    };
    let columns: Vec<Column> = (0..rows[0].len()).map(column).collect();
    let named: Vec<(&str, &Column)> = columns.iter().map(|column| ("x", column)).collect();
    Attribute::new(&named, |_| false)
}

/// The whole table taken as one group.
pub fn everyone(attribute: &Attribute) -> Vec<u32> {
    let rows: Vec<u32> = (0..attribute.codes().len() as u32).collect();
    attribute.group(&rows)
}

/// Judges the whole table as one group.
pub fn judge(principle: &dyn Principle, attribute: &Attribute) -> Finding {
    principle.bind(attribute).unwrap().judge(&everyone(attribute))
}
