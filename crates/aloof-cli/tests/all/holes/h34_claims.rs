//! What a release says of itself and nothing shows: rows that are nobody's, who may know who is there, texts, names without a key.

use std::fmt::Write as _;

use crate::common::{Run, Workdir, as_written};
use serde_json::{Value, json};

fn manifest(dir: &Workdir) -> Value {
    serde_json::from_str(&dir.read("release/manifest.json")).unwrap()
}

/// Puts tables and words in place of those of a release, with their digests, written as the program writes them.
fn forge(dir: Workdir, tables: &[(&str, &str)], change: impl FnOnce(&mut Value)) -> Workdir {
    let text = dir.read("release/manifest.json");
    let mut dir = dir;
    for (name, content) in tables {
        dir = dir.and(&format!("release/{name}"), content);
    }
    let mut said: Value = serde_json::from_str(&text).unwrap();
    for (name, content) in tables {
        let output = std::process::Command::new("sha256sum").arg(dir.path("release").join(name)).output().unwrap();
        let digest = String::from_utf8(output.stdout).unwrap().split_whitespace().next().unwrap().to_owned();
        said["files"][*name] = json!({ "bytes": content.len(), "sha256": digest });
    }
    change(&mut said);
    dir.and("release/manifest.json", as_written(&said))
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Not judged, for that reason, and nothing is promised.
fn left_open(run: &Run, reason: &str) {
    let told = flat(&run.stdout);
    assert!(run.code == 2 && told.contains("NOT JUDGED") && told.contains(reason), "{reason}\n{run}");
    assert!(!told.contains("Nobody who knows"), "{run}");
}

const SERIES: &str = "[columns]\nid = { role = \"identifier\" }\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                      [input]\nperson = \"id\"\n[output]\ngroup_ids = true\n\
                      [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"300\"\nm = 3\n";

/// Two months of a series; three left, whose values counterfeits keep.
fn series() -> Workdir {
    let people: Vec<String> = (0..30).map(|at| format!("{at},{},{}", 20 + at * 7 % 40, 1000 + at * 700)).collect();
    let month = |from: usize| format!("id,age,pay\n{}\n", people[from..from + 27].join("\n"));
    let dir = Workdir::with("aloof.toml", SERIES).and("january.csv", month(0)).and("february.csv", month(3));
    for (name, previous) in [("january", ""), ("february", " --previous p_january")] {
        let out = if name == "february" { "release" } else { name };
        let line = format!("anonymize {name}.csv --policy aloof.toml --out {out} --private p_{name}{previous}");
        let run = dir.aloof(&line);
        assert_eq!(run.code, 0, "{run}");
    }
    assert!(manifest(&dir)["counterfeits"].as_u64().unwrap() > 0);
    dir
}

const WITH_JANUARY: &str = "--private p_february --previous january --previous-private p_january";

#[test]
fn counterfeits_are_shown_by_the_series_alone() {
    let dir = series();
    let reason = "are nobody's, by the manifest, and count among those that hide people";
    left_open(&dir.aloof("audit release --policy aloof.toml --original february.csv"), reason);
    left_open(&dir.aloof("audit release"), reason);
    let both = format!("audit release --policy aloof.toml {WITH_JANUARY}");
    for line in [both.clone(), format!("{both} --original february.csv")] {
        let run = dir.aloof(&line);
        assert!(run.code == 0 && flat(&run.stdout).contains("Nobody who knows"), "{run}");
    }
    // Without who stands where nobody sees which rows are nobody's.
    let line =
        "audit release --policy aloof.toml --original february.csv --previous january --previous-original january.csv";
    assert_eq!(dir.aloof(line).code, 2);
}

/// Eight people with nearly the same pay, each among rows of values that nobody ever had.
#[test]
fn a_table_padded_with_what_nobody_has() {
    let mut people = "id,age,pay\n".to_owned();
    let mut data = "age,pay,group\n".to_owned();
    for at in 0..8 {
        writeln!(people, "{at},{},{}", 20 + at, 1000 + at).unwrap();
    }
    for group in 0..2 {
        let cell = format!("{}..{}", 20 + 4 * group, 23 + 4 * group);
        let mut row = |pay: u64| writeln!(data, "{cell},{pay},{}", group + 1).unwrap();
        (0..4).for_each(|at| row(1000 + 4 * group + at));
        (0..8).for_each(|at| row(1_000_000_000 + 1_000_000 * (8 * group + at)));
    }
    let dir = series().and("few.csv", people);
    let tables = [("data.csv", data.as_str()), ("counterfeits.csv", "group,counterfeits\n1,8\n2,8\n")];
    let dir = forge(dir, &tables, |said| {
        (said["tuples"], said["groups"], said["counterfeits"]) = (24.into(), 2.into(), 16.into());
        said["loss"] = json!(0.429);
        said["audit"]["checks"][0]["groups"] = 2.into();
    });
    let reason = "16 of 24 rows are nobody's, by the manifest";
    left_open(&dir.aloof("audit release --original few.csv"), reason);
    left_open(&dir.aloof("audit release --original few.csv --policy aloof.toml"), reason);
}

const EIGHT: &str = "age,zip,pay\n17,12000,1000\n19,13000,1010\n20,14000,1020\n24,16000,50000\n29,21000,16000\n\
                     34,24000,24000\n39,36000,33000\n45,39000,31000\n";
const ASKED: &str = "--quasi age,zip --sensitive pay --absolute 100 --m 2 --seed 1";

fn eight() -> Workdir {
    let dir = Workdir::with("eight.csv", EIGHT);
    let run = dir.aloof(&format!("anonymize eight.csv {ASKED} --out release"));
    assert_eq!(run.code, 0, "{run}");
    dir
}

/// Whoever asks says who may know who is in the table; the release's own word is an assumption of its own.
#[test]
fn a_policy_says_who_may_know_who_is_there() {
    let policy = "[columns]\nage = { role = \"quasi\" }\nzip = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 2\n[method]\nabsence = ";
    let data = "age,zip,pay\n20..24,14000..16000,1020\n20..24,14000..16000,50000\n29..34,21000..24000,16000\n\
                29..34,21000..24000,24000\n39..45,36000..39000,33000\n39..45,36000..39000,31000\n";
    let dir =
        eight().and("known.toml", format!("{policy}\"known\"\n")).and("unknown.toml", format!("{policy}\"unknown\"\n"));
    let dir = forge(dir, &[("data.csv", data)], |said| {
        (said["tuples"], said["suppressed"], said["groups"]) = (6.into(), 2.into(), 3.into());
        said["loss"] = json!(0.307);
        said["method"]["absence"] = "unknown".into();
        said["withheld"] = json!({ "absence": "unknown", "told": [] });
        said["audit"]["checks"][0]["groups"] = 3.into();
    });
    let known = dir.aloof("audit release --original eight.csv --policy known.toml");
    assert_eq!(known.code, 1, "{known}");
    assert!(flat(&known.stdout).contains("absence = \"unknown\" there and \"known\" here"), "{known}");
    left_open(
        &dir.aloof("audit release --policy known.toml"),
        "the policy says that somebody may know who is in the table",
    );
    let unknown = dir.aloof("audit release --original eight.csv --policy unknown.toml");
    assert!(flat(&unknown.stdout).contains("This release assumes that nobody knows who is in the table."), "{unknown}");
    assert!(!flat(&unknown.stdout).contains("there and"), "{unknown}");
}

/// A manifest says only what a manifest of this program says, byte for byte.
#[test]
fn a_manifest_has_words_of_its_own() {
    assert_eq!(eight().aloof("audit release --original eight.csv").code, 0);
    let sly = "Ann 1000, Ben 1010";
    let places = [
        ("program.version", "/program/version", json!(sly)),
        ("method.algorithm", "/method/algorithm", json!(sly)),
        ("method.absence", "/method/absence", json!(sly)),
        ("method.suppress", "/method/suppress", json!("0.000")),
        ("output.format", "/output/format", json!(sly)),
        ("output.intervals", "/output/intervals", json!(sly)),
        ("audit.checks[0].view", "/audit/checks/0/view", json!(sly)),
        ("audit.checks[0].worst_risk", "/audit/checks/0/worst_risk", json!(sly)),
    ];
    for (told, at, word) in places {
        let dir = forge(eight(), &[], |said| *said.pointer_mut(at).unwrap() = word);
        left_open(&dir.aloof("audit release --original eight.csv"), told);
    }
    let added = [
        ("measured", json!({ "rows": [["Ann", "1000"], ["Ben", "1010"]] })),
        ("measured", json!(["Ann", "Ben"])),
        ("withheld", json!({ "absence": sly, "told": [] })),
    ];
    for (key, value) in added {
        let dir = forge(eight(), &[], |said| said[key] = value);
        left_open(&dir.aloof("audit release --original eight.csv"), key);
    }
    let column = [
        ("domain", json!(["1000", "1010"])),
        ("value_labels", json!(sly)),
        ("missing", json!(sly)),
        ("similar", json!(sly)),
    ];
    for (key, value) in column {
        let dir = forge(eight(), &[], |said| said["columns"][0][key] = value);
        let run = dir.aloof("audit release --original eight.csv");
        assert_eq!(run.code, 2, "{key}: {run}");
    }
}

/// Blanks, and the order of fields, can say something, too.
#[test]
fn a_manifest_has_bytes_of_its_own() {
    let text = eight().read("release/manifest.json");
    let said: Value = serde_json::from_str(&text).unwrap();
    let others = [
        text.replacen("\"tuples\"", " \t\"tuples\"", 1),
        format!("{text}\n\n"),
        serde_json::to_string_pretty(&said).unwrap(),
    ];
    for other in others {
        let dir = eight().and("release/manifest.json", other);
        left_open(&dir.aloof("audit release --original eight.csv"), "blanks, or fields in another order");
    }
}

/// What must be free is shown to whoever audits.
#[test]
fn what_else_a_manifest_says_is_shown() {
    type Change<'a> = &'a dyn Fn(&mut Value);
    let cases: [(&str, Change<'_>); 5] = [
        ("label of `age`: \"Ann 1000\"", &|said| said["columns"][0]["label"] = json!("Ann 1000")),
        ("domain of `pay`: \"1000\"", &|said| said["columns"][2]["domain"] = json!(["1000", "50000"])),
        ("missing_codes of `age`: \"Ann 1000\"", &|said| said["columns"][0]["missing_codes"] = json!(["Ann 1000"])),
        ("input.missing: \"Ann 1000\"", &|said| said["input"] = json!({ "missing": ["Ann 1000"] })),
        ("program.version: \"0.0.9\"", &|said| said["program"]["version"] = json!("0.0.9")),
    ];
    for (told, change) in cases {
        let dir = forge(eight(), &[], change);
        let run = dir.aloof("audit release --original eight.csv");
        let text = flat(&run.stdout);
        assert!(
            text.contains("The manifest beside the table says more, which anybody can read") && text.contains(told),
            "{told}\n{run}"
        );
    }
}

/// The row of the original at each place of the release.
fn rows_by_place(dir: &Workdir) -> Vec<usize> {
    let places = dir.read("private/places.csv");
    let pairs = places.lines().skip(1).map(|line| line.split_once(',').unwrap());
    let mut all: Vec<(usize, usize)> =
        pairs.map(|(row, place)| (place.parse().unwrap(), row.parse().unwrap())).collect();
    all.sort_unstable();
    all.into_iter().map(|(_, row)| row).collect()
}

/// What anybody can make again protects nobody.
#[test]
fn names_that_need_no_key() {
    let people: Vec<String> = (0..40).map(|at| format!("anna{at},{},{}\n", 20 + at * 7 % 40, at * 1000)).collect();
    let policy = "[columns]\nid = { role = \"pseudonym\" }\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 3\n";
    let dir = Workdir::with("people.csv", format!("id,age,pay\n{}", people.concat())).and("aloof.toml", policy);
    let made = dir.aloof("anonymize people.csv --out release --private private");
    assert_eq!(made.code, 0, "{made}");
    let call = "audit release --policy aloof.toml --original people.csv";
    let own = dir.aloof(call);
    assert!(own.code == 0 && flat(&own.stdout).contains("That a key was used no table can show."), "{own}");
    let whose = rows_by_place(&dir);
    let hex = |row: usize| format!("anna{row}").bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    let md5 = |row: usize| {
        let line = format!("printf anna{row} | md5sum");
        let output = std::process::Command::new("sh").args(["-c", &line]).output().unwrap();
        String::from_utf8(output.stdout).unwrap()[..32].to_owned()
    };
    let makers: [(&dyn Fn(usize) -> String, &str); 3] = [
        (&|row| format!("{:0>32}", hex(row)), "filled up with zeros"),
        (&|row| format!("{row:032x}"), "filled up with zeros"),
        (&md5, "40 names are the MD5 of one in the original"),
    ];
    let data = dir.read("release/data.csv");
    let mut dir = dir;
    for (make, told) in makers {
        let mut lines = data.lines();
        let mut forged = format!("{}\n", lines.next().unwrap());
        for (line, &row) in lines.zip(&whose) {
            writeln!(forged, "p{}{}", make(row), &line[33..]).unwrap();
        }
        dir = forge(dir, &[("data.csv", &forged)], |_| {});
        let run = dir.aloof(call);
        assert!(run.code == 1 && flat(&run.stdout).contains(told), "{told}\n{run}");
    }
}

/// Names of files that lead elsewhere are refused in words that are true, though the digest is right.
#[test]
fn a_release_lists_its_own_files() {
    let dir = eight();
    let output = std::process::Command::new("sha256sum").arg(dir.path("eight.csv")).output().unwrap();
    let digest = String::from_utf8(output.stdout).unwrap()[..64].to_owned();
    let said = json!({ "bytes": EIGHT.len(), "sha256": digest });
    let dir = forge(dir, &[], |manifest| manifest["files"]["../eight.csv"] = said);
    for call in ["audit release", "audit release --original eight.csv"] {
        let told = dir.refused(call);
        assert!(told.contains("it lists `../eight.csv`, which is no file of its directory"), "{told}");
        assert!(!told.contains("SHA-256 is another"), "{told}");
    }
}

#[test]
fn intervals_that_hold_nothing() {
    let policy = "--quasi age --sensitive pay --absolute 1 --m 2";
    let dir = Workdir::with("before.csv", "age,pay\n17,1\n18,9\n")
        .and("after.csv", "age,pay\n\"[17,17[\",1\n\"[17,17[\",9\n");
    let run = dir.aloof(&format!("audit after.csv --original before.csv {policy}"));
    let told = format!("{run}");
    assert!(run.code == 2 && flat(&told).contains("is empty: no value lies between its ends"), "{run}");
}

/// What is advised can be pasted into a policy.
#[test]
fn advice_is_toml() {
    let dir = Workdir::with("odd.csv", "age,\"q\"\"x\"\n17,1\n18,\n19,5\n20,9\n");
    let run = dir.run(
        &[
            "anonymize",
            "odd.csv",
            "--quasi",
            "age",
            "--sensitive",
            "q\"x",
            "--absolute",
            "1",
            "--m",
            "2",
            "--out",
            "release",
        ],
        b"",
    );
    assert!(run.code == 2 && run.stderr.contains("declare \"q\\\"x\" = { role = \"sensitive\""), "{run}");
}
