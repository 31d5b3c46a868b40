//! (δ, l)-diversity, (ε, δ)^k-dissimilarity and every distance say what their definitions say.

use std::sync::Arc;

use aloof_judge::verify::{self, Value};
use aloof_principles::{
    DeltaL, Dissimilarity, Distance, DistanceSpec, EpsilonM, Finding, Matrix, Metric, Neighbourhood, Principle,
    Reading, Rule, Similar, Unfit,
};
use aloof_table::{Attribute, Column, Decimal, Domain, Hierarchy, LabelColumn, NumberColumn, Ratio};
use proptest::prelude::*;
use proptest::sample::select;

const WORDS: [&str; 6] = ["flu", "flux", "cold", "colds", "", "asthma"];

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

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
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
    Attribute::new(&named, |_| false)
}

fn number_column(values: impl IntoIterator<Item = Decimal>) -> Column {
    Column::Number(NumberColumn::from_decimals(values.into_iter().map(Some)).unwrap())
}

fn label_column<'a>(labels: impl IntoIterator<Item = &'a str>) -> Column {
    Column::Label(LabelColumn::from_texts(labels.into_iter().map(Some)))
}

/// One column of numbers, and a group of its rows.
fn numbers() -> impl Strategy<Value = (Attribute, Vec<u32>)> {
    prop::collection::vec(((-60i64..60, 0u8..3), any::<bool>()), 1..25).prop_map(|rows| {
        let column = number_column(rows.iter().map(|((value, scale), _)| Decimal::new(i128::from(*value), *scale)));
        (attribute(&[column]), chosen(&rows.iter().map(|row| row.1).collect::<Vec<_>>()))
    })
}

/// What a column holds: small numbers, numbers of very many digits, or labels.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Small,
    Wide,
    Label,
}

impl Kind {
    fn column(self, cells: impl Iterator<Item = (i64, u8)>) -> Column {
        match self {
            Self::Small => number_column(cells.map(|(value, scale)| Decimal::new(i128::from(value), scale))),
            Self::Wide => {
                // 30 digits, of which the first and the last differ from row to row.
                let wide = |value: i64| i128::from(value / 7) * 10i128.pow(29) + i128::from(value);
                number_column(cells.map(|(value, scale)| Decimal::new(wide(value), scale)))
            }
            Self::Label => {
                let words: Vec<&str> = cells.map(|(value, _)| WORDS[value.rem_euclid(6) as usize]).collect();
                label_column(words)
            }
        }
    }
}

/// One to three columns of the kinds given, and a group of their rows.
fn tables(kinds: &'static [Kind]) -> impl Strategy<Value = (Attribute, Vec<u32>)> {
    let cell = (-12i64..12, 0u8..3);
    let shape = prop::collection::vec(select(kinds), 1..4);
    let rows = prop::collection::vec((prop::array::uniform3(cell), any::<bool>()), 1..18);
    (shape, rows).prop_map(|(shape, rows)| {
        let columns: Vec<Column> =
            shape.iter().enumerate().map(|(at, kind)| kind.column(rows.iter().map(|row| row.0[at]))).collect();
        (attribute(&columns), chosen(&rows.iter().map(|row| row.1).collect::<Vec<_>>()))
    })
}

fn words_tree() -> Arc<Hierarchy> {
    let paths = [
        ["flu", "virus", "infection", "*"],
        ["flux", "virus", "infection", "*"],
        ["cold", "cold or colds", "infection", "*"],
        ["colds", "cold or colds", "infection", "*"],
        ["", "none", "none", "*"],
        ["asthma", "chronic", "chronic", "*"],
    ];
    Arc::new(Hierarchy::from_paths(paths.map(|path| path.to_vec())).unwrap())
}

/// What was said beside the kind, for up to three columns.
#[derive(Clone, Debug)]
struct Said {
    weights: Option<[i64; 3]>,
    places: u8,
    scale: Option<&'static str>,
    declared: [bool; 3],
}

fn said() -> impl Strategy<Value = Said> {
    let weights = prop::option::of(prop::array::uniform3(1i64..30));
    let scale = select(vec![None, Some("domain"), Some("range")]);
    (weights, select(vec![0u8, 1, 2, 20]), scale, any::<[bool; 3]>())
        .prop_map(|(weights, places, scale, declared)| Said { weights, places, scale, declared })
}

