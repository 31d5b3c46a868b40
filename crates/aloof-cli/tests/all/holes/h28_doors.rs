//! Doors that stood open: people held out of a crowd, files over files, numbers at the end of what can be counted, attacks on values
//! that are nobody's.

use crate::common::Workdir;

fn told(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

const CROWD: &str = "age,zip,salary\n17,12000,1000\n19,13000,1010\n20,14000,1020\n24,16000,1000\n29,21000,1010\n\
                     34,24000,24000\n39,36000,33000\n45,39000,51000\n";
const ASKED: &str = "--quasi age,zip --sensitive salary --absolute 100 --m 2";

/// A draw that takes people out of a crowd must not make a release of what has none.
#[test]
fn holding_out_makes_nothing_possible() {
    let dir = Workdir::with("t.csv", CROWD);
    assert_eq!(dir.aloof(&format!("anonymize t.csv {ASKED} --out r")).code, 3);
    for seed in 1..=14 {
        let run = dir.aloof(&format!("anonymize t.csv {ASKED} --hold-out 0.25 --seed {seed} --out r --private p"));
        assert_eq!(run.code, 3, "{run}");
        assert!(run.stderr.contains("impossible") || run.stderr.contains("cannot"), "{run}");
    }
    assert!(!dir.path("r").exists() && !dir.path("p").exists());
}

#[test]
fn evidence_is_written_over_nothing_else() {
    let dir = Workdir::with("t.csv", "age,pay\n1,10\n2,900\n3,20\n4,800\n").and("p.html", "");
    let make = |rest: &str| {
        dir.aloof(&format!("anonymize t.csv --quasi age --sensitive pay --absolute 50 --m 2 --out r --replace {rest}"))
    };
    let first = make("--to sqlite:x.db?table=t");
    assert_eq!(first.code, 0, "{first}");
    let before = std::fs::read(dir.path("x.db")).unwrap();
    for rest in [
        "--report p.html --evidence x.db --to sqlite:x.db?table=t",
        "--report p.html --evidence ./x.db --to sqlite:x.db?table=t",
        "--report p.html --evidence n.db --to sqlite:n.db?table=t",
        "--report p.html --evidence ./p.html",
        "--report p.html --evidence t.csv",
        "--report p.html --private q --evidence q/e.json",
        "--report p.html --evidence r/e.json",
    ] {
        let run = make(rest);
        assert_eq!(run.code, 2, "{rest}: {run}");
    }
    assert_eq!(std::fs::read(dir.path("x.db")).unwrap(), before);
    let whole = make("--report p.html --evidence e.json");
    assert_eq!(whole.code, 0, "{whole}");
    let text = std::fs::read_to_string(dir.path("e.json")).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&text).is_ok(), "{text}");
}

#[test]
fn no_database_is_made_where_a_release_is() {
    let dir = Workdir::with("t.csv", "age,pay\n1,10\n2,900\n3,20\n4,800\n");
    let make =
        |rest: &str| dir.aloof(&format!("anonymize t.csv --quasi age --sensitive pay --absolute 50 --m 2 {rest}"));
    assert_eq!(make("--out r --private p").code, 0);
    for to in ["sqlite:r/t.db?table=t", "sqlite:p/t.db?table=t", "sqlite::memory:?table=t"] {
        let run = make(&format!("--out s --to {to}"));
        assert_eq!(run.code, 2, "{to}: {run}");
    }
    assert!(!dir.path("s").exists() && !dir.path("r/t.db").exists() && !dir.path("p/t.db").exists());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("nowhere.db", dir.path("link.db")).unwrap();
        let run = make("--out s --to sqlite:link.db?table=t");
        assert_eq!(run.code, 2, "{run}");
        assert!(dir.path("link.db").is_symlink() && !dir.path("nowhere.db").exists());
    }
}

