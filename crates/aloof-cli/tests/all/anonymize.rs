//! `aloof anonymize` as a user runs it, and all that can go wrong on the way: whatever happens, a release is there as a
//! whole or not at all, and one that was there stays.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{Run, Workdir};

const CALL: &str = "anonymize pay.csv --quasi age,town --sensitive pay --absolute 20 --m 4";

/// People whose pay is spread evenly.
fn table(rows: u64) -> String {
    let line = |at: u64| {
        let mixed = at.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        format!("p{at},{},town{},{}\n", 18 + (mixed >> 40) % 60, (mixed >> 50) % 7, at * 37 % (rows * 40))
    };
    (0..rows).map(line).fold("name,age,town,pay\n".to_owned(), |all, line| all + &line)
}

fn room(rows: u64) -> Workdir {
    Workdir::with("pay.csv", table(rows))
}

fn names(room: &Workdir) -> Vec<String> {
    let entries = fs::read_dir(room.path(".")).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Every file of a directory.
fn bytes(directory: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(directory).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap())).collect()
}

/// Complete: a manifest, the data it speaks of, and an audit that passes.
fn is_valid(room: &Workdir, release: &str) {
    let manifest: serde_json::Value = serde_json::from_str(&room.read(&format!("{release}/manifest.json"))).unwrap();
    assert_eq!(bytes(&room.path(release)).into_keys().collect::<Vec<_>>(), ["data.csv", "manifest.json"]);
    let size = fs::metadata(room.path(&format!("{release}/data.csv"))).unwrap().len();
    assert_eq!(manifest["files"]["data.csv"]["bytes"], size);
    let audit = CALL.replace("anonymize pay.csv", &format!("audit {release} --original pay.csv"));
    let found = room.aloof(&audit);
    assert_eq!(found.code, 0, "{found}");
}

fn refused(run: &Run, code: i32) {
    assert_eq!((run.code, run.stdout.as_str()), (code, ""), "{run}");
}

#[test]
fn a_release_and_what_the_program_says_of_it() {
    let room = room(200);
    let made = room.json(&format!("{CALL} --out release --private private --seed 7"));
    assert_eq!((&made["verdict"], &made["tuples"], &made["suppressed"]), (&"pass".into(), &200.into(), &0.into()));
    assert!(made["groups"].as_u64().unwrap() > 0 && made["loss"].as_f64().unwrap() > 0.0);
    for step in ["read", "solve", "audit", "write"] {
        assert!(made["seconds"][step].as_f64().unwrap() >= 0.0, "{step}");
    }
    is_valid(&room, "release");
    let text = room.read("release/data.csv");
    assert!(text.starts_with("age,town,pay\n") && text.lines().count() == 201, "{text}");
    let manifest = room.read("release/manifest.json");
    assert!(!manifest.contains("seed") && !manifest.contains("order"), "{manifest}");
    assert_eq!(room.read("private/seed.txt"), "7\n");
    let said = room.aloof(&format!("{CALL} --out second --seed 7 --threads 1"));
    assert!(said.code == 0 && said.stderr.is_empty() && said.stdout.contains("register view: holds"), "{said}");
    assert_eq!(bytes(&room.path("release")), bytes(&room.path("second")));
    // The audit of the release says the same of it, in the same words.
    let promise = "Nobody who knows everybody's age and town, and takes the rows of a group as equally likely, can tell \
                   the pay of anyone in this table to within 20 with more than 1 in 4 certainty.";
    let one_line = |run: &Run| run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(one_line(&said).contains(promise), "{said}");
    let audit = room.aloof("audit release");
    assert!(one_line(&audit).contains(promise), "{audit}");
    assert_eq!(room.json("audit release")["checks"][0]["promise"], promise);
}

/// In groups of four with four values far apart everybody runs just the risk that is allowed, which is not beyond it.
#[test]
fn a_page_counts_nobody_beyond_what_a_release_keeps() {
    let room = room(200);
    for view in ["register", "candidates"] {
        let made = room.json(&format!("{CALL} --view {view} --out {view} --seed 7 --report {view}.html"));
        let page = room.read(&format!("{view}.html"));
        let beyond = page.split(&format!("now, in the {view} view</th>")).nth(1).expect("a line of the table");
        assert!(beyond.contains("people beyond it\">0 of 200 (0%)</td></tr>"), "{made}");
        assert_eq!(page.contains("Nobody who knows everybody"), view == "register");
    }
}

