//! What goes out unprotected is said.

use crate::common::Workdir;

fn people() -> String {
    let line = |at: u64| {
        format!("{},{},{},{},A-{:05}\n", 20 + at * 7 % 40, at * 37 % 1000, at % 3, at * 91 % 700, at * 7919 % 99_991)
    };
    (0..60).map(line).fold("age,pay,ward,sick,file\n".to_owned(), |all, line| all + &line)
}

fn policy(ward: &str, sick: &str, file: &str) -> String {
    format!(
        "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\nward = {{ {ward} }}\nsick = {{ {sick} }}\n\
         file = {{ {file} }}\n[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"10\"\nm = 3\n"
    )
}

const KEEP: &str = "role = \"keep\"";
const DROP: &str = "role = \"drop\"";

#[test]
fn every_outcome_lists_what_protects_each_column() {
    let text = policy(KEEP, "role = \"sensitive\", protect = \"none\"", DROP);
    let room = Workdir::with("people.csv", people()).and("aloof.toml", text);
    let made = room.json("anonymize people.csv --out release --report report.html");
    let of = |name: &str| {
        let columns = made["columns"].as_array().unwrap();
        columns.iter().find(|column| column["name"] == name).map(|column| column["protected_by"].clone())
    };
    assert_eq!(of("age"), Some("groups".into()));
    assert_eq!(of("pay"), Some(serde_json::json!(["(10, 3)-anonymity"])));
    assert_eq!((of("ward"), of("sick"), of("file")), (Some("none".into()), Some("none".into()), None));
    let manifest: serde_json::Value = serde_json::from_str(&room.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["columns"], made["columns"], "the manifest says the same");
    let run = room.aloof("anonymize people.csv --out again");
    assert!(run.stdout.contains("Published, and what protects it:"), "{run}");
    assert_eq!(run.stdout.matches("NOTHING").count(), 2, "{run}");
    assert!(room.read("report.html").contains("NOTHING"), "and so does the page");
}

#[test]
fn a_kept_column_that_looks_like_an_identifier_is_refused() {
    let room = Workdir::with("people.csv", people()).and("aloof.toml", policy(KEEP, DROP, KEEP));
    let told = room.refused("anonymize people.csv --out release");
    assert!(told.contains("`file` would be published as it is") && told.contains("confirmed = true"), "{told}");
    assert!(!room.path("release").exists() && !told.contains("A-0"), "{told}");
    let meant = policy(KEEP, DROP, "role = \"keep\", confirmed = true");
    std::fs::write(room.path("aloof.toml"), meant).unwrap();
    let made = room.json("anonymize people.csv --out release");
    assert_eq!(made["verdict"], "pass");
    // Dates of birth are as good as a name.
    let born = (0..30).fold("born,age,pay\n".to_owned(), |all, at| {
        all + &format!("19{:02}-03-0{},{},{}\n", 50 + at % 5, 1 + at % 2, 20 + at, at * 100)
    });
    let policy = "[columns]\nborn = { role = \"keep\" }\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"10\"\nm = 2\n";
    let room = Workdir::with("people.csv", born).and("aloof.toml", policy);
    assert!(room.refused("anonymize people.csv --out release").contains("dates of birth"));
}

#[test]
fn a_sensitive_column_that_nothing_protects_is_refused() {
    let room = Workdir::with("people.csv", people()).and("aloof.toml", policy(KEEP, "role = \"sensitive\"", DROP));
    let told = room.refused("anonymize people.csv --out release");
    assert!(told.contains("`sick` is sensitive and nothing in [[protect]] names it"), "{told}");
    assert!(told.contains("protect = \"none\"") && !room.path("release").exists(), "{told}");
    // The words stand where they belong.
    for (wrong, word) in
        [("role = \"quasi\", confirmed = true", "confirmed"), ("role = \"keep\", protect = \"none\"", "protect")]
    {
        let room = Workdir::with("people.csv", people()).and("aloof.toml", policy(wrong, DROP, DROP));
        assert!(
            room.refused("anonymize people.csv --out release").contains(&format!("`{word}` is for columns of role"))
        );
    }
}

#[test]
fn an_audit_by_flags_names_the_other_columns() {
    let room = Workdir::with("people.csv", people());
    let run = room.aloof("audit people.csv --quasi ward --sensitive pay --absolute 10 --m 2");
    let told = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("3 other columns are published: age, sick, file"), "{told}");
    assert!(told.contains("60 of 60 rows would stand alone"), "{told}");
}
