//! What was found by counting again what the program says: sentences that were not so, or that contradicted each other.

use crate::common::Workdir;
use serde_json::Value;

fn page_text(page: &str) -> String {
    let mut words = String::new();
    for piece in page.split('<') {
        words.push(' ');
        words.push_str(piece.split_once('>').map_or(piece, |(_, shown)| shown));
    }
    words.replace("&#39;", "'").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text without the breaks of lines.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn texts(list: &Value) -> String {
    list.as_array().unwrap().iter().map(|one| one.as_str().unwrap()).collect::<Vec<_>>().join(" ")
}

// Within multiples of δ.

#[test]
fn multiples_of_delta_are_as_wide_as_they_are_named() {
    let dir = Workdir::with("dl.csv", "age,pay\n1,100\n1,200\n1,300\n1,400\n");
    let audit = dir.json("audit dl.csv --quasi age --sensitive pay --delta 25 --l 3");
    let beyond = audit["checks"][0]["beyond"].as_array().unwrap();
    let said: Vec<_> =
        beyond.iter().map(|one| (one["within"].as_str().unwrap(), one["worst"].as_str().unwrap())).collect();
    assert_eq!(
        said,
        [("within 50 of some figure", "1/2"), ("within 125 of some figure", "3/4"), ("within 250 of some figure", "1")]
    );
    assert_eq!((&beyond[0]["times"], &beyond[0]["mean"]), (&2.into(), &0.5.into()));
    // What is said of 2δ is what the register view, whose promise is about 2δ, found.
    assert_eq!(audit["checks"][0]["worst_risk"], "1/2");
    let text = flat(&dir.aloof("audit dl.csv --quasi age --sensitive pay --delta 25 --l 3").stdout);
    assert!(text.contains("Within 50 of some figure (2δ): at most 50%, on average 50%;"), "{text}");
}

#[test]
fn two_lengths_have_no_letter() {
    let dir = Workdir::with("dl.csv", "age,pay\n1,100\n1,200\n1,300\n1,400\n");
    let text = flat(&dir.aloof("audit dl.csv --quasi age --sensitive pay --below 5 --above 10 --m 2").stdout);
    assert!(text.contains("From 10 below to 20 above some figure: at most 25%, on average 25%;"), "{text}");
    assert!(!text.contains('ε'), "{text}");
}

// Groups.

/// 40 people of two ages with pays far apart: dealt groups look alike.
fn alike() -> Workdir {
    let people = (0..40).fold("age,pay\n".to_owned(), |all, i| all + &format!("{},{}\n", 20 + i % 2, 1000 * (i + 1)));
    Workdir::with("alike.csv", people)
}

#[test]
fn groups_are_those_that_can_be_told_apart() {
    let dir = alike();
    let made = dir.json(
        "anonymize alike.csv --quasi age --sensitive pay --absolute 100 --m 2 --out release --report page.html --private mine",
    );
    assert_eq!(made["groups"], 2, "{made}");
    let manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["groups"], 2);
    let audit = dir.json("audit release");
    assert_eq!(audit["checks"][0]["groups"], 2);
    assert_eq!(dir.json("evaluate --original alike.csv --release release")["groups"], 2);
    assert_eq!(dir.json("compare alike.csv release")["releases"][0]["evaluation"]["groups"], 2);
    let page = page_text(&dir.read("page.html"));
    assert!(
        page.contains("rows published 40 groups that look different 2") && page.contains("both groups were judged"),
        "{page}"
    );
    assert!(page.contains("rows per group 20.0"), "{page}");
    // What is private numbers the groups as they were dealt.
    let dealt: std::collections::BTreeSet<String> = dir
        .read("mine/assignment.csv")
        .lines()
        .skip(1)
        .map(|line| line.split_once(',').unwrap().1.to_owned())
        .collect();
    assert!(dealt.len() > 2, "{dealt:?}");
}

