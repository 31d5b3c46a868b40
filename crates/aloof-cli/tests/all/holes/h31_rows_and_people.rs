//! Who stands behind which row: people whom rows of stars hide, and orders that follow the original's.

use std::fmt::Write as _;

use super::h22_breaker::left_open;
use crate::common::Workdir;

const TWO: &str = "[columns]\nage = { role = \"quasi\" }\nill = { role = \"sensitive\" }\n\
                   note = { role = \"sensitive\", protect = \"none\", missing = \"publish\" }\n\
                   [[protect]]\nprinciple = \"l-diversity\"\nsensitive = \"ill\"\nl = 2\n";

fn said(found: &crate::common::Run) -> String {
    found.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A row of stars that shows the protected value stands for somebody with that value, whatever else it hides: who is absent does not
/// hide among such people.
#[test]
fn one_absent_person_does_not_hide_behind_stars() {
    let original = "age,ill,note\n1,flu,\n2,cold,\n3,flu,x\n4,cold,x\n5,HIV,\n";
    let released = "age,ill,note\n*,flu,\n*,cold,\n3..4,flu,x\n3..4,cold,x\n";
    let dir = Workdir::with("o.csv", original).and("r.csv", released).and("p.toml", TWO);
    let found = dir.aloof("audit r.csv --original o.csv --policy p.toml");
    assert_eq!(found.code, 1, "{found}");
    assert!(found.stdout.contains("  1 original row is in no released row"), "{found}");
    let said = said(&found);
    assert!(
        said.contains("1 person of the original is in no released row. As a group of one this person does not keep"),
        "{said}"
    );
}

/// Rows that show nothing at all stand for people as no row does: a crowd that is withheld is one, with such rows or without.
#[test]
fn rows_that_show_nothing_are_no_hiding_place() {
    let mut original = "age,pay\n".to_owned();
    (0..8).for_each(|i| writeln!(original, "{},1000", 20 + i).unwrap());
    (0..8).for_each(|i| writeln!(original, "{},{}", 30 + i, 2000 + 100 * i).unwrap());
    let mut released = "age,pay\n".to_owned();
    (0..8).for_each(|i| writeln!(released, "30..37,{}", 2000 + 100 * i).unwrap());
    let audit = "audit r.csv --original o.csv --quasi age --sensitive pay --absolute 10 --m 2";
    for (stars, told) in [
        (0, "8 people of the original are in no released row. As a group"),
        (
            3,
            "5 people of the original are in no released row. 3 more stand behind rows of nothing but * that show no value of theirs",
        ),
        (8, "8 people stand behind rows of nothing but * that show no value of theirs. As a group"),
    ] {
        let dir = Workdir::with("o.csv", &original).and("r.csv", format!("{released}{}", "*,*\n".repeat(stars)));
        let found = dir.aloof(audit);
        assert_eq!(found.code, 1, "{stars}: {found}");
        assert!(said(&found).contains(told), "{stars}: {found}");
        assert!(said(&found).contains("the worst is 1, at most 1/2 is asked."), "{stars}: {found}");
    }
}

/// Six hundred people in groups of three whose ages are next to each other; the original stands in no order of age or pay.
fn six_hundred() -> (Workdir, Vec<(String, usize)>) {
    let people: Vec<(usize, usize)> = (0..600).map(|i| (i * 7919 % 600, 1000 + 100 * (i * 263 % 600))).collect();
    let mut original = "age,pay\n".to_owned();
    people.iter().for_each(|(age, pay)| writeln!(original, "{age},{pay}").unwrap());
    let cell = |age: usize| format!("{}..{}", age / 3 * 3, age / 3 * 3 + 2);
    (Workdir::with("o.csv", original), people.into_iter().map(|(age, pay)| (cell(age), pay)).collect())
}

fn table(rows: impl Iterator<Item = (String, usize)>) -> String {
    rows.fold("age,pay\n".to_owned(), |mut text, (age, pay)| {
        writeln!(text, "{age},{pay}").unwrap();
        text
    })
}

const AUDIT: &str = "audit r.csv --original o.csv --quasi age --sensitive pay --absolute 10 --m 2 --json";

fn mixed(many: usize) -> Vec<usize> {
    let (mut order, mut state): (Vec<usize>, u64) = ((0..many).collect(), 7);
    for at in (1..many).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(at, (state >> 33) as usize % (at + 1));
    }
    order
}

