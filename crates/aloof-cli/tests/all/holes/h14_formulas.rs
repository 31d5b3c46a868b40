//! A label such as `=HYPERLINK(…)` was published, and nothing said that a spreadsheet runs it. Now the outcome counts such
//! cells, and `[output] formulas = "escape"` puts an apostrophe before them; read back, every text is what it was.

use crate::common::Workdir;

const DATA: &str = "age,town,ward,pay\n\
                    -21,=1+1,'x,100\n-22,=1+1,@b,200\n-23,+49 30,-5,300\n-24,+49 30,+3.2,400\n\
                    -25,''c,-,500\n-26,''c,=,600\n-27,\"\tq\",west,700\n-28,\"\tq\",west,800\n";

fn room(output: &str) -> Workdir {
    let policy = format!(
        "[columns]\nage = {{ role = \"quasi\" }}\ntown = {{ role = \"quasi\" }}\n\
         ward = {{ role = \"keep\", confirmed = true }}\npay = {{ role = \"sensitive\" }}\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"20\"\nm = 2\n{output}"
    );
    Workdir::with("pay.csv", DATA).and("aloof.toml", policy)
}

/// The wards of a release, sorted, as they stand in the file.
fn wards(text: &str) -> Vec<String> {
    let ward = |line: &str| line.rsplit(',').nth(1).unwrap().to_owned();
    let mut wards: Vec<String> = text.lines().skip(1).map(ward).collect();
    wards.sort();
    wards
}

#[test]
fn what_a_spreadsheet_may_run_is_counted() {
    let room = room("");
    let run = room.aloof("anonymize pay.csv --out release --seed 1");
    assert_eq!(run.code, 0, "{run}");
    assert!(run.stdout.contains("formulas = \"escape\""), "{run}");
    assert!(wards(&room.read("release/data.csv")).contains(&"'x".to_owned()));
    assert!(!room.read("release/manifest.json").contains("formulas"));
    let found = room.json("anonymize pay.csv --out other --seed 1")["formulas"].clone();
    assert_eq!(found["escaped"], false);
    assert!(found["columns"].as_array().unwrap().contains(&"ward".into()), "{found}");
    // Of the sensitive column and of numbers there is nothing to tell.
    assert!(!found["columns"].as_array().unwrap().contains(&"pay".into()), "{found}");
    assert!(!found["columns"].as_array().unwrap().contains(&"age".into()), "{found}");
    let plain = Workdir::with("pay.csv", "age,pay\n-1,10\n-2,200\n-3,400\n-4,600\n");
    let run = plain.json("anonymize pay.csv --quasi age --sensitive pay --absolute 20 --m 2 --out release --seed 1");
    assert_eq!(run.get("formulas"), None);
}

#[test]
fn escaped_they_stand_behind_an_apostrophe_and_are_read_back() {
    let room = room("[output]\nformulas = \"escape\"\n");
    let run = room.aloof("anonymize pay.csv --out release --seed 1 --report page.html");
    assert_eq!(run.code, 0, "{run}");
    assert!(run.stdout.contains("behind an apostrophe"), "{run}");
    assert!(room.read("page.html").contains("behind an apostrophe"));
    let text = room.read("release/data.csv");
    assert_eq!(wards(&text), ["''x", "'@b", "+3.2", "-", "-5", "=", "west", "west"], "{text}");
    assert!(!text.contains("'-2"), "an interval of numbers is none: {text}");
    assert!(room.read("release/manifest.json").contains("\"formulas\": \"escape\""));
    // By the manifest alone, by the policy, with neither, and a copy without the manifest.
    std::fs::create_dir(room.path("copy")).unwrap();
    std::fs::copy(room.path("release/data.csv"), room.path("copy/data.csv")).unwrap();
    for line in [
        "audit release --original pay.csv",
        "audit release --original pay.csv --policy aloof.toml",
        "audit copy/data.csv --original pay.csv --policy aloof.toml",
        "evaluate --original pay.csv --release release",
        "compare pay.csv release",
    ] {
        let run = room.aloof(line);
        assert_eq!(run.code, 0, "{line}: {run}");
        assert!(!run.stdout.contains("stand for no"), "{line}: {run}");
    }
    assert_eq!(room.json("audit release --original pay.csv")["truth"]["untrue"], 0);
}