#[test]
fn numbers_tell_groups_apart() {
    let dir = alike();
    let call = "anonymize alike.csv --quasi age --sensitive pay --absolute 100 --m 2 --group-ids --out release";
    let groups = dir.json(call)["groups"].clone();
    assert!(groups.as_u64().unwrap() > 2);
    assert_eq!(dir.json("audit release")["checks"][0]["groups"], groups);
    assert_eq!(dir.json("evaluate --original alike.csv --release release")["groups"], groups);
}

#[test]
fn the_demonstration_counts_as_its_audit_does() {
    let dir = Workdir::new();
    let story = dir.json("demo --rows 2000 --out demo");
    let audit = dir.json("audit demo/release");
    assert_eq!(story["safe"]["groups"], audit["checks"][0]["groups"], "{story}");
}

// The candidates view without the original.

fn candidates() -> Workdir {
    Workdir::with("t.csv", "age,pay\n1..2,40\n1..2,60\n1..3,50\n1..3,80\n")
        .and("o.csv", "age,pay\n1,40\n2,60\n1,50\n3,80\n")
}

const ASK: &str = "audit t.csv --quasi age --sensitive pay --absolute 15 --m 2 --view candidates";

#[test]
fn what_was_asked_and_not_judged_does_not_pass() {
    let dir = candidates();
    let run = dir.aloof(ASK);
    assert_eq!(run.code, 2, "{run}");
    let text = flat(&run.stdout);
    assert!(
        text.contains("Not judged: (15, 2)-anonymity of pay in the candidates view: it takes the original"),
        "{text}"
    );
    assert!(text.contains("group view: holds (not asked for)") && text.ends_with("NOT JUDGED"), "{text}");
    let run = dir.aloof(&format!("{ASK} --json"));
    let audit: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &audit["verdict"], &audit["checks"][0]["required"]), (2, &"measured".into(), &false.into()));
    // With the original it is judged, and fails; the group view is asked for no more than before.
    let audit = dir.json(&format!("{ASK} --original o.csv"));
    assert_eq!((&audit["verdict"], &audit["checks"][0]["required"]), (&"fail".into(), &false.into()));
}

/// What holds around any figure holds among candidates, whoever they are: then it was judged.
#[test]
fn what_follows_from_the_register_view_was_judged() {
    let dir = Workdir::with("t.csv", "age,pay\n1..2,40\n1..2,600\n1..3,50\n1..3,800\n");
    let run = dir.aloof(&format!("{ASK} --json"));
    let audit: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((run.code, &audit["verdict"]), (0, &"pass".into()), "{audit}");
    assert_eq!(audit["checks"][1]["implied"], serde_json::json!(["candidates"]));
}

/// Rules that are monotone ask the same of every mixture.
#[test]
fn what_the_candidates_view_adds_nothing_to_is_judged_in_groups() {
    let dir = Workdir::with("t.csv", "age,pay\n1..2,40\n1..2,60\n1..3,50\n1..3,80\n");
    let run = dir.aloof("audit t.csv --quasi age --sensitive pay --l 2 --view candidates");
    assert_eq!(run.code, 0, "{run}");
}

#[test]
fn a_release_says_which_views_were_not_asked_for() {
    let dir = alike();
    let made = dir.aloof(
        "anonymize alike.csv --quasi age --sensitive pay --absolute 100 --m 2 --view candidates --out release --report page.html",
    );
    let text = flat(&made.stdout);
    assert!(text.contains("group view: holds (not asked for)") && text.contains("candidates view: holds;"), "{text}");
    let page = page_text(&dir.read("page.html"));
    assert!(page.contains("group (not asked for)") && page.contains("candidates (asked for)"), "{page}");
    let compared = dir.aloof("compare alike.csv release").stdout;
    assert!(compared.contains("group view: not asked for"), "{compared}");
}

// The assumption that nobody knows who is in the table.

/// Ten people about 5000, whom nobody can be hidden among, and twelve others.
fn crowd() -> Workdir {
    let crowd = (0..10).map(|i| (30 + i, 5000 + i));
    let others = (0..12).map(|i| (40 + i, 10_000 * (i + 1)));
    let people = crowd.chain(others).fold("age,pay\n".to_owned(), |all, (age, pay)| all + &format!("{age},{pay}\n"));
    let dir = Workdir::with("people.csv", people);
    let made = dir.aloof(
        "anonymize people.csv --quasi age --sensitive pay --absolute 100 --m 4 --suppress 0.5 --absence unknown --out release",
    );
    assert_eq!(made.code, 0, "{made}");
    dir
}

