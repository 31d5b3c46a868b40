//! `aloof audit --previous`: what several releases tell that none of them tells alone.

use serde_json::Value;

use crate::common::Workdir;

const POLICY: &str = r#"
[columns]
id  = { role = "identifier" }
age = { role = "quasi" }
pay = { role = "sensitive" }

[[protect]]
principle = "epsilon-m"
sensitive = "pay"
absolute  = "1"
m         = 3
"#;

const JANUARY: &str = "id,age,pay\na,21,10\nb,25,20\nc,29,30\nd,41,50\ne,45,60\nf,49,70\n";
const OF_JANUARY: &str = "age,pay\n21..29,20\n21..29,30\n21..29,10\n41..49,60\n41..49,50\n41..49,70\n";
/// `b` and `c` left, `g` and `h` came.
const FEBRUARY: &str = "id,age,pay\na,21,10\ng,22,80\nh,28,90\nd,41,50\ne,45,60\nf,49,70\n";
const OF_FEBRUARY: &str = "age,pay\n21..28,90\n21..28,80\n21..28,10\n41..49,60\n41..49,50\n41..49,70\n";

const LINE: &str = "audit of_february.csv --policy aloof.toml --original february.csv --previous of_january.csv --previous-original january.csv";

fn room() -> Workdir {
    Workdir::with("aloof.toml", POLICY)
        .and("january.csv", JANUARY)
        .and("of_january.csv", OF_JANUARY)
        .and("february.csv", FEBRUARY)
        .and("of_february.csv", OF_FEBRUARY)
}

fn check<'a>(found: &'a Value, view: &str) -> &'a Value {
    let checks = found["together"]["checks"].as_array().unwrap();
    checks.iter().find(|check| check["view"] == view).unwrap_or_else(|| panic!("{view}: {found:#}"))
}

#[test]
fn two_releases_that_are_safe_and_tell_all_together() {
    let room = room();
    for (release, original) in [("of_january.csv", "january.csv"), ("of_february.csv", "february.csv")] {
        let alone = room.aloof(&format!("audit {release} --policy aloof.toml --original {original}"));
        assert_eq!(alone.code, 0, "{alone}");
    }
    let run = room.aloof(LINE);
    assert_eq!(run.code, 1, "{run}");
    for told in [
        "2 releases together are about 8 people: 4 people in several of them, 2 people no longer in the newest, 2 people only in the newest.",
        "(1, 3)-anonymity of pay, register view, all together: FAILS for 1 of 8 people; 1 person has one value left; of 2 people it tells",
    ] {
        assert!(run.stdout.replace('\n', " ").contains(told), "{told}\n{run}");
    }
    assert!(!run.stdout.contains("Nobody who knows"), "no promise of the newest alone: {run}");
    let json = room.aloof(&format!("{LINE} --json"));
    assert_eq!(json.code, 1);
    let found: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(found["verdict"], "fail");
    assert_eq!(found["checks"][0]["verdict"], "pass", "the newest alone");
    let register = check(&found, "register");
    for (field, people) in [("people", 8), ("above", 1), ("one_value", 1), ("left_above", 2), ("came_above", 2)] {
        assert_eq!(register[field], people, "{field}: {register:#}");
    }
    assert_eq!((&register["worst_risk"], &register["bound"]), (&"1".into(), &"1/3".into()));
    assert_eq!((&register["required"], &register["persistent"]), (&true.into(), &false.into()));
    assert_eq!(check(&found, "candidates")["one_value"], 1);
    json.hides(&["\"10\"", "\"80\""]);
}

#[test]
fn on_the_page_and_in_the_evidence() {
    let room = room();
    let run = room.aloof(&format!("{LINE} --report page.html --evidence evidence.json --quiet"));
    assert_eq!(run.code, 1, "{run}");
    let page = room.read("page.html");
    assert!(page.contains("Both releases together break (1, 3)-anonymity of pay for at least 2 of 8 people."));
    assert!(page.contains("Together with earlier releases"));
    let evidence: Value = serde_json::from_str(&room.read("evidence.json")).unwrap();
    assert_eq!(evidence["found"]["together"]["releases"], 2);
    assert_eq!(evidence["sign"], "bad");
}