#[test]
fn every_method_reads_back_what_it_escaped() {
    for method in ["perturb", "noise", "anatomy", "walk", "mondrian"] {
        let (more, protect) = match method {
            "noise" => ("noise = \"0.1\"\n", ""),
            "walk" => ("segment = 4\nmin_shift = \"0\"\nmax_unchanged = \"1\"\n", ""),
            "anatomy" | "mondrian" => ("", "[[protect]]\nprinciple = \"l-diversity\"\nkind = \"distinct\"\nl = 2\n"),
            _ => (
                "",
                "[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"20\"\nm = 2\nview = \"group\"\n",
            ),
        };
        let row = |at: usize| format!("{},{},{}\n", 20 + at, ["=1+1", "'x", "b", "+c"][at % 4], 3 * at);
        let rows: String = (0..40).map(row).collect();
        let town = if matches!(method, "noise" | "walk") { "keep\", confirmed = true" } else { "quasi\"" };
        let pay = if protect.is_empty() { "role = \"keep\", confirmed = true" } else { "role = \"sensitive\"" };
        let policy = format!(
            "[columns]\nage = {{ role = \"quasi\" }}\n\"=town\" = {{ role = \"{town} }}\npay = {{ {pay} }}\n{protect}\
             [method]\nalgorithm = \"{method}\"\n{more}[output]\nformulas = \"escape\"\n"
        );
        let room = Workdir::with("pay.csv", format!("age,=town,pay\n{rows}")).and("aloof.toml", policy);
        let run = room.aloof("anonymize pay.csv --out release --seed 1");
        assert_eq!(run.code, 0, "{method}: {run}");
        assert!(room.read("release/data.csv").starts_with("age,'=town") || method == "anatomy", "{method}");
        let run = room.aloof("audit release --original pay.csv");
        assert!(run.code != 1 && !run.stdout.contains("FAIL"), "{method}: {run}");
    }
}

#[test]
fn headers_are_texts_too() {
    let data = "age,\"=cmd|' /C calc'!A0\u{1b}[2J\",pay\n1,a,10\n2,a,200\n3,b,400\n4,b,600\n";
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                  \"=cmd|' /C calc'!A0\\u001b[2J\" = { role = \"quasi\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"20\"\nm = 2\n";
    let room = Workdir::with("pay.csv", data).and("aloof.toml", policy);
    let run = room.aloof("anonymize pay.csv --out kept --seed 1");
    assert_eq!(run.code, 0, "{run}");
    assert!(run.stdout.contains("the name of column `=cmd"), "{run}");
    assert!(!run.stdout.contains('\u{1b}'), "{run}");
    let room = room.and("aloof.toml", format!("{policy}[output]\nformulas = \"escape\"\n"));
    let run = room.aloof("anonymize pay.csv --out release --seed 1");
    assert_eq!(run.code, 0, "{run}");
    assert!(room.read("release/data.csv").contains("\"'=cmd"), "{}", room.read("release/data.csv"));
    assert_eq!(room.aloof("audit release --original pay.csv").code, 0);
}

#[test]
fn parquet_has_no_need_of_it() {
    let room = room("[output]\nformat = \"parquet\"\nformulas = \"escape\"\n");
    let message = room.refused("anonymize pay.csv --out release --seed 1");
    assert!(message.contains("formulas = \"escape\" is for CSV"), "{message}");
    let room = self::room("[output]\nformat = \"parquet\"\n");
    assert_eq!(room.json("anonymize pay.csv --out release --seed 1").get("formulas"), None);
}