const ASSUMED: &str = "This release assumes that nobody knows who is in the table.";

#[test]
fn an_audit_with_the_original_repeats_what_is_assumed_and_what_could_be_told() {
    let dir = crowd();
    let call = "audit release --original people.csv --report page.html";
    let text = flat(&dir.aloof(call).stdout);
    let told = "can tell their pay to within 100 with certainty 1 (1/4 was asked).";
    assert!(text.contains(told) && text.contains(ASSUMED), "{text}");
    let page = page_text(&dir.read("page.html"));
    assert!(page.contains(told) && page.contains(ASSUMED), "{page}");
    let audit = dir.json("audit release --original people.csv");
    let withheld = &audit["withheld"];
    assert_eq!(
        (&withheld["absence"], &withheld["tuples"]),
        (&"unknown".into(), &audit["truth"]["absent"]),
        "{withheld}"
    );
    assert!(texts(&withheld["told"]).contains(told));
    // It is the maker's own figure.
    let manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["withheld"]["told"], withheld["told"]);
    let compared = dir.aloof("compare people.csv release --report compared.html");
    assert!(flat(&compared.stdout).contains(told) && flat(&compared.stdout).contains(ASSUMED), "{compared}");
    assert!(page_text(&dir.read("compared.html")).contains(ASSUMED));
    assert_eq!(dir.json("compare people.csv release")["releases"][0]["withheld"]["told"], withheld["told"]);
}

#[test]
fn without_the_original_it_is_said_that_it_cannot_be_checked() {
    let dir = crowd();
    let text = flat(&dir.aloof("audit release").stdout);
    assert!(text.contains("The manifest says that") && text.contains(ASSUMED), "{text}");
    assert!(text.contains("was not judged: that takes the original"), "{text}");
    let audit = dir.json("audit release");
    assert_eq!((&audit["withheld"]["unchecked"], &audit["verdict"]), (&true.into(), &"pass".into()));
    // A policy that assumes it of a table without a manifest is repeated, too.
    let policy = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"epsilon-m\"\n\
                  absolute = \"100\"\nm = 4\n[method]\nsuppress = \"0.5\"\nabsence = \"unknown\"\n";
    let dir = dir.and("own.toml", policy);
    std::fs::copy(dir.path("release/data.csv"), dir.path("alone.csv")).unwrap();
    let text = flat(&dir.aloof("audit alone.csv --policy own.toml").stdout);
    assert!(text.contains("The policy assumes that nobody knows who is in the table."), "{text}");
    let text = flat(&dir.aloof("audit alone.csv --policy own.toml --original people.csv").stdout);
    assert!(text.contains("with certainty 1 (1/4 was asked).") && text.contains(ASSUMED), "{text}");
}

// One in three is not more than one in three.

#[test]
fn a_third_is_a_third() {
    let third = "age,pay\n1..2,10\n1..2,20\n1..2,3000\n1..2,4000\n1..2,5000\n1..2,6000\n7,1\n7,5000\n7,9000\n";
    let dir = Workdir::with("third.csv", third);
    let call = "audit third.csv --quasi age --sensitive pay --absolute 5 --m 5 --report page.html";
    let text = flat(&dir.aloof(call).stdout);
    assert!(text.contains("say with 1/3 confidence") && text.contains("on average 1/3"), "{text}");
    assert!(!text.contains("33."), "{text}");
    // The same six people, in two views: each says which figures it is about.
    let page = page_text(&dir.read("page.html"));
    assert!(page.contains("among these 6 can name one figure and say with 1/3 confidence"), "{page}");
    assert!(page.contains("among these 6 can name one of their values and say with 1/6 confidence"), "{page}");
    for view in ["register", "group"] {
        assert!(
            page.contains(&format!("The groups worst off by (5, 5)-anonymity of pay in the {view} view")),
            "{page}"
        );
    }
}

