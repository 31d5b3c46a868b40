//! Stars and cliques: the fast check says what the literal definition says, and one implies the other as documented.

use aloof_judge::verify::{self, Value};
use aloof_principles::{
    DeltaL, Dissimilarity, DistanceSpec, Finding, Principle, Reading, Rule, Shape, diversity::AlphaK,
    diversity::Frequency,
};
use aloof_table::{Attribute, Column, Decimal, LabelColumn, NumberColumn, Ratio};
use proptest::prelude::*;
use proptest::sample::select;

const KINDS: [&str; 5] = ["l1", "l2", "linf", "min", "hamming"];

fn rule(kind: &str, epsilon: i64, delta: i64, k: u32, shape: Shape) -> Dissimilarity {
    let distance = DistanceSpec::kind(kind).check().unwrap();
    Dissimilarity::new(distance, Decimal::from(epsilon), Decimal::new(delta.into(), 2), k).unwrap().with_shape(shape)
}

/// Two columns of small numbers, so that many values are similar and many distances are exactly ε.
fn attribute(rows: &[(i64, i64)]) -> Attribute {
    let column = |f: fn(&(i64, i64)) -> i64| Column::Number(NumberColumn::from_integers(rows.iter().map(f).collect()));
    let columns = [column(|row| row.0), column(|row| row.1)];
    Attribute::new(&[("a", &columns[0]), ("b", &columns[1])], |_| false)
}

fn numbers(values: &[i64]) -> Attribute {
    let column = Column::Number(NumberColumn::from_integers(values.to_vec()));
    Attribute::new(&[("x", &column)], |_| false)
}

fn everyone(attribute: &Attribute) -> Vec<u32> {
    attribute.group(&(0..attribute.codes().len() as u32).collect::<Vec<_>>())
}

fn judge(principle: &dyn Principle, attribute: &Attribute, group: &[u32]) -> Finding {
    principle.bind(attribute).unwrap().judge(group)
}

/// How many tuples stand together in the worst place, the tuple in question included.
fn together(finding: &Finding, size: usize) -> Ratio {
    &(&finding.measure * &Ratio::whole(size as u64 - 1)) + &Ratio::one()
}

