//! `aloof reproduce` as a user runs it, on a small census.

mod common;

use common::Workdir;

#[test]
fn every_claim_is_answered_and_every_figure_drawn() {
    let room = Workdir::new();
    let found = room.json("reproduce em --out em --rows 3000 --queries 40");
    let claims = found["claims"].as_array().unwrap();
    assert!(claims.len() >= 10 && claims.iter().all(|claim| claim["confirmed"].is_boolean()));
    let figures: Vec<&str> = found["figures"].as_array().unwrap().iter().map(|name| name.as_str().unwrap()).collect();
    assert_eq!(figures.len(), 8);
    let page = room.read("em/claims.md");
    for figure in figures {
        assert!(page.contains(&format!("{figure}.svg")), "{figure} is not shown");
        assert!(room.read(&format!("em/{figure}.svg")).ends_with("</svg>\n"));
        assert!(room.read(&format!("em/{figure}.csv")).lines().count() > 4);
    }
    assert!(!room.path("em/.room").exists(), "scratch is gone");
    let again = room.aloof("reproduce em --out em");
    assert!(again.code == 2 && again.stderr.contains("not empty"), "{again}");
}