#[test]
fn a_page_of_a_group_rule_tells_of_any_figure_too() {
    // Ten of thirty lie within 200 of each other, so that around any figure one in four cannot be kept.
    let person = |i| format!("{},{}\n", 20 + i % 5, 1000 + 120 * (i % 6));
    let dir = Workdir::with("people.csv", (0..30).fold("age,pay\n".to_owned(), |all, i| all + &person(i)));
    let made = dir.json(
        "anonymize people.csv --quasi age --sensitive pay --absolute 100 --m 4 --view group --out release --report page.html --seed 1",
    );
    let register = made["checks"].as_array().unwrap().iter().find(|check| check["view"] == "register").unwrap();
    let exposed = &register["violating_tuples"];
    assert!(exposed.as_u64().unwrap() > 0, "{made}");
    let page = page_text(&dir.read("page.html"));
    assert!(page.contains("guesses around one of its values, (100, 4)-anonymity of pay holds"), "{page}");
    assert!(!page.contains("Whoever even"), "{page}");
    assert!(page.contains(&format!("now, in the register view {exposed} of 30")), "{page}");
}

// Advice and release.

/// Nine people of whom (60, 5) can be kept in the candidates view of five, by luck.
const NINE: &str = "age,pay\n42,886\n44,827\n39,896\n31,954\n38,300\n28,200\n55,918\n40,100\n28,200\n";

#[test]
fn what_withholding_may_do_is_not_said_to_do() {
    let dir = Workdir::with("nine.csv", NINE);
    let words = "--sensitive pay --absolute 60 --m 5 --view candidates";
    let advice = flat(&dir.aloof(&format!("advise nine.csv {words}")).stdout);
    assert!(
        advice.contains("at least 4 of 9 rows may do, which was not tried") && !advice.contains("would do"),
        "{advice}"
    );
    assert!(advice.contains("the largest m is at most 3"), "{advice}");
    let refused = dir.aloof(&format!("anonymize nine.csv --quasi age {words} --out release"));
    assert!(
        refused.stderr.contains("at least 4 of 9 rows may do") && !refused.stderr.contains("would do"),
        "{refused}"
    );
    let codes: Vec<i32> = (1..=7)
        .map(|seed| {
            let call = format!(
                "anonymize nine.csv --quasi age {words} --suppress 0.4445 --absence unknown --seed {seed} --out r{seed}"
            );
            dir.aloof(&call).code
        })
        .collect();
    assert!(codes.contains(&0) && codes.contains(&3), "{codes:?}");
}

/// Where it is said that so many do, they do, whatever is drawn.
#[test]
fn what_is_said_to_do_does() {
    let people = "age,pay\n1,100\n2,101\n3,102\n4,103\n5,500\n6,900\n7,1300\n8,1700\n";
    let dir = Workdir::with("people.csv", people);
    let words = "--sensitive pay --absolute 30 --m 4 --view candidates";
    let advice = dir.json(&format!("advise people.csv {words}"));
    let needed = advice["checks"][0]["withhold_register"].as_u64().unwrap();
    let nearest = advice["checks"][0]["nearest"].as_str().unwrap();
    assert!(nearest.contains(&format!("withholding {needed} of 8 rows would do")), "{nearest}");
    for seed in 1..=7 {
        let share = format!("0.{:04}", (needed * 10_000).div_ceil(8));
        let call = format!(
            "anonymize people.csv --quasi age {words} --suppress {share} --absence unknown --seed {seed} --out r{seed}"
        );
        let made = dir.aloof(&call);
        assert_eq!(made.code, 0, "{made}");
    }
}