/// Weaker views promise less, and nothing is said that would need more.
#[test]
fn a_weaker_view_makes_no_promise_in_the_words_of_the_register_view() {
    let room = room(200);
    for view in ["group", "candidates"] {
        let said = room.aloof(&format!("{CALL} --view {view} --out {view} --seed 7"));
        assert!(said.code == 0 && said.stdout.contains(&format!("{view} view: holds")), "{said}");
        assert!(!said.stdout.contains("Nobody"), "{said}");
    }
}

/// Schooling has an order, so groups show ranges of it, in that order; weights are for the search, `loss` stays plain.
#[test]
fn ordered_labels_and_weights() {
    let schools = ["none", "primary", "secondary", "tertiary"];
    let line = |at: u64| format!("{},{},{}\n", 20 + at * 7 % 50, schools[(at * 13 % 31 % 4) as usize], at * 37 % 4000);
    let data = (0..100).map(line).fold("age,school,pay\n".to_owned(), |all, line| all + &line);
    let policy = |age: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\"{age} }}\npay = {{ role = \"sensitive\" }}\n\
             school = {{ role = \"quasi\", order = [\"none\", \"primary\", \"secondary\", \"tertiary\"] }}\n\
             [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"20\"\nm = 4\n"
        )
    };
    let room =
        Workdir::with("pay.csv", data).and("plain.toml", policy("")).and("heavy.toml", policy(", weight = \"8\""));
    let plain = room.json("anonymize pay.csv --policy plain.toml --out plain --seed 1");
    let heavy = room.json("anonymize pay.csv --policy heavy.toml --out heavy --seed 1");
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    assert!(plain.get("weighted_loss").is_none() && number(&heavy["weighted_loss"]) > number(&heavy["loss"]));
    for (release, made) in [("plain", &plain), ("heavy", &heavy)] {
        let text = room.read(&format!("{release}/data.csv"));
        let rows: Vec<(f64, f64)> = text.lines().skip(1).map(|line| lost(line, &schools)).collect();
        let mean = |of: fn(&(f64, f64)) -> f64| rows.iter().map(of).sum::<f64>() / rows.len() as f64;
        let (age, school) = (mean(|row| row.0), mean(|row| row.1));
        assert!((number(&made["loss"]) - age - school).abs() < 1e-9, "{age} and {school}: {made}");
        if let Some(weighted) = made.get("weighted_loss") {
            assert!((number(weighted) - 8.0 * age - school).abs() < 1e-9, "{age} and {school}: {made}");
        }
        let audit = room.aloof(&format!("audit {release} --policy plain.toml --original pay.csv"));
        assert_eq!(audit.code, 0, "{audit}");
    }
    let age = |release: &str| -> f64 {
        let text = room.read(&format!("{release}/data.csv"));
        text.lines().skip(1).map(|line| lost(line, &schools).0).sum()
    };
    assert!(age("heavy") < age("plain"), "what weighs more loses less");
}

/// What a released row `20..30,{none|primary},…` loses of ages 20 to 69 and of four schools; a set must be a range.
fn lost(line: &str, schools: &[&str]) -> (f64, f64) {
    let mut cells = line.split(',');
    let ends: Vec<f64> = cells.next().unwrap().split("..").map(|end| end.parse().unwrap()).collect();
    let set = cells.next().unwrap().trim_matches(['"', '{', '}']);
    let members: Vec<&str> = set.split('|').collect();
    let first = schools.iter().position(|school| *school == members[0]).unwrap();
    assert_eq!(schools[first..first + members.len()], members);
    ((ends[ends.len() - 1] - ends[0]) / 49.0, (members.len() - 1) as f64 / 3.0)
}

#[test]
fn formats_by_flags() {
    let room = room(200);
    let run = room.aloof(&format!("{CALL} --out r --format parquet --intervals bounds --group-ids --quiet"));
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    assert!(room.path("r/data.parquet").exists());
    let audit = CALL.replace("anonymize pay.csv", "audit r --original pay.csv") + " --group group";
    assert_eq!(room.aloof(&audit).code, 0);
}

