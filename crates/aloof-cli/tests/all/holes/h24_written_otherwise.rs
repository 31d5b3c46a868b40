//! What was found by strangers who wrote releases otherwise than the program does, or read them without the policy.

use super::h22_breaker::{forge, left_open, released};
use crate::common::Workdir;
use serde_json::{Value, json};

const HIDDEN: &str = "age,zip,salary\n20..30,1..5,10\n20..30,1..5,5000\n20..30,1..5,90000\n\
                      31..40,1..5,777\n31..40,1..5,777\n31..40,1..5,777\n";

/// In a release a missing value is an empty cell: what a manifest calls missing anybody reads all the same.
#[test]
fn a_manifest_does_not_say_which_values_are_none() {
    for then in ["publish", "drop"] {
        let dir = released();
        forge(&dir, &[("data.csv", HIDDEN)], |manifest| {
            manifest["input"] = json!({ "missing": ["777"] });
            manifest["tuples"] = json!(6);
            let salary = manifest["columns"].as_array_mut().unwrap().iter_mut().find(|one| one["name"] == "salary");
            salary.unwrap()["missing"] = json!(then);
        });
        let run = dir.aloof("audit release");
        assert_eq!(run.code, 1, "{then}: {run}");
    }
}

/// Whoever calls names sensitive and promises nothing of them publishes names.
#[test]
fn a_sensitive_column_that_nothing_is_promised_of_is_looked_at() {
    let column = json!({ "name": "name", "role": "sensitive", "type": "label", "published_as": "as it is", "protected_by": "none" });
    let vacuous = json!({ "principle": "l-diversity", "kind": "distinct", "l": 1, "sensitive": "name" });
    for rule in [None, Some(vacuous)] {
        let dir = released();
        let text = dir.read("release/data.csv");
        let people = ["name", "Ada", "Ben", "Cec", "Dan", "Eve", "Fay", "Gus", "Hal"];
        let lines: Vec<String> = people.iter().zip(text.lines()).map(|(name, line)| format!("{name},{line}")).collect();
        let named = lines.join("\n") + "\n";
        forge(&dir, &[("data.csv", &named)], |manifest| {
            manifest["columns"].as_array_mut().unwrap().insert(0, column.clone());
            manifest["protect"].as_array_mut().unwrap().extend(rule.clone());
        });
        left_open(&dir.aloof("audit release --json"), "`name` is published, is called sensitive by the manifest alone");
    }
    // Whoever says so in a policy of their own reads what the promise leaves out.
    let dir = Workdir::with("t.csv", "age,code,pay\n1..2,a,10\n1..2,b,90\n");
    let policy = "[columns]\nage = { role = \"quasi\" }\ncode = { role = \"sensitive\" }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"5\"\nm = 2\n";
    std::fs::write(dir.path("aloof.toml"), policy).unwrap();
    assert!(
        dir.aloof("audit t.csv").stdout.replace("\n  ", " ").contains("everybody's age, but nothing of their code")
    );
}

/// A reader passes over blanks, quotes and ends of lines; people do not.
#[test]
fn rows_that_look_different_are_not_passed_as_alike() {
    type Change = fn(&str) -> String;
    let changes: [(&str, Change); 5] = [
        ("blanks", |line| format!(" {line}")),
        ("ends of lines", |line| format!("{line}\r")),
        ("quotes", |line| line.rsplit_once(',').map(|(rest, pay)| format!("{rest},\"{pay}\"")).unwrap()),
        ("digits", |line| format!("{line}.0")),
        ("signs", |line| line.rsplit_once(',').map(|(rest, pay)| format!("{rest},+{pay}")).unwrap()),
    ];
    for (what, change) in changes {
        let dir = released();
        let text = dir.read("release/data.csv");
        let line = |(at, line): (usize, &str)| if at == 3 { change(line) + "\n" } else { format!("{line}\n") };
        let changed: String = text.lines().enumerate().map(line).collect();
        forge(&dir, &[("data.csv", &changed)], |_| {});
        let run = dir.aloof("audit release --json");
        let said: Value = serde_json::from_str(&run.stdout).unwrap_or_default();
        assert!(run.code != 0 && said["verdict"] != "pass", "{what}: {run}");
    }
    let dir = released();
    assert_eq!(dir.aloof("audit release").code, 0);
}

#[test]
fn a_manifest_names_a_column_once() {
    let dir = released();
    forge(&dir, &[], |manifest| {
        let first = manifest["columns"][0].clone();
        manifest["columns"].as_array_mut().unwrap().push(first);
    });
    assert!(dir.refused("audit release").contains("names the column `age` twice"));
}

/// Codes of one column are part of how the original is read.
#[test]
fn codes_of_a_column_are_known_without_the_policy() {
    let person = |at: usize| format!("{},{},{}\n", 20 + at % 5, [1, 2, 9][at % 3], 1000 + 500 * at);
    let dir = Workdir::with("t.csv", (0..30).fold("age,educ,pay\n".to_owned(), |all, at| all + &person(at)));
    let policy = "[columns]\nage = { role = \"quasi\" }\neduc = { role = \"quasi\", missing = [\"9\"] }\n\
                  pay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 3\n";
    std::fs::write(dir.path("p.toml"), policy).unwrap();
    assert_eq!(dir.aloof("anonymize t.csv --policy p.toml --out release").code, 0);
    let run = dir.aloof("audit release --original t.csv");
    assert_eq!(run.code, 0, "{run}");
}

/// Who stands where is known of the numbers as they were published.
#[test]
fn a_rounded_release_knows_its_people() {
    let dir = Workdir::with("t.csv", "age,pay\n20,11\n30,52\n40,103\n50,204\n");
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\", round = \"5\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"6\"\nm = 2\n";
    std::fs::write(dir.path("aloof.toml"), policy).unwrap();
    assert_eq!(dir.aloof("anonymize t.csv --out release --private private").code, 0);
    let run = dir.aloof("evaluate --original t.csv --release release --private private");
    assert_eq!(run.code, 0, "{run}");
}

/// People without a value stand in nobody's way: advice and refusal count the same rows.
#[test]
fn who_has_no_value_need_not_go() {
    let person = |at: usize| match at {
        0..21 => format!("{at},500\n"),
        21..100 => format!("{at},{}\n", 1000 + 100 * at),
        _ => format!("{at},\n"),
    };
    let dir = Workdir::with("t.csv", (0..130).fold("age,pay\n".to_owned(), |all, at| all + &person(at)));
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\", missing = \"publish\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"10\"\nm = 5\n";
    std::fs::write(dir.path("aloof.toml"), policy).unwrap();
    let words = "withholding 2 of 130 rows would do (suppress = \"0.0154\")";
    let told = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told(&dir.aloof("anonymize t.csv --out release").stderr).contains(words));
    assert!(told(&dir.aloof("advise t.csv").stdout).contains(words));
}

#[test]
fn what_nearly_is_an_address_is_not_repeated() {
    let dir = Workdir::with("t.csv", "a\n1\n");
    for word in ["postgres:/u:hunter2@localhost/db?table=t", "mysql://u:hunter2@h/d", "host=h password=hunter2"] {
        let run = dir.run(&["inspect", word], b"");
        assert_eq!(run.code, 2, "{run}");
        run.hides(&["hunter2"]);
    }
    assert!(dir.refused("audit t.csv --report x --violations x").contains("name two"));
}
