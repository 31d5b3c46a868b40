//! Plain recoding, as a statistical office does it: standard bands, ends cut off, rounding, cells left out.

use crate::common::Workdir;

fn people(rows: usize) -> String {
    let line = |row: usize| {
        let (age, town) = (row * 7 % 95, ["north", "east", "south"][row % 3]);
        let born = format!("{}-{:02}-{:02}", 2020 - age, row % 12 + 1, row % 28 + 1);
        format!("{age},{born},{town},{},{}", 10_000 + row * 7919 % 90_000, row * 37 % 1000)
    };
    format!("age,born,town,income,score\n{}\n", (0..rows).map(line).collect::<Vec<_>>().join("\n"))
}

/// What is said of columns beside their roles.
fn policy(said: &[(&str, &str)]) -> String {
    let of = |name: &str| said.iter().find(|(other, _)| *other == name).map_or("", |(_, words)| *words);
    let column = |name: &str, role: &str| {
        let words = of(name);
        if words.contains("role") {
            format!("{name} = {{ {words} }}\n")
        } else {
            format!("{name} = {{ role = \"{role}\"{words} }}\n")
        }
    };
    let columns: String =
        [("age", "quasi"), ("born", "drop"), ("town", "quasi"), ("income", "sensitive"), ("score", "drop")]
            .map(|(name, role)| column(name, role))
            .concat();
    format!(
        "[columns]\n{columns}\n[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"income\"\nabsolute = \"500\"\nm = 3\n"
    )
}

fn cells(dir: &Workdir, name: &str) -> Vec<String> {
    let data = dir.read("release/data.csv");
    let at = data.lines().next().unwrap().split(',').position(|other| other == name).unwrap();
    let mut cells: Vec<String> = data.lines().skip(1).map(|line| line.split(',').nth(at).unwrap().to_owned()).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Made, and judged by whoever asks: by the manifest alone, by a policy, with the original or without.
fn made(text: &str) -> Workdir {
    let dir = Workdir::with("people.csv", people(240)).and("office.toml", text);
    let run = dir.aloof("anonymize people.csv --policy office.toml --seed 1 --out release --json");
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(run.json()["verdict"], "pass");
    for line in ["audit release", "audit release --original people.csv", "audit release/data.csv --policy office.toml"]
    {
        let found = dir.json(line);
        assert_eq!(found["verdict"], "pass", "{line}: {found}");
        assert!(found["truth"].is_null() || found["truth"]["untrue"] == 0, "{line}: {found}");
    }
    let found = dir.json("audit release --original people.csv --policy office.toml");
    assert_eq!((&found["verdict"], &found["truth"]["untrue"]), (&"pass".into(), &0.into()), "{found}");
    assert!(!found.to_string().contains("no whole classes"), "{found}");
    let found = dir.json("evaluate --original people.csv --release release --queries 50");
    assert!((0.0..=3.0).contains(&found["loss"].as_f64().unwrap()), "{found}");
    let found = dir.json("advise people.csv --policy office.toml");
    assert_eq!(found["feasible"], true, "{found}");
    dir
}

/// Groups show the office's bands, one or several side by side, and nothing finer.
#[test]
fn fixed_classes_of_a_quasi_column() {
    let dir = made(&policy(&[("age", ", classes = [0, 18, 30, 45, 65]")]));
    let starts = ["0", "18", "30", "45", "65"];
    let ends = ["17", "29", "44", "64"];
    let is_band = |cell: &str| match (cell.split_once(".."), cell.strip_prefix(">=")) {
        (Some((low, high)), _) => starts.contains(&low) && ends.contains(&high),
        (None, Some(low)) => starts.contains(&low),
        _ => false,
    };
    let ages = cells(&dir, "age");
    assert!(ages.len() > 3 && ages.iter().all(|cell| is_band(cell)), "{ages:?}");
    let manifest: serde_json::Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["columns"][0]["coding"]["classes"], serde_json::json!(["0", "18", "30", "45", "65"]));
}

/// A table from elsewhere is judged as it stands, and what are no classes of the policy is told.
#[test]
fn other_bands_are_told() {
    let table = "age,town,income\n0..17,north,1\n0..17,north,5000\n0..17,north,9000\n10-19,north,1\n10-19,north,5000\n10-19,north,9000\n";
    let text = policy(&[("age", ", classes = [0, 18, 30]")]);
    let dir = Workdir::with("table.csv", table).and("office.toml", text);
    let found = dir.json("audit table.csv --policy office.toml");
    assert_eq!(found["verdict"], "pass");
    assert_eq!(
        found["notes"],
        serde_json::json!(["In `age` 1 of 2 different cells shows no whole classes of the policy."])
    );
}

