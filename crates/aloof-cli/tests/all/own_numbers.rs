//! Numbers of one column on the command line: `--sensitive salary:absolute=4500,m=5`.

use crate::common::{Run, Workdir, lines};

/// Enough people that both columns can be protected.
fn people() -> String {
    let mut rows = vec!["age,zip,salary,hours,job".to_owned()];
    for at in 0..60_u32 {
        let jobs = ["nurse", "clerk", "judge"];
        rows.push(format!(
            "{},{},{},{},{}",
            20 + at % 30,
            at % 4,
            1000 * (at * 7 % 60),
            at * 11 % 40,
            jobs[at as usize % 3]
        ));
    }
    rows.join("\n") + "\n"
}

fn dir() -> Workdir {
    Workdir::with("pay.csv", people())
}

const COLUMNS: &str = r#"[columns]
undeclared = "drop"
age = { role = "quasi" }
zip = { role = "quasi" }
"#;

/// One `[[protect]]`.
fn protect(principle: &str, sensitive: &str, keys: &str) -> String {
    format!("[[protect]]\nprinciple = \"{principle}\"\nsensitive = \"{sensitive}\"\n{keys}\n")
}

/// The policy that somebody would write by hand for these columns.
fn by_hand(sensitive: &[&str], protect: &[String]) -> String {
    let column = |name: &&str| format!("\"{name}\" = {{ role = \"sensitive\" }}\n");
    let columns: Vec<String> = sensitive.iter().map(column).collect();
    format!("{COLUMNS}{}{}", columns.concat(), protect.concat())
}

/// Flags and the policy that they mean give the same advice, the same release byte for byte, and the same audit of it.
fn means(flags: &[&str], policy: &str) {
    let dir = dir().and("hand/aloof.toml", policy);
    let run = |command: &[&str], how: &[&str]| {
        let run = dir.run(&[command, how].concat(), b"");
        assert!(run.code == 0, "{command:?} {how:?}: {run}");
        run
    };
    let by_flags = [&["--quasi", "age,zip"], flags].concat();
    let by_file = ["--policy", "hand/aloof.toml"];
    let advice = |how: &[&str]| run(&["advise", "pay.csv", "--json"], how).stdout;
    assert_eq!(advice(&by_flags), advice(&by_file), "{flags:?}");
    run(&["anonymize", "pay.csv", "--seed", "1", "--quiet", "--out", "flags"], &by_flags);
    run(&["anonymize", "pay.csv", "--seed", "1", "--quiet", "--out", "file"], &by_file);
    // The manifest says the policy, and rows stand in an order that its digest draws.
    for file in ["manifest.json", "data.csv"] {
        assert_eq!(dir.read(&format!("flags/{file}")), dir.read(&format!("file/{file}")), "{flags:?}: {file}");
    }
    let audit = |how: &[&str]| run(&["audit", "file", "--original", "pay.csv", "--json"], how).json()["checks"].clone();
    assert_eq!(audit(&by_flags), audit(&by_file), "{flags:?}");
}

#[test]
fn columns_with_numbers_of_their_own() {
    let hand = by_hand(
        &["salary", "hours", "job"],
        &[
            protect("epsilon-m", "salary", "absolute = \"900\"\nm = 4"),
            protect("epsilon-m", "hours", "absolute = \"1\"\nm = 3"),
            protect("l-diversity", "job", "l = 2"),
        ],
    );
    means(
        &["--sensitive", "salary:absolute=900,m=4", "--sensitive", "hours:absolute=1,m=3", "--sensitive", "job:l=2"],
        &hand,
    );
    // In one list, in several goes, and with blanks.
    means(&["--sensitive", "salary:absolute=900,m=4,hours:absolute=1,m=3,job:l=2"], &hand);
    means(
        &["--sensitive", "salary:m=4, hours:absolute = 1, m = 3, job", "--sensitive", "salary:absolute=900,job:l=2"],
        &hand,
    );
    // What several columns share is said once.
    let shared = hand.replace("m = 4", "m = 3");
    means(&["--sensitive", "salary:absolute=900,hours:absolute=1,job:l=2", "--m", "3"], &shared);
}

