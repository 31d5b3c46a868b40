//! Real people, where their table stands beside the repository (or where ALOOF_SHARED says): a distance of three parts, from
//! a policy file to a release. Without the table it says so and passes.

use std::fs;
use std::path::PathBuf;

use aloof::audit::Verdict;
use aloof::io::Source;
use aloof::policy::Policy;
use aloof::release::{Request, Secret, Target, publish};
use tempfile::TempDir;

const POLICY: &str = r#"
    [columns]
    AGEP  = { role = "quasi" }
    SEX   = { role = "quasi" }
    MAR   = { role = "quasi" }
    RAC1P = { role = "quasi" }
    SCHL  = { role = "sensitive", hierarchy = { kind = "intervals", widths = ["4", "8", "32"] } }
    COW   = { role = "sensitive" }
    PINCP = { role = "sensitive" }
    undeclared = "drop"

    [[protect]]
    principle = "dissimilarity"
    sensitive = ["SCHL", "COW", "PINCP"]
    view      = "group"
    epsilon   = "0.03"
    delta     = "0.8"
    k         = 10
    [protect.distance]
    kind  = "sum"
    parts = [
        { kind = "hierarchy", columns = "SCHL", weight = "0.3" },
        { kind = "hamming", columns = "COW", weight = "0.3" },
        { kind = "l1", columns = "PINCP", scale = "domain", weight = "0.4" },
    ]
"#;

fn table() -> Option<PathBuf> {
    let beside = || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("ALOOF_SHARED").map_or_else(beside, PathBuf::from);
    Some(shared.join("data/census/acs2016_fulltime.csv.gz")).filter(|file| file.is_file())
}

#[test]
fn three_parts_on_real_people() {
    let Some(table) = table() else {
        eprintln!("skipped: acs2016_fulltime is not there; set ALOOF_SHARED");
        return;
    };
    let room = TempDir::new().unwrap();
    let file = room.path().join("aloof.toml");
    fs::write(&file, POLICY).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let policy = Policy::from_toml(&text, file.to_str().unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let made = publish(
        &Request::new(Source::File(table), &policy).secret(Secret::from(3)),
        &Target::new(room.path().join("out")),
    )
    .unwrap_or_else(|error| panic!("{error}"));
    assert_eq!((made.verdict, made.suppressed, made.tuples), (Verdict::Pass, 0, 22_241));
    assert!(made.loss < 1.2, "{}", made.loss);
    assert!(made.checks.iter().all(|check| check.verdict == Verdict::Pass || !check.required));
}
