//! What a walk's release is said to keep, its audit finds.

use crate::common::{Workdir, as_written, without_promise};
use serde_json::Value;
use std::fmt::Write as _;

fn walked(protect: &str, output: &str) -> Workdir {
    let mut table = "age,town,pay\n".to_owned();
    for at in 0..300 {
        let _ = writeln!(table, "{},{},{}", 20 + at * 17 % 61, ["Rome", "Lyon"][at % 2], 1000 + at * 997 % 60_000);
    }
    let (town, pay) = if protect.is_empty() { ("keep", ", protect = \"none\"") } else { ("quasi", "") };
    let policy = format!(
        "[columns]\nage = {{ role = \"quasi\", domain = [\"0\", \"120\"] }}\ntown = {{ role = \"{town}\" }}\npay = {{ role = \"sensitive\"{pay} }}\n\
         {protect}\n[method]\nalgorithm = \"walk\"\nproperties = \"0.02\"\nties = \"relax\"\nmax_unchanged = \"0.7\"\n{output}"
    );
    Workdir::with("people.csv", table).and("walk.toml", policy)
}

const NEAR: &str = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"2000\"\nm = 3\n";

fn made(dir: &Workdir) -> Value {
    dir.json("anonymize people.csv --policy walk.toml --out release --seed 1")
}

/// Whether with or without a policy, with or without the original: the two commands agree.
#[test]
fn a_walk_that_promises_nothing_is_measured_by_both() {
    let dir = walked("", "");
    assert_eq!(made(&dir)["verdict"], "measured");
    for call in [
        "audit release --original people.csv --policy walk.toml",
        "audit release --original people.csv",
        "audit release",
    ] {
        let run = dir.aloof(&format!("{call} --json"));
        assert_eq!((run.code, &run.json()["verdict"]), (0, &"measured".into()), "{call}: {run}");
    }
}

#[test]
fn what_groups_keep_is_found_again() {
    for view in ["", "view = \"group\"\n"] {
        let dir = walked(&format!("{NEAR}{view}"), "");
        let release = made(&dir);
        assert_eq!(release["verdict"], "pass");
        assert!(dir.read("release/data.csv").starts_with("age,town,pay,group\n"), "groups are stated");
        for call in ["audit release --original people.csv --policy walk.toml", "audit release --original people.csv"] {
            let run = dir.aloof(&format!("{call} --json"));
            let audit = run.json();
            assert_eq!((run.code, &audit["verdict"]), (0, &"pass".into()), "{call}: {run}");
            assert_eq!(
                without_promise(&audit["checks"]),
                without_promise(&release["checks"]),
                "the same words in both"
            );
            // Whoever walked them knows that they were.
            let promise = |found: &Value| found["checks"][0]["promise"].as_str().unwrap_or_default().to_lowercase();
            let ours = promise(&audit);
            let rest = ours.strip_prefix("if walked numbers were dealt anew in their groups, as the manifest says, ");
            assert_eq!(rest.unwrap_or_default(), promise(&release), "{ours}");
        }
        // Without the original nobody sees whether numbers were walked.
        let run = dir.aloof("audit release --json");
        let audit: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!((run.code, &audit["verdict"]), (2, &"measured".into()), "{run}");
        assert_eq!(audit["checks"], without_promise(&release["checks"]), "the same words in both, but no promise");
    }
}

/// The rest of a walked release is held against the original as any other.
#[test]
fn other_columns_must_be_true() {
    let dir = walked(NEAR, "");
    made(&dir);
    let wrong = dir.read("release/data.csv").replacen(",Rome,", ",Oslo,", 1);
    std::fs::write(dir.path("release/data.csv"), wrong).unwrap();
    assert_eq!(dir.aloof("audit release --original people.csv --policy walk.toml").code, 1);
}

#[test]
fn groups_that_are_not_stated_promise_nothing() {
    let dir = walked(NEAR, "[output]\ngroup_ids = false\n");
    let told = dir.refused("anonymize people.csv --policy walk.toml --out release");
    assert!(told.contains("publishes the numbers of groups"), "{told}");
    // A release whose rows do not say which group is theirs is left open, not passed.
    let dir = walked(NEAR, "");
    made(&dir);
    let released = dir.read("release/data.csv");
    let without: Vec<&str> = released.lines().map(|line| line.rsplit_once(',').unwrap().0).collect();
    let data = without.join(
        "
",
    ) + "
";
    let mut manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    manifest["columns"].as_array_mut().unwrap().retain(|column| column["name"] != "group");
    std::fs::write(dir.path("release/data.csv"), &data).unwrap();
    let output = std::process::Command::new("sha256sum").arg(dir.path("release/data.csv")).output().unwrap();
    let digest = String::from_utf8(output.stdout).unwrap().split_whitespace().next().unwrap().to_owned();
    manifest["files"]["data.csv"] = serde_json::json!({ "bytes": data.len(), "sha256": digest });
    std::fs::write(dir.path("release/manifest.json"), as_written(&manifest)).unwrap();
    for call in ["audit release", "audit release --original people.csv"] {
        let run = dir.aloof(&format!("{call} --json"));
        let audit: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!((run.code, &audit["verdict"]), (2, &"measured".into()), "{call}: {run}");
        assert!(audit["open"][0].as_str().unwrap().contains("which group they are in"), "{audit}");
    }
}
