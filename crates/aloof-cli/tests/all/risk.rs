//! How findable people are: what sdcMicro 5.8.1 prints for its own survey, and what is asked wrongly.

use std::io::Read as _;
use std::path::PathBuf;

use crate::common::Workdir;

const SURVEY: &str = "--quasi urbrur,roof,walls,water,electcon,relat,sex --weight sampling_weight --household ori_hid";

/// Where real tables stand beside the repository, or where ALOOF_SHARED says.
fn survey(name: &str) -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ALOOF_SHARED").map_or_else(beside, PathBuf::from);
    let path = shared.join("data/survey").join(name);
    if !path.exists() {
        println!("skipped: {name} is not there; set ALOOF_SHARED");
        return None;
    }
    Some(path)
}

/// The numbers of a packed CSV file, row by row.
fn numbers(path: PathBuf) -> Vec<Vec<f64>> {
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    parsed(&text)
}

fn parsed(text: &str) -> Vec<Vec<f64>> {
    text.lines().skip(1).map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect()
}

fn agrees(ours: f64, theirs: f64) -> bool {
    (ours - theirs).abs() <= 1e-12 * theirs.abs()
}

/// With the 15 digits that R prints.
fn as_printed(risk: f64) -> String {
    format!("{risk:.14e}")
}

#[test]
fn counts_and_risks_are_those_of_sdc_micro() {
    let (Some(data), Some(printed)) = (survey("testdata.csv.gz"), survey("testdata_individual_risk.csv.gz")) else {
        return;
    };
    let dir = Workdir::new();
    let found = dir.aloof(&format!("risk {} {SURVEY} --rows rows.csv --json", data.display()));
    assert_eq!(found.code, 0, "{}", found.stderr);
    let (ours, theirs) = (parsed(&dir.read("rows.csv")), numbers(printed));
    assert_eq!((ours.len(), theirs.len()), (4580, 4580));
    for (ours, theirs) in ours.iter().zip(&theirs) {
        assert_eq!(ours[..3], theirs[..3]);
        assert!(agrees(ours[3], theirs[3]), "{ours:?} {theirs:?}");
        assert_eq!(as_printed(ours[4]), as_printed(theirs[4]));
    }
    let found = found.json();
    assert_eq!(found["fewer_than"], serde_json::json!([[2, 157], [3, 281], [5, 458]]));
    assert!(agrees(found["individual"]["global"].as_f64().unwrap(), 0.002_353_340_375_269_61));
    assert!(agrees(found["individual"]["expected"].as_f64().unwrap(), 10.778_298_918_734_8));
    assert!(agrees(found["household"]["global"].as_f64().unwrap(), 0.011_312_866_252_393_2));
    assert!(agrees(found["household"]["expected"].as_f64().unwrap(), 51.812_927_435_960_7));
}

/// sdcMicro was told that the code 3 means missing. It rounds three figures on the way to DIS scores to single precision.
#[test]
fn special_uniques_are_those_of_sdc_micro() {
    let (Some(data), Some(printed)) = (survey("testdata.csv.gz"), survey("testdata_suda2.csv.gz")) else { return };
    let dir = Workdir::new();
    let found = dir.aloof(&format!("risk {} {SURVEY} --missing-text 3 --sampled 0.01 --rows rows.csv", data.display()));
    assert_eq!(found.code, 0, "{}", found.stderr);
    for (ours, theirs) in parsed(&dir.read("rows.csv")).iter().zip(numbers(printed)) {
        assert_eq!((ours[0], ours[5]), (theirs[0], theirs[1]));
        assert!((ours[6] - theirs[2]).abs() < 1e-7, "{ours:?} {theirs:?}");
    }
}

const PEOPLE: &str = "age,sex,home,weight\n30,f,1,10\n30,f,2,10\n30,,3,20\n41,m,3,5\n";

/// The third lacks a value, so that it matches the first two and is matched by them; the fourth is alone by either column.
#[test]
fn a_small_table() {
    let dir = Workdir::with("people.csv", PEOPLE);
    let found = dir.aloof("risk people.csv --quasi age,sex --weight weight --household home --rows rows.csv");
    assert_eq!(found.code, 0, "{}", found.stderr);
    let counts: Vec<[f64; 3]> = parsed(&dir.read("rows.csv")).iter().map(|row| [row[1], row[2], row[5]]).collect();
    assert_eq!(counts, [[3.0, 40.0, 0.0], [3.0, 40.0, 0.0], [3.0, 40.0, 0.0], [1.0, 5.0, 2.0]]);
    for said in [
        "people.csv: 4 rows, by age, sex",
        "1  shares these values with nobody",
        "someone who does not know that (journalist)         20%        6.88%",
        "The rows stand for 45 people. Of those alone in the table, 0.2 are expected to be alone among",
        "1 row is alone by some set of columns",
        "Never publish rows.csv: it says who can be found.",
    ] {
        assert!(found.stdout.contains(said), "{said}\n{}", found.stdout);
    }
    let alone = dir.aloof("risk people.csv --quasi age,sex --household home").stdout;
    assert!(alone.contains("Rows have no weights, so that nothing says how many people of the population"), "{alone}");
    assert!(alone.contains("the same, by any member of the household            100%"), "{alone}");
}

#[test]
fn what_is_asked_wrongly_is_told() {
    let dir = Workdir::with("people.csv", PEOPLE).and("bad.csv", "age,weight\n30,0\n31,4\n");
    for (line, said) in [
        (
            "risk bad.csv --quasi age --weight weight",
            "bad.csv, line 2, column `weight`: a weight must be a number above 0",
        ),
        ("risk people.csv --sensitive age", "no column is declared quasi"),
        ("risk people.csv --quasi age --weight heavy", "heavy"),
        ("risk people.csv --quasi age --sampled 2", "--sampled 2: must be a share above 0, at most 1"),
        ("risk people.csv --quasi age --rows people.csv --replace", "people.csv"),
    ] {
        let told = dir.aloof(line);
        assert_eq!(told.code, 2, "{line}: {}", told.stdout);
        assert!(told.stderr.contains(said), "{line}: {}", told.stderr);
    }
    assert_eq!(dir.read("people.csv"), PEOPLE);
}

/// A release says itself which of its columns others may know.
#[test]
fn a_release_needs_no_words() {
    let rows: Vec<String> = (0..60).map(|at| format!("{},town{},{}\n", 18 + at % 20, at % 3, at * 100)).collect();
    let dir = Workdir::with("pay.csv", format!("age,town,pay\n{}", rows.concat()));
    let asked = "--quasi age,town --sensitive pay";
    let made = dir.aloof(&format!("anonymize pay.csv --out release {asked} --absolute 200 --m 4"));
    assert_eq!(made.code, 0, "{made}");
    let alone = dir.aloof("risk release --json");
    assert_eq!(alone.code, 0, "{alone}");
    assert_eq!(alone.json(), dir.aloof(&format!("risk release {asked} --json")).json());
    let file = dir.aloof("risk release/data.csv --json");
    assert_eq!(file.json()["fewer_than"], alone.json()["fewer_than"]);
    // A table that no manifest speaks of does not.
    assert!(dir.aloof("risk pay.csv").refused().contains("--quasi"));
}
