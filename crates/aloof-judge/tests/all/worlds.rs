//! Series of releases, judged by counting all worlds that they allow: where groups persist nobody's value is believed with more than 1/m,
//! whichever of the releases were seen; and where they do not, what is lost.

use aloof_judge::verify::together::Row;
use aloof_judge::verify::worlds::{Belief, knowing_covers, knowing_groups};
use aloof_judge::verify::{Value, m_invariance};
use aloof_judge::views::{Grouped, Histories};
use aloof_principles::{MInvariance, Rule};
use aloof_table::{Attribute, Column, LabelColumn, NO_GROUP, Partition};
use proptest::prelude::*;

type Release = Vec<Row>;

fn label(text: &str) -> Value {
    Value::Label(text.to_owned())
}

/// A release of these groups: the people, each with a value, and counterfeits.
fn release(groups: &[&[(Option<u32>, &str)]]) -> Release {
    let row = |group: usize, (person, value): &(Option<u32>, &str)| Row {
        group: group as u32,
        value: label(value),
        person: *person,
    };
    groups.iter().enumerate().flat_map(|(group, rows)| rows.iter().map(move |one| row(group, one))).collect()
}

fn slices(releases: &[Release]) -> Vec<&[Row]> {
    releases.iter().map(Vec::as_slice).collect()
}

/// Every selection of releases that has one.
fn selections<'a>(releases: &[&'a [Row]]) -> Vec<Vec<&'a [Row]>> {
    let picked = |bits: u32| (0..releases.len()).filter(|at| bits >> at & 1 == 1).map(|at| releases[at]).collect();
    (1..1u32 << releases.len()).map(picked).collect()
}

/// The largest share of worlds in which somebody has one value.
fn worst(beliefs: &[Belief]) -> f64 {
    let of = |belief: &Belief| {
        belief.values.iter().map(|(_, worlds)| *worlds as f64 / belief.worlds() as f64).fold(0.0, f64::max)
    };
    beliefs.iter().map(of).fold(0.0, f64::max)
}

fn is_kept(beliefs: &[Belief], m: u128) -> bool {
    let kept = |belief: &Belief| belief.values.iter().all(|(_, worlds)| worlds * m <= belief.worlds());
    beliefs.iter().all(kept)
}

/// The same for the fast way, which takes codes.
fn histories(releases: &[Release]) -> (Attribute, Histories) {
    let text = |row: &Row| match &row.value {
        Value::Label(text) => text.clone(),
        _ => panic!("labels only"),
    };
    let texts: Vec<String> = releases.iter().flatten().map(text).collect();
    let column = Column::Label(LabelColumn::from_texts(texts.iter().map(|text| Some(text.as_str()))));
    let attribute = Attribute::new(&[("x", &column)], |_| false);
    let people = releases.iter().flatten().filter_map(|row| row.person).max().map_or(0, |last| last as usize + 1);
    let (mut own, mut grouped, mut stands, mut from) = (vec![aloof_table::NO_CODE; people], Vec::new(), Vec::new(), 0);
    for release in releases {
        let codes = &attribute.codes()[from..from + release.len()];
        let group_of: Vec<u32> = release.iter().map(|row| row.group).collect();
        let groups = group_of.iter().max().map_or(0, |last| *last as usize + 1);
        grouped.push(Grouped::of_codes(&Partition::from_group_of(&group_of, groups), codes));
        let mut at = vec![NO_GROUP; people];
        for (row, &code) in release.iter().zip(codes) {
            if let Some(person) = row.person {
                at[person as usize] = row.group;
                own[person as usize] = code;
            }
        }
        stands.push(at);
        from += release.len();
    }
    (attribute, Histories { releases: grouped, stands, own, whole: true })
}

/// Somebody of a series: which of two sets of values, which of its three, where among equals in each month, and whether there.
type Someone = (usize, usize, [u8; 3], [bool; 3]);

const SETS: [[&str; 3]; 2] = [["flu", "cold", "gout"], ["flu", "cough", "rash"]];

/// Releases in which everybody stands among the same three values, dealt anew every month; counterfeits fill what is free.
fn series(people: &[Someone]) -> Vec<Release> {
    let month = |at: usize| {
        let mut rows = Vec::new();
        let mut first = 0;
        for (set, values) in SETS.iter().enumerate() {
            let with = |place: usize| {
                let has = |(_, one): &(u32, &Someone)| one.0 == set && one.1 == place && one.3[at];
                let mut some: Vec<(u32, &Someone)> = (0..).zip(people).filter(has).collect();
                some.sort_by_key(|(person, one)| (one.2[at], *person));
                some.into_iter().map(|(person, _)| person).collect::<Vec<u32>>()
            };
            let places: Vec<Vec<u32>> = (0..3).map(with).collect();
            let groups = places.iter().map(Vec::len).max().unwrap_or(0);
            for group in 0..groups {
                for (place, value) in values.iter().enumerate() {
                    let person = places[place].get(group).copied();
                    rows.push(Row { group: (first + group) as u32, value: label(value), person });
                }
            }
            first += groups;
        }
        rows
    };
    (0..3).map(month).filter(|rows: &Release| !rows.is_empty()).collect()
}

