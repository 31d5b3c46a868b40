//! Pages and evidence speak of whom was judged, of how the table was made, and of nothing that a reader could type.

use serde_json::Value;

use crate::common::Workdir;

/// Eight people, each with a pay that stands alone; by age and job four groups, by the job alone two.
const PAY: &str = "age,job,pay\n20,cook,100\n21,cook,101\n40,cook,500\n41,cook,501\n20,clerk,300\n21,clerk,301\n40,clerk,700\n41,clerk,701\n";
const BY_JOB: &str = "--quasi job --sensitive pay --absolute 5 --m 2";

/// A release in pairs, 2-diverse by age and job.
fn pairs() -> Workdir {
    let dir = Workdir::with("p.csv", PAY);
    let made = dir.aloof("anonymize p.csv --quasi age,job --sensitive pay --l 2 --out r --seed 1");
    assert_eq!(made.code, 0, "{made}");
    dir
}

fn evidence(dir: &Workdir, line: &str) -> Value {
    dir.aloof(&format!("{line} --report d.html --evidence d.json --replace"));
    serde_json::from_str(&dir.read("d.json")).unwrap()
}

/// What a reader sees.
fn shown(page: &str) -> String {
    let body = page.split_once("</style>").map_or(page, |(_, body)| body);
    let pieces = body.split('<').map(|piece| piece.split_once('>').map_or(piece, |(_, shown)| shown));
    pieces.collect::<Vec<_>>().join(" ").replace("&#39;", "'").split_whitespace().collect::<Vec<_>>().join(" ")
}

fn names_no_flag(page: &str) {
    let flag = page.split([' ', '(', '`']).find(|word| word.starts_with("--"));
    assert_eq!(flag, None, "{page}");
}

/// The manifest calls age a quasi column; who judges by the job alone says nothing of whoever knows ages.
#[test]
fn an_audit_names_whom_it_judged_against() {
    let dir = pairs().and(
        "by_job.toml",
        "[columns]\njob = { role = \"quasi\" }\npay = { role = \"sensitive\" }\nundeclared = \"drop\"\n[[protect]]\n\
         principle = \"epsilon-m\"\nsensitive = \"pay\"\nabsolute = \"5\"\nm = 2\n",
    );
    for by in [BY_JOB, "--policy by_job.toml"] {
        let found = evidence(&dir, &format!("audit r {by}"));
        let whom = found["against_whom"].to_string();
        assert_eq!(found["quasi"], serde_json::json!(["job"]), "{found:#}");
        assert!(whom.contains("everybody's job.") && !whom.contains("age"), "{whom}");
        assert!(!found["sentences"].to_string().contains("Nothing protects"), "{found:#}");
        let page = shown(&dir.read("d.html"));
        assert!(page.contains("What others may know of people: job."), "{page}");
        assert!(page.contains("age kept, and taken as known to nobody"), "{page}");
        assert!(page.contains("pay sensitive as it is (5, 2)-anonymity"), "{page}");
    }
    let broken = evidence(&dir, "audit r --quasi age,job --sensitive pay --absolute 250 --m 2");
    assert!(broken["sentences"].to_string().contains("everybody's age and job can"), "{broken:#}");
}

/// What was lost of other columns is another figure, and so is what was lost of numbers that are labels here.
#[test]
fn a_true_loss_is_not_held_against_one_of_other_columns() {
    let dir = pairs();
    let by_job = dir.json(&format!("audit r --original p.csv {BY_JOB}"));
    assert!(!by_job.to_string().contains("states a loss"), "{by_job:#}");
    let lie = dir.read("r/manifest.json").replacen("\"loss\": 0.", "\"loss\": 0.9", 1);
    assert_ne!(lie, dir.read("r/manifest.json"));
    let dir = dir.and("r/manifest.json", lie);
    let own = dir.json("audit r --original p.csv");
    assert!(own.to_string().contains("the manifest states a loss of 0.9"), "{own:#}");
}

/// Titles of what a release promises itself follow from its own rules.
#[test]
fn titles_of_its_own_rules_are_no_free_texts() {
    let found = pairs().json(&format!("audit r {BY_JOB}"));
    assert!(!found["notes"].to_string().contains("which anybody can read"), "{found:#}");
}

const NUMBERS: &str =
    "[columns]\nage = { role = \"quasi\" }\npay = { role = \"quasi\" }\nundeclared = \"drop\"\n[method]\n";

