//! A steward whose tables end with totals, hold codes and limits of methods, and who does what is advised.

use crate::common::Workdir;

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Sixty people, and their sum below them.
fn payroll(total: &str) -> Workdir {
    let row = |at: usize| format!("n{at},{},{},{}\n", 20 + at % 40, ["A", "B", "C"][at % 3], 1000 + 37 * at);
    let sum: usize = (0..60).map(|at| 1000 + 37 * at).sum();
    let rows = (0..60).map(row).fold("name,age,dept,pay\n".to_owned(), |all, row| all + &row);
    Workdir::with("pay.csv", rows + &total.replace("SUM", &sum.to_string()) + "\n")
}

const ASKED: &str = "--quasi age,dept --sensitive pay --absolute 100 --m 3 --seed 1";
const SAID: &str = "line 62 of pay.csv is a person and no total";

#[test]
fn a_total_is_a_condition_of_every_promise() {
    let dir = payroll("Total,,,SUM");
    let made = dir.aloof(&format!("anonymize pay.csv {ASKED} --out n --report n.html --evidence n.json --quiet"));
    assert_eq!(made.code, 0, "{made}");
    let told = "line 62 seems to be a total and no person: what it says of `pay` is the sum of all rows above.";
    assert!(one_line(&made.stdout).contains(told), "{made}");
    let evidence: serde_json::Value = serde_json::from_str(&dir.read("n.json")).unwrap();
    assert_eq!(evidence["sign"], "warn", "{evidence}");
    for line in ["audit n --original pay.csv", "audit n --original pay.csv --quiet"] {
        let audit = dir.aloof(line);
        let shown = one_line(&audit.stdout);
        assert!(shown.contains("PASS IF ALL ROWS ARE PEOPLE It holds only if line 62 of pay.csv"), "{line}: {audit}");
        assert!(!shown.contains("Nobody who") && shown.contains(told), "{line}: {audit}");
    }
    let without = one_line(&dir.aloof("audit n").stdout);
    assert!(without.contains("PASS IF ALL ROWS ARE PEOPLE It holds only if every row of n"), "{without}");
    for line in [&format!("advise pay.csv {ASKED}")[..], "evaluate n --original pay.csv --queries 10"] {
        let line = line.replace(" --seed 1", "");
        assert!(one_line(&dir.aloof(&line).stdout).contains(told), "{line}");
    }
    assert_eq!(dir.json("audit n --original pay.csv")["perhaps_total"]["place"], "line 62");
}

#[test]
fn pages_and_evidence_say_whose_row_is_no_person() {
    let dir = payroll("Total,,,SUM");
    let flags = ASKED.replace(" --seed 1", "");
    dir.aloof(&format!("anonymize pay.csv {flags} --out n --report n.html --evidence n.json"));
    let evidence: serde_json::Value = serde_json::from_str(&dir.read("n.json")).unwrap();
    assert!(evidence["title"].as_str().unwrap().contains(&format!("only if {SAID}")), "{evidence}");
    assert!(dir.read("n.html").contains(&format!("only if {SAID}")));
}

/// Whoever stands last and is no sum is a person, and so is whoever is last in another order.
#[test]
fn people_at_the_end_are_no_totals() {
    for last in ["n60,40,A,3220", ",40,,3220"] {
        let audit = payroll(last);
        assert_eq!(audit.aloof(&format!("anonymize pay.csv {ASKED} --out n")).code, 0);
        assert!(audit.json("audit n --original pay.csv").get("perhaps_total").is_none(), "{last}");
    }
}

#[test]
fn advice_sees_a_row_that_is_nobody() {
    let dir = payroll("Summe,,,99999");
    let advised = dir.json(&format!("advise pay.csv {}", ASKED.replace(" --seed 1", "")));
    let why = advised["perhaps_total"]["why"].as_str().unwrap_or_default();
    assert_eq!(why, "it says nothing of `age` and `dept`, as no other row does", "{advised}");
}

/// A word among ages makes labels of all of them.
#[test]
fn a_word_for_totals_among_numbers_is_named() {
    let row = |at: usize| format!("{},{},{}\n", 20 + at % 40, ["A", "B", "C"][at % 3], 1000 + 37 * at);
    let sum: usize = (0..60).map(|at| 1000 + 37 * at).sum();
    let rows = (0..60).map(row).fold("age,dept,pay\n".to_owned(), |all, row| all + &row);
    let dir = Workdir::with("pay.csv", rows + &format!("Total,,{sum}\n"));
    let made = dir.aloof(&format!("anonymize pay.csv {ASKED} --out n"));
    let told = one_line(&made.stdout);
    assert!(
        told.contains("the word for totals in `age` makes labels of what would be numbers without that row"),
        "{made}"
    );
    assert!(!told.contains("says nothing of"), "{made}");
}

