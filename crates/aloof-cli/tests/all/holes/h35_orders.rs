//! Ways to say whose value is whose that no cell shows: rows sorted by what is not published, the order of a second table, how a cell is
//! written, numbers that chance is said to have drawn and that follow from the true ones.

use std::fmt::Write as _;

use serde_json::Value;

use super::h22_breaker::{forge, left_open};
use crate::common::Workdir;

/// How many people there are.
const PEOPLE: usize = 600;

/// A person: a name, days, a town, pay.
type Person = (String, usize, &'static str, usize);

/// Numbers in no order; the same in every run.
fn mixed(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

fn people() -> Vec<Person> {
    let mut draw = mixed(7);
    let one = |i: usize| {
        (format!("n{:06}", draw(1_000_000)), 6000 + draw(9000), ["A", "B", "C"][draw(3)], 10_000 + 37 * i + draw(30))
    };
    let mut people: Vec<Person> = (0..PEOPLE).map(one).collect();
    let mut draw = mixed(8);
    (1..PEOPLE).rev().for_each(|last| people.swap(last, draw(last + 1)));
    people
}

fn lines(header: &str, rows: impl Iterator<Item = String>) -> String {
    rows.fold(format!("{header}\n"), |mut text, row| {
        writeln!(text, "{row}").unwrap();
        text
    })
}

fn original(policy: &str) -> Workdir {
    let rows = people().into_iter().map(|(name, days, town, pay)| format!("{name},{days},{town},{pay}"));
    let columns = "[columns]\nname = { role = \"identifier\" }\ndays = { role = \"quasi\" }\ntown = { role = \"quasi\" }\n\
                   pay = { role = \"sensitive\" }\n[input]\nrows = \"people\"\n";
    Workdir::with("t.csv", lines("name,days,town,pay", rows)).and("p.toml", format!("{columns}{policy}"))
}

fn released(policy: &str) -> Workdir {
    let dir = original(policy);
    let made = dir.aloof("anonymize t.csv --policy p.toml --out release --private private --effort quick --seed 7");
    assert_eq!(made.code, 0, "{made}");
    let found = dir.aloof("audit release --policy p.toml --original t.csv");
    assert_eq!(found.code, 0, "{found}");
    dir
}

const GROUPS: &str = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = 200\nm = 3\n";
const AUDIT: &str = "audit release --policy p.toml --original t.csv --json";

/// The rows of a file, and the person behind each row of the release.
fn rows(dir: &Workdir, file: &str) -> (String, Vec<String>) {
    let text = dir.read(file);
    let mut lines = text.lines().map(str::to_owned);
    (lines.next().unwrap(), lines.collect())
}

fn behind(dir: &Workdir) -> Vec<Person> {
    let people = people();
    let mut behind = vec![None; PEOPLE];
    for line in rows(dir, "private/places.csv").1 {
        let (row, place) = line.split_once(',').unwrap();
        behind[place.parse::<usize>().unwrap()] = Some(people[row.parse::<usize>().unwrap()].clone());
    }
    behind.into_iter().map(Option::unwrap).collect()
}

/// The release with its rows sorted by what is known of who stands behind them.
fn sorted<K: Ord>(dir: &Workdir, key: impl Fn(&str, &Person) -> K) {
    let (header, data) = rows(dir, "release/data.csv");
    let mut both: Vec<(String, Person)> = data.into_iter().zip(behind(dir)).collect();
    both.sort_by_key(|(row, person)| key(row, person));
    forge(dir, &[("data.csv", &lines(&header, both.into_iter().map(|(row, _)| row)))], |_| {});
}

/// Whoever has a list of the same people sorts it by what is in it.
#[test]
fn rows_sorted_by_what_is_not_published() {
    let cells = |row: &str| row.rsplit_once(',').unwrap().0.to_owned();
    let dir = released(GROUPS);
    let as_made = dir.read("release/data.csv");
    let again = || forge(&dir, &[("data.csv", &as_made)], |_| {});
    sorted(&dir, |_, person| person.1);
    left_open(&dir.aloof(AUDIT), "stand in the order of the original sorted by `days`");
    again();
    sorted(&dir, |_, person| std::cmp::Reverse(person.1));
    left_open(&dir.aloof(AUDIT), "stand in the opposite of the order of the original sorted by `days`");
    again();
    sorted(&dir, |row, person| (cells(row), person.1));
    left_open(&dir.aloof(AUDIT), "rows that look alike stand in the order of the original sorted by `days`");
    again();
    sorted(&dir, |_, person| person.0.clone());
    left_open(&dir.aloof(AUDIT), "stand in the order of the original sorted by `name`");
    // In ten blocks, by what stands in none of them.
    again();
    sorted(&dir, |_, person| (person.3 % 10, person.1));
    left_open(&dir.aloof(AUDIT), "the original sorted by `days`");
    // Of a table without a manifest, rows that look alike.
    again();
    sorted(&dir, |_, person| person.1);
    std::fs::copy(dir.path("release/data.csv"), dir.path("other.csv")).unwrap();
    let other = dir.aloof("audit other.csv --policy p.toml --original t.csv --json");
    left_open(&other, "rows that look alike stand in the order of the original sorted by `days`");
    // What is published may sort them.
    for by in 0..3 {
        again();
        sorted(&dir, |row, person| match by {
            0 => (row.to_owned(), 0),
            1 => (String::new(), person.3),
            _ => (cells(row), person.3),
        });
        let found = dir.aloof(AUDIT);
        assert_eq!(found.code, 0, "{found}");
    }
}

const WALK: &str = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = 200\nm = 3\n[method]\nalgorithm = \"walk\"\n";

/// Rows of a walk show other numbers, and may be sorted by the true ones; or the numbers follow from the true ones.
#[test]
fn a_walk_that_tells() {
    let rows_of = |policy: &str| {
        let dir = original(&policy.replace("[[protect]]", "[[protect]]\nview = \"group\""));
        let plain = dir.read("p.toml").replace("town = { role = \"quasi\" }", "town = { role = \"drop\" }");
        let dir = dir.and("p.toml", plain);
        let made = dir.aloof("anonymize t.csv --policy p.toml --out release --private private --seed 7");
        assert_eq!(made.code, 0, "{made}");
        let found = dir.aloof("audit release --policy p.toml --original t.csv");
        assert_eq!(found.code, 0, "{found}");
        dir
    };
    let dir = rows_of(WALK);
    let as_made = dir.read("release/data.csv");
    sorted(&dir, |_, person| person.1);
    left_open(&dir.aloof(AUDIT), "stand in the order of the original sorted by `days`");
    forge(&dir, &[("data.csv", &as_made)], |_| {});
    let (header, data) = rows(&dir, "release/data.csv");
    let reflected = data.iter().zip(behind(&dir)).map(|(row, person)| {
        let (_, rest) = row.split_once(',').unwrap();
        format!("{},{rest}", 21_000 - person.1)
    });
    forge(&dir, &[("data.csv", &lines(&header, reflected))], |_| {});
    let found = dir.aloof(AUDIT);
    assert_ne!(found.code, 0, "{found}");
    assert_eq!(found.json()["claim"]["standing"], "refuted", "{found}");
}

/// The values of a group stand in an order that says nothing.
#[test]
fn a_second_table_in_another_order() {
    let policy = "[[protect]]\nprinciple = \"l-diversity\"\nl = 3\n[method]\nalgorithm = \"anatomy\"\n";
    let dir = released(policy);
    let (header, values) = rows(&dir, "release/sensitive.csv");
    let pay_of = |line: &str| line.split(',').nth(1).unwrap().to_owned();
    let place: std::collections::HashMap<String, usize> =
        behind(&dir).into_iter().enumerate().map(|(place, person)| (person.3.to_string(), place)).collect();
    let group_of = |line: &str| line.split(',').next().unwrap().parse::<usize>().unwrap();
    let mut by_row = values.clone();
    by_row.sort_by_key(|line| (group_of(line), place[&pay_of(line)]));
    assert_ne!(by_row, values);
    forge(&dir, &[("sensitive.csv", &lines(&header, by_row.into_iter()))], |_| {});
    left_open(&dir.aloof(AUDIT), "sensitive.csv: rows do not stand in the order of their groups");
}

/// One cell is written in one way, and ends where somebody is.
#[test]
fn cells_written_otherwise() {
    let dir = released(GROUPS);
    let as_made = dir.read("release/data.csv");
    let cell =
        as_made.lines().skip(1).find_map(|line| line.split(',').next().filter(|cell| cell.contains(".."))).unwrap();
    let (low, high) = cell.split_once("..").unwrap();
    let others = [
        format!("{low}-{high}"),
        format!("0{low}..{high}"),
        format!("{low}..{high}.0"),
        format!("{{{low}..{high}}}"),
        format!("{low}..+{high}"),
        format!("{low} .. {high}"),
    ];
    for other in others {
        forge(&dir, &[("data.csv", &as_made.replace(&format!("{cell},"), &format!("{other},")))], |_| {});
        for audit in [AUDIT, "audit release --policy p.toml --json"] {
            left_open(&dir.aloof(audit), "not written as this program writes such cells");
        }
    }
    forge(&dir, &[("data.csv", &as_made.replace(&format!("{cell},"), &format!("{low}..{high}.12,")))], |_| {});
    left_open(&dir.aloof(AUDIT), "`days`: 1 cell has an end or a label that nobody in the original has");
    // An end that somebody has, though nobody of this group.
    let least = people().iter().map(|person| person.1).min().unwrap();
    assert_ne!(least.to_string(), low);
    forge(&dir, &[("data.csv", &as_made.replace(&format!("{cell},"), &format!("{least}..{high},")))], |_| {});
    left_open(&dir.aloof(AUDIT), "have a cell with an end or a label that nobody has who can stand behind its rows");
    let town = as_made.replace("{A|B|C}", "{C|B|A}");
    if town != as_made {
        forge(&dir, &[("data.csv", &town)], |_| {});
        left_open(&dir.aloof(AUDIT), "`town`: 1 cell has an end or a label");
    }
}

/// Chance draws no function.
#[test]
fn perturbed_by_no_chance() {
    let policy = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = 200\nm = 3\n[method]\nalgorithm = \"perturb\"\n";
    let dir = released(policy);
    let manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    let end = |name: &str| manifest["made"][name].as_str().unwrap().parse::<usize>().unwrap();
    let honest = dir.aloof(AUDIT).json();
    let promise = honest["checks"][0]["promise"].as_str().unwrap();
    assert!(promise.starts_with("If values were drawn as the manifest says, nobody who"), "{promise}");
    let reason = honest["claim"]["reason"].as_str().unwrap();
    assert!(reason.contains("one case in 1,000,000,000") && reason.contains("no data can show"), "{reason}");
    let (low, high) = (end("low"), end("high"));
    let size = high - low + 1;
    let (header, data) = rows(&dir, "release/data.csv");
    let forgeries: [(&str, &dyn Fn(usize) -> usize); 4] = [
        ("moved", &|pay| low + (pay - low + 501) % size),
        ("moved far", &|pay| low + (pay - low + size / 2) % size),
        ("reflected", &|pay| low + high - pay),
        ("stretched", &|pay| low + 3 * (pay - low) % size),
    ];
    for (name, change) in forgeries {
        let forged = data.iter().zip(behind(&dir)).map(|(row, person)| {
            let (rest, _) = row.rsplit_once(',').unwrap();
            format!("{rest},{}", change(person.3))
        });
        forge(&dir, &[("data.csv", &lines(&header, forged))], |_| {});
        let found = dir.aloof(AUDIT);
        assert_ne!(found.code, 0, "{name}: {found}");
        assert_eq!(found.json()["claim"]["standing"], "refuted", "{name}: {found}");
    }
}
