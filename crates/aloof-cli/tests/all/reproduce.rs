//! `aloof reproduce` as a user runs it, on a small census; and whether docs are as old as the program.

use crate::common::Workdir;

/// As `make reproduce-small` runs them: what each is called, and its flags.
const SMALL: [(&str, &str); 4] = [
    ("em", "--rows 1500 --queries 30"),
    ("xc", "--rows 400 --queries 20"),
    ("rw", "--rows 200 --queries 20"),
    ("ours", "--rows 1500 --queries 30"),
];

/// Every claim is answered, every figure drawn, nothing else is left, and numbers are those that docs were made with.
fn check(paper: &str, claims: usize) {
    let room = Workdir::new();
    let options = SMALL.iter().find(|one| one.0 == paper).unwrap().1;
    let found = room.json(&format!("reproduce {paper} --out found {options}"));
    let answered = found["claims"].as_array().unwrap();
    let word = |claim: &serde_json::Value| claim["verdict"].as_str().unwrap().to_owned();
    let words = ["confirmed", "not-confirmed", "undecided"];
    assert!(answered.len() >= claims && answered.iter().all(|claim| words.contains(&word(claim).as_str())));
    let names: Vec<&str> = found["figures"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    let page = room.read("found/claims.md");
    assert!(!page.contains("| |"), "an empty cell");
    for figure in &names {
        assert!(page.contains(&format!("{figure}.svg")), "{figure} is not shown");
        let svg = room.read(&format!("found/{figure}.svg"));
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{figure}");
        assert!(room.read(&format!("found/{figure}.csv")).lines().count() > 3);
    }
    let left = std::fs::read_dir(room.path("found")).unwrap().count();
    assert_eq!(left, 2 * names.len() + 2, "nothing but figures, numbers, claims and digests");
    let again = room.aloof(&format!("reproduce {paper} --out found"));
    assert!(again.code == 2 && again.stderr.contains("not empty"), "{again}");
    as_documented(paper, &room.read("found/digests.txt"));
}

/// What the program finds is what it found when docs were made.
fn as_documented(paper: &str, digests: &str) {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reproduction/small.txt");
    let documented = std::fs::read_to_string(file).unwrap();
    let theirs = documented.lines().filter_map(|line| line.strip_prefix(&format!("{paper} ")));
    let theirs: Vec<&str> = theirs.collect();
    let ours: Vec<&str> = digests.lines().collect();
    assert_eq!(ours, theirs, "docs/reproduction was made by another program: `make reproduce` makes it anew");
}

#[test]
fn of_epsilon_m() {
    check("em", 10);
}

#[test]
fn of_dissimilarity() {
    check("xc", 9);
}

#[test]
fn of_walks() {
    check("rw", 6);
}

#[test]
fn of_our_own() {
    check("ours", 5);
}
