//! Rows that are no people in whatever audit; what attackers get of two months together; sentences that exclude one another.

use std::fmt::Write as _;

use serde_json::Value;

use crate::common::{Run, Workdir};

fn said(found: &Run) -> String {
    found.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
}

const OF_VISITS: &str = "[columns]\npatient = { role = \"identifier\" }\nage = { role = \"quasi\" }\ncrp = { role = \"sensitive\" }\n\
                         [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"2\"\nm = 3\n";

/// Sixty visits of forty patients, released as records; beside the release lies a policy that does not say what a row is.
fn visits() -> Workdir {
    let mut table = "patient,age,crp\n".to_owned();
    (0..60).for_each(|i| writeln!(table, "{},{},{}", i % 40, 20 + i % 40, 10 + 7 * (i * 37 % 60)).unwrap());
    let dir = Workdir::with("visits.csv", table)
        .and("records.toml", format!("{OF_VISITS}[input]\nrows = \"records\"\n"))
        .and("people.toml", format!("{OF_VISITS}[input]\nrows = \"people\"\n"));
    let made = dir.aloof("anonymize visits.csv --policy records.toml --out rel");
    assert_eq!(made.code, 0, "{made}");
    dir.and("aloof.toml", OF_VISITS)
}

/// A release that promises something about rows promises no more about people, whoever audits it by which words; and that the words
/// differ is said.
#[test]
fn no_audit_makes_a_promise_about_people_of_one_about_rows() {
    let dir = visits();
    let typed = "audit rel --quasi age --sensitive crp --absolute 2 --m 3";
    for (line, difference) in [
        ("audit rel", "rows = \"records\" there and not said here"),
        ("audit rel --policy aloof.toml", "rows = \"records\" there and not said here"),
        ("audit rel --policy people.toml", "rows = \"records\" there and \"people\" here"),
        (typed, "rows = \"records\" there and not said here"),
    ] {
        let found = dir.json(line);
        let promise = found["checks"][0]["promise"].as_str().unwrap();
        assert!(promise.contains("the crp of any one row of this table"), "{line}: {found:#}");
        assert_eq!((&found["verdict"], &found["rows"]), (&"pass".into(), &"records".into()), "{line}: {found:#}");
        let notes: Vec<&str> = found["notes"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(notes.iter().any(|note| note.contains(difference)), "{line}: {notes:#?}");
        assert!(notes.iter().any(|note| note.contains("by the manifest's word")), "{line}: {notes:#?}");
    }
    // Whoever says the same is told of no difference.
    let same = dir.aloof("audit rel --policy records.toml");
    assert!(!same.stdout.contains("not the one that the manifest states"), "{same}");
    assert!(said(&same).contains("by the policy's word"), "{same}");
}

/// A page counts rows where the release does.
#[test]
fn a_page_about_records_does_not_take_rows_for_people() {
    let dir = visits();
    let run = dir.aloof("audit rel --report page.html");
    assert_eq!(run.code, 0, "{run}");
    let page = dir.read("page.html");
    assert!(page.contains("Several rows may be of one person"), "{page}");
    assert!(!page.contains("One row is taken for one person"), "{page}");
}

/// And where it is the policy that is about records, the release is not made to say it.
#[test]
fn a_policy_about_records_differs_from_a_release_that_does_not_say_so() {
    let dir = visits();
    let made = dir.aloof("anonymize visits.csv --policy people.toml --out people");
    assert_eq!(made.code, 0, "{made}");
    let found = said(&dir.aloof("audit people --policy records.toml"));
    assert!(found.contains("rows = \"records\" here and not said there"), "{found}");
    assert!(found.contains("the crp of any one row of this table"), "{found}");
}

const OF_MONTHS: &str = "[columns]\nperson = { role = \"identifier\" }\nage = { role = \"quasi\" }\ndistrict = { role = \"quasi\" }\n\
                         benefit = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 5\n";

/// 200 people; the first 160 in January, the last 170 in February, in two releases that know nothing of each other.
fn months() -> Workdir {
    let table = |people: std::ops::Range<usize>| {
        people.fold("person,age,district,benefit\n".to_owned(), |mut table, i| {
            let district = ["A", "B", "C", "D"][i * 17 % 4];
            writeln!(table, "{i},{},{district},{}", 18 + i * 29 % 63, 800 + i * 7_919 % 2_600).unwrap();
            table
        })
    };
    let dir = Workdir::with("aloof.toml", OF_MONTHS).and("jan.csv", table(0..160)).and("feb.csv", table(30..200));
    for (month, seed) in [("jan", 3), ("feb", 8)] {
        let made = dir.aloof(&format!(
            "anonymize {month}.csv --policy aloof.toml --out {month} --private p{month} --seed {seed}"
        ));
        assert_eq!(made.code, 0, "{made}");
    }
    dir
}

/// What an audit of both months fails, an attack on both does not call nothing; beside all others it is said by itself.
#[test]
fn two_months_together_are_held_against_what_one_promises() {
    let dir = months();
    let audit = dir.aloof(
        "audit feb --original feb.csv --private pfeb --previous jan --previous-original jan.csv --previous-private pjan",
    );
    assert_eq!(audit.code, 1, "{audit}");
    let attack = "attack feb --original feb.csv --private pfeb --previous jan";
    for line in [format!("{attack} --only compose"), format!("{attack} --only centre,model,background,compose")] {
        let found = dir.json(&line);
        let compose = found["attacks"].as_array().unwrap().iter().find(|one| one["attack"] == "compose").unwrap();
        let fact = |name: &str| {
            let facts = compose["facts"].as_array().unwrap();
            facts.iter().find(|fact| fact["name"] == name).unwrap()["value"].as_f64().unwrap()
        };
        let above = fact("people above 1/m by the values that are left");
        assert!(above > 1.0 && compose["beyond_promise"] == true && compose["promised"] == 0.2, "{compose:#}");
        let told: Vec<&str> = found["told"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let start = "Attacked, about benefit: whoever lays releases of the same people one on the other is right in ";
        let own = told.iter().find(|one| one.starts_with(start)).unwrap_or_else(|| panic!("{told:#?}"));
        let surer = format!(
            "Of one release it is promised that nobody's value can be told with more than 20% certainty; by what all of them leave guesses about \
             {above} people are surer."
        );
        assert!(own.contains(&surer), "{own}");
        let left = fact("people with one value left");
        let one = if format!("{left}") == "1" { "1 person one".to_owned() } else { format!("{left} people one") };
        assert_eq!(own.contains(&format!("Of {one} value is left, which is truly theirs of")), left > 0.0, "{own}");
    }
    let page = dir.aloof(&format!("{attack} --only compose --report page.html"));
    assert_eq!(page.code, 0, "{page}");
    let page = dir.read("page.html");
    assert!(!page.contains("No attack gets more than a blind guess"), "{page}");
    assert!(page.contains("guesses about"), "{page}");
}

/// The same release twice tells nothing new, and that is said of whoever lays it on itself.
#[test]
fn a_release_laid_on_itself_breaks_nothing() {
    let dir = months();
    let found = dir.json("attack feb --original feb.csv --private pfeb --previous feb --only compose");
    assert_eq!(found["attacks"][0]["beyond_promise"], false, "{found:#}");
    let nothing = "Attacked, about benefit, by those who lay releases of the same people one on the other: nothing was found beyond blind \
                   guesses and what is promised.";
    assert_eq!(found["told"][0], nothing, "{found:#}");
}

/// What some do not find others may, and each sentence says whom it is about: quoted alone it is as true as beside the other.
#[test]
fn no_sentence_says_that_nothing_is_found_where_another_finds_something() {
    let mut table = "age,pay,bonus\n".to_owned();
    // The bonus follows from the pay, so that whoever knows it knows the pay.
    (0..240).for_each(|i| {
        let pay = 1_000 + 50 * (i * 97 % 240);
        writeln!(table, "{},{pay},{}", 20 + i % 45, pay / 10).unwrap();
    });
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\nbonus = { role = \"sensitive\", protect = \"none\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"50\"\nm = 4\n";
    let dir = Workdir::with("pay.csv", table).and("aloof.toml", policy);
    let made = dir.aloof("anonymize pay.csv --policy aloof.toml --out rel --private priv --seed 5");
    assert_eq!(made.code, 0, "{made}");
    let found = dir.json("attack rel --original pay.csv --private priv --only centre,background");
    let told: Vec<&str> = found["told"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(told.iter().any(|one| one.contains("what the victim has in another published column")), "{told:#?}");
    let nothing = "Attacked, about pay, by those who know nothing of the person but quasi values and the group: nothing was found beyond \
                   blind guesses and what is promised.";
    assert!(told.contains(&nothing), "{told:#?}");
    assert!(told.iter().all(|one| !one.starts_with("Attacked, about pay: nothing")), "{told:#?}");
}

/// Six people in one group, one without a value: the group is small enough, and there is no other. In several groups those without a
/// value stand beside the others, who are attacked.
#[test]
fn what_is_not_run_is_not_run_for_a_true_reason() {
    let tiny = "name,age,chol\nAda,34,5.2\nBen,36,5.9\nCem,51,4.8\nDan,58,6.6\nEva,72,7.1\nFin,75,\n";
    let policy = "[columns]\nname = { role = \"identifier\" }\nage = { role = \"quasi\" }\nchol = { role = \"sensitive\", missing = \"publish\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"0.1\"\nm = 4\n";
    let mut more = "name,age,chol\n".to_owned();
    (0..160).for_each(|i| {
        let chol = if i % 9 == 4 { String::new() } else { format!("{}.{}", 4 + i % 5, i * 7 % 10) };
        writeln!(more, "N{i},{},{chol}", 20 + i * 37 % 60).unwrap();
    });
    let dir = Workdir::with("tiny.csv", tiny).and("more.csv", more).and("aloof.toml", policy);
    let attacked = |name: &str| {
        let made =
            dir.aloof(&format!("anonymize {name}.csv --policy aloof.toml --out {name} --private p{name} --seed 2"));
        assert_eq!(made.code, 0, "{made}");
        dir.json(&format!("attack {name} --original {name}.csv --private p{name} --only minimality"))
    };
    let alone = attacked("tiny");
    for one in alone["not_run"].as_array().unwrap() {
        let reason = one["reason"].as_str().unwrap();
        assert!(reason.starts_with("only one group has from 2 to 64 members with a value"), "{alone:#}");
    }
    let found = attacked("more");
    assert_eq!(found["not_run"].as_array().map(Vec::len), Some(0), "{found:#}");
    let people = found["attacks"][0]["success"]["people"].as_u64().unwrap();
    // Those without a value are not guessed about.
    assert!(people > 100 && people <= 160 - 18, "{found:#}");
}

/// One output, one population: where nothing says how many people there are, nothing is taken for all of them, and what a score needs
/// is said with it.
#[test]
fn risk_has_one_population() {
    let dir = Workdir::with("people.csv", "age,sex\n30,f\n30,f\n31,m\n32,f\n");
    let found = said(&dir.aloof("risk people.csv --quasi age,sex"));
    assert!(!found.contains("the whole population"), "{found}");
    for words in [
        "these are the chances of those who know who is in the table",
        "if the table held 1.00% of the population, which nothing says: --sampled says its share",
        "A SUDA2 score counts the sets by which a row is alone",
        "A DIS score makes of it a chance",
    ] {
        assert!(found.contains(words), "{words}: {found}");
    }
    let found = said(&dir.aloof("risk people.csv --quasi age,sex --sampled 0.5"));
    assert!(found.contains("where the table holds 50% of the population."), "{found}");
}
