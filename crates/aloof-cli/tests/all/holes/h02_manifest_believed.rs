//! An audit believes no file's word about itself.

use crate::common::{Workdir, as_written};
use serde_json::{Value, json};
use std::fmt::Write as _;

const POLICY: &str = r#"
[columns]
age = { role = "quasi" }
pay = { role = "sensitive" }
[[protect]]
principle = "epsilon-m"
absolute  = "0.1"
m         = 4
[method]
algorithm = "perturb"
"#;

/// Different people, pay spread evenly from 0 to 1.
fn perturbed(rows: usize) -> Workdir {
    let mut table = "age,pay\n".to_owned();
    for at in 0..rows {
        let _ = writeln!(table, "{},{:.4}", at / 2, (at * 7919 % rows) as f64 / (rows - 1) as f64);
    }
    let dir = Workdir::with("pay.csv", table).and("four.toml", POLICY);
    assert_eq!(dir.aloof("anonymize pay.csv --policy four.toml --out release --seed 1").code, 0);
    dir
}

/// Puts another table in place of the released one, with a manifest that states its digest.
fn forge(dir: &Workdir, data: &str, change: impl FnOnce(&mut Value)) {
    std::fs::write(dir.path("release/data.csv"), data).unwrap();
    let mut manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    manifest["files"]["data.csv"] = json!({ "bytes": data.len(), "sha256": sha256(dir, "release/data.csv") });
    change(&mut manifest);
    std::fs::write(dir.path("release/manifest.json"), as_written(&manifest)).unwrap();
}

fn sha256(dir: &Workdir, file: &str) -> String {
    let output = std::process::Command::new("sha256sum").arg(dir.path(file)).output().unwrap();
    String::from_utf8(output.stdout).unwrap().split_whitespace().next().unwrap().to_owned()
}

const CALL: &str = "audit release --original pay.csv --policy four.toml";

#[test]
fn a_perturbed_release_passes_and_says_by_what() {
    let dir = perturbed(3000);
    let audit = dir.json(CALL);
    assert_eq!((&audit["verdict"], &audit["claim"]["standing"]), (&"pass".into(), &"holds".into()), "{audit}");
    assert_eq!(audit["files"], json!({ "same": ["data.csv"], "other": [] }));
}

/// Overwritten by the original: the digest is another.
#[test]
fn the_original_in_place_of_a_perturbed_release_fails() {
    let dir = perturbed(3000);
    std::fs::write(dir.path("release/data.csv"), dir.read("pay.csv")).unwrap();
    let run = dir.aloof(CALL);
    assert_eq!(run.code, 1, "{run}");
    assert!(run.stdout.contains("NOT THE FILE OF THE MANIFEST: data.csv"), "{run}");
    // Nor does it pass for what it says of its columns.
    let alone = dir.aloof("audit release --original pay.csv");
    assert!(alone.code == 1 && alone.stderr.contains("another"), "{alone}");
}

/// The same with the digest mended, and with values that were only moved a little.
#[test]
fn a_forged_digest_does_not_help() {
    let dir = perturbed(3000);
    let original = dir.read("pay.csv");
    forge(&dir, &original, |_| {});
    let run = dir.aloof(CALL);
    assert!(run.code == 1 && run.stdout.contains("NOT MADE AS THE MANIFEST SAYS (perturbed)"), "{run}");
    let moved = original.lines().skip(1).fold("age,pay\n".to_owned(), |all, line| {
        let (age, pay) = line.split_once(',').unwrap();
        let pay = (pay.parse::<f64>().unwrap() + 0.0003).min(1.0);
        all + &format!("{age},{pay:.4}\n")
    });
    forge(&dir, &moved, |_| {});
    let audit = dir.json(CALL);
    assert_eq!((&audit["verdict"], &audit["claim"]["standing"]), (&"fail".into(), &"refuted".into()), "{audit}");
}