impl Said {
    fn distance(&self, kind: &str, columns: usize) -> Distance {
        let weights = self.weights.map_or(Vec::new(), |weights| weights[..columns].to_vec());
        let wide = (decimal("-9e30"), decimal("9e30"));
        DistanceSpec {
            weights: weights.into_iter().map(|weight| Decimal::new(i128::from(weight), self.places)).collect(),
            scale: self.scale.map(str::to_owned),
            domains: self.declared[..columns].iter().map(|declared| declared.then_some(wide)).collect(),
            hierarchies: vec![Some(words_tree()); columns],
            ..DistanceSpec::kind(kind)
        }
        .check()
        .unwrap()
    }
}

fn columns(attribute: &Attribute) -> usize {
    attribute.names().len()
}

/// Thresholds of the size of differences, of scaled ones, and of very large ones.
fn epsilons() -> impl Strategy<Value = Decimal> {
    prop_oneof![
        (0i64..2000).prop_map(hundredths),
        (0i64..100).prop_map(hundredths),
        (0i64..60, 0u8..25).prop_map(|(value, scale)| Decimal::new(i128::from(value), scale)),
        (0i64..40, -9i64..9).prop_map(|(big, small)| {
            Decimal::new((i128::from(big) * 10i128.pow(28) + i128::from(small)).max(0), 0)
        }),
    ]
}

fn dissimilar(distance: Distance, epsilon: Decimal, delta: i64, k: u32) -> Rule {
    Rule::Dissimilarity(Dissimilarity::new(distance, epsilon, hundredths(delta), k).unwrap())
}