#[test]
fn groups_that_persist_keep_it() {
    // January once more, in another order.
    let again = "id,age,pay\nf,49,70\na,21,10\nb,25,20\ne,45,60\nc,29,30\nd,41,50\n";
    let room = room().and("february.csv", again).and("of_february.csv", OF_JANUARY);
    let found = room.json(LINE);
    assert_eq!(found["verdict"], "pass", "{found:#}");
    let register = check(&found, "register");
    assert_eq!((&register["persistent"], &register["worst_risk"]), (&true.into(), &"1/3".into()));
    let run = room.aloof(LINE);
    assert!(run.code == 0 && run.stdout.replace('\n', " ").contains("Groups persist"), "{run}");
}

#[test]
fn a_value_that_changes_is_somebody_else() {
    let raised = FEBRUARY.replace("d,41,50", "d,41,55");
    let released = OF_FEBRUARY.replace("41..49,50", "41..49,55");
    let room = room().and("february.csv", raised).and("of_february.csv", released);
    let run = room.aloof(&format!("{LINE} --json"));
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(found["together"]["changed"], 1);
    // `e` and `f` are left two values, `a` one; `d` has three before and three after, but 50 went and 55 came.
    let register = check(&found, "register");
    assert_eq!((&register["above"], &register["people"]), (&3.into(), &9.into()), "{register:#}");
    assert_eq!((&register["left_above"], &register["came_above"]), (&3.into(), &3.into()), "{register:#}");
}

#[test]
fn who_is_who_must_be_known() {
    let refused = |room: &Workdir, line: &str, told: &str| {
        let said = room.refused(line);
        assert!(said.contains(told), "{told}\n{said}");
    };
    let with = |january: String| room().and("january.csv", january);
    refused(&with(JANUARY.replace("b,25", "a,25")), LINE, "1 row is about somebody who stands in an earlier row, too");
    refused(&with(JANUARY.replace("b,25", ",25")), LINE, "1 row has no value, so that nobody knows who is meant");
    refused(&room(), &format!("{LINE} --person name"), "has no column `name`");
    refused(&room(), &format!("{LINE} --person age"), "role = \"quasi\"");
    refused(&room(), &format!("{LINE} --private here"), "1 private directories are named for 2 releases");
    let twice = format!("{LINE} --previous of_february.csv");
    refused(&room(), &twice, "of_february.csv is named twice");
    let twice = format!("{LINE} --previous another.csv");
    refused(&room(), &twice, "--previous is given 2 times and --previous-original 1 times");
    let nobody = room().and("aloof.toml", POLICY.replace("\"identifier\"", "\"drop\""));
    refused(&nobody, LINE, "people must be known again in every table");
    assert_eq!(nobody.aloof(&format!("{LINE} --person id")).code, 1);
    let named = POLICY.replace("\"identifier\"", "\"drop\"") + "\n[input]\nperson = \"id\"\n";
    assert_eq!(room().and("aloof.toml", named).aloof(LINE).code, 1);
}

