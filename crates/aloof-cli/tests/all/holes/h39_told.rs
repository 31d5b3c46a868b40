//! Published columns that give a quasi column back: sensitive ones, copies with errors, columns that nobody named.

use std::fmt::Write as _;

use crate::common::{Run, Workdir};

/// Numbers in no order; the same in every run.
fn mixed(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

/// Ages, towns, years of birth that tell the age, ages of which one in ten is another, and pay.
fn people() -> String {
    let (mut draw, mut text) = (mixed(3), "age,town,born,copy,pay\n".to_owned());
    for at in 0..600 {
        let age = 20 + draw(45);
        let copy = if draw(10) == 0 { 20 + draw(45) } else { age };
        let (town, born) = (["A", "B", "C", "D"][draw(4) as usize], 2026 - age - draw(2));
        writeln!(text, "{age},{town},{born},{copy},{}", at * 391 % 1000).unwrap();
    }
    text
}

/// `more`: lines of columns beside age and pay.
fn room(more: &str) -> Workdir {
    let columns = "age = { role = \"quasi\" }\ntown = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n";
    let protect = "[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"20\"\nm = 5\n";
    Workdir::with("people.csv", people())
        .and("aloof.toml", format!("[columns]\n{columns}{more}\nundeclared = \"drop\"\n{protect}"))
}

fn left_open(run: &Run, words: &[&str]) {
    assert_eq!(run.code, 2, "{run}");
    let open = serde_json::from_str::<serde_json::Value>(&run.stdout).unwrap()["open"].to_string();
    assert!(words.iter().all(|words| open.contains(words)), "{run}");
}

/// A column that is sensitive is published as it is, too: whoever makes the release is told, and audits say what breaks.
#[test]
fn a_sensitive_column_that_gives_a_quasi_column_back() {
    let room = room("born = { role = \"sensitive\", protect = \"none\" }");
    let words = "`born` tells `age`: people with the same `born` differ 0.0";
    let made = room.json("anonymize people.csv --out release");
    assert!(made["verdict"] == "pass" && made["notes"].to_string().contains(words), "{made}");
    let audit = room.json("audit release --original people.csv --policy aloof.toml");
    let found = &audit["following"][0];
    assert_eq!(
        (&audit["verdict"], &found["column"], &found["sensitive"]),
        (&"pass".into(), &"born".into(), &true.into()),
        "{audit}"
    );
    let said = audit["notes"].to_string();
    assert!(said.contains("for whoever knows that, (20, 5)-anonymity fails for"), "{audit}");
}

/// Refused, and made where the policy confirms it; then an audit by the manifest alone, or by a policy that does not, says what breaks.
#[test]
fn a_copy_with_one_error_in_ten() {
    let line = |more: &str| format!("copy = {{ role = \"keep\"{more} }}");
    let words = "`copy` tells `age`: people with the same `copy` differ 0.";
    let room = room(&line(""));
    let told = room.refused("anonymize people.csv --out release");
    assert!(told.contains(words) && told.contains("confirmed = true"), "{told}");
    let room = room.and("sure.toml", self::room(&line(", confirmed = true")).read("aloof.toml"));
    let made = room.json("anonymize people.csv --policy sure.toml --out release");
    assert!(made["verdict"] == "pass" && made["notes"].to_string().contains(words), "{made}");
    let audit = room.json("audit release --original people.csv --policy sure.toml");
    assert_eq!((&audit["verdict"], audit["following"].as_array().unwrap().len()), (&"pass".into(), 1), "{audit}");
    for by in ["", "--policy aloof.toml "] {
        let run = room.aloof(&format!("audit release {by}--original people.csv --json"));
        left_open(&run, &[words, "for whoever knows that, (20, 5)-anonymity fails for"]);
    }
}

/// A city is no secret to whoever knows the district; that pays of one profession are near each other is no fault of a release.
#[test]
fn a_sensitive_column_that_follows() {
    let mut draw = mixed(4);
    let rows = (0..400).fold("district,city,grade,pay\n".to_owned(), |mut text, at| {
        let (district, grade) = (draw(24), draw(12));
        let pay = 1000 * grade + 10 * draw(240) + at % 10;
        writeln!(text, "D{district:02},C{},G{grade:02},{pay}", district / 6).unwrap();
        text
    });
    let policy = |roles: &str| {
        format!("[columns]\n{roles}\nundeclared = \"drop\"\n[[protect]]\nprinciple = \"l-diversity\"\nl = 2\n")
    };
    let room = Workdir::with("people.csv", rows)
        .and("city.toml", policy("district = { role = \"quasi\" }\ncity = { role = \"sensitive\" }"))
        .and("pay.toml", policy("grade = { role = \"quasi\" }\npay = { role = \"sensitive\" }"));
    let told = room.json("anonymize people.csv --policy city.toml --out city")["notes"].to_string();
    assert!(
        told.contains("`city` follows from `district`: people with the same `district` do not differ in `city`"),
        "{told}"
    );
    let told = room.json("anonymize people.csv --policy pay.toml --out pay");
    assert!(!told["notes"].to_string().contains("follows from"), "{told}");
}

/// A column that nobody names is held against what the original has in it: cells may be too coarse to show what it tells.
#[test]
fn columns_that_nobody_names_beside_the_original() {
    let rows: String = people().lines().skip(1).fold("age,born,pay\n".to_owned(), |mut text, row| {
        let cells: Vec<&str> = row.split(',').collect();
        writeln!(text, "20..64,{},{}", cells[2], cells[4]).unwrap();
        text
    });
    let room = Workdir::with("people.csv", people()).and("table.csv", rows);
    let call = "audit table.csv --quasi age --sensitive pay --absolute 20 --m 5";
    let alone = room.json(call);
    assert_eq!((&alone["verdict"], alone.get("following")), (&"pass".into(), None), "{alone}");
    let beside = room.aloof(&format!("{call} --original people.csv --json"));
    left_open(&beside, &["`born` tells `age`", "for whoever knows that, (20, 5)-anonymity fails for"]);
}
