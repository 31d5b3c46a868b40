//! A label that stands on two levels of a hierarchy.

use crate::common::Workdir;

const POLICY: &str = r#"
[columns]
q = { role = "quasi", hierarchy = "q.csv" }
s = { role = "sensitive" }
[[protect]]
principle = "epsilon-m"
sensitive = "s"
absolute = "15"
m = 2
view = "candidates"
"#;

const PEOPLE: &str = "q,s\nRome,40\nRome,80\nMilan,35\nTurin,55\n";

/// Every order of the lines.
fn orders(lines: [&str; 4]) -> Vec<String> {
    let mut all = Vec::new();
    for code in 0..24 {
        let (mut left, mut text) = (lines.to_vec(), String::new());
        for (step, base) in [(code / 6, 4), (code / 2 % 3, 3), (code % 2, 2), (0, 1)] {
            assert!(step < base);
            text += left.remove(step);
            text += "\n";
        }
        all.push(text);
    }
    all
}

fn workdir(hierarchy: &str) -> Workdir {
    Workdir::with("pay.csv", PEOPLE).and("aloof.toml", POLICY).and("q.csv", hierarchy)
}

#[test]
fn a_label_of_two_meanings_is_refused_in_every_order_of_lines() {
    let lines = ["Rome;Italy;Europe;*", "unknown;Europe;Europe;*", "Milan;Italy;Europe;*", "Turin;Italy;Europe;*"];
    for hierarchy in orders(lines) {
        let dir = workdir(&hierarchy);
        let message = dir.refused("anonymize pay.csv --out release --seed 1");
        let line_of = |start: &str| hierarchy.lines().position(|line| line.starts_with(start)).unwrap() + 1;
        let (low, high) =
            (format!("q.csv: line {}: `Europe` on level 1", line_of("unknown")), "on level 2 (line 1) for");
        assert!(message.contains(&low) && message.contains(high), "{hierarchy}{message}");
        assert!(message.contains("fill"), "what would work: {message}");
        assert!(!dir.path("release").exists());
        assert!(dir.refused("audit pay.csv --original pay.csv").contains("`Europe`"));
    }
}

/// The same branch filled up with its lower label means one thing, and the release is true in every order of lines under
/// every order of lines.
#[test]
fn a_branch_filled_up_from_below_is_right_in_every_order_of_lines() {
    let lines = ["Rome;Italy;Europe;*", "unknown;unknown;Europe;*", "Milan;Italy;Europe;*", "Turin;Italy;Europe;*"];
    let orders = orders(lines);
    for (at, hierarchy) in orders.iter().enumerate().step_by(5) {
        // Too close together for this hierarchy: the wrong one hid that.
        let run = workdir(hierarchy).aloof("anonymize pay.csv --out release --seed 1");
        assert_eq!(run.code, 3, "{hierarchy}{run}");
        let dir = workdir(hierarchy).and("pay.csv", "q,s\nRome,40\nRome,80\nMilan,0\nTurin,120\n");
        let run = dir.aloof("anonymize pay.csv --out release --seed 1");
        assert_eq!(run.code, 0, "{hierarchy}{run}");
        assert!(dir.read("release/data.csv").contains("Italy"), "{}", dir.read("release/data.csv"));
        let dir = dir.and("q.csv", &orders[(at + 7) % orders.len()]);
        let audit = dir.aloof("audit release/data.csv --original pay.csv --policy aloof.toml");
        assert_eq!(audit.code, 0, "{hierarchy}{audit}");
    }
}

/// Short codes under a mask: `130**` stood for one code on one level and for three on the next.
#[test]
fn codes_of_different_lengths_have_one_mask_each() {
    let policy = POLICY.replace("\"q.csv\"", "{ kind = \"prefix\" }");
    let dir = Workdir::with("pay.csv", "q,s\n13053,10\n130,50\n13068,90\n14850,20\n148,60\n").and("aloof.toml", policy);
    let run = dir.aloof("anonymize pay.csv --out release --seed 1");
    assert_eq!(run.code, 0, "{run}");
    let audit = dir.aloof("audit release/data.csv --original pay.csv --policy aloof.toml");
    assert_eq!(audit.code, 0, "{}{audit}", dir.read("release/data.csv"));
    let dir = dir.and("pay.csv", "q,s\n13*,10\n139,50\n13*,90\n");
    assert!(dir.refused("anonymize pay.csv --out other --seed 1").contains("1 of the codes end in `*`"));
}

/// The set of two labels may be written like a third label.
#[test]
fn a_set_is_not_taken_for_a_label_that_looks_like_it() {
    let policy = POLICY.replace(", hierarchy = \"q.csv\"", "");
    let people = "q,s\na,10\nb,50\n{a|b},10\n{a|b},50\n";
    let dir = Workdir::with("pay.csv", people).and("aloof.toml", policy);
    let run = dir.aloof("anonymize pay.csv --out release --seed 1");
    assert_eq!(run.code, 0, "{run}");
    let audit = dir.aloof("audit release/data.csv --original pay.csv --policy aloof.toml");
    assert_eq!(audit.code, 0, "{}{audit}", dir.read("release/data.csv"));
}