/// Two releases of a census a month apart, each by itself safe: who stands where is known from the private directories.
#[test]
fn a_census_month_by_month() {
    let room = Workdir::new();
    let run = room.aloof("generate census --rows 1200 --seed 5 --out people.csv");
    assert_eq!(run.code, 0, "{run}");
    let people = room.read("people.csv");
    let mut lines = people.lines();
    let head = format!("id,{}", lines.next().unwrap());
    let rows: Vec<String> = lines.enumerate().map(|(at, line)| format!("p{at},{line}")).collect();
    let month = |rows: &[String]| format!("{head}\n{}\n", rows.join("\n"));
    let room = room.and("january.csv", month(&rows[..1_080])).and("february.csv", month(&rows[120..]));
    let policy = "--quasi age,birthplace,occupation --sensitive income --absolute 500 --m 3";
    for (name, seed) in [("january", 1), ("february", 2)] {
        let line =
            format!("anonymize {name}.csv {policy} --private private_{name} --seed {seed} --out of_{name} --quiet");
        let run = room.aloof(&line);
        assert_eq!(run.code, 0, "{run}");
    }
    let line = format!(
        "audit of_february {policy} --original february.csv --private private_february --previous of_january \
         --previous-original january.csv --previous-private private_january --person id --json"
    );
    let run = room.aloof(&line);
    assert_eq!(run.code, 1, "{run}");
    let found: Value = serde_json::from_str(&run.stdout).unwrap();
    let together = &found["together"];
    for (field, people) in [("people", 1_200), ("several", 960), ("left", 120), ("came", 120), ("changed", 0)] {
        assert_eq!(together[field], people, "{field}");
    }
    let register = check(&found, "register");
    assert!(register["above"].as_u64().unwrap() > 500, "{register:#}");
    assert_eq!(register["verdict"], "fail");
    // Without the private directories it is not known of everybody who stands where, and what is known fails already.
    let known = line.replace(" --private private_february", "").replace(" --previous-private private_january", "");
    let run = room.aloof(&known);
    assert_eq!(run.code, 1, "{run}");
    // Any number of threads finds the same.
    let again = room.aloof(&format!("{line} --threads 1"));
    assert_eq!(again.stdout, room.aloof(&line).stdout);
}

/// As `peers/kill_series.sh` has it.
const SERIES: &str = include_str!("../../../../peers/series.toml");

/// Three months of a census, a tenth of whose people change every month.
fn three_months() -> Workdir {
    let room = Workdir::new();
    let run = room.aloof("generate census --rows 1000 --seed 7 --out people.csv");
    assert_eq!(run.code, 0, "{run}");
    let people = room.read("people.csv");
    let picked: Vec<Vec<&str>> = people.lines().map(|line| line.split(',').collect()).collect();
    let row = |cells: &Vec<&str>| format!("{},{},{}", cells[0], cells[3], cells[8]);
    assert_eq!(row(&picked[0]), "age,sex,income");
    let rows: Vec<String> = picked[1..].iter().enumerate().map(|(at, cells)| format!("p{at},{}", row(cells))).collect();
    let month = |from: usize| format!("id,age,sex,income\n{}\n", rows[from..from + 800].join("\n"));
    room.and("aloof.toml", SERIES)
        .and("month1.csv", month(0))
        .and("month2.csv", month(80))
        .and("month3.csv", month(160))
}

fn anonymize(month: usize) -> String {
    let previous = if month > 1 { format!(" --previous private{}", month - 1) } else { String::new() };
    format!("anonymize month{month}.csv --policy aloof.toml --out release{month} --private private{month}{previous}")
}

#[test]
fn a_series_tells_no_more_than_one_release() {
    let room = three_months();
    let mut counterfeits = Vec::new();
    for month in 1..=3 {
        let made = room.json(&anonymize(month));
        assert_eq!(made["verdict"], "pass", "{made:#}");
        counterfeits.push(made["counterfeits"].as_u64());
        assert_eq!(made["tuples"].as_u64().unwrap(), 800 + counterfeits[month - 1].unwrap_or(0));
        // That counterfeits have values of people the series shows, and no release alone.
        let code = if counterfeits[month - 1].unwrap_or(0) > 0 { 2 } else { 0 };
        let alone = room.aloof(&format!("audit release{month} --policy aloof.toml --original month{month}.csv"));
        assert_eq!(alone.code, code, "{alone}");
        let by_itself = room.aloof(&format!("audit release{month}"));
        assert_eq!(by_itself.code, code, "{by_itself}");
        assert!(!room.read(&format!("release{month}/data.csv")).contains("p1"), "nobody is named");
    }
    assert_eq!(counterfeits[0], None);
    let listed = room.read("release3/counterfeits.csv");
    let sum: u64 =
        listed.lines().skip(1).map(|line| line.split(',').next_back().unwrap().parse::<u64>().unwrap()).sum();
    assert_eq!(Some(sum), counterfeits[2]);
    assert!(sum > 0);
    let line = "audit release3 --policy aloof.toml --original month3.csv --private private3 \
                --previous release1 --previous-original month1.csv --previous-private private1 \
                --previous release2 --previous-original month2.csv --previous-private private2";
    let found = room.json(line);
    let register = check(&found, "register");
    assert_eq!(found["verdict"], "pass", "{register:#}");
    assert_eq!((&register["persistent"], &register["above"]), (&true.into(), &0.into()), "{register:#}");
    assert_eq!(register["people"], 960);
    let forged = room.read("release3/manifest.json");
    assert!(forged.contains(&format!("\"counterfeits\": {sum}")));
}

