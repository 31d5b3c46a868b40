//! What was wrong once.

use crate::common::Workdir;

#[test]
fn stars_in_suppressed_rows_are_no_numbers_and_no_labels() {
    let release = "age;cost\n[17, 24[;1\n[17, 24[;9\n*;*\n";
    let dir = Workdir::with("r.csv", release);
    let found = dir.json("audit r.csv --quasi age --sensitive cost --absolute 3 --m 2");
    assert_eq!((&found["verdict"], &found["suppressed"]), (&"pass".into(), &1.into()));
    let measured = dir.json("audit r.csv --quasi age --sensitive cost");
    assert_eq!(measured["measures"][0]["range"], "8");
    let dir = Workdir::with("r.csv", "age;disease\n[17, 24[;flu\n[17, 24[;asthma\n*;*\n*;*\n")
        .and("o.csv", "age,disease\n17,flu\n23,asthma\n80,ulcer\n81,flu\n");
    let found = dir.json("audit r.csv --original o.csv --quasi age --sensitive disease --l 2");
    assert_eq!(found["verdict"], "pass");
}

#[test]
fn a_table_of_the_policy_must_be_a_table() {
    let rest = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n";
    let dir = Workdir::with("pay.csv", "age,pay\n1,2\n")
        .and("input.toml", format!("input = 5\n{rest}"))
        .and("columns.toml", "columns = 5\n");
    insta::assert_snapshot!(dir.refused("audit pay.csv --policy input.toml"), @"error: input.toml, line 1: `input` must be a table, not a number");
    insta::assert_snapshot!(dir.refused("audit pay.csv --policy columns.toml"), @"error: columns.toml, line 1: `columns` must be a table, not a number");
}

#[test]
fn a_stray_cell_among_dates_is_told_where_it_stands() {
    let dir = Workdir::with("d.csv", "age,d\n1,2020-01-01\n1,soon\n1,2020-02-01\n");
    let refused = dir.refused("audit d.csv --quasi age --sensitive d --absolute 7 --m 2");
    assert!(refused.starts_with("error: d.csv, line 3, column `d`"), "{refused}");
}

#[test]
fn a_share_of_a_date_means_nothing() {
    let dir = Workdir::with("d.csv", "age,d\n1,2020-01-01\n1,2021-01-01\n");
    let refused = dir.refused("audit d.csv --quasi age --sensitive d --relative 0.5 --m 2");
    assert!(refused.contains("a share of a date means nothing"), "{refused}");
}

#[test]
fn one_column_has_one_role() {
    let dir = Workdir::with("pay.csv", "age,pay\n1,2\n")
        .and("two.toml", "[columns]\nage = { role = \"group\" }\npay = { role = \"group\" }\n");
    insta::assert_snapshot!(dir.refused("audit pay.csv --quasi age --sensitive age --k 2"), @"error: --sensitive: column `age` is named by --quasi, too; a column is named once, and has one role");
    insta::assert_snapshot!(dir.refused("audit pay.csv --policy two.toml"), @"error: two.toml, line 3: two columns have the role `group`; only one can state it");
}

#[test]
fn the_data_are_never_overwritten() {
    let dir = Workdir::with("pay.csv", "age,pay\n1,2\n");
    let refused = dir.refused("audit pay.csv --quasi age --sensitive pay --k 2 --violations pay.csv");
    assert!(refused.contains("is read here and was left as it is"), "{refused}");
    assert_eq!(dir.read("pay.csv"), "age,pay\n1,2\n");
    let dir = Workdir::with("mine/aloof.toml", "# mine\n");
    assert!(dir.refused("demo --out mine --rows 200").contains("stays as it is"));
    assert_eq!(dir.read("mine/aloof.toml"), "# mine\n");
}

#[test]
fn nearly_numbers_are_pointed_out() {
    let dir = Workdir::with("pay.csv", "age,pay\n1,10\n1,20\n1,30\n1,n/a\n");
    let found = dir.json("audit pay.csv --quasi age --sensitive pay");
    assert!(found["notes"][0].as_str().unwrap().contains("1 of its 4 different values are no numbers"), "{found}");
}

#[test]
fn every_command_takes_the_common_options() {
    let dir = Workdir::with("pay.csv", "age,pay\n1,2\n").and("p.toml", "[input]\ndelimiter = \",\"\n");
    assert_eq!(dir.aloof("schema --json --quiet --threads 1 --policy p.toml").code, 0);
    assert_eq!(dir.aloof("inspect pay.csv --json --quiet --threads 1 --policy p.toml").code, 0);
    assert_eq!(dir.aloof("generate census --rows 3 --out c.csv --json --quiet --policy p.toml").code, 0);
    assert_eq!(dir.aloof("man --out pages --json --quiet --policy p.toml").code, 0);
    assert_eq!(dir.aloof("completions bash --json --quiet --policy p.toml").code, 0);
}

#[test]
fn manual_pages_and_completions_are_of_every_command() {
    let dir = Workdir::new();
    let made = dir.json("man --out pages");
    for page in made["pages"].as_array().unwrap() {
        let text = dir.read(&format!("pages/{}", page.as_str().unwrap()));
        assert!(text.contains(".SH NAME") && text.contains("aloof"), "{page}");
    }
    assert!(dir.read("pages/aloof-anonymize.1").contains("evidence"));
    for shell in ["bash", "zsh", "fish"] {
        let script = dir.aloof(&format!("completions {shell}"));
        assert!(script.code == 0 && script.stdout.contains("anonymize"), "{script}");
    }
    assert!(dir.aloof("help anonymize").stdout.contains("--evidence"));
}

#[test]
fn names_may_stand_apart_and_codes_may_be_negative() {
    let dir = Workdir::with("pay.csv", "age,zip,pay\n1,2,3\n1,2,90\n1,2,-9\n");
    let run = dir.run(&["audit", "pay.csv", "--quasi", "age, zip", "--sensitive", "pay", "--missing-text", "-9"], b"");
    assert_eq!(run.code, 0, "{run}");
}

#[test]
fn a_release_does_not_go_to_standard_output() {
    let dir = Workdir::with("pay.csv", "age,pay\n1,2\n");
    let said = dir.refused("anonymize pay.csv --quasi age --sensitive pay --absolute 1 --m 2 --out -");
    assert!(said.contains("--out names a directory"), "{said}");
    let call = "anonymize pay.csv --quasi age --sensitive pay --absolute 1 --m 2 --out release --report page.html";
    assert!(dir.refused(&format!("{call} --evidence release/evidence.json")).contains("--evidence must lie outside"));
    assert!(dir.refused(&format!("{call} --evidence page.html")).contains("name two"));
}

#[test]
fn an_empty_table_is_not_safe_but_empty() {
    let dir = Workdir::with("pay.csv", "age,pay\n");
    insta::assert_snapshot!(dir.refused("audit pay.csv --quasi age --sensitive pay --absolute 5 --m 2"), @"error: pay.csv has no rows, so there is nothing to audit");
}
