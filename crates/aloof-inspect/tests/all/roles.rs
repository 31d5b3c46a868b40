//! Roles of columns, on tables in the manner of well-known ones and on columns whose names say nothing.

use crate::common::{
    Draw, adult, blood_tests, city_pay, days, decimals, facts, heart, integers, labels, look, person, roles, table,
};
use aloof_inspect::Pattern::{Email, IpAddress, PaymentCard, PersonName, Phone, SocialSecurity, Url, Uuid};
use aloof_inspect::Role::{self, Drop, Identifier, Keep, Quasi, Sensitive, Weight};
use aloof_inspect::{Confidence, Inspection, Options, inspect};
use aloof_table::{Column, DateColumn, LabelColumn, Table};

#[test]
fn adult_has_the_roles_of_the_literature() {
    let expected = [
        ("age", Quasi),
        ("workclass", Quasi),
        ("fnlwgt", Weight),
        ("education", Quasi),
        ("education-num", Quasi),
        ("marital-status", Quasi),
        ("occupation", Quasi),
        ("relationship", Quasi),
        ("race", Quasi),
        ("sex", Quasi),
        ("capital-gain", Sensitive),
        ("hours-per-week", Quasi),
        ("native-country", Quasi),
        ("income", Sensitive),
        ("split", Keep),
    ];
    assert_eq!(roles(&look(adult())), expected);
}

#[test]
fn a_list_of_salaries() {
    let expected = [
        ("name", Identifier),
        ("JobTitle", Quasi),
        ("AgencyID", Quasi),
        ("Agency", Quasi),
        ("HireDate", Quasi),
        ("AnnualSalary", Sensitive),
        ("GrossPay", Sensitive),
    ];
    let inspection = look(city_pay());
    assert_eq!(roles(&inspection), expected);
    assert!(facts(&inspection, "AnnualSalary").proximity.is_some());
}

#[test]
fn a_panel_of_blood_tests_is_sensitive_but_for_age_and_sex() {
    let inspection = look(blood_tests());
    for column in &inspection.columns {
        let expected = if ["Age", "Sex"].contains(&column.name.as_str()) { Quasi } else { Sensitive };
        assert_eq!(column.guess.role, expected, "{}", column.name);
    }
}

#[test]
fn a_heart_study_is_sensitive_but_for_age_and_sex() {
    let inspection = look(heart());
    for column in &inspection.columns {
        let expected = if ["Age", "Sex"].contains(&column.name.as_str()) { Quasi } else { Sensitive };
        assert_eq!(column.guess.role, expected, "{}", column.name);
    }
    assert_eq!(facts(&inspection, "Slope").guess.confidence, Confidence::Low);
}

/// The same values under names that say nothing: only statistics are left.
#[test]
fn statistics_decide_when_names_do_not() {
    let mut draw = Draw::new();
    let amounts: Vec<i64> = (0..2000).map(|_| (draw.below(300) * draw.below(300) * draw.below(100)) as i64).collect();
    let words: Vec<String> = (0..2000).map(|i| format!("k{:x}", i * 7919)).collect();
    let inspection = look(vec![
        ("X1", integers(1..=2000)),
        ("X2", labels(words)),
        ("X3", integers(amounts)),
        ("X4", labels((0..2000).map(|i| ["red", "green", "blue"][i % 3]))),
        ("X5", integers((0..2000).map(|i| 20 + i % 60))),
        ("X6", labels((0..2000).map(|_| "same"))),
        ("X7", days((0..2000).map(|i| i % 365))),
        ("X8", decimals((0..2000).map(|i| i * 37 % 1999), 3)),
        ("X9", labels((0..2000).map(|i| if i % 3 == 0 { "F" } else { "M" }))),
        ("X10", integers((0..2000).map(|i| i * 733 % 2000))),
    ]);
    let expected = [Identifier, Identifier, Sensitive, Quasi, Quasi, Drop, Quasi, Sensitive, Quasi, Identifier];
    let found: Vec<Role> = inspection.columns.iter().map(|column| column.guess.role).collect();
    assert_eq!(found, expected);
    assert!(facts(&inspection, "X3").guess.reason.contains("long tail"));
    assert!(facts(&inspection, "X1").guess.reason.contains("running number"));
}

#[test]
fn patterns_make_identifiers() {
    let rows = 0..200i64;
    let inspection = look(vec![
        ("c1", labels(rows.clone().map(|i| format!("user{i}@example.org")))),
        ("c2", labels(rows.clone().map(|i| format!("+49 30 {}", 100_000 + i)))),
        ("c3", labels(rows.clone().map(|i| format!("{:03}-{:02}-{:04}", 100 + i, 10 + i % 80, 1000 + i)))),
        ("c4", labels(rows.clone().map(|i| format!("10.0.{}.{}", i % 7, i)))),
        ("c5", labels(rows.clone().map(|i| format!("https://example.org/{i}")))),
        ("c6", labels(rows.clone().map(|i| format!("123e4567-e89b-12d3-a456-{:012x}", i * 99991)))),
        ("c7", labels(rows.clone().map(person))),
        ("c8", integers(rows.map(card))),
    ]);
    let expected = [Email, Phone, SocialSecurity, IpAddress, Url, Uuid, PersonName, PaymentCard];
    for (column, pattern) in inspection.columns.iter().zip(expected) {
        assert_eq!((column.guess.role, column.pattern), (Identifier, Some(pattern)), "{}", column.name);
        assert!(column.guess.reason.contains(pattern.plural()), "{}", column.guess.reason);
    }
}