/// What only a total lacks, nobody lacks.
#[test]
fn a_first_policy_is_about_people() {
    let dir = payroll("Total,,,SUM");
    let looked = dir.aloof("inspect pay.csv --write-policy aloof.toml");
    assert!(one_line(&looked.stdout).contains("What is said of columns leaves it out"), "{looked}");
    assert!(!dir.read("aloof.toml").contains("missing"), "{}", dir.read("aloof.toml"));
    assert!(looked.stdout.contains("3183") && !looked.stdout.contains("125490"), "{looked}");
}

/// Every second person has no pay but -9.
fn nine() -> Workdir {
    let row = |at: i64| format!("{},{}\n", 20 + at, if at % 2 == 1 { -9 } else { 1000 * (at + 2) });
    Workdir::with("nine.csv", (0..12).map(row).fold("age,pay\n".to_owned(), |all, row| all + &row))
}

/// What is advised about a code ends the matter, in one step.
#[test]
fn advice_about_codes_can_be_followed() {
    let dir = nine();
    let asked = "--quasi age --sensitive pay --absolute 200 --m 2";
    let right = r#"missing = { codes = ["-9"], then = "publish" }"#;
    let advised = one_line(&dir.aloof(&format!("anonymize nine.csv {asked} --out n")).stdout);
    assert!(advised.contains(&format!("write {right} of the column")), "{advised}");
    assert!(advised.contains("`aloof inspect FILE --write-policy aloof.toml` writes one"), "{advised}");
    let refused = one_line(&dir.refused(&format!("anonymize nine.csv {asked} --missing-text=-9 --out m")));
    assert!(refused.contains(&format!("declare pay = {{ role = \"sensitive\", {right} }}")), "{refused}");
    let policy = |missing: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\npay = {{ role = \"sensitive\", {missing} }}\n[[protect]]\nprinciple = \
             \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"200\"\nm = 2\n"
        )
    };
    let dir = dir.and("list.toml", policy("missing = [\"-9\"]")).and("aloof.toml", policy(right));
    let refused = dir.refused("anonymize nine.csv --policy list.toml --out l");
    assert!(refused.contains(right) && !refused.contains("inspect FILE"), "{refused}");
    let made = dir.aloof("anonymize nine.csv --policy aloof.toml --out p");
    assert!(made.code == 0 && !made.stdout.contains("look like no answer"), "{made}");
}

/// Values of a laboratory, every fifth below what can be measured.
fn laboratory() -> Workdir {
    let row = |at: usize| {
        let crp = if at.is_multiple_of(5) { "<5".to_owned() } else { (5 + at * 7 % 90).to_string() };
        format!("p{at},{},{},{crp}\n", 20 + at % 50, ["m", "f"][at % 2])
    };
    Workdir::with("lab.csv", (0..200).map(row).fold("patient_id,age,sex,crp\n".to_owned(), |all, row| all + &row))
}

