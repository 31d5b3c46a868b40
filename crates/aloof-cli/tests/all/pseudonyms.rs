//! `role = "pseudonym"`: a column that names people goes out under names that only the key's holder can make.

use crate::common::Workdir;

fn people(rows: usize) -> String {
    let line = |row: usize| format!("anna{row},{},{}", row * 7 % 95, 10_000 + row * 7919 % 90_000);
    format!("id,age,income\n{}\n", (0..rows).map(line).collect::<Vec<_>>().join("\n"))
}

const POLICY: &str = "[columns]\nid = { role = \"pseudonym\" }\nage = { role = \"quasi\" }\nincome = { role = \"sensitive\" }\n\n\
                      [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"500\"\nm = 3\n";

fn ids(dir: &Workdir, directory: &str) -> Vec<String> {
    let data = dir.read(&format!("{directory}/data.csv"));
    let mut ids: Vec<String> = data.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect();
    ids.sort_unstable();
    ids
}

/// In one line, as wide as it is.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The same key makes the same pseudonyms of the same people, in whatever order and beside whoever else; another key others.
#[test]
fn the_same_across_releases_if_the_key_is() {
    let fewer: Vec<String> = people(240).lines().map(str::to_owned).collect();
    let backwards: Vec<String> = std::iter::once(fewer[0].clone()).chain(fewer[1..200].iter().rev().cloned()).collect();
    let dir = Workdir::with("people.csv", people(240))
        .and("fewer.csv", backwards.join("\n") + "\n")
        .and("aloof.toml", POLICY);
    for (data, out, private) in [("people.csv", "a", "keys"), ("people.csv", "c", "others")] {
        let run = dir.aloof(&format!("anonymize {data} --out {out} --private {private}"));
        assert_eq!(run.code, 0, "{run}");
        let told = flat(&run.stdout);
        assert!(told.contains("`id` is a pseudonym: whoever holds the key can tell who it is"), "{run}");
        assert!(told.contains("id pseudonym under a key the key"), "{run}");
        assert!(told.contains("everybody's age, but nothing of their id,"), "{run}");
    }
    let key = dir.read("keys/key");
    let dir = dir.and("next/key", &key);
    assert_eq!(dir.aloof("anonymize fewer.csv --out b --private next").code, 0);
    let (a, b, c) = (ids(&dir, "a"), ids(&dir, "b"), ids(&dir, "c"));
    assert!(b.len() == 199 && b.iter().all(|id| a.contains(id)) && !c.iter().any(|id| a.contains(id)));
    assert!(a.iter().all(|id| id.len() == 33 && id.starts_with('p')), "{}", a[0]);
    // Neither a name nor the key goes out, nor what could be tried out.
    for file in ["a/data.csv", "a/manifest.json"] {
        let text = dir.read(file);
        assert!(!text.contains("anna") && !text.contains(key.trim()), "{file}");
    }
    assert!(!dir.read("a/manifest.json").contains(&a[0]));
}

/// As two calls of `openssl dgst -sha256 -mac HMAC` make it of the key and the name.
#[test]
fn by_the_definition() {
    let key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n";
    let dir = Workdir::with("people.csv", people(60)).and("aloof.toml", POLICY).and("keys/key", key);
    let run = dir.aloof("anonymize people.csv --out release --private keys");
    assert_eq!(run.code, 0, "{run}");
    assert!(ids(&dir, "release").contains(&"p44fb75970fdddf8ccc3de13ee333a749".to_owned()));
}

/// With a policy it passes; the manifest's word alone, that nobody can look somebody up by them, is not enough.
#[test]
fn what_audits_say_of_them() {
    let dir = Workdir::with("people.csv", people(240)).and("office.toml", POLICY);
    assert_eq!(dir.aloof("anonymize people.csv --policy office.toml --out release --private keys").code, 0);
    for line in ["audit release --policy office.toml", "audit release --original people.csv --policy office.toml"] {
        let found = dir.json(line);
        assert_eq!(
            (&found["verdict"], &found["pseudonyms"][0]["standing"]),
            (&"pass".into(), &"holds".into()),
            "{found}"
        );
    }
    let found = dir.aloof("audit release --json");
    assert_eq!(found.code, 2, "{found}");
    insta::assert_snapshot!(found.json()["open"][0].as_str().unwrap(), @"`id` is called a pseudonym: that it is one only the manifest says, and nobody without the key can see; give a policy that says so");
    // The original with two names exchanged for one: two people would have one pseudonym.
    let dir = dir.and("other.csv", people(240).replace("anna17,", "anna18,"));
    let found = dir.aloof("audit release --original other.csv --policy office.toml --json");
    assert_eq!((found.code, &found.json()["pseudonyms"][0]["standing"]), (1, &"refuted".into()), "{found}");
}