#[test]
fn an_existing_release_stays_unless_it_is_to_be_replaced() {
    let room = room(100);
    assert_eq!(room.aloof(&format!("{CALL} --out release --seed 1")).code, 0);
    let before = bytes(&room.path("release"));
    let run = room.aloof(&format!("{CALL} --out release --seed 2"));
    refused(&run, 2);
    assert!(run.stderr.contains("--replace"), "{run}");
    // What cannot be had leaves it alone too, also where it was to be replaced.
    refused(&room.aloof(&format!("{} --out release --replace", CALL.replace("--m 4", "--m 101"))), 3);
    refused(&room.aloof(&format!("{} --out release --replace", CALL.replace("pay.csv", "gone.csv"))), 2);
    assert_eq!(bytes(&room.path("release")), before);
    assert_eq!(room.aloof(&format!("{CALL} --out release --seed 2 --replace")).code, 0);
    assert_ne!(bytes(&room.path("release")), before);
    is_valid(&room, "release");
    assert_eq!(names(&room), ["pay.csv", "release"]);
    // An empty directory or a file is something that exists.
    fs::create_dir(room.path("empty")).unwrap();
    refused(&room.aloof(&format!("{CALL} --out empty")), 2);
    refused(&room.aloof(&format!("{CALL} --out pay.csv --replace")), 2);
    assert_eq!(names(&room), ["empty", "pay.csv", "release"]);
}

