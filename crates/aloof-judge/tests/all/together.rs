//! Several releases laid one on the other: what the fast way finds is what the definition says.

use aloof_judge::verify::together::{self, Row};
use aloof_judge::verify::{self, Value};
use aloof_judge::views::{Grouped, Histories, HistoryOutcome};
use aloof_principles::{EpsilonM, Neighbourhood, Rule};
use aloof_table::{Attribute, Column, Decimal, NO_GROUP, NumberColumn, Partition, Ratio};
use proptest::prelude::*;

/// A release: per person the group, if the person is in it; and counterfeits, each with its group and value.
type Stands = (Vec<Option<u32>>, Vec<(u32, i64)>);

const GROUPS: u32 = 3;

fn attribute(values: &[i64]) -> Attribute {
    let column = Column::Number(NumberColumn::from_integers(values.to_vec()));
    Attribute::new(&[("x", &column)], |_| false)
}

/// The same releases for the judge, and literally.
fn both(own: &[i64], releases: &[Stands], whole: bool) -> (Attribute, Histories, Vec<Vec<Row>>) {
    let mut all = own.to_vec();
    releases.iter().for_each(|(_, counterfeits)| all.extend(counterfeits.iter().map(|(_, value)| value)));
    let attribute = attribute(&all);
    let codes = attribute.codes();
    let mut next = own.len();
    let (mut grouped, mut stands, mut literal) = (Vec::new(), Vec::new(), Vec::new());
    for (who, counterfeits) in releases {
        let group_of: Vec<u32> = who.iter().map(|group| group.unwrap_or(NO_GROUP)).collect();
        let mut everyone = group_of.clone();
        let mut of_rows: Vec<u32> = codes[..own.len()].to_vec();
        for (at, &(group, _)) in counterfeits.iter().enumerate() {
            everyone.push(group);
            of_rows.push(codes[next + at]);
        }
        let person = |row: usize| (row < own.len()).then_some(row as u32);
        let rows = (0..everyone.len()).filter(|&row| everyone[row] != NO_GROUP);
        let value = |row: usize| Value::of(attribute.domain(), of_rows[row]);
        literal.push(rows.map(|row| Row { group: everyone[row], value: value(row), person: person(row) }).collect());
        next += counterfeits.len();
        grouped.push(Grouped::of_codes(&Partition::from_group_of(&everyone, GROUPS as usize), &of_rows));
        stands.push(group_of);
    }
    let own = codes[..own.len()].to_vec();
    (attribute, Histories { releases: grouped, stands, own, whole }, literal)
}

fn distance(a: &Value, b: &Value) -> i64 {
    let number = |value: &Value| match value {
        Value::Number(number) => i64::try_from(number.to_integer()).unwrap(),
        _ => panic!("numbers only"),
    };
    (number(a) - number(b)).abs()
}

/// What the definition says of everybody.
fn by_definition(
    rule: &Rule,
    people: u32,
    releases: &[Vec<Row>],
    near: Option<(i64, u32)>,
    own: &[Value],
) -> HistoryOutcome {
    let holds = |person: u32, values: &[Value]| -> (bool, Ratio) {
        let of = &own[person as usize];
        if let (Some((epsilon, m)), true) = (near, values.contains(of)) {
            let count = values.iter().filter(|value| distance(value, of) <= epsilon).count();
            return (count * m as usize <= values.len(), Ratio::of(count as u64, values.len() as u64));
        }
        let found = verify::judge(rule, values, &[]);
        (found.holds, found.measure)
    };
    let is_in = |release: &[Row], person: u32| release.iter().any(|row| row.person == Some(person));
    let mut found = HistoryOutcome {
        people: 0,
        several: 0,
        above: 0,
        one_value: 0,
        left_above: 0,
        came_above: 0,
        worst: None,
        persistent: true,
    };
    for person in 0..people {
        let mine: Vec<&[Row]> = releases.iter().map(Vec::as_slice).filter(|release| is_in(release, person)).collect();
        if mine.is_empty() {
            continue;
        }
        found.people += 1;
        found.several += usize::from(mine.len() > 1);
        let mut above = false;
        for bits in 1..1u32 << mine.len() {
            let some: Vec<&[Row]> = (0..mine.len()).filter(|at| bits >> at & 1 == 1).map(|at| mine[at]).collect();
            let judged = holds(person, &together::left(&some, person).unwrap());
            above |= !judged.0;
            found.worst = found.worst.into_iter().chain([judged.1]).max();
        }
        found.above += usize::from(above);
        let left = together::left(&mine, person).unwrap();
        found.one_value += usize::from(left.iter().all(|value| *value == left[0]));
        let (mut went, mut came) = (false, false);
        for (at, here) in releases.iter().enumerate().filter(|(_, here)| is_in(here, person)) {
            for (other, there) in releases.iter().enumerate().filter(|(_, there)| !is_in(there, person)) {
                let group = here.iter().find(|row| row.person == Some(person)).unwrap().group;
                let judged = holds(person, &together::gone(here, there, group));
                went |= !judged.0 && other > at;
                came |= !judged.0 && other < at;
                found.worst = found.worst.into_iter().chain([judged.1]).max();
            }
        }
        found.left_above += usize::from(went);
        found.came_above += usize::from(came);
    }
    found
}

