//! Releases are attacked by the rules that they were made by, and what attacks find is held against all that luck explains.

use std::collections::HashSet;
use std::fmt::Write as _;

use serde_json::Value;

use crate::attack::{fact, one as attack};
use crate::common::Workdir;

const COLUMNS: &str = "[columns]\nage = { role = \"quasi\" }\nincome = { role = \"quasi\" }\nundeclared = \"drop\"\n";

/// A policy that walks ages and incomes.
fn walk(more: &str) -> String {
    format!("{COLUMNS}[method]\nalgorithm = \"walk\"\n{more}")
}

/// A census of so many people.
fn census(rows: usize) -> Workdir {
    let room = Workdir::new();
    let run = room.aloof(&format!("generate census --rows {rows} --seed 5 --out people.csv"));
    assert_eq!(run.code, 0, "{run}");
    room
}

/// Numbers in no order; the same in every run.
fn mixed(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

fn share(rate: &Value) -> f64 {
    rate["right"].as_f64().unwrap() / rate["people"].as_f64().unwrap()
}

/// Ties, the share of localities and segments are those of the release, whatever policy is at hand, or none.
#[test]
fn localities_are_looked_for_by_the_rules_of_the_release() {
    let room = census(160)
        .and("collapse.toml", walk("ties = \"collapse\"\nsegment = 40\n"))
        .and("relax.toml", walk("ties = \"relax\"\nproperties = \"0.1\"\n"))
        .and("usual.toml", walk(""));
    for name in ["collapse", "relax", "usual"] {
        let run = room.aloof(&format!(
            "anonymize people.csv --policy {name}.toml --private {name}-private --seed 1 --out {name}"
        ));
        assert_eq!(run.code, 0, "{run}");
        let line = format!("attack {name} --original people.csv --private {name}-private --only link");
        let of = |more: &str| {
            let found = room.json(&format!("{line} {more}"));
            attack(&found, "link", "localities")["success"].clone()
        };
        let alone = of("");
        for policy in ["collapse", "relax", "usual"] {
            assert_eq!(of(&format!("--policy {policy}.toml")), alone, "{name} by {policy}.toml");
        }
    }
    // Who were walked together in a table of no more rows than a segment has is no secret, however long segments are.
    let room = census(120).and("long.toml", walk("segment = 120\nproperties = \"0.02\"\n"));
    let run = room.aloof("anonymize people.csv --policy long.toml --private private --seed 1 --out release");
    assert_eq!(run.code, 0, "{run}");
    std::fs::remove_file(room.path("private/assignment.csv")).unwrap();
    let found = room.json("attack release --original people.csv --private private --only link");
    assert_eq!(attack(&found, "link", "localities")["success"]["people"], 120, "{found:#}");
}

/// Equal values stay equal unless a column would go up and down as one: of each column it is said which it was.
#[test]
fn ties_are_chosen_by_column() {
    let room = census(160).and("usual.toml", walk(""));
    let run = room.aloof("anonymize people.csv --policy usual.toml --seed 1 --out release");
    assert_eq!(run.code, 0, "{run}");
    let manifest: Value = serde_json::from_str(&room.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["method"]["ties"], "collapse, else relax");
    let columns = manifest["measured"]["columns"].as_array().unwrap();
    assert!(columns.len() == 2 && columns.iter().all(|one| one["ties"] == "collapse"), "{columns:#?}");
    let audit = room.aloof("audit release --json");
    assert!(!audit.stdout.contains("method.ties"), "{audit}");
}

/// Rows of people with heaped pay and labels of no order.
fn heaped(rows: u64, seed: u64) -> Vec<[String; 4]> {
    let mut draw = mixed(seed);
    let mut person = || {
        let pay = if draw(4) == 0 { 30_000 } else { 1_000 * (10 + draw(60)) };
        [(20 + draw(45)).to_string(), format!("p{}", draw(60)), format!("j{}", draw(120)), pay.to_string()]
    };
    (0..rows).map(|_| person()).collect()
}

fn csv<'a>(rows: impl IntoIterator<Item = &'a [String; 4]>) -> String {
    let mut text = "age,place,job,pay\n".to_owned();
    rows.into_iter().for_each(|row| writeln!(text, "{}", row.join(",")).unwrap());
    text
}

