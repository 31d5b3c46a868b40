//! Releases as spreadsheets and data sets of Stata: made, read back, audited, measured; what does not fit is refused before.

use std::fs;

use aloof::io::{Ask, DtaColumn, Input, ReadOptions, Source, write_dta, write_xlsx};
use aloof::table::Table;

use crate::common::Workdir;

const FORMATS: [&str; 2] = ["xlsx", "dta"];

/// Sixty people: codes of sexes, schooling and trades, days before and after 1900, exact amounts, some without one.
fn people() -> Table {
    let line = |i: u32| {
        let pay = if i % 20 == 7 { String::new() } else { format!("{}.{:02}", 1000 + i * i * 37, i) };
        let day = format!("{}-{:02}-{:02}", 1890 + i * 2, 1 + i % 12, 1 + i % 28);
        let trades = [1111, 1112, 2211, 2212, 2221, 3111, 3112, 4110, 5120, 5131, 8111, 9111, 9112];
        let (trade, health) = (trades[(i % 13) as usize], 1 + i * 7 % 5);
        format!("{},{},{},{trade},{day},{pay},{health},{}.5\n", 20 + i % 40, 1 + i % 2, i % 4, 1 + i % 9)
    };
    let text = (0..60).map(line).fold("age,sex,school,isco,born,pay,health,wgt\n".to_owned(), |all, line| all + &line);
    read(text.into_bytes())
}

fn read(bytes: Vec<u8>) -> Table {
    let source = Source::Memory { name: "people".to_owned(), bytes: bytes.into() };
    let input = Input::open(source, ReadOptions::default()).unwrap();
    input.read(&vec![Ask::Auto; input.names().len()]).unwrap()
}

fn said(label: &str, codes: &[(i32, &str)]) -> DtaColumn {
    DtaColumn {
        label: Some(label.to_owned()),
        value_labels: codes.iter().map(|&(code, text)| (code, text.to_owned())).collect(),
    }
}

/// The same as a data set with labels.
fn labelled(table: &Table) -> Vec<u8> {
    let columns = [
        said("Age in years", &[]),
        said("Sex", &[(1, "male"), (2, "female"), (9, "refused")]),
        said("Schooling", &[(0, "none"), (1, "primary"), (2, "secondary"), (3, "tertiary")]),
        said("Occupation, ISCO-08", &[]),
        said("Day of birth", &[]),
        said("Pay a month", &[]),
        said("Health", &[(1, "very bad"), (2, "bad"), (3, "fair"), (4, "good"), (5, "very good"), (8, "unknown")]),
        said("Sampling weight", &[]),
    ];
    let mut bytes = Vec::new();
    write_dta(table, &columns, &mut bytes).unwrap();
    bytes
}

fn policy(output: &str) -> String {
    format!(
        "[columns]\nage = {{ role = \"quasi\" }}\nsex = {{ role = \"quasi\", type = \"label\" }}\n\
         school = {{ role = \"quasi\", type = \"label\" }}\n\
         isco = {{ role = \"quasi\", type = \"label\", hierarchy = {{ kind = \"prefix\" }} }}\nborn = {{ role = \"quasi\" }}\n\
         pay = {{ role = \"sensitive\", missing = \"publish\" }}\nhealth = {{ role = \"sensitive\", type = \"label\" }}\n\
         wgt = {{ role = \"weight\" }}\n\n[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"50\"\nm = 3\n\n\
         [[protect]]\nprinciple = \"l-diversity\"\nsensitive = \"health\"\nl = 2\n\n[method]\nalgorithm = \"mondrian\"\n\n[output]\n{output}\n"
    )
}

fn room(output: &str) -> Workdir {
    Workdir::with("people.dta", labelled(&people())).and("aloof.toml", policy(output))
}

/// The names and rows of a released file, as text. Rows are sorted, and numbers of groups left out: both are drawn by the whole
/// policy, of which the format is a part; the groups themselves, by Mondrian, are not.
fn cells(bytes: Vec<u8>) -> Vec<Vec<String>> {
    let source = Source::Memory { name: "data".to_owned(), bytes: bytes.into() };
    let input = Input::open(source, ReadOptions::canonical()).unwrap();
    let table = input.read(&vec![Ask::Text; input.names().len()]).unwrap();
    let shown = || table.names().iter().zip(table.columns()).filter(|(name, _)| *name != "group");
    let row = |row| shown().map(|(_, column)| column.text(row).unwrap_or_default()).collect();
    let mut rows: Vec<Vec<String>> = (0..table.rows()).map(row).collect();
    rows.sort_unstable();
    std::iter::once(shown().map(|(name, _)| name.clone()).collect()).chain(rows).collect()
}

