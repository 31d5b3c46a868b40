//! The classical principles say what their definitions say.

use crate::classics::*;
use aloof_judge::verify::{self, Value, transport};
use aloof_principles::{
    AlphaK, BetaLikeness, Distinct, Entropy, Finding, Frequency, Ground, KAnonymity, KE, Recursive, Rule, TCloseness,
    Variance,
};
use aloof_table::{Attribute, Decimal, Ratio};
use proptest::prelude::*;

/// The fast verdict, the literal one, and the fast one put together from members: all must be equal.
fn assert_agree(rule: &Rule, sample: &Sample) -> Result<(), TestCaseError> {
    let check = rule.principle().bind(&sample.attribute).unwrap();
    for group in sample.groups() {
        let fast = check.judge(&group);
        let literal = sample.literal(rule, &group);
        prop_assert_eq!(&fast, &literal, "{:?} {:?}", rule, group);
        prop_assert_eq!(check.holds(&group), literal.holds, "{:?} {:?}", rule, group);
        prop_assert!(!check.conclusion(&group).is_empty());
        if check.by_member() {
            let members: Vec<Finding> = group.iter().map(|&code| check.judge_member(code, &group)).collect();
            let direction = rule.principle().direction();
            let worst = members.iter().map(|f| &f.measure).max_by(|a, b| direction.compare(a, b)).unwrap();
            prop_assert_eq!(worst, &literal.measure);
            prop_assert_eq!(members.iter().filter(|f| !f.holds).count(), literal.violating);
        }
    }
    Ok(())
}

/// The definition of monotone: unions of groups that hold, hold.
fn assert_monotone(rule: &Rule, sample: &Sample) -> Result<(), TestCaseError> {
    prop_assert!(rule.principle().monotone());
    let check = rule.principle().bind(&sample.attribute).unwrap();
    let groups: Vec<Vec<u32>> = sample.groups().into_iter().filter(|group| check.judge(group).holds).collect();
    for (at, a) in groups.iter().enumerate() {
        for b in &groups[..at] {
            let mut union = [a.as_slice(), b.as_slice()].concat();
            union.sort_unstable();
            prop_assert!(check.judge(&union).holds, "{:?} {:?} {:?}", rule, a, b);
        }
    }
    Ok(())
}

fn assert_both(rule: &Rule, sample: &Sample) -> Result<(), TestCaseError> {
    assert_agree(rule, sample)?;
    assert_monotone(rule, sample)
}

