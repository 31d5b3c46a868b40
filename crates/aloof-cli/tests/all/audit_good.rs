//! Audits of tables that are as they should be: every notation, every format, every principle, every flag.

use std::io::Write as _;

use crate::common::{Workdir, lines};
use aloof::io::write_parquet;
use aloof::table::{Column, LabelColumn, NumberColumn, Table};

// ---- A release as ARX writes it, audited as it is.

/// Semicolons, half-open intervals, masked codes, nodes of a hierarchy.
const ARX: &str = "\
age;zip;place;disease;cost
[17, 24[;130**;Europe;flu;100
[17, 24[;130**;Europe;asthma;2500
[17, 24[;130**;Europe;flu;9000
[24, 60[;148**;Asia;flu;120
[24, 60[;148**;Asia;ulcer;130
[24, 60[;148**;Asia;asthma;8000
";
const ARX_OF: &str = "\
age;zip;place;disease;cost
17;13053;Rome;flu;100
19;13068;Lyon;asthma;2500
23;13053;Rome;flu;9000
24;14850;Tokyo;flu;120
44;14853;Osaka;ulcer;130
59;14850;Tokyo;asthma;8000
";
const ARX_PLACES: &str = "\
Rome;Italy;Europe;*
Lyon;France;Europe;*
Oslo;Norway;Europe;*
Tokyo;Japan;Asia;*
Osaka;Japan;Asia;*
";
const ARX_POLICY: &str = r#"
[columns]
age     = { role = "quasi" }
zip     = { role = "quasi" }
place   = { role = "quasi", hierarchy = "place.csv" }
disease = { role = "sensitive" }
cost    = { role = "sensitive" }

[[protect]]
principle = "epsilon-m"
sensitive = "cost"
absolute  = "50"
m         = 2

[[protect]]
principle = "l-diversity"
sensitive = "disease"
l         = 2
"#;

fn arx(release: &str) -> Workdir {
    Workdir::with("release.csv", release)
        .and("original.csv", ARX_OF)
        .and("place.csv", ARX_PLACES)
        .and("aloof.toml", ARX_POLICY)
}

#[test]
fn a_release_of_arx() {
    insta::assert_snapshot!(arx(ARX).aloof("audit release.csv"), @"
    success: false
    exit_code: 1
    ----- stdout -----
    release.csv: 6 rows

    (50, 2)-anonymity of cost, register view: FAILS
      1 of 2 groups and 2 rows break it; the worst is 2/3, allowed is at most 1/2
      Within 100 of some figure (2ε): at most about 66.7%, on average 50%; within 250 of some figure
      (5ε): at most about 66.7%, on average 50%; within 500 of some figure (10ε): at most about 66.7%,
      on average 50%.
       worst groups:  age       zip    place  rows  measure
                      [24, 60[  148**  Asia   3     2/3
      In the worst: Whoever knows a person to be among these 3 can name one figure and say with 2/3
      confidence that the value lies within 50 of it.
      To mend a group: join it with rows whose values lie elsewhere, until at most 1 in 2 lies within 50
      of any figure; joining groups that hold cannot undo it.

    (50, 2)-anonymity of cost, group view: FAILS (not asked for)
      1 of 2 groups and 2 rows break it; the worst is 2/3, allowed is at most 1/2
       worst groups:  age       zip    place  rows  measure
                      [24, 60[  148**  Asia   3     2/3
      In the worst: Whoever knows a person to be among these 3 can name one of their values and say with
      2/3 confidence that the person's lies within 50 of it.
      To mend a group: join it with rows whose values lie farther apart, until at most 1 in 2 lies
      within 50 of any of them.

    distinct 2-diversity of disease, register view: holds
      0 of 2 groups and 0 rows break it; the worst is 1/2, allowed is at most 1/2
      So it does in the group and the candidates views.
      This bounds no guess about a person's value.

    FAIL
    ----- stderr -----
    ");
}

#[test]
fn a_release_of_arx_against_its_original() {
    let dir = arx(ARX);
    insta::assert_snapshot!(dir.aloof("audit release.csv --original original.csv"), @"
    success: false
    exit_code: 1
    ----- stdout -----
    release.csv: 6 rows

    (50, 2)-anonymity of cost, register view: FAILS
      1 of 2 groups and 2 rows break it; the worst is 2/3, allowed is at most 1/2
      Within 100 of some figure (2ε): at most about 66.7%, on average 50%; within 250 of some figure
      (5ε): at most about 66.7%, on average 50%; within 500 of some figure (10ε): at most about 66.7%,
      on average 50%.
       worst groups:  age       zip    place  rows  measure
                      [24, 60[  148**  Asia   3     2/3
      In the worst: Whoever knows a person to be among these 3 can name one figure and say with 2/3
      confidence that the value lies within 50 of it.
      To mend a group: join it with rows whose values lie elsewhere, until at most 1 in 2 lies within 50
      of any figure; joining groups that hold cannot undo it.

    (50, 2)-anonymity of cost, group view: FAILS (not asked for)
      1 of 2 groups and 2 rows break it; the worst is 2/3, allowed is at most 1/2
       worst groups:  age       zip    place  rows  measure
                      [24, 60[  148**  Asia   3     2/3
      In the worst: Whoever knows a person to be among these 3 can name one of their values and say with
      2/3 confidence that the person's lies within 50 of it.
      To mend a group: join it with rows whose values lie farther apart, until at most 1 in 2 lies
      within 50 of any of them.

    (50, 2)-anonymity of cost, candidates view: FAILS (not asked for)
      1 of 2 sets of candidate groups and 2 people break it; the worst is 2/3, allowed is at most 1/2
      To mend it: groups that cover the same people must hold together, not only each for itself: see
      docs/views.md.

    distinct 2-diversity of disease, register view: holds
      0 of 2 groups and 0 rows break it; the worst is 1/2, allowed is at most 1/2
      So it does in the group and the candidates views.
      This bounds no guess about a person's value.

    Against the original of 6 rows:
      every released row stands for an original one
      no original row is missing

    FAIL
    ----- stderr -----
    ");
    dir.aloof("audit release.csv --original original.csv --violations rows.csv");
    insta::assert_snapshot!(dir.read("rows.csv"), @"
    row,table,principle,view
    3,data,epsilon-m,register
    4,data,epsilon-m,register
    3,data,epsilon-m,group
    4,data,epsilon-m,group
    3,original,epsilon-m,candidates
    4,original,epsilon-m,candidates
    ");
}

/// Suppressed rows are a group, and the people behind them are not missing.
#[test]
fn rows_that_arx_suppressed() {
    let release = format!("{ARX}*;*;*;ulcer;70000\n*;*;*;flu;80000\n");
    let original = format!("{ARX_OF}80;99999;Oslo;ulcer;70000\n3;10000;Rome;flu;80000\n");
    let dir = arx(&release).and("original.csv", original);
    insta::assert_snapshot!(dir.checks("audit release.csv"), @"
    fail of 8 tuples
    epsilon-m of cost, register: fail, 1 of 3 groups, 2 tuples, 2/3 at most 1/2
    [epsilon-m of cost, group: fail, 1 of 3 groups, 2 tuples, 2/3 at most 1/2]
    l-diversity of disease, register: pass, 0 of 3 groups, 0 tuples, 1/2 at most 1/2
    ");
    let against = dir.json("audit release.csv --original original.csv");
    assert_eq!(against["suppressed"], 2);
    assert_eq!(against["truth"], serde_json::json!({ "original": 8, "released": 6, "untrue": 0, "absent": 0 }));
}

/// What a suppressed row publishes may be anybody's: with 11 beside 10 and 90 the one with 10 is known to within 5 with
/// 2/3, and the one with 11, whom no group covers, for certain. With 500 suppressed too, everyone has 1/2 or less.
#[test]
fn suppressed_rows_are_candidates_of_everyone() {
    let dir = Workdir::with("one.csv", "age,cost\n20..29,10\n20..29,90\n*,11\n")
        .and("one_of.csv", "age,cost\n20,10\n29,90\n80,11\n")
        .and("two.csv", "age,cost\n20..29,10\n20..29,90\n*,11\n*,500\n")
        .and("two_of.csv", "age,cost\n20,10\n29,90\n80,11\n81,500\n");
    let flags = "--quasi age --sensitive cost --absolute 5 --m 2 --view candidates";
    insta::assert_snapshot!(dir.checks(&format!("audit one.csv --original one_of.csv {flags}")), @"
    fail of 3 tuples
    [epsilon-m of cost, group: fail, 1 of 2 groups, 1 tuples, 1 at most 1/2]
    epsilon-m of cost, candidates: fail, 2 of 2 groups, 2 tuples, 1 at most 1/2
    [epsilon-m of cost, register: fail, 1 of 2 groups, 1 tuples, 1 at most 1/2]
    ");
    insta::assert_snapshot!(dir.checks(&format!("audit two.csv --original two_of.csv {flags}")), @"
    pass of 4 tuples
    [epsilon-m of cost, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    epsilon-m of cost, candidates: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    [epsilon-m of cost, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    ");
}

/// A suppressed row need not publish anything: neither a star nor nothing at all is a disease in a group.
#[test]
fn rows_of_nothing_but_stars() {
    let groups = "age;disease\n[17, 24[;flu\n[17, 24[;asthma\n";
    let dir = Workdir::with("stars.csv", format!("{groups}*;*\n*;*\n"))
        .and("blanks.csv", format!("{groups}*;\n*;\n"))
        .and("original.csv", "age;disease\n17;flu\n23;asthma\n80;ulcer\n81;flu\n");
    let flags = "--quasi age --sensitive disease --l 2 --view candidates";
    insta::assert_snapshot!(dir.checks(&format!("audit stars.csv {flags}")), @r"
    pass of 4 tuples
    l-diversity of disease, group: pass, 0 of 1 groups, 0 tuples, 1/2 at most 1/2
    ");
    insta::assert_snapshot!(dir.checks(&format!("audit blanks.csv {flags} --original original.csv")), @r"
    pass of 4 tuples
    [l-diversity of disease, group: pass, 0 of 1 groups, 0 tuples, 1/2 at most 1/2]
    l-diversity of disease, candidates: pass, 0 of 1 groups, 0 tuples, 1/2 at most 1/2
    ");
    let truth = &dir.json(&format!("audit blanks.csv {flags} --original original.csv"))["truth"];
    assert_eq!(*truth, serde_json::json!({ "original": 4, "released": 2, "untrue": 0, "absent": 0 }));
}

/// At 24 the first interval ends where the second begins. Closed, it covers the third person too, who then has two
/// candidate groups: three sets of groups instead of two.
#[test]
fn half_open_intervals_end_before_their_end() {
    let original = "age;cost\n17;100\n23;9000\n24;120\n59;8000\n";
    let release = "age;cost\n[17, 24[;100\n[17, 24[;9000\n[24, 60[;120\n[24, 60[;8000\n";
    let dir = Workdir::with("open.csv", release)
        .and("closed.csv", release.replace("24[;", "24];"))
        .and("original.csv", original);
    let sets = |file: &str| {
        let call = format!("audit {file} --quasi age --sensitive cost --absolute 50 --m 2 --view candidates");
        let call = format!("{call} --original original.csv");
        dir.json(&call)["checks"][1]["groups"].clone()
    };
    assert_eq!(sets("open.csv"), 2);
    assert_eq!(sets("closed.csv"), 3);
}

/// Numbers, dates and labels in our own notation.
#[test]
fn our_own_notation_against_the_original() {
    let release = "\
age,birth,ward,salary
17..24,2000-01-01..2000-12-31,{north|south},1000
17..24,2000-01-01..2000-12-31,{north|south},9000
30,1990-06-15,*,2000
30,1990-06-15,*,7000
";
    let original = "\
age,birth,ward,salary
17,2000-01-01,north,1000
24,2000-12-31,south,9000
30,1990-06-15,east,2000
30,1990-06-15,west,7000
";
    let dir = Workdir::with("release.csv", release).and("original.csv", original);
    let call =
        "audit release.csv --quasi age,birth,ward --sensitive salary --absolute 500 --m 2 --original original.csv";
    insta::assert_snapshot!(dir.checks(call), @"
    pass of 4 tuples
    epsilon-m of salary, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    ");
    let call = &format!("{call} --view candidates");
    insta::assert_snapshot!(dir.checks(call), @"
    pass of 4 tuples
    [epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    epsilon-m of salary, candidates: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    [epsilon-m of salary, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    ");
    let truth = &dir.json(call)["truth"];
    assert_eq!(*truth, serde_json::json!({ "original": 4, "released": 4, "untrue": 0, "absent": 0 }));
}

// ---- Is it true?

/// One salary is not the original one: the principle holds, the release is a lie.
#[test]
fn a_release_that_is_not_true() {
    let dir = Workdir::with("release.csv", "age,salary\n17..24,1000\n17..24,9001\n")
        .and("original.csv", "age,salary\n17,1000\n24,9000\n");
    let call = "audit release.csv --quasi age --sensitive salary --absolute 50 --m 2 --original original.csv";
    let audit = dir.aloof(&format!("{call} --json"));
    assert_eq!(audit.code, 1);
    assert_eq!(audit.json()["verdict"], "fail");
    assert_eq!(audit.json()["checks"][0]["verdict"], "pass");
    assert_eq!(audit.json()["truth"], serde_json::json!({ "original": 2, "released": 2, "untrue": 1, "absent": 1 }));
}

/// People who were left out are told, and no violation.
#[test]
fn a_release_that_leaves_people_out() {
    let dir = Workdir::with("release.csv", "age,salary\n17..24,1000\n17..24,9000\n")
        .and("original.csv", "age,salary\n17,1000\n24,9000\n80,4000\n");
    let call = "audit release.csv --quasi age --sensitive salary --absolute 50 --m 2 --original original.csv";
    let audit = dir.aloof(&format!("{call} --json"));
    // Whoever misses the one who is left out, and knows the others' values, knows that of the one.
    assert_eq!(audit.code, 1);
    assert_eq!(audit.json()["truth"], serde_json::json!({ "original": 3, "released": 2, "untrue": 0, "absent": 1 }));
}

// ---- Every principle and every distance.

const PAY: &str = "\
age,zip,salary,job,north,east
20..29,13***,1000,nurse,52.52,13.40
20..29,13***,3000,clerk,48.85,2.35
20..29,13***,5000,judge,40.71,-74.00
30..39,14***,2000,nurse,52.52,13.40
30..39,14***,4000,clerk,48.85,2.35
30..39,14***,6000,judge,40.71,-74.00
";
const PAY_COLUMNS: &str = r#"
[columns]
age    = { role = "quasi" }
zip    = { role = "quasi", hierarchy = { kind = "prefix" } }
salary = { role = "sensitive", domain = ["0", "10000"] }
job    = { role = "sensitive", hierarchy = "job.csv" }
north  = { role = "sensitive" }
east   = { role = "sensitive" }
"#;

fn pay(protect: &str) -> Workdir {
    Workdir::with("pay.csv", PAY)
        .and("job.csv", "nurse;health;*\nclerk;office;*\njudge;office;*\n")
        .and("far.csv", ",nurse,clerk,judge\nnurse,0,1,1\nclerk,1,0,0.5\njudge,1,0.5,0\n")
        .and("aloof.toml", format!("{PAY_COLUMNS}{protect}"))
}

/// `protect` tables from their lines, `principle, sensitive | key = value, …`.
fn protect(blocks: &[(&str, &str, &str)]) -> String {
    let block = |(principle, sensitive, keys): &(&str, &str, &str)| {
        format!(
            "\n[[protect]]\nprinciple = \"{principle}\"\nsensitive = \"{sensitive}\"\n{}\n",
            keys.replace("; ", "\n")
        )
    };
    blocks.iter().map(block).collect()
}

/// Both groups hold three salaries 2000 apart and the jobs nurse, clerk, judge: every bound below is met exactly or nearly.
#[test]
fn every_principle_once() {
    let dir = pay(&protect(&[
        ("epsilon-m", "salary", r#"absolute = "1999"; m = 3"#),
        ("epsilon-m", "salary", r#"relative = "0.3"; m = 3"#),
        ("epsilon-m", "salary", r#"below = "1999"; above = "1000"; m = 3"#),
        ("delta-l", "salary", r#"delta = "999.5"; l = 3"#),
        ("delta-l", "salary", r#"delta = "999.5"; l = 3; reading = "any-centre""#),
        ("dissimilarity", "salary", r#"distance = { kind = "l1" }; epsilon = "1999"; delta = "1"; k = 3"#),
        ("k-anonymity", "salary", "k = 3"),
        ("l-diversity", "job", r#"kind = "distinct"; l = 3"#),
        ("l-diversity", "job", r#"kind = "frequency"; l = 3"#),
        ("l-diversity", "job", r#"kind = "entropy"; l = 3"#),
        ("l-diversity", "job", r#"kind = "recursive"; c = "1"; l = 2"#),
        ("alpha-k", "job", r#"alpha = "0.34"; k = 3"#),
        ("k-e", "salary", r#"k = 3; e = "4000""#),
        ("variance", "salary", r#"v = "2666666""#),
        ("t-closeness", "job", r#"t = "0""#),
        ("t-closeness", "salary", r#"t = "0.1"; ground = "ordered""#),
        ("t-closeness", "salary", r#"t = "0.1"; ground = "value""#),
        ("t-closeness", "job", r#"t = "0"; ground = "hierarchical""#),
        ("beta-likeness", "salary", r#"beta = "1""#),
        ("beta-likeness", "job", r#"beta = "1"; kind = "enhanced""#),
    ]));
    insta::assert_snapshot!(dir.checks("audit pay.csv --view group"), @"
    pass of 6 tuples
    epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    [epsilon-m of salary, register: fail, 2 of 2 groups, 6 tuples, 2/3 at most 1/3]
    epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    [epsilon-m of salary, register: fail, 2 of 2 groups, 4 tuples, 2/3 at most 1/3]
    epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    [epsilon-m of salary, register: fail, 2 of 2 groups, 6 tuples, 2/3 at most 1/3]
    delta-l of salary, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    [delta-l of salary, register: fail, 2 of 2 groups, 6 tuples, 2/3 at most 1/3]
    delta-l of salary, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    dissimilarity of salary, group: pass, 0 of 2 groups, 0 tuples, 0 at most 0
    [dissimilarity of salary, register: fail, 2 of 2 groups, 6 tuples, 1/2 at most 0]
    k-anonymity of salary, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    l-diversity of job, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    l-diversity of job, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    l-diversity of job, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    l-diversity of job, group: pass, 0 of 2 groups, 0 tuples, 1/2 below 1
    alpha-k of job, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 17/50
    k-e of salary, group: pass, 0 of 2 groups, 0 tuples, 4000 at least 4000
    variance of salary, group: pass, 0 of 2 groups, 0 tuples, 8000000/3 at least 2666666
    t-closeness of job, group: pass, 0 of 2 groups, 0 tuples, 0 at most 0
    t-closeness of salary, group: pass, 0 of 2 groups, 0 tuples, 1/10 at most 1/10
    t-closeness of salary, group: pass, 0 of 2 groups, 0 tuples, 1/10 at most 1/10
    t-closeness of job, group: pass, 0 of 2 groups, 0 tuples, 0 at most 0
    beta-likeness of salary, group: pass, 0 of 2 groups, 0 tuples, 1 at most 1
    beta-likeness of job, group: pass, 0 of 2 groups, 0 tuples, 0 at most 1
    ");
}

/// Proximity in the register view: intervals of length 2ε, 4δ by definition, 2δ with any centre, must not hold two salaries that
/// lie 2000 apart; and (1 + 0.2) / (1 - 0.2) is the ratio of 6000 and 4000.
#[test]
fn every_proximity_in_the_register_view() {
    let held = pay(&protect(&[
        ("epsilon-m", "salary", r#"absolute = "999.9"; m = 3"#),
        ("epsilon-m", "salary", r#"relative = "0.199"; m = 3"#),
        ("epsilon-m", "salary", r#"below = "1000"; above = "999"; m = 3"#),
        ("delta-l", "salary", r#"delta = "499.9"; l = 3"#),
        ("delta-l", "salary", r#"delta = "999.9"; l = 3; reading = "any-centre""#),
        ("dissimilarity", "salary", r#"distance = { kind = "l1" }; epsilon = "999"; delta = "1"; k = 3"#),
    ]));
    insta::assert_snapshot!(held.checks("audit pay.csv"), @"
    pass of 6 tuples
    epsilon-m of salary, register: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    epsilon-m of salary, register: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    epsilon-m of salary, register: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    delta-l of salary, register: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    delta-l of salary, register: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3
    dissimilarity of salary, register: pass, 0 of 2 groups, 0 tuples, 0 at most 0
    ");
    let broken = pay(&protect(&[
        ("epsilon-m", "salary", r#"absolute = "1000"; m = 3"#),
        ("epsilon-m", "salary", r#"relative = "0.2"; m = 3"#),
        ("epsilon-m", "salary", r#"below = "1000"; above = "1000"; m = 3"#),
        ("delta-l", "salary", r#"delta = "500"; l = 3"#),
        ("delta-l", "salary", r#"delta = "1000"; l = 3; reading = "any-centre""#),
        ("dissimilarity", "salary", r#"distance = { kind = "l1" }; epsilon = "1000"; delta = "1"; k = 3"#),
    ]));
    insta::assert_snapshot!(broken.checks("audit pay.csv"), @"
    fail of 6 tuples
    epsilon-m of salary, register: fail, 2 of 2 groups, 6 tuples, 2/3 at most 1/3
    [epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3]
    epsilon-m of salary, register: fail, 1 of 2 groups, 2 tuples, 2/3 at most 1/3
    [epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3]
    epsilon-m of salary, register: fail, 2 of 2 groups, 6 tuples, 2/3 at most 1/3
    [epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3]
    delta-l of salary, register: fail, 2 of 2 groups, 6 tuples, 2/3 at most 1/3
    [delta-l of salary, group: pass, 0 of 2 groups, 0 tuples, 1/3 at most 1/3]
    delta-l of salary, register: fail, 2 of 2 groups, 6 tuples, 2/3 at most 1/3
    dissimilarity of salary, register: fail, 2 of 2 groups, 6 tuples, 1/2 at most 0
    [dissimilarity of salary, group: pass, 0 of 2 groups, 0 tuples, 0 at most 0]
    ");
}

/// The same, each asked for a little more than the table has.
#[test]
fn every_principle_broken_once() {
    let dir = pay(&protect(&[
        ("epsilon-m", "salary", r#"absolute = "2000"; m = 3"#),
        ("epsilon-m", "salary", r#"relative = "0.4"; m = 3"#),
        ("epsilon-m", "salary", r#"below = "2000"; above = "1000"; m = 3"#),
        ("delta-l", "salary", r#"delta = "1000"; l = 3"#),
        ("delta-l", "salary", r#"delta = "1000"; l = 3; reading = "any-centre""#),
        ("dissimilarity", "salary", r#"distance = { kind = "l1" }; epsilon = "2000"; delta = "0.5"; k = 3"#),
        ("k-anonymity", "salary", "k = 4"),
        ("l-diversity", "job", r#"kind = "distinct"; l = 4"#),
        ("l-diversity", "job", r#"kind = "frequency"; l = "3.01""#),
        ("l-diversity", "job", r#"kind = "entropy"; l = "3.01""#),
        ("l-diversity", "job", r#"kind = "recursive"; c = "0.4"; l = 2"#),
        ("alpha-k", "job", r#"alpha = "0.33"; k = 3"#),
        ("k-e", "salary", r#"k = 3; e = "4001""#),
        ("variance", "salary", r#"v = "2666667""#),
        ("t-closeness", "salary", r#"t = "0.49""#),
        ("t-closeness", "salary", r#"t = "0.09"; ground = "ordered""#),
        ("t-closeness", "salary", r#"t = "0.09"; ground = "value""#),
        ("beta-likeness", "salary", r#"beta = "0.99""#),
        ("beta-likeness", "salary", r#"beta = "0.99"; kind = "enhanced""#),
    ]));
    assert_eq!(dir.aloof("audit pay.csv --view group").code, 1);
    insta::assert_snapshot!(dir.checks("audit pay.csv --view group"), @"
    fail of 6 tuples
    epsilon-m of salary, group: fail, 2 of 2 groups, 6 tuples, 1 at most 1/3
    [epsilon-m of salary, register: fail, 2 of 2 groups, 6 tuples, 1 at most 1/3]
    epsilon-m of salary, group: fail, 2 of 2 groups, 2 tuples, 2/3 at most 1/3
    [epsilon-m of salary, register: fail, 2 of 2 groups, 5 tuples, 2/3 at most 1/3]
    epsilon-m of salary, group: fail, 2 of 2 groups, 4 tuples, 2/3 at most 1/3
    [epsilon-m of salary, register: fail, 2 of 2 groups, 6 tuples, 2/3 at most 1/3]
    delta-l of salary, group: fail, 2 of 2 groups, 6 tuples, 1 at most 1/3
    [delta-l of salary, register: fail, 2 of 2 groups, 6 tuples, 1 at most 1/3]
    delta-l of salary, group: fail, 2 of 2 groups, 6 tuples, 2/3 at most 1/3
    dissimilarity of salary, group: fail, 2 of 2 groups, 2 tuples, 1 at most 1/2
    [dissimilarity of salary, register: fail, 2 of 2 groups, 6 tuples, 1 at most 1/2]
    k-anonymity of salary, group: fail, 2 of 2 groups, 6 tuples, 1/3 at most 1/4
    l-diversity of job, group: fail, 2 of 2 groups, 6 tuples, 1/3 at most 1/4
    l-diversity of job, group: fail, 2 of 2 groups, 6 tuples, 1/3 at most 100/301
    l-diversity of job, group: fail, 2 of 2 groups, 6 tuples, 1/3 at most 100/301
    l-diversity of job, group: fail, 2 of 2 groups, 6 tuples, 1/2 below 2/5
    alpha-k of job, group: fail, 2 of 2 groups, 6 tuples, 1/3 at most 33/100
    k-e of salary, group: fail, 2 of 2 groups, 6 tuples, 4000 at least 4001
    variance of salary, group: fail, 2 of 2 groups, 6 tuples, 8000000/3 at least 2666667
    t-closeness of salary, group: fail, 2 of 2 groups, 6 tuples, 1/2 at most 49/100
    t-closeness of salary, group: fail, 2 of 2 groups, 6 tuples, 1/10 at most 9/100
    t-closeness of salary, group: fail, 2 of 2 groups, 6 tuples, 1/10 at most 9/100
    beta-likeness of salary, group: fail, 2 of 2 groups, 6 tuples, 1 at most 99/100
    beta-likeness of salary, group: fail, 2 of 2 groups, 6 tuples, 1 at most 99/100
    ");
}

/// Per group: salaries 2000 apart; clerk and judge meet half way up the hierarchy, nurse and they at the top.
/// Berlin and Paris lie 878 km apart, New York 5,800 km and more from both.
#[test]
fn every_distance_once() {
    let at = |sensitive: &str, distance: &str, epsilon: &str| {
        let dir = pay(&format!(
            "\n[[protect]]\nprinciple = \"dissimilarity\"\nsensitive = {sensitive}\ndistance = {distance}\n\
             epsilon = \"{epsilon}\"\ndelta = \"1\"\nk = 3\nview = \"group\"\n"
        ));
        let check = dir.json("audit pay.csv")["checks"][0].clone();
        format!("{} {}", check["violating_tuples"], check["worst_risk"].as_str().unwrap())
    };
    let both = r#"["salary", "job"]"#;
    // Neighbours in each group: none, then clerk with nurse and with judge; or clerk with judge only.
    assert_eq!(at(both, r#"{ kind = "l1", scale = "domain" }"#, "0.34"), "0 0"); // 0.1 + 0.25 and 0.1 + 0.5
    assert_eq!(at(both, r#"{ kind = "l1", scale = "domain" }"#, "0.35"), "4 1/2");
    assert_eq!(at(both, r#"{ kind = "l1", scale = "range" }"#, "0.44"), "0 0"); // 0.2 + 0.25
    assert_eq!(at(both, r#"{ kind = "l1", scale = "range" }"#, "0.45"), "4 1/2");
    assert_eq!(at(both, r#"{ kind = "l1", weights = ["0.001", "1"] }"#, "2.5"), "4 1/2"); // 2 + 0.5
    assert_eq!(at(both, r#"{ kind = "l1", weights = ["0.001", "1"] }"#, "3"), "6 1"); // 2 + 1
    assert_eq!(at(r#""salary""#, r#"{ kind = "l2" }"#, "1999.999"), "0 0");
    assert_eq!(at(r#""salary""#, r#"{ kind = "l2" }"#, "2000"), "6 1");
    assert_eq!(at(both, r#"{ kind = "l2", weights = ["0", "1"] }"#, "0.5"), "4 1/2");
    assert_eq!(at(both, r#"{ kind = "linf", weights = ["0.0001", "1"] }"#, "0.5"), "4 1/2"); // of 0.2 and 0.5
    assert_eq!(at(both, r#"{ kind = "linf", weights = ["0.0001", "1"] }"#, "0.49"), "0 0");
    assert_eq!(at(both, r#"{ kind = "min", weights = ["0.0001", "1"] }"#, "0.2"), "6 1");
    assert_eq!(at(both, r#"{ kind = "min", weights = ["0.0001", "1"] }"#, "0.19"), "0 0");
    assert_eq!(at(both, r#"{ kind = "hamming" }"#, "1"), "0 0"); // both columns differ
    assert_eq!(at(both, r#"{ kind = "hamming" }"#, "2"), "6 1");
    assert_eq!(at(r#""job""#, r#"{ kind = "hierarchy" }"#, "0.5"), "4 1/2");
    assert_eq!(at(r#""job""#, r#"{ kind = "hierarchy" }"#, "1"), "6 1");
    assert_eq!(at(r#""job""#, r#"{ kind = "edit" }"#, "2"), "0 0"); // nurse to judge takes 3 edits, the others 5
    assert_eq!(at(r#""job""#, r#"{ kind = "edit" }"#, "3"), "4 1/2");
    assert_eq!(at(r#""job""#, r#"{ kind = "edit" }"#, "5"), "6 1");
    assert_eq!(at(r#""job""#, r#"{ kind = "matrix", matrix = "far.csv" }"#, "0.5"), "4 1/2");
    assert_eq!(at(r#""job""#, r#"{ kind = "matrix", matrix = "far.csv" }"#, "0.49"), "0 0");
    assert_eq!(at(r#"["north", "east"]"#, r#"{ kind = "great-circle" }"#, "870"), "0 0");
    assert_eq!(at(r#"["north", "east"]"#, r#"{ kind = "great-circle" }"#, "890"), "4 1/2");
}

// ---- Measures.

/// Two groups: {1000, 1000, 2000, 2000} and {1000, 2000, 3000, 3000, 4000, 9000}. In the whole table 1000 and 2000 have
/// 3/10 each, 3000 has 1/5, 4000 and 9000 have 1/10 each. In the first group 1000 and 2000 have 1/2 each:
/// moved are 1/5 + 1/5 (equal), (1/5 + 2/5 + 1/5 + 1/10) / 4 by rank, (200 + 400 + 200 + 500) / 8000 by value; the gain is
/// (1/2 − 3/10) / (3/10).
const TINY: &str = "\
age,salary
20,1000
20,1000
20,2000
20,2000
30,1000
30,2000
30,3000
30,3000
30,4000
30,9000
";

#[test]
fn what_can_be_measured() {
    let dir = Workdir::with("pay.csv", TINY);
    let call = "audit pay.csv --quasi age --sensitive salary --epsilons 0,999,1000";
    insta::assert_snapshot!(dir.aloof(call), @"
    success: true
    exit_code: 0
    ----- stdout -----
    pay.csv: 10 rows

    What salary has:
       measure            value           meaning
       k                  4               rows in the smallest group
       distinct l         2               fewest distinct values in a group
       m-unique           0               all rows of a group differ, and are so many; 0: not in every group
       frequency l        2               no value has a share above 1/l
       entropy l          2.0000          exponential of the smallest entropy
       recursive c (l=2)  1               holds for every c above this
       alpha              1/2             largest share of one value
       t, equal           2/5             farthest distribution, all values equally far apart
       t, ordered         9/40 = 0.225    by rank
       t, by value        13/80 = 0.1625  by difference
       beta               2/3             largest relative gain of a value
       range              1000            smallest range of a group
       variance           250000          smallest variance of a group
      What somebody may know besides: facts such as `if this one has that value, so has that one`
       facts  a value can be named with confidence
       0      1/2
       1      1
      For a confidence of 1/2 nothing need be known besides the table.
      How close an adversary comes: the largest m for which (ε, m)-anonymity holds
       ε     around any figure  worst share of a group  around one of its values  worst share of a group
       0     2                  1/2                     2                         1/2
       999   1                  1                       2                         1/2
       1000  1                  1                       1                         1
       m  ε must stay below, around one of its values
       2  1000
    ----- stderr -----
    ");
    let json = dir.json(call);
    assert_eq!(json["verdict"], "measured");
    assert_eq!(
        json["measures"][0],
        serde_json::json!({
            "sensitive": "salary", "k": 4, "distinct_l": 2, "m_unique": 0, "frequency_l": "2", "entropy_l": 2.0, "recursive_c_2": "1",
            "alpha": "1/2", "t_equal": "2/5", "t_ordered": "9/40", "t_value": "13/80", "beta": "2/3",
            "enhanced_beta": "2/3", "range": "1000", "variance": "250000",
            // In the first group there are two values: who does not have the one has the other.
            "knowledge": {
                "implications": [{ "k": 0, "belief": "1/2" }, { "k": 1, "belief": "1" }],
                "ruled_out": 0, "others": 0, "kin": 0,
            },
            "proximity": [
                {
                    "epsilon": "0", "max_m": 2, "worst_risk": "1/2", "max_m_register": 2, "worst_risk_register": "1/2",
                },
                // Around 1500 within 999 lie both values of the first group.
                {
                    "epsilon": "999", "max_m": 2, "worst_risk": "1/2", "max_m_register": 1, "worst_risk_register": "1",
                },
                {
                    "epsilon": "1000", "max_m": 1, "worst_risk": "1", "max_m_register": 1, "worst_risk_register": "1",
                },
            ],
            "staircase": [{ "m": 2, "epsilon_below": "1000" }],
        })
    );
}

/// The first group has nothing but flu, which has 3/4 of the table: 1/4 is moved. Ulcer and asthma gain most: from 1/8 to
/// 1/5 in the second.
#[test]
fn what_can_be_measured_of_labels() {
    let dir =
        Workdir::with("ill.csv", "age,disease\n20,flu\n20,flu\n20,flu\n30,flu\n30,ulcer\n30,asthma\n30,flu\n30,flu\n");
    insta::assert_snapshot!(dir.aloof("audit ill.csv --quasi age --sensitive disease"), @r"
    success: true
    exit_code: 0
    ----- stdout -----
    ill.csv: 8 rows

    What disease has:
       measure            value   meaning
       k                  3       rows in the smallest group
       distinct l         1       fewest distinct values in a group
       m-unique           0       all rows of a group differ, and are so many; 0: not in every group
       frequency l        1       no value has a share above 1/l
       entropy l          1.0000  exponential of the smallest entropy
       recursive c (l=2)  none    holds for every c above this
       alpha              1       largest share of one value
       t, equal           1/4     farthest distribution, all values equally far apart
       beta               3/5     largest relative gain of a value
      What somebody may know besides: facts such as `if this one has that value, so has that one`
       facts  a value can be named with confidence
       0      1
      For a confidence of 1/2 nothing need be known besides the table.
    ----- stderr -----
    ");
}

/// Every sensitive column is measured by itself.
#[test]
fn several_columns_are_measured() {
    let dir = pay("");
    let json = dir.json("audit pay.csv");
    let names: Vec<&str> =
        json["measures"].as_array().unwrap().iter().map(|measure| measure["sensitive"].as_str().unwrap()).collect();
    assert_eq!(names, ["salary", "job", "north", "east"]);
}

// ---- What is shown, and what is not.

const SECRETS: &str = "\
age,salary,disease
20..29,31415,leukaemia
20..29,31416,leukaemia
20..29,31417,measles
30..39,27182,measles
30..39,99281,leukaemia
";
const SECRET_WORDS: [&str; 7] = ["31415", "31416", "31417", "27182", "99281", "leukaemia", "measles"];

fn secrets() -> Workdir {
    let protect = protect(&[
        ("epsilon-m", "salary", r#"absolute = "5"; m = 2"#),
        ("delta-l", "salary", r#"delta = "5"; l = 2"#),
        ("delta-l", "salary", r#"delta = "5"; l = 2; reading = "any-centre""#),
        ("dissimilarity", "salary", r#"distance = { kind = "l1" }; epsilon = "5"; delta = "0.9"; k = 3"#),
        ("k-anonymity", "salary", "k = 3"),
        ("l-diversity", "disease", "l = 3"),
        ("l-diversity", "disease", r#"kind = "frequency"; l = 2"#),
        ("l-diversity", "disease", r#"kind = "entropy"; l = 2"#),
        ("l-diversity", "disease", r#"kind = "recursive"; c = "1"; l = 2"#),
        ("alpha-k", "disease", r#"alpha = "0.5"; k = 2"#),
        ("k-e", "salary", r#"k = 2; e = "100""#),
        ("variance", "salary", r#"v = "1000""#),
        ("t-closeness", "disease", r#"t = "0""#),
        ("t-closeness", "salary", r#"t = "0"; ground = "ordered""#),
        ("t-closeness", "salary", r#"t = "0"; ground = "value""#),
        ("beta-likeness", "disease", r#"beta = "0.1""#),
    ]);
    let columns = r#"
[columns]
age     = { role = "quasi" }
salary  = { role = "sensitive" }
disease = { role = "sensitive" }
"#;
    Workdir::with("pay.csv", SECRETS).and("aloof.toml", format!("{columns}{protect}"))
}

#[test]
fn sensitive_values_are_not_shown() {
    let dir = secrets();
    let run = dir.aloof("audit pay.csv");
    // Three of the sixteen fail in the group view, too.
    assert_eq!((run.code, run.stdout.matches("FAILS").count()), (1, 19), "{}", run.stdout);
    run.hides(&SECRET_WORDS);
    dir.aloof("audit pay.csv --json").hides(&SECRET_WORDS);
    dir.aloof("audit pay.csv --violations rows.csv").hides(&SECRET_WORDS);
    assert!(SECRET_WORDS.iter().all(|word| !dir.read("rows.csv").contains(word)));
    dir.aloof("audit pay.csv --quasi age --sensitive salary,disease").hides(&SECRET_WORDS);
}

#[test]
fn sensitive_values_are_shown_when_asked_for() {
    let dir = secrets();
    let call = "audit pay.csv --quasi age --sensitive salary --keep disease --absolute 5 --m 2 --show-values";
    insta::assert_snapshot!(dir.aloof(call), @"
    success: false
    exit_code: 1
    ----- stdout -----
    pay.csv: 5 rows

    (5, 2)-anonymity of salary, register view: FAILS
      1 of 2 groups and 3 rows break it; the worst is 1, allowed is at most 1/2
      Within 10 of some figure (2ε): at most 100%, on average 80%; within 25 of some figure (5ε): at
      most 100%, on average 80%; within 50 of some figure (10ε): at most 100%, on average 80%.
       worst groups:  age     rows  measure
                      20..29  3     1
      In the worst: Whoever knows a person to be among these 3 can name one figure and say with 100%
      confidence that the value lies within 5 of it.
      Its values: 31415, 31416, 31417
      To mend a group: join it with rows whose values lie elsewhere, until at most 1 in 2 lies within 5
      of any figure; joining groups that hold cannot undo it.

    (5, 2)-anonymity of salary, group view: FAILS (not asked for)
      1 of 2 groups and 3 rows break it; the worst is 1, allowed is at most 1/2
       worst groups:  age     rows  measure
                      20..29  3     1
      In the worst: Whoever knows a person to be among these 3 can name one of their values and say with
      100% confidence that the person's lies within 5 of it.
      Its values: 31415, 31416, 31417
      To mend a group: join it with rows whose values lie farther apart, until at most 1 in 2 lies
      within 5 of any of them.

    1 other column is published: disease; with it as a quasi column 3 of 5 rows would stand alone
    (smallest group 1).

    FAIL
    ----- stderr -----
    ");
    let worst = &dir.json(call)["checks"][0]["worst_groups"];
    assert_eq!(worst[0]["values"], serde_json::json!(["31415", "31416", "31417"]));
    assert_eq!(worst[1]["values"], serde_json::json!(["27182", "99281"]));
}

/// Rows of the data count from 0, without the header. What is violated by the group as a whole lists all of its rows.
#[test]
fn violating_rows_are_written() {
    let dir = Workdir::with("pay.csv", "age,salary\n20,1\n20,500\n20,2\n20,900\n30,7\n30,800\n30,7\n");
    let call = "audit pay.csv --quasi age --sensitive salary --absolute 5 --m 3 --k 4 --violations rows.csv";
    insta::assert_snapshot!(dir.checks(call), @"
    fail of 7 tuples
    epsilon-m of salary, register: fail, 2 of 2 groups, 4 tuples, 2/3 at most 1/3
    [epsilon-m of salary, group: fail, 2 of 2 groups, 4 tuples, 2/3 at most 1/3]
    k-anonymity, register: fail, 1 of 2 groups, 3 tuples, 1/3 at most 1/4
    ");
    insta::assert_snapshot!(dir.read("rows.csv"), @"
    row,table,principle,view
    0,data,epsilon-m,register
    2,data,epsilon-m,register
    4,data,epsilon-m,register
    6,data,epsilon-m,register
    0,data,epsilon-m,group
    2,data,epsilon-m,group
    4,data,epsilon-m,group
    6,data,epsilon-m,group
    4,data,k-anonymity,register
    5,data,k-anonymity,register
    6,data,k-anonymity,register
    ");
    assert_eq!(dir.aloof("audit pay.csv --quasi age --sensitive salary --k 3 --violations none.csv").code, 0);
    assert_eq!(dir.read("none.csv"), "row,table,principle,view\n");
}

/// k-anonymity is about people, not values: it needs no sensitive column.
#[test]
fn k_anonymity_needs_no_sensitive_column() {
    let dir = Workdir::with("people.csv", "age\n20\n20\n30\n30\n30\n");
    insta::assert_snapshot!(dir.checks("audit people.csv --quasi age --k 2"), @"
    pass of 5 tuples
    k-anonymity, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    ");
    insta::assert_snapshot!(dir.checks("audit people.csv --quasi age --k 3"), @"
    fail of 5 tuples
    k-anonymity, register: fail, 1 of 2 groups, 2 tuples, 1/2 at most 1/3
    ");
}

// ---- The JSON of the interface.

#[test]
fn json_is_one_document_with_the_promised_fields() {
    let dir = Workdir::with("pay.csv", "age,salary\n20,1\n20,2\n30,7\n30,800\n");
    let run = dir.aloof("audit pay.csv --quasi age --sensitive salary --absolute 5 --m 2 --json");
    assert_eq!(run.code, 1);
    let json = run.json();
    assert_eq!((&json["verdict"], &json["tuples"]), (&"fail".into(), &4.into()));
    let mut check = json["checks"][0].clone();
    check.as_object_mut().unwrap().retain(|key, _| {
        let promised = [
            "principle",
            "sensitive",
            "view",
            "verdict",
            "groups",
            "violating_groups",
            "violating_tuples",
            "worst_risk",
            "bound",
        ];
        promised.contains(&key.as_str())
    });
    assert_eq!(
        check,
        serde_json::json!({
            "principle": "epsilon-m", "sensitive": ["salary"], "view": "register", "verdict": "fail", "groups": 2,
            "violating_groups": 1, "violating_tuples": 2, "worst_risk": "1", "bound": "1/2",
        })
    );
}

// ---- Where tables come from.

const PLAIN: &str = "age,salary\n20..29,1000\n20..29,1001\n30..39,2000\n30..39,9000\n";
const PLAIN_CALL: &str = "--quasi age --sensitive salary --absolute 5 --m 2 --json";

/// The answer for the plain CSV file.
fn plain() -> String {
    let run = Workdir::with("pay.csv", PLAIN).aloof(&format!("audit pay.csv {PLAIN_CALL}"));
    assert_eq!(run.code, 1);
    run.stdout
}

#[test]
fn standard_input() {
    let dir = Workdir::new();
    assert_eq!(dir.aloof_reading(&format!("audit - {PLAIN_CALL}"), PLAIN).stdout, plain());
    let dir = Workdir::with("release.csv", "age,salary\n20..29,1000\n20..29,9000\n");
    let call = "audit release.csv --quasi age --sensitive salary --absolute 5 --m 2 --original -";
    let run = dir.aloof_reading(call, "age,salary\n20,1000\n29,9000\n");
    insta::assert_snapshot!(run, @"
    success: true
    exit_code: 0
    ----- stdout -----
    release.csv: 2 rows

    (5, 2)-anonymity of salary, register view: holds
      0 of 1 group and 0 rows break it; the worst is 1/2, allowed is at most 1/2
      Within 10 of some figure (2ε): at most 50%, on average 50%; within 25 of some figure (5ε): at most
      50%, on average 50%; within 50 of some figure (10ε): at most 50%, on average 50%.
      So it does in the group and the candidates views.
      Nobody who knows everybody's age, and takes the rows of a group as equally likely, can tell the
      salary of anyone in this table to within 5 with more than 1 in 2 certainty.

    Against the original of 2 rows:
      every released row stands for an original one
      no original row is missing

    PASS
    ----- stderr -----
    ");
}

#[test]
fn compressed_files() {
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gzip.write_all(PLAIN.as_bytes()).unwrap();
    let dir = Workdir::with("pay.csv.gz", gzip.finish().unwrap())
        .and("pay.csv.zst", zstd::encode_all(PLAIN.as_bytes(), 0).unwrap());
    assert_eq!(dir.aloof(&format!("audit pay.csv.gz {PLAIN_CALL}")).stdout, plain());
    assert_eq!(dir.aloof(&format!("audit pay.csv.zst {PLAIN_CALL}")).stdout, plain());
}

fn as_parquet() -> Vec<u8> {
    let age = LabelColumn::from_texts(["20..29", "20..29", "30..39", "30..39"].map(Some));
    let salary = NumberColumn::from_integers(vec![1000, 1001, 2000, 9000]);
    let columns = vec![("age".to_owned(), Column::Label(age)), ("salary".to_owned(), Column::Number(salary))];
    let mut bytes = Vec::new();
    write_parquet(&Table::new(columns, 4).unwrap(), &mut bytes).unwrap();
    bytes
}

/// The content decides, not the name.
#[test]
fn parquet_files() {
    let dir = Workdir::with("pay.parquet", as_parquet()).and("pay.csv", as_parquet());
    assert_eq!(dir.aloof(&format!("audit pay.parquet {PLAIN_CALL}")).stdout, plain());
    assert_eq!(dir.aloof(&format!("audit pay.csv {PLAIN_CALL}")).stdout, plain());
}

#[test]
fn other_delimiters_quotes_and_line_ends() {
    let dir = Workdir::with("tab.csv", PLAIN.replace(',', "\t"))
        .and("bar.csv", PLAIN.replace(',', "|"))
        .and("windows.csv", format!("\u{feff}{}", PLAIN.replace('\n', "\r\n")))
        .and(
            "quoted.csv",
            lines(&["\"age\",\"salary\"", "\"20..29\",\"1000\"", "20..29, 1001 ", "30..39,2e3", "30..39,9000.00"]),
        )
        .and("dollar.csv", PLAIN.replace(',', "$"));
    for file in ["tab.csv", "bar.csv", "windows.csv", "quoted.csv"] {
        assert_eq!(dir.aloof(&format!("audit {file} {PLAIN_CALL}")).stdout, plain(), "{file}");
    }
    assert_eq!(dir.aloof(&format!("audit dollar.csv --delimiter $ {PLAIN_CALL}")).stdout, plain());
}

#[test]
fn the_directory_of_a_release() {
    let dir = Workdir::with("csv/data.csv", PLAIN)
        .and("foreign/data.csv", PLAIN)
        .and("foreign/manifest.json", "{}")
        .and("parquet/data.parquet", as_parquet());
    assert_eq!(dir.aloof(&format!("audit csv {PLAIN_CALL}")).stdout, plain());
    let told = &dir.json(&format!("audit foreign {}", PLAIN_CALL.replace(" --json", "")))["notes"][0];
    assert!(told.as_str().unwrap().contains("foreign/manifest.json is no manifest of a release"), "{told}");
    assert_eq!(dir.aloof(&format!("audit parquet/ {PLAIN_CALL}")).stdout, plain());
}

// ---- Releases that state bounds and groups.

const BOUNDS: &str = "\
age_lo,age_hi,group,salary
17,24,1,1000
17,24,2,1001
17,24,1,5000
17,24,2,7000
30,30,3,16000
30,30,3,24000
";
const BOUNDS_POLICY: &str = r#"
[columns]
age    = { role = "quasi" }
salary = { role = "sensitive" }

[[protect]]
principle = "epsilon-m"
absolute  = "5"
m         = 2

[output]
intervals = "bounds"
group_ids = true
"#;

/// Three groups by their numbers; two by their boxes, of which the first holds 1000 and 1001 in four.
#[test]
fn bounds_and_group_numbers() {
    let dir = Workdir::with("release.csv", BOUNDS)
        .and("original.csv", "age,salary\n17,1000\n20,1001\n23,5000\n24,7000\n30,16000\n30,24000\n")
        .and("aloof.toml", BOUNDS_POLICY);
    insta::assert_snapshot!(dir.checks("audit release.csv --original original.csv"), @"
    pass of 6 tuples
    epsilon-m of salary, register: pass, 0 of 3 groups, 0 tuples, 1/2 at most 1/2
    ");
    insta::assert_snapshot!(dir.checks("audit release.csv --original original.csv --view candidates"), @"
    pass of 6 tuples
    epsilon-m of salary, group: pass, 0 of 3 groups, 0 tuples, 1/2 at most 1/2
    epsilon-m of salary, candidates: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    [epsilon-m of salary, register: pass, 0 of 3 groups, 0 tuples, 1/2 at most 1/2]
    ");
    assert_eq!(dir.json("audit release.csv --original original.csv")["truth"]["untrue"], 0);
    let drop =
        BOUNDS_POLICY.replace("group_ids = true", "").replace("[[protect]]", "undeclared = \"drop\"\n[[protect]]");
    let dir = dir.and("boxes.toml", drop);
    // Whoever sees the table sees the numbers, whether or not a policy names them.
    let numbered = dir.json("audit release.csv --policy boxes.toml");
    assert_eq!(numbered["checks"][0]["groups"], 3);
    let boxes = BOUNDS.replace("group,", "").replace(",1,", ",").replace(",2,", ",").replace(",3,", ",");
    let boxes = dir.and("boxes.csv", boxes).json("audit boxes.csv --policy boxes.toml");
    assert_eq!(boxes["checks"][0]["groups"], 2);
    assert_eq!(boxes["checks"][0]["worst_groups"][0]["quasi"]["age"], "17..24");
}

// ---- Missing values.

#[test]
fn a_missing_quasi_value_equals_another() {
    let dir = Workdir::with("pay.csv", "age,salary\n20,1\n,100\n20,200\n,300\n");
    insta::assert_snapshot!(dir.checks("audit pay.csv --quasi age --sensitive salary --absolute 5 --m 2"), @"
    pass of 4 tuples
    epsilon-m of salary, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    ");
}

fn missing(quasi: &str, sensitive: &str) -> String {
    format!(
        "[columns]\nage = {{ role = \"quasi\"{quasi} }}\nsalary = {{ role = \"sensitive\"{sensitive} }}\n\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n"
    )
}

/// Nothing can be said of the person without a salary: by default that is an error, and the message tells the way out.
#[test]
fn missing_sensitive_values() {
    let table = "age,salary\n20,1\n20,\n20,100\n30,200\n30,300\n";
    let dir = Workdir::with("pay.csv", table)
        .and("default.toml", missing("", ""))
        .and("drop.toml", missing("", r#", missing = "drop""#))
        .and("value.toml", missing("", r#", missing = "value""#));
    insta::assert_snapshot!(
        dir.refused("audit pay.csv --policy default.toml"),
        @r#"error: pay.csv, column `salary`: 1 of 5 sensitive values is missing; declare salary = { role = "sensitive", missing = "publish" } to publish these people without a value, or missing = "drop" to leave them out"#
    );
    insta::assert_snapshot!(
        dir.refused("audit pay.csv --policy value.toml"),
        @r#"error: pay.csv, column `salary`: 1 of 5 sensitive values is missing, and among numbers a missing one cannot be a value like any other; write missing = "publish" to publish these people without a value, or missing = "drop" to leave them out"#
    );
    insta::assert_snapshot!(dir.checks("audit pay.csv --policy drop.toml"), @"
    pass of 5 tuples
    epsilon-m of salary, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    ");
}

/// A table is true to itself, with rows to drop in it too.
#[test]
fn a_table_against_itself() {
    let dir = Workdir::with("pay.csv", "age,salary\n20,1\n20,\n20,100\n,200\n,300\n")
        .and("aloof.toml", missing("", r#", missing = "drop""#));
    let json = dir.json("audit pay.csv --original pay.csv");
    assert_eq!((&json["verdict"], &json["dropped"]), (&"pass".into(), &1.into()));
    assert_eq!((&json["truth"]["untrue"], &json["truth"]["absent"]), (&0.into(), &0.into()));
}

/// Of labels a missing one may be a value of its own.
#[test]
fn missing_labels_may_be_a_value() {
    let policy = "[columns]\nage = { role = \"quasi\" }\ndisease = { role = \"sensitive\", missing = \"value\" }\n\
                  [[protect]]\nprinciple = \"l-diversity\"\nl = 2\n";
    let dir = Workdir::with("ill.csv", "age,disease\n20,flu\n20,\n30,\n30,\n").and("aloof.toml", policy);
    insta::assert_snapshot!(dir.checks("audit ill.csv"), @"
    fail of 4 tuples
    l-diversity of disease, register: fail, 1 of 2 groups, 2 tuples, 1 at most 1/2
    ");
}

#[test]
fn missing_quasi_values_may_be_dropped_or_refused() {
    let table = "age,salary\n20,1\n20,100\n,200\n,201\n";
    let dir = Workdir::with("pay.csv", table)
        .and("drop.toml", missing(r#", missing = "drop""#, ""))
        .and("error.toml", missing(r#", missing = "error""#, ""));
    let dropped = dir.json("audit pay.csv --policy drop.toml");
    assert_eq!((&dropped["verdict"], &dropped["dropped"]), (&"measured".into(), &2.into()));
    assert_eq!(dropped["checks"][0]["groups"], 1);
    let refused = dir.refused("audit pay.csv --policy error.toml");
    assert!(refused.starts_with("error: pay.csv, column `age`: 2 of 4 values are missing"), "{refused}");
}

#[test]
fn texts_that_mean_missing() {
    let table = "age,salary\n20,1\n20,NA\n20,?\n20,100\n";
    let dir = Workdir::with("pay.csv", table)
        .and("flags.toml", missing("", r#", missing = "drop""#))
        .and("file.toml", missing("", r#", missing = "drop""#) + "[input]\nmissing = [\"NA\", \"?\"]\n");
    let by_file = dir.json("audit pay.csv --policy file.toml");
    assert_eq!(by_file["checks"][0]["worst_risk"], "1/2");
    assert_eq!(by_file, dir.json("audit pay.csv --policy flags.toml --missing-text NA --missing-text ?"));
    assert!(dir.refused("audit pay.csv --policy flags.toml --missing-text NA").contains("line 4, column `salary`"));
}

// ---- Where the policy comes from.

const TEN: &str = "age,salary\n20,1\n20,13\n30,20\n30,41\n";

/// Salaries of the first group lie 12 apart: both within 10 of some figure, never within 5. Those of the second lie 21 apart.
fn with_policy() -> Workdir {
    Workdir::with("data/pay.csv", TEN).and("data/aloof.toml", missing("", "").replace("\"5\"", "\"10\""))
}

#[test]
fn the_policy_beside_the_data() {
    let dir = with_policy();
    insta::assert_snapshot!(dir.checks("audit data/pay.csv"), @"
    fail of 4 tuples
    epsilon-m of salary, register: fail, 1 of 2 groups, 2 tuples, 1 at most 1/2
    [epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    ");
}

/// Protection by flags replaces what the policy says of the same; its columns stay, and what else it asks for.
#[test]
fn flags_win_over_the_policy() {
    let dir = with_policy();
    insta::assert_snapshot!(dir.checks("audit data/pay.csv --absolute 5 --m 2"), @"
    pass of 4 tuples
    epsilon-m of salary, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    ");
    insta::assert_snapshot!(dir.checks("audit data/pay.csv --k 2 --l 2 --t 0.5"), @"
    pass of 4 tuples
    l-diversity of salary, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    k-anonymity, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    t-closeness of salary, register: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    ");
    insta::assert_snapshot!(dir.checks("audit data/pay.csv --policy data/aloof.toml --k 3"), @"
    fail of 4 tuples
    epsilon-m of salary, register: fail, 1 of 2 groups, 2 tuples, 1 at most 1/2
    [epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    k-anonymity, register: fail, 2 of 2 groups, 4 tuples, 1/2 at most 1/3
    ");
}

/// `--view` counts for the policy's protection, too: {1, 10} and {5, 30} pass by themselves, but 5 has 1 and 10 within 5 of
/// it when both groups cover one person.
#[test]
fn the_view_by_flag() {
    let dir = Workdir::with("release.csv", "age,salary\n20..29,1\n20..29,10\n20..39,5\n20..39,30\n")
        .and("original.csv", "age,salary\n20,1\n29,10\n25,5\n39,30\n")
        .and("aloof.toml", missing("", ""));
    let call = "audit release.csv --original original.csv";
    insta::assert_snapshot!(dir.checks(call), @"
    fail of 4 tuples
    epsilon-m of salary, register: fail, 1 of 2 groups, 2 tuples, 1 at most 1/2
    [epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    [epsilon-m of salary, candidates: fail, 1 of 2 groups, 1 tuples, 3/4 at most 1/2]
    ");
    assert_eq!(dir.checks(&format!("{call} --view register")), dir.checks(call));
    insta::assert_snapshot!(dir.checks(&format!("{call} --view candidates")), @"
    fail of 4 tuples
    [epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2]
    epsilon-m of salary, candidates: fail, 1 of 2 groups, 1 tuples, 3/4 at most 1/2
    [epsilon-m of salary, register: fail, 1 of 2 groups, 2 tuples, 1 at most 1/2]
    ");
    insta::assert_snapshot!(dir.checks(&format!("{call} --view group")), @"
    pass of 4 tuples
    epsilon-m of salary, group: pass, 0 of 2 groups, 0 tuples, 1/2 at most 1/2
    [epsilon-m of salary, candidates: fail, 1 of 2 groups, 1 tuples, 3/4 at most 1/2]
    [epsilon-m of salary, register: fail, 1 of 2 groups, 2 tuples, 1 at most 1/2]
    ");
    let code = |view: &str| dir.aloof(&format!("{call} --view {view}")).code;
    assert_eq!((code("register"), code("candidates"), code("group")), (1, 1, 0));
}

/// Columns by flags make a policy of their own.
#[test]
fn columns_by_flags_leave_the_policy_alone() {
    let dir = with_policy();
    let json = dir.json("audit data/pay.csv --quasi age --sensitive salary");
    assert_eq!((&json["verdict"], json["checks"].as_array().unwrap().len()), (&"measured".into(), 0));
}

/// Hierarchies are looked for beside the policy, wherever the program runs.
#[test]
fn hierarchies_stand_beside_the_policy() {
    let policy = "[columns]\nplace = { role = \"quasi\", hierarchy = \"place.csv\" }\nsalary = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n";
    let dir = Workdir::with("data/release.csv", "place,salary\nItaly,1\nItaly,100\n")
        .and("data/original.csv", "place,salary\nRome,1\nMilan,100\n")
        .and("rules/place.csv", "Rome;Italy;*\nMilan;Italy;*\nLyon;France;*\n")
        .and("rules/aloof.toml", policy);
    let call = "audit data/release.csv --original data/original.csv --policy rules/aloof.toml";
    assert_eq!(dir.aloof(call).code, 0);
    assert_eq!(dir.json(call)["truth"]["untrue"], 0);
}

#[test]
fn undeclared_columns_may_be_dropped() {
    let policy = missing("", "").replace("\n\n[[", "\nundeclared = \"drop\"\n\n[[");
    let dir = Workdir::with("pay.csv", "age,salary\n20,1\n20,100\n")
        .and("original.csv", "age,name,salary\n20,Ann,1\n20,Bob,100\n")
        .and("aloof.toml", policy);
    assert_eq!(dir.aloof("audit pay.csv --original original.csv").code, 0);
    // Published, it was not dropped: it is named, and the promise says that it knows nothing of it.
    let run = dir.aloof("audit original.csv");
    assert!(run.code == 0 && run.stdout.contains("but nothing of"), "{run}");
}

#[test]
fn identifiers_are_gone_from_a_release() {
    let policy = missing("", "")
        .replace("[columns]\n", "[columns]\nname = { role = \"identifier\" }\nnotes = { role = \"drop\" }\n");
    let dir = Workdir::with("release.csv", "age,salary\n20..30,1\n20..30,100\n")
        .and("original.csv", "name,age,salary,notes\nAnn,20,1,x\nBob,30,100,y\n")
        .and("aloof.toml", policy);
    assert_eq!(dir.aloof("audit release.csv --original original.csv").code, 0);
}

// ---- Dates and other sensitive values.

/// A week is 7 days.
#[test]
fn dates_are_days() {
    let dir = Workdir::with("visits.csv", "age,visit\n20,2020-02-25\n20,2020-03-03\n");
    let call = "audit visits.csv --quasi age --sensitive visit --m 2 --view group --absolute";
    insta::assert_snapshot!(dir.checks(&format!("{call} 6")), @"
    pass of 2 tuples
    epsilon-m of visit, group: pass, 0 of 1 groups, 0 tuples, 1/2 at most 1/2
    [epsilon-m of visit, register: fail, 1 of 1 groups, 2 tuples, 1 at most 1/2]
    ");
    insta::assert_snapshot!(dir.checks(&format!("{call} 7")), @"
    fail of 2 tuples
    epsilon-m of visit, group: fail, 1 of 1 groups, 2 tuples, 1 at most 1/2
    [epsilon-m of visit, register: fail, 1 of 1 groups, 2 tuples, 1 at most 1/2]
    ");
    let code =
        |days: u32| dir.aloof(&format!("audit visits.csv --quasi age --sensitive visit --m 2 --absolute {days}")).code;
    assert_eq!((code(3), code(4)), (0, 1));
}

// ---- Flags of every command.

/// The same bytes on one thread and on four, for checks, measures and the original.
#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let dir = Workdir::new();
    assert_eq!(dir.aloof("demo --rows 3000 --out d").code, 0);
    for call in [
        "audit d/three-diverse.csv --original d/census.csv --json",
        "audit d/three-diverse.csv --quasi age,sex,education,occupation --sensitive income --json",
    ] {
        let one = dir.aloof(&format!("{call} --threads 1"));
        let four = dir.aloof(&format!("{call} --threads 4"));
        assert!(one.stdout.len() > 1000 && one.stderr.is_empty());
        assert!(one.stdout == four.stdout, "{call}");
    }
}

#[test]
fn quiet_says_no_less_than_the_verdict() {
    let dir = with_policy();
    let run = dir.aloof("audit data/pay.csv --quiet --absolute 5 --m 2");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.ends_with("\nPASS\n"), "{}", run.stdout);
    let (quiet, loud) = (dir.aloof("audit data/pay.csv --quiet --json"), dir.aloof("audit data/pay.csv --json"));
    assert_eq!(quiet.stdout, loud.stdout);
}
