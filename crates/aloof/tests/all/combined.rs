//! Several rules together: what they cost beside the costlier of them alone. Real people where their table stands beside the repository
//! (or where ALOOF_SHARED says); without it that is said.

use std::path::PathBuf;

use aloof::io::Source;
use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Secret, Target, publish};
use tempfile::TempDir;

/// So many times the loss of the costlier rule alone may all together lose.
const MORE: f64 = 1.2;

fn census(rows: u64) -> Source {
    let mut bytes = Vec::new();
    aloof_census::Census::new(rows, 7).write_csv(&mut bytes, 1).unwrap();
    Source::Memory { name: "census.csv".to_owned(), bytes: bytes.into() }
}

/// A real table; where it is not there that is said.
fn shared(name: &str) -> Option<Source> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let file = std::env::var_os("ALOOF_SHARED").map_or_else(beside, PathBuf::from).join(name);
    if !file.is_file() {
        eprintln!("skipped: {name} is not there; set ALOOF_SHARED");
        return None;
    }
    Some(Source::File(file))
}

fn loss(data: &Source, columns: &str, rules: &[&str]) -> f64 {
    released(data, columns, rules).loss
}

fn released(data: &Source, columns: &str, rules: &[&str]) -> ReleaseReport {
    let rule = |rule: &&str| format!("[[protect]]\n{rule}\n");
    let rules: String = rules.iter().map(rule).collect();
    let policy = Policy::from_toml(&format!("[columns]\n{columns}undeclared = \"drop\"\n{rules}"), "aloof.toml");
    let policy = policy.unwrap();
    let room = TempDir::new().unwrap();
    let request = Request::new(data.clone(), &policy).secret(Secret::Seed(7));
    publish(&request, &Target::new(room.path().join("out"))).unwrap()
}

/// All rules together, and each alone.
fn costs_little_more(data: &Source, columns: &str, rules: &[&str]) {
    let together = loss(data, columns, rules);
    let alone: Vec<f64> = rules.iter().map(|rule| loss(data, columns, &[rule])).collect();
    let costliest = alone.iter().copied().fold(0.0, f64::max);
    assert!(together <= MORE * costliest, "{together} together, alone {alone:?}");
}

const COLUMNS: &str = "age = { role = \"quasi\" }\nbirthplace = { role = \"quasi\" }\noccupation = { role = \"quasi\" }\n\
                       income = { role = \"sensitive\" }\n";

/// With hours of work, which look as if drawn by chance.
fn census_with_hours(rows: u64) -> Source {
    let mut bytes = Vec::new();
    aloof_census::Census::new(rows, 7).write_csv(&mut bytes, 1).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let hours = |at: u32| 4 + (at.wrapping_mul(2_654_435_761) >> 16) % 30 + (at.wrapping_mul(40_503) >> 7) % 30;
    let line = |(at, line): (usize, &str)| match at {
        0 => format!("{line},hours\n"),
        _ => format!("{line},{}\n", hours(at as u32)),
    };
    let text: String = text.lines().enumerate().map(line).collect();
    Source::Memory { name: "census.csv".to_owned(), bytes: text.into_bytes().into() }
}

const NEAR: &str = "principle = \"epsilon-m\"\nabsolute = \"1000\"\nm = 5";

/// A group of 20 may hold four near values at m = 5: what annealing counts by rows and by pairs of rows of a group must not grow with it.
#[test]
fn groups_that_are_larger_than_m() {
    for k in [8, 20] {
        let k = format!("principle = \"k-anonymity\"\nk = {k}");
        costs_little_more(&census(4_000), COLUMNS, &[NEAR, &k]);
    }
}

#[test]
fn groups_that_are_larger_than_m_of_real_people() {
    let Some(file) = shared("data/census/acs2016_fulltime.csv.gz") else { return };
    let columns = "AGEP = { role = \"quasi\" }\nPOBP = { role = \"quasi\" }\nOCCP = { role = \"quasi\" }\n\
                   PINCP = { role = \"sensitive\" }\n";
    costs_little_more(&file, columns, &[NEAR, "principle = \"k-anonymity\"\nk = 20"]);
}

const MANY: [&str; 3] = [
    "principle = \"epsilon-m\"\nabsolute = \"1000\"\nm = 3",
    "principle = \"k-anonymity\"\nk = 5",
    "principle = \"l-diversity\"\nl = 6\nsensitive = \"income\"",
];