/// Whatever the format, the same cells go out, and every command reads them.
#[test]
fn every_format_says_the_same() {
    for output in ["", "intervals = \"bounds\"", "group_ids = true"] {
        let dir = room(output);
        let release = |format: &str| {
            dir.json(&format!("anonymize people.dta --out {format} --private p_{format} --format {format} --seed 3"))
        };
        let plain = release("csv");
        let wanted = cells(fs::read(dir.path("csv/data.csv")).unwrap());
        for format in FORMATS {
            let made = release(format);
            assert_eq!((&made["loss"], &made["groups"]), (&plain["loss"], &plain["groups"]), "{format} {output}");
            let file = format!("{format}/data.{format}");
            assert_eq!(cells(fs::read(dir.path(&file)).unwrap()), wanted, "{format} {output}");
            let audit = dir.json(&format!("audit {format}"));
            assert_eq!((&audit["verdict"], &audit["tuples"]), (&"pass".into(), &60.into()));
            let audit = dir.json(&format!("audit {format} --original people.dta"));
            assert_eq!((&audit["verdict"], &audit["truth"]["untrue"]), (&"pass".into(), &0.into()));
            let found = dir.json(&format!(
                "evaluate --original people.dta --release {format} --private p_{format} --queries 20 --policy aloof.toml"
            ));
            assert!((found["loss"].as_f64().unwrap() - made["loss"].as_f64().unwrap()).abs() < 1e-9);
            assert_eq!(found["weighted"]["column"], "wgt");
        }
        let both = dir.json("compare people.dta xlsx dta csv --queries 20 --policy aloof.toml");
        let releases = both["releases"].as_array().unwrap();
        assert!(releases.iter().all(|one| one["verdict"] == "pass" && one["evaluation"]["loss"] == plain["loss"]));
    }
}

/// Labels go where the format has a place for them; what is lost is said in every outcome.
#[test]
fn labels_are_kept_or_said_to_be_lost() {
    let dir = room("");
    let made = dir.json("anonymize people.dta --out release --format dta --seed 3");
    assert_eq!(made["value_labels"]["kept"], serde_json::json!(["health"]));
    assert_eq!(made["value_labels"]["changed"], serde_json::json!(["sex", "school"]));
    let input = Input::open(Source::File(dir.path("release/data.dta")), ReadOptions::canonical()).unwrap();
    let info = |name: &str| &input.infos()[input.names().iter().position(|other| other == name).unwrap()];
    assert_eq!(info("health").label_of("4"), Some("good"));
    // Nobody has this code: its label stays at home.
    assert_eq!(info("health").label_of("8"), None);
    assert_eq!((info("sex").label.as_deref(), info("sex").value_labels.len()), (Some("Sex"), 0));
    let manifest: serde_json::Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    let column = |name: &str| manifest["columns"].as_array().unwrap().iter().find(|one| one["name"] == name).unwrap();
    assert_eq!(
        (&column("health")["value_labels"], &column("sex")["value_labels"]),
        (&"kept".into(), &"dropped".into())
    );
    assert_eq!(
        (&column("pay")["label"], &column("pay")["value_labels"]),
        (&"Pay a month".into(), &serde_json::Value::Null)
    );
    let told = dir.aloof("anonymize people.dta --out again --format dta --seed 3").stdout;
    let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence = "Value labels of `sex`, `school` are not in the released file: their published values are no longer the codes that \
                    the labels stand for.";
    assert!(told.contains(sentence), "{told}");
    let made = dir.json("anonymize people.dta --out sheet --format xlsx --seed 3");
    assert_eq!(made["value_labels"]["no_place"], serde_json::json!(["health"]));
    let notes = made["notes"].to_string();
    assert!(notes.contains("codes stand alone; [output] format = \\\"dta\\\" keeps them"), "{notes}");
}

/// Numbers that no double holds are written digit by digit in a sheet, and refused by name for Stata.
#[test]
fn exact_numbers() {
    let line = |i: u64| format!("{},{}.{:07}\n", 20 + i % 9, 123_456_789_012 + i * 1_000_003, i * 77);
    let table = (0..40).map(line).fold("age,pay\n".to_owned(), |all, line| all + &line);
    let dir = Workdir::with("pay.csv", table);
    let flags = "--quasi age --sensitive pay --absolute 100 --m 3 --seed 1";
    let made = dir.json(&format!("anonymize pay.csv {flags} --out release --format xlsx"));
    assert_eq!(made["verdict"], "pass");
    assert_eq!(dir.json(&format!("audit release --original pay.csv {flags}", flags = ""))["verdict"], "pass");
    insta::assert_snapshot!(
        dir.refused(&format!("anonymize pay.csv {flags} --out other --format dta")),
        @r#"error: the release cannot be written as .dta: column `pay` holds a number of more digits than Stata keeps, about 16; [output] format = "csv" and "parquet" can hold it"#
    );
    assert!(!dir.path("other").exists());
}

