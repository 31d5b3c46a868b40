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
        said.contains("1 person of the original is in no released row. As a group of their own they do not keep"),
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
