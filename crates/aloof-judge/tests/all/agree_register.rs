//! The register view says what its definition says, and keeps what it promises: whatever one believes about who is in which
//! group, and whatever the centre.

use aloof_judge::verify::{self, Value};
use aloof_judge::views::Grouped;
use aloof_principles::{DeltaL, Dissimilarity, DistanceSpec, EpsilonM, Finding, Neighbourhood, Reading, Rule, Shape};
use aloof_table::{Attribute, Column, Decimal, NumberColumn, Partition, Ratio};
use proptest::prelude::*;
use proptest::sample::select;

fn attribute(columns: &[Vec<i64>]) -> Attribute {
    let columns: Vec<Column> =
        columns.iter().map(|values| Column::Number(NumberColumn::from_integers(values.clone()))).collect();
    let named: Vec<(&str, &Column)> = columns.iter().map(|column| ("x", column)).collect();
    Attribute::new(&named, |_| false)
}

fn tenths(value: i64) -> Decimal {
    Decimal::new(i128::from(value), 1)
}

fn neighbourhoods() -> impl Strategy<Value = Neighbourhood> {
    prop_oneof![
        (0i64..80).prop_map(|epsilon| Neighbourhood::absolute(tenths(epsilon)).unwrap()),
        (0i64..80, 0i64..80).prop_map(|(below, above)| Neighbourhood::between(tenths(below), tenths(above)).unwrap()),
        (0i64..10).prop_map(|epsilon| Neighbourhood::relative(tenths(epsilon)).unwrap()),
    ]
}

fn rules() -> impl Strategy<Value = Rule> {
    prop_oneof![
        (neighbourhoods(), 1u32..6).prop_map(|(near, m)| Rule::EpsilonM(EpsilonM::new(near, m).unwrap())),
        (0i64..40, 1u32..6)
            .prop_map(|(delta, l)| { Rule::DeltaL(DeltaL::new(tenths(delta), l, Reading::Definition).unwrap()) }),
    ]
}

/// The share of the fullest interval I(c), over all centres in steps of a twentieth: tried, not reasoned.
fn fullest(neighbourhood: Neighbourhood, group: &[i64]) -> usize {
    let held = |centre: i64| {
        let inside = |value: i64| match (neighbourhood.share(), neighbourhood.lengths()) {
            (Some(epsilon), _) => {
                let epsilon = epsilon.mantissa() as i64 * i64::from(epsilon.scale() == 1);
                20 * 10 * value >= centre * (10 - epsilon) && 20 * 10 * value <= centre * (10 + epsilon)
            }
            (None, lengths) => {
                let (below, above) = lengths.unwrap();
                let twentieths = |length: Decimal| (length.to_ratio().approximate() * 20.0).round() as i64;
                20 * value >= centre - twentieths(below) && 20 * value <= centre + twentieths(above)
            }
        };
        group.iter().filter(|&&value| inside(value)).count()
    };
    (-20 * 10..20 * 200).map(held).max().unwrap()
}