#[test]
fn who_comes_back_goes_back() {
    let room = three_months();
    for month in 1..=2 {
        assert_eq!(room.aloof(&anonymize(month)).code, 0);
    }
    // In the third month all are there who were in the first.
    let first = room.read("month1.csv");
    let room = room.and("month3.csv", first);
    let made = room.json(&anonymize(3));
    assert_eq!(made["verdict"], "pass", "{made:#}");
    let line = "audit release3 --policy aloof.toml --original month3.csv --private private3 \
                --previous release1 --previous-original month1.csv --previous-private private1 \
                --previous release2 --previous-original month2.csv --previous-private private2";
    assert_eq!(room.json(line)["verdict"], "pass");
}

#[test]
fn a_series_is_refused_what_it_cannot_be() {
    let room = three_months();
    assert_eq!(room.aloof(&anonymize(1)).code, 0);
    let refused = |room: &Workdir, line: &str, told: &str| {
        let said = room.refused(line);
        assert!(said.contains(told), "{told}\n{said}");
        for nothing in ["release2", "private2"] {
            assert!(!room.path(nothing).exists(), "{nothing}");
        }
    };
    let second = anonymize(2);
    let ledger = room.read("private1/ledger");
    let month = room.read("month2.csv");
    let policy = room.read("aloof.toml");
    let room = room.and("private1/ledger", &ledger[..ledger.len() - 9]);
    refused(&room, &second, "it is damaged");
    let room = room.and("private1/ledger", ledger.replacen("\"releases\":1", "\"releases\":2", 1));
    refused(&room, &second, "it is damaged, or was made with another key");
    let room = room.and("private1/ledger", ledger.replacen("aloof ledger 2", "aloof ledger 9", 1));
    refused(&room, &second, "version 9");
    std::fs::remove_file(room.path("private1/ledger")).unwrap();
    refused(&room, &second, "there is no ledger");
    let room = room.and("private1/ledger", &ledger);
    let room = room.and("aloof.toml", policy.replace("\"500\"", "\"400\""));
    refused(&room, &second, "it is of another series");
    let room = room.and("aloof.toml", policy.replace("m         = 3", "m         = 3\nview = \"group\""));
    refused(&room, &second, "one proximity principle in the register view");
    let room = room.and("aloof.toml", policy.replace("group_ids = true", "group_ids = false"));
    refused(&room, &second, "group_ids = true");
    let room = room.and("aloof.toml", &policy);
    let room = room.and("month2.csv", month.replacen("\np81,", "\np80,", 1));
    refused(&room, &second, "1 value of the identifier `id` stands in several rows");
    let shared = policy.replace("person = \"id\"", "person = \"id\"\nrows = \"people\"");
    let room = room.and("aloof.toml", shared);
    refused(&room, &second, "1 row is about somebody who stands in an earlier row, too");
    let room = room.and("aloof.toml", &policy);
    let room = room.and("month2.csv", month.replacen("\np81,", "\n,", 1));
    refused(&room, &second, "1 row has no value");
    let room = room.and("month2.csv", &month);
    refused(&room, &second.replace(" --private private2", ""), "--private");
    refused(&room, &second.replace("private1", "private9"), "private9");
    // Another series with a key of its own.
    let other = anonymize(1).replace("release1", "other").replace("private1", "private_other");
    assert_eq!(room.aloof(&other).code, 0);
    let strange = room.read("private_other/ledger");
    let room = room.and("private1/ledger", strange);
    refused(&room, &second, "another key");
    let room = room.and("private1/ledger", &ledger);
    assert_eq!(room.aloof(&second).code, 0);
}