/// Sixteen digits with their check digit.
fn card(number: i64) -> i64 {
    let body = 411_111_111_100_000 + number * 37;
    let digits: Vec<i64> = body.to_string().bytes().map(|byte| i64::from(byte - b'0')).collect();
    let weigh = |(place, &digit): (usize, &i64)| if place % 2 == 0 { digit * 2 / 10 + digit * 2 % 10 } else { digit };
    let sum: i64 = digits.iter().rev().enumerate().map(weigh).sum();
    body * 10 + (10 - sum % 10) % 10
}

#[test]
fn free_text_is_dropped() {
    let notes = (0..100).map(|i| format!("The patient came for visit number {i} and felt better than before."));
    let inspection = look(vec![("X", labels(notes))]);
    let guess = &facts(&inspection, "X").guess;
    assert_eq!((guess.role, guess.reason.as_str()), (Drop, "free text can say anything"));
}

#[test]
fn a_name_that_the_values_contradict_does_not_decide() {
    let inspection = look(vec![
        ("phone", labels((0..500).map(|i| ["yes", "no"][i % 2]))),
        ("product_name", labels((0..500).map(|i| ["lamp", "chair", "table"][i % 3]))),
        ("store_id", integers((0..500).map(|i| 10_000 + 977 * (i % 120)))),
        ("country_name", labels((0..500).map(|i| ["France", "Peru"][i % 2]))),
    ]);
    assert!(inspection.columns.iter().all(|column| column.guess.role == Quasi), "{:?}", roles(&inspection));
}

#[test]
fn headers_in_other_languages() {
    let number = || integers((0..100).map(|i| 900 + i * i));
    let text = || labels((0..100).map(person));
    let inspection = look(vec![
        ("Gehalt", number()),
        ("姓名", text()),
        ("工资", number()),
        ("année de naissance", number()),
        ("teléfono", number()),
        ("Straße", text()),
    ]);
    let found: Vec<Role> = inspection.columns.iter().map(|column| column.guess.role).collect();
    assert_eq!(found, [Sensitive, Identifier, Sensitive, Quasi, Identifier, Identifier]);
}

#[test]
fn figures_are_exact() {
    let inspection = look(vec![
        ("pay", decimals([150, 250, 250, 990], 2)),
        ("day", days([0, 31, DateColumn::MISSING, 31])),
        ("word", Column::Label(LabelColumn::from_texts([Some("a"), None, None, Some("b")]))),
    ]);
    let pay = facts(&inspection, "pay");
    assert_eq!((pay.distinct, pay.unique, pay.most_common, pay.missing), (3, 2, 2, 0));
    let range = pay.range.unwrap();
    assert_eq!((range.lowest(), range.highest()), ("1.5".into(), "9.9".into()));
    assert_eq!(pay.quartiles.unwrap().median.to_string(), "2.5");
    let day = facts(&inspection, "day");
    assert_eq!((day.distinct, day.unique, day.missing), (2, 1, 1));
    assert_eq!((day.range.unwrap().lowest(), day.range.unwrap().highest()), ("1970-01-01".into(), "1970-02-01".into()));
    let word = facts(&inspection, "word");
    assert_eq!((word.distinct, word.unique, word.missing, word.range), (2, 2, 2, None));
}

#[test]
fn odd_tables_are_looked_at_too() {
    let nothing = inspect(&Table::default(), &Options::default());
    assert_eq!((nothing.rows, nothing.columns.len(), nothing.combinations.len()), (0, 0, 0));
    let no_rows = look(vec![("age", integers([])), ("name", labels::<&str>([]))]);
    assert_eq!(roles(&no_rows), [("age", Keep), ("name", Keep)]);
    let one_row = look(vec![("age", integers([40])), ("name", labels(["Ada Lovelace"]))]);
    assert_eq!(roles(&one_row), [("age", Quasi), ("name", Identifier)]);
    let all_missing = look(vec![("age", Column::Label(LabelColumn::from_texts([None, None])))]);
    assert_eq!(roles(&all_missing), [("age", Drop)]);
}

/// No reason may hold a cell: each value here is a word that no reason uses.
#[test]
fn reasons_do_not_quote() {
    let secrets = ["zorblax", "quendif", "mirzapol"];
    let inspection = look(vec![
        ("diagnosis", labels((0..90).map(|i| secrets[i % 3]))),
        ("X", labels((0..90).map(|i| secrets[i % 2]))),
        ("name", labels((0..90).map(|i| format!("zorblax{i}")))),
    ]);
    let reasons: Vec<&str> = inspection.columns.iter().map(|column| column.guess.reason.as_str()).collect();
    assert!(reasons.iter().all(|reason| secrets.iter().all(|secret| !reason.contains(secret))), "{reasons:?}");
}

#[test]
fn the_same_table_gives_the_same_inspection() {
    let once = |options: &Options| -> Inspection { inspect(&table(adult()), options) };
    let small = Options { search_rows: 500, pattern_values: 100, ..Options::default() };
    for options in [Options::default(), small] {
        assert_eq!(once(&options), once(&options));
    }
}