/// How old the oldest is cannot be read from any figure of a release that shows `>=65`.
#[test]
fn what_lies_beyond_the_classes_moves_no_figure() {
    let figures = |oldest: &str| {
        let table = people(239) + &format!("{oldest},1900-01-01,north,55555,1\n");
        let text = policy(&[("age", ", classes = [0, 18, 30, 45, 65]")]);
        let dir = Workdir::with("people.csv", table).and("aloof.toml", text);
        assert_eq!(dir.aloof("anonymize people.csv --seed 1 --out release").code, 0);
        let manifest: serde_json::Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
        (cells(&dir, "age"), manifest["loss"].clone())
    };
    let (cells, loss) = figures("94");
    assert!(loss.as_f64().is_some_and(|loss| loss > 0.0), "{loss}");
    assert_eq!(figures("119"), (cells, loss));
}

#[test]
fn ends_and_steps_of_a_quasi_column() {
    let dir = made(&policy(&[("age", ", top = \"80\", bottom = \"18\", round = \"5\"")]));
    let is_step = |low: &str| low == "19" || low.parse::<u32>().is_ok_and(|low| low % 5 == 0);
    let fits = |cell: &String| match cell.split_once("..") {
        Some((low, high)) => is_step(low) && high.parse::<u32>().unwrap() % 5 == 4,
        None => ["*", "<=18", "19"].contains(&cell.as_str()) || cell.starts_with("<=") || cell.starts_with(">="),
    };
    let ages = cells(&dir, "age");
    assert!(ages.iter().all(fits) && ages.iter().any(|cell| cell.starts_with("<=")), "{ages:?}");
}

#[test]
fn dates_in_classes() {
    let dir = made(&policy(&[
        ("age", "role = \"drop\""),
        ("born", "role = \"quasi\", classes = [\"1950-01-01\", \"1970-01-01\", \"1990-01-01\", \"2010-01-01\"]"),
    ]));
    let bounds = [
        "1950-01-01",
        "1970-01-01",
        "1990-01-01",
        "2010-01-01",
        "1949-12-31",
        "1969-12-31",
        "1989-12-31",
        "2009-12-31",
    ];
    let shown = cells(&dir, "born");
    let ends = |cell: &String| {
        cell.trim_start_matches(['<', '>', '=']).split("..").all(|end| bounds.contains(&end) || end == "*")
    };
    assert!(shown.iter().all(ends), "{shown:?}");
    let manifest = dir.read("release/manifest.json");
    assert!(manifest.contains("1970-01-01") && !manifest.contains("7305"), "{manifest}");
}

/// A cell is shown or left out, never a set.
#[test]
fn single_cells_are_suppressed() {
    let dir = made(&policy(&[("town", ", hierarchy = { kind = \"suppress\" }"), ("age", ", classes = [0, 40, 60]")]));
    let towns = cells(&dir, "town");
    assert!(towns.iter().all(|cell| ["north", "east", "south", "*"].contains(&cell.as_str())), "{towns:?}");
    let numbers = made(&policy(&[("age", ", hierarchy = { kind = \"suppress\" }")]));
    let ages = cells(&numbers, "age");
    assert!(ages.iter().all(|cell| cell == "*" || cell.parse::<u32>().is_ok()), "{ages:?}");
}

/// Sensitive values are judged as they are published, which every outcome says; against the original they are still true.
#[test]
fn a_coded_sensitive_column() {
    let dir = made(&policy(&[("income", ", top = \"85000\", round = \"1000\"")]));
    let incomes: Vec<u32> = cells(&dir, "income").iter().map(|income| income.parse().unwrap()).collect();
    assert!(incomes.iter().all(|income| income % 1000 == 0), "{incomes:?}");
    assert_eq!(incomes.iter().max(), Some(&85_000));
    let told = dir.aloof("anonymize people.csv --policy office.toml --seed 1 --out other").stdout;
    assert!(told.contains("`income` is published coded: at most 85000, rounded to 1000."), "{told}");
    assert!(
        told.split_whitespace().collect::<Vec<_>>().join(" ").contains("the income, as it is published, of anyone"),
        "{told}"
    );
    let found = dir.json("audit release --original people.csv");
    assert!(found["notes"].to_string().contains("is published coded"), "{found}");
    // The true numbers are what a query would be right about.
    let exact = made(&policy(&[]));
    let error =
        |dir: &Workdir| dir.json("evaluate --original people.csv --release release --queries 200")["marginals"].clone();
    assert_ne!(error(&dir), error(&exact));
    // Someone who publishes another coding is found out.
    let finer = dir.read("release/data.csv").replacen("85000\n", "86000\n", 1);
    let dir = dir.and("finer.csv", finer);
    let found = dir.aloof("audit finer.csv --original people.csv --policy office.toml --json");
    assert_eq!((found.code, &found.json()["truth"]["untrue"]), (1, &1.into()), "{found}");
    assert!(found.stdout.contains("Here 1 of 240 values is not so coded, and is judged as it stands."), "{found}");
}

