//! Releases month after month: some months are not named, nothing is asked of them, or no series had begun; and how much may be known.

use serde_json::{Value, json};

use crate::common::Workdir;

const COLUMNS: &str =
    "[columns]\nid = { role = \"identifier\" }\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n";
const PROMISE: &str = "[[protect]]\nprinciple = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"3\"\nm = 3\n[method]\neffort = \"quick\"\n";
const LINES: &str = "[input]\nperson = \"id\"\n[output]\ngroup_ids = true\n";

const CAME: usize = 24;
const FIRST: usize = 120;

/// The people of a month, from 0: of those who came with a month every other one is gone by the next.
fn month(number: usize) -> String {
    let is_there = |one: &usize| match one.checked_sub(FIRST).map(|new| new / CAME + 1) {
        None => *one >= number * 10,
        Some(came) => came == number || came < number && (one - FIRST).is_multiple_of(2),
    };
    let row = |one: usize| format!("p{one},{},{}\n", 20 + one * 7 % 45, 1000 + one * 391 % 991);
    (0..FIRST + number * CAME).filter(is_there).fold("id,age,pay\n".to_owned(), |text, one| text + &row(one))
}

/// Four months, as the first, and each as the next of the same series.
fn four_months() -> Workdir {
    let mut room = Workdir::with("aloof.toml", [COLUMNS, PROMISE, LINES].concat());
    for at in 1..=4 {
        room = room.and(&format!("month{at}.csv"), month(at - 1));
        let before = if at == 1 { "--seed 1".to_owned() } else { format!("--previous private{}", at - 1) };
        let line =
            format!("anonymize month{at}.csv --policy aloof.toml --out release{at} --private private{at} {before}");
        assert_eq!(room.json(&line)["verdict"], "pass");
    }
    room
}

fn audit(months: &[usize], originals: bool) -> String {
    let original = |flag: &str, at: &usize| if originals { format!("{flag} month{at}.csv") } else { String::new() };
    let (newest, earlier) = months.split_last().unwrap();
    let start = format!(
        "audit release{newest} --policy aloof.toml --private private{newest} {}",
        original("--original", newest)
    );
    let each = |at: &usize| {
        format!(" --previous release{at} --previous-private private{at} {}", original("--previous-original", at))
    };
    start + &earlier.iter().map(each).collect::<String>()
}

/// Somebody of a month that is not named may have the value of a counterfeit; where all people are known nobody may.
#[test]
fn an_honest_series_fails_in_no_selection_of_its_months() {
    let room = four_months();
    for selected in 1_usize..16 {
        let months: Vec<usize> = (1..=4).filter(|at| selected >> (at - 1) & 1 == 1).collect();
        if months.len() > 1 {
            let run = room.aloof(&audit(&months, false));
            let whole = (1..=months.len()).eq(months.iter().copied());
            assert_eq!(run.code, if whole { 0 } else { 2 }, "{months:?} {run}");
        }
    }
    for originals in [false, true] {
        let run = room.aloof(&audit(&[1, 3], originals));
        let told = "of the series (one for each value that somebody had) only in releases that are not named";
        assert!(run.code == 2 && run.stdout.replace('\n', " ").contains(told), "{run}");
        assert!(!run.stdout.contains("known to be that of somebody"), "{run}");
    }
    assert_eq!(room.aloof(&audit(&[1, 2, 3, 4], true)).code, 0);
    // Without its ledger nothing says whether releases are lacking.
    std::fs::remove_file(room.path("private3/ledger")).unwrap();
    assert_eq!(room.aloof(&audit(&[1, 3], false)).code, 2);
}