fn releases(people: usize) -> impl Strategy<Value = Vec<Stands>> {
    let who = prop::collection::vec(prop::option::weighted(0.8, 0..GROUPS), people);
    let counterfeits = prop::collection::vec((0..GROUPS, 0i64..12), 0..3);
    prop::collection::vec((who, counterfeits), 1..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn as_defined(
        (own, releases) in (1usize..9).prop_flat_map(|people| (prop::collection::vec(0i64..12, people), releases(people))),
        epsilon in 0i64..4, m in 1u32..5, register in any::<bool>(),
    ) {
        let near = Neighbourhood::absolute(Decimal::new(i128::from(epsilon), 0)).unwrap();
        let rule = Rule::EpsilonM(EpsilonM::new(near, m).unwrap());
        let rule = if register { rule.in_register().unwrap() } else { rule };
        let (attribute, histories, literal) = both(&own, &releases, register);
        let check = rule.principle().bind(&attribute).unwrap();
        let mut found = histories.judge(check.as_ref(), rule.principle().direction());
        let values: Vec<Value> = histories.own.iter().map(|&code| Value::of(attribute.domain(), code)).collect();
        let expected = by_definition(&rule, own.len() as u32, &literal, (!register).then_some((epsilon, m)), &values);
        found.persistent = true;
        prop_assert_eq!(found, expected);
    }
}

/// As Xiao and Tao show it, with numbers of our own: without counterfeits a value is known after the second release, with them it is not.
#[test]
fn groups_that_persist() {
    let rule = Rule::EpsilonM(EpsilonM::new(Neighbourhood::absolute(Decimal::new(1, 0)).unwrap(), 3).unwrap());
    let rule = rule.in_register().unwrap();
    let judge = |own: &[i64], releases: &[Stands]| {
        let (attribute, histories, _) = both(own, releases, true);
        let check = rule.principle().bind(&attribute).unwrap();
        histories.judge(check.as_ref(), rule.principle().direction())
    };
    let own = [10, 20, 30, 40, 50];
    let all = |groups: [Option<u32>; 5]| groups.to_vec();
    let first = (all([Some(0), Some(0), Some(0), None, None]), vec![]);
    let fresh = (all([Some(0), None, None, Some(0), Some(0)]), vec![]);
    let found = judge(&own, &[first.clone(), fresh]);
    assert_eq!((found.above, found.one_value, found.persistent), (1, 1, false));
    // The two who left have what the first has not: a half each.
    assert_eq!((found.left_above, found.came_above), (2, 2));
    let kept = (all([Some(0), None, None, None, None]), vec![(0, 20), (0, 30)]);
    let found = judge(&own, &[first.clone(), kept]);
    assert_eq!((found.holds(), found.one_value, found.persistent), (true, 0, true));
    assert_eq!(found.worst.unwrap().to_string(), "1/3");
    // Nobody stays: the values of a group that is gone are as safe as before.
    let found = judge(&own, &[first, (all([None, None, None, Some(0), Some(0)]), vec![(0, 90)])]);
    assert!(found.holds() && found.persistent);
}
