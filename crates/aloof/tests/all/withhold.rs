//! Withholding: never to make possible what is not, unless nobody is assumed to know who is in the table; and for detail, with
//! the withheld as safe as everybody else.

use std::fs;

use aloof::Error;
use aloof::advise::{AdviseRequest, advise};
use aloof::audit::Verdict;
use aloof::io::Source;
use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Secret, Target, publish};
use proptest::prelude::*;
use serde_json::Value;
use tempfile::TempDir;

fn policy(absolute: u32, m: u32, view: &str, method: &str) -> Policy {
    let words = format!(
        "[columns]\nage = {{ role = \"quasi\" }}\nzip = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\n\
         principle = \"epsilon-m\"\nabsolute = \"{absolute}\"\nm = {m}\nview = \"{view}\"\n[method]\n{method}\n"
    );
    Policy::from_toml(&words, "aloof.toml").unwrap_or_else(|error| panic!("{error}"))
}

fn source(csv: &str) -> Source {
    Source::Memory { name: "data.csv".to_owned(), bytes: csv.to_owned().into_bytes().into() }
}

/// A release, and what its files hold.
struct Made {
    report: ReleaseReport,
    data: String,
    manifest: Value,
    assignment: String,
}

impl Made {
    /// The rows of the input that are in no group.
    fn withheld(&self) -> Vec<usize> {
        let rows = self.assignment.lines().skip(1).enumerate();
        rows.filter(|(_, line)| line.ends_with(',')).map(|(at, _)| at).collect()
    }
}

fn make(csv: &str, policy: &Policy, seed: u64) -> Result<Made, Error> {
    let room = TempDir::new().unwrap();
    let target = Target::new(room.path().join("out")).private(room.path().join("private"));
    let report = publish(&Request::new(source(csv), policy).secret(Secret::from(seed)), &target)?;
    let read = |name: &str| fs::read_to_string(room.path().join(name)).unwrap();
    Ok(Made {
        report,
        data: read("out/data.csv"),
        manifest: serde_json::from_str(&read("out/manifest.json")).unwrap(),
        assignment: read("private/assignment.csv"),
    })
}

fn csv(rows: &[(u32, u32, u32)]) -> String {
    rows.iter().fold("age,zip,pay\n".to_owned(), |all, (age, zip, pay)| all + &format!("{age},{zip},{pay}\n"))
}

/// Nine of twenty have about the same pay: with m = 4 more than half of them are too many.
fn crowded() -> Vec<(u32, u32, u32)> {
    let crowd = (0..9).map(|at| (20 + 5 * at, at % 3, 1000 + at));
    let rest = (0..11).map(|at| (22 + 4 * at, at % 3, 2000 + 500 * at));
    crowd.chain(rest).collect()
}

/// The paper's table would not do, and no part of it: whoever is missing has the crowded value.
#[test]
fn withholding_makes_nothing_possible_where_absence_is_known() {
    let csv = csv(&crowded());
    let known = policy(100, 4, "register", "suppress = \"0.5\"");
    let refused = make(&csv, &known, 1).err().unwrap();
    assert_eq!(refused.exit_code(), 3);
    let said = refused.to_string();
    assert!(said.contains("9 of 20 rows lie"), "{said}");
    assert!(said.contains("Withholding rows cannot help"), "{said}");
    assert!(said.contains("someone who misses a person in the release"), "{said}");
    assert!(said.contains("absence = \"unknown\" states the assumption"), "{said}");
    assert!(said.contains("withholding 6 of 20 rows would do (suppress = \"0.3\")"), "{said}");
    let ask = |policy: &Policy| advise(&AdviseRequest { data: source(&csv), policy, progress: &|_, _| {} }).unwrap();
    let advice = ask(&known);
    assert!(advice.is_impossible());
    let nearest = advice.checks[0].nearest.clone().unwrap();
    assert!(nearest.contains("Withholding rows cannot help") && nearest.contains("absence = \"unknown\""), "{nearest}");
    let enough = policy(100, 4, "register", "suppress = \"0.3\"\nabsence = \"unknown\"");
    assert!(!ask(&enough).is_impossible());
    assert!(ask(&policy(100, 4, "register", "suppress = \"0.2\"\nabsence = \"unknown\"")).is_impossible());
}

