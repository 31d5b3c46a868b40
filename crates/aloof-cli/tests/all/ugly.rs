//! Tables as they come: from a file that nobody cleaned to a released and audited table. Where the file leaves no doubt, with no
//! option that a person wrote; where it does, with one that the program names.

use crate::common::{Run, Workdir};

/// Sixty invented people.
struct Person {
    sex: &'static str,
    birth: (u32, u32, u32),
    zip: u32,
    /// In cents.
    pay: u32,
    /// In tenths of a percent.
    share: u32,
}

fn people() -> Vec<Person> {
    (0..60)
        .map(|i: u32| Person {
            sex: ["w", "m"][(i * 7 % 5 % 2) as usize],
            birth: (1940 + i * 13 % 60, 1 + i * 5 % 12, 1 + i * 11 % 28),
            zip: 10_000 + i * 1_373 % 90_000,
            pay: 120_050 + i * i * 1_937,
            share: 5 + i * 17 % 950,
        })
        .collect()
}

/// Digits in groups of three.
fn grouped(whole: u32, separator: &str) -> String {
    let digits = whole.to_string();
    let cut = |(at, digit): (usize, char)| {
        let border = at > 0 && (digits.len() - at).is_multiple_of(3);
        format!("{}{digit}", if border { separator } else { "" })
    };
    digits.chars().enumerate().map(cut).collect()
}

/// `1.234,56` with these signs.
fn amount(cents: u32, separator: &str, decimal: &str) -> String {
    format!("{}{decimal}{:02}", grouped(cents / 100, separator), cents % 100)
}

fn rendered(header: &str, row: impl Fn(usize, &Person) -> String, end: &str) -> String {
    let rows = people().iter().enumerate().map(|(at, person)| row(at, person) + end).collect::<String>();
    format!("{header}{end}{rows}")
}

fn german_date((year, month, day): (u32, u32, u32)) -> String {
    format!("{day:02}.{month:02}.{year}")
}

fn latin(text: &str) -> Vec<u8> {
    text.chars().map(|letter| if letter == '€' { 0x80 } else { u8::try_from(u32::from(letter)).unwrap() }).collect()
}

fn ok(run: &Run, line: &str) {
    assert_eq!(run.code, 0, "{line}\n{}{}", run.stdout, run.stderr);
}

/// From `inspect` to a release that every command reads, with what else is said on every command line.
fn whole_way(dir: &Workdir, flags: &str) {
    ok(&dir.aloof(&format!("inspect data.csv --write-policy p.toml {flags}")), "inspect");
    release(dir, flags);
}

/// The same with the policy that is there.
fn release(dir: &Workdir, flags: &str) {
    for line in [
        "advise data.csv --policy p.toml",
        "anonymize data.csv --policy p.toml --seed 7 --out out",
        "audit out --original data.csv --policy p.toml",
        "audit out --original data.csv",
        "audit out",
        "evaluate --original data.csv --release out --policy p.toml",
        "compare data.csv out --policy p.toml",
    ] {
        // A release is written as this program writes: nothing has to be said of it. Which codes mean missing in the original
        // stands in the policy only.
        let said = if line == "audit out" { "" } else { flags };
        if line == "audit out --original data.csv" && dir.read("p.toml").contains("codes = ") {
            continue;
        }
        let run = dir.aloof(&format!("{line} {said}"));
        ok(&run, line);
        run.hides(&["1200.5", "1.200,5", "120050"]);
    }
}

/// The released values of a column, sorted as texts.
fn released(dir: &Workdir, column: &str) -> Vec<String> {
    let text = dir.read("out/data.csv");
    let mut lines = text.lines();
    let at =
        lines.next().unwrap().split(',').position(|name| name == column).unwrap_or_else(|| panic!("{column}: {text}"));
    let mut values: Vec<String> = lines.map(|line| fields(line)[at].clone()).collect();
    values.sort();
    values
}

fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => fields.last_mut().unwrap().push(other),
        }
    }
    fields
}

/// Everybody's pay as this program writes it, sorted as texts.
fn pays() -> Vec<String> {
    let plain = |person: &Person| {
        let text = format!("{}.{:02}", person.pay / 100, person.pay % 100);
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    };
    let mut pays: Vec<String> = people().iter().map(plain).collect();
    pays.sort();
    pays
}