/// Other people's ages, or a value that could not have been drawn.
#[test]
fn other_columns_and_the_domain_are_looked_at() {
    let dir = perturbed(600);
    let released = dir.read("release/data.csv");
    forge(&dir, &released.replacen("\n7,", "\n8,", 1), |_| {});
    let audit = dir.json(CALL);
    assert_eq!((&audit["verdict"], &audit["claim"]["standing"]), (&"fail".into(), &"refuted".into()), "{audit}");
    let dir = perturbed(600);
    let mut lines: Vec<String> = dir.read("release/data.csv").lines().map(str::to_owned).collect();
    lines[1] = format!("{},9.5", lines[1].split_once(',').unwrap().0);
    forge(&dir, &(lines.join("\n") + "\n"), |_| {});
    let audit = dir.json(CALL);
    assert!(audit["claim"]["reason"].as_str().unwrap().contains("outside of the domain"), "{audit}");
}

/// What cannot be seen is not judged: without the original, and where eight rows tell nothing.
#[test]
fn what_cannot_be_checked_does_not_pass() {
    let dir = perturbed(3000);
    let run = dir.aloof("audit release --policy four.toml --json");
    let audit: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &audit["verdict"]), (2, &"measured".into()), "{run}");
    assert_eq!(audit["open"].as_array().unwrap().len(), 1);
    // Twenty people with pay from 0 to 19: two or three are kept, and all might have been.
    let table = (0..20).fold("age,pay\n".to_owned(), |all, at| format!("{all}{at},{}\n", at * 7 % 20));
    let policy = POLICY.replace("0.1", "1").replace("\"sensitive\" }", "\"sensitive\", domain = [\"0\", \"19\"] }");
    let few = Workdir::with("pay.csv", table).and("four.toml", policy);
    assert_eq!(few.aloof("anonymize pay.csv --policy four.toml --out release --seed 1").code, 0);
    let run = few.aloof(&format!("{CALL} --json"));
    let audit: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (run.code, &audit["verdict"], &audit["claim"]["standing"]),
        (2, &"measured".into(), &"open".into()),
        "{run}"
    );
}

const FALSE: &str = "age,pay\n20..29,1\n20..29,2\n20..29,2\n30,7\n";