proptest! {
    #[test]
    fn k_anonymity(sample in any_kind(25), k in 1u32..9) {
        assert_both(&Rule::KAnonymity(KAnonymity::new(k).unwrap()), &sample)?;
    }

    #[test]
    fn distinct(sample in any_kind(25), l in 1u32..6) {
        assert_both(&Rule::Distinct(Distinct::new(l).unwrap()), &sample)?;
    }

    #[test]
    fn frequency(sample in any_kind(25), l in 100i64..500) {
        assert_both(&Rule::Frequency(Frequency::new(decimal(l)).unwrap()), &sample)?;
    }

    #[test]
    fn frequency_at_whole_l(sample in any_kind(25), l in 1i64..6) {
        assert_both(&Rule::Frequency(Frequency::new(Decimal::from(l)).unwrap()), &sample)?;
    }

    #[test]
    fn entropy(sample in any_kind(25), l in 100i64..500) {
        assert_both(&Rule::Entropy(Entropy::new(decimal(l)).unwrap()), &sample)?;
    }

    #[test]
    fn entropy_at_whole_l(sample in any_kind(25), l in 1i64..6) {
        assert_both(&Rule::Entropy(Entropy::new(Decimal::from(l)).unwrap()), &sample)?;
    }

    /// An l that no floating-point number tells from what the group has.
    #[test]
    fn entropy_on_the_edge(sample in any_kind(25), nudge in -2i128..3) {
        for group in sample.groups() {
            let counts: Vec<f64> = group.chunk_by(|a, b| a == b).map(|run| run.len() as f64).collect();
            let n = group.len() as f64;
            let entropy: f64 = counts.iter().map(|c| c / n * (n / c).ln()).sum();
            let mantissa = (entropy.exp() * 1e15).round() as i128 * 1_000_000 + nudge;
            let l = Decimal::new(mantissa.max(10i128.pow(21)), 21);
            assert_agree(&Rule::Entropy(Entropy::new(l).unwrap()), &sample)?;
        }
    }

    #[test]
    fn recursive(sample in any_kind(25), c in 1i64..400, l in 1u32..5) {
        assert_both(&Rule::Recursive(Recursive::new(decimal(c), l).unwrap()), &sample)?;
    }

    /// Where r1 equals c times the rest the strict inequality shows.
    #[test]
    fn recursive_at_whole_c(sample in any_kind(25), c in 1i64..4, l in 1u32..4) {
        assert_both(&Rule::Recursive(Recursive::new(Decimal::from(c), l).unwrap()), &sample)?;
    }

    #[test]
    fn alpha_k(sample in any_kind(25), alpha in 1i64..101, k in 1u32..8) {
        assert_both(&Rule::AlphaK(AlphaK::new(decimal(alpha), k).unwrap()), &sample)?;
    }

    #[test]
    fn k_e(sample in numbers(25), k in 1u32..6, e in 0i64..4000) {
        assert_both(&Rule::KE(KE::new(k, decimal(e)).unwrap()), &sample)?;
    }

    /// Where the range equals e it holds.
    #[test]
    fn k_e_at_whole_e(sample in numbers(25), k in 1u32..4, e in 0i64..6) {
        assert_both(&Rule::KE(KE::new(k, Decimal::from(e)).unwrap()), &sample)?;
    }

    #[test]
    fn k_e_of_wide_numbers(sample in wide_numbers(), e in 0i128..) {
        assert_both(&Rule::KE(KE::new(2, Decimal::new(e, 0)).unwrap()), &sample)?;
    }

    #[test]
    fn variance(sample in numbers(25), v in 0i64..40000) {
        assert_both(&Rule::Variance(Variance::new(decimal(v)).unwrap()), &sample)?;
    }

    #[test]
    fn variance_of_wide_numbers(sample in wide_numbers(), v in 0i128..) {
        assert_both(&Rule::Variance(Variance::new(Decimal::new(v, 0)).unwrap()), &sample)?;
    }

    #[test]
    fn t_closeness_equal(sample in any_kind(25), t in 0i64..101) {
        assert_both(&Rule::TCloseness(TCloseness::new(decimal(t), Ground::Equal).unwrap()), &sample)?;
    }

    #[test]
    fn t_closeness_ordered(sample in numbers(25), t in 0i64..101) {
        assert_both(&Rule::TCloseness(TCloseness::new(decimal(t), Ground::Ordered).unwrap()), &sample)?;
    }

    #[test]
    fn t_closeness_by_value(sample in numbers(25), t in 0i64..101) {
        assert_both(&Rule::TCloseness(TCloseness::new(decimal(t), Ground::Value).unwrap()), &sample)?;
    }

    #[test]
    fn t_closeness_of_wide_numbers(sample in wide_numbers(), t in 0i64..101) {
        assert_both(&Rule::TCloseness(TCloseness::new(decimal(t), Ground::Value).unwrap()), &sample)?;
        assert_both(&Rule::TCloseness(TCloseness::new(decimal(t), Ground::Ordered).unwrap()), &sample)?;
    }

    #[test]
    fn t_closeness_hierarchical(sample in labels(25), t in 0i64..101) {
        let ground = Ground::Hierarchical(tree());
        assert_both(&Rule::TCloseness(TCloseness::new(decimal(t), ground).unwrap()), &sample)?;
    }

    #[test]
    fn beta_basic(sample in any_kind(25), beta in 1i64..400) {
        assert_both(&Rule::BetaLikeness(BetaLikeness::basic(decimal(beta)).unwrap()), &sample)?;
    }

    #[test]
    fn beta_enhanced(sample in any_kind(40), beta in 1i64..400) {
        assert_both(&Rule::BetaLikeness(BetaLikeness::enhanced(decimal(beta)).unwrap()), &sample)?;
    }
}

