//! Releases for dissimilarity, and for several sensitive columns at once, through the library.

use std::fmt::Write as _;
use std::fs;

use aloof::Error;
use aloof::audit::{AuditRequest, Verdict, audit};
use aloof::io::Source;
use aloof::policy::Policy;
use aloof::release::{ReleaseReport, Request, Secret, Target, publish};
use tempfile::TempDir;

fn source(csv: &str) -> Source {
    Source::Memory { name: "data.csv".to_owned(), bytes: csv.to_owned().into_bytes().into() }
}

/// Makes a release and audits it again from its file; the room must live on.
fn release(csv: &str, policy: &str) -> (TempDir, Result<ReleaseReport, Error>) {
    let policy = Policy::from_toml(policy, "aloof.toml").unwrap_or_else(|error| panic!("{error}"));
    let room = TempDir::new().unwrap();
    let made =
        publish(&Request::new(source(csv), &policy).secret(Secret::from(3)), &Target::new(room.path().join("out")));
    if made.is_ok() {
        let audited = audit(&AuditRequest {
            data: Source::File(room.path().join("out/data.csv")),
            original: Some(source(csv)),
            policy: &policy,
            population: None,
            epsilons: Vec::new(),
            show_values: false,
            list_violations: false,
            progress: &|_, _| {},
        })
        .unwrap();
        assert_eq!(audited.verdict, Verdict::Pass);
    } else {
        assert_eq!(fs::read_dir(room.path()).unwrap().count(), 0, "nothing is written");
    }
    (room, made)
}

/// Ages, sexes, schooling in years, pay, and a diagnosis.
fn people(rows: usize) -> String {
    let mut csv = "age,sex,school,pay,illness\n".to_owned();
    let mut state = 17u64;
    for _ in 0..rows {
        let mut draw = |limit: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % limit
        };
        let (age, school) = (18 + draw(60), 8 + draw(6) + draw(6));
        let pay = 1000 + 100 * school * (1 + draw(9)) + 10 * draw(40);
        let illness = ["flu", "cold", "asthma", "gout", "ulcer", "mumps"][draw(6) as usize];
        writeln!(csv, "{age},{},{school},{pay},{illness}", ["f", "m"][draw(2) as usize]).unwrap();
    }
    csv
}

const COLUMNS: &str = r#"
    [columns]
    age     = { role = "quasi" }
    sex     = { role = "quasi" }
    school  = { role = "sensitive", protect = "none" }
    pay     = { role = "sensitive", protect = "none" }
    illness = { role = "sensitive", protect = "none" }
"#;

const TOGETHER: &str = r#"
    [[protect]]
    principle = "dissimilarity"
    sensitive = ["school", "pay"]
    distance  = { kind = "l1", scale = "domain" }
    epsilon   = "0.05"
    delta     = "0.8"
    k         = 10
"#;

fn manifest(room: &TempDir) -> String {
    fs::read_to_string(room.path().join("out/manifest.json")).unwrap()
}

#[test]
fn dissimilarity_in_the_group_view() {
    let (room, made) = release(&people(800), &format!("{COLUMNS}{TOGETHER} view = \"group\""));
    let made = made.unwrap();
    assert_eq!((made.tuples, made.suppressed), (800, 0));
    assert!(made.groups >= 60, "{}", made.groups);
    assert!(made.loss < 0.8, "{}", made.loss);
    assert!(manifest(&room).contains("\"algorithm\": \"xcolor\""));
    let text = fs::read_to_string(room.path().join("out/data.csv")).unwrap();
    assert!(text.lines().next().unwrap().ends_with(",group"));
}

/// What is promised holds for whoever faces all groups that cover a person.
#[test]
fn dissimilarity_in_the_candidates_view() {
    let (_room, made) = release(&people(800), &format!("{COLUMNS}{TOGETHER} view = \"candidates\""));
    let made = made.unwrap();
    let check = made.checks.iter().find(|check| check.view == "candidates").unwrap();
    assert!(check.required);
    assert_eq!(check.verdict, Verdict::Pass);
}

/// Without a word about views, it holds in every group for balls around any centre; the group view follows, that of candidates
/// is judged by itself.
#[test]
fn dissimilarity_in_the_register_view() {
    let (_room, made) = release(&people(800), &format!("{COLUMNS}{TOGETHER}"));
    let made = made.unwrap();
    let views: Vec<_> = made.checks.iter().map(|check| (check.view, check.required)).collect();
    assert_eq!(views, [("register", true), ("candidates", false)]);
    assert_eq!((made.checks[0].verdict, made.checks[0].implied.as_slice()), (Verdict::Pass, &["group"][..]));
}

