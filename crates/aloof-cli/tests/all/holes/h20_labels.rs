//! Labels come out letter by letter as they went in, also where they look like numbers, dates, blanks or sets.

use crate::common::Workdir;

const TREE: &str = "1e2;N;*\n-0;N;*\n+1;M;*\n\" \";M;*\n2020-01-31;M;*\n";

fn policy(protect: &str, method: &str) -> String {
    format!(
        "[columns]\nq = {{ role = \"quasi\", hierarchy = \"tree.csv\" }}\ns = {{ role = \"sensitive\" }}\n[[protect]]\n\
         sensitive = \"s\"\n{protect}\n[method]\nalgorithm = \"{method}\"\n"
    )
}

/// The first column of the release, sorted.
fn first_cells(dir: &Workdir) -> Vec<String> {
    let text = dir.read("release/data.csv");
    let mut cells: Vec<String> = text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect();
    cells.sort_unstable();
    cells
}

const PERTURB: (&str, &str) = ("principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 2", "perturb");
const ANATOMY: (&str, &str) = ("principle = \"l-diversity\"\nkind = \"distinct\"\nl = 2", "anatomy");
const SPLIT: (&str, &str) = ("principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 1", "split");

#[test]
fn labels_of_a_tree_are_not_rewritten() {
    for label in ["1e2", "-0", "+1", "2020-01-31"] {
        for (protect, method) in [PERTURB, ANATOMY, SPLIT] {
            let rows = ["0", "10", "20", "30", "40", "50"].map(|pay| format!("{label},{pay}\n")).concat();
            let dir = Workdir::with("table.csv", format!("q,s\n{rows}"))
                .and("tree.csv", TREE)
                .and("policy.toml", policy(protect, method));
            let made = dir.aloof("anonymize table.csv --policy policy.toml --out release --seed 3");
            assert_eq!(made.code, 0, "{label} by {method}: {made}");
            assert_eq!(first_cells(&dir), [label; 6], "{method}");
            let audit = dir.aloof("audit release --original table.csv --policy policy.toml");
            assert!(audit.stdout.contains("holds"), "{label} by {method}: {audit}");
        }
    }
}

#[test]
fn a_quoted_blank_is_a_label_of_its_tree() {
    let rows = "2020-01-31,10\n\" \",20\n2020-01-31,30\n\" \",40\n";
    let dir = Workdir::with("table.csv", format!("q,s\n{rows}"))
        .and("tree.csv", TREE)
        .and("policy.toml", policy(PERTURB.0, PERTURB.1));
    let made = dir.aloof("anonymize table.csv --policy policy.toml --out release --seed 3");
    assert_eq!(made.code, 0, "{made}");
    assert_eq!(first_cells(&dir), ["\" \"", "\" \"", "2020-01-31", "2020-01-31"]);
}

/// Codes below prefixes, too: `10` and `1e1` are two of them.
#[test]
fn codes_are_told_apart_by_their_letters() {
    let dir = Workdir::with("table.csv", "q,s\n10,10\n1e1,20\n10,30\n1e1,40\n").and(
        "policy.toml",
        "[columns]\nq = { role = \"quasi\", hierarchy = { kind = \"prefix\" } }\ns = { role = \"sensitive\" }\n[[protect]]\n\
         principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 2\n",
    );
    let made = dir.aloof("anonymize table.csv --policy policy.toml --out release --seed 3");
    assert_eq!(made.code, 0, "{made}");
    assert_eq!(first_cells(&dir), ["10", "10", "1e1", "1e1"]);
}

/// A set is not written like a label that only a dropped row has: whoever holds the original would take it for that label.
#[test]
fn a_set_is_no_label_of_a_dropped_row() {
    let dir = Workdir::with("table.csv", "q,s\na,2020-01-01\nb,2020-01-09\n{a|b},\n").and(
        "policy.toml",
        "[columns]\nq = { role = \"quasi\" }\ns = { role = \"sensitive\", missing = \"drop\" }\n[[protect]]\n\
         principle = \"epsilon-m\"\nabsolute = \"1\"\nm = 2\n",
    );
    let made = dir.aloof("anonymize table.csv --policy policy.toml --out release --seed 3");
    assert_eq!(made.code, 0, "{made}");
    assert_eq!(first_cells(&dir), ["*", "*"]);
    let audit = dir.aloof("audit release --original table.csv --policy policy.toml");
    assert_eq!(audit.code, 0, "{audit}");
}
