//! What an audit takes from a manifest, and what it sees for itself: who is missing, what else is written there, what is promised.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::h22_breaker::{forge, left_open};
use crate::common::Workdir;

const POLICY: &str = "[columns]\nage = { role = \"quasi\" }\nzip = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                      [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = 10\nm = 2\n";

/// Twenty people, ten of whom have one pay; all of them published.
fn crowded() -> Workdir {
    let mut table = "age,zip,pay\n".to_owned();
    (0..10).for_each(|i| writeln!(table, "{},{},1000", 20 + i, 10000 + i).unwrap());
    (0..10).for_each(|i| writeln!(table, "{},{},{}", 30 + i, 20000 + i, 1000 * (i + 2)).unwrap());
    let dir = Workdir::with("t.csv", &table).and("p.toml", POLICY);
    let made = dir.aloof("anonymize t.csv --policy p.toml --out release --seed 1");
    assert_eq!(made.code, 0, "{made}");
    assert_eq!(dir.aloof("audit release --original t.csv").code, 0);
    dir
}

/// The same without seven of the crowd.
fn without_the_crowd(change: impl FnOnce(&mut Value)) -> Workdir {
    let dir = crowded();
    let mut data = "age,zip,pay\n".to_owned();
    let pays = [1000; 3].into_iter().chain((0..10).map(|i| 1000 * (i + 2)));
    pays.for_each(|pay| writeln!(data, "20..39,10000..20009,{pay}").unwrap());
    forge(&dir, &[("data.csv", &data)], |manifest| {
        manifest["tuples"] = json!(13);
        manifest["groups"] = json!(1);
        manifest["audit"]["checks"][0]["groups"] = json!(1);
        manifest["audit"]["checks"][0]["worst_risk"] = json!("3/13");
        change(manifest);
    });
    dir
}

/// Whoever misses one of seven people who all have one pay knows it, whatever the manifest counts.
#[test]
fn a_crowd_that_is_missing() {
    let changes: [fn(&mut Value); 5] = [
        |_| {},
        |manifest| manifest["suppressed"] = json!(7),
        |manifest| manifest["dropped"] = json!(7),
        |manifest| manifest["held_out"] = json!(0),
        |manifest| manifest["held_out"] = json!(1000),
    ];
    for change in changes {
        let dir = without_the_crowd(change);
        let found = dir.aloof("audit release --original t.csv");
        assert_eq!(found.code, 1, "{found}");
        let said = found.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains("7 people of the original are in no released row."), "{said}");
        assert!(said.contains("As a group of their own they do not keep"), "{said}");
        assert!(said.contains("the worst is 1, at most 1/2 is asked."), "{said}");
    }
    // That chance took them cannot be seen.
    let dir = without_the_crowd(|manifest| manifest["held_out"] = json!(7));
    left_open(&dir.aloof("audit release --original t.csv --json"), "that chance alone chose them cannot be seen");
    // The assumption is repeated.
    let dir = without_the_crowd(|manifest| {
        manifest["suppressed"] = json!(7);
        manifest["withheld"] = json!({ "absence": "unknown", "told": ["7 people were withheld."] });
        manifest["method"]["absence"] = json!("unknown");
        manifest["method"]["suppress"] = json!("0.5");
        manifest["loss"] = json!(2.0);
    });
    let found = dir.aloof("audit release --original t.csv");
    assert_eq!(found.code, 0, "{found}");
    assert!(found.stdout.contains("This release assumes that nobody knows who is in the table."), "{found}");
}

/// Counts that the release itself contradicts.
#[test]
fn counts_are_held_against_tables() {
    for (key, told) in [("tuples", "the manifest counts 999 rows"), ("groups", "the manifest counts 999 groups")] {
        let dir = crowded();
        forge(&dir, &[], |manifest| manifest[key] = json!(999));
        left_open(&dir.aloof("audit release --json"), told);
    }
    let dir = crowded();
    forge(&dir, &[], |manifest| manifest["suppressed"] = json!(3));
    left_open(&dir.aloof("audit release --original t.csv --json"), "the manifest counts 3 people withheld");
}

