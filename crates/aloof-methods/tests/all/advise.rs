//! Advice is true: held against all ways to group small tables, and against the papers' examples.

use aloof_judge::verify::{self, Value, advise as literal};
use aloof_methods::advise::{Crowding, Dissimilar, Step, dissimilar, whole};
use aloof_principles::proximity::Form;
use aloof_principles::similarity::DistanceSpec;
use aloof_principles::{
    AlphaK, BetaLikeness, DeltaL, Dissimilarity, Distance, Distinct, Entropy, EpsilonM, Frequency, Ground, KAnonymity,
    KE, Neighbourhood, Reading, Recursive, Rule, TCloseness, Variance,
};
use aloof_table::{Attribute, Column, Decimal, NumberColumn, Ratio};
use proptest::prelude::*;

fn column(values: &[i64], scale: u8) -> Attribute {
    let decimals = values.iter().map(|&value| Some(Decimal::new(i128::from(value), scale)));
    let column = Column::Number(NumberColumn::from_decimals(decimals).unwrap());
    Attribute::new(&[("x", &column)], |_| false)
}

fn steps(steps: &[Step]) -> Vec<(String, u64)> {
    steps.iter().map(|step| (step.epsilon.to_string(), step.max_m)).collect()
}

const GROUP: Form = Form::Apart { times: 1 };
const CANDIDATES: Form = Form::Apart { times: 2 };

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn epsilon_m(neighbourhood: Neighbourhood, m: u32) -> Rule {
    Rule::EpsilonM(EpsilonM::new(neighbourhood, m).unwrap())
}

// ---- The papers.

const SALARIES: [i64; 8] = [1000, 1010, 1020, 16000, 24000, 31000, 33000, 50000];

/// EM's running example, with e1 = 20 and e2 = 10000.
#[test]
fn em_table_one() {
    let table = column(&SALARIES, 0);
    let crowding = Crowding::new(&table, GROUP).unwrap();
    let longest = Ratio::whole(10000);
    assert_eq!(crowding.window(&longest), 3);
    assert_eq!(crowding.largest_m(&longest), Some(2));
    assert_eq!(crowding.epsilon_below(3), Some(Ratio::whole(20)));
    assert_eq!(crowding.epsilon_below(1), None);
    assert!(crowding.is_feasible(&decimal("19.999").to_ratio(), 3));
    assert!(!crowding.is_feasible(&Ratio::whole(20), 3), "the bound is strict");
    let stairs = [("0", 8), ("10", 4), ("20", 2), ("23000", 1)].map(|(epsilon, m)| (epsilon.to_owned(), m));
    assert_eq!(steps(&crowding.staircase(50)), stairs);
}

/// Fractions are exact: 81 is 90 less a tenth, 90 is 100 less a tenth.
#[test]
fn relative_is_exact() {
    let table = column(&[100, 90, 81], 0);
    let crowding = Crowding::new(&table, Form::Share).unwrap();
    assert_eq!(crowding.epsilon_below(2), Some(Ratio::of(1, 10)));
    assert_eq!(crowding.window(&Ratio::of(1, 10)), 2);
    assert_eq!(crowding.window(&decimal("0.0999999999999999999").to_ratio()), 1);
    assert_eq!(crowding.window(&Ratio::of(19, 100)), 3);
    assert_eq!(steps(&crowding.staircase(50)), [("0".to_owned(), 3), ("1/10".to_owned(), 1)]);
    assert_eq!(crowding.withhold(&Ratio::of(1, 10), 2), 1);
    let candidates = Crowding::new(&table, Form::EitherShare).unwrap();
    assert_eq!(candidates.epsilon_below(2), Some(Ratio::of(1, 19)));
    assert_eq!((candidates.window(&Ratio::of(1, 20)), candidates.window(&Ratio::of(1, 19))), (1, 2));
}

#[test]
fn equal_values_leave_no_epsilon() {
    let table = column(&[7, 7, 7, 9], 0);
    let crowding = Crowding::new(&table, GROUP).unwrap();
    assert_eq!(crowding.epsilon_below(2), Some(Ratio::zero()));
    assert_eq!(steps(&crowding.staircase(50)), [("0".to_owned(), 1)]);
    assert_eq!(crowding.withhold(&Ratio::zero(), 2), 2);
    assert_eq!(crowding.withhold(&Ratio::zero(), 3), 4, "two values are too few for three");
}

#[test]
fn nobody_is_in_the_way() {
    let table = column(&[], 0);
    let crowding = Crowding::new(&table, GROUP).unwrap();
    assert_eq!((crowding.largest_m(&Ratio::one()), crowding.withhold(&Ratio::one(), 5)), (None, 0));
    assert!(crowding.is_feasible(&Ratio::one(), 5) && crowding.staircase(50).is_empty());
}

