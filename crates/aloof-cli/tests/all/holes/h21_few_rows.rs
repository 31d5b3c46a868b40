//! Of up to eight rows every way to group them is tried: what exists is found, and what is not found is impossible, in every
//! view, whichever rules are asked together. Advice and the maker say the same.

use crate::common::Workdir;
use serde_json::Value;

fn policy(columns: &str, protect: &[&str], method: &str) -> String {
    let protect = protect.iter().fold(String::new(), |all, rule| all + "[[protect]]\n" + rule + "\n");
    format!("[columns]\n{columns}\n{protect}{method}")
}

const ONE: &str = "q = { role = \"quasi\" }\ns = { role = \"sensitive\" }";

fn json(run: &str) -> Value {
    serde_json::from_str(run).unwrap_or_else(|_| panic!("{run}"))
}

/// Advice calls it possible, a release is made, and its audit passes.
fn is_made(dir: &Workdir) -> Value {
    let advice = dir.aloof("advise table.csv --policy policy.toml --json");
    let told = json(&advice.stdout);
    assert_eq!(advice.code, 0, "{advice}");
    let made = dir.aloof("anonymize table.csv --policy policy.toml --out release --private private --seed 5 --json");
    assert_eq!(made.code, 0, "{made}");
    let audit = dir.aloof("audit release --original table.csv --policy policy.toml");
    assert_eq!(audit.code, 0, "{audit}");
    let withheld = json(&made.stdout)["suppressed"].as_u64().unwrap();
    assert_eq!(told["feasible"], withheld == 0, "{advice}");
    json(&made.stdout)
}

/// Both call it impossible, and say that all was tried.
fn is_impossible(dir: &Workdir, ways: &str) {
    let advice = dir.aloof("advise table.csv --policy policy.toml");
    assert_eq!(advice.code, 3, "{advice}");
    let made = dir.aloof("anonymize table.csv --policy policy.toml --out release --seed 5 --json");
    let told = json(&made.stdout);
    assert_eq!((made.code, &told["error"]["kind"]), (3, &Value::from("impossible")), "{made}");
    let message = told["error"]["message"].as_str().unwrap();
    assert!(message.contains(&format!("all {ways} were tried, and none")), "{message}");
}

const FAR: &str = "principle = \"dissimilarity\"\nsensitive = [\"s\"]\ndistance = { kind = \"l1\" }\n";

#[test]
fn distances_in_the_candidates_view() {
    for (rows, rest, k) in [
        ("0.99,21\n0.11,29\n1.65,29\n0.36,6\n", "epsilon = \"5\"\ndelta = \"1\"", 2),
        ("c,6\nh,28\nb,10\nc,39\n", "epsilon = \"5\"\ndelta = \"1\"\nshape = \"clique\"", 1),
        ("h,8\nc,2\nf,8\ne,8\nc,2\nh,8\n", "epsilon = \"0\"\ndelta = \"0.5\"", 2),
    ] {
        let asked = format!("{FAR}{rest}\nk = {k}\nview = \"candidates\"");
        let dir = Workdir::with("table.csv", format!("q,s\n{rows}")).and("policy.toml", policy(ONE, &[&asked], ""));
        is_made(&dir);
    }
}

#[test]
fn proximity_by_colours_in_the_candidates_view() {
    let asked = "principle = \"delta-l\"\nsensitive = \"s\"\ndelta = \"3\"\nl = 2\nview = \"candidates\"";
    let dir = Workdir::with("table.csv", "q,s\n,33\n2020-01-19,25\n2020-01-19,18\n2020-02-20,19\n")
        .and("policy.toml", policy(ONE, &[asked], "[method]\nalgorithm = \"xcolor\"\n"));
    is_made(&dir);
}

/// Two distances, one of them in the candidates view.
#[test]
fn several_distances_together() {
    let near = format!("{FAR}epsilon = \"0\"\ndelta = \"0.5\"\nk = 1\nview = \"group\"");
    let far = format!("{FAR}epsilon = \"5\"\ndelta = \"1\"\nk = 2\nview = \"candidates\"");
    let dir = Workdir::with("table.csv", "q,s\n0.99,21\n0.11,29\n1.65,29\n0.36,6\n")
        .and("policy.toml", policy(ONE, &[&near, &far], ""));
    is_made(&dir);
}

