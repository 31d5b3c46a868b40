//! What an audit passed over: the order of rows, claims of a manifest that nothing was held against, people whom a table with
//! changed values leaves out; and what should have been said.

use std::fmt::Write as _;

use serde_json::json;

use super::h22_breaker::{forge, left_open};
use crate::common::Workdir;

const POLICY: &str = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                      [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = 10\nm = 2\n";

/// A cell of age, and pay.
type Row = (String, usize);

/// Forty people in no order of age or pay.
fn people() -> Vec<(usize, usize)> {
    (0..40).map(|i| (20 + i * 7 % 40, 1000 + 100 * (i * 23 % 40))).collect()
}

fn table(rows: impl IntoIterator<Item = (String, usize)>) -> String {
    rows.into_iter().fold("age,pay\n".to_owned(), |mut text, (age, pay)| {
        writeln!(text, "{age},{pay}").unwrap();
        text
    })
}

fn original() -> Workdir {
    let rows = people().into_iter().map(|(age, pay)| (age.to_string(), pay));
    Workdir::with("t.csv", table(rows)).and("p.toml", POLICY)
}

fn released() -> Workdir {
    let dir = original();
    let made = dir.aloof("anonymize t.csv --policy p.toml --out release --seed 1");
    assert_eq!(made.code, 0, "{made}");
    for audit in ["audit release --policy p.toml", "audit release --policy p.toml --original t.csv"] {
        let found = dir.aloof(audit);
        assert_eq!(found.code, 0, "{found}");
    }
    dir
}

/// Two boxes, every row where its person stood.
fn in_two_boxes(people: &[(usize, usize)]) -> Vec<(String, usize)> {
    people.iter().map(|&(age, pay)| (if age < 40 { "20..39" } else { "40..59" }.to_owned(), pay)).collect()
}

const AUDIT: &str = "audit other.csv --policy p.toml --original t.csv --json";

/// Whoever knows the order of the original knows whose every row is.
#[test]
fn rows_in_the_order_of_the_original() {
    let follow = "the rows stand in the order of the original";
    let mut rows = in_two_boxes(&people());
    left_open(&original().and("other.csv", table(rows.clone())).aloof(AUDIT), follow);
    // The other way round, and without some of them.
    rows.reverse();
    left_open(&original().and("other.csv", table(rows.clone())).aloof(AUDIT), follow);
    rows.truncate(38);
    left_open(&original().and("other.csv", table(rows.clone())).aloof(AUDIT), follow);
    // Sorted by what is published they say nothing more.
    let orders: [fn(&Row, &Row) -> std::cmp::Ordering; 3] =
        [|a, b| a.cmp(b), |a, b| (a.1, &a.0).cmp(&(b.1, &b.0)), |a, b| b.cmp(a)];
    for order in orders {
        let mut rows = in_two_boxes(&people());
        rows.sort_by(order);
        let found = original().and("other.csv", table(rows)).aloof(AUDIT);
        assert_eq!(found.code, 0, "{found}");
    }
}

/// An original that is sorted as its release is gives nothing away by it; one that is sorted by age and released in its order within
/// a box does.
#[test]
fn an_original_that_is_sorted_itself() {
    let mut sorted = people();
    sorted.sort_by_key(|&(age, pay)| (pay, age));
    let text = table(sorted.iter().map(|&(age, pay)| (age.to_string(), pay)));
    let dir = Workdir::with("t.csv", text).and("p.toml", POLICY).and("other.csv", table(in_two_boxes(&sorted)));
    let found = dir.aloof(AUDIT);
    assert_eq!(found.code, 0, "{found}");
    sorted.sort_unstable();
    let text = table(sorted.iter().map(|&(age, pay)| (age.to_string(), pay)));
    let dir = Workdir::with("t.csv", text).and("p.toml", POLICY).and("other.csv", table(in_two_boxes(&sorted)));
    left_open(&dir.aloof(AUDIT), "the rows stand in the order of the original");
}

/// What protects a column, what was lost and what was found are claims like others.
#[test]
fn claims_are_held_against_what_is_found() {
    let dir = released();
    forge(&dir, &[], |manifest| manifest["columns"][0]["protected_by"] = json!(["(1, 99)-anonymity"]));
    left_open(&dir.aloof("audit release --json"), "the manifest says that `age` is protected by (1, 99)-anonymity");
    let dir = released();
    forge(&dir, &[], |manifest| manifest["columns"][1]["protected_by"] = json!("none"));
    left_open(&dir.aloof("audit release --json"), "the manifest says that `pay` is protected by NOTHING");
    let dir = released();
    forge(&dir, &[], |manifest| manifest["loss"] = json!(0.001));
    left_open(&dir.aloof("audit release --original t.csv --json"), "the manifest states a loss of 0.001");
    for loss in [-1.0, 1e308] {
        let dir = released();
        forge(&dir, &[], |manifest| manifest["loss"] = json!(loss));
        left_open(&dir.aloof("audit release --json"), "which no table of so many columns can have");
    }
    let dir = released();
    forge(&dir, &[], |manifest| manifest["audit"]["checks"] = json!([]));
    left_open(&dir.aloof("audit release --json"), "states nothing that its audit found of it");
}

/// Noise leaves sensitive values as they were: who is missing can be seen, and judged.
#[test]
fn people_that_a_noisy_table_leaves_out() {
    let mut text = "age,pay\n".to_owned();
    (0..40).for_each(|i| writeln!(text, "{},{}", 20 + i, if i % 4 == 0 { 500 } else { 1000 + 100 * i }).unwrap());
    let noise = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\", protect = \"none\" }\n\
                 [method]\nalgorithm = \"noise\"\nnoise = \"0.1\"\n";
    let dir = Workdir::with("t.csv", &text).and("p.toml", POLICY).and("n.toml", noise);
    let made = dir.aloof("anonymize t.csv --policy n.toml --out release --seed 1");
    assert_eq!(made.code, 0, "{made}");
    let data = dir.read("release/data.csv");
    let left: String = data.lines().filter(|line| !line.ends_with(",500")).fold(String::new(), |mut all, line| {
        writeln!(all, "{line}").unwrap();
        all
    });
    let rows = left.lines().count() - 1;
    forge(&dir, &[("data.csv", &left)], |manifest| manifest["tuples"] = json!(rows));
    let found = dir.aloof("audit release --policy p.toml --original t.csv");
    let said = found.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(found.code, 1, "{found}");
    assert!(
        said.contains("10 people of the original are in no released row. As a group of their own they do not keep"),
        "{said}"
    );
}

/// Where a policy generalizes along something else, and where it was only found, that is said.
#[test]
fn another_policy_is_named() {
    let dir = released();
    let other = POLICY.replace(
        "age = { role = \"quasi\" }",
        "age = { role = \"quasi\", hierarchy = { kind = \"intervals\", widths = [\"5\", \"40\"] } }",
    );
    let dir = dir.and("aloof.toml", &other);
    let said = |line: &str| dir.aloof(line).stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    let found = said("audit release");
    assert!(found.contains("`age` lies along nothing there and along intervals of width 5, 40 from 0 here"), "{found}");
    assert!(found.contains("taken because it stands beside the release"), "{found}");
    let named = said("audit release --policy aloof.toml");
    assert!(named.contains("lies along") && !named.contains("taken because"), "{named}");
    assert!(!said("audit release --policy p.toml").contains("lies along"));
}

/// Others on the machine can read the key.
#[cfg(unix)]
#[test]
fn a_private_directory_that_is_open() {
    use std::os::unix::fs::PermissionsExt as _;
    let dir = original();
    let line = "anonymize t.csv --policy p.toml --out release --private private --replace";
    let first = dir.aloof(line);
    assert!(first.code == 0 && !first.stdout.contains("Others on this machine"), "{first}");
    let mode = |name: &str, mode: u32| {
        std::fs::set_permissions(dir.path(name), std::fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("private", 0o755);
    mode("private/key", 0o644);
    let again = dir.aloof(line);
    assert_eq!(again.code, 0, "{again}");
    let said = again.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("Others on this machine could read key in private before this run"), "{said}");
    let left = std::fs::metadata(dir.path("private/key")).unwrap().permissions().mode() & 0o777;
    assert_eq!(left, 0o600, "what this run writes is closed");
    let third = dir.aloof(line);
    assert!(!third.stdout.contains("Others on this machine"), "{third}");
}

/// Days are called days, and a word for a missing value says what to do with it.
#[test]
fn messages_say_what_they_mean() {
    let mut text = "age,seen\n".to_owned();
    (0..8).for_each(|i| writeln!(text, "{},2020-01-{:02}", 20 + i, 1 + i).unwrap());
    let dir = Workdir::with("t.csv", &text);
    let told = dir.aloof("anonymize t.csv --quasi age --sensitive seen --absolute 14 --m 4 --out release");
    assert_eq!(told.code, 3, "{told}");
    let said = told.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("in an interval of 28 days"), "{said}");
    let dir = Workdir::with("t.csv", "age,pay\n1,NA\n2,5\n3,7\n");
    let told = dir.aloof("audit t.csv --quasi age --sensitive pay --absolute 1 --m 2");
    assert!(told.code == 2 && told.stderr.contains("missing = [\"NA\"]"), "{told}");
}

/// Letters that turn the direction of writing stand on a page as their numbers.
#[test]
fn pages_show_what_cannot_be_seen() {
    let dir = Workdir::with("t.csv", "age,il\u{202e}l\n1,a\u{200b}b\n1,c\n2,c\n2,d\n");
    let found = dir.aloof("audit t.csv --quasi age --sensitive il\u{202e}l --l 2 --report r.html");
    assert_eq!(found.code, 0, "{found}");
    let page = dir.read("r.html");
    assert!(page.contains(r"il\u{202e}l") && !page.contains('\u{202e}'));
}
