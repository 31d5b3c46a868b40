//! A release describes itself: audit, evaluation and comparison need no policy, and one that is given is held against it.

use crate::common::{Workdir, without_promise};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Forty people; pays far apart.
fn people() -> Workdir {
    let mut table = "name,age,town,pay,ward\n".to_owned();
    for at in 0..40 {
        let _ = writeln!(
            table,
            "n{at},{},{},{},w{}",
            20 + at,
            ["Rome", "Milan", "Lyon", "Nice"][at % 4],
            at * 1000,
            at % 3
        );
    }
    let policy = r#"
        [columns]
        name = { role = "identifier" }
        age  = { role = "quasi" }
        town = { role = "quasi", hierarchy = "towns.csv" }
        pay  = { role = "sensitive" }
        ward = { role = "keep" }
        [[protect]]
        principle = "epsilon-m"
        absolute  = "1500"
        m         = 2
        [[protect]]
        principle = "k-anonymity"
        k         = 2
    "#;
    let towns = "Rome;Italy;*\nMilan;Italy;*\nLyon;France;*\nNice;France;*\n";
    Workdir::with("people.csv", table)
        .and("with.toml", policy)
        .and("towns.csv", towns)
        .and("plain.toml", policy.replace(", hierarchy = \"towns.csv\"", ""))
        .and(
            "other.toml",
            policy
                .replace(", hierarchy = \"towns.csv\"", "")
                .replace("m         = 2", "m = 3")
                .replace("\"keep\"", "\"drop\""),
        )
}

fn manifest(dir: &Workdir) -> Value {
    serde_json::from_str(&dir.read("release/manifest.json")).unwrap()
}

#[test]
fn every_column_and_every_rule_is_told() {
    let dir = people();
    dir.json("anonymize people.csv --policy with.toml --out release --seed 1");
    let said = manifest(&dir);
    assert_eq!(
        said["columns"],
        json!([
            { "name": "age", "role": "quasi", "type": "number", "published_as": "generalized", "protected_by": ["2-anonymity"] },
            { "name": "town", "role": "quasi", "type": "label", "published_as": "as it is", "protected_by": ["2-anonymity"], "ladder": { "kind": "file" } },
            { "name": "pay", "role": "sensitive", "type": "number", "published_as": "as it is", "protected_by": ["(1500, 2)-anonymity"] },
            { "name": "ward", "role": "keep", "type": "label", "published_as": "as it is", "protected_by": "none" },
        ])
    );
    assert_eq!(said["protect"][0]["absolute"], "1500");
    assert_eq!((&said["protect"][0]["m"], &said["protect"][0]["sensitive"]), (&2.into(), &json!(["pay"])));
    assert_eq!(said["made"], json!({ "how": "groups" }));
    let text = dir.read("release/manifest.json");
    assert!(!text.contains("n17") && !text.contains("seed") && !text.contains("towns.csv"), "{text}");
    let digits = said["loss"].to_string().chars().filter(char::is_ascii_digit).collect::<String>();
    assert!(digits.trim_start_matches('0').trim_end_matches('0').len() <= 3, "{digits}");
}

#[test]
fn no_policy_is_needed() {
    let dir = people();
    dir.json("anonymize people.csv --policy plain.toml --out release --seed 1");
    for call in ["audit release", "audit release --original people.csv", "audit release/data.csv"] {
        let with = dir.json(&format!("{call} --policy plain.toml"));
        let without = dir.json(call);
        // That the ward is of no concern is the manifest's word alone, and it looks like a quasi column.
        assert_eq!((&with["verdict"], &without["verdict"]), (&"pass".into(), &"measured".into()), "{call}");
        assert_eq!(without["checks"], without_promise(&with["checks"]), "{call}");
        assert_eq!(without["others"]["columns"], json!(["ward"]), "{call}");
        assert!(without["open"][0].as_str().unwrap().starts_with("`ward` is published"), "{without}");
    }
    let (with, without) = (
        "evaluate --original people.csv --release release --policy plain.toml",
        "evaluate --original people.csv --release release",
    );
    assert_eq!(dir.json(with)["count_query"], dir.json(without)["count_query"]);
    assert_eq!(dir.json("compare people.csv release --policy plain.toml")["releases"][0]["verdict"], "pass");
    // Flags about protection are asked of the release's own columns.
    assert_eq!(dir.aloof("audit release --k 39").code, 1);
}

