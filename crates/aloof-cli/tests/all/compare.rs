//! `aloof compare` as a user runs it.

use crate::common::Workdir;
use serde_json::Value;

const ASKED: &str = "--quasi age --sensitive pay --absolute 100 --m 2";

/// Eight people, a release that tells what two of them earn, one that does not, and one that lies.
fn room() -> Workdir {
    let table = |cells: [&str; 8], pay: [u32; 8]| {
        cells.iter().zip(pay).fold("age,pay\n".to_owned(), |all, (age, pay)| format!("{all}{age},{pay}\n"))
    };
    let pay = [1000, 1010, 5000, 5010, 9000, 9010, 13000, 13010];
    let near = ["20..21", "20..21", "22..23", "22..23", "24..25", "24..25", "26..27", "26..27"];
    let apart = ["20..22", "21..23", "20..22", "21..23", "24..26", "25..27", "24..26", "25..27"];
    let mut lie = pay;
    lie[0] = 999;
    Workdir::with("pay.csv", table(["20", "21", "22", "23", "24", "25", "26", "27"], pay))
        .and("near.csv", table(near, pay))
        .and("apart/data.csv", table(apart, pay))
        .and("lie.csv", table(["20..27"; 8], lie))
}

#[test]
fn risk_stands_against_loss() {
    let found = room().json(&format!("compare pay.csv near.csv apart lie.csv {ASKED} --view candidates"));
    let releases = found["releases"].as_array().unwrap();
    let said = |field: &str| releases.iter().map(|release| release[field].clone()).collect::<Vec<Value>>();
    assert_eq!(said("name"), ["near.csv", "apart", "lie.csv"]);
    assert_eq!(said("verdict"), ["fail", "pass", "fail"]);
    assert_eq!(said("untrue"), [0, 0, 1]);
    let worst = |at: usize, view: &str| {
        let risks = releases[at]["risks"].as_array().unwrap();
        risks.iter().find(|risk| risk["view"] == view).unwrap()["worst_risk"].clone()
    };
    assert_eq!((worst(0, "group"), worst(0, "candidates")), ("1".into(), "1".into()));
    assert_eq!((worst(1, "group"), worst(1, "candidates")), ("1/2".into(), "1/2".into()));
    assert_eq!(worst(2, "candidates"), "1/4");
    let losses: Vec<f64> = releases.iter().map(|release| release["evaluation"]["loss"].as_f64().unwrap()).collect();
    let near = |(found, expected): (&f64, f64)| (found - expected).abs() < 1e-12;
    assert!(losses.iter().zip([1.0 / 7.0, 2.0 / 7.0, 1.0]).all(near), "{losses:?}");
}

#[test]
fn people_see_a_table_and_a_page() {
    let room = room();
    let run = room.aloof(&format!("compare pay.csv near.csv apart {ASKED} --report page.html"));
    assert_eq!(run.code, 0, "{run}");
    for words in ["near.csv", "register view: FAIL", "register view: pass", "group view: not asked", "0.2857"] {
        assert!(run.stdout.contains(words), "{words} is not in\n{run}");
    }
    let page = room.read("page.html");
    assert!(page.contains("one keeps all that is asked for: apart.") && page.contains("<circle"));
    assert!(!page.contains("5010"), "no sensitive value stands on a page");
}

#[test]
fn what_is_wrong_is_said() {
    let room = room();
    let run = room.aloof("compare pay.csv near.csv --quasi age --sensitive pay");
    assert!(run.code == 2 && run.stderr.contains("nothing is said to be protected"), "{run}");
    let run = room.aloof(&format!("compare pay.csv nowhere.csv {ASKED}"));
    assert!(run.code == 2 && run.stderr.contains("nowhere.csv"), "{run}");
    let run = room.aloof(&format!("compare pay.csv {ASKED}"));
    assert_eq!(run.code, 2, "{run}");
}