/// Without the originals, by what the private directories say: the same is found of the register view.
#[test]
fn private_directories_are_enough() {
    let room = three_months();
    for month in 1..=3 {
        assert_eq!(room.aloof(&anonymize(month)).code, 0);
    }
    let line = "audit release3 --policy aloof.toml --private private3 --previous release1 --previous-private private1 \
                --previous release2 --previous-private private2";
    let found = room.json(line);
    let register = check(&found, "register");
    assert_eq!((&found["verdict"], &register["people"]), (&"pass".into(), &960.into()), "{register:#}");
    assert_eq!((&register["persistent"], &register["above"]), (&true.into(), &0.into()), "{register:#}");
    assert!(found["together"]["checks"].as_array().unwrap().iter().all(|check| check["view"] != "candidates"));
    let refused = |line: &str, told: &str| {
        let said = room.refused(line);
        assert!(said.contains(told), "{told}\n{said}");
    };
    refused(&line.replace(" --previous-private private2", ""), "in a series, name --private and a --previous-private");
    refused(&line.replace("private1", "private2"), "private2 was made with another release");
    refused(&line.replace("private1", "nowhere"), "nowhere has no key");
    refused(&line.replace("release1", "release2"), "release2 is named twice");
    refused(&line.replace("release1", "./release3"), "./release3 is named twice");
    let run = room.aloof(&format!("{line} --original month3.csv"));
    assert!(run.code == 0 && run.stdout.contains("no original row is missing"), "{run}");
    // A release by itself, with a key of its own.
    let other = anonymize(1).replace("release1", "other").replace("private1", "private_other");
    assert_eq!(room.aloof(&other).code, 0);
    let strange = line.replace("release1", "other").replace("private1", "private_other");
    refused(&strange, "have different keys");
    let room = room.and("private1/people.csv", "place,person\n0,a\n");
    assert!(room.refused(line).contains("it speaks of 1 places"));
}

/// Labels: the classical m-invariance, of a series and of releases by themselves.
#[test]
fn labels_month_after_month() {
    let diseases = ["flu", "cold", "gout", "rash", "cough"];
    let people: Vec<String> =
        (0..60).map(|at| format!("p{at},{},{}", 20 + at % 30, diseases[(at * 7 + at / 9) % 5])).collect();
    let month = |from: usize| format!("id,age,disease\n{}\n", people[from..from + 45].join("\n"));
    let policy = "[columns]\nid = { role = \"identifier\" }\nage = { role = \"quasi\" }\ndisease = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"m-invariance\"\nm = 3\n[input]\nperson = \"id\"\n[output]\ngroup_ids = true\n";
    let room = Workdir::with("aloof.toml", policy)
        .and("month1.csv", month(0))
        .and("month2.csv", month(5))
        .and("month3.csv", month(15));
    for month in 1..=3 {
        let made = room.json(&anonymize(month));
        assert_eq!(made["verdict"], "pass", "{made:#}");
    }
    let previous = "--private private3 --previous release1 --previous-private private1 --previous release2 --previous-private private2";
    let run = room.aloof(&format!("audit release3 {previous}"));
    let told = "3-invariance of disease, all together: holds for 60 people, who each stand among the same values in all releases that";
    assert!(run.code == 0 && run.stdout.replace('\n', " ").contains(told), "{run}");
    // Each by itself, and the three together.
    for month in 1..=3 {
        let line = anonymize(month).replace("release", "fresh").replace("--private private", "--private own");
        let fresh = line.split(" --previous").next().unwrap().to_owned();
        assert_eq!(room.aloof(&fresh).code, 0);
    }
    let line = "audit fresh3 --policy aloof.toml --original month3.csv --private own3 --previous fresh1 --previous-original month1.csv \
                --previous-private own1 --previous fresh2 --previous-original month2.csv --previous-private own2";
    let run = room.aloof(line);
    assert!(run.code == 1 && run.stdout.contains("3-invariance of disease, all together: FAILS for"), "{run}");
    // It is a promise about a series.
    let alone = room.refused("anonymize month1.csv --policy aloof.toml --out alone");
    assert!(alone.contains("m-invariance") && alone.contains("--private"), "{alone}");
    let twice = room.and("twice.csv", "age,disease\n20..30,flu\n20..30,flu\n20..30,gout\n");
    let run = twice.aloof("audit twice.csv --policy aloof.toml");
    assert_eq!(run.code, 1, "{run}");
}