#[test]
fn manual_pages_go_through_no_link_and_into_no_release() {
    let dir = Workdir::with("t.csv", "age,pay\n1,10\n2,900\n3,20\n4,800\n").and("kept.txt", "kept");
    let made = "anonymize t.csv --quasi age --sensitive pay --absolute 50 --m 2 --out r --private p";
    assert_eq!(dir.aloof(made).code, 0);
    for out in ["r", "p"] {
        let run = dir.aloof(&format!("man --out {out}"));
        assert_eq!(run.code, 2, "{run}");
        assert!(!dir.path(out).join("aloof.1").exists());
    }
    #[cfg(unix)]
    {
        std::fs::create_dir(dir.path("m")).unwrap();
        std::os::unix::fs::symlink("../kept.txt", dir.path("m/aloof-risk.1")).unwrap();
        let run = dir.aloof("man --out m");
        assert_eq!(run.code, 2, "{run}");
        assert_eq!(std::fs::read_to_string(dir.path("kept.txt")).unwrap(), "kept");
        assert!(!dir.path("m/aloof.1").exists());
    }
    assert_eq!(dir.aloof("man --out n").code, 0);
    assert_eq!(dir.aloof("man --out n").code, 0);
}

/// Farther apart than 128 bits count.
#[test]
fn numbers_at_the_end_of_what_can_be_counted_are_measured() {
    for far in ["90000000000000000000000000000000000000", "99999999999999999999999999999999999999"] {
        let table = format!("age,zip,salary\n1,1,{far}\n2,2,-{far}\n3,3,0\n4,5,5\n");
        let dir = Workdir::with("t.csv", table);
        for call in [
            format!("evaluate t.csv --original t.csv {ASKED}"),
            format!("compare t.csv t.csv {ASKED}"),
            format!("advise t.csv {ASKED} --price"),
            format!("anonymize t.csv {ASKED} --out r --report p.html"),
            format!("risk t.csv {ASKED}"),
            format!("attack t.csv --original t.csv {ASKED}"),
        ] {
            let run = dir.aloof(&call);
            assert!(run.code <= 3, "{call}: {run}");
        }
    }
}

/// Values that were shuffled are not those of whoever stands in the group.
#[test]
fn groups_of_others_values_are_not_attacked_as_peoples_own() {
    let dir = Workdir::with("o.csv", "age,pay\n20,100\n30,200\n40,300\n50,400\n60,500\n70,600\n")
        .and("r.csv", "age,pay\n20..30,500\n20..30,600\n40..50,100\n40..50,200\n60..70,300\n60..70,400\n");
    let found = dir.json("attack r.csv --original o.csv --quasi age --sensitive pay --absolute 10 --m 2");
    let run: Vec<&str> = found["attacks"].as_array().unwrap().iter().filter_map(|one| one["attack"].as_str()).collect();
    // The last four take rows for themselves and ask for no groups.
    assert_eq!(run, ["centre", "model", "inference", "inference", "single-out", "linkability"], "{found:#}");
    assert_eq!(found["attacks"][0]["variant"], "candidates");
    let not_run = found["not_run"].as_array().unwrap();
    let group = not_run.iter().find(|one| one["variant"] == "group").unwrap();
    assert!(group["reason"].as_str().unwrap().contains("6 released rows stand for no row of the original"), "{group}");
}

/// A hundred people in three columns, some of whom lack a pay.
fn hundred(missing: usize) -> String {
    let pay = |i: usize| if i < missing { String::new() } else { (i * 37 % 100 * 100).to_string() };
    let line = |i: usize| format!("{},{},{}\n", 20 + i * 7 % 40, 100 + i * 13 % 50, pay(i));
    (0..100).map(line).fold("age,zip,pay\n".to_owned(), |all, line| all + &line)
}

const HUNDRED: &str = "--quasi age,zip --sensitive pay --absolute 300 --m 2 --seed 1";
const ATTACKED: &str = "--quasi age,zip --sensitive pay --absolute 300 --m 2";