proptest! {
    /// The fast finding, the literal one, and the fast one put together from members.
    #[test]
    fn the_definition(values in prop::collection::vec(1i64..60, 1..25), rule in rules()) {
        let rule = rule.in_register().unwrap();
        let attribute = attribute(&[values]);
        let group = attribute.group(&(0..attribute.rows() as u32).collect::<Vec<_>>());
        let check = rule.principle().bind(&attribute).unwrap();
        let literal: Vec<Value> = group.iter().map(|&code| Value::of(attribute.domain(), code)).collect();
        let literal = verify::judge(&rule, &literal, &[]);
        prop_assert_eq!(&check.judge(&group), &literal);
        prop_assert_eq!(check.holds(&group), literal.holds);
        let members: Vec<Finding> = group.iter().map(|&code| check.judge_member(code, &group)).collect();
        prop_assert_eq!(members.iter().map(|f| &f.measure).max().unwrap(), &literal.measure);
        prop_assert_eq!(members.iter().filter(|f| !f.holds).count(), literal.violating);
    }

    /// Within multiples of ε: one pass over sorted codes finds what the definition does.
    #[test]
    fn beyond_epsilon(
        groups in prop::collection::vec(prop::collection::vec(1i64..90, 1..9), 1..7), near in neighbourhoods(), times in 1u32..12,
    ) {
        let values: Vec<i64> = groups.iter().flatten().copied().collect();
        let sizes: Vec<u32> = groups.iter().map(|group| group.len() as u32).collect();
        let attribute = attribute(&[values]);
        let partition = Partition::from_sizes(&sizes, (0..attribute.rows() as u32).collect());
        let grouped = Grouped::new(&partition, &attribute);
        let fast = grouped.beyond(near, times, attribute.domain()).unwrap().unwrap();
        let value = |&row: &u32| Value::of(attribute.domain(), attribute.codes()[row as usize]);
        let literal: Vec<Vec<Value>> = partition.iter().map(|rows| rows.iter().map(value).collect()).collect();
        let (worst, mean) = verify::beyond::shares(near, times, &literal).unwrap();
        prop_assert_eq!((fast.worst.to_big(), fast.mean.to_big()), (worst.clone(), mean.clone()));
        prop_assert!(mean <= worst);
        // Once ε is what the register view measures.
        let rule = Rule::EpsilonM(EpsilonM::new(near, 2).unwrap()).in_register().unwrap();
        let check = rule.principle().bind(&attribute).unwrap();
        let once = grouped.beyond(near, 1, attribute.domain()).unwrap().unwrap();
        let measured = grouped.judge(check.as_ref(), rule.principle().direction()).worst_measure.unwrap();
        prop_assert_eq!(once.worst, measured);
    }

    /// Whoever knows who is missing: if those who are published keep it, in whatever groups, and those who are withheld keep it
    /// as a group, all rows together keep it. So withholding makes nothing possible that was not.
    #[test]
    fn withholding_makes_nothing_possible(
        rows in prop::collection::vec((1i64..60, 0usize..4), 1..30), near in neighbourhoods(), m in 1u32..5,
    ) {
        let rule = Rule::EpsilonM(EpsilonM::new(near, m).unwrap()).in_register().unwrap();
        let holds = |values: Vec<i64>| {
            let attribute = attribute(&[values]);
            let codes = attribute.group(&(0..attribute.rows() as u32).collect::<Vec<_>>());
            rule.principle().bind(&attribute).unwrap().judge(&codes).holds
        };
        let part = |which: usize| rows.iter().filter(|row| row.1 == which).map(|row| row.0).collect::<Vec<_>>();
        // The last part is withheld, the others are groups.
        if (0..4).map(part).filter(|part| !part.is_empty()).all(holds) {
            prop_assert!(holds(rows.iter().map(|row| row.0).collect()));
        }
    }

    /// No centre does better than the measure says.
    #[test]
    fn no_centre_does_better(group in prop::collection::vec(1i64..60, 1..12), near in neighbourhoods()) {
        let rule = Rule::EpsilonM(EpsilonM::new(near, 2).unwrap()).in_register().unwrap();
        let attribute = attribute(std::slice::from_ref(&group));
        let codes = attribute.group(&(0..attribute.rows() as u32).collect::<Vec<_>>());
        let measure = rule.principle().bind(&attribute).unwrap().judge(&codes).measure;
        prop_assert!(Ratio::of(fullest(near, &group) as u64, group.len() as u64) <= measure);
    }

    /// However much weight each group gets, no interval gets more than 1/m.
    #[test]
    fn any_belief_about_groups_keeps_it(
        groups in prop::collection::vec(prop::collection::vec(1i64..60, 1..9), 1..6),
        weights in prop::array::uniform6(0u64..5), near in neighbourhoods(), m in 1u32..4,
    ) {
        let rule = Rule::EpsilonM(EpsilonM::new(near, m).unwrap()).in_register().unwrap();
        let holds = |group: &Vec<i64>| {
            let attribute = attribute(std::slice::from_ref(group));
            let codes = attribute.group(&(0..attribute.rows() as u32).collect::<Vec<_>>());
            rule.principle().bind(&attribute).unwrap().judge(&codes).holds
        };
        let kept: Vec<&Vec<i64>> = groups.iter().filter(|group| holds(group)).collect();
        let all: u64 = kept.iter().zip(weights).map(|(_, weight)| weight).sum();
        prop_assume!(all > 0);
        // Around every value, and every value as the lower end.
        let centres = kept.iter().copied().flatten().flat_map(|&x| {
            let (below, _) = near.lengths().unwrap_or((Decimal::ZERO, Decimal::ZERO));
            [Decimal::from(x), Decimal::new(i128::from(x) * 10 + below.to_ratio().approximate().mul_add(10.0, 0.5) as i128, 1)]
        });
        for centre in centres {
            let belief = kept.iter().zip(weights).fold(Ratio::zero(), |sum, (group, weight)| {
                let inside = group.iter().filter(|&&y| {
                    let (low, high) = near.interval(centre.to_ratio().approximate().mul_add(10.0, 0.5) as i128, 1);
                    (low..=high).contains(&(i128::from(y) * 10))
                });
                &sum + &Ratio::of(inside.count() as u64 * weight, group.len() as u64 * all)
            });
            prop_assert!(belief <= Ratio::of(1, u64::from(m)));
        }
    }

    /// No ball around any centre holds more than the measure of a dissimilarity in the register view says; on a line, and with
    /// the largest of differences, some ball holds just as many.
    #[test]
    fn balls_around_any_centre(
        points in prop::collection::vec((0i64..9, 0i64..9), 2..12), epsilon in 0i64..5, kind in select(vec!["l1", "linf", "l2"]),
        line in any::<bool>(), shape in select(vec![Shape::Star, Shape::Clique]),
    ) {
        let columns = [points.iter().map(|point| point.0).collect(), points.iter().map(|point| point.1).collect::<Vec<_>>()];
        let attribute = attribute(if line { &columns[..1] } else { &columns });
        let distance = DistanceSpec::kind(kind).check().unwrap();
        let rule = Dissimilarity::new(distance, epsilon.into(), Decimal::ONE, 1).unwrap();
        let rule = Rule::Dissimilarity(rule.with_shape(shape)).in_register().unwrap();
        let codes = attribute.group(&(0..attribute.rows() as u32).collect::<Vec<_>>());
        let measure = rule.principle().bind(&attribute).unwrap().judge(&codes).measure;
        // Centres in steps of a half: corners of balls of whole radius stand there.
        let held = |x: i64, y: i64| points.iter().filter(|point| {
            let (dx, dy) = ((2 * point.0 - x).abs(), if line { 0 } else { (2 * point.1 - y).abs() });
            match kind {
                "l1" => dx + dy <= 2 * epsilon,
                "linf" => dx.max(dy) <= 2 * epsilon,
                _ => dx * dx + dy * dy <= 4 * epsilon * epsilon,
            }
        }).count();
        let most = (-2..20).flat_map(|x| (-2..20).map(move |y| (x, y))).map(|(x, y)| held(x, y)).max().unwrap();
        let found = Ratio::of(most.saturating_sub(1) as u64, points.len() as u64 - 1);
        prop_assert!(found <= measure);
        if line || kind == "linf" {
            prop_assert_eq!(found, measure);
        }
    }
}

