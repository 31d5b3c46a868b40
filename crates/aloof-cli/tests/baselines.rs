//! What others do, as methods of their own: made, judged and evaluated like any release.

mod common;

use common::Workdir;
use serde_json::Value;

fn policy(absolute: &str, m: u32, algorithm: &str) -> String {
    format!(
        "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\nprinciple = \"epsilon-m\"\n\
         sensitive = \"pay\"\nabsolute = \"{absolute}\"\nm = {m}\n[method]\nalgorithm = \"{algorithm}\"\n"
    )
}

/// Evenly spread from 0 to 1.
fn uniform() -> Workdir {
    let rows = 5000;
    let line = |at: usize| format!("{},{:.4}\n", 20 + at * 7 % 50, at as f64 / (rows - 1) as f64);
    let table = (0..rows).map(line).fold("age,pay\n".to_owned(), |all, line| all + &line);
    Workdir::with("pay.csv", table)
        .and("four.toml", policy("0.1", 4, "perturb"))
        .and("five.toml", policy("0.1", 5, "perturb"))
}

fn number(value: &Value) -> f64 {
    value.as_str().unwrap().parse().unwrap()
}

#[test]
fn uniform_values_are_kept_one_time_in_sixteen() {
    let room = uniform();
    let made = room.json("anonymize pay.csv --policy four.toml --out release --seed 1");
    let kept = number(&made["perturbation"]["retention"]);
    assert!((kept - 0.0625).abs() < 0.001, "{kept}");
    assert_eq!((&made["verdict"], &made["tuples"]), (&"pass".into(), &5000.into()));
    assert_eq!((&made["checks"][0]["view"], &made["checks"][0]["bound"]), (&"perturbation".into(), &"1/4".into()));
    let manifest: Value = serde_json::from_str(&room.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["method"]["algorithm"], "perturb");
    assert_eq!(manifest["perturbation"]["retention"], made["perturbation"]["retention"]);
    // About one in sixteen stands as it was; ages all do.
    let mut original: Vec<String> = room.read("pay.csv").lines().skip(1).map(str::to_owned).collect();
    let mut released: Vec<String> = room.read("release/data.csv").lines().skip(1).map(str::to_owned).collect();
    let ages = |lines: &[String]| {
        let mut ages: Vec<String> = lines.iter().map(|line| line.split(',').next().unwrap().to_owned()).collect();
        ages.sort();
        ages
    };
    assert_eq!(ages(&original), ages(&released));
    original.sort();
    released.sort();
    let same = released.iter().filter(|line| original.binary_search(line).is_ok()).count();
    assert!((300..=700).contains(&same), "{same} of 5000, by chance some more than were kept");
}

#[test]
fn what_no_perturbation_keeps_is_refused() {
    let room = uniform();
    let run = room.aloof("anonymize pay.csv --policy five.toml --out release");
    assert_eq!(run.code, 3, "{run}");
    assert!(
        run.stderr.contains("no perturbation keeps") && run.stderr.contains("largest m that can be kept so is 4"),
        "{run}"
    );
    assert!(!room.path("release").exists());
}

#[test]
fn a_perturbed_release_is_audited_and_evaluated() {
    let room = uniform();
    room.json("anonymize pay.csv --policy four.toml --out release --seed 1");
    let audit = room.json("audit release --original pay.csv --policy four.toml");
    assert_eq!((&audit["verdict"], &audit["checks"][0]["view"]), (&"pass".into(), &"perturbation".into()));
    let alone = room.aloof("audit release --policy four.toml");
    assert!(alone.code == 2 && alone.stderr.contains("--original"), "{alone}");
    let stricter = room.aloof("audit release --original pay.csv --policy five.toml");
    assert_eq!(stricter.code, 1, "{stricter}");
    let found =
        room.json("evaluate --original pay.csv --release release --policy four.toml --dimensions 1 --selectivity 0.2");
    // Of 5,000 rows about 312 are kept: an estimate of 1,000 rows may well be off by half, but not by ten times.
    let error = found["count_query"][0]["mean_relative_error"].as_f64().unwrap();
    assert!(error > 0.0 && error < 2.0, "{error}");
    let beside = room.json("compare pay.csv release --policy four.toml");
    assert_eq!(beside["releases"][0]["risks"][0]["view"], "perturbation");
}

#[test]
fn what_is_private_says_where_everybody_stands() {
    let room = uniform();
    room.json("anonymize pay.csv --policy four.toml --out release --private secret --seed 1");
    let (original, released) = (room.read("pay.csv"), room.read("release/data.csv"));
    let age = |text: &str, at: usize| text.lines().nth(at + 1).unwrap().split(',').next().unwrap().to_owned();
    let assignment = room.read("secret/assignment.csv");
    assert_eq!(assignment.lines().next(), Some("row,group,place"));
    for line in assignment.lines().skip(1).step_by(97) {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells[1], "", "nobody stands in a group");
        assert_eq!(age(&original, cells[0].parse().unwrap()), age(&released, cells[2].parse().unwrap()));
    }
}

#[test]
fn the_same_seed_draws_the_same() {
    let room = uniform();
    for out in ["one", "two"] {
        room.json(&format!("anonymize pay.csv --policy four.toml --out {out} --seed 7"));
    }
    assert_eq!(room.read("one/data.csv"), room.read("two/data.csv"));
}
