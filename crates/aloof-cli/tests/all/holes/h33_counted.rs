//! Figures that were counted again, by hand: what a page counts, of whom, and against whom.

use std::fmt::Write as _;

use super::h30_sentences::shown;
use crate::common::Workdir;

/// Eight people in two groups that keep the rule, and four with one pay who are in the original alone.
fn with_absent() -> Workdir {
    let mut original = "age,pay\n".to_owned();
    let mut released = "age,pay\n".to_owned();
    for i in 0..8 {
        writeln!(original, "{},{}", 20 + i, 1000 + 500 * i).unwrap();
        writeln!(released, "{},{}", if i < 4 { "20..23" } else { "24..27" }, 1000 + 500 * i).unwrap();
    }
    (0..4).for_each(|i| writeln!(original, "{},9000", 20 + i).unwrap());
    Workdir::with("o.csv", original).and("r.csv", released)
}

/// A page whose only failure is people who are not in the table says so, and says of nobody else that they are not safe.
#[test]
fn a_page_says_who_is_absent() {
    let dir = with_absent();
    let asked = "audit r.csv --original o.csv --quasi age --sensitive pay --absolute 100 --m 4 --report page.html";
    let found = dir.aloof(asked);
    assert_eq!(found.code, 1, "{found}");
    let page = shown(&dir.read("page.html"));
    for said in [
        "4 people of the original are in no released row. As a group of their own they do not keep (100, 4)-anonymity of pay: the worst \
         is 1, at most 1/4 is asked.",
        "No, not for 4 people of the original who are not in it",
        "For those in it yes, against someone who knows everybody's age.",
        "people of the original in no row 4",
        "the surest guess about anyone who is in no row 100%",
        "Who is not in the table",
    ] {
        assert!(page.contains(said), "{said}\n{page}");
    }
    assert!(!page.contains("No rule was named") && !page.contains(" Yes, against"), "{page}");
    assert!(!page.contains("rows withheld"), "{page}");
}

/// People who keep the rule and are absent are told of on the page as on the terminal.
#[test]
fn a_page_says_what_absent_people_keep() {
    let dir = with_absent();
    let found =
        dir.aloof("audit r.csv --original o.csv --quasi age --sensitive pay --absolute 100 --m 1 --report page.html");
    assert_eq!(found.code, 0, "{found}");
    let page = shown(&dir.read("page.html"));
    assert!(page.contains("As a group of their own they keep (100, 1)-anonymity of pay"), "{page}");
}

/// What is open on the terminal is open on the first screen.
#[test]
fn a_page_holds_as_far_as_could_be_seen() {
    let people =
        (0..80).fold("age,pay\n".to_owned(), |all, i| all + &format!("{},{}\n", 20 + i % 40, 1000 + i * 137 % 997));
    let dir = Workdir::with("o.csv", people);
    let made = dir.aloof("anonymize o.csv --quasi age --sensitive pay --absolute 20 --m 5 --hold-out 0.05 --out r --private p --seed 3 --report made.html");
    assert_eq!(made.code, 0, "{made}");
    assert!(shown(&dir.read("made.html")).contains("people held out by chance before, for attacks 4"), "one word");
    let found = dir.aloof("audit r --original o.csv --report page.html");
    assert!(found.stdout.contains("NOT JUDGED"), "{found}");
    let page = shown(&dir.read("page.html"));
    assert!(page.contains("As far as could be seen yes, against someone who knows everybody's age."), "{page}");
    assert!(page.contains("holds as far as could be seen") && !page.contains(" Yes, against"), "{page}");
}

const EVERYTHING: &str = "[columns]\nage = { role = \"quasi\" }\n\
                          pay = { role = \"sensitive\", missing = { then = \"publish\", similar = \"everything\" } }\n\
                          [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"5\"\nm = 4\n";

/// A rule that fails for what is missing is not said to hold whatever is missing, and its sentence has the measure that fails.
#[test]
fn what_fails_for_missing_values_is_not_said_to_hold() {
    let dir = Workdir::with("t.csv", "age,pay\n30,0\n30,100\n30,200\n30,300\n30,\n").and("p.toml", EVERYTHING);
    let found = dir.aloof("audit t.csv --policy p.toml --report page.html");
    assert_eq!(found.code, 1, "{found}");
    let said = found.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(!said.contains("it holds whatever"), "{said}");
    assert!(said.contains("If the missing values lie there, too, the guess is right for 40% of all 5."), "{said}");
    assert!(said.contains("5 rows (whole groups) break it; the worst is 2/5"), "{said}");
    let page = shown(&dir.read("page.html"));
    assert!(page.contains("the guess is right for 40% of all 5.") && page.contains("5 (whole groups)"), "{page}");
}

