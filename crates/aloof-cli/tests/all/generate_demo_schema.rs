//! The commands that need no data of the user: `generate`, `demo`, `schema`.

use crate::common::Workdir;
use aloof::policy::{Item, Section};
use serde_json::{Map, Value};

// ---- generate

#[test]
fn a_census_table() {
    let dir = Workdir::new();
    insta::assert_snapshot!(dir.aloof("generate census --rows 5 --seed 7 --out people.csv"), @r"
    success: true
    exit_code: 0
    ----- stdout -----
    5 people, seed 7, in people.csv
    ----- stderr -----
    ");
    let text = dir.read("people.csv");
    assert_eq!(text.lines().count(), 6);
    assert_eq!(
        text.lines().next().unwrap(),
        "age,birthplace,occupation,sex,marital_status,race,education,work_class,income"
    );
}

#[test]
fn the_same_seed_makes_the_same_bytes() {
    let dir = Workdir::new();
    for (seed, file) in [(7, "a.csv"), (7, "b.csv"), (8, "c.csv")] {
        let run = dir.aloof(&format!("generate census --rows 2000 --seed {seed} --out {file} --quiet"));
        assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "", ""));
    }
    assert!(dir.read("a.csv") == dir.read("b.csv"));
    assert!(dir.read("a.csv") != dir.read("c.csv"));
    let printed = dir.aloof("generate census --rows 2000 --seed 7 --out -");
    assert!(printed.stdout == dir.read("a.csv") && printed.stderr.is_empty());
}

/// A longer table begins as the shorter one does; threads change nothing. 70,000 rows are more than one block.
#[test]
fn a_short_table_begins_the_long_one() {
    let dir = Workdir::new();
    for (rows, threads) in [(1000, 1), (70_000, 1), (70_001, 4)] {
        dir.aloof(&format!("generate census --rows {rows} --out {rows}.csv --threads {threads} --quiet"));
    }
    let (short, long, longer) = (dir.read("1000.csv"), dir.read("70000.csv"), dir.read("70001.csv"));
    assert_eq!((short.lines().count(), long.lines().count(), longer.lines().count()), (1001, 70_001, 70_002));
    assert!(long.starts_with(&short));
    assert!(longer.starts_with(&long));
}

#[test]
fn what_was_generated_as_json() {
    let dir = Workdir::new();
    let json = dir.json("generate census --rows 5 --seed 7 --out people.csv");
    assert_eq!(json, serde_json::json!({ "rows": 5, "seed": 7, "out": "people.csv" }));
}

/// One file per label column, and every label of the table stands in its column's hierarchy.
#[test]
fn hierarchies_know_every_label() {
    let dir = Workdir::new();
    assert_eq!(dir.aloof("generate census --rows 3000 --out people.csv --hierarchies trees").code, 0);
    let text = dir.read("people.csv");
    let mut rows = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let names = rows.next().unwrap();
    let rows: Vec<Vec<&str>> = rows.collect();
    let mut files = 0;
    for (at, name) in names.iter().enumerate().filter(|(_, name)| !["age", "income"].contains(name)) {
        let tree = dir.read(&format!("trees/{name}.csv"));
        let leaves: Vec<&str> = tree.lines().map(|line| line.split(';').next().unwrap()).collect();
        assert!(rows.iter().all(|row| leaves.contains(&row[at])), "{name}");
        assert!(tree.lines().all(|line| line.ends_with(";*")), "{name}");
        files += 1;
    }
    assert_eq!(files, 7);
    assert_eq!(std::fs::read_dir(dir.path("trees")).unwrap().count(), 7);
}

/// The table with its hierarchies is one that an audit takes: released as it is, it is true and safe for nobody.
#[test]
fn a_generated_table_can_be_audited() {
    let policy = r#"
[columns]
age        = { role = "quasi" }
birthplace = { role = "quasi", hierarchy = "trees/birthplace.csv" }
occupation = { role = "quasi", hierarchy = "trees/occupation.csv" }
income     = { role = "sensitive" }
undeclared = "drop"

[[protect]]
principle = "epsilon-m"
absolute  = "4500"
m         = 5
"#;
    let dir = Workdir::with("aloof.toml", policy);
    dir.aloof("generate census --rows 500 --out people.csv --hierarchies trees");
    let run = dir.aloof("audit people.csv --original people.csv --json");
    assert_eq!(run.code, 1);
    assert_eq!(run.json()["truth"], serde_json::json!({ "original": 500, "released": 500, "untrue": 0, "absent": 0 }));
    assert_eq!(run.json()["checks"][0]["worst_risk"], "1");
}

// ---- demo

