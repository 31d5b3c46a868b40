//! What is said was counted again by hand: sentences and figures that one command must not tell otherwise than another.

use crate::common::Workdir;

const TABLE: &str = "[columns]\nage={role=\"quasi\"}\ntown={role=\"quasi\"}\nincome={role=\"sensitive\"}\nw={role=\"weight\"}\n\
                     [[protect]]\nprinciple=\"epsilon-m\"\nabsolute=\"100\"\nm=3\n";

/// People of equal weight.
fn people() -> Workdir {
    let town = |row: usize| ["Bonn", "Köln", "Ulm"][row * 13 % 7 % 3];
    let line = |row: usize| format!("{},{},{},10\n", 20 + row * 7 % 40, town(row), 1000 + row * 37 % 1009 * 10);
    let table: String = (0..300).map(line).collect();
    Workdir::with("eq.csv", format!("age,town,income,w\n{table}")).and("aloof.toml", TABLE)
}

/// What a run says, as one line.
fn said(dir: &Workdir, line: &str) -> (i32, String) {
    let run = dir.aloof(line);
    (run.code, run.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
}

/// With equal weights every weighted figure is the plain one, also where people were held out.
#[test]
fn nobody_held_out_is_weighed_as_lost() {
    let dir = people();
    let made = dir.aloof("anonymize eq.csv --out rel --private priv --hold-out 0.1 --seed 1");
    assert_eq!(made.code, 0, "{made}");
    let told = dir.json("evaluate rel --original eq.csv --private priv --queries 20");
    let (plain, weighted) = (told["gcp"].as_f64().unwrap(), told["weighted"]["gcp"].as_f64().unwrap());
    assert!((plain - weighted).abs() < 1e-12, "{plain} is not {weighted}");
}

/// Nobody leaves the top of a table that is held against itself, however many are tied there.
#[test]
fn whoever_is_tied_at_the_top_stays_there() {
    let dir = people();
    let told = dir.json("evaluate eq.csv --original eq.csv --same-order --queries 20");
    let tops: Vec<f64> =
        told["rankings"].as_array().unwrap().iter().map(|one| one["top_overlap"].as_f64().unwrap()).collect();
    assert_eq!(tops, [1.0], "{told}");
}

/// Numbers that are walked, or noisy, and a column that many share.
fn moved(method: &str) -> Workdir {
    let line = |row: usize| format!("{},{},{}\n", 20 + row * 7 % 40, 100 + row * 37 % 51 * 10, row / 40);
    let table: String = (0..200).map(line).collect();
    let policy = format!(
        "[columns]\nage={{role=\"quasi\"}}\nincome={{role=\"quasi\"}}\nrating={{role=\"keep\"}}\n[method]\nalgorithm={method}\n"
    );
    Workdir::with("pay.csv", format!("age,income,rating\n{table}")).and("aloof.toml", policy)
}

/// What is foretold of an audit is what it does; and it promises nothing where nothing is asked.
#[test]
fn a_walk_foretells_what_its_audit_does() {
    let dir = moved("\"walk\"");
    let (code, made) = said(&dir, "anonymize pay.csv --out r --seed 1");
    assert_eq!(code, 0, "{made}");
    assert!(!made.contains("exit code 2") && made.contains("cannot see whether it was made as it says"), "{made}");
    let (code, told) = said(&dir, "audit r --original pay.csv");
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("nothing is asked of them, and nothing is promised"), "{told}");
    assert!(told.contains("(walk); that is open: rows are too much alike"), "{told}");
}

/// What JSON says to be open is open in the text.
#[test]
fn an_open_claim_of_noise_is_said() {
    let dir = moved("\"noise\"\nnoise=\"0.1\"");
    let (code, made) = said(&dir, "anonymize pay.csv --out r --seed 1");
    assert_eq!(code, 0, "{made}");
    let claim = dir.json("audit r --original pay.csv")["claim"].clone();
    let (_, told) = said(&dir, "audit r --original pay.csv");
    assert_eq!(claim["standing"] == "open", told.contains("(noise); that is open"), "{claim} {told}");
    let (_, told) = said(&dir, "audit r");
    assert!(told.contains("(noise); that is open: whether it is so can only be seen with"), "{told}");
}

