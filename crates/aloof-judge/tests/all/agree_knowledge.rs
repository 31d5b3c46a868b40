//! (c, k)-safety and skyline privacy: what the fast routines find over a release is what counting worlds finds.

use std::collections::BTreeSet;

use aloof_judge::verify::knowledge::{Bits, Worlds, beliefs};
use aloof_judge::verify::{self, Value};
use aloof_principles::{CKSafety, Point, Rule, Skyline};
use aloof_table::Ratio;
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

use crate::classics::{Sample, decimal, label_column, number_column, sample};

/// Up to three groups of up to four rows.
fn tiny(values: u8, numbers: bool) -> impl Strategy<Value = Sample> {
    prop::collection::vec((0..values, 0u8..3), 1..8).prop_map(move |rows| {
        let column = if numbers {
            number_column(rows.iter().map(|(value, _)| i64::from(*value).into()))
        } else {
            label_column(rows.iter().map(|(value, _)| *value))
        };
        sample(&[column], rows.iter().map(|(_, group)| *group).collect())
    })
}

fn values(sample: &Sample) -> Vec<Vec<Value>> {
    sample.groups().iter().map(|group| sample.values(group)).collect()
}

/// The worst beliefs, group by group; and whether every one is said to be exact.
fn fast(rule: &Rule, sample: &Sample) -> (Vec<Ratio>, bool) {
    let groups = sample.groups();
    let check =
        rule.principle().bind_among(&sample.attribute, &mut groups.iter().map(Vec::as_slice)).expect("it can be asked");
    let exact = groups.iter().all(|group| check.is_exact(group));
    (groups.iter().map(|group| check.judge(group).measure).collect(), exact)
}

/// More than this is not tried.
const MOST: usize = 300_000;

fn point() -> impl Strategy<Value = Point> {
    (0u32..3, 0u32..3, 0u32..3, 10i64..=100).prop_map(|(l, k, m, c)| Point::new(l, k, m, decimal(c)).unwrap())
}

/// All implications from atoms that are all true to atoms of which one is: the worlds that each strikes out.
fn struck_out(worlds: &Worlds) -> Vec<Bits> {
    let all = worlds.where_so(|_| true);
    let atoms: Vec<Bits> = worlds.atoms(None).into_iter().map(|(_, atom)| atom).collect();
    let (mut found, mut new): (BTreeSet<Bits>, Vec<Bits>) = (BTreeSet::new(), Vec::new());
    for premise in &atoms {
        for conclusion in &atoms {
            new.push(premise.without(conclusion));
        }
    }
    while let Some(one) = new.pop() {
        if found.insert(one.clone()) {
            for atom in &atoms {
                new.extend([one.and(atom), one.and(&all.without(atom))]);
            }
        }
    }
    found.into_iter().collect()
}

fn share(part: usize, of: usize) -> BigRational {
    BigRational::new(BigInt::from(part), BigInt::from(of))
}