/// Sets of people similar to each other, and not all that are similar to one: fewer are counted, and less is lost. In the
/// candidates view no wider neighbourhood is needed.
#[test]
fn cliques_instead_of_stars() {
    for view in ["group", "candidates"] {
        let policy = format!("{COLUMNS}{TOGETHER} view = \"{view}\"\n");
        let (_room, star) = release(&people(800), &policy);
        let (room, clique) = release(&people(800), &format!("{policy}shape = \"clique\""));
        let (star, clique) = (star.unwrap(), clique.unwrap());
        // Less is asked, so that less could be lost; both are searched for, and luck counts.
        assert!(clique.loss < 1.25 * star.loss, "{view}: {} against {}", clique.loss, star.loss);
        assert!(manifest(&room).contains("dissimilarity, l1, clique"));
    }
    let (_room, refused) = release(
        &people(100),
        &format!("{COLUMNS}{TOGETHER} view = \"group\"\nshape = \"clique\"\n[method]\nvariant = \"printed\""),
    );
    assert!(refused.unwrap_err().to_string().contains("shape = \"star\" only"));
    let wrong = format!("{COLUMNS}{TOGETHER} shape = \"triangle\"");
    assert!(Policy::from_toml(&wrong, "aloof.toml").unwrap_err().to_string().contains("clique"));
}

#[test]
fn as_printed() {
    let policy = format!("{COLUMNS}{TOGETHER} view = \"group\"\n[method]\nvariant = \"printed\"");
    let (_room, printed) = release(&people(400), &policy);
    let (_other, best) = release(&people(400), &format!("{COLUMNS}{TOGETHER} view = \"group\""));
    let (printed, best) = (printed.unwrap(), best.unwrap());
    assert!(best.loss <= 0.4 * printed.loss, "{} against {}", best.loss, printed.loss);
    for view in ["register", "candidates"] {
        let policy = format!("{COLUMNS}{TOGETHER} view = \"{view}\"\n[method]\nvariant = \"printed\"");
        let (_room, refused) = release(&people(400), &policy);
        let message = refused.unwrap_err().to_string();
        assert!(message.contains("view = \"group\""), "{message}");
    }
}

/// Two columns, each with its own principle, and a third by a monotone one.
#[test]
fn several_columns_at_once() {
    let pay = "[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"300\"\nm = 3\n";
    let school = "[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"school\"\nabsolute = \"0\"\nm = 3\n";
    let illness = "[[protect]]\nprinciple = \"l-diversity\"\nsensitive = \"illness\"\nl = 3\n";
    for view in ["group", "candidates"] {
        let view = format!("view = \"{view}\"\n");
        let (room, made) = release(&people(500), &format!("{COLUMNS}{pay}{view}{school}{view}{illness}"));
        assert_eq!(made.unwrap().tuples, 500);
        assert!(manifest(&room).contains("\"algorithm\": \"xcolor\""));
    }
    let (_room, made) = release(&people(500), &format!("{COLUMNS}{pay}view = \"group\"\n{TOGETHER}view = \"group\""));
    made.unwrap();
}

/// A distance that is no metric, in the candidates view; it bounds no balls, so the register view cannot be asked of it.
#[test]
fn labels_by_hamming_and_numbers_by_min() {
    let illness = r#"
        [[protect]]
        principle = "dissimilarity"
        sensitive = "illness"
        distance  = { kind = "hamming" }
        epsilon   = "0"
        delta     = "0.6"
        k         = 5
    "#;
    let (_room, made) = release(&people(300), &format!("{COLUMNS}{illness}"));
    made.unwrap();
    let least = TOGETHER.replace("l1", "min").replace("0.05", "0.002").replace("0.8", "0.6");
    let (_room, made) = release(&people(300), &format!("{COLUMNS}{least} view = \"candidates\""));
    made.unwrap();
    let (_room, refused) = release(&people(300), &format!("{COLUMNS}{least}"));
    let message = refused.unwrap_err().to_string();
    assert!(message.contains("the register view needs a distance in which no detour"), "{message}");
}