/// Values at the ends of what 128 bits hold.
#[test]
fn wide_values_do_not_overflow() {
    let far = [i128::MIN + 1, -1, 1, i128::MAX].map(|value| Some(Decimal::new(value, 0)));
    let wide = Column::Number(NumberColumn::from_decimals(far).unwrap());
    let table = Attribute::new(&[("x", &wide)], |_| false);
    let crowding = Crowding::new(&table, GROUP).unwrap();
    assert_eq!(
        crowding.epsilon_below(2),
        Some(Decimal::new(i128::MAX, 0).to_ratio()).map(|most| &most + &Ratio::one())
    );
    let big = [i128::MAX / 3, i128::MAX / 2, i128::MAX].map(|value| Some(Decimal::new(value, 0)));
    let wide = Column::Number(NumberColumn::from_decimals(big).unwrap());
    let table = Attribute::new(&[("x", &wide)], |_| false);
    let crowding = Crowding::new(&table, Form::Share).unwrap();
    assert_eq!(crowding.window(&decimal("0.49").to_ratio()), 2);
    assert_eq!(crowding.window(&decimal("0.51").to_ratio()), 2);
    assert_eq!(crowding.window(&decimal("0.67").to_ratio()), 3);
}

#[test]
fn high_steps_are_thinned_out() {
    let table = column(&(0..1000).map(|at| at * at).collect::<Vec<_>>(), 0);
    let crowding = Crowding::new(&table, GROUP).unwrap();
    let (all, few) = (crowding.staircase(1000), crowding.staircase(20));
    assert!(few.len() < all.len() && few.iter().all(|step| all.contains(step)));
    let low = |steps: &[Step]| steps.iter().filter(|step| step.max_m <= 20).cloned().collect::<Vec<_>>();
    assert_eq!(low(&few), low(&all));
}

// ---- Against all groupings.

/// Values close enough together to be in each other's way.
fn values() -> impl Strategy<Value = Vec<i64>> {
    prop::collection::vec(1i64..30, 1..8)
}