#[test]
fn plain_flags_are_for_columns_that_have_none() {
    let hand = by_hand(
        &["salary", "hours", "job"],
        &[
            protect("epsilon-m", "salary", "absolute = \"900\"\nm = 4"),
            protect("epsilon-m", "hours", "absolute = \"1\"\nm = 3"),
            protect("l-diversity", "job", "l = 2"),
            "[[protect]]\nprinciple = \"k-anonymity\"\nk = 5\n".to_owned(),
        ],
    );
    means(&["--sensitive", "salary:absolute=900,m=4,hours,job:l=2", "--absolute", "1", "--m", "3", "--k", "5"], &hand);
    let both = by_hand(&["salary", "hours"], &["salary", "hours"].map(|name| protect("l-diversity", name, "l = 3")));
    means(&["--sensitive", "salary,hours", "--l", "3"], &both);
    let near = by_hand(
        &["hours", "salary"],
        &[
            protect("delta-l", "hours", "delta = \"1\"\nl = 3\nview = \"group\""),
            protect("epsilon-m", "salary", "below = \"100\"\nabove = \"900\"\nm = 2"),
            protect("t-closeness", "salary", "t = \"0.9\""),
        ],
    );
    means(
        &["--sensitive", "hours:delta=1,l=3,view=group", "--sensitive", "salary:below=100,above=900,m=2,t=0.9"],
        &near,
    );
}

#[test]
fn views_of_columns_and_of_all() {
    let views = |salary: &str, hours: &str| {
        let of =
            |name: &str, view: &str| protect("epsilon-m", name, &format!("absolute = \"1\"\nm = 2\nview = \"{view}\""));
        by_hand(&["salary", "hours"], &[of("salary", salary), of("hours", hours)])
    };
    let plain = ["--absolute", "1", "--m", "2"];
    means(&[&["--sensitive", "salary:view=candidates,hours"], &plain[..]].concat(), &views("candidates", "register"));
    means(
        &[&["--sensitive", "salary:view=group,hours", "--view", "candidates"], &plain[..]].concat(),
        &views("group", "candidates"),
    );
}