/// Month 1 by a policy that only lacks the lines of a series says which; month 2 hears all at once.
#[test]
fn the_first_month_says_that_it_begins_no_series() {
    let room = Workdir::with("aloof.toml", [COLUMNS, PROMISE].concat())
        .and("month1.csv", month(0))
        .and("month2.csv", month(1));
    let first = "anonymize month1.csv --policy aloof.toml --out release1 --private private1";
    let notes = room.json(first)["notes"].to_string();
    for told in ["No series begins with this release", "group_ids = true", "[input] person = \\\"id\\\""] {
        assert!(notes.contains(told), "{told}\n{notes}");
    }
    // Whoever keeps nothing wants no series, and where another promise is asked there can be none.
    assert!(
        !room.json("anonymize month1.csv --policy aloof.toml --out other")["notes"].to_string().contains("No series")
    );
    let second = "anonymize month2.csv --policy aloof.toml --out release2 --private private2 --previous private1";
    let refused = room.refused(second);
    for told in ["group_ids = true", "[input] person = \"id\"", "there is no ledger", "leave out --previous"] {
        assert!(refused.contains(told), "{told}\n{refused}");
    }
    let grouped = [COLUMNS, &PROMISE.replace("m = 3\n", "m = 3\nview = \"group\"\n")].concat();
    let refused = room.and("aloof.toml", grouped).refused(second);
    assert!(
        refused.contains("register view") && refused.contains("[input] person") && refused.contains("no ledger"),
        "{refused}"
    );
}

/// What `inspect` writes begins a series without the signs in front of four lines.
#[test]
fn a_written_policy_has_the_lines_of_a_series() {
    let room = Workdir::with("month1.csv", month(0));
    assert_eq!(room.aloof("inspect month1.csv --write-policy aloof.toml").code, 0);
    let written = room.read("aloof.toml");
    let begun = ["[input]", "person = \"id\"", "[output]", "group_ids = true"]
        .iter()
        .fold(written.clone(), |text, line| text.replace(&format!("# {line}"), line));
    assert_ne!(written, begun);
    let room = room.and("series.toml", begun);
    let made = room.json("anonymize month1.csv --policy series.toml --out release1 --private private1");
    assert!(made["notes"].to_string().contains("The first release of a series"), "{made:#}");
}

/// Whoever is to be known again cannot be two people, and is not told that a word makes it so.
#[test]
fn somebody_in_two_rows_is_told_once() {
    let twice = month(0).replacen("\np8,", "\np9,", 1);
    let room = Workdir::with("aloof.toml", [COLUMNS, PROMISE, LINES].concat()).and("month1.csv", twice);
    let refused = room.refused("anonymize month1.csv --policy aloof.toml --out release1 --private private1");
    assert!(refused.contains("each needs one row") && !refused.contains("rows ="), "{refused}");
}

/// Two releases of a hospital, of which nothing is asked.
#[test]
fn what_is_left_is_measured_where_nothing_is_asked() {
    let room = Workdir::with(
        "january.csv",
        "name,age,disease\nAnn,21,flu\nBob,25,cold\nCem,29,gout\nDan,41,flu\nEve,45,cold\n",
    )
    .and("of_january.csv", "age,disease\n21..29,cold\n21..29,flu\n21..29,gout\n41..45,flu\n41..45,cold\n")
    .and("february.csv", "name,age,disease\nAnn,21,flu\nGil,22,angina\nHana,28,asthma\nDan,41,flu\nEve,45,cold\n")
    .and("of_february.csv", "age,disease\n21..28,angina\n21..28,flu\n21..28,asthma\n41..45,cold\n41..45,flu\n");
    let line = "audit of_february.csv --quasi age --sensitive disease --person name --original february.csv --previous of_january.csv \
                --previous-original january.csv --json";
    let measured = |room: &Workdir| -> Value {
        let run = room.aloof(line);
        assert_eq!(run.code, 2, "{run}");
        run.json()["together"]["unasked"][0].clone()
    };
    let found = measured(&room);
    assert_eq!(
        found,
        json!({ "sensitive": "disease", "people": 7, "one_value": 1, "fewest": 1, "varied": 1 }),
        "Ann has one value left"
    );
    let told = room.aloof(&line.replace(" --json", "")).stdout.replace('\n', " ");
    assert!(told.contains("1 person has one value left") && told.contains("they are not m-invariant"), "{told}");
    let room =
        room.and("february.csv", "name,age,disease\nAnn,21,flu\nBob,25,cold\nCem,29,gout\nDan,41,flu\nEve,45,cold\n");
    let january = room.read("of_january.csv");
    let found = measured(&room.and("of_february.csv", january));
    assert_eq!((&found["m_invariance"], &found["fewest"], &found["one_value"]), (&json!("2"), &json!(2), &json!(0)));
}

