//! A steward who has missing codes, percentages and flags, and recounts what is said.

use crate::common::Workdir;

/// Every second person has no pay but -9: a group is one pay and a code.
fn nine() -> Workdir {
    let row = |at: i64| format!("{},{}\n", 20 + at, if at % 2 == 1 { -9 } else { 1000 * (at + 2) });
    Workdir::with("nine.csv", (0..12).map(row).fold("age,pay\n".to_owned(), |all, row| all + &row))
}

const ASKED: &str = "--quasi age --sensitive pay --absolute 200 --m 2";
const SAID: &str = "If -9 means no answer, what is promised of pay is false for people who are grouped with it.";

#[test]
fn what_looks_like_a_code_is_a_condition_of_every_promise() {
    let dir = nine();
    let made = dir.aloof(&format!("anonymize nine.csv {ASKED} --out n --report n.html --evidence n.json --quiet"));
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(made.code == 0 && one_line(&made.stdout).contains(SAID), "{made}");
    let evidence: serde_json::Value = serde_json::from_str(&dir.read("n.json")).unwrap();
    assert_eq!(evidence["sign"], "warn");
    assert!(evidence["title"].as_str().unwrap().contains("only if -9 in pay is a value like any other"), "{evidence}");
    assert!(evidence["sentences"].to_string().contains(SAID), "{}", evidence["sentences"]);
    assert!(dir.read("n.html").contains("only if -9 in pay is a value like any other"));
    for line in ["audit n --original nine.csv", "audit n", "audit n --quiet"] {
        let audit = dir.aloof(line);
        let told = one_line(&audit.stdout);
        assert!(audit.code == 0 && told.contains(SAID), "{line}: {audit}");
        assert!(told.contains("PASS IF THESE ARE VALUES It holds only if -9 in pay is a value"), "{line}: {audit}");
        assert!(!told.contains("Nobody"), "{line}: {audit}");
    }
    let evaluated = dir.aloof("evaluate n --original nine.csv --queries 10");
    assert!(one_line(&evaluated.stdout).contains(SAID), "{evaluated}");
    let advised = dir.aloof(&format!("advise nine.csv {ASKED}"));
    assert!(one_line(&advised.stdout).contains(SAID), "{advised}");
}

#[test]
fn a_code_that_nobody_declared_is_typed() {
    let dir = nine();
    let found = [
        dir.json(&format!("advise nine.csv {ASKED}")),
        dir.json(&format!("anonymize nine.csv {ASKED} --out n")),
        dir.json("audit n --original nine.csv"),
        dir.json("audit n"),
        dir.json("evaluate n --original nine.csv --queries 10"),
    ];
    for one in found {
        let perhaps = &one["perhaps_missing"][0];
        assert_eq!(
            (&perhaps["column"], &perhaps["codes"], &perhaps["rows"]),
            (&"pay".into(), &["-9"][..].into(), &6.into()),
            "{one}"
        );
    }
    let promise = dir.json("audit n")["checks"][0]["promise"].as_str().unwrap().to_owned();
    assert!(promise.starts_with("If -9 in pay is a value like any other, nobody who knows"), "{promise}");
}

/// Only a person knows what is meant: both answers end the matter, for audits of the release, too.
#[test]
fn a_policy_says_what_it_is() {
    for missing in ["[]", "{ codes = [\"-9\"], then = \"publish\" }"] {
        let policy = format!(
            "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\", missing = {missing} }}\n[[protect]]\nprinciple = \
             \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"200\"\nm = 2\n"
        );
        let dir = nine().and("aloof.toml", policy);
        assert!(dir.json("anonymize nine.csv --out n").get("perhaps_missing").is_none(), "{missing}");
        std::fs::create_dir(dir.path("elsewhere")).unwrap();
        std::fs::rename(dir.path("n"), dir.path("elsewhere/n")).unwrap();
        let audit = dir.aloof("audit elsewhere/n");
        assert!(audit.code == 0 && audit.stdout.ends_with("\nPASS\n"), "{missing}: {audit}");
    }
}

/// pandas writes whole numbers with gaps as floats: among labels `-9` is not `-9.0`.
#[test]
fn a_first_policy_names_codes_of_labels_as_they_occur() {
    let row = |at: usize| format!("{},{}.0,{}\n", 20 + at, [1, 2, 3, -9][at % 4], 1000 * (at + 2));
    let dir = Workdir::with("lab.csv", (0..24).map(row).fold("age,mood,pay\n".to_owned(), |all, row| all + &row));
    let looked = dir.aloof("inspect lab.csv --write-policy aloof.toml");
    assert!(!looked.stdout.contains("a total"), "-9 counts in no sum: {looked}");
    let policy = dir.read("aloof.toml");
    let mood = policy.lines().find(|line| line.starts_with("mood")).unwrap();
    assert!(mood.contains("[\"-9.0\"]"), "{mood}");
    let made = dir.aloof("anonymize lab.csv --out l");
    assert!(made.code == 0 && !dir.read("l/data.csv").contains("-9"), "{made}");
}

