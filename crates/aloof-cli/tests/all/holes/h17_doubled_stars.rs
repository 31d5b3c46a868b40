//! In a table without a manifest a row of nothing but stars may be anybody, and nobody asked whether there is anybody left: a
//! doubled one was not found untrue.

use crate::common::Workdir;

const ORIGINAL: &str = "q,s\na,1\nb,2\nc,3\nd,4\n";

fn truth(released: &str) -> (i64, i64) {
    let room = Workdir::with("o.csv", ORIGINAL).and("t.csv", released);
    let found = room.json("audit t.csv --quasi q --sensitive s --l 1 --original o.csv");
    (found["truth"]["untrue"].as_i64().unwrap(), found["truth"]["absent"].as_i64().unwrap())
}

#[test]
fn a_doubled_row_of_stars_is_untrue() {
    assert_eq!(truth("q,s\na,1\nb,2\n*,3\n*,4\n"), (0, 0));
    assert_eq!(truth("q,s\na,1\nb,2\n*,3\n*,4\n*,4\n"), (1, 0));
    // Of a value that nobody has, or that another row stands for.
    assert_eq!(truth("q,s\na,1\nb,2\n*,3\n*,9\n"), (1, 1));
    assert_eq!(truth("q,s\na,1\nb,2\n*,1\n*,4\n"), (1, 1));
    let room = Workdir::with("o.csv", ORIGINAL).and("t.csv", "q,s\na,1\nb,2\n*,3\n*,4\n*,4\n");
    assert_eq!(room.aloof("audit t.csv --quasi q --sensitive s --l 1 --original o.csv").code, 1);
}

/// A row that shows no value either stands for somebody, nobody can say whom.
#[test]
fn a_row_that_shows_nothing_is_no_lie() {
    assert_eq!(truth("q,s\na,1\nb,2\n*,3\n*,*\n"), (0, 0));
    assert_eq!(truth("q,s\na,1\nb,2\n*,3\n"), (0, 1));
}

/// Without sensitive columns people are counted.
#[test]
fn more_rows_than_people_are_untrue() {
    let room = Workdir::with("o.csv", "q\na\nb\n").and("t.csv", "q\na\n*\n*\n");
    let found = room.json("audit t.csv --quasi q --k 1 --original o.csv");
    assert_eq!(found["truth"]["untrue"], 1, "{found}");
}
