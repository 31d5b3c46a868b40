//! What a manifest says is its writer's word: it opens no file, makes nobody disappear, and promises nothing by itself.

use crate::common::{Run, Workdir, as_written};
use serde_json::{Value, json};

const PEOPLE: &str = "age,zip,pay\n17,12000,1000\n19,13000,1010\n20,14000,1020\n24,16000,50000\n29,21000,16000\n\
                      34,24000,24000\n39,36000,33000\n45,39000,31000\n";

/// An honest release of those who are older than 20.
fn released() -> Workdir {
    let young = |line: &&str| !["17,", "19,", "20,"].iter().any(|age| line.starts_with(age));
    let older: Vec<&str> = PEOPLE.lines().filter(young).collect();
    let dir = Workdir::with("all.csv", PEOPLE).and("older.csv", older.join("\n") + "\n").and(
        "policy.toml",
        "[columns]\nage = { role = \"quasi\" }\nzip = { role = \"quasi\" }\npay = { role = \"sensitive\", missing = \"drop\" }\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 2\n",
    );
    let made = dir.aloof("anonymize older.csv --policy policy.toml --out release --seed 1");
    assert_eq!(made.code, 0, "{made}");
    dir
}

/// With other words in its manifest.
fn say(dir: &Workdir, change: impl FnOnce(&mut Value)) {
    let mut manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    change(&mut manifest);
    std::fs::write(dir.path("release/manifest.json"), as_written(&manifest)).unwrap();
}

/// Not judged, for that reason.
fn left_open(run: &Run, reason: &str) {
    assert_eq!(run.code, 2, "{run}");
    let json = run.json();
    assert_eq!(json["verdict"], "measured", "{json}");
    assert!(json["open"].to_string().contains(reason), "{json}");
}

#[test]
fn a_manifest_names_no_population() {
    let dir = released().and("key.pem", "MY SECRET KEY,x\n1,2\n");
    let presence = |path: &str| json!([{ "principle": "presence", "high": "1", "low": "0", "population": path }]);
    for path in [dir.path("key.pem").display().to_string(), "../key.pem".to_owned(), "none.csv".to_owned()] {
        say(&dir, |manifest| manifest["protect"] = presence(&path));
        for call in ["audit release", "audit release --original older.csv"] {
            let run = dir.aloof(call);
            assert_eq!(run.code, 2, "{run}");
            assert!(
                run.stderr.contains("takes the population of presence, which no release holds; give the policy"),
                "{run}"
            );
            assert!(!format!("{run}").contains("MY SECRET KEY"), "{run}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_release_is_files_and_no_links() {
    for name in ["data.csv", "manifest.json"] {
        let dir = released();
        assert_eq!(dir.aloof("audit release").code, 0);
        std::fs::rename(dir.path("release").join(name), dir.path(name)).unwrap();
        std::os::unix::fs::symlink(dir.path(name), dir.path("release").join(name)).unwrap();
        let reason = format!("{name} of the release is a link to another place");
        left_open(&dir.aloof("audit release --json"), &reason);
        left_open(&dir.aloof("audit release --policy policy.toml --json"), &reason);
    }
}

/// Names that lead out of the release are none of its files, and are not opened: what stands there would end the audit otherwise.
#[test]
fn a_manifest_leads_nowhere_else() {
    for name in ["../key.pem", "/etc/hostname", "sub/../../key.pem", ".."] {
        let dir = released().and("key.pem", "secret\n");
        say(&dir, |manifest| manifest["files"][name] = json!({ "bytes": 7, "sha256": "00" }));
        let run = dir.aloof("audit release");
        assert!(run.code == 2 && run.stderr.contains("is no file of its directory and was not opened"), "{run}");
    }
}

/// Three people with near values are gone, and the manifest calls their values missing.
#[test]
fn a_manifest_makes_nobody_disappear() {
    let codes = json!(["1000", "1010", "1020"]);
    let dir = released();
    say(&dir, |manifest| {
        manifest["dropped"] = json!(3);
        manifest["input"] = json!({ "missing": codes });
    });
    let reason = "3 rows of the original count as without a value though something stands in their cell";
    left_open(&dir.aloof("audit release --original all.csv --json"), reason);
    // Whoever says it of their own data is believed.
    let own = dir.aloof("audit release --original all.csv --missing-text 1000 --missing-text 1010 --missing-text 1020");
    assert_eq!(own.code, 0, "{own}");
    // The same of one column, also of a quasi one.
    for (at, codes) in [(2, codes), (0, json!(["17", "19", "20"]))] {
        let dir = released();
        say(&dir, |manifest| {
            manifest["dropped"] = json!(3);
            manifest["columns"][at]["missing"] = json!("drop");
            manifest["columns"][at]["missing_codes"] = codes;
        });
        left_open(&dir.aloof("audit release --original all.csv --json"), reason);
    }
}

/// A cell that is empty needs nobody's word.
#[test]
fn who_has_no_value_may_be_dropped() {
    let dir = released();
    let lacking = PEOPLE.replace(",1000\n", ",\n").replace(",1010\n", ",\n").replace(",1020\n", ",\n");
    std::fs::write(dir.path("all.csv"), lacking).unwrap();
    say(&dir, |manifest| {
        manifest["dropped"] = json!(3);
        manifest["input"] = json!({ "missing": ["-9"] });
    });
    let run = dir.aloof("audit release --original all.csv");
    assert_eq!(run.code, 0, "{run}");
}

/// What every table keeps is no promise, and a release that makes no other does not pass.
#[test]
fn a_manifest_that_promises_nothing() {
    for rule in [
        json!({ "principle": "epsilon-m", "absolute": "0", "m": 1, "sensitive": "pay" }),
        json!({ "principle": "k-anonymity", "k": 1 }),
        json!({ "principle": "l-diversity", "l": 1, "sensitive": "pay" }),
    ] {
        let dir = released();
        say(&dir, |manifest| manifest["protect"] = json!([rule]));
        left_open(&dir.aloof("audit release --json"), "the manifest promises nothing: every table keeps");
        let page = dir.aloof("audit release");
        assert!(page.stdout.ends_with("NOT JUDGED\n"), "{page}");
    }
}

/// The two ends of what numbers can be are near 0, both of them, and the interval that holds them is longer than any number.
#[test]
fn a_neighbourhood_of_everything() {
    let most = "9".repeat(38);
    for values in [format!("1,{most}\n1,-{most}\n"), format!("1,{most}\n1,-{most}\n1,0\n")] {
        let dir = Workdir::with("t.csv", format!("q,s\n{values}"));
        let call = format!("audit t.csv --quasi q --sensitive s --absolute {most} --m 2");
        let run = dir.aloof(&call);
        assert_eq!(run.code, 1, "{run}");
        let run = dir.aloof(&format!("{call} --original t.csv"));
        assert_eq!(run.code, 1, "{run}");
    }
}