/// Cut off and nothing else, the promise is one about the true values.
#[test]
fn a_top_code_needs_no_word_in_the_promise() {
    let dir = made(&policy(&[("income", ", top = \"85000\"")]));
    let promise = dir.json("audit release")["checks"][0]["promise"].clone();
    assert!(promise.to_string().contains("the income of anyone in this table to within 500"), "{promise}");
}

/// What a policy would code is judged as it is published: two incomes beyond the top are two values, and near ones are near.
#[test]
fn what_is_not_coded_is_judged_as_it_stands() {
    let table = "age,town,income\n20,north,90000\n20,north,90100\n20,north,10000\n";
    let dir = Workdir::with("table.csv", table).and("office.toml", policy(&[("income", ", bottom = \"89000\"")]));
    let found = dir.aloof("audit table.csv --policy office.toml --json");
    assert_eq!((found.code, &found.json()["checks"][0]["worst_risk"]), (1, &"2/3".into()), "{found}");
    let apart = "age,town,income\n20,north,10000\n20,north,20000\n20,north,30000\n";
    let dir = dir.and("apart.csv", apart);
    let found = dir.json("audit apart.csv --policy office.toml");
    assert_eq!((&found["verdict"], &found["checks"][0]["worst_risk"]), (&"pass".into(), &"1/3".into()), "{found}");
}

#[test]
fn sensitive_and_kept_columns_in_classes() {
    let text = policy(&[
        ("income", ", classes = [0, 20000, 40000, 60000, 80000]"),
        ("score", "role = \"keep\", round = \"100\", top = \"900\", confirmed = true"),
    ]);
    let diverse = "principle = \"l-diversity\"\nkind = \"frequency\"\nsensitive = \"income\"\nl = 3\n";
    let (head, _) = text.split_once("principle").unwrap();
    let dir = made(&format!("{head}{diverse}"));
    let bands = ["0..19999", "20000..39999", "40000..59999", "60000..79999", ">=80000"];
    assert_eq!(cells(&dir, "income"), bands);
    assert!(cells(&dir, "score").iter().all(|score| score.parse::<u32>().unwrap() % 100 == 0));
    let told = dir.aloof("anonymize people.csv --policy office.toml --seed 1 --out other").stdout;
    assert!(told.contains("`score` is published coded: at most 900, rounded to 100."), "{told}");
}

/// Nobody's day of birth is an end of an interval, unless days are asked for.
#[test]
fn dates_go_out_in_whole_months() {
    let days: Vec<String> =
        people(240).lines().skip(1).map(|line| line.split(',').nth(1).unwrap().to_owned()).collect();
    let ends = |cells: &[String]| -> Vec<(String, String)> {
        let end = |cell: &String| cell.split_once("..").map(|(low, high)| (low.to_owned(), high.to_owned()));
        cells.iter().filter_map(end).collect()
    };
    for (said, first, last) in
        [("", "-01", ""), (", round = \"month\"", "-01", ""), (", round = \"year\"", "-01-01", "-12-31")]
    {
        let dir = made(&policy(&[("born", &format!("role = \"quasi\"{said}")), ("age", "role = \"drop\"")]));
        let cells = cells(&dir, "born");
        assert_eq!(ends(&cells).len(), cells.len(), "{cells:?}");
        assert!(ends(&cells).iter().all(|(low, high)| low.ends_with(first) && high.ends_with(last)), "{cells:?}");
        assert!(dir.read("release/manifest.json").contains("\"round\": \""), "the manifest says it");
        assert_eq!(dir.aloof("audit release --original people.csv --policy office.toml").code, 0);
        assert_eq!(dir.aloof("audit release").code, 0);
    }
    let dir = made(&policy(&[("born", "role = \"quasi\", round = \"day\""), ("age", "role = \"drop\"")]));
    let shown = cells(&dir, "born");
    assert!(ends(&shown).iter().all(|(low, high)| days.contains(low) && days.contains(high)), "{shown:?}");
    let bounds =
        policy(&[("born", "role = \"quasi\""), ("age", "role = \"drop\"")]) + "[output]\nintervals = \"bounds\"\n";
    let dir = made(&bounds);
    assert!(dir.read("release/data.csv").starts_with("born_lo,born_hi,town,income\n"));
    assert_eq!(dir.aloof("audit release --original people.csv --policy office.toml").code, 0);
}