/// What is not judged in the candidates view is not said to be none.
#[test]
fn who_left_is_told_where_it_is_judged() {
    let room = Workdir::with("january.csv", "id,age,pay\na,21,10\nb,25,20\nc,29,30\n")
        .and("of_january.csv", "age,pay\n21..29,20\n21..29,30\n21..29,10\n")
        .and("february.csv", "id,age,pay\na,21,10\ng,22,80\nh,28,90\n")
        .and("of_february.csv", "age,pay\n21..28,90\n21..28,80\n21..28,10\n");
    let line = "audit of_february.csv --quasi age --sensitive pay --absolute 1 --m 3 --person id --original february.csv --previous \
                of_january.csv --previous-original january.csv";
    let run = room.aloof(&format!("{line} --json"));
    let checks = run.json()["together"]["checks"].clone();
    for check in checks.as_array().unwrap() {
        let is_judged = check["view"] != "candidates";
        assert_eq!(
            (check.get("left_above").is_some(), check.get("came_above").is_some()),
            (is_judged, is_judged),
            "{check}"
        );
    }
    let told = room.aloof(line).stdout.replace('\n', " ");
    let (_, candidates) = told.split_once("candidates view, all together: FAILS").unwrap();
    assert!(!candidates.split_once("allowed is").unwrap().0.contains("they left"), "{told}");
}

/// Advice about what others may know says how much, and nothing that cannot be.
#[test]
fn advice_says_how_much_may_be_known() {
    let rule = |rule: &str| {
        format!(
            "[columns]\nage = {{ role = \"quasi\" }}\nd = {{ role = \"sensitive\" }}\n[[protect]]\nsensitive = \"d\"\n{rule}\n"
        )
    };
    let room = Workdir::with("people.csv", "d,age\na,1\na,2\nb,3\nb,4\nc,5\na,6\nb,7\nc,8\n");
    for (asked, told) in [
        ("principle = \"c-k-safety\"\nc = \"0.8\"\nk = 30", "By itself k can be up to 1."),
        ("principle = \"c-k-safety\"\nc = \"0.2\"\nk = 30", "By itself no c works."),
        ("principle = \"c-k-safety\"\nc = \"0.5\"\nk = 1", "By itself c must be above 0.6, and k can be up to 0."),
        ("principle = \"skyline\"\npoints = [{ l = 30, k = 0, m = 0, c = \"0.8\" }]", "By itself l can be up to 1."),
        (
            "principle = \"skyline\"\npoints = [{ l = 1, k = 1, m = 0, c = \"0.8\" }, { l = 30, k = 0, m = 0, c = \"0.5\" }]",
            "By itself l at (30, 0, 0) can be up to 0.",
        ),
        (
            "principle = \"skyline\"\npoints = [{ l = 1, k = 1, m = 0, c = \"0.8\" }, { l = 0, k = 0, m = 0, c = \"0.5\" }]",
            "By itself c at (1, 1, 0) must be above 0.75, and c at (0, 0, 0) must be above 0.375.",
        ),
    ] {
        let room = Workdir::with("people.csv", room.read("people.csv")).and("aloof.toml", rule(asked));
        let run = room.aloof("advise people.csv --policy aloof.toml");
        let said = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(told) && !said.contains("above 1,") && !said.contains("above 1."), "{told}\n{run}");
    }
    // Of a series it is no matter that a line is yet to be written, and it is said.
    let room = room.and("aloof.toml", rule("principle = \"m-invariance\"\nm = 2"));
    let run = room.aloof("advise people.csv --policy aloof.toml");
    assert!(
        run.code == 0 && run.stdout.contains("m can be at most 2") && run.stdout.contains("group_ids = true"),
        "{run}"
    );
}