/// Groups too large for the table of quantiles search instead.
#[test]
fn t_closeness_of_large_groups() {
    let values: Vec<i64> = (0..900i64).map(|row| (row * row) % 61).collect();
    let group_of: Vec<u8> = (0..900usize).map(|row| u8::from(row % 7 < 2) + u8::from(row > 800)).collect();
    let sample = sample(&[number_column(values.into_iter().map(Decimal::from))], group_of);
    for ground in [Ground::Equal, Ground::Ordered, Ground::Value] {
        assert_agree(&Rule::TCloseness(TCloseness::new(text("0.1"), ground).unwrap()), &sample).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// The formulas are the least work there is.
    #[test]
    fn closed_forms_are_optimal_on_a_line(sample in numbers(10)) {
        for ground in [Ground::Equal, Ground::Ordered, Ground::Value] {
            assert_optimal(&ground, &sample)?;
        }
    }

    #[test]
    fn closed_forms_are_optimal_in_a_tree(sample in labels(10)) {
        assert_optimal(&Ground::Hierarchical(tree()), &sample)?;
    }
}

fn assert_optimal(ground: &Ground, sample: &Sample) -> Result<(), TestCaseError> {
    let rule = Rule::TCloseness(TCloseness::new(Decimal::ONE, ground.clone()).unwrap());
    let check = rule.principle().bind(&sample.attribute).unwrap();
    for group in sample.groups() {
        let least = transport::least_work(ground, &sample.values(&group), &sample.table());
        prop_assert_eq!(check.judge(&group).measure, least, "{:?}", ground.name());
        prop_assert!(check.judge(&group).holds);
    }
    Ok(())
}

/// Judges one group of a table of whole numbers.
fn judge(rule: &Rule, table: &[i64], group: &[i64]) -> Finding {
    let column = number_column(table.iter().map(|&value| Decimal::from(value)));
    let attribute = Attribute::new(&[("x", &column)], |_| false);
    let code = |value: &i64| table.iter().position(|other| other == value).map(|row| attribute.codes()[row]).unwrap();
    let mut group: Vec<u32> = group.iter().map(code).collect();
    group.sort_unstable();
    let finding = rule.principle().bind(&attribute).unwrap().judge(&group);
    let values: Vec<Value> = group.iter().map(|&code| Value::of(attribute.domain(), code)).collect();
    assert_eq!(finding, verify::judge(rule, &values, &verify::table_values(&attribute)));
    finding
}

/// A small and a large salary are as close to the table as any, by rank.
#[test]
fn ordered_closeness_sees_only_ranks() {
    let table = [1, 2, 3, 4000, 5000, 6000];
    let rule = Rule::TCloseness(TCloseness::new(text("0.1"), Ground::Ordered).unwrap());
    for group in [[1, 3, 5000], [2, 4000, 6000]] {
        let finding = judge(&rule, &table, &group);
        assert_eq!(finding.measure, Ratio::of(1, 10));
        assert!(finding.holds);
    }
}

/// The example of the t-closeness paper: salaries 3k … 11k; {3k, 4k, 5k} lies at 0.375, {6k, 8k, 11k} at 0.167.
#[test]
fn ordered_closeness_of_the_paper() {
    let table = [3, 4, 5, 6, 7, 8, 9, 10, 11];
    let rule = Rule::TCloseness(TCloseness::new(text("0.2"), Ground::Ordered).unwrap());
    assert_eq!(judge(&rule, &table, &[3, 4, 5]).measure, Ratio::of(3, 8));
    assert_eq!(judge(&rule, &table, &[6, 8, 11]).measure, Ratio::of(1, 6));
}

/// Sample variance is not monotone, population variance is.
#[test]
fn variance_is_the_populations() {
    let rule = Rule::Variance(Variance::new(text("0.25")).unwrap());
    for group in [&[0, 1][..], &[0, 1, 0, 1]] {
        let finding = judge(&rule, &[0, 1, 0, 1], group);
        assert_eq!((finding.measure, finding.holds), (Ratio::of(1, 4), true));
    }
    assert_eq!(judge(&rule, &[0, 1], &[0]).measure, Ratio::zero());
}

/// Entropy of exactly ln 4, from five values.
#[test]
fn entropy_ties_hold() {
    let table = [1, 1, 1, 1, 2, 3, 4, 5];
    let finding = judge(&Rule::Entropy(Entropy::new(text("4")).unwrap()), &table, &table);
    assert_eq!((finding.measure, finding.holds), (Ratio::of(1, 4), true));
    let above = Rule::Entropy(Entropy::new(text("4.000000000000000000000000000001")).unwrap());
    assert!(!judge(&above, &table, &table).holds);
}

#[test]
fn recursion_is_strict() {
    let group = [1, 1, 1, 1, 2, 2, 3, 3];
    let at = |c: &str, l| judge(&Rule::Recursive(Recursive::new(text(c), l).unwrap()), &group, &group);
    assert!(!at("1", 2).holds && at("1.000001", 2).holds);
    assert_eq!(at("2", 3).measure, Ratio::whole(2));
    assert!(!at("2", 3).holds && at("2.1", 3).holds);
    let too_few = at("100", 4);
    assert_eq!((too_few.measure, too_few.holds, too_few.violating), (Ratio::infinite(), false, 8));
}

/// A value of share 1/2 may gain at most ln 2 of it, whatever β.
#[test]
fn enhanced_likeness_limits_frequent_values() {
    let table = [0, 0, 0, 0, 0, 1, 1, 1, 1, 1];
    let beta = |enhanced: bool| {
        let new = if enhanced { BetaLikeness::enhanced } else { BetaLikeness::basic };
        Rule::BetaLikeness(new(text("5")).unwrap())
    };
    // A share of 4/5 is a gain of 3/5, less than ln 2 = 0.693; certainty is a gain of 1.
    assert!(judge(&beta(true), &table, &[0, 0, 0, 0, 1]).holds);
    let all = judge(&beta(true), &table, &[0, 0, 0, 0]);
    assert_eq!((all.measure, all.holds, all.violating), (Ratio::one(), false, 4));
    assert!(judge(&beta(false), &table, &[0, 0, 0, 0]).holds);
}

#[test]
fn impossible_parameters_are_refused() {
    let zero = Decimal::ZERO;
    assert!(KAnonymity::new(0).is_err());
    assert!(Distinct::new(0).is_err());
    assert!(Frequency::new(text("0.99")).is_err());
    assert!(Entropy::new(text("0.99")).is_err());
    assert!(Recursive::new(zero, 2).is_err() && Recursive::new(text("2"), 0).is_err());
    assert!(
        AlphaK::new(zero, 2).is_err() && AlphaK::new(text("1.01"), 2).is_err() && AlphaK::new(text("1"), 0).is_err()
    );
    assert!(KE::new(0, zero).is_err() && KE::new(1, text("-1")).is_err());
    assert!(Variance::new(text("-0.1")).is_err());
    assert!(
        TCloseness::new(text("-0.1"), Ground::Equal).is_err() && TCloseness::new(text("1.1"), Ground::Equal).is_err()
    );
    assert!(BetaLikeness::basic(zero).is_err() && BetaLikeness::enhanced(text("-1")).is_err());
}

/// Rules about numbers say what labels could be asked instead, and name no value.
#[test]
fn labels_are_unfit_for_numbers() {
    let labels = sample(&[label_column([0, 1])], vec![0, 0]).attribute;
    let numbers = Rule::KE(KE::new(2, Decimal::ONE).unwrap());
    let unfit = numbers.principle().bind(&labels).err().unwrap().to_string();
    assert_eq!(unfit, "k-e needs one column of numbers or dates, not a column of labels; for labels use l-diversity");
    for rule in [
        Rule::Variance(Variance::new(Decimal::ONE).unwrap()),
        Rule::TCloseness(TCloseness::new(Decimal::ONE, Ground::Ordered).unwrap()),
        Rule::TCloseness(TCloseness::new(Decimal::ONE, Ground::Value).unwrap()),
    ] {
        assert!(rule.principle().bind(&labels).is_err(), "{rule:?}");
    }
    let stranger = sample(&[label_column([0, 77])], vec![0, 0]).attribute;
    let rule = Rule::TCloseness(TCloseness::new(Decimal::ONE, Ground::Hierarchical(tree())).unwrap());
    let unfit = rule.principle().bind(&stranger).err().unwrap().to_string();
    assert!(unfit.starts_with("1 of the column's 2 distinct values") && !unfit.contains("77"), "{unfit}");
}