/// What people do to tables between two months.
#[test]
fn what_may_change_from_month_to_month() {
    let room = three_months();
    assert_eq!(room.aloof(&anonymize(1)).code, 0);
    let second = anonymize(2);
    let (month, policy) = (room.read("month2.csv"), room.read("aloof.toml"));
    // People age, move, earn more; a column is written with a digit more.
    let aged: Vec<String> = month.lines().map(|line| line.replacen(",3", ",4", 1)).collect();
    let room = room.and("month2.csv", aged.join("\n") + "\n");
    assert_eq!(room.aloof(&second).code, 0);
    let fresh = |room: &Workdir| {
        for path in ["release2", "private2"] {
            let _ = std::fs::remove_dir_all(room.path(path));
        }
    };
    fresh(&room);
    let decimals: Vec<String> =
        month.lines().map(|line| if line.starts_with('p') { format!("{line}.0") } else { line.to_owned() }).collect();
    let room = room.and("month2.csv", decimals.join("\n") + "\n");
    let made = room.json(&second);
    let note = made["notes"].to_string();
    assert!(note.contains("0 of those who are new were there with another value"), "{note}");
    fresh(&room);
    let refused = |room: &Workdir, told: &str| {
        let said = room.refused(&second);
        assert!(said.contains(told), "{told}\n{said}");
        assert!(!room.path("release2").exists() && !room.path("private2").exists());
    };
    // Nobody is left; a column more is published; m is another.
    let room = room.and("month2.csv", "id,age,sex,income\n");
    refused(&room, "no rows that could be published");
    let room = room.and("month2.csv", &month).and("aloof.toml", policy.replace("m         = 3", "m         = 4"));
    refused(&room, "another series");
    let more: Vec<String> =
        month.lines().enumerate().map(|(at, line)| format!("{line},{}", if at == 0 { "town" } else { "A" })).collect();
    let with_town = policy.replace("income = {", "town = { role = \"quasi\" }\nincome = {");
    let room = room.and("month2.csv", more.join("\n") + "\n").and("aloof.toml", with_town);
    refused(&room, "quasi town");
    // Values that are rounded from now on tell which of the exact ones they were: known changes are not another value.
    let rounded =
        policy.replace("income = { role = \"sensitive\" }", "income = { role = \"sensitive\", round = \"100\" }");
    let room = room.and("month2.csv", &month).and("aloof.toml", &rounded);
    refused(&room, "it is of another series: here are asked income rounded to 100, there nothing of that kind");
    let room = room.and("aloof.toml", &policy);
    assert_eq!(room.aloof(&second).code, 0);
}

/// How many counterfeits February has, where cells may widen so far; the policy need not say it.
fn counterfeits_with(room: Workdir, widen: Option<&str>) -> (Workdir, u64) {
    let said = widen.map_or_else(String::new, |most| format!("\nwiden = \"{most}\""));
    for path in ["release2", "private2"] {
        let _ = std::fs::remove_dir_all(room.path(path));
    }
    let room = room.and("aloof.toml", SERIES.replace("[method]", &format!("[method]{said}")));
    let made = room.json(&anonymize(2));
    assert_eq!(made["verdict"], "pass");
    (room, made["counterfeits"].as_u64().unwrap())
}