/// Headers with colons, commas, signs of equality and quotes.
#[test]
fn names_that_look_like_numbers() {
    let data = people().replacen("salary,hours,job", "pay:net,\"hours, a week\",\"job:l=2\"", 1);
    let dir = Workdir::with("pay.csv", data);
    let checks = |sensitive: &str| {
        let run = dir.run(&["advise", "pay.csv", "--json", "--quasi", "age", "--sensitive", sensitive], b"");
        let told = run.json();
        let of = |check: &serde_json::Value| {
            format!("{} {}", check["title"].as_str().unwrap(), check["sensitive"][0].as_str().unwrap())
        };
        told["checks"].as_array().unwrap().iter().map(of).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(checks("pay:net:absolute=900,m=4"), "(900, 4)-anonymity pay:net");
    assert_eq!(checks("pay:net,\"hours, a week\":absolute=1,m=2"), "(1, 2)-anonymity hours, a week");
    assert_eq!(checks("\"job:l=2\":l=3,\"pay:net\":l=2"), "distinct 3-diversity job:l=2; distinct 2-diversity pay:net");
}

/// What the program says of these flags, by every command alike.
fn refused(flags: &[&str]) -> String {
    let dir = dir();
    let told = |command: &[&str]| {
        let run: Run = dir.run(&[command, &["--quasi", "age,zip"], flags].concat(), b"");
        run.refused()
    };
    let told =
        [&["anonymize", "pay.csv", "--out", "release"][..], &["audit", "pay.csv"], &["advise", "pay.csv"]].map(told);
    assert!(told[0] == told[1] && told[1] == told[2], "{told:?}");
    told[0].clone()
}

#[test]
fn keys_that_are_none_and_keys_of_something_else() {
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolut=900,m=4"]), @"error: --sensitive: unknown key `absolut` of column `salary`; did you mean `absolute`? Known are absolute, relative, below, above, m, delta, l, t, view (a column that is called `salary:absolut=900` stands in double quotes)");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:weather=900"]), @"error: --sensitive: unknown key `weather` of column `salary`; known are absolute, relative, below, above, m, delta, l, t, view (a column that is called `salary:weather=900` stands in double quotes)");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,m=4,k=5"]), @"error: --sensitive: `k` counts people, whatever their values, so it is asked of the whole release and not of column `salary`: write --k 5");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:suppress=0.1"]), @"error: --sensitive: `suppress` is about the whole release and not about column `salary`: write --suppress 0.1");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:epsilon=900,m=4"]), @r#"error: --sensitive: what is near is written absolute=…, relative=…, or below=… with above=…; `epsilon` goes with principle = "dissimilarity" or "c-k-safety" of a policy file; of a column flags can ask absolute, relative, below, above, m, delta, l, t, view"#);
    insta::assert_snapshot!(refused(&["--sensitive", "salary:beta=2"]), @r#"error: --sensitive: `beta` goes with principle = "beta-likeness" of a policy file; of a column flags can ask absolute, relative, below, above, m, delta, l, t, view"#);
    insta::assert_snapshot!(refused(&["--sensitive", "salary:top=90000"]), @r#"error: --sensitive: `top` is said of a column in a policy file: "salary" = { role = "sensitive", top = … }"#);
    insta::assert_snapshot!(refused(&["--sensitive", "salary,m=4", "--absolute", "900"]), @"error: --sensitive …,m=4: the numbers of a column stand behind a colon, as in salary:m=4 (a column that is called `m=4` stands in double quotes)");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:relative=0,5,m=4"]), @"error: --sensitive …,m=4: `5` is read as a column; decimals are written with a point, such as 0.5 (a column that is called `m=4` stands in double quotes)");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:900", "--l", "3"]), @"error: --sensitive: pay.csv has no column `salary:900`; it has `salary`, and numbers of a column are written with their names: salary:absolute=4500,m=5");
}

#[test]
fn values_that_are_none() {
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=much,m=4"]), @r#"error: --sensitive salary:absolute: `absolute` must be a decimal such as "4500" or "0.1", not `much`"#);
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,m=four"]), @"error: --sensitive salary:m: `m` must be a whole number from 0 to 4294967295, such as 5");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,m=0"]), @"error: --sensitive salary:m: `m` must be at least 1");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,m=4,view=grup"]), @"error: --sensitive salary:view: `view` cannot be `grup`; did you mean `group`?");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,relative=0.1,m=4"]), @"error: --sensitive salary:absolute=900 and relative=0.1 say in two ways what is near; leave one of them out, or write two [[protect]] into a policy file");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:below=900,m=4"]), @"error: --sensitive salary:below=900 needs `above`, how far to the other side: salary:below=900,above=900");
}

#[test]
fn what_is_left_open_and_what_contradicts() {
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900"]), @"error: --sensitive salary:absolute=900 needs m, the one in how many that may be close: salary:absolute=900,m=5, or --m 5 for all columns");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:m=4"]), @"error: --sensitive salary:m=4 needs what is close: salary:absolute=4500,m=4, or relative, or below with above");
    insta::assert_snapshot!(refused(&["--sensitive", "hours:delta=4"]), @"error: --sensitive hours:delta=4 needs l, the one in how many that may be close: hours:delta=4,l=3, or --l 3 for all columns");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,hours", "--m", "4"]), @"error: --m needs what is close: --absolute, --relative, or --below with --above (column `hours` has none of its own)");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,m=4", "--m", "5"]), @"error: --m 5 is for no column: --sensitive salary:absolute=900,m=4 has its own; leave one of the two out");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,m=4", "--relative", "0.1"]), @"error: --relative 0.1 is for no column: --sensitive salary:absolute=900,m=4 has its own; leave one of the two out");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,m=4", "--l", "3"]), @"error: --l 3 is for no column: --sensitive salary:absolute=900,m=4 has its own; leave one of the two out, or write salary:l=3");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,m=4", "--sensitive", "salary:m=5"]), @"error: --sensitive: column `salary` has m=4 and m=5; leave one of them out");
    insta::assert_snapshot!(refused(&["--sensitive", "hours,job:l=2", "--delta", "1", "--l", "3"]), @"error: --sensitive job:l=2 beside --delta 1 can mean 2 different values, or one in 2 within twice 1: write job:delta=1,l=2 if it is the second, else give delta to the columns it is for instead of --delta");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,m=4,view=group", "--view", "candidates"]), @"error: --view candidates is for no column: --sensitive salary:view=group has its own; leave one of the two out");
    insta::assert_snapshot!(refused(&["--sensitive", "salary:absolute=900,m=4", "--keep", "salary"]), @"error: --keep: column `salary` is named by --sensitive, too; a column is named once, and has one role");
    insta::assert_snapshot!(refused(&["--keep", "job:l=2", "--sensitive", "salary:l=3"]), @"error: --keep job:l=2: only sensitive columns have numbers of their own; name `job` alone, or put all of it into double quotes if the column is called so");
}

