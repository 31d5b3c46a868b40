//! Missing values: texts that mean one in a column, and what becomes of people whose sensitive value is missing.

use std::fmt::Write as _;

use crate::common::Workdir;

fn policy(salary: &str) -> String {
    format!(
        "[columns]\nage = {{ role = \"quasi\" }}\nsalary = {{ role = \"sensitive\"{salary} }}\n\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n"
    )
}

/// Texts that mean missing in one column mean nothing in another; a list of them, or a table with what is then to be done.
#[test]
fn codes_of_one_column() {
    let table = "age,salary\n-9,1\n-9,-9.0\n-9,.\n-9,100\n";
    let dir = Workdir::with("pay.csv", table)
        .and("list.toml", policy(r#", missing = ["-9", "."]"#))
        .and("table.toml", policy(r#", missing = { codes = ["-9", "."], then = "drop" }"#))
        .and("number.toml", policy(r#", missing = { codes = [-9, "."], then = "drop" }"#));
    let told = dir.refused("audit pay.csv --policy list.toml");
    assert!(told.contains("column `salary`: 2 of 4 sensitive values are missing"), "{told}");
    for file in ["table.toml", "number.toml"] {
        let json = dir.json(&format!("audit pay.csv --policy {file}"));
        assert_eq!((&json["verdict"], &json["dropped"], &json["tuples"]), (&"pass".into(), &2.into(), &4.into()));
    }
    let json = dir.json("inspect pay.csv --policy list.toml");
    let missing = |at: usize| json["columns"][at]["missing"].as_u64();
    assert_eq!((missing(0), missing(1)), (Some(0), Some(2)));
}

#[test]
fn codes_that_are_none() {
    let told = |salary: &str| {
        let dir = Workdir::with("pay.csv", "age,salary\n1,2\n").and("aloof.toml", policy(salary));
        dir.refused("audit pay.csv")
    };
    insta::assert_snapshot!(told(", missing = 9"), @r#"error: aloof.toml, line 3: `missing` must be "value", "error", "drop", "publish", or a list of texts such as ["-9", "."], not a number"#);
    insta::assert_snapshot!(told(", missing = [true]"), @r#"error: aloof.toml, line 3: `missing` must be a list of texts such as ["-9", "."], not true or false"#);
    insta::assert_snapshot!(told(r#", missing = { code = "-9" }"#), @r#"error: aloof.toml, line 3: unknown key `code` in missing; did you mean `codes`?"#);
    insta::assert_snapshot!(told(r#", missing = { then = "keep" }"#), @r#"error: aloof.toml, line 3: `then` cannot be `keep`; known are value, error, drop, publish"#);
}

const PUBLISH: &str = r#", missing = "publish""#;

/// Four of five people did not answer, and the one who did is known: among all five that would be one in five.
#[test]
fn those_who_answered_are_judged_among_themselves() {
    let dir = Workdir::with("pay.csv", "age,salary\n20,\n20,\n20,\n20,\n20,100\n30,1\n30,100\n30,\n40,\n40,\n")
        .and("aloof.toml", policy(PUBLISH));
    insta::assert_snapshot!(dir.checks("audit pay.csv"), @"
    fail of 10 tuples
    epsilon-m of salary, register: fail, 1 of 3 groups, 1 tuples, 1 at most 1/2
    [epsilon-m of salary, group: fail, 1 of 3 groups, 1 tuples, 1 at most 1/2]
    ");
    let json = dir.json("audit pay.csv");
    assert_eq!(json["checks"][0]["missing"]["tuples"], 7);
    assert_eq!(json["dropped"], 0);
}

/// The sentence is about somebody who knows whose value is missing, and the audit says that this is not protected.
#[test]
fn what_is_promised_beside_missing_values() {
    let dir = Workdir::with("pay.csv", "age,salary\n20,1\n20,100\n20,\n30,\n30,\n").and("aloof.toml", policy(PUBLISH));
    insta::assert_snapshot!(dir.aloof("audit pay.csv").to_string(), @"
    success: true
    exit_code: 0
    ----- stdout -----
    pay.csv: 5 rows

    (5, 2)-anonymity of salary, register view: holds
      0 of 2 groups and 0 rows break it; the worst is 1/2, allowed is at most 1/2
      Within 10 of some figure (2ε): at most 50%, on average 50%; within 25 of some figure (5ε): at most
      50%, on average 50%; within 50 of some figure (10ε): at most 100%, on average 100%.
      So it does in the group and the candidates views.
      Nobody who knows everybody's age, and which people's salary is missing, and takes the rows of a
      group as equally likely, can tell the salary of anyone in this table to within 5 with more than 1
      in 2 certainty.

    Of 3 of 5 people salary is missing, and published so: (5, 2)-anonymity is judged among those who
    have one. That it is missing is not protected.

    PASS
    ----- stderr -----
    ");
}

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

/// A survey of `rows` people with four answers, each of which many did not give.
fn survey(rows: usize) -> String {
    let (mut text, mut state) = ("age,town,weight,sleep,alcohol,income\n".to_owned(), 7);
    for _ in 0..rows {
        let age = 18 + next(&mut state) % 70;
        let town = ["north", "east", "south", "west"][next(&mut state) as usize % 4];
        let mut answer = |missing: u64, low: u64, values: u64| {
            let value = low + next(&mut state) % values;
            if next(&mut state) % 100 < missing { String::new() } else { value.to_string() }
        };
        let (weight, sleep) = (answer(10, 45, 90), answer(30, 2, 40));
        let (alcohol, income) = (answer(45, 0, 60), answer(35, 0, 90_000));
        writeln!(text, "{age},{town},{weight},{sleep},{alcohol},{income}").unwrap();
    }
    text
}

fn survey_policy(missing: &str, protected: &[&str]) -> String {
    let mut text = "[columns]\nage = { role = \"quasi\" }\ntown = { role = \"quasi\" }\n".to_owned();
    for name in ["weight", "sleep", "alcohol", "income"] {
        let bare = if protected.contains(&name) { "" } else { ", protect = \"none\"" };
        writeln!(text, "{name} = {{ role = \"sensitive\"{missing}{bare} }}").unwrap();
    }
    for name in protected {
        let near = if *name == "income" { "500" } else { "1" };
        let rule = "\n[[protect]]\nprinciple = \"epsilon-m\"";
        writeln!(text, "{rule}\nsensitive = \"{name}\"\nabsolute = \"{near}\"\nm = 3").unwrap();
    }
    text
}

/// Everybody stays, with all that they answered; left out were those who lack any of four.
#[test]
fn a_survey_with_four_sensitive_columns_keeps_everybody() {
    let all = ["weight", "sleep", "alcohol", "income"];
    let rows = 1500;
    let dir = Workdir::with("survey.csv", survey(rows))
        .and("error.toml", survey_policy("", &all))
        .and("drop.toml", survey_policy(r#", missing = "drop""#, &all))
        .and("publish.toml", survey_policy(PUBLISH, &all));
    let told = dir.refused("anonymize survey.csv --policy error.toml --seed 1 --out no");
    assert!(told.contains("missing = \"publish\" } to publish these people without a value"), "{told}");
    let dropped = dir.json("advise survey.csv --policy drop.toml");
    assert!(dropped["dropped"].as_u64().unwrap() > 1000, "{dropped}");
    let advice = dir.json("advise survey.csv --policy publish.toml");
    assert_eq!((&advice["dropped"], &advice["feasible"]), (&0.into(), &true.into()));
    let made = dir.json("anonymize survey.csv --policy publish.toml --seed 1 --out release");
    assert_eq!((&made["tuples"], &made["dropped"], &made["verdict"]), (&rows.into(), &0.into(), &"pass".into()));
    assert!(made["loss"].as_f64().unwrap() < 0.9, "{}", made["loss"]);
    let data = dir.read("release/data.csv");
    let cells = |text: &str, at: usize| -> Vec<String> {
        let mut cells: Vec<String> = text.lines().map(|line| line.split(',').nth(at).unwrap().to_owned()).collect();
        cells.sort_unstable();
        cells
    };
    let original = dir.read("survey.csv");
    (2..6).for_each(|at| assert_eq!(cells(&data, at), cells(&original, at)));
    for line in ["audit release", "audit release --original survey.csv", "audit release --policy publish.toml"] {
        assert_eq!(dir.json(line)["verdict"], "pass", "{line}");
    }
}

/// Nobody is left out for a column that no rule asks about, whatever is said of its missing values.
#[test]
fn rows_are_dropped_for_columns_that_a_rule_asks_about() {
    let rows = 300;
    let original = survey(rows);
    let lacks_weight = original.lines().filter(|line| line.split(',').nth(2) == Some("")).count();
    let dir = Workdir::with("survey.csv", &original)
        .and("drop.toml", survey_policy(r#", missing = "drop""#, &["weight"]))
        .and("silent.toml", survey_policy("", &[]) + "\n[[protect]]\nprinciple = \"k-anonymity\"\nk = 3\n");
    let made = dir.json("anonymize survey.csv --policy drop.toml --seed 1 --out release");
    assert_eq!((&made["tuples"], &made["dropped"]), (&(rows - lacks_weight).into(), &lacks_weight.into()));
    let checked = dir.json("audit release --original survey.csv --policy drop.toml");
    assert_eq!((&checked["verdict"], &checked["truth"]["untrue"]), (&"pass".into(), &0.into()));
    let made = dir.json("anonymize survey.csv --policy silent.toml --seed 1 --out other");
    assert_eq!((&made["tuples"], &made["verdict"]), (&rows.into(), &"pass".into()));
}

/// Missing values come back as they went out, from CSV and from Parquet, by every method that publishes them.
#[test]
fn missing_values_in_both_formats_and_by_every_method() {
    let original = survey(240);
    let rule = |principle: &str| {
        survey_policy(PUBLISH, &[]).replace(
            "income = { role = \"sensitive\", missing = \"publish\", protect = \"none\" }",
            "income = { role = \"sensitive\", missing = \"publish\" }",
        ) + &format!("\n[[protect]]\nsensitive = \"income\"\n{principle}\n")
    };
    let near = "principle = \"epsilon-m\"\nabsolute = \"100\"\nm = 3\n";
    let far =
        "principle = \"dissimilarity\"\nepsilon = \"100\"\ndelta = \"0.5\"\nk = 3\ndistance = { kind = \"l1\" }\n";
    let lacking = original.lines().filter(|line| line.ends_with(',')).count();
    for (name, principle, method) in [
        ("split", near, ""),
        ("candidates", "principle = \"epsilon-m\"\nabsolute = \"100\"\nm = 3\nview = \"candidates\"\n", ""),
        ("group", "principle = \"epsilon-m\"\nabsolute = \"100\"\nm = 3\nview = \"group\"\n", ""),
        ("coloured", near, "[method]\nalgorithm = \"xcolor\"\n"),
        ("mondrian", near, "[method]\nalgorithm = \"mondrian\"\n"),
        ("far", far, ""),
        ("diverse", "principle = \"l-diversity\"\nl = 3\n", ""),
        ("close", "principle = \"t-closeness\"\nt = \"0.4\"\nground = \"ordered\"\n", ""),
        ("walk", near, "[method]\nalgorithm = \"walk\"\nmin_shift = \"0\"\nmax_unchanged = \"1\"\n"),
    ] {
        for format in ["csv", "parquet"] {
            let text = rule(principle) + method + &format!("[output]\nformat = \"{format}\"\n");
            let text = if name == "walk" { text + "group_ids = true\n" } else { text };
            let dir = Workdir::with("survey.csv", &original).and("aloof.toml", text);
            let run = dir.aloof("anonymize survey.csv --seed 1 --out release --json");
            assert_eq!(run.code, 0, "{name} {format}: {run}");
            let made = run.json();
            assert_eq!((&made["tuples"], &made["dropped"]), (&240.into(), &0.into()), "{name} {format}");
            for line in ["audit release", "audit release --original survey.csv"] {
                let run = dir.aloof(&format!("{line} --json"));
                let found: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
                assert_ne!(found["verdict"], "fail", "{name} {format}: {run}");
                assert_eq!(found["checks"][0]["missing"]["tuples"], lacking, "{name} {format}: {run}");
            }
        }
    }
}

/// In two tables a missing value is one of its group's values; nobody is told whose it is.
#[test]
fn missing_values_in_two_tables() {
    let line = |row: usize| format!("{row},{}", ["flu", "cold", "gout", ""][row % 4]);
    let table = (0..40).map(line).collect::<Vec<_>>().join("\n");
    let text = "[columns]\nage = { role = \"quasi\" }\nill = { role = \"sensitive\", missing = \"publish\" }\n\
                [[protect]]\nprinciple = \"l-diversity\"\nl = 2\n[method]\nalgorithm = \"anatomy\"\n";
    let dir = Workdir::with("ill.csv", format!("age,ill\n{table}\n")).and("aloof.toml", text);
    let made = dir.json("anonymize ill.csv --seed 1 --out release");
    assert_eq!((&made["tuples"], &made["verdict"]), (&40.into(), &"pass".into()));
    let counted: u32 = dir
        .read("release/sensitive.csv")
        .lines()
        .skip(1)
        .filter(|line| line.split(',').nth(1) == Some(""))
        .map(|line| line.split(',').nth(2).unwrap().parse::<u32>().unwrap())
        .sum();
    assert_eq!(counted, 10);
    assert_eq!(dir.json("audit release --original ill.csv")["verdict"], "pass");
}

/// What cannot publish missing values, or cannot judge them, says why.
#[test]
fn published_missing_values_that_are_refused() {
    let told = |text: &str| {
        let dir = Workdir::with("pay.csv", "age,salary,ill\n1,,x\n2,5,\n").and("aloof.toml", text);
        dir.refused("anonymize pay.csv --seed 1 --out release")
    };
    let both = "[columns]\nage = { role = \"quasi\" }\nsalary = { role = \"sensitive\", missing = \"publish\" }\n\
                ill = { role = \"sensitive\", protect = \"none\" }\n";
    let near = "[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"salary\"\nabsolute = \"5\"\nm = 2\n";
    insta::assert_snapshot!(told(&format!("{both}{near}[method]\nalgorithm = \"perturb\"\n")), @r#"error: aloof.toml, line 3: [method] algorithm = "perturb" draws a number for everybody, and cannot publish that `salary` is missing; write missing = "drop", or leave algorithm out"#);
    let together = "[[protect]]\nprinciple = \"l-diversity\"\nsensitive = [\"salary\", \"ill\"]\nl = 2\n";
    insta::assert_snapshot!(told(&format!("{both}{together}")), @r#"error: aloof.toml, line 5: l-diversity is about salary, ill together, and a row that lacks `salary` would still show the others, judged by nothing; write missing = "drop" in column `salary`, or protect each column by itself"#);
    insta::assert_snapshot!(told("[columns]\nage = { role = \"quasi\", missing = \"publish\" }\n"), @r#"error: aloof.toml, line 2: `missing = "publish"` is for sensitive columns; in others a missing value is published as it is"#);
}

/// Of five one is missing. Similar to nothing, four are judged among themselves; similar to itself, one in four may be missing;
/// similar to everything, it may be near any of the four.
#[test]
fn what_a_missing_value_is_similar_to() {
    let similar = |word: &str| {
        policy(&format!(r#", missing = {{ then = "publish", similar = "{word}" }}"#)).replace("m = 2", "m = 4")
    };
    let dir = Workdir::with("pay.csv", "age,salary\n20,0\n20,100\n20,200\n20,300\n20,\n")
        .and("nothing.toml", similar("nothing"))
        .and("itself.toml", similar("itself"))
        .and("everything.toml", similar("everything"));
    insta::assert_snapshot!(dir.checks("audit pay.csv --policy nothing.toml"), @r#"
    pass of 5 tuples
    epsilon-m of salary, register: pass, 0 of 1 groups, 0 tuples, 1/4 at most 1/4
    "#);
    insta::assert_snapshot!(dir.checks("audit pay.csv --policy itself.toml"), @r#"
    pass of 5 tuples
    epsilon-m of salary, register: pass, 0 of 1 groups, 0 tuples, 1/4 at most 1/4
    "#);
    insta::assert_snapshot!(dir.checks("audit pay.csv --policy everything.toml"), @r#"
    fail of 5 tuples
    epsilon-m of salary, register: fail, 1 of 1 groups, 5 tuples, 2/5 at most 1/4
    "#);
    let told = |file: &str| {
        let json = dir.json(&format!("audit pay.csv --policy {file}"));
        format!("{} {}", json["checks"][0]["missing"]["told"], json["checks"][0]["promise"])
    };
    insta::assert_snapshot!(told("itself.toml"), @r#""Of 1 of 5 people salary is missing, and published so: (5, 4)-anonymity is judged among those who have one. That it is missing counts as a value: no more may be missing in a group than may be alike." "Nobody who knows everybody's age, and takes the rows of a group as equally likely, can tell the salary of anyone in this table to within 5, or that it is missing, with more than 1 in 4 certainty.""#);
    insta::assert_snapshot!(told("everything.toml"), @r#""Of 1 of 5 people salary is missing, and published so: (5, 4)-anonymity is judged among those who have one. Beside that it is asked whatever the missing ones are: as if all of a group lay where most of the others do. Of a group that breaks it all rows are counted." null"#);
    // What advice says is so, for each of them.
    for (file, feasible) in [("nothing.toml", true), ("itself.toml", true), ("everything.toml", false)] {
        assert_eq!(dir.json(&format!("advise pay.csv --policy {file}"))["feasible"], feasible, "{file}");
        let run = dir.aloof(&format!("anonymize pay.csv --policy {file} --seed 1 --out {file}.d"));
        assert_eq!(run.code, if feasible { 0 } else { 3 }, "{run}");
    }
}

/// A release says in its manifest how missing values count, and is judged so.
#[test]
fn missing_values_that_count_are_made_and_judged() {
    let original = survey(400);
    for similar in ["itself", "everything"] {
        let text = survey_policy(PUBLISH, &["weight"])
            .replace(PUBLISH, &format!(r#", missing = {{ then = "publish", similar = "{similar}" }}"#));
        let dir = Workdir::with("survey.csv", &original).and("aloof.toml", text);
        let made = dir.json("anonymize survey.csv --seed 1 --out release");
        assert_eq!((&made["tuples"], &made["verdict"]), (&400.into(), &"pass".into()));
        let column = &dir.json("audit release")["checks"][0];
        assert_eq!(column["verdict"], "pass");
        assert!(made["groups"].as_u64().unwrap() > 5, "{made}");
        let manifest: serde_json::Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
        assert_eq!(manifest["columns"][2]["similar"], similar);
        assert_eq!(dir.json("audit release --original survey.csv")["verdict"], "pass");
    }
}

#[test]
fn missing_values_that_cannot_count() {
    let told = |principle: &str| {
        let text = "[columns]\nage = { role = \"quasi\" }\n\
                    salary = { role = \"sensitive\", missing = { then = \"publish\", similar = \"everything\" } }\n";
        let dir =
            Workdir::with("pay.csv", "age,salary\n1,2\n").and("aloof.toml", format!("{text}[[protect]]\n{principle}"));
        dir.refused("audit pay.csv")
    };
    insta::assert_snapshot!(told("principle = \"t-closeness\"\nt = \"0.2\"\n"), @"error: aloof.toml, line 4: 0.2-closeness (equal distance) bounds no share of a group, so missing values of `salary` cannot count in it; leave `similar` out there");
    insta::assert_snapshot!(told("principle = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\nview = \"group\"\n"), @r#"error: aloof.toml, line 4: missing values of `salary` count in view = "register" only; leave `similar` out there, or `view` here"#);
    let dir = Workdir::with("pay.csv", "age,salary\n1,2\n")
        .and("aloof.toml", policy(r#", missing = { then = "drop", similar = "itself" }"#));
    insta::assert_snapshot!(dir.refused("audit pay.csv"), @r#"error: aloof.toml, line 3: `similar` is for missing values that are published: then = "publish""#);
}