/// The story tells of a release that is 3-diverse and breached all the same, and its files bear it out.
#[test]
fn the_demo_tells_of_a_breach() {
    let dir = Workdir::new();
    let run = dir.aloof("demo --rows 800 --out d");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    for words in [
        "Here are 800 people",
        "distinct 3-diversity: holds",
        "(2000, 3)-anonymity: FAILS",
        "This is proximity breach.",
    ] {
        assert!(run.stdout.contains(words), "no `{words}` in:\n{}", run.stdout);
    }
    for file in ["census.csv", "three-diverse.csv", "aloof.toml", "sex.csv", "education.csv", "occupation.csv"] {
        assert!(dir.path(&format!("d/{file}")).is_file(), "{file}");
    }
    let audit = dir.aloof("audit d/three-diverse.csv --original d/census.csv --json");
    assert_eq!(audit.code, 1);
    let json = audit.json();
    assert_eq!(json["truth"], serde_json::json!({ "original": 800, "released": 800, "untrue": 0, "absent": 0 }));
    assert_eq!((&json["checks"][0]["principle"], &json["verdict"]), (&"epsilon-m".into(), &"fail".into()));
    let diverse = dir.aloof("audit d/three-diverse.csv --policy d/aloof.toml --l 3 --view group");
    assert_eq!(diverse.code, 0, "{diverse}");
    let safe = dir.aloof("audit d/release --original d/census.csv");
    assert_eq!(safe.code, 0, "{safe}");
    assert!(dir.path("d/private/assignment.csv").is_file());
}

/// The incomes that the story shows: at least three different ones, and one has all others within 2000.
#[test]
fn the_incomes_of_the_story_are_close() {
    let dir = Workdir::new();
    let text = dir.aloof("demo --rows 800 --out d").stdout;
    let shown = text.split("Its incomes are ").nth(1).unwrap().split('.').next().unwrap();
    let mut incomes: Vec<i64> = shown.split(',').map(|income| income.trim().parse().unwrap()).collect();
    assert!(incomes.iter().any(|one| incomes.iter().all(|other| (one - other).abs() <= 2000)), "{shown}");
    incomes.sort_unstable();
    incomes.dedup();
    assert!(incomes.len() >= 3, "{shown}");
}

#[test]
fn the_same_seed_tells_the_same_story() {
    let dir = Workdir::new();
    let story = |seed: u32| dir.aloof(&format!("demo --rows 300 --seed {seed} --out d")).stdout;
    let first = (story(1), dir.read("d/three-diverse.csv"));
    let other = (story(2), dir.read("d/three-diverse.csv"));
    assert!(first.0 != other.0 && first.1 != other.1);
    assert!(first == (story(1), dir.read("d/three-diverse.csv")));
}

/// Every command that the story suggests can be typed.
#[test]
fn the_demo_suggests_commands_that_work() {
    let dir = Workdir::new();
    let text = dir.aloof("demo --rows 300 --out d").stdout;
    let calls: Vec<&str> = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("aloof "))
        .map(|line| line.split("   ").next().unwrap())
        .collect();
    assert!(calls.len() >= 3, "{text}");
    for call in calls {
        let run = dir.aloof(call);
        assert!(run.code < 2 && !run.stdout.is_empty(), "aloof {call}: {}", run.stderr);
    }
}

#[test]
fn the_demo_as_json() {
    let json = Workdir::new().json("demo --rows 300 --out d");
    assert_eq!((&json["breach"]["verdict"], &json["breach"]["tuples"]), (&"fail".into(), &300.into()));
    assert_eq!((&json["safe"]["verdict"], &json["safe"]["tuples"]), (&"pass".into(), &300.into()));
    assert!(json["safe"]["loss"].as_f64().unwrap() < json["printed"]["loss"].as_f64().unwrap());
}

// ---- schema

/// The policy of the interface's page, every key of it.
const POLICY: &str = r#"
[columns]
name   = { role = "identifier" }
age    = { role = "quasi" }
zip    = { role = "quasi", hierarchy = "zip.csv" }
salary = { role = "sensitive" }
education = { role = "sensitive" }
class  = { role = "sensitive" }
income = { role = "sensitive" }
notes  = { role = "drop" }
ward   = { role = "keep" }
undeclared = "error"

[[protect]]
principle = "epsilon-m"
sensitive = "salary"
absolute  = "4500"
m         = 5
view      = "candidates"

[[protect]]
principle = "dissimilarity"
sensitive = ["education", "class", "income"]
distance  = { kind = "l1", weights = ["0.3", "0.3", "0.4"], scale = "domain" }
epsilon   = "0.1"
delta     = "0.8"
k         = 10

[method]
algorithm = "split"

[output]
format    = "csv"
group_ids = false
"#;