/// Orders that are the original's turned, stepped, moved in blocks, or kept within groups only.
#[test]
fn orders_that_follow_the_original() {
    let (dir, rows) = six_hundred();
    let mut by_box: Vec<usize> = (0..600).collect();
    by_box.sort_by_key(|&at| rows[at].0.clone());
    let blocks = mixed(24).into_iter().flat_map(|block| block * 25..block * 25 + 25).collect();
    let mut some = mixed(600);
    some.retain(|at| at % 3 == 0);
    let part_of_it = (0..600).filter(|at| at % 3 > 0).chain(some).collect();
    let follow: [(Vec<usize>, &str); 7] = [
        ((0..600).map(|at| (at + 211) % 600).collect(), "the order of the original, begun elsewhere"),
        ((0..600).rev().map(|at| (at + 211) % 600).collect(), "the order of the original, backwards, begun elsewhere"),
        ((0..7).flat_map(|first| (first..600).step_by(7)).collect(), "the order of the original, every 7 rows"),
        ((0..600).map(|at| at / 2 + 300 * (at % 2)).collect(), "the order of the original, every 300 rows"),
        (by_box, "rows that look alike stand in the order of the original"),
        (blocks, "rows stand next to those that they stand next to in the original"),
        (part_of_it, "rows that look alike stand in the order of the original"),
    ];
    for (order, told) in follow {
        std::fs::write(dir.path("r.csv"), table(order.iter().map(|&at| rows[at].clone()))).unwrap();
        left_open(&dir.aloof(AUDIT), told);
    }
    // What is sorted by published cells, or mixed, follows nothing.
    let mut sorted = rows.clone();
    sorted.sort();
    for rows in [sorted, mixed(600).into_iter().map(|at| rows[at].clone()).collect()] {
        std::fs::write(dir.path("r.csv"), table(rows.into_iter())).unwrap();
        let found = dir.aloof(AUDIT);
        assert_eq!(found.code, 0, "{found}");
    }
}

/// What was asked may hold; that is no word on a file that publishes names beside it.
#[test]
fn a_raw_file_does_not_look_safe() {
    let names = "name,age,pay\nAnn,20..29,100\nBob,20..29,200\nCem,30..39,100\nDora,30..39,200\n";
    let dir = Workdir::with("t.csv", names);
    let found = dir.aloof("audit t.csv --quasi age --sensitive pay --absolute 10 --m 2");
    assert_eq!(found.code, 0, "{found}");
    assert!(!found.stdout.lines().any(|line| line == "PASS"), "{found}");
    assert!(found.stdout.contains("\nPASS AS ASKED\nThis is no word on the file: it publishes `name`, too"), "{found}");
    let found = dir.aloof("audit t.csv --quasi age --sensitive pay --absolute 10 --m 2 --keep name");
    assert!(found.stdout.ends_with("\nPASS\n"), "{found}");
}

/// What an audit leaves open of a kept column is said when the release is made.
#[test]
fn a_kept_column_that_an_audit_leaves_open() {
    let dir = Workdir::with("t.csv", "age,pay,ward\n20,100,a\n21,200,b\n30,100,c\n31,200,d\n");
    let made =
        dir.aloof("anonymize t.csv --quasi age --sensitive pay --absolute 10 --m 2 --keep ward --out r --seed 1");
    assert_eq!(made.code, 0, "{made}");
    let told = said(&made);
    assert!(
        told.contains("`ward` goes out as it is and looks like a quasi column (its name suggests a place)"),
        "{told}"
    );
    assert!(told.contains("An audit that has no policy but the manifest leaves it open."), "{told}");
    left_open(&dir.aloof("audit r --json"), "`ward` is published, looks like a quasi column");
}

