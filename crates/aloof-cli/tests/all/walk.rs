//! `aloof anonymize` by walking, as people type it: the generated census, from a policy file.

use std::process::Command;

fn aloof(room: &std::path::Path, arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_aloof")).current_dir(room).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

const POLICY: &str = r#"
[columns]
age        = { role = "quasi", domain = ["0", "120"] }
income     = { role = "quasi", domain = ["0", "2000000"] }
occupation = { role = "keep" }
undeclared = "drop"

[method]
algorithm = "walk"

[[preserve]]
property  = "mean"
columns   = "age"
tolerance = "1"
"#;

#[test]
fn the_census_is_walked_from_a_policy_file() {
    let room = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| aloof(room.path(), arguments);
    assert_eq!(run(&["generate", "census", "--rows", "500", "--seed", "3", "--out", "census.csv"]).0, 0);
    std::fs::write(room.path().join("walk.toml"), POLICY).unwrap();
    let (code, out, err) =
        run(&["anonymize", "census.csv", "--policy", "walk.toml", "--out", "release", "--seed", "1"]);
    assert_eq!(code, 0, "{err}");
    for words in ["500 rows, walked", "localities kept", "beside uniform noise", "Formal guarantee: none"] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let data = std::fs::read_to_string(room.path().join("release/data.csv")).unwrap();
    assert!(data.starts_with("age,occupation,income\n") && data.lines().count() == 501, "{}", &data[..80]);
    let (code, out, _) = run(&[
        "anonymize",
        "census.csv",
        "--policy",
        "walk.toml",
        "--out",
        "release",
        "--seed",
        "2",
        "--replace",
        "--json",
    ]);
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["verdict"]), (0, &serde_json::json!("measured")), "nothing was asked");
    assert_eq!(json["walk"]["columns"][0]["column"], "age");
    assert!(json["walk"]["disclosure"]["noise"]["linked"].is_number());
}

#[test]
fn what_cannot_move_is_refused_in_one_sentence() {
    let room = tempfile::tempdir().unwrap();
    let rows = "1\n2\n3\n4\n5\n".repeat(8);
    std::fs::write(room.path().join("bits.csv"), format!("x\n{rows}")).unwrap();
    let policy = "[columns]\nx = { role = \"quasi\" }\n[method]\nalgorithm = \"walk\"\nproperties = \"1\"\n";
    std::fs::write(room.path().join("walk.toml"), policy).unwrap();
    let (code, out, err) = aloof(room.path(), &["anonymize", "bits.csv", "--policy", "walk.toml", "--out", "release"]);
    assert_eq!((code, out.as_str(), err.lines().count()), (3, "", 1), "{err}");
    assert!(err.contains("column `x` cannot be released by a walk"), "{err}");
    assert!(err.contains("in 1 of 1 segments the kept properties and the domain leave hardly another column"), "{err}");
    assert!(!room.path().join("release").exists());
}

/// Of whole ages many localities are ties; whatever share is kept, most values move, and not all by the same amount.
#[test]
fn ages_move_whatever_share_is_kept() {
    let room = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| aloof(room.path(), arguments);
    for (seed, share) in ["5", "6", "7", "8"].iter().flat_map(|seed| ["0.01", "0.05", "0.2"].map(|share| (seed, share)))
    {
        assert_eq!(
            run(&["generate", "census", "--rows", "100", "--seed", seed, "--out", "census.csv", "--replace"]).0,
            0
        );
        let policy = format!(
            "[columns]\nage = {{ role = \"quasi\", domain = [\"0\", \"120\"] }}\nundeclared = \"drop\"\n\
             [method]\nalgorithm = \"walk\"\nproperties = \"{share}\"\n"
        );
        std::fs::write(room.path().join("walk.toml"), policy).unwrap();
        let asked =
            ["anonymize", "census.csv", "--policy", "walk.toml", "--out", "out", "--replace", "--seed", "1", "--json"];
        let (code, out, err) = run(&asked);
        assert_eq!(code, 0, "{seed}, {share}: {err}");
        let json: serde_json::Value = serde_json::from_str(&out).unwrap();
        let column = &json["walk"]["columns"][0];
        let number = |key: &str| column[key].as_f64().unwrap();
        assert!(100.0 - number("unchanged") > 0.9 * (100.0 - number("still")), "{share}: {column}");
        assert!(number("r_hat_worst") < 1.05, "{share}: {column}");
    }
}

#[test]
fn mistakes_in_the_policy_name_the_line() {
    let room = tempfile::tempdir().unwrap();
    std::fs::write(room.path().join("x.csv"), "x\n1\n2\n3\n").unwrap();
    for (words, expected) in [
        ("segment = 2", "`segment` must be from 3 to 1000"),
        ("properties = \"2\"", "`properties` must be a share from 0 to 1"),
        ("steps = \"soon\"", "`steps`"),
        ("ties = \"loose\"", "`ties` cannot be `loose`"),
        ("[[preserve]]\nproperty = \"linear\"", "needs `file`"),
        ("[[preserve]]\nproperty = \"ratio\"\ntolerance = \"1\"", "must be a share below 1"),
        ("[[preserve]]\nproperty = \"order\"\ncolumns = \"y\"", "names `y`, which is not a column that is walked"),
    ] {
        let policy = format!("[columns]\nx = {{ role = \"quasi\" }}\n[method]\nalgorithm = \"walk\"\n{words}\n");
        std::fs::write(room.path().join("walk.toml"), policy).unwrap();
        let (code, _, err) = aloof(room.path(), &["anonymize", "x.csv", "--policy", "walk.toml", "--out", "release"]);
        assert!(code == 2 && err.contains("walk.toml, line") && err.contains(expected), "{words}: {err}");
    }
}