fn literally(attribute: &Attribute) -> Vec<Value> {
    verify::table_values(attribute)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn theorem_one_absolute(values in values(), below in 0i64..14, above in 0i64..14, scale in 0u8..2) {
        let table = column(&values, scale);
        let [below, above] = [below, above].map(|length| Decimal::new(i128::from(length), scale));
        let crowding = Crowding::new(&table, GROUP).unwrap();
        let neighbourhood = Neighbourhood::between(below, above).unwrap();
        let largest = literal::largest_m(neighbourhood, &literally(&table));
        prop_assert_eq!(crowding.largest_m(&below.max(above).to_ratio()), largest.map(u64::from));
    }

    #[test]
    fn theorem_one_relative(values in values(), share in 0i64..100) {
        let table = column(&values, 0);
        let epsilon = Decimal::new(i128::from(share), 2);
        let crowding = Crowding::new(&table, Form::Share).unwrap();
        let largest = literal::largest_m(Neighbourhood::relative(epsilon).unwrap(), &literally(&table));
        prop_assert_eq!(crowding.largest_m(&epsilon.to_ratio()), largest.map(u64::from));
    }

    #[test]
    fn theorem_two(values in values(), m in 1u32..5) {
        let crowding_of = column(&values, 0);
        let crowding = Crowding::new(&crowding_of, GROUP).unwrap();
        let bound = literal::epsilon_below(&values, m).map(|epsilon| Ratio::whole(epsilon as u64));
        prop_assert_eq!(crowding.epsilon_below(u64::from(m)), bound);
    }

    #[test]
    fn the_least_is_withheld(values in values(), epsilon in 0i64..14, m in 1u32..5) {
        let table = column(&values, 0);
        let crowding = Crowding::new(&table, GROUP).unwrap();
        let rule = epsilon_m(Neighbourhood::absolute(epsilon.into()).unwrap(), m);
        let least = literal::withhold(&rule, &literally(&table));
        prop_assert_eq!(crowding.withhold(&Ratio::whole(epsilon as u64), m), least as u64);
    }

    #[test]
    fn the_least_is_withheld_relatively(values in values(), share in 0i64..100, m in 1u32..5) {
        let table = column(&values, 0);
        let epsilon = Decimal::new(i128::from(share), 2);
        let crowding = Crowding::new(&table, Form::Share).unwrap();
        let rule = epsilon_m(Neighbourhood::relative(epsilon).unwrap(), m);
        prop_assert_eq!(crowding.withhold(&epsilon.to_ratio(), m), literal::withhold(&rule, &literally(&table)) as u64);
    }

    #[test]
    fn delta_l_is_feasible_alike_in_both_readings(values in values(), delta in 0i64..8, l in 1u32..5) {
        let table = column(&values, 0);
        let crowding = Crowding::new(&table, CANDIDATES).unwrap();
        for reading in [Reading::Definition, Reading::AnyCentre] {
            let rule = Rule::DeltaL(DeltaL::new(delta.into(), l, reading).unwrap());
            let feasible = literal::feasible(&rule, &literally(&table));
            prop_assert_eq!(crowding.is_feasible(&Ratio::whole(delta as u64), l), feasible);
            let least = literal::withhold(&rule, &literally(&table));
            prop_assert_eq!(crowding.withhold(&Ratio::whole(delta as u64), l), least as u64);
        }
    }

    /// Between the bound of an m and the next, the staircase says the largest m.
    #[test]
    fn stairs_and_bounds_agree(values in prop::collection::vec(1i64..60, 1..40), scale in 0u8..3, relative: bool) {
        let table = column(&values, scale);
        for form in if relative { [Form::Share, Form::EitherShare] } else { [GROUP, CANDIDATES] } {
            let crowding = Crowding::new(&table, form).unwrap();
            let stairs = crowding.staircase(50);
            for step in &stairs {
                prop_assert_eq!(crowding.largest_m(&step.epsilon), Some(step.max_m));
            }
            for m in 2..=values.len() as u64 {
                let fails = stairs.iter().find(|step| step.max_m < m).map(|step| step.epsilon.clone());
                prop_assert_eq!(crowding.epsilon_below(m), fails);
            }
        }
    }

    /// What is promised of the candidates view holds in every mixture of groups.
    #[test]
    fn the_longer_window_keeps_every_mixture(
        values in prop::collection::vec(1i64..40, 1..7), below in 0i64..8, above in 0i64..8, m in 1u32..4, relative: bool,
    ) {
        let table = column(&values, 0);
        let (neighbourhood, form, epsilon) = if relative {
            let share = Decimal::new(i128::from(below), 1);
            (Neighbourhood::relative(share).unwrap(), Form::EitherShare, share.to_ratio())
        } else {
            (Neighbourhood::between(below.into(), above.into()).unwrap(), GROUP, Ratio::whole((below + above) as u64))
        };
        let rule = epsilon_m(neighbourhood, m);
        if Crowding::new(&table, form).unwrap().is_feasible(&epsilon, m) {
            prop_assert!(literal::feasible_in_every_mixture(&rule, &literally(&table)));
            prop_assert!(whole(&rule, &table).unwrap().unwrap().finding.holds, "all rows are one such mixture");
        }
    }

    #[test]
    fn monotone_rules_hold_for_all_rows_or_not_at_all(values in prop::collection::vec(1i64..6, 1..7), size in 1u32..5) {
        let table = column(&values, 0);
        let number = Decimal::from(i64::from(size));
        let rules = [
            Rule::KAnonymity(KAnonymity::new(size + 1).unwrap()),
            Rule::Distinct(Distinct::new(size).unwrap()),
            Rule::Frequency(Frequency::new(number).unwrap()),
            Rule::Entropy(Entropy::new(number).unwrap()),
            Rule::Recursive(Recursive::new(number, 2).unwrap()),
            Rule::AlphaK(AlphaK::new(decimal("0.4"), size).unwrap()),
            Rule::KE(KE::new(size, decimal("2")).unwrap()),
            Rule::Variance(Variance::new(number).unwrap()),
            Rule::TCloseness(TCloseness::new(decimal("0.1"), Ground::Ordered).unwrap()),
            Rule::BetaLikeness(BetaLikeness::basic(decimal("0.1")).unwrap()),
            Rule::DeltaL(DeltaL::new(decimal("0.5"), size, Reading::AnyCentre).unwrap()),
        ];
        for rule in rules {
            let all = whole(&rule, &table).unwrap().unwrap();
            prop_assert_eq!(all.finding.holds, literal::feasible(&rule, &literally(&table)), "{:?}", rule);
        }
    }

    #[test]
    fn what_is_said_of_dissimilarity_is_certain(
        values in prop::collection::vec(1i64..8, 1..8), epsilon in 0i64..3, delta in 0i64..=10, k in 1u32..5, hamming: bool,
    ) {
        let table = column(&values, 0);
        let distance = distance(if hamming { "hamming" } else { "l1" });
        let rule = Dissimilarity::new(distance, epsilon.into(), Decimal::new(i128::from(delta), 1), k).unwrap();
        let said = dissimilar(&rule, &table).unwrap();
        let feasible = literal::feasible(&Rule::Dissimilarity(rule), &literally(&table));
        match said {
            Dissimilar::Possible | Dissimilar::Guaranteed | Dissimilar::Found => prop_assert!(feasible),
            Dissimilar::TooFew | Dissimilar::TooManyEqual(_) | Dissimilar::TooManySimilar(_) | Dissimilar::None => {
                prop_assert!(!feasible);
            }
            Dissimilar::Undecided => prop_assert!(false, "so few rows are decided"),
        }
    }
}

fn distance(kind: &str) -> Distance {
    DistanceSpec::kind(kind).check().unwrap()
}
