//! Distances put together from others: the fast check and the literal definition say the same, also on ties.

use aloof_judge::verify::{self, Value};
use aloof_principles::similarity::{Composite, Matrix, Share};
use aloof_principles::{Dissimilarity, Distance, DistanceSpec, Principle, Rule};
use aloof_table::{Attribute, Column, Decimal, LabelColumn, NumberColumn};
use proptest::prelude::*;

const LABELS: [&str; 4] = ["flu", "cold", "gout", "mumps"];

fn matrix() -> Distance {
    let rows = [["0", "0.5", "2", "1"], ["0.5", "0", "1.5", "1"], ["2", "1.5", "0", "3"], ["1", "1", "3", "0"]];
    let rows = rows.map(|row| row.map(|value| value.parse().unwrap()).to_vec()).to_vec();
    let matrix = Matrix::new(LABELS.map(str::to_owned).to_vec(), rows).unwrap();
    DistanceSpec { matrix: Some(matrix), ..DistanceSpec::kind("matrix") }.check().unwrap()
}

fn kind(kind: &str, scale: Option<&str>) -> Distance {
    DistanceSpec { scale: scale.map(str::to_owned), ..DistanceSpec::kind(kind) }.check().unwrap()
}

proptest! {
    /// Two numbers, a label with a matrix, a label compared for equality or letter by letter.
    #[test]
    fn fast_and_literal_agree(
        rows in prop::collection::vec((0i64..6, 0i64..6, 0usize..4, 0usize..4), 1..14),
        weights in prop::collection::vec(0i64..3, 3), greatest in any::<bool>(), scaled in any::<bool>(),
        norm in prop::sample::select(vec!["l1", "l2", "linf"]), labels in prop::sample::select(vec!["hamming", "edit"]),
        epsilon in 0i64..8, delta in 0i64..=10, k in 1u32..4,
    ) {
        // Only sums are added, or weighted.
        let norm = if greatest && weights[0] == 1 { norm } else { "l1" };
        let parts = vec![
            Share { columns: vec![0, 1], weight: weights[0].into(), distance: kind(norm, scaled.then_some("range")) },
            Share { columns: vec![2], weight: weights[1].into(), distance: matrix() },
            Share { columns: vec![3], weight: weights[2].into(), distance: kind(labels, None) },
        ];
        let Ok(composite) = Composite::new(greatest, parts) else {
            prop_assert!(weights.iter().all(|&weight| weight == 0));
            return Ok(());
        };
        let numbers = |f: fn(&(i64, i64, usize, usize)) -> i64| Column::Number(NumberColumn::from_integers(rows.iter().map(f).collect()));
        let texts = |f: fn(&(i64, i64, usize, usize)) -> usize| Column::Label(LabelColumn::from_texts(rows.iter().map(|row| Some(LABELS[f(row)]))));
        let columns = [numbers(|r| r.0), numbers(|r| r.1), texts(|r| r.2), texts(|r| r.3)];
        let named: Vec<(&str, &Column)> = ["a", "b", "c", "d"].into_iter().zip(&columns).collect();
        let attribute = Attribute::new(&named, |_| false);
        let epsilon = Decimal::new(i128::from(epsilon) * 5, 1);
        let rule = Dissimilarity::new(Distance::Composite(Box::new(composite)), epsilon, Decimal::new(delta.into(), 1), k).unwrap();
        let everyone: Vec<u32> = (0..rows.len() as u32).collect();
        let group = attribute.group(&everyone);
        let fast = rule.bind(&attribute).unwrap().judge(&group);
        let values: Vec<Value> = group.iter().map(|&code| Value::of(attribute.domain(), code)).collect();
        prop_assert_eq!(fast, verify::judge(&Rule::Dissimilarity(rule), &values, &verify::table_values(&attribute)));
    }
}

#[test]
fn what_cannot_be_put_together_is_refused() {
    let part = |distance: Distance, weight: i64| Share { columns: vec![0], weight: weight.into(), distance };
    let refused = |greatest, parts| Composite::new(greatest, parts).unwrap_err().to_string();
    assert!(refused(false, vec![part(kind("l2", None), 1)]).contains("cannot add `l2`"));
    assert!(refused(true, vec![part(kind("linf", None), 2)]).contains("no other weight than 1"));
    assert!(refused(false, Vec::new()).contains("at least one"));
    assert!(refused(true, vec![part(kind("l1", None), 0)]).contains("not all zero"));
    assert!(Composite::new(true, vec![part(kind("l2", None), 1)]).is_ok());
}