/// By equal distance groups have hundreds of rows here, and a look at one takes long; by ranks they are small.
#[test]
fn closeness_beside_proximity() {
    for ground in ["equal", "ordered"] {
        let close = format!("principle = \"t-closeness\"\nt = \"0.2\"\nground = \"{ground}\"\nsensitive = \"income\"");
        costs_little_more(&census(2_000), COLUMNS, &[&MANY[..], &[&close]].concat());
    }
}

/// A number of rows alone is a size to cut to, and not a question to ask of every group: asked, it took forty times as long.
#[test]
fn larger_groups_of_two_columns_take_no_longer() {
    let columns = "age = { role = \"quasi\" }\nbirthplace = { role = \"quasi\" }\nsex = { role = \"quasi\" }\n\
                   income = { role = \"sensitive\" }\nhours = { role = \"sensitive\" }\n";
    let rules = [
        "principle = \"epsilon-m\"\nsensitive = \"income\"\nabsolute = \"1000\"\nm = 3",
        "principle = \"epsilon-m\"\nsensitive = \"hours\"\nabsolute = \"2\"\nm = 2",
    ];
    let data = census_with_hours(2_000);
    let alone = released(&data, columns, &rules);
    let larger = released(&data, columns, &[&rules[..], &["principle = \"k-anonymity\"\nk = 10"]].concat());
    assert!(larger.groups <= 200, "{} groups", larger.groups);
    let (one, other) = (alone.seconds.solve, larger.seconds.solve);
    assert!(other < 10.0 * one, "{other} seconds beside {one}");
}

/// Of three rows with k = 3 there is no group of four, in which a crowd would find more room.
#[test]
fn fewer_rows_than_a_group_would_have_room_for() {
    let columns = "age = { role = \"quasi\" }\nincome = { role = \"sensitive\" }\nhours = { role = \"sensitive\" }\n";
    let near = |column: &str| format!("principle = \"epsilon-m\"\nsensitive = \"{column}\"\nabsolute = \"1\"\nm = 2");
    let rules = [near("income"), near("hours"), "principle = \"k-anonymity\"\nk = 3".to_owned()];
    let bytes = "age,income,hours\n20,100,1\n30,200,11\n40,300,21\n".as_bytes().into();
    let data = Source::Memory { name: "three.csv".to_owned(), bytes };
    let made = released(&data, columns, &rules.each_ref().map(String::as_str));
    assert_eq!(made.groups, 1);
}

#[test]
fn two_columns_of_numbers_and_one_of_labels() {
    let columns = "age = { role = \"quasi\" }\nbirthplace = { role = \"quasi\" }\nsex = { role = \"quasi\" }\n\
                   occupation = { role = \"sensitive\" }\nincome = { role = \"sensitive\" }\nhours = { role = \"sensitive\" }\n";
    let rules = [
        "principle = \"epsilon-m\"\nsensitive = \"income\"\nabsolute = \"1000\"\nm = 3",
        "principle = \"epsilon-m\"\nsensitive = \"hours\"\nabsolute = \"2\"\nm = 2",
        "principle = \"l-diversity\"\nsensitive = \"occupation\"\nl = 2",
    ];
    let found = loss(&census_with_hours(2_000), columns, &rules);
    assert!(found < 0.2, "{found}");
}

/// Five laboratory values of 615 people, some of them missing, each with an ε of its own.
#[test]
fn five_columns_of_numbers() {
    let Some(file) = shared("data/health/hcv_lab_panel.csv") else { return };
    let values = [("ALB", "1"), ("ALP", "3"), ("ALT", "2"), ("AST", "2"), ("CHOL", "0.2")];
    let column = |(name, _): &(&str, &str)| format!("{name} = {{ role = \"sensitive\", missing = \"publish\" }}\n");
    let columns: String = values.iter().map(column).collect();
    let columns = format!("Age = {{ role = \"quasi\" }}\nSex = {{ role = \"quasi\" }}\n{columns}");
    let rule = |(name, near): &(&str, &str)| {
        format!("principle = \"epsilon-m\"\nsensitive = \"{name}\"\nabsolute = \"{near}\"\nm = 3")
    };
    let mut rules: Vec<String> = values.iter().map(rule).collect();
    rules.push("principle = \"k-anonymity\"\nk = 5".to_owned());
    let found = loss(&file, &columns, &rules.iter().map(String::as_str).collect::<Vec<_>>());
    assert!(found < 0.2, "{found}");
}