fn people(most: usize) -> impl Strategy<Value = Vec<Someone>> {
    prop::collection::vec((0..2usize, 0..3usize, any::<[u8; 3]>(), any::<[bool; 3]>()), 1..most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    /// Whoever knows everybody's groups, in any of the releases, believes no value with more than 1/m.
    #[test]
    fn what_persists_is_safe(people in people(7)) {
        let releases = series(&people);
        for some in selections(&slices(&releases)) {
            prop_assert!(is_kept(&knowing_groups(&some), 3));
        }
        let rule = Rule::MInvariance(MInvariance::new(3).unwrap());
        let (attribute, histories) = histories(&releases);
        let check = rule.principle().bind(&attribute).unwrap();
        let found = histories.judge_invariance(check.as_ref(), rule.principle().direction());
        prop_assert!(found.holds() && found.persistent);
        let frequent = Rule::Frequency(aloof_principles::Frequency::new("3".parse().unwrap()).unwrap());
        let check = frequent.principle().bind(&attribute).unwrap();
        let found = histories.judge(check.as_ref(), frequent.principle().direction());
        prop_assert!(found.holds() && found.persistent);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// And so does whoever knows quasi values alone, as long as that is all they show: groups that cover everybody.
    #[test]
    fn so_are_those_whose_groups_are_not_known(people in people(5), narrow in any::<[bool; 4]>()) {
        let releases = series(&people);
        let all = slices(&releases);
        // Of some people their own groups are known all the same.
        let covers = |at: usize, group: u32, person: u32| {
            !narrow[person as usize % 4] || all[at].iter().any(|row| row.group == group && row.person == Some(person))
        };
        prop_assert!(is_kept(&knowing_covers(&all, &covers), 3));
    }
}

/// Releases of anybody in any group.
fn anything() -> impl Strategy<Value = Vec<Release>> {
    let row = (0..3u32, 0..4usize);
    let month = (prop::collection::vec(prop::option::weighted(0.8, 0..3u32), 6), prop::collection::vec(row, 0..3));
    let own = prop::collection::vec(0..4usize, 6);
    (own, prop::collection::vec(month, 1..4)).prop_map(|(own, months)| {
        const VALUES: [&str; 4] = ["flu", "cold", "gout", "rash"];
        let one = |(stands, counterfeits): &(Vec<Option<u32>>, Vec<(u32, usize)>)| {
            let people = (0..).zip(stands).filter_map(|(person, group)| {
                Some(Row { group: (*group)?, value: label(VALUES[own[person as usize]]), person: Some(person) })
            });
            let nobody =
                counterfeits.iter().map(|&(group, value)| Row { group, value: label(VALUES[value]), person: None });
            people.chain(nobody).collect()
        };
        months.iter().map(one).filter(|release: &Release| !release.is_empty()).collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// The fast way finds who is not m-invariant, as the definition says.
    #[test]
    fn invariance_as_defined(releases in anything(), m in 1u32..4) {
        let rule = MInvariance::new(m).unwrap();
        let all = slices(&releases);
        let (attribute, histories) = histories(&releases);
        let rule_of = Rule::MInvariance(rule);
        let check = rule_of.principle().bind(&attribute).unwrap();
        let found = histories.judge_invariance(check.as_ref(), rule_of.principle().direction());
        let is_in = |person: &u32| releases.iter().flatten().any(|row| row.person == Some(*person));
        let broken = (0..6).filter(is_in).filter(|&person| !m_invariance::is_invariant(rule, &all, person)).count();
        prop_assert_eq!(found.above, broken);
        prop_assert_eq!(found.people, (0..6).filter(is_in).count());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Where what is judged holds, and groups persist, all worlds together say the same.
    #[test]
    fn what_is_said_to_persist_does(releases in anything(), m in 2u32..4) {
        let (attribute, histories) = histories(&releases);
        let rule = Rule::Frequency(aloof_principles::Frequency::new(i64::from(m).into()).unwrap());
        let check = rule.principle().bind(&attribute).unwrap();
        let found = histories.judge(check.as_ref(), rule.principle().direction());
        if found.holds() && found.persistent {
            for some in selections(&slices(&releases)) {
                prop_assert!(is_kept(&knowing_groups(&some), u128::from(m)));
            }
        }
    }
}

/// Why the values of a group must be equally frequent: nobody's group changes what it shows, each has at most half of one value, and
/// still one is believed with 6/11.
#[test]
fn values_that_are_not_equally_frequent() {
    let january = release(&[&[(Some(0), "flu"), (Some(1), "flu"), (Some(2), "cold"), (Some(3), "gout")]]);
    let february = release(&[&[(Some(0), "flu"), (None, "flu"), (Some(2), "cold"), (Some(4), "gout")]]);
    let both = [january, february];
    let beliefs = knowing_groups(&slices(&both));
    let first = &beliefs[0];
    assert_eq!((first.worlds_where(|value| *value == label("flu")), first.worlds()), (12, 22));
    let (attribute, histories) = histories(&both);
    let rule = Rule::Frequency(aloof_principles::Frequency::new(2i64.into()).unwrap());
    let check = rule.principle().bind(&attribute).unwrap();
    let found = histories.judge(check.as_ref(), rule.principle().direction());
    assert!(found.holds() && !found.persistent, "what is judged holds, and is not all that follows");
    // The same people twice tell what they told once.
    let (_, histories) = super::worlds::histories(&[release(&[GROUP]), release(&[GROUP])]);
    assert!(histories.judge(check.as_ref(), rule.principle().direction()).persistent);
}

const GROUP: &[(Option<u32>, &str)] = &[(Some(0), "flu"), (Some(1), "flu"), (Some(2), "cold"), (Some(3), "gout")];

/// Xiao and Tao's hospital: Bob, Alice, Andy, David, Gary, Helen, Jane, Ken, Linda, Paul, Steve (Table 1a, released as Table 1b); five of
/// them leave, and Emily, Mary, Ray, Tom, Vince come.
mod hospital {
    use super::*;

    const PEOPLE: [&str; 16] = [
        "Bob", "Alice", "Andy", "David", "Gary", "Helen", "Jane", "Ken", "Linda", "Paul", "Steve", "Emily", "Mary",
        "Ray", "Tom", "Vince",
    ];

    fn of(groups: &[&[(&str, &str)]]) -> Release {
        let number = |name: &str| PEOPLE.iter().position(|one| *one == name).map(|at| at as u32);
        let row = |group: usize, (name, value): &(&str, &str)| Row {
            group: group as u32,
            value: label(value),
            person: number(name),
        };
        groups.iter().enumerate().flat_map(|(group, rows)| rows.iter().map(move |one| row(group, one))).collect()
    }

    fn first() -> Release {
        of(&[
            &[("Bob", "dyspepsia"), ("Alice", "bronchitis")],
            &[("Andy", "flu"), ("David", "gastritis")],
            &[("Gary", "flu"), ("Helen", "gastritis")],
            &[("Jane", "dyspepsia"), ("Ken", "flu"), ("Linda", "gastritis")],
            &[("Paul", "dyspepsia"), ("Steve", "gastritis")],
        ])
    }

    /// Released by itself (Table 2b).
    fn second() -> Release {
        of(&[
            &[("Bob", "dyspepsia"), ("David", "gastritis")],
            &[("Emily", "flu"), ("Jane", "dyspepsia"), ("Linda", "gastritis")],
            &[("Gary", "flu"), ("Mary", "gastritis")],
            &[("Ray", "dyspepsia"), ("Steve", "gastritis")],
            &[("Tom", "gastritis"), ("Vince", "flu")],
        ])
    }

    /// Released with the counterfeits c1 and c2 (Table 3a).
    fn with_counterfeits() -> Release {
        of(&[
            &[("Bob", "dyspepsia"), ("c1", "bronchitis")],
            &[("David", "gastritis"), ("Emily", "flu")],
            &[("Jane", "dyspepsia"), ("c2", "flu"), ("Linda", "gastritis")],
            &[("Gary", "flu"), ("Mary", "gastritis")],
            &[("Ray", "dyspepsia"), ("Steve", "gastritis")],
            &[("Tom", "gastritis"), ("Vince", "flu")],
        ])
    }

    fn broken(releases: &[Release], m: u32) -> Vec<&'static str> {
        let rule = MInvariance::new(m).unwrap();
        let is_broken = |at: &usize| !m_invariance::is_invariant(rule, &slices(releases), *at as u32);
        (0..PEOPLE.len()).filter(is_broken).map(|at| PEOPLE[at]).collect()
    }

    /// Bob has dyspepsia for certain: {dyspepsia, bronchitis} ∩ {dyspepsia, gastritis}.
    #[test]
    fn two_releases_tell_what_bob_has() {
        let both = [first(), second()];
        let beliefs = knowing_groups(&slices(&both));
        let bob = beliefs.iter().find(|belief| belief.person == 0).unwrap();
        assert_eq!(bob.values.iter().map(|(value, _)| value.clone()).collect::<Vec<_>>(), [label("dyspepsia")]);
        assert_eq!(broken(&both, 2), ["Bob", "David"]);
        let (attribute, histories) = histories(&both);
        let rule = Rule::MInvariance(MInvariance::new(2).unwrap());
        let check = rule.principle().bind(&attribute).unwrap();
        let found = histories.judge_invariance(check.as_ref(), rule.principle().direction());
        assert_eq!((found.people, found.several, found.above), (16, 6, 2));
        assert!(!found.holds() && !found.persistent);
    }

    /// With two counterfeits they are 2-invariant, and nobody is believed to have anything with more than one half.
    #[test]
    fn two_counterfeits_keep_it() {
        let both = [first(), with_counterfeits()];
        assert_eq!(both[1].iter().filter(|row| row.person.is_none()).count(), 2);
        assert!(broken(&both, 2).is_empty() && broken(&both, 3).len() > 1);
        for some in selections(&slices(&both)) {
            let beliefs = knowing_groups(&some);
            assert!(is_kept(&beliefs, 2));
            assert!((worst(&beliefs) - 0.5).abs() < 1e-9);
        }
    }
}