/// What a call lacks is said in a sentence, also in JSON.
#[test]
fn what_a_call_lacks_is_a_sentence() {
    let run = people().aloof("audit eq.csv --private p --json");
    let told = format!("{}{}", run.stdout, run.stderr);
    assert!(told.contains("were not provided: --previous") && !told.contains(":;"), "{told}");
}

/// An attack on values that are not tried is listed with the reason, kind by kind.
#[test]
fn what_is_not_run_is_named() {
    let line = |row: usize| format!("{},{},{}\n", 20 + row * 7 % 40, ["a", "b", "c"][row * row / 3 % 3], row / 40);
    let table: String = (0..200).map(line).collect();
    let policy = "[columns]\nage={role=\"quasi\"}\nkind={role=\"sensitive\"}\nrating={role=\"keep\"}\n\
                  [[protect]]\nprinciple=\"l-diversity\"\nl=2\n";
    let dir = Workdir::with("o.csv", format!("age,kind,rating\n{table}")).and("aloof.toml", policy);
    let (code, made) = said(&dir, "anonymize o.csv --out r --seed 1");
    assert_eq!(code, 0, "{made}");
    let (_, told) = said(&dir, "attack r --original o.csv --only background");
    assert!(told.contains("Not run: background, not the lowest (the values have no order"), "{told}");
    assert!(
        told.contains("Not run: background, more than a neighbour (") && !told.contains("Not run: background ("),
        "{told}"
    );
}

/// A walk with groups: nothing is silently left out.
#[test]
fn attacks_that_a_walk_leaves_out_are_said() {
    let line = |row: usize| format!("{},{}\n", 20 + row * 7 % 40, 1000 + row * 37 % 211 * 10);
    let table: String = (0..200).map(line).collect();
    let policy = "[columns]\nage={role=\"quasi\"}\nincome={role=\"sensitive\"}\n[[protect]]\nprinciple=\"epsilon-m\"\n\
                  absolute=\"20\"\nm=3\n[method]\nalgorithm=\"walk\"\nties=\"relax\"\nmax_unchanged=\"0.9\"\n";
    let dir = Workdir::with("o.csv", format!("age,income\n{table}")).and("aloof.toml", policy);
    let (code, made) = said(&dir, "anonymize o.csv --out r --private p --seed 1");
    assert_eq!(code, 0, "{made}");
    let (_, told) = said(&dir, "attack r --original o.csv --private p --only centre");
    assert!(told.contains("Not run: centre (quasi numbers were replaced by others"), "{told}");
}

/// Rows that are plainly not in the order of the original are not taken to be.
#[test]
fn another_order_is_no_same_order() {
    let dir = people();
    let table = dir.read("eq.csv");
    let lines: Vec<&str> = table.lines().collect();
    let turned: Vec<&str> = lines[..1].iter().chain(lines[1..].iter().rev()).copied().collect();
    let dir = dir.and("turned.csv", turned.join("\n") + "\n");
    let told = dir.refused("evaluate turned.csv --original eq.csv --same-order --queries 20");
    assert!(told.contains("does not have the people of the original in the same order"), "{told}");
    assert_eq!(dir.aloof("evaluate turned.csv --original eq.csv --queries 20").code, 0);
}

/// Of a walk with groups two commands name the same adversary.
#[test]
fn whom_a_walk_is_kept_against_is_said_once() {
    let line = |row: usize| format!("{},{},{}\n", 20 + row * 7 % 40, ["x", "y"][row / 100], 1000 + row * 37 % 211 * 10);
    let table: String = (0..200).map(line).collect();
    let policy = "[columns]\nage={role=\"quasi\"}\ntown={role=\"quasi\"}\nincome={role=\"sensitive\"}\n[[protect]]\n\
                  principle=\"epsilon-m\"\nabsolute=\"20\"\nm=3\n[method]\nalgorithm=\"walk\"\nties=\"relax\"\n\
                  max_unchanged=\"0.9\"\n";
    let dir = Workdir::with("o.csv", format!("age,town,income\n{table}")).and("aloof.toml", policy);
    let (code, made) = said(&dir, "anonymize o.csv --out r --seed 1");
    assert_eq!(code, 0, "{made}");
    let (_, audit) = said(&dir, "audit r --original o.csv");
    let (_, told) = said(&dir, "compare o.csv r");
    assert!(audit.contains("knows everybody's town, and takes"), "{audit}");
    assert!(told.contains("against someone who knows everybody's town:"), "{told}");
}
