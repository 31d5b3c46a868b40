//! `--replace` removed whatever directory was named, also the one with the input in it; `--report` wrote over the input, the
//! policy and files of the release, and through a link at `NAME.part`. Now only a release gives way, and nothing that is read.

use std::fs;

use crate::common::{Run, Workdir};

const DATA: &str = "age,town,pay\n21,a,100\n22,a,200\n23,b,300\n24,b,400\n25,c,500\n26,c,600\n27,d,700\n28,d,800\n";
const FLAGS: &str = "--quasi age,town --sensitive pay --absolute 20 --m 2";
const POLICY: &str = "[columns]\nage = { role = \"quasi\" }\ntown = { role = \"quasi\", hierarchy = \"towns.csv\" }\n\
                      pay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"20\"\nm = 2\n";
const TOWNS: &str = "a;west;*\nb;west;*\nc;east;*\nd;east;*\n";

fn room() -> Workdir {
    Workdir::with("work/pay.csv", DATA).and("work/aloof.toml", POLICY).and("work/towns.csv", TOWNS)
}

/// A refusal that names `word` and leaves what was there.
fn refused(room: &Workdir, run: &Run, word: &str) {
    assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run}");
    assert!(run.stderr.contains(word), "`{word}`: {run}");
    for (name, text) in [("pay.csv", DATA), ("aloof.toml", POLICY), ("towns.csv", TOWNS)] {
        assert_eq!(room.read(&format!("work/{name}")), text, "{name}");
    }
    let hidden = |directory: &str| {
        let names = fs::read_dir(room.path(directory)).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().contains(".aloof-")).count()
    };
    assert_eq!(hidden(".") + hidden("work"), 0);
}

