//! How unique columns make people.

use crate::common::{Draw, adult, city_pay, integers, labels, look, table};
use aloof_inspect::{Combination, Inspection, Options, inspect};

fn set<'a>(inspection: &'a Inspection, columns: &[&str]) -> &'a Combination {
    let found = inspection.combinations.iter().find(|set| set.columns == columns);
    found.unwrap_or_else(|| panic!("{columns:?} is not among the combinations"))
}

/// Sex and city alone single out nobody; with the year of birth everyone.
#[test]
fn three_harmless_columns_can_make_a_key() {
    let inspection = look(vec![
        ("sex", labels((0..600).map(|i| ["f", "m"][i % 2]))),
        ("city", labels((0..600).map(|i| format!("city {}", i / 2 % 10)))),
        ("birthyear", integers((0..600).map(|i| 1950 + i / 20))),
    ]);
    let triple = set(&inspection, &["sex", "city", "birthyear"]);
    assert_eq!((triple.groups, triple.unique, triple.rows, triple.smallest), (600, 600, 600, true));
    assert_eq!(triple.share().to_string(), "1");
    assert_eq!(set(&inspection, &["sex"]).unique, 0);
    assert_eq!(inspection.combinations[0], *triple);
    assert_eq!((inspection.searched_rows, inspection.left_out.len()), (None, 0));
}

#[test]
fn a_set_is_not_smallest_when_a_part_already_singles_out() {
    let inspection = look(vec![
        ("sex", labels((0..400).map(|i| ["f", "m"][i % 2]))),
        ("zip", integers((0..400).map(|i| if i < 200 { 10_000 + i } else { 20_000 }))),
        ("age", integers((0..400).map(|i| 20 + i % 40))),
    ]);
    assert!(set(&inspection, &["zip"]).smallest);
    assert!(!set(&inspection, &["zip", "age"]).smallest);
}

/// A missing value is a value: who alone has none is found by it.
#[test]
fn missing_values_tell_people_apart() {
    let age = (0..50).map(|i| if i == 7 { None } else { Some("40") });
    let column = aloof_table::Column::Label(aloof_table::LabelColumn::from_texts(age));
    let inspection = look(vec![("age", column), ("sex", labels((0..50).map(|i| ["f", "m"][i % 2])))]);
    let age = set(&inspection, &["age"]);
    assert_eq!((age.groups, age.unique), (2, 1));
}

/// Ranked on a sample, counted on all rows: the figures of a set do not depend on the sample.
#[test]
fn reported_figures_are_those_of_the_whole_table() {
    for columns in [adult(), city_pay()] {
        let table = table(columns);
        let all = inspect(&table, &Options { shown: 1000, ..Options::default() });
        let sampled = inspect(&table, &Options { search_rows: 300, ..Options::default() });
        assert_eq!(sampled.searched_rows, Some(300));
        assert!(sampled.combinations.len() >= 6);
        assert!(sampled.combinations.is_sorted_by(|a, b| a.unique >= b.unique));
        for combination in &sampled.combinations {
            let names: Vec<&str> = combination.columns.iter().map(String::as_str).collect();
            assert_eq!(combination, set(&all, &names));
        }
    }
}

#[test]
fn the_least_telling_candidates_are_left_out() {
    let mut draw = Draw::new();
    let names: Vec<String> = (0..15).map(|i| format!("city{i}")).collect();
    let columns = names.iter().enumerate().map(|(i, name)| {
        let values: Vec<String> = (0..500).map(|_| format!("v{}", draw.below(3 + i as u64))).collect();
        (name.as_str(), labels(values))
    });
    let inspection = look(columns.collect());
    assert_eq!(inspection.left_out, ["city0", "city1", "city2"]);
    // Ten of them, and all columns together.
    assert_eq!(inspection.combinations.len(), 11);
    let all = &inspection.combinations[0];
    assert!(
        all.all && all.columns.len() == 15 && inspection.combinations.iter().all(|other| other.unique <= all.unique)
    );
}

#[test]
fn options_bound_the_search() {
    let options = Options { largest: 1, shown: 3, ..Options::default() };
    let inspection = inspect(&table(adult()), &options);
    assert_eq!(inspection.combinations.len(), 4);
    assert!(inspection.combinations.iter().all(|set| set.columns.len() == 1 || set.all));
    let none = inspect(&table(adult()), &Options { shown: 0, candidates: 0, search_rows: 0, ..Options::default() });
    assert!(none.combinations.iter().all(|set| set.all));
}