#[test]
fn control_people_are_not_in_the_release() {
    let others = "age,zip,pay\n21,101,150\n33,120,777\n";
    let dir =
        Workdir::with("t.csv", hundred(0)).and("both.csv", format!("{others}20,100,0\n")).and("others.csv", others);
    assert_eq!(dir.aloof(&format!("anonymize t.csv {HUNDRED} --hold-out 0.1 --out r --private p")).code, 0);
    let own = dir.aloof(&format!("attack r --original t.csv --control t.csv {ATTACKED}"));
    assert!(own.code == 2 && own.stderr.contains("all 100 of its rows stand in the original"), "{own}");
    let both = dir.json(&format!("attack r --original t.csv --control both.csv {ATTACKED} --only centre"));
    assert_eq!(both["control"], 2, "{both:#}");
    assert!(both["notes"].to_string().contains("1 of 3 rows of both.csv equal a row of the original"), "{both:#}");
    let fair = dir.json(&format!("attack r --original t.csv --control others.csv {ATTACKED} --only centre"));
    assert!(fair["control"] == 2 && !fair["notes"].to_string().contains("equal a row"), "{fair:#}");
}

#[test]
fn what_says_who_was_held_out_is_not_believed_against_what_says_who_was_published() {
    let dir = Workdir::with("t.csv", hundred(0));
    assert_eq!(dir.aloof(&format!("anonymize t.csv {HUNDRED} --hold-out 0.1 --out r --private p")).code, 0);
    let line = format!("attack r --original t.csv --private p {ATTACKED} --only centre,absent");
    let held = dir.read("p/held-out.csv");
    let rows: Vec<&str> = held.lines().collect();
    // Twice the same is once.
    let dir = dir.and("p/held-out.csv", format!("{held}{}\n", rows[1]));
    let found = dir.json(&line);
    assert_eq!((&found["people"], &found["control"]), (&90.into(), &10.into()), "{found:#}");
    let number = |row: &&&str| row.split(',').next().unwrap().parse::<usize>().unwrap();
    let numbers: Vec<usize> = rows[1..].iter().map(|row| number(&row)).collect();
    let other = (0..100).find(|row| !numbers.contains(row)).unwrap();
    let dir = dir.and("p/held-out.csv", format!("{held}{other},20,100,0\n"));
    let run = dir.aloof(&line);
    assert!(run.code == 2 && run.stderr.contains("names people who were published"), "{run}");
    std::fs::remove_file(dir.path("p/held-out.csv")).unwrap();
    let found = dir.json(&line);
    assert_eq!((&found["people"], &found["control"]), (&90.into(), &0.into()), "{found:#}");
    assert!(found["notes"].to_string().contains("held-out.csv is missing"), "{found:#}");
}

#[test]
fn people_who_were_left_out_are_counted_apart() {
    let dir = Workdir::with("t.csv", hundred(7)).and(
        "p.toml",
        "[columns]\nage = { role = \"quasi\" }\nzip = { role = \"quasi\" }\npay = { role = \"sensitive\", missing = \"drop\" }\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"300\"\nm = 2\n",
    );
    assert_eq!(dir.aloof("anonymize t.csv --policy p.toml --seed 1 --out r --private p").code, 0);
    let run = dir.aloof("attack r --original t.csv --private p --policy p.toml --report a.html");
    let said = told(&run.stdout);
    assert!(said.contains("93 rows about 93 people, attacked; 7 people of the original are not in it;"), "{run}");
    assert!(said.contains("Not run: absent (those left out lack a value"), "{run}");
    assert!(told(&dir.read("a.html")).contains("more than chance explains"));
}

#[test]
fn insiders_that_are_too_many_are_named() {
    let dir = Workdir::with("o.csv", "age,pay\n20,100\n30,200\n40,300\n50,400\n")
        .and("r.csv", "age,pay\n20..30,100\n20..30,200\n40..50,300\n40..50,400\n");
    let said = told(&dir.aloof("attack r.csv --original o.csv --quasi age --sensitive pay --absolute 10 --m 2").stdout);
    assert!(
        said.contains("insider, one") && said.contains("Not run: insider, two (no group is large enough)"),
        "{said}"
    );
}

