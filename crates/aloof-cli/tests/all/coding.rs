//! Plain recoding: standard bands, ends cut off, rounding, cells suppressed; and pseudonyms.

use crate::common::Workdir;

fn people(rows: usize) -> String {
    let line = |row: usize| {
        let (age, town) = (row * 7 % 95, ["north", "east", "south"][row % 3]);
        format!("u{row},{age},{town},{}", 10_000 + row * 7919 % 90_000)
    };
    format!("id,age,town,income\n{}\n", (0..rows).map(line).collect::<Vec<_>>().join("\n"))
}

fn policy(id: &str, age: &str, town: &str, income: &str) -> String {
    format!(
        "[columns]\nid = {{ role = \"{id}\" }}\nage = {{ role = \"quasi\"{age} }}\ntown = {{ role = \"quasi\"{town} }}\n\
         income = {{ role = \"sensitive\"{income} }}\n\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"500\"\nm = 3\n"
    )
}

fn cells(dir: &Workdir, at: usize) -> Vec<String> {
    let mut cells: Vec<String> =
        dir.read("release/data.csv").lines().skip(1).map(|line| line.split(',').nth(at).unwrap().to_owned()).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

fn made(text: &str) -> Workdir {
    let dir = Workdir::with("people.csv", people(240)).and("aloof.toml", text);
    let run = dir.aloof("anonymize people.csv --seed 1 --out release --json");
    assert_eq!(run.code, 0, "{run}");
    assert_eq!(run.json()["verdict"], "pass");
    for line in ["audit release", "audit release --original people.csv --policy aloof.toml"] {
        let found = dir.json(line);
        assert_ne!(found["verdict"], "fail", "{line}: {found}");
    }
    dir
}

/// Groups show the office's bands, one or several side by side, and nothing finer.
#[test]
fn fixed_classes_of_a_quasi_column() {
    let dir = made(&policy("drop", ", classes = [0, 18, 30, 45, 65]", "", ""));
    let starts = ["0", "18", "30", "45", ">=65", ">=0", ">=18", ">=30", ">=45"];
    let ends = ["17", "29", "44", "64"];
    for cell in cells(&dir, 0) {
        let (low, high) = cell.split_once("..").unwrap_or((&cell, "17"));
        assert!(starts.contains(&low) && ends.contains(&high), "{cell}");
    }
    assert!(dir.json("evaluate --original people.csv --release release")["loss"].as_f64().unwrap() <= 2.0);
}

#[test]
fn ends_and_steps_of_a_quasi_column() {
    let dir = made(&policy("drop", ", top = \"80\", bottom = \"18\", round = \"5\"", "", ""));
    for cell in cells(&dir, 0) {
        let fits = match cell.split_once("..") {
            Some((low, high)) => low.parse::<u32>().unwrap().is_multiple_of(5) && (high.parse::<u32>().unwrap() + 1).is_multiple_of(5),
            None => cell.starts_with(">=") || cell.starts_with("<=") || cell == "*",
        };
        assert!(fits, "{cell}");
    }
}

/// A cell is shown or suppressed, never a set.
#[test]
fn single_cells_are_suppressed() {
    let dir = made(&policy("drop", "", ", hierarchy = { kind = \"suppress\" }", ""));
    assert!(cells(&dir, 1).iter().all(|cell| ["north", "east", "south", "*"].contains(&cell.as_str())), "{:?}", cells(&dir, 1));
}

/// Sensitive values are judged as they are published, which every outcome says; against the original they are still true.
#[test]
fn a_coded_sensitive_column() {
    let dir = made(&policy("drop", "", "", ", top = \"60000\", round = \"1000\""));
    let incomes = cells(&dir, 2);
    assert!(incomes.iter().all(|income| income.parse::<u32>().unwrap() % 1000 == 0), "{incomes:?}");
    assert_eq!(incomes.iter().map(|income| income.parse::<u32>().unwrap()).max(), Some(60_000));
    let made = dir.aloof("anonymize people.csv --seed 1 --out other").stdout;
    assert!(made.contains("`income` is published coded: at most 60000, rounded to 1000."), "{made}");
    assert!(made.contains("the income, as it is published, of anyone"), "{made}");
    let found = dir.json("audit release --original people.csv");
    assert_eq!((&found["verdict"], &found["truth"]["untrue"]), (&"pass".into(), &0.into()));
    assert!(found["notes"].to_string().contains("is published coded"), "{found}");
}

#[test]
fn codings_that_are_none() {
    let told = |age: &str, income: &str, method: &str| {
        let dir = Workdir::with("people.csv", people(9)).and("aloof.toml", policy("drop", age, "", income) + method);
        dir.refused("anonymize people.csv --seed 1 --out release")
    };
    insta::assert_snapshot!(told(", classes = [18, 0]", "", ""), @"");
    insta::assert_snapshot!(told(", classes = []", "", ""), @"");
    insta::assert_snapshot!(told(", classes = [0, 18], top = \"90\"", "", ""), @"");
    insta::assert_snapshot!(told(", round = \"0\"", "", ""), @"");
    insta::assert_snapshot!(told(", top = \"5\", bottom = \"9\"", "", ""), @"");
    insta::assert_snapshot!(told("", ", classes = [0, 20000]", ""), @"");
    insta::assert_snapshot!(told(", round = \"5\"", "", "[method]\nalgorithm = \"anatomy\"\n"), @"");
    let labels = policy("drop", "", ", top = \"5\"", "");
    let dir = Workdir::with("people.csv", people(9)).and("aloof.toml", labels);
    insta::assert_snapshot!(dir.refused("anonymize people.csv --seed 1 --out release"), @"");
}

/// The same key makes the same pseudonyms of the same people, in whatever order and beside whatever else; another key others.
#[test]
fn pseudonyms_are_made_with_the_key() {
    let text = policy("pseudonym", "", "", "");
    let fewer: Vec<String> = people(240).lines().map(str::to_owned).collect();
    let dir = Workdir::with("people.csv", people(240))
        .and("fewer.csv", fewer[..200].join("\n") + "\n")
        .and("aloof.toml", text);
    let ids = |directory: &str| -> Vec<String> {
        let data = dir.read(&format!("{directory}/data.csv"));
        let mut ids: Vec<String> = data.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect();
        ids.sort_unstable();
        ids
    };
    for (data, out, private) in [("people.csv", "a", "keys"), ("fewer.csv", "b", "keys"), ("people.csv", "c", "others")] {
        let run = dir.aloof(&format!("anonymize {data} --out {out} --private {private}"));
        assert_eq!(run.code, 0, "{run}");
        assert!(run.stdout.contains("`id` is a pseudonym") && run.stdout.contains("the key"), "{run}");
    }
    let (a, b, c) = (ids("a"), ids("b"), ids("c"));
    assert!(b.iter().all(|id| a.contains(id)) && !c.iter().any(|id| a.contains(id)));
    assert!(a.iter().all(|id| id.len() == 17 && id.starts_with('p')), "{}", a[0]);
    assert!(!dir.read("a/data.csv").contains("u17") && !dir.read("a/manifest.json").contains("u17"));
    // With a policy it passes; the manifest's word alone, that nobody can look somebody up by them, is not enough.
    assert_eq!(dir.json("audit a --original people.csv --policy aloof.toml")["verdict"], "pass");
    let found = dir.aloof("audit a --json");
    assert_eq!(found.code, 2, "{found}");
    assert!(found.stdout.contains("which nobody without the key can see"), "{found}");
}

/// Rows of one person would be put together.
#[test]
fn a_person_with_two_rows_has_no_pseudonym() {
    let twice = people(20) + "u3,5,north,10\n";
    let dir = Workdir::with("people.csv", twice).and("aloof.toml", policy("pseudonym", "", "", ""));
    insta::assert_snapshot!(dir.refused("anonymize people.csv --seed 1 --out release"), @"");
    let shared = "id,age,town,income\np1,0..99,*,1\np1,0..99,*,5000\np2,0..99,*,20000\n";
    let dir = Workdir::with("shared.csv", shared).and("aloof.toml", policy("pseudonym", "", "", ""));
    let found = dir.aloof("audit shared.csv --json");
    assert_eq!(found.code, 2, "{found}");
    assert!(found.stdout.contains("1 rows have that of another row"), "{found}");
}