#[test]
fn the_impossible_is_refused_and_says_what_binds() {
    let far = TOGETHER.replace("0.05", "0.4");
    let (_room, made) = release(&people(300), &format!("{COLUMNS}{far} view = \"group\""));
    let error = made.unwrap_err();
    assert!(matches!(error, Error::Refused(_)));
    let message = error.to_string();
    assert!(message.contains("of 300 rows hold values similar to each other"), "{message}");
    assert!(message.contains("delta can be at most"), "{message}");
    let (_room, made) = release(&people(8), &format!("{COLUMNS}{TOGETHER}"));
    assert!(made.unwrap_err().to_string().contains("a group needs 10 rows, and there are 8"));
    let all = TOGETHER.replace("0.8", "1");
    let (_room, made) = release(&people(300), &format!("{COLUMNS}{all} view = \"candidates\""));
    // For mixtures of groups the maker knows no way with delta = 1; that none exists is not said, for one group may do.
    let refused = made.unwrap_err();
    assert_eq!(refused.kind(), "not-found", "{refused}");
}

/// Half of the people have one value: so many of them must go that the rest can be grouped.
#[test]
fn rows_are_withheld_where_the_policy_lets_them() {
    let mut csv = people(200);
    (0..90).for_each(|row| writeln!(csv, "{},f,9,1500,flu", 18 + row % 60).unwrap());
    let policy = |share: &str, absence: &str| {
        format!("{COLUMNS}{TOGETHER} view = \"group\"\n[method]\nabsence = \"{absence}\"\nsuppress = \"{share}\"")
            .replace("0.05", "0.01")
    };
    let (_room, made) = release(&csv, &policy("0.3", "unknown"));
    let made = made.unwrap();
    assert!(made.suppressed > 0 && made.suppressed <= 87, "{}", made.suppressed);
    assert_eq!(made.tuples + made.suppressed, 290);
    let withheld = made.withheld.unwrap();
    assert!(withheld.told.iter().any(|said| said.contains("nobody knows who is in the table")), "{withheld:?}");
    for (share, absence) in [("0.001", "unknown"), ("0.3", "known")] {
        let (_room, made) = release(&csv, &policy(share, absence));
        assert!(matches!(made.unwrap_err(), Error::Refused(_)));
    }
}

#[test]
fn other_makers_are_refused() {
    for algorithm in ["split", "mondrian"] {
        let policy = format!("{COLUMNS}{TOGETHER}\n[method]\nalgorithm = \"{algorithm}\"");
        let (_room, made) = release(&people(50), &policy);
        let told = made.unwrap_err().to_string();
        assert!(told.contains("cannot keep") && told.contains("leave it out"), "{told}");
    }
}

/// Schooling by its tree, pay by difference, illness by a table of distances: one distance, from a policy file.
#[test]
fn a_distance_of_three_parts() {
    let room = TempDir::new().unwrap();
    let names = ["flu", "cold", "asthma", "gout", "ulcer", "mumps"];
    let mut table = format!(",{}\n", names.join(","));
    for (row, name) in names.iter().enumerate() {
        let cells: Vec<String> = (0..6).map(|at: usize| format!("0.{}", at.abs_diff(row))).collect();
        writeln!(table, "{name},{}", cells.join(",")).unwrap();
    }
    fs::write(room.path().join("illness.csv"), table).unwrap();
    let policy = r#"
        [columns]
        age     = { role = "quasi" }
        sex     = { role = "quasi" }
        school  = { role = "sensitive", hierarchy = { kind = "intervals", widths = ["4", "16"] } }
        pay     = { role = "sensitive", protect = "none" }
        illness = { role = "sensitive", protect = "none" }
        [[protect]]
        principle = "dissimilarity"
        sensitive = ["school", "pay", "illness"]
        epsilon   = "0.1"
        delta     = "0.8"
        k         = 10
        [protect.distance]
        kind  = "sum"
        parts = [
            { kind = "hierarchy", weight = "0.3" },
            { kind = "l1", columns = "pay", scale = "domain", weight = "0.4" },
            { kind = "matrix", matrix = "illness.csv", columns = ["illness"], weight = "0.3" },
        ]
    "#;
    // Files are looked for beside the policy.
    let file = room.path().join("aloof.toml");
    let policy = Policy::from_toml(policy, file.to_str().unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let csv = people(600);
    let made =
        publish(&Request::new(source(&csv), &policy).secret(Secret::from(3)), &Target::new(room.path().join("out")))
            .unwrap();
    assert_eq!((made.verdict, made.tuples), (Verdict::Pass, 600));
}
