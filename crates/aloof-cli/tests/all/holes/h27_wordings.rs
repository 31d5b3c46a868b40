//! Sentences that said nothing, or not what was counted.

use crate::common::Workdir;

fn told(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// 1 in 1 is certainty.
#[test]
fn nothing_is_not_promised_as_one_in_one() {
    let dir = Workdir::with("t.csv", "age,pay\n20,100\n30,101\n");
    let refused = told(&dir.aloof("anonymize t.csv --quasi age --sensitive pay --absolute 5 --m 2 --out r").stderr);
    assert!(refused.contains("so nothing can be promised. Nearest: no m above 1 can be had for this ε"), "{refused}");
    let made = dir.aloof("anonymize t.csv --quasi age --sensitive pay --absolute 5 --m 1 --out r");
    assert_eq!(made.code, 0, "{made}");
    let said = told(&made.stdout);
    assert!(said.contains("Nothing is promised: with 1 in 1 a guess may be certain."), "{said}");
    assert!(!said.contains("Nobody who knows"), "{said}");
}

/// Between days lie days.
#[test]
fn what_mends_a_group_of_dates_is_said_in_days() {
    let dir = Workdir::with("t.csv", "age,day\n1..2,2020-01-01\n1..2,2020-01-03\n");
    let said = told(&dir.aloof("audit t.csv --quasi age --sensitive day --absolute 5 --m 2").stdout);
    assert!(said.contains("until at most 1 in 2 lies within 5 days of any day;"), "{said}");
    assert!(said.contains("until at most 1 in 2 lies within 5 days of any of them."), "{said}");
}

/// A view of which nobody was judged does not hold.
#[test]
fn a_view_of_nobody_is_not_told() {
    let dir = Workdir::with("t.csv", "age,pay\n1..2,10\n1..2,11\n").and("o.csv", "age,pay\n7,10\n8,11\n");
    let run = dir.aloof("audit t.csv --original o.csv --quasi age --sensitive pay --absolute 5 --m 2");
    assert_eq!(run.code, 1, "{run}");
    assert!(!run.stdout.contains("candidates view"), "{run}");
}

/// What is asked for stands in the order of the lines that answer it.
#[test]
fn several_rules_stand_in_one_order() {
    let dir = Workdir::with("t.csv", "age,pay,bmi\n1,10,20\n2,90,30\n3,20,25\n4,80,35\n").and(
        "p.toml",
        "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\nbmi = { role = \"sensitive\" }\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"5\"\nm = 2\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"bmi\"\nabsolute = \"1\"\nm = 2\n",
    );
    assert_eq!(dir.aloof("anonymize t.csv --policy p.toml --out r").code, 0);
    let said = told(&dir.aloof("compare t.csv r --policy p.toml --queries 2").stdout);
    assert!(said.contains("Asked for: (5, 2)-anonymity (register view), (1, 2)-anonymity (register view)."), "{said}");
}

/// The middle of an even number of errors lies between two of them.
#[test]
fn a_median_of_two_is_their_mean() {
    let line = |i: u32| format!("{},{}\n", 20 + i * 7 % 40, i * 100);
    let dir = Workdir::with("t.csv", (0..40).map(line).fold("age,pay\n".to_owned(), |all, line| all + &line));
    assert_eq!(dir.aloof("anonymize t.csv --quasi age --sensitive pay --absolute 100 --m 4 --out r --seed 1").code, 0);
    let found = dir.json("evaluate --original t.csv --release r --queries 2");
    let queries = found["count_query"].as_array().unwrap();
    let pairs = queries.iter().filter(|one| one["queries"] == 2 && one["empty"] == 0);
    let pairs: Vec<_> = pairs.map(|one| (&one["mean_relative_error"], &one["median_relative_error"])).collect();
    assert!(!pairs.is_empty() && pairs.iter().all(|(mean, median)| mean == median), "{found}");
}
