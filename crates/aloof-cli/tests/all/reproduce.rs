//! `aloof reproduce` as a user runs it, on a small census.

use crate::common::Workdir;

/// Every claim is answered, every figure drawn, and scratch is gone.
fn check(paper: &str, options: &str, claims: usize, figures: usize) {
    let room = Workdir::new();
    let found = room.json(&format!("reproduce {paper} --out found {options}"));
    let answered = found["claims"].as_array().unwrap();
    assert!(answered.len() >= claims && answered.iter().all(|claim| claim["confirmed"].is_boolean()));
    let names: Vec<&str> = found["figures"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(names.len(), figures);
    let page = room.read("found/claims.md");
    for figure in names {
        assert!(page.contains(&format!("{figure}.svg")), "{figure} is not shown");
        assert!(room.read(&format!("found/{figure}.svg")).ends_with("</svg>\n"));
        assert!(room.read(&format!("found/{figure}.csv")).lines().count() > 3);
    }
    let left = std::fs::read_dir(room.path("found")).unwrap().count();
    assert_eq!(left, 2 * figures + 1, "nothing but figures, numbers and claims");
    let again = room.aloof(&format!("reproduce {paper} --out found"));
    assert!(again.code == 2 && again.stderr.contains("not empty"), "{again}");
}

#[test]
fn of_epsilon_m() {
    check("em", "--rows 3000 --queries 40", 10, 8);
}

#[test]
fn of_dissimilarity() {
    check("xc", "--rows 3000 --queries 20", 7, 7);
}

#[test]
fn of_walks() {
    check("rw", "--rows 200 --queries 20", 4, 5);
}
