//! A column that goes out as it is and gives a quasi column back; a quasi column that needed nothing.

use crate::common::Workdir;

/// Ages, years of birth that are one of two for every age, cities with their districts, and something of nobody's business.
fn people() -> String {
    let draw = |at: u64, below: u64| (at.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) % below;
    let line = |at: u64| {
        let (age, district) = (20 + draw(at, 45), draw(at + 1000, 24));
        let (born, city) = (2026 - age - at % 2, district / 6);
        format!("{age},{born},D{district:02},City{city},{},{}\n", draw(at + 2000, 5), at * 391 % 1000)
    };
    (0..240).map(line).fold("age,born,district,city,ward,pay\n".to_owned(), |all, line| all + &line)
}

fn policy(roles: &[(&str, &str)]) -> String {
    let columns: Vec<String> = roles.iter().map(|(name, role)| format!("{name} = {{ role = \"{role}\" }}\n")).collect();
    let columns = columns.concat();
    let columns = columns.replace("confirmed\"", "keep\", confirmed = true");
    format!(
        "[columns]\n{columns}pay = {{ role = \"sensitive\" }}\nundeclared = \"drop\"\n[[protect]]\nprinciple = \"epsilon-m\"\n\
         sensitive = \"pay\"\nabsolute = \"20\"\nm = 3\n"
    )
}

fn room(roles: &[(&str, &str)]) -> Workdir {
    Workdir::with("people.csv", people()).and("aloof.toml", policy(roles))
}

#[test]
fn a_kept_column_that_gives_a_quasi_column_back_is_refused() {
    let told = room(&[("age", "quasi"), ("born", "keep")]).refused("anonymize people.csv --out release");
    assert!(told.contains("`born` tells `age`: people with the same `born` differ 0.0"), "{told}");
    assert!(told.contains("confirmed = true") && told.contains("role = \"quasi\""), "{told}");
    let told = room(&[("city", "quasi"), ("district", "keep")]).refused("anonymize people.csv --out release");
    assert!(
        told.contains("`district` tells `city`: people with the same `district` do not differ in `city`"),
        "{told}"
    );
    let told = room(&[("district", "quasi"), ("city", "keep")]).refused("anonymize people.csv --out release");
    assert!(told.contains("`city` follows from `district`"), "{told}");
}

#[test]
fn one_that_has_nothing_to_do_with_it_is_not() {
    let made = room(&[("age", "quasi"), ("ward", "keep"), ("city", "keep")]).json("anonymize people.csv --out release");
    assert_eq!(made["verdict"], "pass");
}

#[test]
fn one_that_is_meant_is_told_of_and_left_open_by_the_manifest_alone() {
    let room = room(&[("age", "quasi"), ("district", "quasi"), ("born", "confirmed")]);
    let made = room.json("anonymize people.csv --out release");
    let notes = made["notes"].to_string();
    assert!(made["verdict"] == "pass" && notes.contains("`born` tells `age`"), "{made}");
    let audit = room.json("audit release --original people.csv --policy aloof.toml");
    assert_eq!((&audit["verdict"], &audit["following"][0]["column"]), (&"pass".into(), &"born".into()), "{audit}");
    assert!(audit["following"][0]["fails"][0].as_str().unwrap().contains("fails for"), "{audit}");
    std::fs::create_dir(room.path("elsewhere")).unwrap();
    std::fs::rename(room.path("release"), room.path("elsewhere/release")).unwrap();
    let run = room.aloof("audit elsewhere/release --json");
    assert_eq!(run.code, 2, "{run}");
    assert!(
        run.stdout.contains("`born` tells `age`")
            && run.stdout.contains("for whoever knows that, (20, 3)-anonymity fails for"),
        "{run}"
    );
}