/// The figure of a release and that of its evaluation are one.
#[test]
fn loss_of_months_is_told_once() {
    let dir = made(&policy(&[("born", "role = \"quasi\""), ("age", "role = \"drop\"")]));
    let made = dir.aloof("anonymize people.csv --policy office.toml --seed 1 --out again --json").json();
    let told = dir.aloof("evaluate --original people.csv --release again --policy office.toml --json").json();
    let (one, other) = (made["loss"].as_f64().unwrap(), told["loss"].as_f64().unwrap());
    assert!((one - other).abs() < 1e-12, "{one} and {other}");
}

#[test]
fn in_two_columns_classes_stay_texts() {
    let text = policy(&[("age", ", classes = [0, 18, 65]")]) + "[output]\nintervals = \"bounds\"\n";
    let dir = made(&text);
    assert!(dir.read("release/data.csv").starts_with("age,town,income\n"));
}

#[test]
fn codings_that_are_none() {
    let told = |said: &[(&str, &str)], method: &str| {
        let dir = Workdir::with("people.csv", people(9)).and("aloof.toml", policy(said) + method);
        let told = dir.refused("anonymize people.csv --seed 1 --out release");
        assert!(!dir.path("release").exists());
        told
    };
    insta::assert_snapshot!(told(&[("age", ", classes = [18, 0]")], ""), @"error: aloof.toml, line 2: `classes` must ascend, such as [0, 18, 30, 45, 65]");
    insta::assert_snapshot!(told(&[("age", ", classes = []")], ""), @"error: aloof.toml, line 2: `classes` names none; write where they begin, such as [0, 18, 65]");
    insta::assert_snapshot!(told(&[("age", ", classes = [0, 18], top = \"90\"")], ""), @"error: aloof.toml, line 2: `classes` says all by itself: the first and the last are open; leave `top`, `bottom` and `round` out");
    insta::assert_snapshot!(told(&[("age", ", classes = [0, 18], round = \"5\"")], ""), @"error: aloof.toml, line 2: `classes` says all by itself; leave `round` out");
    insta::assert_snapshot!(told(&[("age", ", round = \"0\"")], ""), @r#"error: aloof.toml, line 2: `round` must be more than 0, such as "5""#);
    insta::assert_snapshot!(told(&[("age", ", top = \"5\", bottom = \"9\"")], ""), @"error: aloof.toml, line 2: `bottom` must lie below `top`");
    insta::assert_snapshot!(told(&[("age", ", top = \"old\"")], ""), @r#"error: aloof.toml, line 2: `top` must be a decimal such as "90", or a date such as "2020-01-31", not a text"#);
    insta::assert_snapshot!(told(&[("age", ", top = \"90\", hierarchy = { kind = \"prefix\" }")], ""), @"error: aloof.toml, line 2: `top` and `hierarchy` both say how values are generalized; leave one of them out");
    insta::assert_snapshot!(told(&[("age", ", top = \"2020-01-01\"")], ""), @"error: people.csv, column `age` holds numbers, and the policy codes it at dates: top, bottom, round and classes are for numbers; in a quasi column dates are coded at dates");
    insta::assert_snapshot!(told(&[("age", ", top = \"2020-01-01\", bottom = \"5\"")], ""), @r#"error: aloof.toml, line 2: dates are coded at dates and rounded to "month", "quarter", "year" or "decade", numbers at numbers; write all of them as the column's values are"#);
    insta::assert_snapshot!(told(&[("born", "role = \"quasi\", top = \"90\"")], ""), @"error: people.csv, column `born` holds dates, and the policy codes it at numbers: top, bottom, round and classes are for numbers; in a quasi column dates are coded at dates");
    insta::assert_snapshot!(told(&[("town", ", top = \"5\"")], ""), @"error: people.csv, column `town` holds labels, and the policy codes it at numbers: top, bottom, round and classes are for numbers; in a quasi column dates are coded at dates");
    insta::assert_snapshot!(told(&[("born", "role = \"identifier\", top = \"2020-01-01\"")], ""), @r#"error: aloof.toml, line 3: `top` is for columns of role = "quasi", "sensitive" or "keep""#);
    insta::assert_snapshot!(told(&[("income", ", classes = [0, 20000]")], ""), @"error: aloof.toml, line 8: epsilon-m is about numbers, and `income` is published in classes; write top, bottom or round there, or another principle here");
    insta::assert_snapshot!(told(&[("age", ", round = \"5\"")], "[method]\nalgorithm = \"anatomy\"\n"), @r#"error: aloof.toml, line 2: [method] algorithm = "anatomy" publishes the values of `age` one by one, and not in the classes that are declared here; leave one of them out"#);
}

/// Cells are one class each, or left out, as few as the policy lets be; every way of judging them agrees.
#[test]
fn a_share_of_the_cells_is_left_out() {
    let dir = made(&policy(&[
        ("age", ", classes = [0, 18, 30, 45, 65], suppress_cells = \"0.5\""),
        ("town", ", suppress_cells = \"1\""),
    ]));
    let bands = ["*", "0..17", "18..29", "30..44", "45..64", ">=65"];
    assert!(cells(&dir, "age").iter().all(|cell| bands.contains(&cell.as_str())));
    assert!(cells(&dir, "town").iter().all(|cell| ["*", "north", "east", "south"].contains(&cell.as_str())));
    let found = dir.json("audit release --original people.csv --policy office.toml");
    assert!(
        found["notes"].to_string().contains("cells are left out (`*`); a share of 0.5 may be by the policy."),
        "{found}"
    );
}

/// A table from elsewhere with more of them is judged as it stands, and that is told.
#[test]
fn more_cells_than_may_be_left_out_are_told() {
    let table = "age,town,income\n0..17,*,1\n0..17,*,5000\n0..17,*,9000\n18..29,north,1\n18..29,north,5000\n18..29,north,9000\n";
    let dir = Workdir::with("table.csv", table).and("office.toml", policy(&[("town", ", suppress_cells = \"0.4\"")]));
    let found = dir.json("audit table.csv --policy office.toml");
    assert_eq!(found["verdict"], "pass");
    assert_eq!(
        found["notes"],
        serde_json::json!([
            "In `town` 3 of 6 cells are left out (`*`); a share of 0.4 may be by the policy, which is more."
        ])
    );
}

#[test]
fn cells_that_cannot_be_left_out() {
    let told = |said: &[(&str, &str)], more: &str| {
        let dir = Workdir::with("people.csv", people(30)).and("aloof.toml", policy(said) + more);
        let run = dir.aloof("anonymize people.csv --seed 1 --out release");
        assert!(run.code > 1 && !dir.path("release").exists(), "{run}");
        run.stderr
    };
    let town = |share: &str| [("town", format!(", suppress_cells = \"{share}\""))];
    let told_of = |share: &str, more: &str| {
        let [(name, words)] = town(share);
        told(&[(name, &words)], more)
    };
    assert!(told_of("1.5", "").contains("`suppress_cells` must be a share of the column's cells from 0 to 1"));
    assert!(told(&[("income", ", suppress_cells = \"0.1\"")], "").contains("`suppress_cells` is for quasi columns"));
    let text = told_of("0.1", "[method]\nsuppress = \"0.1\"\n");
    assert!(
        text.contains("`suppress_cells` and [method] suppress, which withholds rows, do not go together"),
        "{text}"
    );
    let text = told_of("0.1", "[method]\nalgorithm = \"mondrian\"\n");
    assert!(text.contains("goes with [method] algorithm = \"split\" and not with mondrian"), "{text}");
    let text = told_of("0.1", "[[protect]]\nprinciple = \"t-closeness\"\nsensitive = \"income\"\nt = \"0.5\"\n");
    assert!(text.contains("and t-closeness") || text.contains("0.5-closeness"), "{text}");
    // Ten people of a town are not enough for what is asked of them.
    let text = told_of("0", "[[protect]]\nprinciple = \"k-anonymity\"\nk = 15\n");
    assert!(
        text.starts_with(
            "error: column `town`: no groups were found that show one value each and leave out at most 0 of 30 cells"
        ),
        "{text}"
    );
}
