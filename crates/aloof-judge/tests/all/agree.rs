//! Every fast routine says what its definition says.

use aloof_judge::verify::{self, Value};
use aloof_principles::{EpsilonM, Finding, Neighbourhood, Rule};
use aloof_table::{Attribute, Column, Decimal, NumberColumn};
use proptest::prelude::*;

/// A column of numbers with places behind the point, and which rows make the group.
fn numbers(low: i64) -> impl Strategy<Value = (Attribute, Vec<u32>)> {
    prop::collection::vec(((low..60i64, 0u8..3), any::<bool>()), 1..25).prop_map(|rows| {
        let values = rows.iter().map(|((value, scale), _)| Some(Decimal::new(i128::from(*value), *scale)));
        let column = Column::Number(NumberColumn::from_decimals(values).unwrap());
        let mut group: Vec<u32> = (0..rows.len() as u32).filter(|&row| rows[row as usize].1).collect();
        if group.is_empty() {
            group.push(0);
        }
        (Attribute::new(&[("x", &column)], |_| false), group)
    })
}

/// The fast verdict, the literal one, and the fast one put together from members: all three must be equal.
fn assert_agree(rule: &Rule, attribute: &Attribute, rows: &[u32]) -> Result<(), TestCaseError> {
    let check = rule.principle().bind(attribute).unwrap();
    let group = attribute.group(rows);
    let fast = check.judge(&group);
    let values: Vec<Value> = group.iter().map(|&code| Value::of(attribute.domain(), code)).collect();
    let literal = verify::judge(rule, &values, &verify::table_values(attribute));
    prop_assert_eq!(&fast, &literal, "{:?}", rule);
    prop_assert_eq!(check.holds(&group), literal.holds, "{:?}", rule);
    if check.by_member() {
        let members: Vec<Finding> = group.iter().map(|&code| check.judge_member(code, &group)).collect();
        let direction = rule.principle().direction();
        let worst = members.iter().map(|f| &f.measure).max_by(|a, b| direction.compare(a, b)).unwrap();
        prop_assert_eq!(worst, &literal.measure);
        prop_assert_eq!(members.iter().filter(|f| !f.holds).count(), literal.violating);
    }
    Ok(())
}

fn decimal(hundredths: i64) -> Decimal {
    Decimal::new(i128::from(hundredths), 2)
}

proptest! {
    #[test]
    fn epsilon_m_absolute((attribute, rows) in numbers(-60), epsilon in 0i64..1500, m in 1u32..6) {
        let rule = EpsilonM::new(Neighbourhood::absolute(decimal(epsilon)).unwrap(), m).unwrap();
        assert_agree(&Rule::EpsilonM(rule), &attribute, &rows)?;
    }

    #[test]
    fn epsilon_m_asymmetric((attribute, rows) in numbers(-60), below in 0i64..1500, above in 0i64..1500, m in 1u32..6) {
        let rule = EpsilonM::new(Neighbourhood::between(decimal(below), decimal(above)).unwrap(), m).unwrap();
        assert_agree(&Rule::EpsilonM(rule), &attribute, &rows)?;
    }

    #[test]
    fn epsilon_m_relative((attribute, rows) in numbers(1), epsilon in 0i64..100, m in 1u32..6) {
        let rule = EpsilonM::new(Neighbourhood::relative(decimal(epsilon)).unwrap(), m).unwrap();
        assert_agree(&Rule::EpsilonM(rule), &attribute, &rows)?;
    }
}
