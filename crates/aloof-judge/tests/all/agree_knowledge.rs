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

/// How many cases are tried in a run: as many as `PROPTEST_CASES` says, or a few.
fn cases() -> ProptestConfig {
    if std::env::var_os("PROPTEST_CASES").is_some() {
        ProptestConfig::default()
    } else {
        ProptestConfig::with_cases(400)
    }
}

proptest! {
    #![proptest_config(cases())]

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

fn labels(group: &[&str]) -> Vec<Value> {
    group.iter().map(|label| Value::Label((*label).to_owned())).collect()
}

/// Whether something is so in a world.
type Fact<'a> = &'a dyn Fn(&[Value]) -> bool;

/// How likely it is that a person has a value, for whoever knows that all of these are so.
fn believed(worlds: &Worlds, known: &[Fact<'_>], (person, value): (usize, &str)) -> BigRational {
    let left = worlds.where_so(|world| known.iter().all(|fact| fact(world)));
    let has = worlds.where_so(|world| is(world, person, value));
    share(left.and(&has).count(), left.count())
}

fn is(world: &[Value], person: usize, value: &str) -> bool {
    world[person] == Value::Label(value.to_owned())
}

/// The hospital of Martin et al. (Figures 1 and 2): Bob, Charlie, Dave, Ed and Frank; Gloria, Hannah and three more women. 2/5 for Ed's lung
/// cancer; 1/2 for whoever knows that he has no mumps, 1 if no flu either; 10/19 for Charlie's flu where Hannah's would be his, too. These are
/// the paper's figures.
#[test]
fn the_hospital_of_martin_and_others() {
    let men = labels(&["flu", "flu", "lung cancer", "lung cancer", "mumps"]);
    let women = labels(&["flu", "flu", "breast cancer", "ovarian cancer", "heart disease"]);
    let worlds = Worlds::of(&[men, women], MOST).unwrap();
    let (charlie, ed, hannah) = (1, 3, 6);
    let no_mumps = |world: &[Value]| !is(world, ed, "mumps");
    let no_flu = |world: &[Value]| !is(world, ed, "flu");
    let shared = |world: &[Value]| !is(world, hannah, "flu") || is(world, charlie, "flu");
    assert_eq!(believed(&worlds, &[], (ed, "lung cancer")), share(2, 5));
    assert_eq!(believed(&worlds, &[&no_mumps], (ed, "lung cancer")), share(1, 2));
    assert_eq!(believed(&worlds, &[&no_mumps, &no_flu], (ed, "lung cancer")), share(1, 1));
    assert_eq!(believed(&worlds, &[&shared], (charlie, "flu")), share(10, 19));
    let column = label_column([0, 0, 1, 1, 2, 0, 0, 3, 4, 5]);
    let hospital = sample(&[column], vec![0, 0, 0, 0, 0, 1, 1, 1, 1, 1]);
    for (k, men, women) in [(0, "2/5", "2/5"), (1, "2/3", "4/7"), (2, "1", "4/5")] {
        let rule = Rule::CKSafety(CKSafety::new(decimal(50), k).unwrap());
        let found: Vec<String> = fast(&rule, &hospital).0.iter().map(Ratio::to_string).collect();
        assert_eq!(found, [men, women], "{k}");
    }
}

/// Eight people in two groups, and the three kinds of knowledge of Chen et al.: what somebody has not, what another has, what one has only if
/// another has. The paper's setting; the figures were found by hand from its definitions (docs/principles/skyline.md), and none is quoted
/// from it.
#[test]
fn eight_people_on_the_skyline() {
    let groups = [labels(&["AIDS", "flu", "flu", "AIDS"]), labels(&["flu", "cancer", "flu", "AIDS"])];
    let worlds = Worlds::of(&groups, MOST).unwrap();
    let (ann, gary, tom) = (0, 6, 7);
    let no_cancer = |world: &[Value]| !is(world, tom, "cancer");
    let of_gary = |world: &[Value]| is(world, gary, "flu");
    let of_ann = |world: &[Value]| !is(world, ann, "AIDS") || is(world, tom, "AIDS");
    assert_eq!(believed(&worlds, &[], (tom, "AIDS")), share(1, 4));
    assert_eq!(believed(&worlds, &[&no_cancer], (tom, "AIDS")), share(1, 3));
    assert_eq!(believed(&worlds, &[&no_cancer, &of_gary], (tom, "AIDS")), share(1, 2));
    assert_eq!(believed(&worlds, &[&no_cancer, &of_gary, &of_ann], (tom, "AIDS")), share(2, 3));
    let people = sample(&[label_column([0, 1, 1, 0, 1, 2, 1, 0])], vec![0, 0, 0, 0, 1, 1, 1, 1]);
    for ((l, k, m), by_hand) in [
        ((0, 0, 0), ["1/2", "1/2"]),
        ((1, 0, 0), ["1", "2/3"]),
        ((0, 1, 0), ["2/3", "2/3"]),
        ((0, 0, 1), ["3/4", "3/4"]),
        ((0, 0, 2), ["1", "1"]),
        ((1, 1, 1), ["1", "1"]),
        ((0, 2, 0), ["1", "1"]),
    ] {
        let rule = Rule::Skyline(Skyline::new(vec![Point::new(l, k, m, decimal(100)).unwrap()]).unwrap());
        let literal = beliefs(&rule, &values(&people), 100_000_000).expect("few worlds");
        let literal: Vec<Ratio> = literal.into_iter().map(Ratio::from).collect();
        let found = fast(&rule, &people).0;
        assert_eq!(found, literal, "({l}, {k}, {m})");
        assert_eq!(found.iter().map(Ratio::to_string).collect::<Vec<_>>(), by_hand, "({l}, {k}, {m})");
    }
}

/// Two groups of 4 and 3, and whoever knows one other person's value and one kin. Somebody else has value 0 in the second group: to know of
/// that person both that they have 0 and that the target then has it, too, says what the target has without any release. So kin are people
/// whose values are not known, and the belief is 1/2: of the four one is known to have something else, and one who has it only with the
/// target has it no sooner, which leaves two.
#[test]
fn kin_are_not_among_the_known() {
    let people = sample(&[label_column([0, 2, 0, 3, 1, 3, 2])], vec![0, 1, 1, 1, 0, 0, 0]);
    let rule = |l, k, m| Rule::Skyline(Skyline::new(vec![Point::new(l, k, m, decimal(10)).unwrap()]).unwrap());
    for (point, beliefs_are) in [((0, 1, 1), ["1/2", "1"]), ((0, 1, 0), ["1/3", "1/2"]), ((0, 0, 1), ["1/3", "1/2"])] {
        let (l, k, m) = point;
        let literal = beliefs(&rule(l, k, m), &values(&people), 100_000_000).expect("few worlds");
        let literal: Vec<String> = literal.into_iter().map(|belief| Ratio::from(belief).to_string()).collect();
        let found: Vec<String> = fast(&rule(l, k, m), &people).0.iter().map(Ratio::to_string).collect();
        assert_eq!(
            (found.as_slice(), literal.as_slice()),
            (&literal[..], &beliefs_are.map(str::to_owned)[..]),
            "{point:?}"
        );
    }
    let groups = [labels(&["a", "b", "d", "c"]), labels(&["c", "a", "d"])];
    let worlds = Worlds::of(&groups, MOST).unwrap();
    let has = |world: &[Value]| is(world, 5, "a");
    let kin = |world: &[Value]| !is(world, 5, "a") || is(world, 0, "a");
    assert_eq!(believed(&worlds, &[&has, &kin], (0, "a")), share(1, 1));
}