/// Where no group needed a coarser age, a year of birth tells nothing more.
#[test]
fn one_that_tells_what_stands_there_anyway_breaks_nothing() {
    let room = room(&[("age", "quasi"), ("born", "confirmed")]);
    let made = room.json("anonymize people.csv --out release");
    assert_eq!(made["columns"][0]["published_as"], "as it is", "{made}");
    let audit = room.json("audit release --original people.csv --policy aloof.toml");
    assert_eq!(audit["following"][0]["fails"], serde_json::json!([]), "{audit}");
    assert!(
        audit["notes"].to_string().contains("for whoever knows that, too, what is asked holds in groups"),
        "{audit}"
    );
}

#[test]
fn an_audit_by_flags_says_what_holds_with_it() {
    let room = room(&[("age", "quasi"), ("district", "quasi"), ("born", "confirmed")]);
    room.json("anonymize people.csv --out release");
    std::fs::rename(room.path("release/data.csv"), room.path("table.csv")).unwrap();
    std::fs::remove_file(room.path("aloof.toml")).unwrap();
    let run = room.aloof("audit table.csv --quasi age,district --sensitive pay --absolute 20 --m 3 --json");
    assert_eq!(run.code, 2, "{run}");
    assert!(run.stdout.contains("`born` tells `age`") && run.stdout.contains("fails for"), "{run}");
}

#[test]
fn a_quasi_column_that_needed_nothing_is_called_as_it_is() {
    let rows = (0..80u64).map(|at| format!("{},{},{}\n", at % 2, 20 + at % 40, at * 391 % 1000));
    let room = Workdir::with("people.csv", rows.fold("sex,age,pay\n".to_owned(), |all, line| all + &line));
    let made = room.json("anonymize people.csv --quasi sex,age --sensitive pay --absolute 1 --m 2 --out release");
    let text = room.read("release/data.csv");
    let whole = |at: usize| text.lines().skip(1).all(|line| line.split(',').nth(at).unwrap().parse::<u32>().is_ok());
    for (at, name) in ["sex", "age"].into_iter().enumerate() {
        let column = &made["columns"][at];
        assert_eq!(column["name"], name);
        assert_eq!(column["published_as"] == "as it is", whole(at), "{column}");
        assert_eq!(column["protected_by"], "groups", "{column}");
    }
    assert!(whole(0), "a table made so that two values suffice: {text}");
    let manifest: serde_json::Value = serde_json::from_str(&room.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["columns"], made["columns"]);
    let audit = room.json("audit release --original people.csv");
    assert_eq!(audit["verdict"], "pass", "{audit}");
}

/// Nobody can be joined through a release that does not hold them.
#[test]
fn linkability_asks_about_those_who_are_there() {
    let rows =
        (0..60u64).map(|at| format!("{},{},{}\n", 20 + at * 7 % 40, at % 4, if at % 3 == 0 { 500 } else { at * 40 }));
    let room = Workdir::with("people.csv", rows.fold("age,ward,pay\n".to_owned(), |all, line| all + &line)).and(
        "p.toml",
        "[columns]\nage = { role = \"quasi\" }\nward = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\n\
         principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 4\n[method]\nsuppress = \"0.4\"\nabsence = \"unknown\"\n",
    );
    let made = room.json("anonymize people.csv --policy p.toml --out release --private private");
    let (tuples, withheld) = (made["tuples"].as_u64().unwrap(), made["suppressed"].as_u64().unwrap());
    assert!(withheld > 0 && tuples + withheld == 60, "{made}");
    let asked = |call: &str| {
        let found = room.json(call);
        let attack =
            found["attacks"].as_array().unwrap().iter().find(|one| one["attack"] == "linkability").unwrap().clone();
        (attack["success"]["people"].as_u64().unwrap(), found["notes"].to_string())
    };
    let call = "attack release --original people.csv --policy p.toml --only linkability";
    assert_eq!(asked(&format!("{call} --private private")).0, tuples);
    let (people, notes) = asked(call);
    assert!(people == 60 && notes.contains("linkability asked about them, too"), "{people} {notes}");
}