#[test]
fn limits_stand_beside_numbers() {
    let dir = laboratory();
    let looked = one_line(&dir.aloof("inspect lab.csv --write-policy aloof.toml").stdout);
    assert!(
        looked.contains("crp: <5 in 40 rows is no number (a limit, and all other values are numbers)."),
        "{looked}"
    );
    assert!(looked.contains("nothing hides that they have none"), "{looked}");
    let policy = dir.read("aloof.toml");
    assert!(policy.contains(r#"missing = { codes = ["<5"], then = "publish" }"#), "{policy}");
    assert!(policy.contains("epsilon-m") && !policy.contains("l-diversity"), "{policy}");
    let made = dir.aloof("anonymize lab.csv --out r");
    assert!(made.code == 0 && !dir.read("r/data.csv").contains("<5"), "{made}");
    let refused = dir.refused("anonymize lab.csv --quasi age,sex --sensitive crp:absolute=1,m=3 --out n");
    assert!(refused.contains("not a number, but a limit") && refused.contains("then = \"publish\""), "{refused}");
}

/// What others may know keeps its limits: `>89` of ages is told by labels as before.
#[test]
fn limits_among_ages_stay() {
    let row = |at: usize| {
        format!(
            "{},{}\n",
            if at.is_multiple_of(9) { ">89".to_owned() } else { (20 + at % 60).to_string() },
            900 + at * 37
        )
    };
    let dir = Workdir::with("old.csv", (0..90).map(row).fold("age,pay\n".to_owned(), |all, row| all + &row));
    assert_eq!(dir.json("inspect old.csv")["columns"][0]["missing_codes"], serde_json::json!([]));
}

#[test]
fn inspection_asks_what_rows_are() {
    let row = |at: usize| {
        let (first, last) =
            (["Anna", "Berta", "Carla", "Dora", "Emma"][at % 5], ["Meier", "Huber", "Weber", "Wolf"][at % 4]);
        format!("s{at:03},{first}{} {last},{},{}\n", ["", "lena", "rose"][at / 20], 20 + at % 40, 900 + 37 * (at % 50))
    };
    let rows = (0..60).map(row).fold("Staff no,Name,Age,Pay\n".to_owned(), |all, row| all + &row);
    let dir = Workdir::with("staff.csv", rows + "s060,Anna Meier,33,1500\n");
    let looked = one_line(&dir.aloof("inspect staff.csv").stdout);
    assert!(looked.contains("values of \"Name\" stand in several rows. Are they one person's?"), "{looked}");
    assert!(looked.contains("\"Staff no\" is another in every row: if it numbers people"), "{looked}");
    let visit = |at: usize| format!("{},{},{}\n", 10000 + at % 40 * 7, 20 + at % 40, 900 + 37 * at);
    let dir = Workdir::with("v.csv", (0..60).map(visit).fold("patient_id,age,pay\n".to_owned(), |all, row| all + &row));
    let looked = one_line(&dir.aloof("inspect v.csv --write-policy aloof.toml").stdout);
    assert!(
        looked.contains("What you must say before anything can be promised values of \"patient_id\" stand"),
        "{looked}"
    );
    let policy = dir.read("aloof.toml");
    assert!(policy.contains("[input]\n# rows = \"people\""), "{policy}");
    assert!(dir.refused("advise v.csv").contains("Are they one person's?"));
    let dir = dir.and("aloof.toml", policy.replace("# rows = \"records\"", "rows = \"records\""));
    assert_eq!(dir.aloof("advise v.csv").code, 0);
}

/// Dates that a policy can say how to read tell nobody's number.
#[test]
fn labels_that_are_dates_are_no_identifier() {
    let row = |at: usize| format!("{}.{}.{},{}\n", 1 + at % 28, 1 + at % 12, 30 + at % 69, 900 + at * 37);
    let dir = Workdir::with("t.csv", (0..69).map(row).fold("Tag,Gehalt\n".to_owned(), |all, row| all + &row));
    let found = dir.json("inspect t.csv");
    assert_eq!(found["columns"][0]["role"], "quasi", "{found}");
    assert_eq!(found["columns"][0]["date"], "d.m.yy", "{found}");
}

#[test]
fn what_is_no_size_is_counted_in_rows() {
    let row = |at: usize| format!("{},{}\n", 20 + at, if at % 10 < 7 { 0 } else { 100 + at });
    let dir = Workdir::with("tax.csv", (0..40).map(row).fold("age,tax\n".to_owned(), |all, row| all + &row));
    for line in ["advise tax.csv", "audit tax.csv"] {
        let told = dir.refused(&format!("{line} --quasi age --sensitive tax --relative 0.1 --m 3"));
        assert!(told.contains("28 of 40 values are zero or below"), "{told}");
    }
}

#[test]
fn sizes_of_households_are_numbers() {
    let row = |at: usize| format!("{},{}\n", 1 + at % 6, 900 + 37 * at);
    let dir = Workdir::with("hh.csv", (0..60).map(row).fold("Haushaltsgröße,lohn\n".to_owned(), |all, row| all + &row));
    assert_eq!(dir.json("inspect hh.csv")["columns"][0]["coded"], false);
}

/// The second month says at once what the first lacked, and what is left.
#[test]
fn a_series_that_never_began_is_told_in_one_step() {
    let row = |at: usize| format!("p{at},{},{}\n", 20 + at, 1000 * at);
    let month = (0..30).map(row).fold("person,age,pay\n".to_owned(), |all, row| all + &row);
    let dir = Workdir::with("jan.csv", month.clone()).and("feb.csv", month);
    let asked = "--quasi age --sensitive pay --absolute 100 --m 3";
    assert_eq!(dir.aloof(&format!("anonymize jan.csv {asked} --out jan --private pj")).code, 0);
    let told = dir.refused(&format!("anonymize feb.csv {asked} --out feb --private pf --previous pj"));
    for part in ["[input] person", "group_ids", "leave out --previous", "what the two tell together"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}
