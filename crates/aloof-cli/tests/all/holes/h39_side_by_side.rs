//! What an adversary found by laying things side by side: two releases of the same people, what a release and its audit say of those
//! withheld, and figures of a manifest beside the tables.

use serde_json::{Value, json};

use crate::common::{Run, Workdir, as_written};

/// A hundred and twenty people of six towns.
fn people() -> Vec<String> {
    let town = |at: usize| ["Alba", "Bari", "Como", "Deva", "Enna", "Fano"][at * 5 % 7 % 6];
    (0..120)
        .map(|at| format!("{},{},20{:02}-0{}-11,{}", 20 + at * 7 % 50, town(at), at % 9, 1 + at % 8, at * 7919 % 997))
        .collect()
}

fn csv(lines: &[String]) -> String {
    lines.iter().fold("age,town,since,pay\n".to_owned(), |all, line| all + line + "\n")
}

/// Ninety people, six of whom live far from all others.
fn remote() -> Workdir {
    let place = |at: usize| if at < 6 { (200 + at * 37, at * 41 % 97) } else { (20 + at / 5, 3 + at % 5) };
    let row = |at: usize| format!("{},{},{}\n", place(at).0, place(at).1, at * 7919 % 997);
    Workdir::with("o.csv", (0..90).fold("age,zip,pay\n".to_owned(), |all, at| all + &row(at)))
}

/// A hierarchy that shows or hides labels took them in the order of the file: other groups, drawn by the same secret.
#[test]
fn whatever_labels_climb_on_the_order_of_the_input_changes_no_byte() {
    let people = people();
    let turned: Vec<String> = people.iter().rev().cloned().collect();
    let room = Workdir::with("one.csv", csv(&people)).and("other.csv", csv(&turned));
    let ladders = [
        "hierarchy = { kind = \"suppress\" }",
        "hierarchy = { kind = \"prefix\" }",
        "order = [\"Fano\", \"Alba\", \"Bari\", \"Enna\", \"Deva\", \"Como\"]",
        "type = \"label\"",
    ];
    for (at, ladder) in ladders.iter().enumerate() {
        let policy = format!(
            "[columns]\nage = {{ role = \"quasi\", hierarchy = {{ kind = \"intervals\", widths = [\"5\", \"20\"] }} }}\n\
             town = {{ role = \"quasi\", {ladder} }}\nsince = {{ role = \"quasi\", hierarchy = {{ kind = \"calendar\" }} }}\n\
             pay = {{ role = \"sensitive\" }}\n[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 3\n"
        );
        std::fs::write(room.path("p.toml"), policy).unwrap();
        let make = |file: &str| {
            let run = room.aloof(&format!("anonymize {file}.csv --policy p.toml --out {file}-{at} --seed 7"));
            assert_eq!(run.code, 0, "{ladder}: {run}");
            ["data.csv", "manifest.json"].map(|name| room.read(&format!("{file}-{at}/{name}")))
        };
        assert_eq!(make("one"), make("other"), "{ladder}");
    }
}

/// Of somebody whose row is not there nobody can pick it out: a release and its audit both ask nothing of the withheld by k-anonymity.
#[test]
fn the_withheld_are_judged_alike_by_whoever_looks() {
    let room = remote();
    let asked = "--quasi age,zip --sensitive pay --k 3 --l 3 --suppress 0.1";
    let made = room.json(&format!("anonymize o.csv {asked} --out r --seed 1"));
    assert!(made["suppressed"].as_u64().unwrap() > 0, "{made}");
    let audit = room.json("audit r --original o.csv");
    for document in [&made, &audit] {
        let checks = document["checks"].as_array().unwrap();
        let with: Vec<&str> = checks
            .iter()
            .filter(|one| !one["withheld"].is_null())
            .map(|one| one["principle"].as_str().unwrap())
            .collect();
        assert_eq!(with, ["l-diversity"], "{document}");
    }
}

/// What a manifest says of those withheld is held against the tables, as far as they tell.
#[test]
fn figures_of_the_withheld_are_claims() {
    let room = remote();
    room.json("anonymize o.csv --quasi age,zip --sensitive pay --absolute 1 --m 3 --suppress 0.1 --out r --seed 1");
    let honest: Value = serde_json::from_str(&room.read("r/manifest.json")).unwrap();
    assert!(honest["suppressed"].as_u64().unwrap() > 0, "{honest}");
    assert_eq!(room.aloof("audit r --original o.csv").code, 0);
    let lie = |at: &str, value: Value| -> Run {
        let mut manifest = honest.clone();
        *manifest.pointer_mut(at).unwrap() = value;
        std::fs::write(room.path("r/manifest.json"), as_written(&manifest)).unwrap();
        room.aloof("audit r --original o.csv")
    };
    let uncovered = honest["withheld"]["uncovered"].as_u64().unwrap();
    for (at, value, reason) in [
        ("/withheld/uncovered", json!(uncovered + 1), "that lie in no published box"),
        ("/withheld/told", json!([]), "no sentence about them"),
        ("/method/suppress", json!("0"), "withholds nobody"),
    ] {
        let run = lie(at, value);
        assert!(run.code == 2 && run.stdout.contains(reason), "{at}: {run}");
    }
}

/// `Keep 3-anonymity of , against …`
#[test]
fn a_promise_about_no_column_names_none() {
    let rows = (0..40).fold("age,pay\n".to_owned(), |all, at| all + &format!("{},{}\n", at / 4, at * 13 % 20));
    let room = Workdir::with("o.csv", rows);
    room.json("anonymize o.csv --quasi age --sensitive pay --k 3 --out r --seed 1");
    let run = room.aloof("compare o.csv r");
    assert!(run.code == 0 && run.stdout.contains("Keep 3-anonymity, against"), "{run}");
}