const MIXED: &[Kind] = &[Kind::Small, Kind::Wide, Kind::Label];

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

    /// Where the definitions meet: both count the tuples near a value, one with that value and one without.
    #[test]
    fn one_column_is_epsilon_m((attribute, rows) in numbers(), epsilon in 0i64..1500, k in select(vec!["l1", "l2", "linf", "min"])) {
        let group = attribute.group(&rows);
        let size = group.len() as u64;
        let proximity = EpsilonM::new(Neighbourhood::absolute(hundredths(epsilon)).unwrap(), size as u32).unwrap();
        let distance = DistanceSpec::kind(k).check().unwrap();
        let dissimilarity = Dissimilarity::new(distance, hundredths(epsilon), Decimal::ONE, 1).unwrap();
        let (star, neighbours) =
            (proximity.bind(&attribute).unwrap().judge(&group), dissimilarity.bind(&attribute).unwrap().judge(&group));
        if size > 1 {
            let with_itself = &(&neighbours.measure * &Ratio::whole(size - 1)) + &Ratio::one();
            prop_assert_eq!(&star.measure * &Ratio::whole(size), with_itself);
            prop_assert_eq!((star.holds, star.violating), (neighbours.holds, neighbours.violating));
        }
    }

    #[test]
    fn sums_greatest_and_least(
        (attribute, rows) in tables(MIXED), said in said(), epsilon in epsilons(), delta in 0i64..=100, k in 1u32..6,
        kind in select(vec!["l1", "l2", "linf", "min"]),
    ) {
        let distance = said.distance(kind, columns(&attribute));
        assert_agree(&dissimilar(distance, epsilon, delta, k), &attribute, &rows)?;
    }

    /// Small numbers and simple weights, so that many distances are exactly the threshold.
    #[test]
    fn ties(
        (attribute, rows) in tables(&[Kind::Small]), weights in prop::array::uniform3(0i64..3), epsilon in 0i64..40,
        delta in 0i64..=100, kind in select(vec!["l1", "l2", "linf"]),
    ) {
        let mut weights: Vec<Decimal> = weights[..columns(&attribute)].iter().map(|&weight| Decimal::from(weight)).collect();
        if weights.iter().all(|&weight| weight == Decimal::ZERO) {
            weights[0] = Decimal::ONE;
        }
        let distance = DistanceSpec { weights, ..DistanceSpec::kind(kind) }.check().unwrap();
        assert_agree(&dissimilar(distance, Decimal::from(epsilon), delta, 2), &attribute, &rows)?;
    }

    #[test]
    fn hamming((attribute, rows) in tables(MIXED), said in said(), epsilon in epsilons(), delta in 0i64..=100) {
        let distance = said.distance("hamming", columns(&attribute));
        assert_agree(&dissimilar(distance, epsilon, delta, 2), &attribute, &rows)?;
    }

    #[test]
    fn hierarchy((attribute, rows) in tables(&[Kind::Label]), said in said(), epsilon in 0i64..300, delta in 0i64..=100) {
        let distance = said.distance("hierarchy", columns(&attribute));
        assert_agree(&dissimilar(distance, hundredths(epsilon), delta, 2), &attribute, &rows)?;
    }

    #[test]
    fn edit((attribute, rows) in tables(&[Kind::Label]), said in said(), epsilon in 0i64..1200, delta in 0i64..=100) {
        let distance = said.distance("edit", columns(&attribute));
        assert_agree(&dissimilar(distance, hundredths(epsilon), delta, 2), &attribute, &rows)?;
    }

    /// Distributions over three outcomes, in steps of a tenth.
    #[test]
    fn variational(
        rows in prop::collection::vec((0i64..=10, 0i64..=10, any::<bool>()), 1..18), epsilon in 0i64..100, delta in 0i64..=100,
    ) {
        let tenths = |value: i64| Decimal::new(i128::from(value), 1);
        let split = |row: &(i64, i64, bool)| (row.0.min(row.1), row.0.max(row.1));
        let columns = [
            number_column(rows.iter().map(|row| tenths(split(row).0))),
            number_column(rows.iter().map(|row| tenths(split(row).1 - split(row).0))),
            number_column(rows.iter().map(|row| tenths(10 - split(row).1))),
        ];
        let marks: Vec<bool> = rows.iter().map(|row| row.2).collect();
        let distance = DistanceSpec::kind("variational").check().unwrap();
        assert_agree(&dissimilar(distance, hundredths(epsilon), delta, 2), &attribute(&columns), &chosen(&marks))?;
    }

    #[test]
    fn great_circle(
        places in prop::collection::vec((-90i64..=90, -360i64..=360, 0i64..5, any::<bool>()), 1..18),
        epsilon in prop_oneof![0i64..20_015_000, 20_016_000i64..21_000_000, 0i64..1000], delta in 0i64..=100,
    ) {
        // Whole degrees, and others a few tenths of a metre away.
        let near = |degrees: i64, step: i64| Decimal::new(i128::from(degrees - degrees.signum() * i64::from(step > 0)) * 1_000_000 + i128::from(step), 6);
        let columns = [
            number_column(places.iter().map(|place| near(place.0, place.2))),
            number_column(places.iter().map(|place| near(place.1, place.2))),
        ];
        let marks: Vec<bool> = places.iter().map(|place| place.3).collect();
        let distance = DistanceSpec::kind("great-circle").check().unwrap();
        let epsilon = Decimal::new(i128::from(epsilon), 3);
        assert_agree(&dissimilar(distance, epsilon, delta, 2), &attribute(&columns), &chosen(&marks))?;
    }

    #[test]
    fn matrix(
        entries in prop::array::uniform15((0i64..30, 0u8..3)), cells in prop::collection::vec((0usize..6, any::<bool>()), 1..18),
        epsilon in 0i64..3000, delta in 0i64..=100,
    ) {
        let mut rows = vec![vec![Decimal::ZERO; 6]; 6];
        let pairs = (0..6).flat_map(|from| (0..from).map(move |to| (from, to)));
        for ((from, to), (value, scale)) in pairs.zip(entries) {
            let value = Decimal::new(i128::from(value), scale);
            (rows[from][to], rows[to][from]) = (value, value);
        }
        let matrix = Matrix::new(WORDS.map(str::to_owned).to_vec(), rows).unwrap();
        let distance = DistanceSpec { matrix: Some(matrix), ..DistanceSpec::kind("matrix") }.check().unwrap();
        let marks: Vec<bool> = cells.iter().map(|cell| cell.1).collect();
        let attribute = attribute(&[label_column(cells.iter().map(|cell| WORDS[cell.0]))]);
        assert_agree(&dissimilar(distance, hundredths(epsilon), delta, 2), &attribute, &chosen(&marks))?;
    }

    /// A distance that this program has never heard of.
    #[test]
    fn own((attribute, rows) in tables(MIXED), delta in 0i64..=100) {
        assert_agree(&dissimilar(Distance::own(Lengths), Decimal::ONE, delta, 2), &attribute, &rows)?;
    }
}

/// How much longer the text of one value is than that of the other.
#[derive(Debug)]
struct Lengths;