/// Names, texts and rows that a format has no room for.
#[test]
fn what_does_not_fit_is_refused_before_anything_is_made() {
    let table = |header: &str, label: &str| {
        let line = |i: u32| format!("{},{label},{}\n", 20 + i % 5, 1000 * i);
        (0..20).map(line).fold(format!("{header}\n"), |all, line| all + &line)
    };
    let refused = |table: String, columns: &str, rest: &str| {
        let dir = Workdir::with("pay.csv", table);
        let flags = format!("--quasi {columns} --sensitive pay --absolute 100 --m 2 {rest}");
        let told = dir.refused(&format!("anonymize pay.csv {flags} --out release"));
        assert!(!dir.path("release").exists());
        told
    };
    insta::assert_snapshot!(
        refused(table("age-group,town,pay", "Rome"), "age-group,town", "--format dta"),
        @r#"error: the release cannot be written as .dta: Stata has no name such as `age-group`: names there are up to 32 letters, digits and underscores, begin with no digit, and are no word of its language; rename the column; [output] format = "csv" and "parquet" can hold it"#
    );
    let long = "x".repeat(32_768);
    insta::assert_snapshot!(
        refused(table("age,town,pay", &long), "age,town", "--format xlsx"),
        @r#"error: the release cannot be written as .xlsx: column `town` holds a text of more than the 32767 characters of a cell; [output] format = "csv" and "parquet" can hold it"#
    );
    // The name has room; those of the ends of its intervals have none.
    let name = "a".repeat(31);
    let dir = Workdir::with("pay.csv", table(&format!("{name},town,pay"), "Rome")).and(
        "aloof.toml",
        format!(
            "[columns]\n{name} = {{ role = \"quasi\" }}\ntown = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\" }}\n\n\
             [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 2\n\n[output]\nformat = \"dta\"\n"
        ),
    );
    assert_eq!(dir.aloof("anonymize pay.csv --out release").code, 0);
    let bounds = dir.read("aloof.toml") + "intervals = \"bounds\"\n";
    let told = dir.and("aloof.toml", bounds).refused("anonymize pay.csv --out other");
    assert!(told.contains(&format!("no name such as `{name}_lo`")), "{told}");
}

/// A set of labels that grows too long for a cell is found out when it is written, and nothing is left behind.
#[test]
fn a_set_too_long_for_a_cell() {
    let line = |i: u32| format!("{i:0>2000},{}\n", 1000 * i);
    let table = (0..40).map(line).fold("town,pay\n".to_owned(), |all, line| all + &line);
    let dir = Workdir::with("pay.csv", table);
    let flags = "--quasi town --sensitive pay --absolute 100 --m 20 --out release";
    let told = dir.refused(&format!("anonymize pay.csv {flags} --format xlsx"));
    assert!(told.contains("column `town`: a text is longer than the 32,767 characters"), "{told}");
    assert!(!dir.path("release").exists());
    // Stata holds long texts.
    assert_eq!(dir.json(&format!("anonymize pay.csv {flags} --format dta"))["verdict"], "pass");
}

/// Texts that a spreadsheet would run are texts there.
#[test]
fn formulas_are_texts() {
    let line = |i: u32| format!("{},=1+{},{}\n", 20 + i % 3, i % 2, 1000 * i);
    let table = (0..20).map(line).fold("age,=name,pay\n".to_owned(), |all, line| all + &line);
    let dir = Workdir::with("pay.csv", table);
    let made = dir.json(
        "anonymize pay.csv --quasi age,=name --sensitive pay --absolute 100 --m 2 --out release --format xlsx --seed 1",
    );
    assert_eq!((&made["verdict"], &made["formulas"]), (&"pass".into(), &serde_json::Value::Null));
    assert_eq!(dir.json("audit release")["verdict"], "pass");
    assert!(cells(fs::read(dir.path("release/data.xlsx")).unwrap())[1][1].contains("=1+"));
}

/// Two tables, groups of any maker, values that chance has changed: methods write every format.
#[test]
fn methods_write_every_format() {
    let line = |i: u32| format!("{},{},{}\n", 20 + i * 7 % 50, ["a", "b", "c"][(i % 3) as usize], 1000 + i * 37 % 400);
    let table = (0..90).map(line).fold("age,town,pay\n".to_owned(), |all, line| all + &line);
    let mut sheet = Vec::new();
    write_xlsx(&read(table.clone().into_bytes()), &mut sheet).unwrap();
    let dir = Workdir::with("pay.xlsx", sheet);
    let columns =
        "[columns]\nage = { role = \"quasi\" }\ntown = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n";
    let near = "[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 3\n";
    let of_groups = format!("{near}view = \"group\"\n");
    let diverse = "[[protect]]\nprinciple = \"l-diversity\"\nl = 3\n";
    let mut dir = dir;
    for (method, rule) in [("anatomy", diverse), ("mondrian", diverse), ("xcolor", &of_groups), ("perturb", near)] {
        for format in FORMATS {
            let text = format!("{columns}{rule}[method]\nalgorithm = \"{method}\"\n[output]\nformat = \"{format}\"\n");
            dir = dir.and("p.toml", text);
            let made = dir.json(&format!("anonymize pay.xlsx --policy p.toml --out {method}_{format}"));
            assert_eq!(made["verdict"], "pass", "{method} {format}: {made}");
            let audit = dir.json(&format!("audit {method}_{format} --original pay.xlsx"));
            assert_eq!(audit["verdict"], "pass", "{method} {format}: {audit}");
            let found = dir.json(&format!("evaluate --original pay.xlsx --release {method}_{format} --queries 10"));
            assert!(found["loss"].is_number(), "{method} {format}: {found}");
        }
    }
}
