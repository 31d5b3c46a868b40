//! What pages say is what was counted.

use crate::common::Workdir;

/// 12 people in groups of three with values far apart: everybody is at one third, where one third is allowed. One third lies
/// within a class of the picture, and nobody is beyond it.
#[test]
fn who_is_just_at_what_is_allowed_is_not_told_to_be_beyond_it() {
    let people = (0..12).map(|i| (20 + i / 3, 1000 * (i % 3) + i));
    let dir = Workdir::with("people.csv", csv(people));
    let made = dir.aloof(
        "anonymize people.csv --quasi age --sensitive pay --absolute 100 --m 3 --out release --report page.html --seed 1",
    );
    assert_eq!(made.code, 0, "{}", made.stderr);
    let page = text(&dir.read("page.html"));
    assert!(page.contains("Nobody can be told with more than 1 in 3 certainty, and nobody could be before."), "{page}");
    assert!(page.contains("now, in the register view 0 of 12 (0%)"), "{page}");
}

#[test]
fn a_page_repeats_the_assumption_that_nobody_knows_who_is_in_the_table() {
    let crowd = (0..10).map(|i| (30 + i, 5000 + i));
    let others = (0..12).map(|i| (40 + i, 10_000 * (i + 1)));
    let dir = Workdir::with("people.csv", csv(crowd.chain(others)));
    let made = dir.aloof(
        "anonymize people.csv --quasi age --sensitive pay --absolute 100 --m 4 --suppress 0.5 --absence unknown --out release \
         --report page.html --seed 1",
    );
    assert_eq!(made.code, 0, "{}", made.stderr);
    let page = dir.read("page.html");
    assert!(page.contains("certainty 1 (1/4 was asked)"), "{page}");
    assert!(page.contains("This release assumes that nobody knows who is in the table"), "{page}");
}

fn csv(people: impl Iterator<Item = (u32, u32)>) -> String {
    let lines = people.map(|(age, pay)| format!("{age},{pay}"));
    std::iter::once("age,pay".to_owned()).chain(lines).collect::<Vec<_>>().join("\n")
}

/// What a reader sees: the words between tags, with single blanks.
fn text(page: &str) -> String {
    let mut words = String::new();
    for piece in page.split('<') {
        words.push(' ');
        words.push_str(piece.split_once('>').map_or(piece, |(_, shown)| shown));
    }
    words.replace("&#39;", "'").split_whitespace().collect::<Vec<_>>().join(" ")
}