impl Metric for Lengths {
    fn name(&self) -> &'static str {
        "lengths"
    }

    fn bind(&self, domain: &Domain, epsilon: Decimal) -> Result<Box<dyn Similar>, Unfit> {
        let lengths = (0..domain.len() as u32).map(|code| domain.text(code).len() as i64).collect();
        Ok(Box::new(BoundLengths { lengths, epsilon }))
    }
}

struct BoundLengths {
    lengths: Vec<i64>,
    epsilon: Decimal,
}

impl Similar for BoundLengths {
    fn similar(&self, a: u32, b: u32) -> bool {
        Decimal::from((self.lengths[a as usize] - self.lengths[b as usize]).abs()) <= self.epsilon
    }
}

/// Codes such as 4710 are read as numbers; a hierarchy and a matrix know them by the same digits.
#[test]
fn numbers_can_be_labels() {
    let column = number_column(["10", "11", "20", "20.5", "-3"].map(decimal));
    let attribute = attribute(&[column]);
    let rows: Vec<u32> = (0..5).collect();
    let tree = Hierarchy::from_paths(
        [["10", "low", "*"], ["11", "low", "*"], ["20", "high", "*"], ["20.5", "high", "*"], ["-3", "below", "*"]]
            .map(|path| path.to_vec()),
    );
    let hierarchies = vec![Some(Arc::new(tree.unwrap()))];
    let distance = DistanceSpec { hierarchies, ..DistanceSpec::kind("hierarchy") }.check().unwrap();
    assert_agree(&dissimilar(distance, decimal("0.5"), 50, 2), &attribute, &rows).unwrap();
    let labels: Vec<String> = ["-3", "10", "11", "20", "20.5"].map(str::to_owned).to_vec();
    let far = |a: usize| (0..5).map(|b| Decimal::from(i64::from(a != b))).collect();
    let matrix = Matrix::new(labels, (0..5).map(far).collect()).unwrap();
    let distance = DistanceSpec { matrix: Some(matrix), ..DistanceSpec::kind("matrix") }.check().unwrap();
    assert_agree(&dissimilar(distance, decimal("0.5"), 50, 2), &attribute, &rows).unwrap();
}

/// What a distance cannot be asked is refused with a reason, and no value is named in it.
#[test]
fn unfit_columns_are_refused() {
    let labels = attribute(&[label_column(["flu", "cold"])]);
    let pair = attribute(&[
        number_column(["0.5", "0.4", "0.2"].map(decimal)),
        number_column(["0.5", "0.6", "0.7"].map(decimal)),
    ]);
    let refusal = |spec: DistanceSpec, attribute: &Attribute| {
        let rule = Dissimilarity::new(spec.check().unwrap(), Decimal::ONE, Decimal::ONE, 1).unwrap();
        rule.bind(attribute).err().unwrap().0
    };
    assert!(refusal(DistanceSpec::kind("l1"), &labels).starts_with("sensitive column 1 holds labels"));
    assert!(refusal(DistanceSpec::kind("edit"), &pair).starts_with("`edit` compares labels"));
    assert!(refusal(DistanceSpec::kind("hierarchy"), &labels).contains("sensitive column 1 has none"));
    assert!(refusal(DistanceSpec::kind("variational"), &pair).contains("1 of 3 distinct rows"));
    assert!(refusal(DistanceSpec::kind("variational"), &labels).contains("several sensitive columns"));
    let short = DistanceSpec { weights: vec![Decimal::ONE], ..DistanceSpec::kind("l1") };
    assert!(refusal(short, &pair).starts_with("1 weights were given for 2 sensitive columns"));
    let domains = vec![Some((decimal("0.3"), decimal("1"))), None];
    let narrow = DistanceSpec { domains, scale: Some("domain".to_owned()), ..DistanceSpec::kind("l2") };
    assert!(refusal(narrow, &pair).starts_with("1 distinct values of sensitive column 1 lie outside"));
    let tree = Hierarchy::from_paths([vec!["flu", "*"]]).unwrap();
    let partial = DistanceSpec { hierarchies: vec![Some(Arc::new(tree))], ..DistanceSpec::kind("hierarchy") };
    assert!(refusal(partial, &labels).starts_with("1 of 2 distinct values"));
    let tiny = Matrix::new(vec!["flu".to_owned()], vec![vec![Decimal::ZERO]]).unwrap();
    let partial = DistanceSpec { matrix: Some(tiny), ..DistanceSpec::kind("matrix") };
    assert!(refusal(partial, &labels).starts_with("1 of 2 distinct values"));
}