/// Every column in an order of its own.
fn shuffled(rows: &[[String; 4]]) -> Vec<[String; 4]> {
    let mut draw = mixed(9);
    let mut columns: Vec<Vec<String>> = (0..4).map(|at| rows.iter().map(|row| row[at].clone()).collect()).collect();
    for column in &mut columns {
        (1..column.len()).rev().for_each(|at| column.swap(at, draw(at as u64 + 1) as usize));
    }
    (0..rows.len()).map(|row| std::array::from_fn(|at| columns[at][row].clone())).collect()
}

const ROLES: &str = "--quasi age,place,job --sensitive pay --absolute 1000 --m 5";

/// One person more or fewer among control people changes next to nothing.
#[test]
fn a_control_of_nearly_as_many_is_counted_as_one_of_as_many() {
    let (people, others) = (heaped(401, 1), heaped(400, 2));
    let mut twice = people[..400].to_vec();
    twice[399] = twice[0].clone();
    let distinct: HashSet<&[String; 4]> = twice.iter().collect();
    assert!(distinct.len() < 400);
    let room = Workdir::with("people.csv", csv(&twice))
        .and("others.csv", csv(&others))
        .and("release.csv", csv(&shuffled(&people[..400])));
    let line = format!("attack release.csv --original people.csv --control others.csv {ROLES} --only single-out");
    let found = room.json(&line);
    let single = attack(&found, "single-out", "");
    let counted =
        fact(single, "sentences that hold of one control person") / single["success"]["people"].as_f64().unwrap();
    assert!((share(&single["control"]) - counted).abs() < 0.003, "{counted}: {single:#}");
}

/// Whoever has nothing to learn guesses one interval for everybody; and of people in the release no more is right than of others.
#[test]
fn shuffled_columns_give_learners_and_sentences_nothing() {
    let (people, others) = (heaped(600, 3), heaped(600, 4));
    let room = Workdir::with("people.csv", csv(&people))
        .and("others.csv", csv(&others))
        .and("release.csv", csv(&shuffled(&people)));
    let line = format!(
        "attack release.csv --original people.csv --control others.csv {ROLES} --only centre,model,single-out --report page.html"
    );
    let found = room.json(&line);
    let interval = share(&attack(&found, "centre", "candidates")["blind"]);
    for variant in ["", "taught by control people", "taught by both"] {
        let one = attack(&found, "model", variant);
        assert!(share(&one["blind"]) >= interval && one["beyond_blind"] == false, "{one:#}");
    }
    let single = attack(&found, "single-out", "");
    assert_eq!(single["beyond_control"], false, "{single:#}");
    let page = room.read("page.html");
    assert!(page.contains("No attack gets more than a blind guess and guesses about control people"));
    for heading in ["over control", "claims of 50%", "claims of 70%", "claims of 90%"] {
        assert!(page.contains(heading), "{heading}");
    }
}

/// Everybody who is missing has about one value, and the guess that is best of all is right of them, too: that they are known is said.
#[test]
fn a_crowd_that_is_most_of_all_is_told_when_it_is_missing() {
    let apart = (0..120).map(|at| format!("{},{}", 20 + at % 40, 1_000 + 100 * at));
    let crowd = (0..80).map(|at| format!("{},{}", 20 + at % 40, 50_000 + at));
    let people = std::iter::once("age,salary".to_owned()).chain(apart).chain(crowd).collect::<Vec<_>>().join("\n");
    let room = Workdir::with("people.csv", people);
    let run = room.aloof(
        "anonymize people.csv --quasi age --sensitive salary --absolute 50 --m 4 --suppress 0.5 --absence unknown --private private --seed 1 --out release",
    );
    assert_eq!(run.code, 0, "{run}");
    let found = room.json("attack release --original people.csv --private private --only absent");
    let absent = attack(&found, "absent", "");
    assert!(share(&absent["success"]) > 0.9 && share(&absent["blind"]) < 0.5, "{absent:#}");
    let told = found["told"][0].as_str().unwrap();
    assert!(told.contains("knows who is missing") && !told.contains("nothing was found"), "{told}");
}
