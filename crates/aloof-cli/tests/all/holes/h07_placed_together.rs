//! Release, private directory and report appear together, and the exit code is the one that belongs to what is there. Killed
//! between two renames a run left the old release with the new assignment; a report that could not be written, a full standard
//! output or a late signal turned the exit code of a run whose release stood.

#![cfg(unix)]

use std::fs;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::Workdir;

const CALL: &str = "anonymize pay.csv --quasi age,town --sensitive pay --absolute 20 --m 4 --group-ids --out release \
                    --private private --report report.html --replace";

fn room(rows: usize) -> Workdir {
    let towns = ["ash", "elm", "oak"];
    let line = |row: usize| format!("{},{},{}\n", 20 + row * 7 % 50, towns[row % 3], 1000 + row * 37 % 9000);
    Workdir::with("pay.csv", "age,town,pay\n".to_owned() + &(0..rows).map(line).collect::<String>())
}

fn names(room: &Workdir) -> Vec<String> {
    let entries = fs::read_dir(room.path(".")).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Through a shell, which can give it any standard output.
fn shell(room: &Workdir, script: &str) -> i32 {
    let program = env!("CARGO_BIN_EXE_aloof");
    let done = Command::new("sh").args(["-c", &script.replace("ALOOF", program)]).current_dir(room.path(".")).output();
    done.unwrap().status.code().expect("an exit code")
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

/// Release, private directory and report are of one run: the digests agree, the groups have the same sizes, and the report
/// names the data's digest.
fn belong_together(room: &Workdir) -> bool {
    let check = "cd release && sha256sum --quiet --check ../private/release.sha256";
    let digests = Command::new("sh").args(["-c", check]).current_dir(room.path(".")).output().unwrap().status.success();
    let sizes = |text: &str, column: usize| {
        let mut sizes = std::collections::BTreeMap::<String, usize>::new();
        for line in text.lines().skip(1) {
            *sizes.entry(line.split(',').nth(column).unwrap().to_owned()).or_default() += 1;
        }
        sizes
    };
    let data = room.read("release/data.csv");
    let group = data.lines().next().unwrap().split(',').position(|name| name == "group").unwrap();
    let groups = sizes(&data, group) == sizes(&room.read("private/assignment.csv"), 1);
    let listed = room.read("private/release.sha256");
    let digest = listed.lines().find(|line| line.ends_with("data.csv")).and_then(|line| line.get(..64));
    digests && groups && digest.is_some_and(|digest| room.read("report.html").contains(digest))
}

#[test]
fn what_is_private_says_to_which_release_it_belongs() {
    let room = room(80);
    assert_eq!(room.aloof(CALL).code, 0);
    assert!(belong_together(&room));
    let other = CALL.replace("--out release --private private", "--out other --private other-private");
    assert_eq!(room.aloof(&other).code, 0);
    let evaluate = "evaluate --original pay.csv --quasi age,town --sensitive pay --queries 10 --group group --release";
    assert_eq!(room.aloof(&format!("{evaluate} release --private private")).code, 0);
    let told = room.refused(&format!("{evaluate} release --private other-private"));
    assert!(told.contains("it was made with another release"), "{told}");
}

#[test]
fn a_report_that_cannot_be_written_keeps_all_from_appearing() {
    let room = room(80);
    for report in ["nowhere/report.html", "pay.csv/report.html", "/proc/report.html", "."] {
        let run = room.aloof(&CALL.replace("report.html", report));
        assert_eq!((run.code, names(&room)), (2, vec!["pay.csv".to_owned()]), "{run}");
    }
    // It may fill the disk when everything else is written: files may not grow beyond 16 blocks.
    assert_eq!(shell(&room, &format!("trap '' XFSZ; ulimit -f 16; exec ALOOF {CALL}")), 2);
    assert_eq!(names(&room), ["pay.csv"]);
}

#[test]
fn standard_output_turns_no_exit_code() {
    for (at, out) in ["> /dev/full", "--json > /dev/full", ">&-", "2> /dev/full > /dev/full"].into_iter().enumerate() {
        let room = room(80);
        assert_eq!(shell(&room, &format!("ALOOF {CALL} {out}")), 0, "{out}");
        assert!(belong_together(&room), "{at}");
        assert_eq!(names(&room), ["pay.csv", "private", "release", "report.html"]);
    }
    // Where nothing was put in place, what cannot be told is a failure.
    assert_eq!(shell(&room(80), "ALOOF inspect pay.csv > /dev/full"), 2);
}

/// The reader of standard output does not read: the program waits with the release in place, and a signal ends it with 0.
#[test]
fn a_signal_after_the_release_is_in_place() {
    for signal in ["INT", "TERM", "HUP"] {
        let room = room(80);
        assert!(Command::new("mkfifo").arg(room.path("pipe")).status().unwrap().success());
        let mut child = Command::new("sh")
            .args(["-c", &format!("exec {} {CALL} --json > pipe", env!("CARGO_BIN_EXE_aloof"))])
            .current_dir(room.path("."))
            .spawn()
            .unwrap();
        // Opened and filled, never read.
        let pipe = fs::OpenOptions::new().read(true).write(true).open(room.path("pipe")).unwrap();
        std::io::Write::write_all(&mut &pipe, &vec![b'x'; 65_536]).unwrap();
        let started = Instant::now();
        while !room.path("release").exists() {
            assert!(started.elapsed() < Duration::from_mins(1), "no release");
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap().success()
        );
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
        assert!(belong_together(&room));
    }
}

/// 30 runs ended at points spread over the time that a run takes, every other by a signal that lets it sweep up;
/// `peers/kill_test.sh` does it hundreds of times.
#[test]
fn ended_at_any_moment() {
    let room = room(300);
    let started = Instant::now();
    assert_eq!(room.aloof(CALL).code, 0);
    let whole = started.elapsed();
    for run in 0..30u32 {
        let before = room.read("private/assignment.csv");
        // Another seed makes another release: without, the key that stands there would make the same one again.
        let mut child = spawn(&room, &format!("{CALL} --seed {run}"));
        std::thread::sleep(whole * (run + 1) / 28);
        let signal = if run % 2 == 0 { "-TERM" } else { "-KILL" };
        let _ = Command::new("kill").args([signal, &child.id().to_string()]).status();
        let code = child.wait().unwrap().code();
        if signal == "-KILL" {
            // What was half-done is put right by whoever comes next.
            let _ = room
                .aloof("evaluate --original pay.csv --release release --private private --quasi age --sensitive pay");
        }
        assert!(belong_together(&room), "run {run}");
        let new = room.read("private/assignment.csv") != before;
        match code {
            Some(0) => assert!(new, "run {run}: exit code 0 without a new release"),
            Some(code) => assert!(!new, "run {run}: exit code {code} with a new release"),
            None => {}
        }
    }
    assert_eq!(room.aloof(CALL).code, 0);
    assert_eq!(names(&room), ["pay.csv", "private", "release", "report.html"]);
}