#[test]
fn a_directory_with_the_input_in_it_is_not_replaced() {
    let room = room();
    let anonymize = |out: &str| room.aloof(&format!("anonymize work/pay.csv --policy work/aloof.toml {out} --replace"));
    refused(&room, &anonymize("--out work"), "work/pay.csv");
    refused(&room, &anonymize("--out release --private work"), "work/pay.csv");
    // Also where it looks like a release, and where only the hierarchy lies in it.
    let copy = "work/manifest.json";
    let files = r#"{"pay.csv": {}, "aloof.toml": {}, "towns.csv": {}}"#;
    fs::write(room.path(copy), format!(r#"{{"program": {{"name": "aloof"}}, "files": {files}}}"#)).unwrap();
    refused(&room, &anonymize("--out work"), "work/pay.csv");
    fs::copy(room.path("work/pay.csv"), room.path("pay.csv")).unwrap();
    let elsewhere = room.aloof("anonymize pay.csv --policy work/aloof.toml --out work --replace");
    refused(&room, &elsewhere, "which is read here");
    // Through a link, too.
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(room.path("work/pay.csv"), room.path("link.csv")).unwrap();
        refused(&room, &room.aloof(&format!("anonymize link.csv {FLAGS} --out work --replace")), "which is read here");
        std::os::unix::fs::symlink(room.path("work"), room.path("play")).unwrap();
        refused(&room, &anonymize("--out play"), "not a directory");
    }
}

#[test]
fn only_a_release_is_replaced() {
    let room = room().and("thesis/chapter.tex", "years").and("papers/notes.txt", "mine");
    let anonymize = |out: &str| room.aloof(&format!("anonymize work/pay.csv {FLAGS} {out} --replace"));
    refused(&room, &anonymize("--out thesis"), "manifest.json");
    refused(&room, &anonymize("--out release --private papers"), "`notes.txt`");
    assert_eq!((room.read("thesis/chapter.tex"), room.read("papers/notes.txt")), ("years".into(), "mine".into()));
    // A release with something else in it stays; without, it gives way.
    let made = anonymize("--out release --private private");
    assert_eq!(made.code, 0, "{made}");
    fs::write(room.path("release/readme.txt"), "for the reader").unwrap();
    refused(&room, &anonymize("--out release"), "`readme.txt`");
    fs::remove_file(room.path("release/readme.txt")).unwrap();
    assert_eq!(anonymize("--out release --private private").code, 0);
}

#[test]
fn a_report_takes_no_place_of_what_is_read() {
    let room = room();
    let call =
        |report: &str| room.aloof(&format!("anonymize work/pay.csv --policy work/aloof.toml --out release {report}"));
    for input in ["work/pay.csv", "work/aloof.toml", "work/towns.csv", "work/../work/pay.csv"] {
        for replace in ["", " --replace"] {
            refused(&room, &call(&format!("--report {input}{replace}")), "is read here");
        }
    }
    assert!(!room.path("release").exists());
    for place in ["release", "release/report.html"] {
        refused(&room, &call(&format!("--report {place}")), "--report must lie outside of --out");
    }
    refused(&room, &call("--private private --report private/r.html"), "--report must lie outside of --private");
    assert_eq!(call("--private private").code, 0);
    let before = room.read("release/manifest.json");
    // Every command that writes a file, and every kind of input.
    let policy = "--policy work/aloof.toml";
    for call in [
        format!("audit release --original work/pay.csv {policy} --report"),
        format!("audit release --original work/pay.csv {policy} --violations"),
        format!("evaluate --original work/pay.csv --release release {policy} --queries 10 --report"),
        format!("compare work/pay.csv release {policy} --queries 10 --report"),
        format!("advise work/pay.csv {policy} --report"),
    ] {
        for place in ["work/pay.csv", "work/aloof.toml", "work/towns.csv"] {
            refused(&room, &room.aloof(&format!("{call} {place} --replace")), "is read here");
        }
        for place in ["release/manifest.json", "release/page.html", "private/assignment.csv", "private/page.html"] {
            let run = room.aloof(&format!("{call} {place} --replace"));
            assert_eq!(run.code, 2, "{run}");
        }
        // What stands there stays, unless it may go.
        fs::write(room.path("page.html"), "mine").unwrap();
        refused(&room, &room.aloof(&format!("{call} page.html")), "say --replace");
        assert_eq!(room.read("page.html"), "mine");
        let run = room.aloof(&format!("{call} page.html --replace"));
        assert_eq!(run.code, 0, "{run}");
        assert_ne!(room.read("page.html"), "mine");
    }
    assert_eq!(room.read("release/manifest.json"), before);
}

#[cfg(unix)]
#[test]
fn nothing_is_written_through_a_link() {
    use std::os::unix::fs::symlink;
    let room = room().and("diary.txt", "mine");
    for name in ["report.html.part", "page.html", "people.csv", "first.toml"] {
        symlink(room.path("diary.txt"), room.path(name)).unwrap();
    }
    let made = room.aloof(&format!("anonymize work/pay.csv {FLAGS} --out release --report report.html"));
    assert_eq!(made.code, 0, "{made}");
    refused(
        &room,
        &room.aloof(&format!("advise work/pay.csv {FLAGS} --report page.html --replace")),
        "not a regular file",
    );
    refused(
        &room,
        &room.aloof(&format!("audit work/pay.csv {FLAGS} --violations page.html --replace")),
        "not a regular file",
    );
    refused(&room, &room.aloof("generate census --rows 5 --out people.csv --replace"), "not a regular file");
    refused(&room, &room.aloof("inspect work/pay.csv --write-policy first.toml"), "exists already");
    assert_eq!(room.read("diary.txt"), "mine");
}

#[test]
fn a_generated_table_takes_no_place_unasked() {
    let room = Workdir::with("people.csv", "mine");
    assert!(room.refused("generate census --rows 5 --out people.csv").contains("say --replace"));
    assert_eq!(room.read("people.csv"), "mine");
    assert_eq!(room.aloof("generate census --rows 5 --out people.csv --replace --quiet").code, 0);
    assert_eq!(room.read("people.csv").lines().count(), 6);
}

/// The staged release could be read by everybody while nobody had judged it.
#[cfg(unix)]
#[test]
fn nobody_else_reads_what_is_not_judged() {
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let room = Workdir::new();
    assert!(Command::new("mkfifo").arg(room.path("pipe")).status().unwrap().success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_aloof"))
        .args(format!("anonymize pipe {FLAGS} --out release --report page.html").split_whitespace())
        .current_dir(room.path("."))
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let staged = || {
        let names = fs::read_dir(room.path(".")).unwrap().map(|entry| entry.unwrap().path());
        names.filter(|path| path.to_string_lossy().contains(".aloof-")).collect::<Vec<_>>()
    };
    let started = Instant::now();
    while staged().len() < 2 && started.elapsed() < Duration::from_mins(1) {
        std::thread::sleep(Duration::from_millis(5));
    }
    let modes: Vec<u32> =
        staged().iter().map(|path| fs::metadata(path).unwrap().permissions().mode() & 0o777).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(modes, [0o700, 0o700]);
}