/// How many cases are tried in a run.
const CASES: u32 = 400;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn safety_is_what_worlds_say(sample in tiny(5, false), k in 0u32..3) {
        let rule = Rule::CKSafety(CKSafety::new(decimal(50), k).unwrap());
        let Some(literal) = beliefs(&rule, &values(&sample), MOST) else { return Ok(()) };
        let literal: Vec<Ratio> = literal.into_iter().map(Ratio::from).collect();
        prop_assert_eq!(fast(&rule, &sample), (literal, true));
    }

    /// With ε the figure is never too small, and exact where it is said to be.
    #[test]
    fn safety_within_epsilon(sample in tiny(8, true), k in 0u32..3, halves in 0i64..5) {
        let rule = Rule::CKSafety(CKSafety::within(decimal(50), k, decimal(halves * 50)).unwrap());
        let Some(literal) = beliefs(&rule, &values(&sample), MOST) else { return Ok(()) };
        let (found, exact) = fast(&rule, &sample);
        let literal: Vec<Ratio> = literal.into_iter().map(Ratio::from).collect();
        prop_assert!(found.iter().zip(&literal).all(|(found, literal)| found >= literal));
        if exact {
            prop_assert_eq!(found, literal);
        }
    }

    #[test]
    fn skyline_is_what_worlds_say(sample in tiny(4, false), points in prop::collection::vec(point(), 1..3)) {
        let rule = Rule::Skyline(Skyline::new(points).unwrap());
        let Some(literal) = beliefs(&rule, &values(&sample), MOST) else { return Ok(()) };
        let literal: Vec<Ratio> = literal.into_iter().map(Ratio::from).collect();
        prop_assert_eq!(fast(&rule, &sample).0, literal);
    }

    /// No implication of any form is worse than the worst of the form that is tried.
    #[test]
    fn one_implication_of_any_form(sample in tiny(3, false)) {
        let rule = Rule::CKSafety(CKSafety::new(decimal(50), 1).unwrap());
        let Some(worlds) = Worlds::of(&values(&sample), 24) else { return Ok(()) };
        let worst = fast(&rule, &sample).0.into_iter().max().unwrap();
        let all = worlds.where_so(|_| true);
        let mut found = BigRational::from(BigInt::from(0));
        for struck in struck_out(&worlds) {
            let left = all.without(&struck);
            for (_, atom) in worlds.atoms(None).iter().filter(|_| left.count() > 0) {
                found = found.max(share(left.and(atom).count(), left.count()));
            }
        }
        prop_assert_eq!(Ratio::from(found), worst);
    }

    /// Joining two groups never makes a release less safe.
    #[test]
    fn joining_groups_is_safe(sample in tiny(6, true), k in 0u32..4, halves in prop::option::of(0i64..4), point in point()) {
        let safety = match halves {
            Some(halves) => CKSafety::within(decimal(50), k, decimal(halves * 50)),
            None => CKSafety::new(decimal(50), k),
        };
        let joined = Sample {
            attribute: sample.attribute.clone(),
            group_of: sample.group_of.iter().map(|&group| group.min(1)).collect(),
        };
        for rule in [Rule::CKSafety(safety.unwrap()), Rule::Skyline(Skyline::new(vec![point]).unwrap())] {
            prop_assert!(fast(&rule, &joined).0.iter().max() <= fast(&rule, &sample).0.iter().max());
        }
    }

    /// What makers rely on: groups that hold by themselves hold together, so do unions of them, and the table holds by itself
    /// exactly when it does as a release of one group.
    #[test]
    fn the_yardstick_composes(sample in tiny(6, true), k in 0u32..3, c in 30i64..=100, points in prop::collection::vec(point(), 1..3)) {
        let everyone = Sample { attribute: sample.attribute.clone(), group_of: vec![0; sample.group_of.len()] };
        for rule in [
            Rule::CKSafety(CKSafety::new(decimal(c), k).unwrap()),
            Rule::CKSafety(CKSafety::within(decimal(c), k, decimal(50)).unwrap()),
            Rule::Skyline(Skyline::new(points).unwrap()),
        ] {
            let check = rule.principle().bind(&sample.attribute).unwrap();
            let bound = rule.principle().bound();
            let good: Vec<Vec<u32>> =
                sample.groups().into_iter().filter(|group| check.judge(group).holds).collect();
            let among = rule.principle().bind_among(&sample.attribute, &mut good.iter().map(Vec::as_slice)).unwrap();
            prop_assert!(good.iter().all(|group| among.judge(group).measure < bound));
            let mut union = good.concat();
            union.sort_unstable();
            prop_assert!(union.is_empty() || check.judge(&union).holds);
            let whole = &everyone.groups()[0];
            prop_assert_eq!(check.judge(whole).holds, fast(&rule, &everyone).0[0] < bound);
        }
    }
}

/// The same as literal judging of a release of one group.
#[test]
fn a_release_of_one_group() {
    let sample = sample(&[label_column([0, 0, 1, 1, 2])], vec![0; 5]);
    let group = &sample.groups()[0];
    let rule = Rule::CKSafety(CKSafety::new(decimal(50), 1).unwrap());
    let found = verify::judge(&rule, &sample.values(group), &[]);
    assert_eq!((found.measure.to_string().as_str(), found.holds, found.violating), ("2/3", false, 5));
}