#[test]
fn too_few_rows_are_not_equal_values() {
    let people = (0..8).fold("age,pay\n".to_owned(), |all, i| all + &format!("{},{}\n", 20 + i, 1000 * i));
    let dir = Workdir::with("people.csv", people);
    let refused = dir.aloof("anonymize people.csv --quasi age --sensitive pay --absolute 0 --m 9 --out release --json");
    let said: Value = serde_json::from_str(&refused.stdout).unwrap();
    let message = said["error"]["message"].as_str().unwrap();
    assert!(message.contains("for m = 9 there is no ε, for there are only 8 rows"), "{message}");
    assert!(message.contains("1 of 8 rows lies"), "{message}");
    // Advice says that withholding does not help; so nothing is said to be needed here.
    assert_eq!(said["error"]["nearest"]["withhold"], Value::Null, "{said}");
    let one = Workdir::with("one.csv", "age,pay\n20,1\n");
    let text = flat(&one.aloof("advise one.csv --sensitive pay --absolute 5 --m 2").stdout);
    assert!(text.contains("there is only 1 row") && text.contains("1 of 1 row lies alone"), "{text}");
}

#[test]
fn the_most_that_can_be_promised_of_a_spread_is_not_the_least() {
    let dir = Workdir::with("people.csv", "age,pay\n1,100\n2,200\n3,300\n4,400\n").and(
        "spread.toml",
        "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"k-e\"\nk = 2\ne = \"5000\"\n",
    );
    let refused = dir.aloof("anonymize people.csv --policy spread.toml --out release");
    assert!(
        refused.stderr.contains("is 300, which is the most that can be promised, and at least 5000 is asked"),
        "{refused}"
    );
    let refused = dir.aloof("anonymize people.csv --quasi age --sensitive pay --k 5 --out release");
    assert!(!refused.stderr.contains("the most that can be promised"), "{refused}");
}

// The same words.

#[test]
fn a_promise_is_said_in_the_same_words_by_whoever_says_it() {
    let people = (0..12).fold("age,zip,city,pay\n".to_owned(), |all, i| {
        all + &format!("{},{},{},{}\n", 20 + i, 100 + i, ["a", "b"][i % 2], 1000 * i)
    });
    let dir = Workdir::with("people.csv", people);
    let made = dir.json("anonymize people.csv --quasi city,zip,age --sensitive pay --absolute 100 --m 3 --out release");
    let promise = &made["checks"][0]["promise"];
    assert!(promise.as_str().unwrap().starts_with("Nobody who knows everybody's age, zip and city,"), "{promise}");
    assert_eq!(dir.json("audit release")["checks"][0]["promise"], *promise);
    let flags = "--quasi zip,city,age --sensitive pay --absolute 100 --m 3";
    assert_eq!(dir.json(&format!("audit release/data.csv {flags}"))["checks"][0]["promise"], *promise);
}

#[test]
fn between_dates_lie_days() {
    let people = (1..=9).fold("age,seen\n".to_owned(), |all, i| all + &format!("{},2020-0{i}-01\n", 20 + i));
    let dir = Workdir::with("people.csv", people);
    let made = dir.json("anonymize people.csv --quasi age --sensitive seen --absolute 10 --m 3 --out release");
    let check = &made["checks"][0];
    assert!(check["promise"].as_str().unwrap().contains("to within 10 days with more than 1 in 3"), "{check}");
    assert_eq!(check["beyond"][0]["within"], "within 20 days of some day");
}

#[test]
fn rows_of_stars_that_show_nothing_are_not_said_to_be_judged() {
    let dir = Workdir::with("sup.csv", "age,pay\n1..2,10\n1..2,90\n*,11\n*,50\n*,\n");
    let text = flat(&dir.aloof("audit sup.csv --quasi age --sensitive pay --absolute 5 --m 2").stdout);
    assert!(
        text.contains("2 rows show nothing but * in their quasi columns: they are published, and judged as a group."),
        "{text}"
    );
    assert!(text.contains("1 row shows nothing but *, and no sensitive value either: it was left out."), "{text}");
    let dir = Workdir::with("sup.csv", "age,pay\n1..2,10\n1..2,90\n*,*\n*,\n");
    let text = flat(&dir.aloof("audit sup.csv --quasi age --sensitive pay --absolute 5 --m 2").stdout);
    assert!(text.contains("2 rows show nothing but *, and no sensitive value either: they were left out."), "{text}");
    assert!(!text.contains("judged as a group"), "{text}");
}