fn seen(dir: &Workdir, flags: &str) -> String {
    dir.aloof(&format!("inspect data.csv {flags}")).stdout.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn semicolons_decimal_commas_and_latin_letters() {
    let row = |_: usize, one: &Person| {
        format!("{};{};{};{}", one.sex, german_date(one.birth), one.zip, amount(one.pay, ".", ","))
    };
    let dir = Workdir::with("data.csv", latin(&rendered("Geschlecht;Geburtsdatum;PLZ;Gehalt für März", row, "\r\n")));
    let seen = seen(&dir, "");
    for said in [
        "read as Windows-1252, since it is not UTF-8",
        "Geburtsdatum: dates written d.m.y",
        "Gehalt für März: numbers with a decimal comma, points between thousands",
        "PLZ: to be read as labels",
    ] {
        assert!(seen.contains(said), "{said}: {seen}");
    }
    whole_way(&dir, "");
    assert_eq!(released(&dir, "Gehalt für März"), pays());
    // What was assumed is said where the release is made and where it is audited.
    let audit = dir.aloof("audit out --original data.csv --policy p.toml").stdout;
    assert!(audit.contains("data.csv, `Geburtsdatum`: dates written d.m.y"), "{audit}");
}

#[test]
fn tabs_in_utf_16_as_a_spreadsheet_saves_them() {
    let row = |_: usize, one: &Person| format!("{}\t{}\t{}", one.sex, german_date(one.birth), amount(one.pay, "", ","));
    let text = format!("\u{feff}{}", rendered("Geschlecht\tGeburt\tGehalt", row, "\r\n"));
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let dir = Workdir::with("data.csv", bytes);
    assert!(seen(&dir, "").contains("read as UTF-16LE"));
    whole_way(&dir, "");
    assert_eq!(released(&dir, "Gehalt"), pays());
}

#[test]
fn row_names_as_r_writes_them() {
    let row = |at: usize, one: &Person| {
        format!("\"{}\";\"{}\";{};{}", at + 1, one.sex, one.birth.0, amount(one.pay, "", ","))
    };
    let csv2 = rendered("\"\";\"sexe\";\"naissance\";\"salaire\"", row, "\n");
    let table = rendered("\"sexe\";\"naissance\";\"salaire\"", row, "\n");
    for text in [csv2, table] {
        let dir = Workdir::with("data.csv", text);
        assert!(seen(&dir, "").contains("it has no name in the file and counts the rows, as R and pandas write it"));
        whole_way(&dir, "");
        assert_eq!(released(&dir, "salaire"), pays());
        assert!(!dir.read("out/data.csv").lines().next().unwrap().contains("row"));
    }
}

#[test]
fn the_index_of_pandas() {
    let row = |at: usize, one: &Person| format!("{at},{},{},{}", one.sex, one.birth.0, f64::from(one.pay) / 100.0);
    let dir = Workdir::with("data.csv", rendered(",sex,birth_year,salary", row, "\n"));
    whole_way(&dir, "");
    assert_eq!(released(&dir, "salary"), pays());
    assert!(dir.read("p.toml").contains("row        = { role = \"drop\" }"));
}

/// How a country writes a day.
type Write<'a> = &'a dyn Fn((u32, u32, u32)) -> String;

#[test]
fn dates_of_other_countries() {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let writes: [(&str, Write<'_>); 4] = [
        ("d.m.y", &german_date),
        ("m/d/y", &|(year, month, day)| format!("{month}/{day}/{year}")),
        ("d mon y", &|(year, month, day)| format!("{day:02}-{}-{year}", months[month as usize - 1])),
        ("y/m/d", &|(year, month, day)| format!("{year}/{month:02}/{day:02} 00:00")),
    ];
    let mut all: Vec<Vec<String>> = Vec::new();
    for (pattern, write) in writes {
        let row = |_: usize, one: &Person| format!("{},{},{}", one.sex, write(one.birth), amount(one.pay, "", "."));
        let dir = Workdir::with("data.csv", rendered("sex,birth,salary", row, "\n"));
        assert!(seen(&dir, "").contains(&format!("birth: dates written {pattern}")), "{pattern}");
        whole_way(&dir, "");
        assert!(dir.read("p.toml").contains(&format!("date = \"{pattern}\"")), "{}", dir.read("p.toml"));
        all.push(released(&dir, "salary"));
        let cell = released(&dir, "birth").remove(0);
        assert!(cell.split("..").all(|end| end.len() == 10 && end.as_bytes()[4] == b'-'), "{cell}");
    }
    assert!(all.iter().all(|values| *values == pays()));
}

#[test]
fn signs_of_money_and_percent() {
    let row = |_: usize, one: &Person| {
        format!("{};{};€ {};{},{} %", one.sex, one.birth.0, amount(one.pay, ".", ","), one.share / 10, one.share % 10)
    };
    let dir = Workdir::with("data.csv", rendered("sex;birth_year;income;tax share", row, "\n"));
    let seen = seen(&dir, "");
    assert!(seen.contains("points between thousands; the sign € was dropped"), "{seen}");
    assert!(seen.contains("the sign % was dropped: 12.5 % is 12.5, not 0.125"), "{seen}");
    whole_way(&dir, "");
    assert_eq!(released(&dir, "income"), pays());
    assert!(released(&dir, "tax share").contains(&"0.5".to_owned()));
}

#[test]
fn thousands_between_blanks_that_do_not_break() {
    for blank in ["\u{a0}", "\u{202f}", " ", "'"] {
        let row = |_: usize, one: &Person| format!("{};{};{}", one.sex, one.birth.0, amount(one.pay, blank, ","));
        let dir = Workdir::with("data.csv", rendered("sexe;naissance;salaire", row, "\n"));
        whole_way(&dir, "");
        assert_eq!(released(&dir, "salaire"), pays());
    }
}

/// Minus nine is no income: it is named, counted, and nobody is lost for it.
#[test]
fn minus_nine_is_no_income() {
    let pay = |at: usize, one: &Person, refused: &str| {
        if at % 10 == 3 { refused.to_owned() } else { amount(one.pay, "", ",") }
    };
    for (refused, seen_as) in [
        ("-9", "income: -9 in 6 rows seems to mean a missing value: nothing else is below zero"),
        ("NA", "income: NA in 6 rows seems to mean a missing value: all other values are numbers or dates"),
        ("refused", "income: refused in 6 rows seems to mean a missing value: all other values are numbers or dates"),
    ] {
        let row = |at: usize, one: &Person| format!("{};{};{}", one.sex, one.birth.0, pay(at, one, refused));
        let dir = Workdir::with("data.csv", rendered("sex;birth_year;income", row, "\n"));
        let seen = seen(&dir, "");
        assert!(seen.contains(seen_as), "{seen}");
        whole_way(&dir, "");
        let declared = format!("missing = {{ codes = [\"{refused}\"], then = \"publish\" }}");
        assert!(dir.read("p.toml").contains(&declared), "{}", dir.read("p.toml"));
        let published = released(&dir, "income");
        assert_eq!((published.len(), published.iter().filter(|value| value.is_empty()).count()), (60, 6));
        let all = pays();
        assert!(published.iter().all(|value| value.is_empty() || all.contains(value)));
    }
}

/// `1.234` everywhere may be 1234: inspect says so, and nothing is made before somebody decides.
#[test]
fn numbers_of_two_meanings_are_asked_for() {
    let row = |_: usize, one: &Person| format!("{};{};{}", one.sex, one.birth.0, grouped(one.pay / 100, "."));
    let dir = Workdir::with("data.csv", rendered("sex;birth_year;income", row, "\n"));
    let seen = seen(&dir, "");
    assert!(
        seen.contains(
            "What you must say before it can be read with certainty income: wherever a point or a comma stands"
        ),
        "{seen}"
    );
    ok(&dir.aloof("inspect data.csv --write-policy p.toml"), "inspect");
    let told = ["advise data.csv", "anonymize data.csv --out out", "audit data.csv"]
        .map(|command| dir.refused(&format!("{command} --policy p.toml")));
    assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
    insta::assert_snapshot!(
        told[0],
        @r#"error: data.csv, column `income`: wherever a point or a comma stands in its values, exactly three digits follow, which may be a fraction or thousands (1.234 may be 1234): write decimal = "," or decimal = "." for this column, or give --decimal"#
    );
    let whole = |dir: &Workdir| released(dir, "income").iter().all(|value| !value.contains('.'));
    let flagged = Workdir::with("data.csv", dir.read("data.csv"));
    whole_way(&flagged, "--decimal ,");
    assert!(whole(&flagged));
    // What was said to inspect stands in the policy, and need not be said again.
    assert!(flagged.read("p.toml").contains("income     = { role = \"sensitive\", decimal = \",\" }"));
    let declared = Workdir::with("data.csv", dir.read("data.csv")).and("p.toml", flagged.read("p.toml"));
    ok(&declared.aloof("anonymize data.csv --policy p.toml --seed 7 --out out"), "anonymize");
    ok(&declared.aloof("audit out --original data.csv --policy p.toml"), "audit");
    assert!(whole(&declared));
}

#[test]
fn dates_of_two_meanings_are_asked_for() {
    let row = |at: usize, one: &Person| {
        format!("{},{:02}/{:02}/{},{}", one.sex, 1 + at % 12, 1 + at * 5 % 12, one.birth.0, amount(one.pay, "", "."))
    };
    let dir = Workdir::with("data.csv", rendered("sex,birth,salary", row, "\n"));
    ok(&dir.aloof("inspect data.csv --write-policy p.toml"), "inspect");
    assert!(dir.read("p.toml").contains("These columns can be read in two ways"));
    insta::assert_snapshot!(
        dir.refused("anonymize data.csv --policy p.toml --out out"),
        @r#"error: data.csv, column `birth`: every date can be read as d/m/y and as m/d/y (01/02/2020 may be in January or in February): write date = "d/m/y" or date = "m/d/y" for this column, or give --date"#
    );
    let flagged = Workdir::with("data.csv", dir.read("data.csv"));
    whole_way(&flagged, "--date m/d/y");
}

/// Points in time are text until somebody says that days are enough; then it is said that times were dropped.
#[test]
fn times_are_dropped_only_when_asked() {
    let row = |at: usize, one: &Person| {
        format!("{};{} {:02}:30;{}", one.sex, german_date(one.birth), at % 24, amount(one.pay, "", ","))
    };
    let dir = Workdir::with("data.csv", rendered("sex;admission;salary", row, "\n"));
    assert!(seen(&dir, "").contains("points in time, their dates written d.m.y, and therefore text"));
    let policy = |kind: &str| {
        format!(
            "[columns]\nsex = {{ role = \"quasi\" }}\nadmission = {{ role = \"quasi\"{kind} }}\nsalary = {{ role = \"sensitive\" }}\n\
             [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 2\n"
        )
    };
    let dir = dir.and(
        "p.toml",
        policy(", type = \"date\", hierarchy = { kind = \"calendar\", levels = [\"year\", \"decade\"] }"),
    );
    release(&dir, "");
    let made = dir.aloof("anonymize data.csv --policy p.toml --seed 7 --out again").stdout;
    let made = made.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        made.contains("`admission`: dates written d.m.y; the time of day was dropped in 60 rows, as asked"),
        "{made}"
    );
    for cell in released(&dir, "admission") {
        let ends: Vec<&str> = cell.split("..").collect();
        let whole = cell == "*" || ends.len() == 1 || (ends[0].ends_with("-01-01") && ends[1].ends_with("-12-31"));
        assert!(whole, "{cell}");
    }
}

/// Two notations in one column are no notation: the line of the first stranger is named, no value is.
#[test]
fn mixed_notations_are_named() {
    let row = |at: usize, one: &Person| {
        format!("{};{};{}", one.sex, one.birth.0, amount(one.pay, "", if at == 16 { "." } else { "," }))
    };
    let dir = Workdir::with("data.csv", rendered("sex;birth_year;salary", row, "\n"));
    let seen = seen(&dir, "");
    assert!(
        seen.contains("salary: labels: 1 of 60 values are no numbers with a decimal comma, the first on line 18"),
        "{seen}"
    );
    let refused =
        dir.refused("anonymize data.csv --quasi sex,birth_year --sensitive salary --absolute 100 --m 2 --out out");
    let expected =
        "data.csv, line 18, column `salary`: none of the numbers with a decimal comma, which most of the column is";
    assert!(refused.contains(expected), "{refused}");
}

/// Roles of a sample are not published unless the policy says so, and then as they are.
#[test]
fn weights_and_households_stay_at_home() {
    let row = |at: usize, one: &Person| {
        format!(
            "{},{},{},{}.{:03},{},{}",
            one.sex,
            one.birth.0,
            at / 3,
            100 + at % 7,
            at * 7 % 1000,
            at % 4,
            amount(one.pay, "", ".")
        )
    };
    let dir = Workdir::with("data.csv", rendered("sex,birth_year,hhid,sampling_weight,psu,salary", row, "\n"));
    whole_way(&dir, "");
    let policy = dir.read("p.toml");
    for said in [
        "hhid            = { role = \"household\" }",
        "sampling_weight = { role = \"weight\" }",
        "psu             = { role = \"stratum\" }",
    ] {
        assert!(policy.contains(said), "{said}: {policy}");
    }
    let header = |name: &str| dir.read(name).lines().next().unwrap().to_owned();
    assert_eq!(header("out/data.csv"), "sex,birth_year,salary");
    let published = policy.replace("{ role = \"stratum\" }", "{ role = \"stratum\", publish = true }");
    let dir = dir.and("q.toml", published);
    ok(&dir.aloof("anonymize data.csv --policy q.toml --seed 7 --out with"), "anonymize");
    ok(&dir.aloof("audit with --original data.csv --policy q.toml"), "audit");
    assert_eq!(dir.read("with/data.csv").lines().next().unwrap(), "sex,birth_year,psu,salary");
}

#[test]
fn words_that_do_not_fit_are_refused() {
    let dir =
        Workdir::with("data.csv", "a,b\n1,2\n").and("p.toml", "[columns]\na = { role = \"quasi\", decimal = \";\" }\n");
    insta::assert_snapshot!(dir.refused("audit data.csv --policy p.toml"), @"error: p.toml, line 2: a decimal sign is `,` or `.`");
    insta::assert_snapshot!(dir.refused("inspect data.csv --encoding klingon"), @"error: --encoding: `klingon` is no encoding that is known; some are utf-8, utf-16, windows-1252, latin-1, windows-1250, windows-1251, gb18030, shift_jis");
    let refused = dir.refused("audit data.csv --quasi a --sensitive b --date 1.2.3");
    assert!(refused.starts_with("error: --date: how dates are written is said by d, m and y"), "{refused}");
    let both = "[columns]\na = { role = \"quasi\", decimal = \",\", date = \"d.m.y\" }\nb = { role = \"drop\" }\n";
    let dir = dir
        .and("q.toml", both)
        .and("r.toml", "[columns]\na = { role = \"keep\", publish = true }\nb = { role = \"drop\" }\n");
    insta::assert_snapshot!(dir.refused("audit data.csv --policy q.toml"), @"error: q.toml, line 2: `decimal` and `date` do not go together: a column holds numbers or dates");
    let refused = dir.refused("audit data.csv --policy r.toml");
    assert!(
        refused.contains("`publish` is for columns of role = \"weight\", \"household\" or \"stratum\""),
        "{refused}"
    );
}

#[test]
fn rows_that_are_no_people_are_named() {
    let rows: Vec<String> = (0..40).map(|at| format!("p{at},{},{}.25\n", 20 + at % 30, 1000 + at * 37)).collect();
    let rows = rows.concat();
    let sum: u32 = (0..40).map(|at| 1000 + at * 37).sum::<u32>() + 10;
    let seen = |text: String| {
        let dir = Workdir::with("pay.csv", text);
        dir.aloof("inspect pay.csv").stdout.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let total = seen(format!("name,age,pay\n{rows}Total,,{sum}\n"));
    assert!(
        total.contains("the last row seems to be a total and no person: what it says of `pay` is the sum"),
        "{total}"
    );
    assert!(
        !total.contains(&sum.to_string()) || total.contains(&format!(" {sum} sensitive")),
        "only as the largest value"
    );
    assert!(!seen(format!("name,age,pay\n{rows}")).contains("total"));
    let units = seen(format!("name,age,pay\n,years,EUR\n{rows}"));
    assert!(
        units.contains("on line 2; that row may be a second line of names, or of units: delete it if so"),
        "{units}"
    );
    let remark = seen(format!("name,age,pay\n{rows}end,,see page 3\n"));
    assert!(remark.contains("on line 42; that row may be a total, or a remark: delete it if so"), "{remark}");
}

/// Who is alone is counted as it will be once the policy says what means missing.
#[test]
fn words_for_missing_are_one_value_in_combinations() {
    let rows: Vec<String> =
        (0..60).map(|at| format!("{},{},{}\n", ["NA", "", "1", "2"][at % 4], at % 2, 100 + at)).collect();
    let rows = rows.concat();
    let dir = Workdir::with("pay.csv", format!("region,sex,pay\n{rows}"));
    let found = dir.aloof("inspect pay.csv --json").json();
    let region =
        found["combinations"].as_array().unwrap().iter().find(|one| one["columns"] == serde_json::json!(["region"]));
    assert_eq!(region.unwrap()["groups"], 3, "{found}");
    assert_eq!((&found["columns"][0]["distinct"], &found["columns"][0]["missing"]), (&2.into(), &30.into()), "{found}");
}