/// A pipe is read once, whatever looks at it twice; a device is no table.
#[cfg(unix)]
#[test]
fn pipes_and_devices() {
    let dir = Workdir::with("t.csv", "age,pay\n1..2,10\n1..2,30\n");
    assert!(std::process::Command::new("mkfifo").arg(dir.path("pipe")).status().unwrap().success());
    let (from, to) = (dir.path("t.csv"), dir.path("pipe"));
    let writer = std::thread::spawn(move || std::fs::copy(from, to).map(|_| ()));
    let found = dir.aloof("audit pipe --quasi age --sensitive pay --absolute 5 --m 2");
    assert_eq!(found.code, 0, "{found}");
    writer.join().unwrap().unwrap();
    for command in
        ["inspect /dev/zero", "audit /dev/zero --quasi age --k 2", "audit t.csv --original /dev/full --quasi age --k 2"]
    {
        let refused = dir.refused(command);
        assert!(
            refused.contains("is a device, and no file; give a file, or - for standard input"),
            "{command}: {refused}"
        );
    }
}

/// Letters of another script that look the same make no other value.
#[test]
fn letters_that_look_alike() {
    let dir = Workdir::with("t.csv", "age,ill\n1..2,asthma\n1..2,\u{430}sthma\n");
    let found = dir.aloof("audit t.csv --quasi age --sensitive ill --l 2 --json");
    left_open(&found, "`ill`: 1 of its labels is another written otherwise");
}

/// Whom chance held out is in nobody's group, but covered by one: that such a person's value is near those of the group breaks no
/// promise. Who it is cannot be seen, so it is left open.
#[test]
fn people_held_out_have_candidates() {
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = 10\nm = 2\nview = \"candidates\"\n";
    let three = "age,pay\n20,100\n21,500\n22,520\n";
    let dir = Workdir::with("t.csv", three).and("p.toml", policy).and("o.csv", format!("{three}21,510\n"));
    let made = dir.aloof("anonymize t.csv --policy p.toml --out release --seed 1");
    assert_eq!(made.code, 0, "{made}");
    let audit = "audit release --original o.csv --policy p.toml --json";
    assert_eq!(dir.aloof(audit).code, 1, "of somebody withheld it is a breach");
    super::h22_breaker::forge(&dir, &[], |manifest| manifest["held_out"] = serde_json::json!(1));
    left_open(&dir.aloof(audit), "as many may be among those whom chance held out");
}

/// A code for a missing value that is read as a number is counted among the values: whoever makes a release of it is told.
#[test]
fn codes_that_are_counted_as_numbers_are_named() {
    let line = |row: usize| {
        format!("{},{}\n", 20 + row % 40, if row.is_multiple_of(9) { -9 } else { 1000 + row as i64 * 7919 % 9000 })
    };
    let table: String = (0..200).map(line).collect();
    let dir = Workdir::with("t.csv", format!("age,salary\n{table}"));
    let call = "anonymize t.csv --quasi age --sensitive salary --absolute 10 --m 4 --seed 2";
    let said = |run: &crate::common::Run| run.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    let made = dir.aloof(&format!("{call} --out r"));
    assert_eq!(made.code, 0, "{made}");
    assert!(
        said(&made).contains("-9 in `salary` (23 rows; nothing else is below zero) looks like no answer"),
        "{made}"
    );
    assert!(said(&made).contains("missing = { codes = [\"-9\"], then = \"publish\" }"), "{made}");
    // Nothing is said of numbers that are no codes.
    let dir = dir.and("n.csv", format!("age,salary\n{}", table.replace(",-9\n", ",-5000\n")));
    let made = dir.aloof(&format!("{} --out n", call.replace("t.csv", "n.csv")));
    assert!(made.code == 0 && !said(&made).contains("looks like no answer"), "{made}");
}