/// A column that nothing is asked of is not published by mistake.
#[test]
fn a_column_that_is_left_without() {
    let told = dir().run(
        &["anonymize", "pay.csv", "--out", "release", "--quasi", "age", "--sensitive", "salary:absolute=900,m=4,job"],
        b"",
    );
    insta::assert_snapshot!(told.refused(), @"error: --sensitive: `job` is sensitive and nothing protects it, so it would go out as it is; say what must hold for it, such as --sensitive job:l=3, or name it with --keep if that is meant");
}

/// Beside a policy file the numbers of a column stand in place of what the file says of that column alone, plain ones
/// of what it says of any column, and `--k` of its k: a release never loses a protection unseen.
#[test]
fn beside_a_policy_file() {
    let file = by_hand(
        &["salary", "hours"],
        &[
            protect("epsilon-m", "salary", "absolute = \"100\"\nm = 2"),
            protect("epsilon-m", "hours", "absolute = \"1\"\nm = 3"),
            "[[protect]]\nprinciple = \"k-anonymity\"\nk = 4\n".to_owned(),
        ],
    );
    let dir = dir().and("aloof.toml", file);
    let titles = |flags: &str| {
        let told = dir.json(&format!("advise pay.csv --policy aloof.toml {flags}"));
        let title = |check: &serde_json::Value| check["title"].as_str().unwrap().to_owned();
        told["checks"].as_array().unwrap().iter().map(title).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(titles(""), "(100, 2)-anonymity; (1, 3)-anonymity; 4-anonymity");
    assert_eq!(titles("--sensitive salary:absolute=900,m=4"), "(1, 3)-anonymity; 4-anonymity; (900, 4)-anonymity");
    assert_eq!(titles("--l 2"), "4-anonymity; distinct 2-diversity; distinct 2-diversity");
    assert_eq!(
        titles("--sensitive salary:absolute=900,m=4 --l 2"),
        "4-anonymity; distinct 2-diversity; (900, 4)-anonymity"
    );
    assert_eq!(titles("--k 5"), "(100, 2)-anonymity; (1, 3)-anonymity; 5-anonymity");
}

/// Commands that measure take the same flags.
#[test]
fn by_every_command_that_knows_columns() {
    let dir = dir();
    let flags = "--quasi age,zip --sensitive salary:absolute=900,m=4,hours:l=2";
    assert_eq!(dir.aloof(&format!("anonymize pay.csv --out release --private kept --seed 1 {flags}")).code, 0);
    for call in [
        "attack release --original pay.csv --private kept",
        "evaluate release --original pay.csv --queries 10",
        "compare release --original pay.csv",
        "risk pay.csv",
        "advise pay.csv --price",
    ] {
        let run = dir.aloof(&format!("{call} --quiet {flags}"));
        assert_eq!(run.code, 0, "{call}: {run}");
    }
    let odd = lines(&["age,salary", "1,2"]);
    assert!(
        Workdir::with("odd.csv", odd)
            .refused("risk odd.csv --quasi age --sensitive salary:q=1")
            .contains("unknown key `q`")
    );
}