/// A manifest in the old words, or in nobody's, changes nothing.
#[test]
fn a_word_about_noise_turns_no_failure_into_a_pass() {
    let flags = "--quasi age --sensitive pay --absolute 5 --m 2";
    let plain = Workdir::with("data.csv", FALSE).and("pay.csv", "age,pay\n21,1\n22,2\n23,3\n40,7\n");
    assert_eq!(plain.aloof(&format!("audit data.csv --original pay.csv {flags}")).code, 1);
    let dir = plain.and("manifest.json", r#"{"noise":{"columns":[]}}"#);
    let run = dir.aloof(&format!("audit data.csv --original pay.csv {flags}"));
    assert_eq!(run.code, 1, "{run}");
    assert!(run.stdout.contains("is no manifest of a release"), "{run}");
}

/// In today's words: groups that hold k = 2 fail as rows that stand by themselves, with or without the original.
#[test]
fn claimed_noise_promises_nothing() {
    let dir = Workdir::with("pay.csv", "age,pay\n20,1\n21,90\n30,2\n31,80\n")
        .and("k.toml", "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"k-anonymity\"\nk = 2\n");
    assert_eq!(dir.aloof("anonymize pay.csv --policy k.toml --out release --seed 1").code, 0);
    assert_eq!(dir.aloof("audit release --original pay.csv --policy k.toml").code, 0);
    for columns in [json!([]), json!([{ "column": "age", "width": "100" }])] {
        let data = dir.read("release/data.csv");
        forge(&dir, &data, |manifest| manifest["made"] = json!({ "how": "noise", "columns": columns }));
        for call in
            ["audit release --policy k.toml", "audit release --original pay.csv --policy k.toml", "audit release"]
        {
            assert_eq!(dir.aloof(call).code, 1, "{call} {columns}");
        }
    }
}

/// Numbers that noise cannot have made of the original: too far, or all as they were.
#[test]
fn noise_is_held_against_the_original() {
    let mut table = "age,pay\n".to_owned();
    (0..400).for_each(|at| writeln!(table, "{},{at}", 1000 + at * 37 % 4000).unwrap());
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"keep\", confirmed = true }\n[method]\nalgorithm = \"noise\"\nnoise = \"0.05\"\n";
    let dir = Workdir::with("pay.csv", &table).and("noise.toml", policy);
    assert_eq!(dir.aloof("anonymize pay.csv --policy noise.toml --out release --seed 1").code, 0);
    let audit = dir.json("audit release --original pay.csv");
    assert_eq!((&audit["verdict"], &audit["claim"]["standing"]), (&"measured".into(), &"holds".into()), "{audit}");
    let far = dir.read("release/data.csv").replacen("\n1", "\n9", 1);
    forge(&dir, &far, |_| {});
    assert_eq!(dir.aloof("audit release --original pay.csv").code, 1);
    forge(&dir, &table, |_| {});
    let run = dir.aloof("audit release --original pay.csv");
    assert!(run.code == 1 && run.stdout.contains("NOT MADE AS THE MANIFEST SAYS (noise)"), "{run}");
}

/// A second table that hides what the first one shows row by row.
#[test]
fn a_value_beside_its_person_is_not_in_another_table() {
    let dir = Workdir::with(
        "people.csv",
        "age,ill\n20,flu\n21,cold\n22,gout\n23,rash\n24,flu\n25,mumps\n",
    )
    .and("two.toml", "[columns]\nage = { role = \"quasi\" }\nill = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"l-diversity\"\nl = 2\n[method]\nalgorithm = \"anatomy\"\n");
    assert_eq!(dir.aloof("anonymize people.csv --policy two.toml --out release --seed 1").code, 0);
    assert_eq!(dir.aloof("audit release --original people.csv").code, 0);
    let shown = dir.read("release/data.csv").replace("group\n", "group,ill\n");
    let shown: String = shown
        .lines()
        .map(|line| if line.starts_with("age") { format!("{line}\n") } else { format!("{line},flu\n") })
        .collect();
    forge(&dir, &shown, |_| {});
    let run = dir.aloof("audit release --policy two.toml");
    assert!(run.code == 2 && run.stderr.contains("row by row"), "{run}");
    // Another second table than the one that was judged.
    let dir2 = dir;
    std::fs::write(dir2.path("release/sensitive.csv"), dir2.read("release/sensitive.csv").replace("gout", "plague"))
        .unwrap();
    assert_ne!(dir2.aloof("audit release").code, 0);
}

#[test]
fn a_malformed_manifest_is_an_error_with_its_place() {
    let dir = perturbed(600);
    let manifest = dir.read("release/manifest.json");
    std::fs::write(dir.path("release/manifest.json"), &manifest[..manifest.len() / 2]).unwrap();
    assert!(dir.refused(CALL).contains("release/manifest.json: EOF"), "no JSON");
    let mut said: Value = serde_json::from_str(&manifest).unwrap();
    said["made"]["how"] = "magic".into();
    said["later"] = json!({ "unknown": 1 });
    std::fs::write(dir.path("release/manifest.json"), as_written(&said)).unwrap();
    let told = dir.refused(CALL);
    assert!(told.contains("release/manifest.json") && told.contains("magic") && told.contains("line 1"), "{told}");
    said["made"]["how"] = "perturbed".into();
    std::fs::write(dir.path("release/manifest.json"), as_written(&said)).unwrap();
    let found = dir.aloof(CALL);
    assert_eq!(found.code, 2, "fields of later versions are no error, but nothing was judged of them");
    let said = found.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("judged of it: later"), "{said}");
}
