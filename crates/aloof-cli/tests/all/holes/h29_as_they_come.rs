//! Tables as they come: files that are cut off, columns of surveys, points in time.

use std::path::Path;

use crate::common::Workdir;

fn told(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A table of `rows` rows, each made from its number.
fn table(header: &str, rows: usize, row: impl Fn(usize) -> String) -> String {
    let lines: Vec<String> = (0..rows).map(row).collect();
    format!("{header}\n{}\n", lines.join("\n"))
}

/// The first bytes of a binary file were read as a table of text without rows.
#[test]
fn a_few_first_bytes_are_no_table() {
    for (start, format) in [
        (&b"P"[..], "Parquet"),
        (b"PAR", "Parquet"),
        (b"PK", "zip"),
        (b"PK\x03", "zip"),
        (b"ARROW", "Arrow"),
        (b"$FL2@(", "SPSS"),
        (b"<stata", "Stata"),
        (b"r\x02\x01", "Stata"),
        (b"\xd0\xcf\x11", "Excel 97"),
        (b"\0\0\0", "SAS"),
        (b"\x1f", "gzip"),
    ] {
        let run = Workdir::with("t", start).aloof("inspect t");
        assert_eq!(run.code, 2, "{format}: {run}");
        assert!(run.stderr.contains(format), "{format}: {run}");
    }
    let run = Workdir::with("t", "P\n1\n").aloof("inspect t");
    assert_eq!(run.code, 0, "{run}");
}

/// All parts of a file of Stata were there, and its end was not asked for.
#[test]
fn stata_without_its_end_is_cut_off() {
    let seed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds/dta/stata_15");
    let whole = std::fs::read(seed).unwrap().split_off(1);
    assert_eq!(Workdir::with("t.dta", &whole).aloof("inspect t.dta").code, 0);
    for less in [1, 5, 20] {
        let run = Workdir::with("t.dta", &whole[..whole.len() - less]).aloof("inspect t.dta");
        assert_eq!(run.code, 2, "{run}");
        assert!(run.stderr.contains("breaks off"), "{run}");
    }
}

/// What a steward would say of the columns of a survey.
#[test]
fn columns_of_a_survey_are_what_they_are() {
    let header =
        "roof,sampling_weight,finalwt,strat,psuid,hhsize,NUMOLD,OCCUCODE,UTILITYID,region,SexNumPartnLife,relig";
    let row = |at: usize| {
        let codes = [10, 250, 999, 1100, 2999];
        format!(
            "{},100,{}.{:02},{},{},{},{},{},{},{},{},{}",
            [2, 4, 7][at % 3],
            1 + at % 3,
            at % 97,
            at % 5 + 1,
            at / 10,
            at % 6 + 1,
            at % 4,
            codes[at % 5] + at % 80,
            at % 40 * 91 + 7,
            at % 90 + 5,
            [0, 1, 2, 5, 60][at % 5],
            at % 4 + 1
        )
    };
    let dir = Workdir::with("t.csv", table(header, 600, row));
    let run = dir.aloof("inspect t.csv --write-policy p.toml");
    assert_eq!(run.code, 0, "{run}");
    let policy = dir.read("p.toml");
    let entry = |name: &str| {
        let line = policy.lines().find(|line| line.split_whitespace().next() == Some(name)).unwrap_or_default();
        told(line.split('#').next().unwrap_or_default().split_once('=').map_or("", |(_, rest)| rest))
    };
    for (name, expected) in [
        ("roof", r#"{ role = "quasi", type = "label" }"#),
        ("sampling_weight", r#"{ role = "weight" }"#),
        ("finalwt", r#"{ role = "weight" }"#),
        ("strat", r#"{ role = "stratum" }"#),
        ("psuid", r#"{ role = "stratum" }"#),
        ("hhsize", r#"{ role = "quasi" }"#),
        ("NUMOLD", r#"{ role = "quasi" }"#),
        ("OCCUCODE", r#"{ role = "quasi" }"#),
        ("UTILITYID", r#"{ role = "quasi" }"#),
        ("region", r#"{ role = "quasi" }"#),
        ("SexNumPartnLife", r#"{ role = "sensitive" }"#),
        ("relig", r#"{ role = "sensitive", type = "label" }"#),
    ] {
        assert_eq!(entry(name), expected, "{name}\n{policy}");
    }
    let seen = told(&run.stdout);
    assert!(seen.contains("OCCUCODE: its name suggests codes, too many for sets"), "{run}");
    assert!(seen.contains("region: its name suggests codes, too many for sets"), "{run}");
}

/// Points in time were published as sets of texts, or taken for keys.
#[test]
fn points_in_time_become_days() {
    let row = |at: usize| {
        format!(
            "{},2024-{:02}-{:02}T{:02}:15:00,{:02}:{:02},{},{}",
            20 + at % 50,
            at % 12 + 1,
            at % 28 + 1,
            at % 24,
            at % 24,
            at % 60,
            36_526 + at * 31,
            1000 + at * 37
        )
    };
    let dir = Workdir::with("t.csv", table("age,seen,start,hire date,pay", 240, row));
    let run = dir.aloof("inspect t.csv --write-policy p.toml");
    let policy = dir.read("p.toml");
    assert!(policy.contains(r#"{ role = "quasi", round = "month" }"#), "{policy}");
    let seen = told(&run.stdout);
    assert!(seen.contains("start: times of day, and therefore labels"), "{run}");
    assert!(
        seen.contains("hire date: its name speaks of dates, and it holds whole numbers as Excel counts days"),
        "{run}"
    );
    let made = dir.aloof("anonymize t.csv --policy p.toml --out r --private p");
    assert_eq!(made.code, 0, "{made}");
    assert!(!dir.read("r/data.csv").contains('T'), "a time of day is published");
    assert_eq!(dir.aloof("audit r").code, 0);
}

/// The policy is what is read and kept: it says, too, what became labels that may be dates.
#[test]
fn a_doubt_about_dates_stands_in_the_policy() {
    let row = |at: usize| format!("{}.{}.{},{}", at % 28 + 1, at % 12 + 1, 10 + at % 60, 100 + at * 13);
    let dir = Workdir::with("t.csv", table("born,charge", 100, row));
    assert_eq!(dir.aloof("inspect t.csv --write-policy p.toml").code, 0);
    assert!(dir.read("p.toml").contains("two digits for the year"), "{}", dir.read("p.toml"));
}