/// One that cannot be judged stops nobody: it is listed with the reason, whichever place it has and whatever is wrong with it.
#[test]
fn a_broken_release_stops_no_other() {
    let room =
        room().and("other.csv", "town,pay\nRome,1\n").and("cells.csv", "age,pay\nyoung,1000\n").and("empty/x.txt", "");
    let call = format!("compare nowhere.csv other.csv apart cells.csv empty near.csv --original pay.csv {ASKED}");
    let found = room.json(&call);
    let names = |list: &str| -> Vec<String> {
        found[list].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names("releases"), ["apart", "near.csv"]);
    let mut unjudged = names("unjudged");
    unjudged.sort();
    assert_eq!(unjudged, ["cells.csv", "empty", "nowhere.csv", "other.csv"]);
    let reason = |name: &str| {
        let list = found["unjudged"].as_array().unwrap();
        list.iter().find(|one| one["name"] == name).unwrap()["reason"].as_str().unwrap().to_owned()
    };
    assert!(reason("other.csv").contains("no column `age`"), "{}", reason("other.csv"));
    assert!(reason("nowhere.csv").contains("no such file"), "{}", reason("nowhere.csv"));
    assert_eq!(found["ranking"][0]["releases"], serde_json::json!(["apart"]));
    let text = room.aloof(&call).stdout;
    assert!(
        text.contains("Could not be judged:\n") && text.contains("Not comparable, since what is asked is not kept"),
        "{text}"
    );
}

/// The old form and the new one are the same call.
#[test]
fn both_forms_of_arguments() {
    let room = room();
    let new = room.json(&format!("compare near.csv apart --original pay.csv {ASKED}"));
    assert_eq!(room.json(&format!("compare pay.csv near.csv apart {ASKED}")), new);
    let told = room.refused(&format!("compare pay.csv {ASKED}"));
    assert!(told.contains("compare RELEASE... --original DATA"), "{told}");
}

/// A perturbed release has no loss, and answers that are far off; it keeps another promise than groups do, and stands in no rank with them.
#[test]
fn perturbed_values_are_not_of_most_use() {
    let line = |at: usize| format!("{},{}\n", 20 + at * 7 % 50, 100 * (at % 200));
    let table = (0..2000).map(line).fold("age,pay\n".to_owned(), |all, line| all + &line);
    let policy = |algorithm: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n[[protect]]\nprinciple = \"epsilon-m\"\n\
             absolute = \"200\"\nm = 3\n{algorithm}"
        )
    };
    let room = Workdir::with("pay.csv", table)
        .and("groups.toml", policy("[method]\neffort = \"quick\"\n"))
        .and("perturb.toml", policy("[method]\nalgorithm = \"perturb\"\n"));
    for name in ["groups", "perturb"] {
        let made = room.json(&format!("anonymize pay.csv --policy {name}.toml --out {name} --seed 1"));
        assert_eq!(made["verdict"], "pass");
    }
    let found = room.json("compare perturb groups --original pay.csv --policy groups.toml --queries 200");
    let releases = found["releases"].as_array().unwrap();
    let number = |value: &Value| value.as_f64().unwrap();
    assert!(number(&releases[0]["evaluation"]["loss"]) < 1e-12 && releases[0]["verdict"] == "pass");
    assert_eq!(releases[0]["exact_quasi"], serde_json::json!(["age"]));
    assert_eq!(releases[1]["exact_quasi"], serde_json::json!([]));
    assert!(
        number(&releases[0]["errors"]["both"]) > 2.0 * number(&releases[1]["errors"]["both"]),
        "{}",
        releases[0]["errors"]
    );
    let ranking = found["ranking"].as_array().unwrap();
    assert_eq!(ranking.len(), 2, "two promises: {ranking:?}");
    let text = room.aloof("compare perturb groups --original pay.csv --policy groups.toml --queries 200").stdout;
    assert!(text.contains("are not comparable with those of another"), "{text}");
    assert!(text.contains("publishes age exactly"), "{text}");
}
