//! Sentences of pages that said more, or other, than what was judged.

use crate::common::Workdir;

/// What a reader sees.
pub(super) fn shown(page: &str) -> String {
    let pieces = page.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, shown)| shown));
    pieces.collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ").replace("&lt;", "<")
}

/// The page of a release that keeps a rule, and its evidence.
fn page(rule: &str, more: &str, line: impl Fn(u32) -> String) -> (String, String) {
    let policy = format!(
        "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\"{more} }}\n[[protect]]\nsensitive = \"pay\"\n{rule}\n"
    );
    let dir = Workdir::with("t.csv", (0..60).map(line).fold("age,pay\n".to_owned(), |all, line| all + &line));
    let dir = dir.and("p.toml", &policy);
    let made = dir.aloof("anonymize t.csv --policy p.toml --out r --report page.html --evidence e.json --seed 1");
    assert_eq!(made.code, 0, "{made}");
    (shown(&dir.read("page.html")), dir.read("e.json"))
}

fn number(i: u32) -> String {
    format!("{},{}\n", 20 + i * 7 % 40, 1000 + i * 137 % 997)
}

/// (c − 1)/(n − 1) is a share of the others; a guess is right with c/n.
#[test]
fn a_dissimilarity_is_no_certainty() {
    let rule = "principle = \"dissimilarity\"\ndistance = { kind = \"l1\" }\nepsilon = \"20\"\ndelta = \"0.6\"\nk = 3";
    let (page, evidence) = page(rule, "", number);
    for said in [&page, &evidence] {
        assert!(said.contains("of the others of a group are similar to anyone in it, where 40% is allowed"), "{said}");
        assert!(!said.contains("for anyone, where"), "{said}");
    }
    assert!(page.contains("the most of the others of a group who are similar to anyone"), "{page}");
    assert!(page.contains("the largest share of the other rows of a group"), "{page}");
    assert!(!page.contains("surest guess about anyone") && !page.contains("certainty before"), "{page}");
}

/// What holds against one adversary is not said of all.
#[test]
fn a_sentence_names_its_adversary() {
    let rule = "principle = \"epsilon-m\"\nabsolute = \"20\"\nm = 3\nview = \"group\"";
    let (page, _) = page(rule, "", number);
    assert!(page.contains("now nobody can by someone who knows which group a person is in"), "{page}");
    assert!(!page.contains("now nobody can."), "{page}");
}

/// Below is not at least, and safety bounds guesses.
#[test]
fn safety_says_what_it_bounds() {
    let ill = |i: u32| format!("{},{}\n", 20 + i * 7 % 40, ["a", "b", "c", "d", "e", "f"][(i % 6) as usize]);
    for rule in [
        "principle = \"c-k-safety\"\nc = \"0.9\"\nk = 1",
        "principle = \"skyline\"\npoints = [{ l = 1, k = 1, c = \"0.9\" }]",
    ] {
        let (page, evidence) = page(rule, "", ill);
        assert!(page.contains("< 9/10 = 0.9") && !page.contains("≥ 9/10"), "{page}");
        assert!(page.contains("names nobody's value with"), "{page}");
        for said in [&page, &evidence] {
            assert!(!said.contains("bounds no guess") && !said.contains("it does not say"), "{said}");
        }
    }
}

/// Figures beside each other count the same people.
#[test]
fn who_has_no_value_is_in_neither_figure() {
    let some = |i: u32| if i.is_multiple_of(5) { format!("{},\n", 20 + i * 7 % 40) } else { number(i) };
    let rule = "principle = \"epsilon-m\"\nabsolute = \"20\"\nm = 3";
    let (page, _) = page(rule, ", missing = \"publish\"", some);
    assert!(page.contains("Of 48 people who have a value 48 could be told"), "{page}");
    assert!(page.contains("0 of 48 (0%)") && !page.contains("0 of 60 (0%)"), "{page}");
}
