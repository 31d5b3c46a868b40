//! What `aloof inspect` says of a file, and the first policy it writes.

use crate::common::Workdir;

const PEOPLE: &str = "\
name,email,birth,sex,zip,salary,ward
Ann Smith,ann@example.org,1980-02-01,F,13053,1000,A
Bob Jones,bob@example.org,1975-11-23,M,13068,2500,B
Cem Kaya,cem@example.org,1990-07-14,M,14850,9000,A
Dan Lee,dan@example.org,1962-01-30,M,14853,120,B
Eva Roth,eva@example.org,1988-05-05,F,13053,130,A
Fay Wong,fay@example.org,1971-09-09,F,14850,8000,
";

/// By sex and zip the two women of 13053 and nobody else are alike; by zip alone 13068 and 14853 have one person each.
#[test]
fn what_is_in_a_file() {
    let dir = Workdir::with("people.csv", PEOPLE);
    insta::assert_snapshot!(dir.aloof("inspect people.csv"), @r#"
    success: true
    exit_code: 0
    ----- stdout -----
    people.csv: 6 rows, 7 columns

     column  type     distinct  missing  from        to          looks       why
     name    labels   6         0                                identifier  all of its values occur once and they look like names of people
     email   labels   6         0                                identifier  all of its values occur once and they look like e-mail addresses
     birth   dates    6         0        1962-01-30  1990-07-14  quasi       its name suggests a birth
     sex     labels   2         0                                quasi       its name suggests sex or gender
     zip     numbers  4         0        13053       14853       quasi       its name suggests a place
     salary  numbers  6         0        120         9000        sensitive   its name suggests pay, income or wealth
     ward    labels   2         1                                quasi       its name suggests a place

    What was seen
     birth: dates become intervals of whole months, so that no interval ends on somebody's day; "year"
     is coarser
     zip: to be read as labels: its name suggests codes, and a number between two codes means nothing

    Who is alone: rows that nobody else equals in these columns
     columns                       rows alone  share        groups
     all 4 quasi columns together  6           100%         6
     birth                         6           100%         6
     birth, sex                    6           100%         6
     birth, zip                    6           100%         6
     birth, ward                   6           100%         6
     birth, sex, zip               6           100%         6
     birth, sex, ward              6           100%         6
     birth, zip, ward              6           100%         6
     sex, zip                      4           about 66.7%  5
     zip                           2           about 33.3%  4
     ward                          1           about 16.7%  3

    These are guesses. --write-policy aloof.toml writes them down for you to correct.
    ----- stderr -----
    "#);
}

#[test]
fn the_same_as_json() {
    let dir = Workdir::with("people.csv", PEOPLE);
    let json = dir.json("inspect people.csv");
    assert_eq!(json["rows"], 6);
    let columns: Vec<String> = json["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| {
            let text = |key: &str| column[key].as_str().unwrap().to_owned();
            let counts = ["distinct", "missing", "unique", "most_common"].map(|key| column[key].to_string()).join(" ");
            format!("{} {} {} {counts} {}", text("name"), text("type"), text("role"), column["range"])
        })
        .collect();
    insta::assert_snapshot!(columns.join("\n"), @r#"
    name label identifier 6 0 6 1 null
    email label identifier 6 0 6 1 null
    birth date quasi 6 0 6 1 ["1962-01-30","1990-07-14"]
    sex label quasi 2 0 0 3 null
    zip number quasi 4 0 2 2 ["13053","14853"]
    salary number sensitive 6 0 6 1 ["120","9000"]
    ward label quasi 2 1 0 3 null
    "#);
    let zip = json["combinations"].as_array().unwrap().iter().find(|one| one["columns"] == serde_json::json!(["zip"]));
    assert_eq!(*zip.unwrap(), serde_json::json!({ "columns": ["zip"], "groups": 4, "unique": 2, "share": "1/3" }));
}

/// Values of columns that name people or are labels are not shown; the range of a number is.
#[test]
fn labels_are_not_shown() {
    let dir = Workdir::with("people.csv", PEOPLE);
    for line in ["inspect people.csv", "inspect people.csv --json", "inspect people.csv --write-policy p.toml"] {
        dir.aloof(line).hides(&["Ann", "example.org", "Roth"]);
    }
    assert!(!dir.read("p.toml").contains("example.org"));
}

/// The policy that is written is one that an audit takes, beside the data and as it stands.
#[test]
fn a_first_policy() {
    let dir = Workdir::with("people.csv", PEOPLE);
    let run = dir.aloof("inspect people.csv --write-policy aloof.toml");
    assert_eq!(run.code, 0);
    assert!(run.stdout.contains("A first policy is in aloof.toml"), "{}", run.stdout);
    let declared: Vec<String> = dir
        .read("aloof.toml")
        .lines()
        .filter(|line| line.contains("role = ") && !line.starts_with('#'))
        .map(|line| line.split('#').next().unwrap().split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    insta::assert_snapshot!(declared.join("\n"), @r#"
    name = { role = "identifier" }
    email = { role = "identifier" }
    birth = { role = "quasi", round = "month" }
    sex = { role = "quasi" }
    zip = { role = "quasi", type = "label" }
    salary = { role = "sensitive" }
    ward = { role = "quasi" }
    "#);
    let audit = dir.aloof("audit people.csv --json");
    assert_eq!((audit.code, &audit.json()["checks"][0]["sensitive"]), (1, &serde_json::json!(["salary"])));
}

#[test]
fn a_policy_that_stands_there_is_not_touched() {
    let dir = Workdir::with("people.csv", PEOPLE).and("aloof.toml", "# my own\n");
    insta::assert_snapshot!(
        dir.refused("inspect people.csv --write-policy aloof.toml"),
        @"error: aloof.toml exists already; name another file, or remove it first"
    );
    assert_eq!(dir.read("aloof.toml"), "# my own\n");
}

#[test]
fn where_tables_come_from() {
    let dir = Workdir::with("people.csv", PEOPLE)
        .and("people.csv.zst", zstd::encode_all(PEOPLE.as_bytes(), 0).unwrap())
        .and("semicolons.csv", PEOPLE.replace(',', ";"))
        .and("dollars.csv", PEOPLE.replace(',', "$"));
    let plain = dir.json("inspect people.csv");
    assert_eq!(dir.aloof_reading("inspect - --json", PEOPLE).json(), plain);
    assert_eq!(dir.json("inspect people.csv.zst"), plain);
    assert_eq!(dir.json("inspect semicolons.csv"), plain);
    assert_eq!(dir.json("inspect dollars.csv --delimiter $"), plain);
    assert_eq!(dir.json("inspect people.csv --threads 1"), plain);
}

/// `NA` among numbers seems to mean missing, and is named; said to mean missing, it is nothing to name.
#[test]
fn texts_that_mean_missing() {
    let dir = Workdir::with("pay.csv", "salary\n1\nNA\n3\n");
    let kind = |line: &str| {
        let column = dir.json(line)["columns"][0].clone();
        let codes: Vec<&str> =
            column["missing_codes"].as_array().unwrap().iter().map(|code| code["text"].as_str().unwrap()).collect();
        format!("{} {} {}", column["type"].as_str().unwrap(), column["missing"], codes.join(" "))
    };
    assert_eq!(kind("inspect pay.csv"), "number 1 NA");
    assert_eq!(kind("inspect pay.csv --missing-text NA"), "number 1 ");
}

#[test]
fn a_header_without_rows() {
    let dir = Workdir::with("empty.csv", "age,salary\n");
    let json = dir.json("inspect empty.csv");
    assert_eq!((&json["rows"], &json["columns"][1]["distinct"]), (&0.into(), &0.into()));
}