/// With the assumption stated it is made, and everything that is said of it repeats the assumption and what it hides.
#[test]
fn an_assumption_is_repeated_with_what_it_hides() {
    let csv = csv(&crowded());
    let policy = policy(100, 4, "register", "suppress = \"0.5\"\nabsence = \"unknown\"");
    let made = make(&csv, &policy, 1).unwrap();
    assert_eq!((made.report.verdict, made.report.suppressed), (Verdict::Pass, 6));
    let check = made.report.checks[0].withheld.clone().unwrap();
    assert_eq!((check.tuples, check.worst_risk.as_str(), check.bound.as_str()), (6, "1", "1/4"));
    assert_eq!((check.verdict, check.certainty.as_deref()), (Verdict::Fail, Some("1")));
    let told = made.report.withheld.clone().unwrap().told.join(" ");
    let expected = "6 people were withheld. Whoever knows that someone is among them can tell their pay to within 100 with \
                    certainty 1 (1/4 was asked). This release assumes that nobody knows who is in the table.";
    assert!(told.starts_with(expected), "{told}");
    assert_eq!(made.manifest["method"]["absence"], "unknown");
    let stated = made.manifest["withheld"]["told"].as_array().unwrap();
    assert!(
        stated.iter().any(|said| said.as_str() == Some("This release assumes that nobody knows who is in the table."))
    );
    // Whom no box covers is counted: by the ends of boxes.
    let covered = |age: u32, zip: u32| {
        made.data.lines().skip(1).any(|line| {
            let within = |cell: &str, value: u32| {
                let (low, high) = cell.split_once("..").unwrap_or((cell, cell));
                (low.parse::<u32>().unwrap()..=high.parse().unwrap()).contains(&value)
            };
            let cells: Vec<&str> = line.split(',').collect();
            within(cells[0], age) && within(cells[1], zip)
        })
    };
    let people = crowded();
    let alone = made.withheld().into_iter().filter(|&row| !covered(people[row].0, people[row].1)).count();
    assert_eq!(made.report.withheld.unwrap().uncovered, Some(alone));
}

/// Which of the people with a crowded value go is drawn: with enough secrets everybody goes once, and everybody stays once.
#[test]
fn who_goes_is_drawn() {
    let csv = csv(&crowded());
    let policy = policy(100, 4, "register", "suppress = \"0.5\"\nabsence = \"unknown\"");
    let mut went = [0; 20];
    for seed in 0..24 {
        make(&csv, &policy, seed).unwrap().withheld().into_iter().for_each(|row| went[row] += 1);
    }
    assert!(went[..9].iter().all(|&times| times > 0 && times < 24), "{went:?}");
    assert_eq!(went[9..], [0; 11]);
}

/// Pay is spread; quasi values lie close together but for some that lie far out.
fn with_remote(rows: u32) -> Vec<(u32, u32, u32)> {
    let person = |at: u32| {
        let far = if at % 17 == 3 { 400 } else { 0 };
        (20 + at * 7 % 40 + far, at * 5 % 30, at * 7919 % 50_021)
    };
    (0..rows).map(person).collect()
}

#[test]
fn rows_are_withheld_for_detail() {
    for view in ["register", "group", "candidates"] {
        let csv = csv(&with_remote(300));
        let made = make(&csv, &policy(300, 4, view, "suppress = \"0.1\""), 1).unwrap();
        let withheld = made.report.withheld.clone().unwrap_or_else(|| panic!("nobody is withheld in the {view} view"));
        assert!((4..=30).contains(&made.report.suppressed), "{}", made.report.suppressed);
        assert_eq!((withheld.tuples, made.withheld().len()), (made.report.suppressed, made.report.suppressed));
        assert!(withheld.loss_saved_per_row.unwrap() > 0.0);
        // Those who are withheld are as safe as everybody else.
        let check = made.report.checks.iter().find_map(|check| check.withheld.clone()).unwrap();
        assert_eq!((check.verdict, check.tuples), (Verdict::Pass, made.report.suppressed));
        let said = withheld.told.join(" ");
        assert!(said.contains("so that others can be shown in more detail"), "{said}");
        assert!(said.contains("As a group of their own they keep (300, 4)-anonymity of pay"), "{said}");
        let (stated, exact) =
            (made.manifest["withheld"]["loss_saved_per_row"].as_f64().unwrap(), withheld.loss_saved_per_row);
        assert!((stated - exact.unwrap()).abs() <= 0.01 * stated, "three digits of {exact:?}: {stated}");
    }
}