proptest! {
    #[test]
    fn cliques_by_definition(rows in prop::collection::vec((0i64..9, 0i64..9), 1..16), epsilon in 0i64..7,
        delta in 0i64..=100, k in 1u32..5, kind in select(&KINDS[..]), one in any::<bool>()) {
        let table = if one { numbers(&rows.iter().map(|row| row.0).collect::<Vec<_>>()) } else { attribute(&rows) };
        let rule = rule(kind, epsilon, delta, k, Shape::Clique);
        let group = everyone(&table);
        let check = rule.bind(&table).unwrap();
        let values: Vec<Value> = group.iter().map(|&code| Value::of(table.domain(), code)).collect();
        let literal = verify::judge(&Rule::Dissimilarity(rule.clone()), &values, &verify::table_values(&table));
        prop_assert_eq!(&check.judge(&group), &literal);
        let members: Vec<Finding> = group.iter().map(|&code| check.judge_member(code, &group)).collect();
        prop_assert_eq!(members.iter().map(|member| &member.measure).max().unwrap(), &literal.measure);
        prop_assert_eq!(members.iter().filter(|member| !member.holds).count(), literal.violating);
    }

    /// A star that is small enough holds no clique that is too large. With no room at all both say: no two are similar.
    #[test]
    fn stars_imply_cliques(rows in prop::collection::vec((0i64..9, 0i64..9), 2..24), epsilon in 0i64..7,
        delta in 0i64..=100, k in 1u32..5, kind in select(&KINDS[..])) {
        let table = attribute(&rows);
        let group = everyone(&table);
        let of = |delta: i64, shape: Shape| judge(&rule(kind, epsilon, delta, k, shape), &table, &group);
        let (star, clique) = (of(delta, Shape::Star), of(delta, Shape::Clique));
        prop_assert!(clique.measure <= star.measure && clique.violating <= star.violating);
        prop_assert!(!star.holds || clique.holds);
        prop_assert_eq!(of(100, Shape::Star).holds, of(100, Shape::Clique).holds);
    }

    /// For a true metric: no more than the largest clique of 2ε lies within ε of anything.
    #[test]
    fn wide_cliques_imply_stars(rows in prop::collection::vec((0i64..9, 0i64..9), 2..24), epsilon in 0i64..5,
        delta in 0i64..=100, k in 1u32..5, kind in select(vec!["l1", "l2", "linf", "hamming"])) {
        let table = attribute(&rows);
        let group = everyone(&table);
        let star = judge(&rule(kind, epsilon, delta, k, Shape::Star), &table, &group);
        let clique = judge(&rule(kind, 2 * epsilon, delta, k, Shape::Clique), &table, &group);
        prop_assert!(star.measure <= clique.measure);
        prop_assert!(!clique.holds || star.holds);
    }

    /// A union of two has at most the two largest together: δ too many at most. Counted with the tuple itself, monotone.
    #[test]
    fn unions_of_cliques(rows in prop::collection::vec((0i64..9, 0i64..9), 6..24), cut in 2usize..5, epsilon in 0i64..5,
        kind in select(&KINDS[..])) {
        let table = attribute(&rows);
        let rule = rule(kind, epsilon, 50, 1, Shape::Clique);
        let codes = |range: std::ops::Range<usize>| table.group(&range.map(|row| row as u32).collect::<Vec<_>>());
        let size = |group: &[u32]| together(&judge(&rule, &table, group), group.len());
        let (left, right, all) = (codes(0..cut), codes(cut..rows.len()), codes(0..rows.len()));
        prop_assert!(size(&all) <= &size(&left) + &size(&right));
    }

    /// In one column of numbers a clique is an interval of length ε: (ε/2, l)-diversity around any centre.
    #[test]
    fn in_one_column_it_is_any_centre(values in prop::collection::vec(0i64..60, 2..30), epsilon in 0i64..12) {
        let table = numbers(&values);
        let group = everyone(&table);
        let clique = judge(&rule("l1", epsilon, 50, 1, Shape::Clique), &table, &group);
        let window = DeltaL::new(Decimal::new(i128::from(epsilon) * 5, 1), 2, Reading::AnyCentre).unwrap();
        let window = judge(&window, &table, &group);
        prop_assert_eq!(together(&clique, group.len()), &window.measure * &Ratio::whole(group.len() as u64));
    }

    /// With ε = 0 on labels, shapes do not matter, and the rule is (α, k)-anonymity and l-diversity by frequency, for the α
    /// that leaves as many tuples one value.
    #[test]
    fn equal_labels(labels in prop::collection::vec(0usize..4, 2..20), delta in 0i64..=100, k in 1u32..6) {
        let texts = labels.iter().map(|&label| Some(["flu", "cold", "gout", "mumps"][label]));
        let column = Column::Label(LabelColumn::from_texts(texts));
        let table = Attribute::new(&[("x", &column)], |_| false);
        let group = everyone(&table);
        let n = group.len() as i64;
        let star = rule("hamming", 0, delta, k, Shape::Star);
        let (found, clique) = (judge(&star, &table, &group), judge(&rule("hamming", 0, delta, k, Shape::Clique), &table, &group));
        prop_assert_eq!(&found, &clique);
        let most = star.allowance(n as u64) as i64 + 1;
        // The least share of three digits with which `most` of n are allowed; one more is not.
        let share = Decimal::new(i128::from((most * 1000 + n - 1) / n), 3);
        let alpha = judge(&AlphaK::new(share, k).unwrap(), &table, &group);
        prop_assert_eq!(together(&found, group.len()), &alpha.measure * &Ratio::whole(n as u64));
        prop_assert_eq!(found.holds, alpha.holds);
        // l = n / most, rounded down at the third digit so that `most` of n are still allowed.
        let frequency = Frequency::new(Decimal::new(i128::from(n * 1000 / most), 3)).unwrap();
        let frequency = judge(&frequency, &table, &group);
        prop_assert_eq!(found.holds, frequency.holds && group.len() >= k as usize);
    }
}

#[test]
fn a_chain_is_a_star_and_no_clique() {
    let table = numbers(&[0, 10, 20, 100]);
    let group = everyone(&table);
    let measure = |shape| judge(&rule("l1", 10, 50, 1, shape), &table, &group).measure.to_string();
    assert_eq!((measure(Shape::Star).as_str(), measure(Shape::Clique).as_str()), ("2/3", "1/3"));
}

#[test]
fn cliques_are_not_monotone_either() {
    let table = numbers(&[1, 9, 1, 5]);
    let holds = |rows: &[u32]| judge(&rule("l1", 0, 100, 2, Shape::Clique), &table, &table.group(rows)).holds;
    assert!(holds(&[0, 1]) && holds(&[2, 3]));
    assert!(!holds(&[0, 1, 2, 3]));
}

#[test]
fn a_sentence_for_cliques() {
    let table = numbers(&[0, 5, 10, 100]);
    let rule = rule("l1", 5, 80, 6, Shape::Clique);
    assert_eq!(
        rule.bind(&table).unwrap().conclusion(&everyone(&table)),
        "Whoever knows a person to be among these 4 can pick 2 of their records whose values lie within 5 (l1 distance) \
         of each other; there are fewer than 6 to choose from."
    );
    assert_eq!(rule.title(), "(5, 0.8)^6-dissimilarity, l1, clique");
}