fn schema() -> Value {
    let run = Workdir::new().aloof("schema");
    assert_eq!(run.code, 0);
    run.json()
}

/// A policy's text as the JSON that the schema is about.
fn as_json(policy: &str) -> Value {
    fn section(section: &Section) -> Value {
        let entries = section.entries().iter().map(|(key, located)| (key.clone(), item(&located.value)));
        Value::Object(entries.collect::<Map<_, _>>())
    }
    fn item(value: &Item) -> Value {
        match value {
            Item::Text(text) => text.clone().into(),
            Item::Number(digits) => serde_json::from_str(digits).unwrap(),
            Item::Truth(truth) => (*truth).into(),
            Item::List(items) => items.iter().map(|located| item(&located.value)).collect(),
            Item::Section(inner) => section(inner),
        }
    }
    section(&Section::from_toml(policy, "aloof.toml").unwrap())
}

/// What is wrong with `value`, by as much of JSON Schema as `aloof schema` uses; a word it does not know is a failure.
fn faults(value: &Value, schema: &Value, at: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut wrong = |problem: String| found.push(format!("{at}: {problem}"));
    for (word, rule) in schema.as_object().unwrap() {
        match word.as_str() {
            // The last two are looked at below, together.
            "$schema" | "title" | "description" | "properties" | "additionalProperties" => {}
            "type" => {
                let kinds = if let Value::Array(kinds) = rule { kinds.clone() } else { vec![rule.clone()] };
                if !kinds.iter().any(|kind| is_of(value, kind.as_str().unwrap())) {
                    wrong(format!("not {rule}"));
                }
            }
            "const" if value == rule => {}
            "enum" if rule.as_array().unwrap().contains(value) => {}
            "const" | "enum" => wrong(format!("not {rule}")),
            "minimum" if value.is_null() || value.as_f64() >= rule.as_f64() => {}
            "minimum" => wrong(format!("below {rule}")),
            "maximum" if value.is_null() || value.as_f64() <= rule.as_f64() => {}
            "maximum" => wrong(format!("above {rule}")),
            "minItems" | "maxItems" => {
                let (length, limit) = (value.as_array().map_or(0, Vec::len) as u64, rule.as_u64().unwrap());
                if if word == "minItems" { length < limit } else { length > limit } {
                    wrong(format!("{word} is {rule}"));
                }
            }
            "uniqueItems" => {
                let items = value.as_array().map_or(&[][..], Vec::as_slice);
                if items.iter().enumerate().any(|(at, item)| items[..at].contains(item)) {
                    wrong("the same twice".to_owned());
                }
            }
            "required" => {
                let lacks = |key: &&Value| value.get(key.as_str().unwrap()).is_none();
                rule.as_array().unwrap().iter().filter(lacks).for_each(|key| wrong(format!("lacks {key}")));
            }
            "oneOf" => {
                let fits = rule.as_array().unwrap().iter().filter(|one| faults(value, one, at).is_empty()).count();
                if fits != 1 {
                    wrong(format!("fits {fits} of oneOf"));
                }
            }
            "items" => {
                let items = value.as_array().into_iter().flatten();
                items.for_each(|item| faults(item, rule, at).into_iter().for_each(&mut wrong));
            }
            other => panic!("the test does not know the word {other}"),
        }
    }
    found.extend(faults_of_properties(value, schema, at));
    found
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the test does not know the type {other}"),
    }
}

fn faults_of_properties(value: &Value, schema: &Value, at: &str) -> Vec<String> {
    let Some(entries) = value.as_object() else { return Vec::new() };
    let (known, others) = (&schema["properties"], &schema["additionalProperties"]);
    let of = |(key, value): (&String, &Value)| match (known.get(key), others) {
        (Some(schema), _) => faults(value, schema, &format!("{at}.{key}")),
        (None, Value::Bool(false)) => vec![format!("{at}: unknown key {key}")],
        (None, Value::Object(_)) => faults(value, others, &format!("{at}.{key}")),
        (None, _) => Vec::new(),
    };
    entries.iter().flat_map(of).collect()
}

#[test]
fn the_schema_takes_the_policy_of_the_interface() {
    assert_eq!(faults(&as_json(POLICY), &schema(), "policy"), Vec::<String>::new());
}

