//! (δ, l)-diversity says what its definition says.

use aloof_judge::verify::{self, Value};
use aloof_principles::{DeltaL, EpsilonM, Finding, Neighbourhood, Principle, Reading, Rule};
use aloof_table::{Attribute, Column, Decimal, NumberColumn};
use proptest::prelude::*;

/// The fast verdict, the literal one, and the fast one put together from members: all three must be equal.
fn assert_agree(rule: &Rule, attribute: &Attribute, rows: &[u32]) -> Result<(), TestCaseError> {
    let check = rule.principle().bind(attribute).map_err(|unfit| TestCaseError::fail(unfit.0))?;
    let group = attribute.group(rows);
    let fast = check.judge(&group);
    let values: Vec<Value> = group.iter().map(|&code| Value::of(attribute.domain(), code)).collect();
    let literal = verify::judge(rule, &values, &verify::table_values(attribute));
    prop_assert_eq!(&fast, &literal, "{}", rule.principle().title());
    prop_assert!(check.by_member());
    let members: Vec<Finding> = group.iter().map(|&code| check.judge_member(code, &group)).collect();
    prop_assert_eq!(members.iter().map(|f| &f.measure).max().unwrap(), &literal.measure);
    prop_assert_eq!(members.iter().filter(|f| !f.holds).count(), literal.violating);
    Ok(())
}

fn hundredths(value: i64) -> Decimal {
    Decimal::new(i128::from(value), 2)
}

/// The rows marked, or the first when none is.
fn chosen(marks: &[bool]) -> Vec<u32> {
    let rows: Vec<u32> = (0..marks.len() as u32).filter(|&row| marks[row as usize]).collect();
    if rows.is_empty() { vec![0] } else { rows }
}

fn attribute(columns: &[Column]) -> Attribute {
    let named: Vec<(&str, &Column)> = columns.iter().map(|column| ("x", column)).collect();
    Attribute::new(&named, |_| false).unwrap()
}

fn number_column(values: impl IntoIterator<Item = Decimal>) -> Column {
    Column::Number(NumberColumn::from_decimals(values.into_iter().map(Some)).unwrap())
}

/// One column of numbers, and a group of its rows.
fn numbers() -> impl Strategy<Value = (Attribute, Vec<u32>)> {
    prop::collection::vec(((-60i64..60, 0u8..3), any::<bool>()), 1..25).prop_map(|rows| {
        let column = number_column(rows.iter().map(|((value, scale), _)| Decimal::new(i128::from(*value), *scale)));
        (attribute(&[column]), chosen(&rows.iter().map(|row| row.1).collect::<Vec<_>>()))
    })
}

proptest! {
    #[test]
    fn delta_l_by_definition((attribute, rows) in numbers(), delta in 0i64..1500, l in 1u32..6) {
        let rule = DeltaL::new(hundredths(delta), l, Reading::Definition).unwrap();
        assert_agree(&Rule::DeltaL(rule), &attribute, &rows)?;
        // The same predicate as absolute (2δ, l)-anonymity.
        let twin = EpsilonM::new(Neighbourhood::absolute(hundredths(2 * delta)).unwrap(), l).unwrap();
        let group = attribute.group(&rows);
        prop_assert_eq!(rule.bind(&attribute).unwrap().judge(&group), twin.bind(&attribute).unwrap().judge(&group));
    }

    #[test]
    fn delta_l_any_centre((attribute, rows) in numbers(), delta in 0i64..1500, l in 1u32..6) {
        let rule = DeltaL::new(hundredths(delta), l, Reading::AnyCentre).unwrap();
        assert_agree(&Rule::DeltaL(rule), &attribute, &rows)?;
    }
}