/// Hierarchies are not published: the release alone can be judged without, against the original it takes the policy.
#[test]
fn what_no_release_holds_is_asked_for() {
    let dir = people();
    dir.json("anonymize people.csv --policy with.toml --out release --seed 1");
    assert_eq!(dir.json("audit release")["checks"][0]["verdict"], "pass");
    insta::assert_snapshot!(dir.refused("audit release --original people.csv"), @"error: release/data.csv: to judge it against the original takes the hierarchy file of `town`, which no release holds; give the policy that names it");
    assert_eq!(dir.json("audit release --original people.csv --policy with.toml")["verdict"], "pass");
}

#[test]
fn another_policy_is_judged_and_the_difference_said() {
    let dir = people();
    dir.json("anonymize people.csv --policy plain.toml --out release --seed 1");
    assert_eq!(dir.json("audit release --policy plain.toml")["notes"].to_string().matches("is not the one").count(), 0);
    let notes = dir.aloof("audit release --policy other.toml --json");
    let audit: Value = serde_json::from_str(&notes.stdout).unwrap();
    assert_eq!(audit["checks"][0]["bound"], "1/3");
    let notes = audit["notes"].as_array().unwrap();
    let told = notes.iter().find_map(|note| note.as_str().filter(|note| note.contains("is not the one"))).unwrap();
    for words in [
        "is not the one that the manifest states",
        "`ward` is keep there and drop here",
        "promised there and not asked for here is (1500, 2)-anonymity of pay in the",
        "asked for here and not promised there is (1500, 3)-anonymity of pay in the",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
}

/// The report says how much was judged twice, no more.
#[test]
fn the_second_opinion_is_counted() {
    let dir = people();
    dir.json("anonymize people.csv --policy plain.toml --out default --seed 1");
    let audit = dir.json("audit default --original people.csv");
    let near = audit["checks"].as_array().unwrap().iter().find(|check| check["principle"] == "epsilon-m").unwrap();
    assert_eq!((&near["view"], &near["confirmed_groups"]), (&"register".into(), &near["groups"]));
    dir.json("anonymize people.csv --policy plain.toml --view candidates --out release --seed 1 --report page.html");
    let audit = dir.json("audit release --original people.csv");
    let checks = audit["checks"].as_array().unwrap();
    let near: Vec<&Value> = checks.iter().filter(|check| check["principle"] == "epsilon-m").collect();
    assert_eq!((&near[0]["view"], &near[0]["confirmed_groups"]), (&"group".into(), &near[0]["groups"]));
    assert_eq!(
        (&near[1]["view"], &near[1]["people"], &near[1]["confirmed_people"]),
        (&"candidates".into(), &40.into(), &40.into())
    );
    let page = dir.read("page.html");
    assert!(page.contains("all 40 people were judged a second time, by the literal definition"), "the page says so");
    assert!(!page.contains("judged by a second implementation"));
}

/// Columns that flags do not name are published all the same.
#[test]
fn other_columns_of_the_file_are_named() {
    let dir = Workdir::with("t.csv", "age,ward,note,pay\n20..29,a,x,1\n20..29,a,y,90\n30..39,b,z,2\n30..39,b,z,80\n");
    let run = dir.aloof("audit t.csv --quasi age --sensitive pay --absolute 5 --m 2");
    assert!(
        run.code == 0
            && run.stdout.contains("2 other columns are published: ward, note; with them as quasi columns 2 of 4 rows"),
        "{run}"
    );
    let found = dir.json("audit t.csv --quasi age --sensitive pay --absolute 5 --m 2");
    let others = &found["others"];
    assert_eq!(
        (&others["columns"], &others["alone"], &others["smallest"]),
        (&json!(["ward", "note"]), &2.into(), &1.into())
    );
    assert_eq!((&others["telling"][0]["column"], &others["telling"][0]["looks"]), (&"ward".into(), &"quasi".into()));
}