/// A release covers what its own people have.
#[test]
fn loss_after_holding_out_is_what_the_release_says() {
    let dir = Workdir::with("t.csv", format!("{}95,400,50\n99,500,60\n12,20,5000\n10,10,6000\n", hundred(0)));
    for seed in 1..6 {
        let made =
            dir.json(&format!("anonymize t.csv {ATTACKED} --seed {seed} --hold-out 0.5 --out r --private p --replace"));
        let found = dir.json("evaluate r --original t.csv --queries 2");
        let [made, found] = [&made, &found].map(|one| one["loss"].as_f64().unwrap());
        assert!((made - found).abs() < 1e-9, "{made} is not {found}");
    }
    let said = told(&dir.aloof("evaluate r --original t.csv --queries 2").stdout);
    assert!(
        said.contains("of people whose released rows it has seen") && !said.contains("people held out ("),
        "{said}"
    );
    let said = told(&dir.aloof("evaluate r --original t.csv --private p --queries 2").stdout);
    assert!(said.contains("of people whose released rows were kept from it ("), "{said}");
}

#[test]
fn what_cannot_be_asked_for_is_refused_with_its_range() {
    let dir = Workdir::with("t.csv", hundred(0));
    assert_eq!(dir.aloof(&format!("anonymize t.csv {HUNDRED} --out r")).code, 0);
    for (flag, range) in [
        ("--clusters 999", "from 2 to 12"),
        ("--queries 0", "from 1 to 1,000,000"),
        ("--queries 1000000000000", "from 1 to 1,000,000"),
    ] {
        let run = dir.aloof(&format!("evaluate r --original t.csv {flag}"));
        assert!(run.code == 2 && run.stderr.contains(range), "{run}");
    }
    for line in ["compare t.csv nowhere", "compare nowhere --original t.csv"] {
        let run = dir.aloof(line);
        assert!(run.code == 2 && run.stderr.matches("nowhere").count() == 1, "{run}");
    }
}

/// Nearly all is not all.
#[test]
fn nearly_everybody_is_not_everybody() {
    let line = |i: usize| format!("{}\n", i.max(1));
    let dir = Workdir::with("t.csv", (0..2000).map(line).fold("age\n".to_owned(), |all, line| all + &line));
    let said = dir.aloof("risk t.csv --quasi age");
    assert!(said.code == 0 && said.stdout.contains("99.95%"), "{said}");
}

/// What a release does not publish it is not asked for.
#[test]
fn risk_goes_by_what_a_release_has() {
    let line = |i: usize| format!("{},{},{}.5\n", 20 + i * 7 % 40, i * 37 % 100 * 100, 1 + i % 3);
    let dir = Workdir::with("t.csv", (0..100).map(line).fold("age,pay,w\n".to_owned(), |all, line| all + &line)).and(
        "p.toml",
        "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\nw = { role = \"weight\" }\n\
         [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"300\"\nm = 2\n",
    );
    assert_eq!(dir.aloof("anonymize t.csv --policy p.toml --out r --seed 1").code, 0);
    for line in ["risk r", "risk r --policy p.toml"] {
        let run = dir.aloof(line);
        assert!(run.code == 0 && run.stdout.contains("Rows have no weights"), "{line}: {run}");
    }
    assert_eq!(dir.aloof("risk r --policy p.toml --weight w").code, 2);
}

#[test]
fn a_weight_is_of_a_survey_or_of_a_person() {
    let table = |low: f64, step: f64| {
        let line =
            |i: usize| format!("{},{},{:.2}\n", 20 + i * 7 % 40, i * 37 % 100 * 100, low + step * (i * 17 % 97) as f64);
        (0..100).map(line).fold("age,pay,weight\n".to_owned(), |all, line| all + &line)
    };
    let dir = Workdir::with("survey.csv", table(0.5, 0.026)).and("people.csv", table(41.0, 0.83));
    let role = |file: &str| {
        let found = dir.json(&format!("inspect {file}"));
        let columns = found["columns"].as_array().unwrap().clone();
        columns.into_iter().find(|column| column["name"] == "weight").unwrap().to_string()
    };
    assert!(
        role("survey.csv").contains("\"weight of the survey\"")
            || role("survey.csv").contains("a weight of the survey")
    );
    assert!(!role("people.csv").contains("a weight of the survey"), "{}", role("people.csv"));
}
