//! Missing values that count: the fast finding is the literal one, and holds whatever the missing values are.

use aloof_judge::verify::{self, Value};
use aloof_principles::{AlphaK, DeltaL, EpsilonM, Frequency, MissingIs, Neighbourhood, Reading, Rule};
use aloof_table::{Attribute, Column, Decimal, NumberColumn};
use proptest::prelude::*;
use proptest::sample::select;

fn column(values: &[Option<i64>]) -> Column {
    Column::Number(NumberColumn::from_decimals(values.iter().map(|value| value.map(Decimal::from))).unwrap())
}

fn register(rule: Rule) -> Rule {
    rule.in_register().unwrap()
}

fn rules() -> impl Strategy<Value = Rule> {
    let near = (0i64..8).prop_map(|epsilon| Neighbourhood::absolute(epsilon.into()).unwrap());
    let both = (0i64..8, 0i64..8).prop_map(|(e1, e2)| Neighbourhood::between(e1.into(), e2.into()).unwrap());
    let share = (0i64..10).prop_map(|tenths| Neighbourhood::relative(Decimal::new(tenths.into(), 1)).unwrap());
    prop_oneof![
        (prop_oneof![near, both, share], 1u32..5)
            .prop_map(|(near, m)| register(Rule::EpsilonM(EpsilonM::new(near, m).unwrap()))),
        (0i64..6, 1u32..5, select(vec![Reading::Definition, Reading::AnyCentre]))
            .prop_map(|(delta, l, reading)| register(Rule::DeltaL(DeltaL::new(delta.into(), l, reading).unwrap()))),
        (2i64..9).prop_map(|halves| Rule::Frequency(Frequency::new(Decimal::new((5 * halves).into(), 1)).unwrap())),
        (1i64..10, 1u32..5)
            .prop_map(|(tenths, k)| { Rule::AlphaK(AlphaK::new(Decimal::new(tenths.into(), 1), k).unwrap()) }),
    ]
}

fn holds(rule: &Rule, values: &[i64]) -> bool {
    let column = column(&values.iter().map(|&value| Some(value)).collect::<Vec<_>>());
    let attribute = Attribute::new(&[("x", &column)], |_| false);
    let rows: Vec<u32> = (0..values.len() as u32).collect();
    rule.principle().bind(&attribute).unwrap().judge(&attribute.group(&rows)).holds
}

/// All ways to fill in so many values out of 1 to 12.
fn fillings(missing: usize) -> Vec<Vec<i64>> {
    (0..missing).fold(vec![Vec::new()], |all, _| {
        all.iter().flat_map(|some| (1..=12).map(|value| [some.as_slice(), &[value]].concat())).collect()
    })
}

proptest! {
    #[test]
    fn the_definition(
        values in prop::collection::vec(prop::option::of(1i64..40), 1..16), rule in rules(),
        similar in select(vec![MissingIs::Itself, MissingIs::Everything]),
    ) {
        let rule = rule.counting_missing(similar).unwrap();
        let column = column(&values);
        let attribute = Attribute::counting_missing(&[("x", &column)], |_| false);
        let group = attribute.group(&(0..values.len() as u32).collect::<Vec<_>>());
        prop_assert_eq!(group.len(), values.len());
        let literal: Vec<Value> = group.iter().map(|&code| Value::of(attribute.domain(), code)).collect();
        let fast = rule.principle().bind(&attribute).unwrap().judge(&group);
        prop_assert_eq!(fast, verify::judge(&rule, &literal, &[]), "{:?}", rule);
    }

    /// *Similar to everything* holds just when the rule holds among those who have a value and in every way to fill the others in;
    /// *similar to itself*, when it holds among those who have a value and too few are missing to be guessed.
    #[test]
    fn whatever_the_missing_values_are(
        values in prop::collection::vec(1i64..12, 0..6), missing in 0usize..4, rule in rules(),
    ) {
        prop_assume!(values.len() + missing > 0);
        let all: Vec<Option<i64>> = values.iter().map(|&value| Some(value)).chain(vec![None; missing]).collect();
        let column = column(&all);
        let attribute = Attribute::counting_missing(&[("x", &column)], |_| false);
        let group = attribute.group(&(0..all.len() as u32).collect::<Vec<_>>());
        let found = |similar| {
            let rule = rule.clone().counting_missing(similar).unwrap();
            rule.principle().bind(&attribute).unwrap().judge(&group).holds
        };
        let answered = values.is_empty() || holds(&rule, &values);
        let filled = fillings(missing).iter().all(|more| holds(&rule, &[&values[..], more].concat()));
        prop_assert_eq!(found(MissingIs::Everything), answered && filled);
        let bound = rule.principle().bound();
        let few = aloof_table::Ratio::of(missing as u64, all.len() as u64) <= bound;
        let large = !values.is_empty() || all.len() >= rule.principle().least_rows() as usize;
        prop_assert_eq!(found(MissingIs::Itself), answered && few && large);
    }
}