#[test]
fn an_error_names_the_manifest_that_it_is_about() {
    let people =
        (0..12).fold("age,pay,bonus\n".to_owned(), |all, i| all + &format!("{},{},{}\n", 20 + i, 1000 * i, 100 * i));
    let both = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\nbonus = { role = \"sensitive\" }\n\
                [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"100\"\nm = 3\n\
                [[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"bonus\"\nabsolute = \"10\"\nm = 3\n";
    let dir = Workdir::with("people.csv", people).and("both.toml", both);
    assert_eq!(dir.aloof("anonymize people.csv --policy both.toml --out two").code, 0);
    assert_eq!(dir.aloof("anonymize people.csv --quasi age --sensitive pay --absolute 100 --m 3 --out one").code, 0);
    let compared = dir.aloof("compare people.csv two one");
    assert_eq!(compared.code, 0, "{compared}");
    let said = flat(&compared.stdout);
    assert!(said.contains("one: two/manifest.json: columns.bonus: one/data.csv has no column `bonus`"), "{said}");
}

/// `*` stands for a value that was suppressed; it makes no group more various.
#[test]
fn a_star_is_no_diagnosis() {
    let dir = Workdir::with("t.csv", "age,diag\n17..24,x\n17..24,*\n30..40,y\n30..40,*\n");
    let said = dir.refused("audit t.csv --quasi age --sensitive diag --l 2");
    assert!(said.contains("2 of 4 sensitive values are missing"), "{said}");
    let dir = Workdir::with("t.csv", "age,diag\n17..24,x\n17..24,z\n30..40,y\n30..40,**\n");
    let said = dir.refused("audit t.csv --quasi age --sensitive diag --l 2");
    assert!(said.contains("1 of 4 sensitive values is missing"), "{said}");
}

/// Two tables of which it cannot be seen whether their groups are true.
#[test]
fn nothing_is_promised_that_was_not_judged() {
    let people =
        (0..8).fold("age,zip,pay\n".to_owned(), |all, i| all + &format!("{},{},{}\n", 20 + i, 100 + i, 1000 * (i % 4)));
    let policy = "[columns]\nage = { role = \"quasi\" }\nzip = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 2\n[method]\nalgorithm = \"anatomy\"\n";
    let dir = Workdir::with("people.csv", people).and("two.toml", policy);
    let made = dir.aloof("anonymize people.csv --policy two.toml --out release");
    assert_eq!(made.code, 0, "{made}");
    let run = dir.aloof("audit release");
    let text = flat(&run.stdout);
    assert_eq!(run.code, 2, "{run}");
    assert!(text.contains("holds as far as could be seen") && !text.contains("Nobody who knows"), "{text}");
    let run = dir.aloof("audit release --original people.csv");
    assert!(flat(&run.stdout).contains("Nobody who knows everybody's age and zip") && run.code == 0, "{run}");
}

/// What it takes to read the original again stands in the manifest: texts that mean a missing value, and orders of labels.
#[test]
fn a_release_knows_how_its_original_is_read() {
    let sizes = ["S", "M", "L"];
    let people = (0..12).fold("age,size,pay\n".to_owned(), |all, i| {
        let age = if i == 5 { "NA".to_owned() } else { (20 + i).to_string() };
        all + &format!("{age},{},{}\n", sizes[i % 3], 1000 * i)
    });
    let policy = "[columns]\nage = { role = \"quasi\", missing = \"drop\" }\n\
                  size = { role = \"quasi\", order = [\"S\", \"M\", \"L\"] }\npay = { role = \"sensitive\" }\n\
                  [[protect]]\nprinciple = \"epsilon-m\"\nabsolute = \"100\"\nm = 3\n[input]\nmissing = [\"NA\"]\n";
    let dir = Workdir::with("people.csv", people).and("own.toml", policy);
    let made = dir.aloof("anonymize people.csv --policy own.toml --out release");
    assert_eq!(made.code, 0, "{made}");
    let manifest: Value = serde_json::from_str(&dir.read("release/manifest.json")).unwrap();
    assert_eq!(manifest["input"]["missing"], serde_json::json!(["NA"]));
    assert_eq!(manifest["columns"][1]["ladder"]["labels"], serde_json::json!(["S", "M", "L"]));
    let audit = dir.aloof("audit release --original people.csv");
    assert_eq!(audit.code, 0, "{audit}");
    assert!(flat(&audit.stdout).contains("1 original row lacks a value"), "{audit}");
    let told = flat(&dir.aloof("evaluate --original people.csv --release release --all").stdout);
    assert!(told.contains("with rows withheld, or left out for a missing value, lost as a whole"), "{told}");
}

// Small words.

#[test]
fn numbers_and_nouns_agree() {
    let dir = Workdir::with("t.csv", "age,pay\n1,10\n1,16\n1,40\n1,60\n1,80\n")
        .and("o.csv", "age,pay\n1,10\n2,900\n3,5000\n4,70000\n");
    let text = flat(&dir.aloof("audit t.csv --quasi age --sensitive pay --absolute 5 --m 5").stdout);
    assert!(text.contains("1 of 1 group and 2 rows break it") && text.contains("0 of 1 group and 0 rows"), "{text}");
    let text = dir.aloof("audit t.csv --quasi age --sensitive pay").stdout;
    assert!(text.contains("17344/25 = 693.76"), "{text}");
    let looked = dir.aloof("inspect o.csv --write-policy own.toml");
    assert_eq!(looked.code, 0, "{looked}");
    assert!(dir.read("own.toml").contains("singles out 4 of 4 rows"), "{}", dir.read("own.toml"));
}

#[test]
fn a_rounded_measure_is_not_shown_as_exact() {
    let policy = "[columns]\nage = { role = \"quasi\" }\ndiag = { role = \"sensitive\" }\n[[protect]]\nprinciple = \"l-diversity\"\n\
                  kind = \"entropy\"\nl = \"1.5\"\n";
    let dir = Workdir::with("t.csv", "age,diag\n1,x\n1,x\n1,y\n").and("own.toml", policy);
    let text = flat(&dir.aloof("audit t.csv --policy own.toml").stdout);
    assert!(text.contains("the worst is about 0.5291, allowed is at most 2/3"), "{text}");
    assert_eq!(dir.json("audit t.csv --policy own.toml")["checks"][0]["rounded"], true);
}

#[test]
fn a_call_that_is_wrong_is_told_in_one_line() {
    let dir = candidates();
    let run = dir.aloof("audit t.csv --nonsense --json");
    assert_eq!(run.code, 2);
    let said: Value = serde_json::from_str(&run.stdout).unwrap();
    let message = said["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("unexpected argument '--nonsense' found") && !message.contains('\n'), "{message}");
    assert!(!run.stderr.contains("error: error") && !run.stderr.contains("\\u{a}"), "{run}");
}

#[test]
fn a_share_too_small_for_decimals_is_not_nothing() {
    let huge =
        "age,pay\n1,10000000000000000000000000000000000000\n2,10000000000000000000000000000000000001\n3,5\n4,70000\n";
    let dir = Workdir::with("huge.csv", huge);
    let run = dir.aloof("advise huge.csv --sensitive pay --relative 1e-37 --m 2");
    assert!(!run.stdout.contains("< 0.0000000000"), "{run}");
    let advice = dir.json("advise huge.csv --sensitive pay --relative 1e-37 --m 2");
    for point in
        advice["checks"][0]["curve"].as_array().unwrap().iter().filter(|point| point.get("epsilon_fraction").is_some())
    {
        assert!(point["epsilon"].as_str().unwrap().contains(|digit: char| ('1'..='9').contains(&digit)), "{point}");
    }
}

#[test]
fn a_column_of_groups_is_refused_before_anything_is_made() {
    let dir = alike();
    let said =
        dir.refused("anonymize alike.csv --quasi age --sensitive pay --absolute 100 --m 2 --group group --out release");
    assert!(
        said.contains("--group: column `group` is declared to state the groups") && said.contains("--group-ids"),
        "{said}"
    );
}
