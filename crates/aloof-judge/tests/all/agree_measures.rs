//! The measures of a table are the worst that the definitions say of its groups.

use crate::classics::*;
use aloof_principles::{
    AlphaK, BetaLikeness, Distinct, Entropy, Ground, KAnonymity, KE, MInvariance, Measured, MeasuredSpread, Measures,
    Recursive, Rule, TCloseness, Variance, Worst,
};
use aloof_table::{Decimal, Domain, Ratio};
use proptest::prelude::*;

/// The worst literal measure and the first group that has it.
fn worst(sample: &Sample, rule: &Rule) -> Worst<Ratio> {
    let direction = rule.principle().direction();
    let findings = sample.groups().into_iter().map(|codes| sample.literal(rule, &codes)).enumerate();
    let findings = findings.map(|(group, finding)| Worst { value: finding.measure, group });
    let worse = |a: &Worst<Ratio>, b: &Worst<Ratio>| direction.compare(&a.value, &b.value).is_gt();
    findings.reduce(|worst, next| if worse(&next, &worst) { next } else { worst }).unwrap()
}

/// The first group that fails.
fn first_failing(sample: &Sample, rule: &Rule) -> Option<usize> {
    sample.groups().iter().position(|group| !sample.literal(rule, group).holds)
}

fn t_closeness(ground: Ground) -> Rule {
    Rule::TCloseness(TCloseness::new(Decimal::ONE, ground).unwrap())
}

/// Every measure against the literal definitions, group by group.
fn assert_measures(sample: &Sample, l: u32) -> Result<(), TestCaseError> {
    let mut measures = Measures::with_l(&sample.attribute, l.try_into().unwrap());
    let groups = sample.groups();
    groups.iter().enumerate().for_each(|(group, codes)| measures.add(group, codes));
    let found = measures.finish().unwrap();
    prop_assert_eq!((found.groups, found.tuples), (groups.len(), sample.group_of.len()));
    assert_diversity(sample, &found)?;
    assert_closeness(sample, &found)?;
    let numeric = matches!(sample.attribute.domain(), Domain::Numbers { .. });
    prop_assert_eq!(found.spread.is_some(), numeric);
    found.spread.map_or(Ok(()), |spread| assert_spread(sample, &spread))
}

fn assert_diversity(sample: &Sample, found: &Measured) -> Result<(), TestCaseError> {
    let k = worst(sample, &Rule::KAnonymity(KAnonymity::new(1).unwrap()));
    prop_assert_eq!(Worst { value: Ratio::of(1, found.k.value), group: found.k.group }, k);
    let distinct = worst(sample, &Rule::Distinct(Distinct::new(1).unwrap()));
    prop_assert_eq!(Worst { value: Ratio::of(1, found.distinct_l.value), group: found.distinct_l.group }, distinct);
    let unique = worst(sample, &Rule::MInvariance(MInvariance::new(1).unwrap()));
    prop_assert_eq!(Worst { value: Ratio::whole(found.unique.value), group: found.unique.group }, unique);
    prop_assert_eq!(&found.alpha, &worst(sample, &Rule::AlphaK(AlphaK::new(Decimal::ONE, 1).unwrap())));
    prop_assert_eq!(found.frequency_l.value.inverse(), found.alpha.value.clone());
    let entropy = worst(sample, &Rule::Entropy(Entropy::new(Decimal::ONE).unwrap()));
    prop_assert!((found.entropy_l.value - entropy.value.inverse().approximate()).abs() < 1e-6);
    prop_assert_eq!(found.entropy_l.group, entropy.group);
    let any_c = Rule::Recursive(Recursive::new(text("1e9"), found.recursive_l).unwrap());
    let expected = first_failing(sample, &any_c).map_or_else(
        || {
            let Worst { value, group } = worst(sample, &any_c);
            Worst { value: Some(value), group }
        },
        |group| Worst { value: None, group },
    );
    prop_assert_eq!(&found.recursive_c, &expected);
    Ok(())
}

fn assert_closeness(sample: &Sample, found: &Measured) -> Result<(), TestCaseError> {
    prop_assert_eq!(&found.t_equal, &worst(sample, &t_closeness(Ground::Equal)));
    prop_assert_eq!(&found.beta, &worst(sample, &Rule::BetaLikeness(BetaLikeness::basic(Decimal::ONE).unwrap())));
    let any_beta = Rule::BetaLikeness(BetaLikeness::enhanced(text("1e9")).unwrap());
    let expected = first_failing(sample, &any_beta).map_or_else(
        || Worst { value: Some(found.beta.value.clone()), group: found.beta.group },
        |group| Worst { value: None, group },
    );
    prop_assert_eq!(&found.enhanced_beta, &expected);
    Ok(())
}

fn assert_spread(sample: &Sample, spread: &MeasuredSpread) -> Result<(), TestCaseError> {
    prop_assert_eq!(&spread.range, &worst(sample, &Rule::KE(KE::new(1, Decimal::ZERO).unwrap())));
    prop_assert_eq!(&spread.variance, &worst(sample, &Rule::Variance(Variance::new(Decimal::ZERO).unwrap())));
    prop_assert_eq!(&spread.t_ordered, &worst(sample, &t_closeness(Ground::Ordered)));
    prop_assert_eq!(&spread.t_value, &worst(sample, &t_closeness(Ground::Value)));
    Ok(())
}

proptest! {
    #[test]
    fn measures(sample in any_kind(25), l in 1u32..4) {
        assert_measures(&sample, l)?;
    }

    #[test]
    fn measures_of_wide_numbers(sample in wide_numbers()) {
        assert_measures(&sample, 2)?;
    }

    /// In parts, in any order: the same.
    #[test]
    fn measures_merge(sample in any_kind(40), seed in any::<u64>()) {
        let whole = Measures::new(&sample.attribute);
        let mut parts = [whole.clone(), whole.clone(), whole.clone()];
        let mut together = whole;
        for (group, codes) in sample.groups().iter().enumerate().rev() {
            parts[(seed >> (2 * group)) as usize % 3].add(group, codes);
        }
        for (group, codes) in sample.groups().iter().enumerate() {
            together.add(group, codes);
        }
        let [mut first, second, third] = parts;
        first.merge(third);
        first.merge(second);
        prop_assert_eq!(first.finish(), together.finish());
    }
}

/// Groups too large for the table of quantiles search instead.
#[test]
fn measures_of_large_groups() {
    let values: Vec<i64> = (0..900i64).map(|row| (row * row) % 61).collect();
    let group_of: Vec<u8> = (0..900usize).map(|row| u8::from(row % 7 < 2) + u8::from(row > 800)).collect();
    let sample = sample(&[number_column(values.into_iter().map(Decimal::from))], group_of);
    assert_measures(&sample, 3).unwrap();
}