#[test]
fn nobody_is_withheld_for_nothing() {
    // All quasi values are equal: no box can shrink.
    let same: Vec<(u32, u32, u32)> = (0..60).map(|at| (30, 5, at * 1000)).collect();
    let made = make(&csv(&same), &policy(100, 4, "register", "suppress = \"0.5\""), 1).unwrap();
    assert_eq!((made.report.suppressed, made.report.withheld.is_none()), (0, true));
    // Three people cannot keep 1 in 4 as a group of their own.
    let made = make(&csv(&with_remote(300)), &policy(300, 4, "register", "suppress = \"0.01\""), 1).unwrap();
    assert_eq!(made.report.suppressed, 0);
}

#[test]
fn the_order_of_the_input_changes_no_byte() {
    let (rows, mut turned) = (with_remote(200), with_remote(200));
    turned.reverse();
    turned.rotate_left(71);
    for method in ["suppress = \"0.1\"", "suppress = \"0.1\"\nabsence = \"unknown\""] {
        let policy = policy(300, 4, "register", method);
        let (one, other) = (make(&csv(&rows), &policy, 5).unwrap(), make(&csv(&turned), &policy, 5).unwrap());
        assert_eq!((one.data, one.manifest), (other.data, other.manifest));
    }
}

#[test]
fn what_is_not_looked_at_is_refused() {
    let told = |method: &str| {
        let words = format!(
            "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\nprinciple = \"epsilon-m\"\n\
             absolute = \"1\"\nm = 2\n[method]\n{method}\n"
        );
        Policy::from_toml(&words, "aloof.toml").err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert!(told("algorithm = \"perturb\"\nabsence = \"unknown\"").contains("withholds no rows; leave out `absence`"));
    assert!(told("algorithm = \"walk\"\nsuppress = \"0.1\"").contains("only with absence = \"unknown\""));
    assert!(told("absence = \"perhaps\"").contains("absence"));
    assert_eq!(told("absence = \"known\"\nsuppress = \"0.1\""), "");
}

fn few() -> impl Strategy<Value = Vec<(u32, u32, u32)>> {
    prop::collection::vec((0u32..30, 0u32..4, 0u32..80), 1..50)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// What is made with rows withheld could have been made of all: in every view, whatever the table.
    #[test]
    fn what_is_made_was_possible(
        people in few(), epsilon in 0u32..5, m in 1u32..5, percent in 0u32..90,
        view in prop_oneof![Just("register"), Just("group"), Just("candidates")],
    ) {
        let reach = if view == "register" { 2 * epsilon } else { epsilon };
        let window = |low: &(u32, u32, u32)| people.iter().filter(|p| (low.2..=low.2 + reach).contains(&p.2)).count();
        let possible = people.iter().map(window).max().unwrap() * m as usize <= people.len();
        let policy = policy(epsilon, m, view, &format!("suppress = \"0.{percent:02}\""));
        match make(&csv(&people), &policy, 3) {
            Ok(made) => {
                prop_assert!(possible, "made though impossible");
                prop_assert!(made.report.suppressed * 100 <= percent as usize * people.len());
                let checked = made.report.checks.iter().filter_map(|check| check.withheld.as_ref());
                prop_assert!(checked.clone().all(|check| check.verdict == Verdict::Pass));
                prop_assert_eq!(checked.count(), usize::from(made.report.suppressed > 0));
            }
            Err(error) => {
                prop_assert_eq!(error.exit_code(), 3, "{}", error);
                prop_assert!(!possible || view == "candidates", "{}", error);
            }
        }
    }
}