/// Names that are called pseudonyms are found out: by how they are written, or by the original.
#[test]
fn plain_names_are_no_pseudonyms() {
    let table = "id,age,income\nanna1,20..30,1000\nanna2,20..30,3000\nanna3,20..30,9000\n";
    let original = "id,age,income\nanna1,20,1000\nanna2,25,3000\nanna3,30,9000\n";
    let dir = Workdir::with("table.csv", table).and("original.csv", original).and("aloof.toml", POLICY);
    let found = dir.aloof("audit table.csv --original original.csv --policy aloof.toml --json");
    assert_eq!((found.code, &found.json()["pseudonyms"][0]["standing"]), (1, &"refuted".into()), "{found}");
    found.hides(&["anna1", "anna2", "anna3"]);
    let told = dir.aloof("audit table.csv --original original.csv --policy aloof.toml");
    assert!(flat(&told.stdout).contains("3 texts are values of the original. So it is none."), "{told}");
    // In a release of ours, whose manifest was made to fit.
    let dir = Workdir::with("people.csv", people(240)).and("aloof.toml", POLICY);
    assert_eq!(dir.aloof("anonymize people.csv --out release --private keys").code, 0);
    let data = dir.read("release/data.csv");
    let first = data.lines().nth(1).unwrap().split(',').next().unwrap().to_owned();
    let dir = dir.and("release/data.csv", data.replace(&first, "p000000000000000000000000000anna"));
    let found = dir.aloof("audit release --policy aloof.toml --json");
    assert_eq!((found.code, &found.json()["pseudonyms"][0]["standing"]), (1, &"refuted".into()), "{found}");
}

/// A seed can be guessed: a trial says so of its pseudonyms, in words, in the table of columns, in the manifest, in audits.
#[test]
fn a_seed_protects_nobody() {
    let dir = Workdir::with("people.csv", people(240)).and("aloof.toml", POLICY);
    let run = dir.aloof("anonymize people.csv --seed 1 --out release");
    assert_eq!(run.code, 0, "{run}");
    let told = flat(&run.stdout);
    assert!(told.contains("it was made with a seed, and whoever guesses the seed finds everybody"), "{run}");
    assert!(told.contains("id pseudonym under a key NOTHING"), "{run}");
    let manifest: serde_json::Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["columns"][0]["protected_by"], "none");
    let found = dir.aloof("audit release --policy aloof.toml --json");
    assert_eq!(found.code, 2, "{found}");
    insta::assert_snapshot!(found.json()["open"][0].as_str().unwrap(), @"`id` is called a pseudonym: by the manifest it was made with a seed, and whoever guesses that finds everybody whose name they try");
}

/// Without a private directory the key is gone, and that is said.
#[test]
fn a_key_that_nobody_keeps() {
    let dir = Workdir::with("people.csv", people(240)).and("aloof.toml", POLICY);
    let run = dir.aloof("anonymize people.csv --out release");
    assert_eq!(run.code, 0, "{run}");
    assert!(flat(&run.stdout).contains("The key of the pseudonyms was not kept"), "{run}");
    assert_eq!(dir.aloof("anonymize people.csv --out again").code, 0);
    assert!(!ids(&dir, "again").contains(&ids(&dir, "release")[0]));
}

/// Rows of one person would be put together, whatever rows are said to be.
#[test]
fn a_person_with_two_rows_has_no_pseudonym() {
    let twice = people(20) + "anna3,5,10\n";
    for rows in ["", "\n[input]\nrows = \"records\"\n", "\n[input]\nrows = \"people\"\n"] {
        let dir = Workdir::with("people.csv", &twice).and("aloof.toml", POLICY.to_owned() + rows);
        let told = dir.refused("anonymize people.csv --out release --private keys");
        assert!(
            told.contains("1 value of `id` stands in several rows, 2 together") && !told.contains("anna3"),
            "{told}"
        );
        assert!(!dir.path("release").exists() && !dir.path("keys").exists());
    }
    let shared = "id,age,income\np1,0..99,1\np1,0..99,5000\np2,0..99,20000\n";
    let dir = Workdir::with("shared.csv", shared).and("aloof.toml", POLICY);
    let found = dir.aloof("audit shared.csv --json");
    assert_eq!(found.code, 2, "{found}");
    assert!(found.stdout.contains("1 row has the pseudonym of another row"), "{found}");
}

/// Both formats, missing names, and all ways to make a release.
#[test]
fn by_every_method_and_in_both_formats() {
    let table = people(240).replace("anna7,", ",");
    for more in [
        "[output]\nformat = \"parquet\"\n",
        "[method]\nalgorithm = \"mondrian\"\n",
        "[method]\nalgorithm = \"anatomy\"\n",
        "[output]\nformulas = \"escape\"\n",
    ] {
        let dir = Workdir::with("people.csv", &table).and("aloof.toml", format!("{POLICY}{more}"));
        let made = dir.aloof("anonymize people.csv --out release --private keys --json");
        assert_eq!(made.code, 0, "{more}: {made}");
        let found = dir.json("audit release --original people.csv --policy aloof.toml");
        assert_eq!(found["pseudonyms"][0]["standing"], "holds", "{more}: {found}");
    }
}
