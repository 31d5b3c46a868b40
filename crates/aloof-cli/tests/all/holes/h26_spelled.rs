//! One value written in several ways is one value, and a count of nothing says nothing.

use serde_json::{Value, json};

use super::h22_breaker::{forge, left_open};
use crate::common::Workdir;

const DIVERSE: &str = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\", type = \"label\" }\n\
                       [[protect]]\nprinciple = \"l-diversity\"\nl = 2\n";

fn released(policy: &str) -> Workdir {
    let dir = Workdir::with("t.csv", "age,pay\n1,10\n2,20\n3,10\n4,20\n").and("p.toml", policy);
    let made = dir.aloof("anonymize t.csv --policy p.toml --out release");
    assert_eq!(made.code, 0, "{made}");
    dir
}

type Change = fn(&str) -> String;

/// A group of nothing but 5 is not various because the manifest calls numbers labels.
#[test]
fn labels_that_are_one_number() {
    for (one, other) in [("5", "5.0"), ("5", "05"), ("2020-01-01", "\" 2020-01-01\""), ("flu", "\"flu \"")] {
        let dir = released(DIVERSE);
        forge(&dir, &[("data.csv", &format!("age,pay\n1..2,{one}\n1..2,{other}\n"))], |manifest| {
            manifest["tuples"] = json!(2);
            manifest["groups"] = json!(1);
            manifest["audit"]["checks"][0]["groups"] = json!(1);
        });
        left_open(&dir.aloof("audit release --json"), "`pay`: 1 of its labels is another written otherwise");
        // Whoever asks may say that codes are no numbers.
        assert_eq!(dir.aloof("audit release --policy p.toml").code, 0, "{one} {other}");
    }
    // Neither is it because of one cell that is no number.
    let dir = Workdir::with("t.csv", "age,pay\n1..2,5\n1..2,5.0\n3..4,none\n3..4,7\n");
    let flags = "audit t.csv --quasi age --sensitive pay --l 2 --json";
    left_open(
        &dir.aloof(flags),
        "`pay`: 1 of its labels is another written otherwise, as 1000 and 1,000 can be one number",
    );
    assert_eq!(released(DIVERSE).aloof("audit release").code, 0);
}

/// The second table counts who has a value: nobody, less, half and twice are no counts.
#[test]
fn counts_of_two_tables() {
    let anatomy = format!("{}[method]\nalgorithm = \"anatomy\"\n", DIVERSE.replace(", type = \"label\"", ""));
    let changes: [(&str, Change); 5] = [
        ("0", |text| format!("{text}1,77,0\n")),
        ("less", |text| format!("{text}1,77,-1\n")),
        ("half", |text| text.replacen(",1\n", ",0.5\n", 1) + "1,77,0.5\n"),
        ("none", |text| format!("{text}1,77,\n")),
        ("another group", |text| format!("{text}99,10,0\n")),
    ];
    for (what, change) in changes {
        let dir = released(&anatomy);
        let manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
        let files = manifest["files"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
        let second = files.iter().find(|name| *name != "data.csv").unwrap();
        let text = change(&dir.read(&format!("release/{second}")));
        forge(&dir, &[(second.as_str(), text.as_str())], |_| {});
        let told = dir.refused("audit release");
        assert!(
            told.contains("`count` is no such number; a row says how many of a group have a value"),
            "{what}: {told}"
        );
    }
    // A value that stands twice in a group.
    let dir =
        Workdir::with("t.csv", "age,pay\n1,10\n2,20\n3,10\n4,20\n5,10\n6,20\n7,30\n8,30\n").and("p.toml", anatomy);
    assert_eq!(dir.aloof("anonymize t.csv --policy p.toml --out release").code, 0);
    let text = dir.read("release/sensitive.csv");
    let line = text.lines().nth(1).unwrap();
    let twice = text.replacen(&format!("{line}\n"), &format!("{line}\n{line}\n"), 1);
    forge(&dir, &[("sensitive.csv", &twice)], |_| {});
    let told = dir.refused("audit release");
    assert!(told.contains("row 2 of its data: the group has another row for the same value"), "{told}");
    assert_eq!(released(DIVERSE).aloof("audit release").code, 0);
}

/// What an audit would leave open is not released: whoever means different values says so.
#[test]
fn labels_that_look_alike_are_not_released_unasked() {
    let policy = "[columns]\nage = { role = \"quasi\" }\nill = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"l-diversity\"\nl = 2\n";
    let dir = Workdir::with("t.csv", "age,ill\n1,HIV\n2,hiv\n3,Hiv\n4,H\u{200b}IV\n")
        .and("p.toml", policy)
        .and("labels.toml", policy.replace("\"sensitive\"", "\"sensitive\", type = \"label\""));
    let said = dir.refused("anonymize t.csv --policy p.toml --out release");
    assert!(
        said.contains("3 of its labels are others written otherwise") && said.contains("type = \"label\""),
        "{said}"
    );
    assert!(!said.contains("Hiv") && !dir.path("release").exists(), "{said}");
    let made = dir.aloof("anonymize t.csv --policy labels.toml --out release");
    assert_eq!(made.code, 0, "{made}");
    assert_eq!(dir.aloof("audit release --policy labels.toml").code, 0);
    left_open(&dir.aloof("audit release --json"), "3 of its labels are others written otherwise");
}