#[test]
fn what_is_impossible_exits_3_and_writes_nothing() {
    let room = Workdir::with("pay.csv", "age,town,pay\n1,a,100\n2,a,110\n3,b,120\n4,b,900\n");
    let run = room.aloof(&format!("{CALL} --out release --private private"));
    refused(&run, 3);
    insta::assert_snapshot!(run.stderr, @r#"error: pay: (20, 4)-anonymity in the register view is impossible for these data: 3 of 4 rows lie in an interval of length 40, so nothing can be promised. Nearest: no m above 1 can be had for this ε; for m = 4, ε must stay below 5. With view = "group" no m above 1 could be had either, and for m = 4, ε must stay below 10, against someone who guesses only around values that occur. Withholding rows does not help"#);
    assert_eq!(names(&room), ["pay.csv"]);
    let run = room.aloof(&format!("{CALL} --view candidates --out release --private private"));
    refused(&run, 3);
    insta::assert_snapshot!(run.stderr, @r#"error: pay: (20, 4)-anonymity in the candidates view, with every group keeping it, is impossible for these data: 3 of 4 rows lie in an interval of length 20, so nothing can be promised. Nearest: no m above 1 is certain in this view for this ε; for m = 4, ε must stay below 5. With view = "group" no m above 1 could be had either, and for m = 4, ε must stay below 10; up to there the candidates view is sometimes found. Withholding rows does not help"#);
    assert_eq!(names(&room), ["pay.csv"]);
}

#[test]
fn a_place_that_cannot_be_written() {
    let room = room(50);
    for out in ["/proc/release", "nowhere/release", "pay.csv/release", "..", "/"] {
        refused(&room.aloof(&format!("{CALL} --out {out}")), 2);
    }
    assert_eq!(names(&room), ["pay.csv"]);
}

#[cfg(unix)]
#[test]
fn a_read_only_directory() {
    use std::os::unix::fs::PermissionsExt;
    let room = room(50);
    fs::create_dir(room.path("shelf")).unwrap();
    fs::set_permissions(room.path("shelf"), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(room.path("shelf/probe"), "").is_ok() {
        fs::remove_file(room.path("shelf/probe")).unwrap();
        eprintln!("skipped: this user may write everywhere");
        return;
    }
    refused(&room.aloof(&format!("{CALL} --out shelf/release")), 2);
    assert!(fs::read_dir(room.path("shelf")).unwrap().next().is_none());
}

/// Files may not grow beyond 8 blocks: as on a full disk, a write fails in the middle.
#[cfg(unix)]
#[test]
fn a_disk_that_is_full() {
    let room = room(2000);
    assert_eq!(room.aloof(&format!("{CALL} --out old --seed 1")).code, 0);
    let before = bytes(&room.path("old"));
    for out in ["new", "old --replace", "new --private private"] {
        let program = env!("CARGO_BIN_EXE_aloof");
        let shell = format!("trap '' XFSZ; ulimit -f 8; exec {program} {CALL} --out {out}");
        let done = Command::new("sh").args(["-c", &shell]).current_dir(room.path(".")).output().unwrap();
        assert_eq!(done.status.code(), Some(2), "{}", String::from_utf8_lossy(&done.stderr));
        assert_eq!(names(&room), ["old", "pay.csv"]);
        assert_eq!(bytes(&room.path("old")), before);
    }
}

/// The same on a real disk of 16 kB, where one may be mounted.
#[cfg(target_os = "linux")]
#[test]
fn a_small_disk_that_is_full() {
    let room = room(3000);
    let disk = room.path("disk");
    fs::create_dir(&disk).unwrap();
    let mount = Command::new("mount").args(["-t", "tmpfs", "-o", "size=16k", "none"]).arg(&disk).output();
    if !mount.is_ok_and(|done| done.status.success()) {
        eprintln!("skipped: this user may not mount a disk");
        return;
    }
    let run = room.aloof(&format!("{CALL} --out disk/release"));
    let left = fs::read_dir(&disk).unwrap().count();
    assert!(Command::new("umount").arg(&disk).status().unwrap().success());
    refused(&run, 2);
    assert!(run.stderr.contains("cannot be written"), "{run}");
    assert_eq!(left, 0);
}

fn spawn(room: &Workdir, line: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_aloof"))
        .args(line.split_whitespace())
        .current_dir(room.path("."))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// A run that has staged its directory and waits for data that do not come.
#[cfg(unix)]
fn waiting(room: &Workdir) -> Child {
    if !room.path("pipe").exists() {
        assert!(Command::new("mkfifo").arg(room.path("pipe")).status().unwrap().success());
    }
    let child = spawn(room, &format!("{} --out release --private private", CALL.replace("pay.csv", "pipe")));
    let started = Instant::now();
    while names(room).iter().filter(|name| name.contains(".aloof-")).count() < 2 {
        assert!(started.elapsed() < Duration::from_mins(1), "nothing was staged");
        std::thread::sleep(Duration::from_millis(5));
    }
    child
}

#[cfg(unix)]
#[test]
fn signals_leave_nothing_behind() {
    let room = room(50);
    for signal in ["INT", "TERM", "HUP"] {
        let mut child = waiting(&room);
        // Let the program get to where it waits.
        std::thread::sleep(Duration::from_millis(50));
        let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{signal}");
        assert_eq!(names(&room), ["pay.csv", "pipe"]);
    }
}

#[cfg(unix)]
#[test]
fn what_a_killed_run_left_is_removed_by_the_next() {
    let room = room(50);
    let mut child = waiting(&room);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(names(&room).len(), 4);
    // Not by one that makes something else, and not what a living run holds.
    let mut living = waiting(&room);
    assert_eq!(names(&room).len(), 4);
    assert_eq!(room.aloof(&format!("{CALL} --out other")).code, 0);
    assert_eq!(names(&room).len(), 5);
    living.kill().unwrap();
    living.wait().unwrap();
    assert_eq!(room.aloof(&format!("{CALL} --out release --private private")).code, 0);
    assert_eq!(names(&room), ["other", "pay.csv", "pipe", "private", "release"]);
}

/// 24 runs killed at points spread over the time that a run takes; `peers/kill_test.sh` does it 200 times.
#[test]
fn killed_at_any_moment() {
    let room = room(600);
    let started = Instant::now();
    assert_eq!(room.aloof(&format!("{CALL} --out timing")).code, 0);
    let whole = started.elapsed();
    for run in 0..24u32 {
        let replace = if run % 2 == 0 { "" } else { " --replace" };
        let before = room.path("release").exists();
        let mut child = spawn(&room, &format!("{CALL} --out release{replace}"));
        std::thread::sleep(whole * (run + 1) / 22);
        child.kill().unwrap();
        child.wait().unwrap();
        if room.path("release").exists() {
            is_valid(&room, "release");
        } else {
            assert!(!before, "the release that stood there is gone");
        }
        if run % 6 == 5 && room.path("release").exists() {
            fs::remove_dir_all(room.path("release")).unwrap();
        }
    }
    assert_eq!(room.aloof(&format!("{CALL} --out release --replace")).code, 0);
    is_valid(&room, "release");
    assert_eq!(names(&room), ["pay.csv", "release", "timing"]);
}

/// One page for people, outside of the release, without any value of the sensitive column.
#[test]
fn a_report_is_one_page_and_lies_outside() {
    let room = room(200);
    let made = room.json(&format!("{CALL} --out release --report report.html"));
    assert_eq!(made["verdict"], "pass");
    let page = room.read("report.html");
    for part in ["<!DOCTYPE html>", "<main>", "<svg", "What is signed", "What is not promised", "</html>"] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("http-equiv") && !page.contains("<script") && !page.contains("src="));
    is_valid(&room, "release");
    refused(&room.aloof(&format!("{CALL} --out other --report other/report.html")), 2);
    assert_eq!(names(&room), ["pay.csv", "release", "report.html"]);
    let advice = room.aloof("advise pay.csv --sensitive pay --absolute 20 --m 4 --report advice.html");
    assert_eq!(advice.code, 0, "{advice}");
    assert!(room.read("advice.html").contains("What could be promised of pay"));
}
