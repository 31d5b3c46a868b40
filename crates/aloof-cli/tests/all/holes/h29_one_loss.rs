//! One release has one loss, whoever asks: who was withheld or held out changes nothing; and counts make up for people held out.

use serde_json::Value;

use crate::common::{Workdir, as_written};

/// Two hundred people in towns of which some are rare, so that the absent take labels and ages with them.
fn people() -> String {
    let one = |at: u32| {
        let town = if at.is_multiple_of(23) { format!("rare{at}") } else { format!("town{}", at % 5) };
        format!("{},{town},{}\n", 18 + (at * 37) % 70, 1000 + (at * 7919) % 30_000)
    };
    (0..200).map(one).fold("age,town,pay\n".to_owned(), |all, line| all + &line)
}

const NEAR: &str = "--quasi age,town --sensitive pay --absolute 200 --m 3";

fn loss(found: &Value) -> f64 {
    found["loss"].as_f64().unwrap()
}

#[test]
fn of_a_release_that_people_were_held_out_of_or_withheld_from() {
    let dir = Workdir::with("t.csv", people());
    for (at, more) in ["", "--hold-out 0.2", "--suppress 0.1"].into_iter().enumerate() {
        let made = dir.json(&format!("anonymize t.csv {NEAR} {more} --out r{at} --private p{at}"));
        let asked = [
            dir.json(&format!("evaluate r{at} --original t.csv --queries 2")),
            dir.json(&format!("evaluate r{at} --original t.csv --private p{at} --queries 2")),
            dir.json(&format!("compare r{at} --original t.csv --queries 2 {NEAR}"))["releases"][0]["evaluation"]
                .clone(),
        ];
        for found in asked {
            assert!((loss(&made) - loss(&found)).abs() < 1e-9, "{more}: {} is not {}", loss(&made), loss(&found));
        }
        // The manifest's is held against the table, also where somebody is absent.
        assert_eq!(dir.aloof(&format!("audit r{at} --original t.csv")).code, 0, "{more}");
        let file = dir.path(&format!("r{at}/manifest.json"));
        let mut manifest: Value = serde_json::from_slice(&std::fs::read(&file).unwrap()).unwrap();
        manifest["loss"] = 0.9.into();
        std::fs::write(&file, as_written(&manifest)).unwrap();
        let run = dir.aloof(&format!("audit r{at} --original t.csv"));
        assert!(run.code != 0 && run.stdout.contains("states a loss of 0.9"), "{more}: {run}");
    }
}

/// Twice as many people in the original as the release was made of, evenly: no count is off by half for that.
#[test]
fn counts_make_up_for_people_held_out() {
    let dir = Workdir::with("t.csv", people());
    dir.json(&format!("anonymize t.csv {NEAR} --hold-out 0.5 --out r --private p"));
    let found = dir.json("evaluate r --original t.csv --dimensions 1 --selectivity 1 --queries 20");
    let error = found["count_query"][0]["mean_relative_error"].as_f64().unwrap();
    assert!(error < 1e-9, "all people are counted as all people, and not as half of them: {error}");
    assert!(found["notes"].to_string().contains("every released row stands for 2.000 people"), "{}", found["notes"]);
}