/// As few as will do, of those without which it can be had.
#[test]
fn the_fewest_are_withheld() {
    let asked = "principle = \"l-diversity\"\nsensitive = \"s\"\nkind = \"frequency\"\nl = \"3\"\nview = \"group\"";
    let method = "[method]\nsuppress = \"0.5\"\nabsence = \"unknown\"\n";
    let dir = Workdir::with("table.csv", "q,s\na,x\nb,y\nb,y\nc,z\n").and("policy.toml", policy(ONE, &[asked], method));
    assert_eq!(is_made(&dir)["suppressed"], 1);
    // With nothing withheld it cannot be had, and of three rows with two values never.
    let dir = Workdir::with("table.csv", "q,s\na,y\nb,y\nb,y\nc,z\n").and("policy.toml", policy(ONE, &[asked], method));
    is_impossible(&dir, "47 ways to group the 4 rows, with up to 2 of them withheld,");
}

/// Each can be had; that all cannot together is shown by trying, and not said of one of them.
#[test]
fn two_distances_are_impossible_together() {
    let one = format!("{FAR}epsilon = \"0\"\ndelta = \"0.5\"\nk = 4");
    let other = "principle = \"dissimilarity\"\nsensitive = [\"s\"]\ndistance = { kind = \"hamming\" }\nepsilon = \"0\"\n\
                 delta = \"1\"\nk = 3\nview = \"group\"";
    let table = "q,s\na,21\nb,2\nc,43\nd,21\ne,43\nf,25\n";
    let dir = Workdir::with("table.csv", table).and("policy.toml", policy(ONE, &[&one, other], ""));
    is_impossible(&dir, "203 ways to group the 6 rows");
    let advice = dir.aloof("advise table.csv --policy policy.toml").stdout;
    assert!(
        advice.contains("All 203 ways to group the 6 rows were tried, and none keeps all that is asked."),
        "{advice}"
    );
}

/// Of more rows nobody tries all ways: what the rules rule out only together is not said of one of them.
#[test]
fn of_more_rows_it_is_not_found() {
    let one = format!("{FAR}epsilon = \"0\"\ndelta = \"0.5\"\nk = 4");
    let other = "principle = \"dissimilarity\"\nsensitive = [\"s\"]\ndistance = { kind = \"hamming\" }\nepsilon = \"0\"\n\
                 delta = \"1\"\nk = 3\nview = \"group\"";
    let table = "q,s\na,1\nb,1\nc,1\nd,2\ne,3\nf,4\ng,5\nh,6\ni,7\nj,8\n";
    let dir = Workdir::with("table.csv", table).and("policy.toml", policy(ONE, &[&one, other], ""));
    let advice = dir.aloof("advise table.csv --policy policy.toml --json");
    assert_eq!((advice.code, &json(&advice.stdout)["feasible"]), (0, &Value::Null), "{advice}");
    let made = dir.aloof("anonymize table.csv --policy policy.toml --out release --seed 5 --json");
    assert_eq!((made.code, &json(&made.stdout)["error"]["kind"]), (3, &Value::from("not-found")), "{made}");
}

/// What each group keeps and their mixtures do not: one protection, impossible in the candidates view alone.
#[test]
fn impossible_among_candidates_alone() {
    let asked = "principle = \"epsilon-m\"\nsensitive = \"s\"\nabsolute = \"15\"\nm = 2\nview = \"candidates\"";
    let dir = Workdir::with("table.csv", "q,s\n1,40\n1,50\n1,60\n1,80\n").and("policy.toml", policy(ONE, &[asked], ""));
    is_impossible(&dir, "15 ways to group the 4 rows");
    let advice = dir.aloof("advise table.csv --policy policy.toml").stdout;
    assert!(advice.contains("NOT possible") && !advice.contains("may be found by search"), "{advice}");
}

/// Groups that look alike and are told apart by numbers need not keep as one what is asked of each; advice knows that.
#[test]
fn numbers_tell_groups_apart_that_look_alike() {
    let table = "pay,born\n149.4,643\n577.5,48\n577.5,48\n149.4,643\n";
    let policy = "[columns]\npay = { role = \"sensitive\" }\nborn = { role = \"quasi\" }\n\
                  [[protect]]\nprinciple = \"delta-l\"\nsensitive = \"pay\"\ndelta = \"0\"\nl = 2\nview = \"candidates\"\n\
                  [[protect]]\nprinciple = \"dissimilarity\"\nsensitive = [\"pay\"]\ndistance = { kind = \"linf\" }\nepsilon = \"5\"\n\
                  delta = \"0.8\"\nk = 1\nview = \"group\"\n[method]\nalgorithm = \"xcolor\"\n[input]\nrows = \"records\"\n";
    let dir = Workdir::with("table.csv", table).and("policy.toml", policy);
    let advice = dir.aloof("advise table.csv --policy policy.toml");
    assert_eq!(advice.code, 0, "{advice}");
    let made = dir.aloof("anonymize table.csv --policy policy.toml --out release --seed 5");
    assert_eq!(made.code, 0, "{made}");
}