/// Shares are of those who have a value, in the original and in the table, which may be fewer.
#[test]
fn shares_are_of_those_who_have_a_value() {
    let mut original = "age,pay\n".to_owned();
    let mut released = "age,pay\n".to_owned();
    for i in 0..12 {
        let pay = if i % 4 == 3 { String::new() } else { (1000 + 500 * i).to_string() };
        writeln!(original, "{},{pay}", 20 + i).unwrap();
        if i < 8 {
            writeln!(released, "{},{pay}", if i < 4 { "20..23" } else { "24..27" }).unwrap();
        }
    }
    let policy =
        EVERYTHING.replace("{ then = \"publish\", similar = \"everything\" }", "\"publish\"").replace("m = 4", "m = 3");
    let dir = Workdir::with("o.csv", original).and("r.csv", released).and("p.toml", &policy);
    let found = dir.aloof("audit r.csv --original o.csv --policy p.toml --report page.html");
    assert_eq!(found.code, 0, "{found}");
    let page = shown(&dir.read("page.html"));
    for said in [
        "Of 9 people who have a value 9 could be told with more than 1 in 3 certainty before; now nobody of the 6 in the table who have \
         a value can.",
        "9 of 9 (100%)",
        "0 of 6 (0%)",
        "4, 3 with a value",
    ] {
        assert!(page.contains(said), "{said}\n{page}");
    }
}

/// Figures of the first screen are about the view that was asked for, where that is a weaker one.
#[test]
fn the_first_screen_names_its_view() {
    let people =
        (0..60).fold("age,pay\n".to_owned(), |all, i| all + &format!("{},{}\n", 20 + i * 7 % 40, 1000 + i * 137 % 997));
    let dir = Workdir::with("t.csv", people);
    let made = dir.aloof(
        "anonymize t.csv --quasi age --sensitive pay --absolute 20 --m 3 --view group --out r --private p --seed 1 --report page.html",
    );
    assert_eq!(made.code, 0, "{made}");
    let page = shown(&dir.read("page.html"));
    assert!(page.contains("the surest guess about anyone, in the group view"), "{page}");
    assert!(page.contains("rows beyond what is allowed, in the group view"), "{page}");
}

/// Where several rows may be of one person, nothing is said of one row that is one, and rows are called rows.
#[test]
fn records_are_not_called_people() {
    let mut people = "hid,age,pay\n".to_owned();
    (0..60).for_each(|i| {
        let pay = if i % 6 == 5 { String::new() } else { (1000 + i * 137 % 997).to_string() };
        writeln!(people, "h{},{},{pay}", i / 2, 20 + i * 7 % 40).unwrap();
    });
    let policy = "[input]\nrows = \"records\"\n[columns]\nhid = { role = \"identifier\" }\nage = { role = \"quasi\" }\n\
                  pay = { role = \"sensitive\", missing = \"publish\" }\n[[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"20\"\nm = 3\n";
    let dir = Workdir::with("t.csv", people).and("p.toml", policy);
    let made = dir.aloof("anonymize t.csv --policy p.toml --out r --private p --seed 1 --report page.html");
    assert_eq!(made.code, 0, "{made}");
    assert!(made.stdout.contains("Of 10 of 60 rows pay is missing"), "{made}");
    let page = shown(&dir.read("page.html"));
    assert!(page.contains("Each row of it is a record of somebody"), "{page}");
    assert!(!page.contains("one row is one person") && !page.contains("is one person with"), "{page}");
    assert!(!page.contains("One row is taken for one person"), "{page}");
    assert!(page.contains("Of 50 rows that have a value") && !page.contains("Of 50 people"), "{page}");
}

