//! No text of a file reaches a terminal as a command.

use crate::common::{Run, Workdir};

/// Clears the screen, sets the title, writes backwards, deletes, begins a line of its own.
const EVIL: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}\u{9b}31m\u{7f}\r\u{2028}x";

/// Nothing but text, line ends and (in JSON) escapes.
fn harmless(what: &str, run: &Run) {
    for text in [&run.stdout, &run.stderr] {
        let bad = |c: char| c != '\n' && (c.is_control() || ('\u{2028}'..='\u{202e}').contains(&c));
        assert!(!text.contains(bad), "{what}: {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("PASS: forged")), "{what}: {text}");
    }
}

/// As a text of TOML, with nothing in it that a file could not hold.
fn toml(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_string() } else { format!("\\u{:04x}", u32::from(c)) };
    format!("\"{}\"", text.chars().map(plain).collect::<String>())
}

fn workdir() -> Workdir {
    let (quasi, pay) = (format!("town{EVIL}"), format!("pay{EVIL}"));
    let row = |row: u32| format!("\"t{}{EVIL}\",{},{}\n", row % 2, 1000 * (row / 2), 20 + row);
    let rows = format!("\"{quasi}\",\"{pay}\",age\n{}", (0..8).map(row).collect::<String>());
    // Line ends in names are read as blanks.
    let on_one_line = |name: &str| name.split(['\n', '\r']).map(str::trim).collect::<Vec<_>>().join(" ");
    let (quasi, pay) = (toml(&on_one_line(&quasi)), toml(&on_one_line(&pay)));
    let policy = format!(
        "[columns]\n{quasi} = {{ role = \"quasi\" }}\n{pay} = {{ role = \"sensitive\" }}\nage = {{ role = \"quasi\" }}\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = {pay}\nabsolute = \"10\"\nm = 2\nview = \"group\"\n"
    );
    Workdir::with("pay.csv", rows).and("aloof.toml", policy)
}

#[test]
fn every_command_escapes_labels_and_headers() {
    let dir = workdir();
    let run = dir.aloof("anonymize pay.csv --out release --seed 1");
    assert_eq!(run.code, 0, "{}", run.stderr.escape_debug());
    harmless("anonymize", &run);
    for line in [
        "inspect pay.csv",
        "advise pay.csv",
        "audit pay.csv",
        "audit release/data.csv --original pay.csv --policy aloof.toml",
        "evaluate --original pay.csv --release release --policy aloof.toml",
        "compare pay.csv release --policy aloof.toml",
    ] {
        let run = dir.aloof(line);
        assert!(run.code < 2, "{line}: {}", run.stderr.escape_debug());
        assert!(run.stdout.contains("\\u{1b}[2J") || !run.stdout.contains("owned"), "{line}: {}", run.stdout);
        harmless(line, &run);
        let json = dir.aloof(&format!("{line} --json"));
        harmless(line, &json);
        json.json();
    }
}

#[test]
fn every_error_escapes_what_it_names() {
    let dir = workdir();
    for line in [
        "audit pay.csv --quasi nobody --sensitive age --m 2 --absolute 1 --policy none.toml",
        "audit pay.csv --quasi age,nobody --sensitive age --m 2 --absolute 1",
    ] {
        let run = dir.aloof(line);
        assert_eq!(run.code, 2, "{line}: {}", run.stdout);
        harmless(line, &run);
    }
    let file = format!("no{EVIL}.csv");
    for args in [
        vec!["audit", &file],
        vec!["inspect", &file],
        vec!["audit", "pay.csv", "--policy", &file],
        vec!["audit", "pay.csv", &file],
        vec![&file],
        vec!["reproduce", &file],
    ] {
        let run = dir.run(&args, b"");
        assert_eq!(run.code, 2, "{args:?}");
        assert!(!run.stderr.is_empty());
        harmless("a file name", &run);
    }
    let same = Workdir::with("pay.csv", format!("\"a{EVIL}\",\"a{EVIL}\"\n1,2\n"));
    let run = same.aloof("inspect pay.csv");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("\\u{1b}[2J"), "{}", run.stderr);
    harmless("two columns of one name", &run);
}

/// Labels of a hierarchy, and a policy's own text.
#[test]
fn errors_of_policies_and_hierarchies_are_escaped() {
    let dir = workdir()
        .and("q.csv", format!("\"a{EVIL}\";x;*\n\"a{EVIL}\";x;*\n"))
        .and("aloof.toml", "[columns]\nundeclared = \"drop\"\nage = { role = \"quasi\", hierarchy = \"q.csv\" }\n");
    let run = dir.aloof("audit pay.csv");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("stands on line 1 already"), "{}", run.stderr);
    harmless("a hierarchy", &run);
    let dir = dir.and("aloof.toml", "[columns]\nage = { role = \"\u{202e}quasi\u{9b}2J\" }\n\"\\u001b[2J\" = 5\n");
    let run = dir.aloof("audit pay.csv");
    assert_eq!(run.code, 2);
    harmless("a policy", &run);
}