/// What the program refuses, the schema refuses too.
#[test]
fn the_schema_refuses_what_the_program_refuses() {
    let schema = schema();
    for (right, wrong) in [
        ("absolute  = \"4500\"", "absolut = \"4500\""),
        ("principle = \"epsilon-m\"", "principle = \"m-invariance\""),
        ("m         = 5", "m = 0"),
        ("m         = 5", "m = \"five\""),
        ("view      = \"candidates\"", "view = \"all\""),
        ("role = \"keep\"", "role = \"publish\""),
        ("{ role = \"drop\" }", "{ missing = \"drop\" }"),
        ("{ role = \"quasi\" }", "{ role = \"quasi\", order = \"low\" }"),
        ("{ role = \"quasi\" }", "{ role = \"quasi\", order = [\"low\", \"low\"] }"),
        ("{ role = \"quasi\" }", "{ role = \"quasi\", weight = [\"2\"] }"),
        ("undeclared = \"error\"", "undeclared = \"keep\""),
        ("kind = \"l1\"", "kind = \"l7\""),
        ("group_ids = false", "group_ids = \"no\""),
        ("algorithm = \"split\"", "algorithm = \"magic\""),
        ("[method]", "[methods]"),
    ] {
        assert!(POLICY.contains(right), "{right}");
        let policy = POLICY.replacen(right, wrong, 1);
        assert!(!faults(&as_json(&policy), &schema, "policy").is_empty(), "the schema takes {wrong}");
        let dir = Workdir::with("pay.csv", "age\n").and("aloof.toml", policy);
        let told = dir.refused("audit pay.csv");
        assert!(told.starts_with("error: aloof.toml, line "), "{wrong}: {told}");
    }
}

#[test]
fn the_schema_knows_every_principle() {
    let schema = schema();
    let blocks = schema["properties"]["protect"]["items"]["oneOf"].as_array().unwrap();
    let names: Vec<&str> =
        blocks.iter().map(|block| block["properties"]["principle"]["const"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "epsilon-m",
            "delta-l",
            "dissimilarity",
            "k-anonymity",
            "l-diversity",
            "alpha-k",
            "k-e",
            "variance",
            "t-closeness",
            "beta-likeness",
            "c-k-safety",
            "presence",
            "skyline",
        ]
    );
}

// ---- the program itself

#[test]
fn help_and_version() {
    let dir = Workdir::new();
    let run = dir.aloof("--version");
    assert_eq!((run.code, run.stdout.as_str()), (0, concat!("aloof ", env!("CARGO_PKG_VERSION"), "\n")));
    let help = dir.aloof("--help").stdout;
    for command in ["demo", "inspect", "audit", "generate", "schema", "Exit codes"] {
        assert!(help.contains(command), "{help}");
    }
}

/// The evidence of a release that passes, of one without a guarantee, of an audit that fails and of attacks, with the release and alone; and
/// what lacks something does not fit.
#[test]
fn the_schema_takes_evidence() {
    let walk =
        "[columns]\nage={role=\"quasi\"}\nincome={role=\"quasi\"}\nundeclared=\"drop\"\n[method]\nalgorithm=\"walk\"\n";
    let dir = Workdir::with("walk.toml", walk);
    let schema = dir.aloof("schema evidence").json();
    assert_eq!(dir.aloof("generate census --rows 60 --seed 3 --out people.csv").code, 0);
    let columns = "--quasi age,education --sensitive income";
    let made = dir.aloof(&format!(
        "anonymize people.csv {columns} --absolute 500 --m 2 --out one --seed 1 --attack --report one.html --evidence one.json"
    ));
    assert_eq!(made.code, 0, "{made}");
    let walked =
        dir.aloof("anonymize people.csv --policy walk.toml --out two --seed 1 --report two.html --evidence two.json");
    assert_eq!(walked.code, 0, "{walked}");
    assert_eq!(dir.aloof(&format!("audit people.csv {columns} --absolute 500 --m 2 --evidence three.json")).code, 1);
    assert_eq!(dir.aloof("attack one --original people.csv --evidence four.json").code, 0);
    for name in ["one", "two", "three", "four"] {
        let evidence: Value = serde_json::from_str(&dir.read(&format!("{name}.json"))).unwrap();
        assert_eq!(faults(&evidence, &schema, name), Vec::<String>::new());
        for lacking in if name == "four" { ["attacks", "program"] } else { ["limits", "manifest"] } {
            let mut evidence = evidence.clone();
            evidence.as_object_mut().unwrap().remove(lacking);
            assert_eq!(faults(&evidence, &schema, name), [format!("{name}: fits 0 of oneOf")]);
        }
        let mut other = evidence.clone();
        other["kind"] = "guess".into();
        assert_eq!(faults(&other, &schema, name).len(), 1);
    }
    let mut evidence: Value = serde_json::from_str(&dir.read("one.json")).unwrap();
    assert!(evidence["attacks"]["attacks"].as_array().is_some_and(|attacks| attacks.len() > 8));
    evidence["attacks"]["attacks"][0].as_object_mut().unwrap().remove("blind");
    assert_eq!(faults(&evidence, &schema, "one").len(), 1, "an attack without its blind guess");
}
