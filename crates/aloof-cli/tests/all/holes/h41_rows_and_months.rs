//! Rows that are no people in whatever audit.

use std::fmt::Write as _;

use serde_json::Value;

use crate::common::{Run, Workdir};

fn said(found: &Run) -> String {
    found.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
}

const OF_VISITS: &str = "[columns]\npatient = { role = \"identifier\" }\nage = { role = \"quasi\" }\ncrp = { role = \"sensitive\" }\n\
                         [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"2\"\nm = 3\n";

/// Sixty visits of forty patients, released as records; beside the release lies a policy that does not say what a row is.
fn visits() -> Workdir {
    let mut table = "patient,age,crp\n".to_owned();
    (0..60).for_each(|i| writeln!(table, "{},{},{}", i % 40, 20 + i % 40, 10 + 7 * (i * 37 % 60)).unwrap());
    let dir = Workdir::with("visits.csv", table)
        .and("records.toml", format!("{OF_VISITS}[input]\nrows = \"records\"\n"))
        .and("people.toml", format!("{OF_VISITS}[input]\nrows = \"people\"\n"));
    let made = dir.aloof("anonymize visits.csv --policy records.toml --out rel");
    assert_eq!(made.code, 0, "{made}");
    dir.and("aloof.toml", OF_VISITS)
}

/// A release that promises something about rows promises no more about people, whoever audits it by which words; and that the words
/// differ is said.
#[test]
fn no_audit_makes_a_promise_about_people_of_one_about_rows() {
    let dir = visits();
    let typed = "audit rel --quasi age --sensitive crp --absolute 2 --m 3";
    for (line, difference) in [
        ("audit rel", "rows = \"records\" there and not said here"),
        ("audit rel --policy aloof.toml", "rows = \"records\" there and not said here"),
        ("audit rel --policy people.toml", "rows = \"records\" there and \"people\" here"),
        (typed, "rows = \"records\" there and not said here"),
    ] {
        let found = dir.json(line);
        let promise = found["checks"][0]["promise"].as_str().unwrap();
        assert!(promise.contains("the crp of any one row of this table"), "{line}: {found:#}");
        assert_eq!((&found["verdict"], &found["rows"]), (&"pass".into(), &"records".into()), "{line}: {found:#}");
        let notes: Vec<&str> = found["notes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(notes.iter().any(|note| note.contains(difference)), "{line}: {notes:#?}");
        assert!(notes.iter().any(|note| note.contains("by the manifest's word")), "{line}: {notes:#?}");
    }
    // Whoever says the same is told of no difference.
    let same = dir.aloof("audit rel --policy records.toml");
    assert!(!same.stdout.contains("not the one that the manifest states"), "{same}");
    assert!(said(&same).contains("by the policy's word"), "{same}");
}

/// A page counts rows where the release does.
#[test]
fn a_page_about_records_does_not_take_rows_for_people() {
    let dir = visits();
    let run = dir.aloof("audit rel --report page.html");
    assert_eq!(run.code, 0, "{run}");
    let page = dir.read("page.html");
    assert!(page.contains("Several rows may be of one person"), "{page}");
    assert!(!page.contains("One row is taken for one person"), "{page}");
}

/// And where it is the policy that is about records, the release is not made to say it.
#[test]
fn a_policy_about_records_differs_from_a_release_that_does_not_say_so() {
    let dir = visits();
    let made = dir.aloof("anonymize visits.csv --policy people.toml --out people");
    assert_eq!(made.code, 0, "{made}");
    let found = said(&dir.aloof("audit people --policy records.toml"));
    assert!(found.contains("rows = \"records\" here and not said there"), "{found}");
    assert!(found.contains("the crp of any one row of this table"), "{found}");
}