#[test]
fn percent_of_a_column_of_percentages_is_no_share() {
    let dir = Workdir::with("tax.csv", "age,tax\n20,27.2%\n21,12.5%\n22,8%\n23,30%\n");
    let told = |flags: &str| dir.refused(&format!("audit tax.csv --quasi age {flags}"));
    for flags in ["--sensitive tax --absolute 2% --m 2", "--sensitive tax:absolute=2%,m=2"] {
        assert!(told(flags).contains("2% of a column of percentages is written as \"2\""), "{}", told(flags));
    }
    assert!(told("--sensitive tax --delta 2% --l 2").contains("written as \"2\"; a share"));
    assert!(told("--sensitive tax --relative 2% --m 2").contains("2% is written as \"0.02\""));
}

#[test]
fn chances_of_being_found_are_not_rounded_down() {
    let rows = (1..=8).fold("g,a\n".to_owned(), |all, at| all + &format!("{at},1\n"));
    let dir = Workdir::with("mini.csv", rows);
    let told = dir.aloof("risk mini.csv --quasi a");
    assert!(
        told.stdout.split_whitespace().collect::<Vec<_>>().join(" ").contains("(prosecutor) 12.5% 12.5% 1 "),
        "{told}"
    );
    let found = dir.json("risk mini.csv --quasi a");
    assert!(!found["alone_in_population"].as_f64().unwrap().is_sign_negative(), "{found}");
}

#[test]
fn the_sampled_share_is_that_of_the_weights() {
    let dir = Workdir::with("s.csv", "age,town,w\n20,a,10\n21,a,10\n20,b,15\n,b,15\n");
    let found = dir.json("risk s.csv --quasi age,town --weight w");
    assert_eq!((&found["sampled"], &found["sampled_by"]), (&0.08.into(), &"weights".into()), "{found}");
    assert_eq!(dir.json("risk s.csv --quasi age,town --weight w --sampled 0.5")["sampled_by"], "said");
    let told = dir.aloof("risk s.csv --quasi age,town --weight w").stdout;
    let in_one_line = told.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(in_one_line.contains("where the table holds 8.00% of the population, as its weights say"), "{told}");
    assert!(
        told.contains("share these values with nobody (a missing value counted as matching any; 4 otherwise)"),
        "{told}"
    );
}

#[test]
fn a_policy_that_only_stands_there_is_named_when_it_does_not_fit() {
    let other = "[columns]\nage = { role = \"quasi\" }\nsatisf = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"l-diversity\"\nl = 2\n";
    let dir = nine().and("aloof.toml", other);
    assert_eq!(dir.aloof(&format!("anonymize nine.csv {ASKED} --out n")).code, 0);
    let told = dir.refused("audit n");
    assert!(
        told.contains("has no column `satisf`") && told.contains("aloof.toml was taken because it stands here"),
        "{told}"
    );
}

#[test]
fn what_cannot_be_as_it_was_said_is_told() {
    let row = |at: usize| format!("{:02}.{:02}.{},{}\n", 13 + at % 15, 1 + at % 12, 1950 + at, 1000 * at);
    let dir = Workdir::with("born.csv", (0..30).map(row).fold("born,pay\n".to_owned(), |all, row| all + &row));
    let made = dir.json("anonymize born.csv --quasi born --sensitive pay --absolute 500 --m 3 --date m.d.y --out r");
    assert!(made["notes"].to_string().contains("and not m.d.y, as they cannot all be read so"), "{made}");
}

/// A promise of exact values has no multiples, and a relative one is refused in the words of its own flag.
#[test]
fn nothing_is_said_of_many_times_nothing() {
    let row = |at: usize| format!("{},{}\n", 20 + at, 1000 * at);
    let dir = Workdir::with("pay.csv", (0..20).map(row).fold("age,pay\n".to_owned(), |all, row| all + &row));
    let made = dir.aloof("anonymize pay.csv --quasi age --sensitive pay --absolute 0 --m 3 --out r");
    assert!(made.code == 0 && !made.stdout.contains("ithin 0 of"), "{made}");
    let told = dir.refused("audit pay.csv --quasi age --sensitive pay --relative 0.1 --m 2");
    assert!(told.starts_with("error: --relative: "), "{told}");
}

#[test]
fn the_price_says_what_else_was_kept() {
    let row = |at: usize| format!("{},{},{}\n", 20 + at % 40, 1000 * (at % 60), at * 7 % 50);
    let dir = Workdir::with("pay.csv", (0..120).map(row).fold("age,pay,tax\n".to_owned(), |all, row| all + &row));
    let advised =
        dir.aloof("advise pay.csv --quasi age --sensitive pay:absolute=500,m=3 --sensitive tax:absolute=1,m=3 --price");
    let told = advised.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(told.contains("All of it with (1, 3)-anonymity of tax kept, too."), "{advised}");
}
