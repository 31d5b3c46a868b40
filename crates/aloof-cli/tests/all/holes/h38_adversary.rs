//! What a manifest says of its own audit, and promises that can be broken.

use serde_json::{Value, json};

use super::h22_breaker::{forge, left_open};
use crate::common::Workdir;

/// What a forger does to a manifest.
type Change = fn(&mut Value);

const TABLE: &str = "age,zip,pay\n17,12000,1000\n19,13000,1010\n20,14000,1020\n24,16000,50000\n29,21000,16000\n34,24000,24000\n\
                     39,36000,33000\n45,39000,31000\n";

fn policy(protect: &str) -> String {
    format!(
        "[columns]\nage = {{ role = \"quasi\" }}\nzip = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\n{protect}\n"
    )
}

fn made(protect: &str) -> Workdir {
    let dir = Workdir::with("t.csv", TABLE).and("p.toml", policy(protect));
    let made = dir.aloof("anonymize t.csv --policy p.toml --out release --seed 1");
    assert_eq!(made.code, 0, "{made}");
    dir
}

/// With and without the original.
const AUDITS: [&str; 2] = ["audit release --json", "audit release --original t.csv --json"];

/// Whatever is said of an audit is found by another, or does not pass.
#[test]
fn a_manifest_says_nothing_of_its_audit_that_another_does_not_find() {
    let changes: [(Change, &str); 11] = [
        (
            |manifest| {
                let mut again = manifest["audit"]["checks"][0].clone();
                again["violating_tuples"] = json!(50_000);
                manifest["audit"]["checks"].as_array_mut().unwrap().push(again);
            },
            "audit.checks[1]",
        ),
        (|manifest| manifest["audit"]["checks"][0]["groups"] = json!(50_000), "states other figures for epsilon-m"),
        (|manifest| manifest["audit"]["checks"][0]["violating_tuples"] = json!(17), "states other figures"),
        (|manifest| manifest["audit"]["checks"][0]["required"] = json!(false), "states other figures"),
        (|manifest| manifest["audit"]["untrue"] = json!(50_000), "audit.untrue"),
        (|manifest| manifest["audit"]["verdict"] = json!("fail"), "audit.verdict"),
        (|manifest| manifest["method"]["suppress"] = json!("7"), "method.suppress"),
        (|manifest| manifest["output"]["group_ids"] = json!(true), "output.group_ids"),
        (|manifest| manifest["protect"][0]["absolute"] = json!("1e2"), "protect[0]"),
        (|manifest| manifest["protect"][0]["absolute"] = json!("100.000"), "protect[0]"),
        (|manifest| manifest["suppressed"] = json!(31_337), "suppressed"),
    ];
    for (change, told) in changes {
        let dir = made("principle = \"epsilon-m\"\nabsolute = \"100\"\nm = 2");
        forge(&dir, &[], change);
        for audit in AUDITS {
            let run = dir.aloof(audit);
            left_open(&run, told);
            assert!(!run.stdout.contains("50000") && !run.stdout.contains("1e2"), "{run}");
        }
    }
}

/// However a number is typed, it is written in one way.
#[test]
fn a_number_that_was_typed_otherwise_is_written_as_any() {
    for typed in ["100.000", "1e2", "100"] {
        let dir = made(&format!("principle = \"epsilon-m\"\nabsolute = \"{typed}\"\nm = 2"));
        let manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
        assert_eq!(manifest["protect"][0]["absolute"], "100");
        for audit in AUDITS.iter().chain(&["audit release --original t.csv --policy p.toml --json"]) {
            let run = dir.aloof(audit);
            assert_eq!(run.code, 0, "{typed} {audit} {run}");
        }
    }
}

/// A rule with a bound of 1 may ask for more than that.
#[test]
fn a_promise_that_can_be_broken_is_no_empty_one() {
    let rows: Vec<String> = (0..42).map(|at| format!("{},{},{}\n", 20 + at, 12000 + at * 7 % 40, at % 5)).collect();
    let rows = rows.concat();
    let keeps = [
        "principle = \"k-e\"\nk = 3\ne = \"1\"",
        "principle = \"l-diversity\"\nkind = \"recursive\"\nl = 2\nc = \"1\"",
    ];
    for protect in keeps {
        let dir = Workdir::with("t.csv", format!("age,zip,pay\n{rows}").replace("pay", "s"))
            .and("p.toml", policy(protect).replace("pay", "s"));
        let made = dir.aloof("anonymize t.csv --policy p.toml --out release --seed 1");
        assert_eq!(made.code, 0, "{made}");
        for audit in AUDITS {
            let run = dir.aloof(audit);
            assert_eq!(run.code, 0, "{protect} {run}");
        }
    }
}
