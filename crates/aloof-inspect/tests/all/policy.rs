//! The policy that an inspection writes: valid TOML, whatever the columns are called.

use crate::common::{adult, blood_tests, city_pay, heart, integers, labels, look, table};
use aloof_inspect::{Coarser, Options, Role, Told, inspect, inspect_told, policy_text};
use aloof_table::{Column, ColumnInfo, Kind, Scale, Table, ValueLabel};
use proptest::prelude::*;
use toml::{Table as Toml, Value};

fn parsed(columns: Vec<(&str, Column)>) -> Toml {
    let text = policy_text(&look(columns));
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn protections(policy: &Toml) -> Vec<&Toml> {
    policy["protect"].as_array().unwrap().iter().map(|block| block.as_table().unwrap()).collect()
}

/// The first thing that is asked.
fn protection(policy: &Toml) -> &Toml {
    protections(policy)[0]
}

/// Every sensitive column is protected by a block of its own, and no other is.
fn covers(policy: &Toml) -> bool {
    let columns = policy["columns"].as_table().unwrap().iter();
    let is_sensitive = |said: &Value| said.get("role").and_then(Value::as_str) == Some("sensitive");
    let sensitive: Vec<&str> = columns.filter(|(_, said)| is_sensitive(said)).map(|(name, _)| name.as_str()).collect();
    let named: Vec<&str> = protections(policy).iter().filter_map(|block| block.get("sensitive")?.as_str()).collect();
    sensitive.len() == named.len() && sensitive.iter().all(|name| named.contains(name))
}

fn role<'a>(policy: &'a Toml, column: &str) -> &'a str {
    policy["columns"][column]["role"].as_str().unwrap()
}

#[test]
fn salaries_ask_for_epsilon_m() {
    let policy = parsed(city_pay());
    assert_eq!(role(&policy, "name"), "identifier");
    assert_eq!(role(&policy, "HireDate"), "quasi");
    assert_eq!(policy["columns"]["undeclared"].as_str(), Some("error"));
    let protect = protection(&policy);
    assert_eq!(protect["principle"].as_str(), Some("epsilon-m"));
    assert!(["AnnualSalary", "GrossPay"].contains(&protect["sensitive"].as_str().unwrap()));
    assert_eq!(protect["m"].as_integer(), Some(5));
    assert!(covers(&policy) && protections(&policy).len() == 2);
    let absolute = protect["absolute"].as_str().unwrap();
    assert!(absolute.starts_with(['1', '2', '5']) && absolute[1..].bytes().all(|byte| byte == b'0'), "{absolute}");
}

/// The gains are nearly all zero, so no ε helps; the label is left.
#[test]
fn adult_asks_for_diversity() {
    let policy = parsed(adult());
    assert!(
        covers(&policy) && protections(&policy).iter().all(|block| block["principle"].as_str() == Some("l-diversity"))
    );
    let protect = protections(&policy).into_iter().find(|block| block["sensitive"].as_str() == Some("income")).unwrap();
    assert_eq!(role(&policy, "fnlwgt"), "weight");
    assert_eq!(protect["l"].as_integer(), Some(2), "two labels cannot be three");
}

#[test]
fn three_labels_ask_for_three() {
    let policy = parsed(vec![
        ("age", integers((0..90).map(|i| 20 + i % 30))),
        ("diagnosis", labels((0..90).map(|i| ["a", "b", "c", "d"][i % 4]))),
    ]);
    assert_eq!(protection(&policy)["l"].as_integer(), Some(3));
}

#[test]
fn nothing_sensitive_asks_for_k() {
    let policy = parsed(vec![("age", integers((0..90).map(|i| 20 + i % 30)))]);
    assert_eq!(protection(&policy)["principle"].as_str(), Some("k-anonymity"));
}

#[test]
fn nothing_at_all_asks_for_nothing() {
    assert!(!parsed(vec![]).contains_key("protect"));
}

