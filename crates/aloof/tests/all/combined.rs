//! Several rules together: what they cost beside the costlier of them alone. Real people where their table stands beside the repository
//! (or where ALOOF_SHARED says); without it that is said.

use std::path::PathBuf;

use aloof::io::Source;
use aloof::policy::Policy;
use aloof::release::{Request, Secret, Target, publish};
use tempfile::TempDir;

/// So many times the loss of the costlier rule alone may all together lose.
const MORE: f64 = 1.2;

fn census(rows: u64) -> Source {
    let mut bytes = Vec::new();
    aloof_census::Census::new(rows, 7).write_csv(&mut bytes, 1).unwrap();
    Source::Memory { name: "census.csv".to_owned(), bytes: bytes.into() }
}

fn loss(data: &Source, columns: &str, rules: &[&str]) -> f64 {
    let rules: String = rules.iter().map(|rule| format!("[[protect]]\n{rule}\n")).collect();
    let policy = Policy::from_toml(&format!("[columns]\n{columns}undeclared = \"drop\"\n{rules}"), "aloof.toml");
    let policy = policy.unwrap();
    let room = TempDir::new().unwrap();
    let request = Request::new(data.clone(), &policy).secret(Secret::Seed(7));
    publish(&request, &Target::new(&room.path().join("out"))).unwrap().loss
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
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ALOOF_SHARED").map_or_else(beside, PathBuf::from);
    let file = shared.join("data/census/acs2016_fulltime.csv.gz");
    if !file.is_file() {
        return eprintln!("skipped: acs2016_fulltime is not there; set ALOOF_SHARED");
    }
    let columns = "AGEP = { role = \"quasi\" }\nPOBP = { role = \"quasi\" }\nOCCP = { role = \"quasi\" }\n\
                   PINCP = { role = \"sensitive\" }\n";
    costs_little_more(&Source::File(file), columns, &[NEAR, "principle = \"k-anonymity\"\nk = 20"]);
}
