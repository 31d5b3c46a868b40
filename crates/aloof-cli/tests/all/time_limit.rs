//! `--time-limit`: the best release that was found within it, the same one again from what was recorded, and never an unsafe one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::{Run, Workdir};

const CALL: &str = "anonymize pay.csv --quasi age,town --sensitive pay --absolute 20 --m 4";

/// People whose pay is spread evenly.
fn table(rows: u64) -> String {
    let line = |at: u64| {
        // Bits that have nothing to do with each other (the finalizer of splitmix64).
        let mixed = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        format!("{},town{},{}\n", 18 + mixed % 60, (mixed >> 32) % 30, at * 37 % (rows * 40))
    };
    (0..rows).map(line).fold("age,town,pay\n".to_owned(), |all, line| all + &line)
}

fn room(rows: u64) -> Workdir {
    Workdir::with("pay.csv", table(rows))
}

/// Every file of a directory.
fn bytes(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

fn done(run: &Run) -> Value {
    assert_eq!(run.code, 0, "{run}");
    run.json()
}

fn notes(made: &Value) -> String {
    let notes = made["notes"].as_array().map_or(&[][..], Vec::as_slice);
    notes.iter().map(|note| note.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

fn policy(protect: &str, method: &str) -> String {
    format!(
        "[columns]\nage = {{ role = \"quasi\" }}\ntown = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n{protect}\n[method]\n{method}\n"
    )
}

const FAR_APART: &str = "[[protect]]\nprinciple = \"dissimilarity\"\ndistance = { kind = \"l1\" }\nepsilon = \"400\"\n\
                         delta = \"0.8\"\nk = 10\nview = \"group\"";

/// Whatever is asked for, and however short the time: a release that holds, or a refusal that names the limit.
#[test]
fn no_time_at_all_is_enough_or_named() {
    let near =
        |view: &str| format!("[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"20\"\nm = 4\nview = \"{view}\"");
    let count = "[[protect]]\nprinciple = \"k-anonymity\"\nk = 5".to_owned();
    let cases = [near("register"), near("group"), near("candidates"), count.clone(), FAR_APART.to_owned()];
    let room = room(400);
    let mut refused = 0;
    for (at, protect) in cases.iter().enumerate() {
        for limit in ["0", "1ms"] {
            let (name, out) = (format!("p{at}.toml"), format!("r{at}-{limit}"));
            fs::write(room.path(&name), policy(protect, &format!("time_limit = \"{limit}\""))).unwrap();
            let run = room.aloof(&format!("anonymize pay.csv --policy {name} --out {out} --seed 1 --json"));
            if run.code == 3 {
                let document: Value = serde_json::from_str(&run.stdout).unwrap();
                assert_eq!(document["error"]["kind"], "not-found", "{run}");
                assert_eq!(
                    document["error"]["nearest"]["time_limit"]["limit"],
                    if limit == "0" { "0s" } else { "0.001s" }
                );
                assert!(run.stderr.contains("with more time it may be found"), "{run}");
                refused += 1;
                continue;
            }
            let made = done(&run);
            assert_eq!((&made["verdict"], &made["work"]["ended"]), (&"pass".into(), &"time-limit".into()), "{made}");
            let estimated = &made["seconds"]["estimated"];
            assert!(estimated.as_f64().is_none_or(|seconds| seconds <= 0.001), "a limit is kept, not foreseen: {made}");
            let audit = room.aloof(&format!("audit {out} --original pay.csv --policy {name}"));
            assert_eq!(audit.code, 0, "{audit}");
        }
    }
    // Only where the first groups need a search, and all rows as one group do not do.
    assert!(refused <= 2, "{refused}");
}

/// A walk goes as far as there is time, and every column goes some way.
#[test]
fn a_walk_without_time_still_moves() {
    let line = |at: u64| format!("{},{}\n", at * 7_919 % 100_003, at * 104_729 % 90_001);
    let data = (0..300).map(line).fold("a,b\n".to_owned(), |all, line| all + &line);
    let walk = "[columns]\na = { role = \"quasi\" }\nb = { role = \"quasi\" }\n[method]\nalgorithm = \"walk\"\ntime_limit = 0\n";
    let room = Workdir::with("pay.csv", data).and("walk.toml", walk);
    let call = "anonymize pay.csv --policy walk.toml --seed 1 --json";
    let made = done(&room.aloof(&format!("{call} --out first --private p1")));
    assert_eq!(
        (&made["work"]["steps"], &made["work"]["ended"]),
        (&serde_json::json!([0]), &"time-limit".into()),
        "{made}"
    );
    fs::create_dir(room.path("p2")).unwrap();
    fs::copy(room.path("p1/work.json"), room.path("p2/work.json")).unwrap();
    let again = done(&room.aloof(&format!("{call} --out second --private p2 --threads 1")));
    assert_eq!(again["work"]["ended"], "recorded");
    assert_eq!(bytes(&room.path("first")), bytes(&room.path("second")));
}

#[test]
fn recorded_work_gives_the_same_bytes() {
    let room = room(3_000);
    let call = format!("{CALL} --time-limit 300ms --json");
    let made = done(&room.aloof(&format!("{call} --out first --private private")));
    assert_eq!(made["work"]["time_limit"], "0.3s");
    let record: Value = serde_json::from_str(&room.read("private/work.json")).unwrap();
    assert_eq!((&record["steps"], &record["method"]), (&made["work"]["steps"], &"split".into()));
    for threads in [1, 2] {
        // A directory that holds nothing but the key and the work is used as it is.
        let (private, out) = (format!("again{threads}"), format!("out{threads}"));
        fs::create_dir(room.path(&private)).unwrap();
        for file in ["key", "work.json"] {
            fs::copy(room.path("private").join(file), room.path(&private).join(file)).unwrap();
        }
        let again = done(&room.aloof(&format!("{call} --out {out} --private {private} --threads {threads}")));
        assert_eq!((&again["work"]["ended"], &again["work"]["steps"]), (&"recorded".into(), &record["steps"]));
        assert!(notes(&again).contains("were taken again"), "{again}");
        assert_eq!(bytes(&room.path("first")), bytes(&room.path(&out)), "{threads}");
        assert_eq!(bytes(&room.path("private")), bytes(&room.path(&private)), "{threads}");
    }
    // And in its own place, whatever the clock says.
    let again = done(&room.aloof(&format!("{call} --out first --private private --replace")));
    assert_eq!(again["work"]["ended"], "recorded");
    assert_eq!(bytes(&room.path("first")), bytes(&room.path("out1")));
}

/// What was recorded is for the same people, policy (the limit is part of it) and key alone.
#[test]
fn a_record_of_something_else_is_not_used_and_that_is_said() {
    let room = room(300).and("other.csv", table(301));
    let call = |data: &str, more: &str| {
        room.aloof(&format!("{} --private private --replace --json {more}", CALL.replace("pay.csv", data)))
    };
    done(&room.aloof(&format!("{CALL} --private private --time-limit 5s --out out --json")));
    let first = room.read("private/work.json");
    let same = done(&call("pay.csv", "--time-limit 5000ms --out out"));
    assert_eq!(same["work"]["ended"], "recorded");
    for (data, more) in [
        ("other.csv", "--time-limit 5s"),
        ("pay.csv", "--time-limit 6s"),
        ("pay.csv", "--time-limit 5s --suppress 0.01"),
        ("pay.csv", "--time-limit 5s --seed 4"),
    ] {
        fs::write(room.path("private/work.json"), &first).unwrap();
        let made = done(&call(data, &format!("{more} --out out")));
        // Whether it ends by itself or by the clock depends on the machine.
        assert!(["no-gain", "time-limit"].contains(&made["work"]["ended"].as_str().unwrap()), "{made}");
        assert!(notes(&made).contains("work.json in the private directory was not used"), "{made}");
        assert_ne!(room.read("private/work.json"), first);
    }
    // Without a limit the work is what the table says, and no record is left of another.
    fs::write(room.path("private/work.json"), &first).unwrap();
    let made = done(&call("pay.csv", "--out out"));
    assert!(made["work"].is_null() && notes(&made).contains("was not used"), "{made}");
    assert!(!room.path("private/work.json").exists());
}

#[test]
fn a_record_that_is_none_is_refused_before_anything_is_read() {
    let room = room(60);
    done(&room.aloof(&format!("{CALL} --private private --time-limit 1s --out out --json")));
    let (release, whole) = (bytes(&room.path("out")), room.read("private/work.json"));
    for text in [
        "",
        "{",
        "[]",
        "{\n}",
        "{\n\"made_of\": \"x\"}",
        &whole.replace("steps", "stops"),
        &whole.replace('[', "[-1, "),
    ] {
        fs::write(room.path("private/work.json"), text).unwrap();
        let run = room.aloof(&format!("{CALL} --private private --time-limit 1s --out out --replace"));
        let said = run.refused();
        assert!(
            said.contains("private/work.json: this is no record of work") && said.contains("search anew"),
            "{said}"
        );
        assert_eq!((bytes(&room.path("out")), room.read("private/work.json")), (release.clone(), text.to_owned()));
    }
}

/// A limit that is longer than need be is used for a better release, and not used up.
#[test]
fn a_long_limit_loses_no_more_and_ends_early() {
    let room = room(600);
    let planned = done(&room.aloof(&format!("{CALL} --effort good --out planned --seed 1 --json")));
    let started = Instant::now();
    let made = done(&room.aloof(&format!("{CALL} --effort good --time-limit 1h --out long --seed 1 --json")));
    assert!(started.elapsed() < Duration::from_mins(10));
    assert_eq!(made["work"]["ended"], "no-gain");
    assert!(made["loss"].as_f64().unwrap() < planned["loss"].as_f64().unwrap(), "{planned} {made}");
    assert!(notes(&made).contains("nothing more was gained"), "{made}");
    // Nobody keeps what was done: that is said.
    assert!(notes(&made).contains("cannot be made again"), "{made}");
}

#[test]
fn what_is_not_found_is_not_found_in_time() {
    let crowded = FAR_APART.replace("\"400\"", "\"35000\"");
    let room = room(4_000).and("far.toml", policy(&crowded, "time_limit = \"700ms\""));
    let started = Instant::now();
    let run = room.aloof("anonymize pay.csv --policy far.toml --out out --private private --json");
    let took = started.elapsed();
    assert_eq!(run.code, 3, "{run}");
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(document["error"]["kind"], "not-found");
    assert_eq!(document["error"]["nearest"]["time_limit"]["limit"], "0.7s", "{run}");
    assert!(run.stderr.contains("The time limit of 0.7s ended the search after"), "{run}");
    // Without the limit it takes ten seconds of processor time; the machine may have other work.
    assert!(took < Duration::from_secs(7), "{took:?}");
    assert!(!room.path("out").exists() && !room.path("private").exists());
}

#[test]
fn times_that_are_none_are_refused() {
    let room = room(20);
    for time in ["-1", "abc", "1e99h", "8761h", "1d", ""] {
        let line = format!("{CALL} --out out");
        let arguments: Vec<&str> = line.split_whitespace().chain(["--time-limit", time]).collect();
        let said = room.run(&arguments, b"").refused();
        assert!(said.contains("--time-limit: `time_limit` must be a time such as \"60s\""), "{said}");
    }
    for (method, why) in [
        ("algorithm = \"mondrian\"\ntime_limit = \"1s\"", "does not search"),
        ("algorithm = \"perturb\"\ntime_limit = \"1s\"", "does not search"),
        ("algorithm = \"walk\"\nsteps = 5\ntime_limit = \"1s\"", "`steps` says how long to walk"),
        ("algorithm = \"split\"\nvariant = \"printed\"\ntime_limit = \"1s\"", "runs to its end"),
        ("time_limit = true", "must be a time such as"),
    ] {
        let protect = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"20\"\nm = 4";
        fs::write(room.path("p.toml"), policy(protect, method)).unwrap();
        let said = room.refused("anonymize pay.csv --policy p.toml --out out");
        assert!(said.contains(why) && said.contains("p.toml, line"), "{said}");
    }
    assert!(!room.path("out").exists());
}

/// How long it will take is told; a release tells nothing of time.
#[test]
fn an_estimate_is_told_and_the_manifest_is_silent() {
    let room = room(2_000);
    let made = done(&room.aloof(&format!("{CALL} --out out --seed 1 --json --time-limit 2s")));
    let estimated = made["seconds"]["estimated"].as_f64().unwrap();
    assert!(estimated > 0.0 && estimated < 600.0, "{made}");
    let manifest = room.read("out/manifest.json");
    for word in ["time", "limit", "steps", "work", "seconds", "estimated"] {
        assert!(!manifest.contains(word), "{word}: {manifest}");
    }
    // The estimate changes nothing of a release without a limit.
    let plain = done(&room.aloof(&format!("{CALL} --out plain --seed 1 --json --threads 1")));
    assert!(plain["seconds"]["estimated"].as_f64().unwrap() > 0.0 && plain["work"].is_null(), "{plain}");
    done(&room.aloof(&format!("{CALL} --out same --seed 1 --json --threads 2")));
    assert_eq!(bytes(&room.path("plain")), bytes(&room.path("same")));
}

/// Two releases of the same people within different times do not stand in the same order.
#[test]
fn other_work_is_drawn_in_another_order() {
    let room = room(400).and("k/key", "ab".repeat(32));
    fs::create_dir(room.path("l")).unwrap();
    fs::copy(room.path("k/key"), room.path("l/key")).unwrap();
    let call = format!("{CALL} --time-limit 60s --json");
    let long = done(&room.aloof(&format!("{call} --out long --private k")));
    // The same key, people and policy, with another number of steps.
    let record = room.read("k/work.json");
    let steps = format!("{}", long["work"]["steps"][0]);
    fs::write(room.path("l/work.json"), record.replace(&steps, "1")).unwrap();
    let short = done(&room.aloof(&format!("{call} --out short --private l")));
    assert_eq!(short["work"]["steps"], serde_json::json!([1]));
    let pays = |release: &str| -> Vec<String> {
        room.read(&format!("{release}/data.csv"))
            .lines()
            .map(|line| line.rsplit(',').next().unwrap().to_owned())
            .collect()
    };
    let (one, other) = (pays("long"), pays("short"));
    let same = one.iter().zip(&other).skip(1).filter(|(a, b)| a == b).count();
    assert!(same < 20, "{same} of 400 rows stand where they stood");
}