/// A manifest can hold anything that nobody reads.
#[test]
fn what_no_manifest_says() {
    let dir = crowded();
    forge(&dir, &[], |manifest| manifest["people"] = json!(["Ann 1000"]));
    left_open(&dir.aloof("audit release --json"), "nothing was judged of it: people");
    let dir = crowded();
    forge(&dir, &[], |manifest| manifest["columns"][0]["remark"] = json!("Ann"));
    left_open(&dir.aloof("audit release --json"), "columns[0].remark");
    let dir = crowded();
    let text =
        dir.read("release/manifest.json").replacen("\"algorithm\"", "\"note\": \"Ann\", \"note\": 1, \"algorithm\"", 1);
    std::fs::write(dir.path("release/manifest.json"), text).unwrap();
    left_open(&dir.aloof("audit release --json"), "a key stands twice");
    for (key, figure) in [("worst_risk", "1/99"), ("bound", "1/99"), ("title", "(10, 99)-anonymity")] {
        let dir = crowded();
        forge(&dir, &[], |manifest| manifest["audit"]["checks"][0][key] = json!(figure));
        left_open(&dir.aloof("audit release --json"), "the manifest states other figures for epsilon-m");
    }
}

/// One word in two spellings is one value.
#[test]
fn words_that_look_alike() {
    for other in ["hiv", "H\u{200b}IV", "HI\u{ad}V", "\u{ff28}\u{ff29}\u{ff36}", "HIV\u{a0}"] {
        let dir = Workdir::with("t.csv", format!("age,ill\n1..2,HIV\n1..2,{other}\n"));
        let found = dir.aloof("audit t.csv --quasi age --sensitive ill --l 2 --json");
        left_open(&found, "`ill`: 1 of its labels is another written otherwise");
    }
}

/// What every table keeps is no promise.
#[test]
fn one_is_nothing() {
    let dir = Workdir::with("t.csv", "age,ill\n1,a\n2,b\n");
    for flag in ["--k 1", "--l 1", "--t 1"] {
        let found = dir.aloof(&format!("audit t.csv --quasi age --sensitive ill {flag}"));
        assert!(found.stdout.contains("Nothing is promised: every table keeps"), "{flag}: {found}");
    }
    let policy = |rule: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\nill = {{ role = \"sensitive\" }}\n[[protect]]\nsensitive = \"ill\"\n{rule}\n"
        )
    };
    for rule in [
        "principle = \"l-diversity\"\nkind = \"frequency\"\nl = 1",
        "principle = \"l-diversity\"\nl = 1\nview = \"candidates\"",
        "principle = \"k-anonymity\"\nk = 1\nview = \"candidates\"",
    ] {
        let dir = Workdir::with("t.csv", "age,ill\n1,a\n2,b\n").and("p.toml", policy(rule));
        let found = dir.aloof("audit t.csv --original t.csv --policy p.toml");
        assert!(found.stdout.contains("Nothing is promised: every table keeps"), "{rule}: {found}");
    }
}

/// A policy that reads a column otherwise than the release was made by says so.
#[test]
fn another_type_is_named() {
    let dir = crowded();
    let other = POLICY.replace("zip = { role = \"quasi\" }", "zip = { role = \"quasi\", type = \"label\" }");
    let dir = dir.and("other.toml", other);
    let found = dir.aloof("audit release --policy other.toml --original t.csv");
    let said = found.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("`zip` has type = \"number\" there and \"label\" here"), "{said}");
}

/// Rows without a value are rows of their group, and a group of such rows is one.
#[test]
fn rows_without_a_value_are_counted() {
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\", missing = \"publish\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = 200\nm = 2\n";
    let dir = Workdir::with("t.csv", "age,pay\n20,\n30..31,100\n30..31,200\n30..31,\n").and("p.toml", policy);
    let found = dir.aloof("audit t.csv --policy p.toml");
    assert_eq!(found.code, 1, "{found}");
    assert!(found.stdout.contains("1 of 2 groups"), "{found}");
    assert!(found.stdout.contains("3, 2 with a value"), "{found}");
}

/// Nobody's row is picked out that is not there: k-anonymity asks nothing of those who are absent, what bounds values does.
#[test]
fn who_is_absent_is_in_no_row() {
    let dir = Workdir::with("o.csv", "age,ill\n1,a\n2,b\n3,c\n4,d\n9,e\n")
        .and("r.csv", "age,ill\n1..2,a\n1..2,b\n3..4,c\n3..4,d\n");
    let audit = dir.aloof("audit r.csv --original o.csv --quasi age --sensitive ill --k 2");
    assert_eq!(audit.code, 0, "{audit}");
    assert!(audit.stdout.contains("1 person of the original is in no released row"), "{audit}");
    let audit = dir.aloof("audit r.csv --original o.csv --quasi age --sensitive ill --l 2");
    assert_eq!(audit.code, 1, "{audit}");
}