/// Whole words, in one line.
fn said(run: &crate::common::Run) -> String {
    run.stdout.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A day of 2023 has no size that an error could be a share of: errors of dates are told in standard deviations.
#[test]
fn means_of_dates_are_off_by_their_spread() {
    let mut original = "age,day\n".to_owned();
    let mut released = "age,day\n".to_owned();
    for i in 0..20 {
        let day = format!("2023-{:02}-{:02}", 1 + i % 10, 1 + i);
        writeln!(original, "{},{day}", 20 + i % 10).unwrap();
        writeln!(released, "20..29,{day}").unwrap();
    }
    let policy = "[columns]\nage = { role = \"quasi\" }\nday = { role = \"sensitive\" }\n";
    let dir = Workdir::with("o.csv", original).and("r.csv", released).and("p.toml", policy);
    let found = dir.aloof("evaluate r.csv --original o.csv --policy p.toml");
    assert_eq!(found.code, 0, "{found}");
    let told = said(&found);
    assert!(
        told.contains("all in standard deviations of these dates") && !told.contains("off by 0.0% by age"),
        "{told}"
    );
    let json = dir.aloof("evaluate r.csv --original o.csv --policy p.toml --json");
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let by_age = &json["analyses"]["means"][1];
    assert_eq!((&by_age["by"], &by_age["dates"]), (&"age".into(), &true.into()), "{by_age}");
    assert_eq!(by_age["mean_relative_error"], by_age["mean_error_in_deviations"], "{by_age}");
    assert!(by_age["mean_relative_error"].as_f64().unwrap() > 0.3, "{by_age}");
}

/// What the data allow in the view of candidates is at most so much.
#[test]
fn a_page_says_at_most_where_it_may_be_less() {
    let people =
        (0..60).fold("age,pay\n".to_owned(), |all, i| all + &format!("{},{}\n", 20 + i * 7 % 40, 1000 + i * 137 % 997));
    let dir = Workdir::with("t.csv", people);
    let asked = "--quasi age --sensitive pay --absolute 20 --m 3 --view candidates";
    let made = dir.aloof(&format!("anonymize t.csv {asked} --out r --private p --seed 1 --report page.html"));
    assert_eq!(made.code, 0, "{made}");
    let page = shown(&dir.read("page.html"));
    assert!(
        page.contains("at most, for certain up to") && page.contains("everything may be had of all rows"),
        "{page}"
    );
}

/// A column whose every cell is exact is not called a range, and people whom a classifier has not seen are not held out.
#[test]
fn a_column_that_stands_as_it_is_says_so() {
    let mut people = "age,town,pay\n".to_owned();
    (0..60).for_each(|i| writeln!(people, "{},{},{}", 20 + i, ["a", "b"][i % 2], 1000 + i * 137 % 997).unwrap());
    let dir = Workdir::with("t.csv", people);
    let asked = "--quasi age,town --sensitive pay --absolute 20 --m 3";
    let made = dir.aloof(&format!("anonymize t.csv {asked} --out r --private p --seed 1 --report page.html"));
    assert_eq!(made.code, 0, "{made}");
    let page = shown(&dir.read("page.html"));
    let exact = !dir.read("r/data.csv").contains("{a|b}") && !dir.read("r/data.csv").contains(",*,");
    assert_eq!(page.contains("town quasi: others may know it as it is in every group"), exact, "{page}");
    assert!(
        page.contains("age quasi: others may know it generalized: one value, range or set for each group"),
        "{page}"
    );
    let told = said(&dir.aloof("evaluate r --original t.csv --private p"));
    assert!(told.contains("of people whose released rows were kept from it") && !told.contains("held out"), "{told}");
}

/// A release that promises another view than the policy asks for was judged in both.
#[test]
fn what_is_not_asked_for_is_not_called_unjudged() {
    let people =
        (0..60).fold("age,pay\n".to_owned(), |all, i| all + &format!("{},{}\n", 20 + i * 7 % 40, 1000 + i * 137 % 997));
    let dir = Workdir::with("t.csv", people);
    let asked = "--quasi age --sensitive pay --absolute 20 --m 3";
    let made = dir.aloof(&format!("anonymize t.csv {asked} --view candidates --out r --private p --seed 1"));
    assert_eq!(made.code, 0, "{made}");
    let found = said(&dir.aloof(&format!("audit r --original t.csv {asked} --view group")));
    assert!(
        found.contains("promised there and not asked for here is (20, 3)-anonymity of pay in the candidates view"),
        "{found}"
    );
    assert!(!found.contains("not judged here"), "{found}");
}

/// Labels have no lowest, exchanges are not unforbidden, and who learns from control people does not learn from the release.
#[test]
fn attacks_say_what_they_are() {
    let mut people = "age,ill\n".to_owned();
    (0..120).for_each(|i| writeln!(people, "{},{}", 20 + i * 7 % 60, ["a", "b", "c", "d"][i % 4]).unwrap());
    let policy = "[columns]\nage = { role = \"quasi\" }\nill = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"l-diversity\"\nkind = \"frequency\"\nl = 2\n";
    let dir = Workdir::with("t.csv", people).and("p.toml", policy);
    let made = dir.aloof("anonymize t.csv --policy p.toml --hold-out 0.2 --out r --private p --seed 1");
    assert_eq!(made.code, 0, "{made}");
    let run = dir.aloof("attack r --original t.csv --private p --policy p.toml");
    let told = said(&run);
    assert!(
        told.contains("background, not the lowest (the values have no order, so that none is the lowest)"),
        "{told}"
    );
    assert!(told.contains("(which exchanges were forbidden is worked out of (ε, m)-anonymity only"), "{told}");
    assert!(!told.contains("nothing was promised") && !told.contains("not the lowest:"), "{told}");
    let json = dir.aloof("attack r --original t.csv --private p --policy p.toml --only model --json");
    let json: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let taught = json["attacks"].as_array().unwrap().iter().find(|one| one["variant"] == "taught by control people");
    assert!(taught.unwrap()["adversary"].as_str().unwrap().starts_with("learns from control people"), "{json}");
}