/// How far cells may widen for somebody new: what is not taken is held by counterfeits. Where nothing is said, as much as cells were
/// wide in the first release.
#[test]
fn wider_cells_make_fewer_counterfeits() {
    let room = three_months();
    let loss = room.json(&anonymize(1))["loss"].as_f64().unwrap();
    let ledger = room.read("private1/ledger");
    let width = ledger.split("\"width\":").nth(1).and_then(|rest| rest.split(',').next()).expect("a width");
    let width = width.parse::<f64>().unwrap() / 1e6;
    assert!((width - loss).abs() < 1e-3 && width < 0.1, "{width} {loss}");
    let (room, tight) = counterfeits_with(room, Some("0"));
    let (room, usual) = counterfeits_with(room, None);
    let (room, said) = counterfeits_with(room, Some(&format!("{width:.6}")));
    let (room, wide) = counterfeits_with(room, Some("2"));
    assert!(tight > usual && usual == said && usual > wide, "{tight} {usual} {said} {wide}");
    let refused = |room: &Workdir, told: &str| {
        let said = room.refused(&anonymize(1));
        assert!(said.contains(told), "{told}\n{said}");
    };
    let room = room.and("aloof.toml", SERIES.replace("[method]", "[method]\nwiden = \"-1\""));
    refused(&room, "`widen` must be a share of the domains that is not negative");
    let walk = SERIES.replace("effort = \"quick\"", "algorithm = \"mondrian\"\nwiden = \"0.1\"");
    refused(&room.and("aloof.toml", walk), "algorithm = \"mondrian\" makes no series of releases");
}

/// Xiao and Tao's hospital (Tables 1a and 2a): as in their Table 3a two counterfeits are enough, one with bronchitis in Bob's group and one
/// with flu in Jane's.
#[test]
fn the_hospital_of_xiao_and_tao() {
    const FIRST: &str = "name,age,zip,disease\nBob,21,12000,dyspepsia\nAlice,22,14000,bronchitis\nAndy,24,18000,flu\nDavid,23,25000,gastritis\n\
                         Gary,41,20000,flu\nHelen,36,27000,gastritis\nJane,37,33000,dyspepsia\nKen,40,35000,flu\nLinda,43,26000,gastritis\n\
                         Paul,52,33000,dyspepsia\nSteve,56,34000,gastritis\n";
    const SECOND: &str = "name,age,zip,disease\nBob,21,12000,dyspepsia\nDavid,23,25000,gastritis\nEmily,25,21000,flu\nJane,37,33000,dyspepsia\n\
                          Linda,43,26000,gastritis\nGary,41,20000,flu\nMary,46,30000,gastritis\nRay,54,31000,dyspepsia\nSteve,56,34000,gastritis\n\
                          Tom,60,44000,gastritis\nVince,65,36000,flu\n";
    let policy = "[columns]\nname = { role = \"identifier\" }\nage = { role = \"quasi\" }\nzip = { role = \"quasi\", type = \"number\" }\n\
                  disease = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"m-invariance\"\nm = 2\n[input]\nperson = \"name\"\n\
                  [output]\ngroup_ids = true\n";
    let room = Workdir::with("aloof.toml", policy).and("month1.csv", FIRST).and("month2.csv", SECOND);
    assert_eq!(room.json(&anonymize(1))["groups"], 5);
    let made = room.json(&anonymize(2));
    assert_eq!((&made["counterfeits"], &made["groups"]), (&2.into(), &6.into()), "{made:#}");
    let found = room.json("audit release2 --private private2 --previous release1 --previous-private private1");
    assert_eq!(found["verdict"], "pass", "{found:#}");
    let values = |month: usize| {
        let data = room.read(&format!("release{month}/data.csv"));
        let mut values: Vec<String> =
            data.lines().skip(1).map(|row| row.split(',').nth(2).unwrap().to_owned()).collect();
        values.sort_unstable();
        values
    };
    // Beside the eleven of the second table.
    let mut people: Vec<String> = SECOND.lines().skip(1).map(|row| row.split(',').nth(3).unwrap().to_owned()).collect();
    people.extend(["bronchitis", "flu"].map(str::to_owned));
    people.sort_unstable();
    assert_eq!(values(2), people);
}
