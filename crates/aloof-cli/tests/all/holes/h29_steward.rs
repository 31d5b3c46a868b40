//! What a steward reads: one figure for one thing, hints that help, pages that fit.

use serde_json::Value;

use crate::common::Workdir;

fn people(rows: usize) -> Workdir {
    let dir = Workdir::new();
    let made = dir.aloof(&format!("generate census --rows {rows} --seed 5 --out people.csv"));
    assert_eq!(made.code, 0, "{made}");
    dir
}

const COLUMNS: &str = "--quasi age,education --sensitive income";

/// Of eight people no law of chance makes five hundred times what was ever seen, and it is said that single people make the figures.
#[test]
fn few_rows_are_priced_by_what_was_seen() {
    let lines = ["17,1000", "19,1010", "20,1020", "24,50000", "29,16000", "34,24000", "39,33000", "45,31000"];
    let dir = Workdir::with("eight.csv", format!("age,salary\n{}\n", lines.join("\n")));
    let run = dir.aloof("advise eight.csv --quasi age --sensitive salary --absolute 100 --m 2 --price --json");
    let told = run.json();
    let asked = told["price"]["grid"].as_array().unwrap().iter().find(|cell| cell["asked"] == true).unwrap();
    for measure in ["loss", "count_query", "mean_error"] {
        let figure = |key: &str| asked[measure][key].as_f64().unwrap();
        assert!(figure("low") <= figure("estimate") && figure("estimate") <= figure("high"), "{run}");
        assert!(figure("high") <= 3.0 * figure("low").max(0.01), "{measure}: {run}");
    }
    assert_eq!(asked["made_from"]["draws"], 19);
    let notes = told["price"]["notes"].to_string();
    assert!(notes.contains("Of 8 rows every figure hangs on single people"), "{notes}");
}

/// What a manifest says was lost is what an evaluation finds.
#[test]
fn a_walk_in_groups_has_one_loss() {
    let policy = "[columns]\nage={role=\"quasi\"}\nincome={role=\"sensitive\"}\nundeclared=\"drop\"\n[[protect]]\nprinciple=\"epsilon-m\"\n\
                  absolute=\"1000\"\nm=3\n[method]\nalgorithm=\"walk\"\n";
    let dir = people(200).and("walk.toml", policy).and("kept.toml", format!("{policy}max_unchanged=1\n"));
    let refused = dir.aloof("anonymize people.csv --policy walk.toml --out release --seed 1");
    assert_eq!(refused.code, 3, "{refused}");
    let said = refused.stderr.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("the box of their group leave no move") && said.contains("max_unchanged = 1"), "{said}");
    assert!(!said.contains("wider domain"), "{said}");
    let made = dir.aloof("anonymize people.csv --policy kept.toml --out release --seed 1 --json");
    assert_eq!(made.code, 0, "{made}");
    let found = dir.aloof("evaluate release --original people.csv --json").json();
    assert_eq!(made.json()["loss"].as_f64(), found["loss"].as_f64());
}

/// People who were never to be published are no loss of those who were.
#[test]
fn who_was_held_out_is_nobodys_loss() {
    let dir = people(200);
    let made = dir.aloof(&format!(
        "anonymize people.csv {COLUMNS} --absolute 500 --m 2 --out release --private private --seed 1 --hold-out 0.2"
    ));
    assert_eq!(made.code, 0, "{made}");
    let found = dir.aloof("evaluate release --original people.csv --json").json();
    let (gcp, ncp) = (found["gcp"].as_f64().unwrap(), found["ncp"].as_f64().unwrap());
    assert!(found["tuples"].as_u64() < found["original_tuples"].as_u64());
    assert!((gcp - ncp).abs() < 1e-9, "{gcp} {ncp}");
}

/// A line over days is not flat because a day is short.
#[test]
fn slopes_over_days_are_shown() {
    let lines: Vec<String> = (0..120).map(|at| format!("{}-{:02}-15,{}", 1950 + at / 2, 1 + at % 12, at * 3)).collect();
    let dir = Workdir::with("born.csv", format!("born,score\n{}\n", lines.join("\n")));
    let made = dir.aloof("anonymize born.csv --quasi born --sensitive score --k 4 --out release --seed 1");
    assert_eq!(made.code, 0, "{made}");
    let run = dir.aloof("evaluate release --original born.csv --all --report page.html");
    assert_eq!(run.code, 0, "{run}");
    let printed = run.stdout.split_once("Regression of score").unwrap().1.to_owned();
    for text in [printed, dir.read("page.html")] {
        let is_slope = |line: &&str| line.trim().starts_with("born ") || (line.contains("born") && line.contains('±'));
        let slope = text.lines().find(is_slope).unwrap();
        assert!(slope.contains("0.01640"), "{slope}");
    }
}

/// On paper captions stay with their tables, on a telephone they have the width of the page, and nothing is set in backquotes.
#[test]
fn captions_fit_and_pages_speak_plainly() {
    let dir = people(60);
    dir.aloof(&format!("anonymize people.csv {COLUMNS} --absolute 500 --m 2 --out release --report page.html --quiet"));
    let page = dir.read("page.html");
    assert!(
        page.contains("table.wide caption{display:block}")
            && page.contains(".short")
            && page.contains("class=\"short\"")
    );
    assert!(page.contains("“20..29”") && !page.contains('`'));
    let side = dir.aloof(&format!("compare people.csv release {COLUMNS} --absolute 500 --m 2 --json")).json();
    let against: Vec<&Value> = side["ranking"].as_array().unwrap().iter().map(|one| &one["against"]).collect();
    assert_eq!(against, ["someone who knows everybody's age and education"]);
}