#[test]
fn every_table_gives_a_policy() {
    for columns in [blood_tests(), heart()] {
        let policy = parsed(columns);
        assert_eq!(protection(&policy)["principle"].as_str(), Some("epsilon-m"));
        assert!(covers(&policy) && protections(&policy).len() == 5, "five at most, the others are left out");
    }
}

/// A column may be called like the setting that stands among the columns.
#[test]
fn a_column_called_undeclared() {
    let policy = parsed(vec![("undeclared", integers((0..90).map(|i| 20 + i % 10)))]);
    assert_eq!(role(&policy, "undeclared"), "quasi");
}

#[test]
fn every_line_gives_its_reason() {
    let text = policy_text(&look(city_pay()));
    let line = text.lines().find(|line| line.starts_with("AnnualSalary")).unwrap();
    assert!(line.contains("# its name suggests pay, income or wealth (high confidence)"), "{line}");
    assert!(text.contains("\"HireDate\" single out"), "{text}");
}

proptest! {
    #[test]
    fn any_names_give_valid_toml(
        names in prop::collection::btree_set(any::<String>(), 1..6),
        tail in "[\\x00-\\x7f\u{80}-\u{9f}\u{2028}\u{202e}]{0,12}",
    ) {
        let names: Vec<String> = names.into_iter().map(|name| name + &tail).collect();
        let columns = names.iter().enumerate().map(|(at, name)| match at % 3 {
            0 => (name.clone(), integers((0..40).map(|i| i % 7))),
            1 => (name.clone(), integers((0..40).map(|i| i * i * 13))),
            _ => (name.clone(), labels((0..40).map(|i| ["x", "y"][i % 2]))),
        });
        let table = Table::new(columns.collect(), 40).unwrap();
        let text = policy_text(&inspect(&table, &Options::default()));
        let policy: Toml = text.parse().map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        for name in &names {
            prop_assert!(policy["columns"][name.as_str()].get("role").and_then(Value::as_str).is_some());
        }
    }
}

/// Numbers that the file has labels for are codes, and a label speaks where a name says nothing.
#[test]
fn what_the_file_says_is_used() {
    let table =
        table(vec![("V1", integers((0..400).map(|i| 1 + i % 2))), ("V2", integers((0..400).map(|i| 900 + i * 7)))]);
    let label = |value: &str, label: &str| ValueLabel { value: value.to_owned(), label: label.to_owned() };
    let sex =
        ColumnInfo { value_labels: vec![label("1", "male"), label("2", "female")].into(), ..ColumnInfo::default() };
    let pay = ColumnInfo { label: Some("Monthly income, gross".to_owned()), ..ColumnInfo::default() };
    let told = [sex, pay].map(|info| Told { info, ..Told::default() });
    let found = inspect_told(&table, &told, &Options::default());
    let (sex, pay) = (&found.columns[0], &found.columns[1]);
    assert!(sex.coded.is_some() && sex.kind == Kind::Label && sex.info.value_labels.len() == 2);
    assert!(pay.coded.is_none() && pay.guess.role == Role::Sensitive);
    assert_eq!(pay.guess.reason, "its label suggests pay, income or wealth");
    assert!(policy_text(&found).contains("type = \"label\""), "{}", policy_text(&found));
}

