//! Small series of releases, made by the maker and judged by counting all worlds: whoever knows in which group everybody stands, in any
//! of the releases, believes nothing of anybody with more than 1/m.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use aloof::Error;
use aloof::io::Source;
use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Secret, Target, publish};
use aloof_judge::verify::Value;
use aloof_judge::verify::together::Row;
use aloof_judge::verify::worlds::{Belief, knowing_groups, knowing_whose};
use proptest::prelude::*;
use tempfile::TempDir;

/// Somebody in a month: who, how old, and what they earn.
type Someone = (u32, u32, i64);

fn policy(protect: &str) -> Policy {
    let text = format!(
        "[columns]\nid = {{ role = \"identifier\" }}\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\n{protect}\n\
         [input]\nperson = \"id\"\n[output]\ngroup_ids = true\n"
    );
    Policy::from_toml(&text, "aloof.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn csv(people: &[Someone], word: &dyn Fn(i64) -> String) -> String {
    people.iter().fold("id,age,pay\n".to_owned(), |mut text, &(who, age, pay)| {
        writeln!(text, "p{who},{age},{}", word(pay)).unwrap();
        text
    })
}

/// A series: its policy, and where it stands.
struct Series {
    policy: Policy,
    room: TempDir,
    made: usize,
}

impl Series {
    fn new(protect: &str) -> Self {
        Self { policy: policy(protect), room: TempDir::new().unwrap(), made: 0 }
    }

    fn path(&self, name: &str, month: usize) -> std::path::PathBuf {
        self.room.path().join(format!("{name}{month}"))
    }

    fn next(&mut self, csv: &str) -> Result<ReleaseReport, Error> {
        let source = Source::Memory { name: "month.csv".to_owned(), bytes: csv.to_owned().into_bytes().into() };
        let previous = (self.made > 0).then(|| self.path("private", self.made));
        let request = Request::new(source, &self.policy).secret(Secret::from(1)).previous(previous);
        let (out, private) = (self.path("release", self.made + 1), self.path("private", self.made + 1));
        let made = publish(&request, &Target::new(out).private(private))?;
        self.made += 1;
        Ok(made)
    }

    /// All releases as they were published, with who stands where by the private directories.
    fn releases(&self, value: &dyn Fn(&str) -> Value) -> Vec<Vec<Row>> {
        (1..=self.made).map(|month| read(&self.path("release", month), &self.path("private", month), value)).collect()
    }
}

fn read(release: &Path, private: &Path, value: &dyn Fn(&str) -> Value) -> Vec<Row> {
    let data = fs::read_to_string(release.join("data.csv")).unwrap();
    let people = fs::read_to_string(private.join("people.csv")).unwrap();
    let row = |(line, person): (&str, &str)| {
        let cells: Vec<&str> = line.split(',').collect();
        let person = person.split(',').nth(1).filter(|name| !name.is_empty());
        // Names are 32 digits; of a few people the first eight tell them apart.
        let person = person.map(|name| u32::from_str_radix(&name[..8], 16).unwrap());
        Row { group: cells[2].parse().unwrap(), value: value(cells[1]), person }
    };
    data.lines().skip(1).zip(people.lines().skip(1)).map(row).collect()
}

fn selections(releases: &[Vec<Row>]) -> Vec<Vec<&[Row]>> {
    let all: Vec<&[Row]> = releases.iter().map(Vec::as_slice).collect();
    let picked = |bits: u32| (0..all.len()).filter(|at| bits >> at & 1 == 1).map(|at| all[at]).collect();
    (1..1u32 << all.len()).map(picked).collect()
}

/// All releases up to each of them: whoever has these knows that counterfeits have values of people in them.
fn beginnings(releases: &[Vec<Row>]) -> Vec<Vec<&[Row]>> {
    (1..=releases.len()).map(|end| releases[..end].iter().map(Vec::as_slice).collect()).collect()
}

/// A number as a value, and back.
fn number(text: &str) -> Value {
    Value::Label(format!("{:>6}", text.parse::<i64>().unwrap()))
}

fn of(value: &Value) -> i64 {
    let Value::Label(text) = value else { panic!("written as a label") };
    text.trim().parse().unwrap()
}

/// The worst interval of length 2ε, around any figure.
fn is_kept(belief: &Belief, epsilon: i64, m: u128) -> bool {
    belief.values.iter().all(|(low, _)| {
        let low = of(low);
        belief.worlds_where(|value| (low..=low + 2 * epsilon).contains(&of(value))) * m <= belief.worlds()
    })
}

/// Whether values of one group are farther apart than that.
fn is_apart(release: &[Row], length: i64) -> bool {
    let near = |a: &Row, b: &Row| a.group == b.group && (of(&a.value) - of(&b.value)).abs() <= length;
    release.iter().enumerate().all(|(at, row)| !release[..at].iter().any(|other| near(row, other)))
}

/// Three months: who is there in each, with ages that may change and values that mostly do not.
fn months() -> impl Strategy<Value = Vec<Vec<Someone>>> {
    let person = (20u32..60, 0i64..9, any::<[bool; 3]>(), prop::option::weighted(0.15, 0i64..9));
    prop::collection::vec(person, 4..8).prop_map(|people| {
        let month = |at: usize| {
            let there = (0..).zip(&people).filter(|(_, one)| one.2[at]);
            let pay = |one: &(u32, i64, [bool; 3], Option<i64>)| if at == 2 { one.3.unwrap_or(one.1) } else { one.1 };
            there.map(|(who, one)| (who, one.0 + at as u32, 10 * pay(one))).collect::<Vec<Someone>>()
        };
        (0..3).map(month).collect()
    })
}

/// Whether everybody has one value: whoever changes it counts as somebody else, of whom worlds know nothing.
fn is_constant(months: &[Vec<Someone>]) -> bool {
    let mut pay = std::collections::BTreeMap::new();
    months.iter().flatten().all(|&(who, _, value)| *pay.entry(who).or_insert(value) == value)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn no_selection_of_releases_tells_more_than_one(months in months(), epsilon in 0i64..11, m in 2u128..4) {
        let mut series = Series::new(&format!("principle = \"epsilon-m\"\nabsolute = \"{epsilon}\"\nm = {m}"));
        for month in &months {
            // Whatever cannot be had of a month is refused, and the series stays as it was.
            let _ = series.next(&csv(month, &|pay| pay.to_string()));
        }
        let releases = series.releases(&number);
        for some in selections(&releases).into_iter().filter(|_| is_constant(&months)) {
            for belief in knowing_groups(&some) {
                prop_assert!(is_kept(&belief, epsilon, m), "{months:?} {belief:?}");
            }
        }
        for some in beginnings(&releases).into_iter().filter(|_| is_constant(&months)) {
            for belief in knowing_whose(&some) {
                prop_assert!(is_kept(&belief, epsilon, m), "whose values: {months:?} {belief:?}");
            }
        }
        // Every group shows values that are more than 2ε apart, whoever changed.
        prop_assert!(releases.iter().all(|release| is_apart(release, 2 * epsilon)));
    }

    #[test]
    fn labels_hide_among_the_same_labels(months in months(), m in 2u128..4, few in any::<bool>()) {
        let mut series = Series::new(&format!("principle = \"m-invariance\"\nm = {m}"));
        for month in &months {
            // Of three labels many groups are alike, and become one where people left.
            let _ = series.next(&csv(month, &|pay| format!("v{}", if few { pay % 30 } else { pay })));
        }
        let releases = series.releases(&|text| Value::Label(text.to_owned()));
        for some in selections(&releases).into_iter().filter(|_| is_constant(&months)) {
            for belief in knowing_groups(&some) {
                prop_assert!(belief.values.iter().all(|(_, worlds)| worlds * m <= belief.worlds()), "{belief:?}");
            }
        }
        for some in beginnings(&releases).into_iter().filter(|_| is_constant(&months)) {
            for belief in knowing_whose(&some) {
                prop_assert!(belief.values.iter().all(|(_, worlds)| worlds * m <= belief.worlds()), "whose: {belief:?}");
            }
        }
    }
}

fn made(protect: &str, months: &[&[Someone]]) -> (Series, Vec<ReleaseReport>) {
    let mut series = Series::new(protect);
    let reports = months.iter().map(|month| series.next(&csv(month, &|pay| pay.to_string())).unwrap()).collect();
    (series, reports)
}

const THREE: &str = "principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 3";

/// A group of twice m that has near values twice is two threads: together in one they could not persist.
#[test]
fn near_values_stand_in_threads_of_their_own() {
    let people: Vec<Someone> = vec![(0, 30, 10), (1, 30, 11), (2, 30, 20), (3, 30, 21), (4, 30, 30), (5, 30, 31)];
    let (series, _) = made(THREE, &[&people, &people[1..]]);
    assert!(series.releases(&number).iter().all(|release| is_apart(release, 2)));
}

/// Whose value becomes another of the same group stays where they are: nobody sees that anything changed.
#[test]
fn a_change_within_the_group_is_not_seen() {
    let first: &[Someone] = &[(0, 30, 10), (1, 31, 20), (2, 32, 30)];
    let second: &[Someone] = &[(0, 30, 20), (2, 32, 30)];
    let (series, reports) = made(THREE, &[first, second]);
    assert_eq!(reports[1].counterfeits, Some(1));
    let shown = |release: &Vec<Row>| {
        let mut values: Vec<i64> = release.iter().map(|row| of(&row.value)).collect();
        values.sort_unstable();
        values
    };
    assert!(series.releases(&number).iter().all(|release| shown(release) == [10, 20, 30]));
}

/// Of two who come back to one place one stands in another group of the same values.
#[test]
fn two_who_come_back_to_one_place() {
    let first: &[Someone] = &[(0, 30, 10), (1, 31, 20), (2, 32, 30)];
    // 3 takes the place of 0, who then comes back.
    let second: &[Someone] = &[(3, 30, 10), (1, 31, 20), (2, 32, 30)];
    let third: &[Someone] = &[(0, 30, 10), (3, 30, 10), (1, 31, 20), (2, 32, 30)];
    let (series, reports) = made(THREE, &[first, second, third]);
    assert_eq!(reports.iter().map(|one| one.counterfeits).collect::<Vec<_>>(), [None, Some(0), Some(2)]);
    let last = &series.releases(&number)[2];
    let groups: std::collections::BTreeSet<u32> = last.iter().map(|row| row.group).collect();
    assert_eq!((last.len(), groups.len()), (6, 2));
}

/// Everybody leaves, and somebody comes: a group of values that others had.
#[test]
fn everybody_leaves() {
    let first: &[Someone] = &[(0, 30, 10), (1, 31, 20), (2, 32, 30)];
    let (series, reports) = made(THREE, &[first, &[(7, 50, 20)]]);
    assert_eq!(reports[1].counterfeits, Some(2));
    assert_eq!(series.releases(&number)[1].len(), 3);
    let mut series = Series::new(THREE);
    series.next(&csv(first, &|pay| pay.to_string())).unwrap();
    let nobody = series.next("id,age,pay\n").unwrap_err().to_string();
    assert!(nobody.contains("no rows"), "{nobody}");
    assert!(!series.path("release", 2).exists() && !series.path("private", 2).exists());
}

/// Two groups of the same three labels, of each of which some left: those who are left of both stand in one, and nobody is made up.
#[test]
fn groups_of_the_same_values_become_one() {
    let labels = |pay: i64| format!("v{pay}");
    let first: &[Someone] = &[(0, 30, 1), (1, 30, 2), (2, 30, 3), (3, 30, 1), (4, 30, 2), (5, 30, 3)];
    let second: &[Someone] = &[(0, 30, 1), (1, 30, 2), (5, 30, 3)];
    let mut series = Series::new("principle = \"m-invariance\"\nm = 3");
    series.next(&csv(first, &labels)).unwrap();
    assert_eq!(series.next(&csv(second, &labels)).unwrap().counterfeits, Some(0));
    // All come back: each to a group of the three.
    assert_eq!(series.next(&csv(first, &labels)).unwrap().counterfeits, Some(0));
    let releases = series.releases(&|text| Value::Label(text.to_owned()));
    assert_eq!(releases.iter().map(Vec::len).collect::<Vec<_>>(), [6, 3, 6]);
    for some in selections(&releases) {
        for belief in knowing_groups(&some) {
            assert!(belief.values.iter().all(|(_, worlds)| worlds * 3 <= belief.worlds()), "{belief:?}");
        }
    }
}

/// Counterfeits have values of others, so that a value which nobody else has would be hers, for certain: she gets no group with them.
#[test]
fn a_value_that_is_nobody_elses_stands_beside_no_counterfeits() {
    let first: &[Someone] = &[(0, 30, 10), (1, 31, 20), (2, 32, 30)];
    let with = |came: &[Someone]| [first, came].concat();
    let mut series = Series::new(THREE);
    series.next(&csv(first, &|pay| pay.to_string())).unwrap();
    let refused = series.next(&csv(&with(&[(7, 33, 77)]), &|pay| pay.to_string())).unwrap_err();
    let said = refused.to_string();
    assert_eq!(refused.exit_code(), 3, "{said}");
    assert!(said.contains("1 person who is new has a value that nobody else has") && !said.contains("77"), "{said}");
    assert!(!series.path("release", 2).exists() && !series.path("private", 2).exists());
    // Two who have it in groups of their own do not hide each other.
    assert!(series.next(&csv(&with(&[(7, 33, 77), (8, 34, 77)]), &|pay| pay.to_string())).is_err());
    // With a value of others she stands among theirs, and with two others who are new among those.
    let report = series.next(&csv(&with(&[(7, 33, 20)]), &|pay| pay.to_string())).unwrap();
    assert_eq!(report.counterfeits, Some(2));
    let three = with(&[(7, 33, 20), (4, 33, 77), (5, 33, 87), (6, 33, 97)]);
    assert_eq!(series.next(&csv(&three, &|pay| pay.to_string())).unwrap().counterfeits, Some(2));
    for some in beginnings(&series.releases(&number)) {
        assert!(knowing_whose(&some).iter().all(|belief| is_kept(belief, 1, 3)));
    }
}
