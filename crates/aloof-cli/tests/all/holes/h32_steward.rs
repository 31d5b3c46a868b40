//! What a steward was told and could not use: sentences of a series that count nobody as somebody, totals taken for people, what was
//! wrong found only after the whole search.

use crate::common::{Run, Workdir};

/// What was said, without breaks of lines.
fn said_of(run: &Run) -> String {
    format!("{} {}", run.stdout, run.stderr).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text of a page.
fn page(dir: &Workdir, name: &str) -> String {
    dir.read(name).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Two months: some leave, some come, some are paid otherwise.
fn two_months() -> Workdir {
    let dir = Workdir::new();
    let run = dir.aloof("generate census --rows 500 --seed 7 --out people.csv");
    assert_eq!(run.code, 0, "{run}");
    let text = dir.read("people.csv");
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split(',').collect()).collect();
    let month = |from: usize, raised: usize| {
        let pay = |at: usize| rows[at][8].parse::<u64>().unwrap() + if at < raised { 50_000 } else { 0 };
        let line = |at: usize| format!("p{at},{},{},{}", rows[at][0], rows[at][3], pay(at));
        format!("id,age,sex,income\n{}\n", (from..from + 400).map(line).collect::<Vec<_>>().join("\n"))
    };
    let policy = "[input]\nperson = \"id\"\n[output]\ngroup_ids = true\nformat = \"xlsx\"\n[columns]\nid = { role = \"identifier\" }\n\
                  age = { role = \"quasi\" }\nsex = { role = \"quasi\" }\nincome = { role = \"sensitive\" }\n[[protect]]\n\
                  principle = \"epsilon-m\"\nsensitive = \"income\"\nabsolute = \"500\"\nm = 3\n";
    let dir = dir.and("s.toml", policy).and("one.csv", month(0, 0)).and("two.csv", month(40, 60));
    let first = dir.aloof("anonymize one.csv --policy s.toml --out r1 --private p1 --quiet");
    assert_eq!(first.code, 0, "{first}");
    dir
}

/// Rows that stand for nobody are named wherever rows are counted, read or signed for.
#[test]
fn counterfeits_are_no_people() {
    let dir = two_months();
    let made = dir.aloof("anonymize two.csv --policy s.toml --out r2 --private p2 --previous p1 --report two.html");
    assert_eq!(made.code, 0, "{made}");
    let told = said_of(&made);
    assert!(told.contains("counterfeits.xlsx says how many") && !told.contains("counterfeits.csv"), "{told}");
    let page = page(&dir, "two.html");
    for wrong in ["income is exact", "nothing else of these people", "Each row of it is one person", "counterfeits.csv"]
    {
        assert!(!page.contains(wrong), "{wrong}");
    }
    let told = said_of(&dir.aloof("attack r2 --original two.csv --policy s.toml --private p2 --only centre"));
    assert!(told.contains("nobody, as the manifest says, so groups hold more values"), "{told}");
    assert!(!told.contains("no row of the original"), "{told}");
    let call = "evaluate r2 --original two.csv --policy s.toml --private p2 --count age=20..30 --queries 20";
    assert!(said_of(&dir.aloof(call)).contains("by the manifest: they stand for nobody, and every figure"), "{call}");
    assert!(page.contains("nothing of these people is published but the releases of this series"));
    assert!(page.contains("Each row of it that is no counterfeit is one person"));
    assert!(page.contains("counterfeits, which stand for nobody") && page.contains("Rows that stand for nobody"));
    assert!(page.contains("of 400 people and of these"), "of how many people counts are");
    let rows = dir.json("audit r2 --policy s.toml --original two.csv")["tuples"].as_u64().unwrap();
    assert!(rows > 400);
    let evaluated = said_of(&dir.aloof("evaluate r2 --original two.csv --policy s.toml"));
    assert!(evaluated.contains(&format!("r2: {rows} rows, where the original has 400, in ")), "{evaluated}");
    let audited = said_of(&dir.aloof(
        "audit r2 --policy s.toml --original two.csv --private p2 --previous r1 --previous-original one.csv --previous-private p1",
    ));
    assert!(audited.contains("are about 440 people"), "{audited}");
    assert!(audited.contains("holds for 440 people, counted again at 20 changes"), "{audited}");
}

/// A first release has no rows that stand for nobody, and its page says what it said.
#[test]
fn a_first_release_counts_people() {
    let dir = two_months();
    let made = dir.aloof("anonymize one.csv --policy s.toml --out again --report one.html --quiet");
    assert_eq!(made.code, 0, "{made}");
    let page = page(&dir, "one.html");
    assert!(page.contains("sex and income are exact") && page.contains("nothing else of these people is published"));
    assert!(!page.contains("counterfeit"));
}

/// Twelve people, and a total below them.
fn with_total(total: &str) -> Workdir {
    let rows: Vec<String> = (0..12)
        .map(|at| format!("{at},{},{},{}", 20 + at, if at % 2 == 0 { "f" } else { "m" }, 1000 * (at + 1)))
        .collect();
    Workdir::with("pay.csv", format!("id,age,sex,pay\n{}\n{total}\n", rows.join("\n")))
}

#[test]
fn a_total_is_suspected_by_whoever_reads_it() {
    let flags = "--quasi age,sex --sensitive pay --absolute 100 --m 3 --out release --seed 1";
    for (total, why) in [
        ("Summe,,,99999", "it says nothing of `age` and `sex`, as no other row does"),
        (",40,f,78000", "what it says of `pay` is the sum of all rows above"),
    ] {
        let dir = with_total(total);
        let run = dir.aloof(&format!("anonymize pay.csv {flags}"));
        assert_eq!(run.code, 0, "{run}");
        let told = said_of(&run);
        assert!(told.contains(&format!("pay.csv: line 14 seems to be a total and no person: {why}.")), "{told}");
        run.hides(&["99999", "78000"]);
    }
    let dir = with_total("12,40,f,13000");
    assert!(!said_of(&dir.aloof(&format!("anonymize pay.csv {flags}"))).contains("to be a total"));
}

/// Jobs in a hierarchy file.
fn jobs(hierarchy: &str) -> Workdir {
    let names = ["cook", "baker", "nurse"];
    let rows: Vec<String> = (0..30).map(|at| format!("{},{},{}", 20 + at, names[at % 3], 1000 * at + 7)).collect();
    let policy = "[columns]\nage = { role = \"quasi\" }\njob = { role = \"quasi\", hierarchy = \"jobs.csv\" }\n\
                  pay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"100\"\nm = 3\n";
    Workdir::with("staff.csv", format!("age,job,pay\n{}\n", rows.join("\n")))
        .and("p.toml", policy)
        .and("jobs.csv", hierarchy)
}

/// Whatever looks at the table says it, with the file that is to be mended, before anything is sought.
#[test]
fn a_label_that_a_hierarchy_lacks_is_named_first() {
    let dir = jobs("cook;food;*\nnurse;care;*\n");
    for line in [
        "anonymize staff.csv --policy p.toml --out release",
        "advise staff.csv --policy p.toml",
        "risk staff.csv --policy p.toml",
    ] {
        let told = dir.refused(line);
        assert!(
            told.contains("p.toml, line 3") && told.contains("jobs.csv lacks 1 of the column's 3 labels: `baker`"),
            "{line}: {told}"
        );
        assert!(!told.contains("release/data.csv"), "{told}");
    }
}

/// Names of levels are no label; unless they are one.
#[test]
fn a_header_in_a_hierarchy_is_named() {
    let told = "jobs.csv, line 1: begins with the name of the column";
    for text in
        ["job;group;all\ncook;food;*\nbaker;food;*\nnurse;care;*\n", "Job;group\ncook;food\nbaker;food\nnurse;care\n"]
    {
        let dir = jobs(text);
        for line in ["anonymize staff.csv --policy p.toml --out release", "advise staff.csv --policy p.toml"] {
            let refused = dir.refused(line);
            assert!(refused.contains(told) && refused.contains("delete it"), "{refused}");
        }
    }
    let dir = jobs("job;food;*\ncook;food;*\nbaker;food;*\nnurse;care;*\n");
    let rows = dir.read("staff.csv") + "50,job,99007\n";
    let dir = dir.and("staff.csv", rows);
    let run = dir.aloof("anonymize staff.csv --policy p.toml --out release --quiet");
    assert_eq!(run.code, 0, "{run}");
}

#[test]
fn a_release_that_is_not_there_is_not_there() {
    let dir = jobs("cook;food;*\nbaker;food;*\nnurse;care;*\n");
    for command in ["evaluate", "attack"] {
        let told = dir.refused(&format!("{command} nosuch --original staff.csv"));
        assert!(told.contains("nosuch: no such file or directory"), "{told}");
    }
}

/// What a page takes is said, since it was waited for.
#[test]
fn the_seconds_of_a_page_are_counted() {
    let dir = jobs("cook;food;*\nbaker;food;*\nnurse;care;*\n");
    let run = dir.aloof("anonymize staff.csv --policy p.toml --out r1 --report one.html --attack");
    assert_eq!(run.code, 0, "{run}");
    assert!(said_of(&run).contains(", page and attacks "), "{run}");
    let made = dir.json("anonymize staff.csv --policy p.toml --out r2 --report two.html");
    assert!(made["seconds"]["page"].as_f64().unwrap() > 0.0, "{made:#}");
    let made = dir.json("anonymize staff.csv --policy p.toml --out r3");
    assert!(made["seconds"]["page"].is_null(), "{made:#}");
}

/// What is so of all columns is said once, what is so of one names it; and nobody is said to be held out where nobody was.
#[test]
fn what_was_not_run_is_said_once() {
    let rows: Vec<String> = (0..40)
        .map(|at| {
            format!("{},{},{}", 20 + at, 1000 * at + 7, if at == 3 { String::new() } else { (500 * at).to_string() })
        })
        .collect();
    let dir = Workdir::with("two.csv", format!("age,pay,rent\n{}\n", rows.join("\n")));
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\nrent = { role = \"sensitive\", missing = \"publish\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"100\"\nm = 3\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"rent\"\nabsolute = \"100\"\nm = 3\n";
    let dir = dir.and("p.toml", policy);
    let made = dir.aloof("anonymize two.csv --policy p.toml --out release --private private --quiet");
    assert_eq!(made.code, 0, "{made}");
    let run = dir.aloof("attack release --original two.csv --private private --policy p.toml");
    let told: Vec<&str> = run.stdout.lines().filter(|line| line.starts_with("Not run: ")).collect();
    let mut once = told.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(told.len(), once.len(), "{run}");
    assert_eq!(told.iter().filter(|line| line.starts_with("Not run: compose")).count(), 1, "{run}");
    let evaluated = said_of(&dir.aloof("evaluate release --original two.csv --private private --policy p.toml"));
    assert!(!evaluated.contains("held out"), "{evaluated}");
}

/// Whoever gets codes and no file that explains them can read what they mean; of codes that nobody has nothing is told.
#[test]
fn published_codes_are_explained() {
    use aloof::io::{DtaColumn, write_dta};
    use aloof::table::{Column, NumberColumn, Table};
    let numbers = |of: &dyn Fn(i64) -> i64| Column::Number(NumberColumn::from_integers((0..40).map(of).collect()));
    let columns = vec![
        ("age".to_owned(), numbers(&|at| 20 + at)),
        ("land".to_owned(), numbers(&|at| at % 3)),
        ("pay".to_owned(), numbers(&|at| 1000 * at)),
    ];
    let table = Table::new(columns, 40).unwrap();
    let land = ["Hesse", "Saxony", "Bavaria", "Nowhere"].iter().zip(0..).map(|(name, code)| (code, (*name).to_owned()));
    let said = [DtaColumn::default(), DtaColumn { label: None, value_labels: land.collect() }, DtaColumn::default()];
    let mut bytes = Vec::new();
    write_dta(&table, &said, &mut bytes).unwrap();
    let policy = "[columns]\nage = { role = \"quasi\" }\nland = { role = \"quasi\", type = \"label\" }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"3000\"\nm = 4\n";
    let dir = Workdir::with("people.dta", bytes).and("p.toml", policy);
    let run = dir.aloof("anonymize people.dta --policy p.toml --out release --report page.html");
    assert_eq!(run.code, 0, "{run}");
    assert!(said_of(&run).contains("What published codes of `land` mean stands in the manifest"), "{run}");
    let manifest: serde_json::Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    let land = manifest["columns"].as_array().unwrap().iter().find(|column| column["name"] == "land").unwrap();
    assert_eq!(land["codes"], serde_json::json!({ "0": "Hesse", "1": "Saxony", "2": "Bavaria" }));
    let page = page(&dir, "page.html");
    assert!(page.contains("What published codes mean") && page.contains("Saxony") && !page.contains("Nowhere"));
    let audit = dir.aloof("audit release");
    assert_eq!(audit.code, 0, "{audit}");
}

#[test]
fn errors_name_what_would_work() {
    let dir = jobs("cook;food;*\nbaker;food;*\nnurse;care;*\n");
    let told = dir.refused("anonymize staff.csv --quasi age --sensitive job --absolute 100 --m 3 --out release");
    assert!(told.contains("needs numbers or dates") && told.contains("job:l=3"), "{told}");
    for (flags, said) in [
        ("--absolute 100 --m 0.2", "one in how many, a whole number such as 5"),
        ("--relative 5% --m 3", "`relative` must be a decimal: 5% is written as \"0.05\""),
        ("--absolute 100 --m 3 --suppress 2%", "2% is written as \"0.02\""),
    ] {
        let told = dir.refused(&format!("anonymize staff.csv --quasi age --sensitive pay {flags} --out release"));
        assert!(told.contains(said), "{told}");
    }
    for flags in ["--out no/such/release", "--out release --report no/such/page.html"] {
        let told = dir.refused(&format!("anonymize staff.csv --policy p.toml {flags}"));
        assert!(told.contains("there is no directory no; make it"), "{told}");
    }
}