/// Codes become coarser as they say themselves: by their beginnings, along an order that the file declares, else as sets; codes
/// whose label is a word for a missing value are missing.
#[test]
fn codes_become_coarser() {
    let soc: Vec<String> = (0..20).map(|i| format!("{}-{}", 11 + 2 * (i % 5), 1011 + 10 * i)).collect();
    let isco = (0..20).map(|i| 1111 + i * 397).collect::<Vec<i64>>();
    let columns = vec![
        ("SOC", labels((0..400).map(|i| soc[i % 20].as_str()))),
        ("isco", integers((0..400).map(|i| isco[i % 20]))),
        ("sex", integers((0..400).map(|i| 1 + i % 2))),
        ("marstat", integers((0..400).map(|i| [1, 2, 3, 9][i % 4]))),
        ("V5", integers((0..400).map(|i| i / 3 % 5))),
    ];
    let said = |label: &str, texts: &[(&str, &str)], scale| ColumnInfo {
        label: Some(label.to_owned()),
        value_labels: texts
            .iter()
            .map(|(value, label)| ValueLabel { value: (*value).to_owned(), label: (*label).to_owned() })
            .collect(),
        scale,
        ..ColumnInfo::default()
    };
    let schools =
        [("0", "none"), ("1", "primary"), ("2", "secondary"), ("3", "college"), ("4", "more"), ("9", "unknown")];
    let infos = [
        ColumnInfo::default(),
        ColumnInfo::default(),
        said("Sex", &[("1", "male"), ("2", "female")], None),
        said("Marital status", &[("1", "married"), ("2", "single"), ("3", "widowed"), ("9", "Refused")], None),
        said("Education", &schools, Some(Scale::Ordinal)),
    ];
    let told = infos.map(|info| Told { info, ..Told::default() });
    let found = inspect_told(&table(columns), &told, &Options::default());
    let coarser: Vec<Option<Coarser>> = found.columns.iter().map(|column| column.coarser.clone()).collect();
    let order = ["0", "1", "2", "3", "4"].map(str::to_owned).to_vec();
    assert_eq!(
        coarser,
        [Some(Coarser::Prefixes), Some(Coarser::Prefixes), None, Some(Coarser::Sets), Some(Coarser::Order(order))]
    );
    let text = policy_text(&found);
    let policy: Toml = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
    let said = |name: &str, key: &str| policy["columns"][name].get(key).cloned();
    let prefix: Toml = [("kind".to_owned(), Value::from("prefix"))].into_iter().collect();
    let codes = |codes: &[&str]| Some(Value::from(codes.iter().map(|code| Value::from(*code)).collect::<Vec<_>>()));
    assert_eq!(said("SOC", "hierarchy"), Some(Value::from(prefix.clone())), "{text}");
    assert_eq!(said("isco", "hierarchy"), Some(Value::from(prefix)), "{text}");
    assert_eq!((said("isco", "type"), said("sex", "type")), (Some("label".into()), Some("label".into())), "{text}");
    assert_eq!((said("sex", "hierarchy"), said("marstat", "hierarchy")), (None, None), "{text}");
    assert_eq!(said("marstat", "missing"), codes(&["9"]), "{text}");
    assert_eq!(said("V5", "order"), codes(&["0", "1", "2", "3", "4"]), "{text}");
    for column in &found.columns {
        let line = text.lines().find(|line| line.starts_with(&column.name)).unwrap();
        assert!(column.coarser.as_ref().is_none_or(|coarser| line.contains(coarser.reason())), "{line}");
    }
}

/// Statistical programs keep days as texts: what can be nothing but a day is proposed as one, as it is read in a text file; no line says
/// that it cannot be coarse and, too, how it is.
#[test]
fn texts_that_are_days_become_dates() {
    let day = |i: usize, century: usize| format!("{:02}.{:02}.{}", 13 + i % 15, 1 + i % 12, century + 40 + i / 15 % 59);
    let columns = vec![
        ("born", labels((0..400).map(|i| day(i, 1900)))),
        ("birthdate", labels((0..400).map(|i| day(i * 7, 0)))),
        ("weight", integers((0..400).map(|i| 40 + i % 60))),
    ];
    let text = policy_text(&look(columns));
    let line = |name: &str| text.lines().find(|line| line.starts_with(name)).unwrap();
    assert!(line("born").contains(r#"type = "date", round = "month", date = "d.m.y""#), "{text}");
    assert!(line("birthdate").contains(r#"round = "month", date = "d.m.yy""#), "{text}");
    assert!(!text.contains("cannot be generalized well"), "{text}");
    assert!(line("weight").contains(r#"if it says how many people a row stands for, it is role = "weight""#), "{text}");
}