/// Walks, noise and perturbed values have no groups to be guessed in.
#[test]
fn what_is_assumed_follows_from_how_it_was_made() {
    let drawn = "[columns]\nage = { role = \"quasi\" }\npay = { role = \"sensitive\" }\nundeclared = \"drop\"\n[[protect]]\n\
                 principle = \"epsilon-m\"\nabsolute = \"5\"\nm = 2\n[method]\nalgorithm = \"perturb\"\n";
    let people = (0..60).fold("age,pay\n".to_owned(), |all, at| all + &format!("{},{}\n", 20 + at, 10 * (at % 6)));
    let dir = Workdir::with("people.csv", people)
        .and("walk.toml", format!("{NUMBERS}algorithm = \"walk\"\n"))
        .and("noise.toml", format!("{NUMBERS}algorithm = \"noise\"\nnoise = \"0.1\"\n"))
        .and("drawn.toml", drawn);
    let words = [
        ("walk", "look for the record nearest to a person's true numbers", "Whoever knows everybody's true numbers"),
        ("noise", "knowing how much is added at most", "Nothing is promised by noise."),
        ("drawn", "how values were drawn and how often each occurs", "Every value is taken as drawn by itself"),
    ];
    for (way, threat, limit) in words {
        let found = evidence(&dir, &format!("anonymize people.csv --policy {way}.toml --out {way} --seed 1"));
        let page = shown(&dir.read("d.html"));
        assert!(page.contains(threat) && page.contains(limit), "{way}: {page}");
        for said in [&page, &found["limits"].to_string(), &found["against_whom"].to_string()] {
            assert!(!said.contains("row of a group") && !said.contains("rows of a group are taken"), "{way}: {said}");
        }
        let audit = evidence(&dir, &format!("audit {way} --original people.csv --policy {way}.toml"));
        assert!(audit["limits"].to_string().contains(limit), "{way}: {audit:#}");
    }
    let kept = evidence(&dir, "anonymize people.csv --quasi age --sensitive pay --k 3 --out kept --seed 1");
    assert!(kept["limits"].to_string().contains("Every row of a group"), "{kept:#}");
}

#[test]
fn no_page_names_a_flag_and_a_comparison_keeps_its_notes() {
    let dir = pairs().and("bare.csv", "job,pay\ncook,1\n");
    let own = "--quasi age,job --sensitive pay --l 2";
    let pages = [
        format!("anonymize p.csv {own} --out held --hold-out 0.2 --private kept --attack --seed 1 --report one.html"),
        "attack r --original p.csv --report two.html".to_owned(),
        format!("compare r bare.csv --original p.csv {own} --report three.html"),
    ];
    for line in &pages {
        let run = dir.aloof(line);
        assert!(run.code < 2, "{run}");
    }
    for name in ["one", "two", "three"] {
        names_no_flag(&shown(&dir.read(&format!("{name}.html"))));
    }
    let page = shown(&dir.read("two.html"));
    assert!(
        page.contains("There are no control people") && page.contains("Who stands in which group is not known here")
    );
    assert!(page.contains("compose was not run: no earlier release is named."), "{page}");
    let noted = dir.json(&format!("compare r --original p.csv {BY_JOB}"));
    let note = noted["releases"][0]["notes"][0].as_str().unwrap().split(['.', ';', ':']).next().unwrap().to_owned();
    let _ = dir.aloof(&format!("compare r --original p.csv {BY_JOB} --report five.html"));
    let page = shown(&dir.read("five.html"));
    assert!(page.contains(note.trim()), "{note}: {page}");
}

/// What follows is said, since no row of the table of rules says it.
#[test]
fn views_that_follow_have_an_outcome() {
    let dir = Workdir::with("p.csv", PAY);
    let made = dir
        .aloof("anonymize p.csv --quasi age,job --sensitive pay --absolute 5 --m 2 --out r --report d.html --seed 1");
    assert_eq!(made.code, 0, "{made}");
    let page = shown(&dir.read("d.html"));
    let words =
        "(5, 2)-anonymity of pay holds in the register view, and so in the group view and the candidates view, too.";
    assert!(page.contains(words), "{page}");
}

/// A share is of the figure that values lie around.
#[test]
fn relative_neighbourhoods_can_be_read() {
    let dir = Workdir::with("t.csv", PAY);
    let run = dir.aloof("audit t.csv --quasi job --sensitive pay --relative 0.1 --m 4");
    let said = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said.contains("lies within 10% of it"), "{said}");
    assert!(said.contains("lies within 10% of any figure") && said.contains("ithin 20% of some figure"), "{said}");
    assert!(!said.contains("times"), "{said}");
}