/// EM's, DL's and GP's examples.
#[test]
fn the_papers_examples() {
    let judge = |rule: Rule, columns: &[Vec<i64>]| {
        let attribute = attribute(columns);
        let codes = attribute.group(&(0..attribute.rows() as u32).collect::<Vec<_>>());
        let rule = rule.in_register().unwrap();
        rule.principle().bind(&attribute).unwrap().judge(&codes).measure.to_string()
    };
    let absolute =
        |epsilon: i64, m| Rule::EpsilonM(EpsilonM::new(Neighbourhood::absolute(epsilon.into()).unwrap(), m).unwrap());
    assert_eq!(judge(absolute(5, 5), &[vec![10, 16, 40, 60, 80]]), "2/5");
    assert_eq!(judge(absolute(100, 2), &[vec![1000, 1010, 1020, 50_000]]), "3/4");
    // ε = 15: {40, 60} passes in the group view for m = 2; the guess 50 ± 15 is right for both.
    assert_eq!(judge(absolute(15, 2), &[vec![40, 60]]), "1");
    assert_eq!(
        judge(Rule::DeltaL(DeltaL::new(Decimal::new(75, 1), 2, Reading::Definition).unwrap()), &[vec![40, 60]]),
        "1"
    );
    assert_eq!(
        judge(Rule::DeltaL(DeltaL::new(Decimal::new(75, 1), 2, Reading::AnyCentre).unwrap()), &[vec![40, 60]]),
        "1/2"
    );
    // Five patients, the probabilities of four diagnoses in tenths: all within 0.2 of each other but the last.
    let patients = [vec![5, 4, 4, 3, 2], vec![3, 3, 2, 4, 7], vec![1, 2, 2, 2, 1], vec![1, 1, 2, 1, 0]];
    let distance = DistanceSpec::kind("variational").check().unwrap();
    let rule = Rule::Dissimilarity(Dissimilarity::new(distance, Decimal::ONE, Decimal::new(25, 2), 5).unwrap());
    assert_eq!(judge(rule, &patients), "3/4");
}

/// `min` is no metric: a ball around a centre that does not occur may hold anything.
#[test]
fn what_has_no_bound_is_refused() {
    let attribute = attribute(&[vec![1, 50], vec![1, 50]]);
    let distance = DistanceSpec::kind("min").check().unwrap();
    let rule = Dissimilarity::new(distance, Decimal::ONE, Decimal::new(5, 1), 2).unwrap();
    let rule = Rule::Dissimilarity(rule).in_register().unwrap();
    let refused = rule.principle().bind(&attribute).err().unwrap();
    assert!(refused.0.contains("the register view needs a distance"), "{}", refused.0);
}