/// Who knows the group is not who knows quasi values; of labels nobody names an interval.
#[test]
fn attackers_are_told_apart() {
    let dir = Workdir::with(
        "t.csv",
        PAY.replace("pay", "ill").replace(",5", ",e").replace(",1", ",o").replace(",3", ",t").replace(",7", ",s"),
    );
    let made = dir.aloof("anonymize t.csv --quasi age,job --sensitive ill --l 2 --out r --private kept --seed 1");
    assert_eq!(made.code, 0, "{made}");
    let found = dir.json("attack r --original t.csv --private kept");
    let all = found["attacks"].to_string();
    assert!(
        !all.contains("interval that") && !all.contains("within 5%") && !all.contains("same interval"),
        "{found:#}"
    );
    assert!(
        all.contains("the same label") && all.contains("knows the victim's group, and guesses its most common value")
    );
    assert!(!all.contains("(group view)"), "{all}");
}

/// By a policy, which names columns in its own order, and by the manifest of what it made.
#[test]
fn attacks_get_the_same_whoever_names_the_columns() {
    let people = (0..80).fold("town,age,child,pay\n".to_owned(), |all, at| {
        all + &format!("{},{},{},{}\n", ["B", "A", "C"][at % 3], 20 + at * 7 % 40, at % 4, 1000 + at * 137 % 997)
    });
    let dir = Workdir::with("t.csv", people);
    let made = dir.json(
        "anonymize t.csv --quasi town,child,age --sensitive pay --absolute 20 --m 3 --out r --private kept --attack --report d.html --seed 1",
    );
    let mut apart = dir.json("attack r --original t.csv --private kept");
    let mut inside = made["attacks"].clone();
    for found in [&mut inside, &mut apart] {
        for one in found["attacks"].as_array_mut().unwrap() {
            one.as_object_mut().unwrap().remove("seconds");
        }
    }
    assert_eq!(inside["attacks"], apart["attacks"]);
}

/// Between dates lie days, in advice, too.
#[test]
fn lengths_between_dates_are_days() {
    let visits =
        (1..=12).fold("age,visit\n".to_owned(), |all, at| all + &format!("{},2020-{at:02}-{:02}\n", 20 + at, 2 * at));
    let dir = Workdir::with("v.csv", visits);
    let said = dir.aloof("advise v.csv --quasi age --sensitive visit --absolute 1 --m 2").stdout;
    assert!(said.contains("with absolute = 1 day") && said.contains("must stay below 97 days."), "{said}");
    assert!(said.contains("ε < 15.5 days\n"), "{said}");
    let measured = dir.aloof("audit v.csv --quasi age --sensitive visit").stdout;
    assert!(measured.contains("ε, in days") && measured.contains("around any day"), "{measured}");
    assert!(measured.contains("0 days") && measured.contains("in days squared"), "{measured}");
}

#[test]
fn one_is_not_many() {
    let dir = Workdir::with("t.csv", PAY)
        .and(
            "ke.toml",
            "[columns]\njob = { role = \"quasi\" }\npay = { role = \"sensitive\" }\nundeclared = \"drop\"\n[[protect]]\n\
             principle = \"k-e\"\nk = 1\ne = \"1000\"\n",
        )
        .and(
            "t.toml",
            "[columns]\nage = { role = \"quasi\" }\njob = { role = \"quasi\" }\npay = { role = \"sensitive\" }\n[[protect]]\n\
             principle = \"t-closeness\"\nt = \"0.1\"\n",
        )
        .and("one.csv", "age,pay\n20,100\n");
    let said = dir.aloof("audit t.csv --policy ke.toml").stdout;
    assert!(!said.contains("at least 1 different"), "{said}");
    let said = dir.aloof("audit t.csv --policy t.toml").stdout;
    assert!(said.contains("knows the value: nobody else here has one") && !said.contains("greatest"), "{said}");
    let said = dir.aloof("evaluate one.csv --original one.csv --quasi age --sensitive pay").stdout;
    assert!(!said.contains("Rank correlations"), "{said}");
}

/// A fraction that nobody reads at a glance has a decimal beside it, and a sentence one unit.
#[test]
fn fractions_have_decimals() {
    let rows = (0..106).fold("age,pay\n".to_owned(), |all, at| all + &format!("{},{}\n", at / 53, 10 * (at % 37)));
    let said = Workdir::with("t.csv", rows).aloof("audit t.csv --quasi age --sensitive pay --absolute 20 --m 3").stdout;
    let worst = said.split("the worst is ").nth(1).unwrap().split(", allowed").next().unwrap().to_owned();
    assert!(worst.contains(" = ") || worst.contains(" ≈ "), "{said}");
    let dir = Workdir::with("t.csv", PAY);
    let said = dir.aloof("audit t.csv --quasi job --sensitive pay --absolute 100 --m 2").stdout;
    assert!(!said.contains("at most 2/3"), "{said}");
}
